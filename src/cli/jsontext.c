/* SPDX-License-Identifier: MIT
 * JSON documents from the input, one after the other. A document is read in memory, and read anew when it turns out to go on behind
 * what came so far; it is tried again only when that has grown enough for all tries together to stay linear.
 */
#include "cli.h"

static bool text_space(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Line feeds, eight bytes at a time: all that is read passes here. */
static size_t text_lines(const uint8_t *p, size_t len)
{
    const uint64_t ones = 0x0101010101010101, low = 0x7f * ones;
    size_t lines = 0, i = 0;
    for (; i + 8 <= len; i += 8) {
        uint64_t x;
        memcpy(&x, p + i, 8);
        x ^= '\n' * ones;
        x = ~(((x & low) + low) | x | low); /* the high bit of each byte that was one */
        lines += (size_t)((x >> 7) * ones >> 56);
    }
    for (; i < len; i++) lines += p[i] == '\n';
    return lines;
}

/* What is used up: lines and columns go on behind it. */
static void text_used(cli_text *t, size_t len)
{
    const uint8_t *p = t->in->buf + t->in->pos;
    size_t lines = text_lines(p, len), last = len;
    if (lines) {
        while (p[last - 1] != '\n') last--;
        t->column = 0;
        t->line += lines;
        last = len - last;
    }
    t->column += last;
    t->in->pos += len;
}

/* Looks at no byte further than it must: who sends them may be waiting for an answer. */
static bool text_begins(const cli_text *t, const char *with)
{
    for (size_t i = 0; with[i]; i++) {
        while (t->in->len - t->in->pos <= i)
            if (!cli_in_more(t->in)) return false;
        if (t->in->buf[t->in->pos + i] != (uint8_t)with[i]) return false;
    }
    return true;
}

/* The rest of a comment, however long, a window at a time. False: it does not end, or an error that was told. */
static bool text_skip_comment(cli_text *t, bool block)
{
    for (text_used(t, 2);;) {
        const uint8_t *p = t->in->buf + t->in->pos, *end = t->in->buf + t->in->len;
        const uint8_t *stop = p == end ? NULL : memchr(p, block ? '*' : '\n', (size_t)(end - p));
        text_used(t, stop ? (size_t)(stop - p) : (size_t)(end - p));
        if (stop && !block) return true;
        if (stop && text_begins(t, "*/")) {
            text_used(t, 2);
            return true;
        }
        if (stop) text_used(t, 1);
        if (t->in->pos == t->in->len && !cli_in_more(t->in)) return !block && !t->in->status;
    }
}

static int text_fault(const cli_text *t, const cinch_diag *diag)
{
    cli_fault at = {.name = t->in->name, .base = cli_in_offset(t->in)};
    at.line = t->line < UINT32_MAX ? (uint32_t)t->line : UINT32_MAX;
    at.column = t->column < UINT32_MAX ? (uint32_t)t->column : UINT32_MAX;
    at.text = (const char *)t->in->buf + t->in->pos;
    at.text_len = t->in->len - t->in->pos;
    if (t->in->status) return t->in->status; /* what cut it was told */
    return cli_data_error(&at, diag);
}

static int text_fault_here(const cli_text *t, cinch_error e)
{
    return text_fault(t, &(cinch_diag){.error = e, .line = 1, .column = 1});
}

/* Up to the next document: CLI_GOOD, CLI_TEXT_END, or an error that was told. A byte order mark has its place at the very beginning of
 * the input and nowhere else. */
static int text_skip_blank(cli_text *t)
{
    static const char mark[] = "\xef\xbb\xbf";
    t->tried = 0;
    if (text_begins(t, mark)) {
        if (cli_in_offset(t->in)) return text_fault_here(t, CINCH_ERR_SYNTAX);
        text_used(t, 3);
    }
    for (;;) {
        size_t n = 0, rest = t->in->len - t->in->pos;
        while (n < rest && text_space(t->in->buf[t->in->pos + n])) n++;
        text_used(t, n);
        if (n < rest) {
            cli_text before = *t;
            bool block = t->lax && text_begins(t, "/*");
            if (!block && !(t->lax && text_begins(t, "//"))) break;
            if (!text_skip_comment(t, block)) return text_fault_here(&before, CINCH_ERR_TRUNCATED);
        } else if (!cli_in_more(t->in)) {
            return t->in->status ? t->in->status : CLI_TEXT_END;
        }
    }
    return text_begins(t, mark) ? text_fault_here(t, CINCH_ERR_SYNTAX) : CLI_GOOD;
}

/* Does it end where a document may end? */
static bool text_ends(const cli_text *t)
{
    size_t end = t->in->len;
    if (t->in->buf[end - 1] == '\n') return true;
    while (end > t->in->pos && text_space(t->in->buf[end - 1])) end--;
    return end > t->in->pos && (t->in->buf[end - 1] == '}' || t->in->buf[end - 1] == ']');
}

/* Is it worth a try? When the text is short; when it is as long as the last document was, and four times as long as at the try before;
 * with --unbuffered also when it ends like a document. Of a file that soon ends, all is read before a second try. */
static bool text_enough(const cli_text *t)
{
    size_t rest = t->in->len - t->in->pos;
    uint64_t read = t->in->base + t->in->len, left = t->in->total > read ? t->in->total - read : 0;
    if (rest <= CLI_BLOCK / 4) return true;
    if (t->tried && left && left / 8 <= t->tried) return false;
    if (rest / 4 >= t->tried && rest >= t->last) return true;
    return cli_args.unbuffered && text_ends(t);
}

/* Reads until it is; after a try at least something. False: out of memory, told. */
static bool text_wait(const cli_text *t)
{
    bool got = t->tried == 0;
    while (!t->in->end && !(got && text_enough(t))) {
        if (cli_in_more(t->in))
            got = true;
        else if (!t->in->end && !cli_in_grow(t->in))
            return false;
    }
    return true;
}

int cli_text_next(cli_text *t, const cinch_json_opts *opts, cinch_writer *w)
{
    int status = text_skip_blank(t);
    if (status != CLI_GOOD) return status;
    while (text_wait(t)) {
        cinch_diag diag;
        uint64_t start = cinch_writer_pos(w);
        size_t used, rest = t->in->len - t->in->pos;
        const char *text = (const char *)t->in->buf + t->in->pos;
        cinch_error e = cinch_json_read(text, rest, opts, w, &used, &diag);
        /* A number or a word that ends where the input does so far may go on. */
        bool open = e == CINCH_OK && used == rest && !t->in->end && !text_space((uint8_t)text[rest - 1]) &&
                    !strchr("]}\"", text[rest - 1]);
        if (e == CINCH_OK && !open) {
            t->last = used;
            text_used(t, used);
            return CLI_GOOD;
        }
        if ((e != CINCH_ERR_TRUNCATED && !open) || t->in->end) return text_fault(t, &diag);
        if (open) cinch_writer_rewind(w, start);
        t->tried = rest;
    }
    return t->in->status;
}

int cli_text_only(cli_text *t, uint64_t count)
{
    int status = count == 1 ? text_skip_blank(t) : t->in->status;
    if (status == CLI_TEXT_END) return CLI_GOOD;
    if (status != CLI_GOOD) return status;
    return text_fault_here(t, count ? CINCH_ERR_TRAILING : CINCH_ERR_TRUNCATED);
}

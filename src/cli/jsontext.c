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

/* Up to the next document. False: the end, or an error that was told. */
static bool text_skip_blank(cli_text *t)
{
    t->tried = 0;
    for (;;) {
        size_t n = 0, rest = t->in->len - t->in->pos;
        while (n < rest && text_space(t->in->buf[t->in->pos + n])) n++;
        text_used(t, n);
        if (n < rest) return true;
        if (!cli_in_more(t->in)) return false;
    }
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

static int text_fault(const cli_text *t, const cinch_diag *diag)
{
    cli_fault at = {.name = t->in->name, .base = cli_in_offset(t->in)};
    at.line = t->line < UINT32_MAX ? (uint32_t)t->line : UINT32_MAX;
    at.column = t->column < UINT32_MAX ? (uint32_t)t->column : UINT32_MAX;
    if (t->in->status) return t->in->status; /* what cut it was told */
    return cli_data_error(&at, diag);
}

int cli_text_next(cli_text *t, const cinch_json_opts *opts, cinch_writer *w)
{
    if (!text_skip_blank(t)) return t->in->status ? t->in->status : CLI_TEXT_END;
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
    cinch_diag diag = CINCH_ZERO;
    if (t->in->status || (count == 1 && !text_skip_blank(t))) return t->in->status;
    diag.error = count ? CINCH_ERR_TRAILING : CINCH_ERR_TRUNCATED;
    diag.line = diag.column = 1;
    return text_fault(t, &diag);
}

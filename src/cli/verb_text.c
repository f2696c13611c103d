/* SPDX-License-Identifier: MIT
 * cinch to-text, cinch from-text
 */
#include "cli.h"

#include <inttypes.h>

extern const cli_verb cli_verb_to_text, cli_verb_from_text;

static struct {
    bool pretty;
    uint64_t indent;
} text_args = {.indent = UINT64_MAX};

static const cli_opt to_text_rows[] = {
    {'p', "pretty", CLI_FLAG, &text_args.pretty, NULL, NULL, "indented, one item a line", NULL},
    {0, "indent", CLI_NUMBER, &text_args.indent, "0-16", NULL, "indent by so many spaces, which implies -p (2)",
     "0 is one line."},
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one object", NULL},
};
static const cli_opt from_text_rows[] = {
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one object", NULL},
};
static const cli_group to_text_group = {"Text", to_text_rows, CLI_COUNT(to_text_rows)},
                       from_text_group = {"Text", from_text_rows, CLI_COUNT(from_text_rows)};
static const cli_group *const to_text_groups[] = {&to_text_group, &cli_input, &cli_output, &cli_limits, &cli_general, NULL};
static const cli_group *const from_text_groups[] = {&from_text_group, &cli_input, &cli_output, &cli_limits, &cli_general, NULL};

/* ---------------------------------------------------------------- to-text */

static int to_text_fault(const cli_in *in, uint64_t object, size_t len, const cinch_diag *diag)
{
    cli_fault at = {.name = in->name, .object = object, .base = cli_in_offset(in), .msg = in->buf + in->pos, .len = len};
    return in->status ? in->status : cli_data_error(&at, diag);
}

static int to_text_objects(cli_in *in, cli_out *out, const cinch_text_opts *opts)
{
    cli_framer framer = CINCH_ZERO;
    for (uint64_t object = 1;; object++) {
        size_t len;
        cinch_reader r;
        cinch_diag diag = {.error = CINCH_ERR_TRAILING};
        cli_whole got = cli_whole_next(&framer, in, true, &len);
        if (got == CLI_WHOLE_FAIL) return in->status;
        if (got == CLI_WHOLE_END && (!cli_args.one || object == 2)) return in->status;
        if (got == CLI_WHOLE_END) return to_text_fault(in, 1, 0, &(cinch_diag){.error = CINCH_ERR_TRUNCATED});
        if (cli_args.one && object == 2) return to_text_fault(in, 1, 0, &diag);
        if (got != CLI_WHOLE_GOT) len = in->len - in->pos;
        cinch_reader_init(&r, in->buf + in->pos, len);
        if (cinch_text_write(&r, opts, &out->w, &diag) != CINCH_OK) return to_text_fault(in, object, len, &diag);
        cinch_put_raw(&out->w, "\n", 1);
        cli_out_object(out);
        if (out->w.error) return CLI_IO;
        in->pos += len;
    }
}

static int to_text_run(const char *const *operands, size_t count)
{
    cli_in in;
    cli_out out;
    cinch_text_opts opts = {.limits = cli_limits_given()};
    (void)operands;
    (void)count;
    opts.indent = text_args.indent != UINT64_MAX ? (uint8_t)text_args.indent : text_args.pretty ? 2 : 0;
    cli_args.shallow = true;
    int status = cli_open(&in, &out, false);
    if (status != CLI_GOOD) return status;
    status = to_text_objects(&in, &out, &opts);
    cli_in_close(&in);
    return cli_out_close(&out, status);
}

/* ---------------------------------------------------------------- from-text */

static uint32_t text_lines_before(const char *text, size_t len, uint32_t *column)
{
    size_t line = 0;
    uint32_t lines = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\n') continue;
        line = i + 1;
        lines++;
    }
    *column = (uint32_t)(len - line);
    return lines;
}

static int from_text_fault(const cli_in *in, cinch_bin all, size_t at, const cinch_diag *diag)
{
    cli_fault fault = {.name = in->name, .base = at};
    fault.line = text_lines_before((const char *)all.ptr, at, &fault.column);
    return cli_data_error(&fault, diag);
}

/* Blanks and comments alone are no object. */
static bool from_text_ends(cinch_bin all, size_t at)
{
    const uint8_t *p = all.ptr + at, *end = all.ptr + all.len;
    while (p != end) {
        if (*p == '#') {
            const uint8_t *line = memchr(p, '\n', (size_t)(end - p));
            p = line ? line : end;
        } else if (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t') {
            p++;
        } else {
            return false;
        }
    }
    return true;
}

static int from_text_objects(const cli_in *in, cli_out *out, cinch_bin all, cinch_writer *w)
{
    cinch_text_opts opts = {.limits = cli_limits_given()};
    size_t at = 0, used = 0;
    for (uint64_t count = 0; !from_text_ends(all, at); count++, at += used) {
        cinch_diag diag = {.error = CINCH_ERR_TRAILING, .line = 1, .column = 1};
        if (cli_args.one && count) return from_text_fault(in, all, at, &diag);
        if (cinch_text_read((const char *)all.ptr + at, all.len - at, &opts, w, &used, &diag) != CINCH_OK)
            return from_text_fault(in, all, at, &diag);
        if (cinch_writer_pos(w) >= CLI_BLOCK) cli_out_direct(out, w);
        if (out->w.error) return CLI_IO;
    }
    if (cli_args.one && !at)
        return from_text_fault(in, all, all.len, &(cinch_diag){.error = CINCH_ERR_TRUNCATED, .line = 1, .column = 1});
    return CLI_GOOD;
}

static int from_text_run(const char *const *operands, size_t count)
{
    cli_in in;
    cli_out out;
    cinch_bin all;
    cinch_writer w;
    (void)operands;
    (void)count;
    cli_args.shallow = true;
    int status = cli_open(&in, &out, true);
    if (status != CLI_GOOD) return status;
    cinch_writer_init_grow(&w, NULL, CLI_BLOCK * 2);
    status = cli_in_all(&in, &all);
    if (status == CLI_GOOD) status = from_text_objects(&in, &out, all, &w);
    cli_out_direct(&out, &w);
    cinch_writer_free(&w);
    cli_in_close(&in);
    return cli_out_close(&out, status);
}

/* ---------------------------------------------------------------- the verbs */

const cli_verb cli_verb_to_text = {
    .name = "to-text",
    .operands = "[FILE]",
    .summary = "MessagePack to a notation that loses nothing",
    .about =
        "Writes each object on a line, or with -p on many, in a notation that a person reads and types, and from which "
        "from-text gives back the "
        "same bytes: floats by width and bits, formats larger than need be, malformed timestamps and text that is not UTF-8 as "
        "well. It looks like JSON, with a word before what JSON lacks:\n\n"
        "    {\"id\": 7, \"raw\": x\"00ff\", \"at\": time \"2020-01-01T00:00:00Z\",\n"
        "     \"half\": f32 0.5, \"old\": u16 5, \"e\": ext 3 x\"0a\", nil: array32 []}\n\n"
        "docs/text-notation.md has all of it. Holds one object in memory, at most 512 deep.",
    .examples = "cinch to-text data.mp\tan object a line\n"
                "cinch to-text -p data.mp > data.txt; vi data.txt; cinch from-text data.txt -o data.mp\tedit anything\n",
    .groups = to_text_groups,
    .most = 1,
    .reads = true,
    .run = to_text_run,
};

const cli_verb cli_verb_from_text = {
    .name = "from-text",
    .operands = "[FILE]",
    .summary = "and back",
    .about = "Reads any number of values in the notation that to-text writes (docs/text-notation.md). Between them may "
             "be blanks and comments, from # to the end of the line. A value is written in its smallest format unless a "
             "word before it names another. Holds the text in memory.",
    .examples = "cinch from-text notes.txt -o notes.mp\ta file\n"
                "echo '[1, u16 2, f32 0.5, x\"00ff\"]' | cinch from-text | cinch dump\tbytes by hand\n",
    .groups = from_text_groups,
    .most = 1,
    .reads = true,
    .json = true,
    .run = from_text_run,
};

/* SPDX-License-Identifier: MIT
 * What an error line says beyond the library's words: which key, which limit, what JSON wanted; and in a second line the option that helps.
 */
#include "cli.h"

#include <inttypes.h>

static bool hint_option(const char *name, cli_kind kind)
{
    cli_walk walk = {cli_current, 0, 0};
    for (const cli_opt *o; (o = cli_walk_next(&walk));)
        if (o->name && o->kind == kind && strcmp(o->name, name) == 0) return true;
    return false;
}

/* ---------------------------------------------------------------- after the text */

static size_t detail_str(const char *s, size_t len, char *out, size_t cap)
{
    char text[128];
    cinch_escape(s, len, text, sizeof text);
    return cli_format(out, cap, ": \"%s\"", text);
}

/* The key at fault: a str in quotes, a number as it is, of the others the type. */
static void detail_key(cinch_token t, char *out, size_t cap)
{
    if (t.type == CINCH_STR)
        detail_str(t.as.str, t.len, out, cap);
    else if (t.type == CINCH_U64)
        cli_format(out, cap, ": %" PRIu64, t.as.u64);
    else if (t.type == CINCH_I64)
        cli_format(out, cap, ": %" PRId64, t.as.i64);
    else if (t.type != CINCH_NONE)
        cli_format(out, cap, ": %s", cinch_type_name((cinch_type)t.type));
}

/* The same in JSON text: as it stands there, without its quotes. */
static void detail_text_key(const cli_fault *at, uint64_t pos, char *out, size_t cap)
{
    const char *s = at->text + pos;
    size_t left = at->text_len - (size_t)pos, n = 1;
    if (left == 0 || *s != '"') return;
    while (n < left && s[n] != '"') n += s[n] == '\\' ? 2 : 1;
    if (n < left) detail_str(s + 1, n - 1, out, cap);
}

static void detail_limit(char *out, size_t cap)
{
    char bytes[40] = "", items[40] = "";
    if (cli_args.max_bytes) cli_format(bytes, sizeof bytes, "--max-bytes=%" PRIu64, cli_args.max_bytes);
    if (cli_args.max_items) cli_format(items, sizeof items, "--max-items=%" PRIu64, cli_args.max_items);
    if (*bytes || *items) cli_format(out, cap, " (%s%s%s)", bytes, *bytes && *items ? " or " : "", items);
}

static void detail_depth(char *out, size_t cap)
{
    uint64_t depth = cli_args.max_depth ? cli_args.max_depth : CLI_DEPTH;
    if (cli_args.shallow && depth >= CLI_DEPTH)
        cli_format(out, cap, " (%d is the most here, whatever --max-depth says)", CLI_DEPTH);
    else
        cli_format(out, cap, " (--max-depth=%" PRIu64 ")", depth);
}

void cli_fault_detail(const cli_fault *at, const cinch_diag *diag, char *out, size_t cap)
{
    const char *want;
    bool key = diag->error == CINCH_ERR_DUPLICATE || diag->error == CINCH_ERR_ORDER || diag->error == CINCH_ERR_KEY;
    *out = 0;
    if (at->expected && *at->expected)
        cli_format(out, cap, ": expected %s%s%s", at->expected, *at->got ? ", got " : "", at->got);
    if (key && at->key) detail_key(*at->key, out, cap);
    if (key && at->msg && diag->pos < at->len) {
        cinch_reader r;
        cinch_reader_init(&r, (const uint8_t *)at->msg + diag->pos, at->len - (size_t)diag->pos);
        detail_key(cinch_peek(&r), out, cap);
    }
    if (key && at->text && diag->pos < at->text_len) detail_text_key(at, diag->pos, out, cap);
    if (diag->error == CINCH_ERR_LIMIT && !cli_current->link) detail_limit(out, cap);
    if (diag->error == CINCH_ERR_DEPTH && !cli_current->link) detail_depth(out, cap);
    if (diag->error == CINCH_ERR_SYNTAX && at->text && (want = cli_json_want(at->text, at->text_len, (size_t)diag->pos)))
        cli_format(out, cap, ": %s", want);
}

/* ---------------------------------------------------------------- a second line */

/* A number in JSON text: with a point or an exponent it is too large for a float 64, and no option helps. */
static bool hint_integer(const cli_fault *at, uint64_t pos)
{
    const char *p = at->text + pos, *end = at->text + at->text_len;
    while (p < end && ((*p >= '0' && *p <= '9') || *p == '-')) p++;
    return p == end || !strchr(".eE", *p);
}

/* Would the lax reader have come further? It reads the document once more. */
static bool hint_lax(const cli_fault *at, uint64_t pos)
{
    cinch_json_opts opts = cli_json_in_opts();
    cinch_diag diag;
    cinch_writer w;
    size_t used;
    if (opts.lax || (unsigned char)at->text[pos] == 0xef) return false; /* a byte order mark is refused by the tool */
    opts.lax = true;
    cinch_writer_init_count(&w);
    return cinch_json_read(at->text, at->text_len, &opts, &w, &used, &diag) == CINCH_OK || diag.pos > pos;
}

/* Is it the value of a $f32? */
static bool hint_f32(const cli_fault *at, uint64_t pos)
{
    static const char tag[] = {'"', '$', 'f', '3', '2', '"'};
    const char *p = at->text + pos;
    bool colon = false;
    while (p != at->text && strchr(" \t\r\n:", p[-1])) colon |= *--p == ':';
    return colon && p - at->text >= (ptrdiff_t)sizeof tag && memcmp(p - sizeof tag, tag, sizeof tag) == 0;
}

static const char *hint_number(const cli_fault *at, const cinch_diag *diag)
{
    if (hint_option("nan", CLI_CHOICE))
        return "NaN and infinities have no place in JSON. Try --nan=null, --nan=string or --tagged.";
    if (at->text && cli_json_in_opts().tagged && hint_f32(at, diag->pos)) return "$f32 takes what a float 32 holds exactly.";
    if (at->text && hint_option("bigint", CLI_CHOICE) && hint_integer(at, diag->pos))
        return "It is beyond 64 bits. Try --bigint=float or --bigint=string.";
    return at->text ? "It is beyond the largest float 64." : NULL;
}

const char *cli_fault_hint(const cli_fault *at, const cinch_diag *diag)
{
    switch (diag->error) {
    case CINCH_ERR_NUMBER: return hint_number(at, diag);
    case CINCH_ERR_UTF8:
    case CINCH_ERR_SURROGATE: return hint_option("utf8", CLI_CHOICE) ? "Try --utf8=replace, which puts U+FFFD there." : NULL;
    case CINCH_ERR_KEY: return hint_option("tagged", CLI_FLAG) ? "Try --tagged, which has a place for every key." : NULL;
    case CINCH_ERR_ORDER:
    case CINCH_ERR_OVERLONG:
        return hint_option("canonical", CLI_FLAG) ? "Try 'cinch canon', which writes the canonical form." : NULL;
    case CINCH_ERR_SYNTAX:
        return at->text && hint_option("lax", CLI_FLAG) && hint_lax(at, diag->pos)
                   ? "Try --lax, which allows comments, a trailing comma, NaN and Infinity."
                   : NULL;
    default: return NULL;
    }
}

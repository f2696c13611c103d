/* SPDX-License-Identifier: MIT
 * cinch diff: two files, object by object, each difference on a line.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>

extern const cli_verb cli_verb_diff;

enum { DIFF_BAD = 3 }; /* exit status, as diff(1) has it: 1 is "different" */

static struct {
    bool quiet;
} diff_args;

static const cli_opt diff_rows[] = {
    {'q', "quiet", CLI_FLAG, &diff_args.quiet, NULL, NULL, "say nothing; the exit status tells", NULL},
};
static const cli_group diff_group = {"Differences", diff_rows, CLI_COUNT(diff_rows)};
static const cli_group *const diff_groups[] = {&diff_group, &cli_output, &cli_limits, &cli_general, NULL};

typedef struct diff_side {
    cli_in in;
    char name[1024];
    cli_framer framer;
    cinch_bin msg;
    cli_whole got;
} diff_side;

typedef struct differ {
    diff_side side[2];
    cli_out out;
    cinch_writer bytes; /* a value on its way to JSON */
    bool color;
    uint64_t objects; /* compared so far */
    bool different;
} differ;

/* ---------------------------------------------------------------- lines */

static void diff_value(differ *d, const cinch_node *n)
{
    cinch_json_opts opts = {.tagged = true};
    cinch_bin item;
    cinch_reader r;
    cinch_writer_rewind(&d->bytes, 0);
    cinch_node_write(n, &d->bytes);
    if (cinch_writer_finish(&d->bytes, &item, NULL) != CINCH_OK) {
        cinch_writer_fail(&d->out.w, CINCH_ERR_MEMORY);
        return;
    }
    cinch_reader_init(&r, item.ptr, item.len);
    (void)!cinch_json_write(&r, &opts, &d->out.w, NULL); /* fails with the output alone, which tells */
}

/* The pointer as error lines show it, so that cinch get -e takes it. */
static void diff_pointer(differ *d, cinch_str pointer)
{
    char piece[512];
    if (d->objects) cli_out_print(&d->out, "object %" PRIu64 " ", d->objects + 1);
    if (pointer.len == 0) cli_out_text(&d->out, "\"\"");
    for (size_t at = 0, len; at < pointer.len; at += len) {
        len = pointer.len - at < 100 ? pointer.len - at : 100;
        while (len > 96 && at + len < pointer.len && ((uint8_t)pointer.ptr[at + len] & 0xc0) == 0x80)
            len--; /* whole characters */
        cinch_escape(pointer.ptr + at, len, piece, sizeof piece);
        cli_out_text(&d->out, piece);
    }
}

static bool diff_line(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b)
{
    static const char *const signs[] = {"+ ", "- ", "! "}, *const colors[] = {"\033[32m", "\033[31m", "\033[33m"};
    differ *d = user;
    d->different = true;
    if (diff_args.quiet) return false;
    if (d->color) cli_out_text(&d->out, colors[kind]);
    cli_out_text(&d->out, signs[kind]);
    diff_pointer(d, pointer);
    cli_out_text(&d->out, ": ");
    if (a) diff_value(d, a);
    if (a && b) cli_out_text(&d->out, " -> ");
    if (b) diff_value(d, b);
    if (d->color) cli_out_text(&d->out, "\033[0m");
    cli_out_text(&d->out, "\n");
    cli_out_object(&d->out);
    return !d->out.w.error;
}

/* ---------------------------------------------------------------- objects */

static int diff_fault(const differ *d, const diff_side *side, const cinch_diag *diag)
{
    cli_fault at = {.name = side->in.name,
                    .object = d->objects + 1,
                    .base = cli_in_offset(&side->in),
                    .msg = side->msg.ptr,
                    .len = side->msg.len};
    if (!side->in.status) cli_data_error(&at, diag);
    return DIFF_BAD;
}

/* The next object of a side, checked; CLI_WHOLE_END when there is none. */
static int diff_next(differ *d, diff_side *side)
{
    cinch_read_opts read = {.limits = cli_limits_given()};
    cinch_diag diag;
    size_t len;
    side->got = cli_whole_next(&side->framer, &side->in, true, &len);
    if (side->got == CLI_WHOLE_END && !side->in.status) return CLI_GOOD;
    if (side->got == CLI_WHOLE_END || side->got == CLI_WHOLE_FAIL) return DIFF_BAD;
    side->msg.ptr = side->in.buf + side->in.pos;
    side->msg.len = side->got == CLI_WHOLE_GOT ? len : side->in.len - side->in.pos;
    if (cinch_check(side->msg.ptr, side->msg.len, &read, &diag) != CINCH_OK) return diff_fault(d, side, &diag);
    return CLI_GOOD;
}

static void diff_more(differ *d, const diff_side *side, char sign)
{
    d->different = true;
    if (!diff_args.quiet)
        cli_out_print(&d->out, "%c object %" PRIu64 " and what follows: only in %s\n", sign, d->objects + 1, side->in.name);
}

static int diff_objects(differ *d)
{
    diff_side *a = &d->side[0], *b = &d->side[1];
    for (;; d->objects++) {
        cinch_diag diag;
        int status = diff_next(d, a);
        if (status == CLI_GOOD) status = diff_next(d, b);
        if (status != CLI_GOOD) return status;
        if (a->got == CLI_WHOLE_END && b->got == CLI_WHOLE_END) return CLI_GOOD;
        if (a->got == CLI_WHOLE_END || b->got == CLI_WHOLE_END) {
            diff_more(d, a->got == CLI_WHOLE_END ? b : a, a->got == CLI_WHOLE_END ? '+' : '-');
            return CLI_GOOD;
        }
        if (cinch_diff(a->msg, b->msg, NULL, diff_line, d, &diag) != CINCH_OK) return diff_fault(d, diag.in_b ? b : a, &diag);
        if (d->out.w.error || (diff_args.quiet && d->different)) return CLI_GOOD;
        a->in.pos += a->msg.len;
        b->in.pos += b->msg.len;
    }
}

/* ---------------------------------------------------------------- the verb */

static int diff_open(diff_side *side, const char *file)
{
    int status = cli_in_open(&side->in, file);
    if (status != CLI_GOOD) return status;
    cli_format(side->name, sizeof side->name, "%s", side->in.name);
    side->in.name = side->name; /* the other side's would take its place */
    return CLI_GOOD;
}

static int diff_files(differ *d, const char *const *operands)
{
    int status = diff_open(&d->side[0], operands[0]);
    if (status == CLI_GOOD) status = diff_open(&d->side[1], operands[1]);
    if (status == CLI_GOOD) status = cli_out_open(&d->out, false);
    for (size_t i = 0; i < 2 && status == CLI_GOOD; i++) status = cli_out_apart(&d->out, &d->side[i].in);
    if (status != CLI_GOOD) return status;
    d->color = cli_color(d->out.fd);
    status = diff_objects(d);
    return cli_out_close(&d->out, status);
}

static int diff_run(const char *const *operands, size_t count)
{
    static differ d;
    (void)count;
    if (strcmp(operands[0], "-") == 0 && strcmp(operands[1], "-") == 0)
        return cli_usage("standard input cannot be both A and B");
    cli_args.shallow = true;
    cinch_writer_init_grow(&d.bytes, NULL, 0);
    int status = diff_files(&d, operands);
    for (size_t i = 0; i < 2; i++)
        if (d.side[i].in.buf) cli_in_close(&d.side[i].in);
    cinch_writer_free(&d.bytes);
    return status == CLI_GOOD && d.different ? CLI_BAD : status;
}

const cli_verb cli_verb_diff = {
    .name = "diff",
    .operands = "A B",
    .summary = "what differs between two files",
    .about = "Compares the values of two files, object by object: formats and the order of keys do not matter, but an integer "
             "is no float, a float 32 no "
             "float 64, and a str no bin. Each difference is a line: its kind, the JSON Pointer (which cinch get -e takes), "
             "and the values, "
             "as cinch to-json --tagged writes them.\n\n"
             "    + /a: 1         only in B\n"
             "    - /b: 2         only in A\n"
             "    ! /c: 3 -> 4    not the same\n\n"
             "Elements of arrays are compared place by place.\n\n"
             "Exit status: 0 no difference, 1 differences, 2 used wrongly, 3 a file cannot be read or is bad. Holds one object "
             "of each file in "
             "memory, at most 512 deep.",
    .examples = "cinch diff old.mp new.mp\tall differences\n"
                "cinch diff -q old.mp new.mp || echo changed\tjust whether\n"
                "cinch from-json new.json | cinch diff old.mp -\tagainst a JSON file\n",
    .groups = diff_groups,
    .least = 2,
    .most = 2,
    .run = diff_run,
};

/* SPDX-License-Identifier: MIT
 * cinch dump: every item on a line. Runs on the stream reader, so that objects of any size pass; of a payload only the beginning
 * is kept.
 */
#include "dump.h"
#include "flowing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

extern const cli_verb cli_verb_dump;

static struct {
    uint64_t depth, show;
} dump_args = {UINT64_MAX, DUMP_SHOW};

static const cli_opt dump_rows[] = {
    {0, "depth", CLI_NUMBER, &dump_args.depth, "N", NULL, "list N levels; 0 is a line an object",
     "What lies deeper is checked and counted."},
    {0, "show-bytes", CLI_NUMBER, &dump_args.show, "0-4096", NULL, "bytes shown of each item (10)", NULL},
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one object", NULL},
    {0, "raw-time", CLI_FLAG, &cli_args.raw_time, NULL, NULL, "an extension of type -1 is listed as any other", NULL},
};
static const cli_group dump_group = {"Listing", dump_rows, CLI_COUNT(dump_rows)};
static const cli_group *const dump_groups[] = {&dump_group, &cli_faults,  &cli_input, &cli_output,
                                               &cli_limits, &cli_general, NULL};

typedef struct dump_level {
    uint64_t left, index; /* items to come (two a pair), and passed */
    uint32_t indent;      /* of them */
    bool map;
} dump_level;

typedef struct dumper {
    cli_in in;
    cli_out out;
    cli_flow flow;
    dump_level *places; /* of what is open */
    dump_style style;
    dump_item item; /* the one at hand */
    uint64_t objects;
    uint32_t depth;   /* of places */
    size_t want;      /* bytes of a payload to collect */
    bool listed;      /* its line is out */
    bool several;     /* files: a line before each has its name */
    bool titled;      /* the columns have their titles */
    bool apart;       /* a fault came before: the next object begins with a line that says so */
    uint64_t cut_pos; /* an item that goes on behind the window: where it begins, */
    size_t cut_len;   /*   and the first bytes of it */
    uint8_t cut[DUMP_SHOW_MOST];
    char scratch[CLI_BLOCK / 4];
    uint8_t payload[DUMP_SHOW_MOST + DUMP_TEXT];
} dumper;

/* ---------------------------------------------------------------- where an item stands */

static void dump_place(dumper *d, uint32_t depth)
{
    dump_level *level = depth ? &d->places[depth - 1] : NULL;
    d->item.role = DUMP_VALUE;
    d->item.indent = 0;
    d->item.inside = UINT64_MAX;
    if (!level) return;
    d->item.indent = level->indent;
    d->item.index = level->index++;
    if (!level->map)
        d->item.role = DUMP_ELEMENT;
    else if (level->left % 2 == 0)
        d->item.role = DUMP_KEY;
    else
        d->item.indent += 2;
    level->left--;
}

static void dump_open(dumper *d, const cinch_token *t)
{
    dump_level *level = &d->places[d->depth++];
    level->map = t->type == CINCH_MAP;
    level->left = level->map ? 2 * (uint64_t)t->len : t->len;
    level->index = 0;
    level->indent = d->item.indent + 2;
}

/* ---------------------------------------------------------------- faults */

static size_t dump_item_len(const uint8_t *bytes, size_t len)
{
    cinch_reader r;
    cinch_reader_init(&r, bytes, len);
    size_t n = cinch_get_raw(&r).len;
    return n ? n : len;
}

/* The item at fault gets a line: with all of its bytes when that is what they are, else with the first one. */
static void dump_bad_line(dumper *d, const cinch_diag *diag)
{
    const char *why = cinch_error_text(diag->error);
    bool there = diag->pos >= d->in.base && diag->pos < d->in.base + d->in.len;
    size_t from = there ? (size_t)(diag->pos - d->in.base) : 0, len = there ? d->in.len - from : 0;
    const uint8_t *bytes = d->in.buf + from;
    if (!d->listed && d->item.pos == diag->pos) {
        d->item.fault = why;
        dump_line(&d->out, &d->style, &d->item);
        return;
    }
    if (d->cut_len && d->cut_pos == diag->pos) {
        bytes = d->cut;
        len = d->cut_len;
    }
    if (diag->error == CINCH_ERR_TIME)
        len = dump_item_len(bytes, len);
    else if (len > 1 && diag->error != CINCH_ERR_TRUNCATED)
        len = 1;
    dump_fault(&d->out, &d->style, diag->pos, bytes, len, why);
}

static int dump_bad(dumper *d, const cinch_diag *diag)
{
    if (d->in.status) return d->in.status; /* what cut it was told */
    dump_bad_line(d, diag);
    cinch_writer_flush(&d->out.w); /* before the error's line, where both go to a terminal */
    return cli_flow_tell(&d->flow, diag);
}

/* Bytes that will not be in the window when a fault is found in them. */
static void dump_keep(dumper *d, const uint8_t *bytes, size_t len, uint64_t pos)
{
    if (d->cut_len == 0) d->cut_pos = pos;
    if (len > sizeof d->cut - d->cut_len) len = sizeof d->cut - d->cut_len;
    if (len) memcpy(d->cut + d->cut_len, bytes, len);
    d->cut_len += len;
}

/* ---------------------------------------------------------------- items */

/* Collects what comes of a payload. True when there is enough of it to be listed. */
static bool dump_collect(dumper *d, const cinch_token *t)
{
    dump_item *item = &d->item;
    size_t n = d->want - item->payload_len;
    if (n > t->len) n = t->len;
    if (n) memcpy(d->payload + item->payload_len, t->as.ptr, n);
    item->payload_len += n;
    return item->payload_len >= d->want || t->part & CINCH_LAST;
}

static void dump_begin(dumper *d, const cinch_token *t)
{
    dump_place(d, d->depth);
    d->item.t = *t;
    d->item.pos = cli_flow_pos(&d->flow);
    d->item.payload = d->payload;
    d->item.payload_len = 0;
    d->listed = false;
}

static void dump_list(dumper *d)
{
    if (!d->listed) dump_line(&d->out, &d->style, &d->item);
    d->listed = true;
}

static void dump_payload(dumper *d, const cinch_token *t)
{
    if (t->part & CINCH_FIRST) {
        dump_begin(d, t);
        d->item.t.len = (uint32_t)d->flow.s.total;
    }
    if (dump_collect(d, t)) dump_list(d);
}

static uint8_t *dump_big_endian(uint8_t *p, uint64_t v, size_t len)
{
    for (size_t i = 0; i < len; i++) p[i] = (uint8_t)(v >> 8 * (len - 1 - i));
    return p + len;
}

/* A timestamp's token has its value; its bytes follow from that and from how many they were. */
static void dump_time(dumper *d, const cinch_token *t)
{
    unsigned head = t->format >= 0xd4   ? 2
                    : t->format == 0xc7 ? 3
                    : t->format == 0xc8 ? 4
                                        : 6; /* fixext, ext 8, ext 16, ext 32 */
    uint64_t len = d->flow.s.next - d->flow.s.pos - head;
    uint64_t sec = (uint64_t)t->as.sec;
    uint8_t *p = d->payload;
    dump_begin(d, t);
    d->item.t.type = CINCH_EXT;
    d->item.t.ext = -1;
    d->item.t.len = (uint32_t)len;
    if (len == 4) p = dump_big_endian(p, sec, 4);
    if (len == 8) p = dump_big_endian(p, (uint64_t)t->len << 34 | sec, 8);
    if (len == 12) p = dump_big_endian(dump_big_endian(p, t->len, 4), sec, 8);
    d->item.payload_len = (size_t)(p - d->payload);
    dump_list(d);
}

/* What a container holds that is too deep to be listed. False: it does not end well, of which the next token tells. */
static bool dump_below(dumper *d)
{
    uint64_t from = d->flow.s.next;
    bool got = cli_flow_skip(&d->flow);
    if (got) d->item.inside = d->flow.s.next - from;
    dump_list(d);
    return got;
}

/* False: a fault was met. */
static bool dump_token(dumper *d, const cinch_token *t)
{
    bool opens = t->type >= CINCH_ARRAY && t->len;
    if (t->type == CINCH_STR || t->type == CINCH_BIN || t->type == CINCH_EXT) {
        dump_payload(d, t);
    } else if (t->type == CINCH_TIME) {
        dump_time(d, t);
    } else {
        dump_begin(d, t);
        if (opens && d->depth >= dump_args.depth) return dump_below(d);
        dump_list(d);
        if (opens) dump_open(d, t);
    }
    return true;
}

/* An item has ended, and with it perhaps what it was the last item of. */
static int dump_after(dumper *d, const cinch_token *t)
{
    if (!(t->part & CINCH_LAST)) return CLI_GOOD;
    while (d->depth && d->places[d->depth - 1].left == 0) d->depth--;
    if (d->depth == 0) d->objects++;
    cli_out_object(&d->out);
    return d->out.w.error ? CLI_IO : CLI_GOOD;
}

/* As cli_flow_next, but keeps the beginning of an item that goes on behind the window. */
static bool dump_next(dumper *d, cinch_token *t)
{
    cinch_status got;
    d->cut_len = 0;
    for (;;) {
        const uint8_t *from = d->in.buf + d->in.pos;
        cinch_input input = {from, d->in.len - d->in.pos, 0};
        got = cinch_stream_next(&d->flow.s, &input, t);
        d->in.pos += input.pos;
        if (got == CINCH_GOT) return true;
        dump_keep(d, from, input.pos, cli_in_offset(&d->in) - input.pos);
        if (got == CINCH_FAILED || !cli_flow_refill(&d->flow)) return false;
    }
}

static void dump_object_line(dumper *d)
{
    char text[40];
    cli_format(text, sizeof text, "object %" PRIu64, d->objects + 1);
    dump_part(&d->out, &d->style, text);
}

/* To the end of the input, or a fault. */
static int dump_run(dumper *d)
{
    cinch_token t;
    cinch_diag diag;
    int status = CLI_GOOD;
    while (status == CLI_GOOD && dump_next(d, &t)) {
        if (d->depth == 0 && t.part & CINCH_FIRST && (d->objects || d->apart)) {
            if (cli_args.one) return dump_bad(d, &(cinch_diag){.error = CINCH_ERR_TRAILING, .pos = cli_flow_pos(&d->flow)});
            dump_object_line(d);
        }
        if (dump_token(d, &t)) status = dump_after(d, &t);
    }
    if (status != CLI_GOOD) return status;
    if (cli_flow_verdict(&d->flow, &diag) != CINCH_OK) return dump_bad(d, &diag);
    if (cli_args.one && !d->objects && !d->in.status) return dump_bad(d, &(cinch_diag){.error = CINCH_ERR_TRUNCATED});
    return d->in.status;
}

/* Behind a fault, with --recover. */
static void dump_afresh(dumper *d)
{
    d->depth = 0;
    d->listed = true;
}

static int dump_all(dumper *d)
{
    int status = CLI_GOOD, last;
    if (!d->titled) dump_title(&d->out, &d->style);
    if (d->several) dump_part(&d->out, &d->style, d->in.name);
    d->titled = true;
    while ((last = dump_run(d)) != CLI_GOOD) {
        status = last;
        if (status != CLI_BAD || !cli_flow_recover(&d->flow)) break;
        dump_afresh(d);
        d->apart = true;
    }
    return status;
}

static int dump_start(dumper *d)
{
    const cinch_read_opts read = {.limits = cli_limits_given(), .flags = cli_args.raw_time ? CINCH_RAW_TIME : 0};
    d->places = calloc(read.limits.depth ? read.limits.depth : CLI_DEPTH, sizeof *d->places);
    int status = cli_flow_open(&d->flow, &d->in, &read);
    if (status != CLI_GOOD) return status;
    if (!d->places) return cli_io_error(d->in.name, ENOMEM);
    d->style.show = (size_t)dump_args.show;
    d->style.color = cli_color(d->out.fd);
    d->style.raw_time = cli_args.raw_time;
    d->want = d->style.show > DUMP_TEXT ? d->style.show : DUMP_TEXT;
    dump_afresh(d);
    cinch_stream_scratch(&d->flow.s, d->scratch, sizeof d->scratch);
    if (!cli_in_more(&d->in) && d->in.status) return d->in.status; /* nothing to put titles on */
    return dump_all(d);
}

static int dump_file(void *user)
{
    dumper *d = user;
    d->objects = 0;
    d->apart = false;
    int status = dump_start(d);
    cli_flow_close(&d->flow);
    free(d->places);
    return status;
}

static int dump_verb(const char *const *operands, size_t count)
{
    static dumper d;
    const cli_files files = {&d.in, &d.out, dump_file, &d};
    d.several = count > 1;
    return cli_files_run(&files, operands, count);
}

const cli_verb cli_verb_dump = {
    .name = "dump",
    .operands = "[FILE]...",
    .summary = "every item on a line: offset, bytes, format, value",
    .about = "Lists every item of every object: its offset, its bytes, its format by the name in the specification, and "
             "its value, indented by depth. Elements of arrays have their place in brackets, keys a colon. Text is cut "
             "after 64 bytes. An item in a format larger than need be is marked overlong.\n\n"
             "A float 32 is shown in as few digits as tell it from other float 32. to-json does so only with "
             "--f32=short.\n\n"
             "The listing ends with the first fault, which it shows; with --recover it goes on behind it. Objects of "
             "any size pass in flat memory. Of several FILEs each begins with a line that has its name.",
    .examples = "cinch dump data.mp | less\tall of it\n"
                "cinch dump --depth 1 data.mp\tthe top of it\n"
                "cinch dump --hex=93c0cd0100cb4009\tbytes from a log, and where they end\n"
                "cinch dump --color data.mp | less -R\tin colour\n",
    .groups = dump_groups,
    .most = 1,
    .reads = true,
    .many = true,
    .run = dump_verb,
};

/* SPDX-License-Identifier: MIT
 * cinch stat: what an input consists of. One pass over tokens; the text and --json are made from the same numbers.
 */
#include "flowing.h"
#include "stat.h"

#include <inttypes.h>
#include <stdlib.h>

extern const cli_verb cli_verb_stat;

static struct {
    bool json;
    uint64_t keys;
} stat_args = {false, 10};

static const cli_opt stat_rows[] = {
    {0, "json", CLI_FLAG, &stat_args.json, NULL, NULL, "as JSON, one object", NULL},
    {0, "keys", CLI_NUMBER, &stat_args.keys, "0-1000", NULL, "how many of the most frequent keys (10)",
     "Counted are str keys of up to 64 bytes and integer keys. An input of more than 3072 different ones is counted nearly: "
     "the "
     "numbers then come with the most they may be."},
};
static const cli_group stat_group = {"Statistics", stat_rows, CLI_COUNT(stat_rows)};
static const cli_group *const stat_groups[] = {&stat_group, &cli_input, &cli_output, &cli_limits, &cli_general, NULL};

typedef struct stat_count {
    uint64_t items, bytes;
} stat_count;

typedef struct statist {
    cli_in in;
    cli_out out;
    cli_flow flow;
    stat_count formats[256]; /* by first byte, the fix ones at their first */
    stat_count all, overlong;
    uint64_t objects, shortest, longest;
    uint64_t from; /* offset of the object at hand */
    uint64_t depth;
    stat_keys keys;
    char scratch[STAT_KEY_LEN]; /* keys come whole */
} statist;

/* ---------------------------------------------------------------- one item */

/* v: how far from 0. */
static uint64_t stat_smallest_number(uint64_t v, bool negative)
{
    const uint64_t one = negative ? 0x80 : 0xff, two = negative ? 0x8000 : 0xffff, four = negative ? 0x80000000u : 0xffffffffu;
    uint64_t size = v <= (negative ? 32 : 127) ? 0 : v <= one ? 1 : v <= two ? 2 : v <= four ? 4 : 8;
    return 1 + size;
}

/* Bytes in the smallest format; len is that of a payload, all parts together, or a count. */
static uint64_t stat_smallest(const cinch_token *t, uint64_t len)
{
    switch (t->type) {
    case CINCH_U64: return stat_smallest_number(t->as.u64, false);
    case CINCH_I64: return stat_smallest_number(0 - t->as.u64, true);
    case CINCH_F32: return 5;
    case CINCH_F64: return 9;
    case CINCH_STR: return len + (len < 32 ? 1 : len <= 0xff ? 2 : len <= 0xffff ? 3 : 5);
    case CINCH_BIN: return len + (len <= 0xff ? 2 : len <= 0xffff ? 3 : 5);
    case CINCH_EXT:
        if (len && len <= 16 && !(len & (len - 1))) return len + 2;
        return len + (len <= 0xff ? 3 : len <= 0xffff ? 4 : 6);
    case CINCH_TIME:
        if (t->as.sec < 0 || t->as.sec >> 34) return 15;
        return t->len || t->as.sec >> 32 ? 10 : 6; /* len: nanoseconds */
    case CINCH_ARRAY:
    case CINCH_MAP: return len < 16 ? 1 : len <= 0xffff ? 3 : 5;
    default: return 1;
    }
}

static uint8_t stat_format(uint8_t b)
{
    return b < 0x80 ? 0 : b < 0xc0 ? (b < 0xa0 ? b & 0xf0 : 0xa0) : b >= 0xe0 ? 0xe0 : b;
}

/* The last, or only, part of an item that lay at this depth. */
static void stat_item(statist *s, const cinch_token *t, uint32_t depth)
{
    const cinch_stream *from = &s->flow.s;
    bool opens = t->type >= CINCH_ARRAY;
    uint64_t bytes = from->next - from->pos, least = stat_smallest(t, opens ? t->len : from->total);
    stat_count *format = &s->formats[stat_format(t->format)];
    format->items++;
    format->bytes += bytes;
    s->all.items++;
    s->all.bytes += bytes;
    if (bytes > least) {
        s->overlong.items++;
        s->overlong.bytes += bytes - least;
    }
    if (opens && depth + 1 > s->depth) s->depth = depth + 1;
    if (from->key && stat_args.keys) {
        cinch_token whole = *t;
        if (from->total > STAT_KEY_LEN) whole.len = STAT_KEY_LEN + 1; /* may have come in parts */
        stat_keys_add(&s->keys, &whole);
    }
    if (from->depth) return;
    uint64_t end = s->flow.base + from->next, len = end - s->from;
    if (!s->objects++ || len < s->shortest) s->shortest = len;
    if (len > s->longest) s->longest = len;
    s->from = end;
}

static int stat_read(statist *s)
{
    const cinch_read_opts opts = {.limits = cli_limits_given()};
    cinch_token t;
    int status = cli_flow_open(&s->flow, &s->in, &opts);
    if (status != CLI_GOOD) return status;
    cinch_stream_scratch(&s->flow.s, s->scratch, sizeof s->scratch);
    for (uint32_t depth = 0; cli_flow_next(&s->flow, &t); depth = s->flow.s.depth)
        if (t.part & CINCH_LAST) stat_item(s, &t, depth);
    return cli_flow_end(&s->flow);
}

/* ---------------------------------------------------------------- as text */

static const char *stat_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void stat_text_head(statist *s)
{
    cli_out *o = &s->out;
    cli_out_print(o, "objects   %" PRIu64, s->objects);
    if (s->objects && s->shortest == s->longest)
        cli_out_print(o, ", of %" PRIu64 " byte%s", s->shortest, stat_s(s->shortest));
    else if (s->objects)
        cli_out_print(o, ", of %" PRIu64 " to %" PRIu64 " bytes", s->shortest, s->longest);
    cli_out_print(o, "\nbytes     %" PRIu64 "\n", s->all.bytes);
    cli_out_print(o, "values    %" PRIu64 ", keys included\n", s->all.items);
    cli_out_print(o, "depth     %" PRIu64 "\n", s->depth);
    cli_out_print(o, "overlong  %" PRIu64 " value%s, %" PRIu64 " byte%s more than need be\n", s->overlong.items,
                  stat_s(s->overlong.items), s->overlong.bytes, stat_s(s->overlong.bytes));
}

static void stat_text_formats(statist *s)
{
    if (s->all.items) cli_out_print(&s->out, "\n%-16s  %12s  %14s\n", "format", "values", "bytes");
    for (int b = 0; b < 256; b++) {
        const stat_count *c = &s->formats[b];
        if (c->items)
            cli_out_print(&s->out, "%-16s  %12" PRIu64 "  %14" PRIu64 "  %5.1f%%\n", cinch_format_name((uint8_t)b), c->items,
                          c->bytes, 100 * (double)c->bytes / (double)s->all.bytes);
    }
}

static void stat_text_keys(statist *s, size_t count)
{
    const bool nearly = s->keys.off != 0;
    if (count) cli_out_print(&s->out, "\n%12s%s  key\n", nearly ? "at least" : "times", nearly ? "       at most" : "");
    for (size_t i = 0; i < count; i++) {
        const stat_key *k = &s->keys.places[i];
        char text[4 * STAT_KEY_LEN + 4];
        const char *quote = k->type == CINCH_STR ? "\"" : "";
        cinch_escape(k->text, k->len, text, sizeof text);
        cli_out_print(&s->out, "%12" PRIu64, k->count);
        if (nearly) cli_out_print(&s->out, "  %12" PRIu64, k->count + s->keys.off);
        cli_out_print(&s->out, "  %s%s%s\n", quote, text, quote);
    }
}

/* ---------------------------------------------------------------- as JSON */

static void stat_put(cinch_writer *w, const char *name, uint64_t v)
{
    cinch_put_str(w, name, strlen(name));
    cinch_put_u64(w, v);
}

static void stat_put_formats(cinch_writer *w, const statist *s)
{
    size_t count = 0;
    cinch_put_str(w, "formats", 7);
    cinch_mark formats = cinch_put_open_map(w);
    for (int b = 0; b < 256; b++) {
        const char *name = cinch_format_name((uint8_t)b);
        if (!s->formats[b].items) continue;
        cinch_put_str(w, name, strlen(name));
        cinch_put_map(w, 2);
        stat_put(w, "values", s->formats[b].items);
        stat_put(w, "bytes", s->formats[b].bytes);
        count++;
    }
    cinch_put_close(w, formats, count);
}

static void stat_put_keys(cinch_writer *w, const statist *s, size_t count)
{
    cinch_put_str(w, "keys", 4);
    cinch_put_array(w, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        const stat_key *k = &s->keys.places[i];
        cinch_put_map(w, 3);
        cinch_put_str(w, "key", 3);
        if (k->type == CINCH_STR)
            cinch_put_str(w, k->text, k->len);
        else if (*k->text == '-')
            cinch_put_i64(w, strtoll(k->text, NULL, 10));
        else
            cinch_put_u64(w, strtoull(k->text, NULL, 10));
        stat_put(w, "times", k->count);
        stat_put(w, "at_most", k->count + s->keys.off);
    }
}

static int stat_json(statist *s, size_t keys)
{
    static uint8_t room[256 << 10];
    const cinch_json_opts opts = {.utf8 = CINCH_UTF8_REPLACE};
    cinch_writer w;
    cinch_reader r;
    cinch_bin msg;
    cinch_diag diag;
    cinch_writer_init(&w, room, sizeof room);
    cinch_put_map(&w, 10);
    stat_put(&w, "objects", s->objects);
    stat_put(&w, "bytes", s->all.bytes);
    stat_put(&w, "values", s->all.items);
    stat_put(&w, "depth", s->depth);
    stat_put(&w, "shortest", s->shortest);
    stat_put(&w, "longest", s->longest);
    stat_put(&w, "overlong_values", s->overlong.items);
    stat_put(&w, "overlong_bytes", s->overlong.bytes);
    stat_put_formats(&w, s);
    stat_put_keys(&w, s, keys);
    cinch_error e = cinch_writer_finish(&w, &msg, &diag);
    if (!e) {
        cinch_reader_init(&r, msg.ptr, msg.len);
        e = cinch_json_write(&r, &opts, &s->out.w, &diag);
    }
    cli_out_text(&s->out, "\n");
    return e ? cli_data_error(&(cli_fault){.name = s->out.name}, &diag) : CLI_GOOD;
}

static int stat_show(statist *s)
{
    size_t keys = stat_keys_sort(&s->keys);
    if (keys > stat_args.keys) keys = (size_t)stat_args.keys;
    if (stat_args.json) return stat_json(s, keys);
    stat_text_head(s);
    stat_text_formats(s);
    stat_text_keys(s, keys);
    return CLI_GOOD;
}

static int stat_verb(const char *const *operands, size_t count)
{
    static statist s;
    (void)operands;
    (void)count;
    int status = cli_open(&s.in, &s.out, false);
    if (status != CLI_GOOD) return status;
    status = stat_read(&s);
    if (status == CLI_GOOD) status = stat_show(&s);
    cli_flow_close(&s.flow);
    cli_in_close(&s.in);
    return cli_out_close(&s.out, status);
}

const cli_verb cli_verb_stat = {
    .name = "stat",
    .operands = "[FILE]",
    .summary = "what it consists of: formats, sizes, depth, keys",
    .about = "Counts objects, values and bytes, by format. The bytes of a container are those of its head, the bytes of "
             "any other value are all of it. Says how deep objects go, what formats larger than need be cost, and which "
             "keys are the most frequent.\n\n"
             "Streams of objects, and objects of any size, pass in flat memory.",
    .examples = "cinch stat data.mp\tan overview\n"
                "cinch stat --keys 50 log.mp\tmore keys\n"
                "cinch stat --json data.mp | jq .overlong_bytes\tfor a script\n",
    .groups = stat_groups,
    .most = 1,
    .reads = true,
    .run = stat_verb,
};

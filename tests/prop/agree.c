/* SPDX-License-Identifier: MIT
 * One fault, whoever reads: check, the pull reader, skip, frame, the stream in pieces, skipping streams, locate and the stream's own path, over
 * random messages, good, broken and cut, each ending at a guard page.
 */
#include "cinch/cinch.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { SMALL_ROUNDS = 1000000, LARGE_ROUNDS = 40000, MAX = 2600, LEVELS = 64, PATH = 512 };

struct fault {
    cinch_error error;
    uint64_t pos;
};

static struct guard guard;
static struct rng rng;
static size_t room; /* bytes of input at most */

static bool same(const char *what, struct fault got, struct fault want)
{
    if (got.error == want.error && got.pos == want.pos) return true;
    FAIL("%s says %s at %llu, check %s at %llu", what, cinch_error_name(got.error), (unsigned long long)got.pos,
         cinch_error_name(want.error), (unsigned long long)want.pos);
    return false;
}

/* ---------------------------------------------------------------- in memory */

static struct fault by_check(const uint8_t *p, size_t len, cinch_read_opts opts, uint32_t more)
{
    struct fault f;
    cinch_diag why;
    opts.flags |= more;
    f.error = cinch_check(p, len, &opts, &why);
    f.pos = why.pos;
    return f;
}

static struct fault by_tokens(const uint8_t *p, size_t len, const cinch_read_opts *opts)
{
    struct fault f;
    cinch_diag why;
    cinch_reader r;
    uint64_t owed = 1;
    cinch_reader_init_opts(&r, p, len, opts);
    for (; owed && !r.error; owed--) {
        cinch_token t = cinch_next(&r);
        if (t.type >= CINCH_ARRAY) owed += t.type == CINCH_MAP ? 2 * (uint64_t)t.len : t.len;
    }
    f.error = cinch_reader_finish(&r, &why);
    f.pos = why.pos;
    return f;
}

static struct fault by_skip(const uint8_t *p, size_t len)
{
    struct fault f;
    cinch_diag why;
    cinch_reader r;
    cinch_reader_init(&r, p, len);
    cinch_skip(&r);
    f.error = cinch_reader_finish(&r, &why);
    f.pos = why.pos;
    return f;
}

/* ---------------------------------------------------------------- in pieces */

/* How the input is cut: all at once, byte by byte, or by chance. */
enum cut { CUT_WHOLE, CUT_BYTES, CUT_CHANCE, CUT_COUNT };

static size_t piece_of(enum cut cut, size_t left)
{
    size_t n = cut == CUT_WHOLE   ? left
               : cut == CUT_BYTES ? 1
                                  : 1 + (size_t)rng_below(&rng, rng_chance(&rng, 50) ? 4 : room / 6);
    return n < left ? n : left;
}

static struct fault by_frame(const uint8_t *p, size_t len, enum cut cut)
{
    cinch_frame f;
    size_t pos = 0, used;
    cinch_frame_init(&f);
    for (;;) {
        cinch_status status = cinch_frame_feed(&f, p + pos, piece_of(cut, len - pos), &used);
        pos += used;
        if (status == CINCH_FAILED) return (struct fault){f.error, f.item};
        if (status == CINCH_GOT) return (struct fault){pos == len ? CINCH_OK : CINCH_ERR_TRAILING, pos};
        if (pos == len) return (struct fault){CINCH_ERR_TRUNCATED, f.item};
    }
}

static void mix(uint64_t *hash, uint64_t v)
{
    *hash = (*hash ^ v) * 0x9e3779b97f4a7c15u;
    *hash ^= *hash >> 29;
}

static void mix_bytes(uint64_t *hash, const void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) mix(hash, ((const uint8_t *)bytes)[i]);
}

static uint32_t f32_bits(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, 4);
    return bits;
}

/* What a stream told: of every item that came whole, however many parts it came in. */
struct events {
    uint64_t hash, payload, count;
};

static void events_add(struct events *e, const cinch_stream *s, const cinch_token *t)
{
    bool bytes = t->type == CINCH_STR || t->type == CINCH_BIN || t->type == CINCH_EXT;
    if (t->part & CINCH_FIRST) e->payload = 0;
    if (bytes) mix_bytes(&e->payload, t->as.ptr, t->len);
    if (!(t->part & CINCH_LAST)) return;
    e->count++;
    mix(&e->hash, s->pos);
    mix(&e->hash, (uint64_t)t->type << 16 | (uint64_t)t->format << 8 | (uint8_t)t->ext);
    mix(&e->hash, bytes ? s->total : t->len);
    mix(&e->hash, bytes                    ? e->payload
                  : t->type == CINCH_BOOL  ? t->as.b
                  : t->type == CINCH_F32   ? f32_bits(t->as.f32)
                  : t->type >= CINCH_ARRAY ? 0
                                           : t->as.u64);
    mix(&e->hash, s->depth << 1 | s->key);
    mix(&e->hash, s->messages);
    mix_bytes(&e->hash, s->path, s->path_len);
}

struct run {
    enum cut cut;
    size_t scratch, path; /* bytes of each; 0: none */
    bool skips;           /* skip now and then */
    bool all;             /* skip everything */
};

static cinch_level levels[LEVELS];
static char scratch[MAX], path[PATH];

static cinch_status run_piece(cinch_stream *s, cinch_input *in, const struct run *run, bool *skipping, struct events *e)
{
    for (;;) {
        cinch_token t;
        cinch_status status;
        if (run->all) return cinch_stream_skip_all(s, in);
        if (*skipping || (run->skips && rng_chance(&rng, 30))) {
            status = cinch_stream_skip(s, in);
            *skipping = status == CINCH_MORE;
        } else {
            status = cinch_stream_next(s, in, &t);
            if (status == CINCH_GOT) events_add(e, s, &t);
        }
        if (status != CINCH_GOT) return status;
    }
}

static struct fault by_stream(const uint8_t *p, size_t len, const cinch_read_opts *opts, const struct run *run, cinch_stream *s,
                              struct events *e)
{
    struct fault f;
    cinch_diag why;
    bool skipping = false;
    *e = (struct events){0, 0, 0};
    cinch_stream_init(s, levels, LEVELS, opts);
    cinch_stream_scratch(s, scratch, run->scratch);
    if (run->path) cinch_stream_path(s, path, run->path);
    for (size_t pos = 0; pos < len;) {
        cinch_input in = {p + pos, piece_of(run->cut, len - pos), 0};
        cinch_status status = run_piece(s, &in, run, &skipping, e);
        pos += in.len;
        if (status == CINCH_FAILED) break;
        CHECK_U64(in.pos, in.len);
        CHECK_U64(s->next, pos);
    }
    f.error = cinch_stream_finish(s, &why);
    f.pos = why.pos;
    return f;
}

/* ---------------------------------------------------------------- the properties */

static void streams_agree(const uint8_t *p, size_t len, const cinch_read_opts *opts, struct fault want, uint64_t messages)
{
    struct events first, e;
    cinch_stream s;
    struct run run = {CUT_WHOLE, (size_t)(rng_below(&rng, 2) * rng_below(&rng, 40)), rng_chance(&rng, 50) ? PATH : 0, false,
                      false};
    char located[PATH];
    size_t located_len = cinch_locate(p, len, want.pos, located, sizeof located);
    for (int cut = CUT_WHOLE; cut < CUT_COUNT; cut++) {
        run.cut = (enum cut)cut;
        same("stream", by_stream(p, len, opts, &run, &s, &e), want);
        if (cut == CUT_WHOLE) first = e;
        CHECK(e.count == first.count && e.hash == first.hash);
        if (want.error && run.path) CHECK_MEM(path, s.path_len, located, located_len);
        if (!want.error) CHECK_U64(s.messages, messages);
    }
    run.skips = true;
    same("stream with skips", by_stream(p, len, opts, &run, &s, &e), want);
    if (want.error && run.path) CHECK_MEM(path, s.path_len, located, located_len);
    run.all = true;
    same("stream, all skipped", by_stream(p, len, opts, &run, &s, &e), want);
    if (want.error && run.path) CHECK_MEM(path, s.path_len, located, located_len);
    if (!want.error) CHECK_U64(s.messages, messages);
}

static void one_message(const uint8_t *p, size_t len, const cinch_read_opts *opts)
{
    struct fault want = by_check(p, len, *opts, 0), framing = by_skip(p, len);
    same("the reader", by_tokens(p, len, opts), want);
    same("frame", by_frame(p, len, (enum cut)rng_below(&rng, CUT_COUNT)), framing);
    if (want.error != CINCH_ERR_UTF8 && want.error != CINCH_ERR_TIME) same("skip", framing, want);
}

static void limits_of(cinch_limits *limits, size_t len)
{
    if (rng_chance(&rng, 40)) limits->items = 1 + rng_below(&rng, room / 10);
    if (rng_chance(&rng, 40)) limits->bytes = 1 + rng_below(&rng, len + 2);
    if (rng_chance(&rng, 40)) limits->key_len = 1 + (uint32_t)rng_below(&rng, 40);
    if (rng_chance(&rng, 40)) limits->depth = 1 + (uint32_t)rng_below(&rng, 4);
}

/* One byte becomes a format that is rare or wrong, or what stands last becomes a timestamp, mostly a bad one. */
static size_t spoil(uint8_t *p, size_t len, bool time)
{
    static const uint8_t odd[] = {0xc1, 0xc1, 0xc7, 0xc8, 0xc9, 0xd4, 0xd6, 0xd7, 0xd8,
                                  0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xff};
    static const uint8_t heads[][6] = {{0xd6, 0xff},       {0xd7, 0xff},       {0xc7, 0x0c, 0xff},
                                       {0xc7, 0x05, 0xff}, {0xc8, 0, 8, 0xff}, {0xc9, 0, 0, 0, 4, 0xff}};
    if (len == 0) return 0;
    if (!time) {
        p[rng_below(&rng, len)] = odd[rng_below(&rng, COUNT_OF(odd))];
        return len;
    }
    len = (size_t)rng_below(&rng, len);
    memcpy(p + len, heads[rng_below(&rng, COUNT_OF(heads))], 6);
    for (size_t i = 0; i < 12; i++) p[len + 6 + i] = (uint8_t)rng_u64(&rng);
    return len + 3 + (size_t)rng_below(&rng, 16);
}

/* len bytes of messages, one or a run of them, as they are or spoiled. */
static size_t some_bytes(uint8_t *out)
{
    unsigned kind = (unsigned)rng_below(&rng, 10);
    struct gen_opts gen = {(unsigned)rng_below(&rng, GEN_ALL + 1), 1 + (unsigned)rng_below(&rng, 6),
                           1 + (unsigned)rng_below(&rng, room / 16), rng_chance(&rng, 10) ? 60 : 8};
    size_t half = (room - 20) / 2, len = gen_message(&rng, &gen, out, half);
    if (rng_chance(&rng, 20)) len += gen_message(&rng, &gen, out + len, half);
    if (kind < 3) len = gen_mutate(&rng, out, len, room);
    if (kind == 3) len = gen_mutate(&rng, out, gen_mutate(&rng, out, len, room), room);
    if (kind == 4 || kind == 5) len = spoil(out, len, kind == 4);
    if (kind > 7) len = (size_t)rng_below(&rng, len + 1);
    return len;
}

static void one_round(const uint8_t *bytes, size_t len)
{
    const uint8_t *p = guard_end(&guard, bytes, len);
    cinch_read_opts opts = CINCH_ZERO;
    struct fault want;
    uint64_t messages = 0;
    opts.flags = (rng_chance(&rng, 50) ? CINCH_UTF8 : 0u) | (rng_chance(&rng, 30) ? CINCH_RAW_TIME : 0u);
    one_message(p, len, &opts);
    if (rng_chance(&rng, 30)) limits_of(&opts.limits, len);
    if (!opts.limits.depth) opts.limits.depth = LEVELS;
    want = by_check(p, len, opts, CINCH_MANY);
    for (size_t at = 0; !want.error && at < len; messages++) {
        cinch_bin item;
        if (!CHECK_ERR(cinch_find(p + at, len - at, (cinch_str){"", 0}, &item, NULL), CINCH_OK)) break;
        at += item.len;
    }
    streams_agree(p, len, &opts, want, messages);
}

static void rounds_of(size_t rounds, size_t most)
{
    uint8_t bytes[MAX];
    char text[600];
    room = most;
    guard_init(&guard, MAX);
    rng_init(&rng, most);
    for (size_t i = 0; i < rounds && !test_case_failed(); i++) {
        size_t len = some_bytes(bytes);
        if (i % 1000 == 0) test_case("rounds from %zu", i);
        hex_text(text, sizeof text, bytes, len);
        test_note("round %zu, seed %llu: %s", i, (unsigned long long)rng.seed, text);
        one_round(bytes, len);
    }
    guard_free(&guard);
}

TEST(agree_on_small_messages)
{
    rounds_of(test_rounds(SMALL_ROUNDS), 250);
}

TEST(agree_on_larger_messages)
{
    rounds_of(test_rounds(LARGE_ROUNDS), MAX);
}

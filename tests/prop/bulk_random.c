/* SPDX-License-Identifier: MIT
 * Whole arrays of numbers against the same numbers one by one: same bytes, same values, same errors at the same offsets, whatever kind
 * of writer, and nothing read past a guard page.
 */
#include "cinch/read.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { BULK_ROUNDS = 4000, BULK_MAX = 300, BULK_BYTES = 9 * BULK_MAX + 5 };

struct bulk_numbers {
    size_t count;
    int64_t i64s[BULK_MAX];
    double f64s[BULK_MAX];
    float f32s[BULK_MAX];
};

static void bulk_fill(struct rng *r, struct bulk_numbers *n)
{
    unsigned small = (unsigned)rng_below(r, 101);
    n->count = rng_below(r, rng_chance(r, 50) ? 20 : BULK_MAX) + 1;
    for (size_t i = 0; i < n->count; i++) {
        uint64_t u = rng_wide(r);
        n->i64s[i] = rng_chance(r, small) ? (int64_t)rng_below(r, 128) : (int64_t)(rng_chance(r, 50) ? u : 0 - u);
        u = rng_u64(r);
        memcpy(&n->f64s[i], &u, 8);
        memcpy(&n->f32s[i], &u, 4);
    }
}

static void bulk_put_whole(cinch_writer *w, const struct bulk_numbers *n, int kind)
{
    if (kind == 0) cinch_put_i64s(w, n->i64s, n->count);
    if (kind == 1) cinch_put_f64s(w, n->f64s, n->count);
    if (kind == 2) cinch_put_f32s(w, n->f32s, n->count);
}

static void bulk_put_each(cinch_writer *w, const struct bulk_numbers *n, int kind)
{
    cinch_put_array(w, n->count);
    for (size_t i = 0; i < n->count; i++) {
        if (kind == 0) cinch_put_i64(w, n->i64s[i]);
        if (kind == 1) cinch_put_f64(w, n->f64s[i]);
        if (kind == 2) cinch_put_f32(w, n->f32s[i]);
    }
}

static struct guard bulk_guard;

struct bulk_sink {
    uint8_t bytes[BULK_BYTES];
    size_t len;
};

static cinch_error bulk_sink_take(void *user, const void *bytes, size_t len)
{
    struct bulk_sink *s = user;
    if (len > sizeof s->bytes - s->len) return CINCH_ERR_SINK;
    memcpy(s->bytes + s->len, bytes, len);
    s->len += len;
    return CINCH_OK;
}

TEST(bulk_put_as_one_by_one)
{
    static struct bulk_numbers n;
    static struct bulk_sink sink;
    struct rng r;
    rng_init(&r, 1);
    guard_init(&bulk_guard, BULK_BYTES);
    for (size_t round = test_rounds(BULK_ROUNDS); round-- && !test_case_failed();) {
        uint8_t want[BULK_BYTES], small[64];
        int kind = (int)rng_below(&r, 3);
        cinch_writer w;
        cinch_bin each, got;
        bulk_fill(&r, &n);
        test_note("seed %llu, %u numbers of kind %d", (unsigned long long)r.seed, (unsigned)n.count, kind);
        cinch_writer_init(&w, want, sizeof want);
        bulk_put_each(&w, &n, kind);
        CHECK_ERR(cinch_writer_finish(&w, &each, NULL), CINCH_OK);

        uint8_t *exact = guard_end(&bulk_guard, NULL, each.len);
        cinch_writer_init(&w, exact, each.len);
        bulk_put_whole(&w, &n, kind);
        CHECK_ERR(cinch_writer_finish(&w, &got, NULL), CINCH_OK);
        CHECK_MEM(got.ptr, got.len, each.ptr, each.len);
        cinch_writer_init(&w, exact, each.len - 1 - rng_below(&r, each.len));
        bulk_put_whole(&w, &n, kind);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
        CHECK_U64(cinch_writer_pos(&w), 0);

        cinch_writer_init_grow(&w, NULL, 0);
        bulk_put_whole(&w, &n, kind);
        CHECK_ERR(cinch_writer_finish(&w, &got, NULL), CINCH_OK);
        CHECK_MEM(got.ptr, got.len, each.ptr, each.len);
        cinch_writer_free(&w);

        sink.len = 0;
        cinch_writer_init_sink(&w, small, 32 + rng_below(&r, 33), bulk_sink_take, &sink);
        bulk_put_whole(&w, &n, kind);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
        CHECK_MEM(sink.bytes, sink.len, each.ptr, each.len);

        cinch_writer_init_count(&w);
        bulk_put_whole(&w, &n, kind);
        CHECK_U64(cinch_writer_pos(&w), each.len);
    }
    guard_free(&bulk_guard);
}

/* An array whose items may be of any kind, mostly the ones that are asked for. */
static size_t bulk_message(struct rng *r, const struct bulk_numbers *n, int kind, uint8_t *out)
{
    cinch_writer w;
    cinch_bin all;
    cinch_writer_init(&w, out, BULK_BYTES);
    cinch_put_array(&w, n->count);
    for (size_t i = 0; i < n->count; i++) {
        uint64_t odd = rng_below(r, 400);
        if (odd == 0)
            cinch_put_u64(&w, rng_u64(r) | (uint64_t)1 << 63);
        else if (odd == 1)
            cinch_put_nil(&w);
        else if (odd == 2)
            cinch_put_f32(&w, 0.5f);
        else if (kind == 0 || odd < 8)
            cinch_put_i64(&w, n->i64s[i]);
        else if (kind == 1)
            cinch_put_f64(&w, n->f64s[i]);
        else
            cinch_put_f32(&w, n->f32s[i]);
    }
    return cinch_writer_finish(&w, &all, NULL) ? 0 : all.len;
}

static void bulk_get_each(cinch_reader *r, struct bulk_numbers *n, int kind)
{
    uint32_t count = cinch_get_array(r);
    for (n->count = 0; n->count < count && !r->error; n->count++) {
        if (kind == 0) n->i64s[n->count] = cinch_get_i64(r);
        if (kind == 1) n->f64s[n->count] = cinch_get_f64(r);
        if (kind == 2) n->f32s[n->count] = cinch_get_f32(r);
    }
    if (r->error) n->count = 0;
}

static size_t bulk_get_whole(cinch_reader *r, struct bulk_numbers *n, int kind)
{
    if (kind == 0) return cinch_get_i64s(r, n->i64s, BULK_MAX);
    if (kind == 1) return cinch_get_f64s(r, n->f64s, BULK_MAX);
    return cinch_get_f32s(r, n->f32s, BULK_MAX);
}

TEST(bulk_get_as_one_by_one)
{
    static struct bulk_numbers n, each, whole;
    struct rng r;
    size_t good = 0, bad = 0;
    rng_init(&r, 2);
    guard_init(&bulk_guard, BULK_BYTES);
    for (size_t round = test_rounds(BULK_ROUNDS); round-- && !test_case_failed();) {
        uint8_t msg[BULK_BYTES];
        int kind = (int)rng_below(&r, 3);
        bulk_fill(&r, &n);
        size_t len = bulk_message(&r, &n, kind, msg);
        if (rng_chance(&r, 30)) len -= rng_below(&r, len);
        uint8_t *copy = rng_chance(&r, 50) ? guard_end(&bulk_guard, msg, len) : guard_start(&bulk_guard, msg, len);
        test_note("seed %llu, %u bytes of kind %d", (unsigned long long)r.seed, (unsigned)len, kind);
        cinch_reader a, b;
        cinch_diag da, db;
        cinch_reader_init(&a, copy, len);
        bulk_get_each(&a, &each, kind);
        cinch_reader_init(&b, copy, len);
        whole.count = bulk_get_whole(&b, &whole, kind);
        cinch_error e = cinch_reader_finish(&a, &da);
        CHECK_ERR(cinch_reader_finish(&b, &db), e);
        CHECK_U64(db.pos, da.pos);
        CHECK_U64(whole.count, each.count);
        CHECK(kind != 0 || memcmp(whole.i64s, each.i64s, each.count * sizeof *each.i64s) == 0);
        CHECK(kind != 1 || memcmp(whole.f64s, each.f64s, each.count * sizeof *each.f64s) == 0);
        CHECK(kind != 2 || memcmp(whole.f32s, each.f32s, each.count * sizeof *each.f32s) == 0);
        good += e == CINCH_OK;
        bad += e != CINCH_OK;
    }
    CHECK(good > 100 && bad > 100);
    guard_free(&bulk_guard);
}

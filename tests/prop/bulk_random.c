/* SPDX-License-Identifier: MIT
 * Whole arrays against the same numbers one by one: blocks, kernels and their ends must not show.
 */
#include "cinch/read.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { ROUNDS = 8000, MAX_COUNT = 300, MAX = 10 * MAX_COUNT + 5 };

/* ---------------------------------------------------------------- reading */

/* A number in any format that holds it, smallest or not; now and then something else. */
static size_t put_number(struct rng *g, uint8_t *p, unsigned like)
{
    uint64_t v = rng_wide(g);
    unsigned kind = like < 4 ? like : like == 5 ? 3 : (unsigned)rng_below(g, 4);
    if (rng_chance(g, like == 4 ? 3 : 1)) {
        p[0] = (uint8_t)rng_u64(g);
        return 1;
    }
    if (kind == 0) { /* one byte */
        p[0] = (uint8_t)(rng_chance(g, 80) ? v & 127 : 0xe0 | (v & 31));
        return 1;
    }
    if (kind == 1) { /* f64, of an integer often, so that others take it */
        double d = rng_chance(g, 60) ? (double)(int32_t)v : (double)(int64_t)v / 3;
        memcpy(&v, &d, 8);
        p[0] = 0xcb;
    } else if (kind == 2) {
        float f = (float)(int16_t)v;
        uint32_t bits;
        memcpy(&bits, &f, 4);
        v = (uint64_t)bits << 32;
        p[0] = 0xca;
    } else {
        p[0] = (uint8_t)(0xcc + (like == 5 ? 3 : rng_below(g, 8)));
        if (like == 5) v >>= 1; /* 9 bytes each, of int64 */
    }
    size_t len = p[0] == 0xca ? 4 : p[0] == 0xcb ? 8 : (size_t)1 << (p[0] & 3);
    for (size_t i = 0; i < len; i++) p[1 + i] = (uint8_t)(v >> (56 - 8 * i));
    return 1 + len;
}

static size_t number_array(struct rng *g, uint8_t *out, size_t *count)
{
    size_t n = (size_t)rng_below(g, MAX_COUNT + 1), len = 5;
    unsigned like = (unsigned)rng_below(g, 6);
    *count = n;
    out[0] = 0xdd;
    for (int i = 0; i < 4; i++) out[1 + i] = (uint8_t)(n >> (24 - 8 * i));
    for (size_t i = 0; i < n; i++) len += put_number(g, out + len, like);
    if (rng_chance(g, 20)) len -= (size_t)rng_below(g, len);
    return len;
}

union numbers {
    double f64s[MAX_COUNT];
    float f32s[MAX_COUNT];
    int64_t i64s[MAX_COUNT];
};

static size_t get_whole(cinch_reader *r, int type, union numbers *out, size_t cap)
{
    return type == 0   ? cinch_get_f64s(r, out->f64s, cap)
           : type == 1 ? cinch_get_f32s(r, out->f32s, cap)
                       : cinch_get_i64s(r, out->i64s, cap);
}

static size_t get_single(cinch_reader *r, int type, union numbers *out)
{
    size_t n = cinch_get_array(r);
    for (size_t i = 0; i < n && !r->error; i++) {
        if (type == 0) out->f64s[i] = cinch_get_f64(r);
        if (type == 1) out->f32s[i] = cinch_get_f32(r);
        if (type == 2) out->i64s[i] = cinch_get_i64(r);
    }
    return r->error ? 0 : n;
}

TEST(bulk_random_read)
{
    static uint8_t bytes[MAX];
    static union numbers whole, single;
    struct rng g;
    struct guard guard;
    size_t good = 0;
    rng_init(&g, 41);
    guard_init(&guard, MAX);
    for (size_t i = 0; i < test_rounds(ROUNDS) && !test_case_failed(); i++) {
        size_t count, len = number_array(&g, bytes, &count);
        const uint8_t *p = i % 2 ? guard_end(&guard, bytes, len) : guard_start(&guard, bytes, len);
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        for (int type = 0; type < 3; type++) {
            cinch_reader a, b;
            cinch_diag why_a, why_b;
            cinch_reader_init(&a, p, len);
            cinch_reader_init(&b, p, len);
            size_t n = get_whole(&a, type, &whole, count), m = get_single(&b, type, &single);
            cinch_error e = cinch_reader_finish(&b, &why_b);
            CHECK_ERR(cinch_reader_finish(&a, &why_a), e);
            CHECK_U64(why_a.pos, why_b.pos);
            CHECK_U64(why_a.expected, why_b.expected);
            CHECK_U64(n, m);
            size_t size = type == 1 ? sizeof whole.f32s[0] : 8;
            CHECK(n == 0 || memcmp(&whole, &single, n * size) == 0);
            good += n != 0;
        }
    }
    CHECK(good > 100); /* or the test shows nothing */
    guard_free(&guard);
}

/* ---------------------------------------------------------------- writing */

static void put_whole(cinch_writer *w, int type, const union numbers *v, size_t n)
{
    if (type == 0) cinch_put_f64s(w, v->f64s, n);
    if (type == 1) cinch_put_f32s(w, v->f32s, n);
    if (type == 2) cinch_put_i64s(w, v->i64s, n);
}

static void put_singles(cinch_writer *w, int type, const union numbers *v, size_t n)
{
    cinch_put_array(w, n);
    for (size_t i = 0; i < n; i++) {
        if (type == 0) cinch_put_f64(w, v->f64s[i]);
        if (type == 1) cinch_put_f32(w, v->f32s[i]);
        if (type == 2) cinch_put_i64(w, v->i64s[i]);
    }
}

struct gathered {
    uint8_t bytes[MAX];
    size_t len;
};

static cinch_error gather(void *user, const void *bytes, size_t len)
{
    struct gathered *s = (struct gathered *)user;
    memcpy(s->bytes + s->len, bytes, len);
    s->len += len;
    return CINCH_OK;
}

static void number_values(struct rng *g, int type, union numbers *v, size_t n)
{
    bool small = rng_chance(g, 30);
    for (size_t i = 0; i < n; i++) {
        uint64_t u = !small ? rng_wide(g) : rng_chance(g, 90) ? 0 : 126 + rng_below(g, 3);
        if (type == 0) memcpy(&v->f64s[i], &u, 8);
        if (type == 1) v->f32s[i] = (float)(int32_t)u / 7;
        if (type == 2) v->i64s[i] = (int64_t)u;
    }
}

TEST(bulk_random_write)
{
    static union numbers v;
    static uint8_t want[MAX];
    static struct gathered got;
    struct rng g;
    struct guard guard;
    rng_init(&g, 42);
    guard_init(&guard, MAX);
    for (size_t i = 0; i < test_rounds(ROUNDS) && !test_case_failed(); i++) {
        int type = (int)rng_below(&g, 3);
        size_t n = (size_t)rng_below(&g, rng_chance(&g, 50) ? 20 : MAX_COUNT + 1), len;
        cinch_writer w;
        cinch_bin out;
        number_values(&g, type, &v, n);
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        cinch_writer_init(&w, want, sizeof want);
        put_singles(&w, type, &v, n);
        len = (size_t)cinch_writer_pos(&w);

        cinch_writer_init(&w, guard_end(&guard, NULL, len), len);
        put_whole(&w, type, &v, n);
        CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
        CHECK_MEM(out.ptr, out.len, want, len);

        size_t less = 1 + (size_t)rng_below(&g, len - 1 ? len - 1 : 1);
        cinch_writer_init(&w, guard_end(&guard, NULL, len - less + 1), len - less + 1);
        cinch_put_nil(&w);
        put_whole(&w, type, &v, n);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
        CHECK_U64(cinch_writer_pos(&w), 1); /* all of the array or nothing */

        size_t cap = 32 + (size_t)rng_below(&g, rng_chance(&g, 50) ? 32 : 700);
        got.len = 0;
        cinch_writer_init_sink(&w, guard_end(&guard, NULL, cap), cap, gather, &got);
        put_whole(&w, type, &v, n);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
        CHECK_MEM(got.bytes, got.len, want, len);

        cinch_writer_init_count(&w);
        put_whole(&w, type, &v, n);
        CHECK_U64(cinch_writer_pos(&w), len);

        cinch_writer_init_grow(&w, NULL, 0);
        put_whole(&w, type, &v, n);
        CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
        CHECK_MEM(out.ptr, out.len, want, len);
        cinch_writer_free(&w);
    }
    guard_free(&guard);
}

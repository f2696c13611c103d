/* SPDX-License-Identifier: MIT
 * Kernels of integers and doubles, both ways, against the portable ones: every count to 40, every distance of the message from both ends
 * of its memory, integers of every width and mixture, and among them what is none. Nothing is read or written outside a page.
 */
#include "cinch/base.h"
#include "generate.h"
#include "harness.h"
#include "src/kern/kern.h"
#include "support.h"

#ifdef CINCHI_KERN_X86

enum { I64S_MAX = 40, I64S_PLACES = 90 };

/* Width 0: anything; 1: one byte each; 2: small or of nine bytes; 3: edges of formats. */
static int64_t i64s_any(struct rng *r, int width)
{
    static const int64_t edges[] = {0,  127, 128, 255,  256,  65535,  65536,  UINT32_MAX, (int64_t)UINT32_MAX + 1, INT64_MAX,
                                    -1, -32, -33, -128, -129, -32768, -32769, INT32_MIN,  (int64_t)INT32_MIN - 1,  INT64_MIN};
    uint64_t u = rng_u64(r), some = rng_u64(r);
    int64_t v = (int64_t)(u >> (some & 63));
    if (width == 1) return (int64_t)(u & 127);
    if (width == 2) return some & 1 ? (int64_t)(u & 127) : (int64_t)(u >> 1);
    if (width == 3) return edges[u % COUNT_OF(edges)];
    return some & 64 ? v : ~v;
}

TEST(i64s_stored)
{
    struct guard g;
    struct rng r;
    guard_init(&g, 9 * I64S_MAX + 64);
    rng_init(&r, 12);
    for (size_t n = 0; n <= I64S_MAX && cinchi_kern_avx512(); n++) {
        test_case("%u integers", (unsigned)n);
        for (int turn = 0; turn < 40; turn++) {
            int64_t v[I64S_MAX];
            uint8_t want[9 * I64S_MAX + 9];
            for (size_t i = 0; i < n; i++) v[i] = i64s_any(&r, turn % 4);
            size_t len = (size_t)(cinchi_i64s_store_portable(want, v, n) - want);
            uint8_t *out = guard_end(&g, NULL, 9 * n);
            CHECK(cinchi_i64s_store_avx512(out, v, n) == out + len);
            CHECK_MEM(out, len, want, len);
        }
    }
    guard_free(&g);
}

/* A message of n items, before it `before` bytes and behind it `behind`, at a page's end; one of them is no integer, or too large, when bad < n. */
static void i64s_read_back(struct guard *g, struct rng *r, size_t n, size_t before, size_t behind, size_t bad, int width)
{
    static const uint8_t other[] = {0xc0, 0x80, 0xa0, 0xd4, 0xcb, 0xc1, 0xdf};
    int64_t v[I64S_MAX], want[I64S_MAX + 8], got[I64S_MAX + 8];
    uint8_t bytes[9 * I64S_MAX + 9];
    for (size_t i = 0; i < n; i++) v[i] = i64s_any(r, width);
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = len;
        len = (size_t)(cinchi_i64s_store_portable(bytes + at, v + i, 1) - bytes);
        if (i != bad) continue;
        if (rng_u64(r) & 1) {
            bytes[at] = other[rng_u64(r) % COUNT_OF(other)];
        } else {
            memset(bytes + at, 0xff, 9);
            bytes[at] = 0xcf;
            len = at + 9;
        }
    }
    uint8_t *start = guard_end(g, NULL, before + len + behind);
    memset(start, (int)(rng_u64(r) & 255), before + len + behind);
    memcpy(start + before, bytes, len);
    const uint8_t *end = start + before + len + behind, *p = start + before, *q = p;
    size_t done = cinchi_i64s_load_portable(&p, start, end, want, n), fast = cinchi_i64s_load_avx512(&q, start, end, got, n);
    CHECK(done <= n && fast <= n && (bad >= n || (done <= bad && fast <= bad)));
    CHECK_MEM(want, 8 * done, v, 8 * done);
    CHECK_MEM(got, 8 * fast, v, 8 * fast);
    CHECK(p <= start + before + len && q <= start + before + len);
    if (behind >= 80 && before >= 8 && bad >= n) CHECK(done == n / 8 * 8 && fast == done && p == q);
}

TEST(i64s_loaded)
{
    struct guard g;
    struct rng r;
    guard_init(&g, 9 * I64S_MAX + 256);
    rng_init(&r, 13);
    for (size_t n = 0; n <= I64S_MAX && cinchi_kern_avx512(); n++) {
        test_case("%u integers", (unsigned)n);
        for (size_t behind = 0; behind < I64S_PLACES; behind++)
            for (size_t before = 0; before < 10; before++)
                i64s_read_back(&g, &r, n, before, behind, rng_u64(&r) % (2 * n + 1), (int)(rng_u64(&r) % 4));
    }
    guard_free(&g);
}

TEST(f64s_avx512)
{
    struct guard g;
    struct rng r;
    guard_init(&g, 9 * I64S_MAX + 64);
    rng_init(&r, 14);
    for (size_t n = 0; n <= I64S_MAX && cinchi_kern_avx512(); n++) {
        test_case("%u doubles", (unsigned)n);
        for (size_t bad = 0; bad <= n; bad++) {
            double v[I64S_MAX + 1], back[I64S_MAX];
            uint8_t want[9 * I64S_MAX + 1];
            for (size_t i = 0; i < n; i++) {
                uint64_t u = rng_u64(&r);
                memcpy(v + i, &u, 8);
            }
            cinchi_f64s_store_portable(want, v, n);
            uint8_t *out = guard_end(&g, NULL, 9 * n);
            cinchi_f64s_store_avx512(out, v, n);
            CHECK_MEM(out, 9 * n, want, 9 * n);
            if (bad < n) out[9 * bad] = 0xca;
            for (size_t cut = 0; cut < 9 && cut <= 9 * n; cut++) {
                size_t room = 9 * n - cut, whole = room / 9 < bad ? room / 9 : bad;
                memmove(out + 9 * n - room, cut ? out + 9 * n - room - 1 : out, room);
                const uint8_t *from = out + 9 * n - room;
                CHECK_U64(cinchi_f64s_load_avx512(from, from + room, back, n), whole);
                CHECK_MEM(back, 8 * whole, v, 8 * whole);
            }
        }
    }
    guard_free(&g);
}

#else

TEST(no_kernels)
{
    CHECK(true); /* the portable ones are all there is, and the unit tests hold those */
}

#endif

/* SPDX-License-Identifier: MIT
 * Pool and arena: alignment, growth in place, exhaustion, reuse, limit, and what an arena may take in all.
 */
#include "harness.h"
#include "generate.h"
#include "support.h"
#include "src/base/arena.h"

static void *ask(cinch_pool *p, void *ptr, size_t old_len, size_t new_len)
{
    return p->alloc.fn(p->alloc.user, ptr, old_len, new_len);
}

TEST(pool_grows_in_place)
{
    uint8_t mem[256];
    cinch_pool p;
    uint8_t *a, *b, *c;
    cinch_pool_init(&p, mem, sizeof mem);
    a = ask(&p, NULL, 0, 10);
    if (!CHECK(a != NULL) || !CHECK((uintptr_t)a % 16 == 0)) return;
    memcpy(a, "0123456789", 10);
    CHECK(ask(&p, a, 10, 40) == a); /* newest: in place */
    b = ask(&p, NULL, 0, 8);
    CHECK(b == a + 48);
    CHECK(ask(&p, a, 40, 20) == a); /* shrinking never moves */
    c = ask(&p, a, 20, 64);
    if (!CHECK(c == b + 16)) return;
    CHECK_MEM(c, 10, "0123456789", 10);
    CHECK(ask(&p, c, 64, 16) == c); /* the newest gives room back */
    CHECK(ask(&p, NULL, 0, 16) == c + 16);
}

TEST(pool_frees_newest_first)
{
    uint8_t mem[200];
    cinch_pool p;
    uint8_t *a, *b, *c;
    cinch_pool_init(&p, mem + 1, sizeof mem - 1);
    a = ask(&p, NULL, 0, 17);
    b = ask(&p, NULL, 0, 1);
    c = ask(&p, NULL, 0, 33);
    if (!CHECK(a && b && c)) return;
    CHECK(ask(&p, c, 33, 0) == NULL);
    CHECK(ask(&p, b, 1, 0) == NULL);
    CHECK(ask(&p, a, 17, 0) == NULL);
    CHECK(ask(&p, NULL, 0, 160) == a);
}

TEST(pool_exhausted)
{
    uint8_t mem[64];
    cinch_pool p;
    void *a;
    for (size_t cap = 0; cap <= sizeof mem; cap++) {
        memset(mem, 0xa5, sizeof mem);
        cinch_pool_init(&p, mem, cap);
        a = ask(&p, NULL, 0, 16);
        if (a) memset(a, 0, 16);
        for (size_t i = cap; i < sizeof mem; i++) CHECK(mem[i] == 0xa5);
        CHECK(ask(&p, NULL, 0, 64) == NULL);
        CHECK(ask(&p, NULL, 0, SIZE_MAX) == NULL);
        CHECK(!a || ask(&p, a, 16, SIZE_MAX - 3) == NULL);
        CHECK(cap < 48 || a);
    }
    cinch_pool_init(&p, NULL, 0);
    CHECK(ask(&p, NULL, 0, 1) == NULL);
    CHECK(ask(&p, NULL, 0, 0) == NULL);
}

TEST(arena_aligns)
{
    struct test_alloc t;
    cinch_arena a;
    test_alloc_init(&t);
    cinch_arena_init(&a, &t.alloc);
    for (size_t i = 0; i < 2000; i++) {
        size_t align = (size_t)1 << i % 5, len = i * 7 % 97;
        uint8_t *p = cinch_arena_get(&a, len, align);
        if (!CHECK(p && (uintptr_t)p % align == 0)) break;
        memset(p, (int)i, len);
    }
    cinch_arena_free(&a);
    cinch_arena_free(&a);
    CHECK(test_alloc_done(&t));
}

/* Fills an arena by a seed and returns what was asked for. */
static size_t fill_arena(cinch_arena *a, uint64_t seed, unsigned shape, bool reused)
{
    struct rng r;
    size_t asked = 0, most = 0;
    rng_init(&r, seed);
    for (unsigned i = 0; i < 4000; i++) {
        size_t len = 16 * (1 + (size_t)rng_below(&r, shape == 0 ? 3 : shape == 1 ? 600 : 40));
        if (shape == 2 && rng_chance(&r, 2)) len = 16 * (1 + (size_t)rng_below(&r, 9000));
        if (!cinch_arena_get(a, len, 8)) return 0;
        asked += len;
        most = a->total;
        if (!reused && most > asked + asked / 4 + 4096) FAIL("%zu taken for %zu", most, asked);
    }
    CHECK(most <= asked + asked / 4 + 4096);
    return asked;
}

TEST(arena_takes_no_more_than_promised)
{
    struct test_alloc t;
    cinch_arena a;
    for (unsigned i = 0; i < 30; i++) {
        test_case("shape %u, seed %u", i % 3, i);
        test_alloc_init(&t);
        cinch_arena_init(&a, &t.alloc);
        CHECK(fill_arena(&a, i, i % 3, false) != 0);
        CHECK_U64(a.total, t.live);
        cinch_arena_free(&a);
        CHECK(test_alloc_done(&t));
    }
}

TEST(arena_reuses_its_memory)
{
    struct test_alloc t;
    cinch_arena a;
    test_alloc_init(&t);
    cinch_arena_init(&a, &t.alloc);
    for (unsigned i = 0; i < 9; i++) {
        uint64_t calls;
        test_case("shape %u", i % 3);
        cinch_arena_free(&a);
        fill_arena(&a, i, i % 3, false);
        calls = t.calls;
        for (unsigned k = 0; k < 3; k++) {
            cinch_arena_reset(&a);
            fill_arena(&a, i, i % 3, true);
        }
        CHECK_U64(t.calls, calls);
    }
    cinch_arena_free(&a);
    CHECK(test_alloc_done(&t));
}

/* One block a little larger each time: what is kept and too small must go, or memory would grow with the number of uses. */
TEST(arena_does_not_creep)
{
    struct test_alloc t;
    cinch_arena a;
    test_alloc_init(&t);
    cinch_arena_init(&a, &t.alloc);
    for (size_t len = 100000; len < 200000; len += 1000) {
        cinch_arena_reset(&a);
        CHECK(cinch_arena_get(&a, len, 8) != NULL);
        CHECK(t.live <= len + 64);
    }
    cinch_arena_free(&a);
    CHECK(test_alloc_done(&t));
}

TEST(arena_limit)
{
    struct test_alloc t;
    cinch_arena a;
    size_t got = 0;
    test_alloc_init(&t);
    cinch_arena_init(&a, &t.alloc);
    a.limit = 10000;
    while (cinch_arena_get(&a, 32, 8)) got += 32;
    CHECK(got > 9000 && a.total <= 10000 && t.live == a.total);
    CHECK(cinch_arena_get(&a, SIZE_MAX, 8) == NULL);
    CHECK(cinch_arena_get(&a, SIZE_MAX - 8, 16) == NULL);
    cinch_arena_reset(&a);
    CHECK(cinch_arena_get(&a, 32, 8) != NULL);
    cinch_arena_free(&a);
    CHECK(test_alloc_done(&t));
}

TEST(arena_rewinds)
{
    struct test_alloc t;
    cinch_arena a;
    cinchi_arena_mark m;
    void *first, *again;
    uint64_t calls;
    test_alloc_init(&t);
    cinch_arena_init(&a, &t.alloc);
    cinch_arena_get(&a, 100, 8);
    m = cinchi_arena_mark_get(&a);
    first = cinch_arena_get(&a, 16, 8);
    for (unsigned i = 0; i < 500; i++) cinch_arena_get(&a, 160, 8);
    calls = t.calls;
    cinchi_arena_rewind(&a, m);
    again = cinch_arena_get(&a, 16, 8);
    CHECK(first == again);
    for (unsigned i = 0; i < 500; i++) cinch_arena_get(&a, 160, 8);
    CHECK_U64(t.calls, calls);
    cinch_arena_free(&a);
    CHECK(test_alloc_done(&t));
}

/* An arena in a pool: growing needs that fit no kept block must not eat the pool up. */
TEST(arena_in_a_pool)
{
    static uint8_t mem[16384];
    cinch_pool p;
    cinch_arena a;
    cinch_pool_init(&p, mem, sizeof mem);
    cinch_arena_init(&a, &p.alloc);
    for (size_t len = 1000; len < 16000; len += 100) {
        cinch_arena_reset(&a);
        CHECK(cinch_arena_get(&a, len, 8) != NULL);
    }
    cinch_arena_reset(&a);
    CHECK(cinch_arena_get(&a, 16384, 8) == NULL);
    CHECK(cinch_arena_get(&a, 16, 8) != NULL);
    cinch_arena_free(&a);
    CHECK(p.pos == mem + (16 - (uintptr_t)mem % 16) % 16);
}

/* SPDX-License-Identifier: MIT
 * The sort: right on every pattern, and n log n compares on all of them, one made by an adversary included.
 */
#include <stdlib.h>

#include "harness.h"
#include "generate.h"
#include "src/base/sort.h"

struct counted {
    const uint32_t *keys;
    uint64_t compares;
};

static int by_key(const void *ctx, uint32_t a, uint32_t b)
{
    struct counted *c = (struct counted *)ctx;
    c->compares++;
    if (c->keys[a] != c->keys[b]) return c->keys[a] < c->keys[b] ? -1 : 1;
    return a < b ? -1 : a > b;
}

static uint32_t pattern_key(unsigned pattern, struct rng *r, uint32_t i, uint32_t n)
{
    switch (pattern) {
    case 0: return i;
    case 1: return n - i;
    case 2: return 7;
    case 3: return i % 3;
    case 4: return i < n / 2 ? i : n - i; /* organ pipe */
    case 5: return i ^ 1;
    case 6: return (uint32_t)rng_below(r, 10);
    default: return (uint32_t)rng_u64(r);
    }
}

static uint64_t log_bound(uint64_t n)
{
    uint64_t log = 1;
    while (n >> log) log++;
    return 4 * n * log + 100;
}

static void check_sorted(const uint32_t *keys, uint32_t n, uint64_t compares)
{
    struct counted c = {keys, 0};
    uint32_t *v = malloc((n + 1) * sizeof *v);
    uint8_t *seen = calloc(n + 1, 1);
    if (!CHECK(v && seen)) return;
    for (uint32_t i = 0; i < n; i++) v[i] = i;
    v[n] = 0xdeadbeef;
    cinchi_sort(v, n, by_key, &c);
    if (compares) CHECK(c.compares <= compares);
    for (uint32_t i = 0; i < n && !test_case_failed(); i++) {
        CHECK(v[i] < n && !seen[v[i]]);
        seen[v[i]] = 1;
        CHECK(i == 0 || by_key(&c, v[i - 1], v[i]) < 0);
    }
    CHECK(v[n] == 0xdeadbeef);
    free(v);
    free(seen);
}

TEST(sort_patterns)
{
    static const uint32_t sizes[] = {0, 1, 2, 3, 4, 5, 11, 12, 13, 14, 31, 100, 1000, 30000};
    struct rng r;
    rng_init(&r, 1);
    for (unsigned pattern = 0; pattern < 8; pattern++) {
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            uint32_t n = sizes[s], *keys = malloc((n + 1) * sizeof *keys);
            test_case("pattern %u, %u keys", pattern, n);
            for (uint32_t i = 0; keys && i < n; i++) keys[i] = pattern_key(pattern, &r, i, n);
            check_sorted(keys, n, log_bound(n));
            free(keys);
        }
    }
}

/* M. D. McIlroy's antiquicksort: keys are fixed only as they are compared, always to the sort's disadvantage. */
struct foe {
    uint32_t *key, gas, solid, candidate;
    uint64_t compares;
};

static int foe_order(const void *ctx, uint32_t a, uint32_t b)
{
    struct foe *f = (struct foe *)ctx;
    f->compares++;
    if (f->key[a] == f->gas && f->key[b] == f->gas) f->key[a == f->candidate ? a : b] = f->solid++;
    if (f->key[a] == f->gas)
        f->candidate = a;
    else if (f->key[b] == f->gas)
        f->candidate = b;
    if (f->key[a] != f->key[b]) return f->key[a] < f->key[b] ? -1 : 1;
    return a < b ? -1 : a > b;
}

TEST(sort_adversary)
{
    enum { N = 20000 };
    static uint32_t key[N], v[N];
    struct foe f = {key, N, 0, 0, 0};
    for (uint32_t i = 0; i < N; i++) {
        key[i] = N;
        v[i] = i;
    }
    key[N - 1] = 0; /* so that the first pass does not find it sorted by position */
    f.solid = 1;
    cinchi_sort(v, N, foe_order, &f);
    CHECK(f.compares <= log_bound(N));
    check_sorted(key, N, log_bound(N));
}

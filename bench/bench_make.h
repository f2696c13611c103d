/* SPDX-License-Identifier: MIT
 * Pieces of which inputs for generated code are made.
 */
#ifndef BENCH_MAKE_H
#define BENCH_MAKE_H

#include "bench.h"

enum { RECMAKE_TEXT = 40 };

static inline uint32_t recmake_below(uint64_t *seed, uint32_t limit)
{
    return (uint32_t)((bench_random(seed) >> 32) * limit >> 32);
}

static inline bench_node recmake_str(bench_pool *pool, const char *s, size_t len)
{
    bench_node n = {0};
    char *copy = (char *)bench_pool_get(pool, len + 1);
    memcpy(copy, s, len);
    n.type = BENCH_STR;
    n.len = (uint32_t)len;
    n.as.str = copy;
    return n;
}

static inline bench_node recmake_int(int64_t v)
{
    bench_node n = {0};
    n.type = v < 0 ? BENCH_I64 : BENCH_U64;
    n.as.i64 = v;
    return n;
}

static inline bench_node recmake_f64(double v)
{
    bench_node n = {0};
    n.type = BENCH_F64;
    n.as.f64 = v;
    return n;
}

static inline bench_node recmake_bool(bool v)
{
    bench_node n = {0};
    n.type = BENCH_BOOL;
    n.len = v;
    return n;
}

/* Any width up to so many bits, either sign. */
static inline int64_t recmake_width(uint64_t *seed, uint32_t bits)
{
    int64_t v = (int64_t)(bench_random(seed) >> (64 - bits) >> recmake_below(seed, bits));
    return bench_random(seed) & 1 ? v : -v - 1;
}

static inline bench_node recmake_words(bench_pool *pool, uint64_t *seed, uint32_t most)
{
    char text[RECMAKE_TEXT];
    uint32_t len = recmake_below(seed, most + 1);
    for (uint32_t k = 0; k < len; k++) text[k] = (char)('a' + recmake_below(seed, 26));
    return recmake_str(pool, text, len);
}

static inline bench_node recmake_map(bench_pool *pool, unsigned pairs)
{
    size_t size = 2 * (pairs + 2) * sizeof(bench_node);
    bench_node n = {0}, *kids = (bench_node *)bench_pool_get(pool, size);
    memset(kids, 0, size);
    n.type = BENCH_MAP;
    n.as.kids = kids;
    return n;
}

static inline void recmake_add(bench_pool *pool, bench_node *map, const char *key, bench_node value)
{
    bench_node *kids = (bench_node *)(uintptr_t)map->as.kids;
    kids[2 * map->len] = recmake_str(pool, key, strlen(key));
    kids[2 * map->len + 1] = value;
    map->len++;
}

#endif

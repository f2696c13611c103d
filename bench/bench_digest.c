/* SPDX-License-Identifier: MIT
 * Results reduced to one word, so that entrants can be compared whatever their form of result: tree, bytes, text.
 */
#include "bench.h"

static void digest_mix(bench_digest *d, uint64_t v)
{
    uint64_t h = (d->h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
    d->h = h ^ h >> 29;
}

static void digest_bytes(bench_digest *d, const uint8_t *p, size_t len)
{
    digest_mix(d, len);
    for (; len >= 8; p += 8, len -= 8) {
        uint64_t v;
        memcpy(&v, p, 8);
        digest_mix(d, v);
    }
    for (; len; len--) digest_mix(d, *p++);
}

void bench_digest_nil(bench_digest *d)
{
    digest_mix(d, 1);
}

void bench_digest_bool(bench_digest *d, bool v)
{
    digest_mix(d, v ? 3 : 2);
}

void bench_digest_u64(bench_digest *d, uint64_t v)
{
    digest_mix(d, 4);
    digest_mix(d, v);
}

void bench_digest_i64(bench_digest *d, int64_t v)
{
    digest_mix(d, v < 0 ? 5 : 4);
    digest_mix(d, (uint64_t)v);
}

void bench_digest_f64(bench_digest *d, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    digest_mix(d, 6);
    digest_mix(d, bits);
}

void bench_digest_str(bench_digest *d, const void *s, size_t len)
{
    digest_mix(d, 7);
    digest_bytes(d, (const uint8_t *)s, len);
}

void bench_digest_array(bench_digest *d, size_t count)
{
    digest_mix(d, 8);
    digest_mix(d, count);
}

void bench_digest_map(bench_digest *d, size_t count)
{
    digest_mix(d, 9);
    digest_mix(d, count);
}

void bench_digest_node(bench_digest *d, const bench_node *n)
{
    switch ((bench_type)n->type) {
    case BENCH_NIL: bench_digest_nil(d); break;
    case BENCH_BOOL: bench_digest_bool(d, n->len != 0); break;
    case BENCH_U64: bench_digest_u64(d, n->as.u64); break;
    case BENCH_I64: bench_digest_i64(d, n->as.i64); break;
    case BENCH_F64: bench_digest_f64(d, n->as.f64); break;
    case BENCH_STR: bench_digest_str(d, n->as.str, n->len); break;
    case BENCH_ARRAY:
        bench_digest_array(d, n->len);
        for (uint32_t i = 0; i < n->len; i++) bench_digest_node(d, n->as.kids + i);
        break;
    case BENCH_MAP:
        bench_digest_map(d, n->len);
        for (uint32_t i = 0; i < 2 * n->len; i++) bench_digest_node(d, n->as.kids + i);
        break;
    }
}

uint64_t bench_digest_bytes(const void *p, size_t len)
{
    bench_digest d = {0};
    digest_bytes(&d, (const uint8_t *)p, len);
    return d.h;
}

static uint64_t big_endian(const uint8_t *p, unsigned len)
{
    uint64_t v = 0;
    while (len--) v = v << 8 | *p++;
    return v;
}

/* One item at p into d; children still due into *due. NULL: malformed, or of a type the documents do not use. */
static const uint8_t *digest_item(bench_digest *d, const uint8_t *p, const uint8_t *end, uint64_t *due)
{
    uint8_t lead = *p++;
    uint64_t v = 0;
    unsigned size = 0;
    double f;
    if (lead >= 0xc4)
        size = lead >= 0xe0 ? 0 : 1u << (lead <= 0xc9 ? (lead - 0xc4) % 3 : lead <= 0xcb ? lead - 0xc8 : (lead - 0xcc) % 4);
    if (lead >= 0xd9 && lead <= 0xdb) size = 1u << (lead - 0xd9);
    if (lead >= 0xdc && lead <= 0xdf) size = lead & 1 ? 4 : 2;
    if ((size_t)(end - p) < size) return NULL;
    v = big_endian(p, size);
    p += size;
    if (lead < 0x80) {
        bench_digest_u64(d, lead);
    } else if (lead < 0xa0) {
        v = lead & 15u;
        lead = lead < 0x90 ? 0xdf : 0xdd;
    } else if (lead < 0xc0) {
        v = lead & 31u;
        lead = 0xdb;
    } else if (lead == 0xc0) {
        bench_digest_nil(d);
    } else if (lead == 0xc2 || lead == 0xc3) {
        bench_digest_bool(d, lead & 1);
    } else if (lead == 0xcb) {
        memcpy(&f, &v, 8);
        bench_digest_f64(d, f);
    } else if (lead >= 0xcc && lead <= 0xcf) {
        bench_digest_u64(d, v);
    } else if (lead >= 0xd0 && lead <= 0xd3) {
        unsigned shift = 64 - 8 * size;
        bench_digest_i64(d, (int64_t)(v << shift) >> shift);
    } else if (lead >= 0xe0) {
        bench_digest_i64(d, (int64_t)lead - 256);
    } else if (lead < 0xd9) {
        return NULL;
    }
    if (lead >= 0xd9 && lead <= 0xdb) {
        if ((uint64_t)(end - p) < v) return NULL;
        bench_digest_str(d, p, (size_t)v);
        return p + v;
    }
    if (lead == 0xdc || lead == 0xdd) {
        bench_digest_array(d, (size_t)v);
        *due += v;
    }
    if (lead == 0xde || lead == 0xdf) {
        bench_digest_map(d, (size_t)v);
        *due += 2 * v;
    }
    return p;
}

uint64_t bench_digest_msgpack(const void *msg, size_t len)
{
    bench_digest d = {0};
    const uint8_t *p = (const uint8_t *)msg, *end = p + len;
    uint64_t due = 1;
    for (; due && p && p < end; due--) p = digest_item(&d, p, end, &due);
    return due == 0 && p == end ? d.h : 0;
}

uint64_t bench_digest_json(const char *text, size_t len)
{
    bench_digest d = {0};
    bench_pool pool = {0};
    bench_node root;
    bool good = bench_json_load(&pool, text, len, &root);
    if (good) bench_digest_node(&d, &root);
    bench_pool_free(&pool);
    return good ? d.h : 0;
}

uint64_t bench_sum_node(const bench_node *n, const uint8_t *msg, bool empty_too)
{
    uint64_t sum = 0;
    switch ((bench_type)n->type) {
    case BENCH_NIL: break;
    case BENCH_BOOL: return n->len;
    case BENCH_U64: return n->as.u64;
    case BENCH_I64: return (uint64_t)n->as.i64;
    case BENCH_F64: memcpy(&sum, &n->as.f64, 8); return sum;
    case BENCH_STR: return n->len == 0 && !empty_too ? 0 : n->len + (uint64_t)((const uint8_t *)n->as.str - msg);
    case BENCH_ARRAY:
        for (uint32_t i = 0; i < n->len; i++) sum += bench_sum_node(n->as.kids + i, msg, empty_too);
        break;
    case BENCH_MAP:
        for (uint32_t i = 0; i < 2 * n->len; i++) sum += bench_sum_node(n->as.kids + i, msg, empty_too);
        break;
    }
    return sum;
}

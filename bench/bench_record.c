/* SPDX-License-Identifier: MIT
 * Records of eight fields: integers of random width, strings of random length, in the schema's order or another, some members absent or
 * some unknown.
 */
#include "record.h"

const char *const record_keys[RECORD_FIELDS] = {"f_bool",   "f_int32",  "f_int64",   "f_float64",
                                                "f_string", "f_bool_2", "f_int32_2", "f_string_2"};

static uint32_t recmake_below(uint64_t *seed, uint32_t limit)
{
    return (uint32_t)((bench_random(seed) >> 32) * limit >> 32);
}

static bench_node recmake_str(bench_pool *pool, const char *s, size_t len)
{
    bench_node n = {0};
    char *copy = (char *)bench_pool_get(pool, len + 1);
    memcpy(copy, s, len);
    n.type = BENCH_STR;
    n.len = (uint32_t)len;
    n.as.str = copy;
    return n;
}

static bench_node recmake_int(int64_t v)
{
    bench_node n = {0};
    n.type = v < 0 ? BENCH_I64 : BENCH_U64;
    n.as.i64 = v;
    return n;
}

/* Any width up to so many bits, either sign. */
static int64_t recmake_width(uint64_t *seed, uint32_t bits)
{
    int64_t v = (int64_t)(bench_random(seed) >> (64 - bits) >> recmake_below(seed, bits));
    return bench_random(seed) & 1 ? v : -v - 1;
}

static bench_node recmake_words(bench_pool *pool, uint64_t *seed, uint32_t most)
{
    char text[RECORD_TEXT];
    uint32_t len = recmake_below(seed, most + 1);
    for (uint32_t k = 0; k < len; k++) text[k] = (char)('a' + recmake_below(seed, 26));
    return recmake_str(pool, text, len);
}

static bench_node recmake_value(bench_pool *pool, uint64_t *seed, unsigned field, bool fixed)
{
    bench_node n = {0};
    switch (field) {
    case 0:
    case 5:
        n.type = BENCH_BOOL;
        n.len = fixed ? field == 5 : recmake_below(seed, 2);
        return n;
    case 1: return recmake_int(fixed ? 1 : recmake_width(seed, 31));
    case 2: return recmake_int(fixed ? 17 : recmake_width(seed, 63));
    case 3:
        n.type = BENCH_F64;
        n.as.f64 = fixed ? 0.5 : (double)recmake_width(seed, 53) / 1024;
        return n;
    case 4: return fixed ? recmake_str(pool, "abc", 3) : recmake_words(pool, seed, 31);
    case 6: return recmake_int(fixed ? 9 : recmake_width(seed, 31));
    default: return fixed ? recmake_str(pool, "z", 1) : recmake_words(pool, seed, 8);
    }
}

static bench_node recmake_map(bench_pool *pool)
{
    bench_node n = {0}, *kids = (bench_node *)bench_pool_get(pool, 2 * (RECORD_FIELDS + 2) * sizeof *kids);
    memset(kids, 0, 2 * (RECORD_FIELDS + 2) * sizeof *kids);
    n.type = BENCH_MAP;
    n.as.kids = kids;
    return n;
}

static void recmake_add(bench_node *map, bench_node key, bench_node value)
{
    bench_node *kids = (bench_node *)(uintptr_t)map->as.kids;
    kids[2 * map->len] = key;
    kids[2 * map->len + 1] = value;
    map->len++;
}

static void recmake_order(uint64_t *seed, const char *input, unsigned order[RECORD_FIELDS])
{
    static const unsigned other[RECORD_FIELDS] = {3, 7, 0, 5, 1, 6, 4, 2};
    bool shuffled = strcmp(input, "message-shuffled") == 0;
    for (unsigned k = 0; k < RECORD_FIELDS; k++) order[k] = strcmp(input, "message-other-order") == 0 ? other[k] : k;
    for (unsigned k = RECORD_FIELDS; shuffled && k > 1; k--) {
        unsigned with = recmake_below(seed, k), was = order[k - 1];
        order[k - 1] = order[with];
        order[with] = was;
    }
}

static void recmake_stranger(bench_pool *pool, uint64_t *seed, bench_node *wire)
{
    static const char *const keys[] = {"trace", "f_int16", "comment", "source_id"};
    uint32_t which = recmake_below(seed, 4);
    recmake_add(wire, recmake_str(pool, keys[which], strlen(keys[which])),
                which & 1 ? recmake_int(recmake_width(seed, 31)) : recmake_words(pool, seed, 20));
}

void bench_gen_record(bench_pool *pool, const char *input, uint64_t i, bench_node *truth, bench_node *wire)
{
    uint64_t seed = (i + 1) * 7919, before[2];
    bench_node values[RECORD_FIELDS];
    unsigned order[RECORD_FIELDS];
    uint32_t has = 0;
    bool unknown = strcmp(input, "message-unknown") == 0;
    *truth = recmake_map(pool);
    *wire = recmake_map(pool);
    for (unsigned k = 0; k < RECORD_FIELDS; k++) {
        values[k] = recmake_value(pool, &seed, k, strcmp(input, "message") == 0);
        if (strcmp(input, "message-optional") == 0 && recmake_below(&seed, 5) == 0) continue;
        has |= 1u << k;
        recmake_add(truth, recmake_str(pool, record_keys[k], strlen(record_keys[k])), values[k]);
    }
    recmake_order(&seed, input, order);
    for (unsigned k = 0; k < 2; k++) before[k] = unknown ? recmake_below(&seed, RECORD_FIELDS) : RECORD_FIELDS;
    for (unsigned k = 0; k < RECORD_FIELDS; k++) {
        for (unsigned s = 0; s < 2; s++)
            if (before[s] == k) recmake_stranger(pool, &seed, wire);
        if (has >> order[k] & 1)
            recmake_add(wire, recmake_str(pool, record_keys[order[k]], strlen(record_keys[order[k]])), values[order[k]]);
    }
}

void bench_record_of(const bench_node *truth, bench_record *r)
{
    memset(r, 0, sizeof *r);
    for (uint32_t i = 0; i < truth->len; i++) {
        const bench_node *key = truth->as.kids + 2 * i, *v = key + 1;
        unsigned field = record_field(key->as.str, key->len);
        r->has |= 1u << field;
        switch (field) {
        case 0: r->f_bool = v->len; break;
        case 1: r->f_int32 = (int32_t)v->as.i64; break;
        case 2: r->f_int64 = v->as.i64; break;
        case 3: r->f_float64 = v->as.f64; break;
        case 4: r->f_string = (record_text){v->as.str, v->len}; break;
        case 5: r->f_bool_2 = v->len; break;
        case 6: r->f_int32_2 = (int32_t)v->as.i64; break;
        default: r->f_string_2 = (record_text){v->as.str, v->len};
        }
    }
}

uint64_t bench_record_digest(const bench_record *r)
{
    bench_digest d = {0};
    uint32_t count = 0;
    for (unsigned k = 0; k < RECORD_FIELDS; k++) count += r->has >> k & 1;
    bench_digest_map(&d, count);
    for (unsigned k = 0; k < RECORD_FIELDS; k++) {
        if (!(r->has >> k & 1)) continue;
        bench_digest_str(&d, record_keys[k], strlen(record_keys[k]));
        switch (k) {
        case 0: bench_digest_bool(&d, r->f_bool); break;
        case 1: bench_digest_i64(&d, r->f_int32); break;
        case 2: bench_digest_i64(&d, r->f_int64); break;
        case 3: bench_digest_f64(&d, r->f_float64); break;
        case 4: bench_digest_str(&d, r->f_string.ptr, r->f_string.len); break;
        case 5: bench_digest_bool(&d, r->f_bool_2); break;
        case 6: bench_digest_i64(&d, r->f_int32_2); break;
        default: bench_digest_str(&d, r->f_string_2.ptr, r->f_string_2.len);
        }
    }
    return d.h;
}

bench_record *bench_records(const bench_input *in)
{
    bench_record *all = (bench_record *)bench_alloc(in->count * sizeof *all);
    for (size_t i = 0; i < in->count; i++) bench_record_of(&in->msgs[i].root, all + i);
    return all;
}

/* SPDX-License-Identifier: MIT
 * Records of 8, 20 and 40 fields: integers of random width, strings of random length, in the schema's order or another, some members absent or
 * some unknown.
 */
#include "bench_make.h"
#include "record.h"

#include <stdlib.h>

#define SHAPE_OPTIONAL_REQ                false
#define SHAPE_OPTIONAL_OPT                true
#define SHAPE_8(index, need, kind, name)  {#name, RECORD_##kind, offsetof(record_8, name), SHAPE_OPTIONAL_##need},
#define SHAPE_20(index, need, kind, name) {#name, RECORD_##kind, offsetof(record_20, name), SHAPE_OPTIONAL_##need},
#define SHAPE_40(index, need, kind, name) {#name, RECORD_##kind, offsetof(record_40, name), SHAPE_OPTIONAL_##need},
static const record_info shape_fields_8[] = {RECORD_8(SHAPE_8)}, shape_fields_20[] = {RECORD_20(SHAPE_20)},
                         shape_fields_40[] = {RECORD_40(SHAPE_40)};

const record_shape *bench_shape(const char *input)
{
    static const record_shape shapes[] = {{shape_fields_8, 8, sizeof(record_8), sizeof(record_has_8)},
                                          {shape_fields_20, 20, sizeof(record_20), sizeof(record_has_20)},
                                          {shape_fields_40, 40, sizeof(record_40), sizeof(record_has_40)}};
    return shapes + (strncmp(input, "record20", 8) == 0 ? 1 : strncmp(input, "record40", 8) == 0 ? 2 : 0);
}

/* ---------------------------------------------------------------- making them */

/* Strings are of up to 31 and 8 bytes, by turns. */
static bench_node recmake_value(bench_pool *pool, uint64_t *seed, record_kind kind, unsigned field)
{
    switch (kind) {
    case RECORD_BOOL: return recmake_bool(recmake_below(seed, 2));
    case RECORD_I32: return recmake_int(recmake_width(seed, 31));
    case RECORD_I64: return recmake_int(recmake_width(seed, 63));
    case RECORD_F64: return recmake_f64((double)recmake_width(seed, 53) / 1024);
    default: return recmake_words(pool, seed, field & 1 ? 8 : 31);
    }
}

/* The one message that comes again and again. */
static bench_node recmake_fixed(bench_pool *pool, unsigned field)
{
    switch (field) {
    case 0: return recmake_bool(false);
    case 1: return recmake_int(1);
    case 2: return recmake_int(17);
    case 3: return recmake_f64(0.5);
    case 4: return recmake_str(pool, "abc", 3);
    case 5: return recmake_bool(true);
    case 6: return recmake_int(9);
    default: return recmake_str(pool, "z", 1);
    }
}

static bool recmake_is(const char *input, const char *how)
{
    const char *dash = strchr(input, '-');
    return dash && strcmp(dash + 1, how) == 0;
}

static void recmake_order(uint64_t *seed, const char *input, unsigned count, unsigned *order)
{
    static const unsigned other[RECORD_FIELDS] = {3, 7, 0, 5, 1, 6, 4, 2};
    bool one_other = recmake_is(input, "other-order"), shuffled = recmake_is(input, "shuffled");
    for (unsigned k = 0; k < count; k++) order[k] = one_other ? other[k] : k;
    for (unsigned k = count; shuffled && k > 1; k--) {
        unsigned with = recmake_below(seed, k), was = order[k - 1];
        order[k - 1] = order[with];
        order[with] = was;
    }
}

static bool recmake_absent(uint64_t *seed, const char *input, const record_info *field)
{
    if (recmake_is(input, "optional")) return recmake_below(seed, 5) == 0;
    return recmake_is(input, "sparse") && field->optional && recmake_below(seed, 2) == 0;
}

static void recmake_stranger(bench_pool *pool, uint64_t *seed, bench_node *wire)
{
    static const char *const keys[] = {"trace", "f_int16", "comment", "source_id"};
    uint32_t which = recmake_below(seed, 4);
    recmake_add(pool, wire, keys[which], which & 1 ? recmake_int(recmake_width(seed, 31)) : recmake_words(pool, seed, 20));
}

/* As an array, or with the places of the fields, from 1 on, for keys. */
static void recmake_encoding(const char *input, bench_node *wire)
{
    bench_node *kids = (bench_node *)(uintptr_t)wire->as.kids;
    if (recmake_is(input, "intkeys")) {
        for (uint32_t k = 0; k < wire->len; k++) kids[2 * k] = recmake_int(k + 1);
    } else if (recmake_is(input, "array")) {
        for (uint32_t k = 0; k < wire->len; k++) kids[k] = kids[2 * k + 1];
        wire->type = BENCH_ARRAY;
    }
}

void bench_gen_record(bench_pool *pool, const char *input, uint64_t i, bench_node *truth, bench_node *wire)
{
    const record_shape *shape = bench_shape(input);
    const unsigned count = shape->count;
    uint64_t seed = (i + 1) * 7919, has = 0;
    bench_node values[RECORD_FIELDS_MAX];
    unsigned order[RECORD_FIELDS_MAX], before[2];
    bool fixed = strcmp(input, "message") == 0, unknown = recmake_is(input, "unknown");
    *truth = recmake_map(pool, count);
    *wire = recmake_map(pool, count);
    for (unsigned k = 0; k < count; k++) {
        values[k] = fixed ? recmake_fixed(pool, k) : recmake_value(pool, &seed, shape->fields[k].kind, k);
        if (recmake_absent(&seed, input, &shape->fields[k])) continue;
        has |= (uint64_t)1 << k;
        recmake_add(pool, truth, shape->fields[k].name, values[k]);
    }
    recmake_order(&seed, input, count, order);
    for (unsigned k = 0; k < 2; k++) before[k] = unknown ? recmake_below(&seed, count) : count;
    for (unsigned k = 0; k < count; k++) {
        for (unsigned s = 0; s < 2; s++)
            if (before[s] == k) recmake_stranger(pool, &seed, wire);
        if (has >> order[k] & 1) recmake_add(pool, wire, shape->fields[order[k]].name, values[order[k]]);
    }
    recmake_encoding(input, wire);
}

/* ---------------------------------------------------------------- as structs */

static void record_store(const bench_node *v, record_kind kind, void *at)
{
    switch (kind) {
    case RECORD_BOOL: *(bool *)at = v->len; break;
    case RECORD_I32: *(int32_t *)at = (int32_t)v->as.i64; break;
    case RECORD_I64: *(int64_t *)at = v->as.i64; break;
    case RECORD_F64: *(double *)at = v->as.f64; break;
    default: *(record_text *)at = (record_text){v->as.str, v->len};
    }
}

/* A struct begins with has. */
static uint64_t record_has(const record_shape *shape, const void *r)
{
    return shape->has_size == 4 ? *(const uint32_t *)r : *(const uint64_t *)r;
}

static void record_found(const record_shape *shape, void *r, unsigned field)
{
    if (shape->has_size == 4)
        *(uint32_t *)r |= UINT32_C(1) << field;
    else
        *(uint64_t *)r |= UINT64_C(1) << field;
}

static void record_of(const record_shape *shape, const bench_node *truth, uint8_t *r)
{
    memset(r, 0, shape->size);
    for (uint32_t i = 0; i < truth->len; i++) {
        const bench_node *key = truth->as.kids + 2 * i;
        unsigned k = 0;
        while (k < shape->count &&
               (strlen(shape->fields[k].name) != key->len || memcmp(shape->fields[k].name, key->as.str, key->len)))
            k++;
        if (k == shape->count) bench_die("a key of no field");
        record_found(shape, r, k);
        record_store(key + 1, shape->fields[k].kind, r + shape->fields[k].offset);
    }
}

void *bench_records(const bench_input *in)
{
    const record_shape *shape = bench_shape(in->name);
    uint8_t *all = (uint8_t *)bench_alloc(in->count * shape->size);
    for (size_t i = 0; i < in->count; i++) record_of(shape, &in->msgs[i].root, all + i * shape->size);
    return all;
}

static void record_digest_value(bench_digest *d, record_kind kind, const void *at)
{
    const record_text *text = (const record_text *)at;
    switch (kind) {
    case RECORD_BOOL: bench_digest_bool(d, *(const bool *)at); break;
    case RECORD_I32: bench_digest_i64(d, *(const int32_t *)at); break;
    case RECORD_I64: bench_digest_i64(d, *(const int64_t *)at); break;
    case RECORD_F64: bench_digest_f64(d, *(const double *)at); break;
    default: bench_digest_str(d, text->ptr, text->len);
    }
}

uint64_t bench_record_digest(const bench_input *in, const void *record)
{
    const record_shape *shape = bench_shape(in->name);
    const uint8_t *r = (const uint8_t *)record;
    const uint64_t has = record_has(shape, record);
    bench_digest d = {0};
    uint32_t count = 0;
    for (unsigned k = 0; k < shape->count; k++) count += has >> k & 1;
    bench_digest_map(&d, count);
    for (unsigned k = 0; k < shape->count; k++) {
        if (!(has >> k & 1)) continue;
        bench_digest_str(&d, shape->fields[k].name, strlen(shape->fields[k].name));
        record_digest_value(&d, shape->fields[k].kind, r + shape->fields[k].offset);
    }
    return d.h;
}

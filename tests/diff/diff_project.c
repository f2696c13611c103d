/* SPDX-License-Identifier: MIT
 * Projections: what is left of a value in a peer that cannot tell some things apart. Both sides go through the same ones before
 * they are compared, so that the rest is still compared in full.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdlib.h>

enum projection {
    ONE_FLOAT,
    QUIET_NAN,
    ONE_NAN,
    ONE_NUMBER,
    NARROW_NEGATIVES,
    WRAPPED_WHOLES,
    BYTE_SUMS,
    WHOLE_FLOATS,
    ONE_RAW,
    LAST_KEY,
    INDEX_KEYS,
    NO_ORDER,
    ANY_FORMAT,
    WRAPPED,
    DIGITS,
    INTEGER_KEYS,
    LISTS,
    PROJECTIONS
};
static const struct {
    const char *name, *about;
} projections[PROJECTIONS] = {
    [ONE_FLOAT] = {"one-float", "float32 and float64 of the same value are equal"},
    [QUIET_NAN] = {"quiet-nan", "a signalling NaN equals the quiet one with its payload"},
    [ONE_NAN] = {"one-nan", "every NaN equals every other"},
    [ONE_NUMBER] = {"one-number", "integers and floats are doubles"},
    [NARROW_NEGATIVES] = {"narrow-negatives",
                          "a negative integer is cut to the width that its low 32 bits ask for, with faults at the edges"},
    [WRAPPED_WHOLES] = {"wrapped-wholes", "a whole number beyond 64 bits is taken modulo 2^64"},
    [BYTE_SUMS] = {"byte-sums", "an integer is read as the sum of its bytes in a double, rounded at each"},
    [WHOLE_FLOATS] = {"whole-floats", "a float without a fraction equals the integer"},
    [ONE_RAW] = {"one-raw", "str and bin of the same bytes are equal"},
    [LAST_KEY] = {"last-key", "of equal keys the last value stays, in the place of the first"},
    [INDEX_KEYS] = {"index-keys", "keys that read as array indices come first, ascending"},
    [NO_ORDER] = {"no-order", "the pairs of a map have no order"},
    [ANY_FORMAT] = {"any-format", "a larger format than needed is written"},
    [WRAPPED] = {"wrapped", "an integer of 2^63 or more equals the negative one of the same 64 bits"},
    [DIGITS] = {"digits", "an integer of 2^63 or more equals the str of its decimal digits"},
    [INTEGER_KEYS] = {"integer-keys", "a key that reads as an integer of 64 bits with a sign equals that integer"},
    [LISTS] = {"lists", "a map of the keys 0, 1, 2... in order, or of none, equals the array of its values"},
};

int projection_named(const char *rule)
{
    for (int i = 0; i < PROJECTIONS; i++)
        if (strcmp(projections[i].name, rule) == 0) return i;
    return -1;
}

const char *projection_about(int i)
{
    return projections[i].about;
}

/* ---------------------------------------------------------------- numbers */

static bool is_nan(const struct value *v)
{
    if (v->kind == V_F32) return (v->as.bits & 0x7fffffff) > 0x7f800000;
    return v->kind == V_F64 && (v->as.bits & INT64_MAX) > 0x7ff0000000000000;
}

/* Of an integer or a double; a NaN goes through by its bits. */
static double double_in(const struct value *v)
{
    double d;
    if (v->kind == V_UINT) return (double)v->as.bits;
    if (v->kind == V_NEG) return (double)(int64_t)v->as.bits;
    memcpy(&d, &v->as.bits, sizeof d);
    return d;
}

static void become_double(struct value *v, double d)
{
    v->kind = V_F64;
    memcpy(&v->as.bits, &d, sizeof d);
}

/* By the bits, as a conversion by the machine would quieten a signalling NaN, or not. */
static void widen(struct value *v)
{
    uint64_t sign = v->as.bits >> 31 << 63, mantissa = (v->as.bits & 0x7fffff) << 29;
    if (v->kind != V_F32) return;
    if ((v->as.bits & 0x7f800000) == 0x7f800000) {
        v->as.bits = sign | 0x7ff0000000000000 | mantissa;
        v->kind = V_F64;
    } else {
        uint32_t bits = (uint32_t)v->as.bits;
        float f;
        memcpy(&f, &bits, sizeof f);
        become_double(v, (double)f);
    }
}

static void whole_to_integer(struct value *v)
{
    struct value wide = *v;
    widen(&wide);
    double d = double_in(&wide);
    if (v->kind == V_UINT || v->kind == V_NEG || is_nan(v)) return;
    if (d >= 0 && d < 18446744073709551616.0 && (double)(uint64_t)d == d) {
        v->kind = V_UINT, v->as.bits = (uint64_t)d;
    } else if (d < 0 && d >= -9223372036854775808.0 && (double)(int64_t)d == d) {
        v->kind = V_NEG, v->as.bits = (uint64_t)(int64_t)d;
    }
}

/* What mpack_wnint of libmpack does: it looks at the low half alone, and is off by one for -129 and -32769. */
static void narrow_negative(struct value *v)
{
    uint32_t low = (uint32_t)v->as.bits;
    if (v->kind != V_NEG || low < 0x80000000 || low >= 0xffffffe0) return;
    unsigned shift = low < 0xffff7fff ? 32 : low < 0xffffff7f ? 48 : 56;
    v->as.bits = (uint64_t)low << shift;
    bool negative = v->as.bits >> 63;
    v->as.bits = v->as.bits >> shift | (negative ? ~(UINT64_MAX >> shift) : 0);
    v->kind = negative ? V_NEG : V_UINT;
}

/* What a writer does that has all numbers as doubles. One of 2^63 and more is whole; its mantissa need only be shifted. */
static void wrap_whole(struct value *v)
{
    struct value number = *v;
    if (v->kind == V_F32 || is_nan(v)) return;
    become_double(&number, double_in(v));
    int exponent = (int)(number.as.bits >> 52 & 0x7ff) - 1023;
    bool negative = number.as.bits >> 63;
    if (exponent < 64 - negative || exponent == 1024) return;
    uint64_t mantissa = (number.as.bits & 0xfffffffffffff) | 0x10000000000000;
    v->as.bits = exponent - 52 < 64 ? mantissa << (exponent - 52) : 0;
    if (negative) v->as.bits = 0 - v->as.bits;
    v->kind = negative && v->as.bits >> 63 ? V_NEG : V_UINT;
}

static void sum_bytes(struct value *v)
{
    double sum = 0;
    if (v->kind != V_UINT || v->as.bits <= (uint64_t)1 << 53) return;
    for (int shift = 56; shift >= 0; shift -= 8) sum += (double)(v->as.bits & (uint64_t)255 << shift);
    become_double(v, sum);
}

static void project_number(struct value *v, uint32_t set)
{
    bool nan = is_nan(v);
    uint64_t quiet = v->kind == V_F32 ? 0x400000 : 0x8000000000000;
    if (set & 1u << NARROW_NEGATIVES) narrow_negative(v);
    if (nan && set & 1u << QUIET_NAN) v->as.bits |= quiet;
    if (nan && set & 1u << ONE_NAN) v->as.bits = v->kind == V_F32 ? 0x7fc00000 : 0x7ff8000000000000;
    if (set & (1u << ONE_FLOAT | 1u << ONE_NUMBER)) widen(v);
    if (v->kind == V_WHOLE && set & (1u << WHOLE_FLOATS | 1u << ONE_NUMBER)) v->kind = V_F64;
    if (set & 1u << WRAPPED_WHOLES) wrap_whole(v);
    if (set & 1u << BYTE_SUMS) sum_bytes(v);
    if (set & 1u << ONE_NUMBER) become_double(v, double_in(v));
    if (set & 1u << WHOLE_FLOATS) whole_to_integer(v);
    if (set & 1u << ONE_NUMBER) {
        if (v->kind == V_F32 && v->as.bits == 0x80000000) v->as.bits = 0;
        if (v->kind == V_F64 && v->as.bits == (uint64_t)1 << 63) v->as.bits = 0;
    }
}

/* Of integers without a place in 64 bits with a sign. */
static void project_large(struct value *v, uint32_t set, cinch_arena *a)
{
    if (v->kind != V_UINT || v->as.bits <= INT64_MAX) return;
    if (set & 1u << WRAPPED) v->kind = V_NEG;
    if (!(set & 1u << DIGITS)) return;
    char *text = need_memory(a, 21);
    v->len = (uint32_t)snprintf(text, 21, "%" PRIu64, v->as.bits);
    v->as.bytes = (const uint8_t *)text;
    v->kind = V_STR;
}

/* ---------------------------------------------------------------- maps */

/* As PHP does: digits without a zero in front, a sign only where it is needed, and nothing that 64 bits do not hold. */
static void integer_key(struct value *key)
{
    char text[24], back[24];
    if (key->kind != V_STR || !key->len || key->len >= sizeof text || memchr(key->as.bytes, 0, key->len)) return;
    memcpy(text, key->as.bytes, key->len);
    text[key->len] = 0;
    int64_t n = strtoll(text, NULL, 10);
    snprintf(back, sizeof back, "%" PRId64, n);
    if (strcmp(text, back) != 0) return;
    key->kind = n < 0 ? V_NEG : V_UINT;
    key->as.bits = (uint64_t)n;
}

static void list_of_map(struct value *map)
{
    struct value *kids = map->as.kids;
    for (uint32_t i = 0; i < map->len; i++)
        if (kids[2 * i].kind != V_UINT || kids[2 * i].as.bits != i) return;
    for (uint32_t i = 0; i < map->len; i++) kids[i] = kids[2 * i + 1];
    map->kind = V_ARRAY;
}

static struct bytes pair_text(const struct value *pair, unsigned parts)
{
    struct bytes b = {0};
    for (unsigned i = 0; i < parts; i++) value_text(pair + i, &b);
    bytes_byte(&b, 0);
    return b;
}

static int compare_parts(const struct value *a, const struct value *b, unsigned parts)
{
    struct bytes x = pair_text(a, parts), y = pair_text(b, parts);
    int order = strcmp((const char *)x.ptr, (const char *)y.ptr);
    free(x.ptr), free(y.ptr);
    return order;
}

static int compare_pairs(const void *a, const void *b)
{
    return compare_parts(a, b, 2);
}

static void merge_keys(struct value *map)
{
    uint32_t count = 0;
    struct value *kids = map->as.kids;
    for (uint32_t i = 0; i < map->len; i++) {
        uint32_t k = 0;
        while (k < count && compare_parts(kids + 2 * k, kids + 2 * i, 1) != 0) k++;
        if (k < count) kids[2 * k + 1] = kids[2 * i + 1];
        if (k < count) continue;
        memmove(kids + 2 * count, kids + 2 * i, 2 * sizeof *kids);
        count++;
    }
    map->len = count;
}

/* The index that a str reads as, or 2^32 - 1, which is none: decimal digits without a zero in front. */
static uint64_t index_of_key(const struct value *key)
{
    uint64_t n = 0;
    bool digits = key->kind == V_STR && key->len && key->len <= 10 && (key->len == 1 || key->as.bytes[0] != '0');
    for (uint32_t i = 0; digits && i < key->len; i++) {
        digits = key->as.bytes[i] >= '0' && key->as.bytes[i] <= '9';
        n = n * 10 + key->as.bytes[i] - '0';
    }
    return digits && n < UINT32_MAX ? n : UINT32_MAX;
}

/* By insertion, as the keys that are none must keep their order. */
static void indices_first(struct value *map)
{
    struct value *kids = map->as.kids;
    for (uint32_t i = 1; i < map->len; i++) {
        struct value pair[2] = {kids[2 * i], kids[2 * i + 1]};
        uint32_t k = i;
        for (; k && index_of_key(kids + 2 * (k - 1)) > index_of_key(pair); k--)
            memcpy(kids + 2 * k, kids + 2 * (k - 1), sizeof pair);
        memcpy(kids + 2 * k, pair, sizeof pair);
    }
}

void project(struct value *v, uint32_t set, cinch_arena *a)
{
    switch (v->kind) {
    case V_UINT:
    case V_NEG:
    case V_F32:
    case V_F64:
    case V_WHOLE:
        project_number(v, set);
        project_large(v, set, a);
        return;
    case V_BIN:
        if (set & 1u << ONE_RAW) v->kind = V_STR;
        return;
    case V_ARRAY:
    case V_MAP: break;
    default: return;
    }
    size_t count = (v->kind == V_MAP ? 2 : 1) * (size_t)v->len;
    struct value *kids = need_memory(a, count * sizeof *kids);
    if (count) memcpy(kids, v->as.kids, count * sizeof *kids);
    v->as.kids = kids;
    for (size_t i = 0; i < count; i++) project(kids + i, set, a);
    if (v->kind != V_MAP) return;
    for (uint32_t i = 0; set & 1u << INTEGER_KEYS && i < v->len; i++) integer_key(kids + 2 * i);
    if (set & 1u << LAST_KEY) merge_keys(v);
    if (set & 1u << INDEX_KEYS) indices_first(v);
    if (set & 1u << NO_ORDER && v->len > 1) qsort(kids, v->len, 2 * sizeof *kids, compare_pairs);
    if (set & 1u << LISTS) list_of_map(v);
}

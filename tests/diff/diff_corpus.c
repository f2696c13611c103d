/* SPDX-License-Identifier: MIT
 * The corpus: documents from a seed, the same on every machine. Random numbers are splitmix64 and nothing but 64-bit integers;
 * floats are chosen by their bits and strings as UTF-16, so that no libc and no rounding has a say.
 */
#include "diff.h"

/* Digests of corpora that were compared, written down so that another machine's corpus is known to be the same. */
static const struct {
    uint64_t seed, count, digest;
} digests[] = {
    {1, 2000, 0x0bedb09975e7b35c},
    {1, 20000, 0x7c9b0ed6e2bcd6b7},
};

uint64_t corpus_digest(uint64_t digest, const void *p, size_t len)
{
    const uint8_t *byte = p;
    for (size_t i = 0; i < len; i++) digest = (digest ^ byte[i]) * 0x100000001b3u;
    return digest;
}

uint64_t corpus_digest_known(uint64_t seed, uint64_t count)
{
    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++)
        if (digests[i].seed == seed && digests[i].count == count) return digests[i].digest;
    return 0;
}

void corpus_init(struct corpus *c, uint64_t seed, cinch_arena *a)
{
    c->state = seed * 0x9e3779b97f4a7c15u;
    c->arena = a;
}

static uint64_t corpus_u64(struct corpus *c)
{
    uint64_t z = c->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t corpus_below(struct corpus *c, uint32_t n)
{
    return (uint32_t)(corpus_u64(c) % n);
}

/* ---------------------------------------------------------------- numbers */

/* Half from the edges of the encodings, half of a random number of bits. */
static void corpus_integer(struct corpus *c, struct value *v)
{
    static const uint64_t up[] = {
        0, 1, 127, 128, 255, 256, 65535, 65536, 0xffffffff, 0x100000000, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    static const int64_t down[] = {
        -1, -31, -32, -33, -127, -128, -129, -32767, -32768, -32769, -INT64_C(2147483648), -INT64_C(2147483649), INT64_MIN};
    bool negative = corpus_below(c, 2);
    bool edge = corpus_below(c, 2);
    v->kind = negative ? V_NEG : V_UINT;
    if (edge) {
        v->as.bits = negative ? (uint64_t)down[corpus_below(c, sizeof down / sizeof down[0])]
                              : up[corpus_below(c, sizeof up / sizeof up[0])];
    } else {
        uint64_t random = corpus_u64(c) >> (corpus_below(c, 63) + negative);
        v->as.bits = negative ? ~random : random;
    }
}

/* A third by name (zeros, infinities, NaN quiet, signalling and with a payload, the ends of the range, whole numbers), a third
 * random bits, a third numbers as people write them: quarters. */
static void corpus_f32(struct corpus *c, struct value *v)
{
    static const uint32_t named[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7fc12345,
                                     0xffc00001, 0x7f800001, 0x7f7fffff, 0x00800000, 0x00000001, 0x3f800000,
                                     0xbf800000, 0x4b800000, 0x4f800000, 0x3dcccccd};
    v->kind = V_F32;
    switch (corpus_below(c, 3)) {
    case 0: v->as.bits = named[corpus_below(c, sizeof named / sizeof named[0])]; break;
    case 1: v->as.bits = corpus_u64(c) >> 32; break;
    default: /* a sign, an exponent near 1, few bits of mantissa */
        v->as.bits = (uint64_t)corpus_below(c, 2) << 31 | (uint64_t)(120 + corpus_below(c, 20)) << 23 |
                     (uint64_t)corpus_below(c, 64) << 17;
    }
}

static void corpus_f64(struct corpus *c, struct value *v)
{
    static const uint64_t named[] = {0x0000000000000000, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                     0x7ff8000000000000, 0x7ff8000012345678, 0xfff8000000000001, 0x7ff0000000000001,
                                     0x7fefffffffffffff, 0x0010000000000000, 0x0000000000000001, 0x3ff0000000000000,
                                     0xbff0000000000000, 0x4340000000000000, 0x43f0000000000000, 0x3fb999999999999a};
    v->kind = V_F64;
    switch (corpus_below(c, 3)) {
    case 0: v->as.bits = named[corpus_below(c, sizeof named / sizeof named[0])]; break;
    case 1: v->as.bits = corpus_u64(c); break;
    default:
        v->as.bits = (uint64_t)corpus_below(c, 2) << 63 | (uint64_t)(1016 + corpus_below(c, 20)) << 52 |
                     (uint64_t)corpus_below(c, 64) << 46;
    }
}

/* ---------------------------------------------------------------- strings */

static uint32_t corpus_character(struct corpus *c, unsigned alphabet)
{
    switch (alphabet) {
    case 0: return corpus_below(c, 0x80);
    case 1: return 0x80 + corpus_below(c, 0x80);
    case 2: {
        uint32_t bmp = 0x100 + corpus_below(c, 0xff00 - 0x800);
        return bmp < 0xd800 ? bmp : bmp + 0x800;
    }
    default: return 0x10000 + corpus_below(c, 0x100000);
    }
}

static void units_add(uint16_t *units, uint32_t *count, uint32_t character)
{
    if (character < 0x10000) {
        units[(*count)++] = (uint16_t)character;
        return;
    }
    units[(*count)++] = (uint16_t)(0xd800 + ((character - 0x10000) >> 10));
    units[(*count)++] = (uint16_t)(0xdc00 + (character & 0x3ff));
}

/* The bytes that the units must become, by the harness's own reckoning: '?' for a surrogate without its other half. */
static void corpus_utf8(struct corpus *c, struct value *v)
{
    uint8_t *p = need_memory(c->arena, 3 * (size_t)v->units), *start = p;
    for (uint32_t i = 0; i < v->units; i++) {
        uint32_t u = v->utf16[i];
        if (u >= 0xd800 && u < 0xdc00 && i + 1 < v->units && v->utf16[i + 1] >= 0xdc00 && v->utf16[i + 1] < 0xe000)
            u = 0x10000 + ((u - 0xd800) << 10) + (v->utf16[++i] - 0xdc00u);
        else if (u >= 0xd800 && u < 0xe000)
            u = '?';
        if (u < 0x80) {
            *p++ = (uint8_t)u;
            continue;
        }
        unsigned more = u < 0x800 ? 1 : u < 0x10000 ? 2 : 3;
        *p++ = (uint8_t)((0xff00 >> (more + 1) & 0xff) | u >> 6 * more);
        while (more--) *p++ = (uint8_t)(0x80 | (u >> 6 * more & 63));
    }
    v->as.bytes = start;
    v->len = (uint32_t)(p - start);
}

/* A string of so many characters, all of one alphabet, one in fifty with an unpaired surrogate somewhere among them. */
static void corpus_string(struct corpus *c, struct value *v, uint32_t characters)
{
    uint16_t *units = need_memory(c->arena, (2 * (size_t)characters + 8) * sizeof *units);
    unsigned alphabet = corpus_below(c, 4);
    bool broken = corpus_below(c, 50) == 0;
    uint32_t where = broken ? corpus_below(c, characters + 1) : 0;
    v->kind = V_STR;
    v->units = 0;
    for (uint32_t i = 0; i <= characters; i++) {
        if (broken && i == where) units_add(units, &v->units, 0xd800 + corpus_below(c, 0x800));
        if (i < characters) units_add(units, &v->units, corpus_character(c, alphabet));
    }
    v->utf16 = units;
    corpus_utf8(c, v);
}

/* Lengths: mostly short, sometimes up to the most, sometimes at the edge of a format. */
static uint32_t corpus_length(struct corpus *c, uint32_t most)
{
    static const uint16_t edges[] = {0, 1, 15, 16, 31, 32, 255, 256};
    switch (corpus_below(c, 12)) {
    case 0: return corpus_below(c, most + 1);
    case 1: return edges[corpus_below(c, 8)];
    default: return corpus_below(c, 24);
    }
}

static void corpus_binary(struct corpus *c, struct value *v)
{
    v->kind = V_BIN;
    v->len = corpus_length(c, 400);
    uint8_t *p = need_memory(c->arena, v->len);
    for (uint32_t i = 0; i < v->len; i++) p[i] = (uint8_t)corpus_u64(c);
    v->as.bytes = p;
}

/* ---------------------------------------------------------------- containers */

static bool same_units(const struct value *a, const struct value *b)
{
    return a->units == b->units && memcmp(a->utf16, b->utf16, a->units * sizeof *a->utf16) == 0;
}

/* Another string with one more unit, a surrogate that nothing follows. */
static void corpus_twin(struct corpus *c, struct value *twin, const struct value *of, uint16_t surrogate)
{
    uint16_t *units = need_memory(c->arena, (of->units + 1) * sizeof *units);
    memcpy(units, of->utf16, of->units * sizeof *units);
    units[of->units] = surrogate;
    *twin = *of;
    twin->utf16 = units;
    twin->units = of->units + 1;
    corpus_utf8(c, twin);
}

/* Keys differ as UTF-16, as a map of Java or JavaScript has them. In one map of thirty the last two differ in an unpaired surrogate
 * alone, so that their bytes are equal. */
static void corpus_keys(struct corpus *c, struct value *map)
{
    bool twins = map->len > 1 && corpus_below(c, 30) == 0;
    for (uint32_t i = 0; i < map->len; i++) {
        struct value *key = map->as.kids + 2 * i;
        bool fresh;
        do {
            corpus_string(c, key, corpus_below(c, 8) ? 1 + corpus_below(c, 10) : corpus_length(c, 40));
            fresh = true;
            for (uint32_t k = 0; k < i && fresh; k++) fresh = !same_units(key, map->as.kids + 2 * k);
        } while (!fresh);
    }
    if (!twins) return;
    struct value *last = map->as.kids + 2 * (map->len - 1), base = *last;
    corpus_twin(c, last - 2, &base, 0xd800);
    corpus_twin(c, last, &base, 0xd801);
}

static void corpus_value(struct corpus *c, struct value *v, unsigned depth);

static void corpus_container(struct corpus *c, struct value *v, unsigned depth)
{
    bool map = corpus_below(c, 3) != 0;
    uint32_t most = corpus_below(c, 8) == 0 ? 40 : depth == 1 ? 16 : 5;
    v->kind = map ? V_MAP : V_ARRAY;
    v->len = corpus_below(c, most + 1);
    v->as.kids = need_memory(c->arena, (map ? 2 : 1) * (size_t)v->len * sizeof *v);
    memset(v->as.kids, 0, (map ? 2 : 1) * (size_t)v->len * sizeof *v);
    if (map) corpus_keys(c, v);
    for (uint32_t i = 0; i < v->len; i++) corpus_value(c, v->as.kids + (map ? 2 * i + 1 : i), depth + 1);
}

/* Containers stand to depth 4. */
static void corpus_value(struct corpus *c, struct value *v, unsigned depth)
{
    memset(v, 0, sizeof *v);
    switch (corpus_below(c, depth <= 4 ? 15 : 13)) {
    case 0: v->kind = V_NIL; break;
    case 1: v->kind = (uint8_t)(V_FALSE + corpus_below(c, 2)); break;
    case 2:
    case 3:
    case 4:
    case 5: corpus_integer(c, v); break;
    case 6: corpus_f32(c, v); break;
    case 7:
    case 8: corpus_f64(c, v); break;
    case 9: corpus_binary(c, v); break;
    case 10:
    case 11:
    case 12: corpus_string(c, v, corpus_length(c, 600)); break;
    default: corpus_container(c, v, depth);
    }
}

struct value *corpus_next(struct corpus *c)
{
    struct value *v = need_memory(c->arena, sizeof *v);
    memset(v, 0, sizeof *v);
    corpus_container(c, v, 1);
    return v;
}

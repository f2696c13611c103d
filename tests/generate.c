/* SPDX-License-Identifier: MIT
 * Writes MessagePack by hand from the specification's table, smallest format or any larger one that holds the value.
 */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

#include "cinch/wire.h"

void rng_init(struct rng *r, uint64_t seed)
{
    const char *s = getenv("CINCH_SEED");
    if (s) seed ^= strtoull(s, NULL, 0) * 0x9e3779b97f4a7c15u;
    r->state = r->seed = seed;
}

uint64_t rng_u64(struct rng *r) /* splitmix64 */
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint64_t rng_below(struct rng *r, uint64_t n)
{
    return rng_u64(r) % n;
}

bool rng_chance(struct rng *r, unsigned percent)
{
    return rng_below(r, 100) < percent;
}

uint64_t rng_wide(struct rng *r)
{
    static const uint64_t edges[] = {0,
                                     31,
                                     32,
                                     127,
                                     128,
                                     255,
                                     256,
                                     32767,
                                     32768,
                                     65535,
                                     65536,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x100000000,
                                     INT64_MAX,
                                     (uint64_t)INT64_MAX + 1,
                                     UINT64_MAX};
    if (rng_chance(r, 20)) return edges[rng_below(r, sizeof edges / sizeof edges[0])];
    return rng_u64(r) >> rng_below(r, 64);
}

struct gen {
    struct rng *rng;
    const struct gen_opts *opts;
    uint8_t *pos, *end;
    unsigned items; /* left */
};

static void gen_byte(struct gen *g, unsigned v)
{
    *g->pos++ = (uint8_t)v;
}

static void gen_big(struct gen *g, uint64_t v, unsigned bytes)
{
    while (bytes--) gen_byte(g, (unsigned)(v >> 8 * bytes & 255));
}

static bool gen_has(const struct gen *g, unsigned flag)
{
    return (g->opts->flags & flag) != 0;
}

/* How many steps larger than the smallest format this item shall be. */
static unsigned gen_excess(struct gen *g)
{
    return gen_has(g, GEN_OVERLONG) && rng_chance(g->rng, 30) ? (unsigned)rng_below(g->rng, 4) : 0;
}

static void gen_u64(struct gen *g, uint64_t v)
{
    unsigned step = v < 128 ? 0 : v < 256 ? 1 : v < 65536 ? 2 : v <= 0xffffffff ? 3 : 4;
    step += gen_excess(g);
    if (step > 4) step = 4;
    if (step == 0) {
        gen_byte(g, (unsigned)v);
        return;
    }
    /* A non-negative number may also stand in a signed format wide enough. */
    bool as_signed = gen_has(g, GEN_OVERLONG) && rng_chance(g->rng, 20) && v < (uint64_t)1 << (8u << (step - 1)) / 2 &&
                     v <= INT64_MAX;
    if (step == 4 && v > INT64_MAX) as_signed = false;
    gen_byte(g, (as_signed ? CINCH_WIRE_I8 : CINCH_WIRE_U8) + step - 1);
    gen_big(g, v, 1u << (step - 1));
}

static void gen_negative(struct gen *g, int64_t v)
{
    unsigned step = v >= -32 ? 0 : v >= -128 ? 1 : v >= -32768 ? 2 : v >= INT32_MIN ? 3 : 4;
    step += gen_excess(g);
    if (step > 4) step = 4;
    if (step) gen_byte(g, CINCH_WIRE_I8 + step - 1);
    gen_big(g, (uint64_t)v, step ? 1u << (step - 1) : 1);
}

static void gen_head(struct gen *g, size_t len, size_t fix_max, unsigned fix, unsigned first, unsigned steps)
{
    unsigned step = len <= fix_max ? 0 : len < 256 && steps == 3 ? 1 : len < 65536 ? steps - 1 : steps;
    if (fix == 0 && step == 0) step = 1;
    step += gen_excess(g);
    if (step > steps) step = steps;
    if (step == 0) {
        gen_byte(g, fix | (unsigned)len);
        return;
    }
    gen_byte(g, first + step - 1);
    gen_big(g, len, 1u << (step - 1 + (steps == 2)));
}

static size_t gen_payload_len(struct gen *g, size_t head)
{
    size_t room = (size_t)(g->end - g->pos) - head, len = rng_below(g->rng, 12);
    if (rng_chance(g->rng, 10)) len = rng_below(g->rng, 48);
    if (rng_chance(g->rng, 3) && g->opts->payload) len = rng_below(g->rng, (uint64_t)g->opts->payload + 1);
    return len < room ? len : room;
}

/* Text of exactly len bytes in characters of one to four bytes. */
static void gen_utf8(struct gen *g, size_t len)
{
    static const char *const chars[] = {"a",
                                        "Z",
                                        "0",
                                        " ",
                                        "\"",
                                        "\\",
                                        "/",
                                        "\n",
                                        "~",
                                        "\xc2\x80",
                                        "\xc3\xa9",
                                        "\xdf\xbf",
                                        "\xe0\xa0\x80",
                                        "\xe2\x82\xac",
                                        "\xed\x9f\xbf",
                                        "\xef\xbf\xbf",
                                        "\xf0\x90\x80\x80",
                                        "\xf0\x9f\x98\x80",
                                        "\xf4\x8f\xbf\xbf"};
    while (len) {
        const char *c = chars[rng_chance(g->rng, 60) ? 0 : rng_below(g->rng, sizeof chars / sizeof chars[0])];
        size_t n = strlen(c);
        if (n > len) continue;
        memcpy(g->pos, c, n);
        g->pos += n;
        len -= n;
    }
}

static void gen_junk(struct gen *g, size_t len)
{
    while (len--) gen_byte(g, (unsigned)rng_below(g->rng, 256));
}

static void gen_str(struct gen *g)
{
    size_t len = gen_payload_len(g, 5);
    gen_head(g, len, 31, CINCH_WIRE_FIXSTR, CINCH_WIRE_STR8, 3);
    if (gen_has(g, GEN_BAD_UTF8) && rng_chance(g->rng, 20))
        gen_junk(g, len);
    else
        gen_utf8(g, len);
}

static void gen_bin(struct gen *g)
{
    size_t len = gen_payload_len(g, 5);
    gen_head(g, len, 0, 0, CINCH_WIRE_BIN8, 3);
    gen_junk(g, len);
}

static void gen_time(struct gen *g)
{
    uint64_t sec = rng_u64(g->rng) >> rng_below(g->rng, 64), nsec = rng_chance(g->rng, 40) ? 0 : rng_below(g->rng, 1000000000);
    unsigned step = sec >> 34 ? 2 : nsec || sec >> 32 ? 1 : 0;
    step += gen_excess(g);
    if (step == 0) {
        gen_byte(g, CINCH_WIRE_FIXEXT4);
        gen_byte(g, 0xff);
        gen_big(g, sec, 4);
    } else if (step == 1) {
        gen_byte(g, CINCH_WIRE_FIXEXT8);
        gen_byte(g, 0xff);
        gen_big(g, nsec << 34 | sec, 8);
    } else {
        gen_byte(g, CINCH_WIRE_EXT8);
        gen_byte(g, 12);
        gen_byte(g, 0xff);
        gen_big(g, nsec, 4);
        gen_big(g, sec, 8);
    }
}

static void gen_ext(struct gen *g)
{
    size_t len = gen_payload_len(g, 6);
    unsigned type = (unsigned)rng_below(g->rng, 255); /* 255 is -1 */
    if (gen_has(g, GEN_OVERLONG) ? rng_chance(g->rng, 70) : len && len <= 16 && (len & (len - 1)) == 0) {
        unsigned power = (unsigned)rng_below(g->rng, 5);
        while ((size_t)1 << power > len && power) power--;
        len = (size_t)1 << power;
        gen_byte(g, CINCH_WIRE_FIXEXT1 + power);
    } else {
        gen_head(g, len, 0, 0, CINCH_WIRE_EXT8, 3);
    }
    gen_byte(g, type);
    gen_junk(g, len);
}

static void gen_float(struct gen *g)
{
    uint64_t bits = rng_u64(g->rng);
    if (rng_chance(g->rng, 50)) {
        double v = (double)(int64_t)rng_below(g->rng, 100000) / 100 - 100;
        memcpy(&bits, &v, 8);
    }
    bool wide = rng_chance(g->rng, 70);
    if (!wide) bits >>= 32;
    uint64_t exponent = wide ? (uint64_t)0x7ff << 52 : 0xff << 23;
    if ((bits & exponent) == exponent && !gen_has(g, GEN_FLOAT_ODD)) bits &= ~exponent;
    gen_byte(g, wide ? CINCH_WIRE_F64 : CINCH_WIRE_F32);
    gen_big(g, bits, wide ? 8 : 4);
}

static void gen_scalar(struct gen *g)
{
    switch (rng_below(g->rng, 12)) {
    case 0: gen_byte(g, CINCH_WIRE_NIL); break;
    case 1: gen_byte(g, CINCH_WIRE_FALSE + (unsigned)rng_below(g->rng, 2)); break;
    case 2: gen_negative(g, -1 - (int64_t)(rng_wide(g->rng) >> 1)); break;
    case 3: gen_float(g); break;
    case 4:
        if (gen_has(g, GEN_BIN)) {
            gen_bin(g);
            break;
        } /* fallthrough */
    case 5:
        if (gen_has(g, GEN_EXT)) {
            if (rng_chance(g->rng, 50))
                gen_time(g);
            else
                gen_ext(g);
            break;
        } /* fallthrough */
    case 6:
    case 7:
    case 8: gen_str(g); break;
    default: gen_u64(g, rng_chance(g->rng, 50) ? rng_below(g->rng, 128) : rng_wide(g->rng)); break;
    }
}

/* A str key of fixed width made of its index: distinct within the map. */
static void gen_key(struct gen *g, size_t index)
{
    gen_byte(g, CINCH_WIRE_FIXSTR | 5);
    gen_byte(g, 'a' + (unsigned)rng_below(g->rng, 26));
    for (unsigned i = 0; i < 4; i++, index /= 10) gen_byte(g, '0' + (unsigned)(index % 10));
}

static void gen_item(struct gen *g, unsigned depth);

static void gen_container(struct gen *g, unsigned depth)
{
    bool map = rng_chance(g->rng, 50);
    size_t count = rng_chance(g->rng, 10) ? rng_below(g->rng, 40) : rng_below(g->rng, 7);
    size_t room = (size_t)(g->end - g->pos);
    if (count > g->items) count = g->items;
    if (count * 64 + 5 > room) count = room / 64 ? room / 64 - 1 : 0;
    gen_head(g, count, 15, map ? CINCH_WIRE_FIXMAP : CINCH_WIRE_FIXARRAY, map ? CINCH_WIRE_MAP16 : CINCH_WIRE_ARRAY16, 2);
    g->items -= (unsigned)count;
    /* Each child may only use what leaves every later sibling a few bytes. */
    uint8_t *end = g->end;
    for (size_t i = 0; i < count; i++) {
        g->end = end - 32 * (count - 1 - i);
        if (map && gen_has(g, GEN_ODD_KEYS) && rng_chance(g->rng, 60)) {
            g->end -= 16;
            gen_item(g, depth);
            g->end += 16;
        } else if (map) {
            gen_key(g, i);
        }
        gen_item(g, depth);
    }
    g->end = end;
}

static void gen_item(struct gen *g, unsigned depth)
{
    size_t room = (size_t)(g->end - g->pos);
    if (room < 24)
        gen_byte(g, CINCH_WIRE_NIL);
    else if (depth && g->items && room >= 64 && rng_chance(g->rng, 45))
        gen_container(g, depth - 1);
    else
        gen_scalar(g);
}

size_t gen_message(struct rng *r, const struct gen_opts *opts, uint8_t *out, size_t cap)
{
    struct gen g = {r, opts, out, out + cap, opts->items};
    if (opts->depth && cap >= 128 && rng_chance(r, 80))
        gen_container(&g, opts->depth - 1);
    else
        gen_item(&g, opts->depth);
    return (size_t)(g.pos - out);
}

static size_t gen_splice(struct rng *r, uint8_t *bytes, size_t len, size_t cap)
{
    uint8_t piece[16];
    size_t from = rng_below(r, len + 1), at = rng_below(r, len + 1), n = 1 + rng_below(r, sizeof piece);
    if (n > len - from) n = len - from;
    if (n > cap - len) n = cap - len;
    memcpy(piece, bytes + from, n);
    memmove(bytes + at + n, bytes + at, len - at);
    memcpy(bytes + at, piece, n);
    return len + n;
}

size_t gen_mutate(struct rng *r, uint8_t *bytes, size_t len, size_t cap)
{
    static const uint8_t wild[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc4, 0xc6, 0xc7, 0xc9, 0xca,
                                   0xcb, 0xcf, 0xd3, 0xd4, 0xd6, 0xd7, 0xd8, 0xd9, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xff};
    if (len == 0) {
        if (cap) bytes[0] = (uint8_t)rng_below(r, 256);
        return cap ? 1 : 0;
    }
    size_t at = rng_below(r, len), n;
    switch (rng_below(r, 7)) {
    case 0: bytes[at] ^= (uint8_t)(1u << rng_below(r, 8)); return len;
    case 1: bytes[at] = (uint8_t)rng_below(r, 256); return len;
    case 2: bytes[at] = wild[rng_below(r, sizeof wild)]; return len;
    case 3: return at; /* cut */
    case 4:            /* drop some */
        n = 1 + rng_below(r, len - at < 8 ? len - at : 8);
        memmove(bytes + at, bytes + at + n, len - at - n);
        return len - n;
    case 5: /* a count or length that lies */
        n = len - at < 4 ? len - at : 4;
        memset(bytes + at, rng_chance(r, 50) ? 0xff : 0, n);
        return len;
    default: return gen_splice(r, bytes, len, cap);
    }
}

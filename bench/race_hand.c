/* SPDX-License-Identifier: MIT
 * The record written and read by code unrolled by hand, as well as one can while every read and every write is checked to lie in the
 * buffer: the limit that generated code is measured against. In the order of the schema, members absent and unknown ones stepped over by
 * how many there are too few or too many; any other order by a loop over the keys.
 */
#include "race_record.h"

/* ---------------------------------------------------------------- pieces */

static inline uint64_t hand_be64(const uint8_t *p)
{
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 |
           (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | p[7];
}

/* Told as a swap, where bytes one by one beside another byte are put together by gcc 12 in thirty instructions. */
static inline void hand_lay64(uint8_t *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    memcpy(p, &v, 8);
}

/* By the first byte: bytes in all (0: no integer), how far to shift eight bytes that end with the value, whether it has a sign. */
typedef struct hand_form {
    uint8_t len, shift, sign;
} hand_form;
#define HAND_8(...)  __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
#define HAND_32(...) HAND_8(__VA_ARGS__), HAND_8(__VA_ARGS__), HAND_8(__VA_ARGS__), HAND_8(__VA_ARGS__)
#define HAND_FIX                                                                                                               \
    {                                                                                                                          \
        1, 56, 1                                                                                                               \
    }
#define HAND_NONE                                                                                                              \
    {                                                                                                                          \
        0, 0, 0                                                                                                                \
    }
static const hand_form hand_forms[256] = {
    HAND_32(HAND_FIX),  HAND_32(HAND_FIX),  HAND_32(HAND_FIX), HAND_32(HAND_FIX),                    /* 00-7f */
    HAND_32(HAND_NONE), HAND_32(HAND_NONE), HAND_8(HAND_NONE),                                       /* 80-c7 */
    HAND_NONE,          HAND_NONE,          HAND_NONE,         HAND_NONE,                            /* c8-cb */
    {2, 56, 0},         {3, 48, 0},         {5, 32, 0},        {9, 0, 0},                            /* cc-cf: uint 8 to 64 */
    {2, 56, 1},         {3, 48, 1},         {5, 32, 1},        {9, 0, 1},                            /* d0-d3: int 8 to 64 */
    HAND_NONE,          HAND_NONE,          HAND_NONE,         HAND_NONE,         HAND_8(HAND_NONE), /* d4-df */
    HAND_32(HAND_FIX),                                                                               /* e0-ff */
};

/* An integer that int64_t holds. Eight bytes in front of p can be read, for a key stands there. NULL: it is none, or it is cut. */
static inline const uint8_t *hand_int(const uint8_t *p, const uint8_t *end, int64_t *v)
{
    if (p == end) return NULL;
    hand_form f = hand_forms[*p];
    if (f.len == 0 || f.len > (size_t)(end - p)) return NULL;
    uint64_t x = hand_be64(p + f.len - 8) << f.shift >> f.shift, sign = (uint64_t)f.sign << (63 - f.shift);
    if (*p == 0xcf && x >> 63) return NULL;
    *v = (int64_t)((x ^ sign) - sign);
    return p + f.len;
}

static inline const uint8_t *hand_int32(const uint8_t *p, const uint8_t *end, int32_t *v)
{
    int64_t wide;
    p = hand_int(p, end, &wide);
    if (!p || wide != (int32_t)wide) return NULL;
    *v = (int32_t)wide;
    return p;
}

static inline const uint8_t *hand_bool(const uint8_t *p, const uint8_t *end, bool *v)
{
    if (p == end || (*p & 0xfe) != 0xc2) return NULL;
    *v = *p & 1;
    return p + 1;
}

static inline const uint8_t *hand_double(const uint8_t *p, const uint8_t *end, double *v)
{
    if (end - p < 9 || *p != 0xcb) return NULL; /* the other forms of a number are left to those who need them */
    uint64_t bits = hand_be64(p + 1);
    memcpy(v, &bits, 8);
    return p + 9;
}

static inline const uint8_t *hand_str(const uint8_t *p, const uint8_t *end, record_text *v)
{
    size_t len, head = 1, left = (size_t)(end - p);
    if (left == 0) return NULL;
    if ((*p & 0xe0) == 0xa0) {
        len = *p & 31u;
    } else if (*p == 0xd9 && left >= 2) {
        len = p[1];
        head = 2;
    } else if (*p == 0xda && left >= 3) {
        len = (size_t)p[1] << 8 | p[2];
        head = 3;
    } else {
        return NULL;
    }
    if (len > left - head) return NULL;
    v->ptr = (const char *)p + head;
    v->len = (uint32_t)len;
    return p + head + len;
}

/* ---------------------------------------------------------------- reading */

/* One value of those that unknown members have here: a scalar or a str. */
static const uint8_t *hand_skip(const uint8_t *p, const uint8_t *end)
{
    record_text text;
    if (p == end) return NULL;
    hand_form f = hand_forms[*p];
    if (f.len) return f.len <= end - p ? p + f.len : NULL;
    if (*p == 0xc0 || *p == 0xc2 || *p == 0xc3) return p + 1;
    if (*p == 0xcb) return end - p >= 9 ? p + 9 : NULL;
    return hand_str(p, end, &text);
}

static inline const uint8_t *hand_value(const uint8_t *p, const uint8_t *end, unsigned field, bench_record *r)
{
    switch (field) {
    case 0: return hand_bool(p, end, &r->f_bool);
    case 1: return hand_int32(p, end, &r->f_int32);
    case 2: return hand_int(p, end, &r->f_int64);
    case 3: return hand_double(p, end, &r->f_float64);
    case 4: return hand_str(p, end, &r->f_string);
    case 5: return hand_bool(p, end, &r->f_bool_2);
    case 6: return hand_int32(p, end, &r->f_int32_2);
    case 7: return hand_str(p, end, &r->f_string_2);
    default: return hand_skip(p, end);
    }
}

static const uint8_t *hand_any_order(const uint8_t *p, const uint8_t *end, unsigned count, bench_record *r)
{
    r->has = 0;
    for (unsigned i = 0; i < count && p; i++) {
        record_text key = {NULL, 0};
        p = hand_str(p, end, &key);
        if (!p) return NULL;
        unsigned field = record_field(key.ptr, key.len);
        p = hand_value(p, end, field, r);
        r->has |= (1u << field) & RECORD_ALL;
    }
    return p;
}

static const uint8_t *hand_stranger(const uint8_t *p, const uint8_t *end)
{
    record_text key;
    p = hand_str(p, end, &key);
    return p && record_field(key.ptr, key.len) == RECORD_FIELDS ? hand_skip(p, end) : NULL;
}

/* Members in order. more: how many there are beyond eight; below 0, how many are absent. */
#define HAND_FIELD(index, key, get)                                                                                            \
    while ((size_t)(end - p) < sizeof(key) - 1 || memcmp(p, key, sizeof(key) - 1) != 0) {                                      \
        if (more < 0) goto absent_##index;                                                                                     \
        if (more == 0 || !(p = hand_stranger(p, end))) return NULL;                                                            \
        more--;                                                                                                                \
    }                                                                                                                          \
    p = get;                                                                                                                   \
    if (!p) return NULL;                                                                                                       \
    has |= 1u << (index);                                                                                                      \
    if (0) {                                                                                                                   \
        absent_##index : more++;                                                                                               \
    }

static inline const uint8_t *hand_in_order(const uint8_t *p, const uint8_t *end, int more, bench_record *r)
{
    uint32_t has = 0;
    HAND_FIELD(0, "\246f_bool", hand_bool(p + 7, end, &r->f_bool))
    HAND_FIELD(1, "\247f_int32", hand_int32(p + 8, end, &r->f_int32))
    HAND_FIELD(2, "\247f_int64", hand_int(p + 8, end, &r->f_int64))
    HAND_FIELD(3, "\251f_float64", hand_double(p + 10, end, &r->f_float64))
    HAND_FIELD(4, "\250f_string", hand_str(p + 9, end, &r->f_string))
    HAND_FIELD(5, "\250f_bool_2", hand_bool(p + 9, end, &r->f_bool_2))
    HAND_FIELD(6, "\251f_int32_2", hand_int32(p + 10, end, &r->f_int32_2))
    HAND_FIELD(7, "\252f_string_2", hand_str(p + 11, end, &r->f_string_2))
    for (; more > 0; more--)
        if (!(p = hand_stranger(p, end))) return NULL;
    r->has = has;
    return more == 0 ? p : NULL;
}

static inline bool hand_decode(const uint8_t *p, size_t len, bench_record *r)
{
    const uint8_t *end = p + len, *after;
    if (len == 0 || (*p & 0xf0) != 0x80) return false;
    unsigned count = *p & 15u;
    after = hand_in_order(p + 1, end, (int)count - RECORD_FIELDS, r);
    if (!after) after = hand_any_order(p + 1, end, count, r);
    return after == end;
}

/* ---------------------------------------------------------------- writing */

/* By how many of the highest bits are like the sign, then by the sign: how far to shift the value up, its first byte, bytes in all. */
typedef struct hand_width {
    uint8_t shift, head, len;
} hand_width;
#define HAND_W(shift, head, len)                                                                                               \
    {                                                                                                                          \
        shift, head, len                                                                                                       \
    }
static const hand_width
    hand_widths
        [128] =
            {
                HAND_32(HAND_W(0, 0xcf, 9)), HAND_8(HAND_W(32, 0xce, 5)), HAND_8(HAND_W(32, 0xce, 5)),
                HAND_8(HAND_W(48, 0xcd, 3)), HAND_8(HAND_W(56, 0xcc, 2)), HAND_32(HAND_W(0, 0xd3, 9)),
                HAND_W(0, 0xd3, 9), /* and from here on, one bit goes to the sign */
                HAND_8(HAND_W(32, 0xd2, 5)), HAND_8(HAND_W(32, 0xd2, 5)), HAND_8(HAND_W(48, 0xd1, 3)),
                HAND_W(56, 0xd0, 2),         HAND_W(56, 0xd0, 2),         HAND_W(56, 0xd0, 2),
                HAND_W(56, 0xd0, 2),         HAND_W(56, 0xd0, 2),         HAND_W(56, 0xd0, 2),
                HAND_W(56, 0xd0, 2),
};

/* Everything is written at constant distances from p, which only what has no constant length moves on: these write at p + at, and return p moved by
 * what is more than one byte. */
static inline uint8_t *hand_put_int(uint8_t *p, size_t at, int64_t v)
{
    p[at] = (uint8_t)v;
    if (__builtin_expect((uint64_t)v + 32 < 160, 1)) return p; /* -32 to 127 */
    uint64_t sign = 0 - (uint64_t)(v < 0);
    const hand_width *w = &hand_widths[(unsigned)__builtin_clzll((uint64_t)v ^ sign) | (unsigned)(sign & 64)];
    p[at] = w->head;
    hand_lay64(p + at + 1, (uint64_t)v << w->shift);
    return p + w->len - 1;
}

/* Two moves that overlap. */
static inline void hand_move(uint8_t *p, const char *from, size_t len, size_t half)
{
    memcpy(p, from, half);
    memcpy(p + len - half, from + len - half, half);
}

static inline uint8_t *hand_put_long(uint8_t *p, record_text v)
{
    p[0] = 0xd9;
    p[1] = (uint8_t)v.len;
    memcpy(p + 2, v.ptr, v.len);
    return p + v.len + 1;
}

/* NULL unless any, for more than 31 bytes: a call would cost those that have none the registers that it keeps. */
static inline uint8_t *hand_put_str(uint8_t *p, size_t at, record_text v, bool any)
{
    p[at] = (uint8_t)(0xa0 | v.len);
    if (v.len < 8) {
        if (v.len >= 4)
            hand_move(p + at + 1, v.ptr, v.len, 4);
        else if (v.len >= 2)
            hand_move(p + at + 1, v.ptr, v.len, 2);
        else if (v.len)
            p[at + 1] = (uint8_t)*v.ptr;
        return p + v.len;
    }
    if (v.len >= 32) return any ? hand_put_long(p + at, v) - at : NULL;
    if (v.len >= 16)
        hand_move(p + at + 1, v.ptr, v.len, 16);
    else
        hand_move(p + at + 1, v.ptr, v.len, 8);
    return p + v.len;
}

/* Keys are laid in words of 8 or 16 bytes, of which the rest is written over. */
#define HAND_KEY(at, text) memcpy(p + (at), text "\0\0\0\0\0\0\0\0", sizeof text > 9 ? 16 : 8)

RECORD_INLINE uint8_t *hand_lay(uint8_t *p, const bench_record *r, bool any)
{
    uint64_t bits;
    HAND_KEY(0, "\210\246f_bool");
    p[8] = (uint8_t)(0xc2 | r->f_bool);
    HAND_KEY(9, "\247f_int32");
    p = hand_put_int(p, 17, r->f_int32);
    HAND_KEY(18, "\247f_int64");
    p = hand_put_int(p, 26, r->f_int64);
    HAND_KEY(27, "\251f_float64\313");
    memcpy(&bits, &r->f_float64, 8);
    hand_lay64(p + 38, bits);
    HAND_KEY(46, "\250f_string");
    if (!(p = hand_put_str(p, 55, r->f_string, any))) return NULL;
    HAND_KEY(56, "\250f_bool_2");
    p[65] = (uint8_t)(0xc2 | r->f_bool_2);
    HAND_KEY(66, "\251f_int32_2");
    p = hand_put_int(p, 76, r->f_int32_2);
    HAND_KEY(77, "\252f_string_2");
    if (!(p = hand_put_str(p, 88, r->f_string_2, any))) return NULL;
    return p + 89;
}

/* 89 constant bytes, each integer up to 8 more, the strings and what a key may be longer. */
enum { HAND_ROOM = 89 + 3 * 8 + 15 };

RECORD_APART size_t hand_encode_any(uint8_t *out, size_t cap, const bench_record *r)
{
    size_t texts = r->f_string.len + r->f_string_2.len;
    if (r->f_string.len > 255 || r->f_string_2.len > 255 || cap < HAND_ROOM + 2 + texts) return 0;
    return (size_t)(hand_lay(out, r, true) - out);
}

/* 0: no room. Texts of up to 255 bytes. */
static inline size_t hand_encode(uint8_t *out, size_t cap, const bench_record *r)
{
    uint8_t *p = cap < HAND_ROOM + 2 * 31 ? NULL : hand_lay(out, r, false);
    return p ? (size_t)(p - out) : hand_encode_any(out, cap, r);
}

/* ---------------------------------------------------------------- the race */

RECORD_APART size_t hand_encode_8(race_state *s, const record_8 *r)
{
    return hand_encode((uint8_t *)s->out, sizeof s->out, r);
}

RECORD_APART bool hand_decode_8(race_state *s, const bench_msg *m, record_8 *r)
{
    (void)s;
    return hand_decode(m->ptr, m->len, r);
}

RACE_RECORD(hand, 8)
RACE_OPTIONAL(hand)

const bench_entrant bench_hand[] = {
    RACE_RECORD_ROWS(hand, "by-hand", BENCH_LIMIT, 8, "", race_record_open, race_record_close),
    RACE_OPTIONAL_ROW(hand, "by-hand", BENCH_LIMIT, race_record_open, race_record_close),
    {NULL, NULL, BENCH_LIMIT, BENCH_SUM, NULL, NULL, NULL, NULL},
};

/* SPDX-License-Identifier: MIT
 * The inline part: hit here, miss out of line. Installed because write.h and read.h end with it; not API, no promise.
 * Two halves, each with a guard of its own, so that a program that only writes does not see the reader.
 */
#include "cinch/write.h"

#if defined(CINCH_WRITE_DECLARED) && !defined(CINCH_INLINE_WRITE)
#define CINCH_INLINE_WRITE
#ifdef __cplusplus
extern "C" {
#endif

CINCH_API void cinchi_put_byte(cinch_writer *w, uint8_t b);
CINCH_API void cinchi_put_u64(cinch_writer *w, uint64_t v);
CINCH_API void cinchi_put_i64(cinch_writer *w, int64_t v);
CINCH_API void cinchi_put_f32(cinch_writer *w, float v);
CINCH_API void cinchi_put_f64(cinch_writer *w, double v);
CINCH_API void cinchi_put_str(cinch_writer *w, const char *s, size_t len);
CINCH_API void cinchi_put_count(cinch_writer *w, size_t count, uint8_t fix);
CINCH_API uint8_t *cinchi_reserve(cinch_writer *w,
                                  size_t len); /* len bytes of room at w->pos, which the caller moves; NULL: an error,
                                                                     or without one: not contiguous, put the parts one by one */

#if defined(__OPTIMIZE_SIZE__) || defined(CINCH_SMALL)
#define CINCHI_HIT(cond) 0 /* -Os: every put and get is one call */
#else
#define CINCHI_HIT(cond) (cond)
#endif

/* For the one function that some compilers (clang) find too large to be inline and that pays for it: canada 177 against 531 us. */
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && !defined(CINCH_SMALL)
#define CINCHI_INLINE_HOT __attribute__((always_inline)) CINCH_INLINE
#else
#define CINCHI_INLINE_HOT CINCH_INLINE
#endif

/* Big endian at any address. The shifts say the same everywhere; but in a loop that it vectorises, gcc 12 takes them apart byte by byte
 * (10,000 doubles 12 us instead of 3), so it gets told. */
CINCH_INLINE uint64_t cinchi_load64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, p, 8);
    return __builtin_bswap64(v);
#else
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 | (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 |
           (uint64_t)p[5] << 16 | (uint64_t)p[6] << 8 | (uint64_t)p[7];
#endif
}
CINCH_INLINE void cinchi_store64(uint8_t *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap64(v);
    memcpy(p, &v, 8);
#else
    p[0] = (uint8_t)(v >> 56);
    p[1] = (uint8_t)(v >> 48);
    p[2] = (uint8_t)(v >> 40);
    p[3] = (uint8_t)(v >> 32);
    p[4] = (uint8_t)(v >> 24);
    p[5] = (uint8_t)(v >> 16);
    p[6] = (uint8_t)(v >> 8);
    p[7] = (uint8_t)v;
#endif
}

/* 0 to 31 bytes in moves that overlap: a call of memcpy costs more than the bytes. */
CINCH_INLINE void cinchi_copy_short(uint8_t *to, const char *from, size_t len)
{
    if (len >= 16) {
        memcpy(to, from, 16);
        memcpy(to + len - 16, from + len - 16, 16);
    } else if (len >= 8) {
        memcpy(to, from, 8);
        memcpy(to + len - 8, from + len - 8, 8);
    } else if (len >= 4) {
        memcpy(to, from, 4);
        memcpy(to + len - 4, from + len - 4, 4);
    } else if (len >= 2) {
        memcpy(to, from, 2);
        memcpy(to + len - 2, from + len - 2, 2);
    } else if (len) {
        *to = (uint8_t)*from;
    }
}
CINCH_INLINE void cinch_put_nil(cinch_writer *w)
{
    if (CINCHI_HIT(w->pos != w->end))
        *w->pos++ = 0xc0;
    else
        cinchi_put_byte(w, 0xc0);
}
CINCH_INLINE void cinch_put_bool(cinch_writer *w, bool v)
{
    if (CINCHI_HIT(w->pos != w->end))
        *w->pos++ = (uint8_t)(0xc2 + v);
    else
        cinchi_put_byte(w, (uint8_t)(0xc2 + v));
}
CINCH_INLINE void cinch_put_u64(cinch_writer *w, uint64_t v)
{
    if (CINCHI_HIT(v < 128 && w->pos != w->end))
        *w->pos++ = (uint8_t)v;
    else
        cinchi_put_u64(w, v);
}
CINCH_INLINE void cinch_put_i64(cinch_writer *w, int64_t v)
{
    if (CINCHI_HIT((uint64_t)v < 128 && w->pos != w->end))
        *w->pos++ = (uint8_t)v;
    else
        cinchi_put_i64(w, v);
}
CINCH_INLINE void cinch_put_f32(cinch_writer *w, float v)
{
    cinchi_put_f32(w, v);
}
CINCH_INLINE void cinch_put_f64(cinch_writer *w, double v)
{
    if (CINCHI_HIT(w->end - w->pos >= 9)) {
        uint8_t *p =
            w->pos; /* bytes may alias the writer: through w->pos the position would be loaded again after each store */
        uint64_t u;
        memcpy(&u, &v, 8);
        *p = 0xcb;
        cinchi_store64(p + 1, u);
        w->pos = p + 9;
    } else {
        cinchi_put_f64(w, v);
    }
}
CINCH_INLINE void cinch_put_str(cinch_writer *w, const char *s, size_t len)
{
    if (CINCHI_HIT(len < 32 && (size_t)(w->end - w->pos) > len)) {
        uint8_t *p = w->pos;
        *p = (uint8_t)(0xa0 | len);
        cinchi_copy_short(p + 1, s, len);
        w->pos = p + 1 + len;
    } else {
        cinchi_put_str(w, s, len);
    }
}
CINCH_INLINE void cinch_put_cstr(cinch_writer *w, const char *s)
{
    cinch_put_str(w, s, strlen(s));
}
CINCH_INLINE void cinch_put_array(cinch_writer *w, size_t count)
{
    if (CINCHI_HIT(count < 16 && w->pos != w->end))
        *w->pos++ = (uint8_t)(0x90 | count);
    else
        cinchi_put_count(w, count, 0x90);
}
CINCH_INLINE void cinch_put_map(cinch_writer *w, size_t count)
{
    if (CINCHI_HIT(count < 16 && w->pos != w->end))
        *w->pos++ = (uint8_t)(0x80 | count);
    else
        cinchi_put_count(w, count, 0x80);
}

#ifdef __cplusplus
}
#endif
#endif

#if defined(CINCH_READ_DECLARED) && !defined(CINCH_INLINE_READ)
#define CINCH_INLINE_READ
#ifdef __cplusplus
extern "C" {
#endif

CINCH_API bool cinchi_get_bool(cinch_reader *r);
CINCH_API void cinchi_get_nil(cinch_reader *r);
CINCH_API uint64_t cinchi_get_u64(cinch_reader *r);
CINCH_API int64_t cinchi_get_i64(cinch_reader *r);
CINCH_API double cinchi_get_f64(cinch_reader *r);
CINCH_API cinch_str cinchi_get_str(cinch_reader *r);
CINCH_API uint32_t cinchi_get_count(cinch_reader *r, uint8_t fix);
CINCH_API cinch_token cinchi_next(cinch_reader *r);

CINCH_INLINE void cinch_reader_init(cinch_reader *r, const void *buf, size_t len)
{
    r->pos = r->start = (const uint8_t *)(buf ? buf : ""); /* never NULL: pointers are compared and subtracted */
    r->end = r->limit = r->pos + len;
    r->error = CINCH_OK;
    r->expected = 0;
    r->depth = CINCH_DEPTH;
    r->flags = 0;
    r->member = NULL;
    r->orders = NULL;
}
CINCH_INLINE void cinch_reader_reset(cinch_reader *r, const void *buf, size_t len)
{
    r->pos = r->start = (const uint8_t *)(buf ? buf : ""); /* never NULL: pointers are compared and subtracted */
    r->end = r->limit = r->pos + len;
    r->error = CINCH_OK;
    r->expected = 0;
    r->member = NULL;
}
CINCH_INLINE void cinch_get_nil(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && *r->pos == 0xc0))
        r->pos++;
    else
        cinchi_get_nil(r);
}
CINCH_INLINE bool cinch_get_bool(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && (*r->pos & 0xfe) == 0xc2)) return *r->pos++ & 1;
    return cinchi_get_bool(r);
}
CINCH_INLINE uint64_t cinch_get_u64(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && *r->pos < 128)) return *r->pos++;
    return cinchi_get_u64(r);
}
CINCH_INLINE int64_t cinch_get_i64(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && *r->pos < 128)) return *r->pos++;
    return cinchi_get_i64(r);
}
CINCH_INLINE double cinch_get_f64(cinch_reader *r)
{
    if (CINCHI_HIT(r->end - r->pos >= 9 && *r->pos == 0xcb)) {
        uint64_t u = cinchi_load64(r->pos + 1);
        double v;
        memcpy(&v, &u, 8);
        r->pos += 9;
        return v;
    }
    return cinchi_get_f64(r);
}
CINCH_INLINE cinch_str cinch_get_str(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && (*r->pos & 0xe0) == 0xa0 && !(r->flags & CINCH_UTF8))) {
        size_t len = *r->pos & 31;
        if ((size_t)(r->end - r->pos) > len) {
            cinch_str s;
            s.ptr = (const char *)r->pos + 1;
            s.len = len;
            r->pos += 1 + len;
            return s;
        }
    }
    return cinchi_get_str(r);
}
CINCH_INLINE uint32_t cinch_get_array(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && (*r->pos & 0xf0) == 0x90)) {
        uint32_t n = *r->pos & 15u;
        if ((size_t)(r->end - r->pos) > n) {
            r->pos++;
            return n;
        }
    }
    return cinchi_get_count(r, 0x90);
}
CINCH_INLINE uint32_t cinch_get_map(cinch_reader *r)
{
    if (CINCHI_HIT(r->pos != r->end && (*r->pos & 0xf0) == 0x80)) {
        uint32_t n = *r->pos & 15u;
        if ((size_t)(r->end - r->pos) > 2 * n) {
            r->pos++;
            return n;
        }
    }
    return cinchi_get_count(r, 0x80);
}
/* Whole switch here: 600 bytes a call site, twice as fast as hits for the one-byte formats alone (53 against 94 us on twitter).
 * Range tests and not `case 0x00 ... 0x7f`, which is no ISO C and would warn in every caller's -Wpedantic build. */
CINCHI_INLINE_HOT cinch_token cinch_next(cinch_reader *r)
{
    const uint8_t *p = r->pos;
    cinch_token t;
    if (!CINCHI_HIT(r->end - p >= 9)) return cinchi_next(r); /* room for any scalar */
    t.format = *p;
    t.ext = 0;
    t.part = CINCH_FIRST | CINCH_LAST;
    t.len = 0;
    if ((*p & 0xe0) == 0xa0) {
        t.type = CINCH_STR;
        t.len = *p & 31u;
        t.as.str = (const char *)p + 1;
        if ((size_t)(r->end - p) <= t.len || r->flags & CINCH_UTF8) return cinchi_next(r);
        r->pos = p + 1 + t.len;
        return t;
    }
    if (*p < 0x80) {
        t.type = CINCH_U64;
        t.as.u64 = *p;
        r->pos = p + 1;
        return t;
    }
    if (*p == 0xcb) {
        t.type = CINCH_F64;
        t.as.u64 = cinchi_load64(p + 1);
        r->pos = p + 9;
        return t;
    } /* same bits */
    if (*p < 0xa0) {
        t.type = *p < 0x90 ? CINCH_MAP : CINCH_ARRAY;
        t.len = *p & 15u;
        t.as.u64 = 0;
        if ((size_t)(r->end - p) <= t.len << (t.type == CINCH_MAP)) return cinchi_next(r);
        r->pos = p + 1;
        return t;
    }
    if (*p >= 0xe0) {
        t.type = CINCH_I64;
        t.as.i64 = *p - 256;
        r->pos = p + 1;
        return t;
    }
    switch (*p) {
    case 0xc0:
        t.type = CINCH_NIL;
        t.as.u64 = 0;
        r->pos = p + 1;
        return t;
    case 0xc2:
    case 0xc3:
        t.type = CINCH_BOOL;
        t.as.u64 = 0;
        t.as.b = *p & 1;
        r->pos = p + 1;
        return t;
    case 0xcc:
        t.type = CINCH_U64;
        t.as.u64 = p[1];
        r->pos = p + 2;
        return t;
    case 0xcd:
        t.type = CINCH_U64;
        t.as.u64 = cinchi_load64(p + 1) >> 48;
        r->pos = p + 3;
        return t;
    case 0xce:
        t.type = CINCH_U64;
        t.as.u64 = cinchi_load64(p + 1) >> 32;
        r->pos = p + 5;
        return t;
    case 0xcf:
        t.type = CINCH_U64;
        t.as.u64 = cinchi_load64(p + 1);
        r->pos = p + 9;
        return t;
    case 0xd9:
        t.type = CINCH_STR;
        t.len = p[1];
        t.as.str = (const char *)p + 2;
        if ((size_t)(r->end - p) < 2 + (size_t)t.len || r->flags & CINCH_UTF8) return cinchi_next(r);
        r->pos = p + 2 + t.len;
        return t;
    default: return cinchi_next(r);
    }
}

#ifdef __cplusplus
}
#endif
#endif

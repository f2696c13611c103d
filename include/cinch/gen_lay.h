/* SPDX-License-Identifier: MIT
 * The pieces of which generated passes that write a struct are made, inline, and what they call. gen_pass.h ends with it.
 */
#ifndef CINCH_GEN_LAY_H
#define CINCH_GEN_LAY_H

#include "cinch/gen_pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/* len contiguous bytes at w->pos, for the caller to fill and then move w->pos; NULL: there are not so many, though the value may fit, put it by
 * its table. */
CINCHI_GEN_INLINE uint8_t *cinch_gen_reserve(cinch_writer *w, size_t len)
{
    if (len > UINT32_MAX || w->flags & CINCH_OLD_SPEC) return NULL;
    return (size_t)(w->end - w->pos) >= len ? w->pos : cinchi_reserve(w, len);
}

/* So many bytes are there, as a length of 32 bits. */
CINCHI_GEN_INLINE uint32_t cinch_gen_room(const cinch_writer *w)
{
    const size_t room = (size_t)(w->end - w->pos);
    return room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
}

/* Each writes at p, where the largest form has room, and returns one past what it wrote. */
CINCH_API uint8_t *cinchi_gen_lay_u64(uint8_t *p, uint64_t v);
CINCH_API uint8_t *cinchi_gen_lay_i64(uint8_t *p, int64_t v);
CINCH_API uint8_t *cinchi_gen_lay_str(uint8_t *p, const char *s, size_t len);
CINCH_API uint8_t *cinch_gen_lay_map(uint8_t *p, uint32_t count);
/* The format of an integer of more than one byte: by how many of its 64 bits, from the highest on, are like its sign; below 0, 64 rows
 * further on. */
typedef struct cinchi_gen_form {
    uint8_t shift, head, len, zero;
} cinchi_gen_form;
extern CINCH_API const cinchi_gen_form cinchi_gen_forms[128];

/* Passes write at constant distances from a pointer that only what has no constant length moves on: each of these writes at p + at, where the largest
 * form has room, and returns p moved on by what is more than one byte.
 *
 * That an integer has one byte is foreseen; all else comes from the table, so that random widths cost no more than others. */
#if defined(__GNUC__)
CINCHI_GEN_INLINE uint8_t *cinchi_gen_lay_form(uint8_t *p, size_t at, uint64_t v, uint64_t sign)
{
    const cinchi_gen_form *f = &cinchi_gen_forms[(unsigned)__builtin_clzll(v ^ sign) | (unsigned)(sign & 64)];
    p[at] = f->head;
    cinchi_store64(p + at + 1, v << f->shift);
    return p + (f->len - 1);
}
#define CINCHI_GEN_LAY_FORM(call, p, at, v, sign)                                                                              \
    (CINCHI_HIT(1) ? cinchi_gen_lay_form(p, at, (uint64_t)(v), sign) : (call)(p + at, v) - at - 1)
#else
#define CINCHI_GEN_LAY_FORM(call, p, at, v, sign) ((call)(p + at, v) - at - 1)
#endif
CINCHI_GEN_INLINE uint8_t *cinch_gen_lay_u64(uint8_t *p, size_t at, uint64_t v)
{
    p[at] = (uint8_t)v;
    return CINCH_GEN_USUAL(v < 128) ? p : CINCHI_GEN_LAY_FORM(cinchi_gen_lay_u64, p, at, v, 0);
}
CINCHI_GEN_INLINE uint8_t *cinch_gen_lay_i64(uint8_t *p, size_t at, int64_t v)
{
    p[at] = (uint8_t)v;
    return CINCH_GEN_USUAL((uint64_t)v + 32 < 160) ? p
                                                   : CINCHI_GEN_LAY_FORM(cinchi_gen_lay_i64, p, at, v, 0 - (uint64_t)(v < 0));
}
/* The 8 bytes of a double behind its first. */
CINCHI_GEN_INLINE void cinch_gen_lay_bits(uint8_t *p, double v)
{
    uint64_t u;
    memcpy(&u, &v, 8);
    cinchi_store64(p, u);
}
/* Up to 7 bytes behind p[at], and 8 to 31, in moves that overlap; returns p + len. */
CINCHI_GEN_INLINE uint8_t *cinchi_gen_lay_few(uint8_t *p, size_t at, const char *s, size_t len)
{
    uint8_t *const next = p + len;
    if (len >= 4) {
        memcpy(p + at + 1, s, 4);
        memcpy(next + at + 1 - 4, s + len - 4, 4);
    } else if (len >= 2) {
        memcpy(p + at + 1, s, 2);
        memcpy(next + at + 1 - 2, s + len - 2, 2);
    } else if (len) {
        p[at + 1] = (uint8_t)*s;
    }
    return next;
}
CINCHI_GEN_INLINE uint8_t *cinchi_gen_lay_more(uint8_t *p, size_t at, const char *s, size_t len)
{
    uint8_t *const next = p + len;
    if (len >= 16) {
        memcpy(p + at + 1, s, 16);
        memcpy(next + at + 1 - 16, s + len - 16, 16);
    } else {
        memcpy(p + at + 1, s, 8);
        memcpy(next + at + 1 - 8, s + len - 8, 8);
    }
    return next;
}
/* A str. One of more than 31 bytes is a call, and what is kept over a call costs all others; so the pass is made twice, and the first one, where `any` is
 * false, gives up: NULL. */
CINCHI_GEN_INLINE uint8_t *cinch_gen_lay_str(uint8_t *p, size_t at, const char *s, size_t len, bool any)
{
    if (!CINCHI_HIT(1)) return cinchi_gen_lay_str(p + at, s, len) - at - 1;
    p[at] = (uint8_t)(0xa0 | len);
    if (len < 8) return cinchi_gen_lay_few(p, at, s, len);
    if (len < 32) return cinchi_gen_lay_more(p, at, s, len);
    return any ? cinchi_gen_lay_str(p + at, s, len) - at - 1 : NULL;
}

#ifdef __cplusplus
}
#endif
#endif

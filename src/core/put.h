/* SPDX-License-Identifier: MIT
 * What the files of the writer share.
 */
#ifndef CINCHI_PUT_H
#define CINCHI_PUT_H

#include "cinch/write.h"
#include "cinch/wire.h"

/* Any non-NULL address: a writer without a buffer points here, so that pointer arithmetic stays defined. Never written to. */
uint8_t *cinchi_nowhere(void);

/* head and body as one put: both or, in a buffer, neither. */
void cinchi_put_parts(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len);

/* The smallest head for n bytes or items, at most 5 bytes at h. Returns its length. */
size_t cinchi_head_str(uint8_t *h, uint32_t n, bool old_spec);
size_t cinchi_head_bin(uint8_t *h, uint32_t n, bool old_spec);
size_t cinchi_head_count(uint8_t *h, uint32_t n, uint8_t fix); /* fix: CINCH_WIRE_FIXARRAY or CINCH_WIRE_FIXMAP */
size_t cinchi_head_ext(uint8_t *h, uint32_t n, int8_t type);   /* at most 6 */

/* An integer in its smallest format at p, where 9 bytes may be touched; returns one past it. Any width costs the same: one branch for
 * what fits in the first byte, then sums of comparisons and one wide store. negative: 1 or 0. */
static inline uint8_t *cinchi_store_int(uint8_t *p, uint64_t v, unsigned negative, bool one_byte)
{
    uint64_t magnitude = (v ^ (0 - (uint64_t)negative)) << negative; /* one bit more, for the sign */
    unsigned width_log2 = 0u + (magnitude > UINT8_MAX) + (magnitude > UINT16_MAX) + (magnitude > UINT32_MAX),
             size = 1u << width_log2;
    if (one_byte) {
        *p = (uint8_t)v;
        return p + 1;
    }
    *p = (uint8_t)(CINCH_WIRE_U8 + 4 * negative + width_log2);
    cinchi_store64(p + 1, v << (64 - 8 * size));
    return p + 1 + size;
}

static inline uint8_t *cinchi_store_u64(uint8_t *p, uint64_t v)
{
    return cinchi_store_int(p, v, 0, v <= CINCH_WIRE_FIXINT_MAX);
}

static inline uint8_t *cinchi_store_i64(uint8_t *p, int64_t v)
{
    return cinchi_store_int(p, (uint64_t)v, v < 0, (uint64_t)v + 32 < 160);
}

/* A put for which there is room. */
static inline void cinchi_put_now(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    memcpy(w->pos, head, head_len);
    if (len) memcpy(w->pos + head_len, body, len);
    w->pos += head_len + len;
}

/* Everything the writer wrote since pos is to vanish, but for what a sink was handed. Only after an error: a put of several parts failed. */
void cinchi_put_undo(cinch_writer *w, uint64_t pos);

/* Closes the innermost container, which m must be, by this head. */
void cinchi_put_close_head(cinch_writer *w, cinch_mark m, const uint8_t *head, size_t head_len);

/* The size of a writer's length or count, or LENGTH set and false. */
static inline bool cinchi_put_fits(cinch_writer *w, size_t n)
{
#if SIZE_MAX > UINT32_MAX
    if (n > UINT32_MAX) {
        cinch_writer_fail(w, CINCH_ERR_LENGTH);
        return false;
    }
#else
    (void)w, (void)n;
#endif
    return true;
}

#endif

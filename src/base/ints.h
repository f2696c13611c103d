/* SPDX-License-Identifier: MIT
 * An integer as an item, in its smallest format, where there is room for the largest.
 */
#ifndef CINCHI_INTS_H
#define CINCHI_INTS_H

#include "bytes.h"
#include "cinch/wire.h"
#include "cinch/base.h"

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
    cinchi_store_big64(p + 1, v << (64 - 8 * size));
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

#endif

/* SPDX-License-Identifier: MIT
 * 8 bytes in a plain integer, first byte lowest; a mask has the top bit of each byte.
 */
#ifndef CINCHI_BLOCK_PORTABLE_H
#define CINCHI_BLOCK_PORTABLE_H

#include "../base/bytes.h"
#include "../base/num_wide.h"
#include <stdbool.h>

enum { CINCHI_BLOCK8 = 8 };
typedef uint64_t cinchi_block8;
typedef uint64_t cinchi_block8_mask;

#define CINCHI_BLOCK8_TOP UINT64_C(0x8080808080808080)

static inline cinchi_block8 cinchi_block8_load(const uint8_t *p)
{
    return cinchi_little64(p);
}

static inline void cinchi_block8_store(uint8_t *p, cinchi_block8 b)
{
    cinchi_store_little64(p, b);
}

/* Bytes that are c. Exact in every byte: no carry passes from one to the next. */
static inline uint64_t cinchi_block8_is(uint64_t b, uint8_t c)
{
    uint64_t x = b ^ c * UINT64_C(0x0101010101010101);
    return ~(((x & ~CINCHI_BLOCK8_TOP) + ~CINCHI_BLOCK8_TOP) | x) & CINCHI_BLOCK8_TOP;
}

static inline cinchi_block8_mask cinchi_block8_special(cinchi_block8 b)
{
    uint64_t from20 = (((b & ~CINCHI_BLOCK8_TOP) + UINT64_C(0x6060606060606060)) | b) & CINCHI_BLOCK8_TOP;
    return cinchi_block8_is(b, '"') | cinchi_block8_is(b, '\\') | (from20 ^ CINCHI_BLOCK8_TOP);
}

static inline cinchi_block8_mask cinchi_block8_high(cinchi_block8 b)
{
    return b & CINCHI_BLOCK8_TOP;
}

static inline cinchi_block8_mask cinchi_block8_odd(cinchi_block8 b)
{
    return cinchi_block8_special(b) | cinchi_block8_high(b);
}

static inline cinchi_block8_mask cinchi_block8_solid(cinchi_block8 b)
{
    return (cinchi_block8_is(b, ' ') | cinchi_block8_is(b, '\n') | cinchi_block8_is(b, '\r') | cinchi_block8_is(b, '\t')) ^
           CINCHI_BLOCK8_TOP;
}

static inline cinchi_block8_mask cinchi_block8_inked(cinchi_block8 b)
{
    return cinchi_block8_is(b, ' ') ^ CINCHI_BLOCK8_TOP;
}

static inline cinchi_block8_mask cinchi_block8_differ(cinchi_block8 a, cinchi_block8 b)
{
    return cinchi_block8_is(a ^ b, 0) ^ CINCHI_BLOCK8_TOP;
}

static inline unsigned cinchi_block8_first(cinchi_block8_mask mask)
{
    return cinchi_ctz64(mask) / 8;
}

static inline bool cinchi_block8_below(cinchi_block8_mask mask, unsigned n)
{
    return n && mask << (64 - 8 * n);
}

#endif

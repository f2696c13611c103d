/* SPDX-License-Identifier: MIT
 * What reading and writing floating point share: 64x64-bit products, bit counts, and powers of ten.
 */
#ifndef CINCHI_NUM_WIDE_H
#define CINCHI_NUM_WIDE_H

#include <stdint.h>

typedef struct cinchi_wide {
    uint64_t hi, lo;
} cinchi_wide;

/* Powers of ten as 128-bit fractions (pow10_table.c): 10^q = cinchi_pow10[q - CINCHI_POW10_MIN] * 2^(cinchi_log2_pow10(q) - 127), the
 * entry rounded up by less than one; exact for 0 <= q <= 55. The range covers every double: read from -342 to 308, written from
 * -292 to 324. In every inexact entry the low half is not 0, so the high half alone is the power rounded down. */
enum { CINCHI_POW10_MIN = -342, CINCHI_POW10_MAX = 324 };
extern const cinchi_wide cinchi_pow10[CINCHI_POW10_MAX - CINCHI_POW10_MIN + 1];

/* floor(log2(10^q)) in the table's range; floor(log10(2^e)) and
 * floor(log10(3/4 * 2^e)) for -1100 <= e <= 1100. tools/pow10.py checks every value. The
 * offsets keep the shifted number positive: what a right shift does to a negative one is the compiler's business in C. */
static inline int cinchi_log2_pow10(int q)
{
    return (int)(((uint32_t)q * 217706u + (1329u << 16)) >> 16) - 1329;
}

static inline int cinchi_log10_pow2(int e)
{
    return (int)(((uint32_t)e * 1262611u + (400u << 22)) >> 22) - 400;
}

static inline int cinchi_log10_three_quarters(int e)
{
    return (int)(((uint32_t)e * 1262611u + (400u << 22) - 524031u) >> 22) - 400;
}

static inline cinchi_wide cinchi_mul64(uint64_t a, uint64_t b)
{
    cinchi_wide r;
#if defined(__SIZEOF_INT128__) && !defined(CINCHI_NO_INT128)
    __extension__ typedef unsigned __int128 product;
    product p = (product)a * b;
    r.hi = (uint64_t)(p >> 64);
    r.lo = (uint64_t)p;
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t ll = al * bl, lh = al * bh, hl = ah * bl;
    uint64_t mid = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
    r.hi = ah * bh + (lh >> 32) + (hl >> 32) + (mid >> 32);
    r.lo = mid << 32 | (uint32_t)ll;
#endif
    return r;
}

/* Zero bits above the highest and below the lowest bit set; v is not 0. */
static inline unsigned cinchi_clz64(uint64_t v)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_clzll(v);
#else
    unsigned n = 0;
    for (unsigned step = 32; step; step >>= 1)
        if (!(v >> (64 - step))) {
            n += step;
            v <<= step;
        }
    return n;
#endif
}

static inline unsigned cinchi_ctz64(uint64_t v)
{
    return 63 - cinchi_clz64(v & (~v + 1));
}

#endif

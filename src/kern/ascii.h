/* SPDX-License-Identifier: MIT
 * Whether a short string is ASCII, without a branch on its length: among strings of random lengths a guess costs more than the
 * looking.
 */
#ifndef CINCHI_ASCII_H
#define CINCHI_ASCII_H

#include "../base/bytes.h"
#include <stdbool.h>

/* A bit a byte, of 32 bytes: set where the high bit is. */
#if defined(__SSE2__) && defined(__GNUC__) && !defined(CINCH_NO_SIMD)
#include <emmintrin.h>

static inline uint32_t cinchi_high32(const uint8_t *p)
{
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)p), b = _mm_loadu_si128((const __m128i *)(const void *)(p + 16));
    return (uint32_t)_mm_movemask_epi8(a) | (uint32_t)_mm_movemask_epi8(b) << 16;
}
#else
static inline uint32_t cinchi_high32(const uint8_t *p)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < 4; i++) { /* the product brings bit 7 of byte k to bit 56 + k */
        uint64_t high = cinchi_little64(p + 8 * i) >> 7 & UINT64_C(0x0101010101010101);
        mask |= (uint32_t)(high * UINT64_C(0x0102040810204080) >> 56) << (8 * i);
    }
    return mask;
}
#endif

/* Of up to 31 bytes at p, of which 32 may be read. */
static inline bool cinchi_ascii_short(const uint8_t *p, size_t len)
{
    return !(cinchi_high32(p) & (((uint32_t)1 << len) - 1));
}

#endif

/* SPDX-License-Identifier: MIT
 * Bytes copied, and whether a NUL is among them. Each returns what is not 0 when there is one.
 */
#ifndef CINCHI_MOVE_H
#define CINCHI_MOVE_H

#include "../base/bytes.h"

/* Of v's bytes. */
static inline uint64_t cinchi_nul8(uint64_t v)
{
    return (v - UINT64_C(0x0101010101010101)) & ~v & UINT64_C(0x8080808080808080);
}

static inline uint64_t cinchi_move8(char *to, const char *from)
{
    uint64_t v = cinchi_word64(from);
    memcpy(to, &v, 8);
    return cinchi_nul8(v);
}

#if defined(__SSE2__) && defined(__GNUC__) && !defined(CINCH_NO_SIMD)
#include <emmintrin.h>

static inline uint64_t cinchi_move16(char *to, const char *from)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(const void *)from);
    _mm_storeu_si128((__m128i *)(void *)to, v);
    return (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128()));
}
#else
static inline uint64_t cinchi_move16(char *to, const char *from)
{
    return cinchi_move8(to, from) | cinchi_move8(to + 8, from + 8);
}
#endif

#endif

/* SPDX-License-Identifier: MIT
 * 16 bytes in an SSE2 register, which every x86-64 has.
 */
#ifndef CINCHI_BLOCK_X86_H
#define CINCHI_BLOCK_X86_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

enum { CINCHI_BLOCK16 = 16 };
typedef __m128i cinchi_block16;
typedef uint32_t cinchi_block16_mask;

static inline cinchi_block16 cinchi_block16_load(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline void cinchi_block16_store(uint8_t *p, cinchi_block16 b)
{
    _mm_storeu_si128((__m128i *)(void *)p, b);
}

static inline cinchi_block16_mask cinchi_block16_special(cinchi_block16 b)
{
    __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(b, _mm_set1_epi8(0x1f)), b);
    __m128i quote = _mm_cmpeq_epi8(b, _mm_set1_epi8('"')), slash = _mm_cmpeq_epi8(b, _mm_set1_epi8('\\'));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), control));
}

static inline cinchi_block16_mask cinchi_block16_high(cinchi_block16 b)
{
    return (uint32_t)_mm_movemask_epi8(b);
}

static inline cinchi_block16_mask cinchi_block16_odd(cinchi_block16 b)
{
    __m128i below = _mm_subs_epi8(b, _mm_set1_epi8(0x20)); /* its sign: below 0x20, and from 0x80 up, which are negative */
    __m128i quote = _mm_cmpeq_epi8(b, _mm_set1_epi8('"')), slash = _mm_cmpeq_epi8(b, _mm_set1_epi8('\\'));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), below));
}

static inline cinchi_block16_mask cinchi_block16_solid(cinchi_block16 b)
{
    __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(b, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(b, _mm_set1_epi8('\n')));
    __m128i other = _mm_or_si128(_mm_cmpeq_epi8(b, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(b, _mm_set1_epi8('\t')));
    return ~(uint32_t)_mm_movemask_epi8(_mm_or_si128(blank, other)) & 0xffffu;
}

static inline cinchi_block16_mask cinchi_block16_inked(cinchi_block16 b)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(b, _mm_set1_epi8(' '))) ^ 0xffffu;
}

static inline cinchi_block16_mask cinchi_block16_differ(cinchi_block16 a, cinchi_block16 b)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) ^ 0xffffu;
}

static inline unsigned cinchi_block16_first(cinchi_block16_mask mask)
{
    return (unsigned)__builtin_ctz(mask);
}

static inline bool cinchi_block16_below(cinchi_block16_mask mask, unsigned n)
{
    return (mask & ((1u << n) - 1)) != 0;
}

#endif

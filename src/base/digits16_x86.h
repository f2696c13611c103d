/* SPDX-License-Identifier: MIT
 * Sixteen digits in an SSE2 register, which every x86-64 has. What cinchi_digits8 does with one number, here with two at once: split by
 * 10,000, the halves by 100, the quarters by 10; each quotient is a product and a shift that is exact for the operands that can occur.
 */
#ifndef CINCHI_DIGITS16_X86_H
#define CINCHI_DIGITS16_X86_H

#include <emmintrin.h>
#include "digits16.h"

typedef __m128i cinchi_digits16_sse2;

static inline cinchi_digits16_sse2 cinchi_digits16_sse2_of(uint32_t hi, uint32_t lo)
{
    __m128i x = _mm_unpacklo_epi64(_mm_cvtsi32_si128((int)hi), _mm_cvtsi32_si128((int)lo));
    __m128i top = _mm_srli_epi64(_mm_mul_epu32(x, _mm_set1_epi64x(3518437209)), 45);
    __m128i rest = _mm_sub_epi32(x, _mm_mul_epu32(top, _mm_set1_epi64x(10000)));
    __m128i four = _mm_or_si128(top, _mm_slli_epi64(rest, 32));
    __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(four, _mm_set1_epi32(5243)), 3);
    __m128i below = _mm_sub_epi16(four, _mm_mullo_epi16(hundreds, _mm_set1_epi32(100)));
    __m128i two = _mm_or_si128(hundreds, _mm_slli_epi32(below, 16));
    __m128i tens = _mm_mulhi_epu16(two, _mm_set1_epi16(6554));
    __m128i ones = _mm_sub_epi16(two, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
    return _mm_or_si128(_mm_or_si128(tens, _mm_slli_epi16(ones, 8)), _mm_set1_epi8('0'));
}

static inline void cinchi_digits16_sse2_store(char *p, cinchi_digits16_sse2 d)
{
    _mm_storeu_si128((__m128i *)(void *)p, d);
}

static inline uint64_t cinchi_digits16_sse2_word(cinchi_digits16_sse2 d)
{
    return (uint64_t)_mm_cvtsi128_si64(d);
}

static inline unsigned cinchi_digits16_sse2_used(cinchi_digits16_sse2 d)
{
    unsigned zeros = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(d, _mm_set1_epi8('0')));
    return 31 - (unsigned)__builtin_clz(2 * (zeros ^ 0xffffu) + 1);
}

/* Pairs, then fours, then eights, as cinchi_digits8_value; what is no digit, and what follows it, is taken for zeros. */
static inline cinchi_digits16_text cinchi_digits16_sse2_read(const char *p)
{
    static const uint8_t keep[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    __m128i d = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)p), _mm_set1_epi8('0'));
    unsigned good = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8(9)), d));
    unsigned count = (unsigned)__builtin_ctz(~good);
    d = _mm_and_si128(d, _mm_loadu_si128((const __m128i *)(const void *)(keep + 16 - count)));
    d = _mm_add_epi16(_mm_mullo_epi16(_mm_and_si128(d, _mm_set1_epi16(255)), _mm_set1_epi16(10)), _mm_srli_epi16(d, 8));
    d = _mm_madd_epi16(d, _mm_set1_epi32(100 | 1 << 16));
    d = _mm_madd_epi16(_mm_packs_epi32(d, d), _mm_set1_epi32(10000 | 1 << 16));
    uint64_t both = (uint64_t)_mm_cvtsi128_si64(d);
    return (cinchi_digits16_text){(uint32_t)both, (uint32_t)(both >> 32), count};
}

#endif

/* SPDX-License-Identifier: MIT
 * Integers of any width, seven at a time to items and eight at a time back.
 *
 * To items: each integer is laid out as the nine bytes of its widest item, head and all, and the bytes that its own item has not are left
 * out when all seven are stored as one (VPCOMPRESSB). Where the next seven go depends on the count of bytes alone.
 *
 * Back: in a row of items, each begins where the one before ends, which one by one costs a load and a lookup each. Here every byte of
 * 64 is taken for the first of an item, giving a map from places to the places after; applied to itself it skips two items, then
 * four, then eight, so that eight items take three steps and not eight.
 */
#include "kern.h"
#include "cinch/wire.h"

#ifdef CINCHI_KERN_X86

#include <immintrin.h>

#define I64S_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx512vbmi,avx512vbmi2,popcnt")))

/* ---- to items */

/* By the leading zeros of the magnitude, sign included: the format, and 8 less the bytes of the number. */
#define I64S_R8(x)  x, x, x, x, x, x, x, x
#define I64S_R32(x) I64S_R8(x), I64S_R8(x), I64S_R8(x), I64S_R8(x)
static const uint8_t i64s_format[64] = {I64S_R32(CINCH_WIRE_U64), I64S_R8(CINCH_WIRE_U32), I64S_R8(CINCH_WIRE_U32),
                                        I64S_R8(CINCH_WIRE_U16), I64S_R8(CINCH_WIRE_U8)};
static const uint8_t i64s_spare[64] = {I64S_R32(0), I64S_R8(4), I64S_R8(4), I64S_R8(6), I64S_R8(7)};

/* Of seven items of nine bytes: from where each byte is; 64 and up: the format's. */
static const uint8_t i64s_item_of[64] = {64, 7,  6,  5,  4,  3,  2,   1,  0,  72, 15, 14, 13, 12,  11, 10,
                                         9,  8,  80, 23, 22, 21, 20,  19, 18, 17, 16, 88, 31, 30,  29, 28,
                                         27, 26, 25, 24, 96, 39, 38,  37, 36, 35, 34, 33, 32, 104, 47, 46,
                                         45, 44, 43, 42, 41, 40, 112, 55, 54, 53, 52, 51, 50, 49,  48, 0};
/* What is kept: bytes whose rank is more than what i64s_rule_of names of the lane: spare bytes for those of the number, and 0, or 9 when the
 * number goes into the first byte, for the format. */
static const uint8_t i64s_rank[64] = {5, 1, 2, 3, 4, 5, 6, 7, 8, 5, 1, 2, 3, 4, 5, 6, 7, 8, 5, 1, 2, 3,
                                      4, 5, 6, 7, 8, 5, 1, 2, 3, 4, 5, 6, 7, 8, 5, 1, 2, 3, 4, 5, 6, 7,
                                      8, 5, 1, 2, 3, 4, 5, 6, 7, 8, 5, 1, 2, 3, 4, 5, 6, 7, 8, 0};
static const uint8_t i64s_rule_of[64] = {1,  0,  0,  0,  0,  0,  0,  0,  0,  9,  8,  8,  8,  8,  8,  8,  8,  8,  17, 16, 16, 16,
                                         16, 16, 16, 16, 16, 25, 24, 24, 24, 24, 24, 24, 24, 24, 33, 32, 32, 32, 32, 32, 32, 32,
                                         32, 41, 40, 40, 40, 40, 40, 40, 40, 40, 49, 48, 48, 48, 48, 48, 48, 48, 48, 56};

/* Seven of the eight in v, where 64 bytes may be touched. */
I64S_AVX512 static inline uint8_t *i64s_store_seven(uint8_t *p, __m512i v)
{
    const __m512i one = _mm512_set1_epi64(1);
    __mmask8 negative = _mm512_movepi64_mask(v);
    __m512i magnitude = _mm512_xor_si512(v, _mm512_srai_epi64(v, 63));
    magnitude = _mm512_mask_add_epi64(magnitude, negative, magnitude, magnitude); /* one bit more, for the sign */
    __m512i zeros = _mm512_lzcnt_epi64(_mm512_or_si512(magnitude, one));
    __mmask8 first = _mm512_cmplt_epu64_mask(_mm512_add_epi64(v, _mm512_set1_epi64(32)), _mm512_set1_epi64(160));
    __m512i format = _mm512_permutexvar_epi8(zeros, _mm512_loadu_si512(i64s_format));
    format = _mm512_mask_add_epi64(format, negative, format, _mm512_set1_epi64(4));
    __m512i rule = _mm512_maskz_permutexvar_epi8(UINT64_C(0x0101010101010101), zeros, _mm512_loadu_si512(i64s_spare));
    rule = _mm512_mask_or_epi64(rule, first, rule, _mm512_set1_epi64(0x900));
    __mmask64 kept = _mm512_cmpgt_epu8_mask(_mm512_loadu_si512(i64s_rank),
                                            _mm512_permutexvar_epi8(_mm512_loadu_si512(i64s_rule_of), rule));
    __m512i items = _mm512_permutex2var_epi8(v, _mm512_loadu_si512(i64s_item_of), format);
    _mm512_storeu_si512(p, _mm512_maskz_compress_epi8(kept, items));
    return p + _mm_popcnt_u64(kept);
}

I64S_AVX512 uint8_t *cinchi_i64s_store_avx512(uint8_t *p, const int64_t *v, size_t n)
{
    const __m512i most = _mm512_set1_epi64(CINCH_WIRE_FIXINT_MAX);
    while (n >= 8) {
        __m512i eight = _mm512_loadu_si512(v);
        size_t taken = 7;
        if (_mm512_cmpgt_epu64_mask(eight, most)) {
            p = i64s_store_seven(p, eight);
        } else {
            _mm_storel_epi64((__m128i *)(void *)p, _mm512_cvtepi64_epi8(eight));
            p += taken = 8;
        }
        v += taken;
        n -= taken;
    }
    return cinchi_i64s_store_portable(p, v, n);
}

/* ---- and back */

/* By the first byte less c0: bytes of an integer, that one included, for cc to d3. */
static const uint8_t i64s_sizes[64] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 5, 9, 2, 3, 5, 9};

/* By that size: bits of a word that are not the number's. */
static const uint8_t i64s_shift[64] = {0, 56, 56, 48, 0, 32, 0, 0, 0, 0};

/* Byte k for every byte of lane k. */
static const uint8_t i64s_lane[64] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
                                      2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5,
                                      5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7};

/* Where each of 64 places would have the next item begin, were it the first of an integer's; its own place when it is not. */
I64S_AVX512 static inline __m512i i64s_next(__m512i bytes)
{
    static const uint8_t places[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                       22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
                                       44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    __mmask64 wide = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8((char)0xc0)), _mm512_set1_epi8(32));
    __mmask64 one = _mm512_cmpgt_epi8_mask(bytes, _mm512_set1_epi8(-33)); /* 00 to 7f and e0 to ff */
    __m512i size = _mm512_maskz_permutexvar_epi8(wide, bytes, _mm512_loadu_si512(i64s_sizes));
    size = _mm512_mask_mov_epi8(size, one, _mm512_set1_epi8(1));
    return _mm512_add_epi8(_mm512_loadu_si512(places), size);
}

/* Of eight items in a row, told by the map from places to the next: their first places in bytes 0 to 7, and again in 8 to 15 and so on.
 * Bits 0, 1 and 2 of an item's number say whether one, two, four items lie before it. */
I64S_AVX512 static inline __m512i i64s_places(__m512i next, __m512i next2, __m512i next4)
{
    __m512i at = _mm512_setzero_si512();
    at = _mm512_mask_permutexvar_epi8(at, UINT64_C(0xaaaaaaaaaaaaaaaa), at, next);
    at = _mm512_mask_permutexvar_epi8(at, UINT64_C(0xcccccccccccccccc), at, next2);
    return _mm512_mask_permutexvar_epi8(at, UINT64_C(0xf0f0f0f0f0f0f0f0), at, next4);
}

/* The numbers of items that end before these places of p (in bytes 0 to 7), as words: the last 8 bytes each, so that what is not the number's is above. */
I64S_AVX512 static inline __m512i i64s_words(const uint8_t *p, __m512i ends)
{
    const __m512i back = _mm512_set1_epi64(
        0x0001020304050607); /* byte 0 of a word is the last of the item, 8 bytes behind p - 8 */
    __m512i from = _mm512_add_epi8(_mm512_permutexvar_epi8(_mm512_loadu_si512(i64s_lane), ends), back);
    return _mm512_permutex2var_epi8(_mm512_loadu_si512(p - 8), from, _mm512_maskz_loadu_epi8(0xffffff, p + 56));
}

/* Eight integers at p, where 80 bytes may be read, and 8 before, and the bytes that they take; false when one is no integer or beyond int64. */
I64S_AVX512 static inline bool i64s_load_eight(const uint8_t *p, int64_t *out, size_t *taken)
{
    const __m512i bytes = _mm512_loadu_si512(p), next = i64s_next(bytes), next2 = _mm512_permutexvar_epi8(next, next),
                  next4 = _mm512_permutexvar_epi8(next2, next2), next8 = _mm512_permutexvar_epi8(next4, next4);
    __m512i at = i64s_places(next, next2, next4), ends = _mm512_permutexvar_epi8(at, next), size = _mm512_sub_epi8(ends, at);
    __m512i formats = _mm512_sub_epi8(_mm512_permutexvar_epi8(at, bytes), _mm512_set1_epi8((char)CINCH_WIRE_U8));
    __mmask8 natural = (__mmask8)_mm512_cmplt_epu8_mask(formats, _mm512_set1_epi8(4)); /* U8 to U64: no sign */
    __m512i shift = _mm512_permutexvar_epi8(size, _mm512_loadu_si512(i64s_shift));
    shift = _mm512_maskz_permutexvar_epi8(UINT64_C(0x0101010101010101), _mm512_loadu_si512(i64s_lane), shift);
    __m512i word = _mm512_sllv_epi64(i64s_words(p, ends), shift), v = _mm512_srav_epi64(word, shift);
    v = _mm512_mask_srlv_epi64(v, natural, word, shift);
    _mm512_storeu_si512(out, v);
    *taken = (size_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(next8)) & 127;
    return !((uint8_t)_mm512_testn_epi8_mask(size, size) | (_mm512_movepi64_mask(v) & natural));
}

/* The way on is left by a jump where a block is bad: chosen by a move, it would wait for the values and not for their sizes alone. */
I64S_AVX512 size_t cinchi_i64s_load_avx512(const uint8_t **pos, const uint8_t *start, const uint8_t *end, int64_t *out,
                                           size_t n)
{
    const uint8_t *p = *pos;
    size_t i = 0;
    while (n - i >= 8 && end - p >= 80 && p - start >= 8) {
        __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)p);
        size_t taken = 8;
        if (!_mm_movemask_epi8(eight)) {
            _mm512_storeu_si512(out + i, _mm512_cvtepu8_epi64(eight));
        } else if (!i64s_load_eight(p, out + i, &taken)) {
            *pos = p;
            return i;
        }
        i += 8;
        p += taken;
    }
    *pos = p;
    return i + cinchi_i64s_load_portable(pos, start, end, out + i, n - i);
}

#endif

/* SPDX-License-Identifier: MIT
 * Doubles as items and back, seven at a time: 63 of 64 bytes by one shuffle.
 */
#include "kern.h"
#include "cinch/wire.h"

#ifdef CINCHI_KERN_X86

#include <immintrin.h>

#define F64S_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi")))
#define F64S_HEADS  UINT64_C(0x0040201008040201) /* where of 63 bytes the seven first ones of items are */

/* Which byte of seven doubles goes where in their items; at the heads, any. */
static const uint8_t f64s_item_of[64] = {0,  7,  6,  5,  4,  3,  2,  1,  0,  0,  15, 14, 13, 12, 11, 10, 9,  8,  0,  23, 22, 21,
                                         20, 19, 18, 17, 16, 0,  31, 30, 29, 28, 27, 26, 25, 24, 0,  39, 38, 37, 36, 35, 34, 33,
                                         32, 0,  47, 46, 45, 44, 43, 42, 41, 40, 0,  55, 54, 53, 52, 51, 50, 49, 48, 0};
static const uint8_t f64s_value_of[64] = {8,  7,  6,  5,  4,  3,  2,  1,  17, 16, 15, 14, 13, 12, 11, 10,
                                          26, 25, 24, 23, 22, 21, 20, 19, 35, 34, 33, 32, 31, 30, 29, 28,
                                          44, 43, 42, 41, 40, 39, 38, 37, 53, 52, 51, 50, 49, 48, 47, 46,
                                          62, 61, 60, 59, 58, 57, 56, 55, 0,  0,  0,  0,  0,  0,  0,  0};

F64S_AVX512 void cinchi_f64s_store_avx512(uint8_t *p, const double *v, size_t n)
{
    const __m512i heads = _mm512_set1_epi8((char)CINCH_WIRE_F64), from = _mm512_loadu_si512(f64s_item_of);
    for (; n >= 8; n -= 7, v += 7, p += 63) /* a byte more than the items is touched */
        _mm512_storeu_si512(p, _mm512_mask_permutexvar_epi8(heads, ~F64S_HEADS, from, _mm512_loadu_si512(v)));
    cinchi_f64s_store_portable(p, v, n);
}

F64S_AVX512 size_t cinchi_f64s_load_avx512(const uint8_t *p, const uint8_t *end, double *out, size_t n)
{
    const __m512i heads = _mm512_set1_epi8((char)CINCH_WIRE_F64), from = _mm512_loadu_si512(f64s_value_of);
    size_t i = 0;
    for (; n - i >= 8 && end - p >= 64; i += 7, p += 63) {
        __m512i items = _mm512_loadu_si512(p);
        if (_mm512_mask_cmpneq_epi8_mask(F64S_HEADS, items, heads)) break;
        _mm512_storeu_si512(out + i, _mm512_permutexvar_epi8(from, items));
    }
    return i + cinchi_f64s_load_portable(p, end, out + i, n - i);
}

#endif

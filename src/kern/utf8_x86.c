/* SPDX-License-Identifier: MIT
 * UTF-8 sixteen bytes at a time, by the method of Keiser and Lemire (utf8_faults.h).
 *
 * twitter.json, a third of it Japanese, beside the portable form: parsed as MessagePack into a tree with its strings checked 146 -> 84 us
 * (61 unchecked), read as JSON 419 -> 350, written as JSON 280 -> 224; a document of random strings 961 -> 397 (252 unchecked).
 */
#include "kern.h"
#include "utf8_faults.h"
#include "../base/bytes.h"

#ifdef CINCHI_KERN_X86

#include <immintrin.h>

#define UTF8_SSSE3 __attribute__((target("ssse3")))

typedef struct utf8_state {
    __m128i before; /* the block before this */
    __m128i bad;
} utf8_state;

UTF8_SSSE3 static inline void utf8_block(utf8_state *s, __m128i block)
{
    const __m128i before_upper = _mm_loadu_si128((const __m128i *)(const void *)utf8_before_upper),
                  before_lower = _mm_loadu_si128((const __m128i *)(const void *)utf8_before_lower),
                  upper = _mm_loadu_si128((const __m128i *)(const void *)utf8_upper);
    const __m128i low4 = _mm_set1_epi8(15);
    __m128i one = _mm_alignr_epi8(block, s->before, 15), two = _mm_alignr_epi8(block, s->before, 14),
            three = _mm_alignr_epi8(block, s->before, 13);
    __m128i bad = _mm_and_si128(_mm_shuffle_epi8(before_upper, _mm_and_si128(_mm_srli_epi16(one, 4), low4)),
                                _mm_shuffle_epi8(before_lower, _mm_and_si128(one, low4)));
    bad = _mm_and_si128(bad, _mm_shuffle_epi8(upper, _mm_and_si128(_mm_srli_epi16(block, 4), low4)));
    __m128i due = _mm_or_si128(_mm_subs_epu8(two, _mm_set1_epi8(UTF8_TWO_BEFORE)),
                               _mm_subs_epu8(three, _mm_set1_epi8(UTF8_THREE_BEFORE)));
    due = _mm_and_si128(due, _mm_set1_epi8((char)0x80));
    s->bad = _mm_or_si128(s->bad, _mm_xor_si128(due, bad));
    s->before = block;
}

/* The last n bytes before end, 0 to 15, then zeros; 16 bytes before end may be read. */
UTF8_SSSE3 static inline __m128i utf8_tail(const uint8_t *end, size_t n)
{
    __m128i all = _mm_loadu_si128((const __m128i *)(const void *)(end - 16));
    __m128i index = _mm_add_epi8(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                 _mm_set1_epi8((char)(16 - n)));
    return _mm_shuffle_epi8(all, _mm_or_si128(index, _mm_cmpgt_epi8(index, _mm_set1_epi8(15))));
}

/* 1 to 15 bytes, then zeros, without a byte read outside of them. */
UTF8_SSSE3 static inline __m128i utf8_short(const uint8_t *s, size_t n)
{
    uint64_t low, high = 0;
    if (n >= 8) {
        low = cinchi_word64(s);
        high = cinchi_word64(s + n - 8) >> (8 * (15 - n)) >> 8;
    } else if (n >= 4) {
        uint32_t first, last;
        memcpy(&first, s, 4);
        memcpy(&last, s + n - 4, 4);
        low = first | (uint64_t)last << (8 * (n - 4));
    } else {
        low = s[0] | (uint64_t)s[n / 2] << (8 * (n / 2)) | (uint64_t)s[n - 1] << (8 * (n - 1));
    }
    return _mm_set_epi64x((long long)high, (long long)low);
}

/* Zeros end the last block, so a sequence that the end cuts is a short one. */
UTF8_SSSE3 bool cinchi_utf8_valid_ssse3(const uint8_t *s, size_t len)
{
    utf8_state state = {_mm_setzero_si128(), _mm_setzero_si128()};
    const uint8_t *end = s + len;
    if (len >= 16) {
        while (end - s >= 16) { /* text of the Latin world begins so, and often is no more */
            __m128i block = _mm_loadu_si128((const __m128i *)(const void *)s);
            if (_mm_movemask_epi8(block)) break;
            s += 16;
        }
        if (end - s < 16 && !_mm_movemask_epi8(_mm_loadu_si128((const __m128i *)(const void *)(end - 16)))) return true;
        for (; end - s >= 16; s += 16) utf8_block(&state, _mm_loadu_si128((const __m128i *)(const void *)s));
        utf8_block(&state, utf8_tail(end, (size_t)(end - s)));
    } else if (len) {
        utf8_block(&state, utf8_short(s, len));
    }
    return _mm_movemask_epi8(_mm_cmpeq_epi8(state.bad, _mm_setzero_si128())) == 0xffff;
}

#endif

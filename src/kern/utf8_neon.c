/* SPDX-License-Identifier: MIT
 * UTF-8 sixteen bytes at a time, as utf8_x86.c, whose figures are the reason; tested on an emulator, not timed.
 */
#include "kern.h"
#include "utf8_faults.h"
#include "../base/bytes.h"

#ifdef CINCHI_KERN_NEON

#include <arm_neon.h>

/* Faults of a block with the one before it: not 0. */
static inline uint8x16_t utf8_bad_neon(uint8x16_t before, uint8x16_t block)
{
    uint8x16_t one = vextq_u8(before, block, 15), two = vextq_u8(before, block, 14), three = vextq_u8(before, block, 13);
    uint8x16_t bad = vandq_u8(vqtbl1q_u8(vld1q_u8(utf8_before_upper), vshrq_n_u8(one, 4)),
                              vqtbl1q_u8(vld1q_u8(utf8_before_lower), vandq_u8(one, vdupq_n_u8(15))));
    bad = vandq_u8(bad, vqtbl1q_u8(vld1q_u8(utf8_upper), vshrq_n_u8(block, 4)));
    uint8x16_t due = vorrq_u8(vqsubq_u8(two, vdupq_n_u8(UTF8_TWO_BEFORE)), vqsubq_u8(three, vdupq_n_u8(UTF8_THREE_BEFORE)));
    return veorq_u8(vandq_u8(due, vdupq_n_u8(0x80)), bad);
}

/* 1 to 15 bytes, then zeros, without a byte read outside of them. */
static inline uint8x16_t utf8_short_neon(const uint8_t *s, size_t n)
{
    uint8_t bytes[16] = {0};
    if (n >= 8) {
        memcpy(bytes, s, 8);
        memcpy(bytes + n - 8, s + n - 8, 8);
    } else if (n >= 4) {
        memcpy(bytes, s, 4);
        memcpy(bytes + n - 4, s + n - 4, 4);
    } else {
        bytes[0] = s[0];
        bytes[n / 2] = s[n / 2];
        bytes[n - 1] = s[n - 1];
    }
    return vld1q_u8(bytes);
}

/* The last n bytes before end, 0 to 15, then zeros; 16 bytes before end may be read. */
static inline uint8x16_t utf8_tail_neon(const uint8_t *end, size_t n)
{
    static const uint8_t places[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return vqtbl1q_u8(vld1q_u8(end - 16), vaddq_u8(vld1q_u8(places), vdupq_n_u8((uint8_t)(16 - n))));
}

/* Zeros end the last block, so a sequence that the end cuts is a short one. */
bool cinchi_utf8_valid_neon(const uint8_t *s, size_t len)
{
    const uint8_t *end = s + len;
    uint8x16_t before = vdupq_n_u8(0), bad = before;
    if (len >= 16) {
        while (end - s >= 16 && vmaxvq_u8(vld1q_u8(s)) < 0x80) s += 16;
        for (; end - s >= 16; s += 16) {
            uint8x16_t block = vld1q_u8(s);
            bad = vorrq_u8(bad, utf8_bad_neon(before, block));
            before = block;
        }
        bad = vorrq_u8(bad, utf8_bad_neon(before, utf8_tail_neon(end, (size_t)(end - s))));
    } else if (len) {
        bad = utf8_bad_neon(before, utf8_short_neon(s, len));
    }
    return vmaxvq_u8(bad) == 0;
}

#endif

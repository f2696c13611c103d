/* SPDX-License-Identifier: MIT
 * Floats as items and back, three at a time, as f32s_x86.c, whose figures are the reason; tested on an emulator, not timed.
 */
#include "kern.h"
#include "cinch/wire.h"

#ifdef CINCHI_KERN_NEON

#include <arm_neon.h>

void cinchi_f32s_store_neon(uint8_t *p, const float *v, size_t n)
{
    static const uint8_t head[16] = {CINCH_WIRE_F32, 0, 0, 0, 0, CINCH_WIRE_F32, 0, 0, 0, 0, CINCH_WIRE_F32};
    static const uint8_t items[16] = {99, 3, 2,  1,  0,  99, 7, 6,
                                      5,  4, 99, 11, 10, 9,  8, 99}; /* 99: nothing, a head goes there */
    const uint8x16_t heads = vld1q_u8(head), from = vld1q_u8(items);
    for (; n >= 4; n -= 3, v += 3, p += 15) { /* a float more than the three is read, a byte more is written */
        uint8x16_t four = vreinterpretq_u8_f32(vld1q_f32(v));
        vst1q_u8(p, vorrq_u8(vqtbl1q_u8(four, from), heads));
    }
    cinchi_f32s_store_portable(p, v, n);
}

size_t cinchi_f32s_load_neon(const uint8_t *p, const uint8_t *end, float *out, size_t n)
{
    static const uint8_t values[16] = {4, 3, 2, 1, 9, 8, 7, 6, 14, 13, 12, 11, 99, 99, 99, 99};
    const uint8x16_t from = vld1q_u8(values);
    size_t i = 0;
    for (; n - i >= 4 && end - p >= 16 && p[0] == CINCH_WIRE_F32 && p[5] == CINCH_WIRE_F32 && p[10] == CINCH_WIRE_F32;
         i += 3, p += 15) /* a float more than the three is written */
        vst1q_f32(out + i, vreinterpretq_f32_u8(vqtbl1q_u8(vld1q_u8(p), from)));
    return i + cinchi_f32s_load_portable(p, end, out + i, n - i);
}

#endif

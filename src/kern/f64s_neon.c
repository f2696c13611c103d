/* SPDX-License-Identifier: MIT
 * Doubles as items, two at a time, as f64s_x86.c; the way back has no kernel there, nor here. Its figures are the
 * reason; tested on an emulator, not timed.
 */
#include "kern.h"
#include "cinch/wire.h"

#ifdef CINCHI_KERN_NEON

#include <arm_neon.h>

void cinchi_f64s_store_neon(uint8_t *p, const double *v, size_t n)
{
    static const uint8_t head[16] = {CINCH_WIRE_F64, 0, 0, 0, 0, 0, 0, 0, 0, CINCH_WIRE_F64};
    static const uint8_t items[16] = {99, 7,  6,  5,  4,  3,  2,  1,
                                      0,  99, 15, 14, 13, 12, 11, 10}; /* 99: nothing, a head goes there */
    const uint8x16_t heads = vld1q_u8(head), from = vld1q_u8(items);
    for (; n >= 2; n -= 2, v += 2, p += 18) {
        uint8x16_t pair = vreinterpretq_u8_f64(vld1q_f64(v));
        vst1q_u8(p, vorrq_u8(vqtbl1q_u8(pair, from), heads)); /* all but the last two bytes of the second */
        vst1_u8(p + 10, vrev64_u8(vget_high_u8(pair)));
    }
    cinchi_f64s_store_portable(p, v, n);
}

#endif

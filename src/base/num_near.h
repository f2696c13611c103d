/* SPDX-License-Identifier: MIT
 * A decimal as a double, as near as one product tells: what every reader of decimals tries first (num_read.c says why it can be trusted).
 */
#ifndef CINCHI_NUM_NEAR_H
#define CINCHI_NUM_NEAR_H

#include "num_wide.h"
#include <stdbool.h>

/* w * 10^q is at least x * 2^e and less than (x + 4) * 2^e, x at least 2^63: less than two were cut off, and less than two are missing with the
 * second half of the power. */
enum { CINCHI_NEAR_SLACK = 3 };
typedef struct cinchi_near {
    uint64_t x;
    int e;
} cinchi_near;

/* w is not 0, q in the range of cinchi_pow10. */
static inline cinchi_near cinchi_decimal_near(uint64_t w, int q)
{
    unsigned zeros = cinchi_clz64(w);
    cinchi_wide v = cinchi_mul64(w << zeros, cinchi_pow10[q - CINCHI_POW10_MIN].hi);
    unsigned whole = (unsigned)(v.hi >> 63);
    return (cinchi_near){v.hi << (1 - whole), cinchi_log2_pow10(q) - (int)zeros + (int)whole};
}

/* The bits of m * 2^e or of the next double up, m < 2^53 and e >= -1074; infinity when that is beyond. A carry out of the
 * fraction moves into the exponent by itself. */
static inline uint64_t cinchi_double_bits(uint64_t m, int e, bool up)
{
    const uint64_t infinity = UINT64_C(0x7ff) << 52;
    uint64_t bits = ((uint64_t)(e + 1074) << 52) + m + up;
    return bits < infinity ? bits : infinity;
}

/* The bits of w * 10^q, of which q leaves no doubt that it is 0 or a normal number. False: it is so near the middle between two that one product
 * does not tell. */
static inline bool cinchi_decimal_quick(uint64_t w, int q, uint64_t *bits)
{
    cinchi_near v = cinchi_decimal_near(w | (w == 0), q);
    uint64_t m = v.x >> 11, rest = v.x & 0x7ff;
    *bits = w ? ((uint64_t)(v.e + 11 + 1074) << 52) + m + (rest >> 10) : 0;
    return rest - (0x400 - CINCHI_NEAR_SLACK) > CINCHI_NEAR_SLACK;
}

#endif

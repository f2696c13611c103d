/* SPDX-License-Identifier: MIT
 * Numbers as people write them, digits times a power of ten, and whether one is a multiple of another: 0.3 is one of 0.1, which no
 * arithmetic in binary will say.
 */
#ifndef CINCHI_NUM_DECIMAL_H
#define CINCHI_NUM_DECIMAL_H

#include "num.h"

typedef struct cinchi_digits {
    uint64_t digits; /* without the sign, not divisible by 10 unless 0 */
    int32_t exp;     /* of ten */
} cinchi_digits;

cinchi_digits cinchi_decimal_u64(uint64_t v);
cinchi_digits cinchi_decimal_f64(double v); /* of its shortest text; v is finite */

/* Whether v is a whole multiple of step, whose digits are not 0. Exact. */
bool cinchi_decimal_multiple(cinchi_digits v, cinchi_digits step);

#endif

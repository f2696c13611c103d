/* SPDX-License-Identifier: MIT
 * The last word on where a decimal lies between two neighbouring doubles.
 */
#ifndef CINCHI_NUM_EXACT_H
#define CINCHI_NUM_EXACT_H

#include "cinch/base.h"

/* A decimal as it is written: digits, one point among them perhaps, in [text, end); times 10^exp, the point taken away. */
typedef struct cinchi_decimal {
    const char *text, *end;
    int64_t exp;
} cinchi_decimal;

/* Whether d, not 0 and known to lie in [m * 2^e, (m + 1) * 2^e), rounds up to (m + 1) * 2^e: it is beyond the middle, or in it and
 * m is odd. m < 2^53 and -1074 <= e <= 971. Any number of digits; memory and time beyond one look at each digit are bounded. */
bool cinchi_decimal_rounds_up(const cinchi_decimal *d, uint64_t m, int e);

#endif

/* SPDX-License-Identifier: MIT
 * Sixteen decimal digits at once, the text of two numbers below 100,000,000 side by side. One file a form has each of these with the form in
 * the name, so that a test can hold one against the other.
 *
 *   cinchi_digits16               sixteen digits as text
 *   cinchi_digits16_of(hi, lo)    of hi, then of lo, with leading zeros
 *   cinchi_digits16_store(p, d)   to p, the first digit lowest
 *   cinchi_digits16_word(d)       the first eight, the first one lowest
 *   cinchi_digits16_used(d)       how many there are up to the last that is not 0
 *   cinchi_digits16_read(p)       the digits that begin at p, where 16 bytes may be read, as if zeros followed
 */
#ifndef CINCHI_DIGITS16_H
#define CINCHI_DIGITS16_H

#include <stdint.h>

typedef struct cinchi_digits16_text {
    uint32_t first, last; /* eight each */
    unsigned count;       /* digits there are, at most 16 */
} cinchi_digits16_text;

#if defined(__x86_64__) && defined(__SSE2__) && defined(__GNUC__) && !defined(CINCH_NO_SIMD)
#include "digits16_x86.h"
#define cinchi_digits16       cinchi_digits16_sse2
#define cinchi_digits16_of    cinchi_digits16_sse2_of
#define cinchi_digits16_store cinchi_digits16_sse2_store
#define cinchi_digits16_word  cinchi_digits16_sse2_word
#define cinchi_digits16_used  cinchi_digits16_sse2_used
#define cinchi_digits16_read  cinchi_digits16_sse2_read
#else
#include "digits16_portable.h"
#define cinchi_digits16       cinchi_digits16_plain
#define cinchi_digits16_of    cinchi_digits16_plain_of
#define cinchi_digits16_store cinchi_digits16_plain_store
#define cinchi_digits16_word  cinchi_digits16_plain_word
#define cinchi_digits16_used  cinchi_digits16_plain_used
#define cinchi_digits16_read  cinchi_digits16_plain_read
#endif

#endif

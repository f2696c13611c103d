/* SPDX-License-Identifier: MIT
 * The tables of Keiser and Lemire ("Validating UTF-8 In Less Than One Instruction Per Byte"): three lookups, by the halves of the byte before
 * and by the upper half of the byte at hand, name the faults each could be part of; what all three name is one. Whether a third or fourth
 * byte is due is told by the bytes two and three before.
 */
#ifndef CINCHI_UTF8_FAULTS_H
#define CINCHI_UTF8_FAULTS_H

#include <stdint.h>

enum {
    BAD_SHORT = 1,       /* a first byte, then none that continues it */
    BAD_LONG = 2,        /* ASCII, then a byte that continues */
    BAD_OVERLONG_3 = 4,  /* e0 80..9f */
    BAD_SURROGATE = 8,   /* ed a0..bf */
    BAD_OVERLONG_2 = 16, /* c0 or c1 */
    BAD_LARGE = 32,      /* f4 90..bf, and f5 to ff */
    BAD_OVERLONG_4 = 64, /* f0 80..8f; also f5 to ff 80..8f */
    BAD_TWO = 128,       /* two bytes that continue: bad unless the bytes before ask for them */
    BAD_ANY = BAD_SHORT | BAD_LONG | BAD_TWO,
    BAD_BIG = BAD_ANY | BAD_LARGE | BAD_OVERLONG_4,
    BAD_TAIL = BAD_LONG | BAD_OVERLONG_2 | BAD_TWO
};

static const uint8_t utf8_before_upper[16] = {BAD_LONG,
                                              BAD_LONG,
                                              BAD_LONG,
                                              BAD_LONG,
                                              BAD_LONG,
                                              BAD_LONG,
                                              BAD_LONG,
                                              BAD_LONG,
                                              BAD_TWO,
                                              BAD_TWO,
                                              BAD_TWO,
                                              BAD_TWO,
                                              BAD_SHORT | BAD_OVERLONG_2,
                                              BAD_SHORT,
                                              BAD_SHORT | BAD_OVERLONG_3 | BAD_SURROGATE,
                                              BAD_SHORT | BAD_LARGE | BAD_OVERLONG_4};
static const uint8_t utf8_before_lower[16] = {BAD_ANY | BAD_OVERLONG_3 | BAD_OVERLONG_2 | BAD_OVERLONG_4,
                                              BAD_ANY | BAD_OVERLONG_2,
                                              BAD_ANY,
                                              BAD_ANY,
                                              BAD_ANY | BAD_LARGE,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG,
                                              BAD_BIG | BAD_SURROGATE,
                                              BAD_BIG,
                                              BAD_BIG};
static const uint8_t utf8_upper[16] = {BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_TAIL | BAD_OVERLONG_3 | BAD_OVERLONG_4,
                                       BAD_TAIL | BAD_OVERLONG_3 | BAD_LARGE,
                                       BAD_TAIL | BAD_SURROGATE | BAD_LARGE,
                                       BAD_TAIL | BAD_SURROGATE | BAD_LARGE,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT,
                                       BAD_SHORT};

/* Of the bytes two and three before, what is above shows a high bit: the byte at hand must continue them. */
enum { UTF8_TWO_BEFORE = 0xe0 - 0x80, UTF8_THREE_BEFORE = 0xf0 - 0x80 };

#endif

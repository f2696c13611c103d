/* SPDX-License-Identifier: MIT
 * Eight decimal digits in one 64-bit word, a byte each, the first digit in the lowest byte: with little-endian loads and stores,
 * text order. Every step works on all eight at once.
 */
#ifndef CINCHI_NUM_DIGITS_H
#define CINCHI_NUM_DIGITS_H

#include "bytes.h"
#include "num_wide.h"

#define CINCHI_ASCII_ZEROS UINT64_C(0x3030303030303030)

/* v < 100,000,000 as eight digits 0-9: split by 10,000, then both halves by 100, then the four quarters by 10. Each quotient is
 * a product and a shift that is exact for the operands that can occur; x << n less quotient * (divisor << n) - 1 puts the
 * remainder n bits above the quotient. */
static inline uint64_t cinchi_digits8(uint32_t v)
{
    uint64_t top = ((uint64_t)v * 109951163) >> 40;
    uint64_t four = ((uint64_t)v << 32) - top * ((UINT64_C(10000) << 32) - 1);
    uint64_t hundreds = ((four * 10486) >> 20) & UINT64_C(0x0000007f0000007f);
    uint64_t two = (four << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = ((two * 103) >> 10) & UINT64_C(0x000f000f000f000f);
    return (two << 8) - tens * ((10 << 8) - 1);
}

/* The inverse: pairs, then fours, then all eight. */
static inline uint32_t cinchi_digits8_value(uint64_t d)
{
    d = ((d * (1 + (10 << 8))) >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    d = ((d * (1 + (100 << 16))) >> 16) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)((d * (1 + (UINT64_C(10000) << 32))) >> 32);
}

/* Of eight bytes of text, each XORed with '0': 0x80 in every byte that is no digit, right up to and including the first such
 * byte (a carry may spoil the later ones). */
static inline uint64_t cinchi_digits8_stop(uint64_t x)
{
    return (x | (x + UINT64_C(0x7676767676767676))) & UINT64_C(0x8080808080808080);
}

#endif

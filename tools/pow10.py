#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes src/base/pow10_table.c, the powers of ten that numbers are read and written by: tools/pow10.py > src/base/pow10.c

Exact integers only, so every run on every machine gives the same bytes.
"""

from math import gcd

FIRST, LAST = -342, 324

HEAD = """/* SPDX-License-Identifier: MIT
 * Made by tools/pow10.py; do not edit. Powers of ten as 128-bit fractions, rounded up: entry q - CINCHI_POW10_MIN holds
 * ceil(10^q * 2^(127 - floor(log2(10^q)))), high half first. Exact for 0 <= q <= 55.
 */
#include "num_wide.h"

/* clang-format off */
const cinchi_wide cinchi_pow10[CINCHI_POW10_MAX - CINCHI_POW10_MIN + 1] = {"""

TAIL = """};
/* clang-format on */"""


def scaled(q):
    """10^q as (ceiling of its leading 128 bits, whether that is exact)."""
    num, den = (10**q, 1) if q >= 0 else (1, 10**-q)
    log2 = num.bit_length() - den.bit_length()  # floor(log2(10^q)), or one too many
    if num << max(-log2, 0) < den << max(log2, 0):
        log2 -= 1
    shift = 127 - log2
    whole, rest = divmod(num << max(shift, 0), den << max(-shift, 0))
    g = whole + (rest != 0)
    # The product log2 arithmetic of num_wide.h, checked over its whole range.
    assert log2 == (q * 217706) >> 16, q
    assert 1 << 127 <= g < 1 << 128, q
    assert (rest == 0) == (0 <= q <= 55), q
    # The reader takes the high half for a value rounded down, so rounding up must never have carried into it.
    assert rest == 0 or g & (2**64 - 1) != 0, q
    return g


def fraction_bounds(num, den, count):
    """Least and greatest nonzero fractional part of n * num / den, 1 <= n <= count, in units of 1/den; num and den are coprime.

    Euclid's algorithm: of the n whose product is nearest above an integer and the one nearest below, the sum is the next
    nearest on one side.
    """
    if den <= count:  # every fraction occurs
        return 1, den - 1
    over_n, over = 1, num % den  # over_n * num / den is over/den above an integer
    under_n, under = 0, den  # under_n * num / den is under/den below one
    while over_n + under_n <= count:
        if over > under:
            steps = min((over - 1) // under, (count - over_n) // under_n)
            over_n, over = over_n + steps * under_n, over - steps * under
        else:
            steps = min((under - 1) // over, (count - under_n) // over_n)
            under_n, under = under_n + steps * over_n, under - steps * over
    return over, den - under


def reduced(q, k):
    """2^q / 10^k in lowest terms."""
    num, den = 2 ** max(q, 0) * 10 ** max(-k, 0), 2 ** max(-q, 0) * 10 ** max(k, 0)
    common = gcd(num, den)
    return num // common, den // common


def prove_even(q, k):
    """What scaled_to_odd of num_write.c stands on, for c up to 2^53: four times an end, (4c +- 2) * 2^q / 10^k, is a multiple of
    four or at least 2^-64 from one, and four times the value, 4c * 2^q / 10^k, is even or as far from an even number. From below
    2^-62 is shown, well over the 2^-68 by which a product may be too large. An odd whole part has its lowest bit set as it is."""
    assert 1 <= q + (-k * 217706 >> 16) + 1 <= 4, (q, k)
    for shift, count, scale in ((-1, 2**54 + 1, 4), (1, 2**53, 2)):
        num, den = reduced(q + shift, k)
        if den > 1:
            least, greatest = fraction_bounds(num, den, count)
            assert least * scale << 64 >= den, (q, k)
            assert (den - greatest) * scale << 62 >= den, (q, k)


def prove_uneven(q, k):
    """The same for a power of two, c = 2^52 or, in a float32, 2^23, whose lower end is (4c - 1) * 2^q."""
    assert 1 <= q + (-k * 217706 >> 16) + 1 <= 4, (q, k)
    num, den = reduced(q, k)
    for multiple in (2**54 - 1, 2**54, 2**54 + 2, 2**25 - 1, 2**25, 2**25 + 2):
        fraction = multiple * num % den
        assert fraction == 0 or den <= fraction << 64 and fraction << 62 <= (den << 62) - den, (q, k)


def floor_log10(num, den):
    """floor(log10(num / den)), by comparison."""
    k = len(str(num)) - len(str(den))
    return k if num * 10 ** max(-k, 0) >= den * 10 ** max(k, 0) else k - 1


def prove():
    for q in range(-1100, 1101):
        num, den = 2 ** max(q, 0), 2 ** max(-q, 0)
        even, uneven = floor_log10(num, den), floor_log10(3 * num, 4 * den)
        assert even == (q * 1262611) >> 22 and uneven == (q * 1262611 - 524031) >> 22, q
        if -1074 <= q <= 971:
            prove_even(q, even)
            prove_uneven(q, uneven)


def main():
    prove()
    print(HEAD)
    for q in range(FIRST, LAST + 1):
        g = scaled(q)
        print("    {UINT64_C(0x%016x), UINT64_C(0x%016x)}, /* %d */" % (g >> 64, g & (2**64 - 1), q))
    print(TAIL)


if __name__ == "__main__":
    main()

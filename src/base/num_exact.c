/* SPDX-License-Identifier: MIT
 * Compares a decimal with the middle between two doubles as whole numbers: with digits D and n = -exp, D * 10^exp against
 * (2m + 1) * 2^(e - 1) is D * 2^a against (2m + 1) * 5^n * 2^b, what is common taken out of the powers of two, and the power of
 * five on the other side where exp is positive.
 */
#include "num_exact.h"

/* (2m + 1) * 2^(e - 1) has at most 768 digits. A decimal whose first 768 are below it is below it, whatever comes after them; one
 * whose first 768 equal it is above it if anything but 0 comes after. D has at most 2552 bits then, and at most 1091 digits after
 * the point, which makes the other side at most 54 + 2534 bits; the shift only brings the two level. */
enum { BIG_DIGITS = 768, BIG_LIMBS = 84 };

typedef struct big {
    size_t len; /* limbs in use: the last one is not 0 */
    uint32_t limb[BIG_LIMBS];
} big;

static void big_multiply(big *b, uint32_t factor, uint32_t carry)
{
    for (size_t i = 0; i < b->len; i++) {
        uint64_t t = (uint64_t)b->limb[i] * factor + carry;
        b->limb[i] = (uint32_t)t;
        carry = (uint32_t)(t >> 32);
    }
    if (carry) b->limb[b->len++] = carry;
}

static void big_multiply_pow5(big *b, unsigned n)
{
    static const uint32_t pow5[] = {1,     5,      25,      125,     625,      3125,      15625,
                                    78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125};
    for (; n >= 13; n -= 13) big_multiply(b, pow5[13], 0);
    big_multiply(b, pow5[n], 0);
}

static void big_shift(big *b, unsigned n)
{
    size_t limbs = n / 32;
    big_multiply(b, (uint32_t)1 << n % 32, 0);
    memmove(b->limb + limbs, b->limb, b->len * sizeof b->limb[0]);
    memset(b->limb, 0, limbs * sizeof b->limb[0]);
    b->len += limbs;
}

static int big_compare(const big *a, const big *b)
{
    if (a->len != b->len) return a->len < b->len ? -1 : 1;
    for (size_t i = a->len; i-- != 0;)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* Takes the first BIG_DIGITS digits, leading zeros apart; *exp becomes theirs. Returns whether all that were left out are 0. */
static bool big_read_digits(big *b, const cinchi_decimal *d, int64_t *exp)
{
    const char *p = d->text;
    uint32_t group = 0, scale = 1; /* nine digits at a time */
    int count = 0;
    for (; p != d->end && count < BIG_DIGITS; p++) {
        if (*p == '.') continue;
        group = group * 10 + (uint32_t)(*p - '0');
        scale *= 10;
        count += count != 0 || group != 0;
        if (scale < 1000000000) continue;
        big_multiply(b, scale, group);
        group = 0;
        scale = 1;
    }
    big_multiply(b, scale, group);
    bool zeros = true;
    *exp = d->exp;
    for (; p != d->end; p++) {
        if (*p == '.') continue;
        zeros &= *p == '0';
        ++*exp;
    }
    return zeros;
}

bool cinchi_decimal_rounds_up(const cinchi_decimal *d, uint64_t m, int e)
{
    big decimal, middle;
    decimal.len = 0;
    int64_t exp;
    bool zeros = big_read_digits(&decimal, d, &exp);
    middle.limb[0] = (uint32_t)(2 * m + 1);
    middle.limb[1] = (uint32_t)((2 * m + 1) >> 32);
    middle.len = 1 + (middle.limb[1] != 0);
    if (exp < 0)
        big_multiply_pow5(&middle, (unsigned)-exp);
    else
        big_multiply_pow5(&decimal, (unsigned)exp);
    int64_t shift = exp - (e - 1);
    if (shift > 0)
        big_shift(&decimal, (unsigned)shift);
    else
        big_shift(&middle, (unsigned)-shift);
    int order = big_compare(&decimal, &middle);
    return order > 0 || (order == 0 && (!zeros || (m & 1)));
}

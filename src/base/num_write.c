/* SPDX-License-Identifier: MIT
 * Floating point as the shortest text that reads back to the same bits, and of the shortest the one nearest the value.
 *
 * A number is c * 2^q, its neighbours half a unit of 2^q away in the middle, and every decimal in between reads back to it (the
 * ends too when c is even). Let k = floor(log10(2^q)) and measure in units of 10^k: V = c * 2^q / 10^k, and D = 2^q / 10^k / 2
 * the distance to either end, 0.5 <= D < 5. Then some integer lies in between, and at most one multiple of ten, because the
 * whole is less than 10 wide. If there is one it is the shortest once its zeros are dropped (fewer digits would be a multiple
 * of ten too); if not, the integer nearest V is. Raffaello Giulietti's Schubfach rests on that observation; so do both
 * functions below.
 *
 * near_decimal answers from one approximation of V whose error is bounded, and says so when the bound leaves it open.
 * exact_decimal then decides exactly; it also takes powers of two, whose lower neighbour is nearer than the upper.
 * The choice and its proof are in docs/decisions/0040-numbers-and-text.md.
 */
#include "num.h"
#include "compiler.h"
#include "digits16.h"
#include "num_digits.h"

typedef struct decimal {
    uint64_t digits; /* below 10^17; trailing zeros allowed */
    int exp;         /* value = digits * 10^exp */
} decimal;

/* The whole part of g * c / 2^128, with its lowest bit set when there is a fraction too: compared with an even number, it comes out
 * as the real product would. g is rounded up by less than one, so the fraction's first 64 bits are 0 for a true 0, at least 1
 * for a true fraction of 2^-64 or more, and do not run over for one of at most 1 - 2^-68. Next to the numbers it is compared
 * with, no other fraction occurs: tools/pow10.py proves it for each exponent and every c. */
static uint64_t scaled_to_odd(cinchi_wide g, uint64_t c)
{
    cinchi_wide low = cinchi_mul64(g.lo, c);
    cinchi_wide high = cinchi_mul64(g.hi, c);
    uint64_t fraction = high.lo + low.hi;
    return (high.hi + (fraction < low.hi)) | (fraction != 0);
}

/* Everything four times as large, so that the ends and the middles between integers are integers too. */
static CINCHI_NOINLINE decimal exact_decimal(uint64_t c, int q, bool uneven)
{
    int k = uneven ? cinchi_log10_three_quarters(q) : cinchi_log10_pow2(q);
    cinchi_wide g = cinchi_pow10[-k - CINCHI_POW10_MIN];
    int shift = q + cinchi_log2_pow10(-k) + 1;
    uint64_t lower = scaled_to_odd(g, (4 * c - 2 + uneven) << shift) + (c & 1);
    uint64_t value = scaled_to_odd(g, (4 * c) << shift);
    uint64_t upper = scaled_to_odd(g, (4 * c + 2) << shift) - (c & 1);

    uint64_t unit = value / 4, ten = unit / 10 * 10;
    decimal d = {ten, k};
    if (lower <= 4 * ten) return d;
    d.digits = ten + 10;
    if (4 * d.digits <= upper) return d;
    uint64_t middle = 4 * unit + 2;
    bool down_fits = lower <= 4 * unit, up_fits = 4 * unit + 4 <= upper;
    bool up = down_fits && up_fits ? value > middle || (value == middle && (unit & 1)) : up_fits;
    d.digits = unit + up;
    return d;
}

/* The same for evenly spaced numbers, c < 2^53, from one fixed-point V with 64 bits of fraction. With g the power rounded up,
 * 1 <= shift <= 4 and so c << shift < 2^57: V is known to within one unit of 2^-64, and below, in units of 2^-60, so are its
 * last digit with the fraction and D. Whatever differs by more than SLACK units is decided; else false: exact_decimal must. */
static inline bool near_decimal(uint64_t c, int q, decimal *d)
{
    enum { SLACK = 3 };
    int k = cinchi_log10_pow2(q);
    cinchi_wide g = cinchi_pow10[-k - CINCHI_POW10_MIN];
    int shift = q + cinchi_log2_pow10(-k) + 1;
    cinchi_wide v = cinchi_mul64(g.hi, c << shift);
    uint64_t low = cinchi_mul64(g.lo, c << shift).hi;
    v.lo += low;
    v.hi += v.lo < low;

    uint64_t ten = v.hi / 10 * 10;
    uint64_t above = (v.hi - ten) << 60 | v.lo >> 4; /* V's distance to the multiple of ten below it, and above */
    uint64_t below = (UINT64_C(10) << 60) - above;
    uint64_t reach = g.hi >> (5 - shift); /* D */
    const uint64_t half = UINT64_C(1) << 63;
    uint64_t digits = v.hi + (v.lo >> 63);
    digits = above < reach ? ten : digits;
    digits = below < reach ? ten + 10 : digits;
    d->digits = digits;
    d->exp = k;
    if (CINCHI_UNLIKELY(above - reach + SLACK <= 2 * SLACK)) return false;
    if (CINCHI_UNLIKELY(below - reach + SLACK <= 2 * SLACK)) return false;
    return CINCHI_LIKELY(v.lo - half + SLACK > 2 * SLACK);
}

/* 17 digits as text, the first one alone. */
typedef struct digit_run {
    char first;
    cinchi_digits16 rest;
    unsigned count; /* without trailing zeros, at least 1 */
} digit_run;

static inline digit_run spell_digits(uint64_t digits)
{
    uint32_t nine = (uint32_t)(digits / 100000000), first = nine / 100000000;
    digit_run r;
    r.first = (char)('0' + first);
    r.rest = cinchi_digits16_of(nine - first * 100000000, (uint32_t)(digits - (uint64_t)nine * 100000000));
    r.count = 1 + cinchi_digits16_used(r.rest);
    return r;
}

static inline void put_run(char *out, const digit_run *r)
{
    out[0] = r->first;
    cinchi_digits16_store(out + 1, r->rest);
}

/* d.ddd, whose point stands after the first digit, or d alone. */
static CINCHI_NOINLINE size_t put_scientific(char *out, const digit_run *r, int exp)
{
    out[0] = r->first;
    out[1] = '.';
    cinchi_digits16_store(out + 2, r->rest);
    char *p = out + r->count + (r->count > 1);
    unsigned e = (unsigned)(exp < 0 ? -exp : exp);
    *p++ = 'e';
    *p++ = exp < 0 ? '-' : '+';
    if (e >= 100) *p++ = (char)('0' + e / 100);
    *p++ = (char)('0' + e / 10 % 10);
    *p++ = (char)('0' + e % 10);
    return (size_t)(p - out);
}

/* The point after the first `whole` digits, 1 to 16: all stand one to the right, and then what belongs before the point over that. Behind the last
 * digit that counts there are zeros. */
static inline size_t put_fixed(char *out, const digit_run *r, unsigned whole)
{
    size_t len = r->count > whole ? r->count + 1 : whole + 2;
    out[0] = r->first;
    cinchi_digits16_store(out + 2, r->rest);
    if (CINCHI_LIKELY(whole <= 8)) {
        uint64_t word = cinchi_digits16_word(r->rest), after = (uint64_t)0 - ((uint64_t)1 << 8 * (whole - 1));
        word = (word & ~after) | (uint64_t)'.' << 8 * (whole - 1) | (word & after) << 8;
        cinchi_store_little64((uint8_t *)out + 1, word);
        return len;
    }
    memmove(out + 1, out + 2, whole - 1);
    out[whole] = '.';
    return len;
}

/* sign is the length of what stands before out already. */
static size_t put_decimal(char *out, size_t sign, decimal d)
{
    const uint64_t ten16 = UINT64_C(10000000000000000);
    while (CINCHI_UNLIKELY(d.digits < ten16 / 10)) { /* subnormal, or a float32 */
        d.digits *= 10;
        d.exp--;
    }
    unsigned sixteen = d.digits < ten16; /* or seventeen: even odds, so no branch */
    d.digits += (d.digits * 9) & (0 - (uint64_t)sixteen);
    int exp = d.exp + 16 - (int)sixteen;
    digit_run r = spell_digits(d.digits);
    if (exp >= 0 && exp < 16) return sign + put_fixed(out, &r, (unsigned)exp + 1);
    if (exp < -4 || exp >= 16) return sign + put_scientific(out, &r, exp);
    memcpy(out, "0.000", 5);
    put_run(out + 1 - exp, &r);
    return sign + (size_t)(1 - exp) + r.count;
}

/* Where near_decimal cannot tell. A call in tail position, as the others below: the way past it saves no registers. */
static CINCHI_COLD size_t put_exact(char *out, size_t sign, uint64_t c, int q)
{
    return put_decimal(out, sign, exact_decimal(c, q, false));
}

/* Integers below 2^53, which are their own shortest text, and powers of two. */
static CINCHI_NOINLINE size_t put_round(char *out, size_t sign, uint64_t c, int q, bool uneven)
{
    if (q > 0 || q < -52 || c >> -q << -q != c) return put_decimal(out, sign, exact_decimal(c, q, uneven));
    size_t n = cinchi_num_put_u64(out, c >> -q);
    memcpy(out + n, ".0", 2);
    return sign + n + 2;
}

size_t cinchi_num_put_f64(char *out, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    size_t sign = (size_t)(bits >> 63);
    int exp = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    uint64_t c = fraction | (uint64_t)(exp != 0) << 52;
    *out = '-';
    out += sign;
    if (CINCHI_UNLIKELY(fraction == 0)) return put_round(out, sign, c, c ? exp - 1075 : 0, exp > 1);
    if (exp >= 1023 && exp < 1075 && !(c << (exp - 1011)))
        return put_round(out, sign, c, exp - 1075, false); /* no bits after the point */
    decimal d;
    int q = exp - 1075 + (exp == 0);
    if (CINCHI_UNLIKELY(!near_decimal(c, q, &d))) return put_exact(out, sign, c, q);
    return put_decimal(out, sign, d);
}

size_t cinchi_num_put_f32(char *out, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    size_t sign = bits >> 31;
    int exp = (int)(bits >> 23 & 0xff);
    uint32_t fraction = bits & 0x7fffff, c = fraction | (uint32_t)(exp != 0) << 23;
    *out = '-';
    out += sign;
    if (CINCHI_UNLIKELY(fraction == 0)) return put_round(out, sign, c, c ? exp - 150 : 0, exp > 1);
    if (exp >= 127 && exp < 150 && !(c << (exp - 118))) return put_round(out, sign, c, exp - 150, false);
    decimal d;
    int q = exp - 150 + (exp == 0);
    if (CINCHI_UNLIKELY(!near_decimal(c, q, &d))) return put_exact(out, sign, c, q);
    d.digits *= 100000000; /* seven to nine digits become fifteen to seventeen */
    d.exp -= 8;
    return put_decimal(out, sign, d);
}

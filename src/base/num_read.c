/* SPDX-License-Identifier: MIT
 * Text as numbers: the grammar of RFC 8259, exact integers, correctly rounded doubles.
 *
 * The decimal w * 10^q, w the first 19 digits, is multiplied out with the top 64 bits of 10^q (one product, after Daniel Lemire
 * and Michael Eisel). The error is known, so only a result that close to the middle between two doubles is open: one in 500.
 * The second half of 10^q closes all of those but true or nearly true ties, and num_exact.c compares these with the
 * middle itself, digit for digit. No step is in floating point, so no rounding mode and no wide register matters.
 */
#include "num.h"
#include "compiler.h"
#include "num_digits.h"
#include "num_exact.h"
#include "num_near.h"

enum { DIGITS_MAX = 19 }; /* of any decimal that fits 64 bits */

static const uint64_t small_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* Adds the digits at p to *w, modulo 2^64, and returns their end. */
static inline const char *read_digits(const char *p, const char *end, uint64_t *w)
{
    while (CINCHI_LIKELY(end - p >= 8)) {
        uint64_t x = cinchi_little64((const uint8_t *)p) ^ CINCHI_ASCII_ZEROS;
        uint64_t stop = cinchi_digits8_stop(x);
        if (stop) {
            unsigned n = cinchi_ctz64(stop) / 8;
            *w = *w * small_powers[n] +
                 cinchi_digits8_value(x << 8 << (56 - 8 * n)); /* leading zeros take the place of what follows */
            return p + n;
        }
        *w = *w * 100000000 + cinchi_digits8_value(x);
        p += 8;
    }
    for (; p != end && is_digit(*p); p++) *w = *w * 10 + (uint64_t)(*p - '0');
    return p;
}

/* The same for the part before a point: short nearly always, and of a length that is guessed well, so that what follows need not wait
 * for a count. */
static inline const char *read_whole(const char *p, const char *end, uint64_t *w)
{
    uint64_t v = (uint64_t)(*p++ - '0');
    if (v != 0)
        for (int i = 1; p != end && is_digit(*p); p++, i++) {
            if (i == 4) {
                *w = v;
                return read_digits(p, end, w);
            }
            v = v * 10 + (uint64_t)(*p - '0');
        }
    *w = v;
    return p;
}

/* The digits after 'e' and its sign, held at a bound far beyond what any text's length can move back into range. */
static const char *read_exponent(const char *p, const char *end, int64_t *exp)
{
    const int64_t bound = INT64_C(1000000000000000000);
    int64_t e = 0;
    for (; p != end && is_digit(*p); p++)
        if (e < bound / 10) e = e * 10 + (*p - '0');
    *exp = e;
    return p;
}

/* w becomes the first 19 digits, leading zeros apart, and the rest moves into the exponent. False: there is no rest. */
static CINCHI_NOINLINE bool cut_digits(const char *p, const char *end, uint64_t *w, int64_t *q)
{
    int count = 0;
    uint64_t v = 0;
    for (; p != end && count < DIGITS_MAX; p++) {
        if (*p == '.') continue;
        v = v * 10 + (uint64_t)(*p - '0');
        count += v != 0;
    }
    int64_t rest = end - p;
    for (const char *s = p; s != end; s++)
        if (*s == '.') rest--;
    *w = v;
    *q += rest;
    return rest != 0;
}

/* The decimal is at least x * 2^e and less than (x + slack + 1) * 2^e, and below the normal doubles: round at 2^-1074. */
static CINCHI_NOINLINE uint64_t round_subnormal(const cinchi_decimal *d, uint64_t x, int e, uint64_t slack)
{
    int drop = -1074 - e;
    if (drop > 65) return 0; /* less than half of the smallest */
    uint64_t m = drop < 64 ? x >> drop : 0;
    if (drop < 65) {
        uint64_t half = UINT64_C(1) << (drop - 1), rest = drop < 64 ? x & (2 * half - 1) : x;
        if (rest - (half - slack) > slack) return cinchi_double_bits(m, -1074, rest >= half);
    }
    return cinchi_double_bits(m, -1074, cinchi_decimal_rounds_up(d, m, -1074));
}

/* Whether w * 10^q, near the middle between m * 2^e and (m + 1) * 2^e, rounds up. With all
 * 128 bits, the product is known to within two units of the second word. */
static CINCHI_NOINLINE bool near_tie_rounds_up(const cinchi_decimal *d, uint64_t w, int q, uint64_t m, int e)
{
    cinchi_wide g = cinchi_pow10[q - CINCHI_POW10_MIN];
    w <<= cinchi_clz64(w);
    cinchi_wide v = cinchi_mul64(w, g.hi);
    uint64_t low = cinchi_mul64(w, g.lo).hi;
    v.lo += low;
    v.hi += v.lo < low;
    if (!(v.hi >> 63)) {
        v.hi = v.hi << 1 | v.lo >> 63;
        v.lo <<= 1;
    }
    uint64_t rest = v.hi & 0x7ff;
    if (rest == 0x400 ? v.lo <= 2 : rest == 0x3ff && v.lo >= UINT64_MAX - 2) return cinchi_decimal_rounds_up(d, m, e);
    return rest >= 0x400;
}

/* d, whose first digits are w * 10^q, rounded to a double's bits; inexact: more digits follow. */
static inline uint64_t decimal_bits(const cinchi_decimal *d, uint64_t w, int64_t q, bool inexact)
{
    if (w == 0 || q < CINCHI_POW10_MIN) return 0;
    if (q > 308) return cinchi_double_bits(0, 973, false);
    cinchi_near v = cinchi_decimal_near(w, (int)q);

    /* One more in w, which has 19 digits when it is inexact and so at most four leading zeros, is at most 32 of x. */
    uint64_t slack = inexact ? CINCHI_NEAR_SLACK + 32 : CINCHI_NEAR_SLACK;
    if (CINCHI_UNLIKELY(v.e < -1085)) return round_subnormal(d, v.x, v.e, slack);
    uint64_t m = v.x >> 11, rest = v.x & 0x7ff;
    if (CINCHI_LIKELY(rest - (0x400 - slack) > slack)) return cinchi_double_bits(m, v.e + 11, rest >> 10);
    if (inexact) return cinchi_double_bits(m, v.e + 11, cinchi_decimal_rounds_up(d, m, v.e + 11));
    return cinchi_double_bits(m, v.e + 11, near_tie_rounds_up(d, w, (int)q, m, v.e + 11));
}

static CINCHI_NOINLINE uint64_t cut_decimal_bits(const cinchi_decimal *d)
{
    uint64_t w;
    int64_t q = d->exp;
    bool inexact = cut_digits(d->text, d->end, &w, &q);
    return decimal_bits(d, w, q, inexact);
}

static inline void set_double(cinchi_num *out, cinchi_num_kind kind, uint64_t bits, bool negative)
{
    bits |= (uint64_t)negative << 63;
    out->kind = kind;
    memcpy(&out->as.f64, &bits, sizeof bits);
}

static inline void set_integer(cinchi_num *out, const char *text, const char *end, uint64_t w, bool negative)
{
    const uint64_t ten19 = UINT64_C(10000000000000000000), min = UINT64_C(1) << 63;
    size_t n = (size_t)(end - text);
    /* Of twenty digits only those from 1 on can fit, and then a w that wrapped is less than ten19. */
    bool fits = n < 20 || (n == 20 && *text == '1' && w >= ten19);
    if (fits && !negative) {
        out->kind = CINCHI_NUM_U64;
        out->as.u64 = w;
    } else if (fits && w - 1 < min) {
        out->kind = CINCHI_NUM_I64;
        out->as.i64 = -1 - (int64_t)(w - 1);
    } else {
        cinchi_decimal d = {text, end, 0};
        set_double(out, n == 1 ? CINCHI_NUM_F64 : CINCHI_NUM_BIG, cut_decimal_bits(&d), negative); /* one digit: -0 */
    }
}

static CINCHI_NOINLINE const char *read_magnitude(const char *p, const char *end, bool negative, cinchi_num *out)
{
    cinchi_decimal d = {p, NULL, 0};
    uint64_t w = 0;
    out->kind = CINCHI_NUM_BAD;
    if (p == end || !is_digit(*p)) return p;
    p = read_whole(p, end, &w);
    d.end = p;
    if (p == end || (*p != '.' && *p != 'e' && *p != 'E')) {
        set_integer(out, d.text, p, w, negative);
        return p;
    }
    ptrdiff_t count = p - d.text;
    if (*p == '.') {
        const char *fraction = ++p;
        p = read_digits(p, end, &w);
        if (p == fraction) return p;
        count += p - fraction;
        d.end = p;
        d.exp = fraction - p;
    }
    if (p != end && (*p == 'e' || *p == 'E')) {
        bool minus = ++p != end && *p == '-';
        p += p != end && (*p == '-' || *p == '+');
        if (p == end || !is_digit(*p)) return p;
        int64_t exp;
        p = read_exponent(p, end, &exp);
        d.exp += minus ? -exp : exp;
    }
    bool fits = CINCHI_LIKELY(count <= DIGITS_MAX);
    set_double(out, CINCHI_NUM_F64, fits ? decimal_bits(&d, w, d.exp, false) : cut_decimal_bits(&d), negative);
    return p;
}

/* A call, so that the sign is guessed by a branch and no step waits to know where the digits begin. */
const char *cinchi_num_read(const char *p, const char *end, cinchi_num *out)
{
    if (p != end && *p == '-') return read_magnitude(p + 1, end, true, out);
    return read_magnitude(p, end, false, out);
}

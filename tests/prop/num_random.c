/* SPDX-License-Identifier: MIT
 * Random numbers through text and back, and random text against the C library and against decimal arithmetic done by hand.
 * CINCH_ROUNDS=1000 and the name of a test make it the long run that docs/testing.md records.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"
#include "harness.h"
#include "src/base/num.h"

static double double_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Any finite double: all exponents alike, or within 40 of 1, where the texts of people are, or an integer, or a decimal of few digits. */
static double random_double(struct rng *r)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52;
    uint64_t bits = rng_u64(r);
    switch (rng_below(r, 8)) {
    case 0: return double_of((bits & ~exponent) | (1023 - 40 + rng_below(r, 80)) << 52);
    case 1: return (double)(int64_t)(bits >> rng_below(r, 64));
    case 2: return (double)(int64_t)(bits >> 40) / 1000.0;
    default: return double_of((bits & exponent) == exponent ? bits & ~(UINT64_C(1) << 62) : bits);
    }
}

static bool comes_back(const char *text, size_t len, double v)
{
    cinchi_num n;
    return cinchi_num_read(text, text + len, &n) == text + len && n.kind == CINCHI_NUM_F64 && bits_of(n.as.f64) == bits_of(v);
}

TEST(f64_round_trip)
{
    struct rng r;
    rng_init(&r, 1);
    for (size_t i = test_rounds(250000); i-- != 0;) {
        char text[CINCHI_FLOAT_TEXT];
        double v = random_double(&r);
        size_t len = cinchi_num_put_f64(text, v);
        if (CINCHI_FLOAT_TEXT <= len || !comes_back(text, len, v)) {
            FAIL("%a became %.*s; seed %llu", v, (int)len, text, (unsigned long long)r.seed);
            return;
        }
    }
}

/* The digits of a text, leading and trailing zeros and the point left out, and the power of ten of the first. */
struct shape {
    char digits[48];
    int count, exp;
};

static struct shape shape_of(const char *text, size_t len)
{
    struct shape s = {{0}, 0, -1};
    bool point = false, tail = false;
    for (size_t i = text[0] == '-'; i < len && !tail; i++) {
        tail = text[i] == 'e';
        if (tail) s.exp += atoi(text + i + 1);
        if (text[i] == '.') point = true;
        if (tail || text[i] == '.') continue;
        if (s.count != 0 || text[i] != '0') s.digits[s.count++] = text[i];
        if (s.count != 0 && !point) s.exp++;
        if (s.count == 0 && point) s.exp--;
    }
    while (s.count > 0 && s.digits[s.count - 1] == '0') s.count--;
    s.digits[s.count] = '\0';
    return s;
}

/* Of the texts that printf rounds correctly, the shortest that reads back. It is the nearest of its length, and where one reads back
 * the nearest does, unless the lower neighbour is nearer than the upper. */
static struct shape shortest_by_libc(double v, bool single)
{
    char text[48];
    int len = 0;
    for (int digits = 0; digits < 17; digits++) {
        len = snprintf(text, sizeof text, "%.*e", digits, v);
        double back = single ? (double)strtof(text, NULL) : strtod(text, NULL);
        if (bits_of(back) == bits_of(v)) break;
    }
    text[len] = '\0';
    return shape_of(text, (size_t)len);
}

TEST(f64_shortest)
{
    struct rng r;
    rng_init(&r, 2);
    for (size_t i = test_rounds(20000); i-- != 0;) {
        char text[CINCHI_FLOAT_TEXT + 1];
        double v = random_double(&r);
        size_t len = cinchi_num_put_f64(text, v);
        text[len] = '\0';
        struct shape got = shape_of(text, len), want = shortest_by_libc(v, false);
        bool uneven = !(bits_of(v) << 12);
        if (uneven ? got.count > want.count : strcmp(got.digits, want.digits) != 0 || (got.count != 0 && got.exp != want.exp)) {
            FAIL("%a became %s, expected %se%d; seed %llu", v, text, want.digits, want.exp, (unsigned long long)r.seed);
            return;
        }
    }
}

/* Both neighbours' ways of every power of two, where spacing changes. */
TEST(f64_powers_of_two)
{
    for (uint64_t e = 0; e < 2047; e++)
        for (uint64_t step = 0; step < 3; step++) {
            char text[CINCHI_FLOAT_TEXT + 1];
            double v = double_of((e << 52) + step - (e != 0));
            size_t len = cinchi_num_put_f64(text, v);
            text[len] = '\0';
            struct shape got = shape_of(text, len), want = shortest_by_libc(v, false);
            if (!comes_back(text, len, v) || got.count > want.count) FAIL("%a became %s", v, text);
        }
}

/* With CINCH_ROUNDS=86000 and more, every float32 there is. The text is rounded once, to float32: through a double, rounding twice,
 * 7.038531e-26 comes out beside 0x1.5c87fap-84. */
TEST(f32_round_trip)
{
    struct rng r;
    rng_init(&r, 3);
    uint64_t rounds = test_rounds(50000);
    bool all = rounds >> 32 != 0;
    if (all) rounds = UINT64_C(1) << 32;
    for (uint64_t i = 0; i < rounds; i++) {
        char text[CINCHI_FLOAT_TEXT + 1];
        uint32_t bits = (uint32_t)(all ? i : rng_u64(&r));
        cinchi_num n;
        float v, back = 0;
        memcpy(&v, &bits, sizeof v);
        if (!isfinite(v)) continue;
        size_t len = cinchi_num_put_f32(text, v);
        text[len] = '\0';
        if (cinchi_num_read(text, text + len, &n) == text + len && n.kind == CINCHI_NUM_F64) back = (float)n.as.f64;
        bool sample = !all || i % 4099 == 0;
        if (sample || memcmp(&back, &v, sizeof v) != 0) back = strtof(text, NULL);
        bool good = memcmp(&back, &v, sizeof v) == 0;
        if (good && sample) {
            struct shape got = shape_of(text, len), want = shortest_by_libc(v, true);
            good = bits << 9 ? strcmp(got.digits, want.digits) == 0 : got.count <= want.count;
        }
        if (!good) {
            FAIL("%a became %s; seed %llu", (double)v, text, (unsigned long long)r.seed);
            return;
        }
    }
}

static char *random_digits(struct rng *r, char *p, uint64_t count)
{
    char only = (char)(rng_chance(r, 20) ? '0' + 9 * (int)rng_below(r, 2) : 0);
    for (; count != 0; count--) *p++ = only && !rng_chance(r, 5) ? only : (char)('0' + rng_below(r, 10));
    return p;
}

/* Decimals of any shape the grammar has, against the C library's strtod, and the same again with its end cut off. */
TEST(read_random_decimals)
{
    struct rng r;
    rng_init(&r, 4);
    for (size_t i = test_rounds(50000); i-- != 0;) {
        char text[160], *p = text;
        cinchi_num n;
        if (rng_chance(&r, 30)) *p++ = '-';
        uint64_t digits = 1 + rng_below(&r, rng_chance(&r, 20) ? 60 : 20), whole = rng_below(&r, digits + 1);
        if (whole != 0 && !rng_chance(&r, 30)) {
            *p++ = (char)('1' + rng_below(&r, 9));
            p = random_digits(&r, p, whole - 1);
        } else {
            *p++ = '0';
        }
        *p++ = '.';
        p = random_digits(&r, p, digits - whole + 1);
        if (rng_chance(&r, 60)) p += sprintf(p, "%c%+d", rng_chance(&r, 50) ? 'e' : 'E', (int)rng_below(&r, 720) - 370);
        *p = '\0';
        double want = strtod(text, NULL);
        const char *end = cinchi_num_read(text, p, &n);
        if (end != p || n.kind != CINCHI_NUM_F64 || bits_of(n.as.f64) != bits_of(want)) {
            FAIL("%s is %a, expected %a; seed %llu", text, n.as.f64, want, (unsigned long long)r.seed);
            return;
        }
    }
}

/* A decimal as long as need be: digits first to last, value = digits * 10^exp. */
struct long_decimal {
    int count, exp;
    unsigned char digit[1200];
};

static void long_times(struct long_decimal *d, unsigned factor)
{
    unsigned carry = 0;
    for (int i = d->count; i-- != 0;) {
        carry += d->digit[i] * factor;
        d->digit[i] = (unsigned char)(carry % 10);
        carry /= 10;
    }
    for (; carry != 0; carry /= 10) {
        memmove(d->digit + 1, d->digit, (size_t)d->count++);
        d->digit[0] = (unsigned char)(carry % 10);
    }
}

/* w * 2^e exactly, by doubling and, since 2^-1 = 5 * 10^-1, by multiplying with five. */
static struct long_decimal long_of(uint64_t w, int e)
{
    struct long_decimal d = {0, 0, {0}};
    char text[24];
    d.count = snprintf(text, sizeof text, "%llu", (unsigned long long)w);
    for (int i = 0; i < d.count; i++) d.digit[i] = (unsigned char)(text[i] - '0');
    for (; e > 0; e--) long_times(&d, 2);
    for (; e < 0; e++, d.exp--) long_times(&d, 5);
    for (; d.digit[d.count - 1] == 0; d.count--) d.exp++;
    return d;
}

static void check_near_middle(const struct long_decimal *d, const char *tail, double want)
{
    char text[1400], *p = text;
    size_t point = d->count > 1 ? 1 : 0; /* anywhere would do */
    for (int i = 0; i < d->count; i++) {
        if (point && (size_t)i == point) *p++ = '.';
        *p++ = (char)('0' + d->digit[i]);
    }
    if (!point) *p++ = '.';
    p += sprintf(p, "%s", tail);
    if (p[-1] == '.') *p++ = '0';
    p += sprintf(p, "e%d", d->exp + d->count - 1);
    cinchi_num n;
    const char *end = cinchi_num_read(text, p, &n);
    if (end != p || n.kind != CINCHI_NUM_F64 || bits_of(n.as.f64) != bits_of(want))
        FAIL("%.400s is %a, expected %a", text, n.as.f64, want);
}

/* The middle between two doubles goes to the even one, the least bit less or more to the nearer one. */
TEST(read_middles)
{
    struct rng r;
    rng_init(&r, 5);
    for (size_t i = test_rounds(60); i-- != 0;) {
        uint64_t bits = bits_of(random_double(&r)) & (UINT64_MAX >> 1);
        if (rng_chance(&r, 10)) bits >>= 11 + rng_below(&r, 52); /* subnormal */
        if (rng_chance(&r, 5)) bits |= (UINT64_C(1) << 52) - 1;
        uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | (uint64_t)(bits >> 52 != 0) << 52;
        int e = (int)(bits >> 52) - 1075 + (bits >> 52 == 0);
        struct long_decimal middle = long_of(2 * m + 1, e - 1);
        double low = double_of(bits), high = double_of(bits + 1);
        test_note("%a, seed %llu", low, (unsigned long long)r.seed);
        check_near_middle(&middle, "", m & 1 ? high : low);
        check_near_middle(&middle, "00000000000000000000000000000000000", m & 1 ? high : low);
        check_near_middle(&middle, "00000000000000000000000000000000001", high);
        middle.digit[middle.count - 1]--;
        check_near_middle(&middle, "99999999999999999999999999999999999", low);
        if (test_case_failed()) return;
    }
}

/* Integers of every width, and decimals that are integers times a power of ten. */
TEST(integer_round_trip)
{
    struct rng r;
    rng_init(&r, 6);
    for (size_t i = test_rounds(100000); i-- != 0;) {
        char text[CINCHI_INT_TEXT];
        cinchi_num n;
        uint64_t v = rng_wide(&r);
        size_t len = cinchi_num_put_u64(text, v);
        bool good = cinchi_num_read(text, text + len, &n) == text + len && n.kind == CINCHI_NUM_U64 && n.as.u64 == v;
        len = cinchi_num_put_i64(text, (int64_t)v);
        good &= cinchi_num_read(text, text + len, &n) == text + len && n.as.u64 == v;
        good &= n.kind == ((int64_t)v < 0 ? CINCHI_NUM_I64 : CINCHI_NUM_U64);
        if (!good) {
            FAIL("%llx became %.*s; seed %llu", (unsigned long long)v, (int)len, text, (unsigned long long)r.seed);
            return;
        }
    }
}

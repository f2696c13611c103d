/* SPDX-License-Identifier: MIT
 * Decimal multiples: with digits below 2^64 and exponents apart by at most a few hundred a remainder by steps of ten is all it takes.
 */
#include "num_decimal.h"

static cinchi_digits decimal_trimmed(cinchi_digits d)
{
    if (d.digits == 0) d.exp = 0;
    while (d.digits && d.digits % 10 == 0) {
        d.digits /= 10;
        d.exp++;
    }
    return d;
}

cinchi_digits cinchi_decimal_u64(uint64_t v)
{
    cinchi_digits d = {v, 0};
    return decimal_trimmed(d);
}

cinchi_digits cinchi_decimal_f64(double v)
{
    char text[CINCHI_FLOAT_TEXT];
    size_t len = cinchi_num_put_f64(text, v), i = 0;
    cinchi_digits d = {0, 0};
    bool point = false, minus;
    int32_t exp = 0;
    for (; i < len && text[i] != 'e'; i++) {
        if (text[i] == '.') point = true;
        if (text[i] < '0' || text[i] > '9') continue;
        d.digits = d.digits * 10 + (uint64_t)(text[i] - '0');
        d.exp -= point;
    }
    minus = i + 1 < len && text[i + 1] == '-';
    for (i++; i < len; i++)
        if (text[i] >= '0' && text[i] <= '9') exp = exp * 10 + (text[i] - '0');
    d.exp += minus ? -exp : exp;
    return decimal_trimmed(d);
}

/* (a * 10) % m, where a < m. */
static uint64_t decimal_times10(uint64_t a, uint64_t m)
{
    uint64_t sum = 0;
    for (int i = 0; i < 10; i++) sum = sum >= m - a ? sum - (m - a) : sum + a;
    return sum;
}

bool cinchi_decimal_multiple(cinchi_digits v, cinchi_digits step)
{
    uint64_t rest;
    if (v.digits == 0) return true;
    for (; step.exp > v.exp; step.exp--) { /* v has more places than step: only a larger step fits them */
        if (step.digits > v.digits / 10) return false;
        step.digits *= 10;
    }
    rest = v.digits % step.digits;
    for (; v.exp > step.exp && rest; v.exp--) rest = decimal_times10(rest, step.digits);
    return rest == 0;
}

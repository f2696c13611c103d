/* SPDX-License-Identifier: MIT
 * Bounds: every word about integers comes down to one closed range and one step, in all of int64 and uint64.
 */
#include "schema_make.h"
#include "../base/num_decimal.h"

static const cinchi_int int_least = {true, (uint64_t)INT64_MIN}, int_most = {false, UINT64_MAX};

int cinchi_int_order(cinchi_int a, cinchi_int b)
{
    if (a.negative != b.negative) return a.negative ? -1 : 1;
    return a.bits < b.bits ? -1 : a.bits > b.bits;
}

/* One more or less; false: beyond the range. */
static bool int_step(cinchi_int *v, bool up)
{
    cinchi_int end = up ? int_most : int_least;
    if (cinchi_int_order(*v, end) == 0) return false;
    v->bits += up ? 1 : UINT64_MAX;
    v->negative = v->bits == (up ? 0 : UINT64_MAX) && v->negative == up ? !up : v->negative;
    return true;
}

typedef struct int_floor {
    cinchi_int v;
    int beyond; /* -1, 1: below, above the range */
    bool exact;
} int_floor;

/* The largest integer not above a number. */
static int_floor int_floor_of(const cinch_node *n)
{
    int_floor f = {{n->type == CINCH_I64, n->as.u64}, 0, true};
    double d = n->as.f64;
    if (n->type != CINCH_F64) return f;
    f.exact = false;
    f.beyond = d < -9223372036854775808.0 ? -1 : d >= 18446744073709551616.0 ? 1 : 0;
    if (f.beyond) return f;
    if (d >= 0) {
        f.v.negative = false;
        f.v.bits = (uint64_t)d;
        f.exact = (double)f.v.bits == d;
        return f;
    }
    f.v.bits = (uint64_t)(int64_t)d;
    f.v.negative = (int64_t)d < 0;
    f.exact = (double)(int64_t)d == d;
    if (!f.exact && int_step(&f.v, false)) return f;
    return f;
}

/* False: no integer is within. */
static bool int_lower(cinchi_integer *r, const cinch_node *n, bool open)
{
    int_floor f = int_floor_of(n);
    r->has_lo = true;
    if (f.beyond) return f.beyond < 0;
    if ((open || !f.exact) && !int_step(&f.v, true)) return false;
    if (cinchi_int_order(f.v, r->lo) > 0) r->lo = f.v;
    return true;
}

static bool int_upper(cinchi_integer *r, const cinch_node *n, bool open)
{
    int_floor f = int_floor_of(n);
    r->has_hi = true;
    if (f.beyond) return f.beyond > 0;
    if (open && f.exact && !int_step(&f.v, false)) return false;
    if (cinchi_int_order(f.v, r->hi) < 0) r->hi = f.v;
    return true;
}

/* ---------------------------------------------------------------- steps */

static uint64_t int_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static cinchi_digits step_of(const cinch_node *n)
{
    return n->type == CINCH_F64 ? cinchi_decimal_f64(n->as.f64) : cinchi_decimal_u64(n->as.u64);
}

/* The integers among the multiples of d are those of this one; 0: none but 0 itself is small enough. */
static uint64_t int_step_of(cinchi_digits d)
{
    for (; d.exp > 0; d.exp--) {
        if (d.digits > UINT64_MAX / 10) return 0;
        d.digits *= 10;
    }
    for (; d.exp < 0; d.exp++) { /* a factor 2 and a factor 5 for each place */
        if (d.digits % 2 == 0) d.digits /= 2;
        if (d.digits % 5 == 0) d.digits /= 5;
    }
    return d.digits;
}

static bool int_multiple(cinchi_integer *r, const cinch_node *n)
{
    uint64_t step = int_step_of(step_of(n)), gcd;
    if (step == 0) {
        cinchi_int zero = {false, 0};
        if (cinchi_int_order(r->lo, zero) > 0 || cinchi_int_order(r->hi, zero) < 0) return false;
        r->lo = r->hi = zero;
        r->has_lo = r->has_hi = true;
        return true;
    }
    gcd = r->step ? int_gcd(r->step, step) : 1;
    if (r->step && step / gcd > UINT64_MAX / r->step) return false;
    r->step = r->step ? step / gcd * r->step : step;
    return true;
}

/* ---------------------------------------------------------------- x-c-type */

static bool int_of_c(cinchi_integer *r, cinchi_c_type c)
{
    static const uint8_t bits[] = {8, 16, 32, 64};
    unsigned i = (unsigned)c - (c >= CINCHI_C_UINT8 ? CINCHI_C_UINT8 : CINCHI_C_INT8);
    cinchi_int lo = {false, 0}, hi = {false, UINT64_MAX};
    if (c == CINCHI_C_NONE) { /* one that may be negative is int64_t at most: no C type holds it and all of uint64_t */
        if ((!r->has_lo || r->lo.negative) && r->hi.bits > INT64_MAX && !r->hi.negative) r->hi.bits = INT64_MAX;
        return true;
    }
    if (c < CINCHI_C_INT8) return false;
    hi.bits >>= 64 - bits[i];
    if (c < CINCHI_C_UINT8) {
        hi.bits >>= 1;
        lo.negative = true;
        lo.bits = ~hi.bits;
    }
    if (cinchi_int_order(lo, r->lo) > 0) r->lo = lo;
    if (cinchi_int_order(hi, r->hi) < 0) r->hi = hi;
    r->has_lo = r->has_hi = true;
    return true;
}

static bool int_words(cinchi_integer *r, const cinchi_part *p)
{
    const cinch_node *n;
    if ((n = cinchi_part_get(p, CINCHI_WORD_MINIMUM)) && !int_lower(r, n, false)) return false;
    if ((n = cinchi_part_get(p, CINCHI_WORD_EXCLUSIVE_MINIMUM)) && !int_lower(r, n, true)) return false;
    if ((n = cinchi_part_get(p, CINCHI_WORD_MAXIMUM)) && !int_upper(r, n, false)) return false;
    return !(n = cinchi_part_get(p, CINCHI_WORD_EXCLUSIVE_MAXIMUM)) || int_upper(r, n, true);
}

void cinchi_make_integer(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    cinchi_integer *r = &m->shape.as.integer;
    bool some = true;
    r->lo = int_least;
    r->hi = int_most;
    for (uint32_t i = 0; some && i < p->count; i++) some = int_words(r, &p->at[i]);
    for (uint32_t i = 0; some && i < p->count; i++) {
        const cinch_node *n = cinchi_part_get(&p->at[i], CINCHI_WORD_MULTIPLE_OF);
        some = !n || int_multiple(r, n);
    }
    if (m->shape.c_type == CINCHI_C_NONE && !(r->has_lo && r->has_hi))
        m->shape.c_type = cinchi_c_type_named(l->schema->opts.int_type);
    if (some && !int_of_c(r, m->shape.c_type))
        cinchi_make_fail(l, m, CINCHI_WORD_C_TYPE, "no C type of integers");
    else if (!some || cinchi_int_order(r->lo, r->hi) > 0)
        cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "no integer is within these bounds");
}

/* ---------------------------------------------------------------- numbers */

static double number_bound(const cinch_node *n)
{
    return n->type == CINCH_F64 ? n->as.f64 : n->type == CINCH_I64 ? (double)n->as.i64 : (double)n->as.u64;
}

static void number_lower(cinchi_number *r, const cinch_node *n, bool open)
{
    double v = n ? number_bound(n) : 0;
    if (!n || (r->has_lo && (v < r->lo || (v == r->lo && !open)))) return;
    r->lo = v;
    r->lo_open = open;
    r->has_lo = true;
}

static void number_upper(cinchi_number *r, const cinch_node *n, bool open)
{
    double v = n ? number_bound(n) : 0;
    if (!n || (r->has_hi && (v > r->hi || (v == r->hi && !open)))) return;
    r->hi = v;
    r->hi_open = open;
    r->has_hi = true;
}

static bool number_step(cinchi_number *r, const cinch_node *n)
{
    cinchi_digits d;
    if (!n) return true;
    d = step_of(n);
    if (r->has_step && (r->step_digits != d.digits || r->step_exp != d.exp)) return false;
    r->has_step = true;
    r->step_digits = d.digits;
    r->step_exp = d.exp;
    return true;
}

static double number_huge(void)
{
    static const uint8_t bits[8] = {0x7f, 0xf0};
    uint64_t v = 0;
    double d;
    for (int i = 0; i < 8; i++) v = v << 8 | bits[i];
    memcpy(&d, &v, sizeof d);
    return d;
}

void cinchi_make_number(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    cinchi_number *r = &m->shape.as.number;
    m->shape.kind = CINCHI_IS_NUMBER;
    m->shape.types = CINCHI_NUMBERS;
    r->hi = number_huge();
    r->lo = -r->hi;
    for (uint32_t i = 0; i < p->count; i++) {
        const cinchi_part *at = &p->at[i];
        number_lower(r, cinchi_part_get(at, CINCHI_WORD_MINIMUM), false);
        number_lower(r, cinchi_part_get(at, CINCHI_WORD_EXCLUSIVE_MINIMUM), true);
        number_upper(r, cinchi_part_get(at, CINCHI_WORD_MAXIMUM), false);
        number_upper(r, cinchi_part_get(at, CINCHI_WORD_EXCLUSIVE_MAXIMUM), true);
        if (!number_step(r, cinchi_part_get(at, CINCHI_WORD_MULTIPLE_OF)))
            cinchi_make_fail(l, m, CINCHI_WORD_MULTIPLE_OF, "two steps at one place");
    }
    if (m->shape.c_type >= CINCHI_C_INT8) cinchi_make_fail(l, m, CINCHI_WORD_C_TYPE, "no C type of numbers");
    if (r->lo > r->hi || (r->lo == r->hi && (r->lo_open || r->hi_open)))
        cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "no number is within these bounds");
}

bool cinchi_same_number(const cinch_node *a, const cinch_node *b)
{
    cinch_node wide[2] = {*a, *b};
    int_floor f;
    for (int i = 0; i < 2; i++) {
        if (!(CINCH_BIT(wide[i].type) & CINCHI_NUMBERS)) return false;
        if (wide[i].type != CINCH_F32) continue;
        wide[i].type = CINCH_F64;
        wide[i].as.f64 = (double)wide[i].as.f32;
    }
    if (wide[0].type == CINCH_F64 && wide[1].type == CINCH_F64) return wide[0].as.f64 == wide[1].as.f64;
    if (wide[0].type != CINCH_F64 && wide[1].type != CINCH_F64) return cinch_node_equal(a, b);
    if (wide[0].type != CINCH_F64) {
        cinch_node swap = wide[0];
        wide[0] = wide[1];
        wide[1] = swap;
    }
    if (wide[0].as.f64 != wide[0].as.f64) return false;
    f = int_floor_of(&wide[0]);
    return !f.beyond && f.exact && f.v.bits == wide[1].as.u64 && f.v.negative == (wide[1].type == CINCH_I64);
}

/* SPDX-License-Identifier: MIT
 * Integers and floats of text, in the format or width that was asked for.
 */
#include "text_reader.h"
#include "text_quote.h"

void cinchi_text_put(cinchi_text_reader *r, uint8_t type, uint8_t format, cinchi_num num)
{
    cinch_token t;
    memset(&t, 0, sizeof t);
    t.type = type;
    t.format = format;
    t.as.u64 = num.as.u64;
    cinch_put_token(r->w, t);
}

void cinchi_text_int(cinchi_text_reader *r, uint8_t format)
{
    cinchi_num num;
    if (!cinchi_text_number(r, &num)) return;
    if (num.kind == CINCHI_NUM_BIG) {
        cinchi_text_fail(r, CINCH_ERR_NUMBER, r->item);
    } else if (num.kind == CINCHI_NUM_F64) {
        cinchi_text_fail(r, CINCH_ERR_RANGE, r->item);
    } else {
        cinchi_text_put(r, num.kind == CINCHI_NUM_U64 ? CINCH_U64 : CINCH_I64, format, num);
    }
}

static double read_double(const cinchi_num *num)
{
    if (num->kind == CINCHI_NUM_U64) return (double)num->as.u64;
    if (num->kind == CINCHI_NUM_I64) return (double)num->as.i64;
    return num->as.f64;
}

/* The bits of a NaN in parentheses, if there are any. */
static void read_nan(cinchi_text_reader *r, unsigned digits, uint64_t exponent, uint64_t *bits)
{
    uint64_t sign = (uint64_t)1 << (4 * digits - 1), v = 0;
    unsigned n = 0;
    if (r->pos == r->end || *r->pos != '(') return;
    for (r->pos++; n < digits && r->pos != r->end && cinchi_text_digit(*r->pos) >= 0; n++)
        v = v << 4 | (uint64_t)cinchi_text_digit(*r->pos++);
    if (n != digits || r->pos == r->end || *r->pos != ')') {
        cinchi_text_odd(r);
        return;
    }
    r->pos++;
    if ((v & exponent) != exponent || !(v & (exponent ^ (sign - 1)))) cinchi_text_fail(r, CINCH_ERR_NUMBER, r->item);
    *bits = v;
}

void cinchi_text_f64(cinchi_text_reader *r)
{
    const uint64_t exponent = (uint64_t)0x7ff << 52, sign = (uint64_t)1 << 63;
    cinchi_num num = {CINCHI_NUM_F64, {exponent}};
    cinchi_text_blank(r);
    if (cinchi_text_read_word(r, "-inf")) {
        num.as.u64 |= sign;
    } else if (cinchi_text_read_word(r, "nan")) {
        num.as.u64 = exponent | (uint64_t)1 << 51;
        read_nan(r, 16, exponent, &num.as.u64);
    } else if (!cinchi_text_read_word(r, "inf")) {
        if (!cinchi_text_number(r, &num)) return;
        num.as.f64 = read_double(&num);
        if ((num.as.u64 & exponent) == exponent) cinchi_text_fail(r, CINCH_ERR_NUMBER, r->item);
    }
    if (cinchi_text_apart(r)) cinchi_text_put(r, CINCH_F64, 0, num);
}

/* False for what rounds to infinity. */
static bool read_narrow(double v, float *out)
{
    const double beyond = 3.4028235677973366e38; /* half a unit in the last place above the largest */
    bool fits = v < beyond && v > -beyond;
    *out = fits ? (float)v : 0;
    return fits;
}

void cinchi_text_f32(cinchi_text_reader *r)
{
    uint64_t bits = 0x7f800000;
    uint32_t low;
    cinchi_num num;
    float v;
    cinch_token t;
    memset(&t, 0, sizeof t);
    t.type = CINCH_F32;
    cinchi_text_blank(r);
    if (cinchi_text_read_word(r, "-inf")) {
        bits |= 0x80000000;
    } else if (cinchi_text_read_word(r, "nan")) {
        bits = 0x7fc00000;
        read_nan(r, 8, 0x7f800000, &bits);
    } else if (!cinchi_text_read_word(r, "inf")) {
        if (!cinchi_text_number(r, &num)) return;
        if (!read_narrow(read_double(&num), &v)) cinchi_text_fail(r, CINCH_ERR_NUMBER, r->item);
        memcpy(&low, &v, sizeof low);
        bits = low;
    }
    low = (uint32_t)bits;
    memcpy(&t.as.f32, &low, sizeof low);
    if (cinchi_text_apart(r)) cinch_put_token(r->w, t);
}

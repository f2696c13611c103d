/* SPDX-License-Identifier: MIT
 * Numbers from one type to another, where nothing is lost. By bits throughout: a conversion by the machine would quieten NaNs, and
 * with excess precision (x87) would call inexact what it has just rounded.
 */
#include "get.h"

/* No more than digits significant bits: the lowest set bit is not too far below the highest. */
static bool exact_in(uint64_t v, unsigned digits)
{
    return v == 0 || (v & (~v + 1)) > v >> digits;
}

static uint64_t exact_magnitude(const cinch_token *t)
{
    return t->type == CINCH_I64 ? ~t->as.u64 + 1 : t->as.u64;
}

/* The f32 of the same value, if there is one; a NaN keeps sign and payload or is not exact. */
static bool exact_narrow(uint64_t u, uint32_t *out)
{
    uint32_t sign = (uint32_t)(u >> 32) & 0x80000000u;
    uint64_t man = u & 0xfffffffffffffu;
    int exp = (int)(u >> 52 & 0x7ff) - 1023;
    unsigned lost = 29;
    if (exp < -126 && u << 1 != 0) { /* not zero, below the normal f32 */
        if (exp < -149) return false;
        lost = (unsigned)(-97 - exp);
        man |= (uint64_t)1 << 52;
    }
    if (man & (((uint64_t)1 << lost) - 1) || (exp > 127 && exp != 1024)) return false;
    *out = sign | (uint32_t)(man >> lost);
    if (exp == 1024)
        *out |= 0x7f800000u;
    else if (exp >= -126)
        *out |= (uint32_t)(exp + 127) << 23;
    return true;
}

cinch_error cinchi_get_f64_of(const cinch_token *t, double *out)
{
    if (t->type == CINCH_F64) {
        memcpy(out, &t->as.f64, sizeof *out);
    } else if (t->type == CINCH_F32) {
        *out = (double)t->as.f32;
    } else {
        if (!exact_in(exact_magnitude(t), 53)) return CINCH_ERR_INEXACT;
        *out = t->type == CINCH_I64 ? (double)t->as.i64 : (double)t->as.u64;
    }
    return CINCH_OK;
}

cinch_error cinchi_get_f32_of(const cinch_token *t, float *out)
{
    uint32_t bits;
    uint64_t wide;
    if (t->type == CINCH_F32) {
        memcpy(out, &t->as.f32, sizeof *out);
    } else if (t->type == CINCH_F64) {
        memcpy(&wide, &t->as.f64, sizeof wide);
        if (!exact_narrow(wide, &bits)) return CINCH_ERR_INEXACT;
        memcpy(out, &bits, sizeof *out);
    } else {
        if (!exact_in(exact_magnitude(t), 24)) return CINCH_ERR_INEXACT;
        *out = t->type == CINCH_I64 ? (float)t->as.i64 : (float)t->as.u64;
    }
    return CINCH_OK;
}

cinch_error cinchi_get_i64_of(const cinch_token *t, int64_t *out)
{
    if (t->type == CINCH_U64 && t->as.u64 > INT64_MAX) return CINCH_ERR_RANGE;
    *out = t->as.i64;
    return CINCH_OK;
}

/* SPDX-License-Identifier: MIT
 * Kinds without memory of their own: bool, integers of every C type, double, float.
 */
#include "gen_in.h"
#include "../core/get.h"

void cinchi_gen_fail(cinch_reader *r, const uint8_t *at, cinch_error e, const char *member)
{
    cinch_reader_fail_at(r, (uint64_t)(at - r->start), e, member);
}

static cinch_error scalar_rule(const cinch_gen_type *t, const void *v)
{
    return t->rule ? t->rule(v) : CINCH_OK;
}

static cinch_error scalar_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)member;
    return scalar_rule(t, v);
}

/* ---- bool */

static void bool_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const uint8_t *at = r->pos;
    (void)arena;
    *(bool *)v = cinch_get_bool(r);
    cinchi_gen_judge(r, at, t, v);
}

static void bool_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    (void)t;
    cinch_put_bool(w, *(const bool *)v);
}

static bool bool_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    (void)t;
    return *(const bool *)a == *(const bool *)b;
}

const cinch_gen_kind cinch_gen_bool = {bool_get, bool_put, bool_equal, scalar_check, NULL};

/* ---- integers */

static cinch_error scalar_in_i64(const cinch_gen_type *t, int64_t x)
{
    return (t->flags & CINCH_GEN_MIN && x < (int64_t)t->min) || (t->flags & CINCH_GEN_MAX && x > (int64_t)t->max)
               ? CINCH_ERR_RANGE
               : CINCH_OK;
}

static cinch_error scalar_in_u64(const cinch_gen_type *t, uint64_t x)
{
    return (t->flags & CINCH_GEN_MIN && x < t->min) || (t->flags & CINCH_GEN_MAX && x > t->max) ? CINCH_ERR_RANGE : CINCH_OK;
}

#define SCALAR_INT(name, ctype, wide, read)                                                                                    \
    static void name##_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)                              \
    {                                                                                                                          \
        const uint8_t *at = r->pos;                                                                                            \
        (void)arena;                                                                                                           \
        *(ctype *)v = (ctype)read;                                                                                             \
        cinchi_gen_judge(r, at, t, v);                                                                                         \
    }                                                                                                                          \
    static void name##_put(cinch_writer *w, const cinch_gen_type *t, const void *v)                                            \
    {                                                                                                                          \
        (void)t;                                                                                                               \
        cinch_put_##wide(w, *(const ctype *)v);                                                                                \
    }                                                                                                                          \
    static bool name##_equal(const cinch_gen_type *t, const void *a, const void *b)                                            \
    {                                                                                                                          \
        (void)t;                                                                                                               \
        return *(const ctype *)a == *(const ctype *)b;                                                                         \
    }                                                                                                                          \
    static cinch_error name##_check(const cinch_gen_type *t, const void *v, const char **member)                               \
    {                                                                                                                          \
        cinch_error e = scalar_in_##wide(t, *(const ctype *)v);                                                                \
        (void)member;                                                                                                          \
        return e ? e : scalar_rule(t, v);                                                                                      \
    }                                                                                                                          \
    const cinch_gen_kind cinch_gen_##name = {name##_get, name##_put, name##_equal, name##_check, NULL}

SCALAR_INT(i8, int8_t, i64, cinch_get_i64_in(r, INT8_MIN, INT8_MAX));
SCALAR_INT(i16, int16_t, i64, cinch_get_i64_in(r, INT16_MIN, INT16_MAX));
SCALAR_INT(i32, int32_t, i64, cinch_get_i64_in(r, INT32_MIN, INT32_MAX));
SCALAR_INT(i64, int64_t, i64, cinch_get_i64(r));
SCALAR_INT(u8, uint8_t, u64, cinch_get_u64_max(r, UINT8_MAX));
SCALAR_INT(u16, uint16_t, u64, cinch_get_u64_max(r, UINT16_MAX));
SCALAR_INT(u32, uint32_t, u64, cinch_get_u64_max(r, UINT32_MAX));
SCALAR_INT(u64, uint64_t, u64, cinch_get_u64(r));

/* ---- floats, equal by their bits */

static void f64_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const uint8_t *at = r->pos;
    double x = cinch_get_f64(r);
    (void)arena;
    memcpy(v, &x, sizeof x);
    cinchi_gen_judge(r, at, t, v);
}

static void f64_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    (void)t;
    cinch_put_f64(w, *(const double *)v);
}

static bool f64_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    (void)t;
    return memcmp(a, b, sizeof(double)) == 0;
}

/* Rounded to the nearest; a number beyond the largest float is RANGE. */
static void f32_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const uint8_t *at = r->pos;
    double x = cinch_get_f64(r);
    bool infinite = x - x != 0;
    float f = !infinite && (x >= 3.4028235677973366e38 || x <= -3.4028235677973366e38) ? 0 : (float)x;
    (void)arena;
    if (!infinite && f == 0 && (x > 1 || x < -1)) cinchi_gen_fail(r, at, CINCH_ERR_RANGE, NULL);
    memcpy(v, &f, sizeof f);
    cinchi_gen_judge(r, at, t, v);
}

static void f32_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    (void)t;
    cinch_put_f32(w, *(const float *)v);
}

static bool f32_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    (void)t;
    return memcmp(a, b, sizeof(float)) == 0;
}

const cinch_gen_kind cinch_gen_f64 = {f64_get, f64_put, f64_equal, scalar_check, NULL};
const cinch_gen_kind cinch_gen_f32 = {f32_get, f32_put, f32_equal, scalar_check, NULL};

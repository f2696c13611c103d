/* SPDX-License-Identifier: MIT
 * Numbers and text: shortest output, correctly rounded input, exact integers. No locale, no libc beyond memcpy.
 */
#ifndef CINCHI_NUM_H
#define CINCHI_NUM_H

#include "cinch/base.h"

enum { CINCHI_INT_TEXT = 20, CINCHI_FLOAT_TEXT = 32 }; /* bytes of room the writers below may touch, no NUL written */

/* Each writes at out and returns the length of the text. */
size_t cinchi_num_put_u64(char *out, uint64_t v);
size_t cinchi_num_put_i64(char *out, int64_t v);

/* The shortest text that reads back to the same bits and is still a float, spelt as Python's repr: 2.0, 1e-05, 1e+23, -0.0.
 * v must be finite. put_f32 gives the shortest that reads back to the same float32 when it is rounded to float32 at once, not by
 * way of a double. */
size_t cinchi_num_put_f64(char *out, double v);
size_t cinchi_num_put_f32(char *out, float v);

typedef enum cinchi_num_kind {
    CINCHI_NUM_BAD, /* not a number of RFC 8259; the end returned is the byte at fault */
    CINCHI_NUM_U64, /* integer literal, 0 or positive, fits uint64 */
    CINCHI_NUM_I64, /* integer literal, negative, fits int64 */
    CINCHI_NUM_BIG, /* integer literal outside both; f64 holds it correctly rounded (infinity when beyond) */
    CINCHI_NUM_F64  /* has a point or an exponent, or is the literal -0; correctly rounded; infinity when it overflows */
} cinchi_num_kind;

typedef struct cinchi_num {
    cinchi_num_kind kind;
    union {
        uint64_t u64;
        int64_t i64;
        double f64;
    } as;
} cinchi_num;

/* Reads one JSON number at p, which ends before end (nothing at or past end is read). Returns one past its last byte; what
 * follows is the caller's to judge. BAD with a return value of end means cut off ("-", "1.", "1e"). */
const char *cinchi_num_read(const char *p, const char *end, cinchi_num *out);

#endif

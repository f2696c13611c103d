/* SPDX-License-Identifier: MIT
 * A hash that equal nodes share: of canonical encodings, the pairs of a map added up, so that their order does not matter and no
 * index is needed. Arithmetic on values, never on memory: the same on every machine.
 */
#include "node_code.h"

struct hash_level {
    const cinch_node *n;
    uint64_t at;  /* child */
    uint64_t sum; /* of an array the hash so far, of a map the sum over pairs done */
    uint64_t key; /* of the pair at hand */
};

static uint64_t hash_mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

static uint64_t hash_bytes(uint64_t h, const uint8_t *p, size_t len)
{
    uint64_t tail = 0;
    for (; len >= 8; len -= 8, p += 8) h = hash_mix(h, cinchi_load64(p));
    for (; len; len--) tail = tail << 8 | *p++;
    return hash_mix(h, tail);
}

static uint64_t hash_head(const cinch_node *n, uint64_t seed)
{
    cinchi_code c;
    uint64_t h;
    cinchi_node_code(n, &c);
    h = hash_mix(hash_mix(seed, (uint64_t)c.lead << 8 | c.ext), c.num);
    return c.len ? hash_bytes(h, c.ptr, c.len) : h;
}

/* Adds a child's hash to the container's. */
static void hash_add(struct hash_level *l, uint64_t h, uint64_t seed)
{
    if (l->n->type == CINCH_ARRAY)
        l->sum = hash_mix(l->sum, h);
    else if (l->at & 1)
        l->key = h;
    else
        l->sum += hash_mix(hash_mix(seed, l->key), h);
}

uint64_t cinch_node_hash(const cinch_node *n, uint64_t seed)
{
    struct hash_level levels[CINCH_DEPTH];
    size_t depth = 0;
    for (;;) {
        uint64_t h = hash_head(n, seed);
        if (cinch_node_count(n) && depth < CINCH_DEPTH) {
            struct hash_level first = {n, 0, h, 0};
            levels[depth++] = first;
        } else {
            if (depth == 0) return h;
            hash_add(&levels[depth - 1], h, seed);
        }
        for (;;) {
            struct hash_level *l = &levels[depth - 1];
            if (l->at < (l->n->type == CINCH_MAP ? 2 * (uint64_t)l->n->len : l->n->len)) {
                n = l->n->as.kids + l->at++;
                break;
            }
            h = hash_mix(seed, l->sum);
            if (--depth == 0) return h;
            hash_add(&levels[depth - 1], h, seed);
        }
    }
}

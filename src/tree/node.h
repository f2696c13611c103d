/* SPDX-License-Identifier: MIT
 * What the files of the tree share.
 */
#ifndef CINCHI_NODE_H
#define CINCHI_NODE_H

#include "cinch/tree.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

/* ---------------------------------------------------------------- making nodes */

/* The first eight bytes of a node in one store. */
static inline void cinchi_node_head(cinch_node *n, unsigned type, unsigned format, uint32_t len)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t head = type | format << 8 | (uint64_t)len << 32;
    memcpy(n, &head, sizeof head);
#else
    n->type = (uint8_t)type;
    n->format = (uint8_t)format;
    n->ext = 0;
    n->flags = 0;
    n->len = len;
#endif
}

/* A token and a node differ in the name of one member. */
static inline void cinchi_node_from(cinch_node *n, const cinch_token *t)
{
    n->type = t->type;
    n->format = t->format;
    n->ext = t->ext;
    n->flags = 0;
    n->len = t->len;
    memcpy(&n->as, &t->as, sizeof n->as);
}

/* As a token in its smallest format. */
static inline void cinchi_node_token(const cinch_node *n, cinch_token *t)
{
    t->type = n->type;
    t->format = 0;
    t->ext = n->ext;
    t->part = CINCH_FIRST | CINCH_LAST;
    t->len = n->len;
    memcpy(&t->as, &n->as, sizeof t->as);
}

/* ---------------------------------------------------------------- the order of a map's keys */

/* cinch_node.flags. The index of a map costs no member of its own: the order of up to CINCHI_INDEX_SMALL pairs, or the address of an
 * array of positions, stands in the high halves of its children's flags, four bits a child (docs/decisions/0031). */
enum { CINCHI_INDEXED = 1, CINCHI_INDEX_SMALL = 7 };

/* Sorts the pairs of one map by key, equal keys by position. False: out of memory. */
bool cinchi_map_index(cinch_arena *a, const cinch_node *map);

/* The same for every map at n and below that lacks it, the innermost first. */
bool cinchi_index_below(cinch_arena *a, const cinch_node *n);

/* Of an indexed map the first pair whose key equals that of a pair before it in the map; count if there is none. */
uint32_t cinchi_map_duplicate(const cinch_node *map);

static inline const uint32_t *cinchi_map_array(const cinch_node *map)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 2 * sizeof bits; i++) bits = bits << 4 | map->as.kids[i].flags >> 4;
    return (const uint32_t *)(uintptr_t)bits;
}

/* Pair number i in the order of keys, of an indexed map; without an index in the order of the message. */
static inline uint32_t cinchi_map_pick(const cinch_node *map, uint32_t i)
{
    if (!(map->flags & CINCHI_INDEXED) || map->len < 2) return i;
    if (map->len <= CINCHI_INDEX_SMALL) return map->as.kids[2 * (size_t)i].flags >> 4;
    return cinchi_map_array(map)[i];
}

/* ---------------------------------------------------------------- order of canonical encodings */

/* Of two keys, or parts of keys: maps in them are indexed, as the parser sees to. <0, 0, >0. */
int cinchi_key_order(const cinch_node *a, const cinch_node *b);

#endif

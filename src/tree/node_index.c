/* SPDX-License-Identifier: MIT
 * The order of a map's keys, kept in its children.
 */
#include "node.h"
#include "../base/arena.h"
#include "../base/sort.h"

static int index_order(const void *ctx, uint32_t a, uint32_t b)
{
    const cinch_node *kids = ctx;
    int order = cinchi_key_order(kids + 2 * (size_t)a, kids + 2 * (size_t)b);
    return order ? order : a < b ? -1 : a > b;
}

/* The parser made these nodes in memory of its own and hands them out as const. */
static cinch_node *index_kids(const cinch_node *map)
{
    return (cinch_node *)(uintptr_t)map->as.kids;
}

static void index_mark(const cinch_node *map)
{
    cinch_node *n = (cinch_node *)(uintptr_t)map;
    n->flags |= CINCHI_INDEXED;
}

static void index_put(cinch_node *kid, uint64_t four_bits)
{
    kid->flags = (uint8_t)((kid->flags & 15u) | (unsigned)(four_bits & 15) << 4);
}

static void index_small(const cinch_node *map)
{
    cinch_node *kids = index_kids(map);
    uint32_t v[CINCHI_INDEX_SMALL];
    for (uint32_t i = 0; i < map->len; i++) v[i] = i;
    cinchi_sort(v, map->len, index_order, kids);
    for (uint32_t i = 0; i < map->len; i++) index_put(kids + 2 * (size_t)i, v[i]);
}

bool cinchi_map_index(cinch_arena *a, const cinch_node *map)
{
    size_t len = map->len * sizeof(uint32_t);
    cinch_node *kids = index_kids(map);
    uint64_t bits;
    uint32_t *v;
    if (map->flags & CINCHI_INDEXED) return true;
    if (map->len <= CINCHI_INDEX_SMALL) {
        index_small(map);
        index_mark(map);
        return true;
    }
    v = cinchi_arena_light(a, len, len);
    if (!v) return false;
    for (uint32_t i = 0; i < map->len; i++) v[i] = i;
    cinchi_sort(v, map->len, index_order, kids);
    bits = (uint64_t)(uintptr_t)v;
    for (unsigned i = 0; i < 2 * sizeof bits; i++) index_put(kids + i, bits >> (60 - 4 * i));
    index_mark(map);
    return true;
}

uint32_t cinchi_map_duplicate(const cinch_node *map)
{
    uint32_t found = map->len;
    for (uint32_t i = 1; i < map->len; i++) {
        uint32_t one = cinchi_map_pick(map, i - 1), other = cinchi_map_pick(map, i);
        if (other >= found) continue;
        if (cinchi_key_order(map->as.kids + 2 * (size_t)one, map->as.kids + 2 * (size_t)other) == 0) found = other;
    }
    return found;
}

struct index_place {
    const cinch_node *n;
    uint64_t at; /* child */
};

static bool index_pending(const cinch_node *n)
{
    return n->type >= CINCH_ARRAY && n->len && !(n->flags & CINCHI_INDEXED);
}

bool cinchi_index_below(cinch_arena *a, const cinch_node *n)
{
    struct index_place levels[CINCH_DEPTH];
    unsigned depth = 0;
    if (!index_pending(n)) return true;
    levels[depth].n = n;
    levels[depth++].at = 0;
    while (depth) {
        struct index_place *l = &levels[depth - 1];
        uint64_t kids = l->n->type == CINCH_MAP ? 2 * (uint64_t)l->n->len : l->n->len;
        if (l->at < kids) {
            const cinch_node *kid = l->n->as.kids + l->at++;
            if (!index_pending(kid)) continue;
            levels[depth].n = kid;
            levels[depth++].at = 0;
        } else {
            if (l->n->type == CINCH_MAP && !cinchi_map_index(a, l->n)) return false;
            depth--;
        }
    }
    return true;
}

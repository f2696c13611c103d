/* SPDX-License-Identifier: MIT
 * The order of nodes: of their canonical encodings, compared as bytes without being made.
 *
 * Two encodings differ at the first byte where they differ, so a walk over both in step ends at the first pair of nodes that are not
 * the same, and needs no results from below. The one difficulty is the order of pairs in a map that has no index. It is found by
 * picking the next greater key again and again, each key compared by a walk of its own. That stays quadratic, and not
 * worse the deeper keys nest, because maps inside keys always have an index: the parser sees to it.
 */
#include "node_code.h"

struct order_level {
    const cinch_node *a, *b;
    uint64_t at;     /* child: in a map, 2 * pairs done, + 1 with a key done */
    uint32_t ia, ib; /* the pairs at hand */
};

/* The pair after pair `before` (the first if rank is 0) in the order of keys. */
typedef uint32_t (*order_pick)(const cinch_node *map, uint32_t rank, uint32_t before);

static uint32_t order_pick_indexed(const cinch_node *map, uint32_t rank, uint32_t before)
{
    (void)before;
    return cinchi_map_pick(map, rank);
}

/* The next two nodes to compare at this level; false when there are none. */
static bool order_next(struct order_level *l, order_pick pick, const cinch_node **a, const cinch_node **b)
{
    const bool map = l->a->type == CINCH_MAP;
    if (l->at == (map ? 2 * (uint64_t)l->a->len : l->a->len)) return false;
    if (!map) {
        *a = l->a->as.kids + l->at;
        *b = l->b->as.kids + l->at;
    } else {
        uint32_t rank = (uint32_t)(l->at / 2);
        if (!(l->at & 1)) {
            l->ia = pick(l->a, rank, l->ia);
            l->ib = pick(l->b, rank, l->ib);
        }
        *a = l->a->as.kids + 2 * (size_t)l->ia + (l->at & 1);
        *b = l->b->as.kids + 2 * (size_t)l->ib + (l->at & 1);
    }
    l->at++;
    return true;
}

static int order_walk(const cinch_node *a, const cinch_node *b, order_pick pick)
{
    struct order_level levels[CINCH_DEPTH];
    size_t depth = 0;
    for (;;) {
        int order = a == b ? 0 : cinchi_head_order(a, b);
        if (order) return order;
        if (a != b && cinch_node_count(a) && depth < CINCH_DEPTH) {
            struct order_level first = {a, b, 0, 0, 0};
            levels[depth++] = first;
        }
        for (;; depth--) {
            if (depth == 0) return 0;
            if (order_next(&levels[depth - 1], pick, &a, &b)) break;
        }
    }
}

int cinchi_key_order(const cinch_node *a, const cinch_node *b)
{
    if (a->type < CINCH_ARRAY || b->type < CINCH_ARRAY) return cinchi_head_order(a, b);
    return order_walk(a, b, order_pick_indexed);
}

/* Whether pair i comes before pair j: equal keys in the order of the message. */
static bool order_before(const cinch_node *map, uint32_t i, uint32_t j)
{
    int order = cinchi_key_order(map->as.kids + 2 * (size_t)i, map->as.kids + 2 * (size_t)j);
    return order ? order < 0 : i < j;
}

static uint32_t order_pick_any(const cinch_node *map, uint32_t rank, uint32_t before)
{
    uint32_t best = map->len;
    if (map->flags & CINCHI_INDEXED) return cinchi_map_pick(map, rank);
    for (uint32_t i = 0; i < map->len; i++) {
        if (rank && !order_before(map, before, i)) continue;
        if (best == map->len || order_before(map, i, best)) best = i;
    }
    return best;
}

int cinch_node_compare(const cinch_node *a, const cinch_node *b)
{
    int order = order_walk(a, b, order_pick_any);
    return order < 0 ? -1 : order > 0;
}

/* SPDX-License-Identifier: MIT
 * Equality: the same canonical encoding, which is when cinch_node_compare gives 0, found faster.
 *
 * The first difference ends the walk. What takes care is which pair of one map answers to which of the other. Mostly both maps have
 * their keys in the same order, which one pass tells. Else their indexes pair them; without, each pair is looked for.
 */
#include "node_code.h"

enum equal_way { EQUAL_IN_PLACE, EQUAL_SORTED, EQUAL_SEARCH };

struct equal_level {
    const cinch_node *a, *b;
    uint32_t at; /* items or pairs done */
    uint8_t way; /* of a map; its keys are compared already but for EQUAL_SORTED */
};

static bool equal_head(const cinch_node *a, const cinch_node *b)
{
    if (a == b) return true;
    if (!a || !b) return false;
    if (a->type == b->type) {
        if (a->type == CINCH_STR) return a->len == b->len && cinchi_bytes_order(a->as.str, b->as.str, a->len) == 0;
        if (a->type >= CINCH_ARRAY) return a->len == b->len;
        if (a->type == CINCH_U64 || a->type == CINCH_I64 || a->type == CINCH_F64) return a->as.u64 == b->as.u64;
    }
    return cinchi_head_order(a, b) == 0;
}

static bool equal_keys(const cinch_node *a, uint32_t i, const cinch_node *b, uint32_t j)
{
    const cinch_node *x = a->as.kids + 2 * (size_t)i, *y = b->as.kids + 2 * (size_t)j;
    if (!equal_head(x, y)) return false;
    return x->type < CINCH_ARRAY || cinchi_key_order(x, y) == 0;
}

static uint8_t equal_way_of(const cinch_node *a, const cinch_node *b)
{
    for (uint32_t i = 0; i < a->len; i++)
        if (!equal_keys(a, i, b, i)) return a->flags & b->flags & CINCHI_INDEXED ? EQUAL_SORTED : EQUAL_SEARCH;
    return EQUAL_IN_PLACE;
}

/* The pair of b that answers to pair i of a: if i is the nth with its key, the nth with that key; b's count if there is none. */
static uint32_t equal_search(const cinch_node *a, uint32_t i, const cinch_node *b)
{
    uint32_t before = 0, j;
    for (j = 0; j < i; j++) before += equal_keys(a, i, a, j);
    for (j = 0; j < b->len; j++)
        if (equal_keys(a, i, b, j) && before-- == 0) break;
    return j;
}

/* The next two nodes at this level; *a is NULL when there are none, and *b when there is no match. */
static void equal_next(struct equal_level *l, const cinch_node **a, const cinch_node **b)
{
    uint32_t i = l->at++, j = i;
    *a = *b = NULL;
    if (i == l->a->len) return;
    if (l->a->type == CINCH_ARRAY) {
        *a = l->a->as.kids + i;
        *b = l->b->as.kids + i;
        return;
    }
    if (l->way == EQUAL_SORTED) {
        i = cinchi_map_pick(l->a, i);
        j = cinchi_map_pick(l->b, j);
        if (!equal_keys(l->a, i, l->b, j)) j = l->b->len;
    } else if (l->way == EQUAL_SEARCH) {
        j = equal_search(l->a, i, l->b);
    }
    *a = cinch_node_value(l->a, i);
    *b = cinch_node_value(l->b, j);
}

bool cinch_node_equal(const cinch_node *a, const cinch_node *b)
{
    struct equal_level levels[CINCH_DEPTH];
    size_t depth = 0;
    for (;;) {
        if (!equal_head(a, b)) return false;
        if (a != b && cinch_node_count(a) && depth < CINCH_DEPTH) {
            struct equal_level first = {a, b, 0, EQUAL_IN_PLACE};
            if (a->type == CINCH_MAP) first.way = equal_way_of(a, b);
            levels[depth++] = first;
        }
        for (;; depth--) {
            if (depth == 0) return true;
            equal_next(&levels[depth - 1], &a, &b);
            if (a) break;
        }
    }
}

/* SPDX-License-Identifier: MIT
 * Arrays: lists, and tuples in both spellings (prefixItems and items, an items array and additionalItems).
 */
#include "schema_make.h"

/* What a part says about items: those with a place, and the rest. */
static const cinch_node *list_first(const cinchi_part *p)
{
    const cinch_node *items = cinchi_part_get(p, CINCHI_WORD_ITEMS), *prefix = cinchi_part_get(p, CINCHI_WORD_PREFIX_ITEMS);
    return prefix ? prefix : cinch_node_type(items) == CINCH_ARRAY ? items : NULL;
}

static const cinch_node *list_rest(const cinchi_part *p)
{
    const cinch_node *items = cinchi_part_get(p, CINCHI_WORD_ITEMS);
    return cinch_node_type(items) == CINCH_ARRAY ? cinchi_part_get(p, CINCHI_WORD_ADDITIONAL_ITEMS) : items;
}

/* Two spellings at once, or a word that would mean nothing. */
static bool list_sound(cinchi_load *l, const cinchi_part *p)
{
    const cinch_node *items = cinchi_part_get(p, CINCHI_WORD_ITEMS), *prefix = cinchi_part_get(p, CINCHI_WORD_PREFIX_ITEMS);
    const char *wrong = NULL;
    bool array = cinch_node_type(items) == CINCH_ARRAY;
    if (prefix && array) wrong = "an array here does not go with prefixItems";
    if (wrong) cinchi_fault_at(l, p->source, CINCHI_WORD_ITEMS, wrong);
    if (wrong || array || !cinchi_part_get(p, CINCHI_WORD_ADDITIONAL_ITEMS)) return !wrong;
    cinchi_fault_at(l, p->source, CINCHI_WORD_ADDITIONAL_ITEMS, "means nothing unless items is an array");
    return false;
}

/* The schemas for item i; for those after the tuple with i at or past its end. False in *some: none may be there. */
static cinchi_use list_use(cinchi_load *l, const cinchi_parts *p, uint32_t i, bool *some)
{
    cinchi_part set[CINCHI_PARTS_MOST];
    cinchi_use any = {NULL, false, false};
    uint32_t count = 0;
    *some = true;
    for (uint32_t k = 0; k < p->count; k++) {
        const cinch_node *first = list_first(&p->at[k]), *n = list_rest(&p->at[k]);
        if (first && i < first->len) n = first->as.kids + i;
        if (!n || (n->type == CINCH_BOOL && n->as.b)) continue;
        if (n->type == CINCH_BOOL) *some = false;
        cinchi_set_add(set, &count, cinchi_source_find(l, n));
    }
    if (!*some) return any;
    return count ? cinchi_make_use(l, set, count, CINCHI_ALL_TYPES) : cinchi_make_any(l);
}

void cinchi_make_list(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    cinchi_list *to = &m->shape.as.list;
    uint32_t count = 0;
    cinchi_use *first;
    bool some = true;
    for (uint32_t k = 0; k < p->count; k++) {
        const cinch_node *n = list_first(&p->at[k]);
        if (!list_sound(l, &p->at[k])) return;
        if (n && n->len > count) count = n->len;
    }
    if (!cinchi_make_counts(l, m, p, CINCHI_WORD_MIN_ITEMS, CINCHI_WORD_MAX_ITEMS, &to->min_items, &to->max_items)) return;
    if (count > to->max_items) count = (uint32_t)to->max_items;
    first = cinchi_load_get(l, sizeof *first, count ? count : 1);
    if (!first) return;
    to->first = first;
    for (uint32_t i = 0; some && i < count; i++) {
        first[i] = list_use(l, p, i, &some);
        to->first_count += some;
    }
    if (some) to->item = list_use(l, p, UINT32_MAX, &some);
    to->open = some && to->max_items > to->first_count;
    if (!to->open && to->max_items > to->first_count) to->max_items = to->first_count;
    m->shape.kind = to->first_count ? CINCHI_IS_TUPLE : CINCHI_IS_LIST;
    if (m->shape.kind == CINCHI_IS_LIST && !to->item.shape) to->item = cinchi_make_any(l);
    if (m->shape.kind == CINCHI_IS_LIST) to->open = true;
    if (to->min_items > to->max_items) cinchi_make_fail(l, m, CINCHI_WORD_MIN_ITEMS, "more than the items that may be there");
}

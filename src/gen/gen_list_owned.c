/* SPDX-License-Identifier: MIT
 * Lists and pairs in memory of their own. That of a list is as long as its items; that of pairs, which come one by one, a power
 * of two.
 */
#include "gen_list.h"
#include "gen_memory.h"

/* Its memory is as long as its items: what free will say of it. */
static void list_owned_cut(const cinch_gen_type *t, void *v, uint32_t cap, uint32_t n, cinch_arena *arena)
{
    const cinch_gen_list *l = cinchi_gen_list_of(t);
    void *items = (void *)(uintptr_t)cinchi_gen_list_items(t, v);
    items = cinchi_gen_shrink(items, (size_t)cap * l->item->size, (size_t)n * l->item->size, arena);
    memcpy(cinchi_gen_in(v, l->offset), &items, sizeof items);
}

static void list_owned_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    uint32_t cap = cinchi_gen_list_read(r, t, v, arena, cinchi_gen_grow_own), n = cinchi_gen_list_count(t, v);
    if (cap != n) list_owned_cut(t, v, cap, n, arena);
}

static void more_owned_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    cinchi_gen_more_read(r, t, v, arena, cinchi_gen_grow_own);
}

static void list_owned_drop(const cinch_gen_type *t, void *v, uint32_t cap, const cinch_alloc *alloc)
{
    void *items = (void *)(uintptr_t)cinchi_gen_list_items(t, v);
    cinchi_gen_list_release(t, v, alloc);
    if (items) cinchi_gen_disown(items, (size_t)cap * cinchi_gen_list_of(t)->item->size, alloc);
    memset(v, 0, t->blank);
}

static void list_owned_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    list_owned_drop(t, v, cinchi_gen_list_count(t, v), alloc);
}

static void more_owned_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    list_owned_drop(t, v, cinchi_gen_more_cap(cinchi_gen_list_count(t, v)), alloc);
}

const cinch_gen_kind cinch_gen_list_owned = {list_owned_get, cinchi_gen_list_put, cinchi_gen_list_equal, cinchi_gen_list_check,
                                             list_owned_free};
const cinch_gen_kind cinch_gen_more_owned = {more_owned_get, cinchi_gen_list_put_items, cinchi_gen_list_equal,
                                             cinchi_gen_list_check, more_owned_free};

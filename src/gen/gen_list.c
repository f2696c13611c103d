/* SPDX-License-Identifier: MIT
 * Arrays as lists. In an arena or in memory of their own they grow with the items read; in the struct they have their room.
 */
#include "gen_list.h"
#include "gen_memory.h"
#include "../base/compiler.h"
#include "cinch/wire.h"

uint32_t cinchi_gen_list_count(const cinch_gen_type *t, const void *v)
{
    uint32_t n;
    memcpy(&n, v, sizeof n);
    return t->cap && n > t->cap ? t->cap : n;
}

const uint8_t *cinchi_gen_list_items(const cinch_gen_type *t, const void *v)
{
    const uint8_t *at = (const uint8_t *)cinchi_gen_of(v, cinchi_gen_list_of(t)->offset);
    const void *items;
    if (t->cap) return at;
    memcpy(&items, at, sizeof items);
    return (const uint8_t *)items;
}

void cinchi_gen_list_put_items(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_type *item = cinchi_gen_list_of(t)->item;
    const uint8_t *at = cinchi_gen_list_items(t, v);
    uint32_t n = cinchi_gen_list_count(t, v);
    for (uint32_t i = 0; i < n && !w->error; i++) item->kind->put(w, item, at + (size_t)i * item->size);
}

void cinchi_gen_list_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_list *l = cinchi_gen_list_of(t);
    uint32_t n = cinchi_gen_list_count(t, v);
    if (!CINCHI_SMALL && l->quick && cinchi_gen_list_plain_put(w, l, cinchi_gen_list_items(t, v), n)) return;
    cinch_put_array(w, n);
    cinchi_gen_list_put_items(w, t, v);
}

bool cinchi_gen_list_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_gen_type *item = cinchi_gen_list_of(t)->item;
    const uint8_t *x = cinchi_gen_list_items(t, a), *y = cinchi_gen_list_items(t, b);
    uint32_t n = cinchi_gen_list_count(t, a);
    if (n != cinchi_gen_list_count(t, b)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!item->kind->equal(item, x + (size_t)i * item->size, y + (size_t)i * item->size)) return false;
    return true;
}

cinch_error cinchi_gen_list_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_type *item = cinchi_gen_list_of(t)->item;
    const uint8_t *at = cinchi_gen_list_items(t, v);
    uint32_t n = cinchi_gen_list_count(t, v), raw;
    cinch_error e = CINCH_OK;
    memcpy(&raw, v, sizeof raw);
    if (raw != n || (t->flags & CINCH_GEN_MIN && n < t->min) || (t->flags & CINCH_GEN_MAX && n > t->max))
        return CINCH_ERR_LENGTH;
    for (uint32_t i = 0; i < n && !e; i++) e = item->kind->check(item, at + (size_t)i * item->size, member);
    return e;
}

void cinchi_gen_list_release(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    const cinch_gen_type *item = cinchi_gen_list_of(t)->item;
    uint8_t *at = (uint8_t *)(uintptr_t)cinchi_gen_list_items(t, v);
    uint32_t n = cinchi_gen_list_count(t, v);
    for (uint32_t i = 0; i < n && item->kind->free; i++) item->kind->free(item, at + (size_t)i * item->size, alloc);
    if (t->cap) *(uint32_t *)v = 0;
}

/* Structs by the pass generated for them, as long as they are as it expects. */
static uint32_t list_structs(cinch_reader *r, const cinch_gen_type *t, uint8_t *items, uint32_t most)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    uint32_t k = 0;
    if (!o->read || r->depth < o->levels || r->flags & CINCH_UTF8) return 0;
    for (; k < most; k++, items += t->size) {
        const uint8_t *next = o->read(r->pos, (size_t)(r->end - r->pos), items);
        if (!next) break;
        r->pos = next;
    }
    return k;
}

/* Items i to `to` - 1 by their kind, from r->pos on; those that are plain without a call. Returns how many are there, at least one more, unless
 * the reader failed. The count follows the items, so that what a failed read leaves can be freed. */
static uint32_t list_some(cinch_reader *r, const cinch_gen_list *l, void *v, uint8_t *items, uint32_t i, uint32_t to,
                          cinch_arena *arena)
{
    uint8_t *item;
    if (!CINCHI_SMALL && l->quick) {
        item = items + (size_t)i * l->item->size;
        i += l->quick == CINCH_GEN_RECORD ? list_structs(r, l->item, item, to - i) : cinchi_gen_list_plain(r, l, item, to - i);
        *(uint32_t *)v = i;
        if (i == to) return i;
    }
    item = items + (size_t)i * l->item->size;
    memset(item, 0, l->item->blank);
    *(uint32_t *)v = i + 1;
    l->item->kind->get(r, l->item, item, arena);
    return i + 1;
}

uint32_t cinchi_gen_list_read(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinchi_gen_grower *grow)
{
    const cinch_gen_list *l = cinchi_gen_list_of(t);
    void *at = cinchi_gen_in(v, l->offset), *items = NULL;
    uint32_t n, cap = 0;
    memset(v, 0, t->blank);
    if (!cinchi_gen_head(r, t, CINCH_WIRE_FIXARRAY, &n)) return 0;
    r->depth--;
    for (uint32_t i = 0; i < n && !r->error;) {
        uint32_t room = t->cap;
        if (grow) {
            if (!grow(r, r->pos, arena, &items, i, &cap, n, l->item->size)) break;
            memcpy(at, &items, sizeof items);
            room = cap;
        } else if (i == t->cap) {
            cinch_reader_fail(r, CINCH_ERR_LENGTH);
            break;
        }
        i = list_some(r, l, v, (uint8_t *)(grow ? items : at), i, room < n ? room : n, arena);
    }
    r->depth++;
    return cap;
}

uint32_t cinchi_gen_more_cap(uint32_t count)
{
    uint32_t cap = count ? 4 : 0;
    while (cap < count) cap *= 2;
    return cap;
}

void cinchi_gen_more_read(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinchi_gen_grower *grow)
{
    const cinch_gen_list *l = cinchi_gen_list_of(t);
    void *at = cinchi_gen_in(v, l->offset), *items = (void *)(uintptr_t)cinchi_gen_list_items(t, v);
    uint32_t n = cinchi_gen_list_count(t, v), cap = cinchi_gen_more_cap(n);
    uint8_t *item;
    if (grow) {
        if (!grow(r, r->pos, arena, &items, n, &cap, UINT32_C(1) << 30, l->item->size)) return;
        memcpy(at, &items, sizeof items);
    } else if (n == t->cap) {
        cinch_reader_fail(r, CINCH_ERR_LENGTH);
        return;
    }
    item = (uint8_t *)items + (size_t)n * l->item->size;
    memset(item, 0, l->item->blank);
    *(uint32_t *)v = n + 1;
    l->item->kind->get(r, l->item, item, arena);
}

static void list_static_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    (void)cinchi_gen_list_read(r, t, v, arena, NULL);
}

static void more_static_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    cinchi_gen_more_read(r, t, v, arena, NULL);
}

const cinch_gen_kind cinch_gen_list_static = {list_static_get, cinchi_gen_list_put, cinchi_gen_list_equal,
                                              cinchi_gen_list_check, cinchi_gen_list_release};
const cinch_gen_kind cinch_gen_more_static = {more_static_get, cinchi_gen_list_put_items, cinchi_gen_list_equal,
                                              cinchi_gen_list_check, cinchi_gen_list_release};

/* SPDX-License-Identifier: MIT
 * Memory that values own, block by block.
 */
#include "gen_memory.h"
#include "../base/alloc.h"

static bool own_allows(cinch_reader *r, const uint8_t *at, cinch_arena *arena, size_t len)
{
    if (!arena) return true;
    if (arena->limit && (arena->total > arena->limit || len > arena->limit - arena->total)) {
        cinchi_gen_fail(r, at, CINCH_ERR_LIMIT, NULL);
        return false;
    }
    arena->total += len;
    return true;
}

static const uint8_t own_nothing[1] = {0}; /* the items of a list that has a count alone */

static void *own_resize(cinch_reader *r, const uint8_t *at, cinch_arena *arena, void *old, size_t have, size_t len)
{
    cinch_alloc alloc = cinchi_alloc_given(arena ? &arena->alloc : NULL);
    void *got = own_allows(r, at, arena, len - have) ? cinchi_alloc_resize(&alloc, old, have, len) : NULL;
    if (!got) cinchi_gen_fail(r, at, CINCH_ERR_MEMORY, NULL);
    return got;
}

void *cinchi_gen_own(cinch_reader *r, const uint8_t *at, cinch_arena *arena, size_t len)
{
    return own_resize(r, at, arena, NULL, 0, len);
}

void *cinchi_gen_shrink(void *ptr, size_t have, size_t len, cinch_arena *arena)
{
    cinch_alloc alloc = cinchi_alloc_given(arena ? &arena->alloc : NULL);
    if (len) return cinchi_alloc_resize(&alloc, ptr, have, len);
    if (ptr == own_nothing) return ptr;
    cinchi_alloc_free(&alloc, ptr, have);
    return NULL;
}

void cinchi_gen_disown(void *ptr, size_t len, const cinch_alloc *alloc)
{
    cinch_alloc a = cinchi_alloc_given(alloc);
    if (ptr != own_nothing) cinchi_alloc_free(&a, ptr, len);
}

bool cinchi_gen_grow_own(cinch_reader *r, const uint8_t *at, cinch_arena *arena, void **items, uint32_t count, uint32_t *cap,
                         uint32_t most, size_t size)
{
    uint32_t want = *cap ? (*cap > most / 2 ? most : 2 * *cap) : most < 4 ? most : 4;
    void *got;
    if (count < *cap) return true;
    if (size == 0) { /* constants: there is nothing to keep of them, and nothing is given back */
        *items = (void *)(uintptr_t)own_nothing;
        *cap = most;
        return true;
    }
    got = own_resize(r, at, arena, *cap ? *items : NULL, (size_t)*cap * size, (size_t)want * size);
    if (!got) return false;
    *items = got;
    *cap = want;
    return true;
}

/* ---- values behind a pointer of their own */

static void pointer_owned_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_type *target = (const cinch_gen_type *)t->more;
    void *to = r->error ? NULL : cinchi_gen_own(r, r->pos, arena, target->size);
    memcpy(v, &to, sizeof to);
    if (!to) return;
    memset(to, 0, target->size);
    target->kind->get(r, target, to, arena);
}

static void pointer_owned_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    const cinch_gen_type *target = (const cinch_gen_type *)t->more;
    void *to;
    memcpy(&to, v, sizeof to);
    if (!to) return;
    if (target->kind->free) target->kind->free(target, to, alloc);
    cinchi_gen_disown(to, target->size, alloc);
    memset(v, 0, sizeof to);
}

const cinch_gen_kind cinch_gen_pointer_owned = {pointer_owned_get, cinchi_gen_pointer_put, cinchi_gen_pointer_equal,
                                                cinchi_gen_pointer_check, pointer_owned_free};

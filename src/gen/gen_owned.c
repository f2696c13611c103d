/* SPDX-License-Identifier: MIT
 * Strings, bins, exts and raw items in memory of their own, in the form of views; a NUL behind each.
 */
#include "gen_memory.h"
#include "gen_text.h"

static cinchi_gen_piece owned_load(const cinch_gen_type *t, const void *v, cinchi_gen_wire wire)
{
    (void)t;
    return cinchi_gen_view_load(v, wire);
}

static void owned_store(cinch_reader *r, const uint8_t *at, const cinch_gen_type *t, void *v, cinchi_gen_wire wire,
                        cinchi_gen_piece p, cinch_arena *arena)
{
    uint8_t *copy = (uint8_t *)cinchi_gen_own(r, at, arena, p.len + 1);
    (void)t;
    if (!copy) return;
    if (p.len) memcpy(copy, p.ptr, p.len);
    copy[p.len] = 0;
    p.ptr = copy;
    cinchi_gen_view_store(v, wire, p);
}

static void owned_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    cinch_bin b;
    memcpy(&b, v, sizeof b);
    if (b.ptr) cinchi_gen_disown((void *)(uintptr_t)b.ptr, b.len + 1, alloc);
    memset(v, 0, t->blank);
}

static void owned_free_ext(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    cinch_ext *x = (cinch_ext *)v;
    if (x->ptr) cinchi_gen_disown((void *)(uintptr_t)x->ptr, (size_t)x->len + 1, alloc);
    memset(v, 0, t->blank);
}

CINCHI_GEN_PIECES(str_owned, owned_load, owned_store, owned_free, CINCHI_GEN_STR);
CINCHI_GEN_PIECES(bin_owned, owned_load, owned_store, owned_free, CINCHI_GEN_BIN);
CINCHI_GEN_PIECES(ext_owned, owned_load, owned_store, owned_free_ext, CINCHI_GEN_EXT);
CINCHI_GEN_PIECES(raw_owned, owned_load, owned_store, owned_free, CINCHI_GEN_RAW);

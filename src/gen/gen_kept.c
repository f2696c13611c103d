/* SPDX-License-Identifier: MIT
 * Unknown members kept as they stood in the message, in memory of their own: one by one, or all in the struct.
 */
#include "gen_memory.h"
#include "cinch/wire.h"

/* Two items, or in an array one, from r->pos on. */
static cinch_bin kept_next(cinch_reader *r, uint32_t items)
{
    cinch_bin b;
    b.ptr = r->pos;
    cinch_skip_many(r, items);
    b.len = r->error ? 0 : (size_t)(r->pos - b.ptr);
    return b;
}

/* ---- owned: a cinch_bin each */

static void strange_owned_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const uint8_t *at = r->pos;
    cinch_bin b = kept_next(r, t->cap), mine = {NULL, 0};
    uint8_t *to = r->error ? NULL : (uint8_t *)cinchi_gen_own(r, at, arena, b.len);
    if (to) {
        memcpy(to, b.ptr, b.len);
        mine.ptr = to;
        mine.len = b.len;
    }
    memcpy(v, &mine, sizeof mine);
}

static cinch_error strange_owned_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)t, (void)v, (void)member;
    return CINCH_OK;
}

static void strange_owned_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    cinch_bin *b = (cinch_bin *)v;
    (void)t;
    if (b->ptr) cinchi_gen_disown((void *)(uintptr_t)b->ptr, b->len, alloc);
    memset(b, 0, sizeof *b);
}

const cinch_gen_kind cinch_gen_strange_owned = {strange_owned_get, cinchi_gen_strange_put, cinchi_gen_strange_equal,
                                                strange_owned_check, strange_owned_free};

/* ---- static: all of them, { uint32_t count, len; uint8_t b[cap]; } */

typedef struct kept_head {
    uint32_t count, len;
} kept_head;

static kept_head kept_of(const void *v)
{
    kept_head h;
    memcpy(&h, v, sizeof h);
    return h;
}

static void kept_static_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const uint8_t *at = r->pos;
    cinch_bin b = kept_next(r, (uint32_t)t->max);
    kept_head h = kept_of(v);
    (void)arena;
    if (r->error) return;
    if (b.len > t->cap - h.len) {
        cinchi_gen_fail(r, at, CINCH_ERR_LENGTH, NULL);
        return;
    }
    memcpy((uint8_t *)v + sizeof h + h.len, b.ptr, b.len);
    h.len += (uint32_t)b.len;
    h.count++;
    memcpy(v, &h, sizeof h);
}

static void kept_static_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    kept_head h = kept_of(v);
    if (h.len > t->cap)
        cinch_writer_fail(w, CINCH_ERR_LENGTH);
    else if (h.len)
        cinch_put_raw(w, (const uint8_t *)v + sizeof h, h.len);
}

static bool kept_static_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    kept_head x = kept_of(a), y = kept_of(b);
    return x.count == y.count && x.len == y.len && x.len <= t->cap &&
           memcmp((const uint8_t *)a + sizeof x, (const uint8_t *)b + sizeof y, x.len) == 0;
}

static cinch_error kept_static_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)member;
    return kept_of(v).len > t->cap ? CINCH_ERR_LENGTH : CINCH_OK;
}

const cinch_gen_kind cinch_gen_kept_static = {kept_static_get, kept_static_put, kept_static_equal, kept_static_check, NULL};

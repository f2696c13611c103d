/* SPDX-License-Identifier: MIT
 * Unknown members: as a key and a value of a known type, or as the bytes of both. Kinds of an item, whose list is a `more` kind.
 */
#include "gen_in.h"
#include "../core/skip.h"

static void pair_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_pair *p = (const cinch_gen_pair *)t->more;
    p->key->kind->get(r, p->key, v, arena);
    if (!r->error) p->value->kind->get(r, p->value, cinchi_gen_in(v, p->offset), arena);
}

static void pair_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_pair *p = (const cinch_gen_pair *)t->more;
    p->key->kind->put(w, p->key, v);
    p->value->kind->put(w, p->value, cinchi_gen_of(v, p->offset));
}

static bool pair_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_gen_pair *p = (const cinch_gen_pair *)t->more;
    return p->key->kind->equal(p->key, a, b) &&
           p->value->kind->equal(p->value, cinchi_gen_of(a, p->offset), cinchi_gen_of(b, p->offset));
}

static cinch_error pair_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_pair *p = (const cinch_gen_pair *)t->more;
    cinch_error e = p->key->kind->check(p->key, v, member);
    return e ? e : p->value->kind->check(p->value, cinchi_gen_of(v, p->offset), member);
}

static void pair_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    const cinch_gen_pair *p = (const cinch_gen_pair *)t->more;
    if (p->key->kind->free) p->key->kind->free(p->key, v, alloc);
    if (p->value->kind->free) p->value->kind->free(p->value, cinchi_gen_in(v, p->offset), alloc);
}

const cinch_gen_kind cinch_gen_pair_kind = {pair_get, pair_put, pair_equal, pair_check, pair_free};

/* Two items, or in an array one, as they stand in the message: a view. */
static void strange_read(cinch_reader *r, void *v, uint32_t items)
{
    cinch_bin b;
    b.ptr = r->pos;
    cinch_skip_many(r, items);
    b.len = r->error ? 0 : (size_t)(r->pos - b.ptr);
    memcpy(v, &b, sizeof b);
}

static void strange_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    (void)arena;
    strange_read(r, v, t->cap);
}

void cinchi_gen_strange_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_bin *b = (const cinch_bin *)v;
    (void)t;
    cinch_put_raw(w, b->ptr, b->len);
}

bool cinchi_gen_strange_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_bin *x = (const cinch_bin *)a, *y = (const cinch_bin *)b;
    (void)t;
    return x->len == y->len && (x->len == 0 || memcmp(x->ptr, y->ptr, x->len) == 0);
}

static cinch_error strange_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)t, (void)v, (void)member;
    return CINCH_OK;
}

const cinch_gen_kind cinch_gen_strange = {strange_get, cinchi_gen_strange_put, cinchi_gen_strange_equal, strange_check, NULL};

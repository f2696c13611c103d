/* SPDX-License-Identifier: MIT
 * Items that may be nil, and nil alone.
 */
#include "gen_in.h"

static const cinch_gen_list *maybe_of(const cinch_gen_type *t)
{
    return (const cinch_gen_list *)t->more;
}

static void maybe_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_list *m = maybe_of(t);
    *(bool *)v = !cinch_skip_nil(r);
    if (*(bool *)v) m->item->kind->get(r, m->item, cinchi_gen_in(v, m->offset), arena);
}

static void maybe_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_list *m = maybe_of(t);
    if (*(const bool *)v)
        m->item->kind->put(w, m->item, cinchi_gen_of(v, m->offset));
    else
        cinch_put_nil(w);
}

static bool maybe_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_gen_list *m = maybe_of(t);
    if (*(const bool *)a != *(const bool *)b) return false;
    return !*(const bool *)a || m->item->kind->equal(m->item, cinchi_gen_of(a, m->offset), cinchi_gen_of(b, m->offset));
}

static cinch_error maybe_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_list *m = maybe_of(t);
    return *(const bool *)v ? m->item->kind->check(m->item, cinchi_gen_of(v, m->offset), member) : CINCH_OK;
}

static void maybe_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    const cinch_gen_list *m = maybe_of(t);
    if (*(const bool *)v && m->item->kind->free) m->item->kind->free(m->item, cinchi_gen_in(v, m->offset), alloc);
    *(bool *)v = false;
}

const cinch_gen_kind cinch_gen_maybe = {maybe_get, maybe_put, maybe_equal, maybe_check, maybe_free};

static void nil_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    (void)t, (void)v, (void)arena;
    cinch_get_nil(r);
}

static void nil_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    (void)t, (void)v;
    cinch_put_nil(w);
}

static bool nil_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    (void)t, (void)a, (void)b;
    return true;
}

static cinch_error nil_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)t, (void)v, (void)member;
    return CINCH_OK;
}

const cinch_gen_kind cinch_gen_nil = {nil_get, nil_put, nil_equal, nil_check, NULL};

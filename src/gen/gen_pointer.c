/* SPDX-License-Identifier: MIT
 * Values behind a pointer, where a type leads back to itself; and timestamps.
 */
#include "gen_memory.h"

static void *pointer_load(const void *v)
{
    void *to;
    memcpy(&to, v, sizeof to);
    return to;
}

static void pointer_read(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, void *to)
{
    const cinch_gen_type *target = (const cinch_gen_type *)t->more;
    if (!to) return;
    memset(to, 0, target->size);
    memcpy(v, &to, sizeof to);
    target->kind->get(r, target, to, arena);
}

static void pointer_view_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    memset(v, 0, sizeof(void *));
    if (!r->error) pointer_read(r, t, v, arena, cinchi_gen_take(r, r->pos, arena, ((const cinch_gen_type *)t->more)->size));
}

void cinchi_gen_pointer_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_type *target = (const cinch_gen_type *)t->more;
    const void *to = pointer_load(v);
    if (!to || w->flags >= CINCHI_GEN_DEEPEST) {
        cinch_writer_fail(w, to ? CINCH_ERR_DEPTH : CINCH_ERR_VALUE);
        return;
    }
    w->flags = (uint16_t)(w->flags + CINCHI_GEN_DEEPER);
    target->kind->put(w, target, to);
    w->flags = (uint16_t)(w->flags - CINCHI_GEN_DEEPER);
}

bool cinchi_gen_pointer_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_gen_type *target = (const cinch_gen_type *)t->more;
    const void *x = pointer_load(a), *y = pointer_load(b);
    return x == y || (x && y && target->kind->equal(target, x, y));
}

cinch_error cinchi_gen_pointer_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_type *target = (const cinch_gen_type *)t->more;
    const void *to = pointer_load(v);
    return to ? target->kind->check(target, to, member) : CINCH_ERR_VALUE;
}

const cinch_gen_kind cinch_gen_pointer_view = {pointer_view_get, cinchi_gen_pointer_put, cinchi_gen_pointer_equal,
                                               cinchi_gen_pointer_check, NULL};

static void time_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    (void)t, (void)arena;
    *(cinch_time *)v = cinch_get_time(r);
}

static void time_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    (void)t;
    cinch_put_time(w, *(const cinch_time *)v);
}

static bool time_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_time *x = (const cinch_time *)a, *y = (const cinch_time *)b;
    (void)t;
    return x->sec == y->sec && x->nsec == y->nsec;
}

static cinch_error time_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)t, (void)member;
    return ((const cinch_time *)v)->nsec <= 999999999 ? CINCH_OK : CINCH_ERR_RANGE;
}

const cinch_gen_kind cinch_gen_time = {time_get, time_put, time_equal, time_check, NULL};

/* SPDX-License-Identifier: MIT
 * One value by its table.
 */
#include "gen_in.h"

void cinch_gen_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    t->kind->get(r, t, v, arena);
}

void cinch_gen_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    t->kind->put(w, t, v);
}

uint64_t cinch_gen_len(const cinch_gen_type *t, const void *v)
{
    cinch_writer w;
    cinch_writer_init_count(&w);
    t->kind->put(&w, t, v);
    return w.error ? 0 : cinch_writer_pos(&w);
}

bool cinch_gen_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    return t->kind->equal(t, a, b);
}

cinch_error cinch_gen_check(const cinch_gen_type *t, const void *v, cinch_diag *diag)
{
    const char *member = NULL;
    cinch_error e = t->kind->check(t, v, &member);
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = e;
        if (e) diag->member = member;
    }
    return e;
}

void cinch_gen_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    if (t->kind->free) t->kind->free(t, v, alloc);
}

cinch_error cinch_gen_encode(const cinch_gen_type *t, const void *v, void *buf, size_t cap, size_t *len, cinch_diag *diag)
{
    cinch_writer w;
    cinch_error error;
    cinch_writer_init(&w, buf, cap);
    cinch_gen_put(&w, t, v);
    error = cinch_writer_finish(&w, NULL, diag);
    *len = error ? 0 : (size_t)cinch_writer_pos(&w);
    return error;
}

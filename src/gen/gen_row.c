/* SPDX-License-Identifier: MIT
 * A struct as an array: members by place. Absent is nil, or beyond the end.
 */
#include "gen_in.h"
#include "cinch/wire.h"

static void row_rest(cinch_reader *r, const cinch_gen_object *o, void *v, cinch_arena *arena, uint32_t left)
{
    if (left == 0) return;
    if (o->unknown == CINCH_GEN_SKIP)
        cinch_skip_many(r, left);
    else if (o->unknown == CINCH_GEN_REFUSE)
        cinch_reader_fail(r, CINCH_ERR_UNKNOWN);
    else
        for (; left && !r->error; left--) o->extra->kind->get(r, o->extra, cinchi_gen_in(v, o->extra_offset), arena);
}

void cinchi_gen_row_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    uint64_t start = cinch_reader_pos(r);
    uint32_t n, i;
    if (!cinchi_gen_head(r, t, CINCH_WIRE_FIXARRAY, &n)) return;
    r->depth--;
    for (i = 0; i < o->count && i < n && !r->error; i++) cinchi_gen_field_get(r, &o->fields[i], v, arena);
    row_rest(r, o, v, arena, n - i);
    for (uint32_t k = i; k < o->count && !r->error; k++)
        if (o->fields[k].flags & CINCH_GEN_REQUIRED) cinch_reader_fail_at(r, start, CINCH_ERR_MISSING, o->fields[k].name);
    for (; i < o->count && !r->error; i++) cinchi_gen_field_blank(r, &o->fields[i], v, arena, 0);
    r->depth++;
}

void cinchi_gen_row_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    uint32_t n = o->count, more = 0;
    if (o->extra) memcpy(&more, cinchi_gen_of(v, o->extra_offset), sizeof more);
    while (!more && n && !cinchi_gen_field_has(&o->fields[n - 1], v)) n--;
    cinch_put_array(w, (size_t)n + more);
    for (uint32_t i = 0; i < n; i++) {
        const cinch_gen_field *f = &o->fields[i];
        if (cinchi_gen_field_has(f, v) == 1)
            f->type->kind->put(w, f->type, cinchi_gen_of(v, f->offset));
        else
            cinch_put_nil(w);
    }
    if (more) o->extra->kind->put(w, o->extra, cinchi_gen_of(v, o->extra_offset));
}

/* SPDX-License-Identifier: MIT
 * The kind of structs: as a map or, by gen_row.c, as an array.
 */
#include "gen_in.h"
#include "cinch/wire.h"

void cinch_gen_walk(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    cinch_gen_at at = {cinch_reader_pos(r), 0, 0};
    if (o->form == CINCH_GEN_ARRAY) {
        cinchi_gen_row_get(r, t, v, arena);
        return;
    }
    if (r->end - r->pos > 31 && (*r->pos & 0xf0) == CINCH_WIRE_FIXMAP && r->depth && !t->flags)
        at.left = *r->pos++ & 15u; /* plain: 30 items have room */
    else if (!cinchi_gen_head(r, t, CINCH_WIRE_FIXMAP, &at.left))
        return;
    r->depth--;
    cinch_gen_rest(r, t, v, arena, at);
    r->depth++;
}

cinch_error cinch_gen_decode_walk(const cinch_gen_type *t, void *v, const void *msg, size_t len, cinch_diag *diag)
{
    cinch_reader r;
    cinch_reader_init(&r, msg, len);
    cinch_gen_walk(&r, t, v, NULL);
    return cinch_reader_finish(&r, diag);
}

static void struct_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    if (o->extra) memset(cinchi_gen_in(v, o->extra_offset), 0, o->extra->blank);
    if (o->get)
        o->get(r, v, arena);
    else
        cinch_gen_walk(r, t, v, arena);
}

static void struct_put_field(cinch_writer *w, const cinch_gen_object *o, const cinch_gen_field *f, const void *v)
{
    uint8_t has = cinchi_gen_field_has(f, v);
    if (!has) return;
    if (o->form == CINCH_GEN_MAP)
        cinch_put_str(w, f->name, f->name_len);
    else
        cinch_put_i64(w, f->key);
    if (has == 2)
        cinch_put_nil(w);
    else
        f->type->kind->put(w, f->type, cinchi_gen_of(v, f->offset));
}

/* The number of items in a list begins the struct of every storage that has one. */
static uint32_t struct_extra(const cinch_gen_object *o, const void *v)
{
    uint32_t n;
    if (!o->extra) return 0;
    memcpy(&n, cinchi_gen_of(v, o->extra_offset), sizeof n);
    return n;
}

void cinch_gen_members(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    uint32_t n = struct_extra(o, v);
    if (o->form == CINCH_GEN_ARRAY) {
        cinchi_gen_row_put(w, t, v);
        return;
    }
    for (uint32_t i = 0; i < o->count; i++) n += cinchi_gen_field_has(&o->fields[i], v) != 0;
    cinch_put_map(w, n);
    for (uint32_t i = 0; i < o->count; i++) struct_put_field(w, o, &o->fields[i], v);
    if (o->extra) o->extra->kind->put(w, o->extra, cinchi_gen_of(v, o->extra_offset));
}

static void struct_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    if (o->put)
        o->put(w, v);
    else
        cinch_gen_members(w, t, v);
}

static bool struct_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    for (uint32_t i = 0; i < o->count; i++) {
        const cinch_gen_field *f = &o->fields[i];
        uint8_t has = cinchi_gen_field_has(f, a);
        if (has != cinchi_gen_field_has(f, b)) return false;
        if (has == 1 && !f->type->kind->equal(f->type, cinchi_gen_of(a, f->offset), cinchi_gen_of(b, f->offset))) return false;
    }
    return !o->extra || o->extra->kind->equal(o->extra, cinchi_gen_of(a, o->extra_offset), cinchi_gen_of(b, o->extra_offset));
}

static cinch_error struct_pairs(const cinch_gen_type *t, const cinch_gen_object *o, const void *v)
{
    uint64_t n = struct_extra(o, v);
    if (!(t->flags & (CINCH_GEN_MIN | CINCH_GEN_MAX))) return CINCH_OK;
    for (uint32_t i = 0; i < o->count; i++) n += cinchi_gen_field_has(&o->fields[i], v) != 0;
    return (t->flags & CINCH_GEN_MIN && n < t->min) || (t->flags & CINCH_GEN_MAX && n > t->max) ? CINCH_ERR_LENGTH : CINCH_OK;
}

static cinch_error struct_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    cinch_error e;
    for (uint32_t i = 0; i < o->count; i++) {
        const cinch_gen_field *f = &o->fields[i];
        const char *inner = NULL;
        if (cinchi_gen_field_has(f, v) != 1) continue;
        e = f->type->kind->check(f->type, cinchi_gen_of(v, f->offset), &inner);
        if (!e) continue;
        if (member) *member = inner ? inner : f->name;
        return e;
    }
    e = o->extra ? o->extra->kind->check(o->extra, cinchi_gen_of(v, o->extra_offset), member) : CINCH_OK;
    return e ? e : struct_pairs(t, o, v);
}

static void struct_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    for (uint32_t i = 0; i < o->count; i++) {
        const cinch_gen_field *f = &o->fields[i];
        if (f->type && f->type->kind->free) f->type->kind->free(f->type, cinchi_gen_in(v, f->offset), alloc);
        if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(v, f->has) = 0;
    }
    if (o->extra && o->extra->kind->free) o->extra->kind->free(o->extra, cinchi_gen_in(v, o->extra_offset), alloc);
}

const cinch_gen_kind cinch_gen_struct = {struct_get, struct_put, struct_equal, struct_check, struct_free};

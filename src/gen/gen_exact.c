/* SPDX-License-Identifier: MIT
 * A struct as a map, pair by pair: what every faster way must agree with, and where it goes when it does not know better.
 */
#include "gen_in.h"
#include "../base/compiler.h"
#include "../core/get.h"
#include "cinch/wire.h"

static bool exact_is_str(uint8_t b)
{
    return (b & 0xe0) == CINCH_WIRE_FIXSTR || (b >= CINCH_WIRE_STR8 && b <= CINCH_WIRE_STR32);
}

static bool exact_is_int(uint8_t b)
{
    return b <= CINCH_WIRE_FIXINT_MAX || b >= CINCH_WIRE_NEGATIVE || (uint8_t)(b - CINCH_WIRE_U8) < 8;
}

/* The field of the key at r->pos, and past the key; o->count for a key of no field, past it too. */
static uint32_t exact_key(cinch_reader *r, const cinch_gen_object *o)
{
    if (r->pos != r->end && o->form == CINCH_GEN_MAP && exact_is_str(*r->pos)) {
        cinch_str s = cinch_get_str(r);
        return r->error ? o->count : cinchi_gen_find(o, s.ptr, s.len);
    }
    if (r->pos != r->end && o->form == CINCH_GEN_INTKEYS && exact_is_int(*r->pos)) {
        cinch_token k = cinch_next(r);
        return k.type == CINCH_NONE || (k.type == CINCH_U64 && k.as.u64 > INT64_MAX) ? o->count
                                                                                     : cinchi_gen_find_int(o, k.as.i64);
    }
    cinch_skip(r);
    return o->count;
}

static void exact_stranger(cinch_reader *r, const cinch_gen_object *o, const uint8_t *key, void *v, cinch_arena *arena)
{
    if (o->unknown == CINCH_GEN_REFUSE) {
        cinchi_gen_fail(r, key, CINCH_ERR_UNKNOWN, NULL);
    } else if (o->unknown == CINCH_GEN_SKIP) {
        cinch_skip(r);
    } else { /* pair by pair, as another member may stand between two of them */
        r->pos = key;
        o->extra->kind->get(r, o->extra, cinchi_gen_in(v, o->extra_offset), arena);
    }
}

static void exact_pair(cinch_reader *r, const cinch_gen_object *o, void *v, cinch_arena *arena, uint64_t *seen)
{
    const uint8_t *key = r->pos;
    const cinch_gen_field *f;
    uint32_t i = exact_key(r, o);
    if (r->error) return;
    if (i == o->count) {
        exact_stranger(r, o, key, v, arena);
        return;
    }
    f = &o->fields[i];
    if (f->flags & CINCH_GEN_NEVER) {
        cinchi_gen_never(r, key, f->name);
        return;
    }
    if (seen[i / 64] >> (i % 64) & 1) {
        if (o->once) {
            cinchi_gen_fail(r, key, CINCH_ERR_DUPLICATE, f->name);
            return;
        }
        if (f->type->kind->free) f->type->kind->free(f->type, cinchi_gen_in(v, f->offset), arena ? &arena->alloc : NULL);
    }
    seen[i / 64] |= (uint64_t)1 << (i % 64);
    cinchi_gen_field_get(r, f, v, arena);
}

void cinchi_gen_exact(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinch_gen_at at)
{
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    uint64_t seen[CINCHI_GEN_FIELDS / 64];
    memset(seen, 0, (o->count + 63) / 64 * sizeof *seen);
    seen[0] = at.seen;
    for (; at.left && !r->error; at.left--) exact_pair(r, o, v, arena, seen);
    if (!r->error) cinchi_gen_finish(r, o, v, arena, seen, at.map);
}

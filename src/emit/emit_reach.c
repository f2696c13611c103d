/* SPDX-License-Identifier: MIT
 * How far unrolled passes reach: which members they read in place, which records have which passes.
 */
#include "emit_in.h"

const char *cinchi_emit_quick(const emit_run *e, const cinchi_use *use)
{
    const cinchi_shape *s = use->shape;
    if (use->pointer) return NULL;
    switch (s->kind) {
    case CINCHI_IS_BOOL: return "BOOL";
    case CINCHI_IS_INT: return cinchi_emit_int_row(s);
    case CINCHI_IS_NUMBER: return s->c_type == CINCHI_C_FLOAT ? NULL : "F64";
    case CINCHI_IS_STR: return emit_of(e, s)->storage == CINCH_EMIT_VIEW ? "STR" : NULL;
    default: return NULL;
    }
}

static bool reach_flat(const emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    if (r->encoding != CINCHI_MAP || r->count == 0 || r->count > 64 || r->extra == CINCHI_EXTRA_USE || cinchi_emit_keeps(e, c))
        return false;
    if (r->min_pairs || r->max_pairs != UINT64_MAX) return false;
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        if (!cinchi_emit_quick(e, &m->use) || m->keep_nil || m->name.len == 0 || m->name.len > 31 ||
            (m->value && cinchi_emit_quick(e, &m->use) == NULL))
            return false;
    }
    return true;
}

enum {
    REACH_LEVELS = 4
}; /* where a pass gives up the walkers begin again, level by level: what is innermost is read so often at the most */

bool cinchi_emit_plain(const emit_run *e, const cinchi_member *m)
{
    const emit_shape *c = emit_of(e, m->use.shape);
    if (m->use.pointer || m->keep_nil) return false;
    if (cinchi_emit_quick(e, &m->use)) return true;
    if (m->use.shape->kind == CINCHI_IS_STR) return c->storage == CINCH_EMIT_STATIC;
    return m->use.shape->kind == CINCHI_IS_RECORD && c->reads && c->levels < REACH_LEVELS && !m->value;
}

/* What any pass over a record must be able to say of its keys and members. */
static bool reach_passes(const emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    if (r->count == 0 || r->count > 64 || r->extra == CINCHI_EXTRA_USE || cinchi_emit_keeps(e, c)) return false;
    if (r->min_pairs || r->max_pairs != UINT64_MAX) return false;
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        if (r->encoding == CINCHI_MAP && (m->name.len == 0 || m->name.len > 31)) return false;
        if (m->use.shape->kind == CINCHI_IS_NEVER || (m->value && !cinchi_emit_plain(e, m))) return false;
    }
    return true;
}

static void reach_reads(const emit_run *e, emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    bool any = reach_passes(e, c), plain = any;
    c->levels = 1;
    for (uint32_t i = 0; i < r->count && plain; i++) {
        const emit_shape *inner = emit_of(e, r->members[i].use.shape);
        plain = cinchi_emit_plain(e, &r->members[i]);
        if (plain && inner->reads && inner->levels >= c->levels) c->levels = (uint8_t)(inner->levels + 1);
    }
    c->reads = plain;
    c->walks = any && !plain && r->encoding != CINCHI_ARRAY;
}

void cinchi_emit_plan_passes(const emit_run *e, emit_shape *c)
{
    c->flat = reach_flat(e, c);
    reach_reads(e, c);
}

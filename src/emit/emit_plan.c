/* SPDX-License-Identifier: MIT
 * What C makes of each shape: its type, where its bytes are kept, how long its messages are.
 */
#include "emit_in.h"
#include "emit_len.h"

enum { PLAN_CAP_MOST = 1 << 28 }; /* bytes or items in a struct */

/* ---- integers */

static int plan_bits(uint64_t v, bool negative)
{
    if (negative) v = ~v; /* -128 is 0x7f */
    return v <= (negative ? 0x7f : 0xff)               ? 8
           : v <= (negative ? 0x7fff : 0xffff)         ? 16
           : v <= (negative ? 0x7fffffff : 0xffffffff) ? 32
                                                       : 64;
}

static int plan_int(const cinchi_shape *s, bool *is_signed)
{
    const cinchi_integer *i = &s->as.integer;
    int lo, hi;
    if (s->c_type >= CINCHI_C_INT8 && s->c_type <= CINCHI_C_UINT64) {
        *is_signed = s->c_type <= CINCHI_C_INT64;
        return 8 << ((s->c_type - CINCHI_C_INT8) & 3);
    }
    *is_signed = !i->has_lo || i->lo.negative;
    if (!i->has_lo || !i->has_hi) return 64;
    if (!*is_signed) return plan_bits(i->hi.bits, false);
    lo = plan_bits(i->lo.bits, true);
    hi = i->hi.negative ? 8 : i->hi.bits <= 0x7f ? 8 : i->hi.bits <= 0x7fff ? 16 : i->hi.bits <= 0x7fffffff ? 32 : 64;
    return lo > hi ? lo : hi;
}

bool cinchi_emit_signed(const cinchi_shape *s)
{
    bool is_signed;
    (void)plan_int(s, &is_signed);
    return is_signed;
}

static size_t plan_int_index(const cinchi_shape *s)
{
    bool is_signed;
    int bits = plan_int(s, &is_signed);
    return (is_signed ? 0u : 4u) + (bits == 8 ? 0u : bits == 16 ? 1u : bits == 32 ? 2u : 3u);
}

const char *cinchi_emit_int_type(const cinchi_shape *s)
{
    static const char *const names[] = {"int8_t",  "int16_t",  "int32_t",  "int64_t",
                                        "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    return names[plan_int_index(s)];
}

const char *cinchi_emit_int_kind(const cinchi_shape *s)
{
    static const char *const names[] = {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"};
    return names[plan_int_index(s)];
}

const char *cinchi_emit_int_row(const cinchi_shape *s)
{
    static const char *const names[] = {"I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64"};
    return names[plan_int_index(s)];
}

/* Bounds tighter than those of the C type. */
bool cinchi_emit_int_min(const cinchi_shape *s)
{
    bool is_signed;
    int bits = plan_int(s, &is_signed);
    const cinchi_integer *i = &s->as.integer;
    if (!i->has_lo) return false;
    if (!is_signed) return i->lo.bits != 0;
    return i->lo.bits != 0 - ((uint64_t)1 << (bits - 1));
}

bool cinchi_emit_int_max(const cinchi_shape *s)
{
    bool is_signed;
    int bits = plan_int(s, &is_signed);
    const cinchi_integer *i = &s->as.integer;
    return i->has_hi && i->hi.bits != UINT64_MAX >> (is_signed ? 65 - bits : 64 - bits);
}

static uint64_t plan_int_most(const cinchi_shape *s)
{
    uint64_t lo = emit_int_len(s->as.integer.lo.bits, s->as.integer.lo.negative),
             hi = emit_int_len(s->as.integer.hi.bits, s->as.integer.hi.negative),
             type = (uint64_t)plan_int(s, &(bool){false}) / 8 + 1;
    lo = lo > hi ? lo : hi;
    return lo < type ? lo : type;
}

/* ---- members */

bool cinchi_emit_stored(const emit_run *e, const cinchi_member *m)
{
    const cinchi_shape *s = m->use.shape;
    (void)e;
    return !(s->kind == CINCHI_IS_NEVER || s->kind == CINCHI_IS_NIL || (s->kind == CINCHI_IS_ENUM && s->as.choice.is_const));
}

bool cinchi_emit_has(const cinchi_member *m)
{
    if (m->use.shape->kind == CINCHI_IS_NEVER) return false;
    if (m->keep_nil) return true;
    return !m->use.pointer && (!m->required || m->use.nullable);
}

bool cinchi_emit_keeps(const emit_run *e, const emit_shape *s)
{
    return e->opts->unknown == CINCH_EMIT_KEEP && s->shape->kind == CINCHI_IS_RECORD &&
           s->shape->as.record.extra == CINCHI_EXTRA_ANY;
}

const char *cinchi_emit_storage_name(const emit_shape *s)
{
    return s->storage == CINCH_EMIT_VIEW ? "view" : s->storage == CINCH_EMIT_STATIC ? "static" : "owned";
}

/* ---- shapes */

static void plan_cap(emit_run *e, emit_shape *c, uint64_t cap, const char *keyword, const char *what)
{
    if (cap == UINT64_MAX)
        cinchi_emit_fail(e, c->shape->source, keyword, "static storage needs a bound: %s", what);
    else if (cap > PLAN_CAP_MOST)
        cinchi_emit_fail(e, c->shape->source, keyword, "more than a struct can hold");
    c->cap = cap;
}

static void plan_storage(emit_run *e, emit_shape *c)
{
    const cinchi_shape *s = c->shape;
    c->storage = s->storage == CINCHI_STORE_RUN      ? e->opts->storage
                 : s->storage == CINCHI_STORE_VIEW   ? CINCH_EMIT_VIEW
                 : s->storage == CINCHI_STORE_STATIC ? CINCH_EMIT_STATIC
                                                     : CINCH_EMIT_OWNED;
    if (c->storage != e->opts->storage && c->storage != CINCH_EMIT_STATIC)
        cinchi_emit_fail(e, s->source, "x-c-storage", "view and owned storage do not mix, and neither goes into static");
}

/* A value of any kind stands in many places as one shape: the first of them, and what it is called. */
static const cinchi_source *plan_any_place(emit_run *e, const cinchi_shape *any, const char **name)
{
    for (uint32_t i = 0; i < e->schema->shape_count; i++) {
        const cinchi_shape *s = e->schema->shapes[i];
        *name = "items";
        if ((s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE) && s->as.list.item.shape == any) return s->source;
        for (uint32_t k = 0; s->kind == CINCHI_IS_RECORD && k < s->as.record.count; k++) {
            *name = cinchi_emit_member_name(e, s->as.record.members[k].name);
            if (s->as.record.members[k].use.shape == any) return s->as.record.members[k].source;
        }
    }
    return NULL;
}

static void plan_any(emit_run *e, emit_shape *c)
{
    const char *name;
    const cinchi_source *at = c->shape->max_bytes ? NULL : plan_any_place(e, c->shape, &name);
    if (at) cinchi_emit_fail(e, at, "x-c-max-bytes", "static storage needs a bound: x-c-max-bytes, for %s", name);
}

static void plan_bytes(emit_run *e, emit_shape *c)
{
    const cinchi_shape *s = c->shape;
    bool str = s->kind == CINCHI_IS_STR, any = s->kind == CINCHI_IS_ANY;
    uint64_t most = any ? UINT64_MAX : s->as.text.max_len;
    if (str) most = emit_times(most, most == UINT64_MAX ? 1 : 4);
    c->named = c->storage == CINCH_EMIT_STATIC;
    if (c->named && s->max_bytes && s->max_bytes < most) most = s->max_bytes;
    c->owns = c->storage == CINCH_EMIT_OWNED;
    if (c->named && any) plan_any(e, c);
    if (c->named && !e->error)
        plan_cap(e, c, most, any ? "x-c-max-bytes" : "maxLength", any ? "x-c-max-bytes" : "maxLength, or x-c-max-bytes");
    c->most = most == UINT64_MAX ? most
              : any              ? most
                                 : emit_add(most,
                               str ? emit_head_len(most, 32, true) : emit_head_len(most, 0, true) + (s->kind == CINCHI_IS_EXT));
    c->rules = cinchi_emit_has_rule(e, s) ||
               (!any && (s->as.text.min_len || s->as.text.max_len != UINT64_MAX || s->as.text.utf8)) || c->named;
    c->least = 1;
}

static uint64_t plan_value_len(const cinchi_value *v)
{
    cinch_writer w;
    cinch_writer_init_count(&w);
    cinch_node_write(v->node, &w);
    return cinch_writer_pos(&w);
}

bool cinchi_emit_open(const cinchi_shape *s)
{
    return s->kind == CINCHI_IS_ENUM && s->as.choice.open;
}

/* Room for a value kept, of which a text alone has no longest. */
static void plan_open(emit_run *e, emit_shape *c)
{
    uint64_t most = c->shape->types & CINCH_BIT(CINCH_STR) ? UINT64_MAX : 9;
    if (c->storage == CINCH_EMIT_STATIC && c->shape->max_bytes && c->shape->max_bytes < most) most = c->shape->max_bytes;
    c->owns = c->storage == CINCH_EMIT_OWNED;
    c->most = most;
    if (c->storage == CINCH_EMIT_STATIC)
        plan_cap(e, c, most, "x-c-max-bytes", "x-c-max-bytes, for values that the enum does not list");
}

static void plan_choice(emit_run *e, emit_shape *c)
{
    const cinchi_choice *o = &c->shape->as.choice;
    c->named = !o->is_const;
    if (o->open) plan_open(e, c);
    c->rules = c->named;
    for (uint32_t i = 0; i < o->count; i++) {
        uint64_t len = plan_value_len(&o->values[i]);
        if (len > c->most) c->most = len;
    }
    c->least = 1;
}

static void plan_use(emit_run *e, emit_shape *c, const cinchi_use *use, uint64_t times, uint64_t extra)
{
    const emit_shape *u = emit_of(e, use->shape);
    if (use->pointer && e->opts->storage == CINCH_EMIT_STATIC)
        cinchi_emit_fail(e, c->shape->source, NULL, "leads back to itself, which static storage cannot hold");
    c->most = use->pointer ? UINT64_MAX : emit_add(c->most, emit_times(emit_add(u->most, extra), times));
    c->owns = c->owns || u->owns || (use->pointer && e->opts->storage == CINCH_EMIT_OWNED);
    c->rules = c->rules || u->rules || use->pointer;
}

static void plan_list(emit_run *e, emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    c->named = true;
    c->functions = true;
    c->owns = c->storage == CINCH_EMIT_OWNED;
    c->rules = l->min_items || l->max_items != UINT64_MAX || c->storage == CINCH_EMIT_STATIC;
    if (c->storage == CINCH_EMIT_STATIC) plan_cap(e, c, l->max_items, "maxItems", "maxItems");
    c->most = emit_head_len(l->max_items, 16, false);
    if (l->max_items == UINT64_MAX) c->most = UINT64_MAX;
    plan_use(e, c, &l->item, l->max_items, 0);
    c->least = 1;
}

static void plan_tuple(emit_run *e, emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    c->named = c->functions = true;
    c->most = emit_head_len(l->open ? l->max_items : l->first_count, 16, false);
    for (uint32_t i = 0; i < l->first_count; i++) plan_use(e, c, &l->first[i], 1, 0);
    if (l->open && l->item.shape) {
        c->owns = c->owns || c->storage == CINCH_EMIT_OWNED;
        if (c->storage == CINCH_EMIT_STATIC)
            plan_cap(e, c, l->max_items == UINT64_MAX ? l->max_items : l->max_items - l->first_count, "maxItems", "maxItems");
        plan_use(e, c, &l->item, l->max_items == UINT64_MAX ? l->max_items : l->max_items - l->first_count, 0);
    }
    c->rules = true;
}

/* Unknown members. */
static void plan_kept(emit_run *e, emit_shape *c)
{
    uint64_t bytes = c->shape->max_bytes;
    c->owns = c->owns || c->storage == CINCH_EMIT_OWNED;
    if (c->storage == CINCH_EMIT_STATIC)
        plan_cap(e, c, bytes ? bytes : UINT64_MAX, "x-c-max-bytes", "x-c-max-bytes, for unknown members that are kept");
}

/* Members of other names. In static storage they take room for so many pairs, with keys of so many bytes. */
static void plan_extra(emit_run *e, emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    uint64_t key = c->shape->max_bytes ? c->shape->max_bytes : UINT64_MAX;
    c->owns = c->owns || c->storage == CINCH_EMIT_OWNED;
    plan_use(e, c, &r->value, 1, 0);
    if (c->storage != CINCH_EMIT_STATIC) return;
    plan_cap(e, c, key, "x-c-max-bytes", "x-c-max-bytes, for each key that is not named");
    plan_cap(e, c, r->max_pairs, "maxProperties", "maxProperties");
    c->rules = true;
}

/* A struct that holds fewer pairs than its messages must have could be read and never be written. */
static void plan_pairs(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    if (r->extra == CINCHI_EXTRA_ANY && !cinchi_emit_keeps(e, c) && r->min_pairs > r->count &&
        e->opts->only != CINCH_EMIT_DECODE)
        cinchi_emit_fail(e, c->shape->source, "minProperties",
                         "more than the members named here, and others are not kept: none could be written (--unknown=keep, or "
                         "--only=decode)");
}

static void plan_record(emit_run *e, emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    c->named = c->functions = true;
    if (r->count > EMIT_MEMBERS) cinchi_emit_fail(e, c->shape->source, "properties", "more than 1024 members");
    for (uint32_t i = 0; i < r->count && !e->error; i++) plan_use(e, c, &r->members[i].use, 1, 0);
    if (r->extra == CINCHI_EXTRA_USE) plan_extra(e, c);
    if (cinchi_emit_keeps(e, c)) plan_kept(e, c);
    plan_pairs(e, c);
    if (!e->error) c->most = cinchi_emit_record_most(e, c);
    if (r->min_pairs || r->max_pairs != UINT64_MAX) c->rules = true;
    if (!e->error) cinchi_emit_plan_passes(e, c);
}

static void plan_union(emit_run *e, emit_shape *c)
{
    const cinchi_choices *u = &c->shape->as.choices;
    c->named = c->functions = true;
    c->rules = true;
    for (uint32_t i = 0; i < u->count; i++) {
        uint64_t before = c->most;
        c->most = 0;
        plan_use(e, c, &u->branches[i].use, 1, 0);
        if (before > c->most) c->most = before;
    }
}

static void plan_shape(emit_run *e, emit_shape *c)
{
    const cinchi_shape *s = c->shape;
    plan_storage(e, c);
    c->least = 1;
    switch (s->kind) {
    case CINCHI_IS_BOOL: c->most = 1; break;
    case CINCHI_IS_INT:
        c->most = plan_int_most(s);
        c->rules = cinchi_emit_int_min(s) || cinchi_emit_int_max(s) || s->as.integer.step > 1;
        break;
    case CINCHI_IS_NUMBER:
        c->most = s->c_type == CINCHI_C_FLOAT ? 5 : 9;
        c->rules = cinchi_emit_has_rule(e, s);
        break;
    case CINCHI_IS_TIME:
        c->most = 15;
        c->rules = true;
        break;
    case CINCHI_IS_NIL:
    case CINCHI_IS_NEVER: c->most = 1; break;
    case CINCHI_IS_ENUM: plan_choice(e, c); break;
    case CINCHI_IS_LIST: plan_list(e, c); break;
    case CINCHI_IS_TUPLE: plan_tuple(e, c); break;
    case CINCHI_IS_RECORD: plan_record(e, c); break;
    case CINCHI_IS_UNION: plan_union(e, c); break;
    default: plan_bytes(e, c);
    }
}

void cinchi_emit_plan(emit_run *e)
{
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        e->shapes[i].shape = e->schema->shapes[i];
        plan_shape(e, &e->shapes[i]);
    }
}

/* SPDX-License-Identifier: MIT
 * Tables: one cinch_gen_type a shape, in the order of the shapes, so that each stands after those it holds by value. What is one row stands
 * here: scalars, text, lists.
 */
#include "emit_table.h"

void cinchi_emit_table_head(emit_run *e, const char *name, const char *kind, const char *size, const char *blank)
{
    cinchi_emit_f(e, "static const cinch_gen_type %s__type = {&cinch_gen_%s, %s, %s, ", name, kind, size, blank);
}

void cinchi_emit_table_bounds(emit_run *e, uint64_t cap, bool min, bool max, bool utf8, uint64_t lo, uint64_t hi)
{
    cinchi_emit_f(e, "%u, %s%s%s%s%s%s, UINT64_C(%x), UINT64_C(%x), ", cap, min ? "CINCH_GEN_MIN" : "",
                  min && (max || utf8) ? " | " : "", max ? "CINCH_GEN_MAX" : "", max && utf8 ? " | " : "",
                  utf8 ? "CINCH_GEN_UTF8" : "", min || max || utf8 ? "" : "0", min ? lo : 0, max ? hi : 0);
}

void cinchi_emit_table_tail(emit_run *e, const emit_shape *c, const char *more)
{
    if (cinchi_emit_has_rule(e, c->shape))
        cinchi_emit_f(e, "%s__rule, ", c->name);
    else
        cinchi_emit_f(e, "NULL, ");
    cinchi_emit_f(e, more ? "&%s__%s};\n" : "NULL};\n", c->name, more);
}

static void table_integer(emit_run *e, const emit_shape *c)
{
    const cinchi_integer *i = &c->shape->as.integer;
    const char *type = cinchi_emit_int_type(c->shape);
    cinchi_emit_table_head(e, c->name, cinchi_emit_int_kind(c->shape), cinchi_emit_text(e, "sizeof(%s)", type),
                           cinchi_emit_text(e, "sizeof(%s)", type));
    cinchi_emit_table_bounds(e, 0, cinchi_emit_int_min(c->shape), cinchi_emit_int_max(c->shape), false, i->lo.bits, i->hi.bits);
    cinchi_emit_table_tail(e, c, NULL);
}

static void table_plain(emit_run *e, const emit_shape *c, const char *kind, const char *type)
{
    cinchi_emit_table_head(e, c->name, kind, cinchi_emit_text(e, "sizeof(%s)", type), cinchi_emit_text(e, "sizeof(%s)", type));
    cinchi_emit_table_bounds(e, 0, false, false, false, 0, 0);
    cinchi_emit_table_tail(e, c, NULL);
}

static void table_bytes(emit_run *e, const emit_shape *c)
{
    const cinchi_shape *s = c->shape;
    bool any = s->kind == CINCHI_IS_ANY, fixed = c->storage == CINCH_EMIT_STATIC;
    const char *wire = any ? "raw" : s->kind == CINCHI_IS_STR ? "str" : s->kind == CINCHI_IS_BIN ? "bin" : "ext";
    const char *type = fixed ? c->name : cinchi_emit_text(e, "cinch_%s", any ? "bin" : wire);
    cinchi_emit_table_head(e, c->name, cinchi_emit_text(e, "%s_%s", wire, cinchi_emit_storage_name(c)),
                           cinchi_emit_text(e, "sizeof(%s)", type),
                           fixed ? (s->kind == CINCHI_IS_EXT ? "5" : "4") : cinchi_emit_text(e, "sizeof(%s)", type));
    if (any)
        cinchi_emit_f(e, "%u, 0, 0, UINT64_C(%x), ", c->cap, (uint64_t)s->types);
    else
        cinchi_emit_table_bounds(e, c->cap, s->as.text.min_len != 0, s->as.text.max_len != UINT64_MAX, s->as.text.utf8,
                                 s->as.text.min_len, s->as.text.max_len);
    cinchi_emit_table_tail(e, c, NULL);
}

const char *cinchi_emit_table_form(cinchi_encoding encoding)
{
    static const char *const forms[] = {"CINCH_GEN_MAP", "CINCH_GEN_ARRAY", "CINCH_GEN_INTKEYS"};
    return forms[encoding];
}

/* ---- uses */

void cinchi_emit_type_ref(emit_run *e, const cinchi_use *use)
{
    cinchi_emit_f(e, "&%s__%s", emit_of(e, use->shape)->name, use->pointer ? "pointer" : "type");
}

void cinchi_emit_table_item(emit_run *e, const emit_shape *c, const cinchi_use *use)
{
    if (!use->nullable || use->pointer) return;
    cinchi_emit_f(e, "static const cinch_gen_list %s__entry_more = {", c->name);
    cinchi_emit_type_ref(e, use);
    cinchi_emit_f(e, ", offsetof(%s_entry, value), 0};\n", c->name);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__entry_type = {&cinch_gen_maybe, sizeof(%s_entry), sizeof(%s_entry), 0, 0, 0, 0, "
        "NULL, &%s__entry_more};\n",
        c->name, c->name, c->name, c->name);
}

void cinchi_emit_table_item_ref(emit_run *e, const emit_shape *c, const cinchi_use *use)
{
    if (use->nullable && !use->pointer)
        cinchi_emit_f(e, "&%s__entry_type", c->name);
    else
        cinchi_emit_type_ref(e, use);
}

static void table_list(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    bool fixed = c->storage == CINCH_EMIT_STATIC;
    const char *quick = l->item.nullable ? NULL : cinchi_emit_quick(e, &l->item);
    if (!l->item.nullable && !l->item.pointer && emit_of(e, l->item.shape)->reads) quick = "RECORD";
    cinchi_emit_table_item(e, c, &l->item);
    cinchi_emit_f(e, "static const cinch_gen_list %s__more = {", c->name);
    cinchi_emit_table_item_ref(e, c, &l->item);
    cinchi_emit_f(e, ", offsetof(%s, items), %s%s};\n", c->name, quick ? "CINCH_GEN_" : "0", quick ? quick : "");
    cinchi_emit_table_head(e, c->name, cinchi_emit_text(e, "list_%s", cinchi_emit_storage_name(c)),
                           cinchi_emit_text(e, "sizeof(%s)", c->name),
                           fixed ? "4" : cinchi_emit_text(e, "sizeof(%s)", c->name));
    cinchi_emit_table_bounds(e, fixed ? c->cap : 0, l->min_items != 0, l->max_items != UINT64_MAX, false, l->min_items,
                             l->max_items);
    cinchi_emit_table_tail(e, c, "more");
}

/* ---- all */

static void table_shape(emit_run *e, const emit_shape *c)
{
    switch (c->shape->kind) {
    case CINCHI_IS_NEVER: return;
    case CINCHI_IS_NIL:
        cinchi_emit_f(e, "static const cinch_gen_type %s__type = {&cinch_gen_nil, 0, 0, 0, 0, 0, 0, NULL, NULL};\n", c->name);
        break;
    case CINCHI_IS_BOOL: table_plain(e, c, "bool", "bool"); break;
    case CINCHI_IS_INT: table_integer(e, c); break;
    case CINCHI_IS_NUMBER:
        table_plain(e, c, c->shape->c_type == CINCHI_C_FLOAT ? "f32" : "f64",
                    c->shape->c_type == CINCHI_C_FLOAT ? "float" : "double");
        break;
    case CINCHI_IS_TIME: table_plain(e, c, "time", "cinch_time"); break;
    case CINCHI_IS_ENUM: cinchi_emit_table_enum(e, c); break;
    case CINCHI_IS_LIST: table_list(e, c); break;
    case CINCHI_IS_TUPLE: cinchi_emit_table_tuple(e, c); break;
    case CINCHI_IS_RECORD: cinchi_emit_table_record(e, c); break;
    case CINCHI_IS_UNION: cinchi_emit_table_union(e, c); break;
    default: table_bytes(e, c);
    }
}

static void table_mark(uint8_t *pointed, const cinchi_use *use)
{
    if (use->shape && use->pointer) pointed[use->shape->index] = 1;
}

/* Which shapes are held by pointer. */
static uint8_t *table_pointed(emit_run *e)
{
    uint8_t *pointed = (uint8_t *)cinchi_emit_take(e, e->schema->shape_count + 1);
    for (uint32_t i = 0; pointed && i < e->schema->shape_count; i++) {
        const cinchi_shape *s = e->shapes[i].shape;
        if (s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE) {
            table_mark(pointed, &s->as.list.item);
            for (uint32_t k = 0; k < s->as.list.first_count; k++) table_mark(pointed, &s->as.list.first[k]);
        } else if (s->kind == CINCHI_IS_RECORD) {
            for (uint32_t k = 0; k < s->as.record.count; k++) table_mark(pointed, &s->as.record.members[k].use);
            if (s->as.record.extra == CINCHI_EXTRA_USE) table_mark(pointed, &s->as.record.value);
        } else if (s->kind == CINCHI_IS_UNION) {
            for (uint32_t k = 0; k < s->as.choices.count; k++) table_mark(pointed, &s->as.choices.branches[k].use);
        }
    }
    return pointed;
}

void cinchi_emit_tables(emit_run *e)
{
    const uint8_t *pointed = table_pointed(e);
    for (uint32_t i = 0; pointed && i < e->schema->shape_count; i++) {
        const char *n = e->shapes[i].name;
        if (!pointed[i]) continue;
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__type;\nstatic const cinch_gen_type %s__pointer = {&cinch_gen_pointer_%s, "
            "sizeof(void *), sizeof(void *), 0, 0, 0, 0, NULL, &%s__type};\n",
            n, n, e->opts->storage == CINCH_EMIT_OWNED ? "owned" : "view", n);
    }
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        table_shape(e, &e->shapes[i]);
        cinchi_emit_f(e, "\n");
    }
}

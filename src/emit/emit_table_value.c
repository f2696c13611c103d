/* SPDX-License-Identifier: MIT
 * Tables of what values tell apart: constants, enums, and unions with the values or keys of their branches.
 */
#include "emit_table.h"

static bool table_is_number(const cinchi_value *v)
{
    return v->number || v->node->type == CINCH_F64 || v->node->type == CINCH_F32;
}

static const char *table_value_type(const cinchi_value *v, int64_t *bits)
{
    const cinch_node *n = v->node;
    double x;
    *bits = 0;
    if (n->type == CINCH_STR) return "CINCH_STR";
    if (n->type == CINCH_BOOL) {
        *bits = cinch_node_bool(n, false);
        return "CINCH_BOOL";
    }
    if (table_is_number(v)) {
        x = cinch_node_f64(n, 0);
        memcpy(bits, &x, 8);
        return "CINCH_F64";
    }
    if (n->type == CINCH_I64) {
        *bits = cinch_node_i64(n, 0);
        return "CINCH_I64";
    }
    *bits = (int64_t)cinch_node_u64(n, 0);
    return "CINCH_U64";
}

/* A string itself; of all others what the texts of enums call it. */
static cinch_str table_value_text(emit_run *e, const cinch_node *n)
{
    static const cinch_str none = {NULL, 0};
    const char *text = "number";
    if (n->type == CINCH_STR) return cinch_node_str(n, "");
    if (n->type == CINCH_BOOL)
        text = cinch_node_bool(n, false) ? "true" : "false";
    else if (n->type == CINCH_U64)
        text = cinchi_emit_text(e, "%u", cinch_node_u64(n, 0));
    else if (n->type == CINCH_I64)
        text = cinchi_emit_text(e, "%d", cinch_node_i64(n, 0));
    return text ? cinch_cstr(text) : none;
}

static void table_value(emit_run *e, const cinchi_value *v)
{
    int64_t bits;
    const char *type = table_value_type(v, &bits);
    cinch_str s = table_value_text(e, v->node);
    cinchi_emit_f(e, "    {%s, %u, ", type, (uint64_t)s.len);
    cinchi_emit_literal(e, s.ptr, s.len);
    cinchi_emit_f(e, ", (int64_t)UINT64_C(%x)},\n", (uint64_t)bits);
}

/* The types in which a message may have the value: an integer comes in either sign's, a number in any. */
static uint32_t table_value_types(const cinchi_value *v)
{
    const uint32_t whole = CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64);
    if (table_is_number(v)) return whole | CINCH_BIT(CINCH_F32) | CINCH_BIT(CINCH_F64);
    return v->node->type == CINCH_U64 || v->node->type == CINCH_I64 ? whole : CINCH_BIT(v->node->type);
}

static void table_values(emit_run *e, const char *name, const cinchi_value *values, uint32_t count, bool wide)
{
    uint32_t types = 0;
    cinchi_emit_f(e, "static const cinch_gen_value %s__list[] = {\n", name);
    for (uint32_t i = 0; i < count; i++) {
        table_value(e, &values[i]);
        types |= table_value_types(&values[i]);
    }
    cinchi_emit_f(e, "};\n");
    if (wide)
        cinchi_emit_f(e, "static const cinch_gen_values %s__values = {%s__list, %u, %x};\n", name, name, (uint64_t)count,
                      (uint64_t)types);
}

/* ---- enums */

/* kept is a raw item of one of the types there are. */
static void table_other(emit_run *e, const emit_shape *c)
{
    const char *n = c->name, *blank = c->storage == CINCH_EMIT_STATIC ? "4" : "sizeof(cinch_bin)";
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__kept = {&cinch_gen_raw_%s, sizeof(((%s *)0)->kept), %s, %u, 0, 0, UINT64_C(%x), NULL, "
        "NULL};\n",
        n, cinchi_emit_storage_name(c), n, blank, c->cap, (uint64_t)c->shape->types);
    cinchi_emit_f(e, "static const cinch_gen_other %s__other = {&%s__values, &%s__kept, offsetof(%s, kept)};\n", n, n, n, n);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__type = {&cinch_gen_enum_open%s, sizeof(%s), offsetof(%s, kept) + %s, sizeof(%s_kind), "
        "0, 0, 0, NULL, &%s__other};\n",
        n, c->owns ? "_owned" : "", n, n, blank, n, n);
}

void cinchi_emit_table_enum(emit_run *e, const emit_shape *c)
{
    const cinchi_choice *o = &c->shape->as.choice;
    table_values(e, c->name, o->values, o->count, true);
    if (o->open)
        table_other(e, c);
    else if (o->is_const)
        cinchi_emit_f(e, "static const cinch_gen_type %s__type = {&cinch_gen_const, 0, 0, 0, 0, 0, 0, NULL, &%s__values};\n",
                      c->name, c->name);
    else
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__type = {&cinch_gen_enum, sizeof(%s), sizeof(%s), sizeof(%s), 0, 0, 0, NULL, "
            "&%s__values};\n",
            c->name, c->name, c->name, c->name, c->name);
}

/* ---- unions */

static void table_branch(emit_run *e, const emit_shape *c, uint32_t i)
{
    const cinchi_choices *u = &c->shape->as.choices;
    const cinchi_branch *b = &u->branches[i];
    cinchi_emit_f(e, "    {");
    cinchi_emit_type_ref(e, &b->use);
    cinchi_emit_f(e, ", %x, %u, %u, ", (uint64_t)b->types, (uint64_t)b->tagged, (uint64_t)b->tag_absent);
    if (b->value_count)
        cinchi_emit_f(e, "%s_%u__list, %u, ", c->name, (uint64_t)i, (uint64_t)b->value_count);
    else
        cinchi_emit_f(e, "NULL, 0, ");
    if (b->key_count && u->encoding == CINCHI_INTKEYS)
        cinchi_emit_f(e, "NULL, %s_%u__keys, %u},\n", c->name, (uint64_t)i, (uint64_t)b->key_count);
    else if (b->key_count)
        cinchi_emit_f(e, "%s_%u__keys, NULL, %u},\n", c->name, (uint64_t)i, (uint64_t)b->key_count);
    else
        cinchi_emit_f(e, "NULL, NULL, 0},\n");
}

static void table_branch_keys(emit_run *e, const emit_shape *c, uint32_t i)
{
    const cinchi_branch *b = &c->shape->as.choices.branches[i];
    bool numbers = c->shape->as.choices.encoding == CINCHI_INTKEYS;
    if (b->value_count) table_values(e, cinchi_emit_text(e, "%s_%u", c->name, (uint64_t)i), b->values, b->value_count, false);
    if (!b->key_count) return;
    cinchi_emit_f(e, numbers ? "static const int64_t %s_%u__keys[] = {" : "static const char *const %s_%u__keys[] = {", c->name,
                  (uint64_t)i);
    for (uint32_t k = 0; k < b->key_count; k++) {
        if (k) cinchi_emit_f(e, ", ");
        if (numbers)
            cinchi_emit_f(e, "%i", b->int_keys[k]);
        else
            cinchi_emit_literal(e, b->keys[k].ptr, b->keys[k].len);
    }
    cinchi_emit_f(e, "};\n");
}

void cinchi_emit_table_union(emit_run *e, const emit_shape *c)
{
    const cinchi_choices *u = &c->shape->as.choices;
    const char *n = c->name;
    for (uint32_t i = 0; i < u->count; i++) table_branch_keys(e, c, i);
    cinchi_emit_f(e, "static const cinch_gen_branch %s__branches[] = {\n", n);
    for (uint32_t i = 0; i < u->count; i++) table_branch(e, c, i);
    cinchi_emit_f(e, "};\nstatic const cinch_gen_union %s__union = {%s__branches, %u, offsetof(%s, as), %x, %u, %s, ", n, n,
                  (uint64_t)u->count, n, (uint64_t)c->shape->types, (uint64_t)u->one_of, cinchi_emit_table_form(u->encoding));
    if (u->by == CINCHI_BY_VALUE)
        cinchi_emit_literal(e, u->tag.ptr, u->tag.len);
    else
        cinchi_emit_f(e, "NULL");
    cinchi_emit_f(e, ", %i, %u};\n", u->tag_key, (uint64_t)u->tag_index);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__type = {&cinch_gen_choice, sizeof(%s), sizeof(%s), sizeof(%s_kind), 0, 0, 0, NULL, "
        "&%s__union};\n",
        n, n, n, n, n);
}

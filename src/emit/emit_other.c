/* SPDX-License-Identifier: MIT
 * The members of a struct of scalars and views in any other order: the library finds where each key is; then, in the order of the
 * schema, each key is compared as far as that has not been done, and its value taken without a branch on its format.
 */
#include "emit_in.h"

typedef struct other_state {
    emit_run *e;
    const emit_shape *c;
    const char *indent;
} other_state;

static void other_line(const other_state *s, const char *format, const char *name, uint64_t number)
{
    cinchi_emit_f(s->e, "%s", s->indent);
    cinchi_emit_f(s->e, format, name, number);
}

/* An integer is read by 8 bytes that end with it: they lie in the map unless it comes first and its key is short. */
static void other_int(const other_state *s, const cinchi_member *m, const char *name, uint64_t len)
{
    cinchi_emit_f(s->e, "%si = %u;\n%sif (", s->indent, len, s->indent);
    if (len < 6) cinchi_emit_f(s->e, "p - b + %u >= 7 && ", len);
    cinchi_emit_f(s->e, "cinch_gen_int_by_table(p, &i, CINCH_GEN_%s, &u)) {\n%s    v->%s = (%s)u;\n",
                  cinchi_emit_int_row(m->use.shape), s->indent, name, cinchi_emit_int_type(m->use.shape));
}

/* Begins a branch for the usual formats. */
static void other_usual(const other_state *s, const cinchi_member *m)
{
    const char *name = cinchi_emit_member_name(s->e, m->name);
    uint64_t len = m->name.len + 1;
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(s->e, "%sif ((p[%u] ^ 0xc2u) < 2) {\n", s->indent, len);
        other_line(s, "    v->%s = (p[%u] & 1) != 0;\n", name, len);
        break;
    case CINCHI_IS_NUMBER:
        cinchi_emit_f(s->e, "%sif (p[%u] == 0xcb) {\n", s->indent, len);
        other_line(s, "    v->%s = cinch_gen_double(p + %u);\n", name, len + 1);
        break;
    case CINCHI_IS_INT: other_int(s, m, name, len); break;
    default: cinchi_emit_f(s->e, "%sif (cinch_gen_str_whole(p + %u, &v->%s)) {\n", s->indent, len, name);
    }
}

/* The value behind the key at p. */
static void other_value(const other_state *s, const cinchi_member *m, uint32_t index)
{
    const emit_shape *t = emit_of(s->e, m->use.shape);
    const char *name = cinchi_emit_member_name(s->e, m->name);
    cinchi_emit_f(s->e, "%sif (!cinch_gen_here(p, ", s->indent);
    cinchi_emit_key_literal(s->e, m->name, "", 0, "", 0);
    cinchi_emit_f(s->e, ", %u)) return NULL;\n", (uint64_t)m->name.len + 1);
    if (cinchi_emit_has(m)) other_line(s, "v->has_%s = true;\n", name, 0);
    if (m->use.shape->kind == CINCHI_IS_STR && !t->rules) {
        cinchi_emit_f(s->e, "%sif (!cinch_gen_str_whole(p + %u, &v->%s) && ", s->indent, (uint64_t)m->name.len + 1, name);
    } else {
        other_usual(s, m);
        if (t->rules)
            cinchi_emit_f(s->e, "%s    if (%s__type.kind->check(&%s__type, &v->%s, NULL)) return NULL;\n", s->indent, t->name,
                          t->name, name);
        cinchi_emit_f(s->e, "%s} else if (", s->indent);
    }
    cinchi_emit_f(s->e, "!cinch_gen_odd(&%s__object, %u, p, end, v)) {\n", s->c->name, (uint64_t)index);
    cinchi_emit_f(s->e, "%s    return NULL;\n%s}\n", s->indent, s->indent);
}

static void other_member(emit_run *e, const emit_shape *c, uint32_t index)
{
    const cinchi_member *m = &c->shape->as.record.members[index];
    other_state s = {e, c, m->required ? "    " : "        "};
    cinchi_emit_f(e, "    p = at[%u];\n    if (!p)", (uint64_t)index);
    if (m->required) {
        cinchi_emit_f(e, " return NULL;\n");
        other_value(&s, m, index);
        return;
    }
    cinchi_emit_f(e, " {\n");
    cinchi_emit_absent(e, c, index);
    cinchi_emit_f(e, "    } else {\n        seen++;\n");
    other_value(&s, m, index);
    cinchi_emit_f(e, "    }\n");
}

static bool other_ints(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].use.shape->kind == CINCHI_IS_INT) return true;
    return false;
}

/* A pair that is known and not seen is one of a member that comes twice. */
void cinchi_emit_other_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *n = c->name;
    uint64_t required = 0, count = r->count;
    for (uint32_t i = 0; i < r->count; i++) required += r->members[i].required;
    cinchi_emit_f(
        e,
        "/* In any order, which a row that is not NULL is told. */\nstatic const uint8_t *%s__other(const uint8_t *b, "
        "size_t n, cinch_order *row, %s *v)\n{\n    const uint8_t *at[%u] = {NULL}, *end, *p;\n    cinch_gen_sought "
        "sought;\n",
        n, n, count);
    if (required < count) cinchi_emit_f(e, "    uint32_t seen = %u;\n", required);
    if (other_ints(r)) cinchi_emit_f(e, "    size_t i;\n    uint64_t u;\n");
    cinchi_emit_f(e, "    end = cinch_gen_seek(&%s__object, b, n, at, &sought);\n", n);
    if (required < count)
        cinchi_emit_f(e, "    if (!end) return NULL;\n");
    else
        cinchi_emit_f(e, "    if (!end || sought.known != %u) return NULL;\n", count);
    for (uint32_t i = 0; i < r->count; i++) other_member(e, c, i);
    if (required < count) cinchi_emit_f(e, "    if (seen != sought.known) return NULL;\n");
    cinchi_emit_f(e, "    if (row) cinch_gen_order_met(row, &%s__object, at, &sought);\n    return end;\n}\n\n", n);
}

/* Where a reader remembers orders, by that first. */
void cinchi_emit_other_get(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e,
                  "static const uint8_t *%s__any(const uint8_t *b, size_t n, const cinch_orders *orders, %s *v)\n{\n    "
                  "cinch_order *row = cinch_gen_order(orders, &%s__object);\n    const uint8_t *next = NULL;\n",
                  n, n, n);
    cinchi_emit_f(
        e,
        "    if (row && cinch_gen_order_known(row, &%s__object)) next = %s__follow(b, n, row, v);\n    return next ? next "
        ": %s__other(b, n, row, v);\n}\n",
        n, n, n);
}

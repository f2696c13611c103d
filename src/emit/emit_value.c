/* SPDX-License-Identifier: MIT
 * Values in an unrolled pass: taken without a call where they come in their usual format, and held against the rules of their types.
 */
#include "emit_pass.h"

bool cinchi_pass_fixed(const cinchi_member *m)
{
    return m->required && !m->use.nullable && !m->use.pointer &&
           (m->use.shape->kind == CINCHI_IS_BOOL || cinchi_pass_is_number(m));
}

bool cinchi_pass_is_number(const cinchi_member *m)
{
    return m->required && !m->use.nullable && !m->use.pointer && m->use.shape->kind == CINCHI_IS_NUMBER &&
           m->use.shape->c_type != CINCHI_C_FLOAT;
}

const char *cinchi_pass_name(const emit_pass *s, const cinchi_member *m)
{
    return cinchi_emit_member_name(s->e, m->name);
}

void cinchi_pass_check(emit_pass *s, uint64_t rest)
{
    if (rest)
        cinchi_emit_f(s->e, "    if (i > n - %u) %s;\n", rest, s->fail);
    else
        cinchi_emit_f(s->e, "    if (i > n) %s;\n", s->fail);
    s->slack = 0;
}

void cinchi_pass_ask(emit_pass *s, const char *indent, const char *what, uint64_t index, uint64_t at, uint64_t need)
{
    cinchi_emit_f(s->e, "%sv = (%s *)%s(&%s__object, %u, %u, %u, &b, &n, &i, &more, v);\n%sif (!v) %s;\n", indent, s->c->name,
                  what, s->c->name, index, at, need, indent, s->fail);
}

/* ---- numbers */

/* Bounds that its C type does not have are compared in it; all else is for the function of its kind. */
static void value_judge_int(emit_pass *s, const cinchi_member *m)
{
    const cinchi_shape *i = m->use.shape;
    const char *name = cinchi_pass_name(s, m), *literal = cinchi_emit_signed(i) ? "%i" : "UINT64_C(%x)";
    bool lo = cinchi_emit_int_min(i), hi = cinchi_emit_int_max(i);
    cinchi_emit_f(s->e, "    if (");
    if (lo) cinchi_emit_f(s->e, "v->%s < ", name);
    if (lo) cinchi_emit_f(s->e, literal, i->as.integer.lo.bits);
    if (lo && hi) cinchi_emit_f(s->e, " || ");
    if (hi) cinchi_emit_f(s->e, "v->%s > ", name);
    if (hi) cinchi_emit_f(s->e, literal, i->as.integer.hi.bits);
    cinchi_emit_f(s->e, ") %s;\n", s->fail);
}

void cinchi_pass_judge(emit_pass *s, const cinchi_member *m)
{
    const cinchi_shape *shape = m->use.shape;
    const emit_shape *c = emit_of(s->e, shape);
    if (!c->rules || shape->kind == CINCHI_IS_RECORD) return;
    if (shape->kind == CINCHI_IS_INT && shape->as.integer.step <= 1 && !cinchi_emit_has_rule(s->e, shape)) {
        value_judge_int(s, m);
        return;
    }
    if (shape->kind == CINCHI_IS_STR && c->storage == CINCH_EMIT_STATIC && !cinchi_emit_has_rule(s->e, shape)) return;
    cinchi_emit_f(s->e, "    if (");
    if (shape->kind == CINCHI_IS_STR && !cinchi_emit_has_rule(s->e, shape))
        cinchi_emit_f(s->e, "!cinch_gen_brief(v->%s.ptr, v->%s.len, %u, %u) && ", cinchi_pass_name(s, m),
                      cinchi_pass_name(s, m), shape->as.text.min_len,
                      shape->as.text.max_len < 31 ? shape->as.text.max_len : 31);
    cinchi_emit_f(s->e, "%s__type.kind->check(&%s__type, &v->%s, NULL)) %s;\n", c->name, c->name, cinchi_pass_name(s, m),
                  s->fail);
}

static void value_int(emit_pass *s, const cinchi_member *m)
{
    const char *name = cinchi_pass_name(s, m), *row = cinchi_emit_int_row(m->use.shape),
               *type = cinchi_emit_int_type(m->use.shape);
    if (s->before < 7)
        cinchi_emit_f(s->e, "    if (!cinch_gen_int_first(b, n, &i, CINCH_GEN_%s, &u)) %s;\n", row, s->fail);
    else if (s->slack + 8 <= s->rest)
        cinchi_emit_f(s->e, "    if (!cinch_gen_int(b, &i, CINCH_GEN_%s, &u)) %s;\n", row, s->fail);
    else
        cinchi_emit_f(s->e, "    if (!cinch_gen_int_within(b, n, &i, CINCH_GEN_%s, &u)) %s;\n", row, s->fail);
    s->slack += 8;
    cinchi_emit_f(s->e, "    v->%s = (%s)u;\n", name, type);
}

static void value_double(emit_pass *s, const cinchi_member *m, uint32_t index)
{
    uint64_t longer = cinchi_pass_is_number(m) ? 0 : 8; /* than what rest had of it */
    const char *room = s->slack + longer <= s->rest ? "" : " && n - i >= 9";
    cinchi_emit_f(s->e, "    if (b[i] == 0xcb%s) {\n        v->%s = cinch_gen_double(b + i + 1);\n    } else {\n", room,
                  cinchi_pass_name(s, m));
    cinchi_pass_ask(s, "        ", "cinch_gen_rare", index, 0, s->rest);
    cinchi_emit_f(s->e, "    }\n    i += 9;\n");
    s->slack += longer;
}

/* ---- text, structs */

static void value_text(emit_pass *s, const cinchi_member *m)
{
    const emit_shape *c = emit_of(s->e, m->use.shape);
    const char *name = cinchi_pass_name(s, m);
    const cinchi_text *t = &m->use.shape->as.text;
    uint64_t most = t->max_len < 31 ? t->max_len : 31;
    if (c->storage == CINCH_EMIT_VIEW) {
        cinchi_emit_f(s->e, "    if (!cinch_gen_str(b, n, &i, &v->%s)) %s;\n", name, s->fail);
    } else {
        if (c->cap < most) most = c->cap;
        if (cinchi_emit_has_rule(s->e, m->use.shape)) most = 0; /* which a match must judge */
        cinchi_emit_f(s->e, "    if (!cinch_gen_text(&%s__type, b, n, &i, &v->%s, %u, %u)) %s;\n", c->name, name,
                      most == 0 ? (uint64_t)1 : t->min_len, most, s->fail);
    }
    cinchi_pass_check(s, s->rest);
}

/* A struct inside that a pass of its own takes; where that does not, one that has a reader asks the kind. */
static void value_struct(emit_pass *s, const cinchi_member *m, uint32_t index)
{
    const char *inner = emit_of(s->e, m->use.shape)->name, *name = cinchi_pass_name(s, m);
    cinchi_emit_f(s->e, "    next = %s__read(b + i, n - i, &v->%s);\n", inner, name);
    if (s->reader)
        cinchi_emit_f(s->e, "    if (!next) next = cinch_gen_member(r, &%s__object.fields[%u], b + i, v, arena);\n", s->c->name,
                      (uint64_t)index);
    cinchi_emit_f(s->e, s->reader ? "    if (!next) goto done;\n" : "    if (!next) return NULL;\n");
    cinchi_emit_f(s->e, "    i = (size_t)(next - b);\n");
    if (!s->reader) cinchi_pass_check(s, s->rest); /* else when it is noted how far the pass has come */
}

void cinchi_pass_value(emit_pass *s, const cinchi_member *m, uint32_t index)
{
    const char *name = cinchi_pass_name(s, m);
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(s->e, "    u = b[i++] ^ 0xc2u;\n    if (u > 1) %s;\n    v->%s = u != 0;\n", s->fail, name);
        break;
    case CINCHI_IS_INT: value_int(s, m); break;
    case CINCHI_IS_NUMBER: value_double(s, m, index); break;
    case CINCHI_IS_RECORD: value_struct(s, m, index); break;
    default: value_text(s, m);
    }
    cinchi_pass_judge(s, m);
}

/* ---- what is not there */

static void value_blank(emit_run *e, const cinchi_member *m)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    const emit_shape *c = emit_of(e, m->use.shape);
    switch (m->use.shape->kind) {
    case CINCHI_IS_STR:
        if (c->storage == CINCH_EMIT_VIEW) cinchi_emit_f(e, "        v->%s.ptr = NULL;\n", name);
        cinchi_emit_f(e, "        v->%s.len = 0;\n", name);
        break;
    case CINCHI_IS_RECORD: cinchi_emit_f(e, "        memset(&v->%s, 0, sizeof v->%s);\n", name, name); break;
    default: cinchi_emit_f(e, "        v->%s = %s;\n", name, m->use.shape->kind == CINCHI_IS_BOOL ? "false" : "0");
    }
}

/* A default is a rare thing, and its text in C more so: by the table. */
void cinchi_emit_absent(emit_run *e, const emit_shape *c, uint32_t index)
{
    const cinchi_member *m = &c->shape->as.record.members[index];
    cinchi_emit_f(e, "        v->has_%s = false;\n", cinchi_emit_member_name(e, m->name));
    if (m->value)
        cinchi_emit_f(e, "        cinch_gen_fill(&%s__object.fields[%u], v);\n", c->name, (uint64_t)index);
    else
        value_blank(e, m);
}

void cinchi_pass_variables(emit_pass *s)
{
    bool u = false, next = false;
    for (uint32_t i = 0; i < s->r->count; i++) {
        const cinchi_member *m = &s->r->members[i];
        if (!cinchi_emit_plain(s->e, m)) continue; /* it goes through a call */
        u = u || m->use.shape->kind == CINCHI_IS_INT ||
            (m->use.shape->kind == CINCHI_IS_BOOL && !(cinchi_pass_fixed(m) && s->r->encoding != CINCHI_ARRAY));
        next = next || m->use.shape->kind == CINCHI_IS_RECORD;
    }
    if (u) cinchi_emit_f(s->e, "    uint64_t u;\n");
    if (next || s->reader) cinchi_emit_f(s->e, "    const uint8_t *next;\n");
}

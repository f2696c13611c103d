/* SPDX-License-Identifier: MIT
 * The unrolled pass that reads a struct of scalars and views, members in the order of the schema.
 *
 * Every offset in it is at most n less the bytes that must still come, plus a slack: how much longer than the shortest the integers
 * since the last check may have been. A check is emitted where the next read could need more than that leaves.
 */
#include "emit_in.h"

typedef struct pass_state {
    emit_run *e;
    const emit_shape *c;
    const cinchi_record *r;
    uint64_t rest; /* bytes that must still come after the member at hand: of required members, at their shortest */
    uint64_t slack;
    uint64_t before; /* bytes that surely lie before the value at hand */
} pass_state;

static uint64_t pass_least(const cinchi_member *m)
{
    return m->name.len + 2;
}

static const char *pass_name(const pass_state *s, const cinchi_member *m)
{
    return cinchi_emit_member_name(s->e, m->name);
}

static void pass_check(pass_state *s, uint64_t rest)
{
    if (rest)
        cinchi_emit_f(s->e, "    if (i > n - %u) return NULL;\n", rest);
    else
        cinchi_emit_f(s->e, "    if (i > n) return NULL;\n");
    s->slack = 0;
}

static void pass_int(pass_state *s, const cinchi_member *m)
{
    const char *name = pass_name(s, m), *row = cinchi_emit_int_row(m->use.shape), *type = cinchi_emit_int_type(m->use.shape);
    if (s->before < 7)
        cinchi_emit_f(s->e, "    if (n - i < 9 || !cinch_gen_int_first(b, &i, CINCH_GEN_%s, &u)) return NULL;\n", row);
    else if (s->slack + 8 <= s->rest)
        cinchi_emit_f(s->e, "    if (!cinch_gen_int(b, &i, CINCH_GEN_%s, &u)) return NULL;\n", row);
    else
        cinchi_emit_f(s->e, "    if (!cinch_gen_int_within(b, n, &i, CINCH_GEN_%s, &u)) return NULL;\n", row);
    s->slack += 8;
    cinchi_emit_f(s->e, "    v->%s = (%s)u;\n", name, type);
}

static void pass_double(pass_state *s, const cinchi_member *m)
{
    const char *name = pass_name(s, m);
    cinchi_emit_f(
        s->e, "    if (b[i] == 0xcb && n - i >= 9) {\n        v->%s = cinch_gen_double(b + i + 1);\n        i += 9;\n", name);
    cinchi_emit_f(s->e, "    } else {\n        i = cinch_gen_number(b, n, i, &v->%s);\n        if (!i) return NULL;\n    }\n",
                  name);
    s->slack += 8;
}

/* The value at b[i], of which the first byte is there. */
static void pass_value(pass_state *s, const cinchi_member *m)
{
    const char *name = pass_name(s, m);
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(s->e, "    u = b[i++] ^ 0xc2u;\n    if (u > 1) return NULL;\n    v->%s = u != 0;\n", name);
        break;
    case CINCHI_IS_INT: pass_int(s, m); break;
    case CINCHI_IS_NUMBER: pass_double(s, m); break;
    default: cinchi_emit_f(s->e, "    if (!cinch_gen_str(b, n, &i, &v->%s)) return NULL;\n", name); pass_check(s, s->rest);
    }
    if (emit_of(s->e, m->use.shape)->rules) {
        if (s->slack > s->rest) pass_check(s, s->rest);
        cinchi_emit_f(s->e, "    if (%s__type.kind->check(&%s__type, &v->%s, NULL)) return NULL;\n",
                      emit_of(s->e, m->use.shape)->name, emit_of(s->e, m->use.shape)->name, name);
    }
}

static void pass_key(pass_state *s, const cinchi_member *m)
{
    cinchi_emit_f(s->e, "cinch_gen_is(b + i, ");
    cinchi_emit_key_literal(s->e, m->name, "");
    cinchi_emit_f(s->e, ", %u)", (uint64_t)m->name.len + 1);
}

static void pass_required(pass_state *s, const cinchi_member *m, uint32_t index)
{
    uint64_t need = pass_least(m);
    if (s->slack + need > s->rest + need) pass_check(s, s->rest + need);
    cinchi_emit_f(s->e, "    if (!");
    pass_key(s, m);
    cinchi_emit_f(
        s->e, ") {\n        i = cinch_gen_seek(&%s__object, %u, b, n, i, %u, &more);\n        if (!i) return NULL;\n    }\n",
        s->c->name, (uint64_t)index, s->rest + need);
    cinchi_emit_f(s->e, "    i += %u;\n", (uint64_t)m->name.len + 1);
    s->before += m->name.len + 1;
    if (m->use.nullable) {
        cinchi_emit_f(s->e, "    if (b[i] == 0xc0) return NULL;\n    v->has_%s = true;\n", pass_name(s, m));
    }
    pass_value(s, m);
    s->before += 1;
}

static void pass_blank(pass_state *s, const cinchi_member *m)
{
    const char *name = pass_name(s, m);
    if (m->use.shape->kind == CINCHI_IS_STR)
        cinchi_emit_f(s->e, "        v->%s.ptr = NULL;\n        v->%s.len = 0;\n", name, name);
    else
        cinchi_emit_f(s->e, "        v->%s = %s;\n", name, m->use.shape->kind == CINCHI_IS_BOOL ? "false" : "0");
}

/* A default is a rare thing, and its text in C more so: by the table. */
static void pass_optional(pass_state *s, const cinchi_member *m, uint32_t index)
{
    const char *name = pass_name(s, m);
    uint64_t before = s->before;
    if (s->slack) pass_check(s, s->rest);
    cinchi_emit_f(s->e, "    here = n - i >= %u && ", pass_least(m));
    pass_key(s, m);
    cinchi_emit_f(s->e, ";\n    if (!here && more > 0) {\n        i = cinch_gen_seek(&%s__object, %u, b, n, i, %u, &more);\n",
                  s->c->name, (uint64_t)index, pass_least(m));
    cinchi_emit_f(
        s->e,
        "        if (!i) return NULL;\n        here = true;\n    }\n    if (here) {\n    i += %u;\n    if (b[i] == 0xc0) "
        "return NULL;\n",
        (uint64_t)m->name.len + 1);
    s->before += m->name.len + 1;
    pass_value(s, m);
    if (s->slack) pass_check(s, s->rest);
    cinchi_emit_f(
        s->e, "        v->has_%s = true;\n    } else {\n        if (more++ >= 0) return NULL;\n        v->has_%s = false;\n",
        name, name);
    if (m->value)
        cinchi_emit_f(s->e, "        cinch_gen_fill(&%s__object.fields[%u], v);\n", s->c->name, (uint64_t)index);
    else
        pass_blank(s, m);
    cinchi_emit_f(s->e, "    }\n");
    s->before = before;
    s->slack = 0;
}

static bool pass_optional_any(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (!r->members[i].required) return true;
    return false;
}

static bool pass_needs_u(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].use.shape->kind == CINCHI_IS_BOOL || r->members[i].use.shape->kind == CINCHI_IS_INT) return true;
    return false;
}

void cinchi_emit_read_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    pass_state s;
    s.e = e;
    s.c = c;
    s.r = r;
    s.slack = 0;
    s.before = 1;
    s.rest = 0;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].required) s.rest += pass_least(&r->members[i]);
    cinchi_emit_f(
        e,
        "/* In the order of the schema; NULL where it is not as guessed. */\nstatic const uint8_t *%s__read(const uint8_t "
        "*b, size_t n, %s *v)\n{\n",
        c->name, c->name);
    cinchi_emit_f(e, "    size_t i;\n    int32_t more;\n%s%s", pass_needs_u(r) ? "    uint64_t u;\n" : "",
                  pass_optional_any(r) ? "    bool here;\n" : "");
    cinchi_emit_f(e, "    if (n < %u) return NULL;\n    i = cinch_gen_map(b, n - %u, %u, &more);\n    if (!i) return NULL;\n",
                  s.rest + 1, s.rest, (uint64_t)r->count);
    if (!pass_optional_any(r)) cinchi_emit_f(e, "    if (more < 0) return NULL;\n");
    s.slack = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->members[i].required) s.rest -= pass_least(&r->members[i]);
        if (r->members[i].required)
            pass_required(&s, &r->members[i], i);
        else
            pass_optional(&s, &r->members[i], i);
    }
    if (s.slack) pass_check(&s, 0);
    cinchi_emit_f(
        e,
        "    if (more > 0) i = cinch_gen_seek(&%s__object, %u, b, n, i, 0, &more);\n    return more == 0 && i ? b + i : "
        "NULL;\n}\n\n",
        c->name, (uint64_t)r->count);
}

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
    char head[4];    /* of the map, while it is yet to be read with the first key */
    size_t head_len;
} pass_state;

/* A required member whose value is one of a fixed length where it has the usual format. */
static bool pass_fixed(const cinchi_member *m)
{
    return m->required && !m->use.nullable && (m->use.shape->kind == CINCHI_IS_BOOL || m->use.shape->kind == CINCHI_IS_NUMBER);
}

/* Bytes of a member at the least; a number of fewer than nine in a message that has no byte to spare is left to the walkers. */
static uint64_t pass_least(const cinchi_member *m)
{
    return m->name.len + (pass_fixed(m) && m->use.shape->kind == CINCHI_IS_NUMBER ? 10 : 2);
}

static const char *pass_name(const pass_state *s, const cinchi_member *m)
{
    return cinchi_emit_member_name(s->e, m->name);
}

/* No more than n less what must still come is behind; from here on that is sure again. */
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

/* Handed over with what the pass holds: member `index` at `at` bytes behind i, where need bytes must still come. */
static void pass_ask(pass_state *s, const char *indent, const char *what, uint64_t index, uint64_t at, uint64_t need)
{
    cinchi_emit_f(s->e, "%sv = (%s *)%s(&%s__object, %u, %u, %u, &b, &n, &i, &more, v);\n%sif (!v) return NULL;\n", indent,
                  s->c->name, what, s->c->name, index, at, need, indent);
}

static void pass_double(pass_state *s, const cinchi_member *m, uint32_t index)
{
    const char *name = pass_name(s, m);
    cinchi_emit_f(s->e, "    if (b[i] == 0xcb && n - i >= 9) {\n        v->%s = cinch_gen_double(b + i + 1);\n    } else {\n",
                  name);
    pass_ask(s, "        ", "cinch_gen_rare", index, 0, s->rest);
    cinchi_emit_f(s->e, "    }\n    i += 9;\n");
    s->slack += 8;
}

static void pass_judge(pass_state *s, const cinchi_member *m)
{
    const emit_shape *c = emit_of(s->e, m->use.shape);
    if (c->rules)
        cinchi_emit_f(s->e, "    if (%s__type.kind->check(&%s__type, &v->%s, NULL)) return NULL;\n", c->name, c->name,
                      pass_name(s, m));
}

/* The value at b[i], of which the first byte is there. nil is of none of these types. */
static void pass_value(pass_state *s, const cinchi_member *m, uint32_t index)
{
    const char *name = pass_name(s, m);
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(s->e, "    u = b[i++] ^ 0xc2u;\n    if (u > 1) return NULL;\n    v->%s = u != 0;\n", name);
        break;
    case CINCHI_IS_INT: pass_int(s, m); break;
    case CINCHI_IS_NUMBER: pass_double(s, m, index); break;
    default: cinchi_emit_f(s->e, "    if (!cinch_gen_str(b, n, &i, &v->%s)) return NULL;\n", name); pass_check(s, s->rest);
    }
    if (emit_of(s->e, m->use.shape)->rules && s->slack > s->rest) pass_check(s, s->rest);
    pass_judge(s, m);
}

/* Whether at b + i + at there are bytes, a header and a key, and more bytes. */
static void pass_is(pass_state *s, const cinchi_member *m, uint64_t at, size_t head_len, bool number)
{
    cinchi_emit_f(s->e, at ? "cinch_gen_is(b + (i + %u), " : "cinch_gen_is(b + i, ", at);
    cinchi_emit_key_literal(s->e, m->name, s->head, head_len, "\xcb", number);
    cinchi_emit_f(s->e, ", %u)", (uint64_t)head_len + m->name.len + 1 + number);
}

/* ---- runs: members of a fixed length, and the key of the one after them, at constant offsets from b + i
 *
 * A key that is not there may come after pairs of no field: the library steps over them and moves i so that the offsets hold again.
 */

static void pass_key(pass_state *s, uint32_t index, uint64_t at, bool usual)
{
    const char *indent = usual ? "    " : "        ";
    cinchi_emit_f(s->e, usual ? "%sif (!CINCH_GEN_USUAL(" : "%sif (!", indent);
    pass_is(s, &s->r->members[index], at, 0, false);
    cinchi_emit_f(s->e, usual ? ")) {\n" : ") {\n");
    pass_ask(s, usual ? "        " : "            ", "cinch_gen_wait", index, at, s->rest);
    cinchi_emit_f(s->e, "%s}\n", indent);
}

/* What the head of the map may be but one of all members; after it the first key. */
static void pass_head(pass_state *s, uint32_t index, size_t len, const char *least)
{
    cinchi_emit_f(s->e, "        i = cinch_gen_map(b, n - %u, %u, &more);\n        if (!i || more %s 0) return NULL;\n",
                  s->rest, (uint64_t)s->r->count, least);
    cinchi_emit_f(s->e, "        i -= %u;\n", (uint64_t)len);
    pass_key(s, index, len, false);
}

/* The first key with the head of the map before it. */
static void pass_first(pass_state *s, uint32_t index, size_t len)
{
    cinchi_emit_f(s->e, "    if (!CINCH_GEN_USUAL(");
    pass_is(s, &s->r->members[index], 0, len, false);
    cinchi_emit_f(s->e, ")) {\n");
    pass_head(s, index, len, "<=");
    cinchi_emit_f(s->e, "    }\n");
}

static void pass_run_double(pass_state *s, uint32_t index, uint64_t at, size_t head)
{
    const cinchi_member *m = &s->r->members[index];
    uint64_t value = at + head + m->name.len + 1;
    cinchi_emit_f(s->e, "    if (CINCH_GEN_USUAL(");
    pass_is(s, m, at, head, true);
    cinchi_emit_f(s->e, ")) {\n        v->%s = cinch_gen_double(b + (i + %u));\n    } else {\n", pass_name(s, m), value + 1);
    if (head)
        pass_head(s, index, head, "<");
    else
        pass_key(s, index, at, false);
    s->rest -= pass_least(m);
    pass_ask(s, "        ", "cinch_gen_rare", index, value, s->rest);
    cinchi_emit_f(s->e, "    }\n");
    pass_judge(s, m);
}

static void pass_run_bool(pass_state *s, const cinchi_member *m, uint64_t value)
{
    cinchi_emit_f(s->e, "    if ((b[i + %u] ^ 0xc2u) > 1) return NULL;\n    v->%s = (b[i + %u] & 1) != 0;\n", value,
                  pass_name(s, m), value);
    s->rest -= pass_least(m);
}

/* The key of member `index`, and its value where that is of a fixed length; returns how many bytes both are. */
static uint64_t pass_run_member(pass_state *s, uint32_t index, uint64_t at, bool whole)
{
    const cinchi_member *m = &s->r->members[index];
    bool number = whole && m->use.shape->kind == CINCHI_IS_NUMBER;
    size_t head = s->head_len;
    uint64_t len = m->name.len + 1;
    s->head_len = 0;
    if (number)
        pass_run_double(s, index, at, head);
    else if (head)
        pass_first(s, index, head);
    else
        pass_key(s, index, at, true);
    at += head;
    if (!whole) s->rest -= len;
    if (!whole || number) return head + len + (number ? 9 : 0);
    pass_run_bool(s, m, at + len);
    return head + len + 1;
}

/* Members first to last - 1 whole, and the key of member last. */
static void pass_run(pass_state *s, uint32_t first, uint32_t last, bool key)
{
    uint64_t at = 0, rest = s->rest, less = key ? s->r->members[last].name.len + 1 : 0, numbers = 0;
    for (uint32_t k = first; k < last; k++) {
        less += pass_least(&s->r->members[k]);
        numbers += s->r->members[k].use.shape->kind == CINCHI_IS_NUMBER;
    }
    if (s->slack > rest - less - key) pass_check(s, rest);
    for (uint32_t k = first; k < last + key; k++) at += pass_run_member(s, k, at, k < last);
    cinchi_emit_f(s->e, "    i += %u;\n", at);
    s->before += less - 8 * numbers; /* which may be shorter */
}

/* A run from member i on, and the value that ends it; returns the member after that. */
static uint32_t pass_required(pass_state *s, uint32_t i)
{
    const cinchi_member *m;
    uint32_t last = i;
    bool key;
    while (last < s->r->count && pass_fixed(&s->r->members[last])) last++;
    key = last < s->r->count && s->r->members[last].required;
    pass_run(s, i, last, key);
    if (!key) return last;
    m = &s->r->members[last];
    s->rest -= pass_least(m) - m->name.len - 1;
    if (m->use.nullable) cinchi_emit_f(s->e, "    v->has_%s = true;\n", pass_name(s, m));
    pass_value(s, m, last);
    s->before += 1;
    return last + 1;
}

/* A default is a rare thing, and its text in C more so: by the table. */
void cinchi_emit_absent(emit_run *e, const emit_shape *c, uint32_t index)
{
    const cinchi_member *m = &c->shape->as.record.members[index];
    const char *name = cinchi_emit_member_name(e, m->name);
    cinchi_emit_f(e, "        v->has_%s = false;\n", name);
    if (m->value)
        cinchi_emit_f(e, "        cinch_gen_fill(&%s__object.fields[%u], v);\n", c->name, (uint64_t)index);
    else if (m->use.shape->kind == CINCHI_IS_STR)
        cinchi_emit_f(e, "        v->%s.ptr = NULL;\n        v->%s.len = 0;\n", name, name);
    else
        cinchi_emit_f(e, "        v->%s = %s;\n", name, m->use.shape->kind == CINCHI_IS_BOOL ? "false" : "0");
}

static void pass_optional(pass_state *s, const cinchi_member *m, uint32_t index)
{
    const char *name = pass_name(s, m);
    uint64_t before = s->before;
    if (s->slack) pass_check(s, s->rest);
    cinchi_emit_f(s->e, "    here = n - i >= %u && ", (uint64_t)m->name.len + 2);
    pass_is(s, m, 0, 0, false);
    cinchi_emit_f(s->e, ";\n    if (!here && more > 0) {\n");
    pass_ask(s, "        ", "cinch_gen_wait", index, 0, s->rest + m->name.len + 2);
    cinchi_emit_f(s->e, "        here = true;\n    }\n    if (here) {\n        i += %u;\n", (uint64_t)m->name.len + 1);
    s->before += m->name.len + 1;
    pass_value(s, m, index);
    if (s->slack) pass_check(s, s->rest);
    cinchi_emit_f(s->e, "        v->has_%s = true;\n    } else {\n        if (more++ >= 0) return NULL;\n", name);
    cinchi_emit_absent(s->e, s->c, index);
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

/* Whether a value is read through a variable of the pass's. */
static bool pass_needs_u(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        if (m->use.shape->kind == CINCHI_IS_INT || (m->use.shape->kind == CINCHI_IS_BOOL && !pass_fixed(m))) return true;
    }
    return false;
}

/* The head of a map of all members, as writers write it. */
static void pass_map_head(pass_state *s)
{
    uint32_t count = s->r->count;
    memset(s->head, 0, sizeof s->head);
    s->head[0] = (char)(count < 16 ? 0x80 | count : 0xde);
    s->head[2] = (char)count;
    s->head_len = count < 16 ? 1 : 3;
}

void cinchi_emit_read_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    bool optional = pass_optional_any(r);
    pass_state s;
    s.e = e;
    s.c = c;
    s.r = r;
    s.slack = 0;
    s.before = 1;
    s.rest = 0;
    pass_map_head(&s);
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].required) s.rest += pass_least(&r->members[i]);
    cinchi_emit_f(
        e,
        "/* In the order of the schema; NULL where it is not as guessed. */\nstatic const uint8_t *%s__read(const uint8_t "
        "*b, size_t n, %s *v)\n{\n",
        c->name, c->name);
    cinchi_emit_f(e, "    size_t i%s;\n    int32_t more%s;\n%s%s", optional ? "" : " = 0", optional ? "" : " = 0",
                  pass_needs_u(r) ? "    uint64_t u;\n" : "", optional ? "    bool here;\n" : "");
    cinchi_emit_f(e, "    if (n < %u) return NULL;\n", s.rest + (optional ? 1 : s.head_len));
    if (optional) s.head_len = 0;
    if (optional)
        cinchi_emit_f(e, "    i = cinch_gen_map(b, n - %u, %u, &more);\n    if (!i) return NULL;\n", s.rest,
                      (uint64_t)r->count);
    for (uint32_t i = 0; i < r->count;) {
        if (r->members[i].required) {
            i = pass_required(&s, i);
        } else {
            pass_optional(&s, &r->members[i], i);
            i++;
        }
    }
    if (s.slack) pass_check(&s, 0);
    cinchi_emit_f(e, "    return more == 0 ? b + i : cinch_gen_trail(&%s__object, b, n, i, more);\n}\n\n", c->name);
}

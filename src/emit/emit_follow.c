/* SPDX-License-Identifier: MIT
 * The members of a struct of scalars and views in an order that is known at run time: a switch, so that one field costs little more than
 * in the order of the schema, and the processor foresees where an order that stays the same leads.
 *
 * `spare` is how many bytes there are beyond those that must still come: only what is longer than it can be at the least is held against it.
 */
#include "emit_in.h"

/* The value behind the key at i, and past both. Less than 7 bytes may lie before an integer that comes first and has a short key. */
static void follow_value(emit_run *e, const cinchi_member *m)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    uint64_t len = m->name.len + 1;
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(e, "            if ((b[i + %u] ^ 0xc2u) > 1) return NULL;\n", len);
        cinchi_emit_f(e, "            v->%s = (b[i + %u] & 1) != 0;\n            i += %u;\n", name, len, len + 1);
        break;
    case CINCHI_IS_NUMBER:
        cinchi_emit_f(e, "            v->%s = cinch_gen_double(b + (i + %u));\n            i += %u;\n", name, len + 1, len + 9);
        break;
    case CINCHI_IS_INT:
        cinchi_emit_f(
            e, "            i += %u;\n            if (!cinch_gen_int_spare%s(b, &i, &spare, CINCH_GEN_%s, &u)) return NULL;\n",
            len, len < 6 ? "_first" : "", cinchi_emit_int_row(m->use.shape));
        cinchi_emit_f(e, "            v->%s = (%s)u;\n", name, cinchi_emit_int_type(m->use.shape));
        break;
    default:
        cinchi_emit_f(e, "            i += %u;\n            if (!cinch_gen_str_spare(b, &i, &spare, &v->%s)) return NULL;\n",
                      len, name);
    }
}

static void follow_member(emit_run *e, const cinchi_record *r, uint32_t index)
{
    const cinchi_member *m = &r->members[index];
    const emit_shape *s = emit_of(e, m->use.shape);
    const char *name = cinchi_emit_member_name(e, m->name);
    bool number = m->use.shape->kind == CINCHI_IS_NUMBER;
    cinchi_emit_f(e, "        case %u:\n            if (!cinch_gen_is(b + i, ", (uint64_t)index);
    cinchi_emit_key_literal(e, m->name, "", 0, "\xcb", number);
    cinchi_emit_f(e, ", %u)) return NULL;\n", (uint64_t)m->name.len + 1 + number);
    follow_value(e, m);
    if (cinchi_emit_has(m)) cinchi_emit_f(e, "            v->has_%s = true;\n", name);
    if (s->rules)
        cinchi_emit_f(e, "            if (%s__type.kind->check(&%s__type, &v->%s, NULL)) return NULL;\n", s->name, s->name,
                      name);
    cinchi_emit_f(e, "            break;\n");
}

static bool follow_has_ints(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].use.shape->kind == CINCHI_IS_INT) return true;
    return false;
}

void cinchi_emit_follow_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *n = c->name;
    uint64_t count = r->count, all = UINT64_MAX >> (64 - count);
    cinchi_emit_f(e,
                  "/* In the order remembered; NULL where it is not, or a value is not plain. */\nstatic const "
                  "uint8_t *%s__follow(const uint8_t *b, size_t n, cinch_order *row, %s *v)\n{\n    const uint8_t *next = "
                  "row->at;\n    size_t i, spare;\n    int32_t more;\n%s",
                  n, n, follow_has_ints(r) ? "    uint64_t u;\n" : "");
    cinchi_emit_f(e, "    i = n ? cinch_gen_map(b, n, row->count, &more) : 0;\n"
                     "    if (!i || more != 0) return NULL;\n    spare = n - i;\n    if (spare < row->least) return NULL;\n    "
                     "spare -= row->least;\n");
    cinchi_emit_f(e, "    for (;;) {\n        switch (*next++) {\n");
    for (uint32_t i = 0; i < r->count; i++) follow_member(e, r, i);
    cinchi_emit_f(e,
                  "        case %u:\n            if (row->fields != UINT64_C(%x)) cinch_gen_order_rest(row, v);\n            "
                  "row->misses = 0;\n            return b + i;\n        default: CINCH_GEN_NO_FIELD;\n        }\n    }\n}\n\n",
                  count, all);
}

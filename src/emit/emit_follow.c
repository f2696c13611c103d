/* SPDX-License-Identifier: MIT
 * The members of a struct of scalars and views in an order that is known at run time: a switch, so that one field costs little more than
 * in the order of the schema, and the processor foresees where an order that stays the same leads.
 */
#include "emit_in.h"

static void follow_int(emit_run *e, const cinchi_member *m, const char *name)
{
    cinchi_emit_f(e,
                  "            at = i + %u;\n            if (!cinch_gen_int_within(b, n, &at, CINCH_GEN_%s, &u)) goto out;\n",
                  (uint64_t)m->name.len + 1, cinchi_emit_int_row(m->use.shape));
    cinchi_emit_f(e, "            v->%s = (%s)u;\n            i = at;\n", name, cinchi_emit_int_type(m->use.shape));
}

/* The value behind the key at i, of which the first byte is there, and past both; else i stays. */
static void follow_value(emit_run *e, const cinchi_member *m)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    uint64_t len = m->name.len + 1;
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(e, "            if ((b[i + %u] ^ 0xc2u) > 1) goto out;\n", len);
        cinchi_emit_f(e, "            v->%s = (b[i + %u] & 1) != 0;\n            i += %u;\n", name, len, len + 1);
        break;
    case CINCHI_IS_NUMBER:
        cinchi_emit_f(e, "            if (b[i + %u] != 0xcb || n - i < %u) goto out;\n", len, len + 9);
        cinchi_emit_f(e, "            v->%s = cinch_gen_double(b + i + %u);\n            i += %u;\n", name, len + 1, len + 9);
        break;
    case CINCHI_IS_INT: follow_int(e, m, name); break;
    default:
        cinchi_emit_f(e, "            at = i + %u;\n            if (!cinch_gen_str(b, n, &at, &v->%s)) goto out;\n", len, name);
        cinchi_emit_f(e, "            i = at;\n");
    }
}

static void follow_member(emit_run *e, const cinchi_member *m, uint32_t index)
{
    const emit_shape *s = emit_of(e, m->use.shape);
    const char *name = cinchi_emit_member_name(e, m->name);
    cinchi_emit_f(e, "        case %u:\n            if (i + %u >= n || !cinch_gen_is(b + i, ", (uint64_t)index,
                  (uint64_t)m->name.len + 1);
    cinchi_emit_key_literal(e, m->name, "", 0, "", 0);
    cinchi_emit_f(e, ", %u)) goto out;\n", (uint64_t)m->name.len + 1);
    follow_value(e, m);
    if (cinchi_emit_has(m)) cinchi_emit_f(e, "            v->has_%s = true;\n", name);
    if (s->rules)
        cinchi_emit_f(e, "            if (%s__type.kind->check(&%s__type, &v->%s, NULL)) return n + 1;\n", s->name, s->name,
                      name);
    cinchi_emit_f(e, "            noted |= UINT64_C(%x);\n            break;\n", (uint64_t)1 << index);
}

void cinchi_emit_follow_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    bool ints = false, moves = false;
    for (uint32_t i = 0; i < r->count; i++) {
        ints = ints || r->members[i].use.shape->kind == CINCHI_IS_INT;
        moves = moves || r->members[i].use.shape->kind == CINCHI_IS_STR;
    }
    cinchi_emit_f(
        e,
        "#if CINCH_GEN_FOLLOW\n/* Pairs from b + i on in this order, as long as they are plain. The offset behind them; beyond "
        "n: to be read anew. */\n"
        "static size_t %s__follow(const uint8_t *b, size_t n, size_t i, const uint8_t *order, cinch_gen_followed *s, void "
        "*to)\n{\n    %s *v = (%s *)to;\n    const uint8_t *next = order, *last = order + s->places;\n    uint64_t noted = "
        "0;\n%s%s",
        c->name, c->name, c->name, ints || moves ? "    size_t at;\n" : "", ints ? "    uint64_t u;\n" : "");
    cinchi_emit_f(e, "    for (; next < last; next++) {\n        switch (*next) {\n");
    for (uint32_t i = 0; i < r->count; i++) follow_member(e, &r->members[i], i);
    cinchi_emit_f(e,
                  "        default: CINCH_GEN_NO_FIELD;\n        }\n    }\nout:\n    s->places = (uint32_t)(next - order);\n   "
                  " s->noted = noted;\n    return i;\n}\n#endif\n\n");
}

/* SPDX-License-Identifier: MIT
 * The values of a struct of scalars and views at places that a walker has found, member by member without a branch on their formats.
 */
#include "emit_in.h"

static void take_value(emit_run *e, const cinchi_member *m, uint32_t index)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    uint64_t k = index;
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL:
        cinchi_emit_f(e, "        if ((b[at[%u]] ^ 0xc2u) > 1) return %u;\n        v->%s = (b[at[%u]] & 1) != 0;\n", k, k, name,
                      k);
        break;
    case CINCHI_IS_NUMBER:
        cinchi_emit_f(e, "        if (b[at[%u]] != 0xcb) return %u;\n        v->%s = cinch_gen_double(b + at[%u] + 1);\n", k, k,
                      name, k);
        break;
    case CINCHI_IS_INT:
        cinchi_emit_f(e, "        i = at[%u];\n        if (!cinch_gen_int_by_table(b, &i, CINCH_GEN_%s, &u)) return %u;\n", k,
                      cinchi_emit_int_row(m->use.shape), k);
        cinchi_emit_f(e, "        v->%s = (%s)u;\n", name, cinchi_emit_int_type(m->use.shape));
        break;
    default: cinchi_emit_f(e, "        if (!cinch_gen_str_short(b + at[%u], &v->%s)) return %u;\n", k, name, k);
    }
}

static bool take_needs_u(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].use.shape->kind == CINCHI_IS_INT) return true;
    return false;
}

void cinchi_emit_take_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    cinchi_emit_f(e,
                  "/* Values of the members noted, each whole at its place; the first that is not plain, or 64. */\n"
                  "static uint32_t %s__take(const uint8_t *b, const uint32_t *at, uint64_t noted, void *to)\n{\n"
                  "    %s *v = (%s *)to;\n%s",
                  c->name, c->name, c->name, take_needs_u(r) ? "    size_t i;\n    uint64_t u;\n" : "");
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        const emit_shape *s = emit_of(e, m->use.shape);
        const char *name = cinchi_emit_member_name(e, m->name);
        cinchi_emit_f(e, "    if (noted >> %u & 1) {\n", (uint64_t)i);
        take_value(e, m, i);
        if (cinchi_emit_has(m)) cinchi_emit_f(e, "        v->has_%s = true;\n", name);
        if (s->rules)
            cinchi_emit_f(e, "        if (%s__type.kind->check(&%s__type, &v->%s, NULL)) return %u;\n", s->name, s->name, name,
                          (uint64_t)i);
        cinchi_emit_f(e, "    }\n");
    }
    cinchi_emit_f(e, "    return 64;\n}\n\n");
}

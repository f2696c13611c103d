/* SPDX-License-Identifier: MIT
 * The unrolled pass that reads a struct of an array: values by their place, nil where one is absent, and fewer items where the last are.
 */
#include "emit_pass.h"

/* Items that must be there: up to the last that is required. */
static uint32_t places_least(const cinchi_record *r)
{
    uint32_t n = r->count;
    while (n && !r->members[n - 1].required) n--;
    return n;
}

static uint64_t places_bytes(const cinchi_member *m)
{
    return cinchi_pass_is_number(m) ? 9 : 1;
}

static void places_required(emit_pass *s, uint32_t index)
{
    const cinchi_member *m = &s->r->members[index];
    if (s->slack > s->rest - places_bytes(m)) cinchi_pass_check(s, s->rest);
    s->rest -= places_bytes(m);
    if (m->use.nullable) cinchi_emit_f(s->e, "    v->has_%s = true;\n", cinchi_pass_name(s, m));
    cinchi_pass_value(s, m, index);
}

static void places_optional(emit_pass *s, uint32_t index, uint32_t least)
{
    const cinchi_member *m = &s->r->members[index];
    uint64_t slack;
    if (index >= least) {
        cinchi_pass_check(s, 0);
        cinchi_emit_f(s->e, "    if (items > %u && i == n) %s;\n    if (items > %u && b[i] != 0xc0) {\n", (uint64_t)index,
                      s->fail, (uint64_t)index);
    } else {
        if (s->slack > s->rest - 1) cinchi_pass_check(s, s->rest);
        s->rest -= 1;
        cinchi_emit_f(s->e, "    if (b[i] != 0xc0) {\n");
    }
    slack = s->slack;
    cinchi_emit_f(s->e, "        v->has_%s = true;\n", cinchi_pass_name(s, m));
    cinchi_pass_value(s, m, index);
    if (s->slack < slack) s->slack = slack;
    cinchi_emit_f(s->e, index >= least ? "    } else {\n        i += items > %u;\n" : "    } else {\n        i++;\n",
                  (uint64_t)index);
    cinchi_emit_absent(s->e, s->c, index);
    cinchi_emit_f(s->e, "    }\n");
}

void cinchi_pass_row(emit_pass *s)
{
    uint32_t least = places_least(s->r);
    s->rest = 0;
    for (uint32_t k = 0; k < least; k++) s->rest += places_bytes(&s->r->members[k]);
    cinchi_emit_f(s->e, "    size_t i;\n    uint32_t items;\n    int32_t more = 0;\n");
    cinchi_pass_variables(s);
    cinchi_emit_f(s->e,
                  "    if (n < %u) return NULL;\n    i = cinch_gen_row(b, n - %u, %u, %u, &items);\n    if (!i) return NULL;\n",
                  s->rest + 1, s->rest, (uint64_t)least, (uint64_t)s->r->count);
    for (uint32_t k = 0; k < s->r->count; k++) {
        if (s->r->members[k].required)
            places_required(s, k);
        else
            places_optional(s, k, least);
        s->before += 1;
    }
    if (s->slack) cinchi_pass_check(s, 0);
    cinchi_emit_f(s->e, "    (void)items;\n    (void)more;\n    return b + i;\n}\n\n");
}

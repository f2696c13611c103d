/* SPDX-License-Identifier: MIT
 * The unrolled pass that writes a struct of scalars and views into room reserved at once.
 */
#include "emit_in.h"

void cinchi_emit_key_literal(emit_run *e, cinch_str key, const char *before)
{
    char room[64];
    size_t n = strlen(before);
    if (n) memcpy(room, before, n);
    room[n++] = (char)(0xa0 | key.len);
    memcpy(room + n, key.ptr, key.len);
    cinchi_emit_literal(e, room, n + key.len);
}

static uint64_t write_most(const cinchi_member *m)
{
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL: return 1;
    case CINCHI_IS_STR: return 5;
    default: return 9;
    }
}

static void write_value(emit_run *e, const cinchi_member *m, const char *name)
{
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL: cinchi_emit_f(e, "    *p++ = (uint8_t)(0xc2 + v->%s);\n", name); break;
    case CINCHI_IS_INT:
        cinchi_emit_f(e, "    p = cinch_gen_lay_%s(p, v->%s);\n", cinchi_emit_signed(m->use.shape) ? "i64" : "u64", name);
        break;
    case CINCHI_IS_NUMBER: cinchi_emit_f(e, "    p = cinch_gen_lay_f64(p, v->%s);\n", name); break;
    default: cinchi_emit_f(e, "    p = cinch_gen_lay_str(p, v->%s.ptr, v->%s.len);\n", name, name);
    }
}

static void write_member(emit_run *e, const cinchi_member *m, const char *before)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    bool has = cinchi_emit_has(m);
    uint64_t len = m->name.len + 1 + strlen(before);
    if (has && !m->required) cinchi_emit_f(e, "    if (v->has_%s) {\n", name);
    cinchi_emit_f(e, "    memcpy(p, ");
    cinchi_emit_key_literal(e, m->name, before);
    cinchi_emit_f(e, ", %u);\n    p += %u;\n", len, len);
    if (has && m->required) cinchi_emit_f(e, "    if (!v->has_%s)\n        *p++ = 0xc0;\n    else {\n", name);
    write_value(e, m, name);
    if (has) cinchi_emit_f(e, "    }\n");
}

void cinchi_emit_write_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    uint64_t most = r->count < 16 ? 1 : 3;
    bool counted = false;
    char head[2] = {(char)(0x80 | r->count), 0};
    for (uint32_t i = 0; i < r->count; i++) {
        most += r->members[i].name.len + 1 + write_most(&r->members[i]);
        counted = counted || !r->members[i].required;
    }
    cinchi_emit_f(e, "static size_t %s__room(const %s *v)\n{\n    size_t n = %u;\n", c->name, c->name, most);
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        if (m->use.shape->kind == CINCHI_IS_STR)
            cinchi_emit_f(e, cinchi_emit_has(m) ? "    if (v->has_%s) n += v->%s.len;\n" : "    n += v->%s.len;\n",
                          cinchi_emit_member_name(e, m->name), cinchi_emit_member_name(e, m->name));
    }
    cinchi_emit_f(e, "    (void)v;\n    return n;\n}\n\nstatic uint8_t *%s__lay(uint8_t *p, const %s *v)\n{\n", c->name,
                  c->name);
    if (counted) {
        cinchi_emit_f(e, "    uint32_t count = 0u");
        for (uint32_t i = 0; i < r->count; i++)
            if (r->members[i].required)
                cinchi_emit_f(e, " + 1u");
            else
                cinchi_emit_f(e, " + (uint32_t)v->has_%s", cinchi_emit_member_name(e, r->members[i].name));
        cinchi_emit_f(e, ";\n    p = cinch_gen_lay_map(p, count);\n");
    } else if (r->count >= 16) {
        cinchi_emit_f(e, "    p = cinch_gen_lay_map(p, %u);\n", (uint64_t)r->count);
    }
    for (uint32_t i = 0; i < r->count; i++) write_member(e, &r->members[i], i == 0 && !counted && r->count < 16 ? head : "");
    cinchi_emit_f(e, "    return p;\n}\n\n");
}

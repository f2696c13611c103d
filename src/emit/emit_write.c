/* SPDX-License-Identifier: MIT
 * The unrolled pass that writes a struct of scalars and views into room reserved at once.
 */
#include "emit_in.h"

void cinchi_emit_key_literal(emit_run *e, cinch_str key, const char *before, size_t before_len, const char *after,
                             size_t after_len)
{
    char room[128];
    size_t n = before_len;
    if (n) memcpy(room, before, n);
    room[n++] = (char)(0xa0 | key.len);
    memcpy(room + n, key.ptr, key.len);
    n += key.len;
    if (after_len) memcpy(room + n, after, after_len);
    cinchi_emit_literal(e, room, n + after_len);
}

static uint64_t lay_most(const cinchi_member *m)
{
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL: return 1;
    case CINCHI_IS_STR: return 5;
    default: return 9;
    }
}

enum { LAY_WORD = 16 }; /* constants are laid in words of so many bytes, or 8; what is too much is written over, or scratch */

/* p + at, with a place moved on to hold what has been written. */
typedef struct lay_state {
    emit_run *e;
    uint64_t at;
} lay_state;

static void lay_place(lay_state *s)
{
    if (s->at)
        cinchi_emit_f(s->e, "p + %u", s->at);
    else
        cinchi_emit_f(s->e, "p");
}

static void lay_move(lay_state *s)
{
    if (s->at) cinchi_emit_f(s->e, "    p += %u;\n", s->at);
    s->at = 0;
}

/* Bytes before the key, its header, the key, and bytes after, padded to whole words. */
static void lay_key(lay_state *s, cinch_str key, const char *before, const char *after)
{
    char pad[64];
    size_t len = strlen(before) + 1 + key.len + strlen(after), whole = (len + 7) / 8 * 8, n = strlen(after);
    if (len > 8) whole = (len + LAY_WORD - 1) / LAY_WORD * LAY_WORD;
    memset(pad, 0, sizeof pad);
    memcpy(pad, after, n);
    cinchi_emit_f(s->e, "    memcpy(");
    lay_place(s);
    cinchi_emit_f(s->e, ", ");
    cinchi_emit_key_literal(s->e, key, before, strlen(before), pad, n + whole - len);
    cinchi_emit_f(s->e, ", %u);\n", (uint64_t)whole);
    s->at += len;
}

/* A value whose length is not known beforehand moves p. */
static void lay_value(lay_state *s, const cinchi_member *m, const char *name)
{
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL: cinchi_emit_f(s->e, "    p[%u] = (uint8_t)(0xc2 + v->%s);\n", s->at++, name); return;
    case CINCHI_IS_NUMBER:
        cinchi_emit_f(s->e, "    cinch_gen_lay_bits(");
        lay_place(s);
        cinchi_emit_f(s->e, ", v->%s);\n", name);
        s->at += 8;
        return;
    case CINCHI_IS_INT:
        cinchi_emit_f(s->e, "    p = cinch_gen_lay_%s(", cinchi_emit_signed(m->use.shape) ? "i64" : "u64");
        lay_place(s);
        cinchi_emit_f(s->e, ", v->%s);\n", name);
        break;
    default:
        cinchi_emit_f(s->e, "    p = cinch_gen_lay_str(");
        lay_place(s);
        cinchi_emit_f(s->e, ", v->%s.ptr, v->%s.len);\n", name, name);
    }
    s->at = 0;
}

static void lay_member(lay_state *s, const cinchi_member *m, const char *before)
{
    const char *name = cinchi_emit_member_name(s->e, m->name), *head = m->use.shape->kind == CINCHI_IS_NUMBER ? "\xcb" : "";
    bool has = cinchi_emit_has(m), nil = has && m->required;
    if (has) lay_move(s);
    if (has && !nil) cinchi_emit_f(s->e, "    if (v->has_%s) {\n", name);
    lay_key(s, m->name, before, nil ? "" : head);
    if (nil) {
        lay_move(s);
        cinchi_emit_f(s->e, "    if (!v->has_%s)\n        *p++ = 0xc0;\n    else {\n", name);
        if (*head) cinchi_emit_f(s->e, "    p[%u] = 0xcb;\n", s->at++);
    }
    lay_value(s, m, name);
    if (has) lay_move(s);
    if (has) cinchi_emit_f(s->e, "    }\n");
}

void cinchi_emit_write_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    uint64_t most = (r->count < 16 ? 1 : 3) + LAY_WORD - 1;
    lay_state s;
    bool counted = false;
    char head[2] = {(char)(0x80 | r->count), 0};
    for (uint32_t i = 0; i < r->count; i++) {
        most += r->members[i].name.len + 1 + lay_most(&r->members[i]);
        counted = counted || !r->members[i].required;
    }
    cinchi_emit_f(e, "static size_t %s__room(const %s *v)\n{\n    size_t n = %u;\n", c->name, c->name, most);
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        if (m->use.shape->kind == CINCHI_IS_STR)
            cinchi_emit_f(e, cinchi_emit_has(m) ? "    if (v->has_%s) n += v->%s.len;\n" : "    n += v->%s.len;\n",
                          cinchi_emit_member_name(e, m->name), cinchi_emit_member_name(e, m->name));
    }
    cinchi_emit_f(e, "    (void)v;\n    return n;\n}\n\nCINCH_GEN_PART uint8_t *%s__lay(uint8_t *p, const %s *v)\n{\n", c->name,
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
    s.e = e;
    s.at = 0;
    for (uint32_t i = 0; i < r->count; i++) lay_member(&s, &r->members[i], i == 0 && !counted && r->count < 16 ? head : "");
    lay_move(&s);
    cinchi_emit_f(e, "    return p;\n}\n\n");
}

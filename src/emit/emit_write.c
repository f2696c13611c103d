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

enum { LAY_SHORT = 31 }; /* bytes of a str that the usual pass takes */

/* The most that a value takes, of a str without its bytes or with as many. */
static uint64_t lay_most(const cinchi_member *m, uint64_t bytes)
{
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL: return 1;
    case CINCHI_IS_STR: return bytes ? 1 + bytes : 5;
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

/* What a value has more than one byte moves p. */
static void lay_value(lay_state *s, const cinchi_member *m, const char *name)
{
    uint64_t at = s->at++;
    switch (m->use.shape->kind) {
    case CINCHI_IS_BOOL: cinchi_emit_f(s->e, "    p[%u] = (uint8_t)(0xc2 + v->%s);\n", at, name); return;
    case CINCHI_IS_NUMBER:
        cinchi_emit_f(s->e, "    cinch_gen_lay_bits(p + %u, v->%s);\n", at, name);
        s->at = at + 8;
        return;
    case CINCHI_IS_INT:
        cinchi_emit_f(s->e, "    p = cinch_gen_lay_%s(p, %u, v->%s);\n", cinchi_emit_signed(m->use.shape) ? "i64" : "u64", at,
                      name);
        return;
    default:
        cinchi_emit_f(s->e, "    p = cinch_gen_lay_str(p, %u, v->%s.ptr, v->%s.len, any);\n    if (!p) return NULL;\n", at,
                      name, name);
    }
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

static uint64_t lay_bound(const cinchi_record *r, uint64_t bytes)
{
    uint64_t most = (r->count < 16 ? 1 : 3) + LAY_WORD - 1;
    for (uint32_t i = 0; i < r->count; i++) most += r->members[i].name.len + 1 + lay_most(&r->members[i], bytes);
    return most;
}

uint64_t cinchi_emit_write_room(const emit_shape *c)
{
    return lay_bound(&c->shape->as.record, LAY_SHORT);
}

bool cinchi_emit_write_any(const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].use.shape->kind == CINCHI_IS_STR) return true;
    return false;
}

static void lay_room(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    cinchi_emit_f(e, "static size_t %s__room(const %s *v)\n{\n    size_t n = %u;\n", c->name, c->name, lay_bound(r, 0));
    for (uint32_t i = 0; i < r->count; i++) {
        const cinchi_member *m = &r->members[i];
        const char *name = cinchi_emit_member_name(e, m->name);
        if (m->use.shape->kind != CINCHI_IS_STR) continue;
        if (cinchi_emit_has(m)) cinchi_emit_f(e, "    if (v->has_%s)\n", name);
        cinchi_emit_f(e, "    n += v->%s.len;\n", name);
    }
    cinchi_emit_f(e, "    (void)v;\n    return n;\n}\n\n");
}

/* The head, where it is not constant or not of one byte; else it goes with the first key. */
static bool lay_head(emit_run *e, const cinchi_record *r)
{
    uint32_t optional = 0;
    for (uint32_t i = 0; i < r->count; i++) optional += !r->members[i].required;
    if (optional) {
        cinchi_emit_f(e, "    uint32_t count = %u", (uint64_t)(r->count - optional));
        for (uint32_t i = 0; i < r->count; i++)
            if (!r->members[i].required)
                cinchi_emit_f(e, " + (uint32_t)v->has_%s", cinchi_emit_member_name(e, r->members[i].name));
        cinchi_emit_f(e, ";\n    p = cinch_gen_lay_map(p, count);\n");
    } else if (r->count >= 16) {
        cinchi_emit_f(e, "    p = cinch_gen_lay_map(p, %u);\n", (uint64_t)r->count);
    }
    return optional || r->count >= 16;
}

void cinchi_emit_write_pass(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    lay_state s = {e, 0};
    char head[2] = {(char)(0x80 | r->count), 0};
    lay_room(e, c);
    cinchi_emit_f(e, "CINCH_GEN_PART uint8_t *%s__lay(uint8_t *p, const %s *v%s)\n{\n", c->name, c->name,
                  cinchi_emit_write_any(c) ? ", bool any" : "");
    if (lay_head(e, r)) head[0] = 0;
    for (uint32_t i = 0; i < r->count; i++) lay_member(&s, &r->members[i], i == 0 ? head : "");
    cinchi_emit_f(e, "    return p + %u;\n}\n\n", s.at);
}

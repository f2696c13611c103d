/* SPDX-License-Identifier: MIT
 * The unrolled pass that reads a struct of a map, members in the order of the schema.
 */
#include "emit_pass.h"
#include "emit_len.h"

/* ---- keys: of text or integers, as they are written */

static cinch_str pass_key_bytes(const cinchi_member *m, bool integer, char room[40])
{
    cinch_str key;
    cinch_writer w;
    cinch_writer_init(&w, room, 40);
    if (integer)
        cinch_put_i64(&w, m->key);
    else
        cinch_put_str(&w, m->name.ptr, m->name.len);
    key.ptr = room;
    key.len = (size_t)cinch_writer_pos(&w);
    return key;
}

static uint64_t pass_key_len(const emit_pass *s, const cinchi_member *m)
{
    if (s->r->encoding == CINCHI_MAP) return m->name.len + 1;
    return m->key < 0 ? emit_int_len((uint64_t)m->key, true) : emit_int_len((uint64_t)m->key, false);
}

/* Bytes of a member at the least; a number of fewer than nine in a message that has no byte to spare is left to the walkers. */
static uint64_t pass_least(const emit_pass *s, const cinchi_member *m)
{
    return pass_key_len(s, m) + (cinchi_pass_is_number(m) ? 9 : 1);
}

/* Whether at b + i + at there are bytes, a key, and more bytes. */
static void pass_is(emit_pass *s, const cinchi_member *m, uint64_t at, size_t head_len, bool number)
{
    char room[40], all[48];
    cinch_str key = pass_key_bytes(m, s->r->encoding == CINCHI_INTKEYS, room);
    size_t n = 0;
    memcpy(all, s->head, head_len);
    n += head_len;
    memcpy(all + n, key.ptr, key.len);
    n += key.len;
    if (number) all[n++] = (char)0xcb;
    cinchi_emit_f(s->e, at ? "cinch_gen_is(b + (i + %u), " : "cinch_gen_is(b + i, ", at);
    cinchi_emit_literal(s->e, all, n);
    cinchi_emit_f(s->e, ", %u)", (uint64_t)n);
}

/* ---- runs: members of a fixed length, and the key of the one after them, at constant offsets from b + i
 *
 * A key that is not there may come after pairs of no field: the library steps over them and moves i so that the offsets hold again.
 */

static void pass_key(emit_pass *s, uint32_t index, uint64_t at, bool usual)
{
    const char *indent = usual ? "    " : "        ";
    cinchi_emit_f(s->e, usual ? "%sif (!CINCH_GEN_USUAL(" : "%sif (!", indent);
    pass_is(s, &s->r->members[index], at, 0, false);
    cinchi_emit_f(s->e, usual ? ")) {\n" : ") {\n");
    cinchi_pass_ask(s, usual ? "        " : "            ", "cinch_gen_wait", index, at, s->rest);
    cinchi_emit_f(s->e, "%s}\n", indent);
}

/* What the head of the map may be but one of all members; after it the first key. */
static void pass_head(emit_pass *s, uint32_t index, size_t len, const char *least)
{
    cinchi_emit_f(s->e, "        i = cinch_gen_map(b, n - %u, %u, &more);\n        if (!i || more %s 0) %s;\n", s->rest,
                  (uint64_t)s->r->count, least, s->fail);
    cinchi_emit_f(s->e, "        i -= %u;\n", (uint64_t)len);
    pass_key(s, index, len, false);
}

/* The first key with the head of the map before it. */
static void pass_first(emit_pass *s, uint32_t index, size_t len)
{
    cinchi_emit_f(s->e, "    if (!CINCH_GEN_USUAL(");
    pass_is(s, &s->r->members[index], 0, len, false);
    cinchi_emit_f(s->e, ")) {\n");
    pass_head(s, index, len, "<=");
    cinchi_emit_f(s->e, "    }\n");
}

static void pass_run_double(emit_pass *s, uint32_t index, uint64_t at, size_t head)
{
    const cinchi_member *m = &s->r->members[index];
    uint64_t value = at + head + pass_key_len(s, m);
    cinchi_emit_f(s->e, "    if (CINCH_GEN_USUAL(");
    pass_is(s, m, at, head, true);
    cinchi_emit_f(s->e, ")) {\n        v->%s = cinch_gen_double(b + (i + %u));\n    } else {\n", cinchi_pass_name(s, m),
                  value + 1);
    if (head)
        pass_head(s, index, head, "<");
    else
        pass_key(s, index, at, false);
    s->rest -= pass_least(s, m);
    cinchi_pass_ask(s, "        ", "cinch_gen_rare", index, value, s->rest);
    cinchi_emit_f(s->e, "    }\n");
    cinchi_pass_judge(s, m);
}

static void pass_run_bool(emit_pass *s, const cinchi_member *m, uint64_t value)
{
    cinchi_emit_f(s->e, "    if ((b[i + %u] ^ 0xc2u) > 1) %s;\n    v->%s = (b[i + %u] & 1) != 0;\n", value, s->fail,
                  cinchi_pass_name(s, m), value);
    s->rest -= pass_least(s, m);
}

/* The key of member `index`, and its value where that is of a fixed length; returns how many bytes both are. */
static uint64_t pass_run_member(emit_pass *s, uint32_t index, uint64_t at, bool whole)
{
    const cinchi_member *m = &s->r->members[index];
    bool number = whole && m->use.shape->kind == CINCHI_IS_NUMBER;
    size_t head = s->head_len;
    uint64_t len = pass_key_len(s, m);
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
static void pass_run(emit_pass *s, uint32_t first, uint32_t last, bool key)
{
    uint64_t at = 0, rest = s->rest, less = key ? pass_key_len(s, &s->r->members[last]) : 0, numbers = 0;
    for (uint32_t k = first; k < last; k++) {
        less += pass_least(s, &s->r->members[k]);
        numbers += s->r->members[k].use.shape->kind == CINCHI_IS_NUMBER;
    }
    if (s->slack > rest - less - key) cinchi_pass_check(s, rest);
    for (uint32_t k = first; k < last + key; k++) at += pass_run_member(s, k, at, k < last);
    cinchi_emit_f(s->e, "    i += %u;\n", at);
    s->before += less - 8 * numbers; /* which may be shorter */
}

/* ---- members that their kind reads, from a reader
 *
 * What is behind them is never read again: the walkers go on from there, whatever comes.
 */

/* Up to here all is judged and decoded. */
static void pass_commit(emit_pass *s, uint32_t index, const char *indent)
{
    uint64_t required = 0;
    for (uint32_t k = 0; k <= index; k++)
        if (s->r->members[k].required) required |= (uint64_t)1 << k;
    cinchi_emit_f(s->e, "%sr->pos = next;\n%sat.left = %uu + (uint32_t)more;\n", indent, indent,
                  (uint64_t)(s->r->count - 1 - index));
    cinchi_emit_f(s->e, s->optional ? "%sat.seen = seen | UINT64_C(%x);\n" : "%sat.seen = UINT64_C(%x);\n", indent, required);
}

/* A map that ends before this member must not lend it a pair from behind its end. */
static void pass_within(emit_pass *s, uint32_t index)
{
    uint64_t after = s->r->count - 1 - index;
    if (s->optional && after)
        cinchi_emit_f(s->e, "    if (more < -%u) goto rest;\n", after);
    else if (s->optional)
        cinchi_emit_f(s->e, "    if (more < 0) goto rest;\n");
}

static void pass_kind(emit_pass *s, uint32_t index)
{
    cinchi_emit_f(
        s->e,
        "    next = cinch_gen_member(r, &%s__object.fields[%u], b + i, v, arena);\n    if (!next) goto done;\n    i = "
        "(size_t)(next - b);\n",
        s->c->name, (uint64_t)index);
    s->slack = 1; /* or nothing is checked */
}

/* The value of member `index`, whose first byte is there. */
static void pass_value(emit_pass *s, uint32_t index)
{
    const cinchi_member *m = &s->r->members[index];
    bool plain = cinchi_emit_plain(s->e, m), kept;
    if (!m->required) {
        if (s->reader) cinchi_emit_f(s->e, "    seen |= UINT64_C(%x);\n", (uint64_t)1 << index);
        if (plain) cinchi_emit_f(s->e, "    v->has_%s = true;\n", cinchi_pass_name(s, m));
    } else if (m->use.nullable && plain) {
        cinchi_emit_f(s->e, "    v->has_%s = true;\n", cinchi_pass_name(s, m));
    }
    kept = !plain || (s->reader && m->use.shape->kind == CINCHI_IS_RECORD);
    if (kept) pass_within(s, index);
    if (plain)
        cinchi_pass_value(s, m, index);
    else
        pass_kind(s, index);
    if (kept) {
        pass_commit(s, index, "    ");
        cinchi_pass_check(s, s->rest);
    }
}

/* A run from member i on, and the value that ends it; returns the member after that. */
static uint32_t pass_required(emit_pass *s, uint32_t i)
{
    const cinchi_member *m;
    uint32_t last = i;
    bool key;
    while (last < s->r->count && cinchi_pass_fixed(&s->r->members[last])) last++;
    key = last < s->r->count && s->r->members[last].required;
    pass_run(s, i, last, key);
    if (!key) return last;
    m = &s->r->members[last];
    s->rest -= pass_least(s, m) - pass_key_len(s, m);
    pass_value(s, last);
    s->before += 1;
    return last + 1;
}

/* Where as many bytes must still come as its key and one more have, nothing is asked before they are compared. What its value may be longer is slack
 * for what comes after, whether it is there or not. */
static void pass_optional(emit_pass *s, uint32_t index)
{
    const cinchi_member *m = &s->r->members[index];
    uint64_t before = s->before, len = pass_key_len(s, m), slack;
    if (s->slack && s->slack + len + 1 > s->rest) cinchi_pass_check(s, s->rest);
    slack = s->slack;
    cinchi_emit_f(s->e, "    here = ");
    if (slack + len + 1 > s->rest) cinchi_emit_f(s->e, "n - i >= %u && ", len + 1);
    pass_is(s, m, 0, 0, false);
    cinchi_emit_f(s->e, ";\n    if (!here && more > 0) {\n");
    cinchi_pass_ask(s, "        ", "cinch_gen_wait", index, 0, s->rest + len + 1);
    cinchi_emit_f(s->e, "        here = true;\n    }\n    if (here) {\n        i += %u;\n", len);
    s->before += len;
    s->slack += len + 1;
    pass_value(s, index);
    cinchi_emit_f(s->e, "    } else {\n        if (more++ >= 0) %s;\n", s->fail);
    if (cinchi_emit_plain(s->e, m))
        cinchi_emit_absent(s->e, s->c, index);
    else
        cinchi_emit_f(s->e, "        cinch_gen_blank(&%s__object.fields[%u], v);\n", s->c->name, (uint64_t)index);
    cinchi_emit_f(s->e, "    }\n");
    s->before = before;
    if (s->slack < slack) s->slack = slack;
}

static void pass_members(emit_pass *s)
{
    for (uint32_t i = 0; i < s->r->count;) {
        if (s->r->members[i].required)
            i = pass_required(s, i);
        else
            pass_optional(s, i++);
    }
    if (s->slack) cinchi_pass_check(s, 0);
}

/* The head of a map of all members, as writers write it. */
static void pass_map_head(emit_pass *s)
{
    uint32_t count = s->r->count;
    memset(s->head, 0, sizeof s->head);
    s->head[0] = (char)(count < 16 ? 0x80 | count : 0xde);
    s->head[2] = (char)count;
    s->head_len = count < 16 ? 1 : 3;
}

static void pass_start(emit_pass *s, emit_run *e, const emit_shape *c)
{
    memset(s, 0, sizeof *s);
    s->e = e;
    s->c = c;
    s->r = &c->shape->as.record;
    s->before = 1;
    for (uint32_t i = 0; i < s->r->count; i++) {
        if (s->r->members[i].required) s->rest += pass_least(s, &s->r->members[i]);
        s->optional = s->optional || !s->r->members[i].required;
    }
}

static void pass_map(emit_pass *s)
{
    const emit_shape *c = s->c;
    bool optional = s->optional;
    pass_map_head(s);
    cinchi_emit_f(s->e, "    size_t i%s;\n    int32_t more%s;\n%s", optional ? "" : " = 0", optional ? "" : " = 0",
                  optional ? "    bool here;\n" : "");
    cinchi_pass_variables(s);
    cinchi_emit_f(s->e, "    if (n < %u) return NULL;\n", s->rest + (optional ? 1 : s->head_len));
    if (optional) s->head_len = 0;
    if (optional)
        cinchi_emit_f(s->e, "    i = cinch_gen_map(b, n - %u, %u, &more);\n    if (!i) return NULL;\n", s->rest,
                      (uint64_t)s->r->count);
    pass_members(s);
    cinchi_emit_f(s->e, "    return more == 0 ? b + i : cinch_gen_trail(&%s__object, b, n, i, more);\n}\n\n", c->name);
}

void cinchi_emit_read_pass(emit_run *e, const emit_shape *c)
{
    emit_pass s;
    pass_start(&s, e, c);
    s.fail = "return NULL";
    cinchi_emit_f(
        e,
        "/* In the order of the schema; NULL where it is not as guessed. */\nstatic const uint8_t *%s__read(const uint8_t "
        "*b, size_t n, void *to)\n{\n    %s *v = (%s *)to;\n",
        c->name, c->name, c->name);
    if (s.r->encoding == CINCHI_ARRAY)
        cinchi_pass_row(&s);
    else
        pass_map(&s);
}

/* The levels of structs that passes take, by which the reader's depth must not be exceeded. */
static uint64_t pass_levels(const emit_run *e, const emit_shape *c)
{
    uint64_t levels = 1;
    for (uint32_t i = 0; i < c->shape->as.record.count; i++) {
        const cinchi_member *m = &c->shape->as.record.members[i];
        if (m->use.shape->kind == CINCHI_IS_RECORD && cinchi_emit_plain(e, m) && emit_of(e, m->use.shape)->levels >= levels)
            levels = emit_of(e, m->use.shape)->levels + 1u;
    }
    return levels;
}

void cinchi_emit_walk_pass(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    emit_pass s;
    pass_start(&s, e, c);
    s.fail = "goto rest";
    s.reader = true;
    cinchi_emit_f(e,
                  "/* In the order of the schema; the walkers go on where it is not as guessed. */\nstatic void "
                  "%s__any_get(cinch_reader *r, void *to, cinch_arena *arena)\n{\n    %s *v = (%s *)to;\n    cinch_gen_at at = "
                  "CINCH_ZERO;\n    const uint8_t *b = r->pos;\n    size_t i, n = (size_t)(r->end - b);\n    int32_t more;\n",
                  n, n, n);
    if (s.optional) cinchi_emit_f(e, "    bool here;\n    uint64_t seen = 0;\n");
    cinchi_pass_variables(&s);
    cinchi_emit_f(e, "    at.map = cinch_reader_pos(r);\n    i = cinch_gen_open(r, %u, %u, %u, &more);\n    if (!i%s) {\n",
                  s.rest, (uint64_t)s.r->count, pass_levels(e, c), s.optional ? "" : " || more < 0");
    cinchi_emit_f(e, "        cinch_gen_walk(r, &%s__type, v, arena);\n        return;\n    }\n    r->depth--;\n", n);
    pass_members(&s);
    cinchi_emit_f(
        e,
        "    next = more == 0 ? b + i : cinch_gen_trail(&%s__object, b, n, i, more);\n    if (!next) goto rest;\n    "
        "r->pos = next;\ndone:\n    r->depth++;\n    return;\nrest:\n    if (at.seen) cinch_gen_rest(r, &%s__type, to, "
        "arena, at);\n    r->depth++;\n    if (!at.seen) cinch_gen_walk(r, &%s__type, to, arena);\n}\n\n",
        n, n, n);
}

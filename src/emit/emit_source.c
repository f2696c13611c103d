/* SPDX-License-Identifier: MIT
 * The source: rules, tables, unrolled passes, functions.
 */
#include "emit_in.h"

/* By the pass over bytes, or else by the walkers. */
static void source_any_get(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    if (!c->flat) {
        cinchi_emit_f(e, "static void %s__any_get(cinch_reader *r, void *v, cinch_arena *arena)\n{\n", n);
        cinchi_emit_f(
            e,
            "    const uint8_t *next = r->depth >= %u && !(r->flags & CINCH_UTF8) ? %s__read(r->pos, (size_t)(r->end - "
            "r->pos), v) : NULL;\n",
            (uint64_t)c->levels, n);
    } else {
        cinchi_emit_f(
            e,
            "static void %s__any_get(cinch_reader *r, void *v, cinch_arena *arena)\n{\n    const uint8_t *b = r->pos, *next = "
            "NULL;\n    size_t n = (size_t)(r->end - b);\n",
            n);
        cinchi_emit_f(e,
                      "    if (r->depth && !(r->flags & CINCH_UTF8)) {\n        next = %s__read(b, n, v);\n#if "
                      "CINCH_GEN_ORDERS\n        if (!next) next = %s__any(b, n, r->orders, (%s *)v);\n#endif\n    }\n",
                      n, n, n);
    }
    cinchi_emit_f(e, "    if (next)\n        r->pos = next;\n    else\n        cinch_gen_walk(r, &%s__type, v, arena);\n}\n\n",
                  n);
}

static void source_gets(emit_run *e, const emit_shape *c)
{
    if (!c->flat) cinchi_emit_f(e, "#if CINCH_GEN_ORDERS\n");
    if (c->walks)
        cinchi_emit_walk_pass(e, c);
    else
        cinchi_emit_read_pass(e, c);
    if (c->flat) {
        cinchi_emit_f(e, "#if CINCH_GEN_ORDERS\n");
        cinchi_emit_other_pass(e, c);
        cinchi_emit_follow_pass(e, c);
        cinchi_emit_other_get(e, c);
        cinchi_emit_f(e, "#endif\n\n");
    }
    if (c->reads) source_any_get(e, c);
    if (!c->flat) cinchi_emit_f(e, "#endif\n\n");
}

/* By the pass that takes strs of any length, where there are some; else by the table. */
static void source_encode_any(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e,
                  "CINCH_GEN_APART cinch_error %s__encode(const %s *v, void *buf, size_t cap, size_t *len, cinch_diag *diag)\n"
                  "{\n    if (!diag && (uint32_t)cap >= %s__room(v)) {\n"
                  "        *len = (size_t)(%s__lay((uint8_t *)buf, v, true) - (uint8_t *)buf);\n        return CINCH_OK;\n"
                  "    }\n    return cinch_gen_encode(&%s__type, v, buf, cap, len, diag);\n}\n\n",
                  n, n, n, n, n);
}

/* Room is enough in 32 bits, where no str is too long to be one. */
static void source_flat_put(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_write_pass(e, c);
    if (cinchi_emit_write_any(c)) source_encode_any(e, c);
    cinchi_emit_f(
        e, "static void %s__any_put(cinch_writer *w, const void *v)\n{\n    size_t len, room = %s__room((const %s *)v);\n", n,
        n, n);
    cinchi_emit_f(e, "    uint8_t *p = cinch_gen_reserve(w, room);\n");
    cinchi_emit_f(
        e, "    if (p && %s_encode((const %s *)v, p, cinch_gen_room(w), &len, NULL) == CINCH_OK)\n        w->pos += len;\n", n,
        n);
    cinchi_emit_f(e, "    else\n        cinch_gen_members(w, &%s__type, v);\n}\n\n", n);
}

/* Without a reader where the pass takes the whole message. */
static void source_decode_flat(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    if (c->flat)
        cinchi_emit_f(e,
                      "    const uint8_t *b = (const uint8_t *)msg, *next = b ? %s__read(b, len, v) : NULL;\n#if "
                      "CINCH_GEN_ORDERS\n    if "
                      "(!next && b) next = %s__other(b, len, NULL, v);\n#endif\n    if (next && next == b + len) {\n",
                      n, n);
    else
        cinchi_emit_f(
            e, "#if CINCH_GEN_ORDERS\n    if (msg && %s__read((const uint8_t *)msg, len, v) == (const uint8_t *)msg + len) {\n",
            n);
    cinchi_emit_f(e, "        if (diag) {\n            memset(diag, 0, sizeof *diag);\n            diag->pos = len;\n        "
                     "}\n        return CINCH_OK;\n    }\n");
    if (!c->flat) cinchi_emit_f(e, "#endif\n");
    cinchi_emit_f(e, "    (void)arena;\n    return cinch_gen_decode_walk(&%s__type, v, msg, len, diag);\n}\n\n", n);
}

static void source_decode(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e, "cinch_error %s_decode(%s *v, const void *msg, size_t len, cinch_arena *arena, cinch_diag *diag)\n{\n", n,
                  n);
    if (c->reads) {
        source_decode_flat(e, c);
        return;
    }
    cinchi_emit_f(e, "    cinch_reader r;\n");
    if (c->owns) cinchi_emit_f(e, "    cinch_error error;\n    memset(v, 0, sizeof *v);\n");
    cinchi_emit_f(e, "    cinch_reader_init(&r, msg, len);\n    %s_get(&r, v, arena);\n", n);
    if (c->owns)
        cinchi_emit_f(
            e,
            "    error = cinch_reader_finish(&r, diag);\n    if (error) %s_free(v, arena ? &arena->alloc : NULL);\n    "
            "return error;\n}\n\n",
            n);
    else
        cinchi_emit_f(e, "    return cinch_reader_finish(&r, diag);\n}\n\n");
}

static void source_put(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e, "void %s_put(cinch_writer *w, const %s *v)\n{\n", n, n);
    if (c->rules && !e->opts->no_check)
        cinchi_emit_f(
            e,
            "    cinch_error error = cinch_gen_check(&%s__type, v, NULL);\n    if (error)\n        cinch_writer_fail(w, "
            "error);\n    else\n        cinch_gen_put(w, &%s__type, v);\n}\n\n",
            n, n);
    else
        cinchi_emit_f(e, "    cinch_gen_put(w, &%s__type, v);\n}\n\n", n);
    cinchi_emit_f(e, "uint64_t %s_len(const %s *v)\n{\n    return cinch_gen_len(&%s__type, v);\n}\n\n", n, n, n);
    cinchi_emit_f(
        e, "cinch_error %s_check(const %s *v, cinch_diag *diag)\n{\n    return cinch_gen_check(&%s__type, v, diag);\n}\n\n", n,
        n, n);
}

/* The usual pass: strs are short. */
static void source_encode_flat(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    bool any = cinchi_emit_write_any(c);
    cinchi_emit_f(
        e, any ? "    if (CINCH_GEN_FAST(!diag && (uint32_t)cap >= %u)) {\n" : "    if (!diag && (uint32_t)cap >= %u) {\n",
        cinchi_emit_write_room(c));
    cinchi_emit_f(e, "        uint8_t *p = %s__lay((uint8_t *)buf, v%s);\n", n, any ? ", false" : "");
    if (any) cinchi_emit_f(e, "        if (p) {\n    ");
    cinchi_emit_f(e, "        *len = (size_t)(p - (uint8_t *)buf);\n%s        return CINCH_OK;\n", any ? "    " : "");
    cinchi_emit_f(e, any ? "        }\n    }\n" : "    }\n");
}

static void source_encode(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e, "cinch_error %s_encode(const %s *v, void *buf, size_t cap, size_t *len, cinch_diag *diag)\n{\n", n, n);
    if (c->rules && !e->opts->no_check)
        cinchi_emit_f(e,
                      "    cinch_error error;\n    *len = 0;\n    error = cinch_gen_check(&%s__type, v, diag);\n    if (error) "
                      "return error;\n",
                      n);
    if (c->flat) source_encode_flat(e, c);
    if (c->flat && cinchi_emit_write_any(c))
        cinchi_emit_f(e, "    return %s__encode(v, buf, cap, len, diag);\n}\n\n", n);
    else
        cinchi_emit_f(e, "    return cinch_gen_encode(&%s__type, v, buf, cap, len, diag);\n}\n\n", n);
}

static void source_common(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e, "bool %s_equal(const %s *a, const %s *b)\n{\n    return cinch_gen_equal(&%s__type, a, b);\n}\n\n", n, n, n,
                  n);
    if (c->owns)
        cinchi_emit_f(e, "void %s_free(%s *v, const cinch_alloc *alloc)\n{\n    cinch_gen_free(&%s__type, v, alloc);\n}\n\n", n,
                      n, n);
}

static void source_functions(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    if (e->parts & EMIT_DECODE)
        cinchi_emit_f(e,
                      c->flat
                          ? "void %s_get(cinch_reader *r, %s *v, cinch_arena *arena)\n{\n    %s__any_get(r, v, arena);\n}\n\n"
                          : "void %s_get(cinch_reader *r, %s *v, cinch_arena *arena)\n{\n    cinch_gen_get(r, &%s__type, v, "
                            "arena);\n}\n\n",
                      n, n, n);
    if (e->parts & EMIT_ENCODE) source_put(e, c);
    if (e->parts & EMIT_COMMON) source_common(e, c);
    if (e->parts & EMIT_ENCODE) source_encode(e, c);
    if (e->parts & EMIT_DECODE) source_decode(e, c);
}

static void source_enum(emit_run *e, const emit_shape *c)
{
    const char *n = c->name, *type = cinchi_emit_open(c->shape) ? cinchi_emit_text(e, "%s_kind", n) : n;
    cinchi_emit_f(e, "const char *%s_to_string(%s v)\n{\n    return cinch_gen_value_text(&%s__values, (uint32_t)v);\n}\n\n", n,
                  type, n);
    cinchi_emit_f(
        e,
        "bool %s_from_string(cinch_str text, %s *v)\n{\n    uint32_t i;\n    if (!cinch_gen_value_find(&%s__values, text, "
        "&i)) return false;\n    *v = (%s)i;\n    return true;\n}\n\n",
        n, type, n, type);
}

static void source_body(emit_run *e)
{
    cinchi_emit_rules(e);
    cinchi_emit_tables(e);
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        if ((e->shapes[i].reads || e->shapes[i].walks) && e->parts & EMIT_DECODE) source_gets(e, &e->shapes[i]);
        if (e->shapes[i].flat && e->parts & EMIT_ENCODE) source_flat_put(e, &e->shapes[i]);
    }
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        if (e->shapes[i].functions) source_functions(e, &e->shapes[i]);
        if (e->shapes[i].named && e->shapes[i].shape->kind == CINCHI_IS_ENUM && e->parts & EMIT_COMMON)
            source_enum(e, &e->shapes[i]);
    }
}

static void source_part(emit_run *e, uint32_t parts)
{
    uint32_t all = e->parts;
    e->parts = parts & all;
    cinchi_emit_f(e, "/* Generated by cinch gen%s%S: do not edit. */\n#include \"%S%S.h\"\n\n",
                  e->opts->schema_name.len ? " from " : "", &e->opts->schema_name, &e->opts->include_prefix, &e->opts->name);
    source_body(e);
    e->parts = all;
}

void cinchi_emit_source(emit_run *e)
{
    source_part(e, EMIT_ALL);
}

void cinchi_emit_source_encode(emit_run *e)
{
    source_part(e, EMIT_ENCODE);
}

void cinchi_emit_source_decode(emit_run *e)
{
    source_part(e, EMIT_DECODE | EMIT_COMMON);
}

const char *cinchi_emit_single_macro(emit_run *e)
{
    return cinchi_emit_upper(e,
                             cinchi_emit_text(e, "%S%s_implementation", &e->opts->prefix, cinchi_emit_snake(e, e->opts->name)));
}

/* Header and source in one: the latter for the one unit that asks for it. */
void cinchi_emit_single(emit_run *e)
{
    cinchi_emit_header(e);
    cinchi_emit_f(
        e, "\n/* The functions themselves, in the one C file that defines this before it includes the header. */\n#ifdef %s\n",
        cinchi_emit_single_macro(e));
    source_body(e);
    cinchi_emit_f(e, "#endif\n");
}

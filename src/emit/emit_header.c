/* SPDX-License-Identifier: MIT
 * The header: types in the order in which C needs them, then functions.
 */
#include "emit_in.h"

/* The C type of a shape by value. */
static const char *header_type(const emit_run *e, const cinchi_shape *s)
{
    const emit_shape *c = emit_of(e, s);
    if (c->named) return c->name;
    switch (s->kind) {
    case CINCHI_IS_BOOL: return "bool";
    case CINCHI_IS_INT: return cinchi_emit_int_type(s);
    case CINCHI_IS_NUMBER: return s->c_type == CINCHI_C_FLOAT ? "float" : "double";
    case CINCHI_IS_STR: return "cinch_str";
    case CINCHI_IS_EXT: return "cinch_ext";
    case CINCHI_IS_TIME: return "cinch_time";
    default: return "cinch_bin";
    }
}

/* The same inside of a struct, where in C++ a member of that name may hide the type. */
static const char *header_inner(emit_run *e, const cinchi_shape *s)
{
    const char *word = s->kind == CINCHI_IS_ENUM && !cinchi_emit_open(s) ? "enum" : "struct";
    return emit_of(e, s)->named ? cinchi_emit_text(e, "%s %s", word, emit_of(e, s)->name) : header_type(e, s);
}

static void header_value(emit_run *e, const cinchi_use *use, const char *name)
{
    cinchi_emit_f(e, "%s%s%s", header_inner(e, use->shape), use->pointer ? " *" : " ", name);
}

static void header_note(emit_run *e, const cinchi_shape *s, cinch_str title, cinch_str description)
{
    (void)s;
    cinchi_emit_comment(e, title, "");
    cinchi_emit_comment(e, description, "");
}

static void header_member(emit_run *e, const cinchi_member *m)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    cinchi_emit_comment(e, m->description.len ? m->description : m->title, "    ");
    if (m->deprecated) cinchi_emit_f(e, "    /* deprecated */\n");
    if (cinchi_emit_has(m)) {
        if (m->keep_nil)
            cinchi_emit_f(e, "    uint8_t has_%s; /* 0 absent, 1 there, 2 nil */\n", name);
        else
            cinchi_emit_f(e, "    bool has_%s;%s\n", name, m->required ? " /* false: nil */" : "");
    }
    if (!cinchi_emit_stored(e, m)) return;
    cinchi_emit_f(e, "    ");
    header_value(e, &m->use, name);
    cinchi_emit_f(e, ";%s\n", m->use.pointer && !(m->required && !m->use.nullable) ? " /* NULL: none */" : "");
}

static void header_items(emit_run *e, const emit_shape *c, const char *item, const char *pointer, const char *indent)
{
    cinchi_emit_f(e, "%suint32_t count;\n", indent);
    if (c->storage == CINCH_EMIT_STATIC)
        cinchi_emit_f(e, "%s%s%sitems[%u];\n", indent, item, pointer, c->cap ? c->cap : 1);
    else
        cinchi_emit_f(e, "%s%s %s*items;\n", indent, item, pointer[0] == ' ' && pointer[1] ? "*" : "");
}

/* An item that may be nil is a struct of its own. */
static const char *header_item(emit_run *e, const emit_shape *c, const cinchi_use *use, const char *suffix)
{
    const char *name;
    if (!use->nullable || use->pointer) return header_inner(e, use->shape);
    name = cinchi_emit_text(e, "%s_%s", c->name, suffix);
    cinchi_emit_claim(e, name, c->shape->source);
    cinchi_emit_f(e, "typedef struct %s {\n    bool has; /* false: nil */\n    ", name);
    header_value(e, use, "value");
    cinchi_emit_f(e, ";\n} %s;\n\n", name);
    return cinchi_emit_text(e, "struct %s", name);
}

static void header_extra(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    if (r->extra == CINCHI_EXTRA_USE) {
        cinchi_emit_f(e, "    struct {\n");
        header_items(e, c, cinchi_emit_text(e, "struct %s_extra", c->name), " ", "        ");
        cinchi_emit_f(e, "    } extra; /* members of other names */\n");
    } else if (cinchi_emit_keeps(e, c) && c->storage == CINCH_EMIT_STATIC) {
        cinchi_emit_f(
            e,
            "    struct {\n        uint32_t count, len;\n        uint8_t b[%u];\n    } extra; /* unknown members, key and "
            "value as they were */\n",
            c->cap);
    } else if (cinchi_emit_keeps(e, c)) {
        cinchi_emit_f(
            e, "    struct {\n        uint32_t count;\n        cinch_bin *items;\n    } extra; /* unknown members, key and "
               "value as they were */\n");
    }
}

static void header_nothing(emit_run *e)
{
    cinchi_emit_f(e, "    char nothing; /* C has no empty structs */\n");
}

static void header_record(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    bool empty = r->extra != CINCHI_EXTRA_USE && !cinchi_emit_keeps(e, c);
    if (r->extra == CINCHI_EXTRA_USE) {
        const char *value = header_item(e, c, &r->value, "entry");
        cinchi_emit_claim(e, cinchi_emit_text(e, "%s_extra", c->name), c->shape->source);
        cinchi_emit_f(e, "typedef struct %s_extra {\n", c->name);
        if (c->storage == CINCH_EMIT_STATIC)
            cinchi_emit_f(e, "    struct {\n        uint32_t len;\n        char s[%u]; /* NUL-terminated */\n    } key;\n",
                          c->shape->max_bytes + 1);
        else
            cinchi_emit_f(e, "    cinch_str key;\n");
        cinchi_emit_f(e, "    %s%svalue;\n} %s_extra;\n\n", value, r->value.pointer ? " *" : " ", c->name);
    }
    header_note(e, c->shape, c->shape->title, c->shape->description);
    cinchi_emit_f(e, "struct %s {\n", c->name);
    for (uint32_t i = 0; i < r->count; i++) {
        header_member(e, &r->members[i]);
        empty = empty && !cinchi_emit_stored(e, &r->members[i]) && !cinchi_emit_has(&r->members[i]);
    }
    header_extra(e, c);
    if (empty) header_nothing(e);
    cinchi_emit_f(e, "};\n\n");
}

static void header_tuple(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    const char *more = l->open && l->item.shape ? header_item(e, c, &l->item, "entry") : NULL;
    bool empty = !more;
    header_note(e, c->shape, c->shape->title, c->shape->description);
    cinchi_emit_f(e, "struct %s {\n", c->name);
    for (uint32_t i = 0; i < l->first_count; i++) {
        cinchi_member m = cinchi_emit_place(e, l, i);
        header_member(e, &m);
        empty = empty && !cinchi_emit_stored(e, &m) && !cinchi_emit_has(&m);
    }
    if (more) {
        cinchi_emit_f(e, "    struct {\n");
        header_items(e, c, more, l->item.pointer ? " *" : " ", "        ");
        cinchi_emit_f(e, "    } more;\n");
    }
    if (empty) header_nothing(e);
    cinchi_emit_f(e, "};\n\n");
}

static void header_list(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    const char *item = header_item(e, c, &l->item, "entry");
    cinchi_emit_f(e, "struct %s {\n", c->name);
    header_items(e, c, item, l->item.pointer ? " *" : " ", "    ");
    cinchi_emit_f(e, "};\n\n");
}

static const char *header_constant(emit_run *e, const emit_shape *c, const cinchi_value *v, uint32_t i)
{
    const cinch_node *n = v->node;
    (void)i;
    if (v->title.len) return cinchi_emit_text(e, "%s_%s", c->upper, cinchi_emit_upper(e, cinchi_emit_snake(e, v->title)));
    if (n->type == CINCH_STR)
        return cinchi_emit_text(e, "%s_%s", c->upper, cinchi_emit_upper(e, cinchi_emit_snake(e, cinch_node_str(n, ""))));
    if (n->type == CINCH_BOOL) return cinchi_emit_text(e, "%s_%s", c->upper, cinch_node_bool(n, false) ? "TRUE" : "FALSE");
    if (n->type == CINCH_U64) return cinchi_emit_text(e, "%s_%u", c->upper, cinch_node_u64(n, 0));
    if (n->type == CINCH_I64) return cinchi_emit_text(e, "%s_MINUS_%u", c->upper, 0 - (uint64_t)cinch_node_i64(n, 0));
    return cinchi_emit_text(e, "%s_VALUE_%u", c->upper, (uint64_t)i);
}

/* The C type of the constants: the enum's own, but where a value may be another. */
static const char *header_enum_type(emit_run *e, const emit_shape *c)
{
    return cinchi_emit_open(c->shape) ? cinchi_emit_text(e, "%s_kind", c->name) : c->name;
}

static void header_open(emit_run *e, const emit_shape *c)
{
    cinchi_emit_f(e, "typedef struct %s {\n    %s_kind which;\n", c->name, c->name);
    if (c->storage == CINCH_EMIT_STATIC)
        cinchi_emit_f(e, "    struct {\n        uint32_t len;\n        uint8_t b[%u];\n    } kept;", c->cap);
    else
        cinchi_emit_f(e, "    cinch_bin kept;");
    cinchi_emit_f(e, " /* %s_KEPT: the value as it was, in MessagePack */\n} %s;\n\n", c->upper, c->name);
}

static void header_enum(emit_run *e, const emit_shape *c)
{
    const cinchi_choice *o = &c->shape->as.choice;
    const char *type = header_enum_type(e, c);
    header_note(e, c->shape, c->shape->title, c->shape->description);
    cinchi_emit_f(e, "typedef enum %s {\n", type);
    for (uint32_t i = 0; i < o->count; i++) {
        const char *name = header_constant(e, c, &o->values[i], i);
        cinchi_emit_claim(e, name, o->values[i].source ? o->values[i].source : c->shape->source);
        cinchi_emit_f(e, "    %s%s%s\n", name, i ? "" : " = 0", i + 1 < o->count || o->open ? "," : "");
    }
    if (o->open) {
        cinchi_emit_claim(e, type, c->shape->source);
        cinchi_emit_claim(e, cinchi_emit_text(e, "%s_KEPT", c->upper), c->shape->source);
        cinchi_emit_f(e, "    %s_KEPT\n", c->upper);
    }
    cinchi_emit_f(e, "} %s;\n\n", type);
    if (o->open) header_open(e, c);
}

const char *cinchi_emit_branch_name(emit_run *e, const emit_shape *c, uint32_t i)
{
    const cinchi_branch *b = &c->shape->as.choices.branches[i];
    const cinchi_shape *s = b->use.shape;
    static const char *const words[] = {"any", "never", "nil",   "bool", "integer", "number", "str",   "bin",
                                        "ext", "time",  "value", "list", "tuple",   "object", "choice"};
    cinch_str word = cinchi_emit_branch_word(&c->shape->as.choices, i);
    if (word.len && (b->title.len || !s->name.len)) return cinchi_emit_member_name(e, word);
    if (s->name.len) return cinchi_emit_member_name(e, s->name);
    if (c->shape->as.choices.untyped) return cinchi_emit_member_name(e, cinch_cstr(words[s->kind]));
    for (uint32_t k = 0; k < c->shape->as.choices.count; k++)
        if (k != i && c->shape->as.choices.branches[k].use.shape->kind == s->kind)
            return cinchi_emit_text(e, "%s%u", words[s->kind], (uint64_t)i);
    return cinchi_emit_member_name(e, cinch_cstr(words[s->kind]));
}

static bool header_branch_stored(const cinchi_branch *b)
{
    const cinchi_shape *s = b->use.shape;
    return !(s->kind == CINCHI_IS_NIL || (s->kind == CINCHI_IS_ENUM && s->as.choice.is_const));
}

static void header_union(emit_run *e, const emit_shape *c)
{
    const cinchi_choices *u = &c->shape->as.choices;
    bool any = false;
    cinchi_emit_f(e, "typedef enum %s_kind {\n", c->name);
    cinchi_emit_claim(e, cinchi_emit_text(e, "%s_kind", c->name), c->shape->source);
    for (uint32_t i = 0; i < u->count; i++) {
        const char *name = cinchi_emit_text(e, "%s_IS_%s", c->upper, cinchi_emit_upper(e, cinchi_emit_branch_name(e, c, i)));
        cinchi_emit_claim(e, name, u->branches[i].source ? u->branches[i].source : c->shape->source);
        cinchi_emit_f(e, "    %s%s%s\n", name, i ? "" : " = 0", i + 1 < u->count ? "," : "");
    }
    cinchi_emit_f(e, "} %s_kind;\n\n", c->name);
    header_note(e, c->shape, c->shape->title, c->shape->description);
    cinchi_emit_f(e, "struct %s {\n    %s_kind which;\n    union {\n", c->name, c->name);
    for (uint32_t i = 0; i < u->count; i++) {
        if (!header_branch_stored(&u->branches[i])) continue;
        cinchi_emit_f(e, "        ");
        header_value(e, &u->branches[i].use, cinchi_emit_branch_name(e, c, i));
        cinchi_emit_f(e, ";\n");
        any = true;
    }
    if (!any) cinchi_emit_f(e, "        char nothing;\n");
    cinchi_emit_f(e, "    } as;\n};\n\n");
}

static void header_static(emit_run *e, const emit_shape *c)
{
    cinchi_emit_f(e, "typedef struct %s {\n    uint32_t len;\n", c->name);
    if (c->shape->kind == CINCHI_IS_EXT) cinchi_emit_f(e, "    int8_t type;\n");
    if (c->shape->kind == CINCHI_IS_STR)
        cinchi_emit_f(e, "    char s[%u]; /* NUL-terminated */\n", c->cap + 1);
    else
        cinchi_emit_f(e, "    uint8_t b[%u];\n", c->cap ? c->cap : 1);
    cinchi_emit_f(e, "} %s;\n\n", c->name);
}

static void header_shape(emit_run *e, const emit_shape *c)
{
    if (!c->named) return;
    switch (c->shape->kind) {
    case CINCHI_IS_ENUM: header_enum(e, c); break;
    case CINCHI_IS_LIST: header_list(e, c); break;
    case CINCHI_IS_TUPLE: header_tuple(e, c); break;
    case CINCHI_IS_RECORD:
        cinchi_emit_check_members(e, c);
        header_record(e, c);
        break;
    case CINCHI_IS_UNION: header_union(e, c); break;
    default: header_static(e, c);
    }
}

static void header_functions(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    cinchi_emit_f(e, "/* %s */\n", n);
    if (c->most != UINT64_MAX) cinchi_emit_claim(e, cinchi_emit_text(e, "%s_MAX_LEN", c->upper), c->shape->source);
    if (c->most != UINT64_MAX) cinchi_emit_f(e, "#define %s_MAX_LEN UINT64_C(%u)\n", c->upper, c->most);
    cinchi_emit_claim(e, cinchi_emit_text(e, "%s_INIT", c->upper), c->shape->source);
    cinchi_emit_f(e, "#define %s_INIT CINCH_ZERO\n", c->upper);
    if (e->parts & EMIT_DECODE) cinchi_emit_f(e, "void %s_get(cinch_reader *r, %s *v, cinch_arena *arena);\n", n, n);
    if (e->parts & EMIT_ENCODE)
        cinchi_emit_f(e, "void %s_put(cinch_writer *w, const %s *v);\nuint64_t %s_len(const %s *v);\n", n, n, n, n);
    cinchi_emit_f(e, "bool %s_equal(const %s *a, const %s *b);\n", n, n, n);
    if (e->parts & EMIT_ENCODE) cinchi_emit_f(e, "cinch_error %s_check(const %s *v, cinch_diag *diag);\n", n, n);
    if (c->owns) cinchi_emit_f(e, "void %s_free(%s *v, const cinch_alloc *alloc);\n", n, n);
    if (e->parts & EMIT_ENCODE)
        cinchi_emit_f(e, "cinch_error %s_encode(const %s *v, void *buf, size_t cap, size_t *len, cinch_diag *diag);\n", n, n);
    if (e->parts & EMIT_DECODE)
        cinchi_emit_f(e, "cinch_error %s_decode(%s *v, const void *msg, size_t len, cinch_arena *arena, cinch_diag *diag);\n",
                      n, n);
    cinchi_emit_f(e, "\n");
}

static void header_enum_functions(emit_run *e, const emit_shape *c)
{
    cinchi_emit_claim(e, cinchi_emit_text(e, "%s_to_string", c->name), c->shape->source);
    cinchi_emit_claim(e, cinchi_emit_text(e, "%s_from_string", c->name), c->shape->source);
    cinchi_emit_f(e, "/* %s: NULL for no value; false for no text */\n", c->name);
    cinchi_emit_f(e, "const char *%s_to_string(%s v);\nbool %s_from_string(cinch_str text, %s *v);\n\n", c->name,
                  header_enum_type(e, c), c->name, header_enum_type(e, c));
}

static const char *header_guard(emit_run *e)
{
    const char *name = cinchi_emit_text(e, "cinch_gen_%S%s_h", &e->opts->prefix, cinchi_emit_snake(e, e->opts->name));
    return cinchi_emit_upper(e, name);
}

void cinchi_emit_header(emit_run *e)
{
    const char *guard = header_guard(e);
    cinchi_emit_f(e, "/* Generated by cinch gen%s%S: do not edit. */\n#ifndef %s\n#define %s\n\n",
                  e->opts->schema_name.len ? " from " : "", &e->opts->schema_name, guard, guard);
    cinchi_emit_f(e,
                  "#include \"cinch/gen.h\"\n\n#if CINCH_GEN_ABI != %u\n#error \"generated for another version of cinch/gen.h: "
                  "generate anew\"\n#endif\n\n",
                  (uint64_t)CINCH_GEN_ABI);
    cinchi_emit_f(e, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    for (uint32_t i = 0; i < e->schema->shape_count; i++)
        if (e->shapes[i].named && e->shapes[i].functions)
            cinchi_emit_f(e, "typedef struct %s %s;\n", e->shapes[i].name, e->shapes[i].name);
    cinchi_emit_f(e, "\n");
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) header_shape(e, &e->shapes[i]);
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        if (e->shapes[i].functions) header_functions(e, &e->shapes[i]);
        if (e->shapes[i].named && e->shapes[i].shape->kind == CINCHI_IS_ENUM) header_enum_functions(e, &e->shapes[i]);
    }
    cinchi_emit_f(e, "#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

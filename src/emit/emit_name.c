/* SPDX-License-Identifier: MIT
 * Names in C: words in lower case with _ between, not a keyword of C or C++, none twice in one scope.
 */
#include "emit_in.h"

static const char *const name_keywords[] = {"alignas",
                                            "alignof",
                                            "and",
                                            "and_eq",
                                            "asm",
                                            "atomic_cancel",
                                            "auto",
                                            "bitand",
                                            "bitor",
                                            "bool",
                                            "break",
                                            "case",
                                            "catch",
                                            "char",
                                            "char16_t",
                                            "char32_t",
                                            "char8_t",
                                            "class",
                                            "co_await",
                                            "co_return",
                                            "co_yield",
                                            "compl",
                                            "concept",
                                            "const",
                                            "const_cast",
                                            "consteval",
                                            "constexpr",
                                            "constinit",
                                            "continue",
                                            "decltype",
                                            "default",
                                            "delete",
                                            "do",
                                            "double",
                                            "dynamic_cast",
                                            "else",
                                            "enum",
                                            "explicit",
                                            "export",
                                            "extern",
                                            "false",
                                            "final",
                                            "float",
                                            "for",
                                            "friend",
                                            "goto",
                                            "if",
                                            "import",
                                            "inline",
                                            "int",
                                            "linux",
                                            "long",
                                            "module",
                                            "mutable",
                                            "namespace",
                                            "new",
                                            "noexcept",
                                            "not",
                                            "not_eq",
                                            "nullptr",
                                            "operator",
                                            "or",
                                            "or_eq",
                                            "override",
                                            "private",
                                            "protected",
                                            "public",
                                            "register",
                                            "reinterpret_cast",
                                            "requires",
                                            "restrict",
                                            "return",
                                            "short",
                                            "signed",
                                            "sizeof",
                                            "static",
                                            "static_assert",
                                            "static_cast",
                                            "struct",
                                            "switch",
                                            "template",
                                            "this",
                                            "thread_local",
                                            "throw",
                                            "true",
                                            "try",
                                            "typedef",
                                            "typeid",
                                            "typename",
                                            "typeof",
                                            "typeof_unqual",
                                            "union",
                                            "unix",
                                            "unsigned",
                                            "using",
                                            "virtual",
                                            "void",
                                            "volatile",
                                            "wchar_t",
                                            "while",
                                            "xor",
                                            "xor_eq",
                                            "errno",
                                            "stdin",
                                            "stdout",
                                            "stderr",
                                            "int8_t",
                                            "int16_t",
                                            "int32_t",
                                            "int64_t",
                                            "uint8_t",
                                            "uint16_t",
                                            "uint32_t",
                                            "uint64_t",
                                            "size_t",
                                            "i386",
                                            "main",
                                            NULL};

static bool name_is_keyword(const char *name)
{
    for (size_t i = 0; name_keywords[i]; i++)
        if (strcmp(name_keywords[i], name) == 0) return true;
    return false;
}

/* A type of such a name would hide behind a parameter, or a variable, of the functions generated. */
static bool name_is_local(const char *name)
{
    static const char *const locals[] = {"a",    "b",     "v",    "r",     "w",    "p",    "n",     "i",
                                         "u",    "s",     "x",    "arena", "buf",  "cap",  "len",   "msg",
                                         "diag", "error", "text", "next",  "more", "here", "count", NULL};
    for (size_t i = 0; locals[i]; i++)
        if (strcmp(locals[i], name) == 0) return true;
    return false;
}

static bool name_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool name_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool name_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A word begins after what is no letter or digit, at a capital after a small letter or digit, and at the last capital of several before a
 * small letter: "HTTPServer2Go" is http_server2_go. Bytes that are not ASCII are kept as x and their hex digits. */
static size_t name_words(char *to, cinch_str s)
{
    size_t n = 0;
    bool gap = false;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        bool upper = name_upper(c), part = upper || name_lower(c) || name_digit(c);
        bool begins = upper && i &&
                      (name_lower(s.ptr[i - 1]) || name_digit(s.ptr[i - 1]) ||
                       (name_upper(s.ptr[i - 1]) && i + 1 < s.len && name_lower(s.ptr[i + 1])));
        if (!part && (uint8_t)c < 0x80) {
            gap = true;
            continue;
        }
        if ((gap || begins) && n) to[n++] = '_';
        gap = false;
        if ((uint8_t)c >= 0x80) {
            to[n++] = 'x';
            to[n++] = "0123456789abcdef"[(uint8_t)c >> 4];
            to[n++] = "0123456789abcdef"[(uint8_t)c & 15];
        } else {
            to[n++] = upper ? (char)(c + ('a' - 'A')) : c;
        }
    }
    return n;
}

char *cinchi_emit_snake(emit_run *e, cinch_str text)
{
    char *room = (char *)cinchi_emit_take(e, 3 * text.len + 4);
    size_t n;
    if (!room) return (char *)(uintptr_t) "_";
    n = name_words(room, text);
    if (n == 0) room[n++] = 'x';
    if (name_digit(room[0])) {
        memmove(room + 1, room, n++);
        room[0] = 'n';
    }
    room[n] = 0;
    return room;
}

char *cinchi_emit_upper(emit_run *e, const char *text)
{
    char *up = cinchi_emit_text(e, "%s", text);
    for (size_t i = 0; up[i]; i++)
        if (name_lower(up[i])) up[i] = (char)(up[i] - ('a' - 'A'));
    return up;
}

const char *cinchi_emit_member_name(emit_run *e, cinch_str text)
{
    char *name = cinchi_emit_snake(e, text);
    return name_is_keyword(name) ? cinchi_emit_text(e, "%s_", name) : name;
}

/* ---- scopes */

static unsigned name_hash(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++) h = (h ^ (uint8_t)*name) * 16777619u;
    return (h ^ h >> 16) & 255;
}

static void name_taken(emit_run *e, const char *name, const cinchi_source *a, const cinchi_source *b)
{
    char first[256], none = 0;
    cinch_str no = {NULL, 0};
    if (a)
        (void)cinchi_source_pointer(a, no, first, sizeof first);
    else
        first[0] = none;
    cinchi_emit_fail(e, b, NULL, "becomes %s in C, as does %s", name, a ? first : "a name of the generator's own");
}

void cinchi_emit_claim(emit_run *e, const char *name, const cinchi_source *at)
{
    emit_name **list = &e->names[name_hash(name)], *n;
    for (n = *list; n; n = n->next)
        if (strcmp(n->name, name) == 0) {
            name_taken(e, name, n->source, at);
            return;
        }
    n = (emit_name *)cinchi_emit_take(e, sizeof *n);
    if (!n) return;
    n->name = name;
    n->source = at;
    n->next = *list;
    *list = n;
}

/* ---- shapes */

/* The root by its title or its file, definitions by theirs, all else by where it was first met. */
static const char *name_shape(emit_run *e, const cinchi_shape *s)
{
    const emit_shape *owner;
    if (s == e->schema->root.shape && s->title.len) return cinchi_emit_snake(e, s->title);
    if (s->name.len) return cinchi_emit_snake(e, s->name);
    if (!s->owner) return cinchi_emit_snake(e, s->title.len ? s->title : e->opts->name);
    owner = emit_of(e, s->owner);
    if (s->owner_name.len) return cinchi_emit_text(e, "%s_%s", owner->name, cinchi_emit_snake(e, s->owner_name));
    if (s->owner->kind == CINCHI_IS_UNION)
        return s->title.len ? cinchi_emit_text(e, "%s_%s", owner->name, cinchi_emit_snake(e, s->title))
                            : cinchi_emit_text(e, "%s_%u", owner->name, (uint64_t)s->owner_index);
    if (s->owner->kind == CINCHI_IS_TUPLE && s->owner_index < s->owner->as.list.first_count)
        return cinchi_emit_text(e, "%s_item%u", owner->name, (uint64_t)s->owner_index);
    return cinchi_emit_text(e, "%s_item", owner->name);
}

/* Owners have larger indexes than what they hold, or are cyclic: names are made on demand, owners first. */
static void naming_of(emit_run *e, const cinchi_shape *s)
{
    emit_shape *c = emit_of(e, s), *below = NULL;
    while (!c->name) { /* up, leaving a way back */
        c->name = "";
        c->below = below;
        below = c;
        if (!c->shape->owner) break;
        c = emit_of(e, c->shape->owner);
    }
    for (; below; below = below->below) below->name = name_shape(e, below->shape);
}

void cinchi_emit_name_shapes(emit_run *e)
{
    static const char *const functions[] = {"get", "put", "len", "equal", "check", "free", "encode", "decode", NULL};
    for (uint32_t i = 0; i < e->schema->shape_count; i++) naming_of(e, e->schema->shapes[i]);
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        emit_shape *c = &e->shapes[i];
        const char *full = cinchi_emit_text(e, "%S%s", &e->opts->prefix, c->name);
        c->name = name_is_keyword(full) || name_is_local(full) ? cinchi_emit_text(e, "%s_", full) : full;
        c->upper = cinchi_emit_upper(e, c->name);
        if (!c->named) { /* its tables alone are called by it */
            c->name = cinchi_emit_text(e, "%s_%u", c->name, (uint64_t)i);
            continue;
        }
        cinchi_emit_claim(e, c->name, c->shape->source);
        for (size_t k = 0; functions[k] && c->functions; k++)
            cinchi_emit_claim(e, cinchi_emit_text(e, "%s_%s", c->name, functions[k]), c->shape->source);
    }
}

static void name_member(emit_run *e, emit_name **list, const char *name, const cinchi_source *at)
{
    emit_name *n;
    for (n = *list; n; n = n->next)
        if (strcmp(n->name, name) == 0) {
            name_taken(e, name, n->source, at);
            return;
        }
    n = (emit_name *)cinchi_emit_take(e, sizeof *n);
    if (!n) return;
    n->name = name;
    n->source = at;
    n->next = *list;
    *list = n;
}

void cinchi_emit_check_members(emit_run *e, const emit_shape *s)
{
    const cinchi_record *r = &s->shape->as.record;
    emit_name *list = NULL;
    if (r->extra == CINCHI_EXTRA_USE || cinchi_emit_keeps(e, s)) name_member(e, &list, "extra", NULL);
    for (uint32_t i = 0; i < r->count && !e->error; i++) {
        const cinchi_member *m = &r->members[i];
        const char *name = cinchi_emit_member_name(e, m->name);
        if (memchr(m->name.ptr, 0, m->name.len))
            cinchi_emit_fail(e, m->source, NULL, "a name with a NUL in it cannot be one in C");
        if (m->name.len > UINT16_MAX) cinchi_emit_fail(e, m->source, NULL, "a name as long as that is refused");
        if (!cinchi_emit_stored(e, m)) continue;
        name_member(e, &list, name, m->source);
        if (cinchi_emit_has(m)) name_member(e, &list, cinchi_emit_text(e, "has_%s", name), m->source);
    }
}

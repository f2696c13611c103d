/* SPDX-License-Identifier: MIT
 * Names in C: words in lower case with _ between, not a keyword of C or C++, none twice in one scope.
 */
#include "emit_in.h"

/* A type of such a name would hide behind a parameter, or a variable, of the functions generated. */
static bool name_is_local(const char *name)
{
    static const char *const locals[] = {"a",   "b",    "v",     "r",     "w",      "p",      "n",    "i",
                                         "u",   "s",    "x",     "at",    "arena",  "buf",    "cap",  "len",
                                         "msg", "diag", "error", "text",  "next",   "more",   "here", "count",
                                         "end", "row",  "seen",  "spare", "orders", "sought", NULL};
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
    return cinchi_emit_is_keyword(name) ? cinchi_emit_text(e, "%s_", name) : name;
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

static bool name_same(cinch_str a, cinch_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

cinch_str cinchi_emit_branch_word(const cinchi_choices *u, uint32_t i)
{
    const cinchi_branch *b = &u->branches[i];
    cinch_str none = {NULL, 0}, title = b->title.len ? b->title : b->use.shape->title;
    for (uint32_t k = 0; k < u->count && title.len; k++) {
        const cinchi_branch *other = &u->branches[k];
        if (k != i && name_same(title, other->title.len ? other->title : other->use.shape->title)) title = none;
    }
    if (title.len) return title;
    if (b->value_count == 1 && b->values[0].node->type == CINCH_STR) return cinch_node_str(b->values[0].node, "");
    return b->key_count ? b->keys[0] : none;
}

/* The root by its title or its file, definitions by theirs, all else by where it was first met. */
static const char *name_shape(emit_run *e, const cinchi_shape *s)
{
    const emit_shape *owner;
    if (s == e->schema->root.shape && s->title.len) return cinchi_emit_snake(e, s->title);
    if (s->name.len) return cinchi_emit_snake(e, s->name);
    if (!s->owner) return cinchi_emit_snake(e, s->title.len ? s->title : e->opts->name);
    owner = emit_of(e, s->owner);
    if (s->owner_name.len) return cinchi_emit_text(e, "%s_%s", owner->name, cinchi_emit_snake(e, s->owner_name));
    if (s->owner->kind == CINCHI_IS_UNION) {
        cinch_str own = cinchi_emit_branch_word(&s->owner->as.choices, s->owner_index);
        return own.len ? cinchi_emit_text(e, "%s_%s", owner->name, cinchi_emit_snake(e, own))
                       : cinchi_emit_text(e, "%s_%u", owner->name, (uint64_t)s->owner_index);
    }
    if (s->owner->kind == CINCHI_IS_TUPLE && s->owner_index < s->owner->as.list.first_count)
        return cinchi_emit_text(e, "%s_item%u", owner->name, (uint64_t)s->owner_index);
    return cinchi_emit_text(e, "%s_item", owner->name);
}

/* What is named after where it stands may end as a function of its owner does, or a type beside it: json_patch_item_put. */
static bool name_is_function(const char *name)
{
    static const char *const words[] = {"get",    "put",    "len",  "equal", "check", "free",
                                        "encode", "decode", "kind", "entry", "extra", NULL};
    const char *last = strrchr(name, '_');
    for (size_t i = 0; last && words[i]; i++)
        if (strcmp(last + 1, words[i]) == 0) return true;
    return false;
}

/* In the file's scope, with the prefix. */
static const char *name_full(emit_run *e, const emit_shape *c)
{
    const char *full = cinchi_emit_text(e, "%S%s", &e->opts->prefix, c->name);
    bool derived = c->named && c->shape->owner && !c->shape->name.len && c->shape != e->schema->root.shape;
    if (cinchi_emit_is_keyword(full) || cinchi_emit_is_library(full) || name_is_local(full) ||
        (derived && name_is_function(full)))
        return cinchi_emit_text(e, "%s_value", full);
    return full;
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
        c->name = name_full(e, c);
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

cinchi_member cinchi_emit_place(emit_run *e, const cinchi_list *tuple, uint32_t i)
{
    cinchi_member m;
    memset(&m, 0, sizeof m);
    m.use = tuple->first[i];
    m.required = i < tuple->min_items;
    m.name = cinch_cstr(cinchi_emit_text(e, "item%u", (uint64_t)i));
    return m;
}

/* SPDX-License-Identifier: MIT
 * From a $ref to a place: names given by $id, pointers, and other documents. Nothing is ever fetched: a name that no document at hand has, and
 * that is no relative file name, is an error.
 */
#include "schema_source.h"

static const cinch_str ref_none = {NULL, 0};

/* ---------------------------------------------------------------- URIs, as far as $ref needs them */

/* Length of "https:" in front, 0 without. */
static size_t ref_scheme(cinch_str uri)
{
    for (size_t i = 0; i < uri.len; i++) {
        char c = uri.ptr[i];
        if (c == ':') return i ? i + 1 : 0;
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
              (i && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.'))))
            return 0;
    }
    return 0;
}

static cinch_str ref_part(cinch_str s, size_t from, size_t to)
{
    cinch_str part = {s.ptr + from, to - from};
    return part;
}

/* Where the fragment begins: at '#', or the end. */
static size_t ref_fragment(cinch_str uri)
{
    size_t i = 0;
    while (i < uri.len && uri.ptr[i] != '#') i++;
    return i;
}

/* Where the path of a URI begins. */
static size_t ref_path(cinch_str uri)
{
    size_t i = ref_scheme(uri);
    if (uri.len - i < 2 || uri.ptr[i] != '/' || uri.ptr[i + 1] != '/') return i;
    for (i += 2; i < uri.len && uri.ptr[i] != '/'; i++) {
    }
    return i;
}

/* Takes "." and ".." out of the path that begins at from; ".." that lead above a relative path stay. In place; the new length. */
static size_t ref_straight(char *s, size_t from, size_t len)
{
    size_t out = from, at = from, floor = from;
    if (at < len && s[at] == '/') out = ++at, floor = at;
    while (at < len) {
        size_t end = at, n;
        while (end < len && s[end] != '/') end++;
        n = end - at;
        if (n == 1 && s[at] == '.') {
            at = end + 1;
            continue;
        }
        if (n == 2 && s[at] == '.' && s[at + 1] == '.' && out > floor) {
            for (out--; out > floor && s[out - 1] != '/'; out--) {
            }
            at = end + 1;
            continue;
        }
        memmove(s + out, s + at, n);
        out += n;
        if (n == 2 && s[out - 1] == '.' && s[out - 2] == '.') floor = out + 1; /* stays, and is nothing to go up from */
        if (end < len) s[out++] = '/';
        at = end + 1;
    }
    return out;
}

/* A reference without fragment, relative to a base: RFC 3986 without queries. {NULL, 0}: out of memory. */
static cinch_str ref_join(cinchi_load *l, cinch_str base, cinch_str ref)
{
    size_t keep = base.len, path = ref_path(base);
    cinch_str joined;
    char *s;
    if (ref.len == 0) return base;
    if (ref_scheme(ref))
        keep = 0;
    else if (ref.ptr[0] == '/')
        keep = path;
    else if (ref.ptr[0] != '#')
        while (keep > path && base.ptr[keep - 1] != '/') keep--;
    s = cinchi_load_get(l, 1, keep + ref.len);
    if (!s) return ref_none;
    if (keep) memcpy(s, base.ptr, keep);
    memcpy(s + keep, ref.ptr, ref.len);
    joined.ptr = s;
    joined.len = keep + ref.len;
    if (ref.ptr[0] != '#') joined.len = ref_straight(s, ref_path(joined), joined.len);
    return joined;
}

static int ref_hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Without its percent escapes; as it is where one of them is malformed. */
static cinch_str ref_decoded(cinchi_load *l, cinch_str s)
{
    cinch_str plain = {NULL, 0};
    char *out = s.len ? cinchi_load_get(l, 1, s.len) : NULL;
    if (!out) return s;
    for (size_t i = 0; i < s.len; i++) {
        int hi = i + 2 < s.len ? ref_hex(s.ptr[i + 1]) : -1, lo = i + 2 < s.len ? ref_hex(s.ptr[i + 2]) : -1;
        bool escape = s.ptr[i] == '%' && hi >= 0 && lo >= 0;
        char c = s.ptr[i];
        if (escape) {
            c = (char)(hi << 4 | lo);
            i += 2;
        }
        out[plain.len++] = c;
    }
    plain.ptr = out;
    return plain;
}

/* ---------------------------------------------------------------- names */

static cinchi_source *ref_named(const cinchi_load *l, cinch_str uri)
{
    const cinchi_named *n = l->named;
    while (n && (n->uri.len != uri.len || memcmp(n->uri.ptr, uri.ptr, uri.len) != 0)) n = n->next;
    return n ? n->source : NULL;
}

static void ref_remember(cinchi_load *l, cinchi_source *s, cinch_str uri)
{
    cinchi_named *n;
    cinchi_source *same = ref_named(l, uri);
    if (same == s) return;
    if (same || l->named_count >= l->limits.shapes) {
        cinchi_load_fail(l, same ? CINCH_ERR_SCHEMA : CINCH_ERR_LIMIT, s, cinch_cstr(s->has & CINCHI_HAS(ID) ? "$id" : "id"),
                         same ? "two schemas are called " : "too many names", same ? uri : ref_none, "");
        return;
    }
    n = cinchi_load_get(l, sizeof *n, 1);
    if (!n) return;
    n->uri = uri;
    n->source = s;
    n->next = l->named;
    l->named = n;
    l->named_count++;
}

void cinchi_ref_name(cinchi_load *l, cinchi_source *s, cinch_str id)
{
    size_t end = ref_fragment(id);
    cinch_str base = end ? ref_join(l, s->base, ref_part(id, 0, end)) : s->base;
    if (end == 0 && id.len > 1) { /* "#name", as draft-07 has it */
        cinch_str name = ref_join(l, s->base, id);
        if (name.ptr) ref_remember(l, s, name);
        return;
    }
    if (end == 0 || !base.ptr) return;
    s->base = base;
    s->resource = s;
    ref_remember(l, s, base);
}

/* ---------------------------------------------------------------- targets */

static cinchi_source *ref_fail(cinchi_load *l, const cinchi_source *s, const char *text, cinch_str name, const char *more)
{
    cinchi_load_fail(l, CINCH_ERR_SCHEMA, s, cinch_cstr("$ref"), text, name, more);
    return NULL;
}

static cinchi_source *ref_pointer(cinchi_load *l, const cinchi_source *s, const cinchi_source *from, cinch_str pointer)
{
    cinchi_source like = {.document = from->document, .base = from->base, .resource = from, .parent = from};
    const cinch_node *node = cinch_node_find_path(from->node, pointer);
    if (!node) return ref_fail(l, s, "nothing stands at ", pointer, "");
    if (node->type != CINCH_MAP && node->type != CINCH_BOOL) return ref_fail(l, s, "no schema stands at ", pointer, "");
    like.step = CINCHI_STEP_POINTER;
    like.name = pointer;
    return cinchi_source_of(l, node, &like);
}

/* The resource that the part before the fragment names. */
static const cinchi_source *ref_resource(cinchi_load *l, const cinchi_source *s, cinch_str uri)
{
    const cinchi_document *d;
    const cinchi_source *named;
    cinch_str full = ref_join(l, s->base, uri), file;
    if (!full.ptr) return NULL;
    named = ref_named(l, full);
    if (named) return named;
    if (ref_scheme(uri)) return ref_fail(l, s, "no document here is called ", uri, ", and nothing is fetched");
    file = ref_join(l, s->document->name, ref_decoded(l, uri));
    if (!file.ptr) return NULL;
    d = cinchi_document_open(l, file, s);
    return d ? d->root : NULL;
}

cinchi_source *cinchi_ref_target(cinchi_load *l, const cinchi_source *s)
{
    cinch_str ref = cinch_node_str(cinchi_source_get(s, CINCHI_WORD_REF), "");
    size_t end = ref_fragment(ref);
    const cinchi_source *from = end ? ref_resource(l, s, ref_part(ref, 0, end)) : s->resource;
    cinch_str fragment = end < ref.len ? ref_part(ref, end + 1, ref.len) : ref_none;
    cinchi_source *target;
    if (!from) return NULL;
    fragment = ref_decoded(l, fragment);
    if (fragment.len == 0) {
        target = cinchi_source_find(l, from->node);
    } else if (fragment.ptr[0] == '/') {
        target = ref_pointer(l, s, from, fragment);
    } else {
        cinch_str name = ref_join(l, from->base, ref_part(ref, end, ref.len));
        target = name.ptr ? ref_named(l, name) : NULL;
        if (!target) return ref_fail(l, s, "no schema is called ", ref, "");
    }
    cinchi_scan(l);
    return l->error ? NULL : target;
}

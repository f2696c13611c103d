/* SPDX-License-Identifier: MIT
 * Tagged text: objects of one member whose key begins with `$` stand for what JSON lacks.
 *
 * Whether an object has one member is known only at its end, and what is inside a $map is read in another way from its start. So the
 * first time a key begins with `$`, one pass over the rest of the document finds out for all of them: linear, where looking
 * ahead from each would be quadratic in nesting.
 */
#include "json_in.h"
#include "cinch/wire.h"
#include "cinch/write.h"
#include "../base/compiler.h"
#include "../base/num.h"
#include "../base/rfc3339.h"

/* The quote of an object's first key if it can begin with `$`, plain or as an escape; p is the brace. */
static const uint8_t *tag_key(const uint8_t *p, const uint8_t *end, bool lax)
{
    p = cinchi_json_skip_blank(p + 1, end, lax);
    return end - p >= 2 && *p == '"' && (p[1] == '$' || p[1] == '\\') ? p : NULL;
}

static const uint8_t *string_end(const uint8_t *p, const uint8_t *end)
{
    for (p++; p != end && *p != '"'; p++)
        if (*p == '\\' && end - p >= 2) p++;
    return p == end ? p : p + 1;
}

typedef struct tag_scan {
    const uint8_t *p, *end;
    cinchi_json_vec stack; /* uint32_t: 0, or 2 * number of the object + whether it has more members */
    size_t around;         /* containers open where the scan began */
    bool lax;
} tag_scan;

static bool scan_open(cinchi_json_in *j, tag_scan *s)
{
    bool tag = *s->p == '{' && tag_key(s->p, s->end, s->lax);
    uint32_t *top = (uint32_t *)cinchi_json_vec_more(&s->stack, &j->alloc, 1, sizeof *top);
    uint8_t *one = tag ? (uint8_t *)cinchi_json_vec_more(&j->tags, &j->alloc, 1, 1) : NULL;
    if (!top || (tag && (!one || j->tags.count >= INT32_MAX))) return false;
    s->stack.count++;
    *top = 0;
    if (tag) {
        *one = 0;
        *top = 2 * (uint32_t)++j->tags.count;
    }
    return true;
}

/* False: the document ends here. */
static bool scan_close(cinchi_json_in *j, tag_scan *s)
{
    uint32_t top;
    if (!s->stack.count) return s->around-- > 1;
    top = ((uint32_t *)s->stack.ptr)[--s->stack.count];
    if (top && top % 2 == 0) ((uint8_t *)j->tags.ptr)[top / 2 - 1] = 1;
    return s->stack.count || s->around;
}

static void scan_comma(tag_scan *s)
{
    uint32_t *top = s->stack.count ? (uint32_t *)s->stack.ptr + s->stack.count - 1 : NULL;
    const uint8_t *next = cinchi_json_skip_blank(s->p + 1, s->end, s->lax);
    if (top && *top && !(s->lax && next != s->end && *next == '}')) *top |= 1;
}

/* From the brace at p to the end of the document: which objects with a tag have one member. Where the text is bad it stops: the
 * loop will come there. */
static CINCHI_COLD bool tag_find(cinchi_json_in *j, const uint8_t *p, size_t around)
{
    tag_scan s = {p, j->end, {NULL, 0, 0}, around, j->opts->lax};
    bool good = true, more = true;
    while (good && more && s.p != s.end && s.stack.count / 3 <= j->depth) { /* a level of pairs is three of text */
        const uint8_t *next = s.p + 1;
        switch (*s.p) {
        case '{':
        case '[': good = scan_open(j, &s); break;
        case '}':
        case ']': more = scan_close(j, &s); break;
        case ',': scan_comma(&s); break;
        case '"': next = string_end(s.p, s.end); break;
        case '/': next = cinchi_json_skip_blank(s.p, s.end, s.lax); break;
        default: break;
        }
        if (next == s.p) break;
        s.p = next;
    }
    cinchi_json_vec_free(&s.stack, &j->alloc, sizeof(uint32_t));
    j->tag_seen = true;
    return good || cinchi_json_fault(j, p, CINCH_ERR_MEMORY).p != NULL;
}

static bool read_hex(cinch_str s, size_t digits, uint64_t *v)
{
    *v = 0;
    if (s.len != digits) return false;
    for (size_t i = 0; i < digits; i++) {
        uint8_t c = (uint8_t)s.ptr[i], d = (uint8_t)(c - '0');
        if (d > 9) {
            c |= 0x20;
            if (c < 'a' || c > 'f') return false;
            d = (uint8_t)(c - 'a' + 10);
        }
        *v = *v << 4 | d;
    }
    return true;
}

/* $f32 and $f64: bits in hex; $f32 also a number that f32 holds. */
static cinchi_json_at tag_float(cinchi_json_in *j, const uint8_t *p, uint8_t *o, bool wide)
{
    uint8_t item[9] = {wide ? CINCH_WIRE_F64 : CINCH_WIRE_F32};
    size_t len = wide ? 8 : 4;
    const uint8_t *after = p;
    cinch_str s;
    cinchi_num n = {CINCHI_NUM_BAD, {0}};
    uint64_t bits = 0;
    if (*p == '"') {
        if (!cinchi_json_view(j, &after, &s)) return (cinchi_json_at){NULL, NULL};
        if (!read_hex(s, 2 * len, &bits)) return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX);
    } else {
        uint32_t half;
        double v;
        float f;
        after = wide || (*p != '-' && (uint8_t)(*p - '0') > 9)
                    ? p
                    : (const uint8_t *)cinchi_num_read((const char *)p, (const char *)j->end, &n);
        if (after == p || n.kind == CINCHI_NUM_BAD)
            return cinchi_json_fault(j, after == j->end ? p : after, after == j->end ? CINCH_ERR_TRUNCATED : CINCH_ERR_SYNTAX);
        v = n.kind == CINCHI_NUM_U64 ? (double)n.as.u64 : n.kind == CINCHI_NUM_I64 ? (double)n.as.i64 : n.as.f64;
        if (!cinchi_json_shrink(v, &f) || v - v != 0) return cinchi_json_fault(j, p, CINCH_ERR_NUMBER);
        memcpy(&half, &f, 4);
        bits = half;
    }
    for (size_t i = 0; i < len; i++) item[1 + i] = (uint8_t)(bits >> 8 * (len - 1 - i));
    return cinchi_json_put(j, p, item, 1 + len, after, o);
}

static cinchi_json_at tag_time(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    uint8_t item[CINCH_BOUND_TIME];
    const uint8_t *after = p;
    cinch_writer w;
    cinch_time t;
    cinch_str s;
    if (!cinchi_json_view(j, &after, &s)) return (cinchi_json_at){NULL, NULL};
    if (!cinchi_rfc3339_get(s.ptr, s.len, &t)) return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX);
    cinch_writer_init(&w, item, sizeof item);
    if (j->old_spec) cinch_writer_old_spec(&w);
    cinch_put_time(&w, t);
    if (w.error) return cinchi_json_fault(j, p, w.error);
    return cinchi_json_put(j, p, item, (size_t)(w.pos - item), after, o);
}

static cinchi_json_at tag_bytes(cinchi_json_in *j, const uint8_t *p, uint8_t *o, cinch_type type, int8_t ext)
{
    const uint8_t *after = p;
    cinch_str s;
    cinchi_json_at r;
    if (*p != '"') return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX);
    if (!cinchi_json_view(j, &after, &s)) return (cinchi_json_at){NULL, NULL};
    r = cinchi_json_put_base64(j, p, s, type, ext, after, o);
    return r.p == p ? cinchi_json_fault(j, p, CINCH_ERR_SYNTAX) : r;
}

/* The byte c at p, and what follows it but white space. NULL: a fault. */
static const uint8_t *expect(cinchi_json_in *j, const uint8_t *p, uint8_t c)
{
    p = cinchi_json_blank(j, p);
    if (!p) return NULL;
    return *p == c ? p + 1 : cinchi_json_fault(j, p, CINCH_ERR_SYNTAX).p;
}

/* A comma that only lax allows. */
static const uint8_t *spare_comma(cinchi_json_in *j, const uint8_t *p)
{
    p = cinchi_json_blank(j, p);
    return p && j->opts->lax && *p == ',' ? p + 1 : p;
}

static cinchi_json_at tag_ext(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    cinchi_num n = {CINCHI_NUM_BAD, {0}};
    const uint8_t *q = expect(j, p, '['), *after;
    cinchi_json_at r = {NULL, NULL};
    int8_t type;
    q = q ? cinchi_json_blank(j, q) : NULL;
    if (!q) return r;
    if (*q != '-' && (uint8_t)(*q - '0') > 9) return cinchi_json_fault(j, q, CINCH_ERR_SYNTAX);
    after = (const uint8_t *)cinchi_num_read((const char *)q, (const char *)j->end, &n);
    if (after == j->end) return cinchi_json_fault(j, q, CINCH_ERR_TRUNCATED);
    if ((n.kind != CINCHI_NUM_U64 || n.as.u64 > INT8_MAX) && (n.kind != CINCHI_NUM_I64 || n.as.i64 < INT8_MIN))
        return cinchi_json_fault(j, q, CINCH_ERR_SYNTAX);
    type = (int8_t)n.as.i64;
    q = expect(j, after, ',');
    q = q ? cinchi_json_blank(j, q) : NULL;
    if (!q) return r;
    r = tag_bytes(j, q, o, CINCH_EXT, type);
    q = r.p ? spare_comma(j, r.p) : NULL;
    r.p = q ? expect(j, q, ']') : NULL;
    return r;
}

static const char tag_names[][8] = {"$bin", "$str", "$ext", "$time", "$f32", "$f64", "$map"};
typedef enum tag_name { TAG_BIN, TAG_STR, TAG_EXT, TAG_TIME, TAG_F32, TAG_F64, TAG_MAP, TAG_UNKNOWN } tag_name;

static tag_name name_of(cinch_str s)
{
    unsigned i = 0;
    while (i < TAG_UNKNOWN && !cinch_str_is(s, tag_names[i])) i++;
    return (tag_name)i;
}

static cinchi_json_at tag_value(cinchi_json_in *j, tag_name name, const uint8_t *p, uint8_t *o)
{
    switch (name) {
    case TAG_BIN: return tag_bytes(j, p, o, CINCH_BIN, 0);
    case TAG_STR: return tag_bytes(j, p, o, CINCH_STR, 0);
    case TAG_EXT: return tag_ext(j, p, o);
    case TAG_TIME: return *p == '"' ? tag_time(j, p, o) : cinchi_json_fault(j, p, CINCH_ERR_SYNTAX);
    default: return tag_float(j, p, o, name == TAG_F64);
    }
}

CINCHI_COLD cinchi_json_at cinchi_json_tag(cinchi_json_in *j, const uint8_t *p, uint8_t *o, size_t open, cinchi_json_kind *kind)
{
    const uint8_t *key = tag_key(p, j->end, j->opts->lax), *q = key;
    cinchi_json_at r = {p, o}, none = {NULL, NULL};
    cinch_str s;
    tag_name name;
    *kind = CINCHI_JSON_MAP;
    if (!key) return r;
    if (!j->tag_seen && !tag_find(j, p, open)) return none;
    if (j->tag_next++ >= j->tags.count || !((const uint8_t *)j->tags.ptr)[j->tag_next - 1]) return r;
    if (!cinchi_json_view(j, &q, &s)) return none;
    if (!s.len || s.ptr[0] != '$') return r;
    name = name_of(s);
    if (name == TAG_UNKNOWN) return cinchi_json_fault(j, key, CINCH_ERR_SYNTAX);
    q = expect(j, q, ':');
    q = q ? cinchi_json_blank(j, q) : NULL;
    if (!q) return none;
    if (name == TAG_MAP) {
        *kind = CINCHI_JSON_PAIRS;
        return *q == '[' ? (cinchi_json_at){q, o} : cinchi_json_fault(j, q, CINCH_ERR_SYNTAX);
    }
    *kind = CINCHI_JSON_DOC;
    r = tag_value(j, name, q, o);
    if (r.p) r.p = cinchi_json_pairs_end(j, r.p);
    return r;
}

const uint8_t *cinchi_json_pairs_end(cinchi_json_in *j, const uint8_t *p)
{
    p = spare_comma(j, p);
    return p ? expect(j, p, '}') : NULL;
}

/* At a pair's bracket: to its key. */
static const uint8_t *pair_begin(cinchi_json_in *j, cinchi_json_level *lv, const uint8_t *p, const uint8_t *o)
{
    p = expect(j, p, '[');
    p = p ? cinchi_json_blank(j, p) : NULL;
    if (!p) return NULL;
    if (*p == ']') return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX).p;
    lv->step = CINCHI_PAIR_KEY;
    return !j->odd_keys || cinchi_json_key_begins(j, lv, p, o) ? p : NULL;
}

CINCHI_COLD const uint8_t *cinchi_json_pair(cinchi_json_in *j, cinchi_json_level *lv, uint32_t *count, const uint8_t *p,
                                            const uint8_t *o)
{
    bool comma = false;
    if (lv->step == CINCHI_PAIR_KEY) {
        if (j->odd_keys && !cinchi_json_key_ends(j, lv, p)) return NULL;
        p = expect(j, p, ',');
        p = p ? cinchi_json_blank(j, p) : NULL;
        lv->step = CINCHI_PAIR_VALUE;
        return p && *p == ']' ? cinchi_json_fault(j, p, CINCH_ERR_SYNTAX).p : p;
    }
    if (lv->step == CINCHI_PAIR_VALUE) {
        p = spare_comma(j, p);
        p = p ? expect(j, p, ']') : NULL;
        p = p ? cinchi_json_blank(j, p) : NULL;
        if (!p) return NULL;
        ++*count;
        lv->step = CINCHI_PAIR_START;
        if (*p == ']') return p;
        p = expect(j, p, ',');
        comma = true;
    }
    p = p ? cinchi_json_blank(j, p) : NULL;
    if (!p || (*p == ']' && (!comma || j->opts->lax))) return p;
    return pair_begin(j, lv, p, o);
}

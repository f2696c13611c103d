/* SPDX-License-Identifier: MIT
 * Objects: the members that any of the schemas at one place names, each with all that those schemas say about it.
 */
#include "schema_make.h"
#include "../base/sort.h"

typedef struct record_of {
    cinchi_load *load;
    cinchi_maker *maker;
    const cinchi_parts *parts;
    cinchi_member *members;
    uint32_t count, cap, absent; /* absent: of those, that no value may have */
} record_of;

static const cinch_node *record_named(const cinchi_part *p, cinch_str name)
{
    return cinch_node_find_str(cinchi_part_get(p, CINCHI_WORD_PROPERTIES), name);
}

/* The schemas that the parts have for a member of that name, or for one that none of them names (name.ptr NULL). *some: none of them
 * says that it must be absent. */
static uint32_t record_set(const record_of *r, cinch_str name, cinchi_part *set, bool *some)
{
    uint32_t count = 0;
    *some = true;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const cinch_node *n = name.ptr ? record_named(&r->parts->at[i], name) : NULL;
        if (!n) n = cinchi_part_get(&r->parts->at[i], CINCHI_WORD_ADDITIONAL_PROPERTIES);
        if (!n || (n->type == CINCH_BOOL && n->as.b)) continue;
        if (n->type == CINCH_BOOL) *some = false;
        cinchi_set_add(set, &count, cinchi_source_find(r->load, n));
    }
    return count;
}

/* ---------------------------------------------------------------- what a member is called, and by default */

static void member_nil(cinchi_load *l, cinchi_member *to, const cinchi_source *s)
{
    const cinch_node *n = cinchi_source_get(s, CINCHI_WORD_C_NIL);
    if (n && !cinch_str_is(cinch_node_str(n, NULL), "keep"))
        cinchi_fault_at(l, s, CINCHI_WORD_C_NIL, "expected keep");
    else if (n)
        to->keep_nil = true;
}

/* Notes of a schema, where those before had none. */
static void member_notes(cinchi_member *to, const cinchi_source *s)
{
    if (!to->title.ptr) to->title = cinch_node_str(cinchi_source_get(s, CINCHI_WORD_TITLE), NULL);
    if (!to->description.ptr) to->description = cinch_node_str(cinchi_source_get(s, CINCHI_WORD_DESCRIPTION), NULL);
    if (cinch_node_bool(cinchi_source_get(s, CINCHI_WORD_DEPRECATED), false)) to->deprecated = true;
}

/* A default may stand where a $ref leads, too. */
static void member_default(cinchi_load *l, cinchi_member *to, cinchi_source *s)
{
    enum { HOPS = 64 };
    for (int i = 0; s && !to->value && i < HOPS; i++) {
        to->value = cinchi_source_get(s, CINCHI_WORD_DEFAULT);
        if (to->value) cinchi_make_promise(l, to->use, to->value, s, CINCHI_WORD_DEFAULT);
        s = s->has & CINCHI_HAS(REF) ? cinchi_ref_target(l, s) : NULL;
    }
}

/* Integer keys: false: it has none. */
static bool member_words(record_of *r, cinchi_member *to)
{
    cinchi_load *l = r->load;
    bool keyed = false;
    for (uint32_t i = 0; i < r->parts->count && !l->error; i++) {
        const cinch_node *n = record_named(&r->parts->at[i], to->name), *key;
        cinchi_source *s = n ? cinchi_source_find(l, n) : NULL;
        if (!s) continue;
        if (!to->source) to->source = s;
        member_notes(to, s);
        member_nil(l, to, s);
        member_default(l, to, s);
        if (!(key = cinchi_source_get(s, CINCHI_WORD_KEY))) continue;
        if (keyed && to->key != key->as.i64) cinchi_fault_at(l, s, CINCHI_WORD_KEY, "said twice, and not the same");
        to->key = key->as.i64;
        keyed = true;
    }
    if (!to->source) to->source = r->maker->shape.source;
    return keyed;
}

/* ---------------------------------------------------------------- names */

static void record_add(record_of *r, cinch_str name)
{
    size_t cap = r->cap;
    if (r->load->error || !cinchi_load_grow(r->load, &r->members, &cap, r->count, sizeof *r->members)) return;
    r->cap = (uint32_t)cap;
    memset(&r->members[r->count], 0, sizeof *r->members);
    r->members[r->count++].name = name;
}

static int record_order(const void *ctx, uint32_t a, uint32_t b)
{
    const cinchi_member *x = (const cinchi_member *)ctx + a, *y = (const cinchi_member *)ctx + b;
    int c = cinchi_name_order(x->name, y->name);
    return c ? c : (a > b) - (a < b);
}

/* Sorted by name; of those with one name the first stays, required if any of them is. */
static uint32_t *record_sort(record_of *r)
{
    uint32_t *v = cinchi_load_get(r->load, sizeof *v, r->count ? r->count : 1), kept = 0;
    if (!v) return NULL;
    for (uint32_t i = 0; i < r->count; i++) v[i] = i;
    cinchi_sort(v, r->count, record_order, r->members);
    for (uint32_t i = 0; i < r->count; i++) {
        if (kept && cinchi_name_order(r->members[v[kept - 1]].name, r->members[v[i]].name) == 0) {
            if (r->members[v[i]].required) r->members[v[kept - 1]].required = true;
            r->members[v[i]].key = 1; /* gone */
        } else {
            v[kept++] = v[i];
        }
    }
    return v;
}

static uint32_t *record_unique(record_of *r)
{
    uint32_t *v = record_sort(r), count = 0;
    if (!v) return NULL;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].key == 0) r->members[count++] = r->members[i];
    r->count = count;
    for (uint32_t i = 0; i < count; i++) v[i] = i;
    cinchi_sort(v, count, record_order, r->members);
    return v;
}

static void record_names(record_of *r, bool required)
{
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const cinch_node *n = cinchi_part_get(&r->parts->at[i], required ? CINCHI_WORD_REQUIRED : CINCHI_WORD_PROPERTIES);
        for (uint32_t k = 0; n && k < n->len && !r->load->error; k++) {
            record_add(r, cinch_node_str(n->as.kids + (required ? k : 2 * (size_t)k), NULL));
            if (required && r->count) r->members[r->count - 1].required = true;
        }
    }
}

/* ---------------------------------------------------------------- encodings */

static void record_encoding(record_of *r, cinchi_record *to)
{
    static const char *const names[] = {"map", "array", "intkeys"};
    bool given = false;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const cinch_node *n = cinchi_part_get(&r->parts->at[i], CINCHI_WORD_ENCODING);
        unsigned e = 0;
        if (!n) continue;
        while (e < 3 && !cinch_str_is(cinch_node_str(n, NULL), names[e])) e++;
        if (e == 3)
            cinchi_fault_at(r->load, r->parts->at[i].source, CINCHI_WORD_ENCODING, "expected map, array or intkeys");
        else if (given && to->encoding != (cinchi_encoding)e)
            cinchi_fault_at(r->load, r->parts->at[i].source, CINCHI_WORD_ENCODING, "said twice, and not the same");
        to->encoding = (cinchi_encoding)e;
        given = true;
    }
}

static int record_key_order(const void *ctx, uint32_t a, uint32_t b)
{
    const cinchi_member *x = (const cinchi_member *)ctx + a, *y = (const cinchi_member *)ctx + b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return a < b ? -1 : a > b;
}

static uint32_t *record_by_key(record_of *r)
{
    uint32_t *v = cinchi_load_get(r->load, sizeof *v, r->count ? r->count : 1);
    if (!v) return NULL;
    for (uint32_t i = 0; i < r->count; i++) v[i] = i;
    cinchi_sort(v, r->count, record_key_order, r->members);
    for (uint32_t i = 1; i < r->count; i++) {
        if (r->members[v[i - 1]].key != r->members[v[i]].key) continue;
        cinchi_load_fail(r->load, CINCH_ERR_SCHEMA, r->members[v[i]].source, cinchi_word_name(CINCHI_WORD_KEY),
                         "the same key as ", r->members[v[i - 1]].name, "");
        break;
    }
    return v;
}

static void record_words(record_of *r, cinchi_record *to)
{
    cinchi_part set[CINCHI_PARTS_MOST];
    for (uint32_t i = 0; i < r->count && !r->load->error; i++) {
        cinchi_member *at = &r->members[i];
        bool some;
        uint32_t count = record_set(r, at->name, set, &some);
        at->use = count ? cinchi_make_use(r->load, set, count, CINCHI_ALL_TYPES) : cinchi_make_any(r->load);
        if (!at->use.shape) return;
        if (!member_words(r, at) && to->encoding == CINCHI_INTKEYS)
            cinchi_load_fail(r->load, CINCH_ERR_SCHEMA, r->maker->shape.source, cinchi_word_name(CINCHI_WORD_ENCODING),
                             "needs an x-msgpack-key on every member; there is none on ", at->name, "");
        if (!some) r->absent++;
        if (at->required && !some)
            cinchi_load_fail(r->load, CINCH_ERR_SCHEMA, r->maker->shape.source, cinchi_word_name(CINCHI_WORD_REQUIRED), "",
                             at->name, " is required, and must not be there");
        if (at->required && at->keep_nil)
            cinchi_fault_at(r->load, at->source, CINCHI_WORD_C_NIL, "means nothing where the member is required");
    }
}

/* Counts of pairs that no object can have. */
static void record_counts(record_of *r, const cinchi_record *to)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < r->count; i++) least += r->members[i].required;
    if (to->extra == CINCHI_EXTRA_NONE && to->min_pairs > r->count - r->absent)
        cinchi_make_fail(r->load, r->maker, CINCHI_WORD_MIN_PROPERTIES, "more members than there can be");
    else if (to->max_pairs < least)
        cinchi_make_fail(r->load, r->maker, CINCHI_WORD_MAX_PROPERTIES, "fewer than are required");
}

/* What members of other names are, and how many pairs there may be. */
static void record_extra(record_of *r, cinchi_record *to)
{
    cinchi_maker *m = r->maker;
    cinch_str other = {NULL, 0};
    cinchi_part set[CINCHI_PARTS_MOST];
    bool some;
    uint32_t count = record_set(r, other, set, &some);
    to->extra = !count ? CINCHI_EXTRA_ANY : some ? CINCHI_EXTRA_USE : CINCHI_EXTRA_NONE;
    if (to->extra == CINCHI_EXTRA_USE) to->value = cinchi_make_use(r->load, set, count, CINCHI_ALL_TYPES);
    if (!cinchi_make_counts(r->load, m, r->parts, CINCHI_WORD_MIN_PROPERTIES, CINCHI_WORD_MAX_PROPERTIES, &to->min_pairs,
                            &to->max_pairs))
        return;
    record_counts(r, to);
    if (to->encoding == CINCHI_MAP) return;
    if (to->extra == CINCHI_EXTRA_USE)
        cinchi_make_fail(r->load, m, CINCHI_WORD_ADDITIONAL_PROPERTIES, "goes with names for keys, not with this encoding");
    if (to->encoding == CINCHI_ARRAY && (to->min_pairs || to->max_pairs != UINT64_MAX))
        cinchi_make_fail(r->load, m, to->min_pairs ? CINCHI_WORD_MIN_PROPERTIES : CINCHI_WORD_MAX_PROPERTIES,
                         "counts pairs, and an array encoding has none");
    if (r->count == 0) cinchi_make_fail(r->load, m, CINCHI_WORD_ENCODING, "needs members that have names");
}

void cinchi_make_record(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    record_of r = {l, m, p, NULL, 0, 0, 0};
    cinchi_record to = {.count = 0};
    m->shape.kind = CINCHI_IS_RECORD;
    record_names(&r, false);
    record_names(&r, true);
    to.by_name = l->error ? NULL : record_unique(&r);
    if (!to.by_name) return;
    record_encoding(&r, &to);
    record_words(&r, &to);
    if (!l->error) record_extra(&r, &to);
    if (!l->error && to.encoding == CINCHI_INTKEYS) to.by_key = record_by_key(&r);
    if (l->error) return;
    to.members = r.members;
    to.count = r.count;
    if (to.encoding == CINCHI_ARRAY) m->shape.types = CINCH_BIT(CINCH_ARRAY);
    if (r.count == 0 && to.extra == CINCHI_EXTRA_ANY) {
        m->shape.kind = CINCHI_IS_ANY;
        m->shape.as.any.min_pairs = to.min_pairs;
        m->shape.as.any.max_pairs = to.max_pairs;
    } else {
        m->shape.as.record = to;
    }
}

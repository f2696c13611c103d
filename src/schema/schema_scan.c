/* SPDX-License-Identifier: MIT
 * The first look at a document: every schema in it is found, every word known and of the form it must have. What follows can rely on that.
 *
 * A queue and no recursion; the order is that of the text, level by level.
 */
#include "schema_make.h"
#include "../core/get.h"

static const cinch_str scan_none = {NULL, 0};

static bool scan_is_schema(const cinch_node *n)
{
    return n->type == CINCH_MAP || n->type == CINCH_BOOL;
}

/* ---------------------------------------------------------------- forms */

bool cinchi_count_of(const cinch_node *n, uint64_t *out)
{
    if (n->type == CINCH_U64) {
        *out = n->as.u64;
        return true;
    }
    if (n->type != CINCH_F64 || !(n->as.f64 >= 0) || !(n->as.f64 < 18446744073709551616.0)) return false;
    *out = (uint64_t)n->as.f64;
    return (double)*out == n->as.f64;
}

static bool scan_number(const cinch_node *n)
{
    return (CINCH_BIT(n->type) & CINCHI_NUMBERS) != 0;
}

static bool scan_above(const cinch_node *n)
{
    return (n->type == CINCH_U64 && n->as.u64 > 0) || (n->type == CINCH_F64 && n->as.f64 > 0);
}

static bool scan_names(const cinch_node *n)
{
    if (n->type != CINCH_ARRAY) return false;
    for (uint32_t i = 0; i < n->len; i++)
        if (n->as.kids[i].type != CINCH_STR) return false;
    return true;
}

static bool scan_type_names(const cinch_node *n)
{
    uint32_t seen = 0;
    if (n->type == CINCH_STR) return cinchi_type_named(cinch_node_str(n, NULL)) != 0;
    if (!scan_names(n) || n->len == 0) return false;
    for (uint32_t i = 0; i < n->len; i++) {
        uint32_t types = cinchi_type_named(cinch_node_str(n->as.kids + i, NULL));
        if (types == 0 || (seen & types) == types) return false;
        seen |= types;
    }
    return true;
}

static bool scan_list(const cinch_node *n)
{
    if (n->type != CINCH_ARRAY || n->len == 0) return false;
    for (uint32_t i = 0; i < n->len; i++)
        if (!scan_is_schema(n->as.kids + i)) return false;
    return true;
}

static bool scan_schemas(const cinch_node *n)
{
    if (n->type != CINCH_MAP) return false;
    for (uint32_t i = 0; i < n->len; i++)
        if (!scan_is_schema(n->as.kids + 2 * i + 1)) return false;
    return true;
}

/* What a value of this form would be; NULL: it is one. */
static const char *scan_form(cinchi_word_form form, const cinch_node *n)
{
    uint64_t count;
    switch (form) {
    case CINCHI_FORM_SCHEMA: return scan_is_schema(n) ? NULL : "expected a schema, an object or a boolean";
    case CINCHI_FORM_SCHEMAS: return scan_schemas(n) ? NULL : "expected an object whose members are schemas";
    case CINCHI_FORM_LIST: return scan_list(n) ? NULL : "expected an array of schemas that is not empty";
    case CINCHI_FORM_ITEMS: return scan_is_schema(n) || scan_list(n) ? NULL : "expected a schema or an array of schemas";
    case CINCHI_FORM_TYPE:
        return scan_type_names(n)
                   ? NULL
                   : "expected object, array, string, number, integer, boolean, null, bytes or extension, or an array of "
                     "some of these, none twice";
    case CINCHI_FORM_TEXT: return n->type == CINCH_STR ? NULL : "expected a string";
    case CINCHI_FORM_NAMES: return scan_names(n) ? NULL : "expected an array of strings";
    case CINCHI_FORM_BOOL: return n->type == CINCH_BOOL ? NULL : "expected true or false";
    case CINCHI_FORM_NUMBER: return scan_number(n) ? NULL : "expected a number";
    case CINCHI_FORM_ABOVE: return scan_above(n) ? NULL : "expected a number above 0";
    case CINCHI_FORM_COUNT: return cinchi_count_of(n, &count) ? NULL : "expected an integer from 0 on";
    case CINCHI_FORM_WHOLE:
        return n->type == CINCH_I64 || (n->type == CINCH_U64 && n->as.u64 <= INT64_MAX) ? NULL
                                                                                        : "expected an integer of 64 bits";
    case CINCHI_FORM_VALUES: return n->type == CINCH_ARRAY && n->len ? NULL : "expected an array that is not empty";
    case CINCHI_FORM_VALUE: break;
    }
    return NULL;
}

/* ---------------------------------------------------------------- lengths */

static bool scan_text_fits(const cinchi_load *l, cinchi_word word, const cinch_node *n)
{
    uint64_t most = l->limits.name;
    if (word == CINCHI_WORD_DESCRIPTION || word == CINCHI_WORD_COMMENT) most *= 16;
    return n->type != CINCH_STR || n->len <= most;
}

static bool scan_names_fit(const cinchi_load *l, const cinch_node *map)
{
    for (uint32_t i = 0; i < map->len; i++)
        if (map->as.kids[2 * i].len > l->limits.name) return false;
    return true;
}

/* ---------------------------------------------------------------- what lies below */

static void scan_below(cinchi_load *l, const cinchi_source *s, cinchi_word word, const cinch_node *n, cinchi_source *like)
{
    like->parent = s;
    like->word = word;
    like->step = CINCHI_STEP_WORD;
    if (n->type == CINCH_ARRAY) {
        like->step = CINCHI_STEP_INDEX;
        for (like->index = 0; like->index < n->len && l->error != CINCH_ERR_MEMORY; like->index++)
            (void)cinchi_source_of(l, n->as.kids + like->index, like);
    } else {
        (void)cinchi_source_of(l, n, like);
    }
}

/* A keyword of JSON Schema that holds a schema, known here or not, or of somebody's own. */
static bool scan_keyword(cinch_str name)
{
    static const char *const others[] = {"if",
                                         "then",
                                         "else",
                                         "not",
                                         "contains",
                                         "propertyNames",
                                         "dependencies",
                                         "dependentSchemas",
                                         "dependentRequired",
                                         "patternProperties",
                                         "unevaluatedItems",
                                         "unevaluatedProperties",
                                         "contentSchema",
                                         NULL};
    for (size_t i = 0; others[i]; i++)
        if (cinch_str_is(name, others[i])) return true;
    return cinchi_word_find(name) != CINCHI_WORD_COUNT || name.len == 0 || name.ptr[0] == '$' ||
           (name.len > 1 && memcmp(name.ptr, "x-", 2) == 0);
}

/* Definitions kept together under a name of their own: schemas, and no keyword among their names. */
static bool scan_folder(cinchi_word word, const cinch_node *n)
{
    if ((word != CINCHI_WORD_DEFS && word != CINCHI_WORD_DEFINITIONS) || n->len == 0 || !scan_schemas(n)) return false;
    for (uint32_t i = 0; i < n->len; i++) {
        if (n->as.kids[2 * (size_t)i + 1].type != CINCH_MAP) return false;
        if (scan_keyword(cinch_node_str(n->as.kids + 2 * (size_t)i, NULL))) return false;
    }
    return true;
}

static void scan_members(cinchi_load *l, const cinchi_source *s, const cinch_node *n, cinchi_source *like)
{
    enum { FEW = 8 };
    if (n->len > FEW && cinch_tree_index(&s->document->tree, n) != CINCH_OK) cinchi_load_memory(l);
    for (uint32_t i = 0; i < n->len && l->error != CINCH_ERR_MEMORY; i++) {
        like->name = cinch_node_str(n->as.kids + 2 * (size_t)i, NULL);
        if (like->folder.ptr || !scan_folder(like->word, n->as.kids + 2 * (size_t)i + 1))
            (void)cinchi_source_of(l, n->as.kids + 2 * (size_t)i + 1, like);
    }
}

static void scan_named(cinchi_load *l, const cinchi_source *s, cinchi_word word, const cinch_node *n, cinchi_source *like)
{
    like->parent = s;
    like->word = word;
    like->step = CINCHI_STEP_NAME;
    scan_members(l, s, n, like);
    for (uint32_t i = 0; i < n->len && l->error != CINCH_ERR_MEMORY; i++) {
        const cinch_node *in = n->as.kids + 2 * (size_t)i + 1;
        if (!scan_folder(word, in)) continue;
        like->folder = cinch_node_str(n->as.kids + 2 * (size_t)i, NULL);
        scan_members(l, s, in, like);
    }
}

static void scan_into(cinchi_load *l, const cinchi_source *s, cinchi_word word, const cinch_node *n)
{
    cinchi_source like = {.document = s->document, .base = s->base, .resource = s->resource};
    switch (cinchi_word_rows[word].form) {
    case CINCHI_FORM_SCHEMA:
    case CINCHI_FORM_LIST:
    case CINCHI_FORM_ITEMS: scan_below(l, s, word, n, &like); break;
    case CINCHI_FORM_SCHEMAS:
        if (!scan_names_fit(l, n))
            cinchi_load_fail(l, CINCH_ERR_LIMIT, s, cinchi_word_name(word), "a name is too long", scan_none, "");
        else
            scan_named(l, s, word, n, &like);
        break;
    default: break;
    }
}

/* ---------------------------------------------------------------- one place */

static void scan_unknown(cinchi_load *l, const cinchi_source *s, cinch_str name)
{
    bool ours = name.len >= 10 && memcmp(name.ptr, "x-msgpack-", 10) == 0;
    const char *text = ours ? "unknown x-msgpack- keyword" : "unknown keyword";
    if (l->schema->opts.ignore_unknown && !ours)
        cinchi_load_warn(l, s, name, "unknown keyword, ignored");
    else
        cinchi_load_fail(l, CINCH_ERR_SCHEMA, s, name, text, scan_none, "");
}

static void scan_member(cinchi_load *l, cinchi_source *s, cinch_str name, const cinch_node *value)
{
    cinchi_word word = cinchi_word_find(name);
    const char *wrong;
    if (word == CINCHI_WORD_COUNT) {
        scan_unknown(l, s, name);
        return;
    }
    wrong = scan_form((cinchi_word_form)cinchi_word_rows[word].form, value);
    if (wrong) {
        cinchi_fault_at(l, s, word, wrong);
    } else if (!scan_text_fits(l, word, value)) {
        cinchi_load_fail(l, CINCH_ERR_LIMIT, s, name, "too long a string", scan_none, "");
    } else {
        s->has |= UINT64_C(1) << word;
    }
}

/* ---------------------------------------------------------------- words that do not go together */

static uint8_t scan_speaks_of(uint32_t types)
{
    uint8_t of = 0;
    if (types & CINCH_BIT(CINCH_MAP)) of |= CINCHI_OF_MAP;
    if (types & CINCH_BIT(CINCH_ARRAY)) of |= CINCHI_OF_ARRAY;
    if (types & (CINCH_BIT(CINCH_STR) | CINCH_BIT(CINCH_BIN) | CINCH_BIT(CINCH_EXT))) of |= CINCHI_OF_TEXT;
    if (types & CINCH_BIT(CINCH_STR)) of |= CINCHI_OF_STR;
    if (types & CINCHI_NUMBERS) of |= CINCHI_OF_NUMBER;
    return of;
}

/* A word about a type that the same schema excludes would be read and then mean nothing. additionalProperties as a boolean says so little
 * that generators of schemas put it everywhere: it may. */
static void scan_types(cinchi_load *l, cinchi_source *s)
{
    uint8_t of = scan_speaks_of(cinchi_types_of(cinchi_source_get(s, CINCHI_WORD_TYPE)));
    const cinch_node *more = cinchi_source_get(s, CINCHI_WORD_ADDITIONAL_PROPERTIES);
    if (more && more->type == CINCH_BOOL && !(of & CINCHI_OF_MAP)) s->has &= ~CINCHI_HAS(ADDITIONAL_PROPERTIES);
    for (unsigned w = 0; w < CINCHI_WORD_COUNT; w++)
        if (s->has >> w & 1 && cinchi_word_rows[w].of && !(cinchi_word_rows[w].of & of))
            cinchi_fault_at(l, s, (cinchi_word)w, "says nothing about the type given here");
}

static void scan_together(cinchi_load *l, cinchi_source *s)
{
    bool member = s->step == CINCHI_STEP_NAME && s->word == CINCHI_WORD_PROPERTIES;
    uint64_t beside = s->has & ~CINCHI_NO_WORDS & ~CINCHI_HAS(REF);
    if (s->has & CINCHI_HAS(TYPE)) scan_types(l, s);
    if (s->has & CINCHI_HAS(KEY) && !member) cinchi_fault_at(l, s, CINCHI_WORD_KEY, "belongs to a member, under properties");
    if (s->has & CINCHI_HAS(C_NIL) && !member)
        cinchi_fault_at(l, s, CINCHI_WORD_C_NIL, "belongs to a member, under properties");
    if (s->document->old_refs && s->has & CINCHI_HAS(REF) && beside)
        cinchi_fault_at(l, s, CINCHI_WORD_REF,
                        "what stands beside it is ignored by the $schema given: use allOf, or a newer $schema");
}

static void scan_source(cinchi_load *l, cinchi_source *s)
{
    const cinch_node *map = s->node;
    if (map->type != CINCH_MAP) return;
    for (uint32_t i = 0; i < map->len && !l->enough; i++)
        scan_member(l, s, cinch_node_str(map->as.kids + 2 * (size_t)i, NULL), map->as.kids + 2 * (size_t)i + 1);
    if (s->has & CINCHI_HAS(ID)) cinchi_ref_name(l, s, cinch_node_str(cinchi_source_get(s, CINCHI_WORD_ID), NULL));
    if (s->has & CINCHI_HAS(OLD_ID)) cinchi_ref_name(l, s, cinch_node_str(cinchi_source_get(s, CINCHI_WORD_OLD_ID), NULL));
    scan_together(l, s);
    for (uint32_t i = 0; i < map->len && l->error != CINCH_ERR_MEMORY; i++) {
        cinchi_word word = cinchi_word_find(cinch_node_str(map->as.kids + 2 * (size_t)i, NULL));
        if (word < CINCHI_WORD_COUNT && s->has >> word & 1) scan_into(l, s, word, map->as.kids + 2 * (size_t)i + 1);
    }
}

void cinchi_scan(cinchi_load *l)
{
    while (l->queue && !l->enough && l->error != CINCH_ERR_MEMORY) {
        cinchi_source *s = l->queue;
        l->queue = s->later;
        scan_source(l, s);
    }
}

/* SPDX-License-Identifier: MIT
 * From the words that hold at one place to a kind: which types are allowed, and what is said about each of them.
 */
#include "schema_make.h"

/* Kinds by the types they begin with. A number is one kind, whatever its format. */
static const struct facet_row {
    uint32_t types;
    uint8_t of; /* words that constrain it */
} facet_rows[] = {
    {CINCH_BIT(CINCH_BOOL), 0},
    {CINCHI_NUMBERS, CINCHI_OF_NUMBER},
    {CINCH_BIT(CINCH_STR), CINCHI_OF_STR | CINCHI_OF_TEXT},
    {CINCH_BIT(CINCH_BIN), CINCHI_OF_TEXT},
    {CINCH_BIT(CINCH_EXT) | CINCH_BIT(CINCH_TIME), CINCHI_OF_TEXT},
    {CINCH_BIT(CINCH_ARRAY), CINCHI_OF_ARRAY},
    {CINCH_BIT(CINCH_MAP), CINCHI_OF_MAP},
};
enum { FACET_ROWS = sizeof facet_rows / sizeof facet_rows[0] };

typedef struct facets {
    const cinchi_parts *parts;
    uint32_t types;
    bool typed; /* a part says `type` */
    bool time;
    uint64_t has; /* words of all parts */
} facets;

uint32_t cinchi_types_of(const cinch_node *type)
{
    uint32_t types = 0;
    if (type->type == CINCH_STR) return cinchi_type_named(cinch_node_str(type, NULL));
    for (uint32_t i = 0; i < type->len; i++) types |= cinchi_type_named(cinch_node_str(type->as.kids + i, NULL));
    return types;
}

static uint32_t facet_part_types(const cinchi_part *p)
{
    const cinch_node *type = cinchi_part_get(p, CINCHI_WORD_TYPE);
    uint32_t types = type ? cinchi_types_of(type) : CINCHI_ALL_TYPES;
    if (cinchi_part_get(p, CINCHI_WORD_CONTENT_ENCODING)) types = (types & ~CINCH_BIT(CINCH_STR)) | CINCH_BIT(CINCH_BIN);
    return types;
}

static void facets_gather(facets *f, const cinchi_maker *m, const cinchi_parts *p)
{
    memset(f, 0, sizeof *f);
    f->parts = p;
    f->types = m->only;
    for (uint32_t i = 0; i < p->count; i++) {
        f->has |= cinchi_part_has(&p->at[i]);
        f->time = f->time || cinch_node_bool(cinchi_part_get(&p->at[i], CINCHI_WORD_TIMESTAMP), false);
    }
    for (uint32_t i = 0; i < p->count; i++) f->types &= facet_part_types(&p->at[i]);
    f->typed = (f->has & (CINCHI_HAS(TYPE) | CINCHI_HAS(CONTENT_ENCODING))) != 0;
}

/* Where bytes are kept says nothing about what they may be. */
static bool facet_speaks(const facets *f, uint8_t of)
{
    uint64_t has = f->has & ~(CINCHI_HAS(C_STORAGE) | CINCHI_HAS(C_MAX_BYTES));
    for (unsigned w = 0; w < CINCHI_WORD_COUNT; w++)
        if (has >> w & 1 && cinchi_word_rows[w].of & of) return true;
    return f->has & CINCHI_HAS(FORMAT) && of & CINCHI_OF_STR;
}

/* ---------------------------------------------------------------- words of the C side */

static bool facet_same(cinchi_load *l, const cinchi_maker *m, cinchi_word word, bool given, bool same)
{
    if (given && !same) cinchi_make_fail(l, m, word, "said twice, and not the same");
    return !given || same;
}

static void facet_storage(cinchi_load *l, cinchi_maker *m, const cinch_node *n)
{
    static const char *const names[] = {"", "view", "static", "owned"};
    unsigned i = 1;
    while (i < 4 && !cinch_str_is(cinch_node_str(n, NULL), names[i])) i++;
    if (i == 4)
        cinchi_make_fail(l, m, CINCHI_WORD_C_STORAGE, "expected view, static or owned");
    else if (facet_same(l, m, CINCHI_WORD_C_STORAGE, m->shape.storage != CINCHI_STORE_RUN,
                        m->shape.storage == (cinchi_storage)i))
        m->shape.storage = (cinchi_storage)i;
}

cinchi_c_type cinchi_c_type_named(cinch_str name)
{
    static const char *const names[] = {"",        "float",   "double",   "int8_t",   "int16_t", "int32_t",
                                        "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    for (unsigned i = 1; i < sizeof names / sizeof names[0]; i++)
        if (cinch_str_is(name, names[i])) return (cinchi_c_type)i;
    return CINCHI_C_NONE;
}

static void facet_c_type(cinchi_load *l, cinchi_maker *m, const cinch_node *n)
{
    cinchi_c_type i = cinchi_c_type_named(cinch_node_str(n, NULL));
    if (i == CINCHI_C_NONE)
        cinchi_make_fail(l, m, CINCHI_WORD_C_TYPE, "expected float, double, or one of int8_t to uint64_t");
    else if (facet_same(l, m, CINCHI_WORD_C_TYPE, m->shape.c_type != CINCHI_C_NONE, m->shape.c_type == i))
        m->shape.c_type = i;
}

static void facet_c_words(cinchi_load *l, cinchi_maker *m, const cinchi_part *p)
{
    const cinch_node *n;
    uint64_t bytes;
    if ((n = cinchi_part_get(p, CINCHI_WORD_C_STORAGE))) facet_storage(l, m, n);
    if ((n = cinchi_part_get(p, CINCHI_WORD_C_TYPE))) facet_c_type(l, m, n);
    if (!(n = cinchi_part_get(p, CINCHI_WORD_C_MAX_BYTES)) || !cinchi_count_of(n, &bytes)) return;
    if (bytes == 0 || bytes > UINT32_MAX)
        cinchi_make_fail(l, m, CINCHI_WORD_C_MAX_BYTES, "expected an integer from 1 to 4294967295");
    else if (facet_same(l, m, CINCHI_WORD_C_MAX_BYTES, m->shape.max_bytes != 0, m->shape.max_bytes == bytes))
        m->shape.max_bytes = bytes;
}

/* ---------------------------------------------------------------- one kind */

static void facet_kind(cinchi_load *l, cinchi_maker *m, const facets *f)
{
    cinchi_shape *s = &m->shape;
    uint32_t t = f->types;
    s->types = t;
    for (uint32_t i = 0; i < f->parts->count; i++) facet_c_words(l, m, &f->parts->at[i]);
    if (t == CINCH_BIT(CINCH_BOOL)) {
        s->kind = CINCHI_IS_BOOL;
    } else if (t == CINCH_BIT(CINCH_TIME)) {
        s->kind = CINCHI_IS_TIME;
    } else if (t == CINCHI_INTEGERS) {
        s->kind = CINCHI_IS_INT;
        cinchi_make_integer(l, m, f->parts);
    } else if (t & CINCHI_NUMBERS) {
        s->kind = CINCHI_IS_NUMBER;
        cinchi_make_number(l, m, f->parts);
    } else if (t == CINCH_BIT(CINCH_ARRAY)) {
        cinchi_make_list(l, m, f->parts);
    } else if (t == CINCH_BIT(CINCH_MAP)) {
        cinchi_make_record(l, m, f->parts);
    } else {
        s->kind = t == CINCH_BIT(CINCH_STR) ? CINCHI_IS_STR : t == CINCH_BIT(CINCH_BIN) ? CINCHI_IS_BIN : CINCHI_IS_EXT;
        cinchi_make_text(l, m, f->parts);
    }
}

static void facet_any(cinchi_load *l, cinchi_maker *m, const facets *f, uint32_t types)
{
    for (uint32_t i = 0; i < f->parts->count; i++) facet_c_words(l, m, &f->parts->at[i]);
    m->shape.kind = CINCHI_IS_ANY;
    m->shape.types = types;
    (void)cinchi_make_counts(l, m, f->parts, CINCHI_WORD_MIN_PROPERTIES, CINCHI_WORD_MAX_PROPERTIES, &m->shape.as.any.min_pairs,
                             &m->shape.as.any.max_pairs);
}

/* ---------------------------------------------------------------- several kinds: a union by type */

static void facet_branch(cinchi_load *l, cinchi_maker *m, const facets *f, uint32_t types, bool raw)
{
    cinchi_branch *b = (cinchi_branch *)(uintptr_t)m->shape.as.choices.branches + m->shape.as.choices.count;
    cinchi_part set[CINCHI_PARTS_MOST];
    for (uint32_t i = 0; i < f->parts->count; i++) {
        set[i] = f->parts->at[i];
        set[i].flags |= CINCHI_PART_DONE;
    }
    b->use = cinchi_make_use(l, set, f->parts->count, types);
    b->source = m->shape.source;
    if (!b->use.shape) return;
    cinchi_maker_at(&b->use)->raw = raw;
    m->shape.as.choices.count++;
}

/* What needs no C type of its own becomes one view: in a list of types objects and arrays of whatever content, without `type` all that
 * nothing is said about, or of objects how many pairs they have alone; and exts, as lengths mean those of text then. */
static uint32_t facets_raw(const facets *f)
{
    uint32_t raw = 0, both = CINCH_BIT(CINCH_ARRAY) | CINCH_BIT(CINCH_MAP);
    facets counted = *f;
    counted.has &= ~(CINCHI_HAS(MIN_PROPERTIES) | CINCHI_HAS(MAX_PROPERTIES));
    if (!f->typed && !facet_speaks(&counted, CINCHI_OF_MAP)) raw |= f->types & CINCH_BIT(CINCH_MAP);
    for (unsigned i = 0; i < FACET_ROWS; i++)
        if (f->types & facet_rows[i].types && !facet_speaks(f, facet_rows[i].of)) raw |= f->types & facet_rows[i].types;
    if (!f->typed) return raw | (f->types & (CINCH_BIT(CINCH_EXT) | CINCH_BIT(CINCH_TIME)));
    return (raw & both) == both ? both : 0;
}

static void facets_split(cinchi_load *l, cinchi_maker *m, const facets *f)
{
    uint32_t raw = facets_raw(f);
    cinchi_branch *branches;
    if (raw == f->types || m->raw) {
        facet_any(l, m, f, f->types | (m->nullable && !m->raw ? CINCH_BIT(CINCH_NIL) : 0));
        m->nullable = m->nullable && m->raw;
        return;
    }
    branches = cinchi_load_get(l, sizeof *branches, FACET_ROWS + 1);
    if (!branches) return;
    m->shape.kind = CINCHI_IS_UNION;
    m->shape.as.choices.branches = branches;
    m->shape.as.choices.untyped = true;
    for (unsigned i = 0; i < FACET_ROWS; i++) {
        uint32_t types = f->types & facet_rows[i].types & ~raw;
        if (types) facet_branch(l, m, f, types, false);
    }
    if (raw) facet_branch(l, m, f, raw, true);
}

/* ---------------------------------------------------------------- the whole */

/* x-msgpack-timestamp wins over the type, and over what would be said of another type. */
static bool facets_time(cinchi_load *l, cinchi_maker *m, facets *f)
{
    uint64_t words = f->has & ~(CINCHI_HAS(TYPE) | CINCHI_HAS(FORMAT) | CINCHI_HAS(TIMESTAMP));
    bool nil = f->typed && f->types & CINCH_BIT(CINCH_NIL);
    for (unsigned w = 0; w < CINCHI_WORD_COUNT; w++)
        if (words >> w & 1) {
            cinchi_make_fail(l, m, (cinchi_word)w, "says nothing about a timestamp");
            return false;
        }
    f->types = CINCH_BIT(CINCH_TIME) | (nil ? CINCH_BIT(CINCH_NIL) : 0);
    f->typed = true;
    return true;
}

static unsigned facets_count(const facets *f)
{
    unsigned count = 0;
    for (unsigned i = 0; i < FACET_ROWS; i++) count += (f->types & facet_rows[i].types) != 0;
    return count;
}

static bool facets_said(const facets *f)
{
    for (unsigned i = 0; i < FACET_ROWS; i++)
        if (facet_speaks(f, facet_rows[i].of)) return true;
    return false;
}

/* What holds for the values of an enum would not hold for those that are kept. */
static void facets_beside(cinchi_load *l, cinchi_maker *m, const facets *f)
{
    uint64_t has = f->has & ~(CINCHI_HAS(C_STORAGE) | CINCHI_HAS(C_MAX_BYTES));
    for (unsigned w = 0; w < CINCHI_WORD_COUNT; w++)
        if (has >> w & 1 && cinchi_word_rows[w].of && w != CINCHI_WORD_CONTENT_ENCODING) {
            cinchi_make_fail(l, m, (cinchi_word)w, "says nothing of values that the enum does not list, which are to be kept");
            return;
        }
}

void cinchi_make_facets(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    facets f;
    facets_gather(&f, m, p);
    if (f.time && !facets_time(l, m, &f)) return;
    if (f.types == 0) {
        cinchi_make_fail(l, m, CINCHI_WORD_TYPE, "no type is left: what is said here contradicts itself");
    } else if (f.has & (CINCHI_HAS(ENUM) | CINCHI_HAS(CONST))) {
        for (uint32_t i = 0; i < p->count; i++) facet_c_words(l, m, &p->at[i]);
        cinchi_make_choice(l, m, p, f.types, f.typed && (f.types & CINCHI_NUMBERS) == CINCHI_NUMBERS);
        if (l->schema->opts.enum_keep && f.has & CINCHI_HAS(ENUM)) facets_beside(l, m, &f);
        if (facets_said(&f)) {
            cinchi_part set[CINCHI_PARTS_MOST];
            cinchi_use rest;
            for (uint32_t i = 0; i < p->count; i++) {
                set[i] = p->at[i];
                set[i].flags |= CINCHI_PART_DONE | CINCHI_PART_NO_ENUM;
            }
            rest = cinchi_make_use(l, set, p->count, CINCHI_ALL_TYPES);
            for (uint32_t i = 0; rest.shape && m->shape.kind == CINCHI_IS_ENUM && i < m->shape.as.choice.count; i++)
                cinchi_make_promise(l, rest, m->shape.as.choice.values[i].node, m->shape.source, CINCHI_WORD_ENUM);
        }
    } else if (!f.typed && !facets_said(&f)) {
        facet_any(l, m, &f, f.types);
    } else if (f.types == CINCH_BIT(CINCH_NIL)) {
        m->shape.kind = CINCHI_IS_NIL;
        m->shape.types = f.types;
    } else {
        m->nullable = (f.types & CINCH_BIT(CINCH_NIL)) != 0;
        f.types &= ~CINCH_BIT(CINCH_NIL);
        if (facets_count(&f) == 1)
            facet_kind(l, m, &f);
        else
            facets_split(l, m, &f);
    }
}

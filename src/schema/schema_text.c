/* SPDX-License-Identifier: MIT
 * Words about text and bytes; lengths and counts of every kind; and enums.
 */
#include "schema_make.h"

bool cinchi_make_counts(cinchi_load *l, const cinchi_maker *m, const cinchi_parts *p, cinchi_word least, cinchi_word most,
                        uint64_t *lo, uint64_t *hi)
{
    *lo = 0;
    *hi = UINT64_MAX;
    for (uint32_t i = 0; i < p->count; i++) {
        const cinch_node *n = cinchi_part_get(&p->at[i], least);
        uint64_t v;
        if (n && cinchi_count_of(n, &v) && v > *lo) *lo = v;
        n = cinchi_part_get(&p->at[i], most);
        if (n && cinchi_count_of(n, &v) && v < *hi) *hi = v;
    }
    if (*lo > *hi) cinchi_make_fail(l, m, least, "more than the most that is allowed");
    return *lo <= *hi;
}

static void text_pattern(cinchi_load *l, cinchi_maker *m, cinchi_pattern *to, const cinchi_source *s, const cinch_node *n)
{
    const cinch_schema_opts *o = &l->schema->opts;
    to->text = cinch_node_str(n, NULL);
    to->source = s;
    if (m->shape.kind != CINCHI_IS_STR) {
        cinchi_fault_at(l, s, CINCHI_WORD_PATTERN, "says nothing about bytes");
    } else if (!o->compile || !o->match) {
        cinchi_fault_at(l, s, CINCHI_WORD_PATTERN, "regular expressions are not to be had here");
    } else if (!(to->compiled = o->compile(o->user, to->text))) {
        cinchi_load_fail(l, CINCH_ERR_PATTERN, s, cinchi_word_name(CINCHI_WORD_PATTERN), "not a regular expression: ", to->text,
                         "");
    } else {
        to->next = l->schema->patterns;
        l->schema->patterns = to;
        m->shape.as.text.pattern_count++;
    }
}

void cinchi_make_text(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    cinchi_text *t = &m->shape.as.text;
    cinchi_pattern *patterns = cinchi_load_get(l, sizeof *patterns, p->count);
    if (!patterns || !cinchi_make_counts(l, m, p, CINCHI_WORD_MIN_LENGTH, CINCHI_WORD_MAX_LENGTH, &t->min_len, &t->max_len))
        return;
    t->patterns = patterns;
    for (uint32_t i = 0; i < p->count && !l->error; i++) {
        const cinch_node *n = cinchi_part_get(&p->at[i], CINCHI_WORD_PATTERN);
        if (n) text_pattern(l, m, &patterns[t->pattern_count], p->at[i].source, n);
        n = cinchi_part_get(&p->at[i], CINCHI_WORD_FORMAT);
        if (n && !t->format.ptr) t->format = cinch_node_str(n, NULL);
    }
    t->utf8 = m->shape.kind == CINCHI_IS_STR && (t->min_len || t->max_len != UINT64_MAX || t->pattern_count || t->format.ptr);
}

/* ---------------------------------------------------------------- enums */

bool cinchi_value_is(const cinchi_value *v, const cinch_node *n)
{
    if (cinch_node_equal(v->node, n)) return true;
    return v->number && cinchi_same_number(v->node, n);
}

static bool choice_has(const cinch_node *n, const cinch_node *list, const cinch_node *only, bool number)
{
    cinchi_value v = {.node = n, .number = number};
    if (only) return cinchi_value_is(&v, only);
    for (uint32_t i = 0; i < list->len; i++)
        if (cinchi_value_is(&v, list->as.kids + i)) return true;
    return false;
}

/* Every other part that lists values has this one too. */
static bool choice_in_all(const cinchi_parts *p, const cinch_node *from, const cinch_node *n, bool number)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const cinch_node *list = cinchi_part_get(&p->at[i], CINCHI_WORD_ENUM),
                         *one = cinchi_part_get(&p->at[i], CINCHI_WORD_CONST);
        if (list && list != from && !choice_has(n, list, NULL, number)) return false;
        if (one && !choice_has(n, NULL, one, number)) return false;
    }
    return true;
}

enum { CHOICE_FEW = 64, CHOICE_WORK = 1 << 22 }; /* values compared with each other one by one; comparisons of lists */

typedef struct choice_of {
    cinchi_load *load;
    cinchi_maker *maker;
    const cinchi_parts *parts;
    uint32_t types;
    bool number;
    cinchi_value *values;
    const cinch_node *from; /* the list that gives them */
    cinchi_word word;
} choice_of;

static void choice_add(choice_of *c, const cinchi_source *s, const cinch_node *n)
{
    cinchi_choice *to = &c->maker->shape.as.choice;
    cinchi_value v = {.node = n, .source = s};
    uint32_t bit = CINCH_BIT(n->type);
    if (c->load->error) return;
    if (n->type >= CINCH_ARRAY) {
        cinchi_fault_at(c->load, s, c->word, "arrays and objects cannot be compared with here");
    } else if (!(c->types & bit) && !(c->types & CINCHI_NUMBERS && c->number && bit & CINCHI_NUMBERS)) {
        cinchi_fault_at(c->load, s, c->word, "a value that the type does not allow");
    } else if (choice_in_all(c->parts, c->from, n, c->number)) {
        v.number = bit & CINCHI_NUMBERS && (c->number || n->type == CINCH_F64);
        for (uint32_t i = 0; i < to->count && to->count <= CHOICE_FEW; i++)
            if (cinchi_value_is(&v, to->values[i].node)) return; /* said twice */
        if (n->type == CINCH_NIL)
            c->maker->nullable = true;
        else
            c->values[to->count++] = v;
    }
}

/* Lists are compared value by value: their product is bounded. */
static bool choice_fits(cinchi_load *l, const cinchi_maker *m, const cinchi_parts *p, const cinch_node *list)
{
    cinch_str none = {NULL, 0};
    uint64_t work = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const cinch_node *other = cinchi_part_get(&p->at[i], CINCHI_WORD_ENUM);
        if (other && other != list) work += (uint64_t)other->len * list->len;
    }
    if (work <= CHOICE_WORK) return true;
    cinchi_load_fail(l, CINCH_ERR_LIMIT, m->shape.source, cinchi_word_name(CINCHI_WORD_ENUM), "too many values", none, "");
    return false;
}

/* The first part that lists values gives their order. */
void cinchi_make_choice(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p, uint32_t types, bool number)
{
    choice_of c = {l, m, p, types, number, NULL, NULL, CINCHI_WORD_CONST};
    const cinch_node *list = NULL, *one = NULL;
    uint32_t i = 0;
    while (!(list = cinchi_part_get(&p->at[i], CINCHI_WORD_ENUM)) && !(one = cinchi_part_get(&p->at[i], CINCHI_WORD_CONST)))
        i++;
    m->shape.kind = CINCHI_IS_ENUM;
    c.values = cinchi_load_get(l, sizeof *c.values, list ? list->len : 1);
    if (!c.values) return;
    m->shape.as.choice.values = c.values;
    if (list) c.word = CINCHI_WORD_ENUM;
    c.from = list;
    if (list && !choice_fits(l, m, p, list)) return;
    for (uint32_t k = 0; list && k < list->len; k++) choice_add(&c, p->at[i].source, list->as.kids + k);
    if (one) choice_add(&c, p->at[i].source, one);
    m->shape.as.choice.is_const = !list && m->shape.as.choice.count == 1;
    for (i = 0; i < m->shape.as.choice.count; i++) m->shape.types |= cinchi_value_types(&c.values[i]);
    if (l->error || m->shape.as.choice.count) return;
    m->shape.kind = CINCHI_IS_NIL;
    m->shape.types = CINCH_BIT(CINCH_NIL);
    if (!m->nullable) cinchi_make_fail(l, m, c.word, "no value is left");
    m->nullable = false;
}

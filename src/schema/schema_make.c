/* SPDX-License-Identifier: MIT
 * Makers: found by their sets, filled one after the other.
 */
#include "schema_make.h"

uint64_t cinchi_part_has(const cinchi_part *p)
{
    uint64_t has = p->source->has & ~CINCHI_NO_WORDS;
    if (p->flags & CINCHI_PART_NO_ONE) has &= ~CINCHI_HAS(ONE_OF);
    if (p->flags & CINCHI_PART_NO_ANY) has &= ~CINCHI_HAS(ANY_OF);
    if (p->flags & CINCHI_PART_NO_ENUM) has &= ~(CINCHI_HAS(ENUM) | CINCHI_HAS(CONST));
    return has & ~(CINCHI_HAS(REF) | CINCHI_HAS(ALL_OF));
}

void cinchi_make_fail(cinchi_load *l, const cinchi_maker *m, cinchi_word word, const char *text)
{
    cinchi_fault_at(l, m->shape.source, word, text);
}

void cinchi_make_promise(cinchi_load *l, cinchi_use use, const cinch_node *node, const cinchi_source *source, cinchi_word word)
{
    cinchi_making *all = l->making;
    cinchi_promise *p = cinchi_load_get(l, sizeof *p, 1);
    if (!p) return;
    p->use = use;
    p->node = node;
    p->source = source;
    p->word = word;
    if (all->last_promise)
        all->last_promise->next = p;
    else
        all->promises = p;
    all->last_promise = p;
}

/* ---------------------------------------------------------------- finding makers */

static uint64_t make_hash(const cinchi_part *set, uint32_t count, uint32_t only)
{
    uint64_t h = only;
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ (uint64_t)(uintptr_t)set[i].source ^ set[i].flags) * UINT64_C(0x9e3779b97f4a7c15);
    return h >> 32;
}

static bool make_same(const cinchi_maker *m, const cinchi_part *set, uint32_t count, uint32_t only)
{
    if (m->set_count != count || m->only != only) return false;
    for (uint32_t i = 0; i < count; i++)
        if (m->set[i].source != set[i].source || m->set[i].flags != set[i].flags) return false;
    return true;
}

static bool make_rehash(cinchi_load *l)
{
    cinchi_making *all = l->making;
    uint32_t count = all->bucket_count ? 4 * all->bucket_count : 64;
    cinchi_maker **buckets = cinchi_load_get(l, sizeof(cinchi_maker *), count);
    if (!buckets) return false;
    all->buckets = buckets;
    all->bucket_count = count;
    for (cinchi_maker *m = all->first; m; m = m->later) {
        cinchi_maker **to = &buckets[make_hash(m->set, m->set_count, m->only) & (count - 1)];
        m->next = *to;
        *to = m;
    }
    return true;
}

/* Where a shape's name comes from: a definition's key, or the file. */
static cinch_str make_name(const cinchi_source *s)
{
    cinch_str name = {NULL, 0};
    if (s->step == CINCHI_STEP_NAME && (s->word == CINCHI_WORD_DEFS || s->word == CINCHI_WORD_DEFINITIONS)) return s->name;
    if (s->step != CINCHI_STEP_ROOT || !s->document->name.ptr) return name;
    name = s->document->name;
    for (size_t i = name.len; i > 0; i--)
        if (name.ptr[i - 1] == '/') {
            name.ptr += i;
            name.len -= i;
            break;
        }
    for (size_t i = 1; i < name.len; i++)
        if (name.ptr[i] == '.') name.len = i;
    return name;
}

static cinchi_maker *make_new(cinchi_load *l, const cinchi_part *set, uint32_t count, uint32_t only)
{
    cinchi_making *all = l->making;
    cinchi_maker *m, **to;
    cinchi_part *copy;
    if (all->count >= l->limits.shapes) {
        cinch_str none = {NULL, 0};
        cinchi_load_fail(l, CINCH_ERR_LIMIT, set[0].source, none, "too many types are needed", none, "");
        return NULL;
    }
    if (all->count >= all->bucket_count && !make_rehash(l)) return NULL;
    m = cinchi_load_get(l, sizeof *m, 1);
    copy = cinchi_load_get(l, sizeof *copy, count);
    if (!m || !copy) return NULL;
    memcpy(copy, set, count * sizeof *copy);
    m->set = copy;
    m->set_count = count;
    m->only = only;
    m->shape.source = set[0].source;
    m->shape.name = count == 1 && only == CINCHI_ALL_TYPES ? make_name(set[0].source) : m->shape.name;
    to = &all->buckets[make_hash(set, count, only) & (all->bucket_count - 1)];
    m->next = *to;
    *to = m;
    if (all->last)
        all->last->later = m;
    else
        all->first = m;
    all->last = m;
    if (!all->todo) all->todo = m;
    all->count++;
    return m;
}

cinchi_use cinchi_make_use(cinchi_load *l, const cinchi_part *set, uint32_t count, uint32_t only)
{
    cinchi_making *all = l->making;
    cinchi_use use = {NULL, false, false};
    cinchi_maker *m = all->bucket_count ? all->buckets[make_hash(set, count, only) & (all->bucket_count - 1)] : NULL;
    while (m && !make_same(m, set, count, only)) m = m->next;
    if (!m) m = make_new(l, set, count, only);
    if (m) use.shape = &m->shape;
    return use;
}

cinchi_use cinchi_make_one(cinchi_load *l, cinchi_source *s)
{
    cinchi_part part = {s, 0, 0};
    return cinchi_make_use(l, &part, 1, CINCHI_ALL_TYPES);
}

cinchi_use cinchi_make_any(cinchi_load *l)
{
    static const cinch_node yes = {.type = CINCH_BOOL, .as = {.b = true}};
    cinchi_use none = {NULL, false, false};
    cinchi_source *any = l->making->any;
    if (!any) {
        any = l->making->any = cinchi_load_get(l, sizeof *any, 1);
        if (!any) return none;
        any->node = &yes;
        any->document = l->making->first->shape.source->document;
        any->resource = any;
    }
    return cinchi_make_one(l, any);
}

/* ---------------------------------------------------------------- all that holds at one place */

static bool parts_add(cinchi_load *l, cinchi_parts *p, uint32_t from, cinchi_source *s, cinchi_word word)
{
    const cinchi_source *at = p->at[from].source;
    for (uint32_t i = from + 1; i; i = p->at[i - 1].from)
        if (p->at[i - 1].source == s) {
            cinchi_fault_at(l, at, word, "leads back to itself and to nothing else");
            return false;
        }
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->at[i].source != s) continue;
        if (p->at[i].flags & CINCHI_PART_NO_WORDS) cinchi_fault_at(l, at, word, "a union that is a branch of itself");
        return !(p->at[i].flags & CINCHI_PART_NO_WORDS);
    }
    if (p->count == CINCHI_PARTS_MOST) {
        cinch_str none = {NULL, 0};
        cinchi_load_fail(l, CINCH_ERR_LIMIT, at, cinchi_word_name(word), "too many schemas for one place", none, "");
        return false;
    }
    p->at[p->count].source = s;
    p->at[p->count].flags = 0;
    p->at[p->count++].from = (uint8_t)(from + 1);
    return true;
}

/* What a part's $ref and allOf lead to. */
static bool parts_follow(cinchi_load *l, cinchi_parts *p, uint32_t i)
{
    cinchi_source *s = p->at[i].source;
    const cinch_node *list;
    if (p->at[i].flags & CINCHI_PART_DONE) return true;
    if (s->has & CINCHI_HAS(REF)) {
        cinchi_source *target = cinchi_ref_target(l, s);
        if (!target || !parts_add(l, p, i, target, CINCHI_WORD_REF)) return false;
    }
    list = cinchi_source_get(s, CINCHI_WORD_ALL_OF);
    for (uint32_t k = 0; list && k < list->len; k++)
        if (!parts_add(l, p, i, cinchi_source_find(l, list->as.kids + k), CINCHI_WORD_ALL_OF)) return false;
    return true;
}

static bool parts_of(cinchi_load *l, const cinchi_maker *m, cinchi_parts *p)
{
    p->count = 0;
    for (uint32_t i = 0; i < m->set_count && p->count < CINCHI_PARTS_MOST; i++) {
        p->at[p->count] = m->set[i];
        p->at[p->count++].from = 0;
    }
    for (uint32_t i = 0; i < p->count; i++)
        if (!parts_follow(l, p, i)) return false;
    return true;
}

/* ---------------------------------------------------------------- filling */

/* A schema that says nothing of its own is the one it leads to. */
static bool make_alias(cinchi_load *l, cinchi_maker *m)
{
    cinchi_source *s = m->set[0].source, *target = NULL;
    const cinch_node *list = cinchi_source_get(s, CINCHI_WORD_ALL_OF);
    if (m->set_count != 1 || m->only != CINCHI_ALL_TYPES || m->set[0].flags || cinchi_part_has(m->set)) return false;
    if (s->has & CINCHI_HAS(REF) && !list)
        target = cinchi_ref_target(l, s);
    else if (!(s->has & CINCHI_HAS(REF)) && list && list->len == 1)
        target = cinchi_source_find(l, list->as.kids);
    else
        return false;
    if (target) {
        cinchi_use use = cinchi_make_one(l, target);
        if (use.shape) m->alias = cinchi_maker_at(&use);
    }
    return true;
}

static cinch_str make_text_of(const cinchi_parts *p, cinchi_word word)
{
    const cinch_node *n = NULL;
    for (uint32_t i = 0; !n && i < p->count; i++) n = cinchi_source_get(p->at[i].source, word);
    return cinch_node_str(n, NULL);
}

static bool make_never(const cinchi_parts *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->at[i].source->node->type == CINCH_BOOL && !p->at[i].source->node->as.b) return true;
    return false;
}

static void make_fill(cinchi_load *l, cinchi_maker *m)
{
    cinchi_parts p;
    if (make_alias(l, m) || !parts_of(l, m, &p)) return;
    m->shape.title = make_text_of(&p, CINCHI_WORD_TITLE);
    m->shape.description = make_text_of(&p, CINCHI_WORD_DESCRIPTION);
    m->shape.deprecated = cinch_node_bool(cinchi_source_get(p.at[0].source, CINCHI_WORD_DEPRECATED), false);
    if (m->set_count == 1 && cinchi_source_get(p.at[0].source, CINCHI_WORD_DEFAULT))
        cinchi_make_promise(l, (cinchi_use){&m->shape, false, false}, cinchi_source_get(p.at[0].source, CINCHI_WORD_DEFAULT),
                            p.at[0].source, CINCHI_WORD_DEFAULT);
    if (make_never(&p))
        m->shape.kind = CINCHI_IS_NEVER;
    else if (!cinchi_make_union(l, m, &p))
        cinchi_make_facets(l, m, &p);
}

void cinchi_make_all(cinchi_load *l, cinchi_source *root)
{
    l->schema->root = cinchi_make_one(l, root);
    while (l->making->todo && !l->error) {
        cinchi_maker *m = l->making->todo;
        l->making->todo = m->later;
        make_fill(l, m);
    }
}

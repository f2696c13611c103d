/* SPDX-License-Identifier: MIT
 * oneOf and anyOf: made of branches that each hold together with what stands beside them, and tidied once all shapes are filled.
 */
#include "schema_make.h"

/* ---------------------------------------------------------------- making */

/* Where a schema that says nothing itself leads to. */
static cinchi_source *union_plain(cinchi_load *l, cinchi_source *s)
{
    enum { HOPS = 64 };
    for (int i = 0; s && i < HOPS; i++) {
        if (s->has & ~(CINCHI_NO_WORDS | CINCHI_HAS(REF)) || !(s->has & CINCHI_HAS(REF))) return s;
        s = cinchi_ref_target(l, s);
    }
    return s;
}

/* What stands beside a union holds for every branch: the parts that say something, or none where all they say is a type that the branch
 * says too, so that a branch keeps the name of its definition. */
static uint32_t union_beside(cinchi_load *l, const cinchi_parts *p, cinchi_source *branch, cinchi_part *set)
{
    uint32_t count = 0, types = CINCHI_ALL_TYPES;
    bool only_types = true;
    const cinch_node *type;
    cinchi_source *plain;
    for (uint32_t i = 0; i < p->count; i++) {
        uint64_t has = cinchi_part_has(&p->at[i]);
        if (!has) continue;
        if (has != CINCHI_HAS(TYPE)) only_types = false;
        if ((type = cinchi_part_get(&p->at[i], CINCHI_WORD_TYPE))) types &= cinchi_types_of(type);
        set[count] = p->at[i];
        set[count++].flags |= CINCHI_PART_DONE;
    }
    if (!count || !only_types) return count;
    plain = union_plain(l, branch);
    type = plain ? cinchi_source_get(plain, CINCHI_WORD_TYPE) : NULL;
    return type && !(cinchi_types_of(type) & ~types) ? 0 : count;
}

static void union_branch(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p, const cinch_node *n, cinchi_branch *b)
{
    cinchi_part set[CINCHI_PARTS_MOST + 1];
    cinchi_source *s = cinchi_source_find(l, n);
    uint32_t count = union_beside(l, p, s, set);
    for (uint32_t i = 0; i < count; i++) {
        if (set[i].source != s) continue;
        cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "a union that is a branch of itself");
        return;
    }
    set[count].source = s;
    set[count].flags = set[count].from = 0;
    if (count == CINCHI_PARTS_MOST) {
        cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "too many schemas for one place");
        return;
    }
    b->source = s;
    b->title = cinch_node_str(cinchi_source_get(s, CINCHI_WORD_TITLE), NULL);
    b->description = cinch_node_str(cinchi_source_get(s, CINCHI_WORD_DESCRIPTION), NULL);
    b->use = cinchi_make_use(l, set, count + 1, m->only);
}

static void union_make(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p, const cinch_node *list)
{
    cinchi_branch *branches;
    cinch_str none = {NULL, 0};
    if (list->len > CINCHI_BRANCHES_MOST) {
        cinchi_load_fail(l, CINCH_ERR_LIMIT, m->shape.source, none, "too many branches", none, "");
        return;
    }
    branches = cinchi_load_get(l, sizeof *branches, list->len);
    if (!branches) return;
    m->shape.kind = CINCHI_IS_UNION;
    m->shape.as.choices.branches = branches;
    for (uint32_t i = 0; i < list->len && !l->error; i++) {
        union_branch(l, m, p, list->as.kids + i, &branches[i]);
        m->shape.as.choices.count += branches[i].use.shape != NULL;
    }
}

bool cinchi_make_union(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p)
{
    cinchi_parts rest = *p;
    for (uint32_t i = 0; i < p->count; i++) {
        const cinch_node *one = cinchi_part_get(&p->at[i], CINCHI_WORD_ONE_OF),
                         *any = cinchi_part_get(&p->at[i], CINCHI_WORD_ANY_OF);
        if (!one && !any) continue;
        rest.at[i].flags |= one ? CINCHI_PART_NO_ONE : CINCHI_PART_NO_ANY;
        m->shape.as.choices.one_of = one != NULL;
        union_make(l, m, &rest, one ? one : any);
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- uses */

uint32_t cinchi_shape_uses(const cinchi_shape *s)
{
    switch (s->kind) {
    case CINCHI_IS_LIST: return 1;
    case CINCHI_IS_TUPLE: return s->as.list.first_count + s->as.list.open;
    case CINCHI_IS_RECORD: return s->as.record.count + (s->as.record.extra == CINCHI_EXTRA_USE);
    case CINCHI_IS_UNION: return s->as.choices.count;
    default: return 0;
    }
}

const cinchi_use *cinchi_shape_use(const cinchi_shape *s, uint32_t i)
{
    if (s->kind == CINCHI_IS_UNION) return &s->as.choices.branches[i].use;
    if (s->kind == CINCHI_IS_RECORD) return i < s->as.record.count ? &s->as.record.members[i].use : &s->as.record.value;
    return i < s->as.list.first_count ? &s->as.list.first[i] : &s->as.list.item;
}

/* A use whose shape is the last of its aliases, nullable if any of them is. False: the aliases lead in a circle. */
static bool union_settle(cinchi_load *l, cinchi_use *use)
{
    cinchi_maker *m = cinchi_maker_at(use);
    bool nullable = m->nullable;
    for (uint32_t i = 0; m->alias; i++) {
        if (i > l->making->count) {
            cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "leads back to itself and to nothing else");
            return false;
        }
        m = m->alias;
        nullable = nullable || m->nullable;
    }
    use->shape = &m->shape;
    use->nullable = use->nullable || (nullable && m->shape.kind != CINCHI_IS_NIL);
    return true;
}

/* ---------------------------------------------------------------- tidying */

static cinchi_branch *union_branches(const cinchi_maker *m)
{
    return (cinchi_branch *)(uintptr_t)m->shape.as.choices.branches;
}

/* Nulls make the union nullable, and what can never be is no branch. */
static void union_nulls(cinchi_load *l, cinchi_maker *m)
{
    cinchi_choices *c = &m->shape.as.choices;
    cinchi_branch *b = union_branches(m);
    uint32_t kept = 0, nulls = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const cinchi_shape *s = b[i].use.shape;
        bool raw = s->kind == CINCHI_IS_ANY && s->types & CINCH_BIT(CINCH_NIL);
        nulls += b[i].use.nullable || s->kind == CINCHI_IS_NIL || raw;
        if (s->kind == CINCHI_IS_NIL || s->kind == CINCHI_IS_NEVER) continue;
        b[kept] = b[i];
        b[kept++].use.nullable = false;
    }
    if (nulls > 1 && c->one_of) cinchi_make_fail(l, m, CINCHI_WORD_ONE_OF, "ambiguous: two branches take null");
    m->nullable = m->nullable || nulls;
    c->count = kept;
}

/* One enum out of all that are branches, at the place of the first of them. */
static bool union_enums(cinchi_load *l, cinchi_maker *m)
{
    cinchi_choices *c = &m->shape.as.choices;
    cinchi_branch *b = union_branches(m);
    uint32_t enums = 0, values = 0, kept = 0, at = UINT32_MAX;
    cinchi_value *all;
    cinchi_maker *joined;
    for (uint32_t i = 0; i < c->count; i++) {
        if (b[i].use.shape->kind != CINCHI_IS_ENUM) continue;
        enums++;
        values += b[i].use.shape->as.choice.count;
    }
    if (enums < 2) return true;
    all = cinchi_load_get(l, sizeof *all, values);
    joined = cinchi_load_get(l, sizeof *joined, 1);
    if (!all || !joined) return false;
    joined->shape = m->shape;
    memset(&joined->shape.as, 0, sizeof joined->shape.as);
    joined->shape.kind = CINCHI_IS_ENUM;
    joined->shape.types = 0;
    joined->shape.as.choice.values = all;
    for (uint32_t i = 0; i < c->count; i++) {
        const cinchi_choice *from = &b[i].use.shape->as.choice;
        if (b[i].use.shape->kind != CINCHI_IS_ENUM) {
            b[kept++] = b[i];
            continue;
        }
        for (uint32_t k = 0; k < from->count; k++) {
            cinchi_value *v = &all[joined->shape.as.choice.count++];
            *v = from->values[k];
            if (from->count == 1 && !v->title.ptr) v->title = b[i].title;
            if (from->count == 1 && !v->description.ptr) v->description = b[i].description;
            if (from->count == 1) v->deprecated = v->deprecated || b[i].use.shape->deprecated;
        }
        joined->shape.types |= b[i].use.shape->types;
        if (joined->shape.max_bytes < b[i].use.shape->max_bytes) joined->shape.max_bytes = b[i].use.shape->max_bytes;
        if (!joined->shape.storage) joined->shape.storage = b[i].use.shape->storage;
        if (at == UINT32_MAX) at = kept++;
    }
    b[at].use.shape = &joined->shape;
    c->count = kept;
    joined->one_of = c->one_of;
    joined->later = NULL;
    l->making->last->later = joined;
    l->making->last = joined;
    l->making->count++;
    return true;
}

/* A branch that takes every value of its types. */
static bool union_takes_all(const cinchi_shape *s)
{
    const cinchi_text *t = &s->as.text;
    switch (s->kind) {
    case CINCHI_IS_ANY: return !s->as.any.min_pairs && s->as.any.max_pairs == UINT64_MAX;
    case CINCHI_IS_BOOL:
    case CINCHI_IS_TIME: return true;
    case CINCHI_IS_INT: return !s->as.integer.has_lo && !s->as.integer.has_hi && s->as.integer.step <= 1;
    case CINCHI_IS_NUMBER: return !s->as.number.has_lo && !s->as.number.has_hi && !s->as.number.has_step && !s->c_type;
    case CINCHI_IS_STR:
    case CINCHI_IS_BIN:
    case CINCHI_IS_EXT: return !t->min_len && t->max_len == UINT64_MAX && !t->pattern_count;
    default: return false;
    }
}

/* anyOf: a branch whose values another one takes anyway. */
static void union_covered(cinchi_maker *m)
{
    cinchi_choices *c = &m->shape.as.choices;
    cinchi_branch *b = union_branches(m);
    uint32_t kept = 0;
    if (c->one_of || c->untyped) return;
    for (uint32_t i = 0; i < c->count; i++) {
        bool covered = false;
        for (uint32_t k = 0; k < c->count && !covered; k++) {
            const cinchi_shape *by = b[k].use.shape, *it = b[i].use.shape;
            if (k == i || it->types == 0 || it->types & ~by->types || !union_takes_all(by)) continue;
            covered = k < i || !union_takes_all(it) || it->types != by->types;
        }
        b[i].tag_absent = covered; /* for the moment */
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (b[i].tag_absent) continue;
        b[kept++] = b[i];
    }
    c->count = kept;
}

static void union_single(cinchi_load *l, cinchi_maker *m)
{
    cinchi_choices *c = &m->shape.as.choices;
    if (c->count > 1) return;
    if (c->count == 1) {
        m->alias = cinchi_maker_at(&c->branches[0].use);
    } else if (m->nullable) {
        m->nullable = false;
        m->shape.kind = CINCHI_IS_NIL;
        m->shape.types = CINCH_BIT(CINCH_NIL);
    } else {
        cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "no branch is left that any value could be of");
    }
}

static void union_tidy(cinchi_load *l, cinchi_maker *m)
{
    cinchi_choices *c = &m->shape.as.choices;
    for (uint32_t i = 0; i < c->count; i++)
        if (!union_settle(l, &union_branches(m)[i].use)) return;
    union_nulls(l, m);
    if (l->error || !union_enums(l, m)) return;
    union_covered(m);
    union_single(l, m);
    for (uint32_t i = 0; i < c->count && !m->alias; i++) m->shape.types |= c->branches[i].use.shape->types;
}

/* The next branch below m that is a union and not tidied. */
static cinchi_maker *union_below(cinchi_load *l, cinchi_maker *m)
{
    const cinchi_choices *c = &m->shape.as.choices;
    while (m->low < c->count) {
        cinchi_use use = c->branches[m->low++].use;
        cinchi_maker *b;
        if (!union_settle(l, &use)) return NULL;
        b = cinchi_maker_at(&use);
        if (b->shape.kind != CINCHI_IS_UNION) continue;
        if (b->on_way) {
            cinchi_make_fail(l, m, CINCHI_WORD_COUNT, "a union that is a branch of itself");
            return NULL;
        }
        if (b->mark == 0) return b;
    }
    return NULL;
}

/* Branches before the unions they are in, by a stack that runs through `next`. */
static void union_deep(cinchi_load *l, cinchi_maker *m)
{
    m->next = NULL;
    m->on_way = true;
    while (m && !l->error) {
        cinchi_maker *below = union_below(l, m);
        if (l->error) return;
        if (below) {
            below->next = m;
            below->on_way = true;
            m = below;
            continue;
        }
        union_tidy(l, m);
        m->mark = 1;
        m->on_way = false;
        m = m->next;
    }
}

void cinchi_finish_unions(cinchi_load *l)
{
    for (cinchi_maker *m = l->making->first; m && !l->error; m = m->later)
        if (m->shape.kind == CINCHI_IS_UNION && !m->mark && !m->alias) union_deep(l, m);
    for (cinchi_maker *m = l->making->first; m && !l->error; m = m->later) {
        cinchi_use itself = {&m->shape, false, false};
        (void)union_settle(l, &itself);
    }
    for (cinchi_maker *m = l->making->first; m && !l->error; m = m->later)
        for (uint32_t i = 0; i < cinchi_shape_uses(&m->shape) && !l->error; i++)
            (void)union_settle(l, (cinchi_use *)(uintptr_t)cinchi_shape_use(&m->shape, i));
    for (cinchi_promise *p = l->making->promises; p && !l->error; p = p->next) (void)union_settle(l, &p->use);
    if (!l->error) (void)union_settle(l, &l->schema->root);
}

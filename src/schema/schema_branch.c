/* SPDX-License-Identifier: MIT
 * How the branches of a union are told apart: by type, by the value of a member, by required members. What none of these can do is
 * ambiguous, and an error with a value that more than one branch would take.
 */
#include "schema_make.h"
#include "../base/sort.h"

enum { BRANCH_LEAVES = 4096, BRANCH_WORK = 1 << 24 };

typedef struct branch_leaf {
    const cinchi_shape *shape;
    uint32_t branch;
} branch_leaf;

typedef struct branch_set {
    cinchi_load *load;
    cinchi_maker *maker;
    cinchi_choices *choices;
    cinchi_branch *branches;
    branch_leaf *leaves; /* then only the records among them that share a type */
    uint32_t count;
    uint32_t shared; /* types that more than one branch has */
    bool required;   /* by keys: those that others do not require, though they may have them */
    uint64_t work;
} branch_set;

static bool branch_busy(branch_set *b, uint64_t work)
{
    cinch_str none = {NULL, 0};
    b->work += work;
    if (b->work <= BRANCH_WORK || b->load->error) return b->load->error != CINCH_OK;
    cinchi_load_fail(b->load, CINCH_ERR_LIMIT, b->maker->shape.source, none, "too large a union", none, "");
    return true;
}

/* ---------------------------------------------------------------- leaves */

/* Branches that are unions themselves count by theirs. A stack that shares its room with the leaves: it grows from the end. */
static bool branch_leaves(branch_set *b)
{
    uint32_t top = BRANCH_LEAVES;
    if (!b->load->making->leaves) b->load->making->leaves = cinchi_load_get(b->load, sizeof *b->leaves, BRANCH_LEAVES);
    b->leaves = b->load->making->leaves;
    if (!b->leaves) return false;
    for (uint32_t i = 0; i < b->choices->count; i++) {
        if (b->count + 1 > BRANCH_LEAVES) return !branch_busy(b, BRANCH_WORK + 1);
        b->leaves[--top] = (branch_leaf){b->branches[i].use.shape, i};
        while (top < BRANCH_LEAVES) {
            branch_leaf at = b->leaves[top++];
            const cinchi_choices *c = &at.shape->as.choices;
            if (at.shape->kind != CINCHI_IS_UNION) {
                b->leaves[b->count++] = at;
                if (b->count >= top) return !branch_busy(b, BRANCH_WORK + 1);
                continue;
            }
            if (top - b->count < c->count + 1) return !branch_busy(b, BRANCH_WORK + 1);
            for (uint32_t k = c->count; k; k--) b->leaves[--top] = (branch_leaf){c->branches[k - 1].use.shape, i};
        }
    }
    return true;
}

static void branch_types(branch_set *b)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < b->choices->count; i++) {
        b->branches[i].types = b->branches[i].use.shape->types & ~CINCH_BIT(CINCH_NIL);
        b->shared |= seen & b->branches[i].types;
        seen |= b->branches[i].types;
    }
}

static void branch_ambiguous(branch_set *b, const cinchi_shape *x, const cinchi_shape *y)
{
    char text[256];
    cinch_str example = {text, cinchi_example(x, y, b->shared, text, sizeof text)};
    cinchi_load_fail(b->load, CINCH_ERR_SCHEMA, b->maker->shape.source,
                     cinch_cstr(b->choices->one_of    ? "oneOf"
                                : b->choices->untyped ? "type"
                                                      : "anyOf"),
                     "ambiguous: more than one branch may take ", example, "");
}

/* Keeps the records that share a type, all in one encoding; anything else that shares one is ambiguous. */
static bool branch_records(branch_set *b)
{
    const cinchi_shape *first = NULL;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const cinchi_shape *s = b->leaves[i].shape;
        if (!(s->types & b->shared)) continue;
        if (!first) first = s;
        if (s->kind != CINCHI_IS_RECORD || first->kind != CINCHI_IS_RECORD ||
            s->as.record.encoding != first->as.record.encoding) {
            const cinchi_shape *other = s;
            for (uint32_t k = 0; k < b->count; k++)
                if (b->leaves[k].branch != b->leaves[i].branch && b->leaves[k].shape->types & s->types & b->shared)
                    other = b->leaves[k].shape;
            branch_ambiguous(b, s, other);
            return false;
        }
        b->branches[b->leaves[i].branch].tagged = true;
        b->leaves[kept++] = b->leaves[i];
    }
    b->count = kept;
    b->choices->encoding = first->as.record.encoding;
    return true;
}

/* ---------------------------------------------------------------- by value */

static int branch_value_order(const void *ctx, uint32_t a, uint32_t b)
{
    const cinchi_tag *v = ctx;
    int c = cinch_node_compare(v[a].value->node, v[b].value->node);
    if (c) return c;
    return a < b ? -1 : a > b;
}

static const cinchi_member *branch_tag(const branch_leaf *leaf, cinch_str name, uint32_t *at)
{
    const cinchi_record *r = &leaf->shape->as.record;
    *at = cinchi_record_find(r, name);
    return *at < r->count ? &r->members[*at] : NULL;
}

/* Can this member be the tag? Every record has it as an enum, in the same place, and all but one branch require it. */
static uint32_t branch_tag_fits(branch_set *b, cinch_str name, uint32_t index, int64_t key)
{
    uint32_t values = 0, absent = UINT32_MAX, at;
    for (uint32_t i = 0; i < b->count; i++) {
        const cinchi_member *m = branch_tag(&b->leaves[i], name, &at);
        if (!m || m->use.shape->kind != CINCHI_IS_ENUM || (m->required && m->use.nullable)) return 0;
        if (b->choices->encoding == CINCHI_ARRAY && at != index) return 0;
        if (b->choices->encoding == CINCHI_INTKEYS && m->key != key) return 0;
        if (!m->required && absent != UINT32_MAX && absent != b->leaves[i].branch) return 0;
        if (!m->required) absent = b->leaves[i].branch;
        for (uint32_t k = 0; k < m->use.shape->as.choice.count; k++)
            if (m->use.shape->as.choice.values[k].number) return 0;
        values += m->use.shape->as.choice.count;
    }
    return values;
}

static cinchi_tag *branch_values_apart(branch_set *b, const cinchi_tag *all, uint32_t count)
{
    uint32_t *order = cinchi_load_get(b->load, sizeof *order, count);
    cinchi_tag *sorted = cinchi_load_get(b->load, sizeof *sorted, count);
    if (!order || !sorted) return NULL;
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    cinchi_sort(order, count, branch_value_order, all);
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = all[order[i]];
        if (i && sorted[i].branch != sorted[i - 1].branch && cinch_node_equal(sorted[i].value->node, sorted[i - 1].value->node))
            return NULL;
    }
    return sorted;
}

static void branch_by_value(branch_set *b, const cinchi_member *tag, uint32_t index, const cinchi_tag *all, uint32_t count)
{
    cinchi_value *values = cinchi_load_get(b->load, sizeof *values, count);
    uint32_t at;
    if (!values) return;
    for (uint32_t i = 0; i < count; i++) {
        cinchi_branch *to = &b->branches[all[i].branch];
        if (!to->values) to->values = values + i;
        to->value_count++;
        values[i] = *all[i].value;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        const cinchi_member *m = branch_tag(&b->leaves[i], tag->name, &at);
        if (!m->required) b->branches[b->leaves[i].branch].tag_absent = true;
        cinchi_maker_at(&m->use)->shape.as.choice.tells = true;
    }
    b->choices->by = CINCHI_BY_VALUE;
    b->choices->tag = tag->name;
    b->choices->tag_key = tag->key;
    b->choices->tag_index = index;
}

static bool branch_try_value(branch_set *b, const cinchi_member *tag, uint32_t index)
{
    uint32_t count = branch_tag_fits(b, tag->name, index, tag->key), at, n = 0;
    cinchi_tag *all, *sorted;
    if (!count || branch_busy(b, count)) return false;
    all = cinchi_load_get(b->load, sizeof *all, count);
    if (!all) return false;
    for (uint32_t i = 0; i < b->count; i++) {
        const cinchi_choice *c = &branch_tag(&b->leaves[i], tag->name, &at)->use.shape->as.choice;
        for (uint32_t k = 0; k < c->count; k++) all[n++] = (cinchi_tag){&c->values[k], b->leaves[i].branch};
    }
    sorted = branch_values_apart(b, all, count);
    if (!sorted) return false;
    b->choices->tags = sorted;
    b->choices->tag_count = count;
    branch_by_value(b, tag, index, all, count);
    return true;
}

/* ---------------------------------------------------------------- by keys */

/* A name that every record of this branch requires and no record of another one can have; or, at second best, requires. */
static bool branch_own_key(branch_set *b, uint32_t branch, cinch_str name)
{
    uint32_t at;
    for (uint32_t i = 0; i < b->count; i++) {
        const cinchi_member *m = branch_tag(&b->leaves[i], name, &at);
        bool taken = m && (b->required ? m->required : m->use.shape->kind != CINCHI_IS_NEVER);
        if (b->leaves[i].branch == branch ? !m || !m->required : taken) return false;
    }
    return true;
}

static bool branch_keys(branch_set *b, uint32_t leaf)
{
    const cinchi_record *r = &b->leaves[leaf].shape->as.record;
    cinchi_branch *to = &b->branches[b->leaves[leaf].branch];
    cinch_str *keys = cinchi_load_get(b->load, sizeof *keys, r->count ? r->count : 1);
    int64_t *numbers = cinchi_load_get(b->load, sizeof *numbers, r->count ? r->count : 1);
    if (!keys || !numbers || branch_busy(b, (uint64_t)b->count * r->count)) return false;
    to->keys = keys;
    to->int_keys = numbers;
    to->key_count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        if (!r->members[i].required || !branch_own_key(b, b->leaves[leaf].branch, r->members[i].name)) continue;
        numbers[to->key_count] = r->members[i].key;
        keys[to->key_count++] = r->members[i].name;
    }
    return true;
}

static bool branch_closed(const branch_set *b, uint32_t branch)
{
    for (uint32_t i = 0; i < b->count; i++)
        if (b->leaves[i].branch == branch && b->leaves[i].shape->as.record.extra != CINCHI_EXTRA_NONE) return false;
    return true;
}

static int branch_own_order(const void *ctx, uint32_t x, uint32_t y)
{
    const branch_set *b = ctx;
    const cinchi_own *v = b->choices->own;
    int c = b->choices->encoding == CINCHI_INTKEYS ? (v[x].key > v[y].key) - (v[x].key < v[y].key)
                                                   : cinchi_name_order(v[x].name, v[y].name);
    return c ? c : (x > y) - (x < y);
}

/* All keys in one table, sorted: those of one branch are linked. */
static bool branch_own_rows(branch_set *b)
{
    uint32_t count = 0, *order;
    cinchi_own *rows, *sorted;
    for (uint32_t i = 0; i < b->choices->count; i++) count += b->branches[i].key_count;
    rows = cinchi_load_get(b->load, sizeof *rows, count + 1);
    sorted = cinchi_load_get(b->load, sizeof *sorted, count + 1);
    order = cinchi_load_get(b->load, sizeof *order, count + 1);
    if (!rows || !sorted || !order) return false;
    count = 0;
    for (uint32_t i = 0; i < b->choices->count; i++)
        for (uint32_t k = 0; k < b->branches[i].key_count; k++) {
            order[count] = count;
            rows[count++] = (cinchi_own){b->branches[i].keys[k], b->branches[i].int_keys[k], i, 0};
        }
    b->choices->own = rows;
    cinchi_sort(order, count, branch_own_order, b);
    b->choices->own = sorted;
    b->choices->own_count = count;
    for (uint32_t i = count; i; i--) {
        cinchi_branch *of = &b->branches[rows[order[i - 1]].branch];
        sorted[i - 1] = rows[order[i - 1]];
        sorted[i - 1].next = of->first_own;
        of->first_own = i;
    }
    return true;
}

/* Every branch has keys of its own; one may have none if it holds none of the others' either. */
static bool branch_by_keys(branch_set *b, bool required)
{
    uint32_t without = 0;
    if (b->choices->encoding == CINCHI_ARRAY) return false;
    b->required = required;
    for (uint32_t i = 0; i < b->count; i++) {
        cinchi_branch *to = &b->branches[b->leaves[i].branch];
        if (i && b->leaves[i].branch == b->leaves[i - 1].branch) continue;
        if (!branch_keys(b, i)) return false;
        if (to->key_count) continue;
        if (required || ++without > 1 || !branch_closed(b, b->leaves[i].branch)) return false;
    }
    b->choices->by = CINCHI_BY_KEYS;
    return branch_own_rows(b);
}

/* ---------------------------------------------------------------- all ways */

void cinchi_finish_branches(cinchi_load *l, cinchi_maker *m)
{
    branch_set b = {.load = l, .maker = m, .choices = &m->shape.as.choices};
    const cinchi_record *r;
    uint32_t other = 1;
    b.branches = (cinchi_branch *)(uintptr_t)b.choices->branches;
    branch_types(&b);
    if (!b.shared || !branch_leaves(&b) || !branch_records(&b)) return;
    r = &b.leaves[0].shape->as.record;
    for (uint32_t i = 0; i < r->count && !branch_busy(&b, b.count); i++)
        if (branch_try_value(&b, &r->members[i], i)) return;
    if (l->error || branch_by_keys(&b, false) || l->error || branch_by_keys(&b, true) || l->error) return;
    while (other + 1 < b.count && b.leaves[other].branch == b.leaves[0].branch) other++;
    branch_ambiguous(&b, b.leaves[0].shape, b.leaves[other].shape);
}

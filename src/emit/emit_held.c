/* SPDX-License-Identifier: MIT
 * For generated tests: functions that tell how much memory a value refers to, item by item. What a decoder took is held against that.
 */
#include "emit_in.h"

typedef struct held_run {
    emit_run *e;
    uint8_t *holds; /* by shape: a value of it may refer to memory */
} held_run;

static bool held_by(const held_run *h, const cinchi_use *use)
{
    return use->shape && (use->pointer || h->holds[use->shape->index]);
}

static bool held_any(const held_run *h, const emit_shape *c)
{
    const cinchi_shape *s = c->shape;
    bool kept = c->storage != CINCH_EMIT_STATIC &&
                (cinchi_emit_keeps(h->e, c) || (s->kind == CINCHI_IS_RECORD && s->as.record.extra == CINCHI_EXTRA_USE));
    if (c->owns || kept) return true;
    if (s->kind == CINCHI_IS_RECORD) {
        for (uint32_t i = 0; i < s->as.record.count; i++)
            if (held_by(h, &s->as.record.members[i].use)) return true;
        return s->as.record.extra == CINCHI_EXTRA_USE && held_by(h, &s->as.record.value);
    }
    if (s->kind == CINCHI_IS_UNION) {
        for (uint32_t i = 0; i < s->as.choices.count; i++)
            if (held_by(h, &s->as.choices.branches[i].use)) return true;
        return false;
    }
    if (s->kind != CINCHI_IS_LIST && s->kind != CINCHI_IS_TUPLE) return false;
    for (uint32_t i = 0; i < s->as.list.first_count; i++)
        if (held_by(h, &s->as.list.first[i])) return true;
    if (!s->as.list.open || !s->as.list.item.shape) return false;
    return c->storage != CINCH_EMIT_STATIC || held_by(h, &s->as.list.item);
}

/* What the value called `at` refers to, added to n. */
static void held_use(const held_run *h, const cinchi_use *use, const char *at)
{
    emit_run *e = h->e;
    const emit_shape *c = use->shape ? emit_of(e, use->shape) : NULL;
    if (!held_by(h, use)) return;
    if (use->pointer)
        cinchi_emit_f(e,
                      h->holds[use->shape->index] ? "    if (%s) n += sizeof *%s + test__held_%u(%s);\n"
                                                  : "    if (%s) n += sizeof *%s;\n",
                      at, at, (uint64_t)use->shape->index, at);
    else if (c->functions)
        cinchi_emit_f(e, "    n += test__held_%u(&%s);\n", (uint64_t)use->shape->index, at);
    else
        cinchi_emit_f(e, "    if (%s%s.ptr) n += %s%s.len + 1;\n", at, use->shape->kind == CINCHI_IS_ENUM ? ".kept" : "", at,
                      use->shape->kind == CINCHI_IS_ENUM ? ".kept" : "");
}

/* A count and items, called `at`; each holds what `item` says of `part` of it. */
static void held_items(const held_run *h, bool fixed, const char *at, const cinchi_use *item, const char *part)
{
    emit_run *e = h->e;
    if (!fixed) cinchi_emit_f(e, "    n += %scount * sizeof *%sitems;\n", at, at);
    if (!item || !held_by(h, item)) return;
    cinchi_emit_f(e, "    for (uint32_t i = 0; i < %scount; i++) {\n", at);
    held_use(h, item, cinchi_emit_text(e, "%sitems[i]%s", at, part));
    cinchi_emit_f(e, "    }\n");
}

static const char *held_part(const cinchi_use *use)
{
    return use->nullable && !use->pointer ? ".value" : "";
}

static void held_record(const held_run *h, const emit_shape *c)
{
    emit_run *e = h->e;
    const cinchi_record *r = &c->shape->as.record;
    bool fixed = c->storage == CINCH_EMIT_STATIC, owned = c->storage == CINCH_EMIT_OWNED;
    for (uint32_t i = 0; i < r->count; i++)
        if (cinchi_emit_stored(e, &r->members[i]))
            held_use(h, &r->members[i].use, cinchi_emit_text(e, "v->%s", cinchi_emit_member_name(e, r->members[i].name)));
    if (r->extra == CINCHI_EXTRA_USE) {
        held_items(h, fixed, "v->extra.", &r->value, cinchi_emit_text(e, ".value%s", held_part(&r->value)));
        if (owned)
            cinchi_emit_f(e, "    for (uint32_t i = 0; i < v->extra.count; i++) n += v->extra.items[i].key.ptr ? "
                             "v->extra.items[i].key.len + 1 : 0;\n");
    } else if (cinchi_emit_keeps(e, c) && !fixed) {
        held_items(h, false, "v->extra.", NULL, "");
        if (owned) cinchi_emit_f(e, "    for (uint32_t i = 0; i < v->extra.count; i++) n += v->extra.items[i].len;\n");
    }
}

static void held_list(const held_run *h, const emit_shape *c)
{
    emit_run *e = h->e;
    const cinchi_list *l = &c->shape->as.list;
    bool fixed = c->storage == CINCH_EMIT_STATIC;
    for (uint32_t i = 0; i < l->first_count; i++) {
        cinchi_member m;
        memset(&m, 0, sizeof m);
        m.use = l->first[i];
        if (cinchi_emit_stored(e, &m)) held_use(h, &l->first[i], cinchi_emit_text(e, "v->item%u", (uint64_t)i));
    }
    if (l->open && l->item.shape) held_items(h, fixed, l->first_count ? "v->more." : "v->", &l->item, held_part(&l->item));
}

static void held_union(const held_run *h, const emit_shape *c)
{
    emit_run *e = h->e;
    const cinchi_choices *u = &c->shape->as.choices;
    for (uint32_t i = 0; i < u->count; i++) {
        if (!held_by(h, &u->branches[i].use)) continue;
        cinchi_emit_f(e, "    if ((int)v->which == %u) {\n", (uint64_t)i);
        held_use(h, &u->branches[i].use, cinchi_emit_text(e, "v->as.%s", cinchi_emit_branch_name(e, c, i)));
        cinchi_emit_f(e, "    }\n");
    }
}

static void held_function(const held_run *h, const emit_shape *c)
{
    emit_run *e = h->e;
    cinchi_emit_f(e, "static size_t test__held_%u(const %s *v)\n{\n    size_t n = 0;\n", (uint64_t)c->shape->index, c->name);
    if (c->shape->kind == CINCHI_IS_RECORD)
        held_record(h, c);
    else if (c->shape->kind == CINCHI_IS_UNION)
        held_union(h, c);
    else
        held_list(h, c);
    cinchi_emit_f(e, "    return n;\n}\n\n");
}

void cinchi_emit_held(emit_run *e)
{
    held_run h = {e, (uint8_t *)cinchi_emit_take(e, e->schema->shape_count + 1)};
    const cinchi_shape *root = e->schema->root.shape;
    if (!h.holds) return;
    for (uint32_t i = 0; i < e->schema->shape_count; i++) h.holds[i] = held_any(&h, &e->shapes[i]);
    cinchi_emit_f(e, "/* Bytes that a value refers to: items, texts and what else is allocated for it. */\n");
    for (uint32_t i = 0; i < e->schema->shape_count; i++)
        if (h.holds[i] && e->shapes[i].functions)
            cinchi_emit_f(e, "static size_t test__held_%u(const %s *v);\n", (uint64_t)i, e->shapes[i].name);
    cinchi_emit_f(e, "\n");
    for (uint32_t i = 0; i < e->schema->shape_count; i++)
        if (h.holds[i] && e->shapes[i].functions) held_function(&h, &e->shapes[i]);
    cinchi_emit_f(e, "static size_t test__held(const test__type *v)\n{\n");
    if (h.holds[root->index])
        cinchi_emit_f(e, "    return test__held_%u(v);\n}\n\n", (uint64_t)root->index);
    else
        cinchi_emit_f(e, "    (void)v;\n    return 0;\n}\n\n");
}

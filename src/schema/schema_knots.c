/* SPDX-License-Identifier: MIT
 * Cycles of shapes: which uses C must hold by pointer, which shapes could never end, and in what order they can be declared.
 */
#include "schema_make.h"

typedef struct knot_frame {
    cinchi_maker *maker;
    uint32_t next; /* use to follow */
} knot_frame;

typedef struct knots {
    cinchi_load *load;
    knot_frame *frames;
    cinchi_maker **stack; /* of the strongly connected components at hand */
    uint32_t depth, height, clock, count;
    bool by_value; /* items and extra members are not followed: they are pointers in any case */
} knots;

static bool knot_indirect(const cinchi_shape *s, uint32_t i)
{
    if (s->kind == CINCHI_IS_LIST) return true;
    if (s->kind == CINCHI_IS_TUPLE) return i >= s->as.list.first_count;
    return s->kind == CINCHI_IS_RECORD && i >= s->as.record.count;
}

/* ---------------------------------------------------------------- what can never end */

static bool knot_use_finite(const cinchi_use *use)
{
    return use->nullable || cinchi_maker_at(use)->finite;
}

static bool knot_record_finite(const cinchi_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].required && !knot_use_finite(&r->members[i].use)) return false;
    return true;
}

static bool knot_list_finite(const cinchi_list *t)
{
    for (uint32_t i = 0; i < t->first_count && i < t->min_items; i++)
        if (!knot_use_finite(&t->first[i])) return false;
    return t->min_items <= t->first_count || knot_use_finite(&t->item);
}

static bool knot_finite(const cinchi_shape *s)
{
    if (s->kind == CINCHI_IS_RECORD) return knot_record_finite(&s->as.record);
    if (s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE) return knot_list_finite(&s->as.list);
    if (s->kind != CINCHI_IS_UNION) return true;
    for (uint32_t i = 0; i < s->as.choices.count; i++)
        if (knot_use_finite(&s->as.choices.branches[i].use)) return true;
    return false;
}

static void knot_endless(knots *k, const cinchi_maker *m)
{
    const cinchi_shape *s = &m->shape;
    cinch_str name = {NULL, 0};
    for (uint32_t i = 0; s->kind == CINCHI_IS_RECORD && i < s->as.record.count && !name.ptr; i++)
        if (s->as.record.members[i].required && !knot_use_finite(&s->as.record.members[i].use))
            name = s->as.record.members[i].name;
    if (name.ptr)
        cinchi_load_fail(k->load, CINCH_ERR_SCHEMA, s->source, cinchi_word_name(CINCHI_WORD_REQUIRED),
                         "a required cycle: the required member ", name, " leads back here, so that no value could ever end");
    else
        cinchi_make_fail(k->load, m, CINCHI_WORD_COUNT, "a required cycle: no value could ever end");
}

/* ---------------------------------------------------------------- components */

/* All of one component are on top of the stack, from `from` on. */
static void knot_component(knots *k, uint32_t from)
{
    cinchi_maker *first = k->stack[from];
    bool cycle = k->height - from > 1, changed = true;
    for (uint32_t i = 0; i < cinchi_shape_uses(&first->shape) && !cycle; i++)
        cycle = cinchi_shape_use(&first->shape, i)->shape == &first->shape && !(k->by_value && knot_indirect(&first->shape, i));
    if (cycle) k->count++;
    for (uint32_t i = from; i < k->height; i++) {
        k->stack[i]->on_way = false;
        if (k->by_value)
            k->stack[i]->low = cycle ? k->count : 0;
        else
            k->stack[i]->shape.knot = cycle ? k->count : 0;
    }
    while (changed && !k->by_value) {
        changed = false;
        for (uint32_t i = from; i < k->height; i++) {
            if (k->stack[i]->finite || !knot_finite(&k->stack[i]->shape)) continue;
            k->stack[i]->finite = changed = true;
        }
    }
    for (uint32_t i = from; i < k->height && !k->by_value && !k->load->error; i++)
        if (!k->stack[i]->finite) knot_endless(k, k->stack[i]);
    k->height = from;
}

static void knot_enter(knots *k, cinchi_maker *m)
{
    m->mark = m->low = ++k->clock;
    m->on_way = true;
    k->stack[k->height++] = m;
    k->frames[k->depth].maker = m;
    k->frames[k->depth++].next = 0;
}

static void knot_leave(knots *k)
{
    cinchi_maker *m = k->frames[--k->depth].maker;
    uint32_t low = m->low;
    if (low == m->mark) {
        uint32_t from = k->height;
        while (k->stack[--from] != m) {
        }
        knot_component(k, from);
    }
    if (k->depth && k->frames[k->depth - 1].maker->low > low) k->frames[k->depth - 1].maker->low = low;
}

/* Tarjan's walk from m. */
static void knot_walk(knots *k, cinchi_maker *m)
{
    if (m->mark) return;
    knot_enter(k, m);
    while (k->depth) {
        knot_frame *f = &k->frames[k->depth - 1];
        const cinchi_shape *s = &f->maker->shape;
        cinchi_maker *to;
        if (f->next == cinchi_shape_uses(s)) {
            knot_leave(k);
            continue;
        }
        to = cinchi_maker_at(cinchi_shape_use(s, f->next));
        if (k->by_value && knot_indirect(s, f->next++)) continue;
        f->next += !k->by_value;
        if (!to->mark)
            knot_enter(k, to);
        else if (to->on_way && to->mark < f->maker->low)
            f->maker->low = to->mark;
    }
}

static void knot_clear(knots *k)
{
    k->clock = k->count = 0;
    for (cinchi_maker *m = k->load->making->first; m; m = m->later) {
        m->mark = m->low = 0;
        m->on_way = false;
    }
}

/* ---------------------------------------------------------------- pointers */

static bool knot_breaks(const cinchi_shape *s, uint32_t i, const cinchi_use *use)
{
    if (use->nullable || use->shape->kind == CINCHI_IS_UNION) return true;
    if (s->kind == CINCHI_IS_RECORD) return !s->as.record.members[i].required;
    return s->kind == CINCHI_IS_TUPLE && i >= s->as.list.min_items;
}

static void knot_pointers(const cinchi_maker *m)
{
    for (uint32_t i = 0; i < cinchi_shape_uses(&m->shape); i++) {
        cinchi_use *use = (cinchi_use *)(uintptr_t)cinchi_shape_use(&m->shape, i);
        const cinchi_maker *to = cinchi_maker_at(use);
        if (knot_indirect(&m->shape, i))
            use->pointer = m->shape.knot && m->shape.knot == to->shape.knot;
        else
            use->pointer = m->low && m->low == to->low && m->shape.kind != CINCHI_IS_UNION && knot_breaks(&m->shape, i, use);
    }
}

/* ---------------------------------------------------------------- order */

typedef struct knot_order {
    knots *k;
    const cinchi_shape **list;
    uint32_t count;
    cinchi_maker *first, *last; /* to be visited, by `next` */
} knot_order;

static void order_owner(const cinchi_shape *s, uint32_t i, cinchi_shape *to)
{
    if (to->name.ptr) return;
    to->owner = s;
    to->owner_index = i;
    if (s->kind == CINCHI_IS_RECORD && i < s->as.record.count) to->owner_name = s->as.record.members[i].name;
}

static void order_later(knot_order *o, cinchi_maker *m)
{
    if (m->mark) return;
    m->mark = 1;
    m->next = NULL;
    if (o->last)
        o->last->next = m;
    else
        o->first = m;
    o->last = m;
}

static void order_visit(knot_order *o, cinchi_maker *m)
{
    knots *k = o->k;
    k->frames[0].maker = m;
    k->frames[0].next = 0;
    k->depth = 1;
    m->mark = 2;
    while (k->depth) {
        knot_frame *f = &k->frames[k->depth - 1];
        cinchi_shape *s = &f->maker->shape;
        const cinchi_use *use;
        cinchi_maker *to;
        if (f->next == cinchi_shape_uses(s)) {
            s->index = o->count;
            o->list[o->count++] = s;
            k->depth--;
            continue;
        }
        use = cinchi_shape_use(s, f->next++);
        to = cinchi_maker_at(use);
        if (!to->mark) order_owner(s, f->next - 1, &to->shape);
        if (use->pointer) {
            order_later(o, to);
        } else if (to->mark < 2) {
            to->mark = 2;
            k->frames[k->depth].maker = to;
            k->frames[k->depth++].next = 0;
        }
    }
}

static void knots_order(knots *k, cinchi_maker *root)
{
    knot_order o = {k, NULL, 0, NULL, NULL};
    cinch_schema *schema = k->load->schema;
    o.list = cinchi_load_get(k->load, sizeof(cinchi_shape *), k->load->making->count);
    if (!o.list) return;
    knot_clear(k);
    order_visit(&o, root);
    for (; o.first; o.first = o.first->next)
        if (o.first->mark < 2) order_visit(&o, o.first);
    schema->shapes = o.list;
    schema->shape_count = o.count;
}

void cinchi_finish_knots(cinchi_load *l)
{
    knots k = {.load = l};
    cinchi_maker *root = cinchi_maker_at(&l->schema->root);
    k.frames = cinchi_load_get(l, sizeof *k.frames, l->making->count + (size_t)1);
    k.stack = cinchi_load_get(l, sizeof(cinchi_maker *), l->making->count + (size_t)1);
    if (!k.frames || !k.stack) return;
    knot_clear(&k);
    knot_walk(&k, root);
    if (l->error) return;
    knot_clear(&k);
    k.by_value = true;
    for (cinchi_maker *m = l->making->first; m; m = m->later)
        if (m->finite) knot_walk(&k, m); /* all the first walk came to: values behind an item have parts of their own */
    for (cinchi_maker *m = l->making->first; m; m = m->later)
        if (m->mark) knot_pointers(m);
    knots_order(&k, root);
}

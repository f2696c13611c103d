/* SPDX-License-Identifier: MIT
 * Messages made for a schema: containers and what is in them. A stack of frames and no recursion.
 */
#include "emit_make.h"

uint64_t cinchi_emit_mix(uint64_t seed, uint64_t with)
{
    uint64_t z = seed + (with + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* ---- which values end soonest */

static uint32_t made_height_use(const uint32_t *h, const cinchi_use *use)
{
    return use->nullable ? 0 : h[use->shape->index];
}

static void made_higher(uint32_t *most, uint32_t h)
{
    if (h > *most) *most = h;
}

static uint32_t made_height(const uint32_t *h, const cinchi_shape *s)
{
    uint32_t most = 0, least = UINT32_MAX;
    if (s->kind == CINCHI_IS_UNION) {
        for (uint32_t i = 0; i < s->as.choices.count; i++) {
            uint32_t it = made_height_use(h, &s->as.choices.branches[i].use);
            if (it < least) least = it;
        }
        return least;
    }
    if (s->kind == CINCHI_IS_RECORD) {
        for (uint32_t i = 0; i < s->as.record.count; i++)
            if (s->as.record.members[i].required) made_higher(&most, made_height_use(h, &s->as.record.members[i].use));
    } else if (s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE) {
        for (uint32_t i = 0; i < s->as.list.first_count && i < s->as.list.min_items; i++)
            made_higher(&most, made_height_use(h, &s->as.list.first[i]));
        if (s->as.list.min_items > s->as.list.first_count) made_higher(&most, made_height_use(h, &s->as.list.item));
    } else {
        return 0;
    }
    return most == UINT32_MAX ? most : most + 1;
}

const uint32_t *cinchi_emit_heights(emit_run *e)
{
    enum { PASSES = 64 };
    uint32_t *h = (uint32_t *)cinchi_emit_take(e, (e->schema->shape_count + 1) * sizeof *h);
    bool changed = h != NULL;
    if (h) memset(h, 0xff, e->schema->shape_count * sizeof *h);
    for (unsigned pass = 0; changed && pass < PASSES; pass++) {
        changed = false;
        for (uint32_t i = 0; i < e->schema->shape_count; i++) {
            uint32_t now = made_height(h, e->schema->shapes[i]);
            if (now == h[i]) continue;
            h[i] = now;
            changed = true;
        }
    }
    return h;
}

/* ---- records */

static bool made_takes(const emit_make *m, const emit_frame *f, uint32_t i)
{
    const cinchi_member *it = &f->shape->as.record.members[i];
    if (it->use.shape->kind == CINCHI_IS_NEVER) return false;
    if (it->required) return true;
    if (m->variant == 0 || emit_small(m)) return false;
    if (it->use.shape->kind == CINCHI_IS_NIL && !it->keep_nil) return false; /* nil is absent */
    return m->variant == 1 || (cinchi_emit_mix(f->seed, i) & 3) != 0;
}

/* Extra members: as many as were asked for, within what fits; where any may be, those that must be. */
static uint32_t made_extras(const emit_make *m, const emit_frame *f, uint32_t chosen)
{
    const cinchi_record *r = &f->shape->as.record;
    const emit_shape *c = emit_of(m->e, f->shape);
    uint64_t n = m->variant == 0 || emit_small(m) ? 0 : m->variant == 1 ? 3 : cinchi_emit_mix(f->seed, 1000) % 3;
    if (r->extra == CINCHI_EXTRA_ANY && cinchi_emit_keeps(m->e, c))
        n = 0;
    else if (r->extra != CINCHI_EXTRA_USE)
        return 0;
    if (c->storage == CINCH_EMIT_STATIC && f->shape->max_bytes < 7) return 0;
    if (n + chosen < r->min_pairs) n = r->min_pairs - chosen;
    if (n + chosen > r->max_pairs) n = r->max_pairs > chosen ? r->max_pairs - chosen : 0;
    if (c->storage == CINCH_EMIT_STATIC && n > c->cap) n = c->cap;
    return n > 64 ? 64 : (uint32_t)n;
}

/* Optional ones more, or fewer, until the bounds on pairs hold. */
static uint32_t made_bounded(const cinchi_record *r, uint8_t *taken, uint32_t chosen)
{
    for (uint32_t i = 0; i < r->count && chosen < r->min_pairs && r->extra != CINCHI_EXTRA_USE; i++)
        if (!taken[i] && r->members[i].use.shape->kind != CINCHI_IS_NEVER) {
            taken[i] = 1;
            chosen++;
        }
    for (uint32_t i = r->count; i && chosen > r->max_pairs; i--)
        if (taken[i - 1] && !r->members[i - 1].required) {
            taken[i - 1] = 0;
            chosen--;
        }
    return chosen;
}

static void made_reorder(const emit_make *m, emit_frame *f, uint32_t chosen)
{
    for (uint32_t i = chosen; i > 1; i--) {
        uint32_t k = m->order == EMIT_ORDER_BACK ? chosen - i : (uint32_t)(cinchi_emit_mix(m->seed ^ f->seed, i) % i), t;
        if (m->order == EMIT_ORDER_BACK && k >= i - 1) return;
        t = f->list[i - 1];
        f->list[i - 1] = f->list[k];
        f->list[k] = t;
    }
}

/* The n-th required member goes, or what could be before the end of an array. */
static void made_lacking(emit_make *m, emit_frame *f)
{
    const cinchi_record *r = &f->shape->as.record;
    uint32_t nth = 0;
    for (uint32_t i = 0; i < f->count && !m->done; i++) {
        if (f->list[i] >= r->count || !r->members[f->list[i]].required || nth++ != m->member) continue;
        m->done = true;
        if (r->encoding == CINCHI_ARRAY) {
            f->count = i;
            return;
        }
        memmove(f->list + i, f->list + i + 1, (f->count - i - 1) * sizeof *f->list);
        f->count--;
    }
}

static void made_wrong(emit_make *m, emit_frame *f)
{
    const cinchi_record *r = &f->shape->as.record;
    if (m->wrong == EMIT_LACKING) {
        made_lacking(m, f);
    } else if (m->wrong == EMIT_TWICE && f->count && f->list[0] < r->count && r->encoding != CINCHI_ARRAY) {
        f->list[f->count++] = f->list[0];
        f->list[0] |= EMIT_AGAIN;
        m->done = true;
    } else if (m->wrong == EMIT_STRANGE && r->extra != CINCHI_EXTRA_USE) {
        for (; r->encoding == CINCHI_ARRAY && f->count < r->count; f->count++) f->list[f->count] = f->count | EMIT_AGAIN;
        f->list[f->count++] = EMIT_UNKNOWN;
        m->done = true;
    }
}

static uint32_t made_chosen(emit_make *m, emit_frame *f)
{
    const cinchi_record *r = &f->shape->as.record;
    uint8_t *taken = (uint8_t *)cinchi_emit_take(m->e, r->count + 1);
    uint32_t chosen = 0, n = 0, last = 0;
    if (!taken) return 0;
    for (uint32_t i = 0; i < r->count; i++) chosen += taken[i] = made_takes(m, f, i);
    (void)made_bounded(r, taken, chosen);
    for (uint32_t i = 0; i < r->count; i++)
        if (taken[i]) last = i + 1;
    for (uint32_t i = 0; i < r->count; i++) {
        if (taken[i])
            f->list[n++] = i;
        else if (r->encoding == CINCHI_ARRAY && i < last)
            f->list[n++] = i | EMIT_AGAIN; /* nil */
    }
    return n;
}

static void made_record(emit_make *m, emit_frame *f)
{
    const cinchi_record *r = &f->shape->as.record;
    uint32_t extras;
    f->list = (uint32_t *)cinchi_emit_take(m->e, ((size_t)r->count + 80) * sizeof *f->list);
    if (!f->list) return;
    f->count = made_chosen(m, f);
    if (r->encoding != CINCHI_ARRAY && m->order != EMIT_ORDER_OWN) made_reorder(m, f, f->count);
    extras = made_extras(m, f, f->count);
    for (uint32_t i = 0; i < extras; i++) f->list[f->count++] = r->count + i;
    if (m->records++ == m->record && m->wrong) made_wrong(m, f);
    if (r->encoding == CINCHI_ARRAY)
        cinch_put_array(&m->w, f->count);
    else
        cinch_put_map(&m->w, f->count);
}

/* ---- lists */

static uint32_t made_count(const emit_make *m, const cinchi_list *l, const emit_shape *c, uint64_t seed)
{
    uint64_t most = l->max_items, n = l->min_items;
    bool more = l->open && l->item.shape;
    if (c->storage == CINCH_EMIT_STATIC && more && most > c->cap + l->first_count) most = c->cap + l->first_count;
    if (!more && most > l->first_count) most = l->first_count;
    if (m->variant == 1 && !emit_small(m)) n = m->depth == 0 ? 17 : l->first_count + (m->depth == 1 ? 3u : 2u);
    if (m->variant > 1 && !emit_small(m)) n += cinchi_emit_mix(seed, 2000) % (m->depth < 2 ? 5 : 3);
    if (n < l->min_items) n = l->min_items;
    return (uint32_t)(n > most ? most : n > 4096 ? 4096 : n);
}

/* ---- the walk */

static void made_enter(emit_make *m, const cinchi_shape *s, uint64_t seed)
{
    emit_frame *f = &m->frames[m->depth];
    if (m->depth == EMIT_MAKE_DEPTH) {
        m->failed = true;
        return;
    }
    memset(f, 0, sizeof *f);
    f->shape = s;
    f->seed = seed;
    if (s->kind == CINCHI_IS_RECORD) {
        made_record(m, f);
    } else {
        f->count = made_count(m, &s->as.list, emit_of(m->e, s), seed);
        cinch_put_array(&m->w, f->count);
    }
    m->depth++;
}

static const cinchi_use *made_branch(const emit_make *m, const cinchi_choices *u, uint64_t seed)
{
    uint32_t best = (uint32_t)(cinchi_emit_mix(seed, 3000) % u->count);
    if (!emit_small(m)) return &u->branches[best].use;
    for (uint32_t i = 0; i < u->count; i++)
        if (m->height[u->branches[i].use.shape->index] < m->height[u->branches[best].use.shape->index]) best = i;
    return &u->branches[best].use;
}

static void made_use(emit_make *m, const cinchi_use *use, uint64_t seed, bool nil)
{
    const cinchi_shape *s = use->shape;
    if (use->nullable && nil &&
        (m->variant == 0 || emit_small(m) || (m->variant > 1 && cinchi_emit_mix(seed, 4000) % 4 == 0))) {
        cinch_put_nil(&m->w);
        return;
    }
    while (s->kind == CINCHI_IS_UNION) {
        s = made_branch(m, &s->as.choices, seed)->shape;
        seed = cinchi_emit_mix(seed, 5000);
    }
    if (s->kind == CINCHI_IS_RECORD || s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE)
        made_enter(m, s, seed);
    else
        cinchi_emit_make_scalar(m, s, seed, nil);
}

static void made_key(emit_make *m, const cinchi_record *r, uint32_t i)
{
    char name[24] = "extra.0";
    if (i < r->count && r->encoding == CINCHI_INTKEYS) {
        cinch_put_i64(&m->w, r->members[i].key);
        return;
    }
    if (i < r->count) {
        cinch_put_str(&m->w, r->members[i].name.ptr, r->members[i].name.len);
        return;
    }
    name[5] = "-:+!"[(i - r->count) / 10 & 3];
    name[6] = (char)('0' + (i - r->count) % 10);
    cinch_put_str(&m->w, name, 7);
}

/* A name that no member has. */
static void made_strange(emit_make *m, const cinchi_record *r)
{
    char name[64] = "strange";
    size_t len = 7;
    cinch_str s = {name, len};
    while (cinchi_record_find(r, s) < r->count && s.len < sizeof name) name[s.len++] = 'r';
    m->pos = cinch_writer_pos(&m->w);
    if (r->encoding != CINCHI_ARRAY) cinch_put_str(&m->w, s.ptr, s.len);
    cinch_put_map(&m->w, 1);
    cinch_put_str(&m->w, "a", 1);
    cinch_put_array(&m->w, 2);
    cinch_put_nil(&m->w);
    cinch_put_f64(&m->w, 1.5);
}

static void made_member(emit_make *m, emit_frame *f)
{
    const cinchi_record *r = &f->shape->as.record;
    uint32_t id = f->list[f->next - 1], i = id & ~(uint32_t)(EMIT_AGAIN | EMIT_UNKNOWN);
    const cinchi_member *it = i < r->count ? &r->members[i] : NULL;
    bool plain = it && (it->use.shape->kind == CINCHI_IS_ENUM || it->use.shape->kind == CINCHI_IS_UNION);
    uint64_t seed = cinchi_emit_mix(f->seed, id & EMIT_AGAIN && !plain ? i + 500000u : i);
    if (id & EMIT_UNKNOWN) {
        made_strange(m, r);
        return;
    }
    if (r->encoding == CINCHI_ARRAY) {
        if (id & EMIT_AGAIN)
            cinch_put_nil(&m->w);
        else
            made_use(m, &it->use, seed, it->required || it->keep_nil);
        return;
    }
    if (m->wrong == EMIT_TWICE && f->next == f->count && (f->list[0] & EMIT_AGAIN) && !(id & EMIT_AGAIN))
        m->pos = cinch_writer_pos(&m->w);
    made_key(m, r, i);
    if (it)
        made_use(m, &it->use, seed, it->required || it->keep_nil);
    else if (r->extra == CINCHI_EXTRA_ANY)
        cinch_put_bool(&m->w, true);
    else
        made_use(m, &r->value, seed, true);
}

static void made_item(emit_make *m, emit_frame *f)
{
    const cinchi_list *l = &f->shape->as.list;
    uint32_t i = f->next - 1;
    bool first = i < l->first_count;
    made_use(m, first ? &l->first[i] : &l->item, cinchi_emit_mix(f->seed, i), !first || i < l->min_items);
}

bool cinchi_emit_make(emit_make *m)
{
    m->records = m->depth = 0;
    m->done = m->failed = false;
    cinch_writer_init_grow(&m->w, &m->e->alloc, 256);
    made_use(m, &m->e->schema->root, m->seed, true);
    while (m->depth && !m->failed && !m->w.error && !m->e->error) {
        m->failed = cinch_writer_pos(&m->w) > EMIT_MAKE_BYTES;
        emit_frame *f = &m->frames[m->depth - 1];
        if (f->next == f->count) {
            m->depth--;
            continue;
        }
        f->next++;
        if (f->shape->kind == CINCHI_IS_RECORD)
            made_member(m, f);
        else
            made_item(m, f);
    }
    if (m->w.error == CINCH_ERR_MEMORY) m->e->error = CINCH_ERR_MEMORY;
    m->failed = m->failed || cinch_writer_pos(&m->w) > EMIT_MAKE_BYTES;
    return !m->failed && !m->w.error && !m->e->error;
}

/* SPDX-License-Identifier: MIT
 * A struct as a map whose keys come in another order than the schema's.
 *
 * Where a producer's order has been seen before and is cached, that is tried first (gen_order.c). Otherwise a first loop goes from pair to
 * pair and only notes where each value is: which field a key names is told by a perfect hash, without a branch that
 * depends on it. A second loop decodes what was noted in the order of the schema, in which the processor can learn what comes next.
 * What needs more than its first byte to be stepped over, and is no plain string, is decoded at once, after all noted before it.
 *
 * Whatever is not plain goes to the exact walk, from the last place up to which everything was judged.
 */
#include "gen_walk.h"
#include "../core/get.h"
#include "../core/skip.h"

static inline unsigned walk_lowest(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
#endif
}

static CINCHI_NOINLINE bool walk_blank(const cinchi_gen_walk *w, const cinch_gen_field *f)
{
    cinchi_gen_field_blank(w->r, f, w->v, w->arena, f->flags & CINCH_GEN_KEEP ? 2 : 0);
    return !w->r->error;
}

/* What walk_value leaves: nil where it is allowed, a double in another format. */
static CINCHI_NOINLINE bool walk_rare(const cinchi_gen_walk *w, const cinch_gen_field *f, size_t i)
{
    const uint8_t *b = w->base;
    void *at = cinchi_gen_in(w->v, f->offset);
    if (b[i] == CINCH_WIRE_NIL && f->flags & CINCH_GEN_NIL) return walk_blank(w, f);
    if (f->flags >> 8 != CINCH_GEN_F64 || !cinchi_gen_number(b, (size_t)(w->end - b), i, (double *)at)) return false;
    if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(w->v, f->has) = 1;
    return !(f->flags & CINCH_GEN_JUDGE) || f->type->kind->check(f->type, at, NULL) == CINCH_OK;
}

/* The values noted, in the order of the schema. */
bool cinchi_gen_walk_noted(cinchi_gen_walk *w, uint64_t noted, const uint32_t *at)
{
    const uint8_t *b = w->base;
    size_t n = (size_t)(w->end - b);
    for (; noted; noted &= noted - 1) {
        unsigned k = walk_lowest(noted);
        const cinch_gen_field *f = &w->o->fields[k];
        if (!cinchi_gen_quick_value(f, b, n, at[k], w->v) && !walk_rare(w, f, at[k])) return false;
    }
    return true;
}

/* ---- pairs */

bool cinchi_gen_walk_complex(cinchi_gen_walk *w, const cinch_gen_field *f, const uint8_t *value)
{
    if (f->flags & CINCH_GEN_NEVER) return false;
    w->r->pos = value;
    cinchi_gen_field_get(w->r, f, w->v, w->arena);
    if (w->r->error) return false;
    w->p = w->r->pos;
    w->left--;
    cinchi_gen_walk_safe(w);
    return true;
}

/* Field k has its value at b[v], which is not plain: decoded at once. */
static bool walk_now(cinchi_gen_walk *w, unsigned k, size_t v)
{
    if (w->seen >> k & 1) return false;
    w->seen |= (uint64_t)1 << k;
    return cinchi_gen_walk_complex(w, &w->o->fields[k], w->base + v);
}

static CINCHI_NOINLINE bool walk_stranger(cinchi_gen_walk *w, const uint8_t *value)
{
    w->places = CINCHI_GEN_HASHED; /* an order with strangers is not worth keeping */
    return w->o->unknown == CINCH_GEN_SKIP && cinchi_skip(value, w->end, 1, &w->p) == CINCH_OK;
}

static unsigned walk_bits(uint64_t x)
{
#if defined(__POPCNT__)
    return (unsigned)__builtin_popcountll(x);
#else
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (unsigned)(((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* The order of a run, from the places of its values. */
static CINCHI_NOINLINE void walk_places(cinchi_gen_walk *w, uint64_t noted, const uint32_t *at)
{
    uint32_t from = w->places;
    for (; noted && w->places < CINCHI_GEN_HASHED; noted &= noted - 1) {
        unsigned k = walk_lowest(noted);
        uint32_t i = w->places++;
        for (; i > from && at[w->order[i - 1]] > at[k]; i--) w->order[i] = w->order[i - 1];
        w->order[i] = (uint8_t)k;
    }
}

/* One run of plain pairs: up to the end, a stranger, or a value that is not plain, of which *stop is the field (NULL: none) and w->p the
 * pair; then judged, no field twice, and decoded. at needs no more than the fields. */
static CINCHI_NOINLINE bool walk_run(cinchi_gen_walk *w, const cinch_gen_field **stop, size_t *value)
{
    const cinch_gen_object *const o = w->o;
    const uint8_t *const b = w->base, *const slots = o->slots;
    const uint64_t factor = o->slot_factor;
    const size_t n = (size_t)(w->end - b);
    uint32_t at[CINCHI_GEN_HASHED], left = w->left;
    uint64_t noted = 0;
    size_t i = (size_t)(w->p - b);
    *stop = NULL;
    *value = 0;
    for (; left; left--) {
        size_t m, v, item;
        const cinch_gen_field *f;
        uint64_t head, tail;
        unsigned k;
        if (i >= n) return false;
        m = (size_t)(b[i] ^ CINCH_WIRE_FIXSTR) + 1;
        v = i + m;
        if (m - 2 >= CINCHI_GEN_KEY || v >= n) return false;
        cinchi_gen_quick_words_any(b, v, m, &head, &tail);
        k = slots[cinchi_gen_slot(head, tail, factor, o->slot_shift)];
        f = &o->fields[k];
        if (CINCHI_UNLIKELY(!cinchi_gen_quick_is(f, b, v, m, head, tail))) {
            *value = v;
            break;
        }
        item = cinchi_gen_tables.leads[b[v]].item;
        if (CINCHI_UNLIKELY(item == 0 || f->flags >> 8 == 0)) {
            *stop = f;
            *value = v;
            break;
        }
        at[k] = (uint32_t)v;
        noted |= (uint64_t)1 << k;
        i = v + item;
    }
    if (i > n) return false;
    w->p = b + i;
    left = w->left - left;
    w->left -= left;
    if (w->learning) walk_places(w, noted, at);
    if (noted & w->seen || walk_bits(noted) != left) return false;
    w->seen |= noted;
    return cinchi_gen_walk_noted(w, noted, at);
}

static bool walk_by_hash(cinchi_gen_walk *w)
{
    while (w->left) {
        const cinch_gen_field *f;
        size_t v;
        if (!walk_run(w, &f, &v)) return false;
        if (f) {
            unsigned k = (unsigned)(f - w->o->fields);
            w->order[w->places % CINCHI_GEN_HASHED] = (uint8_t)k;
            w->places += w->places < CINCHI_GEN_HASHED;
            if (!walk_now(w, k, v)) return false;
        } else if (v) {
            if (!walk_stranger(w, w->base + v)) return false;
            w->left--;
        }
    }
    return true;
}

/* ---- orders */

static bool walk_all(cinchi_gen_walk *w)
{
    cinch_order *row = w->seen ? NULL : cinch_gen_order(w->r->orders, w->o);
    if (!row) return walk_by_hash(w);
    if (cinch_gen_order_known(row, w->o)) {
        if (!cinchi_gen_order_walk(w, row)) return false;
        if (w->left == 0) {
            row->misses = 0;
            return true;
        }
    }
    w->learning = cinchi_gen_order_miss(row, w->o);
    if (!walk_by_hash(w)) return false;
    if (w->learning && w->places < CINCHI_GEN_HASHED) cinchi_gen_order_keep(row, w->o, w->order, w->places);
    return true;
}

/* Text that must be judged, and inputs whose offsets do not fit, are left to the exact walk. */
void cinch_gen_rest(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinch_gen_at at)
{
    cinchi_gen_walk w;
    const cinch_gen_object *o = cinchi_gen_object_of(t);
    if (CINCHI_SMALL || !o->slots || r->flags & CINCH_UTF8 || (uint64_t)(r->end - r->start) > UINT32_MAX) {
        cinchi_gen_exact(r, t, v, arena, at);
        return;
    }
    w.r = r;
    w.o = o;
    w.v = v;
    w.arena = arena;
    w.base = r->start;
    w.end = r->end;
    w.p = w.safe_p = r->pos;
    w.left = at.left;
    w.seen = at.seen;
    w.places = 0;
    w.learning = false;
    w.safe = at;
    if (walk_all(&w)) {
        r->pos = w.p;
        if (w.seen != UINT64_MAX >> (64 - o->count)) cinchi_gen_finish(r, o, v, arena, &w.seen, at.map);
        return;
    }
    if (r->error) return;
    r->pos = w.safe_p;
    cinchi_gen_exact(r, t, v, arena, w.safe);
}

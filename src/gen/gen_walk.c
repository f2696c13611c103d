/* SPDX-License-Identifier: MIT
 * A struct as a map whose keys come in another order than the schema's.
 *
 * Where a producer's order has been seen before and is cached, pairs are expected in it and decoded as they come. Otherwise a first loop goes from pair to
 * pair and only notes where each value is: which field a key names is told by a perfect hash, without a branch that
 * depends on it. A second loop decodes what was noted in the order of the schema, in which the processor can learn what comes next.
 * What needs more than its first byte to be stepped over, and is no plain string, is decoded at once, after all noted before it.
 *
 * Whatever is not plain goes to the exact walk, from the last place up to which everything was judged.
 */
#include "gen_in.h"
#include "../base/compiler.h"
#include "../core/get.h"
#include "../core/skip.h"
#include "cinch/wire.h"

typedef struct gen_walk {
    cinch_reader *r;
    const cinch_gen_object *o;
    void *v;
    cinch_arena *arena;
    const uint8_t *base, *end; /* of the input; offsets count from base */
    const uint8_t *p;          /* next pair */
    uint32_t left;             /* pairs from p on */
    bool learning;             /* the order is to be remembered */
    uint32_t places;           /* in order; CINCHI_GEN_HASHED: not to be remembered */
    uint64_t seen;             /* fields found */
    cinch_gen_at safe;         /* where the exact walk may begin, with its first pair at safe_p */
    const uint8_t *safe_p;
    uint8_t order[CINCHI_GEN_HASHED]; /* field, by place */
} gen_walk;

/* ---- values */

static inline void walk_store(void *at, unsigned row, uint64_t u)
{
    switch (row & 3) {
    case CINCH_GEN_I8 & 3: *(uint8_t *)at = (uint8_t)u; break;
    case CINCH_GEN_I16 & 3: *(uint16_t *)at = (uint16_t)u; break;
    case CINCH_GEN_I32 & 3: *(uint32_t *)at = (uint32_t)u; break;
    default: *(uint64_t *)at = u;
    }
}

/* An integer with fewer than 7 bytes before it. */
static CINCHI_NOINLINE bool walk_near_int(const uint8_t *b, size_t n, size_t i, unsigned row, uint64_t *u)
{
    return n - i >= 9 && cinch_gen_int_first(b, &i, (int)row, u);
}

static CINCHI_NOINLINE bool walk_blank(const gen_walk *w, const cinch_gen_field *f)
{
    cinchi_gen_field_blank(w->r, f, w->v, w->arena, f->flags & CINCH_GEN_KEEP ? 2 : 0);
    return !w->r->error;
}

/* The value at b[i], whole within n bytes as far as its first byte tells, decoded in place. False: not plain. */
CINCHI_ALWAYS_INLINE static bool walk_value(const gen_walk *w, const cinch_gen_field *f, const uint8_t *b, size_t n, size_t i)
{
    void *at = cinchi_gen_in(w->v, f->offset);
    unsigned row = f->flags >> 8;
    uint64_t u;
    if (CINCHI_UNLIKELY(b[i] == CINCH_WIRE_NIL) && f->flags & CINCH_GEN_NIL) return walk_blank(w, f);
    if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(w->v, f->has) = 1;
    if (row == CINCH_GEN_STR) {
        if (!cinch_gen_str(b, n, &i, (cinch_str *)at)) return false;
    } else if (row == CINCH_GEN_BOOL) {
        u = b[i] ^ CINCH_WIRE_FALSE;
        if (u > 1) return false;
        *(bool *)at = u != 0;
    } else if (row == CINCH_GEN_F64) {
        if (b[i] == CINCH_WIRE_F64)
            *(double *)at = cinch_gen_double(b + i + 1);
        else if (!cinch_gen_number(b, n, i, (double *)at))
            return false;
    } else {
        if (CINCHI_UNLIKELY(i < 7) ? !walk_near_int(b, n, i, row, &u) : !cinch_gen_int(b, &i, (int)row, &u)) return false;
        walk_store(at, row, u);
    }
    return !(f->flags & CINCH_GEN_JUDGE) || f->type->kind->check(f->type, at, NULL) == CINCH_OK;
}

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

static CINCHI_NOINLINE bool walk_noted(const gen_walk *w, uint64_t bits, const uint32_t *at)
{
    const uint8_t *b = w->base;
    size_t n = (size_t)(w->end - b);
    for (; bits; bits &= bits - 1) {
        unsigned k = walk_lowest(bits);
        if (!walk_value(w, &w->o->fields[k], b, n, at[k])) return false;
    }
    return true;
}

/* ---- pairs */

/* The pairs up to w->p are judged and decoded. */
static void walk_safe(gen_walk *w)
{
    w->safe_p = w->p;
    w->safe.left = w->left;
    w->safe.seen = w->seen;
}

/* A value of a kind that decodes itself, with everything before it decoded. */
static CINCHI_NOINLINE bool walk_complex(gen_walk *w, const cinch_gen_field *f, const uint8_t *value)
{
    if (f->flags & CINCH_GEN_NEVER) return false;
    w->r->pos = value;
    cinchi_gen_field_get(w->r, f, w->v, w->arena);
    if (w->r->error) return false;
    w->p = w->r->pos;
    w->left--;
    walk_safe(w);
    return true;
}

/* First and last word of a key of 1 to 31 bytes that begins at b[i], without a branch on its length. False where the input is too short
 * for that: its first key may have nothing before it, and so is read forwards. */
static inline bool walk_words(const uint8_t *b, size_t n, size_t i, size_t len, uint64_t *head, uint64_t *tail)
{
    static const struct {
        uint8_t back, shift;
    } by_len[32] = {{8, 0},  {8, 56}, {8, 48}, {8, 40}, {8, 32}, {8, 24}, {8, 16}, {8, 8},  {8, 0},  {9, 0},  {10, 0},
                    {11, 0}, {12, 0}, {13, 0}, {14, 0}, {15, 0}, {16, 0}, {17, 0}, {18, 0}, {19, 0}, {20, 0}, {21, 0},
                    {22, 0}, {23, 0}, {24, 0}, {25, 0}, {26, 0}, {27, 0}, {28, 0}, {29, 0}, {30, 0}, {31, 0}};
    const uint8_t *end = b + i + len;
    unsigned shift = by_len[len].shift;
    if (CINCHI_UNLIKELY(i < 8)) {
        if (n - i < 8) return false;
        *head = *tail = cinchi_little64(b + i) << shift >> shift;
        if (len > 8) *tail = cinchi_little64(end - 8);
        return true;
    }
    *tail = cinchi_little64(end - 8) >> shift;
    *head = cinchi_little64(end - by_len[len].back) >> shift;
    return true;
}

static inline bool walk_is(const cinch_gen_field *f, const uint8_t *key, size_t len, uint64_t head, uint64_t tail)
{
    return ((f->head ^ head) | (f->tail ^ tail) | (f->name_len ^ len)) == 0 &&
           (len <= 16 || memcmp(f->name + 8, key + 8, len - 16) == 0);
}

/* Bytes of the value of a field at b[v], for those that walk_value takes; 0: it does not. */
static inline size_t walk_len(const cinch_gen_field *f, const uint8_t *b, size_t v, size_t n)
{
    size_t item = cinchi_gen_tables.leads[b[v]].item;
    const uint8_t *next;
    if (f->flags >> 8 == 0) return 0;
    if (CINCHI_LIKELY(item != 0)) return item <= n - v ? item : 0;
    return cinchi_skip(b + v, b + n, 1, &next) ? 0 : (size_t)(next - b) - v;
}

/* Field i has its value at b[v]: decoded at once. */
static bool walk_now(gen_walk *w, unsigned i, size_t v)
{
    const cinch_gen_field *f = &w->o->fields[i];
    const uint8_t *b = w->base;
    size_t n = (size_t)(w->end - b), item = walk_len(f, b, v, n);
    if (w->seen >> i & 1) return false;
    w->seen |= (uint64_t)1 << i;
    if (item == 0) return walk_complex(w, f, b + v);
    if (!walk_value(w, f, b, n, v)) return false;
    w->p = b + v + item;
    w->left--;
    return true;
}

static CINCHI_NOINLINE bool walk_stranger(gen_walk *w, const uint8_t *value)
{
    w->places = CINCHI_GEN_HASHED; /* an order with strangers is not worth keeping */
    return w->o->unknown == CINCH_GEN_SKIP && cinchi_skip(value, w->end, 1, &w->p) == CINCH_OK;
}

/* Whether the row still has the order that was followed: a value inside may be of a type that shares it. */
static bool walk_kept(const gen_walk *w, const cinch_order *order, uint32_t k)
{
    return order->object == w->o && order->count >= k && memcmp(w->order, order->at, k) == 0;
}

/* In the order that was met last, as long as it holds; begins at the first pair. False: not plain. */
static CINCHI_NOINLINE bool walk_by_order(gen_walk *w, const cinch_order *order)
{
    const uint8_t *const b = w->base;
    const size_t n = (size_t)(w->end - b);
    uint32_t left = w->left, k;
    uint64_t seen = w->seen;
    size_t i = (size_t)(w->p - b);
    for (k = 0; k < order->count && left; k++, left--) {
        const cinch_gen_field *f = &w->o->fields[order->at[k]];
        size_t len = f->name_len, v = i + 1 + len, item;
        uint64_t head, tail, bit = (uint64_t)1 << order->at[k];
        if (n - i < len + 2 || b[i] != (CINCH_WIRE_FIXSTR | len)) break;
        if (!walk_words(b, n, i + 1, len, &head, &tail) || !walk_is(f, b + i + 1, len, head, tail)) break;
        if (seen & bit) return false;
        seen |= bit;
        item = walk_len(f, b, v, n);
        if (item) {
            if (!walk_value(w, f, b, n, v)) return false;
            i = v + item;
            continue;
        }
        w->seen = seen;
        w->left = left;
        memcpy(w->order, order->at, k + 1);
        if (!walk_complex(w, f, b + v)) return false;
        i = (size_t)(w->p - b);
        if (walk_kept(w, order, k + 1)) continue;
        left--;
        order = NULL;
        break;
    }
    if (order)
        memcpy(w->order, order->at, k);
    else
        k++;
    w->places = k;
    w->left = left;
    w->seen = seen;
    w->p = b + i;
    return true;
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
static CINCHI_NOINLINE void walk_places(gen_walk *w, uint64_t noted, const uint32_t *at)
{
    uint32_t from = w->places;
    for (; noted && w->places < CINCHI_GEN_HASHED; noted &= noted - 1) {
        unsigned k = walk_lowest(noted);
        uint32_t i = w->places++;
        for (; i > from && at[w->order[i - 1]] > at[k]; i--) w->order[i] = w->order[i - 1];
        w->order[i] = (uint8_t)k;
    }
}

/* What a run of the first loop noted, judged: no field twice, and all decoded. */
static bool walk_take(gen_walk *w, uint64_t noted, uint32_t count, const uint32_t *at)
{
    if (noted & w->seen || walk_bits(noted) != count) return false;
    w->seen |= noted;
    return walk_noted(w, noted, at);
}

/* One run of plain pairs: up to the end, a stranger, or a value that is not plain, of which *stop is the field (o->count: none) and w->p the
 * pair. at needs no more than the fields. */
static CINCHI_NOINLINE bool walk_run(gen_walk *w, const cinch_gen_field **stop, size_t *value)
{
    const cinch_gen_object *const o = w->o;
    const uint8_t *const b = w->base;
    const size_t n = (size_t)(w->end - b);
    uint32_t at[CINCHI_GEN_HASHED], left = w->left;
    uint64_t noted = 0;
    size_t i = (size_t)(w->p - b);
    *stop = NULL;
    *value = 0;
    for (; left; left--) {
        size_t len, v, item;
        const cinch_gen_field *f;
        uint64_t head, tail;
        unsigned k;
        if (i >= n) return false;
        len = b[i] ^ CINCH_WIRE_FIXSTR;
        v = i + 1 + len;
        if (len - 1 >= CINCHI_GEN_KEY || v >= n) return false;
        if (!walk_words(b, n, i + 1, len, &head, &tail)) return false;
        k = o->slots[cinchi_gen_slot(head, tail, o->slot_factor, o->slot_shift)];
        f = &o->fields[k];
        if (CINCHI_UNLIKELY(!walk_is(f, b + i + 1, len, head, tail))) {
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
    return walk_take(w, noted, left, at);
}

static bool walk_by_hash(gen_walk *w)
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

void cinch_orders_init(cinch_orders *o, void *mem, size_t len)
{
    size_t pad = -(size_t)(uintptr_t)mem & (sizeof(void *) - 1), rows = len > pad ? (len - pad) / sizeof(cinch_order) : 0;
    o->rows = (cinch_order *)(void *)((uint8_t *)mem + pad);
    o->count = 0;
    for (uint32_t n = 1; n <= rows && n <= 4096; n *= 2) o->count = n;
    if (o->count) memset(o->rows, 0, o->count * sizeof *o->rows);
}

static cinch_order *walk_row(const gen_walk *w)
{
    const cinch_orders *o = w->r->orders;
    uint64_t key = (uint64_t)(uintptr_t)w->o;
    return o && o->count ? &o->rows[key * UINT64_C(0x9e3779b97f4a7c15) >> 40 & (o->count - 1)] : NULL;
}

/* Remembers the order at hand. */
static void walk_learn(gen_walk *w, cinch_order *row)
{
    row->object = w->o;
    row->count = (uint8_t)w->places;
    memcpy(row->at, w->order, w->places);
}

/* Where no order ever comes twice, looking and remembering become rare. */
static bool walk_all(gen_walk *w)
{
    cinch_order *row = walk_row(w);
    if (row && row->object != w->o) row->misses = 0;
    if (row && row->object == w->o && (row->misses <= 8 || (row->misses & 15) == 0)) {
        if (!walk_by_order(w, row)) return false;
        if (w->left == 0) {
            row->misses = 0;
            return true;
        }
    }
    if (!row) return walk_by_hash(w);
    row->misses = (uint8_t)(row->misses < 255 ? row->misses + 1 : 16);
    w->learning = row->misses <= 8 || (row->misses & 15) == 0;
    if (!walk_by_hash(w)) return false;
    if (w->learning && w->places < CINCHI_GEN_HASHED) walk_learn(w, row);
    return true;
}

/* Text that must be judged, and inputs whose offsets do not fit, are left to the exact walk. */
void cinch_gen_rest(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinch_gen_at at)
{
    gen_walk w;
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

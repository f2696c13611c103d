/* SPDX-License-Identifier: MIT
 * Orders of keys that were met before: pairs are expected in them and decoded as they come.
 *
 * An order that is kept has no field twice, so nothing needs to be looked up or noted a pair: the key is compared with the one
 * expected, and what follows can be predicted. What needs more than its first byte to be stepped over is decoded at once, after all noted before.
 */
#include "gen_walk.h"

void cinch_orders_init(cinch_orders *o, void *mem, size_t len)
{
    size_t pad = -(size_t)(uintptr_t)mem & (sizeof(void *) - 1), rows = len > pad ? (len - pad) / sizeof(cinch_order) : 0;
    o->rows = (cinch_order *)(void *)((uint8_t *)mem + pad);
    o->count = 0;
    for (uint32_t n = 1; n <= rows && n <= 4096; n *= 2) o->count = n;
    if (o->count) memset(o->rows, 0, o->count * sizeof *o->rows);
}

void cinchi_gen_order_keep(cinch_order *row, const cinch_gen_object *o, const uint8_t *order, uint32_t count)
{
    uint64_t fields = 0;
    for (uint32_t i = 0; i < count; i++) fields |= (uint64_t)1 << order[i];
    if (o->required & ~fields) return; /* an order that lacks what is required is not worth keeping */
    row->object = o;
    row->count = (uint8_t)count;
    row->fields = fields;
    row->least = 0;
    for (uint32_t i = 0; i < count; i++) {
        const cinch_gen_field *f = &o->fields[order[i]];
        row->least += f->name_len + (f->flags >> 8 == CINCH_GEN_F64 ? 10u : 2u);
        row->at[i] = order[i];
    }
    row->at[count] = (uint8_t)o->count;
}

bool cinchi_gen_order_miss(cinch_order *row, const cinch_gen_object *o)
{
    if (row->object != o) row->misses = 0;
    row->misses = (uint8_t)(row->misses < 255 ? row->misses + 1 : 16);
    return row->misses <= 8 || (row->misses & 15) == 0;
}

void cinch_gen_order_met(cinch_order *row, const cinch_gen_object *o, const uint8_t *const *at, const cinch_gen_sought *sought)
{
    uint8_t order[CINCHI_GEN_HASHED];
    uint32_t n = 0;
    if (!cinchi_gen_order_miss(row, o) || sought->strange) return; /* an order with strangers is not worth keeping */
    for (uint32_t k = 0; k < o->count; k++) {
        uint32_t i = n;
        if (!at[k]) continue;
        for (; i && at[order[i - 1]] > at[k]; i--) order[i] = order[i - 1];
        order[i] = (uint8_t)k;
        n++;
    }
    cinchi_gen_order_keep(row, o, order, n);
}

void cinch_gen_order_rest(const cinch_order *row, void *v)
{
    const cinch_gen_object *o = row->object;
    cinch_reader none;
    cinch_reader_init(&none, NULL, 0);
    for (uint32_t i = 0; i < o->count; i++)
        if (!(row->fields >> i & 1)) cinchi_gen_field_blank(&none, &o->fields[i], v, NULL, 0);
}

/* The key of f is the next, so that it was its value that is not plain. */
static bool order_here(const cinchi_gen_walk *w, const cinch_gen_field *f)
{
    size_t n = (size_t)(w->end - w->base), m = f->name_len + 1u, v = (size_t)(w->p - w->base) + m;
    uint64_t head, tail;
    if (v >= n) return false;
    cinchi_gen_quick_words(w->base, v, m, &head, &tail);
    return cinchi_gen_quick_is(f, w->base, v, m, head, tail);
}

/* Whether the row still has the order that was followed: a value inside may be of a type that shares it. */
static bool order_kept(const cinchi_gen_walk *w, const cinch_order *order, uint32_t places)
{
    return order->object == w->o && order->count >= places && memcmp(w->order, order->at, places) == 0;
}

static bool order_complex(cinchi_gen_walk *w, const cinch_order *order, uint32_t place)
{
    const cinch_gen_field *f = &w->o->fields[order->at[place]];
    memcpy(w->order, order->at, place + 1);
    w->seen |= (uint64_t)1 << order->at[place];
    return cinchi_gen_walk_complex(w, f, w->p + f->name_len + 1);
}

bool cinchi_gen_order_walk(cinchi_gen_walk *w, const cinch_order *order)
{
    const size_t n = (size_t)(w->end - w->base);
    const uint32_t left = w->left;
    cinchi_gen_notes s;
    s.place = 0;
    s.i = (size_t)(w->p - w->base);
    do {
        uint32_t count = order->count < left ? order->count : left;
        s.noted = 0;
        cinchi_gen_note(w->o, w->base, n, order->at, count, &s);
        if (s.i > n || !cinchi_gen_walk_noted(w, s.noted, s.at)) return false;
        w->seen |= s.noted;
        w->p = w->base + s.i;
        w->left = left - s.place;
        cinchi_gen_walk_safe(w);
        if (s.place == count || !order_here(w, &w->o->fields[order->at[s.place]])) {
            memcpy(w->order, order->at, s.place);
            break;
        }
        if (!order_complex(w, order, s.place)) return false;
        s.i = (size_t)(w->p - w->base);
        s.place++;
    } while (order_kept(w, order, s.place));
    w->places = s.place;
    return true;
}

/* SPDX-License-Identifier: MIT
 * Where a walk through the pairs of a struct stands, for its two ways.
 */
#ifndef CINCHI_GEN_WALK_H
#define CINCHI_GEN_WALK_H

#include "gen_quick.h"

typedef struct cinchi_gen_walk {
    cinch_reader *r;
    const cinch_gen_object *o;
    void *v;
    cinch_arena *arena;
    const uint8_t *base, *end; /* of the input; offsets count from base */
    const uint8_t *p;          /* next pair */
    uint32_t left;             /* pairs from p on */
    uint32_t places;           /* in order; CINCHI_GEN_HASHED: not to be remembered */
    bool learning;             /* the order is to be remembered */
    uint64_t seen;             /* fields found */
    cinch_gen_at safe;         /* where the exact walk may begin, with its first pair at safe_p */
    const uint8_t *safe_p;
    uint8_t order[CINCHI_GEN_HASHED]; /* field, by place */
} cinchi_gen_walk;

/* The pairs up to w->p are judged and decoded. */
static inline void cinchi_gen_walk_safe(cinchi_gen_walk *w)
{
    w->safe_p = w->p;
    w->safe.left = w->left;
    w->safe.seen = w->seen;
}

/* Values noted to be at these places, each whole within the input. False: another format, or not to the rules of its type. */
bool cinchi_gen_walk_noted(cinchi_gen_walk *w, uint64_t noted, const uint32_t *at);

/* The value of f at `value` by its kind, with everything before it decoded: it, or the reader's error, is what the exact walk finds. */
bool cinchi_gen_walk_complex(cinchi_gen_walk *w, const cinch_gen_field *f, const uint8_t *value);

/* Remembers an order of fields, of which none comes twice. */
void cinchi_gen_order_keep(cinch_order *row, const cinch_gen_object *o, const uint8_t *order, uint32_t count);

/* Another order than the one remembered has come. Whether it is to be remembered: where no order ever comes twice, that becomes rare. */
bool cinchi_gen_order_miss(cinch_order *row, const cinch_gen_object *o);

/* From the first pair on, as long as they come in this order. False: the reader's error, or not plain. */
bool cinchi_gen_order_walk(cinchi_gen_walk *w, const cinch_order *order);

#endif

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
    bool near;                 /* the first value of the input, with fewer than 7 bytes in front, may be yet to come */
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

/* The place for the order of keys of an object, or NULL. */
cinch_order *cinchi_gen_order_row(const cinch_reader *r, const cinch_gen_object *o);

/* Whether the order is of o, and worth a try: where none ever comes twice, looking becomes rare. */
static inline bool cinchi_gen_order_known(const cinch_order *row, const cinch_gen_object *o)
{
    return row->object == o && (row->misses <= 8 || (row->misses & 15) == 0);
}

/* All pairs left by the code generated for the object, in its order that is cached. False: something else came; nothing has moved, though
 * members may have been written. */
bool cinchi_gen_order_follow(cinch_reader *r, cinch_order *row, void *v, uint32_t left, uint64_t *seen);

/* From the first pair on, as long as they come in this order. False: the reader's error, or not plain. */
bool cinchi_gen_order_walk(cinchi_gen_walk *w, const cinch_order *order);

#endif

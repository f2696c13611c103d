/* SPDX-License-Identifier: MIT
 * Lists of every storage: a count, and items at an offset or behind a pointer there.
 */
#ifndef CINCHI_GEN_LIST_H
#define CINCHI_GEN_LIST_H

#include "gen_in.h"

static inline const cinch_gen_list *cinchi_gen_list_of(const cinch_gen_type *t)
{
    return (const cinch_gen_list *)t->more;
}

uint32_t cinchi_gen_list_count(const cinch_gen_type *t, const void *v);
const uint8_t *cinchi_gen_list_items(const cinch_gen_type *t, const void *v);

/* Item after item, as those of an array or, head and all left to the caller, as pairs or what else an item is. */
void cinchi_gen_list_put_items(cinch_writer *w, const cinch_gen_type *t, const void *v);
void cinchi_gen_list_put(cinch_writer *w, const cinch_gen_type *t, const void *v);
void cinchi_gen_list_release(const cinch_gen_type *t, void *v, const cinch_alloc *alloc); /* the items, not their memory */
bool cinchi_gen_list_equal(const cinch_gen_type *t, const void *a, const void *b);
cinch_error cinchi_gen_list_check(const cinch_gen_type *t, const void *v, const char **member);

/* Plain items at r->pos, at most so many, into memory at `items`: how many, with the reader behind them. */
uint32_t cinchi_gen_list_plain(cinch_reader *r, const cinch_gen_list *l, void *items, uint32_t most);

/* An array of items that are written as they are, head included; false: nothing is written, each is for its kind. */
bool cinchi_gen_list_plain_put(cinch_writer *w, const cinch_gen_list *l, const void *items, uint32_t count);

/* Makes room for item `count` of `most`, as cinchi_gen_grow does; NULL: the list is in its struct. */
typedef bool cinchi_gen_grower(cinch_reader *r, const uint8_t *at, cinch_arena *arena, void **items, uint32_t count,
                               uint32_t *cap, uint32_t most, size_t size);
/* Returns how many items its memory has room for: as many as there are, unless it failed. */
uint32_t cinchi_gen_list_read(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinchi_gen_grower *grow);

/* One more item, at r->pos; and the room of a list of so many that grew in that way. */
void cinchi_gen_more_read(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinchi_gen_grower *grow);
uint32_t cinchi_gen_more_cap(uint32_t count);

#endif

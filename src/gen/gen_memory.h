/* SPDX-License-Identifier: MIT
 * Memory of generated values: from an arena, or owned by the value.
 */
#ifndef CINCHI_GEN_MEMORY_H
#define CINCHI_GEN_MEMORY_H

#include "gen_in.h"

/* len bytes aligned for every generated type, or NULL with MEMORY (LIMIT by the arena's limit) at `at`. From an arena; or, owned, from its
 * allocator, of which the arena lends no more than that and its limit: NULL is malloc. */
void *cinchi_gen_take(cinch_reader *r, const uint8_t *at, cinch_arena *arena, size_t len);
void *cinchi_gen_own(cinch_reader *r, const uint8_t *at, cinch_arena *arena, size_t len);
void *cinchi_gen_shrink(void *ptr, size_t have, size_t len, cinch_arena *arena);
void cinchi_gen_disown(void *ptr, size_t len, const cinch_alloc *alloc);

/* Room for one more item of a list of `count` that has room for *cap, at most `most`: doubled, never by a count that is only claimed. False:
 * an error, and the list is as it was. */
bool cinchi_gen_grow(cinch_reader *r, const uint8_t *at, cinch_arena *arena, void **items, uint32_t count, uint32_t *cap,
                     uint32_t most, size_t size);
bool cinchi_gen_grow_own(cinch_reader *r, const uint8_t *at, cinch_arena *arena, void **items, uint32_t count, uint32_t *cap,
                         uint32_t most, size_t size);

/* What pointers in every storage share. */
void cinchi_gen_pointer_put(cinch_writer *w, const cinch_gen_type *t, const void *v);
bool cinchi_gen_pointer_equal(const cinch_gen_type *t, const void *a, const void *b);
cinch_error cinchi_gen_pointer_check(const cinch_gen_type *t, const void *v, const char **member);

#endif

/* SPDX-License-Identifier: MIT
 * What the tree needs of an arena beyond base.h: a hint, a mark, and an account of what was promised about memory.
 *
 * In all an arena takes at most what was asked of it, a quarter more, and 4 KiB; of what is asked by cinchi_arena_light only the
 * bytes meant, without the quarter. (Reset and filled anew with something else, it may hold what it kept from before.)
 */
#ifndef CINCHI_ARENA_H
#define CINCHI_ARENA_H

#include "cinch/base.h"

typedef struct cinchi_arena_mark {
    uint8_t *pos, *end;
    struct cinchi_block *last;
    size_t lost;
} cinchi_arena_mark;

/* len bytes where pos..end does not hold them, aligned as malloc aligns. A new block is no larger than len + later needs: later
 * is the most that can still be asked for, or SIZE_MAX. NULL: out of memory, or the limit. */
void *cinchi_arena_more(cinch_arena *a, size_t len, size_t later);

/* len bytes aligned to 8, of which the promise about memory counts only `light`. */
void *cinchi_arena_light(cinch_arena *a, size_t len, size_t light);

/* Forget everything got since the mark; its memory is kept for the next needs. */
cinchi_arena_mark cinchi_arena_mark_get(const cinch_arena *a);
void cinchi_arena_rewind(cinch_arena *a, cinchi_arena_mark mark);

#endif

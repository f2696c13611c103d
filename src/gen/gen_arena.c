/* SPDX-License-Identifier: MIT
 * Memory of views: an arena. A list at the arena's end grows where it is.
 */
#include "gen_memory.h"

void *cinchi_gen_take(cinch_reader *r, const uint8_t *at, cinch_arena *arena, size_t len)
{
    void *got = arena ? cinch_arena_get(arena, len, 8) : NULL;
    if (!got) cinchi_gen_fail(r, at, arena && arena->limit ? CINCH_ERR_LIMIT : CINCH_ERR_MEMORY, NULL);
    return got;
}

bool cinchi_gen_grow(cinch_reader *r, const uint8_t *at, cinch_arena *arena, void **items, uint32_t count, uint32_t *cap,
                     uint32_t most, size_t size)
{
    uint32_t want = *cap ? (*cap > most / 2 ? most : 2 * *cap) : most < 4 ? most : 4;
    size_t more = (size_t)(want - *cap) * size;
    void *got;
    if (count < *cap) return true;
    if (arena && *cap && (uint8_t *)*items + (size_t)*cap * size == arena->pos && (size_t)(arena->end - arena->pos) >= more) {
        arena->pos += more;
        *cap = want;
        return true;
    }
    got = cinchi_gen_take(r, at, arena, (size_t)want * size);
    if (!got) return false;
    if (count) memcpy(got, *items, (size_t)count * size);
    *items = got;
    *cap = want;
    return true;
}

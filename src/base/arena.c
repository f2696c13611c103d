/* SPDX-License-Identifier: MIT
 * Blocks in one list in the order they came into use: first ... last are in use, what follows last is kept from before a reset.
 * An object that is filled again as it was before thus meets the same blocks in the same order and allocates nothing.
 */
#include "arena.h"
#include "alloc.h"

struct cinchi_block {
    struct cinchi_block *next;
    size_t len; /* with this header */
};

enum {
    ARENA_HEADER = 16,     /* of a block: keeps what follows aligned as the block is */
    ARENA_SLACK = 4096,    /* promised beyond the quarter */
    ARENA_MOST = 64 << 10, /* larger blocks fault their pages in anew each time malloc hands them out */
    ARENA_LOOK = 64        /* kept blocks looked at before they are given up */
};
_Static_assert(sizeof(struct cinchi_block) <= ARENA_HEADER, "a block's header holds its fields");

static size_t arena_room(const cinch_arena *a)
{
    return a->pos ? (size_t)(a->end - a->pos) : 0;
}

static struct cinchi_block **arena_after_last(cinch_arena *a)
{
    return a->last ? &a->last->next : &a->blocks;
}

void cinch_arena_init(cinch_arena *a, const cinch_alloc *alloc)
{
    memset(a, 0, sizeof *a);
    a->alloc = cinchi_alloc_given(alloc);
}

/* Newest first, so that a pool gets its room back. */
static void arena_free_list(cinch_arena *a, struct cinchi_block *list)
{
    struct cinchi_block *newest = NULL;
    while (list) {
        struct cinchi_block *next = list->next;
        list->next = newest;
        newest = list;
        list = next;
    }
    while (newest) {
        struct cinchi_block *next = newest->next;
        a->total -= newest->len;
        cinchi_alloc_free(&a->alloc, newest, newest->len);
        newest = next;
    }
}

void cinch_arena_free(cinch_arena *a)
{
    arena_free_list(a, a->blocks);
    a->blocks = NULL;
    cinch_arena_reset(a);
}

void cinch_arena_reset(cinch_arena *a)
{
    a->pos = a->end = NULL;
    a->last = NULL;
    a->lost = 0;
}

/* A kept block that holds len, moved to the front of those kept; NULL when none of the first few does. */
static struct cinchi_block *arena_kept(cinch_arena *a, size_t len)
{
    struct cinchi_block **front = arena_after_last(a), **at = front;
    for (unsigned i = 0; *at && i < ARENA_LOOK; i++, at = &(*at)->next) {
        struct cinchi_block *b = *at;
        if (b->len - ARENA_HEADER < len) continue;
        *at = b->next;
        b->next = *front;
        *front = b;
        return b;
    }
    return NULL;
}

/* How long the next block is to be. As much as the promise allows, less an eighth in reserve for the headers of blocks that do
 * not bring a quarter of their own. A len that would leave much of the current block unused gets a block of exactly its
 * size, and the current one stays in use. */
static size_t arena_next_len(const cinch_arena *a, size_t len, size_t later)
{
    size_t exact = len + ARENA_HEADER, used = a->total - a->lost - arena_room(a) + len;
    size_t allowed = used + used / 4 + ARENA_SLACK, most = allowed > a->total ? allowed - a->total : 0;
    most -= most / 8;
    if (most > ARENA_MOST) most = ARENA_MOST;
    if (a->limit && most > a->limit - a->total) most = a->limit - a->total;
    if (most >= exact && most - exact >= later) return exact + later;
    return len > most / 8 || most < exact ? exact : most;
}

static struct cinchi_block *arena_new(cinch_arena *a, size_t len, size_t later)
{
    struct cinchi_block **kept = arena_after_last(a), *b;
    size_t want;
    arena_free_list(a, *kept); /* too small, all of them: keeping them beside new ones would let memory creep up */
    *kept = NULL;
    if (len > SIZE_MAX / 4 || a->total > SIZE_MAX / 4) return NULL;
    if (a->limit && (a->total > a->limit || len + ARENA_HEADER > a->limit - a->total)) return NULL;
    want = arena_next_len(a, len, later);
    b = cinchi_alloc_resize(&a->alloc, NULL, 0, want);
    if (!b) return NULL;
    b->next = NULL;
    b->len = want;
    a->total += want;
    *kept = b;
    return b;
}

void *cinchi_arena_more(cinch_arena *a, size_t len, size_t later)
{
    struct cinchi_block *b = arena_kept(a, len);
    uint8_t *got;
    size_t rest, room;
    if (!b) b = arena_new(a, len, later);
    if (!b) return NULL;
    a->last = b;
    got = (uint8_t *)b + ARENA_HEADER;
    rest = b->len - ARENA_HEADER - len;
    room = arena_room(a);
    if (rest > room) {
        a->pos = got + len;
        a->end = a->pos + rest;
        rest = room;
    }
    a->lost += rest + ARENA_HEADER;
    return got;
}

void *cinch_arena_get(cinch_arena *a, size_t len, size_t align)
{
    size_t pad = -(size_t)(uintptr_t)a->pos & (align - 1);
    uint8_t *got;
    if (len == 0) len = 1;
    if (arena_room(a) >= pad && arena_room(a) - pad >= len) {
        got = a->pos + pad;
        a->pos = got + len;
        return got;
    }
    if (len > SIZE_MAX - align) return NULL;
    got = cinchi_arena_more(a, len + (align > 8 ? align - 8 : 0), SIZE_MAX);
    return got ? got + (-(size_t)(uintptr_t)got & (align - 1)) : NULL;
}

void *cinchi_arena_light(cinch_arena *a, size_t len, size_t light)
{
    size_t whole = (len + 7) & ~(size_t)7;
    void *got;
    if (whole < len) return NULL;
    got = cinch_arena_get(a, whole, 8);
    if (got) a->lost += whole - (light - light / 5);
    return got;
}

cinchi_arena_mark cinchi_arena_mark_get(const cinch_arena *a)
{
    cinchi_arena_mark m = {a->pos, a->end, a->last, a->lost};
    return m;
}

void cinchi_arena_rewind(cinch_arena *a, cinchi_arena_mark mark)
{
    a->pos = mark.pos;
    a->end = mark.end;
    a->last = mark.last;
    a->lost = mark.lost;
}

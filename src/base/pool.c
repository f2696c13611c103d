/* SPDX-License-Identifier: MIT
 * An allocator over the caller's memory. Lengths are rounded up, so that a block is the newest exactly when it ends at pos;
 * no list is kept.
 */
#include "cinch/base.h"

enum { POOL_ALIGN = 16 }; /* malloc's on every 64-bit machine; more than any type here needs */

static void *pool_resize(void *user, void *ptr, size_t old_len, size_t new_len)
{
    cinch_pool *p = user;
    size_t old = (old_len + (POOL_ALIGN - 1)) & ~(size_t)(POOL_ALIGN - 1);
    size_t len = (new_len + (POOL_ALIGN - 1)) & ~(size_t)(POOL_ALIGN - 1);
    bool newest = ptr && (uint8_t *)ptr + old == p->pos;
    size_t room = (p->pos ? (size_t)(p->end - p->pos) : 0) + (newest ? old : 0);
    uint8_t *got = newest ? ptr : p->pos;
    if (len < new_len) return NULL;
    if (ptr && new_len <= old_len && !newest) return new_len ? ptr : NULL;
    if (len > room) return NULL;
    if (got) p->pos = got + len;
    if (ptr && !newest) memcpy(got, ptr, old_len);
    return new_len ? got : NULL;
}

void cinch_pool_init(cinch_pool *p, void *mem, size_t cap)
{
    size_t pad = -(size_t)(uintptr_t)mem & (POOL_ALIGN - 1);
    p->alloc.fn = pool_resize;
    p->alloc.user = p;
    p->pos = p->end = NULL;
    if (!mem || cap < pad) return;
    p->pos = (uint8_t *)mem + pad;
    p->end = p->pos + ((cap - pad) & ~(size_t)(POOL_ALIGN - 1));
}

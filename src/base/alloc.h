/* SPDX-License-Identifier: MIT
 * The allocator at hand: the caller's, or malloc's where the caller passed NULL (hosted builds only).
 */
#ifndef CINCHI_ALLOC_H
#define CINCHI_ALLOC_H

#include "cinch/base.h"

/* *given, or the default. A freestanding build has no default: its fn always fails. */
cinch_alloc cinchi_alloc_given(const cinch_alloc *given);

static inline void *cinchi_alloc_resize(const cinch_alloc *a, void *ptr, size_t old_len, size_t new_len)
{
    return a->fn(a->user, ptr, old_len, new_len);
}

static inline void cinchi_alloc_free(const cinch_alloc *a, void *ptr, size_t len)
{
    if (ptr) (void)a->fn(a->user, ptr, len, 0);
}

#endif

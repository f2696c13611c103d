/* SPDX-License-Identifier: MIT
 * The only unit that knows malloc.
 */
#include "alloc.h"

#if __STDC_HOSTED__ && !defined(CINCH_FREESTANDING)
#include <stdlib.h>

static void *alloc_malloc(void *user, void *ptr, size_t old_len, size_t new_len)
{
    (void)user;
    (void)old_len;
    if (new_len == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_len);
}
#else
static void *alloc_malloc(void *user, void *ptr, size_t old_len, size_t new_len)
{
    (void)user, (void)ptr, (void)old_len, (void)new_len;
    return NULL;
}
#endif

cinch_alloc cinchi_alloc_given(const cinch_alloc *given)
{
    cinch_alloc a = {alloc_malloc, NULL};
    return given ? *given : a;
}

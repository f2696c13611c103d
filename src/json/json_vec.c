/* SPDX-License-Identifier: MIT
 * Doubles, from a size that holds what ordinary documents need.
 */
#include "json_vec.h"

enum { VEC_FIRST = 512 }; /* bytes */

void *cinchi_json_vec_more(cinchi_json_vec *v, const cinch_alloc *a, size_t more, size_t item)
{
    size_t cap = v->cap ? v->cap : VEC_FIRST / item;
    void *p;
    if (more > SIZE_MAX / item / 2 - v->count) return NULL;
    while (cap - v->count < more) cap *= 2;
    if (cap > v->cap) {
        p = cinchi_alloc_resize(a, v->ptr, v->cap * item, cap * item);
        if (!p) return NULL;
        v->ptr = p;
        v->cap = cap;
    }
    return (uint8_t *)v->ptr + v->count * item;
}

void cinchi_json_vec_free(cinchi_json_vec *v, const cinch_alloc *a, size_t item)
{
    cinchi_alloc_free(a, v->ptr, v->cap * item);
    v->ptr = NULL;
    v->count = v->cap = 0;
}

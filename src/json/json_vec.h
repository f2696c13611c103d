/* SPDX-License-Identifier: MIT
 * Memory of one JSON call: a growing array from the options' allocator.
 */
#ifndef CINCHI_JSON_VEC_H
#define CINCHI_JSON_VEC_H

#include "../base/alloc.h"

typedef struct cinchi_json_vec {
    void *ptr;
    size_t count, cap; /* items */
} cinchi_json_vec;

/* Room for more items of so many bytes behind the count, which the caller then moves. NULL: out of memory, nothing changed. */
void *cinchi_json_vec_more(cinchi_json_vec *v, const cinch_alloc *a, size_t more, size_t item);

void cinchi_json_vec_free(cinchi_json_vec *v, const cinch_alloc *a, size_t item);

#endif

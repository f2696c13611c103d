/* SPDX-License-Identifier: MIT
 * One sort for indexes, duplicate keys and canonical order: of 32-bit positions, by a caller's order.
 */
#ifndef CINCHI_SORT_H
#define CINCHI_SORT_H

#include "cinch/base.h"

typedef int (*cinchi_order)(const void *ctx, uint32_t a, uint32_t b); /* < 0, 0, > 0 */

/* In place, no recursion, no memory, n log n compares whatever the input. Not stable: an order that must be ends by comparing a and b. */
void cinchi_sort(uint32_t *v, size_t count, cinchi_order order, const void *ctx);

#endif

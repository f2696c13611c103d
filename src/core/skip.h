/* SPDX-License-Identifier: MIT
 * Walking over items without looking at them.
 */
#ifndef CINCHI_SKIP_H
#define CINCHI_SKIP_H

#include "cinch/read.h"

/* Steps over count items with all below them: returns OK and *next one past them, or the error and *next at the first byte of the
 * item at fault. Framing and 0xc1 are checked, nothing else; constant memory, linear time, any depth. */
cinch_error cinchi_skip(const uint8_t *p, const uint8_t *end, uint64_t count, const uint8_t **next);

/* A walk that goes on: where it is, and how many items it has yet to step over. */
typedef struct cinchi_skipping {
    const uint8_t *pos, *end;
    uint64_t owed;
} cinchi_skipping;

/* Steps over items as long as they are unlike each other, and not over one at fault or near the end. False: it was worth it, for a while. */
bool cinchi_skip_mixed(cinchi_skipping *s);

/* Bytes of the item at p by its header, left of them there; *more: items that it owes. 0: it is not whole, or reserved. */
size_t cinchi_skip_headed(const uint8_t *p, size_t left, uint64_t *more);

/* Bytes of the item at r, or, when it is not framed well, all that are left: a check of those then meets its first fault. */
size_t cinchi_skip_extent(const cinch_reader *r);

/* How many items lie from p to end; false when these bytes are no whole number of items. */
bool cinchi_skip_count(const uint8_t *p, const uint8_t *end, uint64_t *count);

#endif

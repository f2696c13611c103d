/* SPDX-License-Identifier: MIT
 * One item off the wire: the parser that the reader, and everything that walks a buffer item by item, stands on.
 */
#ifndef CINCHI_ITEM_H
#define CINCHI_ITEM_H

#include "cinch/read.h"

/* Reads the header or scalar at p into *t, payload included, and sets *next one past it (past the header for a container).
 * OK, RESERVED or TRUNCATED, then *t and *next are not set; the fault is at p. Counts, UTF-8 and timestamps are not judged:
 * ext type -1 comes as CINCH_EXT. */
cinch_error cinchi_item(const uint8_t *p, const uint8_t *end, cinch_token *t, const uint8_t **next);

/* Judges the payload of a token that cinchi_item gave, as flags ask: UTF8, TIME. Turns ext type -1 into CINCH_TIME. */
cinch_error cinchi_item_judge(cinch_token *t, uint32_t flags);

/* 4, 8 or 12 bytes of a timestamp's payload, nanoseconds within bounds; else false and *out untouched. */
bool cinchi_item_time(const uint8_t *p, size_t len, cinch_time *out);

/* Walks over count items with all below them, judging each: OK and *next one past them, or the error and *next at the first byte of the
 * item at fault. Owing more items than bytes are left, from the start or after a count that lies, it walks on to the fault there
 * must be, and stops counting (docs/decisions/0010). */
cinch_error cinchi_item_run(const uint8_t *p, const uint8_t *end, uint64_t count, uint32_t flags, const uint8_t **next);

/* The type that stands at p, for cinch_diag.got; CINCH_NONE if no whole item does. */
cinch_type cinchi_item_type(const uint8_t *p, const uint8_t *end, uint32_t flags);

#endif

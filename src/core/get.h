/* SPDX-License-Identifier: MIT
 * What the files of the reader share.
 */
#ifndef CINCHI_GET_H
#define CINCHI_GET_H

#include "cinch/read.h"

/* Sets the reader's first error at p. Never inline: the way out of every get. */
void cinchi_get_fail(cinch_reader *r, const uint8_t *p, cinch_error e);

/* The next item, which must be of one of the types in expected (CINCH_BIT) or TYPE is set; not judged, counts not compared.
 * On success r->pos is still at its first byte and *next one past it: the caller moves. */
bool cinchi_get_item(cinch_reader *r, uint32_t expected, cinch_token *t, const uint8_t **next);

/* More items owed than bytes left after a header: sets the error there must be. */
void cinchi_get_doomed(cinch_reader *r, const uint8_t *after);

/* A container's header whole and of the type of fix; false and an error otherwise. The count is the caller's to judge, by
 * cinchi_get_count_fits after what the caller itself demands of it. */
static inline bool cinchi_get_count_fits(const cinch_reader *r, const cinch_token *t, const uint8_t *next)
{
    return (t->type == CINCH_MAP ? 2 * (uint64_t)t->len : t->len) <= (size_t)(r->end - next);
}

/* str or bin bytes may be judged as text: under CINCH_UTF8. */
cinch_error cinchi_get_f64_of(const cinch_token *t, double *out); /* TYPE aside: OK or INEXACT */
cinch_error cinchi_get_f32_of(const cinch_token *t, float *out);
cinch_error cinchi_get_i64_of(const cinch_token *t, int64_t *out); /* OK or RANGE */

#define CINCHI_INTEGERS (CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64))
#define CINCHI_NUMBERS  (CINCHI_INTEGERS | CINCH_BIT(CINCH_F32) | CINCH_BIT(CINCH_F64))

#endif

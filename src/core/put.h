/* SPDX-License-Identifier: MIT
 * What the files of the writer share.
 */
#ifndef CINCHI_PUT_H
#define CINCHI_PUT_H

#include "cinch/write.h"
#include "cinch/wire.h"
#include "../base/ints.h"

/* Any non-NULL address: a writer without a buffer points here, so that pointer arithmetic stays defined. Never written to. */
uint8_t *cinchi_nowhere(void);

/* head and body as one put: both or, in a buffer, neither. */
void cinchi_put_parts(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len);

/* The smallest head for n bytes or items, at most 5 bytes at h. Returns its length. */
size_t cinchi_head_str(uint8_t *h, uint32_t n, bool old_spec);
size_t cinchi_head_bin(uint8_t *h, uint32_t n, bool old_spec);
size_t cinchi_head_count(uint8_t *h, uint32_t n, uint8_t fix); /* fix: CINCH_WIRE_FIXARRAY or CINCH_WIRE_FIXMAP */
size_t cinchi_head_ext(uint8_t *h, uint32_t n, int8_t type);   /* at most 6 */

/* A put for which there is room. */
static inline void cinchi_put_now(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    memcpy(w->pos, head, head_len);
    if (len) memcpy(w->pos + head_len, body, len);
    w->pos += head_len + len;
}

/* Everything the writer wrote since pos is to vanish, but for what a sink was handed. Only after an error: a put of several parts failed. */
void cinchi_put_undo(cinch_writer *w, uint64_t pos);

/* Closes the innermost container, which m must be, by this head. */
void cinchi_put_close_head(cinch_writer *w, cinch_mark m, const uint8_t *head, size_t head_len);

/* The size of a writer's length or count, or LENGTH set and false. */
static inline bool cinchi_put_fits(cinch_writer *w, size_t n)
{
#if SIZE_MAX > UINT32_MAX
    if (n > UINT32_MAX) {
        cinch_writer_fail(w, CINCH_ERR_LENGTH);
        return false;
    }
#else
    (void)w, (void)n;
#endif
    return true;
}

#endif

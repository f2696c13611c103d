/* SPDX-License-Identifier: MIT
 * Whole messages out of a stream: a bounded buffer and a frame that remembers how far it has looked.
 *
 * Of a message that is in the buffer the frame has seen frame.len bytes, never more than max_len, which bounds the buffer too. So which error
 * a stream meets does not depend on the pieces it comes in.
 */
#include "cinch/stream.h"
#include "../base/alloc.h"

enum { FEED_DEFAULT = 64 << 20, FEED_FIRST = 4096 };

void cinch_feed_init(cinch_feed *f, const cinch_alloc *alloc, size_t max_len)
{
    memset(f, 0, sizeof *f);
    cinch_frame_init(&f->frame);
    f->alloc = cinchi_alloc_given(alloc);
    f->max_len = max_len ? max_len : FEED_DEFAULT;
}

/* The first error alone: nobody comes here after it. */
static void feed_fail(cinch_feed *f, cinch_error e, uint64_t pos)
{
    f->error = e;
    f->fault = pos;
}

static uint64_t feed_at(const cinch_feed *f, size_t offset)
{
    return f->before + offset;
}

/* Looks at what has come of the message at pos. MORE while it goes on. */
static cinch_status feed_look(cinch_feed *f)
{
    size_t have = f->end - f->pos, seen = (size_t)f->frame.len, used;
    if (f->whole) return CINCH_GOT;
    if (have > seen) {
        cinch_status got = cinch_frame_feed(&f->frame, f->buf + f->pos + seen, have - seen, &used);
        f->whole = got == CINCH_GOT;
        if (got == CINCH_FAILED) feed_fail(f, f->frame.error, feed_at(f, f->pos) + f->frame.item);
        if (got != CINCH_MORE) return got;
    }
    if (f->frame.len + f->frame.payload > f->max_len || have == f->max_len) {
        feed_fail(f, CINCH_ERR_LIMIT, feed_at(f, f->pos) + f->frame.item);
        return CINCH_FAILED;
    }
    return CINCH_MORE;
}

/* Forgets what was handed out. */
static void feed_close_up(cinch_feed *f)
{
    if (f->end > f->pos) memmove(f->buf, f->buf + f->pos, f->end - f->pos);
    f->before += f->pos;
    f->end -= f->pos;
    f->pos = 0;
}

static bool feed_grow(cinch_feed *f)
{
    size_t first = f->max_len < FEED_FIRST ? f->max_len : FEED_FIRST;
    size_t cap = f->cap == 0 ? first : f->cap > f->max_len / 2 ? f->max_len : 2 * f->cap;
    uint8_t *buf = cinchi_alloc_resize(&f->alloc, f->buf, f->cap, cap);
    if (!buf) {
        feed_fail(f, CINCH_ERR_MEMORY, feed_at(f, f->pos));
        return false;
    }
    f->buf = buf;
    f->cap = cap;
    return true;
}

/* Moves only when that frees at least half of the buffer, or when the buffer may not grow: each byte is moved a bounded number of
 * times, however small the pieces. */
void *cinch_feed_room(cinch_feed *f, size_t *len)
{
    *len = 0;
    if (f->error) return NULL;
    if (f->pos == f->end || (f->end == f->cap && f->pos >= f->cap - f->cap / 2)) feed_close_up(f);
    if (f->end == f->cap && f->cap < f->max_len && !feed_grow(f)) return NULL;
    if (f->end == f->cap) feed_close_up(f);
    if (f->end == f->cap) {
        if (feed_look(f) == CINCH_GOT) feed_fail(f, CINCH_ERR_USE, feed_at(f, 0));
        return NULL;
    }
    *len = f->cap - f->end;
    return f->buf + f->end;
}

void cinch_feed_added(cinch_feed *f, size_t len)
{
    if (f->error) return;
    if (len > f->cap - f->end)
        feed_fail(f, CINCH_ERR_USE, feed_at(f, f->end));
    else
        f->end += len;
}

cinch_status cinch_feed_next(cinch_feed *f, cinch_bin *msg)
{
    cinch_status got = f->error ? CINCH_FAILED : feed_look(f);
    msg->ptr = (const uint8_t *)"";
    msg->len = 0;
    if (got != CINCH_GOT) return got;
    msg->ptr = f->buf + f->pos;
    msg->len = (size_t)f->frame.len;
    f->pos += msg->len;
    f->whole = false;
    cinch_frame_init(&f->frame);
    return CINCH_GOT;
}

cinch_error cinch_feed_finish(cinch_feed *f, cinch_diag *diag)
{
    cinch_error e = f->error;
    uint64_t pos = e ? f->fault : feed_at(f, f->end);
    if (!e && f->end > f->pos) {
        cinch_status got = feed_look(f);
        e = got == CINCH_MORE ? CINCH_ERR_TRUNCATED : got == CINCH_GOT ? CINCH_ERR_USE : f->error;
        pos = got == CINCH_MORE ? feed_at(f, f->pos) + f->frame.item : got == CINCH_GOT ? feed_at(f, f->pos) : f->fault;
    }
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = e;
        diag->pos = pos;
    }
    return e;
}

/* At least one byte goes, so that a caller who goes on comes past every fault. */
size_t cinch_feed_resync(cinch_feed *f, uint32_t top_types)
{
    size_t have = f->end - f->pos, dropped;
    if (have == 0 || (f->error && f->error != CINCH_ERR_RESERVED && f->error != CINCH_ERR_LIMIT)) return 0;
    dropped = 1 + cinch_resync(f->buf + f->pos + 1, have - 1, top_types);
    f->pos += dropped;
    f->whole = false;
    f->error = CINCH_OK;
    cinch_frame_init(&f->frame);
    return dropped;
}

void cinch_feed_reset(cinch_feed *f)
{
    f->pos = f->end = 0;
    f->before = 0;
    f->whole = false;
    f->error = CINCH_OK;
    cinch_frame_init(&f->frame);
}

void cinch_feed_free(cinch_feed *f)
{
    cinchi_alloc_free(&f->alloc, f->buf, f->cap);
    f->buf = NULL;
    f->cap = 0;
    cinch_feed_reset(f);
}

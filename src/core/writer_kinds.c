/* SPDX-License-Identifier: MIT
 * The writers that are more than a fixed buffer: growing, sink, counting. Asked for room alone, a spill answers ROOM when what was
 * asked for cannot be had in one piece: to cinchi_reserve that is no error.
 */
#include "put.h"
#include "../base/alloc.h"

/* Doubles, so that n bytes cost O(n) however they come. */
static cinch_error writer_grow(cinch_writer *w, size_t len)
{
    size_t used = (size_t)(w->pos - w->start), cap = w->cap < 128 ? 256 : w->cap;
    uint8_t *p;
    if (len > SIZE_MAX / 2 - used) return CINCH_ERR_MEMORY;
    if (w->cap >= 128 && cap <= SIZE_MAX / 4) cap *= 2;
    if (cap < used + len) cap = used + len;
    p = (uint8_t *)w->alloc.fn(w->alloc.user, w->cap ? w->start : NULL, w->cap, cap);
    if (!p) return CINCH_ERR_MEMORY;
    w->start = p;
    w->pos = p + used;
    w->end = p + cap;
    w->cap = cap;
    return CINCH_OK;
}

static cinch_error spill_grow(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    cinch_error e = len <= SIZE_MAX / 2 ? writer_grow(w, head_len + len) : CINCH_ERR_MEMORY;
    if (!e && (head_len || body)) cinchi_put_now(w, head, head_len, body, len);
    return e;
}

void cinch_writer_init_grow(cinch_writer *w, const cinch_alloc *alloc, size_t hint)
{
    cinch_error e;
    cinch_writer_init(w, NULL, 0);
    w->alloc = cinchi_alloc_given(alloc);
    w->spill = spill_grow;
    if (!hint) return;
    e = writer_grow(w, hint);
    if (e) cinch_writer_fail(w, e);
}

void *cinch_writer_take(cinch_writer *w, size_t *len)
{
    void *p = NULL;
    size_t n = (size_t)(w->pos - w->start);
    *len = 0;
    if (!w->alloc.fn || w->open) cinch_writer_fail(w, w->open ? CINCH_ERR_OPEN : CINCH_ERR_USE);
    if (w->error || !w->cap) return NULL;
    if (n) {
        p = w->alloc.fn(w->alloc.user, w->start, w->cap, n);
        if (!p) p = w->start; /* an allocator that cannot shrink */
        w->cap = 0;
        *len = n;
    }
    cinch_writer_free(w);
    return p;
}

/* Hands on all but what an open container holds, and moves that to the front. */
static cinch_error sink_flush(cinch_writer *w)
{
    size_t used = (size_t)(w->pos - w->start), go = w->held ? w->held - 1 : used;
    cinch_error e;
    if (!go) return CINCH_OK;
    e = w->sink(w->user, w->start, go);
    if (e) return e;
    if (used > go) memmove(w->start, w->start + go, used - go);
    w->pos -= go;
    w->flushed += go;
    if (w->held) w->held = 1;
    return CINCH_OK;
}

enum { SINK_PART = 4096 };

/* What the buffer cannot hold goes past it, not to be copied; but for a part that goes with the head, so that the sink is not called for a few
 * bytes. An open container pins the buffer: then all or nothing. Room that the buffer has not even when empty is refused before anything
 * is handed on: whoever asked shall fill it first. A put that fails leaves nothing of itself in the buffer. */
static cinch_error spill_sink(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    bool room_only = !head_len && !body;
    size_t pinned = w->held ? (size_t)(w->pos - w->start) - (w->held - 1) : 0, room = w->cap - pinned, part;
    cinch_error e;
    if (room_only && len > room) return CINCH_ERR_ROOM;
    e = sink_flush(w);
    if (e) return e;
    if (head_len <= room && len <= room - head_len) {
        if (!room_only) cinchi_put_now(w, head, head_len, body, len);
        return CINCH_OK;
    }
    if (w->held) return CINCH_ERR_ROOM;
    part = room - head_len < SINK_PART ? room - head_len : SINK_PART;
    if (!head_len) part = 0;
    cinchi_put_now(w, head, head_len, body, part);
    e = sink_flush(w);
    if (e) {
        w->pos = w->start;
        return e;
    }
    body = (const uint8_t *)body + part;
    len -= part;
    if (len <= w->cap) {
        cinchi_put_now(w, (const uint8_t *)body, len, NULL, 0);
        return CINCH_OK;
    }
    e = w->sink(w->user, body, len);
    if (!e) w->flushed += len;
    return e;
}

void cinch_writer_init_sink(cinch_writer *w, void *buf, size_t cap, cinch_sink sink, void *user)
{
    bool usable = buf && cap >= 32 && sink;
    cinch_writer_init(w, buf, usable ? cap : 0);
    if (!usable) {
        cinch_writer_fail(w, CINCH_ERR_USE);
        return;
    }
    w->spill = spill_sink;
    w->sink = sink;
    w->user = user;
}

static cinch_error spill_count(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    (void)head;
    if (!head_len && !body) return CINCH_ERR_ROOM;
    if ((uint64_t)head_len + len > UINT64_MAX / 2 - w->flushed) return CINCH_ERR_LENGTH;
    w->flushed += (uint64_t)head_len + len;
    return CINCH_OK;
}

void cinch_writer_init_count(cinch_writer *w)
{
    cinch_writer_init(w, NULL, 0);
    w->spill = spill_count;
}

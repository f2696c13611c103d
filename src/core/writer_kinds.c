/* SPDX-License-Identifier: MIT
 * The writers that are more than a fixed buffer: growing, sink, counting. What a spill returns as ROOM without bytes ("cannot be
 * made contiguous") is an answer, not yet an error: see put_parts_miss and cinchi_reserve.
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

static cinch_error spill_grow(cinch_writer *w, const void *bytes, size_t len)
{
    cinch_error e = writer_grow(w, len);
    if (!e && bytes) {
        memcpy(w->pos, bytes, len);
        w->pos += len;
    }
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

/* Never called with bytes while a container is open: they would overtake what it holds back. */
static cinch_error spill_sink(cinch_writer *w, const void *bytes, size_t len)
{
    cinch_error e = sink_flush(w);
    if (e) return e;
    if (len <= (size_t)(w->end - w->pos)) {
        if (!bytes) return CINCH_OK;
        memcpy(w->pos, bytes, len);
        w->pos += len;
        return CINCH_OK;
    }
    if (!bytes) return CINCH_ERR_ROOM;
    e = w->sink(w->user, bytes, len);
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

static cinch_error spill_count(cinch_writer *w, const void *bytes, size_t len)
{
    if (!bytes) return CINCH_ERR_ROOM;
    w->flushed += len;
    return CINCH_OK;
}

void cinch_writer_init_count(cinch_writer *w)
{
    cinch_writer_init(w, NULL, 0);
    w->spill = spill_count;
}

/* SPDX-License-Identifier: MIT
 * The writer as an object: fixed buffers, errors, rewind, finish. A kind is one spill function and lives in a file of its own;
 * a fixed buffer has none.
 */
#include "put.h"
#include "../base/compiler.h"

static const uint8_t writer_nowhere[1] = {0};

uint8_t *cinchi_nowhere(void)
{
    return (uint8_t *)(uintptr_t)writer_nowhere; /* no room there: nothing is ever stored */
}

void cinch_writer_init(cinch_writer *w, void *buf, size_t cap)
{
    memset(w, 0, sizeof *w);
    if (!buf) cap = 0;
    w->start = w->pos = buf ? (uint8_t *)buf : cinchi_nowhere();
    w->end = w->start + cap;
    w->cap = cap;
}

void cinch_writer_old_spec(cinch_writer *w)
{
    w->flags |= CINCH_OLD_SPEC;
}

CINCHI_COLD void cinch_writer_fail(cinch_writer *w, cinch_error e)
{
    if (w->error || e == CINCH_OK) return;
    w->error = e;
    w->end = w->pos;
}

void cinchi_put_undo(cinch_writer *w, uint64_t pos)
{
    if (pos < w->flushed && !w->sink) w->flushed = pos; /* counting */
    w->pos = w->start + (pos > w->flushed ? (size_t)(pos - w->flushed) : 0);
    w->end = w->pos;
}

/* Start anew where nothing was handed on; else back to a place no open container begins after. In a counting writer, which has
 * no buffer, flushed is all there is. */
void cinch_writer_rewind(cinch_writer *w, uint64_t pos)
{
    bool counting = w->spill && !w->sink && !w->alloc.fn;
    if (pos > cinch_writer_pos(w) || (pos < w->flushed && !counting) || (pos < w->inner >> 1 && pos != 0)) {
        cinch_writer_fail(w, CINCH_ERR_USE);
        return;
    }
    if (counting) w->flushed = pos;
    w->pos = w->start + (size_t)(pos - w->flushed);
    w->end = w->start + w->cap;
    w->error = CINCH_OK;
    if (pos == 0) {
        w->held = 0;
        w->inner = 0;
        w->open = 0;
    }
}

cinch_error cinch_writer_finish(cinch_writer *w, cinch_bin *out, cinch_diag *diag)
{
    cinch_bin all = {(const uint8_t *)"", 0};
    cinch_writer_flush(w);
    if (w->open) cinch_writer_fail(w, CINCH_ERR_OPEN);
#if SIZE_MAX < UINT64_MAX
    if (out && !w->sink && cinch_writer_pos(w) > SIZE_MAX) cinch_writer_fail(w, CINCH_ERR_LENGTH); /* counted */
#endif
    if (!w->error) {
        all.ptr = w->cap && !w->sink ? w->start : NULL;
        if (!w->sink) all.len = (size_t)cinch_writer_pos(w);
    }
    if (out) *out = all;
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = w->error;
        diag->pos = w->error == CINCH_ERR_OPEN && w->open ? (w->inner >> 1) - 1 : cinch_writer_pos(w);
    }
    return w->error;
}

/* Through the pointer, so that a program without a sink does not carry one. */
void cinch_writer_flush(cinch_writer *w)
{
    cinch_error e;
    if (w->error || !w->sink) return;
    e = w->spill(w, NULL, 0, NULL, 0);
    if (e) cinch_writer_fail(w, e);
}

void cinch_writer_free(cinch_writer *w)
{
    if (!w->alloc.fn) return;
    if (w->cap) (void)w->alloc.fn(w->alloc.user, w->start, w->cap, 0);
    w->start = w->pos = w->end = cinchi_nowhere();
    w->cap = 0;
    w->flushed = 0;
    w->held = 0;
    w->inner = 0;
    w->open = 0;
    w->error = CINCH_OK;
}

/* SPDX-License-Identifier: MIT
 * Whole messages, judged.
 */
#include "cinch/check.h"
#include "canon.h"
#include "walk.h"

static cinch_error check_run(cinchi_walk *w, const uint8_t *msg, const uint8_t *end)
{
    bool many = (w->flags & CINCH_MANY) != 0;
    w->pos = msg;
    while (w->pos != end || !many) {
        cinch_error e;
        w->items = 0;
        w->first = w->at = (uint64_t)(w->pos - msg);
        cinchi_walk_input(w, w->pos, end, w->first);
        e = w->flags & CINCH_CANONICAL ? cinchi_canon_item(w) : cinchi_walk_to(w, 0);
        if (e) return e;
        if (!many) return w->pos == end ? CINCH_OK : CINCH_ERR_TRAILING;
    }
    return CINCH_OK;
}

cinch_error cinch_check(const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag)
{
    static const uint8_t nothing[1];
    const uint8_t *start = len ? msg : nothing;
    cinch_level levels[CINCH_DEPTH];
    cinchi_walk w;
    cinch_error e;
    cinchi_walk_init(&w, levels, CINCH_DEPTH, opts);
    w.pos = start;
    e = w.flags & CINCH_UNIQUE ? CINCH_ERR_USE : check_run(&w, start, start + len);
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = e;
        diag->pos = (uint64_t)(w.pos - start);
    }
    return e;
}

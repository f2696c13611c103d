/* SPDX-License-Identifier: MIT
 * Room for output, and the heads of containers, whose counts are known only at their end.
 *
 * One byte is left for a head. When the 16th item completes, the body so far is shifted to make room for a wider head if that
 * is cheap; else the head is remembered and widened when the document is complete, all in one move from the back. Shifting is
 * cheap up to 4 KiB (256 bytes an item), and beyond that as long as all bytes shifted are not more than all bytes written:
 * both keep the whole linear, where shifting at every close would be quadratic in nesting.
 */
#include "json_in.h"
#include "cinch/inline.h"
#include "cinch/wire.h"
#include "../base/compiler.h"
#include "../base/sort.h"
#include "../core/put.h"

enum { SHIFT_ALWAYS = 4096 };

CINCHI_COLD cinchi_json_at cinchi_json_fault(cinchi_json_in *j, const uint8_t *at, cinch_error e)
{
    if (!j->error) {
        j->error = e;
        j->at = at;
    }
    return (cinchi_json_at){NULL, NULL};
}

CINCHI_NOINLINE bool cinchi_json_more(cinchi_json_in *j, uint8_t **o, size_t len, const uint8_t *p)
{
    if ((size_t)(j->room - *o) >= len) return true;
    j->w->pos = *o;
    (void)cinchi_reserve(j->w, len);
    if (j->w->error) {
        cinchi_json_fault(j, p, j->w->error);
        return false;
    }
    cinchi_json_set_room(j, j->w->start + (size_t)(j->doc - j->w->flushed), j->w->end);
    *o = j->w->pos;
    return true;
}

static uint32_t *fix_link(cinchi_json_in *j, uint32_t at, bool before)
{
    cinchi_json_fix *f = (cinchi_json_fix *)j->fixes.ptr;
    if (before) return at ? &f[at - 1].before : &j->oldest;
    return at ? &f[at - 1].after : &j->newest;
}

/* Into the list by descending offset: behind all that came since lv was opened, which lie inside it. */
static bool fix_add(cinchi_json_in *j, cinchi_json_level *lv, const uint8_t *p)
{
    cinchi_json_fix *f = (cinchi_json_fix *)cinchi_json_vec_more(&j->fixes, &j->alloc, 1, sizeof *f);
    uint32_t me = (uint32_t)j->fixes.count + 1, before;
    if (!f || me == 0) {
        cinchi_json_fault(j, p, CINCH_ERR_MEMORY);
        return false;
    }
    j->fixes.count++;
    before = *fix_link(j, lv->mark, true);
    f->head = lv->head;
    f->count = 0;
    f->before = before;
    f->after = lv->mark;
    f->kind = lv->kind;
    f->have = lv->have;
    *fix_link(j, lv->mark, true) = me;
    *fix_link(j, before, false) = me;
    lv->fix = me;
    return true;
}

/* Cuts come as maps close, so those inside lv are the last ones. */
static bool holds_cuts(const cinchi_json_in *j, const cinchi_json_level *lv)
{
    const cinchi_json_cut *c = (const cinchi_json_cut *)j->cuts.ptr;
    return j->cuts.count && c[j->cuts.count - 1].at > lv->head;
}

/* From 1 byte to 3. False: not cheap, or no room; or fixes and cuts inside the body would have to move too. */
static bool shift_body(cinchi_json_in *j, cinchi_json_level *lv, uint8_t **o, const uint8_t *p)
{
    size_t body = (size_t)(*o - j->base) - lv->head - 1;
    uint8_t *at;
    if (lv->mark != j->newest || holds_cuts(j, lv)) return false;
    if (body >= SHIFT_ALWAYS) {
        if (j->moved + body > (size_t)(*o - j->base)) return false;
        j->moved += body;
    }
    if (!cinchi_json_more(j, o, 2, p) || j->room - *o < 2) return false;
    at = j->base + lv->head + 1;
    memmove(at + 2, at, body);
    *o += 2;
    lv->have = 3;
    return true;
}

bool cinchi_json_widen(cinchi_json_in *j, cinchi_json_level *lv, uint32_t count, uint8_t **o, const uint8_t *p)
{
    if (count == 0) { /* 2^32 */
        cinchi_json_fault(j, p, CINCH_ERR_LENGTH);
        return false;
    }
    if (count == UINT16_MAX + 1 || !shift_body(j, lv, o, p)) {
        lv->goal = 0;
        return !j->error && fix_add(j, lv, p);
    }
    lv->goal = UINT16_MAX + 1;
    return true;
}

static uint8_t fix_byte(uint8_t kind)
{
    return kind == CINCHI_JSON_ARRAY ? CINCH_WIRE_FIXARRAY : CINCH_WIRE_FIXMAP;
}

bool cinchi_json_cut_out(cinchi_json_in *j, size_t at, size_t len, const uint8_t *p)
{
    cinchi_json_cut *c = (cinchi_json_cut *)cinchi_json_vec_more(&j->cuts, &j->alloc, 1, sizeof *c);
    if (!c) {
        cinchi_json_fault(j, p, CINCH_ERR_MEMORY);
        return false;
    }
    c->at = at;
    c->len = len;
    j->cuts.count++;
    return true;
}

/* Pairs may have been cut since the head was widened, so it may be too wide too. */
bool cinchi_json_close(cinchi_json_in *j, const cinchi_json_level *lv, uint32_t count, const uint8_t *p)
{
    uint8_t head[5];
    size_t len = cinchi_head_count(head, count, fix_byte(lv->kind));
    if (lv->fix && len > lv->have) {
        ((cinchi_json_fix *)j->fixes.ptr)[lv->fix - 1].count = count;
        return true;
    }
    memcpy(j->base + lv->head, head, len);
    if (lv->fix) ((cinchi_json_fix *)j->fixes.ptr)[lv->fix - 1].have = 0; /* nothing to do any more */
    return len == lv->have || cinchi_json_cut_out(j, lv->head + len, lv->have - len, p);
}

static int cut_order(const void *ctx, uint32_t a, uint32_t b)
{
    const cinchi_json_cut *c = (const cinchi_json_cut *)ctx;
    if (c[a].at != c[b].at) return c[a].at < c[b].at ? -1 : 1;
    return c[a].len > c[b].len ? -1 : c[a].len < c[b].len; /* the outer before those inside it */
}

/* Heads at offsets below `to` move down by what is gone before them; heads inside the cut are gone. */
static uint32_t fixes_down(cinchi_json_in *j, uint32_t f, size_t to, size_t gone, bool lost)
{
    cinchi_json_fix *fix = (cinchi_json_fix *)j->fixes.ptr;
    for (; f && fix[f - 1].head < to; f = fix[f - 1].before) {
        fix[f - 1].head -= gone;
        if (lost) fix[f - 1].have = 0;
    }
    return f;
}

/* Takes out all cuts in one pass; a cut may hold others. */
static void apply_cuts(cinchi_json_in *j, const uint32_t *order, uint8_t **o)
{
    const cinchi_json_cut *cuts = (const cinchi_json_cut *)j->cuts.ptr;
    size_t from = 0, gone = 0, all = (size_t)(*o - j->base), i;
    uint32_t f = j->oldest;
    for (i = 0; i <= j->cuts.count; i++) {
        size_t at = i < j->cuts.count ? cuts[order[i]].at : all;
        size_t len = i < j->cuts.count ? cuts[order[i]].len : 0;
        if (at + len <= from) continue;
        memmove(j->base + from - gone, j->base + from, at - from);
        f = fixes_down(j, f, at, gone, false);
        f = fixes_down(j, f, at + len, 0, true);
        from = at + len;
        gone += len;
    }
    *o -= gone;
}

static size_t fix_extra(const cinchi_json_fix *f)
{
    return !f->have ? 0 : (f->count > UINT16_MAX ? 5u : 3u) - f->have;
}

static void widen_all(cinchi_json_in *j, uint8_t *o, size_t extra)
{
    const cinchi_json_fix *fix = (const cinchi_json_fix *)j->fixes.ptr;
    uint8_t *to = o + extra;
    for (uint32_t f = j->newest; f; f = fix[f - 1].after) {
        uint8_t head[5], *body = j->base + fix[f - 1].head + fix[f - 1].have;
        size_t len;
        if (!fix[f - 1].have) continue;
        to -= o - body;
        memmove(to, body, (size_t)(o - body));
        len = cinchi_head_count(head, fix[f - 1].count, fix_byte(fix[f - 1].kind));
        to -= len;
        memcpy(to, head, len);
        o = body - fix[f - 1].have;
    }
}

bool cinchi_json_settle(cinchi_json_in *j, uint8_t **o, const uint8_t *p)
{
    const cinchi_json_fix *fix = (const cinchi_json_fix *)j->fixes.ptr;
    size_t extra = 0;
    if (j->cuts.count) {
        uint32_t *order;
        j->order.count = 0;
        order = (uint32_t *)cinchi_json_vec_more(&j->order, &j->alloc, j->cuts.count, sizeof *order);
        if (!order || j->cuts.count > UINT32_MAX) return cinchi_json_fault(j, p, CINCH_ERR_MEMORY).p != NULL;
        for (size_t i = 0; i < j->cuts.count; i++) order[i] = (uint32_t)i;
        cinchi_sort(order, j->cuts.count, cut_order, j->cuts.ptr);
        apply_cuts(j, order, o);
    }
    for (uint32_t f = j->newest; f; f = fix[f - 1].after) extra += fix_extra(&fix[f - 1]);
    if (!extra) return true;
    if (!cinchi_json_more(j, o, extra, p)) return false;
    if ((size_t)(j->room - *o) < extra) return cinchi_json_fault(j, p, CINCH_ERR_ROOM).p != NULL;
    widen_all(j, *o, extra);
    *o += extra;
    return true;
}

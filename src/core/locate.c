/* SPDX-License-Identifier: MIT
 * From an offset to a path, at any depth. A walk that ends at the offset holds in its levels which containers are open there, hence
 * the path. It has 512 levels; a container nested deeper is skipped if it ends before the offset, and else the levels are written
 * out and the walk begins anew at it, with all levels free.
 *
 * Each such walk would skip to the offset whatever is nested deeper, which is quadratic in the depth. So the first skip puts up signs:
 * some of the containers that are open at the offset. From then on a walk goes only as far as the next sign.
 */
#include "locate.h"
#include "head.h"
#include "skip.h"
#include "walk.h"

enum { LOCATE_LEVELS = CINCH_DEPTH, LOCATE_SIGNS = 512, LOCATE_SLICE = 1 << 30 };

typedef struct locate_sign {
    const uint8_t *at; /* a container's first byte */
    uint64_t owed;     /* items owed when it has ended: it is open while more are */
} locate_sign;

typedef struct locate_trip {
    cinchi_walk walk;
    const uint8_t *end;   /* the byte to find, which is not looked at */
    uint32_t signs, sign; /* how many there are, and the next to go to */
    cinch_level levels[LOCATE_LEVELS];
    const uint8_t *inside[LOCATE_LEVELS]; /* the first item of each */
    locate_sign at[LOCATE_SIGNS];
} locate_trip;

/* Every gap-th container gets a sign; when none is left every other is taken down and the gap doubles. A sign at a container that
 * ends is moved to the next container, so that short-lived ones cannot use them all up. */
static void locate_signs(locate_trip *l, const uint8_t *p)
{
    uint64_t owed = 1, gap = 1, since = 1;
    uint32_t n = 0;
    while (p != l->end && cinchi_head_size(*p) && (size_t)(l->end - p) >= cinchi_head_size(*p)) {
        cinchi_head h = cinchi_head_read(p);
        uint64_t items = cinchi_head_items(h), len = h.size + (uint64_t)cinchi_head_payload(h);
        if (len > (size_t)(l->end - p)) break;
        for (; n && l->at[n - 1].owed >= owed; n--) since = gap;
        owed--;
        if (items && since++ >= gap) {
            if (n == LOCATE_SIGNS) {
                for (n = 0; n < LOCATE_SIGNS / 2; n++) l->at[n] = l->at[2 * n + 1];
                gap *= 2;
            }
            l->at[n].at = p;
            l->at[n++].owed = owed;
            since = 1;
        }
        if (owed <= UINT64_MAX / 2) owed += items; /* beyond that no memory holds what is owed: nothing ends any more */
        p += len;
    }
    l->signs = n;
    l->sign = 0;
}

/* Levels that the walk has opened count from the start of its input, which is about to change. */
static void locate_inside(locate_trip *l)
{
    for (uint32_t i = l->walk.low; i < l->walk.depth; i++) l->inside[i] = l->walk.start + l->levels[i].path_len;
}

/* On with the walk, by a slice that the levels can count, or by one item that is larger. */
static cinch_error locate_slice(locate_trip *l, const uint8_t *to)
{
    cinchi_walk *w = &l->walk;
    const uint8_t *p = w->pos;
    cinch_error e;
    cinchi_walk_input(w, p, to - p > LOCATE_SLICE ? p + LOCATE_SLICE : to, 0);
    e = cinchi_walk_to(w, 0);
    if (e == CINCH_ERR_TRUNCATED && w->pos == p) {
        cinchi_walk_input(w, p, to, 0);
        e = cinchi_walk_step(w);
        if (!e && w->depth) e = CINCH_ERR_TRUNCATED; /* not there yet */
    }
    locate_inside(l);
    return e;
}

/* From an item's first byte to `to`. OK: the item ended before. Else walk.pos is the item that `to` lies in, or a bad one before it; DEPTH:
 * a container, for which there was no level. */
static cinch_error locate_go(locate_trip *l, const uint8_t *p, const uint8_t *to)
{
    cinchi_walk *w = &l->walk;
    w->pos = p;
    w->depth = 0;
    for (;;) {
        cinch_error e;
        p = w->pos;
        e = locate_slice(l, to);
        if (e == CINCH_ERR_DEPTH) {
            if (cinchi_skip(w->pos, to, 1, &p)) return e;
            w->pos = p;
            cinchi_level_done(w->levels, &w->depth);
            if (w->depth) continue;
            return CINCH_OK;
        }
        if (e != CINCH_ERR_TRUNCATED || w->pos == p) return e;
    }
}

/* False: the path ends here, because the item in progress is a key or the room is used up. */
static bool locate_write(const locate_trip *l, cinchi_path *path)
{
    for (uint32_t i = 0; i < l->walk.depth; i++) {
        const cinch_level *level = &l->levels[i];
        if (cinchi_level_at_key(l->levels, i + 1)) return false;
        if (level->left & CINCHI_LEVEL_MAP)
            cinchi_path_item(path, cinchi_walk_key(level, l->inside[i], 2 * (uint64_t)level->count, l->end), l->end);
        else
            cinchi_path_index(path, level->count - (level->left & CINCHI_LEVEL_LEFT));
        if (path->full) return false;
    }
    return true;
}

uint64_t cinchi_locate(const uint8_t *msg, size_t len, uint64_t pos, cinchi_path *path)
{
    static const cinch_read_opts framing = {{0, 0, 0, 0}, CINCH_RAW_TIME, {0, 0, 0}};
    uint64_t object = 1;
    locate_trip l;
    l.end = msg + (pos < len ? (size_t)pos : len);
    l.signs = l.sign = 0;
    cinchi_walk_init(&l.walk, l.levels, LOCATE_LEVELS, &framing);
    for (const uint8_t *p = msg;; p = l.walk.pos) {
        const uint8_t *to = l.sign < l.signs ? l.at[l.sign].at : l.end;
        cinch_error e = locate_go(&l, p, to);
        if (!e) {
            object++;
            continue;
        }
        if (!locate_write(&l, path)) break;
        if (e == CINCH_ERR_DEPTH) {
            if (!l.signs) locate_signs(&l, l.walk.pos);
        } else if (l.sign < l.signs && l.walk.pos == to) {
            l.sign++;
        } else {
            break;
        }
    }
    return object;
}

size_t cinch_locate(const void *msg, size_t len, uint64_t pos, char *out, size_t cap)
{
    static const uint8_t nothing[1];
    cinchi_path path;
    size_t n;
    cinchi_path_init(&path, out, cap ? cap - 1 : 0, false);
    (void)cinchi_locate(len ? msg : nothing, len, pos, &path);
    n = cinchi_path_finish(&path);
    if (cap) out[n] = '\0';
    return n;
}

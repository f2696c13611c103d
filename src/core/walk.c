/* SPDX-License-Identifier: MIT
 * The walk that judges. A careful step takes any item and finds every fault; a fast loop in front of it takes the common ones and
 * leaves to it whatever is rare, cut or wrong, so that errors and their order are written once.
 */
#include "walk.h"
#include "head.h"
#include "item.h"
#include "skip.h"
#include "../base/compiler.h"
#include "../kern/kern.h"

enum { WALK_ROOM = 33 }; /* first byte of one item (32: the longest fixstr) and of the next */

void cinchi_walk_init(cinchi_walk *w, cinch_level *levels, uint32_t cap, const cinch_read_opts *opts)
{
    static const cinch_read_opts defaults = CINCH_ZERO;
    memset(w, 0, sizeof *w);
    if (!opts) opts = &defaults;
    w->levels = levels;
    w->flags = opts->flags;
    w->limits = opts->limits;
    if (!w->limits.depth || w->limits.depth > cap) w->limits.depth = cap;
    if (!w->limits.key_len) w->limits.key_len = UINT32_MAX;
    if (!w->limits.items) w->limits.items = UINT64_MAX;
    if (!w->limits.bytes) w->limits.bytes = UINT64_MAX;
    w->full = w->flags & CINCH_UTF8 || w->limits.key_len != UINT32_MAX || w->limits.items != UINT64_MAX;
}

static bool walk_at_value(const cinchi_walk *w)
{
    return w->depth && w->levels[w->depth - 1].left & CINCHI_LEVEL_MAP && w->levels[w->depth - 1].left & 1;
}

/* Depth is where it never was lower, and the key in progress there, if any, is none that stands behind low_pos. */
static void walk_low(cinchi_walk *w)
{
    w->low = w->depth;
    w->low_pos = w->pos;
    w->low_left = w->depth ? w->levels[w->depth - 1].left : 0;
}

void cinchi_walk_input(cinchi_walk *w, const uint8_t *pos, const uint8_t *end, uint64_t at)
{
    uint64_t allowed = w->limits.bytes - (at - w->first);
    w->pos = w->start = pos;
    w->end = w->stop = end;
    w->at = at;
    walk_low(w);
    if (allowed < (size_t)(end - pos)) w->stop = pos + allowed;
    w->fence = w->stop - pos > WALK_ROOM ? w->stop - WALK_ROOM : pos;
}

cinch_error cinchi_walk_allows(const cinch_limits *limits, const cinch_level *levels, uint32_t depth, uint64_t items,
                               uint8_t type, uint32_t len, uint64_t end)
{
    if (items >= limits->items || end > limits->bytes) return CINCH_ERR_LIMIT;
    if (type >= CINCH_ARRAY) return depth >= limits->depth ? CINCH_ERR_DEPTH : CINCH_OK;
    if (len > limits->key_len && cinchi_level_at_key(levels, depth)) return CINCH_ERR_LIMIT;
    return CINCH_OK;
}

static cinch_error walk_allows(const cinchi_walk *w, uint8_t type, uint32_t len, uint64_t size)
{
    uint64_t end = w->at + (uint64_t)(w->pos - w->start) - w->first + size;
    return cinchi_walk_allows(&w->limits, w->levels, w->depth, w->items, type, len, end);
}

/* An item that is not whole may break a limit all the same, if its header is. */
static CINCHI_COLD cinch_error walk_cut(const cinchi_walk *w)
{
    cinchi_head h;
    cinch_error e;
    if (w->pos == w->end || (size_t)(w->end - w->pos) < cinchi_head_size(*w->pos)) return CINCH_ERR_TRUNCATED;
    h = cinchi_head_read(w->pos);
    e = walk_allows(w, h.type, h.len, h.size + (uint64_t)cinchi_head_payload(h));
    return e ? e : CINCH_ERR_TRUNCATED;
}

cinch_error cinchi_walk_step(cinchi_walk *w)
{
    const uint8_t *next;
    cinch_token t;
    cinch_error e = cinchi_item(w->pos, w->end, &t, &next);
    if (e == CINCH_ERR_TRUNCATED) return walk_cut(w);
    if (e) return e;
    e = walk_allows(w, t.type, t.len, (uint64_t)(next - w->pos));
    if (!e) e = cinchi_item_judge(&t, w->flags);
    if (e) return e;
    w->items++;
    w->pos = next;
    if (t.type >= CINCH_ARRAY && t.len) {
        cinchi_level_open(w->levels, &w->depth, t.type, t.len);
        w->levels[w->depth - 1].path_len = (uint32_t)(next - w->start);
    } else {
        cinchi_level_done(w->levels, &w->depth);
        if (w->depth < w->low || (w->depth == w->low && !walk_at_value(w))) walk_low(w);
    }
    return CINCH_OK;
}

const uint8_t *cinchi_walk_key(const cinch_level *level, const uint8_t *from, uint64_t from_left, const uint8_t *end)
{
    (void)cinchi_skip(from, end, (from_left & CINCHI_LEVEL_LEFT) - (level->left & CINCHI_LEVEL_LEFT) - 1, &from);
    return from;
}

/* Of up to 31 bytes at p, of which 31 may be read: whether no high bit is set. */
static inline bool walk_ascii(const uint8_t *p, size_t len)
{
    uint64_t v = cinchi_load64(p);
    if (len < 8)
        v &= ~(~(uint64_t)0 >> 8 * len);
    else
        v |= cinchi_word64(p + len - 8);
    if (len > 16) v |= cinchi_word64(p + 8) | cinchi_word64(p + len - 16);
    return !(v & 0x8080808080808080u);
}

static inline bool walk_utf8(const cinchi_walk *w, const uint8_t *p, size_t len)
{
    return !(w->flags & CINCH_UTF8) || (len < 32 && walk_ascii(p, len)) || cinchi_utf8_valid(p, len);
}

/* The fast loop, inside at least one level above base. Compiled twice, with the code for keys and items and without. Range tests in the order
 * of what documents consist of, and no table on the way to the next item, as in cinchi_skip. It leaves at the fence, when depth is down to
 * base, and at whatever it does not take. Longer than a function should be: the state must stay in registers. */
static CINCHI_ALWAYS_INLINE void walk_fast(cinchi_walk *w, uint32_t base, const bool full)
{
    const uint8_t *p = w->pos, *const start = w->start, *const fence = w->fence, *const stop = w->stop;
    cinch_level *const levels = w->levels;
    const uint32_t most = w->limits.depth;
    uint64_t left = levels[w->depth - 1].left, items = w->items;
    uint32_t depth = w->depth;
    while (p < fence) {
        const unsigned b = *p;
        const bool key = full && left & CINCHI_LEVEL_MAP && !(left & 1);
        uint64_t kind;
        size_t n;
        if (full && items >= w->limits.items) break;
        if (b - CINCH_WIRE_FIXSTR < 32) {
            n = b - CINCH_WIRE_FIXSTR;
            if (full && ((key && n > w->limits.key_len) || !walk_utf8(w, p + 1, n))) break;
            p += 1 + n;
        } else if (b <= CINCH_WIRE_FIXINT_MAX) {
            p++;
        } else if (b == CINCH_WIRE_F64) {
            p += 9;
        } else if (b < CINCH_WIRE_FIXSTR) {
            if (depth >= most) break;
            kind = b < CINCH_WIRE_FIXARRAY ? CINCHI_LEVEL_MAP : 0;
            n = b & 15;
            p++;
            goto container;
        } else if (b >= CINCH_WIRE_NEGATIVE || b == CINCH_WIRE_NIL || (b & 0xfe) == CINCH_WIRE_FALSE) {
            p++;
        } else if (b == CINCH_WIRE_U32 || b == CINCH_WIRE_F32) {
            p += 5;
        } else if (b - CINCH_WIRE_U8 < 8) {
            p += 1 + ((size_t)1 << (b & 3));
        } else if (b == CINCH_WIRE_STR8 || b == CINCH_WIRE_BIN8) {
            n = p[1];
            if ((size_t)(stop - p) < 2 + n) break;
            if (full && ((key && n > w->limits.key_len) || (b == CINCH_WIRE_STR8 && !walk_utf8(w, p + 2, n)))) break;
            p += 2 + n;
        } else if (b >= CINCH_WIRE_ARRAY16) {
            if (depth >= most) break;
            kind = b >= CINCH_WIRE_MAP16 ? CINCHI_LEVEL_MAP : 0;
            n = b & 1 ? cinchi_load32(p + 1) : cinchi_load16(p + 1);
            p += b & 1 ? 5 : 3;
            goto container;
        } else {
            break;
        }
    done:
        if (full) items++;
        if (--left & CINCHI_LEVEL_LEFT) continue;
        do {
            if (--depth == 0) goto out;
            left = levels[depth - 1].left;
        } while (!(--left & CINCHI_LEVEL_LEFT));
        if (depth <= w->low) {
            w->low = depth;
            w->low_pos = p;
            w->low_left = left;
        }
        if (depth <= base) break;
        continue;
    container:
        if (!n) goto done;
        levels[depth].count = (uint32_t)n;
        levels[depth].path_len = (uint32_t)(p - start);
        if (!kind && (!full || w->limits.items - items > n)) { /* an array of doubles needs no level, nor does its beginning */
            const size_t count = n;
            for (; n && p < fence && *p == CINCH_WIRE_F64; n--) p += 9;
            if (full) items += count - n;
            if (!n) goto done;
        }
        if (full) items++;
        levels[depth - 1].left = left;
        left = kind | (uint64_t)n << (kind >> 63);
        depth++;
    }
    levels[depth - 1].left = left;
out:
    w->pos = p;
    w->depth = depth;
    if (!depth) w->low = 0;
    w->items = items;
}

static CINCHI_NOINLINE void walk_fast_full(cinchi_walk *w, uint32_t base)
{
    walk_fast(w, base, true);
}

static CINCHI_NOINLINE void walk_fast_plain(cinchi_walk *w, uint32_t base)
{
    walk_fast(w, base, false);
}

cinch_error cinchi_walk_to(cinchi_walk *w, uint32_t base)
{
    do {
        cinch_error e;
        if (w->depth > base && w->pos < w->fence) {
            if (w->full)
                walk_fast_full(w, base);
            else
                walk_fast_plain(w, base);
            if (w->depth <= base) break;
        }
        e = cinchi_walk_step(w);
        if (e) return e;
    } while (w->depth > base);
    return CINCH_OK;
}

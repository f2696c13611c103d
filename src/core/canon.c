/* SPDX-License-Identifier: MIT
 * Canonical form: smallest formats, keys strictly ascending by their encoded bytes. A key is compared with the one before it where both
 * stand in the message, so that two places a level are all the memory there is.
 */
#include "canon.h"
#include "head.h"
#include "item.h"
#include "put.h"
#include "stamp.h"

typedef struct canon_keys {
    const uint8_t *last, *last_end; /* NULL: none yet */
    const uint8_t *key;             /* in progress */
} canon_keys;

/* Bytes of the smallest format of an integer, and of the smallest header for a payload of t->len bytes or as many items. */
static size_t canon_int_size(const cinch_token *t)
{
    uint8_t h[9];
    return (size_t)((t->type == CINCH_I64 ? cinchi_store_i64(h, t->as.i64) : cinchi_store_u64(h, t->as.u64)) - h);
}

static size_t canon_head_size(const cinch_token *t)
{
    uint8_t h[6];
    switch (t->type) {
    case CINCH_STR: return cinchi_head_str(h, t->len, false);
    case CINCH_BIN: return cinchi_head_bin(h, t->len, false);
    case CINCH_EXT: return cinchi_head_ext(h, t->len, t->ext);
    default: return cinchi_head_count(h, t->len, t->type == CINCH_MAP ? CINCH_WIRE_FIXMAP : CINCH_WIRE_FIXARRAY);
    }
}

static size_t canon_time_size(const cinch_token *t)
{
    uint32_t len = cinchi_stamp_len(t->as.sec, t->len);
    return len + (len == 12 ? 3u : 2u);
}

/* Whether the whole item at p is in its smallest format. A number from 0 up belongs into an unsigned format even where a signed one has
 * the same size, or a value would have two canonical forms. */
static bool canon_smallest(const uint8_t *p, const uint8_t *end, uint32_t flags)
{
    const uint8_t *next;
    cinch_token t;
    if (cinchi_item(p, end, &t, &next) || cinchi_item_judge(&t, flags)) return true; /* never: it was just walked over */
    switch (t.type) {
    case CINCH_U64: return *p < CINCH_WIRE_I8 && (size_t)(next - p) == canon_int_size(&t);
    case CINCH_I64: return (size_t)(next - p) == canon_int_size(&t);
    case CINCH_TIME: return (size_t)(next - p) == canon_time_size(&t);
    case CINCH_STR:
    case CINCH_BIN:
    case CINCH_EXT: return (size_t)(next - p) == canon_head_size(&t) + t.len;
    case CINCH_ARRAY:
    case CINCH_MAP: return (size_t)(next - p) == canon_head_size(&t);
    default: return true;
    }
}

/* The key that ends at end against the one before it. Of two encodings none is a prefix of the other, unless they are the same. */
static cinch_error canon_order(canon_keys *k, const uint8_t *end)
{
    cinch_error e = CINCH_OK;
    if (k->last) {
        size_t a = (size_t)(k->last_end - k->last), b = (size_t)(end - k->key);
        int order = memcmp(k->last, k->key, a < b ? a : b);
        if (order >= 0) e = order ? CINCH_ERR_ORDER : CINCH_ERR_DUPLICATE;
    }
    k->last = k->key;
    k->last_end = end;
    return e;
}

cinch_error cinchi_canon_item(cinchi_walk *w)
{
    canon_keys keys[CINCH_DEPTH];
    do {
        const uint8_t *p = w->pos;
        uint32_t depth = w->depth;
        cinch_error e;
        if (cinchi_level_at_key(w->levels, depth)) keys[depth - 1].key = p;
        e = cinchi_walk_step(w);
        if (!e && !canon_smallest(p, w->end, w->flags)) e = CINCH_ERR_OVERLONG;
        if (e) {
            w->pos = p;
            return e;
        }
        if (w->depth > depth) keys[depth].last = NULL;
        if (w->depth && w->levels[w->depth - 1].left & CINCHI_LEVEL_MAP && w->levels[w->depth - 1].left & 1) {
            canon_keys *k = &keys[w->depth - 1]; /* its key has just ended, whole container or not */
            e = canon_order(k, w->pos);
            if (e) {
                w->pos = k->key;
                return e;
            }
        }
    } while (w->depth);
    return CINCH_OK;
}

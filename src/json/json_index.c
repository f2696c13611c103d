/* SPDX-License-Identifier: MIT
 * The pass that makes the index. Pairs are collected as they come, never by a count that was only claimed.
 */
#include "json_index.h"
#include "json_emit.h"
#include "cinch/inline.h"
#include "cinch/write.h"
#include "../base/sort.h"

typedef struct index_level {
    uint64_t left; /* items to come; of a map keys and values */
    uint32_t map;  /* its number; of arrays none */
    bool is_map;
    size_t open; /* its first pair in open */
} index_level;

typedef struct index_keys { /* of one map, for the orders below */
    const cinch_reader *r;
    const cinchi_json_place *places;
    const cinch_str *texts;
} index_keys;

static bool index_fail(cinch_reader *r, uint64_t at, cinch_error e)
{
    cinch_reader_fail_at(r, at, e, NULL);
    return false;
}

/* Keys are judged when their map ends, so an inner map's before an outer one's. The first in the message counts. */
static void index_note(cinchi_json_index *x, uint64_t at, cinch_error e)
{
    if (x->fault && x->fault_at <= at) return;
    x->fault = e;
    x->fault_at = at;
}

static cinch_token key_token(const cinch_reader *r, size_t at)
{
    cinch_reader ahead = *r;
    ahead.pos = r->start + at;
    return cinch_next(&ahead);
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_bytes(const void *a, size_t a_len, const void *b, size_t b_len)
{
    size_t n = a_len < b_len ? a_len : b_len;
    int c = n ? memcmp(a, b, n) : 0;
    return c ? c : compare_u64(a_len, b_len);
}

static uint64_t float_bits(const cinch_token *t)
{
    uint32_t half;
    if (t->type == CINCH_F64) return t->as.u64;
    memcpy(&half, &t->as.f32, 4);
    return half;
}

/* 0 when equal in type and value: integers whatever their formats, floats by bits. Containers do not come here. */
static int compare_keys(const index_keys *k, uint32_t a, uint32_t b)
{
    cinch_token s = key_token(k->r, k->places[a].at), t = key_token(k->r, k->places[b].at);
    if (s.type != t.type) return s.type < t.type ? -1 : 1;
    switch (s.type) {
    case CINCH_NIL: return 0;
    case CINCH_BOOL: return (int)s.as.b - (int)t.as.b;
    case CINCH_U64:
    case CINCH_I64: return compare_u64(s.as.u64, t.as.u64);
    case CINCH_F32:
    case CINCH_F64: return compare_u64(float_bits(&s), float_bits(&t));
    case CINCH_TIME: return s.as.u64 != t.as.u64 ? compare_u64(s.as.u64, t.as.u64) : compare_u64(s.len, t.len);
    case CINCH_EXT:
        if (s.ext != t.ext) return s.ext < t.ext ? -1 : 1;
        return compare_bytes(s.as.ptr, s.len, t.as.ptr, t.len);
    default: return compare_bytes(s.as.ptr, s.len, t.as.ptr, t.len);
    }
}

static int order_by_key(const void *ctx, uint32_t a, uint32_t b)
{
    int c = compare_keys((const index_keys *)ctx, a, b);
    return c ? c : compare_u64(a, b);
}

static int order_by_text(const void *ctx, uint32_t a, uint32_t b)
{
    const cinch_str *s = ((const index_keys *)ctx)->texts;
    int c = compare_bytes(s[a].ptr, s[a].len, s[b].ptr, s[b].len);
    return c ? c : compare_u64(a, b);
}

typedef struct index_kinds { /* what keys a map has */
    bool str, other, container, tag;
} index_kinds;

static index_kinds kinds_of(const cinchi_json_index *x, const index_keys *k, uint32_t n)
{
    index_kinds kinds = {false, false, false, false};
    for (uint32_t i = 0; i < n; i++) {
        cinch_token t = key_token(k->r, k->places[i].at);
        bool good = t.type == CINCH_STR && (!x->opts->tagged || cinch_utf8_valid(t.as.str, t.len));
        kinds.str |= good;
        kinds.other |= !good;
        kinds.container |= t.type >= CINCH_ARRAY;
        kinds.tag |= n == 1 && t.type == CINCH_STR && t.len && t.as.str[0] == '$';
    }
    return kinds;
}

static uint32_t *order_room(cinchi_json_index *x, uint32_t n)
{
    x->order.count = 0;
    return (uint32_t *)cinchi_json_vec_more(&x->order, &x->alloc, n, sizeof(uint32_t));
}

enum { PLACE_DROPPED = -1 }; /* as a cinchi_json_place.map */

/* The pairs that stay, in their order. */
static uint32_t drop_places(cinchi_json_place *places, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (places[i].map != (uint32_t)PLACE_DROPPED) places[kept++] = places[i];
    return kept;
}

/* Looks for keys that are equal: an error, or of each run one pair stays, or *equal tells. Containers are not compared. */
static bool find_equals(cinchi_json_index *x, cinch_reader *r, cinchi_json_place *places, uint32_t *n, bool *equal)
{
    index_keys k = {r, places, NULL};
    uint32_t *order = order_room(x, *n), count = 0, second = UINT32_MAX;
    if (!order) return index_fail(r, places[0].at, CINCH_ERR_MEMORY);
    for (uint32_t i = 0; i < *n; i++)
        if (key_token(r, places[i].at).type < CINCH_ARRAY) order[count++] = i;
    cinchi_sort(order, count, order_by_key, &k);
    for (uint32_t i = 1; i < count; i++) {
        if (compare_keys(&k, order[i - 1], order[i]) != 0) continue;
        if (order[i] < second) second = order[i];
        if (x->opts->dup == CINCH_DUP_FIRST) places[order[i]].map = (uint32_t)PLACE_DROPPED;
        if (x->opts->dup == CINCH_DUP_LAST) places[order[i - 1]].map = (uint32_t)PLACE_DROPPED;
    }
    if (second == UINT32_MAX) return true;
    if (x->opts->dup == CINCH_DUP_ERROR) index_note(x, places[second].at, CINCH_ERR_DUPLICATE);
    *equal = x->opts->dup == CINCH_DUP_PASS;
    if (!*equal) *n = drop_places(places, *n);
    return true;
}

/* The text of each key: of a str its bytes, of others made in memory of w. A key that has none gets an empty one: writing will
 * stop there. */
static bool key_texts(cinchi_json_index *x, const index_keys *k, uint32_t n, cinch_str *texts, cinch_writer *w)
{
    for (uint32_t i = 0; i < n; i++) {
        cinch_token t = key_token(k->r, k->places[i].at);
        cinchi_emit e;
        uint64_t start = cinch_writer_pos(w);
        cinch_error error;
        texts[i].ptr = t.type == CINCH_STR ? t.as.str : NULL;
        texts[i].len = t.type == CINCH_STR ? t.len : 0;
        if (texts[i].ptr) continue;
        cinchi_emit_init(&e, w, x->opts);
        error = cinchi_emit_key(&e, &t, k->r->limit);
        cinchi_emit_flush(&e);
        if (w->error) return false;
        if (error || cinch_writer_pos(w) - start < 2) cinch_writer_rewind(w, start);
        texts[i].len = (size_t)(cinch_writer_pos(w) - start);
    }
    for (size_t i = 0, at = 0; i < n; i++) { /* now that the memory does not move; quotes off */
        if (texts[i].ptr) continue;
        texts[i].ptr = (const char *)w->start + at + (texts[i].len != 0);
        at += texts[i].len;
        texts[i].len -= texts[i].len ? 2 : 0;
    }
    return true;
}

/* Sorts by text, and tells the second of two keys that are not equal but have the same text; n when there are none. */
static uint32_t find_clash(const index_keys *k, uint32_t *order, uint32_t n)
{
    uint32_t clash = n;
    for (uint32_t i = 0; i < n; i++) order[i] = i;
    cinchi_sort(order, n, order_by_text, k);
    for (uint32_t i = 1; i < n; i++) {
        const cinch_str *a = &k->texts[order[i - 1]], *b = &k->texts[order[i]];
        if (order[i] < clash && compare_bytes(a->ptr, a->len, b->ptr, b->len) == 0 &&
            compare_keys(k, order[i - 1], order[i]) != 0)
            clash = order[i];
    }
    return clash;
}

/* For a map whose keys may have the same text, or whose pairs are to be sorted by it. */
static bool by_text(cinchi_json_index *x, cinch_reader *r, cinchi_json_place *places, uint32_t n, bool mixed)
{
    index_keys k = {r, places, NULL};
    uint32_t *order = order_room(x, n), clash = n;
    cinch_str *texts;
    cinchi_json_place *sorted;
    cinch_writer w;
    bool good;
    x->texts.count = 0;
    texts = (cinch_str *)cinchi_json_vec_more(&x->texts, &x->alloc, n, sizeof *texts);
    sorted = (cinchi_json_place *)cinchi_json_vec_more(&x->places, &x->alloc, n, sizeof *sorted);
    if (!order || !texts || !sorted) return index_fail(r, places[0].at, CINCH_ERR_MEMORY);
    cinch_writer_init_grow(&w, &x->alloc, 0);
    k.texts = texts;
    good = key_texts(x, &k, n, texts, &w);
    if (good) clash = find_clash(&k, order, n);
    cinch_writer_free(&w);
    if (!good) return index_fail(r, places[0].at, CINCH_ERR_MEMORY);
    if (mixed && clash != n) index_note(x, places[clash].at, CINCH_ERR_KEY);
    if (!x->opts->sort_keys) return true;
    for (uint32_t i = 0; i < n; i++) sorted[i] = places[order[i]];
    memcpy(places, sorted, n * sizeof *sorted);
    return true;
}

/* The pairs of a map that has just ended, before they move from open to places. */
static bool judge_map(cinchi_json_index *x, cinch_reader *r, cinchi_json_place *places, uint32_t *n, bool *pairs)
{
    index_keys k = {r, places, NULL};
    index_kinds kinds;
    bool equal = false, tagged = x->opts->tagged;
    if (*n > 1 && (tagged || x->opts->dup) && !find_equals(x, r, places, n, &equal)) return false;
    kinds = kinds_of(x, &k, *n);
    *pairs = tagged && (kinds.other || equal || kinds.tag);
    if (*n < 2 || *pairs || (kinds.container && !tagged)) return true;
    if (!x->opts->sort_keys && !(kinds.str && kinds.other)) return true;
    return by_text(x, r, places, *n, kinds.str && kinds.other);
}

static bool end_map(cinchi_json_index *x, cinch_reader *r, const index_level *lv)
{
    uint32_t n = (uint32_t)(x->open.count - lv->open);
    cinchi_json_map *m = (cinchi_json_map *)x->maps.ptr + lv->map;
    m->pairs = false;
    if (n) {
        cinchi_json_place *from = (cinchi_json_place *)x->open.ptr + lv->open, *to;
        if (!judge_map(x, r, from, &n, &m->pairs)) return false;
        to = (cinchi_json_place *)cinchi_json_vec_more(&x->places, &x->alloc, n, sizeof *to);
        if (!to) return index_fail(r, cinch_reader_pos(r), CINCH_ERR_MEMORY);
        memcpy(to, from, n * sizeof *to);
    }
    m->first = x->places.count;
    m->count = n;
    m->end = (size_t)cinch_reader_pos(r);
    m->after = (uint32_t)x->maps.count;
    x->places.count += n;
    x->open.count = lv->open;
    return true;
}

static bool begin_container(cinchi_json_index *x, cinch_reader *r, cinch_token t, uint64_t at, size_t depth)
{
    index_level *lv = (index_level *)cinchi_json_vec_more(&x->levels, &x->alloc, 1, sizeof *lv);
    cinchi_json_map *m = NULL;
    if (x->levels.count == depth) return index_fail(r, at, CINCH_ERR_DEPTH);
    if (lv && t.type == CINCH_MAP) m = (cinchi_json_map *)cinchi_json_vec_more(&x->maps, &x->alloc, 1, sizeof *m);
    if (!lv || (t.type == CINCH_MAP && (!m || x->maps.count >= INT32_MAX))) return index_fail(r, at, CINCH_ERR_MEMORY);
    lv->is_map = t.type == CINCH_MAP;
    lv->left = lv->is_map ? 2 * (uint64_t)t.len : t.len;
    lv->map = (uint32_t)x->maps.count;
    lv->open = x->open.count;
    if (lv->is_map) x->maps.count++;
    x->levels.count++;
    return true;
}

static bool add_place(cinchi_json_index *x, cinch_reader *r, uint64_t at)
{
    cinchi_json_place *p = (cinchi_json_place *)cinchi_json_vec_more(&x->open, &x->alloc, 1, sizeof *p);
    if (!p) return index_fail(r, at, CINCH_ERR_MEMORY);
    p->at = (size_t)at;
    p->map = (uint32_t)x->maps.count;
    x->open.count++;
    return true;
}

/* Ends what has nothing left. */
static bool end_levels(cinchi_json_index *x, cinch_reader *r)
{
    while (x->levels.count) {
        index_level lv = ((index_level *)x->levels.ptr)[x->levels.count - 1];
        if (lv.left) break;
        if (lv.is_map && !end_map(x, r, &lv)) return false;
        x->levels.count--;
    }
    return true;
}

static bool index_walk(cinchi_json_index *x, cinch_reader *r, size_t depth)
{
    do {
        index_level *lv = x->levels.count ? (index_level *)x->levels.ptr + x->levels.count - 1 : NULL;
        uint64_t at = cinch_reader_pos(r);
        cinch_token t;
        if (lv && lv->is_map && lv->left % 2 == 0 && !add_place(x, r, at)) return false;
        if (lv) lv->left--;
        t = cinch_next(r);
        if (t.type == CINCH_NONE) return false;
        if (t.type >= CINCH_ARRAY && !begin_container(x, r, t, at, depth)) return false;
        if (!end_levels(x, r)) return false;
    } while (x->levels.count);
    return true;
}

bool cinchi_json_index_make(cinchi_json_index *x, cinch_reader *r, const cinch_json_opts *opts, size_t depth)
{
    cinch_reader start = *r;
    x->alloc = cinchi_alloc_given(opts->alloc);
    x->opts = opts;
    x->fault = CINCH_OK;
    if (index_walk(x, r, depth) ? x->fault : x->fault && x->fault_at < cinch_reader_pos(r) && r->error != CINCH_ERR_MEMORY) {
        *r = start;
        return index_fail(r, x->fault_at, x->fault);
    }
    return !r->error;
}

void cinchi_json_index_free(cinchi_json_index *x)
{
    cinchi_json_vec_free(&x->maps, &x->alloc, sizeof(cinchi_json_map));
    cinchi_json_vec_free(&x->places, &x->alloc, sizeof(cinchi_json_place));
    cinchi_json_vec_free(&x->open, &x->alloc, sizeof(cinchi_json_place));
    cinchi_json_vec_free(&x->levels, &x->alloc, sizeof(index_level));
    cinchi_json_vec_free(&x->order, &x->alloc, sizeof(uint32_t));
    cinchi_json_vec_free(&x->texts, &x->alloc, sizeof(cinch_str));
}

/* SPDX-License-Identifier: MIT
 * From a JSON Pointer to an item.
 */
#include "pointer.h"
#include "cinch/check.h"
#include "item.h"
#include "skip.h"
#include "../base/num.h"

/* One token of a pointer, its escapes still in it. */
typedef struct pointer_token {
    const char *text;
    size_t len;
    size_t plain; /* length without escapes */
} pointer_token;

enum { POINTER_LEVELS = CINCH_DEPTH };

/* A container on the way, whose token may still find a better item in it. The token alone outlives it, and serves the next one of
 * this depth. */
typedef struct pointer_level {
    pointer_token token;
    const uint8_t *answer; /* the item found in here so far, or the container at fault */
    uint32_t left;         /* pairs, or items, still to come */
    uint8_t rank;          /* how well the key fits that led to the answer */
    bool map;
    bool found;
} pointer_level;

/* A walk from one item over all that is in it, along no more tokens than there are levels. */
typedef struct pointer_walk {
    const uint8_t *pos; /* the item to come; in the end the item at fault */
    const uint8_t *end;
    cinch_str pointer;
    size_t at;             /* its first token that is not in a level */
    uint32_t depth, known; /* levels open, levels that have their token */
    uint64_t owed;         /* items behind the one entered, of outermost arrays */
    const uint8_t *answer; /* as in a level: what the walk as a whole found */
    bool found;
    pointer_level levels[POINTER_LEVELS];
} pointer_walk;

/* Where a pointer is malformed, or its length. */
static size_t pointer_fault(cinch_str pointer)
{
    if (pointer.len && pointer.ptr[0] != '/') return 0;
    for (size_t i = 0; i < pointer.len; i++)
        if (pointer.ptr[i] == '~' && (i + 1 == pointer.len || (pointer.ptr[i + 1] != '0' && pointer.ptr[i + 1] != '1')))
            return i;
    return pointer.len;
}

/* The token after the "/" at *at, which moves to the next. */
static pointer_token pointer_next(cinch_str pointer, size_t *at)
{
    pointer_token t = {pointer.ptr + *at + 1, 0, 0};
    for (; *at + 1 + t.len < pointer.len && t.text[t.len] != '/'; t.len++) t.plain += t.text[t.len] != '~';
    *at += 1 + t.len;
    return t;
}

static bool pointer_same(const pointer_token *t, const char *key, size_t len)
{
    const char *s = t->text;
    if (len != t->plain) return false;
    if (len == t->len) return len == 0 || memcmp(s, key, len) == 0;
    for (size_t i = 0; i < len; i++) {
        char c = *s++;
        if (c == '~') c = *s++ == '0' ? '~' : '/';
        if (c != key[i]) return false;
    }
    return true;
}

/* The index that a token is (RFC 6901, section 4): digits without a zero in front. */
static bool pointer_index(const pointer_token *t, uint64_t *index)
{
    uint64_t v = 0;
    if (t->len == 0 || t->len > 10 || (t->len > 1 && t->text[0] == '0')) return false;
    for (size_t i = 0; i < t->len; i++) {
        if (t->text[i] < '0' || t->text[i] > '9') return false;
        v = 10 * v + (uint64_t)(t->text[i] - '0');
    }
    *index = v;
    return true;
}

static bool pointer_integer(const pointer_token *t, const cinch_token *key)
{
    char text[CINCHI_INT_TEXT];
    if (key->type != CINCH_U64 && key->type != CINCH_I64) return false;
    return pointer_same(t, text,
                        key->type == CINCH_U64 ? cinchi_num_put_u64(text, key->as.u64) : cinchi_num_put_i64(text, key->as.i64));
}

/* How well a key fits: a str that is the token wins over an integer whose text it is. */
static uint8_t pointer_rank(const pointer_token *t, const cinch_token *key)
{
    if (key->type == CINCH_STR) return pointer_same(t, key->as.str, key->len) ? 2 : 0;
    return pointer_integer(t, key) ? 1 : 0;
}

/* The innermost level, or the walk, has a new answer in place of the one before. */
static void pointer_answer(pointer_walk *w, const uint8_t *item, bool found)
{
    pointer_level *l = w->levels + w->depth - 1;
    if (w->depth) {
        l->answer = item;
        l->found = found;
    } else {
        w->answer = item;
        w->found = found;
    }
}

/* The token of the level to be opened, scanned once however many containers there are at this depth. False: the way ends here. */
static bool pointer_token_at(pointer_walk *w)
{
    if (w->depth < w->known) return true;
    if (w->depth == POINTER_LEVELS || w->at == w->pointer.len) return false;
    w->levels[w->known++].token = pointer_next(w->pointer, &w->at);
    return true;
}

/* Opens the item at pos, which the tokens so far name, and those in it that the next ones name, as far as arrays lead: the item in
 * an array is certain. An outermost array needs no level, as nothing behind its item is looked at. Where the way ends, that is
 * the answer, and the item is stepped over. */
static cinch_error pointer_enter(pointer_walk *w)
{
    while (pointer_token_at(w)) {
        pointer_level *l = w->levels + w->depth;
        const uint8_t *item = w->pos, *next;
        cinch_token t;
        uint64_t index = 0;
        cinch_error e = cinchi_item(item, w->end, &t, &next);
        if (e) return e;
        if (t.type != CINCH_MAP && (t.type != CINCH_ARRAY || !pointer_index(&l->token, &index) || index >= t.len)) {
            pointer_answer(w, item, false);
            return w->depth ? cinchi_skip(item, w->end, 1, &w->pos) : CINCH_OK;
        }
        l->answer = item;
        l->left = t.len;
        l->rank = 0;
        l->map = t.type == CINCH_MAP;
        l->found = false;
        w->pos = next;
        if (l->map) {
            w->depth++;
            return CINCH_OK;
        }
        e = cinchi_skip(next, w->end, index, &w->pos);
        if (e) return e;
        l->left -= (uint32_t)index + 1;
        if (w->depth) {
            w->depth++;
        } else {
            w->known = 0;
            w->owed += l->left;
        }
    }
    pointer_answer(w, w->pos, true);
    return w->depth ? cinchi_skip(w->pos, w->end, 1, &w->pos) : CINCH_OK;
}

/* The next pair of the map that is the innermost level. A later key that fits as well takes the place of an earlier one, whatever
 * was found below that. */
static cinch_error pointer_pair(pointer_walk *w)
{
    pointer_level *l = w->levels + w->depth - 1;
    const uint8_t *value;
    cinch_token key;
    uint8_t rank;
    cinch_error e = cinchi_item(w->pos, w->end, &key, &value);
    if (!e && key.type >= CINCH_ARRAY) e = cinchi_skip(w->pos, w->end, 1, &w->pos), value = w->pos;
    if (e) return e;
    w->pos = value;
    l->left--;
    rank = pointer_rank(&l->token, &key);
    if (rank == 0 || rank < l->rank) return cinchi_skip(value, w->end, 1, &w->pos);
    l->rank = rank;
    return pointer_enter(w);
}

/* One walk: the way may fork at every map, and the last fork that fits is known at the map's end alone, so what was found in
 * one is kept in its level until then. *behind: how far the walk came in the outermost map, or the item that it ended at. */
static cinch_error pointer_levels(pointer_walk *w, const uint8_t **behind)
{
    cinch_error e;
    w->depth = w->known = 0;
    e = pointer_enter(w);
    if (!w->depth) w->owed++;
    while (!e && w->depth) {
        pointer_level *l = w->levels + w->depth - 1;
        if (l->map && l->left) {
            e = pointer_pair(w);
        } else {
            if (l->left) e = cinchi_skip(w->pos, w->end, l->left, &w->pos);
            w->depth--;
            pointer_answer(w, l->answer, l->found);
        }
    }
    if (e) return e;
    *behind = w->pos;
    w->pos = w->answer;
    return w->found ? CINCH_OK : CINCH_ERR_ABSENT;
}

static cinch_error pointer_item(pointer_walk *w, cinchi_found *found)
{
    const uint8_t *start;
    cinch_error e = CINCH_OK;
    found->behind = w->pos;
    if (!w->pointer.len) w->owed = 1;
    while (!e && w->at < w->pointer.len) {
        size_t at = w->at;
        e = pointer_levels(w, &found->behind);
        if (at) found->behind = NULL; /* of a part of the message alone */
    }
    found->owed = w->owed;
    if (e) return e;
    start = w->pos;
    e = cinchi_skip(start, w->end, 1, &w->pos);
    if (e) return e;
    found->item.ptr = start;
    found->item.len = (size_t)(w->pos - start);
    if (found->behind != start) return CINCH_OK;
    found->behind = w->pos;
    found->owed--;
    return CINCH_OK;
}

cinch_error cinchi_find(const uint8_t *msg, const uint8_t *end, cinch_str pointer, cinchi_found *found, cinch_diag *diag)
{
    pointer_walk w; /* its levels are written before they are read */
    size_t fault = pointer_fault(pointer);
    cinch_error e = CINCH_ERR_POINTER;
    w.pos = msg;
    w.end = end;
    w.pointer = pointer;
    w.at = 0;
    w.owed = 0;
    memset(found, 0, sizeof *found);
    found->item.ptr = (const uint8_t *)"";
    if (fault == pointer.len) e = pointer_item(&w, found);
    memset(diag, 0, sizeof *diag);
    diag->error = e;
    diag->pos = e == CINCH_ERR_POINTER ? fault : (uint64_t)(w.pos - msg);
    return e;
}

cinch_error cinch_find(const void *msg, size_t len, cinch_str pointer, cinch_bin *item, cinch_diag *diag)
{
    static const uint8_t nothing[1];
    const uint8_t *start = len ? msg : nothing;
    cinchi_found found;
    cinch_diag d;
    cinch_error e = cinchi_find(start, start + len, pointer, &found, &d);
    *item = found.item;
    if (diag) *diag = d;
    return e;
}

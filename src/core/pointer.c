/* SPDX-License-Identifier: MIT
 * From a JSON Pointer to an item.
 */
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

typedef struct pointer_walk {
    const uint8_t *pos; /* the item found so far; in the end the item at fault */
    const uint8_t *end;
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

/* In the map of count pairs at p. A str key wins over an integer, a later key over an earlier one, so all of them must be seen. */
static cinch_error pointer_member(pointer_walk *w, const uint8_t *p, uint32_t count, const pointer_token *t)
{
    const uint8_t *str = NULL, *integer = NULL, *map = w->pos;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *value;
        cinch_token key;
        cinch_error e = cinchi_item(p, w->end, &key, &value);
        w->pos = p;
        if (!e && key.type >= CINCH_ARRAY) e = cinchi_skip(p, w->end, 1, &value), w->pos = value;
        if (e) return e;
        if (key.type == CINCH_STR && pointer_same(t, key.as.str, key.len))
            str = value;
        else if (pointer_integer(t, &key))
            integer = value;
        e = cinchi_skip(value, w->end, 1, &p);
        w->pos = p;
        if (e) return e;
    }
    w->pos = str ? str : integer ? integer : map;
    return str || integer ? CINCH_OK : CINCH_ERR_ABSENT;
}

static cinch_error pointer_step(pointer_walk *w, const pointer_token *t)
{
    const uint8_t *next;
    cinch_token item;
    uint64_t index;
    cinch_error e = cinchi_item(w->pos, w->end, &item, &next);
    if (e) return e;
    if (item.type == CINCH_MAP) return pointer_member(w, next, item.len, t);
    if (item.type != CINCH_ARRAY || !pointer_index(t, &index) || index >= item.len) return CINCH_ERR_ABSENT;
    return cinchi_skip(next, w->end, index, &w->pos);
}

static cinch_error pointer_item(pointer_walk *w, cinch_str pointer, cinch_bin *item)
{
    const uint8_t *start;
    cinch_error e = CINCH_OK;
    for (size_t at = 0; !e && at < pointer.len;) {
        pointer_token t = pointer_next(pointer, &at);
        e = pointer_step(w, &t);
    }
    if (e) return e;
    start = w->pos;
    e = cinchi_skip(start, w->end, 1, &w->pos);
    if (e) return e;
    item->ptr = start;
    item->len = (size_t)(w->pos - start);
    return CINCH_OK;
}

cinch_error cinch_find(const void *msg, size_t len, cinch_str pointer, cinch_bin *item, cinch_diag *diag)
{
    static const uint8_t nothing[1];
    const uint8_t *start = len ? msg : nothing;
    pointer_walk w = {start, start + len};
    size_t fault = pointer_fault(pointer);
    cinch_error e = CINCH_ERR_POINTER;
    item->ptr = NULL;
    item->len = 0;
    if (fault == pointer.len) e = pointer_item(&w, pointer, item);
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = e;
        diag->pos = e == CINCH_ERR_POINTER ? fault : (uint64_t)(w.pos - start);
    }
    return e;
}

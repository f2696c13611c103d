/* SPDX-License-Identifier: MIT
 * Changes at a JSON Pointer by splicing: find the bytes to go and the head whose count changes, then copy around them.
 */
#include "cinch/edit.h"
#include "cinch/check.h"
#include "cinch/wire.h"
#include "../core/head.h"
#include "../core/item.h"
#include "../core/pointer.h"
#include "../core/put.h"
#include "../core/skip.h"

typedef enum splice_verb { SPLICE_SET, SPLICE_INSERT, SPLICE_DEL } splice_verb;

typedef struct splice {
    const uint8_t *msg, *end;
    const uint8_t *head,
        *body; /* of the container: its first byte, its first item; both msg when the whole message is the place */
    const uint8_t *from, *to; /* the bytes that go */
    cinchi_head container;
    cinch_str key; /* the token of a member to be added, escapes in it; ptr NULL: none */
    cinch_bin value;
    int count; /* what is added to the container's */
    cinch_diag diag;
} splice;

static cinch_error splice_fail(splice *s, cinch_error e, const uint8_t *at)
{
    s->diag.error = e;
    s->diag.pos = (uint64_t)(at - s->msg);
    return e;
}

/* That count items from at on are framed, and end where the bytes do. */
static cinch_error splice_framed(splice *s, const uint8_t *start, const uint8_t *at, uint64_t count, const uint8_t *end)
{
    const uint8_t *next;
    cinch_error e = cinchi_skip(at, end, count, &next);
    if (!e && next != end) e = CINCH_ERR_TRAILING;
    if (e) {
        s->diag.error = e;
        s->diag.pos = (uint64_t)(next - start);
    }
    return e;
}

static cinch_error splice_value(splice *s)
{
    static const uint8_t nothing[1];
    const uint8_t *p = s->value.len ? s->value.ptr : nothing;
    cinch_error e = splice_framed(s, p, p, 1, p + s->value.len);
    s->diag.in_b = e != CINCH_OK;
    return e;
}

/* The item at the pointer, ABSENT, or POINTER; unless the message is not exactly one, as far as framing goes, which is told first. What finding the
 * item has walked over is not walked over again. */
static cinch_error splice_find(splice *s, cinch_str pointer, cinch_bin *item)
{
    cinchi_found found;
    cinch_diag d;
    cinch_error e = cinchi_find(s->msg, s->end, pointer, &found, &d), bad;
    *item = found.item;
    if (e == CINCH_ERR_TRUNCATED || e == CINCH_ERR_RESERVED) {
        s->diag = d;
        return e;
    }
    bad = found.behind ? splice_framed(s, s->msg, found.behind, found.owed, s->end)
                       : splice_framed(s, s->msg, s->msg, 1, s->end);
    if (!bad) s->diag = d;
    return bad ? bad : e;
}

/* The array index that a token is (RFC 6901, section 4), at most `most`. */
static bool splice_index(cinch_str token, uint32_t most, uint32_t *index)
{
    uint64_t v = 0;
    if (token.len == 0 || token.len > 10 || (token.len > 1 && token.ptr[0] == '0')) return false;
    for (size_t i = 0; i < token.len; i++) {
        if (token.ptr[i] < '0' || token.ptr[i] > '9') return false;
        v = 10 * v + (uint64_t)(token.ptr[i] - '0');
    }
    *index = (uint32_t)v;
    return v <= most;
}

static cinch_error splice_add(splice *s, const uint8_t *at)
{
    if (s->container.len == UINT32_MAX) return splice_fail(s, CINCH_ERR_LENGTH, s->head);
    s->from = s->to = at;
    s->count = 1;
    return CINCH_OK;
}

static cinch_error splice_array(splice *s, splice_verb verb, cinch_str token)
{
    const uint8_t *at, *next;
    uint32_t index = s->container.len;
    bool append = verb != SPLICE_DEL && token.len == 1 && token.ptr[0] == '-';
    cinch_error e;
    if (!append && !splice_index(token, s->container.len, &index)) return splice_fail(s, CINCH_ERR_ABSENT, s->head);
    if (index == s->container.len && !append && verb != SPLICE_INSERT) return splice_fail(s, CINCH_ERR_ABSENT, s->head);
    e = cinchi_skip(s->body, s->end, index, &at);
    if (e) return splice_fail(s, e, at);
    if (append || verb == SPLICE_INSERT) return splice_add(s, at);
    e = cinchi_skip(at, s->end, 1, &next);
    if (e) return splice_fail(s, e, next);
    s->from = at;
    s->to = next;
    s->count = -1;
    return CINCH_OK;
}

/* Where the key begins whose value begins at value. */
static const uint8_t *splice_key(const splice *s, const uint8_t *value)
{
    const uint8_t *key = s->body, *next;
    while (!cinchi_skip(key, s->end, 1, &next) && next != value && !cinchi_skip(next, s->end, 1, &next)) key = next;
    return key;
}

/* item is the member's value, or empty. */
static cinch_error splice_map(splice *s, splice_verb verb, cinch_bin item, cinch_str token)
{
    const uint8_t *next;
    cinch_error e;
    if (item.len && verb == SPLICE_INSERT) return splice_fail(s, CINCH_ERR_DUPLICATE, item.ptr);
    if (item.len) {
        s->from = splice_key(s, item.ptr);
        s->to = item.ptr + item.len;
        s->count = -1;
        return CINCH_OK;
    }
    if (verb == SPLICE_DEL) return splice_fail(s, CINCH_ERR_ABSENT, s->head);
    s->key = token;
    e = cinchi_skip(s->body, s->end, 2 * (uint64_t)s->container.len, &next);
    return e ? splice_fail(s, e, next) : splice_add(s, next);
}

/* One item, or the whole message, in place of another: no count changes, so the container need not be known. */
static cinch_error splice_replace(splice *s, const uint8_t *from, const uint8_t *to)
{
    s->head = s->body = s->msg;
    s->from = from;
    s->to = to;
    return CINCH_OK;
}

/* In the container that the way leads to. */
static cinch_error splice_inside(splice *s, splice_verb verb, cinch_str way, cinch_str token, cinch_bin item)
{
    cinch_bin parent;
    cinch_error e = cinch_find(s->msg, (size_t)(s->end - s->msg), way, &parent, &s->diag);
    if (e) return e;
    s->container = cinchi_head_read(parent.ptr);
    s->head = parent.ptr;
    s->body = parent.ptr + s->container.size;
    if (s->container.type == CINCH_ARRAY) return splice_array(s, verb, token);
    if (s->container.type == CINCH_MAP) return splice_map(s, verb, item, token);
    s->diag.expected = CINCH_BIT(CINCH_ARRAY) | CINCH_BIT(CINCH_MAP);
    s->diag.got = (uint8_t)cinchi_item_type(parent.ptr, parent.ptr + parent.len, 0);
    return splice_fail(s, CINCH_ERR_TYPE, parent.ptr);
}

/* Finds the place: all that the copy needs, or an error. found: what the whole pointer led to. */
static cinch_error splice_place(splice *s, splice_verb verb, cinch_str pointer, cinch_error found, cinch_bin item)
{
    cinch_str way = pointer, token = pointer;
    if (pointer.len == 0) return verb == SPLICE_SET ? splice_replace(s, s->msg, s->end) : splice_fail(s, CINCH_ERR_USE, s->msg);
    if (found == CINCH_ERR_POINTER) return found;
    if (!found && verb == SPLICE_SET) return splice_replace(s, item.ptr, item.ptr + item.len);
    while (way.ptr[way.len - 1] != '/') way.len--;
    token.ptr = pointer.ptr + way.len;
    token.len = pointer.len - way.len;
    way.len--;
    return splice_inside(s, verb, way, token, item);
}

/* The head with its new count: the smallest if the old one was, else not shorter than that. */
static size_t splice_head(const splice *s, uint8_t *h)
{
    uint32_t count = s->container.len + (uint32_t)s->count;
    bool map = s->container.type == CINCH_MAP;
    uint8_t fix = map ? CINCH_WIRE_FIXMAP : CINCH_WIRE_FIXARRAY, wide = map ? CINCH_WIRE_MAP16 : CINCH_WIRE_ARRAY16;
    size_t was_smallest = cinchi_head_count(h, s->container.len, fix), n = cinchi_head_count(h, count, fix);
    if (s->container.size == was_smallest || n >= s->container.size) return n;
    n = s->container.size;
    h[0] = (uint8_t)(wide + (n == 5));
    if (n == 5)
        cinchi_store32(h + 1, count);
    else
        cinchi_store16(h + 1, (uint16_t)count);
    return n;
}

static void splice_raw(cinch_writer *out, const uint8_t *from, const uint8_t *to)
{
    cinch_put_raw(out, from, (size_t)(to - from));
}

/* A token's text without its escapes, as a str. */
static void splice_put_key(cinch_writer *out, cinch_str token)
{
    cinch_token head = {CINCH_STR, 0, 0, CINCH_FIRST | CINCH_LAST, 0, {0}};
    size_t plain = token.len, from = 0;
    for (size_t i = 0; i < token.len; i++) plain -= token.ptr[i] == '~';
    head.as.str = NULL;
    head.len = (uint32_t)plain;
    if (!cinchi_put_fits(out, plain)) return;
    cinch_put_token(out, head);
    for (size_t i = 0; i < token.len; i++) {
        if (token.ptr[i] != '~') continue;
        cinch_put_raw(out, token.ptr + from, i - from);
        cinch_put_raw(out, token.ptr[++i] == '0' ? "~" : "/", 1);
        from = i + 1;
    }
    cinch_put_raw(out, token.ptr + from, token.len - from);
}

static void splice_write(const splice *s, splice_verb verb, cinch_writer *out)
{
    uint8_t head[CINCH_BOUND_HEAD];
    splice_raw(out, s->msg, s->head);
    if (s->count)
        cinch_put_raw(out, head, splice_head(s, head));
    else
        splice_raw(out, s->head, s->body);
    splice_raw(out, s->body, s->from);
    if (s->key.ptr) splice_put_key(out, s->key);
    if (verb != SPLICE_DEL) cinch_put_raw(out, s->value.ptr, s->value.len);
    splice_raw(out, s->to, s->end);
}

static cinch_error splice_run(splice *s, splice_verb verb, cinch_str pointer, cinch_writer *out)
{
    uint64_t start = cinch_writer_pos(out);
    cinch_bin item;
    cinch_error e = out->error, found;
    if (!e) {
        found = splice_find(s, pointer, &item);
        if (found && found != CINCH_ERR_ABSENT && found != CINCH_ERR_POINTER) return found;
        if (verb != SPLICE_DEL) e = splice_value(s);
        if (!e) e = splice_place(s, verb, pointer, found, item);
        if (e) return e;
        memset(&s->diag, 0, sizeof s->diag); /* what looking for the place has left there */
        splice_write(s, verb, out);
        e = out->error;
        if (e) cinchi_put_undo(out, start);
    }
    s->diag.error = e;
    s->diag.pos = cinch_writer_pos(out);
    return e;
}

static cinch_error splice_edit(const void *msg, size_t len, splice_verb verb, cinch_str pointer, cinch_bin value,
                               cinch_writer *out, cinch_diag *diag)
{
    static const uint8_t nothing[1];
    cinch_error e;
    splice s;
    memset(&s, 0, sizeof s);
    s.msg = len ? msg : nothing;
    s.end = s.msg + len;
    s.value = value;
    e = splice_run(&s, verb, pointer, out);
    if (diag) *diag = s.diag;
    return e;
}

cinch_error cinch_edit_set(const void *msg, size_t len, cinch_str pointer, cinch_bin value, cinch_writer *out, cinch_diag *diag)
{
    return splice_edit(msg, len, SPLICE_SET, pointer, value, out, diag);
}

cinch_error cinch_edit_insert(const void *msg, size_t len, cinch_str pointer, cinch_bin value, cinch_writer *out,
                              cinch_diag *diag)
{
    return splice_edit(msg, len, SPLICE_INSERT, pointer, value, out, diag);
}

cinch_error cinch_edit_del(const void *msg, size_t len, cinch_str pointer, cinch_writer *out, cinch_diag *diag)
{
    static const cinch_bin none = {NULL, 0};
    return splice_edit(msg, len, SPLICE_DEL, pointer, none, out, diag);
}

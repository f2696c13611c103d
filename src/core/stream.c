/* SPDX-License-Identifier: MIT
 * The stream reader: its short ways. A token that is whole in the input and of a common kind is decoded in place; a skip runs the walk of check
 * over whatever is whole. The rest is flow.c's.
 */
#include "flow.h"
#include "cinch/wire.h"
#include "../base/compiler.h"

enum { STREAM_SLICE = 1 << 30 }; /* a walk's input: places of keys in it have 32 bits */

static void stream_start(cinch_stream *s)
{
    s->pos = s->next = s->messages = s->total = s->payload = s->items = s->first = 0;
    s->depth = s->utf8 = s->skip = 0;
    s->path_len = s->path_key = s->scratch_len = 0;
    s->have = 0;
    s->empty = false;
    s->key = false;
    s->verdict = CINCH_OK;
    s->error = s->flags & (CINCH_CANONICAL | CINCH_UNIQUE) ? CINCH_ERR_USE : CINCH_OK;
    s->state &= CINCHI_FLOW_ASKED;
    if (s->error) s->state |= CINCHI_FLOW_BUSY;
}

void cinch_stream_init(cinch_stream *s, cinch_level *levels, uint32_t level_count, const cinch_read_opts *opts)
{
    cinchi_walk w;
    cinchi_walk_init(&w, levels, level_count, opts);
    memset(s, 0, sizeof *s);
    s->levels = levels;
    s->limits = w.limits;
    s->flags = w.flags;
    s->state = (uint8_t)((w.full ? CINCHI_FLOW_FULL : 0) | (w.limits.bytes != UINT64_MAX ? CINCHI_FLOW_BYTES : 0));
    stream_start(s);
}

void cinch_stream_reset(cinch_stream *s)
{
    stream_start(s);
}

void cinch_stream_scratch(cinch_stream *s, void *mem, size_t cap)
{
    s->scratch = mem;
    s->scratch_cap = mem ? cap : 0;
}

void cinch_stream_path(cinch_stream *s, char *mem, size_t cap)
{
    s->path = mem;
    s->path_cap = cap < UINT32_MAX ? cap : UINT32_MAX;
}

/* A number of 1 << log2 bytes, unsigned or, sign-extended, signed. */
static CINCHI_ALWAYS_INLINE uint64_t stream_number(const uint8_t *p, unsigned log2, bool is_signed)
{
    const unsigned shift = 64 - (8u << log2);
    uint64_t v = cinchi_load64(p) >> shift, sign = (uint64_t)1 << (63 - shift);
    return is_signed ? (v ^ sign) - sign : v;
}

/* Decodes the item at p, with at least 9 bytes there, if it is common and whole, and gives its bytes, of a container the header's. 0: it is
 * not. Range tests in the order of what documents consist of, as in cinch_next. */
static CINCHI_ALWAYS_INLINE size_t stream_decode(const uint8_t *p, size_t left, cinch_token *t)
{
    const uint8_t b = *p;
    t->format = b;
    t->ext = 0;
    t->part = CINCH_FIRST | CINCH_LAST;
    t->len = 0;
    if ((b & 0xe0) == CINCH_WIRE_FIXSTR) {
        t->type = CINCH_STR;
        t->len = b & 31u;
        t->as.str = (const char *)p + 1;
        return left > t->len ? 1 + t->len : 0;
    }
    if (b <= CINCH_WIRE_FIXINT_MAX || b >= CINCH_WIRE_NEGATIVE) {
        t->type = b <= CINCH_WIRE_FIXINT_MAX ? CINCH_U64 : CINCH_I64;
        t->as.i64 = (int8_t)b;
        return 1;
    }
    t->as.u64 = 0;
    if (b < CINCH_WIRE_FIXSTR) {
        t->type = b < CINCH_WIRE_FIXARRAY ? CINCH_MAP : CINCH_ARRAY;
        t->len = b & 15u;
        return 1;
    }
    switch (b) {
    case CINCH_WIRE_NIL: t->type = CINCH_NIL; return 1;
    case CINCH_WIRE_FALSE:
    case CINCH_WIRE_TRUE:
        t->type = CINCH_BOOL;
        t->as.b = b & 1;
        return 1;
    case CINCH_WIRE_F64:
    case CINCH_WIRE_U64:
        t->type = b == CINCH_WIRE_F64 ? CINCH_F64 : CINCH_U64;
        t->as.u64 = cinchi_load64(p + 1);
        return 9;
    case CINCH_WIRE_U8:
    case CINCH_WIRE_U16:
    case CINCH_WIRE_U32:
        t->type = CINCH_U64;
        t->as.u64 = stream_number(p + 1, b & 3, false);
        return 1 + ((size_t)1 << (b & 3));
    case CINCH_WIRE_I8:
    case CINCH_WIRE_I16:
    case CINCH_WIRE_I32:
    case CINCH_WIRE_I64:
        t->as.u64 = stream_number(p + 1, b & 3, true);
        t->type = t->as.i64 < 0 ? CINCH_I64 : CINCH_U64;
        return 1 + ((size_t)1 << (b & 3));
    case CINCH_WIRE_STR8:
        t->type = CINCH_STR;
        t->len = p[1];
        t->as.str = (const char *)p + 2;
        return left - 2 >= t->len ? 2 + t->len : 0;
    default: return 0;
    }
}

/* The next call after a skip that was not finished, or where something is asked for or under way that the short way leaves out. */
static CINCHI_NOINLINE cinch_status stream_long_way(cinch_stream *s, cinch_input *in, cinch_token *out)
{
    s->state &= (uint8_t)~CINCHI_FLOW_SKIPS;
    return cinchi_flow_next(s, in, out);
}

cinch_status cinch_stream_next(cinch_stream *s, cinch_input *in, cinch_token *out)
{
    const size_t pos = in->pos, left = in->len - pos;
    const uint32_t depth = s->depth;
    cinch_level *level;
    size_t n;
    if (s->state & (CINCHI_FLOW_ASKED | CINCHI_FLOW_BUSY | CINCHI_FLOW_SKIPS) || left < 9) return stream_long_way(s, in, out);
    n = stream_decode((const uint8_t *)in->ptr + pos, left, out);
    if (!n || (out->type >= CINCH_ARRAY && depth >= s->limits.depth)) return stream_long_way(s, in, out);
    level = depth ? &s->levels[depth - 1] : NULL;
    in->pos = pos + n;
    s->pos = s->next;
    s->next = s->pos + n;
    s->total = out->type < CINCH_ARRAY ? out->len : 0;
    s->state &= CINCHI_FLOW_KEY_CUT;
    s->empty = out->type >= CINCH_ARRAY && !out->len;
    s->key = level && level->left & CINCHI_LEVEL_MAP && !(level->left & 1);
    if (s->path) {
        cinchi_flow_path_item(s);
        if (s->key) cinchi_flow_path_key(s, out);
    }
    if (out->type >= CINCH_ARRAY && out->len) {
        if (!depth) s->first = s->pos;
        cinchi_level_open(s->levels, &s->depth, out->type, out->len);
        if (s->path) cinchi_flow_path_open(s);
        s->state |= CINCHI_FLOW_OPENED;
        return CINCH_GOT;
    }
    if (level && --level->left & CINCHI_LEVEL_LEFT) return CINCH_GOT;
    if (level) {
        s->depth--;
        cinchi_level_done(s->levels, &s->depth);
    }
    s->messages += s->depth == 0;
    return CINCH_GOT;
}

static void stream_walk_init(const cinch_stream *s, cinchi_walk *w)
{
    memset(w, 0, sizeof *w);
    w->levels = s->levels;
    w->depth = s->depth;
    w->flags = s->flags;
    w->limits = s->limits;
    w->items = s->items;
    w->first = s->depth ? s->first : s->next;
    w->full = (s->state & CINCHI_FLOW_FULL) != 0;
    if (!s->depth) w->items = 0;
}

/* Walks over what is whole of the input, as far as to where depth is base or less; all: and over message after message. TRUNCATED: the
 * input ends before. */
static cinch_error stream_walk(cinch_stream *s, cinch_input *in, uint32_t base, bool all)
{
    const uint8_t *p = (const uint8_t *)in->ptr + in->pos;
    size_t left = in->len - in->pos;
    const uint8_t *end = p + (left < STREAM_SLICE ? left : STREAM_SLICE);
    cinchi_walk w;
    cinch_error e;
    stream_walk_init(s, &w);
    w.pos = p;
    for (;;) {
        cinchi_walk_input(&w, w.pos, end, s->next + (uint64_t)(w.pos - p));
        e = cinchi_walk_to(&w, base);
        if (e || w.depth) break;
        s->messages++;
        w.items = 0;
        w.first = s->next + (uint64_t)(w.pos - p);
        if (!all || w.pos == end) break;
    }
    in->pos += (size_t)(w.pos - p);
    s->next += (uint64_t)(w.pos - p);
    s->items = w.items;
    s->first = w.first;
    s->empty = false;
    s->depth = w.depth;
    s->state &= CINCHI_FLOW_ASKED | CINCHI_FLOW_SKIPS | CINCHI_FLOW_KEY_CUT;
    if (s->path) cinchi_flow_path_walked(s, &w);
    return e;
}

/* GOT: depth is base or less after at least one item. Between what the walk can take, items that the input cut come by token. */
static cinch_status stream_skip_to(cinch_stream *s, cinch_input *in, uint32_t base, bool all)
{
    for (;;) {
        cinch_token t;
        cinch_status status;
        if (!(s->state & CINCHI_FLOW_BUSY) && in->pos != in->len) {
            cinch_error e = stream_walk(s, in, base, all);
            if (!e && !all) return CINCH_GOT;
            if (!e) continue;
            if (e != CINCH_ERR_TRUNCATED) {
                cinchi_flow_begin(s);
                return cinchi_flow_fail(s, e);
            }
        }
        do status = cinchi_flow_next(s, in, &t);
        while (status == CINCH_GOT && !(t.part & CINCH_LAST));
        if (status != CINCH_GOT) return status;
        if (s->depth <= base && !all) return CINCH_GOT;
    }
}

cinch_status cinch_stream_skip(cinch_stream *s, cinch_input *in)
{
    cinch_status status;
    if (s->empty && !(s->state & CINCHI_FLOW_SKIPS)) {
        s->empty = false;
        return CINCH_GOT;
    }
    if (!(s->state & CINCHI_FLOW_SKIPS)) s->skip = s->depth - (s->state & CINCHI_FLOW_OPENED ? 1 : 0);
    s->state |= CINCHI_FLOW_SKIPS;
    status = stream_skip_to(s, in, s->skip, false);
    if (status == CINCH_GOT) s->state &= (uint8_t) ~(CINCHI_FLOW_OPENED | CINCHI_FLOW_SKIPS);
    return status;
}

cinch_status cinch_stream_skip_all(cinch_stream *s, cinch_input *in)
{
    s->state &= (uint8_t)~CINCHI_FLOW_SKIPS;
    s->empty = false;
    return stream_skip_to(s, in, 0, true);
}

cinch_error cinch_stream_finish(cinch_stream *s, cinch_diag *diag)
{
    bool within = s->have || s->payload;
    if (!s->error && (within || s->depth)) {
        if (!within) cinchi_flow_begin(s);
        (void)cinchi_flow_fail(s, CINCH_ERR_TRUNCATED);
    }
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = s->error;
        diag->pos = s->error ? s->pos : s->next;
    }
    return s->error;
}

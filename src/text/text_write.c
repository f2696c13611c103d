/* SPDX-License-Identifier: MIT
 * MessagePack to text: one walk over the items, which keeps for every open container how much of it is to come.
 */
#include "text_quote.h"
#include "text_words.h"
#include "cinch/check.h"
#include "cinch/wire.h"
#include "../base/compiler.h"
#include "../base/num.h"
#include "../base/rfc3339.h"
#include "../core/item.h"
#include "../core/put.h"
#include "../core/skip.h"
#include "../core/stamp.h"

typedef struct text_level {
    uint64_t left; /* items to come */
    bool map;
} text_level;

typedef struct text_writer {
    cinch_writer *out;
    uint32_t depth;
    uint8_t indent;
    text_level levels[CINCH_DEPTH];
} text_writer;

static void text_out(text_writer *w, const char *text)
{
    cinch_put_raw(w->out, text, strlen(text));
}

static void text_line(text_writer *w)
{
    static const char blanks[] = "                                ";
    size_t n = (size_t)w->depth * w->indent;
    text_out(w, "\n");
    for (; n > sizeof blanks - 1; n -= sizeof blanks - 1) text_out(w, blanks);
    cinch_put_raw(w->out, blanks, n);
}

/* The word for the format of an item, when that is not the smallest: h is the head of the smallest. */
static void text_format(text_writer *w, const cinch_token *t, const uint8_t *h)
{
    if (*h == t->format) return;
    text_out(w, cinchi_text_word_of(t->format));
    text_out(w, " ");
}

/* ---------------------------------------------------------------- scalars */

static void text_int(text_writer *w, const cinch_token *t)
{
    char text[CINCHI_INT_TEXT];
    uint8_t h[9];
    if (t->type == CINCH_U64)
        cinchi_store_u64(h, t->as.u64);
    else
        cinchi_store_i64(h, t->as.i64);
    text_format(w, t, h);
    cinch_put_raw(w->out, text,
                  t->type == CINCH_U64 ? cinchi_num_put_u64(text, t->as.u64) : cinchi_num_put_i64(text, t->as.i64));
}

static void text_hex(cinch_writer *out, uint64_t v, unsigned digits)
{
    static const char hex[] = "0123456789abcdef";
    char text[16];
    for (unsigned i = 0; i < digits; i++) text[i] = hex[v >> 4 * (digits - 1 - i) & 15];
    cinch_put_raw(out, text, digits);
}

/* Infinity and NaN of a width; false for numbers. quiet: the NaN that needs no bits. */
static bool text_odd_float(text_writer *w, uint64_t bits, uint64_t exponent, uint64_t quiet, unsigned digits)
{
    uint64_t sign = (uint64_t)1 << (4 * digits - 1), fraction = (exponent ^ (sign - 1)) & (sign - 1);
    if ((bits & exponent) != exponent) return false;
    if (!(bits & fraction)) {
        text_out(w, bits & sign ? "-inf" : "inf");
    } else if (bits == quiet) {
        text_out(w, "nan");
    } else {
        text_out(w, "nan(");
        text_hex(w->out, bits, digits);
        text_out(w, ")");
    }
    return true;
}

static void text_f64(text_writer *w, double v)
{
    char text[CINCHI_FLOAT_TEXT];
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (text_odd_float(w, bits, (uint64_t)0x7ff << 52, (uint64_t)0x7ff8 << 48, 16)) return;
    cinch_put_raw(w->out, text, cinchi_num_put_f64(text, v));
}

/* The shortest text, unless reading it by way of a double gives a neighbour. */
static void text_f32(text_writer *w, float v)
{
    char text[CINCHI_FLOAT_TEXT];
    cinchi_num num;
    uint32_t bits;
    size_t n;
    memcpy(&bits, &v, sizeof bits);
    text_out(w, "f32 ");
    if (text_odd_float(w, bits, 0x7f800000, 0x7fc00000, 8)) return;
    n = cinchi_num_put_f32(text, v);
    cinchi_num_read(text, text + n, &num);
    if ((float)num.as.f64 != v) n = cinchi_num_put_f64(text, (double)v);
    cinch_put_raw(w->out, text, n);
}

/* ---------------------------------------------------------------- payloads */

static void text_str(text_writer *w, const cinch_token *t)
{
    uint8_t h[CINCH_BOUND_HEAD];
    cinchi_head_str(h, t->len, false);
    text_format(w, t, h);
    cinchi_text_quote(w->out, t->as.str, t->len);
}

static void text_hex_bytes(text_writer *w, const uint8_t *p, uint32_t len)
{
    text_out(w, "x\"");
    for (uint32_t i = 0; i < len; i++) text_hex(w->out, p[i], 2);
    text_out(w, "\"");
}

static void text_bin(text_writer *w, const cinch_token *t)
{
    uint8_t h[CINCH_BOUND_HEAD];
    cinchi_head_bin(h, t->len, false);
    text_format(w, t, h);
    text_hex_bytes(w, t->as.ptr, t->len);
}

/* A timestamp in the smallest header for its size, as a time; false for any other. */
static bool text_time(text_writer *w, const cinch_token *t, const uint8_t *h)
{
    char text[CINCHI_RFC3339_TEXT];
    cinch_time time;
    size_t n;
    if (t->ext != CINCH_EXT_TIME || *h != t->format || !cinchi_item_time(t->as.ptr, t->len, &time)) return false;
    text_out(w, cinchi_stamp_len(time.sec, time.nsec) == t->len ? "time " : t->len == 8 ? "time64 " : "time96 ");
    n = cinchi_rfc3339_put(text, time);
    if (n) {
        text_out(w, "\"");
        cinch_put_raw(w->out, text, n);
        text_out(w, "\"");
        return true;
    }
    cinch_put_raw(w->out, text, cinchi_num_put_i64(text, time.sec));
    text_out(w, " ");
    cinch_put_raw(w->out, text, cinchi_num_put_u64(text, time.nsec));
    return true;
}

static void text_ext(text_writer *w, const cinch_token *t)
{
    char text[CINCHI_INT_TEXT];
    uint8_t h[CINCH_BOUND_HEAD];
    cinchi_head_ext(h, t->len, t->ext);
    if (text_time(w, t, h)) return;
    text_out(w, *h == t->format ? "ext" : cinchi_text_word_of(t->format));
    text_out(w, " ");
    cinch_put_raw(w->out, text, cinchi_num_put_i64(text, t->ext));
    text_out(w, " ");
    text_hex_bytes(w, t->as.ptr, t->len);
}

/* ---------------------------------------------------------------- containers */

/* An empty one is ended by this, as a scalar is. */
static void text_open(text_writer *w, const cinch_token *t)
{
    bool map = t->type == CINCH_MAP;
    uint8_t h[CINCH_BOUND_HEAD];
    cinchi_head_count(h, t->len, map ? CINCH_WIRE_FIXMAP : CINCH_WIRE_FIXARRAY);
    text_format(w, t, h);
    text_out(w, map ? "{" : "[");
    if (t->len == 0) {
        text_out(w, map ? "}" : "]");
        return;
    }
    w->levels[w->depth].left = (uint64_t)t->len << map;
    w->levels[w->depth].map = map;
    w->depth++;
    if (w->indent) text_line(w);
}

/* An item has ended, and perhaps what it was the last item of. */
static void text_after(text_writer *w)
{
    const text_level *l;
    while (w->depth && --w->levels[w->depth - 1].left == 0) {
        w->depth--;
        if (w->indent) text_line(w);
        text_out(w, w->levels[w->depth].map ? "}" : "]");
    }
    if (!w->depth) return;
    l = &w->levels[w->depth - 1];
    if (l->map && l->left & 1) {
        text_out(w, ": ");
    } else {
        text_out(w, w->indent ? "," : ", ");
        if (w->indent) text_line(w);
    }
}

/* ---------------------------------------------------------------- the walk */

static void text_item(text_writer *w, const cinch_token *t)
{
    switch (t->type) {
    case CINCH_NIL: text_out(w, "nil"); break;
    case CINCH_BOOL: text_out(w, t->as.b ? "true" : "false"); break;
    case CINCH_U64:
    case CINCH_I64: text_int(w, t); break;
    case CINCH_F32: text_f32(w, t->as.f32); break;
    case CINCH_F64: text_f64(w, t->as.f64); break;
    case CINCH_STR: text_str(w, t); break;
    case CINCH_BIN: text_bin(w, t); break;
    case CINCH_EXT: text_ext(w, t); break;
    default: text_open(w, t);
    }
}

/* The item was checked: it is whole, and no deeper than there are levels. */
static CINCHI_NOINLINE cinch_error text_walk(const uint8_t *p, const uint8_t *end, uint8_t indent, cinch_writer *out)
{
    text_writer w; /* its levels are written before they are read */
    w.out = out;
    w.indent = indent;
    w.depth = 0;
    do {
        cinch_token t;
        uint32_t depth = w.depth;
        cinch_error e = cinchi_item(p, end, &t, &p);
        if (e) return e;
        text_item(&w, &t);
        if (w.depth == depth) text_after(&w);
    } while (w.depth && !out->error);
    return out->error;
}

static cinch_error text_write(cinch_reader *r, const cinch_text_opts *opts, cinch_writer *out, cinch_diag *d)
{
    cinch_read_opts read = CINCH_ZERO;
    uint64_t from = cinch_reader_pos(r), start = cinch_writer_pos(out);
    size_t len = cinchi_skip_extent(r);
    cinch_error e;
    read.limits = opts->limits;
    read.flags = CINCH_RAW_TIME;
    e = cinch_check(r->pos, len, &read, d);
    d->pos += from;
    if (e) {
        cinch_reader_fail_at(r, d->pos, e, NULL);
        return e;
    }
    e = d->error = text_walk(r->pos, r->pos + len, opts->indent, out);
    if (!e) {
        r->pos += len;
        return e;
    }
    cinchi_put_undo(out, start);
    d->pos = start;
    cinch_reader_fail(r, e);
    return e;
}

cinch_error cinch_text_write(cinch_reader *r, const cinch_text_opts *opts, cinch_writer *out, cinch_diag *diag)
{
    static const cinch_text_opts defaults = CINCH_ZERO;
    cinch_diag d;
    cinch_error e = r->error ? r->error : out->error;
    memset(&d, 0, sizeof d);
    if (r->error) {
        cinch_reader_diag(r, &d);
    } else if (e) {
        d.error = e;
        d.pos = cinch_writer_pos(out);
        cinch_reader_fail(r, e);
    } else {
        e = text_write(r, opts ? opts : &defaults, out, &d);
    }
    if (diag) *diag = d;
    return e;
}

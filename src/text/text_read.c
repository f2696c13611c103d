/* SPDX-License-Identifier: MIT
 * Text to MessagePack: values one after the other, and for every open container what it needs when it closes. The first error ends it,
 * at the place in the text where it lies.
 */
#include "text_reader.h"
#include "text_words.h"
#include "../base/compiler.h"
#include "../core/put.h"

/* ---------------------------------------------------------------- containers */

static void read_limit_bytes(cinchi_text_reader *r, const char *at)
{
    if (r->limits.bytes && cinch_writer_pos(r->w) - r->start > r->limits.bytes) cinchi_text_fail(r, CINCH_ERR_LIMIT, at);
}

static void read_open(cinchi_text_reader *r, bool map, uint8_t format)
{
    cinchi_text_place *l = &r->places[r->depth];
    if (!cinchi_text_char(r, map ? '{' : '[')) {
        cinchi_text_odd(r);
        return;
    }
    if (r->depth == r->limits.depth) {
        cinchi_text_fail(r, CINCH_ERR_DEPTH, r->item);
        return;
    }
    l->mark = map ? cinch_put_open_map(r->w) : cinch_put_open_array(r->w);
    l->values = 0;
    l->format = format;
    l->map = map;
    r->depth++;
}

static void read_close(cinchi_text_reader *r)
{
    cinchi_text_place *l = &r->places[--r->depth];
    uint64_t count = l->values >> l->map;
    uint8_t h[CINCH_BOUND_HEAD];
    size_t n = count <= UINT32_MAX ? cinchi_text_head(h, l->map ? CINCH_MAP : CINCH_ARRAY, l->format, (uint32_t)count, 0) : 0;
    if (n)
        cinchi_put_close_head(r->w, l->mark, h, n);
    else
        cinchi_text_fail(r, count > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_ERR_RANGE, r->pos - 1);
    read_limit_bytes(r, r->pos - 1); /* the head may have grown */
}

/* ---------------------------------------------------------------- values */

static size_t read_letters(const cinchi_text_reader *r)
{
    size_t n = 0;
    while (r->pos + n != r->end && ((r->pos[n] >= 'a' && r->pos[n] <= 'z') || (r->pos[n] >= '0' && r->pos[n] <= '9'))) n++;
    return n;
}

static void read_typed(cinchi_text_reader *r, const cinchi_text_word *word)
{
    switch (word->type) {
    case CINCH_U64:
    case CINCH_I64: cinchi_text_int(r, word->format); break;
    case CINCH_F32: cinchi_text_f32(r); break;
    case CINCH_F64: cinchi_text_f64(r); break;
    case CINCH_STR: cinchi_text_str(r, word->format); break;
    case CINCH_BIN: cinchi_text_bytes(r, CINCH_BIN, word->format, 0); break;
    case CINCH_EXT: cinchi_text_ext(r, word->format); break;
    case CINCH_TIME: cinchi_text_time(r, word->size); break;
    default: read_open(r, word->type == CINCH_MAP, word->format);
    }
}

/* A word may be cut by the end of the text. */
static void read_named(cinchi_text_reader *r)
{
    size_t n = read_letters(r);
    const cinchi_text_word *word = cinchi_text_word_find(r->pos, n);
    if (n == 3 && memcmp(r->pos, "nil", 3) == 0) {
        cinch_put_nil(r->w);
    } else if ((n == 4 && memcmp(r->pos, "true", 4) == 0) || (n == 5 && memcmp(r->pos, "false", 5) == 0)) {
        cinch_put_bool(r->w, n == 4);
    } else if (n == 3 && (memcmp(r->pos, "nan", 3) == 0 || memcmp(r->pos, "inf", 3) == 0)) {
        cinchi_text_f64(r);
        return;
    } else if (word) {
        r->pos += n;
        read_typed(r, word);
        return;
    } else {
        cinchi_text_fail(r, r->pos + n == r->end && n ? CINCH_ERR_TRUNCATED : CINCH_ERR_SYNTAX,
                         n && r->pos + n == r->end ? r->end : r->pos);
        return;
    }
    r->pos += n;
    cinchi_text_apart(r);
}

static void read_plain(cinchi_text_reader *r)
{
    cinchi_num num;
    if (r->end - r->pos > 1 && r->pos[0] == '-' && r->pos[1] == 'i') {
        cinchi_text_f64(r);
    } else if (cinchi_text_number(r, &num)) {
        uint64_t exponent = (uint64_t)0x7ff << 52;
        if (num.kind == CINCHI_NUM_BIG || (num.kind == CINCHI_NUM_F64 && (num.as.u64 & exponent) == exponent))
            cinchi_text_fail(r, CINCH_ERR_NUMBER, r->item);
        else
            cinchi_text_put(r,
                            num.kind == CINCHI_NUM_U64   ? CINCH_U64
                            : num.kind == CINCHI_NUM_I64 ? CINCH_I64
                                                         : CINCH_F64,
                            0, num);
    }
}

static void read_value(cinchi_text_reader *r)
{
    cinchi_text_blank(r);
    r->item = r->pos;
    if (r->pos == r->end) {
        cinchi_text_odd(r);
        return;
    }
    if (r->limits.items && r->items++ == r->limits.items) cinchi_text_fail(r, CINCH_ERR_LIMIT, r->item);
    switch (*r->pos) {
    case '"': cinchi_text_str(r, 0); break;
    case '[': read_open(r, false, 0); break;
    case '{': read_open(r, true, 0); break;
    case 'x': cinchi_text_bytes(r, CINCH_BIN, 0, 0); break;
    default:
        if (*r->pos == '-' || (*r->pos >= '0' && *r->pos <= '9'))
            read_plain(r);
        else
            read_named(r);
    }
    if (r->w->error) cinchi_text_fail(r, r->w->error, r->item);
    read_limit_bytes(r, r->item);
}

/* Between two items of the innermost container: true when another one comes, false when it has been closed. A comma may stand behind the
 * last. */
static bool read_between(cinchi_text_reader *r)
{
    const cinchi_text_place *l = &r->places[r->depth - 1];
    const char close = l->map ? '}' : ']';
    if (l->map && l->values & 1) {
        if (!cinchi_text_char(r, ':')) cinchi_text_odd(r);
        return true;
    }
    if (l->values && !cinchi_text_char(r, ',')) {
        if (!cinchi_text_char(r, close)) cinchi_text_odd(r);
    } else if (!cinchi_text_char(r, close)) {
        return true;
    }
    if (!r->error) read_close(r);
    return false;
}

static void read_all(cinchi_text_reader *r)
{
    read_value(r);
    while (r->depth && !r->error) {
        uint32_t depth = r->depth;
        if (read_between(r)) {
            r->places[depth - 1].values++;
            if (!r->error) read_value(r);
        }
        if (r->w->error) cinchi_text_fail(r, r->w->error, r->item);
    }
    cinchi_text_blank(r);
}

/* ---------------------------------------------------------------- the call */

static void read_diag(const cinchi_text_reader *r, const char *text, cinch_diag *d)
{
    const char *at = r->error ? r->fault : r->pos, *line = text;
    uint64_t lines = 1;
    memset(d, 0, sizeof *d);
    d->error = r->error;
    d->pos = (uint64_t)(at - text);
    if (!r->error) return;
    for (const char *p = text; p != at; p++) {
        if (*p != '\n') continue;
        line = p + 1;
        lines++;
    }
    d->line = lines < UINT32_MAX ? (uint32_t)lines : UINT32_MAX;
    d->column = (uint64_t)(at - line) < UINT32_MAX ? (uint32_t)(at - line) + 1 : UINT32_MAX;
}

/* As it was before; a sink may have been handed some of a payload that its buffer could not hold, and that stays. */
static void read_undo(cinch_writer *w, const cinch_writer *before, uint64_t start)
{
    bool handed = w->sink && w->flushed > start;
    w->open = before->open;
    w->inner = before->inner;
    w->held = before->held;
    if (handed)
        cinchi_put_undo(w, start);
    else
        cinch_writer_rewind(w, start);
    w->open = before->open;
    w->inner = before->inner;
    w->held = before->held;
}

static CINCHI_NOINLINE cinch_error read_one_text(const char *text, size_t len, const cinch_text_opts *opts, cinch_writer *w,
                                                 size_t *used, cinch_diag *d)
{
    cinchi_text_reader r; /* its places are written before they are read */
    const cinch_writer before = *w;
    r.pos = r.item = r.fault = text;
    r.end = text + len;
    r.error = w->error;
    r.w = w;
    r.limits = opts->limits;
    if (!r.limits.depth || r.limits.depth > CINCH_DEPTH) r.limits.depth = CINCH_DEPTH;
    r.start = cinch_writer_pos(w);
    r.items = 0;
    r.depth = 0;
    if (!r.error) {
        read_all(&r);
        if (!r.error && !used && r.pos != r.end) cinchi_text_fail(&r, CINCH_ERR_TRAILING, r.pos);
        if (r.error) read_undo(w, &before, r.start);
    }
    if (used && !r.error) *used = (size_t)(r.pos - text);
    read_diag(&r, text, d);
    return r.error;
}

cinch_error cinch_text_read(const char *text, size_t len, const cinch_text_opts *opts, cinch_writer *w, size_t *used,
                            cinch_diag *diag)
{
    static const cinch_text_opts defaults = CINCH_ZERO;
    cinch_diag d;
    cinch_error e = read_one_text(len ? text : "", len, opts ? opts : &defaults, w, used, &d);
    if (diag) *diag = d;
    return e;
}

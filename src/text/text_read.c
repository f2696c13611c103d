/* SPDX-License-Identifier: MIT
 * Text to MessagePack: values one after the other, and for every open container what it needs when it closes. The first error ends it,
 * at the place in the text where it lies.
 */
#include "text_quote.h"
#include "text_words.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"
#include "../base/num.h"
#include "../base/rfc3339.h"
#include "../core/put.h"
#include "../core/stamp.h"

typedef struct text_place { /* an open container */
    cinch_mark mark;
    uint64_t values; /* in it so far, keys too */
    uint8_t format;  /* of its head; 0: the smallest */
    bool map;
} text_place;

typedef struct text_reader {
    const char *pos, *end;
    const char *item; /* where the item at hand begins */
    const char *fault;
    cinch_error error;
    cinch_writer *w;
    cinch_limits limits;
    uint64_t start; /* of the value, in w */
    uint64_t items;
    uint32_t depth;
    text_place places[CINCH_DEPTH];
} text_reader;

static void read_fail(text_reader *r, cinch_error e, const char *at)
{
    if (r->error) return;
    r->error = e;
    r->fault = at;
}

/* Whatever stands at pos should not, or is missing. */
static void read_odd(text_reader *r)
{
    read_fail(r, r->pos == r->end ? CINCH_ERR_TRUNCATED : CINCH_ERR_SYNTAX, r->pos);
}

static void read_blank(text_reader *r)
{
    for (; r->pos != r->end; r->pos++) {
        if (*r->pos == '#') {
            const char *line = memchr(r->pos, '\n', (size_t)(r->end - r->pos));
            r->pos = line ? line : r->end;
            if (!line) return;
        } else if (*r->pos != ' ' && *r->pos != '\n' && *r->pos != '\r' && *r->pos != '\t') {
            return;
        }
    }
}

static bool read_char(text_reader *r, char c)
{
    read_blank(r);
    if (r->pos == r->end || *r->pos != c) return false;
    r->pos++;
    return true;
}

static bool read_at_key(const text_reader *r)
{
    return r->depth && r->places[r->depth - 1].map && r->places[r->depth - 1].values & 1;
}

/* A number or a word must not run into what follows it: 01 is no 0 and 1. */
static bool read_apart(text_reader *r)
{
    char c = ' ';
    if (r->pos != r->end) c = *r->pos;
    if ((c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (!c || !strchr("+-._", c))) return true;
    read_odd(r);
    return false;
}

/* ---------------------------------------------------------------- numbers */

/* A number at pos, after blanks. An integer of 64 bits beyond decimal may also be written in hexadecimal, 0x.. */
static bool read_number(text_reader *r, cinchi_num *num)
{
    const char *next;
    read_blank(r);
    if (r->end - r->pos >= 2 && r->pos[0] == '0' && r->pos[1] == 'x') {
        size_t n = 2;
        for (num->as.u64 = 0; r->pos + n != r->end && cinchi_text_digit(r->pos[n]) >= 0; n++) {
            if (num->as.u64 >> 60) read_fail(r, CINCH_ERR_NUMBER, r->pos);
            num->as.u64 = num->as.u64 << 4 | (uint64_t)cinchi_text_digit(r->pos[n]);
        }
        num->kind = CINCHI_NUM_U64;
        r->pos += n;
        if (n == 2) read_odd(r);
        return !r->error && read_apart(r);
    }
    next = cinchi_num_read(r->pos, r->end, num);
    if (num->kind == CINCHI_NUM_BAD) {
        r->pos = next;
        read_odd(r);
        return false;
    }
    r->pos = next;
    return read_apart(r);
}

static void read_put(text_reader *r, uint8_t type, uint8_t format, cinchi_num num)
{
    cinch_token t;
    memset(&t, 0, sizeof t);
    t.type = type;
    t.format = format;
    t.as.u64 = num.as.u64;
    cinch_put_token(r->w, t);
}

static void read_int(text_reader *r, uint8_t format)
{
    cinchi_num num;
    if (!read_number(r, &num)) return;
    if (num.kind == CINCHI_NUM_BIG) {
        read_fail(r, CINCH_ERR_NUMBER, r->item);
    } else if (num.kind == CINCHI_NUM_F64) {
        read_fail(r, CINCH_ERR_RANGE, r->item);
    } else {
        read_put(r, num.kind == CINCHI_NUM_U64 ? CINCH_U64 : CINCH_I64, format, num);
    }
}

static double read_double(const cinchi_num *num)
{
    if (num->kind == CINCHI_NUM_U64) return (double)num->as.u64;
    if (num->kind == CINCHI_NUM_I64) return (double)num->as.i64;
    return num->as.f64;
}

/* A word that the end of the text cuts is an error. */
static bool read_word(text_reader *r, const char *word)
{
    size_t n = strlen(word), left = (size_t)(r->end - r->pos);
    if (left < n && memcmp(r->pos, word, left) == 0) read_fail(r, CINCH_ERR_TRUNCATED, r->end);
    if (left < n || memcmp(r->pos, word, n) != 0) return false;
    r->pos += n;
    return true;
}

/* The bits of a NaN in parentheses, if there are any. */
static void read_nan(text_reader *r, unsigned digits, uint64_t exponent, uint64_t *bits)
{
    uint64_t sign = (uint64_t)1 << (4 * digits - 1), v = 0;
    unsigned n = 0;
    if (r->pos == r->end || *r->pos != '(') return;
    for (r->pos++; n < digits && r->pos != r->end && cinchi_text_digit(*r->pos) >= 0; n++)
        v = v << 4 | (uint64_t)cinchi_text_digit(*r->pos++);
    if (n != digits || r->pos == r->end || *r->pos != ')') {
        read_odd(r);
        return;
    }
    r->pos++;
    if ((v & exponent) != exponent || !(v & (exponent ^ (sign - 1)))) read_fail(r, CINCH_ERR_NUMBER, r->item);
    *bits = v;
}

static void read_f64(text_reader *r)
{
    const uint64_t exponent = (uint64_t)0x7ff << 52, sign = (uint64_t)1 << 63;
    cinchi_num num = {CINCHI_NUM_F64, {exponent}};
    read_blank(r);
    if (read_word(r, "-inf")) {
        num.as.u64 |= sign;
    } else if (read_word(r, "nan")) {
        num.as.u64 = exponent | (uint64_t)1 << 51;
        read_nan(r, 16, exponent, &num.as.u64);
    } else if (!read_word(r, "inf")) {
        if (!read_number(r, &num)) return;
        num.as.f64 = read_double(&num);
        if ((num.as.u64 & exponent) == exponent) read_fail(r, CINCH_ERR_NUMBER, r->item);
    }
    if (read_apart(r)) read_put(r, CINCH_F64, 0, num);
}

/* False for what rounds to infinity. */
static bool read_narrow(double v, float *out)
{
    const double beyond = 3.4028235677973366e38; /* half a unit in the last place above the largest */
    bool fits = v < beyond && v > -beyond;
    *out = fits ? (float)v : 0;
    return fits;
}

static void read_f32(text_reader *r)
{
    uint64_t bits = 0x7f800000;
    uint32_t low;
    cinchi_num num;
    float v;
    cinch_token t;
    memset(&t, 0, sizeof t);
    t.type = CINCH_F32;
    read_blank(r);
    if (read_word(r, "-inf")) {
        bits |= 0x80000000;
    } else if (read_word(r, "nan")) {
        bits = 0x7fc00000;
        read_nan(r, 8, 0x7f800000, &bits);
    } else if (!read_word(r, "inf")) {
        if (!read_number(r, &num)) return;
        if (!read_narrow(read_double(&num), &v)) read_fail(r, CINCH_ERR_NUMBER, r->item);
        memcpy(&low, &v, sizeof low);
        bits = low;
    }
    low = (uint32_t)bits;
    memcpy(&t.as.f32, &low, sizeof low);
    if (read_apart(r)) cinch_put_token(r->w, t);
}

/* ---------------------------------------------------------------- payloads */

/* The head of a payload or container; false if its format cannot hold so much. */
static bool read_head(text_reader *r, uint8_t kind, uint8_t format, uint64_t len, int8_t type)
{
    uint8_t h[CINCH_BOUND_HEAD];
    size_t n = len <= UINT32_MAX ? cinchi_text_head(h, kind, format, (uint32_t)len, type) : 0;
    if (r->limits.key_len && len > r->limits.key_len && read_at_key(r)) read_fail(r, CINCH_ERR_LIMIT, r->item);
    if (!n) read_fail(r, len > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_ERR_RANGE, r->item);
    if (r->error) return false;
    cinch_put_raw(r->w, h, n);
    return true;
}

static void read_str(text_reader *r, uint8_t format)
{
    uint64_t len;
    const char *close, *from;
    cinch_error e;
    if (!read_char(r, '"')) {
        read_odd(r);
        return;
    }
    from = r->pos;
    close = cinchi_text_unquote(from, r->end, &len, &r->pos, &e);
    if (!close) {
        read_fail(r, e, r->pos);
        return;
    }
    if (read_head(r, CINCH_STR, format, len, 0)) cinchi_text_put_unquoted(r->w, from, close);
    r->pos = close + 1;
}

/* Digits up to a quote, in pairs, blanks between pairs: their count, or an error. */
static uint64_t read_count_hex(text_reader *r)
{
    uint64_t n = 0;
    for (;; n++) {
        while (r->pos != r->end && (*r->pos == ' ' || *r->pos == '\n' || *r->pos == '\r' || *r->pos == '\t')) r->pos++;
        if (r->pos != r->end && *r->pos == '"') return n;
        for (unsigned i = 0; i < 2; i++, r->pos++) {
            if (r->pos != r->end && cinchi_text_digit(*r->pos) >= 0) continue;
            read_odd(r);
            return 0;
        }
    }
}

static void read_bytes(text_reader *r, uint8_t kind, uint8_t format, int8_t type)
{
    const char *p;
    uint64_t len;
    read_blank(r);
    if (!read_word(r, "x\"")) {
        if (r->pos != r->end && *r->pos == 'x' && r->pos + 1 == r->end) r->pos = r->end;
        read_odd(r);
        return;
    }
    p = r->pos;
    len = read_count_hex(r);
    if (r->error || !read_head(r, kind, format, len, type)) return;
    for (r->pos++; len; len--) {
        uint8_t byte;
        while (cinchi_text_digit(*p) < 0) p++;
        byte = (uint8_t)(cinchi_text_digit(p[0]) << 4 | cinchi_text_digit(p[1]));
        cinch_put_raw(r->w, &byte, 1);
        p += 2;
    }
}

static void read_ext(text_reader *r, uint8_t format)
{
    cinchi_num num;
    if (!read_number(r, &num)) return;
    if ((num.kind != CINCHI_NUM_U64 || num.as.u64 > INT8_MAX) && (num.kind != CINCHI_NUM_I64 || num.as.i64 < INT8_MIN))
        read_fail(r, CINCH_ERR_RANGE, r->item);
    else
        read_bytes(r, CINCH_EXT, format, (int8_t)num.as.i64);
}

/* ---------------------------------------------------------------- time */

/* Seconds and nanoseconds as two integers. */
static bool read_seconds(text_reader *r, cinch_time *t)
{
    cinchi_num sec, nsec;
    if (!read_number(r, &sec) || !read_number(r, &nsec)) return false;
    t->sec = sec.as.i64;
    t->nsec = (uint32_t)nsec.as.u64;
    if ((sec.kind == CINCHI_NUM_I64 || (sec.kind == CINCHI_NUM_U64 && sec.as.u64 <= INT64_MAX)) &&
        nsec.kind == CINCHI_NUM_U64 && nsec.as.u64 <= CINCHI_NSEC_MAX)
        return true;
    read_fail(r, CINCH_ERR_RANGE, r->item);
    return false;
}

static bool read_date(text_reader *r, cinch_time *t)
{
    const char *from, *close;
    read_blank(r);
    if (r->pos == r->end || *r->pos != '"') return read_seconds(r, t);
    from = r->pos + 1;
    close = memchr(from, '"', (size_t)(r->end - from));
    if (close && cinchi_rfc3339_get(from, (size_t)(close - from), t)) {
        r->pos = close + 1;
        return true;
    }
    read_fail(r, close ? CINCH_ERR_SYNTAX : CINCH_ERR_TRUNCATED, close ? from : r->end);
    return false;
}

static void read_time(text_reader *r, uint8_t size)
{
    uint8_t payload[12];
    cinch_time t;
    uint32_t smallest;
    if (!read_date(r, &t)) return;
    smallest = cinchi_stamp_len(t.sec, t.nsec);
    if (!size) size = (uint8_t)smallest;
    if (size < smallest) {
        read_fail(r, CINCH_ERR_RANGE, r->item);
        return;
    }
    cinchi_stamp_store(payload, size, t.sec, t.nsec);
    if (read_head(r, CINCH_EXT, 0, size, CINCH_EXT_TIME)) cinch_put_raw(r->w, payload, size);
}

/* ---------------------------------------------------------------- containers */

static void read_limit_bytes(text_reader *r, const char *at)
{
    if (r->limits.bytes && cinch_writer_pos(r->w) - r->start > r->limits.bytes) read_fail(r, CINCH_ERR_LIMIT, at);
}

static void read_open(text_reader *r, bool map, uint8_t format)
{
    text_place *l = &r->places[r->depth];
    if (!read_char(r, map ? '{' : '[')) {
        read_odd(r);
        return;
    }
    if (r->depth == r->limits.depth) {
        read_fail(r, CINCH_ERR_DEPTH, r->item);
        return;
    }
    l->mark = map ? cinch_put_open_map(r->w) : cinch_put_open_array(r->w);
    l->values = 0;
    l->format = format;
    l->map = map;
    r->depth++;
}

static void read_close(text_reader *r)
{
    text_place *l = &r->places[--r->depth];
    uint64_t count = l->values >> l->map;
    uint8_t h[CINCH_BOUND_HEAD];
    size_t n = count <= UINT32_MAX ? cinchi_text_head(h, l->map ? CINCH_MAP : CINCH_ARRAY, l->format, (uint32_t)count, 0) : 0;
    if (n)
        cinchi_put_close_head(r->w, l->mark, h, n);
    else
        read_fail(r, count > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_ERR_RANGE, r->pos - 1);
    read_limit_bytes(r, r->pos - 1); /* the head may have grown */
}

/* ---------------------------------------------------------------- values */

static size_t read_letters(const text_reader *r)
{
    size_t n = 0;
    while (r->pos + n != r->end && ((r->pos[n] >= 'a' && r->pos[n] <= 'z') || (r->pos[n] >= '0' && r->pos[n] <= '9'))) n++;
    return n;
}

static void read_typed(text_reader *r, const cinchi_text_word *word)
{
    switch (word->type) {
    case CINCH_U64:
    case CINCH_I64: read_int(r, word->format); break;
    case CINCH_F32: read_f32(r); break;
    case CINCH_F64: read_f64(r); break;
    case CINCH_STR: read_str(r, word->format); break;
    case CINCH_BIN: read_bytes(r, CINCH_BIN, word->format, 0); break;
    case CINCH_EXT: read_ext(r, word->format); break;
    case CINCH_TIME: read_time(r, word->size); break;
    default: read_open(r, word->type == CINCH_MAP, word->format);
    }
}

/* A word may be cut by the end of the text. */
static void read_named(text_reader *r)
{
    size_t n = read_letters(r);
    const cinchi_text_word *word = cinchi_text_word_find(r->pos, n);
    if (n == 3 && memcmp(r->pos, "nil", 3) == 0) {
        cinch_put_nil(r->w);
    } else if ((n == 4 && memcmp(r->pos, "true", 4) == 0) || (n == 5 && memcmp(r->pos, "false", 5) == 0)) {
        cinch_put_bool(r->w, n == 4);
    } else if (n == 3 && (memcmp(r->pos, "nan", 3) == 0 || memcmp(r->pos, "inf", 3) == 0)) {
        read_f64(r);
        return;
    } else if (word) {
        r->pos += n;
        read_typed(r, word);
        return;
    } else {
        read_fail(r, r->pos + n == r->end && n ? CINCH_ERR_TRUNCATED : CINCH_ERR_SYNTAX,
                  n && r->pos + n == r->end ? r->end : r->pos);
        return;
    }
    r->pos += n;
    read_apart(r);
}

static void read_plain(text_reader *r)
{
    cinchi_num num;
    if (r->end - r->pos > 1 && r->pos[0] == '-' && r->pos[1] == 'i') {
        read_f64(r);
    } else if (read_number(r, &num)) {
        uint64_t exponent = (uint64_t)0x7ff << 52;
        if (num.kind == CINCHI_NUM_BIG || (num.kind == CINCHI_NUM_F64 && (num.as.u64 & exponent) == exponent))
            read_fail(r, CINCH_ERR_NUMBER, r->item);
        else
            read_put(r, num.kind == CINCHI_NUM_U64 ? CINCH_U64 : num.kind == CINCHI_NUM_I64 ? CINCH_I64 : CINCH_F64, 0, num);
    }
}

static void read_value(text_reader *r)
{
    read_blank(r);
    r->item = r->pos;
    if (r->pos == r->end) {
        read_odd(r);
        return;
    }
    if (r->limits.items && r->items++ == r->limits.items) read_fail(r, CINCH_ERR_LIMIT, r->item);
    switch (*r->pos) {
    case '"': read_str(r, 0); break;
    case '[': read_open(r, false, 0); break;
    case '{': read_open(r, true, 0); break;
    case 'x': read_bytes(r, CINCH_BIN, 0, 0); break;
    default:
        if (*r->pos == '-' || (*r->pos >= '0' && *r->pos <= '9'))
            read_plain(r);
        else
            read_named(r);
    }
    if (r->w->error) read_fail(r, r->w->error, r->item);
    read_limit_bytes(r, r->item);
}

/* Between two items of the innermost container: true when another one comes, false when it has been closed. A comma may stand behind the
 * last. */
static bool read_between(text_reader *r)
{
    const text_place *l = &r->places[r->depth - 1];
    const char close = l->map ? '}' : ']';
    if (l->map && l->values & 1) {
        if (!read_char(r, ':')) read_odd(r);
        return true;
    }
    if (l->values && !read_char(r, ',')) {
        if (!read_char(r, close)) read_odd(r);
    } else if (!read_char(r, close)) {
        return true;
    }
    if (!r->error) read_close(r);
    return false;
}

static void read_all(text_reader *r)
{
    read_value(r);
    while (r->depth && !r->error) {
        uint32_t depth = r->depth;
        if (read_between(r)) {
            r->places[depth - 1].values++;
            if (!r->error) read_value(r);
        }
        if (r->w->error) read_fail(r, r->w->error, r->item);
    }
    read_blank(r);
}

/* ---------------------------------------------------------------- the call */

static void read_diag(const text_reader *r, const char *text, cinch_diag *d)
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
    text_reader r; /* its places are written before they are read */
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
        if (!r.error && !used && r.pos != r.end) read_fail(&r, CINCH_ERR_TRAILING, r.pos);
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

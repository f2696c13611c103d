/* SPDX-License-Identifier: MIT
 * Strings of any length with anything in them. The quick ways below trust and then verify; where a string turns out bad, or
 * output is short of room, `decode` goes through it once more byte by byte and alone says what is wrong, or what it becomes.
 */
#include "json_in.h"
#include "../base/compiler.h"
#include "../base/utf8.h"
#include "../core/put.h"
#include "../kern/block.h"
#include "../kern/kern.h"

/* Value of a hexadecimal digit, 16 and up for others. */
static inline unsigned json_hex_digit(uint8_t c)
{
    if ((uint8_t)(c - '0') < 10) return c - '0';
    c |= 0x20;
    return (uint8_t)(c - 'a') < 6 ? c - 'a' + 10u : 16;
}

/* Four of them, or UINT32_MAX. */
static inline uint32_t hex4(const uint8_t *p)
{
    unsigned a = json_hex_digit(p[0]), b = json_hex_digit(p[1]), c = json_hex_digit(p[2]), d = json_hex_digit(p[3]);
    return (a | b | c | d) < 16 ? a << 12 | b << 8 | c << 4 | d : UINT32_MAX;
}

/* What follows a backslash for a character of its own; 0: none. */
static inline uint8_t short_escape(uint8_t c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

/* The end of a run of plain characters at p; *high collects whether it has bytes from 0x80 up. */
static inline const uint8_t *plain_end(const uint8_t *p, const uint8_t *end, bool *high)
{
    while (end - p >= CINCHI_BLOCK) {
        cinchi_block b = cinchi_block_load(p);
        cinchi_block_mask stop = cinchi_block_special(b), up = cinchi_block_high(b);
        if (stop) {
            unsigned n = cinchi_block_first(stop);
            *high |= cinchi_block_below(up, n);
            return p + n;
        }
        *high |= up != 0;
        p += CINCHI_BLOCK;
    }
    for (; p != end && *p != '"' && *p != '\\' && *p >= 0x20; p++) *high |= *p >= 0x80;
    return p;
}

typedef struct cinchi_json_escape { /* one \u, or a pair of them that make one character */
    const uint8_t *after;
    uint32_t c;
    cinch_error error; /* SYNTAX, TRUNCATED; SURROGATE: c is of no use, after is behind the first \u alone */
} cinchi_json_escape;

static CINCHI_COLD cinchi_json_escape read_escape(const uint8_t *p, const uint8_t *end)
{
    cinchi_json_escape e = {p + 2, 0, CINCH_OK};
    uint32_t low = 0;
    for (; e.after != end && e.after != p + 6; e.after++) {
        if (json_hex_digit(*e.after) > 15) {
            e.error = CINCH_ERR_SYNTAX;
            return e;
        }
        e.c = e.c << 4 | json_hex_digit(*e.after);
    }
    if (e.after != p + 6) {
        e.error = CINCH_ERR_TRUNCATED;
        return e;
    }
    if (e.c < 0xd800 || e.c > 0xdfff) return e;
    e.error = CINCH_ERR_SURROGATE;
    if (e.c > 0xdbff) return e;
    for (size_t i = 6; i < 12; i++) { /* its partner, whatever part of it is there */
        if (p + i == end) {
            e.error = CINCH_ERR_TRUNCATED;
            return e;
        }
        if (i < 8 ? p[i] != "\\u"[i - 6] : json_hex_digit(p[i]) > 15) return e;
        if (i >= 8) low = low << 4 | json_hex_digit(p[i]);
    }
    if (low < 0xdc00 || low > 0xdfff) return e;
    e.c = 0x10000 + ((e.c & 0x3ff) << 10 | (low & 0x3ff));
    e.after = p + 12;
    e.error = CINCH_OK;
    return e;
}

/* One character of a string at s, plain or escaped, as UTF-8 at c. NULL: a fault; the end of text within it is TRUNCATED at
 * start, the string's quote. */
static const uint8_t *decode_one(cinchi_json_in *j, const uint8_t *start, const uint8_t *s, uint8_t *c, size_t *len)
{
    bool replace = j->opts->utf8 == CINCH_UTF8_REPLACE;
    uint32_t cp;
    cinchi_json_escape e;
    if (*s < 0x20) return cinchi_json_fault(j, s, CINCH_ERR_SYNTAX).p;
    if (*s != '\\') {
        *len = cinchi_utf8_get(s, (size_t)(j->end - s), &cp);
        if (cp == CINCHI_UTF8_CUT) return cinchi_json_fault(j, start, CINCH_ERR_TRUNCATED).p;
        if (cp == CINCHI_UTF8_BAD && !replace) return cinchi_json_fault(j, s, CINCH_ERR_UTF8).p;
        memcpy(c, s, *len);
        s += *len;
        if (cp == CINCHI_UTF8_BAD) *len = (size_t)(cinchi_utf8_put(c, 0xfffd) - c);
        return s;
    }
    if (j->end - s < 2) return cinchi_json_fault(j, start, CINCH_ERR_TRUNCATED).p;
    *len = 1;
    *c = short_escape(s[1]);
    if (*c) return s + 2;
    if (s[1] != 'u') return cinchi_json_fault(j, s + 1, CINCH_ERR_SYNTAX).p;
    e = read_escape(s, j->end);
    if (e.error == CINCH_ERR_SURROGATE && replace) {
        e.error = CINCH_OK;
        e.c = 0xfffd;
    }
    if (e.error == CINCH_ERR_SURROGATE) return cinchi_json_fault(j, s, e.error).p;
    if (e.error) return cinchi_json_fault(j, e.error == CINCH_ERR_TRUNCATED ? start : e.after, e.error).p;
    *len = (size_t)(cinchi_utf8_put(c, e.c) - c);
    return e.after;
}

/* The string at p (its quote), to out unless NULL, exactly. *len gets its bytes. Returns behind the closing quote, or NULL. */
static CINCHI_COLD const uint8_t *decode(cinchi_json_in *j, const uint8_t *p, uint8_t *out, size_t *len)
{
    const uint8_t *s = p + 1;
    uint8_t c[4];
    size_t n = 0, total = 0;
    while (s != j->end && *s != '"') {
        s = decode_one(j, p, s, c, &n);
        if (!s) return NULL;
        if (out) memcpy(out + total, c, n);
        total += n;
    }
    if (s == j->end) return cinchi_json_fault(j, p, CINCH_ERR_TRUNCATED).p;
    *len = total;
    return s + 1;
}

/* A head for n bytes at p. */
static inline size_t str_head(const cinchi_json_in *j, uint8_t *p, size_t n)
{
    if (n < 32) {
        *p = (uint8_t)(0xa0 | n);
        return 1;
    }
    return cinchi_head_str(p, (uint32_t)n, j->old_spec);
}

cinchi_json_at cinchi_json_put_view(cinchi_json_in *j, const uint8_t *at, cinch_str s, const uint8_t *p, uint8_t *o)
{
    uint8_t head[5];
    cinchi_json_at r;
#if SIZE_MAX > UINT32_MAX
    if (s.len > UINT32_MAX) return cinchi_json_fault(j, at, CINCH_ERR_LENGTH);
#endif
    r = cinchi_json_put(j, at, head, str_head(j, head, s.len), p, o);
    return r.p ? cinchi_json_put(j, at, s.ptr, s.len, p, r.o) : r;
}

/* Twice: for its length, then for its bytes. */
static CINCHI_COLD cinchi_json_at slow_string(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    uint8_t head[5];
    size_t len, head_len;
    const uint8_t *after = decode(j, p, NULL, &len);
    if (!after) return (cinchi_json_at){NULL, NULL};
#if SIZE_MAX > UINT32_MAX
    if (len > UINT32_MAX) return cinchi_json_fault(j, p, CINCH_ERR_LENGTH);
#endif
    head_len = str_head(j, head, len);
    if (!cinchi_json_more(j, &o, head_len + len, p)) return (cinchi_json_at){NULL, NULL};
    if ((size_t)(j->room - o) < head_len + len) return cinchi_json_fault(j, p, CINCH_ERR_ROOM);
    memcpy(o, head, head_len);
    (void)decode(j, p, o + head_len, &len);
    return (cinchi_json_at){after, o + head_len + len};
}

/* The closing quote, from q, a backslash, on; NULL when text ends first. */
static const uint8_t *closing_quote(const uint8_t *q, const uint8_t *end, bool *high)
{
    while (q != end && *q != '"') {
        if (*q < 0x20 || (*q == '\\' && end - q < 2)) return NULL;
        q = plain_end(*q == '\\' ? q + 2 : q, end, high);
    }
    return q == end ? NULL : q;
}

/* The escape at s, to o. NULL: bad, or no surrogate pair. Reads at most to the closing quote, which lies ahead. */
static inline const uint8_t *quick_escape(const uint8_t *s, const uint8_t *close, uint8_t **o)
{
    uint8_t c = short_escape(s[1]);
    uint32_t u, low;
    if (c) {
        *(*o)++ = c;
        return s + 2;
    }
    if (s[1] != 'u' || close - s < 6) return NULL;
    u = hex4(s + 2);
    if (u > 0xffff || (u >= 0xdc00 && u <= 0xdfff)) return NULL;
    s += 6;
    if (u >= 0xd800 && u <= 0xdbff) {
        if (close - s < 6 || s[0] != '\\' || s[1] != 'u') return NULL;
        low = hex4(s + 2);
        if (low < 0xdc00 || low > 0xdfff) return NULL;
        u = 0x10000 + ((u & 0x3ff) << 10 | (low & 0x3ff));
        s += 6;
    }
    *o = cinchi_utf8_put(*o, u);
    return s;
}

/* Copies to o what stands between s and its closing quote, without the escapes. At o there is a block more room than that. */
static uint8_t *unescape(const uint8_t *s, const uint8_t *close, const uint8_t *end, uint8_t *o)
{
    while (s != close) {
        if (*s == '\\') {
            s = quick_escape(s, close, &o);
            if (!s) return NULL;
        } else if (end - s >= CINCHI_BLOCK) {
            cinchi_block b = cinchi_block_load(s);
            cinchi_block_mask stop = cinchi_block_special(b);
            unsigned n = stop ? cinchi_block_first(stop) : CINCHI_BLOCK;
            cinchi_block_store(o, b);
            s += n;
            o += n;
        } else {
            *o++ = *s++;
        }
    }
    return o;
}

static CINCHI_NOINLINE cinchi_json_at escaped_string(cinchi_json_in *j, const uint8_t *p, const uint8_t *slash, uint8_t *o,
                                                     bool high)
{
    const uint8_t *close = closing_quote(slash, j->end, &high);
    size_t bound, len, head_len, real;
    uint8_t head[5], *to;
    if (!close) return slow_string(j, p, o);
    bound = (size_t)(close - p) - 1;
    if (!cinchi_json_more(j, &o, bound + 5 + CINCHI_BLOCK, p)) return (cinchi_json_at){NULL, NULL};
    if ((size_t)(j->room - o) < bound + 5 + CINCHI_BLOCK) return slow_string(j, p, o);
    head_len = bound < 32 ? 1 : bound <= UINT8_MAX && !j->old_spec ? 2 : bound <= UINT16_MAX ? 3 : 5;
    to = unescape(p + 1, close, j->end, o + head_len);
    if (CINCHI_UNLIKELY(!to)) return slow_string(j, p, o);
    len = (size_t)(to - o) - head_len;
    if (high && !cinchi_utf8_valid(o + head_len, len)) return slow_string(j, p, o);
#if SIZE_MAX > UINT32_MAX
    if (len > UINT32_MAX) return cinchi_json_fault(j, p, CINCH_ERR_LENGTH);
#endif
    real = str_head(j, head, len);
    if (real != head_len) memmove(o + real, o + head_len, len);
    memcpy(o, head, real);
    return (cinchi_json_at){close + 1, o + real + len};
}

cinchi_json_at cinchi_json_string(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    bool high = false;
    const uint8_t *q = plain_end(p + 1, j->end, &high);
    size_t len = (size_t)(q - p) - 1;
    if (CINCHI_UNLIKELY(q == j->end || *q != '"'))
        return q != j->end && *q == '\\' ? escaped_string(j, p, q, o, high) : slow_string(j, p, o);
    if (high && CINCHI_UNLIKELY(!cinchi_utf8_valid(p + 1, len))) return slow_string(j, p, o);
    if (CINCHI_UNLIKELY((size_t)(j->room - o) < len + 5))
        return cinchi_json_put_view(j, p, (cinch_str){(const char *)p + 1, len}, q + 1, o);
#if SIZE_MAX > UINT32_MAX
    if (len > UINT32_MAX) return cinchi_json_fault(j, p, CINCH_ERR_LENGTH);
#endif
    o += str_head(j, o, len);
    memcpy(o, p + 1, len);
    return (cinchi_json_at){q + 1, o + len};
}

bool cinchi_json_view(cinchi_json_in *j, const uint8_t **p, cinch_str *view)
{
    bool high = false;
    const uint8_t *q = plain_end(*p + 1, j->end, &high), *after;
    uint8_t *out;
    size_t len = 0;
    view->ptr = (const char *)*p + 1;
    view->len = (size_t)(q - *p) - 1;
    if (q != j->end && *q == '"' && (!high || cinchi_utf8_valid(*p + 1, view->len))) {
        *p = q + 1;
        return true;
    }
    after = decode(j, *p, NULL, &len);
    if (!after) return false;
    j->temp.count = 0;
    out = (uint8_t *)cinchi_json_vec_more(&j->temp, &j->alloc, len, 1);
    if (!out) return cinchi_json_fault(j, *p, CINCH_ERR_MEMORY).p != NULL;
    (void)decode(j, *p, out, &len);
    view->ptr = (const char *)out;
    view->len = len;
    *p = after;
    return true;
}

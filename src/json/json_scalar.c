/* SPDX-License-Identifier: MIT
 * Numbers and literals. What is usual is decided here byte by byte; what is not goes to num.h.
 */
#include "json_in.h"
#include "cinch/inline.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"
#include "../base/digits16.h"
#include "../base/num.h"
#include "../base/num_digits.h"
#include "../base/num_near.h"
#include "../core/put.h"

enum { NUMBER_TEXT = 18 }; /* bytes from a point on that quick_decimal may look at */

/* An item of at most 9 bytes; returns its end. What cinchi_store_u64 does, but by branches: widths repeat in documents and can be foreseen
 * (citm 338 us, 364 without a branch). */
static inline uint8_t *put_unsigned(uint8_t *o, uint64_t v)
{
    if (v < 128) {
        *o = (uint8_t)v;
        return o + 1;
    }
    if (v <= UINT8_MAX) {
        o[0] = CINCH_WIRE_U8;
        o[1] = (uint8_t)v;
        return o + 2;
    }
    if (v <= UINT16_MAX) {
        o[0] = CINCH_WIRE_U16;
        cinchi_store16(o + 1, (uint16_t)v);
        return o + 3;
    }
    if (v <= UINT32_MAX) {
        o[0] = CINCH_WIRE_U32;
        cinchi_store32(o + 1, (uint32_t)v);
        return o + 5;
    }
    o[0] = CINCH_WIRE_U64;
    cinchi_store64(o + 1, v);
    return o + 9;
}

/* Whether f32 holds v; NaN and the infinities included. */
bool cinchi_json_shrink(double v, float *f)
{
    if (v != v) {
        *f = (float)v;
        return true;
    }
    if ((v > 3.4028234663852886e38 || v < -3.4028234663852886e38) && v - v == 0) return false;
    *f = (float)v;
    return (double)*f == v;
}

uint8_t *cinchi_json_put_f64(cinchi_json_in *j, uint8_t *o, double v)
{
    uint64_t bits;
    float f;
    if (CINCHI_UNLIKELY(j->opts->f32_shrink) && cinchi_json_shrink(v, &f)) {
        uint32_t half;
        memcpy(&half, &f, 4);
        o[0] = CINCH_WIRE_F32;
        cinchi_store32(o + 1, half);
        return o + 5;
    }
    memcpy(&bits, &v, 8);
    o[0] = CINCH_WIRE_F64;
    cinchi_store64(o + 1, bits);
    return o + 9;
}

static double from_bits(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, 8);
    return v;
}

/* The rest of a word that may have been cut by the end of text; start is the token's first byte. */
static CINCHI_COLD cinchi_json_at bad_word(cinchi_json_in *j, const uint8_t *start, const uint8_t *p, const char *word)
{
    for (; *word && p != j->end; p++, word++)
        if (*p != (uint8_t)*word) return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX);
    return cinchi_json_fault(j, start, CINCH_ERR_TRUNCATED);
}

static CINCHI_COLD cinchi_json_at lax_number(cinchi_json_in *j, const uint8_t *start, const uint8_t *p, uint8_t *o,
                                             uint64_t bits, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(j->end - p) < len || memcmp(p, word, len) != 0) return bad_word(j, start, p, word);
    return (cinchi_json_at){p + len, cinchi_json_put_f64(j, o, from_bits(bits))};
}

static cinchi_json_at put_big(cinchi_json_in *j, const uint8_t *p, const uint8_t *after, uint8_t *o, double v)
{
    cinch_str s;
    if (j->opts->big == CINCH_BIG_FLOAT && v - v == 0) return (cinchi_json_at){after, cinchi_json_put_f64(j, o, v)};
    if (j->opts->big != CINCH_BIG_STRING) return cinchi_json_fault(j, p, CINCH_ERR_NUMBER);
    s.ptr = (const char *)p;
    s.len = (size_t)(after - p);
    return cinchi_json_put_view(j, p, s, after, o);
}

static CINCHI_NOINLINE cinchi_json_at any_number(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    cinchi_num n;
    const uint8_t *after = (const uint8_t *)cinchi_num_read((const char *)p, (const char *)j->end, &n);
    switch (n.kind) {
    case CINCHI_NUM_U64: o = put_unsigned(o, n.as.u64); break;
    case CINCHI_NUM_I64: o = cinchi_store_i64(o, n.as.i64); break;
    case CINCHI_NUM_F64:
        if (n.as.f64 - n.as.f64 != 0) return cinchi_json_fault(j, p, CINCH_ERR_NUMBER);
        o = cinchi_json_put_f64(j, o, n.as.f64);
        break;
    case CINCHI_NUM_BIG: return put_big(j, p, after, o, n.as.f64);
    default:
        if (after == j->end) return cinchi_json_fault(j, p, CINCH_ERR_TRUNCATED);
        if (j->opts->lax && after == p + 1 && *after == 'I')
            return lax_number(j, p, after, o, UINT64_C(0xfff0000000000000), "Infinity");
        return cinchi_json_fault(j, after, CINCH_ERR_SYNTAX);
    }
    return (cinchi_json_at){after, o};
}

/* A decimal with a short whole part v, which begins at s, and its point at q, where NUMBER_TEXT bytes follow. One product and no power that has to
 * be looked for: digits behind the point are taken as 16, or 8, whatever their number. */
static CINCHI_NOINLINE cinchi_json_at quick_decimal(cinchi_json_in *j, const uint8_t *p, const uint8_t *s, const uint8_t *q,
                                                    uint64_t v, uint8_t *o)
{
    cinchi_digits16_text t = cinchi_digits16_read((const char *)q + 1);
    const uint8_t *after = q + 1 + t.count;
    uint64_t bits;
    bool sure;
    if (q - s <= 3)
        sure = cinchi_decimal_quick((v * 100000000 + t.first) * 100000000 + t.last, -16, &bits);
    else
        sure = cinchi_decimal_quick(v * 100000000 + t.first, -8, &bits) && q - s <= 11 && t.count <= 8;
    if (CINCHI_UNLIKELY(!sure || !t.count || (uint8_t)(*after - '0') < 10 || (*after | 0x20) == 'e'))
        return any_number(j, p, o);
    bits |= (uint64_t)(s != p) << 63;
    if (CINCHI_UNLIKELY(j->opts->f32_shrink)) return (cinchi_json_at){after, cinchi_json_put_f64(j, o, from_bits(bits))};
    o[0] = CINCH_WIRE_F64;
    cinchi_store64(o + 1, bits);
    return (cinchi_json_at){after, o + 9};
}

/* Integers of at most 18 digits here: they fit whatever they are. stop: no text is looked at from there on, unless it is 18 digits behind
 * the sign. */
static CINCHI_ALWAYS_INLINE cinchi_json_at read_number(cinchi_json_in *j, const uint8_t *p, uint8_t *o, const uint8_t *s,
                                                       const uint8_t *stop)
{
    const uint8_t *q = s;
    uint64_t v = 0;
    if (stop - s >= 8) {
        uint64_t x = cinchi_little64(s) ^ CINCHI_ASCII_ZEROS;
        if (!cinchi_digits8_stop(x)) {
            v = cinchi_digits8_value(x);
            q += 8;
        }
    }
    while (q != stop && (uint8_t)(*q - '0') < 10) v = v * 10 + (uint8_t)(*q++ - '0');
    if (CINCHI_UNLIKELY(q == stop || q == s || (*s == '0' && q - s != 1))) return any_number(j, p, o);
    if (*q == '.' && CINCHI_LIKELY(j->end - q >= NUMBER_TEXT)) return quick_decimal(j, p, s, q, v, o);
    if (CINCHI_UNLIKELY(*q == '.' || (*q | 0x20) == 'e')) return any_number(j, p, o);
    if (s == p) return (cinchi_json_at){q, put_unsigned(o, v)};
    if (CINCHI_UNLIKELY(*s == '0')) return any_number(j, p, o);
    return (cinchi_json_at){q, cinchi_store_i64(o, (int64_t)(0 - v))};
}

cinchi_json_at cinchi_json_number(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    const uint8_t *s = p + (*p == '-');
    return read_number(j, p, o, s, j->end - s > 18 ? s + 18 : j->end);
}

cinchi_json_at cinchi_json_quick_number(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    const uint8_t *s = p + (*p == '-');
    return read_number(j, p, o, s, s + 18);
}

cinchi_json_at cinchi_json_literal(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    size_t left = (size_t)(j->end - p);
    switch (*p) {
    case 't':
        if (left < 4 || memcmp(p, "true", 4) != 0) return bad_word(j, p, p, "true");
        *o = CINCH_WIRE_TRUE;
        return (cinchi_json_at){p + 4, o + 1};
    case 'f':
        if (left < 5 || memcmp(p, "false", 5) != 0) return bad_word(j, p, p, "false");
        *o = CINCH_WIRE_FALSE;
        return (cinchi_json_at){p + 5, o + 1};
    case 'n':
        if (left < 4 || memcmp(p, "null", 4) != 0) return bad_word(j, p, p, "null");
        *o = CINCH_WIRE_NIL;
        return (cinchi_json_at){p + 4, o + 1};
    case 'N':
        if (j->opts->lax) return lax_number(j, p, p, o, UINT64_C(0x7ff8000000000000), "NaN");
        break;
    case 'I':
        if (j->opts->lax) return lax_number(j, p, p, o, UINT64_C(0x7ff0000000000000), "Infinity");
        break;
    default: break;
    }
    return (cinchi_json_at){p, o};
}

cinchi_json_at cinchi_json_put(cinchi_json_in *j, const uint8_t *at, const void *bytes, size_t len, const uint8_t *p,
                               uint8_t *o)
{
    if (!cinchi_json_more(j, &o, len, at)) return (cinchi_json_at){NULL, NULL};
    if ((size_t)(j->room - o) < len) return cinchi_json_fault(j, at, CINCH_ERR_ROOM);
    if (len) memcpy(o, bytes, len);
    return (cinchi_json_at){p, o + len};
}

/* Digits that become a str do not pass through scratch: there may be many. */
static bool is_big_str(cinchi_json_in *j, const uint8_t *p, const uint8_t **after)
{
    cinchi_num n;
    if (j->opts->big != CINCH_BIG_STRING) return false;
    *after = (const uint8_t *)cinchi_num_read((const char *)p, (const char *)j->end, &n);
    return n.kind == CINCHI_NUM_BIG;
}

cinchi_json_at cinchi_json_exact(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    uint8_t item[9];
    const uint8_t *after;
    bool number = (uint8_t)(*p - '0') < 10 || *p == '-';
    cinchi_json_at r;
    if (*p == '"') return j->odd_strs ? cinchi_json_odd_str(j, p, o) : cinchi_json_string(j, p, o);
    if (j->room - o >= (ptrdiff_t)sizeof item) return number ? cinchi_json_number(j, p, o) : cinchi_json_literal(j, p, o);
    if (number && is_big_str(j, p, &after)) return put_big(j, p, after, o, 0);
    r = number ? cinchi_json_number(j, p, item) : cinchi_json_literal(j, p, item);
    if (!r.p || r.p == p) return (cinchi_json_at){r.p, o};
    return cinchi_json_put(j, p, item, (size_t)(r.o - item), r.p, o);
}

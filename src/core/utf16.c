/* SPDX-License-Identifier: MIT
 * str to and from UTF-16 (Java, JavaScript, Windows), without memory of its own.
 */
#include "get.h"
#include "put.h"

enum { UTF16_BAD = 0x110000 }; /* no code point */

/* The code point at s, or UTF16_BAD for an unpaired surrogate. Returns the units it takes. */
static size_t utf16_unit(const uint16_t *s, size_t left, uint32_t *cp)
{
    *cp = s[0];
    if ((s[0] & 0xf800) != 0xd800) return 1;
    if (s[0] < 0xdc00 && left > 1 && (s[1] & 0xfc00) == 0xdc00) {
        *cp = 0x10000 + ((uint32_t)(s[0] & 0x3ff) << 10 | (s[1] & 0x3ffu));
        return 2;
    }
    *cp = UTF16_BAD;
    return 1;
}

static size_t utf16_len(uint32_t cp)
{
    return cp < 0x80 || cp == UTF16_BAD ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
}

static uint8_t *utf16_put(uint8_t *p, uint32_t cp)
{
    if (cp == UTF16_BAD) cp = '?';
    if (cp < 0x80) {
        *p++ = (uint8_t)cp;
        return p;
    }
    if (cp < 0x800) {
        *p++ = (uint8_t)(0xc0 | cp >> 6);
    } else {
        if (cp < 0x10000) {
            *p++ = (uint8_t)(0xe0 | cp >> 12);
        } else {
            *p++ = (uint8_t)(0xf0 | cp >> 18);
            *p++ = (uint8_t)(0x80 | (cp >> 12 & 0x3f));
        }
        *p++ = (uint8_t)(0x80 | (cp >> 6 & 0x3f));
    }
    *p++ = (uint8_t)(0x80 | (cp & 0x3f));
    return p;
}

/* Length as UTF-8; false when strict and a surrogate is unpaired. */
static bool utf16_measure(const uint16_t *s, size_t units, bool strict, uint64_t *len)
{
    uint32_t cp;
    size_t i;
    *len = 0;
    for (i = 0; i < units;) {
        i += utf16_unit(s + i, units - i, &cp);
        if (strict && cp == UTF16_BAD) return false;
        *len += utf16_len(cp);
    }
    return true;
}

static uint8_t *utf16_convert(uint8_t *out, const uint16_t *s, size_t units)
{
    uint32_t cp;
    size_t i;
    for (i = 0; i < units;) {
        i += utf16_unit(s + i, units - i, &cp);
        out = utf16_put(out, cp);
    }
    return out;
}

/* For a sink whose buffer is smaller than the string, and for counting: as much as the buffer at hand surely takes, then a piece across
 * its end. Never ends a piece between two surrogates. */
static void utf16_pieces(cinch_writer *w, const uint16_t *s, size_t units)
{
    uint8_t piece[96];
    while (units && !w->error) {
        size_t fit = (size_t)(w->end - w->pos) / 3, n = fit >= 2 ? fit : 32;
        if (n > units) n = units;
        if (n < units && (s[n - 1] & 0xfc00) == 0xd800) n--;
        if (fit >= 2)
            w->pos = utf16_convert(w->pos, s, n);
        else
            cinch_put_raw(w, piece, (size_t)(utf16_convert(piece, s, n) - piece));
        s += n;
        units -= n;
    }
}

void cinch_put_utf16(cinch_writer *w, const uint16_t *s, size_t units, bool strict)
{
    uint8_t head[5], *p;
    size_t head_len;
    uint64_t len, start = cinch_writer_pos(w);
    if (w->error) return;
    if (!utf16_measure(s, units, strict, &len) || len > UINT32_MAX) {
        cinch_writer_fail(w, len > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_ERR_SURROGATE);
        return;
    }
    head_len = cinchi_head_str(head, (uint32_t)len, w->flags & CINCH_OLD_SPEC);
    p = len <= SIZE_MAX / 2 ? cinchi_reserve(w, head_len + (size_t)len) : NULL;
    if (p) {
        memcpy(p, head, head_len);
        w->pos = utf16_convert(p + head_len, s, units);
    } else if (!w->spill || w->held) {
        cinch_writer_fail(w, CINCH_ERR_ROOM);
    } else {
        cinchi_put_parts(w, head, head_len, NULL, 0);
        utf16_pieces(w, s, units);
        if (w->error) cinchi_put_undo(w, start);
    }
}

/* The code point at p, or UTF16_BAD for what is not UTF-8; returns the bytes it takes: of a bad sequence the longest start of a
 * good one, at least 1, as the Unicode standard recommends (section 3.9, "U+FFFD substitution of maximal subparts"). */
static size_t utf16_get(const uint8_t *p, size_t left, uint32_t *cp)
{
    unsigned a = p[0], low = a == 0xe0 ? 0xa0 : a == 0xf0 ? 0x90 : 0x80, high = a == 0xed ? 0x9f : a == 0xf4 ? 0x8f : 0xbf;
    size_t i, more = a < 0xe0 ? 1 : a < 0xf0 ? 2 : 3;
    uint32_t v = a & (0x3fu >> more);
    *cp = a;
    if (a < 0x80) return 1;
    *cp = UTF16_BAD;
    if (a < 0xc2 || a > 0xf4) return 1;
    for (i = 1; i <= more; i++) {
        if (i == left || p[i] < low || p[i] > high) return i;
        v = v << 6 | (p[i] & 0x3f);
        low = 0x80;
        high = 0xbf;
    }
    *cp = v;
    return i;
}

size_t cinch_get_utf16(cinch_reader *r, uint16_t *buf, size_t cap, bool strict)
{
    const uint8_t *start = r->pos;
    cinch_str s = cinch_get_str(r);
    size_t i, n = 0;
    uint32_t cp;
    if (r->error) return 0;
    for (i = 0; i < s.len;) {
        i += utf16_get((const uint8_t *)s.ptr + i, s.len - i, &cp);
        if ((cp == UTF16_BAD && strict) || cap - n < (cp >= 0x10000 && cp != UTF16_BAD ? 2u : 1u)) {
            cinchi_get_fail(r, start, cp == UTF16_BAD && strict ? CINCH_ERR_UTF8 : CINCH_ERR_ROOM);
            return 0;
        }
        if (cp == UTF16_BAD) cp = 0xfffd;
        if (cp >= 0x10000) {
            buf[n++] = (uint16_t)(0xd7c0 + (cp >> 10));
            cp = 0xdc00 | (cp & 0x3ff);
        }
        buf[n++] = (uint16_t)cp;
    }
    return n;
}

/* SPDX-License-Identifier: MIT
 * str to and from UTF-16 (Java, JavaScript, Windows), without memory of its own.
 */
#include "get.h"
#include "put.h"
#include "../base/utf8.h"

/* The code point at s, or CINCHI_UTF8_BAD for an unpaired surrogate. Returns the units it takes. */
static size_t utf16_unit(const uint16_t *s, size_t left, uint32_t *cp)
{
    *cp = s[0];
    if ((s[0] & 0xf800) != 0xd800) return 1;
    if (s[0] < 0xdc00 && left > 1 && (s[1] & 0xfc00) == 0xdc00) {
        *cp = 0x10000 + ((uint32_t)(s[0] & 0x3ff) << 10 | (s[1] & 0x3ffu));
        return 2;
    }
    *cp = CINCHI_UTF8_BAD;
    return 1;
}

static size_t utf16_len(uint32_t cp)
{
    return cp < 0x80 || cp == CINCHI_UTF8_BAD ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
}

/* Length as UTF-8; false when strict and a surrogate is unpaired. */
static bool utf16_measure(const uint16_t *s, size_t units, bool strict, uint64_t *len)
{
    uint32_t cp;
    size_t i;
    *len = 0;
    for (i = 0; i < units;) {
        i += utf16_unit(s + i, units - i, &cp);
        if (strict && cp == CINCHI_UTF8_BAD) return false;
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
        out = cinchi_utf8_put(out, cp == CINCHI_UTF8_BAD ? '?' : cp);
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

size_t cinch_get_utf16(cinch_reader *r, uint16_t *buf, size_t cap, bool strict)
{
    const uint8_t *start = r->pos;
    cinch_str s = cinch_get_str(r);
    size_t i, n = 0;
    uint32_t cp;
    if (r->error) return 0;
    for (i = 0; i < s.len;) {
        i += cinchi_utf8_get((const uint8_t *)s.ptr + i, s.len - i, &cp);
        if (cp == CINCHI_UTF8_CUT) cp = CINCHI_UTF8_BAD;
        if ((cp == CINCHI_UTF8_BAD && strict) || cap - n < (cp >= 0x10000 && cp != CINCHI_UTF8_BAD ? 2u : 1u)) {
            cinchi_get_fail(r, start, cp == CINCHI_UTF8_BAD && strict ? CINCH_ERR_UTF8 : CINCH_ERR_ROOM);
            return 0;
        }
        if (cp == CINCHI_UTF8_BAD) cp = 0xfffd;
        if (cp >= 0x10000) {
            buf[n++] = (uint16_t)(0xd7c0 + (cp >> 10));
            cp = 0xdc00 | (cp & 0x3ff);
        }
        buf[n++] = (uint16_t)cp;
    }
    return n;
}

/* SPDX-License-Identifier: MIT
 * Characters of JSON strings. Only what must be escaped is: `"`, `\` and the control bytes, these in their short forms where JSON
 * has one. Text that is not ASCII is checked as a whole when its first such byte is met, and if it is bad it goes character by
 * character from there.
 */
#include "json_emit.h"
#include "../base/compiler.h"
#include "../base/utf8.h"
#include "../kern/block.h"
#include "../kern/kern.h"

/* An escape for c in room for 6 bytes; returns its length. */
static inline size_t put_escape(uint8_t *o, uint8_t c)
{
    static const char letters[33] = "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu"; /* by control byte; u: has none of its own */
    o[0] = '\\';
    o[1] = c < 0x20 ? (uint8_t)letters[c] : c;
    if (o[1] != 'u' || c >= 0x20) return 2;
    o[2] = '0';
    o[3] = '0';
    o[4] = (uint8_t)('0' + (c >> 4));
    o[5] = (uint8_t)((c & 15) < 10 ? '0' + (c & 15) : 'a' + (c & 15) - 10);
    return 6;
}

/* One character, escaped if it must be, in room for 6 bytes. */
static size_t put_char(uint8_t *o, const uint8_t *p, size_t n)
{
    if (n == 1 && (*p < 0x20 || *p == '"' || *p == '\\')) return put_escape(o, *p);
    memcpy(o, p, n);
    return n;
}

/* Character by character. Text may end within one: *rest gets how many bytes of it are there. */
static CINCHI_COLD cinch_error slow_chars(cinchi_emit *e, const uint8_t *p, size_t len, size_t *rest)
{
    *rest = 0;
    while (len) {
        uint32_t cp;
        size_t n = cinchi_utf8_get(p, len, &cp);
        uint8_t *o = cinchi_emit_room(e, 6);
        if (cp == CINCHI_UTF8_CUT) {
            *rest = n;
            return CINCH_OK;
        }
        if (cp == CINCHI_UTF8_BAD && e->opts->utf8 != CINCH_UTF8_REPLACE) return CINCH_ERR_UTF8;
        e->pos = cp == CINCHI_UTF8_BAD ? cinchi_utf8_put(o, 0xfffd) : o + put_char(o, p, n);
        p += n;
        len -= n;
    }
    return CINCH_OK;
}

/* A sequence that the end of a string cut. */
static cinch_error cut_char(cinchi_emit *e)
{
    uint8_t *o = cinchi_emit_room(e, 3);
    if (e->opts->utf8 != CINCH_UTF8_REPLACE) return CINCH_ERR_UTF8;
    e->pos = cinchi_utf8_put(o, 0xfffd);
    return CINCH_OK;
}

static CINCHI_COLD cinch_error bad_chars(cinchi_emit *e, const uint8_t *p, size_t len)
{
    size_t rest;
    cinch_error error = slow_chars(e, p, len, &rest);
    return !error && rest ? cut_char(e) : error;
}

cinch_error cinchi_emit_chars(cinchi_emit *e, const uint8_t *p, size_t len, const uint8_t *readable)
{
    bool checked = false;
    while (len) {
        uint8_t *o = cinchi_emit_room(e, CINCHI_BLOCK + 6), last[CINCHI_BLOCK];
        size_t n = len < CINCHI_BLOCK ? len : CINCHI_BLOCK;
        const uint8_t *from = p;
        cinchi_block b;
        cinchi_block_mask stop;
        if (CINCHI_UNLIKELY((size_t)(readable - p) < CINCHI_BLOCK)) { /* so n is len: the end of a string, or a short one */
            memset(last, ' ', sizeof last);
            memcpy(last, p, n);
            from = last;
        }
        b = cinchi_block_load(from);
        stop = cinchi_block_special(b);
        cinchi_block_store(o, b);
        if (CINCHI_UNLIKELY(!checked && cinchi_block_below(cinchi_block_high(b), (unsigned)n))) {
            if (!cinchi_utf8_valid(p, len)) return bad_chars(e, p, len);
            checked = true;
        }
        if (stop && cinchi_block_first(stop) < n) {
            n = cinchi_block_first(stop);
            e->pos += n + put_escape(o + n, p[n]);
            n++;
        } else {
            e->pos += n;
        }
        p += n;
        len -= n;
    }
    return CINCH_OK;
}

/* Bytes at the end of p that begin a character and do not end it. */
static size_t cut_bytes(const uint8_t *p, size_t len)
{
    for (size_t back = 1; back <= 3 && back <= len; back++) {
        uint32_t cp;
        if ((p[len - back] & 0xc0) == 0x80) continue;
        (void)cinchi_utf8_get(p + len - back, back, &cp);
        return cp == CINCHI_UTF8_CUT ? back : 0;
    }
    return 0;
}

cinch_error cinchi_emit_chars_part(cinchi_emit *e, const uint8_t *p, size_t len, cinchi_emit_carry *c, bool last)
{
    cinch_error error;
    size_t rest;
    while (c->have && len) { /* byte by byte until the character carried over is whole, or bad */
        uint8_t all[4];
        uint8_t have = c->have;
        memcpy(all, c->bytes, have);
        all[have++] = *p;
        error = slow_chars(e, all, have, &rest);
        if (error) return error;
        memcpy(c->bytes, all + have - rest, rest);
        c->have = (uint8_t)rest;
        p++;
        len--;
    }
    if (!len) return c->have && last ? cut_char(e) : CINCH_OK;
    rest = last ? 0 : cut_bytes(p, len);
    error = cinchi_emit_chars(e, p, len - rest, p + len);
    if (error || last) return error;
    memcpy(c->bytes, p + len - rest, rest);
    c->have = (uint8_t)rest;
    return CINCH_OK;
}

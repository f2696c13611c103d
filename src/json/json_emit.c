/* SPDX-License-Identifier: MIT
 * Room for text, and bytes as text.
 */
#include "json_emit.h"
#include "cinch/inline.h"
#include "../base/base64.h"
#include "../base/compiler.h"
#include "../base/num.h"

void cinchi_emit_init(cinchi_emit *e, cinch_writer *out, const cinch_json_opts *opts)
{
    e->out = out;
    e->opts = opts;
    e->staged = false;
    e->pos = out->pos;
    e->end = out->end;
}

void cinchi_emit_flush(cinchi_emit *e)
{
    if (e->staged) {
        cinch_put_raw(e->out, e->stage, (size_t)(e->pos - e->stage));
        e->staged = false;
    } else if (!e->out->error) {
        e->out->pos = e->pos;
    }
    e->pos = e->out->pos;
    e->end = e->out->end;
}

CINCHI_NOINLINE void cinchi_emit_more(cinchi_emit *e, size_t len)
{
    uint8_t *room;
    cinchi_emit_flush(e);
    room = cinchi_reserve(e->out, len);
    e->staged = !room;
    e->pos = room ? room : e->stage;
    e->end = room ? e->out->end : e->stage + sizeof e->stage;
}

void cinchi_emit_raw(cinchi_emit *e, const void *p, size_t len)
{
    if (len <= (size_t)(e->end - e->pos)) {
        if (len) memcpy(e->pos, p, len);
        e->pos += len;
        return;
    }
    cinchi_emit_flush(e);
    cinch_put_raw(e->out, p, len);
    e->pos = e->out->pos;
    e->end = e->out->end;
}

void cinchi_emit_line(cinchi_emit *e, size_t level)
{
    size_t left = level * e->opts->indent;
    if (!e->opts->indent) return;
    cinchi_emit_byte(e, '\n');
    while (left) {
        size_t n = left < 64 ? left : 64;
        memset(cinchi_emit_room(e, 64), ' ', 64);
        e->pos += n;
        left -= n;
    }
}

void cinchi_emit_base64(cinchi_emit *e, const uint8_t *p, size_t len, cinchi_emit_carry *c, bool last)
{
    while (c->have && c->have < 3 && len) {
        c->bytes[c->have++] = *p++;
        len--;
    }
    if (c->have && (c->have == 3 || last)) {
        e->pos += cinchi_base64_put((char *)cinchi_emit_room(e, 4), c->bytes, c->have);
        c->have = 0;
    }
    while (len >= 3 || (len && last)) {
        size_t n = len > 96 ? 96 : last ? len : len / 3 * 3;
        e->pos += cinchi_base64_put((char *)cinchi_emit_room(e, 128), p, n);
        p += n;
        len -= n;
    }
    while (len) {
        c->bytes[c->have++] = *p++;
        len--;
    }
}

void cinchi_emit_hex(cinchi_emit *e, const uint8_t *p, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    for (; len; p++, len--) {
        uint8_t *o = cinchi_emit_room(e, 2);
        o[0] = (uint8_t)digits[*p >> 4];
        o[1] = (uint8_t)digits[*p & 15];
        e->pos += 2;
    }
}

void cinchi_emit_numbers(cinchi_emit *e, const uint8_t *p, size_t len, bool first)
{
    for (; len; p++, len--) {
        char *o = (char *)cinchi_emit_room(e, 1 + CINCHI_INT_TEXT);
        if (!first) *o++ = ',';
        first = false;
        e->pos = (uint8_t *)o + cinchi_num_put_u64(o, *p);
    }
}

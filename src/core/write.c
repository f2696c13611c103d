/* SPDX-License-Identifier: MIT
 * The puts: the misses of inline.h, and what is not inline at all. Each makes its head in a few bytes of its own and hands head
 * and payload on together, so that a put that does not fit leaves nothing behind.
 */
#include "put.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

/* A sink takes what its buffer cannot hold in two steps, unless an open container pins the buffer: then all or nothing. */
static CINCHI_COLD void put_parts_miss(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    cinch_error e = CINCH_ERR_ROOM;
    if (w->error) return;
    if (w->spill && len <= SIZE_MAX - head_len) {
        e = w->spill(w, NULL, head_len + len);
        if (!e) {
            cinchi_put_parts(w, head, head_len, body, len);
            return;
        }
        if (e == CINCH_ERR_ROOM && !w->held) {
            e = head_len ? w->spill(w, head, head_len) : CINCH_OK;
            if (!e && len) e = w->spill(w, body, len);
        }
    }
    cinch_writer_fail(w, e);
}

void cinchi_put_parts(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    size_t room = (size_t)(w->end - w->pos);
    if (room < head_len || room - head_len < len) {
        put_parts_miss(w, head, head_len, body, len);
        return;
    }
    memcpy(w->pos, head, head_len);
    if (len) memcpy(w->pos + head_len, body, len);
    w->pos += head_len + len;
}

uint8_t *cinchi_reserve(cinch_writer *w, size_t len)
{
    cinch_error e;
    if ((size_t)(w->end - w->pos) >= len) return w->pos;
    if (w->error || !w->spill) return NULL;
    e = w->spill(w, NULL, len);
    if (e && e != CINCH_ERR_ROOM) cinch_writer_fail(w, e);
    return e ? NULL : w->pos;
}

static size_t head_sized(uint8_t *h, uint32_t n, bool has8, uint8_t f16)
{
    if (n <= UINT8_MAX && has8) {
        h[0] = (uint8_t)(f16 - 1);
        h[1] = (uint8_t)n;
        return 2;
    }
    if (n <= UINT16_MAX) {
        h[0] = f16;
        cinchi_store16(h + 1, (uint16_t)n);
        return 3;
    }
    h[0] = (uint8_t)(f16 + 1);
    cinchi_store32(h + 1, n);
    return 5;
}

size_t cinchi_head_str(uint8_t *h, uint32_t n, bool old_spec)
{
    if (n > 31) return head_sized(h, n, !old_spec, CINCH_WIRE_STR16);
    h[0] = (uint8_t)(CINCH_WIRE_FIXSTR | n);
    return 1;
}

size_t cinchi_head_bin(uint8_t *h, uint32_t n, bool old_spec)
{
    return old_spec ? cinchi_head_str(h, n, true) : head_sized(h, n, true, CINCH_WIRE_BIN16);
}

size_t cinchi_head_count(uint8_t *h, uint32_t n, uint8_t fix)
{
    if (n > 15) return head_sized(h, n, false, fix == CINCH_WIRE_FIXMAP ? CINCH_WIRE_MAP16 : CINCH_WIRE_ARRAY16);
    h[0] = (uint8_t)(fix | n);
    return 1;
}

size_t cinchi_head_ext(uint8_t *h, uint32_t n, int8_t type)
{
    size_t len = 1;
    switch (n) {
    case 1: h[0] = CINCH_WIRE_FIXEXT1; break;
    case 2: h[0] = CINCH_WIRE_FIXEXT2; break;
    case 4: h[0] = CINCH_WIRE_FIXEXT4; break;
    case 8: h[0] = CINCH_WIRE_FIXEXT8; break;
    case 16: h[0] = CINCH_WIRE_FIXEXT16; break;
    default: len = head_sized(h, n, true, CINCH_WIRE_EXT16);
    }
    h[len] = (uint8_t)type;
    return len + 1;
}

void cinchi_put_byte(cinch_writer *w, uint8_t b)
{
    cinchi_put_parts(w, &b, 1, NULL, 0);
}

void cinchi_put_u64(cinch_writer *w, uint64_t v)
{
    uint8_t h[9];
    if (CINCHI_LIKELY(w->end - w->pos >= 9))
        w->pos = cinchi_store_u64(w->pos, v);
    else
        cinchi_put_parts(w, h, (size_t)(cinchi_store_u64(h, v) - h), NULL, 0);
}

void cinchi_put_i64(cinch_writer *w, int64_t v)
{
    uint8_t h[9];
    if (CINCHI_LIKELY(w->end - w->pos >= 9))
        w->pos = cinchi_store_i64(w->pos, v);
    else
        cinchi_put_parts(w, h, (size_t)(cinchi_store_i64(h, v) - h), NULL, 0);
}

void cinchi_put_f32(cinch_writer *w, float v)
{
    uint8_t h[5];
    uint32_t u;
    memcpy(&u, &v, 4);
    h[0] = CINCH_WIRE_F32;
    cinchi_store32(h + 1, u);
    cinchi_put_parts(w, h, 5, NULL, 0);
}

void cinchi_put_f64(cinch_writer *w, double v)
{
    uint8_t h[9];
    uint64_t u;
    memcpy(&u, &v, 8);
    h[0] = CINCH_WIRE_F64;
    cinchi_store64(h + 1, u);
    cinchi_put_parts(w, h, 9, NULL, 0);
}

void cinchi_put_str(cinch_writer *w, const char *s, size_t len)
{
    uint8_t h[5];
    if (cinchi_put_fits(w, len)) cinchi_put_parts(w, h, cinchi_head_str(h, (uint32_t)len, w->flags & CINCH_OLD_SPEC), s, len);
}

void cinch_put_bin(cinch_writer *w, const void *p, size_t len)
{
    uint8_t h[5];
    if (cinchi_put_fits(w, len)) cinchi_put_parts(w, h, cinchi_head_bin(h, (uint32_t)len, w->flags & CINCH_OLD_SPEC), p, len);
}

void cinch_put_ext(cinch_writer *w, int8_t type, const void *p, size_t len)
{
    uint8_t h[6];
    if (w->flags & CINCH_OLD_SPEC) {
        cinch_writer_fail(w, CINCH_ERR_OLD_SPEC);
        return;
    }
    if (cinchi_put_fits(w, len)) cinchi_put_parts(w, h, cinchi_head_ext(h, (uint32_t)len, type), p, len);
}

void cinch_put_time(cinch_writer *w, cinch_time t)
{
    uint8_t b[12];
    uint64_t sec = (uint64_t)t.sec;
    size_t len = 12;
    if (t.nsec > 999999999u) {
        cinch_writer_fail(w, CINCH_ERR_RANGE);
        return;
    }
    if (sec >> 34) {
        cinchi_store32(b, t.nsec);
        cinchi_store64(b + 4, sec);
    } else if (t.nsec || sec >> 32) {
        cinchi_store64(b, (uint64_t)t.nsec << 34 | sec);
        len = 8;
    } else {
        cinchi_store32(b, (uint32_t)sec);
        len = 4;
    }
    cinch_put_ext(w, CINCH_EXT_TIME, b, len);
}

void cinchi_put_count(cinch_writer *w, size_t count, uint8_t fix)
{
    uint8_t h[5];
    if (cinchi_put_fits(w, count)) cinchi_put_parts(w, h, cinchi_head_count(h, (uint32_t)count, fix), NULL, 0);
}

void cinch_put_raw(cinch_writer *w, const void *p, size_t len)
{
    uint8_t none = 0;
    cinchi_put_parts(w, &none, 0, p, len);
}

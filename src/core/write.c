/* SPDX-License-Identifier: MIT
 * The puts: the misses of inline.h, and what is not inline at all. Each makes its head in a few bytes of its own and hands head
 * and payload on together, so that a put that does not fit leaves nothing behind.
 */
#include "item.h"
#include "put.h"
#include "stamp.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

static CINCHI_COLD void put_miss(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    cinch_error e = CINCH_ERR_ROOM;
    if (w->error) return;
    if (w->spill) e = w->spill(w, head, head_len, body, len);
    cinch_writer_fail(w, e);
}

void cinchi_put_parts(cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len)
{
    size_t room = (size_t)(w->end - w->pos);
    if (room < head_len || room - head_len < len)
        put_miss(w, head, head_len, body, len);
    else
        cinchi_put_now(w, head, head_len, body, len);
}

uint8_t *cinchi_reserve(cinch_writer *w, size_t len)
{
    cinch_error e;
    if ((size_t)(w->end - w->pos) >= len) return w->pos;
    if (w->error || !w->spill) return NULL;
    e = w->spill(w, NULL, 0, NULL, len);
    if (e && e != CINCH_ERR_ROOM) cinch_writer_fail(w, e);
    return e ? NULL : w->pos;
}

/* The formats of what has a length or a count in front: up to fix_cap - 1 in the first byte, then 8 bits unless f8 is 0, 16 and 32. */
static const struct head_kind {
    uint8_t fix, fix_cap, f8, f16;
} head_str = {CINCH_WIRE_FIXSTR, 32, CINCH_WIRE_STR8, CINCH_WIRE_STR16},
  head_raw = {CINCH_WIRE_FIXSTR, 32, 0, CINCH_WIRE_STR16}, head_bin = {0, 0, CINCH_WIRE_BIN8, CINCH_WIRE_BIN16},
  head_ext = {0, 0, CINCH_WIRE_EXT8, CINCH_WIRE_EXT16}, head_array = {CINCH_WIRE_FIXARRAY, 16, 0, CINCH_WIRE_ARRAY16},
  head_map = {CINCH_WIRE_FIXMAP, 16, 0, CINCH_WIRE_MAP16};

static size_t head_put(uint8_t *h, uint32_t n, const struct head_kind *k)
{
    h[0] = (uint8_t)(k->fix | n);
    if (n < k->fix_cap) return 1;
    if (n <= UINT8_MAX && k->f8) {
        h[0] = k->f8;
        h[1] = (uint8_t)n;
        return 2;
    }
    h[0] = k->f16;
    if (n <= UINT16_MAX) {
        cinchi_store16(h + 1, (uint16_t)n);
        return 3;
    }
    h[0]++;
    cinchi_store32(h + 1, n);
    return 5;
}

size_t cinchi_head_str(uint8_t *h, uint32_t n, bool old_spec)
{
    return head_put(h, n, old_spec ? &head_raw : &head_str);
}

size_t cinchi_head_bin(uint8_t *h, uint32_t n, bool old_spec)
{
    return head_put(h, n, old_spec ? &head_raw : &head_bin);
}

size_t cinchi_head_count(uint8_t *h, uint32_t n, uint8_t fix)
{
    return head_put(h, n, fix == CINCH_WIRE_FIXMAP ? &head_map : &head_array);
}

size_t cinchi_head_ext(uint8_t *h, uint32_t n, int8_t type)
{
    static const uint8_t fixed[17] = {[1] = CINCH_WIRE_FIXEXT1,
                                      [2] = CINCH_WIRE_FIXEXT2,
                                      [4] = CINCH_WIRE_FIXEXT4,
                                      [8] = CINCH_WIRE_FIXEXT8,
                                      [16] = CINCH_WIRE_FIXEXT16};
    size_t len = 1;
    if (n <= 16 && fixed[n])
        h[0] = fixed[n];
    else
        len = head_put(h, n, &head_ext);
    h[len] = (uint8_t)type;
    return len + 1;
}

static void put_sized(cinch_writer *w, size_t n, const struct head_kind *k, const void *body, size_t len)
{
    uint8_t h[5];
    if (cinchi_put_fits(w, n)) cinchi_put_parts(w, h, head_put(h, (uint32_t)n, k), body, len);
}

/* 32 bytes and more; up to 64 in moves that overlap. */
static inline void put_move(uint8_t *to, const char *from, size_t len)
{
    if (len > 64) {
        memcpy(to, from, len);
        return;
    }
    memcpy(to, from, 16);
    memcpy(to + 16, from + 16, 16);
    memcpy(to + len - 32, from + len - 32, 16);
    memcpy(to + len - 16, from + len - 16, 16);
}

/* What has a header of two bytes is met often enough to have a way of its own. */
void cinchi_put_str(cinch_writer *w, const char *s, size_t len)
{
    uint8_t *p = w->pos;
    if (!CINCHI_SMALL && len - 32 <= UINT8_MAX - 32 && (size_t)(w->end - p) >= len + 2 && !(w->flags & CINCH_OLD_SPEC)) {
        p[0] = CINCH_WIRE_STR8;
        p[1] = (uint8_t)len;
        put_move(p + 2, s, len);
        w->pos = p + 2 + len;
        return;
    }
    put_sized(w, len, w->flags & CINCH_OLD_SPEC ? &head_raw : &head_str, s, len);
}

void cinch_put_bin(cinch_writer *w, const void *p, size_t len)
{
    put_sized(w, len, w->flags & CINCH_OLD_SPEC ? &head_raw : &head_bin, p, len);
}

void cinchi_put_count(cinch_writer *w, size_t count, uint8_t fix)
{
    put_sized(w, count, fix == CINCH_WIRE_FIXMAP ? &head_map : &head_array, NULL, 0);
}

void cinchi_put_byte(cinch_writer *w, uint8_t b)
{
    cinchi_put_parts(w, &b, 1, NULL, 0);
}

/* Only near the end of the room is an integer made elsewhere first. */
static inline void put_int(cinch_writer *w, uint64_t v, unsigned negative, bool one_byte)
{
    uint8_t h[9];
    if (!CINCHI_SMALL && CINCHI_LIKELY(w->end - w->pos >= 9))
        w->pos = cinchi_store_int(w->pos, v, negative, one_byte);
    else
        cinchi_put_parts(w, h, (size_t)(cinchi_store_int(h, v, negative, one_byte) - h), NULL, 0);
}

void cinchi_put_u64(cinch_writer *w, uint64_t v)
{
    put_int(w, v, 0, v <= CINCH_WIRE_FIXINT_MAX);
}

void cinchi_put_i64(cinch_writer *w, int64_t v)
{
    put_int(w, (uint64_t)v, v < 0, (uint64_t)v + 32 < 160);
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

/* The default reader refuses a malformed timestamp, so the writer does. */
void cinch_put_ext(cinch_writer *w, int8_t type, const void *p, size_t len)
{
    uint8_t h[6];
    cinch_time time;
    if (w->flags & CINCH_OLD_SPEC)
        cinch_writer_fail(w, CINCH_ERR_OLD_SPEC);
    else if (!cinchi_put_fits(w, len))
        return;
    else if (type == CINCH_EXT_TIME && !cinchi_item_time(p, len, &time))
        cinch_writer_fail(w, CINCH_ERR_TIME);
    else
        cinchi_put_parts(w, h, cinchi_head_ext(h, (uint32_t)len, type), p, len);
}

void cinch_put_time(cinch_writer *w, cinch_time t)
{
    uint8_t b[12];
    uint32_t len = cinchi_stamp_len(t.sec, t.nsec);
    if (t.nsec > CINCHI_NSEC_MAX) {
        cinch_writer_fail(w, CINCH_ERR_RANGE);
        return;
    }
    cinchi_stamp_store(b, len, t.sec, t.nsec);
    cinch_put_ext(w, CINCH_EXT_TIME, b, len);
}

void cinch_put_raw(cinch_writer *w, const void *p, size_t len)
{
    uint8_t none = 0;
    cinchi_put_parts(w, &none, 0, p, len);
}

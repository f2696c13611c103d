/* SPDX-License-Identifier: MIT
 * Where a message ends: a counter of items owed and the length of the payload at hand. A number counts as a payload behind its first
 * byte, an ext's type as the first byte of its payload, so that a header is a first byte and a length at most.
 */
#include "cinch/check.h"
#include "head.h"

/* More items than can ever come: such a message has no end, and the counter need not grow until it overflows. */
#define FRAME_ENDLESS (UINT64_MAX / 2)

void cinch_frame_init(cinch_frame *f)
{
    memset(f, 0, sizeof *f);
}

/* Bytes of the first byte and the length behind it. */
static size_t frame_head_size(uint8_t b)
{
    return (uint8_t)(b - CINCH_WIRE_NIL) < 32 ? 1u + cinchi_forms[b - CINCH_WIRE_NIL].len_size : 1;
}

/* Takes a whole header: what it announces is owed from now on. */
static void frame_head(cinch_frame *f, const uint8_t *p)
{
    uint64_t items = 0;
    if ((uint8_t)(*p - CINCH_WIRE_NIL) < 32) {
        const cinchi_form *form = &cinchi_forms[*p - CINCH_WIRE_NIL];
        uint64_t len = form->len_size == 0   ? form->len
                       : form->len_size == 1 ? p[1]
                       : form->len_size == 2 ? cinchi_load16(p + 1)
                                             : cinchi_load32(p + 1);
        if (form->type < CINCH_ARRAY)
            f->payload = form->size - 1u - form->len_size + len;
        else
            items = form->type == CINCH_MAP ? 2 * len : len;
    } else {
        cinchi_head h = cinchi_head_read(p);
        f->payload = cinchi_head_payload(h);
        items = cinchi_head_items(h);
    }
    f->items--;
    if (f->items <= FRAME_ENDLESS) f->items += items;
}

/* Steps over common items while they are whole, with the counter in a register. Returns the first byte of an item that is cut, not
 * there, not common or not owed. */
static const uint8_t *frame_fast(cinch_frame *f, const uint8_t *p, const uint8_t *end)
{
    uint64_t items = f->items;
    for (; items && p != end; items--) {
        const unsigned b = *p;
        const size_t left = (size_t)(end - p);
        size_t n = 1;
        if (b - CINCH_WIRE_FIXSTR < 32) {
            n = b - CINCH_WIRE_FIXSTR + 1;
            if (n > left) break;
            p += n;
        } else if (b <= CINCH_WIRE_FIXINT_MAX) {
            p++;
        } else if (b == CINCH_WIRE_F64) {
            n = 9;
            if (n > left) break;
            p += n;
        } else if (b < CINCH_WIRE_FIXSTR) {
            if (items > FRAME_ENDLESS) break;
            items += (b & 15) << (b < CINCH_WIRE_FIXARRAY);
            p++;
        } else if (b >= CINCH_WIRE_NEGATIVE || b == CINCH_WIRE_NIL || (b & 0xfe) == CINCH_WIRE_FALSE) {
            p++;
        } else if (b - CINCH_WIRE_U8 < 8) {
            n = 1 + ((size_t)1 << (b & 3));
            if (n > left) break;
            p += n;
        } else if (b == CINCH_WIRE_STR8) {
            if (left < 2 || left - 2 < p[1]) break;
            p += 2 + (size_t)p[1];
        } else {
            break;
        }
    }
    f->items = items;
    return p;
}

/* From a header's first byte, or on in it. False: more bytes are needed, or it is the reserved one. */
static bool frame_collect(cinch_frame *f, const uint8_t **p, const uint8_t *end)
{
    const uint8_t *q = *p;
    if (!f->have && q != end && *q == CINCH_WIRE_RESERVED) f->error = CINCH_ERR_RESERVED;
    if (f->error) return false;
    while (q != end && (!f->have || f->have < frame_head_size(f->head[0]))) f->head[f->have++] = *q++;
    *p = q;
    if (!f->have || f->have < frame_head_size(f->head[0])) return false;
    f->have = 0;
    frame_head(f, f->head);
    return true;
}

/* Over all that is there of a message. False: it does not end here. */
static bool frame_run(cinch_frame *f, const uint8_t *start, const uint8_t **pos, const uint8_t *end)
{
    for (;;) {
        size_t n = (size_t)(end - *pos);
        if (f->payload < n) n = (size_t)f->payload;
        *pos += n;
        f->payload -= n;
        if (f->payload) return false;
        if (!f->have) {
            *pos = frame_fast(f, *pos, end);
            f->item = f->len + (uint64_t)(*pos - start);
            if (!f->items) return true;
        }
        if (!frame_collect(f, pos, end)) return false;
    }
}

cinch_status cinch_frame_feed(cinch_frame *f, const void *bytes, size_t len, size_t *used)
{
    static const uint8_t nothing[1];
    const uint8_t *start = len ? bytes : nothing, *pos = start;
    bool got;
    *used = 0;
    if (f->error) return CINCH_FAILED;
    if (!f->items && !f->payload) {
        f->items = 1;
        f->len = 0;
    }
    got = frame_run(f, start, &pos, start + len);
    *used = (size_t)(pos - start);
    f->len += *used;
    return f->error ? CINCH_FAILED : got ? CINCH_GOT : CINCH_MORE;
}

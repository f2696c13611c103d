/* SPDX-License-Identifier: MIT
 * One item off the wire. Specification: "Formats", "Timestamp extension type".
 */
#include "head.h"
#include "item.h"
#include "stamp.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

/* Big-endian, of 1 to 8 bytes; with 9 bytes to read in one load. */
static uint64_t item_uint(const uint8_t *p, size_t bytes, bool wide)
{
    uint64_t v = 0;
    if (!CINCHI_SMALL && wide) return cinchi_load64(p) >> (64 - 8 * bytes);
    while (bytes--) v = v << 8 | *p++;
    return v;
}

static void item_number(const uint8_t *p, size_t bytes, bool wide, cinch_token *t)
{
    uint64_t v = item_uint(p + 1, bytes, wide), sign;
    uint32_t bits = (uint32_t)v;
    t->as.u64 = v;
    if (t->type == CINCH_F32) {
        t->as.u64 = 0;
        memcpy(&t->as.f32, &bits, 4); /* not through a float register, which may quieten a NaN */
    } else if (t->type == CINCH_I64) {
        sign = (uint64_t)1 << (8 * bytes - 1);
        if (!(v & sign)) t->type = CINCH_U64;
        t->as.u64 = (v ^ sign) - sign; /* sign-extends; the same bits read as i64 */
    }
}

cinch_error cinchi_item(const uint8_t *p, const uint8_t *end, cinch_token *t, const uint8_t **next)
{
    size_t left = (size_t)(end - p), size;
    cinchi_head h;
    if (!left) return CINCH_ERR_TRUNCATED;
    size = cinchi_head_size(*p);
    if (!size) return CINCH_ERR_RESERVED;
    if (left < size) return CINCH_ERR_TRUNCATED;
    h = cinchi_head_read(p);
    if (cinchi_head_payload(h) > left - size) return CINCH_ERR_TRUNCATED;
    t->type = h.type;
    t->format = *p;
    t->ext = h.ext;
    t->part = CINCH_FIRST | CINCH_LAST;
    t->len = h.len;
    t->as.u64 = 0;
    if (h.type <= CINCH_BOOL)
        t->as.b = *p & 1; /* nil's is 0 */
    else if (h.type >= CINCH_STR && h.type < CINCH_ARRAY)
        t->as.ptr = p + size;
    else if (size == 1)
        t->as.i64 = h.type < CINCH_STR ? (int8_t)*p : 0;
    else if (h.type < CINCH_STR)
        item_number(p, size - 1, left >= 9, t);
    *next = p + size + cinchi_head_payload(h);
    return CINCH_OK;
}

bool cinchi_item_time(const uint8_t *p, size_t len, cinch_time *out)
{
    uint64_t v;
    cinch_time t = {0, 0};
    if (len == 4) {
        t.sec = cinchi_load32(p);
    } else if (len == 8) {
        v = cinchi_load64(p);
        t.nsec = (uint32_t)(v >> 34);
        t.sec = (int64_t)(v & 0x3ffffffff);
    } else if (len == 12) {
        t.nsec = cinchi_load32(p);
        v = cinchi_load64(p + 4);
        memcpy(&t.sec, &v, 8);
    } else {
        return false;
    }
    if (t.nsec > CINCHI_NSEC_MAX) return false;
    *out = t;
    return true;
}

cinch_error cinchi_item_judge(cinch_token *t, uint32_t flags)
{
    cinch_time time;
    if (t->type == CINCH_STR && flags & CINCH_UTF8 && !cinch_utf8_valid(t->as.str, t->len)) return CINCH_ERR_UTF8;
    if (t->type != CINCH_EXT || t->ext != CINCH_EXT_TIME || flags & CINCH_RAW_TIME) return CINCH_OK;
    if (!cinchi_item_time(t->as.ptr, t->len, &time)) return CINCH_ERR_TIME;
    t->type = CINCH_TIME;
    t->ext = 0;
    t->len = time.nsec;
    t->as.sec = time.sec;
    return CINCH_OK;
}

CINCHI_COLD cinch_error cinchi_item_run(const uint8_t *p, const uint8_t *end, uint64_t count, uint32_t flags,
                                        const uint8_t **next)
{
    cinch_token t;
    const uint8_t *after;
    for (; count; p = after) {
        cinch_error e = cinchi_item(p, end, &t, &after);
        if (!e) e = cinchi_item_judge(&t, flags);
        if (e) {
            *next = p;
            return e;
        }
        count--;
        if (t.type >= CINCH_ARRAY && count <= (size_t)(end - after)) count += t.len * (uint64_t)(t.type - CINCH_ARRAY + 1);
    }
    *next = p;
    return CINCH_OK;
}

CINCHI_COLD cinch_type cinchi_item_type(const uint8_t *p, const uint8_t *end, uint32_t flags)
{
    cinch_token t;
    const uint8_t *next;
    if (cinchi_item(p, end, &t, &next)) return CINCH_NONE;
    if (t.type == CINCH_EXT && t.ext == CINCH_EXT_TIME && !(flags & CINCH_RAW_TIME)) return CINCH_TIME;
    return (cinch_type)t.type;
}

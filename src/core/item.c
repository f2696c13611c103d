/* SPDX-License-Identifier: MIT
 * One item off the wire. Specification: "Formats", "Timestamp extension type".
 */
#include "item.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

/* Big-endian integer of 1 << log2 bytes. */
static uint64_t item_uint(const uint8_t *p, unsigned log2)
{
    switch (log2) {
    case 0: return p[0];
    case 1: return cinchi_load16(p);
    case 2: return cinchi_load32(p);
    default: return cinchi_load64(p);
    }
}

static void item_int(cinch_token *t, const uint8_t *p, unsigned log2)
{
    uint64_t sign = (uint64_t)1 << ((8u << log2) - 1), v = item_uint(p, log2);
    t->type = v & sign ? CINCH_I64 : CINCH_U64;
    t->as.u64 = (v ^ sign) - sign; /* sign-extends; the same bits read as i64 */
}

/* str, bin and ext with a length in front: head is what stands before the payload. */
static cinch_error item_payload(const uint8_t *p, const uint8_t *end, size_t head, uint64_t len, cinch_token *t,
                                const uint8_t **next)
{
    if ((uint64_t)(end - p) < head + len) return CINCH_ERR_TRUNCATED;
    t->len = (uint32_t)len;
    t->as.ptr = p + head;
    *next = p + head + len;
    return CINCH_OK;
}

static cinch_error item_sized(const uint8_t *p, const uint8_t *end, cinch_type type, unsigned log2, cinch_token *t,
                              const uint8_t **next)
{
    size_t head = 1 + ((size_t)1 << log2);
    if ((size_t)(end - p) < head) return CINCH_ERR_TRUNCATED;
    t->type = (uint8_t)type;
    if (type == CINCH_EXT) {
        if ((size_t)(end - p) == head) return CINCH_ERR_TRUNCATED;
        t->ext = (int8_t)p[head++];
    }
    return item_payload(p, end, head, item_uint(p + 1, log2), t, next);
}

static cinch_error item_fixext(const uint8_t *p, const uint8_t *end, cinch_token *t, const uint8_t **next)
{
    if (end - p < 2) return CINCH_ERR_TRUNCATED;
    t->type = CINCH_EXT;
    t->ext = (int8_t)p[1];
    return item_payload(p, end, 2, 1u << (*p - CINCH_WIRE_FIXEXT1), t, next);
}

static cinch_error item_number(const uint8_t *p, const uint8_t *end, unsigned log2, cinch_token *t, const uint8_t **next)
{
    size_t len = 1 + ((size_t)1 << log2);
    if ((size_t)(end - p) < len) return CINCH_ERR_TRUNCATED;
    *next = p + len;
    if (*p == CINCH_WIRE_F32) {
        uint32_t bits = cinchi_load32(p + 1);
        t->type = CINCH_F32;
        memcpy(&t->as.f32, &bits, 4); /* not through a float register, which may quieten a NaN */
    } else if (*p >= CINCH_WIRE_I8) {
        item_int(t, p + 1, log2);
    } else {
        t->type = *p == CINCH_WIRE_F64 ? CINCH_F64 : CINCH_U64;
        t->as.u64 = item_uint(p + 1, log2);
    }
    return CINCH_OK;
}

static cinch_error item_count(const uint8_t *p, const uint8_t *end, cinch_type type, unsigned log2, cinch_token *t,
                              const uint8_t **next)
{
    size_t head = 1 + ((size_t)1 << log2);
    if ((size_t)(end - p) < head) return CINCH_ERR_TRUNCATED;
    t->type = (uint8_t)type;
    t->len = (uint32_t)item_uint(p + 1, log2);
    *next = p + head;
    return CINCH_OK;
}

/* Formats 0xc0 to 0xdf; the byte switch of this library. */
static cinch_error item_other(const uint8_t *p, const uint8_t *end, cinch_token *t, const uint8_t **next)
{
    unsigned b = *p;
    switch (b) {
    case CINCH_WIRE_NIL: t->type = CINCH_NIL; break;
    case CINCH_WIRE_FALSE:
    case CINCH_WIRE_TRUE:
        t->type = CINCH_BOOL;
        t->as.b = b & 1;
        break;
    case CINCH_WIRE_BIN8:
    case CINCH_WIRE_BIN16:
    case CINCH_WIRE_BIN32: return item_sized(p, end, CINCH_BIN, b - CINCH_WIRE_BIN8, t, next);
    case CINCH_WIRE_EXT8:
    case CINCH_WIRE_EXT16:
    case CINCH_WIRE_EXT32: return item_sized(p, end, CINCH_EXT, b - CINCH_WIRE_EXT8, t, next);
    case CINCH_WIRE_F32:
    case CINCH_WIRE_F64: return item_number(p, end, b - CINCH_WIRE_F32 + 2, t, next);
    case CINCH_WIRE_U8:
    case CINCH_WIRE_U16:
    case CINCH_WIRE_U32:
    case CINCH_WIRE_U64:
    case CINCH_WIRE_I8:
    case CINCH_WIRE_I16:
    case CINCH_WIRE_I32:
    case CINCH_WIRE_I64: return item_number(p, end, b & 3, t, next);
    case CINCH_WIRE_STR8:
    case CINCH_WIRE_STR16:
    case CINCH_WIRE_STR32: return item_sized(p, end, CINCH_STR, b - CINCH_WIRE_STR8, t, next);
    case CINCH_WIRE_ARRAY16:
    case CINCH_WIRE_ARRAY32: return item_count(p, end, CINCH_ARRAY, b - CINCH_WIRE_ARRAY16 + 1, t, next);
    case CINCH_WIRE_MAP16:
    case CINCH_WIRE_MAP32: return item_count(p, end, CINCH_MAP, b - CINCH_WIRE_MAP16 + 1, t, next);
    case CINCH_WIRE_RESERVED: return CINCH_ERR_RESERVED;
    default: return item_fixext(p, end, t, next);
    }
    *next = p + 1;
    return CINCH_OK;
}

cinch_error cinchi_item(const uint8_t *p, const uint8_t *end, cinch_token *t, const uint8_t **next)
{
    unsigned b;
    if (p == end) return CINCH_ERR_TRUNCATED;
    b = *p;
    t->format = (uint8_t)b;
    t->ext = 0;
    t->part = CINCH_FIRST | CINCH_LAST;
    t->len = 0;
    t->as.u64 = 0;
    if (b >= CINCH_WIRE_FIXSTR && b < CINCH_WIRE_NIL) {
        t->type = CINCH_STR;
        return item_payload(p, end, 1, b & 31, t, next);
    }
    if (b >= CINCH_WIRE_NIL && b < CINCH_WIRE_NEGATIVE) return item_other(p, end, t, next);
    if (b <= CINCH_WIRE_FIXINT_MAX) {
        t->type = CINCH_U64;
        t->as.u64 = b;
    } else if (b >= CINCH_WIRE_NEGATIVE) {
        t->type = CINCH_I64;
        t->as.i64 = (int64_t)b - 256;
    } else {
        t->type = b >= CINCH_WIRE_FIXARRAY ? CINCH_ARRAY : CINCH_MAP;
        t->len = b & 15;
    }
    *next = p + 1;
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
    if (t.nsec > 999999999u) return false;
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

CINCHI_COLD cinch_error cinchi_item_doomed(const uint8_t *p, const uint8_t *end, uint32_t flags, const uint8_t **at)
{
    cinch_token t;
    for (;;) {
        const uint8_t *next = p;
        cinch_error e = cinchi_item(p, end, &t, &next);
        if (!e) e = cinchi_item_judge(&t, flags);
        if (e) {
            *at = p;
            return e;
        }
        p = next;
    }
}

CINCHI_COLD cinch_type cinchi_item_type(const uint8_t *p, const uint8_t *end, uint32_t flags)
{
    cinch_token t;
    const uint8_t *next;
    if (cinchi_item(p, end, &t, &next)) return CINCH_NONE;
    if (t.type == CINCH_EXT && t.ext == CINCH_EXT_TIME && !(flags & CINCH_RAW_TIME)) return CINCH_TIME;
    return (cinch_type)t.type;
}

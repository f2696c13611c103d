/* SPDX-License-Identifier: MIT
 * Smallest formats. Specification: "Formats", "Timestamp extension type".
 */
#include "node_code.h"
#include "cinch/wire.h"
#include "../core/stamp.h"

static void code_u64(cinchi_code *c, uint64_t v)
{
    c->num = v;
    if (v <= CINCH_WIRE_FIXINT_MAX) {
        c->lead = (int)v;
        c->num = 0;
    } else {
        c->lead = v <= UINT8_MAX    ? CINCH_WIRE_U8
                  : v <= UINT16_MAX ? CINCH_WIRE_U16
                  : v <= UINT32_MAX ? CINCH_WIRE_U32
                                    : CINCH_WIRE_U64;
    }
}

/* Numbers of one width compare by their low bytes as they do with all eight, since the bytes above are the same. */
static void code_i64(cinchi_code *c, int64_t v)
{
    c->num = (uint64_t)v;
    if (v >= -32) {
        c->lead = (int)v + 256;
        c->num = 0;
    } else {
        c->lead = v >= INT8_MIN    ? CINCH_WIRE_I8
                  : v >= INT16_MIN ? CINCH_WIRE_I16
                  : v >= INT32_MIN ? CINCH_WIRE_I32
                                   : CINCH_WIRE_I64;
    }
}

/* A length or count: in the first byte below fix_count, else in 1 (if one is not 0), 2 or 4 bytes. */
static void code_len(cinchi_code *c, uint32_t len, int fix, uint32_t fix_count, int one, int two)
{
    c->num = len;
    if (len < fix_count) {
        c->lead = fix + (int)len;
        c->num = 0;
    } else if (one && len <= UINT8_MAX) {
        c->lead = one;
    } else {
        c->lead = len <= UINT16_MAX ? two : two + 1;
    }
}

static void code_ext(cinchi_code *c, uint32_t len)
{
    c->num = 0;
    switch (len) {
    case 1: c->lead = CINCH_WIRE_FIXEXT1; break;
    case 2: c->lead = CINCH_WIRE_FIXEXT2; break;
    case 4: c->lead = CINCH_WIRE_FIXEXT4; break;
    case 8: c->lead = CINCH_WIRE_FIXEXT8; break;
    case 16: c->lead = CINCH_WIRE_FIXEXT16; break;
    default:
        c->lead = len <= UINT8_MAX ? CINCH_WIRE_EXT8 : len <= UINT16_MAX ? CINCH_WIRE_EXT16 : CINCH_WIRE_EXT32;
        c->num = len;
    }
}

static void code_time(cinchi_code *c, int64_t sec, uint32_t nsec)
{
    c->ptr = c->time;
    c->ext = (uint8_t)CINCH_EXT_TIME;
    c->len = cinchi_stamp_len(sec, nsec);
    cinchi_stamp_store(c->time, c->len, sec, nsec);
    code_ext(c, c->len);
}

static void code_f32(cinchi_code *c, const cinch_node *n)
{
    uint32_t bits;
    memcpy(&bits, &n->as.f32, sizeof bits);
    c->lead = CINCH_WIRE_F32;
    c->num = bits;
}

void cinchi_node_code(const cinch_node *n, cinchi_code *c)
{
    c->lead = -1;
    c->num = 0;
    c->len = 0;
    c->ext = 0;
    c->ptr = n ? n->as.ptr : NULL;
    switch (cinch_node_type(n)) {
    case CINCH_NONE: break;
    case CINCH_NIL: c->lead = CINCH_WIRE_NIL; break;
    case CINCH_BOOL: c->lead = n->as.b ? CINCH_WIRE_TRUE : CINCH_WIRE_FALSE; break;
    case CINCH_U64: code_u64(c, n->as.u64); break;
    case CINCH_I64: code_i64(c, n->as.i64); break;
    case CINCH_F32: code_f32(c, n); break;
    case CINCH_F64:
        c->lead = CINCH_WIRE_F64;
        c->num = n->as.u64; /* its bits */
        break;
    case CINCH_STR:
        c->len = n->len;
        code_len(c, n->len, CINCH_WIRE_FIXSTR, 32, CINCH_WIRE_STR8, CINCH_WIRE_STR16);
        break;
    case CINCH_BIN:
        c->len = n->len;
        code_len(c, n->len, 0, 0, CINCH_WIRE_BIN8, CINCH_WIRE_BIN16);
        break;
    case CINCH_EXT:
        c->len = n->len;
        c->ext = (uint8_t)n->ext;
        code_ext(c, n->len);
        break;
    case CINCH_TIME: code_time(c, n->as.sec, n->len); break;
    case CINCH_ARRAY: code_len(c, n->len, CINCH_WIRE_FIXARRAY, 16, 0, CINCH_WIRE_ARRAY16); break;
    case CINCH_MAP: code_len(c, n->len, CINCH_WIRE_FIXMAP, 16, 0, CINCH_WIRE_MAP16); break;
    }
}

int cinchi_bytes_order(const void *a, const void *b, size_t len)
{
    return len ? memcmp(a, b, len) : 0;
}

int cinchi_head_order(const cinch_node *a, const cinch_node *b)
{
    cinchi_code x, y;
    if (a && b && a->type == CINCH_STR && b->type == CINCH_STR) { /* a longer str has a greater header */
        if (a->len != b->len) return a->len < b->len ? -1 : 1;
        return cinchi_bytes_order(a->as.str, b->as.str, a->len);
    }
    if (a && b && a->type == CINCH_U64 && b->type == CINCH_U64) return a->as.u64 < b->as.u64 ? -1 : a->as.u64 > b->as.u64;
    cinchi_node_code(a, &x);
    cinchi_node_code(b, &y);
    if (x.lead != y.lead) return x.lead < y.lead ? -1 : 1;
    if (x.num != y.num) return x.num < y.num ? -1 : 1;
    if (x.ext != y.ext) return x.ext < y.ext ? -1 : 1;
    return cinchi_bytes_order(x.ptr, y.ptr, x.len);
}

/* SPDX-License-Identifier: MIT
 * Tokens back to bytes, in the format they came in: for those who edit a message and leave the rest of it as it was.
 */
#include "put.h"
#include "stamp.h"
#include "cinch/read.h"
#include "cinch/wire.h"
#include "../base/bytes.h"

/* The format byte and log2 bytes of v. */
static size_t token_sized(uint8_t *h, uint8_t format, unsigned log2, uint64_t v)
{
    h[0] = format;
    switch (log2) {
    case 0: h[1] = (uint8_t)v; break;
    case 1: cinchi_store16(h + 1, (uint16_t)v); break;
    case 2: cinchi_store32(h + 1, (uint32_t)v); break;
    default: cinchi_store64(h + 1, v);
    }
    return 1 + ((size_t)1 << log2);
}

static bool token_holds(unsigned log2, uint64_t v)
{
    return log2 == 3 || v >> (8u << log2) == 0;
}

/* A head of n in the given format; 0 when it cannot be. first, the fix format's lowest byte, of fix_cap values; sized, the
 * formats with a length of log2 and more bytes. */
static size_t token_head(uint8_t *h, uint8_t f, uint32_t n, uint8_t first, uint32_t fix_cap, uint8_t sized, unsigned log2)
{
    unsigned wide;
    if (fix_cap && f >= first && f < first + fix_cap) {
        h[0] = (uint8_t)(first | n);
        return n < fix_cap;
    }
    if (f < sized || f > sized + 2 - log2) return 0;
    wide = log2 + f - sized;
    return token_holds(wide, n) ? token_sized(h, f, wide, n) : 0;
}

static size_t token_ext(uint8_t *h, uint8_t f, uint32_t n, int8_t type)
{
    size_t len;
    if (f >= CINCH_WIRE_FIXEXT1 && f <= CINCH_WIRE_FIXEXT16) {
        h[0] = f;
        len = n == 1u << (f - CINCH_WIRE_FIXEXT1);
    } else {
        len = token_head(h, f, n, 0, 0, CINCH_WIRE_EXT8, 0);
    }
    if (!len) return 0;
    h[len] = (uint8_t)type;
    return len + 1;
}

/* Non-negative integers may stand in signed formats too. */
static size_t token_int(uint8_t *h, uint8_t f, uint64_t v, bool negative)
{
    unsigned log2 = f & 3;
    uint64_t folded = negative ? ~v : v;
    if (f <= CINCH_WIRE_FIXINT_MAX || f >= CINCH_WIRE_NEGATIVE) {
        h[0] = (uint8_t)v;
        return (f >= CINCH_WIRE_NEGATIVE) == negative && folded < (negative ? 32u : 128u);
    }
    if (f >= CINCH_WIRE_U8 && f <= CINCH_WIRE_U64) return !negative && token_holds(log2, v) ? token_sized(h, f, log2, v) : 0;
    if (f < CINCH_WIRE_I8 || f > CINCH_WIRE_I64) return 0;
    return folded >> 63 == 0 && token_holds(log2, folded << 1) ? token_sized(h, f, log2, v) : 0;
}

static size_t token_float(uint8_t *h, uint8_t f, const cinch_token *t)
{
    uint32_t bits;
    if (t->type == CINCH_F64) return f == CINCH_WIRE_F64 ? token_sized(h, f, 3, t->as.u64) : 0;
    memcpy(&bits, &t->as.f32, 4); /* not through a float register, which may quieten a NaN */
    return f == CINCH_WIRE_F32 ? token_sized(h, f, 2, bits) : 0;
}

/* The size of a timestamp's payload is told by the format, 12 for all but two of them: an ext 8 of 4 bytes is not kept. */
static size_t token_time(uint8_t *h, uint8_t f, cinch_time t)
{
    uint32_t len = f == CINCH_WIRE_FIXEXT4 ? 4 : f == CINCH_WIRE_FIXEXT8 ? 8 : 12;
    size_t n;
    if (t.nsec > CINCHI_NSEC_MAX || len < cinchi_stamp_len(t.sec, t.nsec)) return 0;
    n = token_ext(h, f, len, CINCH_EXT_TIME);
    if (!n) return 0;
    cinchi_stamp_store(h + n, len, t.sec, t.nsec);
    return n + len;
}

/* All but a payload, in t.format; 0 when that format cannot hold it. At most 18 bytes. */
static size_t token_in_format(uint8_t *h, const cinch_token *t)
{
    cinch_time time;
    uint8_t f = t->format;
    h[0] = f;
    switch (t->type) {
    case CINCH_NIL: return f == CINCH_WIRE_NIL;
    case CINCH_BOOL: h[0] = (uint8_t)(CINCH_WIRE_FALSE + t->as.b); return f == CINCH_WIRE_FALSE || f == CINCH_WIRE_TRUE;
    case CINCH_U64: return token_int(h, f, t->as.u64, false);
    case CINCH_I64: return token_int(h, f, t->as.u64, t->as.i64 < 0);
    case CINCH_F32:
    case CINCH_F64: return token_float(h, f, t);
    case CINCH_STR: return token_head(h, f, t->len, CINCH_WIRE_FIXSTR, 32, CINCH_WIRE_STR8, 0);
    case CINCH_BIN: return token_head(h, f, t->len, 0, 0, CINCH_WIRE_BIN8, 0);
    case CINCH_EXT: return token_ext(h, f, t->len, t->ext);
    case CINCH_ARRAY: return token_head(h, f, t->len, CINCH_WIRE_FIXARRAY, 16, CINCH_WIRE_ARRAY16, 1);
    case CINCH_MAP: return token_head(h, f, t->len, CINCH_WIRE_FIXMAP, 16, CINCH_WIRE_MAP16, 1);
    default:
        time.sec = t->as.sec;
        time.nsec = t->len;
        return token_time(h, f, time);
    }
}

static size_t token_smallest(uint8_t *h, const cinch_token *t, bool old_spec)
{
    if (t->type == CINCH_STR) return cinchi_head_str(h, t->len, old_spec);
    if (t->type == CINCH_BIN) return cinchi_head_bin(h, t->len, old_spec);
    return cinchi_head_ext(h, t->len, t->ext);
}

static void token_put_smallest(cinch_writer *w, const cinch_token *t)
{
    uint8_t h[9];
    cinch_time time;
    switch (t->type) {
    case CINCH_NIL: cinch_put_nil(w); break;
    case CINCH_BOOL: cinch_put_bool(w, t->as.b); break;
    case CINCH_U64: cinch_put_u64(w, t->as.u64); break;
    case CINCH_I64: cinch_put_i64(w, t->as.i64); break;
    case CINCH_F32:
    case CINCH_F64:
        cinchi_put_parts(w, h, token_float(h, t->type == CINCH_F32 ? CINCH_WIRE_F32 : CINCH_WIRE_F64, t), NULL, 0);
        break;
    case CINCH_ARRAY: cinch_put_array(w, t->len); break;
    case CINCH_MAP: cinch_put_map(w, t->len); break;
    default:
        time.sec = t->as.sec;
        time.nsec = t->len;
        cinch_put_time(w, time);
    }
}

static bool token_new_only(const cinch_token *t)
{
    return t->type == CINCH_EXT || t->type == CINCH_TIME || t->format == CINCH_WIRE_STR8 ||
           (t->type == CINCH_BIN && t->format != 0);
}

void cinch_put_token(cinch_writer *w, cinch_token t)
{
    uint8_t h[18];
    size_t n;
    bool payload = t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT, old_spec = w->flags & CINCH_OLD_SPEC;
    if (t.type == CINCH_NONE || t.type > CINCH_MAP) {
        cinch_writer_fail(w, CINCH_ERR_USE);
    } else if (old_spec && token_new_only(&t)) {
        cinch_writer_fail(w, CINCH_ERR_OLD_SPEC);
    } else if (!t.format && !payload) {
        token_put_smallest(w, &t);
    } else {
        n = t.format ? token_in_format(h, &t) : token_smallest(h, &t, old_spec);
        if (n)
            cinchi_put_parts(w, h, n, t.as.ptr, payload && t.as.ptr ? t.len : 0);
        else
            cinch_writer_fail(w, CINCH_ERR_RANGE);
    }
}

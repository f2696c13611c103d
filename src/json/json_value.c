/* SPDX-License-Identifier: MIT
 * Scalars as JSON: as values, as keys, and tagged.
 */
#include "json_emit.h"
#include "cinch/inline.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"
#include "../base/num.h"
#include "../base/rfc3339.h"
#include "../core/head.h"
#include "../core/stamp.h"

#define RAW(e, text) cinchi_emit_raw((e), (text), sizeof(text) - 1)

static void colon(cinchi_emit *e)
{
    cinchi_emit_byte(e, ':');
    if (e->opts->indent) cinchi_emit_byte(e, ' ');
}

static void emit_int(cinchi_emit *e, const cinch_token *t)
{
    char *o = (char *)cinchi_emit_room(e, CINCHI_INT_TEXT);
    e->pos += t->type == CINCH_U64 ? cinchi_num_put_u64(o, t->as.u64) : cinchi_num_put_i64(o, t->as.i64);
}

static double float_of(const cinch_token *t)
{
    return t->type == CINCH_F32 ? (double)t->as.f32 : t->as.f64;
}

static void emit_finite(cinchi_emit *e, const cinch_token *t, bool short32)
{
    char *o = (char *)cinchi_emit_room(e, CINCHI_FLOAT_TEXT);
    e->pos += t->type == CINCH_F32 && short32 ? cinchi_num_put_f32(o, t->as.f32) : cinchi_num_put_f64(o, float_of(t));
}

/* NaN and the infinities; quoted: quotes are there already. */
static cinch_error emit_special(cinchi_emit *e, double v, bool quoted)
{
    const char *text = v != v ? "NaN" : v > 0 ? "Infinity" : "-Infinity";
    if (e->opts->nan == CINCH_NAN_ERROR) return CINCH_ERR_NUMBER;
    if (e->opts->nan == CINCH_NAN_NULL) {
        RAW(e, "null");
        return CINCH_OK;
    }
    if (!quoted) cinchi_emit_byte(e, '"');
    cinchi_emit_raw(e, text, strlen(text));
    if (!quoted) cinchi_emit_byte(e, '"');
    return CINCH_OK;
}

static cinch_error emit_float(cinchi_emit *e, const cinch_token *t, bool quoted)
{
    double v = float_of(t);
    if (CINCHI_UNLIKELY(v - v != 0)) return emit_special(e, v, quoted);
    emit_finite(e, t, e->opts->f32_short);
    return CINCH_OK;
}

static cinch_error emit_prefix(cinchi_emit *e, const char *prefix)
{
    size_t n = strlen(prefix);
    return cinchi_emit_chars(e, (const uint8_t *)prefix, n, (const uint8_t *)prefix + n);
}

cinch_error cinchi_emit_bin_begin(cinchi_emit *e, bool key)
{
    if (e->opts->bin == CINCH_BIN_ERROR) return CINCH_ERR_TYPE;
    if (e->opts->bin == CINCH_BIN_ARRAY && key) return CINCH_ERR_KEY;
    cinchi_emit_byte(e, e->opts->bin == CINCH_BIN_ARRAY ? '[' : '"');
    return e->opts->bin != CINCH_BIN_ARRAY && e->opts->bin_prefix ? emit_prefix(e, e->opts->bin_prefix) : CINCH_OK;
}

void cinchi_emit_bin_part(cinchi_emit *e, const uint8_t *p, size_t len, cinchi_emit_carry *c, bool first, bool last)
{
    switch (e->opts->bin) {
    case CINCH_BIN_HEX: cinchi_emit_hex(e, p, len); break;
    case CINCH_BIN_ARRAY: cinchi_emit_numbers(e, p, len, first); break;
    default: cinchi_emit_base64(e, p, len, c, last);
    }
}

void cinchi_emit_bin_end(cinchi_emit *e)
{
    cinchi_emit_byte(e, e->opts->bin == CINCH_BIN_ARRAY ? ']' : '"');
}

static void emit_type(cinchi_emit *e, int8_t type)
{
    e->pos += cinchi_num_put_i64((char *)cinchi_emit_room(e, CINCHI_INT_TEXT), type);
}

cinch_error cinchi_emit_ext_begin(cinchi_emit *e, int8_t type, bool key)
{
    cinch_error error;
    if (e->opts->ext_prefix && !e->opts->tagged) {
        cinchi_emit_byte(e, '"');
        error = emit_prefix(e, e->opts->ext_prefix);
        emit_type(e, type);
        RAW(e, ":base64:");
        return error;
    }
    if (key) return CINCH_ERR_KEY;
    RAW(e, "{\"$ext\"");
    colon(e);
    cinchi_emit_byte(e, '[');
    emit_type(e, type);
    cinchi_emit_byte(e, ',');
    if (e->opts->indent) cinchi_emit_byte(e, ' ');
    cinchi_emit_byte(e, '"');
    return CINCH_OK;
}

void cinchi_emit_ext_end(cinchi_emit *e)
{
    if (e->opts->ext_prefix && !e->opts->tagged)
        cinchi_emit_byte(e, '"');
    else
        RAW(e, "\"]}");
}

static cinch_error emit_bin(cinchi_emit *e, const cinch_token *t, bool key)
{
    cinchi_emit_carry none = {0, {0}};
    cinch_error error = cinchi_emit_bin_begin(e, key);
    if (error) return error;
    cinchi_emit_bin_part(e, t->as.ptr, t->len, &none, true, true);
    cinchi_emit_bin_end(e);
    return CINCH_OK;
}

static cinch_error emit_ext(cinchi_emit *e, int8_t type, const uint8_t *p, size_t len, bool key)
{
    cinchi_emit_carry none = {0, {0}};
    cinch_error error = cinchi_emit_ext_begin(e, type, key);
    if (error) return error;
    cinchi_emit_base64(e, p, len, &none, true);
    cinchi_emit_ext_end(e);
    return CINCH_OK;
}

/* Without quotes; false: outside the years that text has. */
static bool emit_date(cinchi_emit *e, const cinch_token *t)
{
    cinch_time time = {t->as.sec, t->len};
    size_t n = cinchi_rfc3339_put((char *)cinchi_emit_room(e, CINCHI_RFC3339_TEXT), time);
    e->pos += n;
    return n != 0;
}

/* Outside those years a timestamp needs all of its 12 bytes. */
static cinch_error emit_time(cinchi_emit *e, const cinch_token *t, bool key)
{
    uint8_t payload[12];
    uint8_t *o = cinchi_emit_room(e, 2 + CINCHI_RFC3339_TEXT);
    *o = '"';
    e->pos++;
    if (emit_date(e, t)) {
        cinchi_emit_byte(e, '"');
        return CINCH_OK;
    }
    e->pos--;
    cinchi_stamp_store(payload, sizeof payload, t->as.sec, t->len);
    return emit_ext(e, CINCH_EXT_TIME, payload, sizeof payload, key);
}

static cinch_error emit_str(cinchi_emit *e, const cinch_token *t, const uint8_t *readable)
{
    cinch_error error;
    cinchi_emit_byte(e, '"');
    error = cinchi_emit_chars(e, t->as.ptr, t->len, readable);
    cinchi_emit_byte(e, '"');
    return error;
}

cinch_error cinchi_emit_value(cinchi_emit *e, const cinch_token *t, const uint8_t *readable)
{
    switch (t->type) {
    case CINCH_NIL: RAW(e, "null"); return CINCH_OK;
    case CINCH_BOOL: cinchi_emit_raw(e, t->as.b ? "true" : "false", t->as.b ? 4 : 5); return CINCH_OK;
    case CINCH_U64:
    case CINCH_I64: emit_int(e, t); return CINCH_OK;
    case CINCH_F32:
    case CINCH_F64: return emit_float(e, t, false);
    case CINCH_STR: return emit_str(e, t, readable);
    case CINCH_BIN: return emit_bin(e, t, false);
    case CINCH_EXT: return emit_ext(e, t->ext, t->as.ptr, t->len, false);
    default: return emit_time(e, t, false);
    }
}

cinch_error cinchi_emit_key(cinchi_emit *e, const cinch_token *t, const uint8_t *readable)
{
    cinch_error error = CINCH_OK;
    if (t->type == CINCH_STR) return emit_str(e, t, readable);
    if (e->opts->string_keys_only || t->type >= CINCH_ARRAY) return CINCH_ERR_KEY;
    switch (t->type) {
    case CINCH_BIN: return emit_bin(e, t, true);
    case CINCH_EXT: return emit_ext(e, t->ext, t->as.ptr, t->len, true);
    case CINCH_TIME: return emit_time(e, t, true);
    default: break;
    }
    cinchi_emit_byte(e, '"');
    if (t->type == CINCH_F32 || t->type == CINCH_F64)
        error = emit_float(e, t, true);
    else
        error = cinchi_emit_value(e, t, readable);
    cinchi_emit_byte(e, '"');
    return error;
}

static void tag_begin(cinchi_emit *e, const char *tag)
{
    RAW(e, "{\"");
    cinchi_emit_raw(e, tag, strlen(tag));
    cinchi_emit_byte(e, '"');
    colon(e);
}

static void tag_base64(cinchi_emit *e, const char *tag, const cinch_token *t)
{
    cinchi_emit_carry none = {0, {0}};
    tag_begin(e, tag);
    cinchi_emit_byte(e, '"');
    cinchi_emit_base64(e, t->as.ptr, t->len, &none, true);
    RAW(e, "\"}");
}

/* Floats by their bits when no number in JSON is theirs. */
static void tag_bits(cinchi_emit *e, const cinch_token *t)
{
    uint8_t bits[8];
    size_t len = t->type == CINCH_F32 ? 4 : 8;
    if (len == 4) {
        uint32_t half;
        memcpy(&half, &t->as.f32, 4); /* not through a float register, which may quieten a NaN */
        cinchi_store32(bits, half);
    } else {
        cinchi_store64(bits, t->as.u64);
    }
    cinchi_emit_byte(e, '"');
    cinchi_emit_hex(e, bits, len);
    cinchi_emit_byte(e, '"');
}

static void emit_tagged_float(cinchi_emit *e, const cinch_token *t)
{
    double v = float_of(t);
    if (t->type == CINCH_F64 && v - v == 0) {
        emit_finite(e, t, false);
        return;
    }
    tag_begin(e, t->type == CINCH_F32 ? "$f32" : "$f64");
    if (v - v == 0)
        emit_finite(e, t, false);
    else
        tag_bits(e, t);
    cinchi_emit_byte(e, '}');
}

/* Only a timestamp in its smallest size comes back from a date. */
static cinch_error emit_tagged_time(cinchi_emit *e, const cinch_token *t, const uint8_t *item)
{
    cinchi_head h = cinchi_head_read(item);
    uint8_t *start;
    if (h.len == cinchi_stamp_len(t->as.sec, t->len)) {
        start = cinchi_emit_room(e, 16 + CINCHI_RFC3339_TEXT); /* all of it, so that it can be taken back */
        tag_begin(e, "$time");
        cinchi_emit_byte(e, '"');
        if (emit_date(e, t)) {
            RAW(e, "\"}");
            return CINCH_OK;
        }
        e->pos = start;
    }
    return emit_ext(e, CINCH_EXT_TIME, item + h.size, h.len, false);
}

cinch_error cinchi_emit_tagged(cinchi_emit *e, const cinch_token *t, const uint8_t *item, const uint8_t *readable)
{
    switch (t->type) {
    case CINCH_F32:
    case CINCH_F64: emit_tagged_float(e, t); return CINCH_OK;
    case CINCH_STR:
        if (cinch_utf8_valid(t->as.str, t->len)) return emit_str(e, t, readable);
        tag_base64(e, "$str", t);
        return CINCH_OK;
    case CINCH_BIN: tag_base64(e, "$bin", t); return CINCH_OK;
    case CINCH_EXT: return emit_ext(e, t->ext, t->as.ptr, t->len, false);
    case CINCH_TIME: return emit_tagged_time(e, t, item);
    default: return cinchi_emit_value(e, t, readable);
    }
}

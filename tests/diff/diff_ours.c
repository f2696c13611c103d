/* SPDX-License-Identifier: MIT
 * Our side: cinch writing, reading and judging, through its public headers, with one rule broken when a sabotage is asked for. The
 * library is left alone; what is broken is what the comparison takes for its answer.
 */
#include "diff.h"

#include <stdlib.h>

/* clang-format off */
const struct sabotage sabotages[] = {
    {"none", "nothing is broken, and nothing must be noticed", SABOTAGE_NONE, 0, 0, NULL},
    {"positive-fixint-boundary", "127 is written in 2 bytes", SABOTAGE_BYTES, 0, 127, "cc7f"},
    {"uint8-boundary", "256 is written as a uint 8", SABOTAGE_BYTES, 0, 256, "cc00"},
    {"uint16-boundary", "65536 is written as a uint 16", SABOTAGE_BYTES, 0, 65536, "cd0000"},
    {"uint32-boundary", "2^32 is written as a uint 32", SABOTAGE_BYTES, 0, INT64_C(0x100000000), "ce00000000"},
    {"uint64-boundary", "2^63 is written as an int 64", SABOTAGE_BYTES, 1, INT64_MIN, "d38000000000000000"},
    {"negative-fixint-boundary", "-32 is written in 2 bytes", SABOTAGE_BYTES, 0, -32, "d0e0"},
    {"int8-boundary", "-129 is written as an int 8", SABOTAGE_BYTES, 0, -129, "d07f"},
    {"int16-boundary", "-32769 is written as an int 16", SABOTAGE_BYTES, 0, -32769, "d17fff"},
    {"int32-boundary", "-2^31 - 1 is written as an int 32", SABOTAGE_BYTES, 0, -INT64_C(2147483649), "d27fffffff"},
    {"fixstr-boundary", "a str of 31 bytes gets a head of 2", SABOTAGE_LENGTH, V_STR, 31, "d91f"},
    {"str8-boundary", "a str of 256 bytes gets a str 8 head", SABOTAGE_LENGTH, V_STR, 256, "d900"},
    {"bin8-boundary", "a bin of 255 bytes gets a bin 16 head", SABOTAGE_LENGTH, V_BIN, 255, "c500ff"},
    {"fixarray-boundary", "an array of 16 gets the head of an empty one", SABOTAGE_LENGTH, V_ARRAY, 16, "90"},
    {"fixmap-boundary", "a map of 15 gets a map 16 head", SABOTAGE_LENGTH, V_MAP, 15, "de000f"},
    {"lost-sign", "a negative integer is written without its sign", SABOTAGE_WRITE, 0, 0, NULL},
    {"widened-float32", "a float32 is written as a float64", SABOTAGE_WRITE, 0, 0, NULL},
    {"dropped-nan-payload", "every NaN is written as the same one", SABOTAGE_WRITE, 0, 0, NULL},
    {"lost-negative-zero", "-0.0 is written as 0.0", SABOTAGE_WRITE, 0, 0, NULL},
    {"str-as-bin", "a str is written as a bin", SABOTAGE_WRITE, 0, 0, NULL},
    {"bin-as-str", "a bin is written as a str", SABOTAGE_WRITE, 0, 0, NULL},
    {"swapped-surrogates", "the halves of a surrogate pair change places", SABOTAGE_WRITE, 0, 0, NULL},
    {"dropped-surrogate", "an unpaired surrogate is left out", SABOTAGE_WRITE, 0, 0, NULL},
    {"merged-duplicates", "of equal keys only the last is written", SABOTAGE_WRITE, 0, 0, NULL},
    {"reordered-map", "the first two pairs of a map change places", SABOTAGE_WRITE, 0, 0, NULL},
    {"dropped-nil", "a nil at the end of an array is not written", SABOTAGE_WRITE, 0, 0, NULL},
    {"read-int8-unsigned", "an int 8 is read as a uint 8", SABOTAGE_READ, 0, 0, NULL},
    {"read-uint64-signed", "2^63 and above are read as negative", SABOTAGE_READ, 0, 0, NULL},
    {"read-float32-rounded", "a float32 loses its last bit in reading", SABOTAGE_READ, 0, 0, NULL},
    {"read-last-item-lost", "the last item of an array of 16 or more is read as nil", SABOTAGE_READ, 0, 0, NULL},
    {"accepted-prefix", "a message cut in its last item is accepted", SABOTAGE_VERDICT, 0, 0, NULL},
    {"accepted-c1", "the reserved byte is accepted", SABOTAGE_VERDICT, 0, 0, NULL},
    {"accepted-trailing-bytes", "bytes after the message are accepted", SABOTAGE_VERDICT, 0, 0, NULL},
    {"refused-empty-key", "a map with an empty key is refused", SABOTAGE_VERDICT, 0, 0, NULL},
    {NULL, NULL, SABOTAGE_NONE, 0, 0, NULL},
};
/* clang-format on */
const struct sabotage *sabotage;

const struct sabotage *sabotage_named(const char *name)
{
    const struct sabotage *s = sabotages;
    while (s->name && strcmp(s->name, name) != 0) s++;
    return s->name ? s : NULL;
}

bool sabotaged(const char *name)
{
    return sabotage && strcmp(sabotage->name, name) == 0;
}

/* ---------------------------------------------------------------- writing */

static bool spoiled(cinch_writer *w, enum sabotage_kind kind, unsigned of, uint64_t at)
{
    if (!sabotage || sabotage->kind != kind || sabotage->of != of || (uint64_t)sabotage->at != at) return false;
    struct bytes b = {0};
    bytes_hex(&b, sabotage->bytes);
    cinch_put_raw(w, b.ptr, b.len);
    free(b.ptr);
    return true;
}

static void ours_integer(cinch_writer *w, const struct value *v)
{
    bool high = v->kind == V_UINT && v->as.bits > INT64_MAX;
    if (spoiled(w, SABOTAGE_BYTES, high, v->as.bits)) return;
    if (v->kind == V_UINT)
        cinch_put_u64(w, v->as.bits);
    else if (sabotaged("lost-sign"))
        cinch_put_u64(w, 0 - v->as.bits);
    else
        cinch_put_i64(w, (int64_t)v->as.bits);
}

/* As a token, whose union takes the bits as they are: an x87 register would quieten a signalling NaN on its way to cinch_put_f32. */
static void ours_float(cinch_writer *w, const struct value *v)
{
    cinch_token t = CINCH_ZERO;
    bool wide = v->kind == V_F64;
    uint64_t bits = v->as.bits, infinity = wide ? 0x7ff0000000000000 : 0x7f800000, sign = wide ? (uint64_t)1 << 63 : 0x80000000;
    if (sabotaged("dropped-nan-payload") && (bits & ~sign) > infinity) bits = infinity | infinity >> 1;
    if (sabotaged("lost-negative-zero") && bits == sign) bits = 0;
    t.type = wide ? CINCH_F64 : CINCH_F32;
    if (wide) {
        memcpy(&t.as.f64, &bits, sizeof t.as.f64);
    } else {
        uint32_t narrow = (uint32_t)bits;
        memcpy(&t.as.f32, &narrow, sizeof t.as.f32);
    }
    if (!wide && sabotaged("widened-float32"))
        cinch_put_f64(w, (double)t.as.f32);
    else
        cinch_put_token(w, t);
}

static bool surrogate_in(uint16_t unit, unsigned from)
{
    return unit >= from && unit < from + 0x400;
}

static void ours_units(cinch_writer *w, const struct value *v)
{
    if (!sabotaged("swapped-surrogates") && !sabotaged("dropped-surrogate")) {
        cinch_put_utf16(w, v->utf16, v->units, false);
        return;
    }
    uint16_t *units = malloc((v->units + 1) * sizeof *units);
    size_t n = 0;
    if (!units) die("out of memory");
    for (uint32_t i = 0; i < v->units; i++) {
        bool pair = surrogate_in(v->utf16[i], 0xd800) && i + 1 < v->units && surrogate_in(v->utf16[i + 1], 0xdc00);
        if (pair) {
            bool swap = sabotaged("swapped-surrogates");
            units[n++] = v->utf16[i + swap];
            units[n++] = v->utf16[i + !swap];
            i++;
        } else if (!sabotaged("dropped-surrogate") || v->utf16[i] < 0xd800 || v->utf16[i] > 0xdfff) {
            units[n++] = v->utf16[i];
        }
    }
    cinch_put_utf16(w, units, n, false);
    free(units);
}

static void ours_payload(cinch_writer *w, const struct value *v)
{
    bool str = v->kind == V_STR;
    if (spoiled(w, SABOTAGE_LENGTH, v->kind, v->len)) {
        cinch_put_raw(w, v->as.bytes, v->len);
        return;
    }
    if (sabotaged(str ? "str-as-bin" : "bin-as-str")) str = !str;
    if (!str)
        cinch_put_bin(w, v->as.bytes, v->len);
    else if (v->utf16)
        ours_units(w, v);
    else
        cinch_put_str(w, (const char *)v->as.bytes, v->len);
}

static bool same_bytes(const struct value *a, const struct value *b)
{
    return a->kind == V_STR && b->kind == V_STR && a->len == b->len && memcmp(a->as.bytes, b->as.bytes, a->len) == 0;
}

static bool key_comes_again(const struct value *map, uint32_t i)
{
    for (uint32_t k = i + 1; k < map->len; k++)
        if (same_bytes(map->as.kids + 2 * i, map->as.kids + 2 * k)) return true;
    return false;
}

static void ours_put(cinch_writer *w, const struct value *v);

static void ours_map(cinch_writer *w, const struct value *v)
{
    uint32_t count = v->len;
    bool merge = sabotaged("merged-duplicates"), swap = sabotaged("reordered-map") && count > 1;
    for (uint32_t i = 0; merge && i < v->len; i++) count -= key_comes_again(v, i);
    if (!spoiled(w, SABOTAGE_LENGTH, V_MAP, count)) cinch_put_map(w, count);
    for (uint32_t i = 0; i < v->len; i++) {
        const struct value *key = v->as.kids + 2 * (swap && i < 2 ? 1 - i : i);
        if (merge && key_comes_again(v, i)) continue;
        ours_put(w, key);
        ours_put(w, key + 1);
    }
}

static void ours_array(cinch_writer *w, const struct value *v)
{
    uint32_t count = v->len;
    if (sabotaged("dropped-nil") && count && v->as.kids[count - 1].kind == V_NIL) count--;
    if (!spoiled(w, SABOTAGE_LENGTH, V_ARRAY, count)) cinch_put_array(w, count);
    for (uint32_t i = 0; i < count; i++) ours_put(w, v->as.kids + i);
}

static void ours_put(cinch_writer *w, const struct value *v)
{
    switch (v->kind) {
    case V_NIL: cinch_put_nil(w); break;
    case V_FALSE:
    case V_TRUE: cinch_put_bool(w, v->kind == V_TRUE); break;
    case V_UINT:
    case V_NEG: ours_integer(w, v); break;
    case V_F32:
    case V_F64: ours_float(w, v); break;
    case V_STR:
    case V_BIN: ours_payload(w, v); break;
    case V_EXT: cinch_put_ext(w, v->ext, v->as.bytes, v->len); break;
    case V_ARRAY: ours_array(w, v); break;
    case V_MAP: ours_map(w, v); break;
    default: cinch_writer_fail(w, CINCH_ERR_USER);
    }
}

void ours_write(const struct value *v, struct bytes *out)
{
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init_grow(&w, NULL, 1024);
    ours_put(&w, v);
    if (cinch_writer_finish(&w, &msg, NULL) == CINCH_OK) bytes_add(out, msg.ptr, msg.len);
    cinch_writer_free(&w);
}

/* ---------------------------------------------------------------- reading */

static void ours_number(struct value *v, cinch_token t)
{
    switch (t.type) {
    case CINCH_U64:
        v->kind = V_UINT, v->as.bits = t.as.u64;
        if (sabotaged("read-uint64-signed") && t.as.u64 > INT64_MAX) v->kind = V_NEG;
        break;
    case CINCH_I64:
        v->kind = V_NEG, v->as.bits = (uint64_t)t.as.i64;
        if (sabotaged("read-int8-unsigned") && t.format == 0xd0) v->kind = V_UINT, v->as.bits &= 255;
        break;
    case CINCH_F32: {
        uint32_t bits;
        memcpy(&bits, &t.as.f32, sizeof bits);
        v->kind = V_F32, v->as.bits = sabotaged("read-float32-rounded") ? bits & ~1u : bits;
        break;
    }
    default: v->kind = V_F64, memcpy(&v->as.bits, &t.as.f64, sizeof v->as.bits);
    }
}

static bool ours_get(cinch_reader *r, struct value *v, cinch_arena *a, unsigned depth)
{
    cinch_token t = cinch_next(r);
    memset(v, 0, sizeof *v);
    switch (t.type) {
    case CINCH_NONE: return false;
    case CINCH_NIL: v->kind = V_NIL; return true;
    case CINCH_BOOL: v->kind = t.as.b ? V_TRUE : V_FALSE; return true;
    case CINCH_STR: v->kind = V_STR, v->len = t.len, v->as.bytes = (const uint8_t *)t.as.str; return true;
    case CINCH_BIN: v->kind = V_BIN, v->len = t.len, v->as.bytes = t.as.ptr; return true;
    case CINCH_EXT: v->kind = V_EXT, v->ext = t.ext, v->len = t.len, v->as.bytes = t.as.ptr; return true;
    case CINCH_ARRAY:
    case CINCH_MAP: break;
    default: ours_number(v, t); return true;
    }
    if (depth == 0) return false;
    v->kind = t.type == CINCH_MAP ? V_MAP : V_ARRAY;
    v->len = t.len;
    size_t count = (t.type == CINCH_MAP ? 2 : 1) * (size_t)t.len;
    v->as.kids = need_memory(a, count * sizeof *v);
    for (size_t i = 0; i < count; i++)
        if (!ours_get(r, v->as.kids + i, a, depth - 1)) return false;
    if (sabotaged("read-last-item-lost") && v->kind == V_ARRAY && count >= 16) v->as.kids[count - 1].kind = V_NIL;
    return true;
}

struct value *ours_read(const uint8_t *p, size_t len, cinch_arena *a)
{
    cinch_read_opts opts = CINCH_ZERO;
    cinch_reader r;
    opts.flags = CINCH_RAW_TIME;
    cinch_reader_init_opts(&r, p, len, &opts);
    struct value *v = need_memory(a, sizeof *v);
    bool whole = ours_get(&r, v, a, 64);
    return cinch_reader_finish(&r, NULL) == CINCH_OK && whole ? v : NULL;
}

/* ---------------------------------------------------------------- judging */

static bool has_empty_key(const uint8_t *p, size_t len)
{
    cinch_reader r;
    cinch_reader_init(&r, p, len);
    return cinch_get_map(&r) && cinch_next(&r).type == CINCH_STR && r.pos[-1] == 0xa0;
}

bool ours_accepts(const uint8_t *p, size_t len)
{
    cinch_diag why;
    cinch_error e = cinch_check(p, len, NULL, &why);
    if (sabotaged("accepted-c1") && e == CINCH_ERR_RESERVED) return true;
    if (sabotaged("accepted-trailing-bytes") && e == CINCH_ERR_TRAILING) return true;
    if (sabotaged("accepted-prefix") && e == CINCH_ERR_TRUNCATED && why.pos + 1 < len) return true;
    if (sabotaged("refused-empty-key") && e == CINCH_OK && has_empty_key(p, len)) return false;
    return e == CINCH_OK;
}

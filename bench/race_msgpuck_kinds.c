/* SPDX-License-Identifier: MIT
 * msgpuck, the records of race_kinds.h but the document: mp_check once, then its unchecked decoders into the same structs, lists into room that is there. Its
 * encoders check no room; a bound is taken beforehand.
 */
#include "race_msgpuck_kinds.h"

/* ---------------------------------------------------------------- lists */

/* The one member there is; false: another. */
static inline bool get_values(const char **p)
{
    uint32_t left, len;
    const char *key;
    return get_head(p, MP_MAP, &left) && left == 1 && get_key(p, &key, &len) && len == 6 && memcmp(key, "values", 6) == 0;
}

RECORD_APART bool puckkinds_decode_strings(kinds_state *s, const bench_msg *m, kinds_strings *v)
{
    const char *p = (const char *)m->ptr;
    v->values.items = s->texts;
    return puck_checked(m) && get_values(&p) && get_texts(&p, v->values.items, &v->values.count);
}

RECORD_APART size_t puckkinds_encode_strings(kinds_state *s, const kinds_strings *v)
{
    char *const out = (char *)s->out, *p = out;
    size_t room = 16;
    for (uint32_t i = 0; i < v->values.count; i++) room += 5 + v->values.items[i].len;
    if (room > sizeof s->out) return 0;
    p = put_texts(put_KEY(mp_encode_map(p, 1), "values"), v->values.items, v->values.count);
    return (size_t)(p - out);
}

RECORD_APART bool puckkinds_decode_telemetry(kinds_state *s, const bench_msg *m, kinds_telemetry *v)
{
    const char *p = (const char *)m->ptr;
    v->values.items = s->numbers;
    if (!puck_checked(m) || !get_values(&p) || !get_head(&p, MP_ARRAY, &v->values.count) || v->values.count > KINDS_ITEMS)
        return false;
    for (uint32_t i = 0; i < v->values.count; i++)
        if (!puck_get_F64(&p, v->values.items + i)) return false;
    return true;
}

RECORD_APART size_t puckkinds_encode_telemetry(kinds_state *s, const kinds_telemetry *v)
{
    char *const out = (char *)s->out, *p = out;
    if (16 + 9 * (size_t)v->values.count > sizeof s->out) return 0;
    p = mp_encode_array(put_KEY(mp_encode_map(p, 1), "values"), v->values.count);
    for (uint32_t i = 0; i < v->values.count; i++) p = puck_put_F64(p, v->values.items[i]);
    return (size_t)(p - out);
}

/* ---------------------------------------------------------------- other encodings, other storage */

#define HAS_REQ(name) 1
#define HAS_OPT(name) v->has_##name
#define SET_REQ(name, v)
#define SET_OPT(name, v)              v->has_##name = true
#define ROOM_BOOL(v)                  1
#define ROOM_I32(v)                   5
#define ROOM_I64(v)                   9
#define ROOM_F64(v)                   9
#define ROOM_STR(v)                   5 + (v).len
#define ROOM(index, need, kind, name) +5 + ROOM_##kind(v->name)

#define ARRAY_GET(index, need, kind, name)                                                                                     \
    if (!puck_get_##kind(&p, &v->name)) return false;                                                                          \
    SET_##need(name, v);
#define ARRAY_PUT(index, need, kind, name) p = HAS_##need(name) ? puck_put_##kind(p, v->name) : mp_encode_nil(p);

/* All of them, as they are here. */
RECORD_APART bool puckkinds_decode_array(kinds_state *s, const bench_msg *m, kinds_array *v)
{
    const char *p = (const char *)m->ptr;
    uint32_t count;
    (void)s;
    if (!puck_checked(m) || !get_head(&p, MP_ARRAY, &count) || count != 20) return false;
    RECORD_20(ARRAY_GET)
    return true;
}

RECORD_APART size_t puckkinds_encode_array(kinds_state *s, const kinds_array *v)
{
    char *const out = (char *)s->out, *p = out;
    if (sizeof s->out < 3 RECORD_20(ROOM)) return 0;
    p = mp_encode_array(p, 20);
    RECORD_20(ARRAY_PUT)
    return (size_t)(p - out);
}

#define INTKEYS_GET(index, need, kind, name)                                                                                   \
    case index + 1:                                                                                                            \
        SET_##need(name, v);                                                                                                   \
        return puck_get_##kind(p, &v->name);
#define INTKEYS_CLEAR_REQ(name)
#define INTKEYS_CLEAR_OPT(name)                v->has_##name = false;
#define INTKEYS_CLEAR(index, need, kind, name) INTKEYS_CLEAR_##need(name)
#define INTKEYS_COUNT(index, need, kind, name) +(uint32_t)HAS_##need(name)
#define INTKEYS_PUT(index, need, kind, name)                                                                                   \
    if (HAS_##need(name)) p = puck_put_##kind(mp_encode_uint(p, index + 1), v->name);

static inline bool get_member(const char **p, uint64_t key, kinds_intkeys *v)
{
    switch (key) {
        RECORD_20(INTKEYS_GET)
    default: mp_next(p); return true;
    }
}

RECORD_APART bool puckkinds_decode_intkeys(kinds_state *s, const bench_msg *m, kinds_intkeys *v)
{
    const char *p = (const char *)m->ptr;
    uint32_t left, seen = 0;
    (void)s;
    if (!puck_checked(m) || !get_head(&p, MP_MAP, &left)) return false;
    RECORD_20(INTKEYS_CLEAR)
    for (; left; left--) {
        uint64_t key;
        if (mp_typeof(*p) != MP_UINT) return false;
        key = mp_decode_uint(&p);
        if (!get_member(&p, key, v)) return false;
        if (key <= 20) seen |= 1u << key;
    }
    return (~seen & (0 RECORD_20(RECORD_REQUIRED)) << 1) == 0;
}

RECORD_APART size_t puckkinds_encode_intkeys(kinds_state *s, const kinds_intkeys *v)
{
    char *const out = (char *)s->out, *p = out;
    if (sizeof s->out < 3 RECORD_20(ROOM)) return 0;
    p = mp_encode_map(p, 0 RECORD_20(INTKEYS_COUNT));
    RECORD_20(INTKEYS_PUT)
    return (size_t)(p - out);
}

#define put_FIXED(p, v) mp_encode_str(p, (v).s, (v).len)

/* At most so many bytes, which is what the schema says of its characters when they are ASCII; a NUL behind them. */
static inline bool get_text(const char **p, char *to, uint32_t *len, uint32_t most)
{
    const char *from;
    if (mp_typeof(**p) != MP_STR) return false;
    from = mp_decode_str(p, len);
    if (*len > most) return false;
    memcpy(to, from, *len);
    to[*len] = 0;
    return true;
}

#define FIXED_BOOL(p, t) puck_get_BOOL(p, &(t))
#define FIXED_I32(p, t)  puck_get_I32(p, &(t))
#define FIXED_I64(p, t)  puck_get_I64(p, &(t))
#define FIXED_F64(p, t)  puck_get_F64(p, &(t))
#define FIXED_STR(p, t)  get_text(p, (t).s, &(t).len, sizeof(t).s / 4)
#define FIXED_GET(index, need, kind, name)                                                                                     \
    case index:                                                                                                                \
        return FIXED_##kind(p, v->name);
#define FIXED_PUT_BOOL                     puck_put_BOOL
#define FIXED_PUT_I32                      puck_put_I32
#define FIXED_PUT_I64                      puck_put_I64
#define FIXED_PUT_F64                      puck_put_F64
#define FIXED_PUT_STR                      put_FIXED
#define FIXED_PUT(index, need, kind, name) p = FIXED_PUT_##kind(put_KEY(p, #name), v->name);

static inline bool get_fixed(const char **p, unsigned field, kinds_fixed *v)
{
    switch (field) {
        RECORD_8(FIXED_GET)
    default: mp_next(p); return true;
    }
}

RECORD_APART bool puckkinds_decode_fixed(kinds_state *s, const bench_msg *m, kinds_fixed *v)
{
    const char *p = (const char *)m->ptr, *key;
    uint32_t left, len, seen = 0;
    (void)s;
    if (!puck_checked(m) || !get_head(&p, MP_MAP, &left)) return false;
    for (; left; left--) {
        unsigned field;
        if (!get_key(&p, &key, &len)) return false;
        field = record_field(key, len);
        if (!get_fixed(&p, field, v)) return false;
        seen |= 1u << field;
    }
    return (seen & RECORD_ALL) == RECORD_ALL;
}

RECORD_APART size_t puckkinds_encode_fixed(kinds_state *s, const kinds_fixed *v)
{
    char *const out = (char *)s->out, *p = mp_encode_map(out, RECORD_FIELDS);
    RECORD_8(FIXED_PUT) /* never more than its structs hold */
    return (size_t)(p - out);
}

KINDS(KINDS_RUNS)

const bench_entrant bench_msgpuck_kinds[] = {
    KINDS(KINDS_ROWS){NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

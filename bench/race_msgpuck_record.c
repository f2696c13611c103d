/* SPDX-License-Identifier: MIT
 * msgpuck, the record of eight fields: mp_check once, then its unchecked decoders, keys told apart by length and bytes. Its encoders check
 * no room; one bound is taken beforehand.
 */
#include "record.h"

#include <msgpuck.h>
#include <stdlib.h>

typedef struct puckrec_state {
    const bench_input *in;
    bench_record *records, last;
    char out[RECORD_BOUND];
    size_t len;
} puckrec_state;

static void *puckrec_open(const bench_input *in)
{
    puckrec_state *s = (puckrec_state *)bench_alloc(sizeof *s);
    s->in = in;
    s->records = bench_records(in);
    return s;
}

static void puckrec_close(void *state)
{
    puckrec_state *s = (puckrec_state *)state;
    free(s->records);
    free(s);
}

/* ---------------------------------------------------------------- writing */

static inline char *puckrec_int(char *p, int64_t v)
{
    return v < 0 ? mp_encode_int(p, v) : mp_encode_uint(p, (uint64_t)v);
}

static inline size_t puckrec_encode(char *out, size_t cap, const bench_record *r)
{
    char *p = out;
    if (cap < 128 + r->f_string.len + r->f_string_2.len) return 0;
    p = mp_encode_map(p, RECORD_FIELDS);
    p = mp_encode_bool(mp_encode_str(p, "f_bool", 6), r->f_bool);
    p = puckrec_int(mp_encode_str(p, "f_int32", 7), r->f_int32);
    p = puckrec_int(mp_encode_str(p, "f_int64", 7), r->f_int64);
    p = mp_encode_double(mp_encode_str(p, "f_float64", 9), r->f_float64);
    p = mp_encode_str(mp_encode_str(p, "f_string", 8), r->f_string.ptr, r->f_string.len);
    p = mp_encode_bool(mp_encode_str(p, "f_bool_2", 8), r->f_bool_2);
    p = puckrec_int(mp_encode_str(p, "f_int32_2", 9), r->f_int32_2);
    p = mp_encode_str(mp_encode_str(p, "f_string_2", 10), r->f_string_2.ptr, r->f_string_2.len);
    return (size_t)(p - out);
}

static uint64_t puckrec_encode_run(void *state, size_t first, size_t count)
{
    puckrec_state *s = (puckrec_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        s->len = puckrec_encode(s->out, sizeof s->out, s->records + i);
        if (!s->len) bench_die("msgpuck: no room");
        sum += s->len;
    }
    return sum;
}

static uint64_t puckrec_written(void *state, size_t index)
{
    puckrec_state *s = (puckrec_state *)state;
    (void)index;
    return bench_digest_bytes(s->out, s->len);
}

/* ---------------------------------------------------------------- reading */

static inline bool puckrec_get_int(const char **p, int64_t *v)
{
    if (mp_typeof(**p) == MP_UINT) {
        uint64_t u = mp_decode_uint(p);
        *v = (int64_t)u;
        return u <= INT64_MAX;
    }
    if (mp_typeof(**p) != MP_INT) return false;
    *v = mp_decode_int(p);
    return true;
}

static inline bool puckrec_get_int32(const char **p, int32_t *v)
{
    int64_t wide;
    if (!puckrec_get_int(p, &wide) || wide != (int32_t)wide) return false;
    *v = (int32_t)wide;
    return true;
}

static inline bool puckrec_get_bool(const char **p, bool *v)
{
    if (mp_typeof(**p) != MP_BOOL) return false;
    *v = mp_decode_bool(p);
    return true;
}

static inline bool puckrec_get_str(const char **p, record_text *v)
{
    if (mp_typeof(**p) != MP_STR) return false;
    v->ptr = mp_decode_str(p, &v->len);
    return true;
}

static inline bool puckrec_value(const char **p, unsigned field, bench_record *r)
{
    switch (field) {
    case 0: return puckrec_get_bool(p, &r->f_bool);
    case 1: return puckrec_get_int32(p, &r->f_int32);
    case 2: return puckrec_get_int(p, &r->f_int64);
    case 3:
        if (mp_typeof(**p) != MP_DOUBLE) return false;
        r->f_float64 = mp_decode_double(p);
        return true;
    case 4: return puckrec_get_str(p, &r->f_string);
    case 5: return puckrec_get_bool(p, &r->f_bool_2);
    case 6: return puckrec_get_int32(p, &r->f_int32_2);
    case 7: return puckrec_get_str(p, &r->f_string_2);
    default: mp_next(p); return true;
    }
}

static inline bool puckrec_decode(const bench_msg *m, bench_record *r)
{
    const char *p = (const char *)m->ptr, *end = p + m->len;
    if (mp_check(&p, end) != 0 || p != end) return false;
    p = (const char *)m->ptr;
    if (mp_typeof(*p) != MP_MAP) return false;
    r->has = 0;
    for (uint32_t n = mp_decode_map(&p); n; n--) {
        uint32_t len;
        if (mp_typeof(*p) != MP_STR) return false;
        const char *key = mp_decode_str(&p, &len);
        unsigned field = record_field(key, len);
        if (!puckrec_value(&p, field, r)) return false;
        r->has |= (1u << field) & RECORD_ALL;
    }
    return true;
}

static uint64_t puckrec_decode_run(void *state, size_t first, size_t count)
{
    puckrec_state *s = (puckrec_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (!puckrec_decode(s->in->msgs + i, &s->last) || s->last.has != RECORD_ALL) bench_die("msgpuck: refused");
        sum += record_word(&s->last);
    }
    return sum;
}

static uint64_t puckrec_optional_run(void *state, size_t first, size_t count)
{
    puckrec_state *s = (puckrec_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (!puckrec_decode(s->in->msgs + i, &s->last)) bench_die("msgpuck: refused");
        sum += s->last.has;
    }
    return sum;
}

static uint64_t puckrec_digest(void *state, size_t index)
{
    (void)index;
    return bench_record_digest(&((puckrec_state *)state)->last);
}

const bench_entrant bench_msgpuck_record[] = {
    {"gen-encode", "msgpuck", BENCH_PEER, BENCH_BYTES, puckrec_open, puckrec_encode_run, puckrec_written, puckrec_close},
    {"gen-decode", "msgpuck", BENCH_PEER, BENCH_VALUES, puckrec_open, puckrec_decode_run, puckrec_digest, puckrec_close},
    {"gen-optional", "msgpuck", BENCH_PEER, BENCH_VALUES, puckrec_open, puckrec_optional_run, puckrec_digest, puckrec_close},
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

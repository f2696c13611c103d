/* SPDX-License-Identifier: MIT
 * msgpack-c, the record of eight fields: its packer into an sbuffer that is kept; its tree in a zone that is kept, and the members taken out
 * of it.
 */
#include "record.h"

#include <msgpack.h>
#include <stdlib.h>

typedef struct mpcrec_state {
    const bench_input *in;
    bench_record *records, last;
    msgpack_zone zone;
    msgpack_sbuffer out;
    msgpack_packer packer;
} mpcrec_state;

static void *mpcrec_open(const bench_input *in)
{
    mpcrec_state *s = (mpcrec_state *)bench_alloc(sizeof *s);
    s->in = in;
    s->records = bench_records(in);
    if (!msgpack_zone_init(&s->zone, 4096)) bench_die("msgpack_zone_init");
    msgpack_sbuffer_init(&s->out);
    msgpack_packer_init(&s->packer, &s->out, msgpack_sbuffer_write);
    return s;
}

static void mpcrec_close(void *state)
{
    mpcrec_state *s = (mpcrec_state *)state;
    msgpack_zone_destroy(&s->zone);
    msgpack_sbuffer_destroy(&s->out);
    free(s->records);
    free(s);
}

/* ---------------------------------------------------------------- writing */

static inline void mpcrec_str(msgpack_packer *p, const char *s, size_t len)
{
    msgpack_pack_str(p, len);
    msgpack_pack_str_body(p, s, len);
}

static inline void mpcrec_bool(msgpack_packer *p, bool v)
{
    if (v)
        msgpack_pack_true(p);
    else
        msgpack_pack_false(p);
}

static inline void mpcrec_encode(msgpack_packer *p, const bench_record *r)
{
    msgpack_pack_map(p, RECORD_FIELDS);
    mpcrec_str(p, "f_bool", 6);
    mpcrec_bool(p, r->f_bool);
    mpcrec_str(p, "f_int32", 7);
    msgpack_pack_int32(p, r->f_int32);
    mpcrec_str(p, "f_int64", 7);
    msgpack_pack_int64(p, r->f_int64);
    mpcrec_str(p, "f_float64", 9);
    msgpack_pack_double(p, r->f_float64);
    mpcrec_str(p, "f_string", 8);
    mpcrec_str(p, r->f_string.ptr, r->f_string.len);
    mpcrec_str(p, "f_bool_2", 8);
    mpcrec_bool(p, r->f_bool_2);
    mpcrec_str(p, "f_int32_2", 9);
    msgpack_pack_int32(p, r->f_int32_2);
    mpcrec_str(p, "f_string_2", 10);
    mpcrec_str(p, r->f_string_2.ptr, r->f_string_2.len);
}

static uint64_t mpcrec_encode_run(void *state, size_t first, size_t count)
{
    mpcrec_state *s = (mpcrec_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        msgpack_sbuffer_clear(&s->out);
        mpcrec_encode(&s->packer, s->records + i);
        sum += s->out.size;
    }
    return sum;
}

static uint64_t mpcrec_written(void *state, size_t index)
{
    mpcrec_state *s = (mpcrec_state *)state;
    (void)index;
    return bench_digest_bytes(s->out.data, s->out.size);
}

/* ---------------------------------------------------------------- reading */

static inline bool mpcrec_int(const msgpack_object *o, int64_t *v)
{
    *v = o->via.i64;
    return o->type == MSGPACK_OBJECT_NEGATIVE_INTEGER ||
           (o->type == MSGPACK_OBJECT_POSITIVE_INTEGER && o->via.u64 <= INT64_MAX);
}

static inline bool mpcrec_int32(const msgpack_object *o, int32_t *v)
{
    int64_t wide;
    bool fine = mpcrec_int(o, &wide) && wide == (int32_t)wide;
    *v = (int32_t)wide;
    return fine;
}

static inline bool mpcrec_bool_of(const msgpack_object *o, bool *v)
{
    *v = o->via.boolean;
    return o->type == MSGPACK_OBJECT_BOOLEAN;
}

static inline bool mpcrec_text(const msgpack_object *o, record_text *v)
{
    v->ptr = o->via.str.ptr;
    v->len = o->via.str.size;
    return o->type == MSGPACK_OBJECT_STR;
}

static inline bool mpcrec_value(const msgpack_object *o, unsigned field, bench_record *r)
{
    switch (field) {
    case 0: return mpcrec_bool_of(o, &r->f_bool);
    case 1: return mpcrec_int32(o, &r->f_int32);
    case 2: return mpcrec_int(o, &r->f_int64);
    case 3: r->f_float64 = o->via.f64; return o->type == MSGPACK_OBJECT_FLOAT64;
    case 4: return mpcrec_text(o, &r->f_string);
    case 5: return mpcrec_bool_of(o, &r->f_bool_2);
    case 6: return mpcrec_int32(o, &r->f_int32_2);
    case 7: return mpcrec_text(o, &r->f_string_2);
    default: return true;
    }
}

static inline bool mpcrec_decode(mpcrec_state *s, const bench_msg *m, bench_record *r)
{
    size_t end = 0;
    msgpack_object root;
    msgpack_zone_clear(&s->zone);
    if (msgpack_unpack((const char *)m->ptr, m->len, &end, &s->zone, &root) != MSGPACK_UNPACK_SUCCESS || end != m->len)
        return false;
    if (root.type != MSGPACK_OBJECT_MAP) return false;
    r->has = 0;
    for (uint32_t i = 0; i < root.via.map.size; i++) {
        const msgpack_object_kv *kv = root.via.map.ptr + i;
        if (kv->key.type != MSGPACK_OBJECT_STR) return false;
        unsigned field = record_field(kv->key.via.str.ptr, kv->key.via.str.size);
        if (!mpcrec_value(&kv->val, field, r)) return false;
        r->has |= (1u << field) & RECORD_ALL;
    }
    return true;
}

static uint64_t mpcrec_decode_run(void *state, size_t first, size_t count)
{
    mpcrec_state *s = (mpcrec_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (!mpcrec_decode(s, s->in->msgs + i, &s->last) || s->last.has != RECORD_ALL) bench_die("msgpack-c: refused");
        sum += record_word(&s->last);
    }
    return sum;
}

static uint64_t mpcrec_optional_run(void *state, size_t first, size_t count)
{
    mpcrec_state *s = (mpcrec_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (!mpcrec_decode(s, s->in->msgs + i, &s->last)) bench_die("msgpack-c: refused");
        sum += s->last.has;
    }
    return sum;
}

static uint64_t mpcrec_digest(void *state, size_t index)
{
    (void)index;
    return bench_record_digest(&((mpcrec_state *)state)->last);
}

const bench_entrant bench_msgpackc_record[] = {
    {"gen-encode", "msgpack-c", BENCH_PEER, BENCH_BYTES, mpcrec_open, mpcrec_encode_run, mpcrec_written, mpcrec_close},
    {"gen-decode", "msgpack-c", BENCH_PEER, BENCH_VALUES, mpcrec_open, mpcrec_decode_run, mpcrec_digest, mpcrec_close},
    {"gen-optional", "msgpack-c", BENCH_PEER, BENCH_VALUES, mpcrec_open, mpcrec_optional_run, mpcrec_digest, mpcrec_close},
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

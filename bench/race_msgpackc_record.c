/* SPDX-License-Identifier: MIT
 * msgpack-c, the records: its packer into an sbuffer that is kept; its tree in a zone that is kept, and the members taken out
 * of it.
 */
#include "race_record.h"

#include <msgpack.h>

typedef struct mpcrec_own {
    msgpack_zone zone;
    msgpack_sbuffer out;
    msgpack_packer packer;
} mpcrec_own;

static void *mpcrec_open(const bench_input *in)
{
    race_state *s = (race_state *)race_record_open(in);
    mpcrec_own *own = (mpcrec_own *)bench_alloc(sizeof *own);
    if (!msgpack_zone_init(&own->zone, 4096)) bench_die("msgpack_zone_init");
    msgpack_sbuffer_init(&own->out);
    msgpack_packer_init(&own->packer, &own->out, msgpack_sbuffer_write);
    s->own = own;
    return s;
}

static void mpcrec_close(void *state)
{
    mpcrec_own *own = (mpcrec_own *)((race_state *)state)->own;
    msgpack_zone_destroy(&own->zone);
    msgpack_sbuffer_destroy(&own->out);
    free(own);
    race_record_close(state);
}

/* ---------------------------------------------------------------- writing */

static inline void mpcrec_str(msgpack_packer *p, const char *s, size_t len)
{
    msgpack_pack_str(p, len);
    msgpack_pack_str_body(p, s, len);
}

static inline void mpcrec_put_BOOL(msgpack_packer *p, bool v)
{
    if (v)
        msgpack_pack_true(p);
    else
        msgpack_pack_false(p);
}

#define mpcrec_put_I32(p, v)                  msgpack_pack_int32(p, v)
#define mpcrec_put_I64(p, v)                  msgpack_pack_int64(p, v)
#define mpcrec_put_F64(p, v)                  msgpack_pack_double(p, v)
#define mpcrec_put_STR(p, v)                  mpcrec_str(p, (v).ptr, (v).len)
#define MPCREC_HAS_REQ(index)                 1
#define MPCREC_HAS_OPT(index)                 (r->has >> (index)&1)
#define MPCREC_COUNT(index, need, kind, name) +(size_t)MPCREC_HAS_##need(index)
#define MPCREC_WRITE(index, need, kind, name)                                                                                  \
    if (MPCREC_HAS_##need(index)) {                                                                                            \
        mpcrec_str(p, #name, sizeof #name - 1);                                                                                \
        mpcrec_put_##kind(p, r->name);                                                                                         \
    }

/* ---------------------------------------------------------------- reading */

static inline bool mpcrec_get_I64(const msgpack_object *o, int64_t *v)
{
    *v = o->via.i64;
    return o->type == MSGPACK_OBJECT_NEGATIVE_INTEGER ||
           (o->type == MSGPACK_OBJECT_POSITIVE_INTEGER && o->via.u64 <= INT64_MAX);
}

static inline bool mpcrec_get_I32(const msgpack_object *o, int32_t *v)
{
    int64_t wide;
    bool fine = mpcrec_get_I64(o, &wide) && wide == (int32_t)wide;
    *v = (int32_t)wide;
    return fine;
}

static inline bool mpcrec_get_BOOL(const msgpack_object *o, bool *v)
{
    *v = o->via.boolean;
    return o->type == MSGPACK_OBJECT_BOOLEAN;
}

static inline bool mpcrec_get_F64(const msgpack_object *o, double *v)
{
    *v = o->via.f64;
    return o->type == MSGPACK_OBJECT_FLOAT64;
}

static inline bool mpcrec_get_STR(const msgpack_object *o, record_text *v)
{
    v->ptr = o->via.str.ptr;
    v->len = o->via.str.size;
    return o->type == MSGPACK_OBJECT_STR;
}

static inline bool mpcrec_map(race_state *s, const bench_msg *m, msgpack_object *root)
{
    mpcrec_own *own = (mpcrec_own *)s->own;
    size_t end = 0;
    msgpack_zone_clear(&own->zone);
    return msgpack_unpack((const char *)m->ptr, m->len, &end, &own->zone, root) == MSGPACK_UNPACK_SUCCESS && end == m->len &&
           root->type == MSGPACK_OBJECT_MAP;
}

#define MPCREC_CASE(index, need, kind, name)                                                                                   \
    case index: return mpcrec_get_##kind(o, &r->name);

/* ---------------------------------------------------------------- the race */

#define MPCREC_RECORD(n)                                                                                                       \
    RECORD_APART size_t mpcrec_encode_##n(race_state *s, const record_##n *r)                                                  \
    {                                                                                                                          \
        mpcrec_own *own = (mpcrec_own *)s->own;                                                                                \
        msgpack_packer *p = &own->packer;                                                                                      \
        msgpack_sbuffer_clear(&own->out);                                                                                      \
        msgpack_pack_map(p, 0 RECORD_##n(MPCREC_COUNT));                                                                       \
        RECORD_##n(MPCREC_WRITE) s->written = own->out.data;                                                                   \
        return own->out.size;                                                                                                  \
    }                                                                                                                          \
    static inline bool mpcrec_value_##n(const msgpack_object *o, unsigned field, record_##n *r)                                \
    {                                                                                                                          \
        switch (field) {                                                                                                       \
            RECORD_##n(MPCREC_CASE) default : return true;                                                                     \
        }                                                                                                                      \
    }                                                                                                                          \
    RECORD_APART bool mpcrec_decode_##n(race_state *s, const bench_msg *m, record_##n *r)                                      \
    {                                                                                                                          \
        msgpack_object root;                                                                                                   \
        if (!mpcrec_map(s, m, &root)) return false;                                                                            \
        r->has = 0;                                                                                                            \
        for (uint32_t i = 0; i < root.via.map.size; i++) {                                                                     \
            const msgpack_object_kv *kv = root.via.map.ptr + i;                                                                \
            if (kv->key.type != MSGPACK_OBJECT_STR) return false;                                                              \
            unsigned field = record_field_##n(kv->key.via.str.ptr, kv->key.via.str.size);                                      \
            if (!mpcrec_value_##n(&kv->val, field, r)) return false;                                                           \
            r->has |= (record_has_##n)1 << field & (((record_has_##n)1 << n) - 1);                                             \
        }                                                                                                                      \
        return true;                                                                                                           \
    }                                                                                                                          \
    RACE_RECORD(mpcrec, n)

MPCREC_RECORD(8)
MPCREC_RECORD(20)
MPCREC_RECORD(40)
RACE_OPTIONAL(mpcrec)

#define MPCREC_ROWS(n, task) RACE_RECORD_ROWS(mpcrec, "msgpack-c", BENCH_PEER, n, task, mpcrec_open, mpcrec_close)

const bench_entrant bench_msgpackc_record[] = {
    MPCREC_ROWS(8, ""),
    MPCREC_ROWS(20, "-20"),
    MPCREC_ROWS(40, "-40"),
    RACE_OPTIONAL_ROW(mpcrec, "msgpack-c", BENCH_PEER, mpcrec_open, mpcrec_close),
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

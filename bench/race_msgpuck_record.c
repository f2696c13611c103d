/* SPDX-License-Identifier: MIT
 * msgpuck, the records: mp_check once, then its unchecked decoders, keys told apart by length and bytes. Its encoders check
 * no room; one bound is taken beforehand.
 */
#include "race_msgpuck.h"
#include "race_record.h"

/* ---------------------------------------------------------------- writing */

static inline char *puck_put_text(char *p, record_text v)
{
    return mp_encode_str(p, v.ptr, v.len);
}

#define puck_put_STR           puck_put_text
#define PUCKREC_HAS_REQ(index) 1
#define PUCKREC_HAS_OPT(index) (r->has >> (index)&1)

/* Bytes at the most, and how many there are. */
#define PUCKREC_ROOM_BOOL(v)                   1
#define PUCKREC_ROOM_I32(v)                    5
#define PUCKREC_ROOM_I64(v)                    9
#define PUCKREC_ROOM_F64(v)                    9
#define PUCKREC_ROOM_STR(v)                    5 + (v).len
#define PUCKREC_ROOM(index, need, kind, name)  +sizeof #name + PUCKREC_ROOM_##kind(r->name)
#define PUCKREC_COUNT(index, need, kind, name) +(uint32_t)PUCKREC_HAS_##need(index)
#define PUCKREC_WRITE(index, need, kind, name)                                                                                 \
    if (PUCKREC_HAS_##need(index)) p = puck_put_##kind(mp_encode_str(p, #name, sizeof #name - 1), r->name);

/* ---------------------------------------------------------------- reading */

static inline bool puck_get_text(const char **p, record_text *v)
{
    if (mp_typeof(**p) != MP_STR) return false;
    v->ptr = mp_decode_str(p, &v->len);
    return true;
}

#define puck_get_STR puck_get_text
#define PUCKREC_CASE(index, need, kind, name)                                                                                  \
    case index: return puck_get_##kind(p, &r->name);

/* ---------------------------------------------------------------- the race */

#define PUCKREC_RECORD(n)                                                                                                      \
    RECORD_APART size_t puckrec_encode_##n(race_state *s, const record_##n *r)                                                 \
    {                                                                                                                          \
        char *p = s->out;                                                                                                      \
        if (sizeof s->out < 3 RECORD_##n(PUCKREC_ROOM)) return 0;                                                              \
        p = mp_encode_map(p, 0 RECORD_##n(PUCKREC_COUNT));                                                                     \
        RECORD_##n(PUCKREC_WRITE) return (size_t)(p - s->out);                                                                 \
    }                                                                                                                          \
    static inline bool puckrec_value_##n(const char **p, unsigned field, record_##n *r)                                        \
    {                                                                                                                          \
        switch (field) {                                                                                                       \
            RECORD_##n(PUCKREC_CASE) default : mp_next(p);                                                                     \
            return true;                                                                                                       \
        }                                                                                                                      \
    }                                                                                                                          \
    RECORD_APART bool puckrec_decode_##n(race_state *s, const bench_msg *m, record_##n *r)                                     \
    {                                                                                                                          \
        const char *p = (const char *)m->ptr, *end = p + m->len;                                                               \
        (void)s;                                                                                                               \
        if (mp_check(&p, end) != 0 || p != end) return false;                                                                  \
        p = (const char *)m->ptr;                                                                                              \
        if (mp_typeof(*p) != MP_MAP) return false;                                                                             \
        r->has = 0;                                                                                                            \
        for (uint32_t left = mp_decode_map(&p); left; left--) {                                                                \
            uint32_t len;                                                                                                      \
            if (mp_typeof(*p) != MP_STR) return false;                                                                         \
            const char *key = mp_decode_str(&p, &len);                                                                         \
            unsigned field = record_field_##n(key, len);                                                                       \
            if (!puckrec_value_##n(&p, field, r)) return false;                                                                \
            r->has |= (record_has_##n)1 << field & (((record_has_##n)1 << n) - 1);                                             \
        }                                                                                                                      \
        return true;                                                                                                           \
    }                                                                                                                          \
    RACE_RECORD(puckrec, n)

PUCKREC_RECORD(8)
PUCKREC_RECORD(20)
PUCKREC_RECORD(40)
RACE_OPTIONAL(puckrec)

#define PUCKREC_ROWS(n, task) RACE_RECORD_ROWS(puckrec, "msgpuck", BENCH_PEER, n, task, race_record_open, race_record_close)

const bench_entrant bench_msgpuck_record[] = {
    PUCKREC_ROWS(8, ""),
    PUCKREC_ROWS(20, "-20"),
    PUCKREC_ROWS(40, "-40"),
    RACE_OPTIONAL_ROW(puckrec, "msgpuck", BENCH_PEER, race_record_open, race_record_close),
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

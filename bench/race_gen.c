/* SPDX-License-Identifier: MIT
 * What `cinch gen` makes of message.json, optional.json, record20.json and record40.json. "cinch" calls the functions for whole messages; "cinch-orders"
 * reads with a reader that has memory for the orders of keys it met, as a program does whose producers write another order than the schema's.
 */
#include "message.h"
#include "optional.h"
#include "record20.h"
#include "record40.h"
#include "record.h"

#include <stdlib.h>

typedef gen_message gen_8;
typedef gen_record20 gen_20;
typedef gen_record40 gen_40;
#define gen_8_encode  gen_message_encode
#define gen_8_decode  gen_message_decode
#define gen_8_get     gen_message_get
#define gen_20_encode gen_record20_encode
#define gen_20_decode gen_record20_decode
#define gen_20_get    gen_record20_get
#define gen_40_encode gen_record40_encode
#define gen_40_decode gen_record40_decode
#define gen_40_get    gen_record40_get

typedef struct gen_state {
    const bench_input *in;
    void *records; /* of the struct for the input */
    union {
        gen_8 r8;
        gen_20 r20;
        gen_40 r40;
        gen_optional optional;
    } last;
    _Alignas(64) uint8_t out[RECORD_BOUND];
    size_t len;
    cinch_orders orders;
    _Alignas(16) uint8_t memory[4 * CINCH_ORDERS_LEN];
} gen_state;

static void *gen_open(const bench_input *in)
{
    gen_state *s = (gen_state *)bench_alloc(sizeof *s);
    s->in = in;
    cinch_orders_init(&s->orders, s->memory, sizeof s->memory);
    return s;
}

static void gen_close(void *state)
{
    gen_state *s = (gen_state *)state;
    free(s->records);
    free(s);
}

static uint64_t gen_written(void *state, size_t index)
{
    gen_state *s = (gen_state *)state;
    (void)index;
    return bench_digest_bytes(s->out, s->len);
}

/* ---------------------------------------------------------------- between the structs of record.h, r, and those generated, g */

static inline cinch_str gen_text(record_text t)
{
    cinch_str s = {t.ptr, t.len};
    return s;
}

static inline record_text gen_view(cinch_str s)
{
    record_text t = {s.ptr, (uint32_t)s.len};
    return t;
}

#define GEN_SAME(v)       (v)
#define GEN_FROM_BOOL     GEN_SAME
#define GEN_FROM_I32      GEN_SAME
#define GEN_FROM_I64      GEN_SAME
#define GEN_FROM_F64      GEN_SAME
#define GEN_FROM_STR      gen_text
#define GEN_TO_BOOL       GEN_SAME
#define GEN_TO_I32        GEN_SAME
#define GEN_TO_I64        GEN_SAME
#define GEN_TO_F64        GEN_SAME
#define GEN_TO_STR        gen_view
#define GEN_HAS_REQ(name) 1
#define GEN_HAS_OPT(name) g->has_##name
#define GEN_SET_REQ(index, name)
#define GEN_SET_OPT(index, name) g->has_##name = r->has >> (index)&1;
#define GEN_FROM(index, need, kind, name)                                                                                      \
    g->name = GEN_FROM_##kind(r->name);                                                                                        \
    GEN_SET_##need(index, name)
#define GEN_TO(index, need, kind, name)                                                                                        \
    r.has |= (record_has)GEN_HAS_##need(name) << (index);                                                                      \
    r.name = GEN_TO_##kind(g->name);
#define GEN_TO_ANY(index, need, kind, name) GEN_TO(index, OPT, kind, name)
#define GEN_WORD_STR(v)                     (v).len
#define GEN_WORD(index, need, kind, name)   +RECORD_WORD_##kind(g->name) + ((uint64_t)GEN_HAS_##need(name) << (index))
#define GEN_BIT(index, need, kind, name)    +((uint64_t)GEN_HAS_OPT(name) << (index))

/* ---------------------------------------------------------------- the race */

#define GEN_RECORD(n)                                                                                                          \
    static void *gen_open_##n(const bench_input *in)                                                                           \
    {                                                                                                                          \
        gen_state *s = (gen_state *)gen_open(in);                                                                              \
        record_##n *from = (record_##n *)bench_records(in);                                                                    \
        gen_##n *to = (gen_##n *)bench_alloc(in->count * sizeof *to);                                                          \
        for (size_t i = 0; i < in->count; i++) {                                                                               \
            const record_##n *r = from + i;                                                                                    \
            gen_##n *g = to + i;                                                                                               \
            RECORD_##n(GEN_FROM)                                                                                               \
        }                                                                                                                      \
        s->records = to;                                                                                                       \
        free(from);                                                                                                            \
        return s;                                                                                                              \
    }                                                                                                                          \
    static uint64_t gen_encode_run_##n(void *state, size_t first, size_t count)                                                \
    {                                                                                                                          \
        gen_state *s = (gen_state *)state;                                                                                     \
        const gen_##n *all = (const gen_##n *)s->records;                                                                      \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            if (gen_##n##_encode(all + i, s->out, sizeof s->out, &s->len, NULL)) bench_die("cinch: refused");                  \
            sum += s->len;                                                                                                     \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }                                                                                                                          \
    static uint64_t gen_decode_run_##n(void *state, size_t first, size_t count)                                                \
    {                                                                                                                          \
        gen_state *s = (gen_state *)state;                                                                                     \
        gen_##n *g = &s->last.r##n;                                                                                            \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            if (gen_##n##_decode(g, s->in->msgs[i].ptr, s->in->msgs[i].len, NULL, NULL)) bench_die("cinch: refused");          \
            sum = sum RECORD_##n(GEN_WORD);                                                                                    \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }                                                                                                                          \
    static uint64_t gen_orders_run_##n(void *state, size_t first, size_t count)                                                \
    {                                                                                                                          \
        gen_state *s = (gen_state *)state;                                                                                     \
        gen_##n *g = &s->last.r##n;                                                                                            \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            cinch_reader r;                                                                                                    \
            cinch_reader_init(&r, s->in->msgs[i].ptr, s->in->msgs[i].len);                                                     \
            r.orders = &s->orders;                                                                                             \
            gen_##n##_get(&r, g, NULL);                                                                                        \
            if (cinch_reader_finish(&r, NULL)) bench_die("cinch: refused");                                                    \
            sum = sum RECORD_##n(GEN_WORD);                                                                                    \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }                                                                                                                          \
    static uint64_t gen_digest_##n(void *state, size_t index)                                                                  \
    {                                                                                                                          \
        gen_state *s = (gen_state *)state;                                                                                     \
        const gen_##n *g = &s->last.r##n;                                                                                      \
        typedef record_has_##n record_has;                                                                                     \
        record_##n r = {0};                                                                                                    \
        (void)index;                                                                                                           \
        RECORD_##n(GEN_TO) return bench_record_digest(s->in, &r);                                                              \
    }

GEN_RECORD(8)
GEN_RECORD(20)
GEN_RECORD(40)

/* message.json where every member is optional */

static uint64_t gen_optional_run(void *state, size_t first, size_t count)
{
    gen_state *s = (gen_state *)state;
    gen_optional *g = &s->last.optional;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (gen_optional_decode(g, s->in->msgs[i].ptr, s->in->msgs[i].len, NULL, NULL)) bench_die("cinch: refused");
        sum = sum RECORD_8(GEN_BIT);
    }
    return sum;
}

static uint64_t gen_optional_digest(void *state, size_t index)
{
    gen_state *s = (gen_state *)state;
    const gen_optional *g = &s->last.optional;
    typedef record_has_8 record_has;
    record_8 r = {0};
    (void)index;
    RECORD_8(GEN_TO_ANY)
    return bench_record_digest(s->in, &r);
}

#define GEN_ROWS(n, task)                                                                                                      \
    {"gen-encode" task, "cinch", BENCH_OURS, BENCH_BYTES, gen_open_##n, gen_encode_run_##n, gen_written, gen_close},           \
        {"gen-decode" task, "cinch", BENCH_OURS, BENCH_VALUES, gen_open, gen_decode_run_##n, gen_digest_##n, gen_close},       \
    {                                                                                                                          \
        "gen-decode" task, "cinch-orders", BENCH_OURS, BENCH_VALUES, gen_open, gen_orders_run_##n, gen_digest_##n, gen_close   \
    }

const bench_entrant bench_generated[] = {
    GEN_ROWS(8, ""),
    GEN_ROWS(20, "-20"),
    GEN_ROWS(40, "-40"),
    {"gen-optional", "cinch", BENCH_OURS, BENCH_VALUES, gen_open, gen_optional_run, gen_optional_digest, gen_close},
    {NULL, NULL, BENCH_OURS, BENCH_SUM, NULL, NULL, NULL, NULL},
};

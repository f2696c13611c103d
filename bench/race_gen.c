/* SPDX-License-Identifier: MIT
 * What `cinch gen` makes of message.json and optional.json. "cinch" calls the functions for whole messages; "cinch-orders" reads with a
 * reader that has memory for the orders of keys it met, as a program does whose producers write another order than the schema's.
 */
#include "message.h"
#include "optional.h"
#include "record.h"

#include <stdlib.h>

typedef struct gen_state {
    const bench_input *in;
    gen_message *records, last;
    gen_optional optional;
    cinch_orders orders;
    _Alignas(16) uint8_t memory[4 * CINCH_ORDERS_LEN];
    uint8_t out[RECORD_BOUND];
    size_t len;
} gen_state;

static cinch_str gen_text(record_text t)
{
    cinch_str s = {t.ptr, t.len};
    return s;
}

static void *gen_open(const bench_input *in)
{
    gen_state *s = (gen_state *)bench_alloc(sizeof *s);
    bench_record *from = bench_records(in);
    s->in = in;
    s->records = (gen_message *)bench_alloc(in->count * sizeof *s->records);
    for (size_t i = 0; i < in->count; i++) {
        const bench_record *r = from + i;
        gen_message m = {r->f_bool,
                         r->f_int32,
                         r->f_int64,
                         r->f_float64,
                         gen_text(r->f_string),
                         r->f_bool_2,
                         r->f_int32_2,
                         gen_text(r->f_string_2)};
        s->records[i] = m;
    }
    cinch_orders_init(&s->orders, s->memory, sizeof s->memory);
    free(from);
    return s;
}

static void gen_close(void *state)
{
    gen_state *s = (gen_state *)state;
    free(s->records);
    free(s);
}

static uint64_t gen_encode_run(void *state, size_t first, size_t count)
{
    gen_state *s = (gen_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (gen_message_encode(s->records + i, s->out, sizeof s->out, &s->len, NULL)) bench_die("cinch: refused");
        sum += s->len;
    }
    return sum;
}

static uint64_t gen_written(void *state, size_t index)
{
    gen_state *s = (gen_state *)state;
    (void)index;
    return bench_digest_bytes(s->out, s->len);
}

static inline uint64_t gen_word(const gen_message *m)
{
    uint64_t bits;
    memcpy(&bits, &m->f_float64, 8);
    return bits + (uint64_t)m->f_int64 + (uint64_t)m->f_int32 + (uint64_t)m->f_int32_2 + m->f_bool + m->f_bool_2 +
           m->f_string.len + m->f_string_2.len + RECORD_ALL;
}

static uint64_t gen_decode_run(void *state, size_t first, size_t count)
{
    gen_state *s = (gen_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (gen_message_decode(&s->last, s->in->msgs[i].ptr, s->in->msgs[i].len, NULL, NULL)) bench_die("cinch: refused");
        sum += gen_word(&s->last);
    }
    return sum;
}

static uint64_t gen_orders_run(void *state, size_t first, size_t count)
{
    gen_state *s = (gen_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        cinch_reader r;
        cinch_reader_init(&r, s->in->msgs[i].ptr, s->in->msgs[i].len);
        r.orders = &s->orders;
        gen_message_get(&r, &s->last, NULL);
        if (cinch_reader_finish(&r, NULL)) bench_die("cinch: refused");
        sum += gen_word(&s->last);
    }
    return sum;
}

static inline uint32_t gen_present(const gen_optional *o)
{
    return (uint32_t)(o->has_f_bool | o->has_f_int32 << 1 | o->has_f_int64 << 2 | o->has_f_float64 << 3 | o->has_f_string << 4 |
                      o->has_f_bool_2 << 5 | o->has_f_int32_2 << 6 | o->has_f_string_2 << 7);
}

static uint64_t gen_optional_run(void *state, size_t first, size_t count)
{
    gen_state *s = (gen_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (gen_optional_decode(&s->optional, s->in->msgs[i].ptr, s->in->msgs[i].len, NULL, NULL)) bench_die("cinch: refused");
        sum += gen_present(&s->optional);
    }
    return sum;
}

static record_text gen_view(cinch_str s)
{
    record_text t = {s.ptr, (uint32_t)s.len};
    return t;
}

static uint64_t gen_digest(void *state, size_t index)
{
    const gen_message *m = &((gen_state *)state)->last;
    bench_record r = {RECORD_ALL,
                      m->f_bool,
                      m->f_bool_2,
                      m->f_int32,
                      m->f_int32_2,
                      m->f_int64,
                      m->f_float64,
                      gen_view(m->f_string),
                      gen_view(m->f_string_2)};
    (void)index;
    return bench_record_digest(&r);
}

static uint64_t gen_optional_digest(void *state, size_t index)
{
    const gen_optional *m = &((gen_state *)state)->optional;
    bench_record r = {gen_present(m),         m->f_bool,  m->f_bool_2,  m->f_int32,
                      m->f_int32_2,           m->f_int64, m->f_float64, gen_view(m->f_string),
                      gen_view(m->f_string_2)};
    (void)index;
    return bench_record_digest(&r);
}

const bench_entrant bench_generated[] = {
    {"gen-encode", "cinch", BENCH_OURS, BENCH_BYTES, gen_open, gen_encode_run, gen_written, gen_close},
    {"gen-decode", "cinch", BENCH_OURS, BENCH_VALUES, gen_open, gen_decode_run, gen_digest, gen_close},
    {"gen-decode", "cinch-orders", BENCH_OURS, BENCH_VALUES, gen_open, gen_orders_run, gen_digest, gen_close},
    {"gen-optional", "cinch", BENCH_OURS, BENCH_VALUES, gen_open, gen_optional_run, gen_optional_digest, gen_close},
    {NULL, NULL, BENCH_OURS, BENCH_SUM, NULL, NULL, NULL, NULL},
};

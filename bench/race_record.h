/* SPDX-License-Identifier: MIT
 * The race of the records for an entrant that reads and writes the structs of record.h by code of its own: what is the same for all of them.
 */
#ifndef RACE_RECORD_H
#define RACE_RECORD_H

#include "record.h"

#include <stdlib.h>

typedef struct race_state {
    const bench_input *in;
    void *records; /* of the input's struct */
    union {
        record_8 r8;
        record_20 r20;
        record_40 r40;
    } last;
    _Alignas(64) char out[RECORD_BOUND];
    const char *written;
    size_t len;
    void *own; /* the entrant's */
} race_state;

static inline void *race_record_open(const bench_input *in)
{
    race_state *s = (race_state *)bench_alloc(sizeof *s);
    s->in = in;
    s->records = bench_records(in);
    s->written = s->out;
    return s;
}

static inline void race_record_close(void *state)
{
    race_state *s = (race_state *)state;
    free(s->records);
    free(s);
}

static inline uint64_t race_record_written(void *state, size_t index)
{
    race_state *s = (race_state *)state;
    (void)index;
    return bench_digest_bytes(s->written, s->len);
}

static inline uint64_t race_record_digest(void *state, size_t index)
{
    race_state *s = (race_state *)state;
    (void)index;
    return bench_record_digest(s->in, &s->last);
}

/* Runs over records of n fields for an entrant who has
 *     size_t prefix_encode_n(race_state *, const record_n *)            0: no room
 *     bool prefix_decode_n(race_state *, const bench_msg *, record_n *) false: refused */
#define RACE_RECORD(prefix, n)                                                                                                 \
    static uint64_t prefix##_encode_run_##n(void *state, size_t first, size_t count)                                           \
    {                                                                                                                          \
        race_state *s = (race_state *)state;                                                                                   \
        const record_##n *all = (const record_##n *)s->records;                                                                \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            s->len = prefix##_encode_##n(s, all + i);                                                                          \
            if (!s->len) bench_die(#prefix ": no room");                                                                       \
            sum += s->len;                                                                                                     \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }                                                                                                                          \
    static uint64_t prefix##_decode_run_##n(void *state, size_t first, size_t count)                                           \
    {                                                                                                                          \
        race_state *s = (race_state *)state;                                                                                   \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            if (!prefix##_decode_##n(s, s->in->msgs + i, &s->last.r##n) ||                                                     \
                ~s->last.r##n.has & (0 RECORD_##n(RECORD_REQUIRED)))                                                           \
                bench_die(#prefix ": refused");                                                                                \
            sum += record_word_##n(&s->last.r##n);                                                                             \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }

/* The same record of 8 fields where each is optional. */
#define RACE_OPTIONAL(prefix)                                                                                                  \
    static uint64_t prefix##_optional_run(void *state, size_t first, size_t count)                                             \
    {                                                                                                                          \
        race_state *s = (race_state *)state;                                                                                   \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            if (!prefix##_decode_8(s, s->in->msgs + i, &s->last.r8)) bench_die(#prefix ": refused");                           \
            sum += s->last.r8.has;                                                                                             \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }

/* Its rows of bench_entrant. */
#define RACE_OPTIONAL_ROW(prefix, who, rank, open, close)                                                                      \
    {                                                                                                                          \
        "gen-optional", who, rank, BENCH_VALUES, open, prefix##_optional_run, race_record_digest, close                        \
    }
#define RACE_RECORD_ROWS(prefix, who, rank, n, task, open, close)                                                              \
    {"gen-encode" task, who, rank, BENCH_BYTES, open, prefix##_encode_run_##n, race_record_written, close},                    \
    {                                                                                                                          \
        "gen-decode" task, who, rank, BENCH_VALUES, open, prefix##_decode_run_##n, race_record_digest, close                   \
    }

#endif

/* SPDX-License-Identifier: MIT
 * memcpy of the encoded bytes: what moving them costs, and so the limit for everything that writes or copies them.
 */
#include "bench.h"

#include <stdlib.h>

typedef struct copy_state {
    const bench_input *in;
    uint8_t *out;
} copy_state;

static void *copy_open(const bench_input *in)
{
    copy_state *s = (copy_state *)bench_alloc(sizeof *s);
    size_t room = 0;
    for (size_t i = 0; i < in->count; i++) room = in->msgs[i].len > room ? in->msgs[i].len : room;
    s->in = in;
    s->out = (uint8_t *)bench_alloc(room);
    return s;
}

static uint64_t copy_run(void *state, size_t first, size_t count)
{
    copy_state *s = (copy_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        memcpy(s->out, s->in->msgs[i].ptr, s->in->msgs[i].len);
        sum += s->out[s->in->msgs[i].len / 2];
    }
    return sum;
}

static uint64_t copy_digest(void *state, size_t index)
{
    copy_state *s = (copy_state *)state;
    return bench_digest_bytes(s->out, s->in->msgs[index].len);
}

static void copy_close(void *state)
{
    free(((copy_state *)state)->out);
    free(state);
}

#define COPY(task)                                                                                                             \
    {                                                                                                                          \
        task, "memcpy", BENCH_YARD, BENCH_BYTES, copy_open, copy_run, copy_digest, copy_close                                  \
    }
const bench_entrant bench_memcpy[] = {COPY("write"),          COPY("f64s-encode"),
                                      COPY("f64s-decode"),    COPY("i64s-encode"),
                                      COPY("i64s-decode"),    COPY("strings-encode"),
                                      COPY("strings-copies"), {NULL, NULL, BENCH_YARD, BENCH_BYTES, NULL, NULL, NULL, NULL}};

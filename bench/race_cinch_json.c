/* SPDX-License-Identifier: MIT
 * cinch's JSON both ways with default options, into a growing writer whose memory is kept.
 */
#include "bench.h"

#include "cinch/json.h"

#include <stdlib.h>

typedef struct cjson_state {
    const bench_input *in;
    cinch_writer out;
    cinch_bin written;
} cjson_state;

static void *cjson_open(const bench_input *in)
{
    cjson_state *s = (cjson_state *)bench_alloc(sizeof *s);
    s->in = in;
    cinch_writer_init_grow(&s->out, NULL, 0);
    return s;
}

static void cjson_close(void *state)
{
    cinch_writer_free(&((cjson_state *)state)->out);
    free(state);
}

static uint64_t cjson_from(void *state, size_t first, size_t count)
{
    cjson_state *s = (cjson_state *)state;
    const bench_msg *m = s->in->msgs + first;
    (void)count;
    cinch_writer_rewind(&s->out, 0);
    if (cinch_json_read(m->json, m->json_len, NULL, &s->out, NULL, NULL)) bench_die("cinch_json_read");
    if (cinch_writer_finish(&s->out, &s->written, NULL)) bench_die("cinch_writer_finish");
    return s->written.len;
}

static uint64_t cjson_packed(void *state, size_t index)
{
    cjson_state *s = (cjson_state *)state;
    (void)index;
    return bench_digest_bytes(s->written.ptr, s->written.len);
}

static uint64_t cjson_to(void *state, size_t first, size_t count)
{
    cjson_state *s = (cjson_state *)state;
    const bench_msg *m = s->in->msgs + first;
    cinch_reader r;
    (void)count;
    cinch_writer_rewind(&s->out, 0);
    cinch_reader_init(&r, m->ptr, m->len);
    if (cinch_json_write(&r, NULL, &s->out, NULL)) bench_die("cinch_json_write");
    if (cinch_writer_finish(&s->out, &s->written, NULL)) bench_die("cinch_writer_finish");
    return s->written.len;
}

static uint64_t cjson_text(void *state, size_t index)
{
    cjson_state *s = (cjson_state *)state;
    (void)index;
    return bench_digest_json((const char *)s->written.ptr, s->written.len);
}

const bench_entrant bench_cinch_json[] = {
    {"from-json", "cinch", BENCH_OURS, BENCH_BYTES, cjson_open, cjson_from, cjson_packed, cjson_close},
    {"to-json", "cinch", BENCH_OURS, BENCH_VALUES, cjson_open, cjson_to, cjson_text, cjson_close},
    {NULL, NULL, BENCH_OURS, BENCH_SUM, NULL, NULL, NULL, NULL},
};

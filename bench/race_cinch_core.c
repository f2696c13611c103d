/* SPDX-License-Identifier: MIT
 * cinch's writer and reader, as a program would use them: public headers, a fixed buffer, one check at finish.
 */
#include "bench.h"

#include "cinch/read.h"

#include <stdlib.h>

typedef struct core_state {
    const bench_input *in;
    uint8_t *out;
    size_t cap;
    cinch_bin written;
    double *f64s;
    int64_t *i64s;
    cinch_str views[32];
    char copies[32][64];
} core_state;

static void *core_open(const bench_input *in)
{
    core_state *s = (core_state *)bench_alloc(sizeof *s);
    size_t room = 0;
    for (size_t i = 0; i < in->count; i++) room = in->msgs[i].len > room ? in->msgs[i].len : room;
    s->in = in;
    s->cap = 2 * room + 64; /* as much as msgpuck gets */
    s->out = (uint8_t *)bench_alloc(s->cap);
    s->f64s = (double *)bench_alloc(in->values * sizeof *s->f64s);
    s->i64s = (int64_t *)bench_alloc(in->values * sizeof *s->i64s);
    return s;
}

static void core_close(void *state)
{
    core_state *s = (core_state *)state;
    free(s->out);
    free(s->f64s);
    free(s->i64s);
    free(s);
}

static inline void core_finish_read(cinch_reader *r)
{
    if (cinch_reader_finish(r, NULL)) bench_die("cinch_reader_finish");
}

static inline uint64_t core_finish_write(core_state *s, cinch_writer *w)
{
    if (cinch_writer_finish(w, &s->written, NULL)) bench_die("cinch_writer_finish");
    return s->written.len;
}

/* ---- reading */

static inline uint64_t core_sum(const bench_msg *m)
{
    uint64_t sum = 0, left = 1;
    cinch_reader r;
    cinch_reader_init(&r, m->ptr, m->len);
    while (left--) {
        cinch_token t = cinch_next(&r);
        switch ((cinch_type)t.type) {
        case CINCH_NIL: break;
        case CINCH_BOOL: sum += t.as.b; break;
        case CINCH_U64:
        case CINCH_I64:
        case CINCH_F64: sum += t.as.u64; break;
        case CINCH_STR: sum += t.len + (uint64_t)((const uint8_t *)t.as.str - m->ptr); break;
        case CINCH_ARRAY: left += t.len; break;
        case CINCH_MAP: left += 2 * (uint64_t)t.len; break;
        case CINCH_NONE:
        case CINCH_F32:
        case CINCH_BIN:
        case CINCH_EXT:
        case CINCH_TIME: bench_die("cinch: unexpected type");
        }
    }
    core_finish_read(&r);
    return sum;
}

static uint64_t core_pull(void *state, size_t first, size_t count)
{
    const bench_input *in = ((core_state *)state)->in;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) sum += core_sum(in->msgs + i);
    return sum;
}

static uint64_t core_skip(void *state, size_t first, size_t count)
{
    const bench_input *in = ((core_state *)state)->in;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        cinch_reader r;
        cinch_reader_init(&r, in->msgs[i].ptr, in->msgs[i].len);
        cinch_skip(&r);
        sum += cinch_reader_pos(&r);
        core_finish_read(&r);
    }
    return sum;
}

/* ---- writing */

#define WALK_NAME               core_walk
#define WALK_OUT                cinch_writer *
#define WALK_NIL(out)           (cinch_put_nil(out), out)
#define WALK_BOOL(out, v)       (cinch_put_bool(out, v), out)
#define WALK_U64(out, v)        (cinch_put_u64(out, v), out)
#define WALK_I64(out, v)        (cinch_put_i64(out, v), out)
#define WALK_F64(out, v)        (cinch_put_f64(out, v), out)
#define WALK_STR(out, ptr, len) (cinch_put_str(out, ptr, len), out)
#define WALK_ARRAY(out, count)  (cinch_put_array(out, count), out)
#define WALK_MAP(out, count)    (cinch_put_map(out, count), out)
#include "race_walk.h"

static uint64_t core_write(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        cinch_writer w;
        cinch_writer_init(&w, s->out, s->cap);
        core_walk(&w, &s->in->msgs[i].root);
        sum += core_finish_write(s, &w);
    }
    return sum;
}

static uint64_t core_written(void *state, size_t index)
{
    core_state *s = (core_state *)state;
    (void)index;
    return bench_digest_bytes(s->written.ptr, s->written.len);
}

/* ---- arrays of numbers */

static uint64_t core_f64s_encode(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    cinch_writer w;
    (void)count;
    cinch_writer_init(&w, s->out, s->cap);
    cinch_put_f64s(&w, s->in->f64s + first * s->in->values, s->in->values);
    return core_finish_write(s, &w);
}

static uint64_t core_i64s_encode(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    cinch_writer w;
    (void)count;
    cinch_writer_init(&w, s->out, s->cap);
    cinch_put_i64s(&w, s->in->i64s + first * s->in->values, s->in->values);
    return core_finish_write(s, &w);
}

static uint64_t core_f64s_decode(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    cinch_reader r;
    (void)count;
    cinch_reader_init(&r, s->in->msgs[first].ptr, s->in->msgs[first].len);
    size_t n = cinch_get_f64s(&r, s->f64s, s->in->values);
    core_finish_read(&r);
    return n;
}

static uint64_t core_i64s_decode(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    cinch_reader r;
    (void)count;
    cinch_reader_init(&r, s->in->msgs[first].ptr, s->in->msgs[first].len);
    size_t n = cinch_get_i64s(&r, s->i64s, s->in->values);
    core_finish_read(&r);
    return n;
}

static uint64_t core_f64s_digest(void *state, size_t index)
{
    core_state *s = (core_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) bench_digest_f64(&d, s->f64s[i]);
    return d.h;
}

static uint64_t core_i64s_digest(void *state, size_t index)
{
    core_state *s = (core_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) bench_digest_i64(&d, s->i64s[i]);
    return d.h;
}

/* ---- strings */

static uint64_t core_strings_encode(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const bench_node *root = &s->in->msgs[i].root;
        cinch_writer w;
        cinch_writer_init(&w, s->out, s->cap);
        cinch_put_array(&w, root->len);
        for (uint32_t k = 0; k < root->len; k++) cinch_put_str(&w, root->as.kids[k].as.str, root->as.kids[k].len);
        sum += core_finish_write(s, &w);
    }
    return sum;
}

static uint64_t core_strings_views(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        cinch_reader r;
        cinch_reader_init(&r, s->in->msgs[i].ptr, s->in->msgs[i].len);
        uint32_t n = cinch_get_array(&r);
        if (n > 32) bench_die("cinch: count");
        for (uint32_t k = 0; k < n; k++) s->views[k] = cinch_get_str(&r);
        core_finish_read(&r);
        sum += s->views[n - 1].len;
    }
    return sum;
}

static uint64_t core_strings_copies(void *state, size_t first, size_t count)
{
    core_state *s = (core_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        cinch_reader r;
        cinch_reader_init(&r, s->in->msgs[i].ptr, s->in->msgs[i].len);
        uint32_t n = cinch_get_array(&r);
        if (n > 32) bench_die("cinch: count");
        for (uint32_t k = 0; k < n; k++) (void)cinch_get_cstr(&r, s->copies[k], sizeof s->copies[k]);
        core_finish_read(&r);
        sum += (uint8_t)s->copies[n - 1][0];
    }
    return sum;
}

static uint64_t core_views_digest(void *state, size_t index)
{
    core_state *s = (core_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, 32);
    for (size_t k = 0; k < 32; k++) bench_digest_str(&d, s->views[k].ptr, s->views[k].len);
    return d.h;
}

static uint64_t core_copies_digest(void *state, size_t index)
{
    core_state *s = (core_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, 32);
    for (size_t k = 0; k < 32; k++) bench_digest_str(&d, s->copies[k], strlen(s->copies[k]));
    return d.h;
}

/* "write" begins with a tree, and cinch_node_write is what a user calls then: that is "cinch". */
#define CORE(task, expect, run, digest)                                                                                        \
    {                                                                                                                          \
        task, "cinch", BENCH_OURS, expect, core_open, run, digest, core_close                                                  \
    }
const bench_entrant bench_cinch_core[] = {
    CORE("pull", BENCH_SUM, core_pull, NULL),
    CORE("skip", BENCH_LEN, core_skip, NULL),
    {"write", "cinch-puts", BENCH_OURS, BENCH_BYTES, core_open, core_write, core_written, core_close},
    CORE("f64s-encode", BENCH_BYTES, core_f64s_encode, core_written),
    CORE("f64s-decode", BENCH_VALUES, core_f64s_decode, core_f64s_digest),
    CORE("i64s-encode", BENCH_BYTES, core_i64s_encode, core_written),
    CORE("i64s-decode", BENCH_VALUES, core_i64s_decode, core_i64s_digest),
    CORE("strings-encode", BENCH_BYTES, core_strings_encode, core_written),
    CORE("strings-views", BENCH_VALUES, core_strings_views, core_views_digest),
    CORE("strings-copies", BENCH_VALUES, core_strings_copies, core_copies_digest),
    {NULL, NULL, BENCH_OURS, BENCH_SUM, NULL, NULL, NULL, NULL},
};

/* SPDX-License-Identifier: MIT
 * msgpuck. Its decoders check nothing, so its reading entrants first run mp_check over the message, as its manual asks for data from
 * outside; "unchecked-msgpuck" leaves that out and is a yardstick. Its encoders check no room: the buffer is known to be large enough
 * beforehand and what that knowledge costs is not charged. It has no tree, and no bulk arrays.
 */
#include "bench.h"

#include <msgpuck.h>
#include <stdlib.h>

typedef struct puck_state {
    const bench_input *in;
    char *out;
    size_t len;
    double *f64s;
    int64_t *i64s;
    struct puck_view {
        const char *ptr;
        uint32_t len;
    } views[32];
    char copies[32][64];
} puck_state;

static void *puck_open(const bench_input *in)
{
    puck_state *s = (puck_state *)bench_alloc(sizeof *s);
    size_t room = 0;
    for (size_t i = 0; i < in->count; i++) room = in->msgs[i].len > room ? in->msgs[i].len : room;
    s->in = in;
    s->out = (char *)bench_alloc(2 * room + 64);
    s->f64s = (double *)bench_alloc(in->values * sizeof *s->f64s);
    s->i64s = (int64_t *)bench_alloc(in->values * sizeof *s->i64s);
    return s;
}

static void puck_close(void *state)
{
    puck_state *s = (puck_state *)state;
    free(s->out);
    free(s->f64s);
    free(s->i64s);
    free(s);
}

static void puck_check(const bench_msg *m)
{
    const char *p = (const char *)m->ptr;
    if (mp_check(&p, p + m->len) != 0) bench_die("mp_check");
}

/* ---- reading */

static inline uint64_t puck_sum(const bench_msg *m)
{
    const char *p = (const char *)m->ptr, *start = p, *text;
    uint64_t sum = 0, left = 1, bits;
    uint32_t len;
    double f;
    while (left--) {
        switch (mp_typeof(*p)) {
        case MP_NIL: mp_decode_nil(&p); break;
        case MP_BOOL: sum += mp_decode_bool(&p); break;
        case MP_UINT: sum += mp_decode_uint(&p); break;
        case MP_INT: sum += (uint64_t)mp_decode_int(&p); break;
        case MP_DOUBLE:
            f = mp_decode_double(&p);
            memcpy(&bits, &f, 8);
            sum += bits;
            break;
        case MP_STR:
            text = mp_decode_str(&p, &len);
            sum += len + (uint64_t)(text - start);
            break;
        case MP_ARRAY: left += mp_decode_array(&p); break;
        case MP_MAP: left += 2 * (uint64_t)mp_decode_map(&p); break;
        default: bench_die("msgpuck: unexpected type");
        }
    }
    return sum;
}

static uint64_t puck_pull(void *state, size_t first, size_t count)
{
    const bench_input *in = ((puck_state *)state)->in;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        puck_check(in->msgs + i);
        sum += puck_sum(in->msgs + i);
    }
    return sum;
}

static uint64_t puck_pull_unchecked(void *state, size_t first, size_t count)
{
    const bench_input *in = ((puck_state *)state)->in;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) sum += puck_sum(in->msgs + i);
    return sum;
}

static uint64_t puck_skip(void *state, size_t first, size_t count)
{
    const bench_input *in = ((puck_state *)state)->in;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *p = (const char *)in->msgs[i].ptr, *start = p;
        if (mp_check(&p, p + in->msgs[i].len) != 0) bench_die("mp_check");
        sum += (uint64_t)(p - start);
    }
    return sum;
}

static uint64_t puck_skip_unchecked(void *state, size_t first, size_t count)
{
    const bench_input *in = ((puck_state *)state)->in;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *p = (const char *)in->msgs[i].ptr, *start = p;
        mp_next(&p);
        sum += (uint64_t)(p - start);
    }
    return sum;
}

/* ---- writing */

#define WALK_NAME               puck_walk
#define WALK_OUT                char *
#define WALK_NIL(out)           mp_encode_nil(out)
#define WALK_BOOL(out, v)       mp_encode_bool(out, v)
#define WALK_U64(out, v)        mp_encode_uint(out, v)
#define WALK_I64(out, v)        mp_encode_int(out, v)
#define WALK_F64(out, v)        mp_encode_double(out, v)
#define WALK_STR(out, ptr, len) mp_encode_str(out, ptr, len)
#define WALK_ARRAY(out, count)  mp_encode_array(out, count)
#define WALK_MAP(out, count)    mp_encode_map(out, count)
#include "race_walk.h"

static uint64_t puck_write(void *state, size_t first, size_t count)
{
    puck_state *s = (puck_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        s->len = (size_t)(puck_walk(s->out, &s->in->msgs[i].root) - s->out);
        sum += s->len;
    }
    return sum;
}

static uint64_t puck_written(void *state, size_t index)
{
    puck_state *s = (puck_state *)state;
    (void)index;
    return bench_digest_bytes(s->out, s->len);
}

/* ---- arrays of numbers */

static uint64_t puck_f64s_encode(void *state, size_t first, size_t count)
{
    puck_state *s = (puck_state *)state;
    size_t n = s->in->values;
    const double *v = s->in->f64s + first * n;
    char *out = mp_encode_array(s->out, (uint32_t)n);
    (void)count;
    for (size_t i = 0; i < n; i++) out = mp_encode_double(out, v[i]);
    s->len = (size_t)(out - s->out);
    return s->len;
}

static uint64_t puck_i64s_encode(void *state, size_t first, size_t count)
{
    puck_state *s = (puck_state *)state;
    size_t n = s->in->values;
    const int64_t *values = s->in->i64s + first * n;
    char *out = mp_encode_array(s->out, (uint32_t)n);
    (void)count;
    for (size_t i = 0; i < n; i++) {
        int64_t v = values[i];
        out = v < 0 ? mp_encode_int(out, v) : mp_encode_uint(out, (uint64_t)v);
    }
    s->len = (size_t)(out - s->out);
    return s->len;
}

static inline uint64_t puck_f64s(puck_state *s, size_t index)
{
    const char *p = (const char *)s->in->msgs[index].ptr;
    uint32_t n = mp_decode_array(&p);
    if (n > s->in->values) bench_die("msgpuck: count");
    for (uint32_t i = 0; i < n; i++) {
        if (mp_typeof(*p) != MP_DOUBLE) bench_die("msgpuck: type");
        s->f64s[i] = mp_decode_double(&p);
    }
    return n;
}

static inline uint64_t puck_i64s(puck_state *s, size_t index)
{
    const char *p = (const char *)s->in->msgs[index].ptr;
    uint32_t n = mp_decode_array(&p);
    if (n > s->in->values) bench_die("msgpuck: count");
    for (uint32_t i = 0; i < n; i++) {
        if (mp_typeof(*p) == MP_UINT) {
            uint64_t v = mp_decode_uint(&p);
            if (v > INT64_MAX) bench_die("msgpuck: range");
            s->i64s[i] = (int64_t)v;
        } else if (mp_typeof(*p) == MP_INT) {
            s->i64s[i] = mp_decode_int(&p);
        } else {
            bench_die("msgpuck: type");
        }
    }
    return n;
}

static uint64_t puck_f64s_decode(void *state, size_t first, size_t count)
{
    puck_check(((puck_state *)state)->in->msgs + first);
    return puck_f64s((puck_state *)state, first) + count;
}

static uint64_t puck_i64s_decode(void *state, size_t first, size_t count)
{
    puck_check(((puck_state *)state)->in->msgs + first);
    return puck_i64s((puck_state *)state, first) + count;
}

static uint64_t puck_f64s_decode_unchecked(void *state, size_t first, size_t count)
{
    return puck_f64s((puck_state *)state, first) + count;
}

static uint64_t puck_i64s_decode_unchecked(void *state, size_t first, size_t count)
{
    return puck_i64s((puck_state *)state, first) + count;
}

static uint64_t puck_f64s_digest(void *state, size_t index)
{
    puck_state *s = (puck_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) bench_digest_f64(&d, s->f64s[i]);
    return d.h;
}

static uint64_t puck_i64s_digest(void *state, size_t index)
{
    puck_state *s = (puck_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) bench_digest_i64(&d, s->i64s[i]);
    return d.h;
}

/* ---- strings */

static uint64_t puck_strings_encode(void *state, size_t first, size_t count)
{
    puck_state *s = (puck_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const bench_node *root = &s->in->msgs[i].root;
        char *out = mp_encode_array(s->out, root->len);
        for (uint32_t k = 0; k < root->len; k++) out = mp_encode_str(out, root->as.kids[k].as.str, root->as.kids[k].len);
        s->len = (size_t)(out - s->out);
        sum += s->len;
    }
    return sum;
}

static uint64_t puck_strings_views(void *state, size_t first, size_t count)
{
    puck_state *s = (puck_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *p = (const char *)s->in->msgs[i].ptr;
        puck_check(s->in->msgs + i);
        uint32_t n = mp_decode_array(&p);
        if (n > 32) bench_die("msgpuck: count");
        for (uint32_t k = 0; k < n; k++) {
            if (mp_typeof(*p) != MP_STR) bench_die("msgpuck: type");
            s->views[k].ptr = mp_decode_str(&p, &s->views[k].len);
        }
        sum += s->views[n - 1].len;
    }
    return sum;
}

static uint64_t puck_strings_copies(void *state, size_t first, size_t count)
{
    puck_state *s = (puck_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const char *p = (const char *)s->in->msgs[i].ptr;
        puck_check(s->in->msgs + i);
        uint32_t n = mp_decode_array(&p);
        if (n > 32) bench_die("msgpuck: count");
        for (uint32_t k = 0; k < n; k++) {
            uint32_t len;
            if (mp_typeof(*p) != MP_STR) bench_die("msgpuck: type");
            const char *text = mp_decode_str(&p, &len);
            if (len >= sizeof s->copies[k]) bench_die("msgpuck: length");
            memcpy(s->copies[k], text, len);
            s->copies[k][len] = 0;
        }
        sum += (uint8_t)s->copies[n - 1][0];
    }
    return sum;
}

static uint64_t puck_views_digest(void *state, size_t index)
{
    puck_state *s = (puck_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, 32);
    for (size_t k = 0; k < 32; k++) bench_digest_str(&d, s->views[k].ptr, s->views[k].len);
    return d.h;
}

static uint64_t puck_copies_digest(void *state, size_t index)
{
    puck_state *s = (puck_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, 32);
    for (size_t k = 0; k < 32; k++) bench_digest_str(&d, s->copies[k], strlen(s->copies[k]));
    return d.h;
}

#define PUCK(task, expect, run, digest)                                                                                        \
    {                                                                                                                          \
        task, "msgpuck", BENCH_PEER, expect, puck_open, run, digest, puck_close                                                \
    }
#define UNCHECKED(task, expect, run, digest)                                                                                   \
    {                                                                                                                          \
        task, "unchecked-msgpuck", BENCH_YARD, expect, puck_open, run, digest, puck_close                                      \
    }
const bench_entrant bench_msgpuck[] = {
    PUCK("pull", BENCH_SUM, puck_pull, NULL),
    UNCHECKED("pull", BENCH_SUM, puck_pull_unchecked, NULL),
    PUCK("skip", BENCH_LEN, puck_skip, NULL),
    UNCHECKED("skip", BENCH_LEN, puck_skip_unchecked, NULL),
    PUCK("write", BENCH_BYTES, puck_write, puck_written),
    PUCK("f64s-encode", BENCH_BYTES, puck_f64s_encode, puck_written),
    PUCK("i64s-encode", BENCH_BYTES, puck_i64s_encode, puck_written),
    PUCK("f64s-decode", BENCH_VALUES, puck_f64s_decode, puck_f64s_digest),
    UNCHECKED("f64s-decode", BENCH_VALUES, puck_f64s_decode_unchecked, puck_f64s_digest),
    PUCK("i64s-decode", BENCH_VALUES, puck_i64s_decode, puck_i64s_digest),
    UNCHECKED("i64s-decode", BENCH_VALUES, puck_i64s_decode_unchecked, puck_i64s_digest),
    PUCK("strings-encode", BENCH_BYTES, puck_strings_encode, puck_written),
    PUCK("strings-views", BENCH_VALUES, puck_strings_views, puck_views_digest),
    PUCK("strings-copies", BENCH_VALUES, puck_strings_copies, puck_copies_digest),
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

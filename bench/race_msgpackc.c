/* SPDX-License-Identifier: MIT
 * msgpack-c. Its reader builds a tree in a zone; there is no pull reader and no skip, so its "pull" is the tree and a walk over it. The
 * zone is as large as the whole tree from the start and cleared between messages, which is the fastest way it offers. Writing goes into
 * its sbuffer, which grows once and is kept. Its parser is Debian's build of the library; its packer is inline and built here.
 */
#include "bench.h"

#include <msgpack.h>
#include <stdlib.h>

typedef struct mpc_state {
    const bench_input *in;
    msgpack_zone zone;
    msgpack_object root;
    msgpack_sbuffer out;
    msgpack_packer packer;
    double *f64s;
    int64_t *i64s;
    struct mpc_view {
        const char *ptr;
        uint32_t len;
    } views[32];
    char copies[32][64];
} mpc_state;

static void *mpc_open(const bench_input *in)
{
    mpc_state *s = (mpc_state *)bench_alloc(sizeof *s);
    size_t items = 0;
    for (size_t i = 0; i < in->count; i++) items = in->msgs[i].items > items ? in->msgs[i].items : items;
    s->in = in;
    if (!msgpack_zone_init(&s->zone, items * sizeof(msgpack_object) + 4096)) bench_die("msgpack_zone_init");
    msgpack_sbuffer_init(&s->out);
    msgpack_packer_init(&s->packer, &s->out, msgpack_sbuffer_write);
    s->f64s = (double *)bench_alloc(in->values * sizeof *s->f64s);
    s->i64s = (int64_t *)bench_alloc(in->values * sizeof *s->i64s);
    return s;
}

static void mpc_close(void *state)
{
    mpc_state *s = (mpc_state *)state;
    msgpack_zone_destroy(&s->zone);
    msgpack_sbuffer_destroy(&s->out);
    free(s->f64s);
    free(s->i64s);
    free(s);
}

/* ---- reading */

static inline void mpc_unpack(mpc_state *s, const bench_msg *m)
{
    size_t end = 0;
    msgpack_zone_clear(&s->zone);
    if (msgpack_unpack((const char *)m->ptr, m->len, &end, &s->zone, &s->root) != MSGPACK_UNPACK_SUCCESS || end != m->len)
        bench_die("msgpack_unpack");
}

static uint64_t mpc_tree(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        mpc_unpack(s, s->in->msgs + i);
        sum += (uint64_t)s->root.type;
    }
    return sum;
}

static void mpc_digest_object(bench_digest *d, const msgpack_object *o)
{
    switch (o->type) {
    case MSGPACK_OBJECT_NIL: bench_digest_nil(d); break;
    case MSGPACK_OBJECT_BOOLEAN: bench_digest_bool(d, o->via.boolean); break;
    case MSGPACK_OBJECT_POSITIVE_INTEGER: bench_digest_u64(d, o->via.u64); break;
    case MSGPACK_OBJECT_NEGATIVE_INTEGER: bench_digest_i64(d, o->via.i64); break;
    case MSGPACK_OBJECT_FLOAT64: bench_digest_f64(d, o->via.f64); break;
    case MSGPACK_OBJECT_STR: bench_digest_str(d, o->via.str.ptr, o->via.str.size); break;
    case MSGPACK_OBJECT_ARRAY:
        bench_digest_array(d, o->via.array.size);
        for (uint32_t i = 0; i < o->via.array.size; i++) mpc_digest_object(d, o->via.array.ptr + i);
        break;
    case MSGPACK_OBJECT_MAP:
        bench_digest_map(d, o->via.map.size);
        for (uint32_t i = 0; i < o->via.map.size; i++) {
            mpc_digest_object(d, &o->via.map.ptr[i].key);
            mpc_digest_object(d, &o->via.map.ptr[i].val);
        }
        break;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_BIN:
    case MSGPACK_OBJECT_EXT: bench_die("msgpack-c: unexpected type");
    }
}

static uint64_t mpc_tree_digest(void *state, size_t index)
{
    bench_digest d = {0};
    (void)index;
    mpc_digest_object(&d, &((mpc_state *)state)->root);
    return d.h;
}

static uint64_t mpc_sum(const msgpack_object *o, const char *start)
{
    uint64_t sum = 0;
    switch (o->type) {
    case MSGPACK_OBJECT_BOOLEAN: return o->via.boolean;
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
    case MSGPACK_OBJECT_NEGATIVE_INTEGER: return o->via.u64;
    case MSGPACK_OBJECT_FLOAT64: memcpy(&sum, &o->via.f64, 8); return sum;
    case MSGPACK_OBJECT_STR: return o->via.str.size == 0 ? 0 : o->via.str.size + (uint64_t)(o->via.str.ptr - start);
    case MSGPACK_OBJECT_ARRAY:
        for (uint32_t i = 0; i < o->via.array.size; i++) sum += mpc_sum(o->via.array.ptr + i, start);
        return sum;
    case MSGPACK_OBJECT_MAP:
        for (uint32_t i = 0; i < o->via.map.size; i++) {
            sum += mpc_sum(&o->via.map.ptr[i].key, start);
            sum += mpc_sum(&o->via.map.ptr[i].val, start);
        }
        return sum;
    case MSGPACK_OBJECT_NIL:
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_BIN:
    case MSGPACK_OBJECT_EXT: break;
    }
    return 0;
}

static uint64_t mpc_pull(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        mpc_unpack(s, s->in->msgs + i);
        sum += mpc_sum(&s->root, (const char *)s->in->msgs[i].ptr);
    }
    return sum;
}

/* ---- writing */

static inline msgpack_packer *mpc_pack_str(msgpack_packer *pk, const char *ptr, uint32_t len)
{
    msgpack_pack_str(pk, len);
    msgpack_pack_str_body(pk, ptr, len);
    return pk;
}

#define WALK_NAME               mpc_walk
#define WALK_OUT                msgpack_packer *
#define WALK_NIL(out)           (msgpack_pack_nil(out), out)
#define WALK_BOOL(out, v)       ((v) ? msgpack_pack_true(out) : msgpack_pack_false(out), out)
#define WALK_U64(out, v)        (msgpack_pack_uint64(out, v), out)
#define WALK_I64(out, v)        (msgpack_pack_int64(out, v), out)
#define WALK_F64(out, v)        (msgpack_pack_double(out, v), out)
#define WALK_STR(out, ptr, len) mpc_pack_str(out, ptr, len)
#define WALK_ARRAY(out, count)  (msgpack_pack_array(out, count), out)
#define WALK_MAP(out, count)    (msgpack_pack_map(out, count), out)
#include "race_walk.h"

static uint64_t mpc_write(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        msgpack_sbuffer_clear(&s->out);
        mpc_walk(&s->packer, &s->in->msgs[i].root);
        sum += s->out.size;
    }
    return sum;
}

static uint64_t mpc_written(void *state, size_t index)
{
    mpc_state *s = (mpc_state *)state;
    (void)index;
    return bench_digest_bytes(s->out.data, s->out.size);
}

/* ---- arrays of numbers */

static uint64_t mpc_f64s_encode(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    const double *v = s->in->f64s + first * s->in->values;
    (void)count;
    msgpack_sbuffer_clear(&s->out);
    msgpack_pack_array(&s->packer, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) msgpack_pack_double(&s->packer, v[i]);
    return s->out.size;
}

static uint64_t mpc_i64s_encode(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    const int64_t *v = s->in->i64s + first * s->in->values;
    (void)count;
    msgpack_sbuffer_clear(&s->out);
    msgpack_pack_array(&s->packer, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) msgpack_pack_int64(&s->packer, v[i]);
    return s->out.size;
}

static uint64_t mpc_f64s_decode(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    (void)count;
    mpc_unpack(s, s->in->msgs + first);
    if (s->root.type != MSGPACK_OBJECT_ARRAY || s->root.via.array.size > s->in->values) bench_die("msgpack-c: count");
    for (uint32_t i = 0; i < s->root.via.array.size; i++) {
        if (s->root.via.array.ptr[i].type != MSGPACK_OBJECT_FLOAT64) bench_die("msgpack-c: type");
        s->f64s[i] = s->root.via.array.ptr[i].via.f64;
    }
    return s->root.via.array.size;
}

static uint64_t mpc_i64s_decode(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    (void)count;
    mpc_unpack(s, s->in->msgs + first);
    if (s->root.type != MSGPACK_OBJECT_ARRAY || s->root.via.array.size > s->in->values) bench_die("msgpack-c: count");
    for (uint32_t i = 0; i < s->root.via.array.size; i++) {
        const msgpack_object *o = s->root.via.array.ptr + i;
        bool good = o->type == MSGPACK_OBJECT_NEGATIVE_INTEGER ||
                    (o->type == MSGPACK_OBJECT_POSITIVE_INTEGER && o->via.u64 <= INT64_MAX);
        if (!good) bench_die("msgpack-c: type");
        s->i64s[i] = o->via.i64;
    }
    return s->root.via.array.size;
}

static uint64_t mpc_f64s_digest(void *state, size_t index)
{
    mpc_state *s = (mpc_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) bench_digest_f64(&d, s->f64s[i]);
    return d.h;
}

static uint64_t mpc_i64s_digest(void *state, size_t index)
{
    mpc_state *s = (mpc_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, s->in->values);
    for (size_t i = 0; i < s->in->values; i++) bench_digest_i64(&d, s->i64s[i]);
    return d.h;
}

/* ---- strings */

static uint64_t mpc_strings_encode(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const bench_node *root = &s->in->msgs[i].root;
        msgpack_sbuffer_clear(&s->out);
        msgpack_pack_array(&s->packer, root->len);
        for (uint32_t k = 0; k < root->len; k++) mpc_pack_str(&s->packer, root->as.kids[k].as.str, root->as.kids[k].len);
        sum += s->out.size;
    }
    return sum;
}

static const msgpack_object *mpc_strings(mpc_state *s, size_t index)
{
    mpc_unpack(s, s->in->msgs + index);
    if (s->root.type != MSGPACK_OBJECT_ARRAY || s->root.via.array.size != 32) bench_die("msgpack-c: count");
    return s->root.via.array.ptr;
}

static uint64_t mpc_strings_views(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const msgpack_object *o = mpc_strings(s, i);
        for (size_t k = 0; k < 32; k++, o++) {
            if (o->type != MSGPACK_OBJECT_STR) bench_die("msgpack-c: type");
            s->views[k].ptr = o->via.str.ptr;
            s->views[k].len = o->via.str.size;
        }
        sum += s->views[31].len;
    }
    return sum;
}

static uint64_t mpc_strings_copies(void *state, size_t first, size_t count)
{
    mpc_state *s = (mpc_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        const msgpack_object *o = mpc_strings(s, i);
        for (size_t k = 0; k < 32; k++, o++) {
            if (o->type != MSGPACK_OBJECT_STR || o->via.str.size >= sizeof s->copies[k]) bench_die("msgpack-c: type");
            memcpy(s->copies[k], o->via.str.ptr, o->via.str.size);
            s->copies[k][o->via.str.size] = 0;
        }
        sum += (uint8_t)s->copies[31][0];
    }
    return sum;
}

static uint64_t mpc_views_digest(void *state, size_t index)
{
    mpc_state *s = (mpc_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, 32);
    for (size_t k = 0; k < 32; k++) bench_digest_str(&d, s->views[k].ptr, s->views[k].len);
    return d.h;
}

static uint64_t mpc_copies_digest(void *state, size_t index)
{
    mpc_state *s = (mpc_state *)state;
    bench_digest d = {0};
    (void)index;
    bench_digest_array(&d, 32);
    for (size_t k = 0; k < 32; k++) bench_digest_str(&d, s->copies[k], strlen(s->copies[k]));
    return d.h;
}

#define MPC(task, expect, run, digest)                                                                                         \
    {                                                                                                                          \
        task, "msgpack-c", BENCH_PEER, expect, mpc_open, run, digest, mpc_close                                                \
    }
const bench_entrant bench_msgpackc[] = {
    MPC("tree", BENCH_VALUES, mpc_tree, mpc_tree_digest),
    MPC("tree-utf8", BENCH_VALUES, mpc_tree, mpc_tree_digest), /* without the check, which it does not offer */
    MPC("pull", BENCH_SUM_PTR, mpc_pull, NULL),
    MPC("write", BENCH_BYTES, mpc_write, mpc_written),
    MPC("f64s-encode", BENCH_BYTES, mpc_f64s_encode, mpc_written),
    MPC("f64s-decode", BENCH_VALUES, mpc_f64s_decode, mpc_f64s_digest),
    MPC("i64s-encode", BENCH_BYTES, mpc_i64s_encode, mpc_written),
    MPC("i64s-decode", BENCH_VALUES, mpc_i64s_decode, mpc_i64s_digest),
    MPC("strings-encode", BENCH_BYTES, mpc_strings_encode, mpc_written),
    MPC("strings-views", BENCH_VALUES, mpc_strings_views, mpc_views_digest),
    MPC("strings-copies", BENCH_VALUES, mpc_strings_copies, mpc_copies_digest),
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

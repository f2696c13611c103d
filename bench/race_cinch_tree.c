/* SPDX-License-Identifier: MIT
 * cinch's tree: parsing with and without the UTF-8 check, the memory kept between messages, and writing a document from it. Its nodes
 * are as large as the neutral tree's and lie in memory like them. ("cinch-puts" writes from the neutral tree as the peers do.)
 */
#include "bench.h"

#include "cinch/tree.h"

#include <stdlib.h>

typedef struct tree_state {
    const bench_input *in;
    cinch_tree tree;
    cinch_tree *sources; /* of writing: every message, parsed beforehand */
    uint8_t *out;
    size_t cap;
    cinch_bin written;
} tree_state;

static void *tree_open(const bench_input *in)
{
    tree_state *s = (tree_state *)bench_alloc(sizeof *s);
    s->in = in;
    cinch_tree_init(&s->tree, NULL);
    return s;
}

static void *tree_open_sources(const bench_input *in)
{
    tree_state *s = (tree_state *)tree_open(in);
    s->sources = (cinch_tree *)bench_alloc(in->count * sizeof *s->sources);
    for (size_t i = 0; i < in->count; i++) {
        cinch_tree_init(s->sources + i, NULL);
        if (cinch_tree_parse(s->sources + i, in->msgs[i].ptr, in->msgs[i].len, NULL, NULL)) bench_die("cinch_tree_parse");
        s->cap = in->msgs[i].len > s->cap ? in->msgs[i].len : s->cap;
    }
    s->cap = 2 * s->cap + 64;
    s->out = (uint8_t *)bench_alloc(s->cap);
    return s;
}

static void tree_close(void *state)
{
    tree_state *s = (tree_state *)state;
    for (size_t i = 0; s->sources && i < s->in->count; i++) cinch_tree_free(s->sources + i);
    cinch_tree_free(&s->tree);
    free(s->sources);
    free(s->out);
    free(s);
}

static inline uint64_t tree_parse(tree_state *s, size_t first, size_t count, const cinch_read_opts *opts)
{
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        if (cinch_tree_parse(&s->tree, s->in->msgs[i].ptr, s->in->msgs[i].len, opts, NULL)) bench_die("cinch_tree_parse");
        sum += s->tree.root->type;
    }
    return sum;
}

static uint64_t tree_bytes(void *state, size_t first, size_t count)
{
    return tree_parse((tree_state *)state, first, count, NULL);
}

static uint64_t tree_utf8(void *state, size_t first, size_t count)
{
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = CINCH_UTF8;
    return tree_parse((tree_state *)state, first, count, &opts);
}

static void tree_digest_node(bench_digest *d, const cinch_node *n)
{
    switch (cinch_node_type(n)) {
    case CINCH_NIL: bench_digest_nil(d); break;
    case CINCH_BOOL: bench_digest_bool(d, n->as.b); break;
    case CINCH_U64: bench_digest_u64(d, n->as.u64); break;
    case CINCH_I64: bench_digest_i64(d, n->as.i64); break;
    case CINCH_F64: bench_digest_f64(d, n->as.f64); break;
    case CINCH_STR: bench_digest_str(d, n->as.str, n->len); break;
    case CINCH_ARRAY:
        bench_digest_array(d, n->len);
        for (uint32_t i = 0; i < n->len; i++) tree_digest_node(d, cinch_node_at(n, i));
        break;
    case CINCH_MAP:
        bench_digest_map(d, n->len);
        for (uint32_t i = 0; i < n->len; i++) {
            tree_digest_node(d, cinch_node_key(n, i));
            tree_digest_node(d, cinch_node_value(n, i));
        }
        break;
    case CINCH_NONE:
    case CINCH_F32:
    case CINCH_BIN:
    case CINCH_EXT:
    case CINCH_TIME: bench_die("cinch: unexpected type");
    }
}

static uint64_t tree_digest(void *state, size_t index)
{
    bench_digest d = {0};
    (void)index;
    tree_digest_node(&d, ((tree_state *)state)->tree.root);
    return d.h;
}

static uint64_t tree_write(void *state, size_t first, size_t count)
{
    tree_state *s = (tree_state *)state;
    uint64_t sum = 0;
    for (size_t i = first; i < first + count; i++) {
        cinch_writer w;
        cinch_writer_init(&w, s->out, s->cap);
        cinch_node_write(s->sources[i].root, &w);
        if (cinch_writer_finish(&w, &s->written, NULL)) bench_die("cinch_writer_finish");
        sum += s->written.len;
    }
    return sum;
}

static uint64_t tree_written(void *state, size_t index)
{
    tree_state *s = (tree_state *)state;
    (void)index;
    return bench_digest_bytes(s->written.ptr, s->written.len);
}

const bench_entrant bench_cinch_tree[] = {
    {"tree", "cinch", BENCH_OURS, BENCH_VALUES, tree_open, tree_bytes, tree_digest, tree_close},
    {"tree-utf8", "cinch", BENCH_OURS, BENCH_VALUES, tree_open, tree_utf8, tree_digest, tree_close},
    {"tree-utf8", "unchecked-cinch", BENCH_YARD, BENCH_VALUES, tree_open, tree_bytes, tree_digest, tree_close},
    {"write", "cinch", BENCH_OURS, BENCH_BYTES, tree_open_sources, tree_write, tree_written, tree_close},
    {NULL, NULL, BENCH_OURS, BENCH_SUM, NULL, NULL, NULL, NULL},
};

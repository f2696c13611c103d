/* SPDX-License-Identifier: MIT
 * The tree: parsed, walked, looked up by pointer, written back.
 */
#include <stdlib.h>

#include "cinch/tree.h"
#include "drive.h"
#include "harness.h"
#include "support.h"

enum { DEEPEST = 512 };

static struct outcome parsed(cinch_tree *t, const uint8_t *bytes, size_t len, uint32_t flags)
{
    cinch_read_opts opts = CINCH_ZERO;
    cinch_diag diag;
    opts.flags = flags;
    cinch_error error = cinch_tree_parse(t, bytes, len, &opts, &diag);
    CHECK_ERR(diag.error, error);
    CHECK((t->root == NULL) == (error != CINCH_OK));
    return (struct outcome){error, error ? diag.pos : 0};
}

static struct outcome parse_once(const uint8_t *bytes, size_t len, uint32_t flags)
{
    struct test_alloc a;
    cinch_tree t;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    struct outcome result = parsed(&t, bytes, len, flags);
    CHECK(a.peak <= 22 * len + 4096 + 512);
    cinch_tree_free(&t);
    test_alloc_done(&a);
    return result;
}

static struct outcome judge_tree(const uint8_t *bytes, size_t len)
{
    return parse_once(bytes, len, 0);
}

static cinch_token token_of(const cinch_node *n)
{
    cinch_token t = {n->type, n->format, n->ext, CINCH_FIRST | CINCH_LAST, n->len, {0}};
    switch (n->type) {
    case CINCH_BOOL: t.as.b = n->as.b; break;
    case CINCH_F32: t.as.f32 = n->as.f32; break;
    case CINCH_STR: t.as.str = n->as.str; break;
    case CINCH_BIN:
    case CINCH_EXT: t.as.ptr = n->as.ptr; break;
    default: t.as.u64 = n->as.u64;
    }
    return t;
}

/* Every node in the order of the bytes, against the log. */
static void walk_tree(const struct vector *v, const cinch_node *root)
{
    struct {
        const cinch_node *kids;
        uint64_t left;
    } stack[DEEPEST + 1] = {{root, 1}};
    size_t depth = 1;
    for (size_t i = 0; depth && !test_case_failed(); i++) {
        const cinch_node *n = stack[depth - 1].kids++;
        if (--stack[depth - 1].left == 0) depth--;
        if (!expect_token(v, i, token_of(n), i < v->count ? v->items[i].pos : 0, "tree")) return;
        if (n->type < CINCH_ARRAY || n->len == 0) continue;
        stack[depth].kids = n->as.kids;
        stack[depth++].left = n->type == CINCH_MAP ? 2 * (uint64_t)n->len : n->len;
    }
}

static void write_tree(const struct vector *v, const cinch_tree *t)
{
    size_t len;
    uint8_t *want = vector_encode(v, false, &len);
    struct test_alloc a;
    cinch_writer w;
    cinch_bin out = {NULL, 0};
    test_alloc_init(&a);
    cinch_writer_init_grow(&w, &a.alloc, 0);
    cinch_node_write(t->root, &w);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_MEM(out.ptr, out.len, want, len);
    cinch_writer_free(&w);
    test_alloc_done(&a);
    free(want);
}

/* By pointer, with maps as they are and indexed. */
static void find_in_tree(const struct vector *v, const cinch_tree *t)
{
    struct vector_place *places = vector_places(v);
    for (size_t i = 0; i < v->count && !test_case_failed(); i++) {
        if (!places[i].findable) continue;
        const cinch_node *n = cinch_node_find_path(t->root, (cinch_str){places[i].pointer, places[i].len});
        if (CHECK(n != NULL)) expect_token(v, i, token_of(n), v->items[i].pos, "find_path");
    }
    vector_places_free(v, places);
}

static void look_into_tree(const struct vector *v, const uint8_t *bytes)
{
    struct test_alloc a;
    cinch_tree t;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    if (parsed(&t, bytes, v->len, 0).error == CINCH_OK) {
        walk_tree(v, t.root);
        write_tree(v, &t);
        CHECK(cinch_node_equal(t.root, t.root) && cinch_node_compare(t.root, t.root) == 0);
        if (v->count <= 600) find_in_tree(v, &t);
        CHECK_ERR(cinch_tree_index(&t, t.root), CINCH_OK);
        if (v->count <= 600) find_in_tree(v, &t);
        write_tree(v, &t);
    }
    cinch_tree_free(&t);
    test_alloc_done(&a);
}

static void drive_tree_all(const struct vector *v, const uint8_t *bytes)
{
    struct verdict want = vector_verdict(v, &v->depth);
    expect_outcome("tree", parse_once(bytes, v->len, 0), want);
    expect_outcome("tree with CINCH_UTF8", parse_once(bytes, v->len, CINCH_UTF8), v->utf8.given ? v->utf8 : want);
    expect_outcome("tree with CINCH_RAW_TIME", parse_once(bytes, v->len, CINCH_RAW_TIME),
                   v->raw_time.given ? v->raw_time : want);
    if (v->unique.given) expect_outcome("tree with CINCH_UNIQUE", parse_once(bytes, v->len, CINCH_UNIQUE), v->unique);
    if (!v->counted && want.error == CINCH_OK) look_into_tree(v, bytes);
}

const struct driver drive_tree = {"tree", drive_tree_all, judge_tree};

/* SPDX-License-Identifier: MIT
 * Every allocation of a tree fails once: a clean MEMORY, no root, nothing lost, and the tree goes on working.
 */
#include "cinch/tree.h"
#include "harness.h"
#include "support.h"

static uint8_t msg[60000];
static size_t msg_len;

/* Maps of 40 keys, some of them maps themselves, and one long array. */
static void make_message(void)
{
    cinch_writer w;
    cinch_bin out;
    cinch_writer_init(&w, msg, sizeof msg);
    cinch_put_array(&w, 61);
    for (unsigned i = 0; i < 60; i++) {
        cinch_put_map(&w, 40);
        for (unsigned k = 0; k < 40; k++) {
            if (k % 20 == 7) cinch_put_array(&w, 2);
            if (k % 20 == 7) cinch_put_map(&w, 9);
            for (unsigned j = 0; k % 20 == 7 && j < 9; j++) {
                cinch_put_u64(&w, 9 - j);
                cinch_put_u64(&w, k);
            }
            cinch_put_u64(&w, k);
            cinch_put_nil(&w);
        }
    }
    cinch_put_array(&w, 5000);
    for (unsigned i = 0; i < 5000; i++) cinch_put_u64(&w, i % 100);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    msg_len = out.len;
}

static void check_after(struct test_alloc *a, cinch_tree *t, cinch_error e, const cinch_diag *why)
{
    CHECK_ERR(why->error, e);
    CHECK((t->root == NULL) == (e != CINCH_OK));
    if (e) CHECK_ERR(e, CINCH_ERR_MEMORY);
    if (e) CHECK(a->failed && why->pos <= msg_len);
    if (a->fail_later && a->failed) return;
    CHECK_ERR(cinch_tree_parse(t, msg, msg_len, NULL, NULL), CINCH_OK);
    CHECK_U64(cinch_node_count(t->root), 61);
}

static void parse_short_of_memory(struct test_alloc *a, void *user)
{
    const cinch_read_opts *opts = user;
    cinch_diag why;
    cinch_tree t;
    cinch_error e;
    cinch_tree_init(&t, &a->alloc);
    e = cinch_tree_parse(&t, msg, msg_len, opts, &why);
    check_after(a, &t, e, &why);
    cinch_tree_free(&t);
}

TEST(tree_oom_parse)
{
    make_message();
    oom_every(parse_short_of_memory, NULL);
}

TEST(tree_oom_unique)
{
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = CINCH_UNIQUE;
    make_message();
    oom_every(parse_short_of_memory, &opts);
}

static void index_each(struct test_alloc *a, void *user)
{
    cinch_tree t;
    (void)user;
    cinch_tree_init(&t, &a->alloc);
    if (cinch_tree_parse(&t, msg, msg_len, NULL, NULL) == CINCH_OK) {
        for (size_t i = 0; i < 60; i++) {
            const cinch_node *map = cinch_node_at(t.root, i);
            cinch_error e = cinch_tree_index(&t, map);
            CHECK(e == CINCH_OK || (e == CINCH_ERR_MEMORY && a->failed));
            CHECK(cinch_node_find_i64(map, 39) == cinch_node_value(map, 39)); /* with an index or without */
        }
    }
    cinch_tree_free(&t);
}

TEST(tree_oom_index)
{
    make_message();
    oom_every(index_each, NULL);
}

/* A read that fails takes nothing away from what was read before. */
static void read_some(struct test_alloc *a, void *user)
{
    const cinch_node *first, *second;
    cinch_reader r;
    cinch_tree t;
    (void)user;
    cinch_tree_init(&t, &a->alloc);
    cinch_reader_init(&r, "\x92\x01\x02", 3);
    first = cinch_tree_read(&t, &r);
    cinch_reader_reset(&r, msg, msg_len);
    second = cinch_tree_read(&t, &r);
    CHECK((second == NULL) == (r.error != CINCH_OK));
    if (r.error) CHECK_ERR(r.error, CINCH_ERR_MEMORY);
    if (first) CHECK_U64(cinch_node_u64(cinch_node_at(first, 1), 0), 2);
    if (second) CHECK_U64(cinch_node_count(second), 61);
    cinch_tree_free(&t);
}

TEST(tree_oom_read)
{
    make_message();
    oom_every(read_some, NULL);
}

/* SPDX-License-Identifier: MIT
 * What a tree holds is what the tokens say: it writes what a copy token by token in the smallest formats is, that parses to an equal
 * tree, indexed or not, and duplicates are what a search key by key finds. Two messages compare by one order however they are held.
 *
 * Input: options, how much, what to do; then one message, or two back to back.
 */
#include "fuzz.h"

enum { TREES_MAX_KEYS = 64 }; /* keys of a map searched one by one */

static cinch_bin trees_written(const cinch_node *n, cinch_writer *w)
{
    cinch_bin out;
    cinch_node_write(n, w);
    FUZZ_CHECK(cinch_writer_finish(w, &out, NULL) == CINCH_OK);
    return out;
}

static void trees_same(const cinch_node *a, const cinch_node *b)
{
    FUZZ_CHECK(cinch_node_equal(a, b) && cinch_node_equal(b, a));
    FUZZ_CHECK(cinch_node_compare(a, b) == 0);
    FUZZ_CHECK(cinch_node_hash(a, 7) == cinch_node_hash(b, 7));
}

/* Every map below n; last: with an index from here on. */
static void trees_index(cinch_tree *t, const cinch_node *n)
{
    uint32_t count = cinch_node_count(n);
    if (cinch_node_type(n) == CINCH_MAP) FUZZ_CHECK(cinch_tree_index(t, n) == CINCH_OK);
    for (uint32_t i = 0; i < count; i++) {
        trees_index(t, cinch_node_at(n, i));
        trees_index(t, cinch_node_key(n, i));
        trees_index(t, cinch_node_value(n, i));
    }
}

/* The value that a search from the end finds. */
static const cinch_node *trees_search(const cinch_node *map, const cinch_node *key)
{
    for (uint32_t i = cinch_node_count(map); i--;)
        if (cinch_node_equal(cinch_node_key(map, i), key)) return cinch_node_value(map, i);
    return NULL;
}

static void trees_find_key(const cinch_node *map, const cinch_node *key)
{
    const cinch_node *want = trees_search(map, key);
    FUZZ_CHECK(want != NULL);
    if (key->type == CINCH_STR) FUZZ_CHECK(cinch_node_find_str(map, (cinch_str){key->as.str, key->len}) == want);
    if (key->type == CINCH_I64 || (key->type == CINCH_U64 && key->as.u64 <= INT64_MAX))
        FUZZ_CHECK(cinch_node_find_i64(map, key->as.i64) == want);
}

static void trees_find_all(const cinch_node *n)
{
    uint32_t count = cinch_node_count(n), most = count < TREES_MAX_KEYS ? count : TREES_MAX_KEYS;
    for (uint32_t i = 0; i < count; i++) {
        trees_find_all(cinch_node_at(n, i));
        trees_find_all(cinch_node_key(n, i));
        trees_find_all(cinch_node_value(n, i));
    }
    for (uint32_t i = 0; i < most && n->type == CINCH_MAP; i++) trees_find_key(n, cinch_node_key(n, i));
}

/* Whether some map has a key twice, the slow way. */
static bool trees_twice(const cinch_node *n)
{
    uint32_t count = cinch_node_count(n);
    for (uint32_t i = 0; i < count; i++)
        if (trees_twice(cinch_node_at(n, i)) || trees_twice(cinch_node_key(n, i)) || trees_twice(cinch_node_value(n, i)))
            return true;
    for (uint32_t i = 0; i < count && n->type == CINCH_MAP; i++)
        if (trees_search(n, cinch_node_key(n, i)) != cinch_node_value(n, i)) return true;
    return false;
}

static void trees_unique(const cinch_node *root, const void *msg, size_t len, cinch_read_opts opts)
{
    cinch_tree t;
    cinch_diag why;
    cinch_error e;
    opts.flags |= CINCH_UNIQUE;
    cinch_tree_init(&t, NULL);
    e = cinch_tree_parse(&t, msg, len, &opts, &why);
    FUZZ_CHECK(e == (trees_twice(root) ? CINCH_ERR_DUPLICATE : CINCH_OK) && why.pos <= len);
    if (!e) trees_same(root, t.root);
    cinch_tree_free(&t);
}

/* Written, parsed again and indexed, the message stays what it is. */
static void trees_round_trip(cinch_tree *t, const void *msg, size_t len, const cinch_read_opts *opts)
{
    cinch_writer first, second, small;
    cinch_tree again;
    cinch_bin out, back;
    cinch_writer_init_grow(&first, NULL, 0);
    cinch_writer_init_grow(&second, NULL, 0);
    cinch_writer_init_grow(&small, NULL, len);
    out = trees_written(t->root, &first);
    fuzz_smallest(msg, len, opts->flags, &small);
    FUZZ_CHECK(cinch_writer_finish(&small, &back, NULL) == CINCH_OK);
    FUZZ_SAME_BYTES(out.ptr, out.len, back.ptr, back.len);
    FUZZ_CHECK(out.len <= len);
    cinch_tree_init(&again, NULL);
    FUZZ_CHECK(cinch_tree_parse(&again, out.ptr, out.len, opts, NULL) == CINCH_OK);
    trees_same(t->root, again.root);
    trees_index(&again, again.root);
    trees_same(t->root, again.root);
    trees_find_all(t->root);
    trees_find_all(again.root);
    trees_index(t, t->root);
    trees_same(t->root, again.root);
    back = trees_written(t->root, &second);
    FUZZ_SAME_BYTES(out.ptr, out.len, back.ptr, back.len);
    cinch_tree_free(&again);
    cinch_writer_free(&first);
    cinch_writer_free(&second);
    cinch_writer_free(&small);
}

/* Two items of one run, in one tree. */
static void trees_compare(const uint8_t *msg, size_t len, const cinch_read_opts *opts)
{
    const cinch_node *a, *b;
    cinch_reader r;
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    cinch_reader_init_opts(&r, msg, len, opts);
    a = cinch_tree_read(&t, &r);
    b = cinch_tree_read(&t, &r);
    FUZZ_CHECK((b != NULL) == !r.error);
    int order = cinch_node_compare(a, b);
    FUZZ_CHECK(cinch_node_compare(b, a) == -order);
    FUZZ_CHECK(cinch_node_equal(a, b) == (order == 0));
    if (order == 0) FUZZ_CHECK(cinch_node_hash(a, 3) == cinch_node_hash(b, 3));
    trees_index(&t, b);
    FUZZ_CHECK(cinch_node_compare(a, b) == order);
    trees_index(&t, a);
    FUZZ_CHECK(cinch_node_compare(b, a) == -order);
    FUZZ_CHECK(cinch_node_equal(a, b) == (order == 0));
    cinch_tree_free(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    unsigned which = fuzz_byte(&in), much = fuzz_byte(&in);
    cinch_read_opts opts = fuzz_read_opts(which, much), plain = fuzz_read_opts(which & 3, 0);
    cinch_tree t;
    trees_compare(in.ptr, in.len, &plain);
    cinch_tree_init(&t, NULL);
    if (cinch_tree_parse(&t, in.ptr, in.len, &opts, NULL) == CINCH_OK) {
        trees_unique(t.root, in.ptr, in.len, opts);
        trees_round_trip(&t, in.ptr, in.len, &plain);
    }
    cinch_tree_free(&t);
    return 0;
}

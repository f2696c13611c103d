/* SPDX-License-Identifier: MIT
 * The end of the input: no byte beyond it is read, whatever format stands how far before it; and nodes are aligned whatever the
 * arena was used for before.
 */
#include "cinch/cinch.h"
#include "harness.h"
#include "support.h"

/* [str of n bytes with a head of `head` bytes, str of `rest` bytes]: the second one's length sets how far the first is from the end. */
static size_t edge_message(uint8_t *m, size_t head, size_t n, size_t rest)
{
    static const uint8_t lead[] = {0, 0xa0, 0xd9, 0xda, 0, 0xdb};
    size_t at = 0;
    m[at++] = 0x92;
    m[at++] = (uint8_t)(lead[head] | (head == 1 ? n : 0));
    for (size_t i = 1; i < head; i++) m[at++] = i + 1 == head ? (uint8_t)n : 0;
    memset(m + at, 'a', n);
    at += n;
    m[at++] = (uint8_t)(0xa0 | rest);
    memset(m + at, 'b', rest);
    return at + rest;
}

TEST(tree_edges_are_not_read_past)
{
    static const size_t heads[] = {1, 2, 3, 5};
    struct guard memory;
    cinch_tree t;
    guard_init(&memory, 128);
    cinch_tree_init(&t, NULL);
    for (size_t h = 0; h < COUNT_OF(heads); h++)
        for (size_t n = 0; n < 32; n++) {
            test_case("str of %zu bytes behind a head of %zu", n, heads[h]);
            for (size_t rest = 0; rest < 32; rest++)
                for (uint32_t utf8 = 0; utf8 <= 1; utf8++) {
                    uint8_t m[80];
                    size_t len = edge_message(m, heads[h], n, rest);
                    cinch_read_opts opts = CINCH_ZERO;
                    opts.flags = utf8 ? CINCH_UTF8 : 0;
                    CHECK_ERR(cinch_tree_parse(&t, guard_end(&memory, m, len), len, &opts, NULL), CINCH_OK);
                    CHECK_U64(cinch_node_str(cinch_node_at(t.root, 0), "").len, n);
                    CHECK_U64(cinch_node_str(cinch_node_at(t.root, 1), "").len, rest);
                }
        }
    cinch_tree_free(&t);
    guard_free(&memory);
}

TEST(tree_edges_of_a_shared_arena)
{
    static const uint8_t m[] = {0x93, 0x91, 0x01, 0x82, 0x01, 0x02, 0x03, 0x91, 0x04, 0xc0};
    for (size_t n = 1; n <= 40; n++) {
        cinch_tree t;
        cinch_reader r;
        const cinch_node *root;
        test_case("%zu bytes taken before", n);
        cinch_tree_init(&t, NULL);
        CHECK(cinch_arena_get(&t.arena, n, 1) != NULL);
        cinch_reader_init(&r, m, sizeof m);
        root = cinch_tree_read(&t, &r);
        CHECK((uintptr_t)root % sizeof(uint64_t) == 0);
        CHECK((uintptr_t)cinch_node_at(root, 0) % sizeof(uint64_t) == 0);
        CHECK((uintptr_t)cinch_node_key(cinch_node_at(root, 1), 0) % sizeof(uint64_t) == 0);
        cinch_tree_free(&t);
    }
}

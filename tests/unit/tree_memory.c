/* SPDX-License-Identifier: MIT
 * What a tree may take: 22 bytes of memory a byte of input and 4 KiB, whatever the input, and nothing at all when it is used again.
 * And that time stays in proportion where an input is made to hurt.
 */
#include <stdlib.h>

#include "cinch/tree.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { LARGE = 400000 };
static uint8_t bytes[LARGE + 64];

/* ---------------------------------------------------------------- inputs made to take memory */

static size_t put_head(uint8_t *p, unsigned format, size_t count)
{
    p[0] = (uint8_t)format;
    for (unsigned i = 0; i < 4; i++) p[1 + i] = (uint8_t)(count >> (24 - 8 * i));
    return 5;
}

/* Up to len bytes; returns how many. */
static size_t hostile(unsigned kind, size_t len)
{
    static const uint8_t pair9[] = {0x89, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8};
    size_t n = 0, count, unit;
    if (len < 8) kind = 0;
    switch (kind) {
    case 0: /* an array of one-byte items */
    case 1: /* a map of them */
        n = put_head(bytes, kind ? 0xdf : 0xdd, kind ? (len > 5 ? (len - 5) / 2 : 0) : (len > 5 ? len - 5 : 0));
        for (; n < len; n++) bytes[n] = (uint8_t)(n & 0x7f);
        return kind ? 5 + (len - 5) / 2 * 2 : n;
    case 2: /* many empty maps, many maps of one pair, many arrays of one item */
    case 3:
    case 4:
        unit = kind == 2 ? 1 : kind == 3 ? 3 : 2;
        count = (len - 5) / unit;
        n = put_head(bytes, 0xdd, count);
        for (size_t i = 0; i < count; i++) {
            bytes[n++] = kind == 2 ? 0x80 : kind == 3 ? 0x81 : 0x91;
            for (size_t k = 1; k < unit; k++) bytes[n++] = 0;
        }
        return n;
    case 5: /* maps just long enough for an index in memory */
        count = (len - 5) / sizeof pair9;
        n = put_head(bytes, 0xdd, count);
        for (size_t i = 0; i < count; i++, n += sizeof pair9) memcpy(bytes + n, pair9, sizeof pair9);
        return n;
    case 6: /* as deep as can be, again and again */
        count = (len - 5) / 501;
        n = put_head(bytes, 0xdd, count);
        for (size_t i = 0; i < count; i++) {
            memset(bytes + n, 0x91, 500);
            bytes[n + 500] = 0;
            n += 501;
        }
        return n;
    case 7: /* counts that are each true to the bytes left, one in the other */
        for (; n + 5 <= len && n < 2500;) n += put_head(bytes + n, n % 2 ? 0xdd : 0xdf, (len - n - 5) / 2);
        memset(bytes + n, 0, len - n);
        return len;
    case 8: /* arrays that grow, so that each misses the room left */
        n = put_head(bytes, 0xdd, 0);
        for (count = 1; n + 3 + 7 * count <= len && count < 9000; count++) {
            bytes[n] = 0xdc;
            bytes[n + 1] = (uint8_t)(7 * count >> 8);
            bytes[n + 2] = (uint8_t)(7 * count);
            memset(bytes + n + 3, 1, 7 * count);
            n += 3 + 7 * count;
        }
        put_head(bytes, 0xdd, count - 1);
        return n;
    default: /* a map whose keys are maps */
        count = (len - 5) / 4;
        n = put_head(bytes, 0xdf, count);
        for (size_t i = 0; i < count; i++, n += 4) memcpy(bytes + n, "\x81\x00\x00\x00", 4);
        return n;
    }
}
enum { HOSTILE = 10 };

static void index_every_map(cinch_tree *t, const cinch_node *n)
{
    uint64_t kids = cinch_node_count(n) * (cinch_node_type(n) == CINCH_MAP ? UINT64_C(2) : 1);
    for (uint64_t i = 0; i < kids; i++) index_every_map(t, n->as.kids + i);
    CHECK_ERR(cinch_tree_index(t, n), CINCH_OK);
}

static void check_memory(size_t len, bool unique)
{
    cinch_read_opts opts = CINCH_ZERO;
    struct test_alloc a;
    cinch_tree t;
    cinch_error e;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    opts.flags = unique ? CINCH_UNIQUE : 0;
    e = cinch_tree_parse(&t, bytes, len, &opts, NULL);
    CHECK(a.peak <= 20 * len + 4096 + (unique ? 2 * len : 0));
    if (!e) index_every_map(&t, t.root);
    CHECK(a.peak <= 22 * len + 4096);
    cinch_tree_free(&t);
    test_alloc_done(&a);
}

TEST(tree_memory_is_bounded)
{
    static const size_t sizes[] = {1, 5, 20, 93, 300, 511, 512, 2000, 4096, 10000, 65536, 200000, LARGE};
    for (unsigned kind = 0; kind < HOSTILE; kind++)
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            size_t len = hostile(kind, sizes[s]);
            test_case("kind %u, %zu bytes", kind, len);
            check_memory(len, false);
            check_memory(len, true);
        }
}

TEST(tree_memory_of_random_messages)
{
    struct rng r;
    rng_init(&r, 31);
    for (unsigned i = 0; i < 400; i++) {
        struct gen_opts opts = {GEN_ALL, 1 + i % 9, 50 + i * 20, 50};
        check_memory(gen_message(&r, &opts, bytes, 64 + 40 * i), i % 2);
    }
}

/* ---------------------------------------------------------------- reuse */

TEST(tree_reuses_its_memory)
{
    struct test_alloc a;
    cinch_tree t;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    for (unsigned kind = 0; kind < HOSTILE; kind++) {
        uint64_t calls;
        size_t live, len = hostile(kind, 150000);
        test_case("kind %u", kind);
        (void)!cinch_tree_parse(&t, bytes, len, NULL, NULL);
        if (t.root) index_every_map(&t, t.root);
        calls = a.calls;
        live = a.live;
        for (unsigned i = 0; i < 3; i++) {
            (void)!cinch_tree_parse(&t, bytes, len, NULL, NULL);
            if (t.root) index_every_map(&t, t.root);
        }
        CHECK_U64(a.calls, calls);
        CHECK_U64(a.live, live);
        if (kind % 3 == 0) cinch_tree_free(&t);
    }
    cinch_tree_free(&t);
    cinch_tree_free(&t);
    test_alloc_done(&a);
}

/* A large message and small ones in turn: the memory of the large one serves them all. */
TEST(tree_reuse_is_steady)
{
    struct test_alloc a;
    cinch_tree t;
    uint64_t calls = 0;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    for (unsigned round = 0; round < 20; round++) {
        for (unsigned kind = 0; kind < 6; kind++) {
            size_t len = hostile(kind, kind == 3 ? 200000 : 100 + 37 * kind);
            CHECK_ERR(cinch_tree_parse(&t, bytes, len, NULL, NULL), CINCH_OK);
        }
        if (round == 3) calls = a.calls;
    }
    CHECK_U64(a.calls, calls);
    CHECK(a.live <= 22 * 200000 + 4096);
    cinch_tree_free(&t);
    test_alloc_done(&a);
}

TEST(tree_in_a_pool)
{
    static uint8_t mem[22 * 100 + 4096];
    cinch_pool pool;
    cinch_tree t;
    for (unsigned kind = 0; kind < 6; kind++) {
        size_t len = hostile(kind, 100);
        test_case("kind %u", kind);
        cinch_pool_init(&pool, mem, sizeof mem);
        cinch_tree_init(&t, &pool.alloc);
        for (unsigned i = 0; i < 3; i++) CHECK_ERR(cinch_tree_parse(&t, bytes, len, NULL, NULL), CINCH_OK);
        cinch_pool_init(&pool, mem, 200);
        cinch_tree_init(&t, &pool.alloc);
        CHECK_ERR(cinch_tree_parse(&t, bytes, len, NULL, NULL), CINCH_ERR_MEMORY);
        CHECK(t.root == NULL);
        CHECK_ERR(cinch_tree_parse(&t, "\x92\x01\x02", 3, NULL, NULL), CINCH_OK);
        CHECK_U64(cinch_node_u64(cinch_node_at(t.root, 1), 0), 2);
    }
}

TEST(tree_keeps_to_its_limit)
{
    struct test_alloc a;
    cinch_tree t;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    t.arena.limit = 100000;
    CHECK_ERR(cinch_tree_parse(&t, bytes, hostile(0, 50000), NULL, NULL), CINCH_ERR_MEMORY);
    CHECK_ERR(cinch_tree_parse(&t, bytes, hostile(0, 5000), NULL, NULL), CINCH_OK);
    CHECK(a.peak <= 100000);
    cinch_tree_free(&t);
    test_alloc_done(&a);
}

/* ---------------------------------------------------------------- indexes */

/* Key number i of a map: str, integers of both signs, or arrays holding one. */
static void put_key(cinch_writer *w, unsigned kind, uint32_t i)
{
    char text[16];
    switch (kind) {
    case 0: cinch_put_str(w, text, (size_t)snprintf(text, sizeof text, "key%x", i * 2654435761u)); break;
    case 1: cinch_put_i64(w, (int64_t)(i * 2654435761u) - 0x80000000); break;
    case 2:
        cinch_put_map(w, 2);
        cinch_put_u64(w, 1);
        cinch_put_u64(w, i);
        cinch_put_u64(w, 0);
        cinch_put_nil(w);
        break;
    default: cinch_put_str(w, text, (size_t)snprintf(text, sizeof text, "%08u", i)); /* sorted already */
    }
}

static const cinch_node *look_up(const cinch_node *map, unsigned kind, uint32_t i)
{
    char text[16];
    if (kind == 1) return cinch_node_find_i64(map, (int64_t)(i * 2654435761u) - 0x80000000);
    snprintf(text, sizeof text, kind == 0 ? "key%x" : "%08u", kind == 0 ? i * 2654435761u : i);
    return cinch_node_find(map, text);
}

TEST(tree_index_of_any_size)
{
    static const uint32_t sizes[] = {0, 1, 2, 3, 6, 7, 8, 9, 15, 16, 17, 100, 5000, 100000};
    const size_t cap = 4 << 20;
    uint8_t *buf = malloc(cap);
    struct test_alloc a;
    cinch_tree t;
    test_alloc_init(&a);
    cinch_tree_init(&t, &a.alloc);
    for (unsigned kind = 0; buf && kind < 4; kind++)
        for (size_t s = 0; s < COUNT_OF(sizes); s++) {
            uint32_t n = sizes[s];
            cinch_writer w;
            cinch_bin msg;
            uint64_t hash;
            test_case("kind %u, %u keys", kind, n);
            cinch_writer_init(&w, buf, cap);
            cinch_put_map(&w, n);
            for (uint32_t i = 0; i < n; i++) {
                /* a tenth of the keys comes twice: the last value counts */
                put_key(&w, kind, i % 10 == 9 ? i - 4 : i);
                cinch_put_u64(&w, i);
            }
            if (!CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK)) continue;
            if (!CHECK_ERR(cinch_tree_parse(&t, msg.ptr, msg.len, NULL, NULL), CINCH_OK)) continue;
            hash = cinch_node_hash(t.root, 1);
            CHECK_ERR(cinch_tree_index(&t, t.root), CINCH_OK);
            CHECK_ERR(cinch_tree_index(&t, t.root), CINCH_OK); /* twice is once */
            CHECK_U64(cinch_node_hash(t.root, 1), hash);
            for (uint32_t i = 0; kind != 2 && i < n && !test_case_failed(); i++) {
                const cinch_node *v = look_up(t.root, kind, i);
                uint32_t want = i % 10 == 9 ? UINT32_MAX : i % 10 == 5 && i + 4 < n ? i + 4 : i;
                CHECK_U64(cinch_node_u64(v, UINT32_MAX), want);
            }
            CHECK(kind == 2 || look_up(t.root, kind, n + 1) == NULL);
            CHECK(cinch_node_equal(t.root, t.root) && cinch_node_compare(t.root, t.root) == 0);
        }
    cinch_tree_free(&t);
    test_alloc_done(&a);
    free(buf);
}

/* Keys in keys: each level has a key that must be told from another that is the same but at the bottom. Were maps in keys compared by
 * looking for their least keys, this would take 2 to the power of the depth. */
TEST(tree_nested_keys_take_no_longer)
{
    cinch_tree a, b;
    size_t len = 0, depth = 200;
    uint8_t other[4096];
    for (size_t i = 0; i < depth; i++) {
        bytes[len++] = 0x82;
        bytes[len++] = 0x81; /* {{1:1}: 0, the next level: 0} */
        bytes[len++] = 1;
        bytes[len++] = 1;
        bytes[len++] = 0;
    }
    bytes[len++] = 0xc0;
    for (size_t i = 0; i < depth; i++) bytes[len++] = 0;
    memcpy(other, bytes, len);
    other[5 * depth] = 0xc2;
    cinch_tree_init(&a, NULL);
    cinch_tree_init(&b, NULL);
    CHECK_ERR(cinch_tree_parse(&a, bytes, len, NULL, NULL), CINCH_OK);
    CHECK_ERR(cinch_tree_parse(&b, other, len, NULL, NULL), CINCH_OK);
    CHECK(!cinch_node_equal(a.root, b.root));
    CHECK_I64(cinch_node_compare(a.root, b.root), -1);
    CHECK(cinch_node_equal(a.root, a.root));
    CHECK_ERR(cinch_tree_parse(&b, bytes, len, NULL, NULL), CINCH_OK);
    CHECK(cinch_node_equal(a.root, b.root));
    CHECK_I64(cinch_node_compare(a.root, b.root), 0);
    cinch_tree_free(&a);
    cinch_tree_free(&b);
}

/* SPDX-License-Identifier: MIT
 * Trees of random messages, good, cut and broken, that end at a guard page: the same verdict as a check under any options, memory within
 * the promise, and what parses writes back.
 */
#include "cinch/check.h"
#include "cinch/tree.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { ROUNDS = 30000, MAX = 700 };

static void random_opts(struct rng *r, cinch_read_opts *o)
{
    memset(o, 0, sizeof *o);
    if (rng_chance(r, 40)) o->flags |= CINCH_UTF8;
    if (rng_chance(r, 30)) o->flags |= CINCH_RAW_TIME;
    if (rng_chance(r, 15)) o->limits.depth = 1 + (uint32_t)rng_below(r, 5);
    if (rng_chance(r, 15)) o->limits.items = 1 + rng_below(r, 40);
    if (rng_chance(r, 15)) o->limits.key_len = 1 + (uint32_t)rng_below(r, 8);
    if (rng_chance(r, 15)) o->limits.bytes = 1 + rng_below(r, 200);
}

static size_t random_message(struct rng *r, uint8_t *out, unsigned flags)
{
    struct gen_opts opts = {flags, (unsigned)rng_below(r, 8), 200, 300};
    return gen_message(r, &opts, out, 64 + (size_t)rng_below(r, MAX - 64));
}

static void note_case(const struct rng *r, const uint8_t *p, size_t len)
{
    char hex[160];
    hex_text(hex, sizeof hex, p, len);
    test_note("seed %llu: %s", (unsigned long long)r->seed, hex);
}

/* ---------------------------------------------------------------- duplicates, the slow way */

/* The first map to end that has a key twice: where its first repeated key lies. */
static bool repeated_key(const cinch_node *n, cinch_reader *r, uint64_t *pos)
{
    uint64_t at[MAX];
    uint32_t count = cinch_node_count(n);
    (void)cinch_next(r);
    for (uint32_t i = 0; i < count; i++) {
        if (n->type == CINCH_ARRAY) {
            if (repeated_key(cinch_node_at(n, i), r, pos)) return true;
            continue;
        }
        at[i] = cinch_reader_pos(r);
        if (repeated_key(cinch_node_key(n, i), r, pos) || repeated_key(cinch_node_value(n, i), r, pos)) return true;
    }
    for (uint32_t i = 0; n->type == CINCH_MAP && i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (cinch_node_equal(cinch_node_key(n, i), cinch_node_key(n, j))) {
                *pos = at[i];
                return true;
            }
    return false;
}

static void check_unique(cinch_tree *t, const uint8_t *p, size_t len, const cinch_read_opts *opts, const cinch_diag *plain)
{
    cinch_read_opts unique = *opts;
    cinch_diag why;
    cinch_reader r;
    uint64_t pos = 0;
    bool twice = false;
    if (!plain->error) {
        cinch_reader_init(&r, p, len);
        twice = repeated_key(t->root, &r, &pos);
    }
    unique.flags |= CINCH_UNIQUE;
    if (cinch_tree_parse(t, p, len, &unique, &why) == CINCH_ERR_DUPLICATE) {
        CHECK(plain->error || (twice && why.pos == pos));
        CHECK(!plain->error || why.pos < plain->pos);
    } else {
        CHECK(!twice);
        CHECK_ERR(why.error, plain->error);
        CHECK_U64(why.pos, plain->pos);
    }
}

/* ---------------------------------------------------------------- one message */

static void check_written(struct rng *r, const cinch_tree *t, const uint8_t *p, size_t len, bool smallest)
{
    uint8_t out[2 * MAX];
    size_t cap = rng_chance(r, 50) ? sizeof out : len;
    cinch_writer w;
    cinch_bin got;
    cinch_tree again;
    cinch_writer_init(&w, out, cap);
    cinch_node_write(t->root, &w);
    if (!CHECK_ERR(cinch_writer_finish(&w, &got, NULL), CINCH_OK)) return;
    if (smallest) CHECK_MEM(got.ptr, got.len, p, len);
    cinch_tree_init(&again, NULL);
    if (CHECK_ERR(cinch_tree_parse(&again, got.ptr, got.len, NULL, NULL), CINCH_OK)) {
        CHECK(cinch_node_equal(t->root, again.root));
        CHECK(cinch_node_compare(t->root, again.root) == 0);
        CHECK_U64(cinch_node_hash(t->root, 1), cinch_node_hash(again.root, 1));
    }
    cinch_tree_free(&again);
}

static void check_message(struct rng *r, struct test_alloc *a, const uint8_t *p, size_t len)
{
    cinch_read_opts opts;
    cinch_diag want, got;
    cinch_tree t;
    random_opts(r, &opts);
    a->peak = a->live;
    cinch_tree_init(&t, &a->alloc);
    CHECK_ERR(cinch_tree_parse(&t, p, len, &opts, &got), cinch_check(p, len, &opts, &want));
    CHECK_U64(got.pos, want.pos);
    CHECK((t.root != NULL) == !got.error);
    check_unique(&t, p, len, &opts, &got);
    CHECK(a->peak <= 22 * len + 4096);
    cinch_tree_free(&t);
    CHECK_U64(a->live, 0);
}

TEST(tree_judges_as_check_does)
{
    uint8_t bytes[2 * MAX];
    struct test_alloc a;
    struct guard g;
    struct rng r;
    test_alloc_init(&a);
    guard_init(&g, sizeof bytes);
    rng_init(&r, 21);
    for (size_t round = 0; round < test_rounds(ROUNDS) && !test_case_failed(); round++) {
        size_t len = random_message(&r, bytes, GEN_ALL);
        const uint8_t *p;
        if (rng_chance(&r, 20)) len = (size_t)rng_below(&r, len + 1);
        for (uint64_t n = rng_below(&r, 3); n && len; n--) len = gen_mutate(&r, bytes, len, sizeof bytes);
        p = guard_end(&g, bytes, len);
        note_case(&r, p, len);
        check_message(&r, &a, p, len);
    }
    guard_free(&g);
    test_alloc_done(&a);
}

TEST(tree_writes_back)
{
    uint8_t bytes[MAX];
    struct rng r;
    rng_init(&r, 22);
    for (size_t round = 0; round < test_rounds(ROUNDS) && !test_case_failed(); round++) {
        const unsigned flags = rng_chance(&r, 50) ? GEN_ALL : GEN_ALL & ~(unsigned)GEN_OVERLONG;
        size_t len = random_message(&r, bytes, flags);
        cinch_tree t;
        note_case(&r, bytes, len);
        cinch_tree_init(&t, NULL);
        if (CHECK_ERR(cinch_tree_parse(&t, bytes, len, NULL, NULL), CINCH_OK))
            check_written(&r, &t, bytes, len, !(flags & GEN_OVERLONG));
        cinch_tree_free(&t);
    }
}

/* A run of messages through one reader: every tree stays good beside the others, and the fault is that of a check of the run. */
TEST(tree_reads_a_run)
{
    uint8_t bytes[4 * MAX];
    const cinch_node *nodes[4];
    cinch_read_opts many = CINCH_ZERO;
    struct rng r;
    cinch_tree t;
    rng_init(&r, 23);
    many.flags = CINCH_MANY;
    cinch_tree_init(&t, NULL);
    for (size_t round = 0; round < test_rounds(ROUNDS / 4) && !test_case_failed(); round++) {
        size_t len = 0, count = 0, start[4];
        cinch_diag want, got;
        cinch_reader reader;
        for (size_t i = 0; i < 3; i++) len += random_message(&r, bytes + len, GEN_ALL);
        if (rng_chance(&r, 50)) len = gen_mutate(&r, bytes, len, sizeof bytes);
        note_case(&r, bytes, len);
        want.error = cinch_check(bytes, len, &many, &want);
        if (rng_chance(&r, 10)) cinch_tree_free(&t);
        cinch_reader_init(&reader, bytes, len);
        while (cinch_reader_left(&reader) && count < 4) {
            start[count] = (size_t)cinch_reader_pos(&reader);
            nodes[count] = cinch_tree_read(&t, &reader);
            if (!nodes[count]) break;
            count++;
        }
        cinch_reader_diag(&reader, &got);
        if (count < 4) CHECK_ERR(got.error, want.error);
        if (count < 4) CHECK_U64(got.pos, want.pos);
        for (size_t i = 0; i < count; i++) {
            cinch_tree one;
            cinch_reader again;
            cinch_tree_init(&one, NULL);
            cinch_reader_init(&again, bytes + start[i], len - start[i]);
            CHECK(cinch_node_equal(nodes[i], cinch_tree_read(&one, &again)));
            cinch_tree_free(&one);
        }
        if (round % 16 == 0) cinch_tree_free(&t);
    }
    cinch_tree_free(&t);
}

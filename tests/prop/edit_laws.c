/* SPDX-License-Identifier: MIT
 * What must hold of every message: canonical form is one for each value and its own; order is that of canonical forms; a difference is
 * told exactly when there is one; an edit changes its place and nothing else, and can be undone.
 */
#include "cinch/check.h"
#include "cinch/edit.h"
#include "generate.h"
#include "harness.h"

enum { ROUNDS = 3000, MAX = 4000 };

struct laws_msg {
    uint8_t bytes[MAX];
    size_t len;
};

static void laws_make(struct rng *r, struct laws_msg *m, unsigned flags)
{
    struct gen_opts opts = {flags, (unsigned)rng_below(r, 5), 40, 60};
    m->len = gen_message(r, &opts, m->bytes, sizeof m->bytes);
}

static bool laws_canon(const struct laws_msg *m, cinch_sort sort, struct laws_msg *to)
{
    cinch_canon_opts opts = CINCH_ZERO;
    cinch_reader r;
    cinch_writer w;
    opts.sort = sort;
    cinch_reader_init(&r, m->bytes, m->len);
    cinch_writer_init(&w, to->bytes, sizeof to->bytes);
    if (cinch_canon(&r, &opts, &w, NULL)) return false;
    to->len = (size_t)cinch_writer_pos(&w);
    return CHECK(cinch_reader_left(&r) == 0);
}

static cinch_bin laws_bin(const struct laws_msg *m)
{
    cinch_bin b = {m->bytes, m->len};
    return b;
}

static int laws_order(const struct laws_msg *a, const struct laws_msg *b)
{
    int order = 9;
    CHECK_ERR(cinch_compare(laws_bin(a), laws_bin(b), NULL, &order, NULL), CINCH_OK);
    return order;
}

TEST(canon_laws)
{
    static const cinch_read_opts canonical = {{0, 0, 0, 0}, CINCH_CANONICAL, {0, 0, 0}},
                                 unique = {{0, 0, 0, 0}, CINCH_UNIQUE, {0, 0, 0}};
    struct rng r;
    size_t refused = 0, rounds = test_rounds(ROUNDS);
    rng_init(&r, 0xca0);
    for (size_t i = 0; i < rounds; i++) {
        struct laws_msg m, c, again;
        cinch_tree t;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        laws_make(&r, &m, rng_chance(&r, 50) ? GEN_ALL : GEN_ALL & ~(unsigned)GEN_ODD_KEYS);
        cinch_tree_init(&t, NULL);
        for (int sort = CINCH_SORT_BYTES; sort <= CINCH_SORT_NONE; sort++) {
            bool got = laws_canon(&m, (cinch_sort)sort, &c);
            if (sort != CINCH_SORT_NONE && !got) {
                CHECK_ERR(cinch_tree_parse(&t, m.bytes, m.len, &unique, NULL), CINCH_ERR_DUPLICATE);
                refused++;
                continue;
            }
            if (!CHECK(got) || !CHECK(laws_canon(&c, (cinch_sort)sort, &again))) continue;
            CHECK_MEM(again.bytes, again.len, c.bytes, c.len);
            CHECK_I64(laws_order(&m, &c), 0);
            if (sort == CINCH_SORT_BYTES) CHECK_ERR(cinch_check(c.bytes, c.len, &canonical, NULL), CINCH_OK);
        }
        cinch_tree_free(&t);
        if (test_case_failed()) return;
    }
    CHECK(refused < 2 * rounds);
}

static bool laws_count(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b)
{
    (void)kind, (void)pointer, (void)a, (void)b;
    ++*(size_t *)user;
    return true;
}

/* The second message is another one, or the first with a few bytes changed where it stays well-formed. */
TEST(pair_laws)
{
    struct rng r;
    size_t rounds = test_rounds(ROUNDS);
    rng_init(&r, 0xca1);
    for (size_t i = 0; i < rounds; i++) {
        struct laws_msg a, b, x, y;
        size_t differences = 0;
        int order, want;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        laws_make(&r, &a, GEN_ALL);
        b = a;
        if (rng_chance(&r, 30))
            laws_make(&r, &b, GEN_ALL);
        else if (rng_chance(&r, 80))
            b.len = gen_mutate(&r, b.bytes, b.len, sizeof b.bytes);
        if (cinch_check(b.bytes, b.len, NULL, NULL)) b = a;
        order = laws_order(&a, &b);
        CHECK_I64(laws_order(&b, &a), -order);
        CHECK_ERR(cinch_diff(laws_bin(&a), laws_bin(&b), NULL, laws_count, &differences, NULL), CINCH_OK);
        CHECK((differences == 0) == (order == 0));
        if (!laws_canon(&a, CINCH_SORT_BYTES, &x) || !laws_canon(&b, CINCH_SORT_BYTES, &y)) continue;
        want = memcmp(x.bytes, y.bytes, x.len < y.len ? x.len : y.len);
        if (want == 0) want = x.len < y.len ? -1 : x.len > y.len;
        CHECK_I64(order, want < 0 ? -1 : want > 0);
        if (test_case_failed()) return;
    }
}

/* The pointer of an item somewhere in m, not of the whole; false if it leads elsewhere, as it may where keys are odd. A key may have a NUL. */
static bool laws_place(struct rng *r, const struct laws_msg *m, char *text, size_t cap, cinch_str *pointer, cinch_bin *item)
{
    size_t pos = rng_below(r, m->len);
    pointer->ptr = text;
    pointer->len = cinch_locate(m->bytes, m->len, pos, text, cap);
    return pointer->len && !cinch_find(m->bytes, m->len, *pointer, item, NULL);
}

TEST(edit_laws)
{
    struct rng r;
    size_t rounds = test_rounds(2 * ROUNDS), edited = 0;
    rng_init(&r, 0xca2);
    for (size_t i = 0; i < rounds; i++) {
        struct laws_msg m, v, out, back;
        char text[1000];
        cinch_bin item, found;
        cinch_str p;
        cinch_writer w;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        laws_make(&r, &m, GEN_ALL);
        laws_make(&r, &v, GEN_ALL);
        if (m.len + v.len > MAX - 10 || !laws_place(&r, &m, text, sizeof text, &p, &item)) continue;
        edited++;
        /* set: what stood before and after the item stands there still */
        cinch_writer_init(&w, out.bytes, sizeof out.bytes);
        CHECK_ERR(cinch_edit_set(m.bytes, m.len, p, laws_bin(&v), &w, NULL), CINCH_OK);
        out.len = (size_t)cinch_writer_pos(&w);
        CHECK_U64(out.len, m.len - item.len + v.len);
        CHECK(memcmp(out.bytes, m.bytes, (size_t)(item.ptr - m.bytes)) == 0);
        CHECK_ERR(cinch_find(out.bytes, out.len, p, &found, NULL), CINCH_OK);
        CHECK_MEM(found.ptr, found.len, v.bytes, v.len);
        CHECK_MEM(found.ptr + found.len, (size_t)(out.bytes + out.len - found.ptr) - found.len, item.ptr + item.len,
                  (size_t)(m.bytes + m.len - item.ptr) - item.len);
        /* and back */
        cinch_writer_init(&w, back.bytes, sizeof back.bytes);
        CHECK_ERR(cinch_edit_set(out.bytes, out.len, p, item, &w, NULL), CINCH_OK);
        CHECK_MEM(back.bytes, (size_t)cinch_writer_pos(&w), m.bytes, m.len);
        if (test_case_failed()) return;
    }
    CHECK(edited > rounds / 4);
}

/* An item inserted before another, or a member added, and taken out again. */
TEST(edit_laws_undo)
{
    struct rng r;
    size_t rounds = test_rounds(2 * ROUNDS), edited = 0;
    rng_init(&r, 0xca3);
    for (size_t i = 0; i < rounds; i++) {
        struct laws_msg m, out, back;
        char text[1000];
        cinch_bin item, nil = {(const uint8_t *)"\xc0", 1};
        cinch_str p;
        cinch_writer w;
        cinch_error e;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        laws_make(&r, &m, GEN_ALL & ~(unsigned)GEN_OVERLONG);
        if (m.len > MAX - 10 || !laws_place(&r, &m, text, sizeof text - 10, &p, &item)) continue;
        if (item.ptr[0] >= 0x80 && item.ptr[0] < 0x90) {
            memcpy(text + p.len, "/new~0", 6);
            p.len += 6;
        }
        cinch_writer_init(&w, out.bytes, sizeof out.bytes);
        e = cinch_edit_insert(m.bytes, m.len, p, nil, &w, NULL);
        if (e == CINCH_ERR_DUPLICATE) continue;
        CHECK_ERR(e, CINCH_OK);
        out.len = (size_t)cinch_writer_pos(&w);
        CHECK_ERR(cinch_check(out.bytes, out.len, NULL, NULL), CINCH_OK);
        CHECK(out.len > m.len);
        cinch_writer_init(&w, back.bytes, sizeof back.bytes);
        CHECK_ERR(cinch_edit_del(out.bytes, out.len, p, &w, NULL), CINCH_OK);
        CHECK_MEM(back.bytes, (size_t)cinch_writer_pos(&w), m.bytes, m.len);
        edited++;
        if (test_case_failed()) return;
    }
    CHECK(edited > rounds / 10);
}

/* A message that is not exactly one is told before anything that the pointer or the value has wrong, and told as a reader that skips it does; then the
 * value; then the place, as a search for it does. */
TEST(edit_laws_faults)
{
    struct rng r;
    size_t rounds = test_rounds(4 * ROUNDS), bad = 0, absent = 0;
    rng_init(&r, 0xca4);
    for (size_t i = 0; i < rounds; i++) {
        static const char *const ends[] = {"", "/0", "/-", "/~", "/no/way"};
        struct laws_msg m;
        uint8_t out[2 * MAX], value[2] = {0xc0, 0xc0};
        char text[1000];
        cinch_bin item, v = {value, 1 + (size_t)rng_chance(&r, 10)};
        cinch_diag d, want;
        cinch_str p = {text, 0};
        cinch_reader reader;
        cinch_writer w;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        laws_make(&r, &m, GEN_ALL);
        p.len = cinch_locate(m.bytes, m.len, rng_below(&r, m.len), text, sizeof text - 10);
        if (rng_chance(&r, 70)) m.len = gen_mutate(&r, m.bytes, m.len, sizeof m.bytes);
        const char *end = ends[rng_below(&r, sizeof ends / sizeof *ends)];
        memcpy(text + p.len, end, strlen(end));
        p.len += strlen(end);
        cinch_writer_init(&w, out, sizeof out);
        cinch_error e = cinch_edit_set(m.bytes, m.len, p, v, &w, &d), framed;
        cinch_reader_init(&reader, m.bytes, m.len);
        cinch_skip(&reader);
        framed = cinch_reader_finish(&reader, &want);
        if (framed) {
            bad++;
            CHECK_ERR(e, framed);
            CHECK_U64(d.pos, want.pos);
            CHECK(!d.in_b);
        } else if (v.len == 2) {
            CHECK_ERR(e, CINCH_ERR_TRAILING);
            CHECK(d.in_b);
        } else if (!cinch_find(m.bytes, m.len, p, &item, &want)) {
            CHECK_ERR(e, CINCH_OK);
        } else if (e) { /* or a member was added */
            absent += e == CINCH_ERR_ABSENT;
            CHECK(e == want.error || e == CINCH_ERR_TYPE);
            CHECK_U64(d.pos, want.pos);
        }
        if (e) CHECK_U64(cinch_writer_pos(&w), 0);
        if (test_case_failed()) return;
    }
    CHECK(bad > rounds / 4);
    CHECK(absent > rounds / 20);
}

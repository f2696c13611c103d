/* SPDX-License-Identifier: MIT
 * Equality, order and hash of nodes against canonical encodings made the slow way, on values from so small a world that equal ones, equal
 * keys and near misses are common.
 */
#include "cinch/tree.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { ROUNDS = 20000, MAX = 2000 };

/* ---------------------------------------------------------------- a small world */

struct small {
    uint8_t bytes[MAX];
    size_t len;
};

static void add(struct small *s, const char *hex)
{
    s->len += hex_bytes(hex, s->bytes + s->len, sizeof s->bytes - s->len);
}

/* Values side by side: one value in several formats, then its neighbours. */
static const char *const scalars[] = {"00",
                                      "cc00",
                                      "d3 0000000000000000",
                                      "01",
                                      "d001",
                                      "cc80",
                                      "cd0080",
                                      "d10080",
                                      "ff",
                                      "d0ff",
                                      "d3ffffffffffffffff",
                                      "d0df",
                                      "e0",
                                      "d1ff7f",
                                      "cf8000000000000000",
                                      "d38000000000000000",
                                      "cb0000000000000000",
                                      "ca00000000",
                                      "cb8000000000000000",
                                      "cb7ff8000000000001",
                                      "c0",
                                      "c2",
                                      "c3",
                                      "a0",
                                      "a161",
                                      "d90161",
                                      "da000161",
                                      "c40161",
                                      "c50001 61",
                                      "c400",
                                      "a162",
                                      "a26162",
                                      "d4fe61",
                                      "d40161",
                                      "c7010161",
                                      "d6ff00000001",
                                      "d7ff0000000000000001",
                                      "c70cff 00000000 0000000000000001",
                                      "c70cff 00000001 ffffffffffffffff",
                                      "d9206161616161616161616161616161616161616161616161616161616161616161"};

static void small_value(struct small *s, struct rng *r, unsigned depth);

static void small_container(struct small *s, struct rng *r, unsigned depth)
{
    const bool map = rng_chance(r, 65), wide = rng_chance(r, 20);
    unsigned count = (unsigned)rng_below(r, rng_chance(r, 12) ? 12 : 4);
    char head[16];
    if (wide)
        snprintf(head, sizeof head, "%02x%04x", map ? 0xdeu : 0xdcu, count);
    else
        snprintf(head, sizeof head, "%02x", (map ? 0x80u : 0x90u) | count);
    add(s, head);
    for (unsigned i = 0; i < (map ? 2 * count : count); i++) {
        if (map && i % 2 == 0 && !rng_chance(r, 15))
            add(s, scalars[rng_below(r, rng_chance(r, 50) ? 4 : COUNT_OF(scalars))]);
        else
            small_value(s, r, depth - 1);
    }
}

static void small_value(struct small *s, struct rng *r, unsigned depth)
{
    if (depth && s->len < MAX / 4 && rng_chance(r, 50))
        small_container(s, r, depth);
    else
        add(s, scalars[rng_below(r, rng_chance(r, 50) ? 6 : COUNT_OF(scalars))]);
}

/* ---------------------------------------------------------------- canonical encodings, the slow way */

/* Equal keys keep the order of the message; or, as a hash sees them, that of their values. */
static bool values_sorted;

static void canon(const cinch_node *n, cinch_writer *w);

static int order_of(cinch_bin a, cinch_bin b)
{
    int order = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
    return order ? order : a.len < b.len ? -1 : a.len > b.len;
}

static void canon_map(const cinch_node *n, cinch_writer *w)
{
    static uint8_t pool[1 << 20];
    static size_t used;
    size_t before = used;
    struct {
        cinch_bin key;
        uint32_t at;
    } keys[16];
    for (uint32_t i = 0; i < n->len; i++) {
        cinch_writer k;
        uint32_t j = i;
        cinch_bin key;
        cinch_writer_init(&k, pool + used, sizeof pool - used);
        used += 2 * MAX;
        canon(cinch_node_key(n, i), &k);
        if (values_sorted) canon(cinch_node_value(n, i), &k);
        CHECK_ERR(cinch_writer_finish(&k, &key, NULL), CINCH_OK);
        for (; j && order_of(keys[j - 1].key, key) > 0; j--) keys[j] = keys[j - 1];
        keys[j].key = key;
        keys[j].at = i;
    }
    cinch_put_map(w, n->len);
    for (uint32_t i = 0; i < n->len; i++) {
        cinch_put_raw(w, keys[i].key.ptr, keys[i].key.len);
        if (!values_sorted) canon(cinch_node_value(n, keys[i].at), w);
    }
    used = before;
}

static void canon(const cinch_node *n, cinch_writer *w)
{
    cinch_time t = {0, 0};
    switch (cinch_node_type(n)) {
    case CINCH_NIL: cinch_put_nil(w); break;
    case CINCH_BOOL: cinch_put_bool(w, n->as.b); break;
    case CINCH_U64: cinch_put_u64(w, n->as.u64); break;
    case CINCH_I64: cinch_put_i64(w, n->as.i64); break;
    case CINCH_F32: cinch_put_f32(w, n->as.f32); break;
    case CINCH_F64: cinch_put_f64(w, n->as.f64); break;
    case CINCH_STR: cinch_put_str(w, n->as.str, n->len); break;
    case CINCH_BIN: cinch_put_bin(w, n->as.ptr, n->len); break;
    case CINCH_EXT: cinch_put_ext(w, n->ext, n->as.ptr, n->len); break;
    case CINCH_TIME: cinch_put_time(w, cinch_node_time(n, t)); break;
    case CINCH_ARRAY:
        cinch_put_array(w, n->len);
        for (uint32_t i = 0; i < n->len; i++) canon(cinch_node_at(n, i), w);
        break;
    default: canon_map(n, w);
    }
}

/* ---------------------------------------------------------------- documents */

struct doc {
    struct small s;
    cinch_tree tree;
    uint8_t canon[2][2 * MAX];
    cinch_bin code, hashed;
    uint64_t hash;
};

static void index_all(cinch_tree *t, const cinch_node *n)
{
    uint64_t kids = cinch_node_count(n) * (cinch_node_type(n) == CINCH_MAP ? 2u : 1u);
    for (uint64_t i = 0; i < kids; i++) index_all(t, n->as.kids + i);
    CHECK_ERR(cinch_tree_index(t, n), CINCH_OK);
}

static cinch_bin doc_canon(struct doc *d, bool sorted)
{
    cinch_writer w;
    cinch_bin out = {NULL, 0};
    values_sorted = sorted;
    cinch_writer_init(&w, d->canon[sorted], sizeof d->canon[0]);
    canon(d->tree.root, &w);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    return out;
}

static bool doc_build(struct doc *d, struct rng *r)
{
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = rng_chance(r, 30) ? CINCH_RAW_TIME : 0;
    if (!CHECK_ERR(cinch_tree_parse(&d->tree, d->s.bytes, d->s.len, &opts, NULL), CINCH_OK)) return false;
    d->code = doc_canon(d, false);
    d->hashed = doc_canon(d, true);
    d->hash = cinch_node_hash(d->tree.root, 7);
    if (rng_chance(r, 40)) index_all(&d->tree, d->tree.root);
    return CHECK_U64(cinch_node_hash(d->tree.root, 7), d->hash);
}

/* The same value mostly: pairs of the outermost map in another order, or one byte changed. */
static void doc_vary(struct doc *to, const struct doc *from, struct rng *r)
{
    const cinch_node *root = from->tree.root;
    cinch_writer w;
    cinch_bin out;
    uint32_t n = cinch_node_count(root), at[16];
    to->s = from->s;
    if (cinch_node_type(root) != CINCH_MAP || n > 16) return;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (uint32_t)rng_below(r, i + 1);
        at[i] = at[j];
        at[j] = i;
    }
    cinch_writer_init(&w, to->s.bytes, sizeof to->s.bytes);
    cinch_put_map(&w, n);
    for (uint32_t i = 0; i < n; i++) {
        cinch_node_write(cinch_node_key(root, at[i]), &w);
        cinch_node_write(cinch_node_value(root, at[i]), &w);
    }
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    to->s.len = out.len;
}

static int sign(int v)
{
    return v < 0 ? -1 : v > 0;
}

static bool check_pair(const struct doc *a, const struct doc *b)
{
    int want = sign(order_of(a->code, b->code));
    bool ok = CHECK_I64(cinch_node_compare(a->tree.root, b->tree.root), want);
    ok &= CHECK(cinch_node_equal(a->tree.root, b->tree.root) == (want == 0));
    ok &= CHECK((a->hash == b->hash) == (order_of(a->hashed, b->hashed) == 0)); /* no collision among so few */
    if (ok) return true;
    char x[300], y[300];
    hex_text(x, sizeof x, a->s.bytes, a->s.len);
    hex_text(y, sizeof y, b->s.bytes, b->s.len);
    FAIL("of %s and %s", x, y);
    return false;
}

TEST(tree_order_is_that_of_canonical_encodings)
{
    static struct doc docs[4];
    struct test_alloc alloc;
    struct rng r;
    unsigned equal = 0;
    test_alloc_init(&alloc);
    rng_init(&r, 11);
    test_note("seed %llu", (unsigned long long)r.seed);
    for (size_t i = 0; i < COUNT_OF(docs); i++) cinch_tree_init(&docs[i].tree, &alloc.alloc);
    for (size_t round = 0; round < test_rounds(ROUNDS) && !test_case_failed(); round++) {
        bool built = true;
        for (size_t i = 0; i < COUNT_OF(docs) && built; i++) {
            docs[i].s.len = 0;
            if (i % 2 && rng_chance(&r, 50))
                doc_vary(&docs[i], &docs[i - 1], &r);
            else
                small_value(&docs[i].s, &r, 1 + (unsigned)rng_below(&r, 4));
            built = doc_build(&docs[i], &r);
        }
        for (size_t i = 0; built && i < COUNT_OF(docs); i++)
            for (size_t j = 0; j < COUNT_OF(docs); j++) {
                if (!check_pair(&docs[i], &docs[j])) break;
                equal += i != j && docs[i].hash == docs[j].hash;
            }
    }
    CHECK(equal > ROUNDS / 4); /* or the test tests nothing */
    for (size_t i = 0; i < COUNT_OF(docs); i++) cinch_tree_free(&docs[i].tree);
    test_alloc_done(&alloc);
}

/* Once more without the oracle: antisymmetry and transitivity on triples. */
TEST(tree_order_is_total)
{
    static struct doc docs[3];
    struct rng r;
    rng_init(&r, 12);
    test_note("seed %llu", (unsigned long long)r.seed);
    for (size_t i = 0; i < 3; i++) cinch_tree_init(&docs[i].tree, NULL);
    for (size_t round = 0; round < test_rounds(ROUNDS) && !test_case_failed(); round++) {
        const cinch_node *n[3];
        int ab, bc, ac;
        for (size_t i = 0; i < 3; i++) {
            docs[i].s.len = 0;
            small_value(&docs[i].s, &r, 3);
            if (!doc_build(&docs[i], &r)) break;
            n[i] = docs[i].tree.root;
        }
        if (test_case_failed()) break;
        ab = cinch_node_compare(n[0], n[1]);
        bc = cinch_node_compare(n[1], n[2]);
        ac = cinch_node_compare(n[0], n[2]);
        CHECK_I64(cinch_node_compare(n[1], n[0]), -ab);
        CHECK_I64(cinch_node_compare(n[0], n[0]), 0);
        if (ab <= 0 && bc <= 0) CHECK(ac <= 0);
        if (ab >= 0 && bc >= 0) CHECK(ac >= 0);
        if (ab == 0) CHECK_I64(ac, bc);
    }
    for (size_t i = 0; i < 3; i++) cinch_tree_free(&docs[i].tree);
}

TEST(tree_of_nothing)
{
    struct doc d;
    struct rng r;
    memset(&d, 0, sizeof d);
    rng_init(&r, 1);
    cinch_tree_init(&d.tree, NULL);
    add(&d.s, "c0");
    CHECK(doc_build(&d, &r));
    CHECK(cinch_node_equal(NULL, NULL));
    CHECK(!cinch_node_equal(NULL, d.tree.root) && !cinch_node_equal(d.tree.root, NULL));
    CHECK_I64(cinch_node_compare(NULL, NULL), 0);
    CHECK_I64(cinch_node_compare(NULL, d.tree.root), -1);
    CHECK_I64(cinch_node_compare(d.tree.root, NULL), 1);
    CHECK_U64(cinch_node_hash(NULL, 3), cinch_node_hash(NULL, 3));
    CHECK(cinch_node_hash(NULL, 3) != cinch_node_hash(d.tree.root, 3));
    CHECK(cinch_node_hash(d.tree.root, 4) != cinch_node_hash(d.tree.root, 3));
    cinch_tree_free(&d.tree);
}

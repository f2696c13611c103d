/* SPDX-License-Identifier: MIT
 * The tree by example: lookups, values and defaults, limits, faults, reading from a reader, writing.
 */
#include "cinch/tree.h"
#include "harness.h"
#include "support.h"

static uint8_t bytes[65536];

static cinch_error parse_hex(cinch_tree *t, const char *hex, const cinch_read_opts *opts, cinch_diag *diag)
{
    return cinch_tree_parse(t, bytes, hex_bytes(hex, bytes, sizeof bytes), opts, diag);
}

/* {"name":"web","ports":[80,443],"tls":{"on":true},"a/b":{"m~n":1},"":2,"name":"last"} */
static const char document[] = "86 a46e616d65 a3776562 a5706f727473 9250cd01bb a3746c73 81a26f6ec3 a3612f62 81a36d7e6e01 a002"
                               "a46e616d65 a46c617374";

TEST(tree_looks_up)
{
    static const struct {
        const char *pointer;
        int64_t want; /* -1: no such node */
    } rows[] = {{"/ports/0", 80},
                {"/ports/1", 443},
                {"/ports/2", -1},
                {"/ports/-", -1},
                {"/ports/01", -1},
                {"/ports/", -1},
                {"/ports", -1},
                {"ports/0", -1},
                {"/a~1b/m~0n", 1},
                {"/a~1b/m~1n", -1},
                {"/a~1b/m~n", -1},
                {"/a~1b/m~", -1},
                {"/", 2},
                {"//", -1},
                {"/tls/on/x", -1},
                {"/no", -1},
                {"/no/x", -1},
                {"/ports/4294967296", -1},
                {"/ports/18446744073709551616", -1},
                {"/ports/+1", -1}};
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    CHECK_ERR(parse_hex(&t, document, NULL, NULL), CINCH_OK);
    CHECK_U64(cinch_node_count(t.root), 6);
    for (unsigned indexed = 0; indexed < 2; indexed++) {
        cinch_str name = cinch_node_str(cinch_node_find(t.root, "name"), "");
        CHECK_STR(name.ptr, name.len, "last");
        CHECK(cinch_node_bool(cinch_node_find(cinch_node_find(t.root, "tls"), "on"), false));
        CHECK(cinch_node_find(t.root, "nam") == NULL && cinch_node_find(t.root, "namee") == NULL);
        for (size_t i = 0; i < COUNT_OF(rows); i++) {
            test_case("%s, %s", rows[i].pointer, indexed ? "indexed" : "as parsed");
            CHECK_I64(cinch_node_i64(cinch_node_find_path(t.root, cinch_cstr(rows[i].pointer)), -1), rows[i].want);
        }
        CHECK_ERR(cinch_tree_index(&t, t.root), CINCH_OK);
    }
    test_case("the pointer to all");
    CHECK(cinch_node_find_path(t.root, cinch_cstr("")) == t.root);
    cinch_tree_free(&t);
}

TEST(tree_keys_of_other_types)
{
    /* {1:10, -1:11, "1":12, 18446744073709551615:13, nil:14, [1]:15, bin "1":16, -9223372036854775808:17, 1.0:18} */
    static const char hex[] =
        "89 010a ff0b a1310c cfffffffffffffffff0d c00e 91010f c4013110 d3800000000000000011 cb3ff000000000000012";
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    CHECK_ERR(parse_hex(&t, hex, NULL, NULL), CINCH_OK);
    for (unsigned indexed = 0; indexed < 2; indexed++) {
        test_case(indexed ? "indexed" : "as parsed");
        CHECK_I64(cinch_node_i64(cinch_node_find_i64(t.root, 1), 0), 10);
        CHECK_I64(cinch_node_i64(cinch_node_find_i64(t.root, -1), 0), 11);
        CHECK_I64(cinch_node_i64(cinch_node_find_i64(t.root, INT64_MIN), 0), 17);
        CHECK(cinch_node_find_i64(t.root, 2) == NULL);
        CHECK_I64(cinch_node_i64(cinch_node_find(t.root, "1"), 0), 12);
        CHECK_I64(cinch_node_i64(cinch_node_find_path(t.root, cinch_cstr("/1")), 0), 12);
        CHECK_I64(cinch_node_i64(cinch_node_find_path(t.root, cinch_cstr("/-1")), 0), 11);
        CHECK_I64(cinch_node_i64(cinch_node_find_path(t.root, cinch_cstr("/18446744073709551615")), 0), 13);
        CHECK_I64(cinch_node_i64(cinch_node_find_path(t.root, cinch_cstr("/-9223372036854775808")), 0), 17);
        CHECK(cinch_node_find_path(t.root, cinch_cstr("/-9223372036854775809")) == NULL);
        CHECK(cinch_node_find_path(t.root, cinch_cstr("/-0")) == NULL);
        CHECK(cinch_node_find_path(t.root, cinch_cstr("/~")) == NULL);
        CHECK_ERR(cinch_tree_index(&t, t.root), CINCH_OK);
    }
    cinch_tree_free(&t);
}

TEST(tree_values_and_defaults)
{
    /* [u8 max, -1, u64 max, 0.5, 0.5f, 2^53 + 1, "s", bin 01, ext 5 01, time 1s, true, nil, -2^63] */
    static const char hex[] =
        "9d ccff ff cfffffffffffffffff cb3fe0000000000000 ca3f000000 cf0020000000000001 a173 c40101 d40501"
        "d6ff00000001 c3 c0 d38000000000000000";
    const cinch_time never = {7, 8};
    const cinch_node *n[14];
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    CHECK_ERR(parse_hex(&t, hex, NULL, NULL), CINCH_OK);
    for (size_t i = 0; i < COUNT_OF(n); i++) n[i] = cinch_node_at(t.root, i);
    CHECK(n[13] == NULL && cinch_node_type(n[13]) == CINCH_NONE && cinch_node_count(n[13]) == 0);
    CHECK_U64(cinch_node_u64(n[0], 9), 255);
    CHECK_U64(cinch_node_u64(n[1], 9), 9);
    CHECK_U64(cinch_node_u64(n[2], 9), UINT64_MAX);
    CHECK_U64(cinch_node_u64(n[3], 9), 9);
    CHECK_I64(cinch_node_i64(n[1], 9), -1);
    CHECK_I64(cinch_node_i64(n[2], 9), 9);
    CHECK_I64(cinch_node_i64(n[12], 9), INT64_MIN);
    CHECK_F64(cinch_node_f64(n[0], 9), 255);
    CHECK_F64(cinch_node_f64(n[1], 9), -1);
    CHECK_F64(cinch_node_f64(n[2], 9), 9); /* not exact */
    CHECK_F64(cinch_node_f64(n[3], 9), 0.5);
    CHECK_F64(cinch_node_f64(n[4], 9), 0.5);
    CHECK_F64(cinch_node_f64(n[5], 9), 9);
    CHECK_F64(cinch_node_f64(n[6], 9), 9);
    CHECK_F64(cinch_node_f64(n[12], 9), -9223372036854775808.0);
    CHECK_STR(cinch_node_str(n[6], "d").ptr, cinch_node_str(n[6], "d").len, "s");
    CHECK_STR(cinch_node_str(n[7], "d").ptr, cinch_node_str(n[7], "d").len, "d"); /* bin is no str */
    CHECK(cinch_node_str(n[7], NULL).ptr == NULL && cinch_node_str(n[7], NULL).len == 0);
    CHECK_HEX(cinch_node_bin(n[7]).ptr, cinch_node_bin(n[7]).len, "01");
    CHECK(cinch_node_bin(n[6]).ptr == NULL && cinch_node_bin(n[6]).len == 0);
    CHECK(cinch_node_ext(n[8]).type == 5 && cinch_node_ext(n[8]).len == 1 && *cinch_node_ext(n[8]).ptr == 1);
    CHECK(cinch_node_ext(n[9]).ptr == NULL); /* a time keeps no payload */
    CHECK_I64(cinch_node_time(n[9], never).sec, 1);
    CHECK_I64(cinch_node_time(n[8], never).nsec, 8);
    CHECK(cinch_node_bool(n[10], false) && cinch_node_bool(n[11], true) && !cinch_node_bool(NULL, false));
    CHECK(cinch_node_at(n[0], 0) == NULL && cinch_node_key(t.root, 0) == NULL && cinch_node_value(NULL, 0) == NULL);
    cinch_tree_free(&t);
}

TEST(tree_faults)
{
    static const struct {
        const char *hex;
        cinch_error error;
        uint64_t pos;
        uint32_t flags;
        cinch_limits limits;
    } rows[] = {
        {"", CINCH_ERR_TRUNCATED, 0, 0, CINCH_ZERO},
        {"c1", CINCH_ERR_RESERVED, 0, 0, CINCH_ZERO},
        {"0102", CINCH_ERR_TRAILING, 1, 0, CINCH_ZERO},
        {"ddffffffff 01 c1 02", CINCH_ERR_RESERVED, 6, 0, CINCH_ZERO},
        {"92 df40000000 01", CINCH_ERR_TRUNCATED, 7, 0, CINCH_ZERO},
        {"93 92 01 02", CINCH_ERR_TRUNCATED, 4, 0, CINCH_ZERO}, /* the counts lie together only */
        {"91 dbffffffff 61", CINCH_ERR_TRUNCATED, 1, 0, CINCH_ZERO},
        {"81 d5ff0000 01", CINCH_ERR_TIME, 1, 0, CINCH_ZERO},
        {"81 d5ff0000 01", CINCH_OK, 6, CINCH_RAW_TIME, CINCH_ZERO},
        {"92 a1ff 01", CINCH_ERR_UTF8, 1, CINCH_UTF8, CINCH_ZERO},
        {"81 a1ff 01", CINCH_OK, 4, 0, CINCH_ZERO},
        {"83 a161 01 a162 02 a161 03", CINCH_ERR_DUPLICATE, 7, CINCH_UNIQUE, CINCH_ZERO},
        {"82 01 02 cd0001 02", CINCH_ERR_DUPLICATE, 3, CINCH_UNIQUE, CINCH_ZERO},
        {"91 82 81 01 02 03 81 cc01 02 04", CINCH_ERR_DUPLICATE, 6, CINCH_UNIQUE, CINCH_ZERO},
        {"93 01 80 92 02 83 05 01 06 01 05 01", CINCH_ERR_DUPLICATE, 10, CINCH_UNIQUE, CINCH_ZERO},
        {"82 01 02 a131 02", CINCH_OK, 6, CINCH_UNIQUE, CINCH_ZERO},
        {"82 01 02 01 c1", CINCH_ERR_RESERVED, 4, CINCH_UNIQUE, CINCH_ZERO}, /* duplicates are looked for when the map ends */
        {"91 91 01", CINCH_ERR_DEPTH, 1, 0, {1, 0, 0, 0}},
        {"91 80", CINCH_ERR_DEPTH, 1, 0, {1, 0, 0, 0}},
        {"93 01 02 03", CINCH_ERR_LIMIT, 3, 0, {0, 0, 3, 0}},
        {"93 01 02 03", CINCH_OK, 4, 0, {0, 0, 4, 0}},
        {"81 a3616263 01", CINCH_ERR_LIMIT, 1, 0, {0, 2, 0, 0}},
        {"81 a26162 a3616263", CINCH_OK, 8, 0, {0, 2, 0, 0}},
        {"93 01 02 03", CINCH_ERR_LIMIT, 3, 0, {0, 0, 0, 3}},
        {"92 01 02 03", CINCH_ERR_TRAILING, 3, 0, {0, 0, 0, 3}},
    };
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinch_read_opts opts = CINCH_ZERO;
        cinch_diag why;
        test_case("%s", rows[i].hex);
        opts.flags = rows[i].flags;
        opts.limits = rows[i].limits;
        CHECK_ERR(parse_hex(&t, rows[i].hex, &opts, &why), rows[i].error);
        CHECK_ERR(why.error, rows[i].error);
        CHECK_U64(why.pos, rows[i].pos);
        CHECK((t.root == NULL) == (rows[i].error != CINCH_OK));
    }
    cinch_tree_free(&t);
}

TEST(tree_depth)
{
    cinch_tree t;
    cinch_diag why;
    cinch_tree_init(&t, NULL);
    for (unsigned map = 0; map < 3; map++) { /* arrays, maps by their values, maps by their keys */
        static const uint8_t lead[] = {0x91, 0x81, 0x81};
        for (size_t depth = 511; depth <= 513; depth++) {
            size_t len = 0;
            test_case("%u, depth %zu", map, depth);
            for (size_t i = 0; i < depth; i++) {
                bytes[len++] = lead[map];
                if (map == 1) bytes[len++] = 0xc0;
            }
            bytes[len++] = 0xc0;
            for (size_t i = 0; map == 2 && i < depth; i++) bytes[len++] = 0xc0;
            CHECK_ERR(cinch_tree_parse(&t, bytes, len, NULL, &why), depth > 512 ? CINCH_ERR_DEPTH : CINCH_OK);
            CHECK_U64(why.pos, depth <= 512 ? len : map == 1 ? 1024 : 512);
            if (depth > 512) continue;
            CHECK(cinch_node_equal(t.root, t.root) && cinch_node_compare(t.root, t.root) == 0);
            CHECK(cinch_node_hash(t.root, 0) == cinch_node_hash(t.root, 0));
        }
    }
    cinch_tree_free(&t);
}

TEST(tree_reads_from_a_reader)
{
    const cinch_node *first, *second;
    cinch_reader r;
    cinch_tree t;
    size_t len = hex_bytes("93 01 02 81a16103 c3 92 01 c1", bytes, sizeof bytes);
    cinch_tree_init(&t, NULL);
    cinch_reader_init(&r, bytes, len);
    CHECK_U64(cinch_get_array(&r), 3);
    CHECK_U64(cinch_get_u64(&r), 1);
    first = cinch_tree_read(&t, &r);
    second = cinch_tree_read(&t, &r);
    CHECK_U64(cinch_node_u64(first, 0), 2);
    CHECK_U64(cinch_node_u64(cinch_node_find(second, "a"), 0), 3);
    CHECK(cinch_get_bool(&r));
    CHECK(cinch_tree_read(&t, &r) == NULL);
    CHECK(cinch_tree_read(&t, &r) == NULL); /* the first error stays */
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_RESERVED);
    CHECK_U64(cinch_reader_pos(&r), 10);
    CHECK_U64(cinch_node_u64(first, 0), 2); /* and the nodes before it */
    CHECK(t.root == NULL);
    cinch_reader_init(&r, bytes, 0);
    CHECK(cinch_tree_read(&t, &r) == NULL);
    CHECK_ERR(r.error, CINCH_ERR_TRUNCATED);
    cinch_tree_free(&t);
}

TEST(tree_reads_within_the_readers_depth)
{
    cinch_reader r;
    cinch_tree t;
    size_t len = hex_bytes("91 91 c0", bytes, sizeof bytes);
    cinch_tree_init(&t, NULL);
    for (uint16_t depth = 0; depth < 4; depth++) {
        test_case("depth %u", depth);
        cinch_reader_init(&r, bytes, len);
        r.depth = depth;
        CHECK((cinch_tree_read(&t, &r) != NULL) == (depth >= 2));
        CHECK_ERR(r.error, depth < 2 ? CINCH_ERR_DEPTH : CINCH_OK);
        CHECK_U64(cinch_reader_pos(&r), depth < 2 ? depth : 3);
    }
    cinch_reader_init(&r, bytes + 2, 1);
    r.depth = 0;
    CHECK_U64(cinch_node_type(cinch_tree_read(&t, &r)), CINCH_NIL);
    cinch_tree_free(&t);
}

TEST(tree_writes)
{
    cinch_tree t;
    cinch_writer w;
    cinch_bin out;
    uint8_t buf[64];
    cinch_tree_init(&t, NULL);
    /* every format larger than needed: what comes out is the smallest */
    CHECK_ERR(parse_hex(&t, "dd00000002 df00000001 d90161 cf0000000000000001 c70cff00000000 0000000000000001", NULL, NULL),
              CINCH_OK);
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_node_write(t.root, &w);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_HEX(out.ptr, out.len, "92 81 a161 01 d6ff00000001");
    for (size_t cap = 0; cap < 11; cap++) { /* what stood there stays, nothing half is added */
        test_case("%zu bytes of room", cap);
        cinch_writer_init(&w, buf, cap);
        cinch_put_nil(&w);
        cinch_node_write(t.root, &w);
        CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_ERR_ROOM);
        CHECK_HEX(w.start, (size_t)(w.pos - w.start), cap ? "c0" : "");
    }
    test_case("nothing");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_node_write(NULL, &w);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_ERR_USE);
    cinch_tree_free(&t);
}

TEST(tree_writes_old_spec)
{
    cinch_tree t;
    cinch_writer w;
    cinch_bin out;
    uint8_t buf[128];
    cinch_tree_init(&t, NULL);
    CHECK_ERR(parse_hex(&t, "93 c40161 a161 d920 6161616161616161616161616161616161616161616161616161616161616161", NULL, NULL),
              CINCH_OK);
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_writer_old_spec(&w);
    cinch_node_write(t.root, &w);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_HEX(out.ptr, out.len, "93 a161 a161 da0020 6161616161616161616161616161616161616161616161616161616161616161");
    cinch_tree_free(&t);
}

TEST(tree_maps_with_duplicates)
{
    static const struct {
        const char *a, *b;
        bool equal;
    } rows[] = {
        {"82 0101 0202", "82 0202 0101", true},
        {"83 0101 0202 0103", "83 0101 0103 0202", true}, /* equal keys in the same order among themselves */
        {"83 0101 0202 0103", "83 0103 0202 0101", false},
        {"82 0101 0101", "82 0101 0102", false},
        {"82 0102 0102", "81 0102", false},
    };
    cinch_tree a, b;
    uint8_t other[64];
    cinch_tree_init(&a, NULL);
    cinch_tree_init(&b, NULL);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        size_t len = hex_bytes(rows[i].b, other, sizeof other);
        test_case("%s and %s", rows[i].a, rows[i].b);
        CHECK_ERR(parse_hex(&a, rows[i].a, NULL, NULL), CINCH_OK);
        CHECK_ERR(cinch_tree_parse(&b, other, len, NULL, NULL), CINCH_OK);
        for (unsigned indexed = 0; indexed < 3; indexed++) {
            CHECK(cinch_node_equal(a.root, b.root) == rows[i].equal);
            CHECK((cinch_node_compare(a.root, b.root) == 0) == rows[i].equal);
            if (rows[i].equal) CHECK_U64(cinch_node_hash(a.root, 0), cinch_node_hash(b.root, 0));
            CHECK_ERR(cinch_tree_index(indexed ? &b : &a, indexed ? b.root : a.root), CINCH_OK);
        }
    }
    cinch_tree_free(&a);
    cinch_tree_free(&b);
}

/* The look at short strings loads 32 bytes: a short str in each of its formats, at each distance from a page nobody may touch. */
TEST(tree_reads_no_byte_past_the_end)
{
    static const char *const heads[] = {"a161", "d90161", "da000161", "db0000000161", "a0", "d900", "da0000"};
    cinch_read_opts opts = CINCH_ZERO;
    struct guard g;
    cinch_tree t;
    guard_init(&g, 200);
    cinch_tree_init(&t, NULL);
    opts.flags = CINCH_UTF8;
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        for (size_t tail = 0; tail < 80; tail++) {
            size_t len = 5 + hex_bytes(heads[i], bytes + 5, 16);
            test_case("%s and %zu bytes", heads[i], tail);
            hex_bytes("dd 00000000", bytes, 5);
            bytes[4] = (uint8_t)(1 + tail);
            memset(bytes + len, 0xc0, tail);
            CHECK_ERR(cinch_tree_parse(&t, guard_end(&g, bytes, len + tail), len + tail, &opts, NULL), CINCH_OK);
        }
    cinch_tree_free(&t);
    guard_free(&g);
}

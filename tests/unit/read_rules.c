/* SPDX-License-Identifier: MIT
 * Containers, counts that lie, errors and where they are said to be, skipping.
 */
#include "read_hex.h"

/* ---------------------------------------------------------------- containers */

TEST(read_rules_counts)
{
    static const char *const arrays[] = {"92c0c0", "dc0002c0c0", "dd00000002c0c0"};
    static const char *const maps[] = {"81c0c0", "de0001c0c0", "df00000001c0c0"};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s %s", arrays[i], maps[i]);
        CHECK_U64(cinch_get_array(on(arrays[i])), 2);
        CHECK_U64(cinch_reader_left(&reader), 2);
        CHECK_U64(cinch_get_map(on(maps[i])), 1);
        CHECK_U64(cinch_reader_left(&reader), 2);
        (void)cinch_get_array(on(maps[i]));
        expect_type(CINCH_BIT(CINCH_ARRAY), CINCH_MAP, 0);
        (void)cinch_get_map(on(arrays[i]));
        expect_type(CINCH_BIT(CINCH_MAP), CINCH_ARRAY, 0);
    }
}

/* A count that lies: what an item by item walk would find, and 0 items. */
TEST(read_rules_counts_that_lie)
{
    static const struct {
        const char *hex;
        uint32_t flags;
        cinch_error error;
        uint64_t pos;
    } rows[] = {
        {"dd ffffffff 81", 0, CINCH_ERR_TRUNCATED, 6},
        {"dd ffffffff 01 c1 02", 0, CINCH_ERR_RESERVED, 6},
        {"dd ffffffff 01 cd 00", 0, CINCH_ERR_TRUNCATED, 6},
        {"dd ffffffff 01 dd ffffffff 01", 0, CINCH_ERR_TRUNCATED, 12},
        {"dd ff000000", 0, CINCH_ERR_TRUNCATED, 5},
        {"dd ffffffff d6 ff", 0, CINCH_ERR_TRUNCATED, 5},
        {"dd ffffffff a1 ff", 0, CINCH_ERR_TRUNCATED, 7},
        {"dd ffffffff a1 ff", CINCH_UTF8, CINCH_ERR_UTF8, 5},
        {"dd ffffffff d4 ff 00", 0, CINCH_ERR_TIME, 5},
        {"dd ffffffff d4 ff 00", CINCH_RAW_TIME, CINCH_ERR_TRUNCATED, 8},
        {"9f 01", 0, CINCH_ERR_TRUNCATED, 2},
        {"92 01", 0, CINCH_ERR_TRUNCATED, 2},
        {"dc 0003 01 02", 0, CINCH_ERR_TRUNCATED, 5},
        {"dd 0000", 0, CINCH_ERR_TRUNCATED, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("%s", rows[i].hex);
        CHECK_U64(cinch_get_array(on_flags(rows[i].hex, rows[i].flags)), 0);
        expect_read(rows[i].error, rows[i].pos);
        CHECK_U64(cinch_next(on_flags(rows[i].hex, rows[i].flags)).type, CINCH_NONE);
        expect_read(rows[i].error, rows[i].pos);
        double out[4];
        CHECK_U64(cinch_get_f64s(on_flags(rows[i].hex, rows[i].flags), out, UINT32_MAX), 0);
        expect_read(rows[i].error, rows[i].pos);
    }
    test_case("map");
    CHECK_U64(cinch_get_map(on("df 80000000 01 02 03")), 0);
    expect_read(CINCH_ERR_TRUNCATED, 8);
    CHECK_U64(cinch_get_map(on("81 01")), 0);
    expect_read(CINCH_ERR_TRUNCATED, 2);
    CHECK_U64(cinch_get_map(on("8f 01 02 03")), 0);
    expect_read(CINCH_ERR_TRUNCATED, 4);
    test_case("what the caller asks comes first");
    cinch_get_array_of(on("dd ffffffff c1"), 2);
    expect_read(CINCH_ERR_LENGTH, 0);
    double out[4];
    (void)cinch_get_f64s(on("dd ffffffff c1"), out, 4);
    expect_read(CINCH_ERR_ROOM, 0);
    cinch_get_array_of(on("92 c1"), 2);
    expect_read(CINCH_ERR_RESERVED, 1);
}

TEST(read_rules_array_of)
{
    cinch_get_array_of(on("92c0c0"), 2);
    CHECK_ERR(reader.error, CINCH_OK);
    CHECK_U64(cinch_reader_pos(&reader), 1);
    cinch_get_array_of(on("92c0c0"), 3);
    expect_read(CINCH_ERR_LENGTH, 0);
    cinch_get_array_of(on("92c0c0"), 1);
    expect_read(CINCH_ERR_LENGTH, 0);
    cinch_get_array_of(on("82c0c0c0c0"), 2);
    expect_type(CINCH_BIT(CINCH_ARRAY), CINCH_MAP, 0);
}

TEST(read_rules_bulk)
{
    double f64s[4];
    float f32s[4];
    int64_t i64s[4];
    CHECK_U64(cinch_get_f64s(on("93 cb3ff8000000000000 07 ca3fc00000"), f64s, 4), 3);
    CHECK(f64s[0] == 1.5 && f64s[1] == 7 && f64s[2] == 1.5);
    expect_read(CINCH_OK, 16);
    CHECK_U64(cinch_get_f32s(on("93 cb3ff8000000000000 07 ca3fc00000"), f32s, 3), 3);
    CHECK(f32s[0] == 1.5f && f32s[1] == 7 && f32s[2] == 1.5f);
    CHECK_U64(cinch_get_i64s(on("94 01 ff cd0100 d38000000000000000"), i64s, 4), 4);
    CHECK(i64s[0] == 1 && i64s[1] == -1 && i64s[2] == 256 && i64s[3] == INT64_MIN);
    expect_read(CINCH_OK, 15);
    CHECK_U64(cinch_get_i64s(on("90"), NULL, 0), 0);
    expect_read(CINCH_OK, 1);
    CHECK_U64(cinch_get_i64s(on("920102"), i64s, 1), 0);
    expect_read(CINCH_ERR_ROOM, 0);
    CHECK_U64(cinch_get_i64s(on("9201c3"), i64s, 2), 0);
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_BOOL, 2);
    CHECK_U64(cinch_get_i64s(on("9201cf8000000000000000"), i64s, 2), 0);
    expect_read(CINCH_ERR_RANGE, 2);
    CHECK_U64(cinch_get_f64s(on("9201cf0020000000000001"), f64s, 2), 0);
    expect_read(CINCH_ERR_INEXACT, 2);
    CHECK_U64(cinch_get_f32s(on("9201cb3fb999999999999a"), f32s, 2), 0);
    expect_read(CINCH_ERR_INEXACT, 2);
    CHECK_U64(cinch_get_f64s(on("9201c1"), f64s, 2), 0);
    expect_read(CINCH_ERR_RESERVED, 2);
    CHECK_U64(cinch_get_f64s(on("80"), f64s, 2), 0);
    expect_type(CINCH_BIT(CINCH_ARRAY), CINCH_MAP, 0);
}

/* ---------------------------------------------------------------- errors */

/* What is no item says so before its type is judged. */
TEST(read_rules_order_of_judgement)
{
    (void)cinch_get_u64(on("c1"));
    expect_read(CINCH_ERR_RESERVED, 0);
    (void)cinch_get_str(on("cd01"));
    expect_read(CINCH_ERR_TRUNCATED, 0);
    (void)cinch_get_u64(on("a261"));
    expect_read(CINCH_ERR_TRUNCATED, 0);
    (void)cinch_get_bool(on("d9"));
    expect_read(CINCH_ERR_TRUNCATED, 0);
    (void)cinch_get_time(on("c1"));
    expect_read(CINCH_ERR_RESERVED, 0);
    (void)cinch_get_time(on("d6ff0000"));
    expect_read(CINCH_ERR_TRUNCATED, 0);
    (void)cinch_get_time(on(""));
    expect_read(CINCH_ERR_TRUNCATED, 0);
    (void)cinch_get_u64(on("ddffffffff81")); /* a container is whole when its head is */
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_ARRAY, 0);
    (void)cinch_get_u64(on_flags("a1ff", CINCH_UTF8));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_STR, 0);
}

TEST(read_rules_sticky)
{
    double f64s[2];
    char buf[4];
    uint16_t units[4];
    cinch_reader *r = on("93 01 c3 02");
    CHECK_U64(cinch_get_array(r), 3);
    CHECK_U64(cinch_get_u64(r), 1);
    CHECK_U64(cinch_get_u64(r), 0);
    CHECK_U64(cinch_reader_left(r), 0);
    cinch_get_nil(r);
    CHECK(!cinch_get_bool(r));
    CHECK(cinch_get_u64(r) == 0 && cinch_get_i64(r) == 0 && cinch_get_u64_max(r, 9) == 0 && cinch_get_i64_in(r, 0, 9) == 0);
    CHECK(cinch_get_f64(r) == 0 && cinch_get_f32(r) == 0);
    CHECK(cinch_get_str(r).len == 0 && cinch_get_str(r).ptr != NULL);
    CHECK(cinch_get_bin(r).len == 0 && cinch_get_ext(r).len == 0 && cinch_get_time(r).sec == 0);
    CHECK(cinch_get_bin(r).ptr != NULL && cinch_get_ext(r).ptr != NULL);
    CHECK(cinch_get_array(r) == 0 && cinch_get_map(r) == 0);
    cinch_get_array_of(r, 3);
    CHECK(cinch_get_key(r, NULL, 0) == 0 && cinch_get_cstr(r, buf, 4) == 0 && cinch_get_utf16(r, units, 4, true) == 0);
    CHECK(cinch_get_f64s(r, f64s, 2) == 0);
    CHECK(cinch_next(r).type == CINCH_NONE && cinch_peek(r).type == CINCH_NONE);
    CHECK(!cinch_skip_nil(r));
    cinch_skip(r);
    cinch_skip_many(r, 7);
    CHECK(cinch_get_raw(r).len == 0 && cinch_get_raw(r).ptr != NULL);
    cinch_reader_fail(r, CINCH_ERR_USER);
    cinch_reader_fail_at(r, 0, CINCH_ERR_USER, "member");
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_BOOL, 2);
}

TEST(read_rules_own_errors)
{
    cinch_diag diag;
    test_case("at the next item");
    cinch_reader *r = on("93 01 c3 02");
    (void)cinch_get_array(r);
    cinch_reader_fail(r, CINCH_OK);
    CHECK_U64(cinch_get_u64(r), 1);
    cinch_reader_fail(r, CINCH_ERR_USER);
    cinch_reader_diag(r, &diag);
    CHECK(diag.error == CINCH_ERR_USER && diag.pos == 2 && diag.got == CINCH_BOOL && diag.expected == 0 && !diag.member);

    test_case("at an earlier one");
    r = on("93 01 c3 02");
    (void)cinch_get_array(r);
    (void)cinch_get_u64(r);
    cinch_reader_fail_at(r, 0, CINCH_OK, "no");
    cinch_reader_fail_at(r, 0, CINCH_ERR_MISSING, "id");
    CHECK_ERR(cinch_reader_finish(r, &diag), CINCH_ERR_MISSING);
    CHECK(diag.pos == 0 && diag.got == CINCH_ARRAY && strcmp(diag.member, "id") == 0);

    test_case("past the input");
    r = on("01");
    cinch_reader_fail_at(r, 99, CINCH_ERR_USER, NULL);
    expect_read(CINCH_ERR_USER, 1);

    test_case("reset forgets");
    cinch_reader_reset(r, "\x02", 1);
    CHECK_U64(cinch_get_u64(r), 2);
    CHECK_ERR(cinch_reader_finish(r, &diag), CINCH_OK);
    CHECK(diag.pos == 1 && diag.member == NULL);
}

TEST(read_rules_finish)
{
    cinch_diag diag;
    test_case("trailing");
    cinch_reader *r = on("01 02");
    (void)cinch_get_u64(r);
    cinch_reader_diag(r, &diag);
    CHECK(diag.error == CINCH_OK && diag.pos == 1);
    expect_read(CINCH_ERR_TRAILING, 1);
    CHECK_U64(cinch_get_u64(r), 2); /* asked early: nothing has changed */
    expect_read(CINCH_OK, 2);

    test_case("empty");
    cinch_reader none;
    cinch_reader_init(&none, NULL, 0);
    CHECK_U64(cinch_reader_left(&none), 0);
    CHECK_ERR(cinch_reader_finish(&none, &diag), CINCH_OK);
    CHECK_U64(cinch_next(&none).type, CINCH_NONE);
    CHECK_ERR(cinch_reader_finish(&none, &diag), CINCH_ERR_TRUNCATED);
    CHECK_U64(diag.pos, 0);

    test_case("peek sets nothing");
    r = on("c1");
    CHECK_U64(cinch_peek(r).type, CINCH_NONE);
    CHECK_ERR(r->error, CINCH_OK);

    test_case("options");
    cinch_read_opts opts = CINCH_ZERO;
    cinch_reader_init_opts(r, read_bytes, 1, NULL);
    CHECK(r->depth == 512 && r->flags == 0);
    opts.limits.depth = 7;
    opts.flags = CINCH_UTF8 | CINCH_MANY | CINCH_UNIQUE;
    cinch_reader_init_opts(r, read_bytes, 1, &opts);
    CHECK(r->depth == 7 && r->flags == CINCH_UTF8 && r->error == CINCH_OK);
    opts.limits.depth = 1000000;
    cinch_reader_init_opts(r, read_bytes, 1, &opts);
    CHECK(r->depth == UINT16_MAX);
}

/* ---------------------------------------------------------------- skipping */

TEST(read_rules_raw)
{
    cinch_reader *r = on("92 81a16101 c403616263 ff");
    (void)cinch_get_array(r);
    cinch_bin raw = cinch_get_raw(r);
    CHECK_HEX(raw.ptr, raw.len, "81a16101");
    raw = cinch_get_raw(r);
    CHECK_HEX(raw.ptr, raw.len, "c403616263");
    expect_read(CINCH_ERR_TRAILING, 10);
    raw = cinch_get_raw(on("92c0"));
    CHECK(raw.ptr != NULL && raw.len == 0);
    expect_read(CINCH_ERR_TRUNCATED, 2);
    cinch_skip_many(on(""), 0);
    expect_read(CINCH_OK, 0);
    cinch_skip_many(on("c1"), 0);
    expect_read(CINCH_ERR_TRAILING, 0);
}

/* Three million levels in constant memory and linear time. */
TEST(read_rules_deep)
{
    enum { DEEP = 3000000 };
    static uint8_t deep[2 * DEEP + 1];
    cinch_reader r;
    test_case("arrays");
    memset(deep, 0x91, DEEP);
    deep[DEEP] = 0xc0;
    cinch_reader_init(&r, deep, DEEP + 1);
    cinch_skip(&r);
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
    cinch_reader_init(&r, deep, DEEP + 1);
    uint64_t tokens = 0;
    while (cinch_reader_left(&r) && cinch_next(&r).type) tokens++;
    CHECK_U64(tokens, DEEP + 1);
    cinch_reader_init(&r, deep, DEEP);
    cinch_skip(&r);
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_TRUNCATED);
    CHECK_U64(cinch_reader_pos(&r), DEEP);
    deep[DEEP] = 0xc1;
    cinch_reader_init(&r, deep, DEEP + 1);
    cinch_skip(&r);
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_RESERVED);
    CHECK_U64(cinch_reader_pos(&r), DEEP);

    test_case("maps");
    for (size_t i = 0; i < DEEP; i++) {
        deep[2 * i] = 0x81;
        deep[2 * i + 1] = 0xc0;
    }
    deep[2 * DEEP] = 0xc0;
    cinch_reader_init(&r, deep, sizeof deep);
    cinch_skip(&r);
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);

    test_case("counts that all lie");
    memset(deep, 0xdd, sizeof deep);
    cinch_reader_init(&r, deep, sizeof deep);
    cinch_skip(&r);
    CHECK_ERR(r.error, CINCH_ERR_TRUNCATED);
    cinch_reader_init(&r, deep, sizeof deep);
    (void)cinch_get_array(&r);
    CHECK_ERR(r.error, CINCH_ERR_TRUNCATED);
    CHECK_U64(cinch_reader_pos(&r), sizeof deep / 5 * 5);
}

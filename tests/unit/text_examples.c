/* SPDX-License-Identifier: MIT
 * The text notation: what texts stand for, worked out from the specification, and where bad ones are refused.
 */
#include "cinch/text.h"
#include "harness.h"
#include "support.h"

TEST(text_reads)
{
    static const struct {
        const char *text, *hex;
    } rows[] = {
        {"nil", "c0"},
        {" true # yes\n", "c3"},
        {"# first\nfalse", "c2"},
        {"5", "05"},
        {"u8 5", "cc05"},
        {"u16\n5", "cd0005"},
        {"u32 5", "ce00000005"},
        {"u64 5", "cf0000000000000005"},
        {"i8 5", "d005"},
        {"i16 -5", "d1fffb"},
        {"i32 -5", "d2fffffffb"},
        {"i64 5", "d30000000000000005"},
        {"0xff", "ccff"},
        {"0xffffffffffffffff", "cfffffffffffffffff"},
        {"-0", "cb8000000000000000"},
        {"1e2", "cb4059000000000000"},
        {"f64 1", "cb3ff0000000000000"},
        {"f32 1", "ca3f800000"},
        {"f32 -0.0", "ca80000000"},
        {"f32 16777217", "ca4b800000"},
        {"f32 3.4028234663852886e38", "ca7f7fffff"},
        {"inf", "cb7ff0000000000000"},
        {"-inf", "cbfff0000000000000"},
        {"nan", "cb7ff8000000000000"},
        {"nan(fff0000000000001)", "cbfff0000000000001"},
        {"f32 nan", "ca7fc00000"},
        {"f32 nan(7f800001)", "ca7f800001"},
        {"f32 -inf", "caff800000"},
        {"\"\"", "a0"},
        {"\"\\u00e9\\ud83d\\ude00\\x00\\xff\\n\"", "a9 c3a9 f09f9880 00 ff 0a"},
        {"str8 \"a\"", "d90161"},
        {"str32\"a\"", "db0000000161"},
        {"x\"\"", "c400"},
        {"x\" 00 fF\n\"", "c40200ff"},
        {"bin16 x\"01\"", "c5000101"},
        {"ext 5 x\"01\"", "d40501"},
        {"ext -128 x\"010203\"", "c70380010203"},
        {"ext8 5 x\"01\"", "c7010501"},
        {"ext32 5 x\"\"", "c90000000005"},
        {"time \"1970-01-01T00:00:01Z\"", "d6ff00000001"},
        {"time \"1970-01-01T01:00:01+01:00\"", "d6ff00000001"},
        {"time64 \"1970-01-01T00:00:01Z\"", "d7ff0000000000000001"},
        {"time96 1 0", "c70cff000000000000000000000001"},
        {"time -1 999999999", "c70cff3b9ac9ffffffffffffffffff"},
        {"[]", "90"},
        {"[1,[2 , ],]", "92019102"},
        {"array16 [1]", "dc000101"},
        {"array32[]", "dd00000000"},
        {"{nil: 1, nil: {}, [1]: 2,}", "83c001c08091 0102"},
        {"[\t1\r,\r\n2]", "920102"},
        {"x\"\t01\r02\"", "c4020102"},
        {"[x\"01\"]", "91c40101"},
        {"{x\"01\": x\"02\"}", "81c40101c40102"},
        {"map16 {1:2}", "de00010102"},
        {"[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "dc0010 0101010101010101 0101010101010101"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t want[64], room[64];
        size_t len = hex_bytes(rows[i].hex, want, sizeof want);
        cinch_writer w;
        cinch_diag d;
        test_case("%s", rows[i].text);
        cinch_writer_init(&w, room, len); /* exactly enough */
        CHECK_ERR(cinch_text_read(rows[i].text, strlen(rows[i].text), NULL, &w, NULL, &d), CINCH_OK);
        CHECK_MEM(room, (size_t)cinch_writer_pos(&w), want, len);
        CHECK_U64(d.pos, strlen(rows[i].text));
    }
}

TEST(text_writes)
{
    static const struct {
        const char *hex, *text;
    } rows[] = {
        {"cc05", "u8 5"},
        {"d3fffffffffffffffb", "i64 -5"},
        {"ca3dcccccd", "f32 0.1"},
        {"cb3fb999999999999a", "0.1"},
        {"c70cff000000000000000000000001", "time96 \"1970-01-01T00:00:01Z\""},
        {"c70cff00000000ffffff0000000000", "time -1099511627776 0"},
        {"c704ff00000001", "ext8 -1 x\"00000001\""},
        {"d6ff00000001", "time \"1970-01-01T00:00:01Z\""},
        {"d7ffffffffffffffffff", "ext -1 x\"ffffffffffffffff\""},
        {"a6 09 7f e2808b 00", "\"\\t\\u007f\\u200b\\u0000\""},
        {"a4 f3a08081", "\"\\udb40\\udc01\""},
        {"82a16101c090", "{\"a\": 1, nil: []}"},
        {"df00000000", "map32 {}"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t msg[64];
        char room[200];
        size_t len = hex_bytes(rows[i].hex, msg, sizeof msg);
        cinch_reader r;
        cinch_writer w;
        test_case("%s", rows[i].hex);
        cinch_reader_init(&r, msg, len);
        cinch_writer_init(&w, room, sizeof room);
        CHECK_ERR(cinch_text_write(&r, NULL, &w, NULL), CINCH_OK);
        CHECK_STR(room, (size_t)cinch_writer_pos(&w), rows[i].text);
    }
}

TEST(text_indented)
{
    static const char want[] = "{\n  \"a\": [\n    1,\n    []\n  ],\n  nil: 2\n}";
    cinch_text_opts opts = CINCH_ZERO;
    char room[200];
    cinch_reader r;
    cinch_writer w;
    opts.indent = 2;
    cinch_reader_init(&r, "\x82\xa1\x61\x92\x01\x90\xc0\x02", 8);
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_text_write(&r, &opts, &w, NULL), CINCH_OK);
    CHECK_STR(room, (size_t)cinch_writer_pos(&w), want);
}

TEST(text_refuses)
{
    static const struct {
        const char *text;
        cinch_error error;
        uint64_t pos;
    } rows[] = {
        {"", CINCH_ERR_TRUNCATED, 0},
        {" # nothing", CINCH_ERR_TRUNCATED, 10},
        {"[", CINCH_ERR_TRUNCATED, 1},
        {"[1", CINCH_ERR_TRUNCATED, 2},
        {"[1,", CINCH_ERR_TRUNCATED, 3},
        {"{1:", CINCH_ERR_TRUNCATED, 3},
        {"\"a", CINCH_ERR_TRUNCATED, 2},
        {"\"\\", CINCH_ERR_TRUNCATED, 2},
        {"\"\\ud83d\\u", CINCH_ERR_TRUNCATED, 9},
        {"x\"0", CINCH_ERR_TRUNCATED, 3},
        {"x", CINCH_ERR_TRUNCATED, 1},
        {"u8", CINCH_ERR_TRUNCATED, 2},
        {"fals", CINCH_ERR_TRUNCATED, 4},
        {"ext 5", CINCH_ERR_TRUNCATED, 5},
        {"f32 na", CINCH_ERR_TRUNCATED, 6},
        {"f64 -i", CINCH_ERR_TRUNCATED, 6},
        {"-in", CINCH_ERR_TRUNCATED, 3},
        {"f32 n5", CINCH_ERR_SYNTAX, 4},
        {"nan(7ff", CINCH_ERR_TRUNCATED, 7},
        {"[1 2]", CINCH_ERR_SYNTAX, 3},
        {"[,]", CINCH_ERR_SYNTAX, 1},
        {"[1,,]", CINCH_ERR_SYNTAX, 3},
        {"{1}", CINCH_ERR_SYNTAX, 2},
        {"{1:}", CINCH_ERR_SYNTAX, 3},
        {"{1:2,3}", CINCH_ERR_SYNTAX, 6},
        {"[1}", CINCH_ERR_SYNTAX, 2},
        {"]", CINCH_ERR_SYNTAX, 0},
        {"null", CINCH_ERR_TRUNCATED, 4},
        {"[null]", CINCH_ERR_SYNTAX, 1},
        {"Nil", CINCH_ERR_SYNTAX, 0},
        {"01", CINCH_ERR_SYNTAX, 1},
        {"nil5", CINCH_ERR_TRUNCATED, 4},
        {"nilX", CINCH_ERR_SYNTAX, 3},
        {"1x\"00\"", CINCH_ERR_SYNTAX, 1},
        {"1-2", CINCH_ERR_SYNTAX, 1},
        {"1.5.5", CINCH_ERR_SYNTAX, 3},
        {"-infx\"00\"", CINCH_ERR_SYNTAX, 4},
        {"f32 inf5", CINCH_ERR_SYNTAX, 7},
        {"time 01 5", CINCH_ERR_SYNTAX, 6},
        {"1.", CINCH_ERR_TRUNCATED, 2},
        {"+1", CINCH_ERR_SYNTAX, 0},
        {"1 2", CINCH_ERR_TRAILING, 2},
        {"\"\x01\"", CINCH_ERR_SYNTAX, 1},
        {"\"a\xff\"", CINCH_ERR_UTF8, 2},
        {"\"\\q\"", CINCH_ERR_SYNTAX, 1},
        {"\"\\xg0\"", CINCH_ERR_SYNTAX, 1},
        {"\"\\ud800\"", CINCH_ERR_SYNTAX, 1},
        {"\"\\udc00\"", CINCH_ERR_SYNTAX, 1},
        {"\"\\ud800\\u0041\"", CINCH_ERR_SYNTAX, 1},
        {"x\"0g\"", CINCH_ERR_SYNTAX, 3},
        {"x\"0 0\"", CINCH_ERR_SYNTAX, 3},
        {"u8 \"a\"", CINCH_ERR_SYNTAX, 3},
        {"str8 5", CINCH_ERR_SYNTAX, 5},
        {"array16 {}", CINCH_ERR_SYNTAX, 8},
        {"time \"yesterday\"", CINCH_ERR_SYNTAX, 6},
        {"0x", CINCH_ERR_TRUNCATED, 2},
        {"0X1", CINCH_ERR_SYNTAX, 1},
        {"-0x1", CINCH_ERR_SYNTAX, 2},
        {"0xg", CINCH_ERR_SYNTAX, 2},
        {"[u8 256]", CINCH_ERR_RANGE, 1},
        {"i8 128", CINCH_ERR_RANGE, 0},
        {"u8 -1", CINCH_ERR_RANGE, 0},
        {"u8 1.5", CINCH_ERR_RANGE, 0},
        {"ext 128 x\"\"", CINCH_ERR_RANGE, 0},
        {"ext -129 x\"\"", CINCH_ERR_RANGE, 0},
        {"time32 -1 0", CINCH_ERR_RANGE, 0},
        {"time32 1 1", CINCH_ERR_RANGE, 0},
        {"time64 -1 0", CINCH_ERR_RANGE, 0},
        {"time 1 1000000000", CINCH_ERR_RANGE, 0},
        {"time 1 -1", CINCH_ERR_RANGE, 0},
        {"time 1 1.5", CINCH_ERR_RANGE, 0},
        {"time 9223372036854775808 0", CINCH_ERR_RANGE, 0},
        {"18446744073709551616", CINCH_ERR_NUMBER, 0},
        {"0x10000000000000000", CINCH_ERR_NUMBER, 0},
        {"1e309", CINCH_ERR_NUMBER, 0},
        {"f32 3.4028236e38", CINCH_ERR_NUMBER, 0},
        {"f32 -3.4028236e38", CINCH_ERR_NUMBER, 0},
        {"u64 18446744073709551616", CINCH_ERR_NUMBER, 0},
        {"f64 1e309", CINCH_ERR_NUMBER, 0},
        {"nan(7ff0000000000000)", CINCH_ERR_NUMBER, 0},
        {"nan(3ff8000000000000)", CINCH_ERR_NUMBER, 0},
        {"nan(7fc00000)", CINCH_ERR_SYNTAX, 12},
        {"nan(7ff8000000000001 )", CINCH_ERR_SYNTAX, 20},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t room[100];
        cinch_writer w;
        cinch_diag d;
        test_case("%s", rows[i].text);
        cinch_writer_init(&w, room, sizeof room);
        cinch_put_nil(&w);
        CHECK_ERR(cinch_text_read(rows[i].text, strlen(rows[i].text), NULL, &w, NULL, &d), rows[i].error);
        CHECK_U64(d.pos, rows[i].pos);
        CHECK_U64(cinch_writer_pos(&w), 1);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    }
}

TEST(text_limits)
{
    static const struct {
        const char *text;
        cinch_limits limits;
        cinch_error error;
        uint64_t pos;
    } rows[] = {
        {"[[1]]", {2, 0, 0, 0}, CINCH_OK, 5},
        {"[[1]]", {1, 0, 0, 0}, CINCH_ERR_DEPTH, 1},
        {"[[1]]", {1000, 0, 0, 0}, CINCH_OK, 5},
        {"[[1]]", {0, 0, 3, 0}, CINCH_OK, 5},
        {"[[1]]", {0, 0, 2, 0}, CINCH_ERR_LIMIT, 2},
        {"[[1]]", {0, 0, 0, 3}, CINCH_OK, 5},
        {"[[1]]", {0, 0, 0, 2}, CINCH_ERR_LIMIT, 2},
        {"array32 []", {0, 0, 0, 5}, CINCH_OK, 10},
        {"array32 []", {0, 0, 0, 4}, CINCH_ERR_LIMIT, 9},
        {"[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", {0, 0, 0, 19}, CINCH_OK, 33},
        {"[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", {0, 0, 0, 18}, CINCH_ERR_LIMIT, 32},
        {"{\"ab\": \"abc\"}", {0, 2, 0, 0}, CINCH_OK, 13},
        {"{\"ab\": \"abc\"}", {0, 1, 0, 0}, CINCH_ERR_LIMIT, 1},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t room[100];
        cinch_text_opts opts = CINCH_ZERO;
        cinch_writer w;
        cinch_diag d;
        test_case("%s", rows[i].text);
        opts.limits = rows[i].limits;
        cinch_writer_init(&w, room, sizeof room);
        CHECK_ERR(cinch_text_read(rows[i].text, strlen(rows[i].text), &opts, &w, NULL, &d), rows[i].error);
        CHECK_U64(d.pos, rows[i].pos);
    }
}

TEST(text_deep)
{
    char text[1100];
    uint8_t room[2000];
    cinch_writer w;
    cinch_diag d;
    memset(text, '[', 513);
    memset(text + 513, ']', 513);
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_text_read(text + 1, 1024, NULL, &w, NULL, &d), CINCH_OK);
    CHECK_ERR(cinch_text_read(text, 1026, NULL, &w, NULL, &d), CINCH_ERR_DEPTH);
    CHECK_U64(d.pos, 512);
}

/* What a format named cannot hold; a length below 2^32 is all that one of 32 bits asks. */
TEST(text_too_long_for_its_format)
{
    static const struct {
        const char *head, *item, *tail;
        size_t count; /* of items, one less than is too much */
        cinch_error error;
    } rows[] = {
        {"str8 \"", "a", "\"", 255, CINCH_ERR_RANGE},     {"bin8 x\"", "00", "\"", 255, CINCH_ERR_RANGE},
        {"ext8 5 x\"", "00", "\"", 255, CINCH_ERR_RANGE}, {"str16 \"", "a", "\"", 65535, CINCH_ERR_RANGE},
        {"array16 [", "1,", "]", 65535, CINCH_ERR_RANGE}, {"map16 {", "1:2,", "}", 65535, CINCH_ERR_RANGE},
        {"str32 \"", "a", "\"", 65535, CINCH_OK},         {"array32 [", "1,", "]", 65535, CINCH_OK},
    };
    static char text[400000];
    static uint8_t room[400000];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t more = 0; more < 2; more++) {
            size_t len = strlen(rows[i].head), item = strlen(rows[i].item);
            cinch_writer w;
            test_case("%s and %zu items", rows[i].head, rows[i].count + more);
            memcpy(text, rows[i].head, len);
            for (size_t n = rows[i].count + more; n; n--, len += item) memcpy(text + len, rows[i].item, item);
            text[len++] = *rows[i].tail;
            cinch_writer_init(&w, room, sizeof room);
            CHECK_ERR(cinch_text_read(text, len, NULL, &w, NULL, NULL), more ? rows[i].error : CINCH_OK);
        }
}

/* A writer that has failed takes nothing, and what was used is told of what was taken alone. */
TEST(text_into_a_failed_writer)
{
    uint8_t room[8];
    size_t used = 77;
    cinch_writer w;
    cinch_diag d;
    cinch_writer_init(&w, room, sizeof room);
    cinch_writer_fail(&w, CINCH_ERR_USER);
    CHECK_ERR(cinch_text_read("5", 1, NULL, &w, &used, &d), CINCH_ERR_USER);
    CHECK_ERR(d.error, CINCH_ERR_USER);
    CHECK_U64(used, 77);
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_text_read("[5", 2, NULL, &w, &used, &d), CINCH_ERR_TRUNCATED);
    CHECK_U64(used, 77);
    CHECK_ERR(cinch_text_read("5 6", 3, NULL, &w, &used, &d), CINCH_OK);
    CHECK_U64(used, 2);
}

/* A container of the caller's own stays open around the text, also when that is refused. */
TEST(text_inside_open)
{
    uint8_t room[40];
    cinch_bin out;
    cinch_writer w;
    cinch_mark m;
    cinch_writer_init(&w, room, sizeof room);
    m = cinch_put_open_array(&w);
    CHECK_ERR(cinch_text_read("[1, {2: [3", 10, NULL, &w, NULL, NULL), CINCH_ERR_TRUNCATED);
    CHECK_ERR(cinch_text_read("array16 [1]", 11, NULL, &w, NULL, NULL), CINCH_OK);
    cinch_put_close(&w, m, 1);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_HEX(out.ptr, out.len, "91 dc0001 01");
}

static cinch_error take_all(void *user, const void *bytes, size_t len)
{
    uint64_t *taken = user;
    (void)bytes;
    *taken += len;
    return CINCH_OK;
}

/* A sink keeps what it was handed of a long payload; the writer goes on behind it, with the error told and none of its own. */
TEST(text_refused_in_a_sink)
{
    char text[80] = "\"", room[32];
    uint64_t taken = 0;
    cinch_writer w;
    cinch_diag d;
    memset(text + 1, 'a', 60);
    memcpy(text + 61, "\" 5", 4);
    cinch_writer_init_sink(&w, room, sizeof room, take_all, &taken);
    CHECK_ERR(cinch_text_read(text, 64, NULL, &w, NULL, &d), CINCH_ERR_TRAILING);
    CHECK_ERR(w.error, CINCH_OK);
    CHECK_U64(cinch_writer_pos(&w), taken);
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
}

TEST(text_writer_faults)
{
    char room[40];
    cinch_reader r;
    cinch_writer w;
    cinch_diag d;
    cinch_reader_init(&r, "\x01\x92\x01\xc1", 4);
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_text_write(&r, NULL, &w, &d), CINCH_OK);
    CHECK_ERR(cinch_text_write(&r, NULL, &w, &d), CINCH_ERR_RESERVED);
    CHECK_U64(d.pos, 3);
    CHECK_ERR(r.error, CINCH_ERR_RESERVED);
    CHECK_U64(cinch_writer_pos(&w), 1);
    cinch_reader_init(&r, "\x92\x01\x02", 3);
    cinch_writer_init(&w, room, 5);
    CHECK_ERR(cinch_text_write(&r, NULL, &w, &d), CINCH_ERR_ROOM);
    CHECK_U64(cinch_writer_pos(&w), 0);
}

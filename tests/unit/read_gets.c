/* SPDX-License-Identifier: MIT
 * Typed gets: what each takes, and what it refuses.
 */
#include "read_hex.h"

/* ---------------------------------------------------------------- integers */

TEST(read_gets_integers)
{
    static const struct {
        const char *hex;
        uint64_t u;
        int64_t i;
        bool u_ok, i_ok;
    } rows[] = {
        {"00", 0, 0, true, true},
        {"7f", 127, 127, true, true},
        {"cc00", 0, 0, true, true},
        {"ccff", 255, 255, true, true},
        {"cdffff", 65535, 65535, true, true},
        {"ceffffffff", 4294967295, 4294967295, true, true},
        {"cf7fffffffffffffff", INT64_MAX, INT64_MAX, true, true},
        {"cf8000000000000000", (uint64_t)INT64_MAX + 1, 0, true, false},
        {"cfffffffffffffffff", UINT64_MAX, 0, true, false},
        {"d005", 5, 5, true, true},
        {"d07f", 127, 127, true, true},
        {"d17fff", 32767, 32767, true, true},
        {"d27fffffff", 2147483647, 2147483647, true, true},
        {"d37fffffffffffffff", INT64_MAX, INT64_MAX, true, true},
        {"ff", 0, -1, false, true},
        {"e0", 0, -32, false, true},
        {"d080", 0, -128, false, true},
        {"d0ff", 0, -1, false, true},
        {"d18000", 0, -32768, false, true},
        {"d1ffff", 0, -1, false, true},
        {"d280000000", 0, INT32_MIN, false, true},
        {"d38000000000000000", 0, INT64_MIN, false, true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char padded[64];
        size_t len = strlen(rows[i].hex) / 2;
        for (int tail = 0; tail < 2; tail++) { /* with room behind for a wide load, and without */
            test_case("%s%s", rows[i].hex, tail ? " and more" : "");
            snprintf(padded, sizeof padded, "%s%s", rows[i].hex, tail ? "c0c0c0c0c0c0c0c0c0c0" : "");
            CHECK_U64(cinch_get_u64(on(padded)), rows[i].u);
            CHECK_ERR(reader.error, rows[i].u_ok ? CINCH_OK : CINCH_ERR_RANGE);
            CHECK_U64(cinch_reader_pos(&reader), rows[i].u_ok ? len : 0);
            CHECK_I64(cinch_get_i64(on(padded)), rows[i].i);
            CHECK_ERR(reader.error, rows[i].i_ok ? CINCH_OK : CINCH_ERR_RANGE);
            CHECK_U64(cinch_reader_pos(&reader), rows[i].i_ok ? len : 0);
        }
        if (!rows[i].i_ok) continue;
        test_case("bounds of %s", rows[i].hex);
        CHECK_I64(cinch_get_i64_in(on(rows[i].hex), rows[i].i, rows[i].i), rows[i].i);
        expect_read(CINCH_OK, len);
        if (rows[i].i > INT64_MIN) {
            CHECK_I64(cinch_get_i64_in(on(rows[i].hex), INT64_MIN, rows[i].i - 1), 0);
            expect_read(CINCH_ERR_RANGE, 0);
        }
        if (rows[i].i < INT64_MAX) {
            CHECK_I64(cinch_get_i64_in(on(rows[i].hex), rows[i].i + 1, INT64_MAX), 0);
            expect_read(CINCH_ERR_RANGE, 0);
        }
        if (!rows[i].u_ok) continue;
        CHECK_U64(cinch_get_u64_max(on(rows[i].hex), rows[i].u), rows[i].u);
        expect_read(CINCH_OK, len);
        if (rows[i].u == 0) continue;
        CHECK_U64(cinch_get_u64_max(on(rows[i].hex), rows[i].u - 1), 0);
        expect_read(CINCH_ERR_RANGE, 0);
    }
}

TEST(read_gets_integers_refuse)
{
    (void)cinch_get_u64(on("c3"));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_BOOL, 0);
    (void)cinch_get_i64(on("cb4000000000000000"));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_F64, 0);
    (void)cinch_get_u64(on("ca40000000"));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_F32, 0);
    (void)cinch_get_i64(on("a131"));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_STR, 0);
}

/* ---------------------------------------------------------------- floats */

TEST(read_gets_f64)
{
    static const struct {
        const char *hex;
        double want;
    } exact[] = {
        {"cb3ff8000000000000", 1.5},
        {"cb8000000000000000", -0.0},
        {"ca3fc00000", 1.5},
        {"ca00000001", 0x1p-149},
        {"00", 0},
        {"e0", -32},
        {"cdffff", 65535},
        {"cf0020000000000000", 0x1p53},
        {"cf0020000000000002", 0x1p53 + 2},
        {"cf7ffffffffffffc00", 0x1.fffffffffffffp62},
        {"cf8000000000000000", 0x1p63},
        {"cffffffffffffff800", 0x1.fffffffffffffp63},
        {"d3ffe0000000000000", -0x1p53},
        {"d38000000000000000", -0x1p63},
    };
    static const char *const inexact[] = {"cf0020000000000001", "cf7fffffffffffffff", "cfffffffffffffffff",
                                          "cffffffffffffffc00", "cf8000000000000001", "d3ffdfffffffffffff",
                                          "d38000000000000001"};
    for (size_t i = 0; i < COUNT_OF(exact); i++) {
        test_case("%s", exact[i].hex);
        CHECK_F64(cinch_get_f64(on(exact[i].hex)), exact[i].want);
        expect_read(CINCH_OK, strlen(exact[i].hex) / 2);
    }
    for (size_t i = 0; i < COUNT_OF(inexact); i++) {
        test_case("%s", inexact[i]);
        CHECK_F64(cinch_get_f64(on(inexact[i])), 0);
        expect_read(CINCH_ERR_INEXACT, 0);
    }
    test_case("refuses");
    (void)cinch_get_f64(on("c2"));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64) | CINCH_BIT(CINCH_F32) | CINCH_BIT(CINCH_F64), CINCH_BOOL, 0);
}

TEST(read_gets_f32)
{
    static const struct {
        const char *hex;
        uint32_t bits;
    } exact[] = {
        {"ca3fc00000", 0x3fc00000},         {"ca7f800001", 0x7f800001},         /* a signalling NaN, as it is */
        {"cb3ff8000000000000", 0x3fc00000}, {"cb8000000000000000", 0x80000000}, /* -0.0 */
        {"cb7ff0000000000000", 0x7f800000},                                     /* infinity */
        {"cbfff0000000000000", 0xff800000}, {"cb7ff8000000000000", 0x7fc00000}, /* NaN whose payload fits */
        {"cb7ff0000020000000", 0x7f800001}, {"cbfff8000020000000", 0xffc00001},
        {"cb47efffffe0000000", 0x7f7fffff}, /* FLT_MAX */
        {"cb3810000000000000", 0x00800000}, /* FLT_MIN */
        {"cb380fffffc0000000", 0x007fffff}, /* largest subnormal */
        {"cb36a0000000000000", 0x00000001}, /* smallest */
        {"cbb6a0000000000000", 0x80000001}, {"00", 0},
        {"ce01000000", 0x4b800000},                                             /* 2^24 */
        {"ce01000002", 0x4b800001},         {"cf8000000000000000", 0x5f000000}, /* 2^63 */
        {"cfffffff0000000000", 0x5f7fffff}, {"d2ff000000", 0xcb800000},
        {"d38000000000000000", 0xdf000000},
    };
    static const char *const inexact[] = {"cb3fb999999999999a", /* 0.1 */
                                          "cb7ff0000000000001", /* NaN whose payload does not fit */
                                          "cb7ff8000010000000", "cb47efffffe0000001", "cb47f0000000000000", /* 2^128 */
                                          "cb380fffffe0000000", /* subnormal with one digit too many */
                                          "cb3690000000000000", /* 2^-150 */
                                          "cb0000000000000001", "ce01000001",         "d2feffffff",
                                          "cfffffffffffffffff"};
    for (size_t i = 0; i < COUNT_OF(exact); i++) {
        test_case("%s", exact[i].hex);
        float got = cinch_get_f32(on(exact[i].hex));
        uint32_t bits;
        memcpy(&bits, &got, 4);
#if defined(__i386__) /* a float returned on the x87 stack is quietened */
        if (exact[i].bits == 0x7f800001) bits &= ~0x400000u;
#endif
        CHECK_U64(bits, exact[i].bits);
        expect_read(CINCH_OK, strlen(exact[i].hex) / 2);
    }
    for (size_t i = 0; i < COUNT_OF(inexact); i++) {
        test_case("%s", inexact[i]);
        CHECK(cinch_get_f32(on(inexact[i])) == 0);
        expect_read(CINCH_ERR_INEXACT, 0);
    }
}

/* ---------------------------------------------------------------- nil, bool, bytes */

TEST(read_gets_nil_bool)
{
    cinch_get_nil(on("c0"));
    expect_read(CINCH_OK, 1);
    cinch_get_nil(on("00"));
    expect_type(CINCH_BIT(CINCH_NIL), CINCH_U64, 0);
    CHECK(cinch_get_bool(on("c3")));
    expect_read(CINCH_OK, 1);
    CHECK(!cinch_get_bool(on("c2")));
    expect_read(CINCH_OK, 1);
    CHECK(!cinch_get_bool(on("01")));
    expect_type(CINCH_BIT(CINCH_BOOL), CINCH_U64, 0);
    CHECK(cinch_skip_nil(on("c0")));
    expect_read(CINCH_OK, 1);
    CHECK(!cinch_skip_nil(on("c2")));
    expect_read(CINCH_ERR_TRAILING, 0);
    CHECK(!cinch_skip_nil(on("")));
    expect_read(CINCH_OK, 0);
}

TEST(read_gets_bytes)
{
    CHECK(cinch_str_is(cinch_get_str(on("a3616263")), "abc"));
    expect_read(CINCH_OK, 4);
    CHECK(cinch_str_is(cinch_get_str(on("d903616263")), "abc"));
    CHECK(cinch_str_is(cinch_get_str(on("da0003616263")), "abc"));
    CHECK(cinch_str_is(cinch_get_str(on("db00000003616263")), "abc"));
    CHECK(cinch_get_str(on("a0")).ptr != NULL);
    expect_read(CINCH_OK, 1);
    (void)cinch_get_str(on("c403616263"));
    expect_type(CINCH_BIT(CINCH_STR), CINCH_BIN, 0);

    cinch_bin b = cinch_get_bin(on("c403616263"));
    CHECK_MEM(b.ptr, b.len, "abc", 3);
    expect_read(CINCH_OK, 5);
    (void)cinch_get_bin(on("a3616263"));
    expect_type(CINCH_BIT(CINCH_BIN), CINCH_STR, 0);
    b = cinch_get_bin(on_flags("a361ff63", CINCH_BIN_FROM_STR | CINCH_UTF8)); /* bytes, not judged as text */
    CHECK_MEM(b.ptr, b.len,
              "a\xff"
              "c",
              3);
    expect_read(CINCH_OK, 4);
    (void)cinch_get_str(on_flags("c403616263", CINCH_BIN_FROM_STR)); /* one way only */
    expect_type(CINCH_BIT(CINCH_STR), CINCH_BIN, 0);
    (void)cinch_get_bin(on_flags("01", CINCH_BIN_FROM_STR));
    expect_type(CINCH_BIT(CINCH_BIN) | CINCH_BIT(CINCH_STR), CINCH_U64, 0);

    cinch_ext x = cinch_get_ext(on("d5ff6162"));
    CHECK_MEM(x.ptr, x.len, "ab", 2);
    CHECK_I64(x.type, -1);
    expect_read(CINCH_OK, 4);
    (void)cinch_get_ext(on("a0"));
    expect_type(CINCH_BIT(CINCH_EXT), CINCH_STR, 0);
}

TEST(read_gets_utf8)
{
    static const char *const bad[] = {"a1ff", "a2c080", "a3eda080", "a4f4908080", "d901ff", "da0001ff", "db00000001ff"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_case("%s", bad[i]);
        (void)cinch_get_str(on(bad[i]));
        CHECK_ERR(reader.error, CINCH_OK);
        CHECK_U64(cinch_get_str(on_flags(bad[i], CINCH_UTF8)).len, 0);
        expect_read(CINCH_ERR_UTF8, 0);
        CHECK_U64(cinch_next(on_flags(bad[i], CINCH_UTF8)).type, CINCH_NONE);
        expect_read(CINCH_ERR_UTF8, 0);
    }
    CHECK(cinch_str_is(cinch_get_str(on_flags("a4f09f9880", CINCH_UTF8)), "\xf0\x9f\x98\x80"));
    expect_read(CINCH_OK, 5);
}

TEST(read_gets_time)
{
    static const struct {
        const char *hex;
        cinch_time want;
    } good[] = {
        {"d6ff00000001", {1, 0}},
        {"d6ffffffffff", {4294967295, 0}},
        {"d7ffee6b27ffffffffff", {17179869183, 999999999}},
        {"c70cff3b9ac9ffffffffffffffffff", {-1, 999999999}},
        {"c70cff000000008000000000000000", {INT64_MIN, 0}},
        {"c704ff00000001", {1, 0}}, /* overlong heads */
        {"c8000cff000000000000000000000001", {1, 0}},
    };
    static const char *const bad[] = {"c700ff",
                                      "d4ff00",
                                      "d5ff0000",
                                      "c705ff0000000000",
                                      "c70bff0000000000000000000000",
                                      "d8ff00000000000000000000000000000000",
                                      "d7ffee6b280000000000",
                                      "d7ffffffffffffffffff",
                                      "c70cff3b9aca000000000000000000"};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        test_case("%s", good[i].hex);
        cinch_time t = cinch_get_time(on(good[i].hex));
        CHECK_I64(t.sec, good[i].want.sec);
        CHECK_U64(t.nsec, good[i].want.nsec);
        expect_read(CINCH_OK, strlen(good[i].hex) / 2);
        cinch_token tok = cinch_next(on(good[i].hex));
        CHECK(tok.type == CINCH_TIME && tok.as.sec == t.sec && tok.len == t.nsec && tok.format == read_bytes[0]);
        tok = cinch_next(on_flags(good[i].hex, CINCH_RAW_TIME));
        CHECK(tok.type == CINCH_EXT && tok.ext == -1);
        (void)cinch_get_time(on_flags(good[i].hex, CINCH_RAW_TIME)); /* asked for by name it still is one */
        expect_read(CINCH_OK, strlen(good[i].hex) / 2);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        test_case("%s", bad[i]);
        (void)cinch_get_time(on(bad[i]));
        expect_read(CINCH_ERR_TIME, 0);
        CHECK_U64(cinch_next(on(bad[i])).type, CINCH_NONE);
        expect_read(CINCH_ERR_TIME, 0);
        CHECK_U64(cinch_next(on_flags(bad[i], CINCH_RAW_TIME)).type, CINCH_EXT);
        expect_read(CINCH_OK, strlen(bad[i]) / 2);
        (void)cinch_get_ext(on(bad[i]));
        expect_read(CINCH_OK, strlen(bad[i]) / 2);
    }
    test_case("another ext");
    (void)cinch_get_time(on("d60500000000"));
    expect_type(CINCH_BIT(CINCH_TIME), CINCH_EXT, 0);
    (void)cinch_get_u64(on("d6ff00000000"));
    expect_type(CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64), CINCH_TIME, 0);
}

/* ---------------------------------------------------------------- strings into memory */

TEST(read_gets_cstr)
{
    char buf[4] = "xyz";
    CHECK_U64(cinch_get_cstr(on("a3616263"), buf, 4), 3);
    CHECK_STR(buf, strlen(buf), "abc");
    expect_read(CINCH_OK, 4);
    CHECK_U64(cinch_get_cstr(on("a0"), buf, 1), 0);
    CHECK_STR(buf, strlen(buf), "");
    expect_read(CINCH_OK, 1);
    strcpy(buf, "xyz");
    CHECK_U64(cinch_get_cstr(on("c0a3616263"), buf, 4), 0);
    CHECK_STR(buf, strlen(buf), "");
    expect_type(CINCH_BIT(CINCH_STR), CINCH_NIL, 0);
    strcpy(buf, "xyz");
    CHECK_U64(cinch_get_cstr(on("a461626364"), buf, 4), 0);
    CHECK_STR(buf, strlen(buf), "");
    expect_read(CINCH_ERR_ROOM, 0);
    (void)cinch_get_cstr(on("a3616263"), buf, 0);
    expect_read(CINCH_ERR_ROOM, 0);
    (void)cinch_get_cstr(on("a3610063"), buf, 4);
    CHECK_STR(buf, strlen(buf), "");
    expect_read(CINCH_ERR_VALUE, 0);
}

TEST(read_gets_key)
{
    static const char *const names[] = {"id", "name", "", "i"};
    CHECK_U64(cinch_get_key(on("a26964"), names, 4), 0);
    CHECK_U64(cinch_get_key(on("a46e616d65"), names, 4), 1);
    CHECK_U64(cinch_get_key(on("d9046e616d65"), names, 4), 1);
    CHECK_U64(cinch_get_key(on("a0"), names, 4), 2);
    CHECK_U64(cinch_get_key(on("a169"), names, 4), 3);
    expect_read(CINCH_OK, 2);
    CHECK_U64(cinch_get_key(on("a3696400"), names, 4), 4); /* a NUL is a character */
    expect_read(CINCH_OK, 4);
    CHECK_U64(cinch_get_key(on("a100"), names, 4), 4);
    CHECK_U64(cinch_get_key(on("a3696478"), names, 4), 4);
    CHECK_U64(cinch_get_key(on("a26964"), NULL, 0), 0);
    expect_read(CINCH_OK, 3);
    CHECK_U64(cinch_get_key(on("05"), names, 4), 4); /* other keys are skipped whole */
    expect_read(CINCH_OK, 1);
    CHECK_U64(cinch_get_key(on("92a2696481c0c0"), names, 4), 4);
    expect_read(CINCH_OK, 7);
    CHECK_U64(cinch_get_key(on("c4026964"), names, 4), 4);
    expect_read(CINCH_OK, 4);
    CHECK_U64(cinch_get_key(on(""), names, 4), 4);
    expect_read(CINCH_ERR_TRUNCATED, 0);
    CHECK_U64(cinch_get_key(on("a269"), names, 4), 4);
    expect_read(CINCH_ERR_TRUNCATED, 0);
    CHECK_U64(cinch_get_key(on("92c0"), names, 4), 4);
    expect_read(CINCH_ERR_TRUNCATED, 2);
    CHECK_U64(cinch_get_key(on_flags("a1ff", CINCH_UTF8), names, 4), 4);
    expect_read(CINCH_ERR_UTF8, 0);
}

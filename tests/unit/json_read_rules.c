/* SPDX-License-Identifier: MIT
 * Reading JSON: each rule of the mapping with the shortest text that shows it.
 */
#include "json_drive.h"
#include "src/json/json_in.h"

struct reads {
    const char *text;
    size_t len;
    const char *hex; /* NULL: an error */
    cinch_error error;
    uint64_t pos;
};
#define GOOD(text, hex)                                                                                                        \
    {                                                                                                                          \
        text, sizeof(text) - 1, hex, CINCH_OK, 0                                                                               \
    }
#define BAD(text, name, pos)                                                                                                   \
    {                                                                                                                          \
        text, sizeof(text) - 1, NULL, CINCH_ERR_##name, pos                                                                    \
    }

static void read_rows(const struct reads *rows, size_t count, const cinch_json_opts *opts)
{
    for (size_t i = 0; i < count; i++) {
        test_case("%s", rows[i].text);
        if (rows[i].hex)
            json_reads(rows[i].text, rows[i].len, opts, rows[i].hex);
        else
            json_refuses(rows[i].text, rows[i].len, opts, rows[i].error, rows[i].pos);
    }
}
#define ROWS(rows, opts) read_rows(rows, COUNT_OF(rows), opts)

TEST(json_read_numbers)
{
    static const struct reads rows[] = {
        GOOD("0", "00"),
        GOOD("127", "7f"),
        GOOD("128", "cc80"),
        GOOD("255", "ccff"),
        GOOD("256", "cd0100"),
        GOOD("65535", "cdffff"),
        GOOD("65536", "ce00010000"),
        GOOD("4294967295", "ceffffffff"),
        GOOD("4294967296", "cf0000000100000000"),
        GOOD("9223372036854775807", "cf7fffffffffffffff"),
        GOOD("9223372036854775808", "cf8000000000000000"),
        GOOD("18446744073709551615", "cfffffffffffffffff"),
        GOOD("-1", "ff"),
        GOOD("-32", "e0"),
        GOOD("-33", "d0df"),
        GOOD("-128", "d080"),
        GOOD("-129", "d1ff7f"),
        GOOD("-32768", "d18000"),
        GOOD("-32769", "d2ffff7fff"),
        GOOD("-2147483648", "d280000000"),
        GOOD("-2147483649", "d3ffffffff7fffffff"),
        GOOD("-9223372036854775808", "d38000000000000000"),
        GOOD("[1,-1,1.5]", "9301ffcb3ff8000000000000"),
        GOOD("-0", "cb8000000000000000"), /* minus nothing is a float: an integer has no sign to keep */
        GOOD("-0.0", "cb8000000000000000"),
        GOOD("0.0", "cb0000000000000000"),
        GOOD("1.0", "cb3ff0000000000000"),
        GOOD("1e0", "cb3ff0000000000000"),
        GOOD("1E+2", "cb4059000000000000"),
        GOOD("0e1", "cb0000000000000000"),
        GOOD("5e-324", "cb0000000000000001"),
        GOOD("1e-400", "cb0000000000000000"),
        GOOD("1.7976931348623157e308", "cb7fefffffffffffff"),
        GOOD("1e23", "cb44b52d02c7e14af6"),
        GOOD("9007199254740993.0", "cb4340000000000000"),
        BAD("[1e400]", NUMBER, 1),
        BAD("-1e309", NUMBER, 0),
        BAD("18446744073709551616", NUMBER, 0),
        BAD("[-9223372036854775809]", NUMBER, 1),
        BAD("{\"a\":100000000000000000000}", NUMBER, 5),
        BAD("-", TRUNCATED, 0),
        BAD("[1.", TRUNCATED, 1),
        BAD("1e", TRUNCATED, 0),
        BAD("1e+", TRUNCATED, 0),
        BAD("[1.]", SYNTAX, 3),
        BAD("[.5]", SYNTAX, 1),
        BAD("[+1]", SYNTAX, 1),
        BAD("[01]", SYNTAX, 2),
        BAD("[-01]", SYNTAX, 3),
        BAD("[0x1]", SYNTAX, 2),
        BAD("[1e1.0]", SYNTAX, 4),
        BAD("[-a]", SYNTAX, 2),
        BAD("01", SYNTAX, 1),
        BAD("1a", SYNTAX, 1),
        BAD("1.5.5", SYNTAX, 3),
        BAD("-0-", SYNTAX, 2),
        BAD("NaN", SYNTAX, 0),
        BAD("[Infinity]", SYNTAX, 1),
        BAD("[-Infinity]", SYNTAX, 2),
    };
    ROWS(rows, NULL);
}

TEST(json_read_big)
{
    static const struct reads floats[] = {
        GOOD("18446744073709551616", "cb43f0000000000000"),
        GOOD("[-9223372036854775809]", "91cbc3e0000000000000"),
        GOOD("18446744073709551615", "cfffffffffffffffff"),
    };
    static const struct reads strings[] = {
        GOOD("18446744073709551616", "b43138343436373434303733373039353531363136"),
        GOOD("[-9223372036854775809]", "91b42d39323233333732303336383534373735383039"),
        GOOD("1000000000000000000000000000000000", "d92231303030303030303030303030303030303030303030303030303030303030303030"),
        GOOD("1e19", "cb43e158e460913d00"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    char digits[402];
    opts.big = CINCH_BIG_FLOAT;
    ROWS(floats, &opts);
    memset(digits, '9', sizeof digits - 1);
    digits[sizeof digits - 1] = 0;
    test_case("400 digits as a float");
    json_refuses(digits, 400, &opts, CINCH_ERR_NUMBER, 0);
    opts.big = CINCH_BIG_STRING;
    ROWS(strings, &opts);
    opts.f32_shrink = true;
    opts.big = CINCH_BIG_FLOAT;
    test_case("a big integer that f32 holds");
    json_reads("18446744073709551616", 20, &opts, "ca5f800000");
}

TEST(json_read_f32_shrink)
{
    static const struct reads rows[] = {
        GOOD("1.5", "ca3fc00000"),
        GOOD("-0.0", "ca80000000"),
        GOOD("-0", "ca80000000"),
        GOOD("0.1", "cb3fb999999999999a"),
        GOOD("3.4028234663852886e38", "ca7f7fffff"),
        GOOD("3.5e38", "cb47f074f8c4d3cd7b"),
        GOOD("1.401298464324817e-45", "ca00000001"),
        GOOD("1e-300", "cb01a56e1fc2f8f359"),
        GOOD("1", "01"),
        GOOD("[1.5,2.25]", "92ca3fc00000ca40100000"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.f32_shrink = true;
    ROWS(rows, &opts);
}

TEST(json_read_literals_and_space)
{
    static const struct reads rows[] = {
        GOOD("null", "c0"),
        GOOD("true", "c3"),
        GOOD("false", "c2"),
        GOOD(" \t\r\n [ ]\n", "90"),
        GOOD("{ }", "80"),
        GOOD("[ null , true,false ]", "93c0c3c2"),
        GOOD("{ \"a\" : { \"b\" : [ ] } }", "81a16181a16290"),
        GOOD("\n                                  [                              1\n,                       2]", "920102"),
        GOOD("\xef\xbb\xbf[]", "90"),
        GOOD("\xef\xbb\xbf \"x\" ", "a178"),
        BAD("\xef\xbb", TRUNCATED, 0),
        BAD("\xef\xbb\xbe[]", SYNTAX, 0),
        BAD("[\xef\xbb\xbf]", SYNTAX, 1),
        BAD("", TRUNCATED, 0),
        BAD("  \n", TRUNCATED, 3),
        BAD("\xef\xbb\xbf", TRUNCATED, 3),
        BAD("nul", TRUNCATED, 0),
        BAD("[t", TRUNCATED, 1),
        BAD("[fals", TRUNCATED, 1),
        BAD("nulL", SYNTAX, 3),
        BAD("[trUe]", SYNTAX, 3),
        BAD("[nope]", SYNTAX, 2),
        BAD("[fa]", SYNTAX, 3),
        BAD("True", SYNTAX, 0),
        BAD("[null1]", SYNTAX, 5),
        BAD("nullnull", SYNTAX, 4),
        BAD("\v[]", SYNTAX, 0),
        BAD("[\xc2\xa0]", SYNTAX, 1), /* a no-break space is none */
        BAD("[1\f]", SYNTAX, 2),
        BAD("[1 2]", SYNTAX, 3),
        BAD("[,1]", SYNTAX, 1),
        BAD("[1,]", SYNTAX, 3),
        BAD("[1,,2]", SYNTAX, 3),
        BAD("[1}", SYNTAX, 2),
        BAD("{\"a\":1]", SYNTAX, 6),
        BAD("{\"a\" 1}", SYNTAX, 5),
        BAD("{\"a\":}", SYNTAX, 5),
        BAD("{\"a\":1,}", SYNTAX, 7),
        BAD("{,}", SYNTAX, 1),
        BAD("{a:1}", SYNTAX, 1),
        BAD("{1:1}", SYNTAX, 1),
        BAD("{\"a\":1 \"b\":2}", SYNTAX, 7),
        BAD("]", SYNTAX, 0),
        BAD("'a'", SYNTAX, 0),
        BAD("// x\n1", SYNTAX, 0),
        BAD("[1/**/]", SYNTAX, 2),
        BAD("[", TRUNCATED, 1),
        BAD("[1", TRUNCATED, 2),
        BAD("[1,", TRUNCATED, 3),
        BAD("[1, ", TRUNCATED, 4),
        BAD("{", TRUNCATED, 1),
        BAD("{\"a\"", TRUNCATED, 4),
        BAD("{\"a\":", TRUNCATED, 5),
        BAD("{\"a\":1", TRUNCATED, 6),
        BAD("[[[1],2]", TRUNCATED, 8),
        BAD("[] []", TRAILING, 3),
        BAD("1 2", TRAILING, 2),
        BAD("{}x", TRAILING, 2),
        BAD("\"a\"b", TRAILING, 3),
        BAD("null,", TRAILING, 4),
    };
    ROWS(rows, NULL);
}

TEST(json_read_strings)
{
    static const struct reads rows[] = {
        GOOD("\"\"", "a0"),
        GOOD("\"a\"", "a161"),
        GOOD("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a8225c2f080c0a0d09"),
        GOOD("\"\\u0000\"", "a100"), /* kept: a str may hold NUL */
        GOOD("\"a\\u0000b\"", "a3610062"),
        GOOD("\"\\u00e9\\u20ac\\uD83D\\uDe00\"", "a9c3a9e282acf09f9880"),
        GOOD("\"\\uffff\\ud7ff\\ue000\"", "a9efbfbfed9fbfee8080"),
        GOOD("\"\x7f\"", "a17f"),
        GOOD("\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "a9c3a9e282acf09f9880"),
        GOOD("[\"\xe3\x81\x82\",\"b\"]", "92a3e38182a162"),
        GOOD("{\"\":0,\"\\n\":1}", "82a000a10a01"),
        BAD("\"\x1f\"", SYNTAX, 1),
        BAD("\"a\nb\"", SYNTAX, 2),
        BAD("[\"0123456789012345678901234567890123456789\t\"]", SYNTAX, 42),
        BAD("\"\\a\"", SYNTAX, 2),
        BAD("\"\\'\"", SYNTAX, 2),
        BAD("\"\\u12g4\"", SYNTAX, 5),
        BAD("\"\\U0041\"", SYNTAX, 2),
        BAD("\"\\u00\"", SYNTAX, 5),
        BAD("\"abc", TRUNCATED, 0),
        BAD("[\"abc", TRUNCATED, 1),
        BAD("[\"a\\", TRUNCATED, 1),
        BAD("[\"a\\u12", TRUNCATED, 1),
        BAD("[\"a\\ud83d\\u", TRUNCATED, 1),
        BAD("[\"\xe3\x81", TRUNCATED, 1),
        BAD("[\"\\x", SYNTAX, 3), /* no more text could make it good */
        BAD("[\"a\x01", SYNTAX, 3),
        BAD("{\"abc", TRUNCATED, 1),
        BAD("\"\\ud800\"", SURROGATE, 1),
        BAD("\"x\\udc00\"", SURROGATE, 2),
        BAD("\"\\ud800\\u0041\"", SURROGATE, 1),
        BAD("\"\\ud83d\\ud83d\\ude00\"", SURROGATE, 1),
        BAD("\"\\ud800x\"", SURROGATE, 1),
        BAD("\"\\ud800\\ue000\"", SURROGATE, 1),
        BAD("\"\\ud800\\nabcdefgh\"", SURROGATE, 1),
        BAD("\"\\ud800abcdefgh\"", SURROGATE, 1),
        BAD("\"\\n\x01\"", SYNTAX, 3),
        BAD("\"\xff\"", UTF8, 1),
        BAD("\"ab\x80\"", UTF8, 3),
        BAD("\"\xc0\x80\"", UTF8, 1),
        BAD("\"\xe0\x80\x80\"", UTF8, 1),
        BAD("\"\xed\xa0\x80\"", UTF8, 1),
        BAD("\"\xf4\x90\x80\x80\"", UTF8, 1),
        BAD("\"\xf5\x80\x80\x80\"", UTF8, 1),
        BAD("\"\xe3\x81\"", UTF8, 1),
        BAD("\"\xe3\\u0041\"", UTF8, 1),
        BAD("{\"\xff\":1}", UTF8, 2),
        BAD("[\"good\",\"01234567890123456789012345678901234567\xff\"]", UTF8, 47),
    };
    ROWS(rows, NULL);
}

/* Every length around every head and block, plain, with an escape at either end, and not ASCII. */
TEST(json_read_string_lengths)
{
    static const size_t lens[] = {1,  2,  7,  8,  9,  14, 15,  16,  17,  30,  31,    32,
                                  33, 47, 48, 63, 64, 65, 254, 255, 256, 257, 65535, 65536};
    static char text[200000];
    static uint8_t bytes[70000];
    for (size_t k = 0; k < COUNT_OF(lens); k++)
        for (int kind = 0; kind < 5; kind++) {
            size_t n = lens[k], at = 0, head = n < 32 ? 1 : n < 256 ? 2 : n < 65536 ? 3 : 5;
            test_case("%zu characters, kind %d", n, kind);
            text[at++] = '[';
            text[at++] = '"';
            for (size_t i = 0; i < n; i++) {
                char c = (char)('a' + i % 26);
                bool escape = (kind == 1 && i == 0) || (kind == 2 && i == n - 1) || (kind == 3 && i == n / 2);
                if (escape) {
                    memcpy(text + at, "\\u0041", 6);
                    at += 6;
                    c = 'A';
                } else {
                    if (kind == 4 && i < n / 2 * 2) c = i % 2 ? '\xa9' : '\xc3';
                    text[at++] = c;
                }
                bytes[1 + head + i] = (uint8_t)c;
            }
            text[at++] = '"';
            text[at++] = ']';
            bytes[0] = 0x91;
            if (head == 1) bytes[1] = (uint8_t)(0xa0 | n);
            if (head == 2) memcpy(bytes + 1, (uint8_t[]){0xd9, (uint8_t)n}, 2);
            if (head == 3) memcpy(bytes + 1, (uint8_t[]){0xda, (uint8_t)(n >> 8), (uint8_t)n}, 3);
            if (head == 5) memcpy(bytes + 1, (uint8_t[]){0xdb, 0, (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n}, 5);
            struct json_want want = {CINCH_OK, 0, bytes, 1 + head + n};
            json_drive(json_drive_read, text, at, NULL, &want);
        }
}

TEST(json_read_replace)
{
    static const struct reads rows[] = {
        GOOD("\"\xff\"", "a3efbfbd"),
        GOOD("\"a\xe3\x81z\"", "a561efbfbd7a"),           /* the maximal part, once */
        GOOD("\"\xed\xa0\x80\"", "a9efbfbdefbfbdefbfbd"), /* no part of it begins a character */
        GOOD("\"\xf0\x9f\x98\"", "a3efbfbd"),
        GOOD("\"\xc3\xa9\xc3\"", "a5c3a9efbfbd"),
        GOOD("\"\\ud800\"", "a3efbfbd"),
        GOOD("\"\\ud800\\ud83d\\ude00\"", "a7efbfbdf09f9880"),
        GOOD("\"\\ud800\\ue000\"", "a6efbfbdee8080"),
        GOOD("\"\\udc00x\"", "a4efbfbd78"),
        GOOD("\"\\ud800\\n\"", "a4efbfbd0a"),
        GOOD("{\"\x80\":\"\x80\"}", "81a3efbfbda3efbfbd"),
        BAD("\"\\ud800\\u12", TRUNCATED, 0),
        BAD("\"\\ud800\\uzzzz\"", SYNTAX, 9),
        BAD("\"\xff\x01\"", SYNTAX, 2),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.utf8 = CINCH_UTF8_REPLACE;
    ROWS(rows, &opts);
}

TEST(json_read_lax)
{
    static const struct reads rows[] = {
        GOOD("[NaN,Infinity,-Infinity]", "93cb7ff8000000000000cb7ff0000000000000cbfff0000000000000"),
        GOOD("NaN", "cb7ff8000000000000"),
        GOOD("[1,]", "9101"),
        GOOD("{\"a\":1,}", "81a16101"),
        GOOD("[1,/**/]", "9101"),
        GOOD("// a\n/* b */[/*c*/1/*d*/,/*e*/2//f\n]// g", "920102"),
        GOOD("{/*1*/\"a\"/*2*/:/*3*/1/*4*/,/*5*/\"b\"/*6*/:/*7*/[]/*8*/}/*9*/", "82a16101a16290"),
        GOOD("/***/1", "01"),
        GOOD("/* // */ 1 // /*", "01"),
        GOOD("[//]\n]", "90"),
        GOOD("{//\n}", "80"),
        BAD("[,]", SYNTAX, 1),
        BAD("{,}", SYNTAX, 1),
        BAD("[1,,]", SYNTAX, 3),
        BAD("[/]", SYNTAX, 2),
        BAD("[/*", TRUNCATED, 1),
        BAD("[1/* *", TRUNCATED, 2),
        BAD("[1//", TRUNCATED, 4),
        BAD("[/", TRUNCATED, 1),
        BAD("nan", SYNTAX, 1),
        BAD("[Nan]", SYNTAX, 3),
        BAD("[Inf]", SYNTAX, 4),
        BAD("[-Inf", TRUNCATED, 1),
        BAD("[-NaN]", SYNTAX, 2),
        BAD("+1", SYNTAX, 0),
        BAD("{a:1}", SYNTAX, 1),
        BAD("'a'", SYNTAX, 0),
        BAD("1 /* x", TRAILING, 2),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.lax = true;
    ROWS(rows, &opts);
    opts.f32_shrink = true;
    test_case("NaN and the infinities in f32");
    json_reads("[NaN,-Infinity]", 15, &opts, "92ca7fc00000caff800000");
}

TEST(json_read_duplicates)
{
    static const char text[] = "{\"a\":1,\"b\":2,\"a\":[3,{\"x\":1,\"x\":2}],\"b\":4,\"a\":5}";
    cinch_json_opts opts = CINCH_ZERO;
    test_case("pass");
    json_reads(text, sizeof text - 1, &opts, "85a16101a16202a161920382a17801a17802a16204a16105");
    opts.dup = CINCH_DUP_ERROR;
    test_case("error: the inner map ends first");
    json_refuses(text, sizeof text - 1, &opts, CINCH_ERR_DUPLICATE, 27);
    test_case("error: the second key, not the last");
    json_refuses("{\"a\":1,\"b\":2,\"b\":3,\"a\":4}", 25, &opts, CINCH_ERR_DUPLICATE, 13);
    test_case("error: equal once escapes are read");
    json_refuses("{\"a\":1,\"\\u0061\":2}", 18, &opts, CINCH_ERR_DUPLICATE, 7);
    test_case("none");
    json_reads("{\"a\":1,\"A\":{\"a\":2},\"aa\":3}", 26, &opts, "83a16101a14181a16102a2616103");
    opts.dup = CINCH_DUP_FIRST;
    test_case("first");
    json_reads(text, sizeof text - 1, &opts, "82a16101a16202");
    opts.dup = CINCH_DUP_LAST;
    test_case("last");
    json_reads(text, sizeof text - 1, &opts, "82a16204a16105");
    test_case("last, inside what stays");
    json_reads("{\"k\":{\"x\":1,\"x\":{\"y\":1,\"y\":2}}}", 31, &opts, "81a16b81a17881a17902");
}

/* Heads that were widened must come back when pairs go. */
TEST(json_read_duplicates_and_heads)
{
    static char text[300000];
    static const unsigned counts[] = {15, 16, 17, 20, 300, 20000};
    for (size_t k = 0; k < COUNT_OF(counts); k++)
        for (int dup = CINCH_DUP_FIRST; dup <= CINCH_DUP_LAST; dup++)
            for (unsigned distinct = 1; distinct <= 16; distinct += 5) {
                cinch_json_opts opts = CINCH_ZERO;
                uint8_t bytes[256];
                size_t at = 0, n = 0;
                test_case("%u pairs, %u keys, %s", counts[k], distinct, dup == CINCH_DUP_FIRST ? "first" : "last");
                opts.dup = (cinch_json_dup)dup;
                at += (size_t)sprintf(text + at, "[{");
                for (unsigned i = 0; i < counts[k]; i++)
                    at += (size_t)sprintf(text + at, "%s\"%c\":%u", i ? "," : "", (char)('a' + i % distinct), i % 100);
                at += (size_t)sprintf(text + at, "},7]");
                bytes[n++] = 0x92;
                if (distinct > 15) {
                    memcpy(bytes + n, counts[k] > 15 ? "\xde\x00\x10" : "\x8f", counts[k] > 15 ? 3 : 1);
                    n += counts[k] > 15 ? 3 : 1;
                } else {
                    bytes[n++] = (uint8_t)(0x80 | distinct);
                }
                unsigned first = dup == CINCH_DUP_FIRST ? 0 : counts[k] < distinct ? 0 : counts[k] - distinct;
                for (unsigned i = first; i < counts[k] && i < first + distinct; i++) {
                    bytes[n++] = 0xa1;
                    bytes[n++] = (uint8_t)('a' + i % distinct);
                    bytes[n++] = (uint8_t)(i % 100);
                }
                bytes[n++] = 7;
                struct json_want want = {CINCH_OK, 0, bytes, n};
                json_drive(json_drive_read, text, at, &opts, &want);
            }
}

TEST(json_read_prefixes)
{
    static const struct reads rows[] = {
        GOOD("\"base64:AQID\"", "c403010203"),
        GOOD("\"base64:\"", "c400"),
        GOOD("\"base64:AQ==\"", "c40101"),
        GOOD("\"ba\\u0073e64:AQ\\u003d=\"", "c40101"),
        GOOD("\"ext:5:base64:AQID\"", "c70305010203"),
        GOOD("\"ext:-1:base64:AAAAAA==\"", "d6ff00000000"),
        GOOD("\"ext:-128:base64:AQ==\"", "d48001"),
        GOOD("\"ext:127:base64:\"", "c7007f"),
        GOOD("{\"base64:AQ==\":\"AQ==\"}", "81c40101a441513d3d"),
        GOOD("\"Base64:AQ==\"", "ab4261736536343a41513d3d"),
        BAD("[\"base64:AQ=\"]", SYNTAX, 1),
        BAD("[\"base64:AR==\"]", SYNTAX, 1),
        BAD("[\"base64: AQ==\"]", SYNTAX, 1),
        BAD("[\"ext:128:base64:AQ==\"]", SYNTAX, 1),
        BAD("[\"ext:-129:base64:AQ==\"]", SYNTAX, 1),
        BAD("[\"ext::base64:AQ==\"]", SYNTAX, 1),
        BAD("[\"ext:1:AQ==\"]", SYNTAX, 1),
        BAD("{\"ext:1\":1}", SYNTAX, 1),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.bin_prefix = "base64:";
    opts.ext_prefix = "ext:";
    ROWS(rows, &opts);
}

TEST(json_read_base64_min)
{
    static const struct reads rows[] = {
        GOOD("\"AQIDBAUG\"", "c406010203040506"),
        GOOD("\"AQID\"", "a441514944"),
        GOOD("\"AQIDBAU\"", "a7415149444241 55"),
        GOOD("\"not base\"", "a86e6f742062617365"),
        GOOD("{\"AQIDBAUG\":\"AQIDBAU=\"}", "81a84151494442415547c4050102030405"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.base64_min = 8;
    ROWS(rows, &opts);
}

TEST(json_read_old_spec)
{
    cinch_json_opts opts = CINCH_ZERO;
    cinch_writer w;
    cinch_diag why;
    uint8_t buf[128];
    char text[64];
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_writer_old_spec(&w);
    sprintf(text, "\"%040d\"", 0);
    CHECK_ERR(cinch_json_read(text, 42, NULL, &w, NULL, &why), CINCH_OK);
    CHECK_HEX(buf, 3, "da0028");
    CHECK_U64(cinch_writer_pos(&w), 43);
    cinch_writer_rewind(&w, 0);
    sprintf(text, "\"%040d\\n\"", 0);
    CHECK_ERR(cinch_json_read(text, 44, NULL, &w, NULL, &why), CINCH_OK);
    CHECK_HEX(buf, 3, "da0029");
    opts.tagged = true;
    cinch_writer_rewind(&w, 0);
    CHECK_ERR(cinch_json_read("{\"$bin\":\"AQID\"}", 15, &opts, &w, NULL, &why), CINCH_OK);
    CHECK_HEX(buf, 4, "a3010203");
    cinch_writer_rewind(&w, 0);
    CHECK_ERR(cinch_json_read("{\"$ext\":[1,\"AQID\"]}", 19, &opts, &w, NULL, &why), CINCH_ERR_OLD_SPEC);
    CHECK_ERR(cinch_json_read("{\"$time\":\"1970-01-01T00:00:00Z\"}", 32, &opts, &w, NULL, &why), CINCH_ERR_OLD_SPEC);
}

TEST(json_read_limits)
{
    static const struct reads depth2[] = {
        GOOD("[[1]]", "919101"),
        GOOD("[{},[],{\"a\":1}]", "93809081a16101"),
        BAD("[[[1]]]", DEPTH, 2),
        BAD("[[],{\"a\":{}}]", DEPTH, 9),
    };
    static const struct reads items5[] = {
        GOOD("[1,2,3,4]", "9401020304"),
        BAD("[1,2,3,4,5]", LIMIT, 9),
        GOOD("{\"a\":1,\"b\":2}", "82a16101a16202"),
        BAD("{\"a\":1,\"b\":[2]}", LIMIT, 12),
        BAD("[[[[[[", LIMIT, 5),
        BAD("{\"a\":1,\"b\":2,\"c\":3}", LIMIT, 13),
        BAD("[1,x,3,4,5]", SYNTAX, 3),
        GOOD("[[[],[] ],1]", "9292909001"),
    };
    static const struct reads key3[] = {
        GOOD("{\"abc\":\"abcd\"}", "81a3616263a461626364"),
        GOOD("{\"\\u0061bc\":1}", "81a361626301"),
        BAD("{\"abc\":1,\"abcd\":2}", LIMIT, 9),
        BAD("[{\"\xe3\x81\x82x\":1}]", LIMIT, 2),
    };
    static const struct reads bytes4[] = {
        GOOD("[1,2,3]", "93010203"),
        BAD(" [1,2,3,4]", LIMIT, 1),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.limits.depth = 2;
    ROWS(depth2, &opts);
    opts.limits.depth = 0;
    opts.limits.items = 5;
    ROWS(items5, &opts);
    opts.limits.items = 0;
    opts.limits.key_len = 3;
    ROWS(key3, &opts);
    opts.limits.key_len = 0;
    opts.limits.bytes = 4;
    ROWS(bytes4, &opts);
}

/* Where lines and columns begin, and that a run of documents is read in a loop. */
TEST(json_read_lines_and_used)
{
    static const char text[] = "{\"id\": 7} [1]\n\n 2.5 \"x\"\r\n[\n  1,\n\n \tnope]";
    cinch_writer w;
    cinch_diag why;
    size_t at = 0, used, good = 0;
    uint8_t buf[64];
    cinch_writer_init(&w, buf, sizeof buf);
    while (!cinch_json_read(text + at, sizeof text - 1 - at, NULL, &w, &used, &why)) {
        CHECK_U64(why.pos, used);
        at += used;
        good++;
    }
    CHECK_U64(good, 4);
    CHECK_HEX(buf, (size_t)cinch_writer_pos(&w), "81a2696407 9101 cb4004000000000000 a178");
    CHECK_U64(at, 25); /* the white space behind the fourth is read too */
    CHECK_ERR(why.error, CINCH_ERR_SYNTAX);
    CHECK_U64(why.line, 4);
    CHECK_U64(why.column, 4);
    CHECK_U64(used, 0);
    test_case("the first line is 1, its first column 1");
    CHECK_ERR(cinch_json_read("x", 1, NULL, &w, NULL, &why), CINCH_ERR_SYNTAX);
    CHECK(why.line == 1 && why.column == 1 && why.pos == 0);
    test_case("columns are bytes");
    CHECK_ERR(cinch_json_read("\n[\"\xe3\x81\x82\" x", 9, NULL, &w, NULL, &why), CINCH_ERR_SYNTAX);
    CHECK(why.line == 2 && why.column == 8 && why.pos == 8);
    test_case("no diag, no options, no text");
    CHECK_ERR(cinch_json_read(NULL, 0, NULL, &w, NULL, NULL), CINCH_ERR_TRUNCATED);
    CHECK_ERR(cinch_json_read("1", 1, NULL, &w, NULL, NULL), CINCH_OK);
    test_case("documents that touch");
    CHECK_ERR(cinch_json_read("[]{}", 4, NULL, &w, &used, NULL), CINCH_OK);
    CHECK_U64(used, 2);
    CHECK_ERR(cinch_json_read("\"a\"1", 4, NULL, &w, &used, NULL), CINCH_OK);
    CHECK_U64(used, 3);
    CHECK_ERR(cinch_json_read("1[2]", 4, NULL, &w, &used, NULL), CINCH_OK);
    CHECK_U64(used, 1);
    CHECK_ERR(cinch_json_read("1 \n x", 5, NULL, &w, &used, NULL), CINCH_OK);
    CHECK_U64(used, 4);
    CHECK_ERR(cinch_json_read("12a", 3, NULL, &w, &used, NULL), CINCH_ERR_SYNTAX);
    test_case("a writer that failed before stays as it is");
    cinch_writer_init(&w, buf, 1);
    cinch_put_f64(&w, 1);
    CHECK_ERR(cinch_json_read("1", 1, NULL, &w, &used, &why), CINCH_ERR_ROOM);
    CHECK_ERR(w.error, CINCH_ERR_ROOM);
}

/* Counts at the edges of heads, small bodies and large ones. */
TEST(json_read_counts)
{
    static const unsigned counts[] = {0, 1, 15, 16, 17, 31, 32, 65535, 65536, 65537, 70000};
    static char text[4000000];
    static uint8_t bytes[2000000];
    for (size_t k = 0; k < COUNT_OF(counts); k++)
        for (unsigned len = 0; len <= 40; len += 20)
            for (int map = 0; map < 2; map++) {
                unsigned count = counts[k];
                cinch_writer w;
                char item[64];
                size_t at = 0;
                if (count > 20 && len > 20) continue;
                test_case("%s of %u, %u bytes each", map ? "map" : "array", count, len);
                memset(item, 'x', len);
                cinch_writer_init(&w, bytes, sizeof bytes);
                cinch_put_array(&w, 2);
                if (map)
                    cinch_put_map(&w, count);
                else
                    cinch_put_array(&w, count);
                at += (size_t)sprintf(text + at, "[%c", map ? '{' : '[');
                for (unsigned i = 0; i < count; i++) {
                    at += (size_t)sprintf(text + at, "%s%s\"%.*s\"", i ? "," : "", map ? "\"k\":" : "", (int)len, item);
                    if (map) cinch_put_str(&w, "k", 1);
                    cinch_put_str(&w, item, len);
                }
                at += (size_t)sprintf(text + at, "%c,null]", map ? '}' : ']');
                cinch_put_nil(&w);
                struct json_want want = {CINCH_OK, 0, bytes, (size_t)cinch_writer_pos(&w)};
                json_drive(json_drive_read, text, at, NULL, &want);
            }
}

/* Texts of 4 GiB are too long to try here: what they come down to. */
TEST(json_read_rules_saturated)
{
    CHECK_U64(cinchi_json_saturated(0), 0);
    CHECK_U64(cinchi_json_saturated(UINT32_MAX - 1), UINT32_MAX - 1);
    CHECK_U64(cinchi_json_saturated(UINT32_MAX), UINT32_MAX);
    CHECK_U64(cinchi_json_saturated((uint64_t)UINT32_MAX + 1), UINT32_MAX);
    CHECK_U64(cinchi_json_saturated(UINT64_MAX), UINT32_MAX);
}

/* SPDX-License-Identifier: MIT
 * Writing JSON: each rule of the mapping with the shortest message that shows it.
 */
#include <math.h>

#include "json_drive.h"

struct writes {
    const char *hex;
    const char *text; /* NULL: an error */
    cinch_error error;
    uint64_t pos;
};
#define GOOD(hex, text)                                                                                                        \
    {                                                                                                                          \
        hex, text, CINCH_OK, 0                                                                                                 \
    }
#define BAD(hex, name, pos)                                                                                                    \
    {                                                                                                                          \
        hex, NULL, CINCH_ERR_##name, pos                                                                                       \
    }

static void write_rows(const struct writes *rows, size_t count, const cinch_json_opts *opts)
{
    for (size_t i = 0; i < count; i++) {
        test_case("%s", rows[i].hex);
        if (rows[i].text)
            json_writes(rows[i].hex, opts, rows[i].text);
        else
            json_does_not_write(rows[i].hex, opts, rows[i].error, rows[i].pos);
    }
}
#define ROWS(rows, opts) write_rows(rows, COUNT_OF(rows), opts)

TEST(json_write_scalars)
{
    static const struct writes rows[] = {
        GOOD("c0", "null"),
        GOOD("c2", "false"),
        GOOD("c3", "true"),
        GOOD("00", "0"),
        GOOD("7f", "127"),
        GOOD("ff", "-1"),
        GOOD("e0", "-32"),
        GOOD("ccff", "255"),
        GOOD("cfffffffffffffffff", "18446744073709551615"),
        GOOD("d38000000000000000", "-9223372036854775808"),
        GOOD("d30000000000000005", "5"),
        GOOD("cb3ff0000000000000", "1.0"), /* still a float */
        GOOD("cb8000000000000000", "-0.0"),
        GOOD("cb3fb999999999999a", "0.1"),
        GOOD("cb44b52d02c7e14af6", "1e+23"),
        GOOD("cb3ee4f8b588e368f1", "1e-05"),
        GOOD("cb4341c37937e08000", "1e+16"),
        GOOD("cb430c6bf526340000", "1000000000000000.0"),
        GOOD("cb7fefffffffffffff", "1.7976931348623157e+308"),
        GOOD("cb0000000000000001", "5e-324"),
        GOOD("ca3dcccccd", "0.10000000149011612"), /* the double that it equals */
        GOOD("ca3fc00000", "1.5"),
        GOOD("93010203", "[1,2,3]"),
        GOOD("90", "[]"),
        GOOD("80", "{}"),
        GOOD("9382a16101a1629080c0", "[{\"a\":1,\"b\":[]},{},null]"),
        BAD("c1", RESERVED, 0),
        BAD("92 01", TRUNCATED, 2),
        BAD("92 01 cd01", TRUNCATED, 2),
        BAD("", TRUNCATED, 0),
        BAD("ca7fc00000", NUMBER, 0),
        BAD("91cb7ff0000000000000", NUMBER, 1),
        BAD("91cbfff0000000000000", NUMBER, 1),
    };
    ROWS(rows, NULL);
}

TEST(json_write_strings)
{
    static const struct writes rows[] = {
        GOOD("a0", "\"\""),
        GOOD("a161", "\"a\""),
        GOOD("a9 22 5c 2f 08 0c 0a 0d 09 1f", "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u001f\""), /* a slash is not escaped */
        GOOD("a3 00 01 7f", "\"\\u0000\\u0001\x7f\""),
        GOOD("a4 10 0b 0e 1a", "\"\\u0010\\u000b\\u000e\\u001a\""),
        GOOD("a9 c3a9 e282ac f09f9880", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""),
        GOOD("a6 e280a8 e280a9", "\"\xe2\x80\xa8\xe2\x80\xa9\""),
        GOOD("81a2220a01", "{\"\\\"\\n\":1}"),
        BAD("a1 ff", UTF8, 0),
        BAD("92 a161 a3 61 ed a0", UTF8, 3),
        BAD("92 a161 a3 61 c3 28", UTF8, 3),
        BAD("81 a1 80 01", UTF8, 1),
        BAD("b3 303132333435363738393031323334353637c3", UTF8, 0),
    };
    ROWS(rows, NULL);
}

/* Every length around the blocks, with something special at each place. */
TEST(json_write_string_lengths)
{
    static const char *const odd[] = {"", "\"", "\n", "\x01", "\xc3\xa9", "\xf0\x9f\x98\x80"};
    static const char *const text[] = {"", "\\\"", "\\n", "\\u0001", "\xc3\xa9", "\xf0\x9f\x98\x80"};
    for (size_t n = 0; n < 70; n++)
        for (size_t k = 0; k < COUNT_OF(odd); k++) {
            test_case("%zu characters and \"%s\"", n, text[k]);
            for (size_t place = 0; place <= n; place += n < 20 ? 1 : 7) {
                uint8_t msg[128];
                char want[160];
                size_t len = n + strlen(odd[k]), at = 0;
                cinch_writer w;
                char s[128];
                memset(s, 'x', sizeof s);
                memcpy(s + place, odd[k], strlen(odd[k]));
                cinch_writer_init(&w, msg, sizeof msg);
                cinch_put_array(&w, 1);
                cinch_put_str(&w, s, len);
                at += (size_t)sprintf(want, "[\"%.*s%s", (int)place,
                                      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", text[k]);
                at += (size_t)sprintf(want + at, "%.*s\"]", (int)(n - place),
                                      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
                struct json_want expected = {CINCH_OK, 0, want, at};
                json_drive(json_drive_write, msg, (size_t)cinch_writer_pos(&w), NULL, &expected);
            }
        }
}

TEST(json_write_nan)
{
    static const struct writes nulls[] = {
        GOOD("93ca7fc00000cb7ff0000000000000cbfff0000000000000", "[null,null,null]"),
        GOOD("81cb7ff800000000000001", "{\"null\":1}"),
    };
    static const struct writes strings[] = {
        GOOD("94ca7fc00000cb7ff0000000000000cbfff0000000000000ca7f800000", "[\"NaN\",\"Infinity\",\"-Infinity\",\"Infinity\"]"),
        GOOD("81cbfff000000000000001", "{\"-Infinity\":1}"),
    };
    static const struct writes errors[] = {BAD("81cbfff800000000000001", NUMBER, 1)};
    cinch_json_opts opts = CINCH_ZERO;
    ROWS(errors, &opts);
    opts.nan = CINCH_NAN_NULL;
    ROWS(nulls, &opts);
    opts.nan = CINCH_NAN_STRING;
    ROWS(strings, &opts);
}

TEST(json_write_f32_short)
{
    static const struct writes rows[] = {
        GOOD("ca3dcccccd", "0.1"),   GOOD("ca7f7fffff", "3.4028235e+38"),
        GOOD("ca00000001", "1e-45"), GOOD("cb3fb99999a0000000", "0.10000000149011612"),
        GOOD("ca80000000", "-0.0"),  GOOD("81ca3dcccccd01", "{\"0.1\":1}"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.f32_short = true;
    ROWS(rows, &opts);
}

TEST(json_write_replace)
{
    static const struct writes rows[] = {
        GOOD("a1ff", "\"\xef\xbf\xbd\""),
        GOOD("a4 61 e381 7a", "\"a\xef\xbf\xbdz\""),
        GOOD("a3 eda080", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""),
        GOOD("a3 f09f98", "\"\xef\xbf\xbd\""),
        GOOD("a5 22 c3 0a c3 a9", "\"\\\"\xef\xbf\xbd\\n\xc3\xa9\""),
        GOOD("81a1ff01", "{\"\xef\xbf\xbd\":1}"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.utf8 = CINCH_UTF8_REPLACE;
    ROWS(rows, &opts);
}

TEST(json_write_bin)
{
    static const struct writes base64[] = {
        GOOD("c400", "\"\""),           GOOD("c40101", "\"AQ==\""),         GOOD("c4020102", "\"AQI=\""),
        GOOD("c403010203", "\"AQID\""), GOOD("81c4010101", "{\"AQ==\":1}"),
    };
    static const struct writes hex[] = {
        GOOD("c400", "\"\""),
        GOOD("c4030aff10", "\"0aff10\""),
        GOOD("81c4020aff01", "{\"0aff\":1}"),
    };
    static const struct writes array[] = {
        GOOD("c400", "[]"),
        GOOD("91c4030aff00", "[[10,255,0]]"),
        BAD("81c4010a01", KEY, 1),
    };
    static const struct writes errors[] = {
        BAD("91c400", TYPE, 1),
        BAD("81c4010a01", TYPE, 1),
        GOOD("d40501", "{\"$ext\":[5,\"AQ==\"]}"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    ROWS(base64, &opts);
    opts.bin = CINCH_BIN_HEX;
    ROWS(hex, &opts);
    opts.bin = CINCH_BIN_ARRAY;
    ROWS(array, &opts);
    opts.bin = CINCH_BIN_ERROR;
    ROWS(errors, &opts);
}

TEST(json_write_ext_and_time)
{
    static const struct writes rows[] = {
        GOOD("d40501", "{\"$ext\":[5,\"AQ==\"]}"),
        GOOD("c70080", "{\"$ext\":[-128,\"\"]}"),
        GOOD("d6ff00000000", "\"1970-01-01T00:00:00Z\""),
        GOOD("d6ff5bfa0000", "\"2018-11-25T01:50:56Z\""),
        GOOD("d7ff ee6b27fc 00000000", "\"1970-01-01T00:00:00.999999999Z\""),
        GOOD("c70cff 1dcd6500 ffffffffffffffff", "\"1969-12-31T23:59:59.5Z\""),
        GOOD("c70cff 00000000 fffffff1868b8400", "\"0000-01-01T00:00:00Z\""),
        GOOD("c70cff 3b9ac9ff 0000003afff4417f", "\"9999-12-31T23:59:59.999999999Z\""),
        GOOD("c70cff 00000000 fffffff1868b83ff", "{\"$ext\":[-1,\"AAAAAP////GGi4P/\"]}"), /* outside the years text has */
        GOOD("c70cff 00000000 0000003afff44180", "{\"$ext\":[-1,\"AAAAAAAAADr/9EGA\"]}"),
        GOOD("81d6ff0000000001", "{\"1970-01-01T00:00:00Z\":1}"),
        BAD("91d5ff0000", TIME, 1),
        BAD("91d7ff ffffffff 00000000", TIME, 1),
        BAD("81d4050101", KEY, 1),
        BAD("81c70cff000000007fffffffffffffff01", KEY, 1),
    };
    ROWS(rows, NULL);
    test_case("raw time");
    cinch_reader r;
    cinch_writer w;
    cinch_read_opts raw = CINCH_ZERO;
    char out[64];
    raw.flags = CINCH_RAW_TIME;
    cinch_reader_init_opts(&r, "\xd5\xff\x01\x02", 4, &raw);
    cinch_writer_init(&w, out, sizeof out);
    CHECK_ERR(cinch_json_write(&r, NULL, &w, NULL), CINCH_OK);
    CHECK_MEM(out, (size_t)cinch_writer_pos(&w), "{\"$ext\":[-1,\"AQI=\"]}", 20);
}

TEST(json_write_prefixes)
{
    static const struct writes rows[] = {
        GOOD("c403010203", "\"base64:AQID\""),
        GOOD("d40501", "\"ext:5:base64:AQ==\""),
        GOOD("c703fe010203", "\"ext:-2:base64:AQID\""),
        GOOD("82c4010101d4050102", "{\"base64:AQ==\":1,\"ext:5:base64:AQ==\":2}"),
        GOOD("a161", "\"a\""),
        GOOD("c70cff 00000000 0000003afff44180", "\"ext:-1:base64:AAAAAAAAADr/9EGA\""),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.bin_prefix = "base64:";
    opts.ext_prefix = "ext:";
    ROWS(rows, &opts);
    opts.bin_prefix = "";
    test_case("no prefix");
    json_writes("c40101", &opts, "\"AQ==\"");
    opts.bin_prefix = "\"\n";
    test_case("a prefix is escaped like any text");
    json_writes("c40101", &opts, "\"\\\"\\nAQ==\"");
}

TEST(json_write_keys)
{
    static const struct writes rows[] = {
        GOOD("81 c0 01", "{\"null\":1}"),
        GOOD("82 c2 01 c3 02", "{\"false\":1,\"true\":2}"),
        GOOD("82 01 01 ff 02", "{\"1\":1,\"-1\":2}"),
        GOOD("81 cb3ff8000000000000 01", "{\"1.5\":1}"),
        GOOD("81 ca3dcccccd 01", "{\"0.10000000149011612\":1}"),
        GOOD("82 01 01 a161 02", "{\"1\":1,\"a\":2}"),
        GOOD("83 a161 01 01 02 a162 03", "{\"a\":1,\"1\":2,\"b\":3}"),
        GOOD("82 01 01 01 02", "{\"1\":1,\"1\":2}"), /* duplicates pass */
        GOOD("83 a131 01 a132 02 a131 03", "{\"1\":1,\"2\":2,\"1\":3}"),
        GOOD("82 ca3f800000 01 cb3ff0000000000000 02", "{\"1.0\":1,\"1.0\":2}"), /* looked for only where a str is among them */
        GOOD("83 01 01 01 02 a161 03", "{\"1\":1,\"1\":2,\"a\":3}"),             /* equal keys do not clash */
        BAD("82 01 01 a131 02", KEY, 3),
        BAD("82 a131 01 01 02", KEY, 4),
        BAD("83 a161 01 c0 02 a46e756c6c 03", KEY, 6),
        BAD("83 a161 ca3f800000 ca3f800000 02 cb3ff0000000000000 03", KEY, 14),
        BAD("82 a161 82 01 01 a131 02 01 01", KEY, 6),
        BAD("81 90 01", KEY, 1),
        BAD("81 80 01", KEY, 1),
        BAD("82 a161 01 91 c0 01", KEY, 4),
        BAD("82 a161 a1ff 01 01", UTF8, 3), /* before the key that mixes the map */
    };
    static const struct writes strings_only[] = {
        GOOD("81a16101", "{\"a\":1}"), BAD("81 01 01", KEY, 1),           BAD("82 a161 01 c0 01", KEY, 4),
        BAD("81 c40101 01", KEY, 1),   BAD("81 d6ff00000000 01", KEY, 1),
    };
    cinch_json_opts opts = CINCH_ZERO;
    ROWS(rows, NULL);
    opts.string_keys_only = true;
    ROWS(strings_only, &opts);
    opts.tagged = true;
    test_case("also under tagged");
    json_does_not_write("81 01 01", &opts, CINCH_ERR_KEY, 1);
}

TEST(json_write_duplicates)
{
    static const char msg[] = "85 a161 01 a162 02 a161 92 03 82 a178 01 a178 02 a162 04 a161 05";
    static const struct writes errors[] = {
        BAD("85 a161 01 a162 02 a161 92 03 82 a178 01 a178 02 a162 04 a161 05", DUPLICATE, 7),
        BAD("84 a161 01 a162 02 a162 03 a161 04", DUPLICATE, 7),
        BAD("82 01 01 cc01 02", DUPLICATE, 3), /* whatever the format */
        BAD("82 d90161 01 a161 02", DUPLICATE, 5),
        BAD("82 cb7ff8000000000001 01 cb7ff8000000000001 02", NUMBER,
            1), /* the first fault, though duplicates are found earlier */
        GOOD("82 ca3f800000 01 cb3ff0000000000000 02", "{\"1.0\":1,\"1.0\":2}"),
        GOOD("82 c40161 01 c40162 02", "{\"YQ==\":1,\"Yg==\":2}"),
        GOOD("83 d6ff00000000 01 d6ff00000001 02 c3 01", "{\"1970-01-01T00:00:00Z\":1,\"1970-01-01T00:00:01Z\":2,\"true\":1}"),
        BAD("82 d6ff00000000 01 d7ff0000000000000000 02", DUPLICATE, 8), /* the same moment */
    };
    static const struct writes first[] = {
        GOOD("82 01 01 01 02", "{\"1\":1}"),
        GOOD("84 a161 01 a162 81a16101 a161 03 a162 04", "{\"a\":1,\"b\":{\"a\":1}}"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.dup = CINCH_DUP_ERROR;
    ROWS(errors, &opts);
    opts.dup = CINCH_DUP_FIRST;
    test_case("first");
    json_writes(msg, &opts, "{\"a\":1,\"b\":2}");
    ROWS(first, &opts);
    opts.dup = CINCH_DUP_LAST;
    test_case("last");
    json_writes(msg, &opts, "{\"b\":4,\"a\":5}");
    test_case("last of many, and what stands behind the map");
    json_writes("92 85 a161 01 a161 81a16b01 a161 81a16b02 a161 03 a161 82a16b01a16b02 07", &opts, "[{\"a\":{\"k\":2}},7]");
}

TEST(json_write_sorted)
{
    static const struct writes rows[] = {
        GOOD("83 a162 01 a161 02 a0 03", "{\"\":3,\"a\":2,\"b\":1}"),
        GOOD("82 a162 82 a179 01 a178 02 a161 81 a17a 93 82 a132 01 a131 02 03 04",
             "{\"a\":{\"z\":[{\"1\":2,\"2\":1},3,4]},\"b\":{\"x\":2,\"y\":1}}"),
        GOOD("83 a2c3a9 01 a17a 02 a141 03", "{\"A\":3,\"z\":2,\"\xc3\xa9\":1}"),            /* by bytes */
        GOOD("82 a4f0908080 01 a3efbfbd 02", "{\"\xef\xbf\xbd\":2,\"\xf0\x90\x80\x80\":1}"), /* and not by UTF-16 */
        GOOD("83 02 01 0a 02 01 03", "{\"1\":3,\"10\":2,\"2\":1}"),                          /* by their text */
        GOOD("83 c3 01 a162 02 05 03", "{\"5\":3,\"b\":2,\"true\":1}"),
        GOOD("83 a161 01 a161 02 a141 03", "{\"A\":3,\"a\":1,\"a\":2}"), /* equal ones keep their order */
        BAD("82 a131 01 01 02", KEY, 4),
        BAD("82 a162 c1 a161 01", RESERVED, 3),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.sort_keys = true;
    ROWS(rows, &opts);
    opts.dup = CINCH_DUP_LAST;
    test_case("sorted, duplicates gone");
    json_writes("92 84 a162 01 a161 02 a162 03 a161 81a16b01 81a17801", &opts, "[{\"a\":{\"k\":1},\"b\":3},{\"x\":1}]");
}

TEST(json_write_indent)
{
    static const struct writes rows[] = {
        GOOD("90", "[]"),
        GOOD("80", "{}"),
        GOOD("01", "1"),
        GOOD("920102", "[\n  1,\n  2\n]"),
        GOOD("82a16101a1629190", "{\n  \"a\": 1,\n  \"b\": [\n    []\n  ]\n}"),
        GOOD("91c40101", "[\n  \"AQ==\"\n]"),
        GOOD("91d40101", "[\n  {\"$ext\": [1, \"AQ==\"]}\n]"),
        GOOD("81 01 80", "{\n  \"1\": {}\n}"),
    };
    cinch_json_opts opts = CINCH_ZERO;
    opts.indent = 2;
    ROWS(rows, &opts);
    opts.tagged = true;
    test_case("tags");
    json_writes(
        "92 82 01 81 02 03 a161 90 ca3fc00000", &opts,
        "[\n  {\"$map\": [\n    [1, {\"$map\": [\n      [2, 3]\n    ]}],\n    [\"a\", []]\n  ]},\n  {\"$f32\": 1.5}\n]");
    opts.tagged = false;
    opts.indent = 255;
    test_case("255 spaces");
    char want[1100];
    sprintf(want, "[\n%255s[\n%510s1\n%255s]\n]", "", "", "");
    json_writes("919101", &opts, want);
}

TEST(json_write_limits)
{
    static const struct writes depth2[] = {
        GOOD("9191 01", "[[1]]"),
        BAD("91 91 91 01", DEPTH, 2),
        BAD("91 81 a161 80", DEPTH, 4),
        BAD("91 91 92 a1ff", DEPTH, 2),
    };
    static const struct writes items4[] = {
        GOOD("93010203", "[1,2,3]"),
        BAD("9401020304", LIMIT, 4),
        BAD("82 a161 01 a162 02", LIMIT, 6),
        GOOD("81 a161 91 01", "{\"a\":[1]}"),
    };
    static const struct writes key1[] = {
        GOOD("81 a161 a26162", "{\"a\":\"ab\"}"),
        BAD("81 a26162 01", LIMIT, 1),
        BAD("81 c4026162 01", LIMIT, 1),
        GOOD("81 cd0102 01", "{\"258\":1}"),
    };
    static const struct writes bytes3[] = {GOOD("920102", "[1,2]"), BAD("93010203", LIMIT, 3)};
    cinch_json_opts opts = CINCH_ZERO;
    opts.limits.depth = 2;
    ROWS(depth2, &opts);
    opts.sort_keys = true;
    test_case("depth in the index too");
    json_does_not_write("91 91 91 01", &opts, CINCH_ERR_DEPTH, 2);
    opts.sort_keys = false;
    opts.limits.depth = 0;
    opts.limits.items = 4;
    ROWS(items4, &opts);
    opts.limits.items = 0;
    opts.limits.key_len = 1;
    ROWS(key1, &opts);
    opts.limits.key_len = 0;
    opts.limits.bytes = 3;
    ROWS(bytes3, &opts);
}

/* 512 levels by default, more when asked, with and without an index. */
TEST(json_write_depth)
{
    static uint8_t msg[3001];
    static char text[6100];
    for (int sorted = 0; sorted < 2; sorted++) {
        cinch_json_opts opts = CINCH_ZERO;
        opts.sort_keys = sorted;
        test_case("%s", sorted ? "with an index" : "without one");
        memset(msg, 0x91, sizeof msg);
        struct json_want want = {CINCH_ERR_DEPTH, 512, NULL, 0};
        json_drive(json_drive_write, msg, sizeof msg, &opts, &want);
        msg[512] = 7;
        memset(text, '[', 512);
        text[512] = '7';
        memset(text + 513, ']', 512);
        want = (struct json_want){CINCH_OK, 0, text, 1025};
        json_drive(json_drive_write, msg, 513, &opts, &want);
        msg[512] = 0x91;
        msg[3000] = 7;
        memset(text, '[', 3000);
        text[3000] = '7';
        memset(text + 3001, ']', 3000);
        want.len = 6001;
        opts.limits.depth = 3000;
        json_drive(json_drive_write, msg, 3001, &opts, &want);
    }
}

/* The reader stands behind the item, and the next is written after it. */
TEST(json_write_many)
{
    cinch_reader r;
    cinch_writer w;
    cinch_diag why;
    char out[64];
    size_t n = 0;
    cinch_json_opts opts = CINCH_ZERO;
    for (int sorted = 0; sorted < 2; sorted++) {
        opts.sort_keys = sorted;
        cinch_reader_init(&r,
                          "\x01\x81\xa1"
                          "a\x02\x90\xc1",
                          7);
        cinch_writer_init(&w, out, sizeof out);
        n = 0;
        while (cinch_reader_left(&r) && !cinch_json_write(&r, &opts, &w, &why)) {
            CHECK_U64(why.pos, cinch_reader_pos(&r));
            cinch_put_raw(&w, "\n", 1);
            n++;
        }
        CHECK_U64(n, 3);
        CHECK_ERR(why.error, CINCH_ERR_RESERVED);
        CHECK_U64(why.pos, 6);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_RESERVED);
        CHECK_MEM(out, (size_t)cinch_writer_pos(&w), "1\n{\"a\":2}\n[]\n", 13);
    }
    test_case("a writer that failed before");
    cinch_writer_fail(&w, CINCH_ERR_USER);
    cinch_reader_init(&r, "\x01", 1);
    CHECK_ERR(cinch_json_write(&r, NULL, &w, NULL), CINCH_ERR_USER);
    CHECK_U64(cinch_reader_left(&r), 0);
    CHECK_ERR(w.error, CINCH_ERR_USER);
    test_case("a reader that failed before");
    cinch_writer_init(&w, out, sizeof out);
    cinch_reader_init(&r, "\x01", 1);
    cinch_reader_fail(&r, CINCH_ERR_USER);
    CHECK_ERR(cinch_json_write(&r, NULL, &w, NULL), CINCH_ERR_USER);
    CHECK_U64(cinch_writer_pos(&w), 0);
}

static cinch_error sink_refuse(void *user, const void *bytes, size_t len)
{
    (void)bytes;
    size_t *left = (size_t *)user;
    if (len > *left) return CINCH_ERR_SINK;
    *left -= len;
    return CINCH_OK;
}

/* Another kind of key begins the text anew, with an index: what a sink gets must still wait for the verdict. */
TEST(json_write_sink_waits)
{
    json_does_not_write("83 a6 6162 6364 6566 01 a6 6768 696a 6b6c 02 01 d9 28 61616161616161616161 61616161616161616161 "
                        "61616161616161616161 616161616161616161ff",
                        NULL, CINCH_ERR_UTF8, 18);
    json_writes("82 a6 6162 6364 6566 01 01 d9 28 61616161616161616161 61616161616161616161 61616161616161616161 "
                "61616161616161616161",
                NULL, "{\"abcdef\":1,\"1\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}");
}

TEST(json_write_sink_refuses)
{
    static uint8_t msg[2002];
    uint8_t buf[32];
    cinch_reader r;
    cinch_writer w;
    size_t left = 100;
    memcpy(msg, "\xdc\x07\xcf", 3);
    cinch_reader_init(&r, msg, sizeof msg);
    cinch_writer_init_sink(&w, buf, sizeof buf, sink_refuse, &left);
    CHECK_ERR(cinch_json_write(&r, NULL, &w, NULL), CINCH_ERR_SINK);
    CHECK_ERR(w.error, CINCH_ERR_SINK);
    CHECK_ERR(r.error, CINCH_ERR_SINK);
    left = 0;
    cinch_writer_init_sink(&w, buf, sizeof buf, sink_refuse, &left);
    CHECK_ERR(cinch_json_read("[\"0123456789012345678901234567890123456789\"]", 44, NULL, &w, NULL, NULL), CINCH_ERR_SINK);
    CHECK_ERR(w.error, CINCH_ERR_SINK);
}

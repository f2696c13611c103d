/* SPDX-License-Identifier: MIT
 * Tagged text: there and back to the same bytes, and what is refused.
 */
#include "json_drive.h"

#define TEXT(text) (text), strlen(text)

struct tagged {
    const char *hex, *text;
};

static cinch_json_opts tagged_opts(void)
{
    cinch_json_opts opts = CINCH_ZERO;
    opts.tagged = true;
    return opts;
}

TEST(json_tagged_both_ways)
{
    static const struct tagged rows[] = {
        {"c0", "null"},
        {"01", "1"},
        {"cb3ff8000000000000", "1.5"},
        {"a161", "\"a\""},
        {"c400", "{\"$bin\":\"\"}"},
        {"c403010203", "{\"$bin\":\"AQID\"}"},
        {"a1ff", "{\"$str\":\"/w==\"}"},
        {"92a162a261c3", "[\"b\",{\"$str\":\"YcM=\"}]"},
        {"d40501", "{\"$ext\":[5,\"AQ==\"]}"},
        {"c70080", "{\"$ext\":[-128,\"\"]}"},
        {"c7037f010203", "{\"$ext\":[127,\"AQID\"]}"},
        {"d6ff00000000", "{\"$time\":\"1970-01-01T00:00:00Z\"}"},
        {"d7ff0000000400000000", "{\"$time\":\"1970-01-01T00:00:00.000000001Z\"}"},
        {"d7ff0000000100000000", "{\"$time\":\"2106-02-07T06:28:16Z\"}"},
        {"c70cff00000000fffffffffffffffe", "{\"$time\":\"1969-12-31T23:59:58Z\"}"},
        {"c70cff000000010000000400000000", "{\"$time\":\"2514-05-30T01:53:04.000000001Z\"}"},
        /* larger than needed, or outside the years text has: bytes */
        {"d7ff0000000000000001", "{\"$ext\":[-1,\"AAAAAAAAAAE=\"]}"},
        {"c70cff000000000000000000000001", "{\"$ext\":[-1,\"AAAAAAAAAAAAAAAB\"]}"},
        {"c70cff00000000fffffff1868b83ff", "{\"$ext\":[-1,\"AAAAAP////GGi4P/\"]}"},
        {"ca3fc00000", "{\"$f32\":1.5}"},
        {"ca3dcccccd", "{\"$f32\":0.10000000149011612}"},
        {"ca80000000", "{\"$f32\":-0.0}"},
        {"ca7f7fffff", "{\"$f32\":3.4028234663852886e+38}"},
        {"ca00000001", "{\"$f32\":1.401298464324817e-45}"},
        {"ca7fc00000", "{\"$f32\":\"7fc00000\"}"},
        {"caff800001", "{\"$f32\":\"ff800001\"}"}, /* a signalling NaN keeps its bits */
        {"caff800000", "{\"$f32\":\"ff800000\"}"},
        {"cb7ff0000000000000", "{\"$f64\":\"7ff0000000000000\"}"},
        {"cbfff4000000000123", "{\"$f64\":\"fff4000000000123\"}"},
        {"80", "{}"},
        {"81a16101", "{\"a\":1}"},
        {"82a16101a16202", "{\"a\":1,\"b\":2}"},
        {"810102", "{\"$map\":[[1,2]]}"},
        {"82a161010203", "{\"$map\":[[\"a\",1],[2,3]]}"},
        {"82a16101a16102", "{\"$map\":[[\"a\",1],[\"a\",2]]}"},
        {"81a1ff01", "{\"$map\":[[{\"$str\":\"/w==\"},1]]}"},
        {"819001", "{\"$map\":[[[],1]]}"},
        {"8181a1610102", "{\"$map\":[[{\"a\":1},2]]}"},
        {"8181010203", "{\"$map\":[[{\"$map\":[[1,2]]},3]]}"},
        {"81c4010102", "{\"$map\":[[{\"$bin\":\"AQ==\"},2]]}"},
        {"81 01 8102 8103 8104 05", "{\"$map\":[[1,{\"$map\":[[2,{\"$map\":[[3,{\"$map\":[[4,5]]}]]}]]}]]}"},
        /* a lone key that begins with $, and nothing else, is escaped */
        {"81a12401", "{\"$map\":[[\"$\",1]]}"},
        {"81a42462696e a0", "{\"$map\":[[\"$bin\",\"\"]]}"},
        {"81a42462696e c400", "{\"$map\":[[\"$bin\",{\"$bin\":\"\"}]]}"},
        {"81a4246d6170 90", "{\"$map\":[[\"$map\",[]]]}"},
        {"82a42462696e a0 a16101", "{\"$bin\":\"\",\"a\":1}"},
        {"82a16101 a42462696e a0", "{\"a\":1,\"$bin\":\"\"}"},
        {"82a4246d6170 92 920102 920304 a16101", "{\"$map\":[[1,2],[3,4]],\"a\":1}"},
        {"82a22478 81a2247901 a16101", "{\"$x\":{\"$map\":[[\"$y\",1]]},\"a\":1}"},
        {"92 81a12401 82a124 82a12402a12581a12403 a12604",
         "[{\"$map\":[[\"$\",1]]},{\"$\":{\"$\":2,\"%\":{\"$map\":[[\"$\",3]]}},\"&\":4}]"},
    };
    cinch_json_opts opts = tagged_opts();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("%s", rows[i].text);
        json_writes(rows[i].hex, &opts, rows[i].text);
        json_reads(rows[i].text, strlen(rows[i].text), &opts, rows[i].hex);
    }
}

/* What other options say does not matter under tagged. */
TEST(json_tagged_over_others)
{
    cinch_json_opts opts = tagged_opts();
    opts.nan = CINCH_NAN_STRING;
    opts.utf8 = CINCH_UTF8_REPLACE;
    opts.bin = CINCH_BIN_ERROR;
    opts.f32_short = true;
    opts.bin_prefix = "base64:";
    opts.ext_prefix = "ext:";
    opts.base64_min = 1;
    static const char hex[] = "96 cb7ff8000000000000 a1ff c401ff ca3dcccccd d40501 ab6261736536343a41513d3d";
    static const char text[] = "[{\"$f64\":\"7ff8000000000000\"},{\"$str\":\"/w==\"},{\"$bin\":\"/w==\"},"
                               "{\"$f32\":0.10000000149011612},{\"$ext\":[5,\"AQ==\"]},\"base64:AQ==\"]";
    json_writes(hex, &opts, text);
    json_reads(text, sizeof text - 1, &opts, hex);
}

TEST(json_tagged_options)
{
    cinch_json_opts opts = tagged_opts();
    opts.dup = CINCH_DUP_ERROR;
    test_case("duplicates are an error when asked for");
    json_does_not_write("82 01 01 01 02", &opts, CINCH_ERR_DUPLICATE, 3);
    json_refuses(TEXT("{\"$map\":[[1,2],[3,4],[1,5]]}"), &opts, CINCH_ERR_DUPLICATE, 22);
    json_refuses(TEXT("{\"a\":{\"$map\":[[{\"$bin\":\"\"},2],[{\"$bin\":\"\"},5]]}}"), &opts, CINCH_ERR_DUPLICATE, 31);
    json_reads(TEXT("{\"$map\":[[1,2],[1.0,4],[\"1\",5]]}"), &opts, "83 01 02 cb3ff0000000000000 04 a131 05");
    test_case("or go");
    opts.dup = CINCH_DUP_LAST;
    json_writes("83 a161 01 a162 02 a161 03", &opts, "{\"b\":2,\"a\":3}");
    json_reads(TEXT("{\"$map\":[[1,2],[3,[{\"$map\":[[0,0],[0,1]]}]],[1,5]]}"), &opts, "82 03 91 81 00 01 01 05");
    json_reads(TEXT("{\"a\":1,\"a\":{\"$f32\":1}}"), &opts, "81a161ca3f800000");
    opts.dup = CINCH_DUP_PASS;
    opts.sort_keys = true;
    test_case("sorting leaves the pairs of a $map alone");
    json_writes("82 a162 82 02 00 01 00 a161 00", &opts, "{\"a\":0,\"b\":{\"$map\":[[2,0],[1,0]]}}");
    opts.sort_keys = false;
    opts.limits.key_len = 1;
    test_case("limits");
    json_refuses(TEXT("{\"$map\":[[\"a\",1],[{\"$bin\":\"AQID\"},2]]}"), &opts, CINCH_ERR_LIMIT, 33);
    json_reads(TEXT("{\"$map\":[[{\"$ext\":[5,\"AQ==\"]},2]]}"), &opts, "81 d40501 02");
    json_refuses(TEXT("{\"$map\":[[{\"$ext\":[5,\"AQI=\"]},2]]}"), &opts, CINCH_ERR_LIMIT, 29);
    json_refuses(TEXT("{\"$map\":[[{\"$time\":\"1970-01-01T00:00:00Z\"},2]]}"), &opts, CINCH_ERR_LIMIT, 42);
    json_writes("81 d40501 02", &opts, "{\"$map\":[[{\"$ext\":[5,\"AQ==\"]},2]]}");
    json_does_not_write("81 d5050102 02", &opts, CINCH_ERR_LIMIT, 1);
    json_does_not_write("82 02 00 d6ff00000000 02", &opts, CINCH_ERR_LIMIT, 3);
    json_reads(TEXT("{\"$map\":[[\"a\",1],[1234567,2]]}"), &opts, "82 a161 01 ce0012d687 02");
    opts.limits.key_len = 0;
    opts.limits.items = 3;
    json_reads(TEXT("{\"$map\":[[1,2]]}"), &opts, "810102");
    json_refuses(TEXT("{\"$map\":[[1,2],[3,4]]}"), &opts, CINCH_ERR_LIMIT, 16);
    json_reads(TEXT("[{\"$bin\":\"\"},{\"$time\":\"1970-01-01T00:00:00Z\"}]"), &opts, "92 c400 d6ff00000000");
    opts.limits.items = 0;
    opts.limits.depth = 2;
    json_reads(TEXT("{\"$map\":[[1,[{\"$ext\":[1,\"\"]}]]]}"), &opts, "81 01 91 c70001");
    json_refuses(TEXT("{\"$map\":[[1,{\"$map\":[[1,[]]]}]]}"), &opts, CINCH_ERR_DEPTH, 24);
}

TEST(json_tagged_space_and_lax)
{
    cinch_json_opts opts = tagged_opts();
    static const char loose[] =
        " { \"$map\" : [ [ { \"\\u0024bin\" : \"A\\u0051==\" } , 2 ] , [ 3 , { \"$ext\" : [ -1 , \"\" ] } ] ] } ";
    static const char lax[] = "/**/{/**/\"$map\"/**/:/**/[/**/[/**/1/**/,/**/2/**/,/**/]/**/,/**/]/**/,/**/}/**/";
    json_reads(loose, sizeof loose - 1, &opts, "82 c40101 02 03 c700ff");
    opts.lax = true;
    json_reads(lax, sizeof lax - 1, &opts, "81 01 02");
    json_reads(TEXT("{\"$bin\":\"AQ==\",}"), &opts, "c40101");
    json_reads(TEXT("{\"$ext\":[1,\"\",],}"), &opts, "c70001");
    json_reads(TEXT("{/*\"$bin\":\"\"}*/\"$\":1,\"b\":2}"), &opts, "82a12401a16202");
    opts.lax = false;
    json_refuses(TEXT("{\"$bin\":\"AQ==\",}"), &opts, CINCH_ERR_SYNTAX, 15);
    json_refuses(TEXT("{\"$map\":[[1,2],]}"), &opts, CINCH_ERR_SYNTAX, 15);
    json_refuses(TEXT("{\"$map\":[[1,2,]]}"), &opts, CINCH_ERR_SYNTAX, 13);
}

struct refused {
    const char *text;
    cinch_error error;
    uint64_t pos;
};

TEST(json_tagged_refuses)
{
    static const struct refused rows[] = {
        {"{\"$foo\":1}", CINCH_ERR_SYNTAX, 1}, /* an unknown tag */
        {"{\"$\":1}", CINCH_ERR_SYNTAX, 1},
        {"[{\"$Bin\":\"\"}]", CINCH_ERR_SYNTAX, 2},
        {"{\"$bin\":1}", CINCH_ERR_SYNTAX, 8},
        {"{\"$bin\":\"A\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$bin\":\"AQI\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$bin\":\"AR==\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$bin\":[]}", CINCH_ERR_SYNTAX, 8},
        {"{\"$str\":null}", CINCH_ERR_SYNTAX, 8},
        {"{\"$ext\":\"\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$ext\":[]}", CINCH_ERR_SYNTAX, 9},
        {"{\"$ext\":[1]}", CINCH_ERR_SYNTAX, 10},
        {"{\"$ext\":[1,2]}", CINCH_ERR_SYNTAX, 11},
        {"{\"$ext\":[128,\"\"]}", CINCH_ERR_SYNTAX, 9},
        {"{\"$ext\":[-129,\"\"]}", CINCH_ERR_SYNTAX, 9},
        {"{\"$ext\":[1.0,\"\"]}", CINCH_ERR_SYNTAX, 9},
        {"{\"$ext\":[1,\"\",2]}", CINCH_ERR_SYNTAX, 13},
        {"{\"$time\":\"1970-01-01\"}", CINCH_ERR_SYNTAX, 9},
        {"{\"$time\":0}", CINCH_ERR_SYNTAX, 9},
        {"{\"$time\":\"\xff\"}", CINCH_ERR_UTF8, 10},
        {"{\"$f32\":0.1}", CINCH_ERR_NUMBER, 8}, /* no f32 */
        {"{\"$f32\":1e39}", CINCH_ERR_NUMBER, 8},
        {"{\"$f32\":1e400}", CINCH_ERR_NUMBER, 8},
        {"{\"$f32\":16777217}", CINCH_ERR_NUMBER, 8},
        {"{\"$f32\":\"7fc0000\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$f32\":\"7fc0000g\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$f32\":\"7fc0000@\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$f32\":\"\xff\"}", CINCH_ERR_UTF8, 9},
        {"{\"$f32\":-", CINCH_ERR_TRUNCATED, 8},
        {"{\"$f32\":1e", CINCH_ERR_TRUNCATED, 8},
        {"{\"$f32\":-x}", CINCH_ERR_SYNTAX, 9},
        {"{\"$f32\":true}", CINCH_ERR_SYNTAX, 8},
        {"{\"$f64\":1.5}", CINCH_ERR_SYNTAX, 8},
        {"{\"$f64\":\"7fc00000\"}", CINCH_ERR_SYNTAX, 8},
        {"{\"$map\":{}}", CINCH_ERR_SYNTAX, 8},
        {"{\"$map\":1}", CINCH_ERR_SYNTAX, 8},
        {"{\"$map\":[1]}", CINCH_ERR_SYNTAX, 9},
        {"{\"$map\":[[]]}", CINCH_ERR_SYNTAX, 10},
        {"{\"$map\":[[1]]}", CINCH_ERR_SYNTAX, 11},
        {"{\"$map\":[[1,]]}", CINCH_ERR_SYNTAX, 12},
        {"{\"$map\":[[1,2,3]]}", CINCH_ERR_SYNTAX, 13},
        {"{\"$map\":[[1,2][3,4]]}", CINCH_ERR_SYNTAX, 14},
        {"{\"$map\":[[1,2}", CINCH_ERR_SYNTAX, 13},
        {"{\"$map\":[[1,2", CINCH_ERR_TRUNCATED, 13},
        {"{\"$map\":[[1,2]]", CINCH_ERR_TRUNCATED, 15},
        {"{\"$map\":[", CINCH_ERR_TRUNCATED, 9},
        {"{\"$foo\":1", CINCH_ERR_TRUNCATED, 9}, /* another member may follow */
        {"{\"$bin\":\"A\"", CINCH_ERR_TRUNCATED, 11},
        {"{\"$bin", CINCH_ERR_TRUNCATED, 1},
        {"{\"$ext\":[1,\"", CINCH_ERR_TRUNCATED, 11},
        {"{\"$ext\":[1", CINCH_ERR_TRUNCATED, 10},
        {"{\"$ext\":[", CINCH_ERR_TRUNCATED, 9},
        {"{\"$ext\":", CINCH_ERR_TRUNCATED, 8},
        {"{\"$map\":[[1,\"\xff\"]]}", CINCH_ERR_UTF8, 13},
        {"{\"$bin\":\"\xff\"}", CINCH_ERR_UTF8, 9},
    };
    cinch_json_opts opts = tagged_opts();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("%s", rows[i].text);
        json_refuses(rows[i].text, strlen(rows[i].text), &opts, rows[i].error, rows[i].pos);
    }
}

/* Without the option they are objects like others. */
TEST(json_tagged_off)
{
    static const char text[] = "[{\"$bin\":\"AQ==\"},{\"$foo\":1},{\"$map\":[[1,2]]}]";
    json_reads(text, sizeof text - 1, NULL, "93 81a42462696ea441513d3d 81a424666f6f01 81a4246d617091920102");
    json_writes("93 81a42462696ea441513d3d 81a424666f6f01 81a4246d617091920102", NULL, text);
}

/* Time grows with the text and not with its nesting: a second pass from each tag would take minutes here. */
TEST(json_tagged_deep)
{
    static char text[2000000];
    cinch_json_opts opts = tagged_opts();
    for (int kind = 0; kind < 2; kind++) {
        size_t at = 0, levels = 500;
        cinch_writer w;
        cinch_diag why;
        test_case("%zu levels, kind %d", levels, kind);
        for (size_t i = 0; i < levels; i++) at += (size_t)sprintf(text + at, kind ? "{\"$x\":" : "{\"$map\":[[1,");
        text[at++] = '[';
        for (size_t i = 0; i < 150000; i++) at += (size_t)sprintf(text + at, "%s12345678", i ? "," : "");
        text[at++] = ']';
        for (size_t i = 0; i < levels; i++) at += (size_t)sprintf(text + at, kind ? ",\"y\":1}" : "]]}");
        cinch_writer_init_grow(&w, NULL, 0);
        CHECK_ERR(cinch_json_read(text, at, &opts, &w, NULL, &why), CINCH_OK);
        cinch_reader r;
        cinch_writer back;
        cinch_reader_init(&r, w.start, (size_t)cinch_writer_pos(&w));
        cinch_writer_init_grow(&back, NULL, 0);
        CHECK_ERR(cinch_json_write(&r, &opts, &back, &why), CINCH_OK);
        CHECK_MEM(back.start, (size_t)cinch_writer_pos(&back), text, at);
        cinch_writer_free(&back);
        cinch_writer_free(&w);
    }
}

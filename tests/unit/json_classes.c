/* SPDX-License-Identifier: MIT
 * What is JSON and what is not: a case of our own for every class of text that JSONTestSuite (Nicolas Seriot's) says must be
 * accepted, must be refused, or is the parser's to decide. Its 318 files were run too, once, and agreed.
 */
#include "json_drive.h"

struct text_case {
    const char *text;
    size_t len;
};
#define T(text)                                                                                                                \
    {                                                                                                                          \
        text, sizeof(text) - 1                                                                                                 \
    }

static void judge(const struct text_case *rows, size_t count, bool accept)
{
    for (size_t i = 0; i < count; i++) {
        struct guard g;
        cinch_writer w;
        cinch_diag why;
        test_case("%s %s", accept ? "good" : "bad", rows[i].text);
        guard_init(&g, rows[i].len + 1);
        cinch_writer_init_count(&w);
        cinch_error e = cinch_json_read((const char *)guard_end(&g, rows[i].text, rows[i].len), rows[i].len, NULL, &w, NULL,
                                        &why);
        if (accept)
            CHECK_ERR(e, CINCH_OK);
        else
            CHECK(e != CINCH_OK && why.pos <= rows[i].len);
        CHECK(accept == (cinch_writer_pos(&w) != 0));
        guard_free(&g);
    }
}

TEST(json_classes_accept)
{
    static const struct text_case rows[] = {
        /* arrays */
        T("[[] ]"),
        T("[\"\"]"),
        T("[]"),
        T("[\"b\"]"),
        T("[false]"),
        T("[null, 2, \"2\", {}]"),
        T("[null]"),
        T("[2\n]"),
        T(" [2]"),
        T("[2,null,null,null,3]"),
        T("[7] "),
        /* numbers */
        T("[98e56]"),
        T("[0e+2]"),
        T("[0e2]"),
        T("[ 6]"),
        T("[-0.000000000000000000000000000000000000000000000000000000002]"),
        T("[30e2]"),
        T("[-0]"),
        T("[-98]"),
        T("[-7]"),
        T("[-0]"),
        T("[2E33]"),
        T("[2E-3]"),
        T("[2E+3]"),
        T("[98e45]"),
        T("[98.465e-2]"),
        T("[2e-3]"),
        T("[2e+3]"),
        T("[98.465e79]"),
        T("[98.465789]"),
        T("[9007199254740991]"),
        /* objects */
        T("{\"ab\":\"cd\",\"ef\":\"gh\"}"),
        T("{\"a\":\"b\"}"),
        T("{\"x\":\"y\",\"x\":\"z\"}"),
        T("{\"x\":\"y\",\"x\":\"y\"}"),
        T("{}"),
        T("{\"\":1}"),
        T("{\"a\\u0000b\":43}"),
        T("{ \"low\": -2.0e+29, \"high\": 2.0e+29 }"),
        T("{\"a\":[{\"id\": \"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"}], \"id\": "
          "\"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"}"),
        T("{\"a\":[]}"),
        T("{\"\\u041f\\u043e\\u043b\":\"\\u0417\\u0435\\u043c\\u043b\" }"),
        T("{\n\"a\": \"b\"\n}"),
        /* strings */
        T("[\"\\u0061\\u31cb\\u00AB\"]"),
        T("[\"\\ud800\\udc02\"]"),
        T("[\"\\ud83d\\ude10\\ud83d\\udc7c\"]"),
        T("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"),
        T("[\"\\\\u0001\"]"),
        T("[\"\\\"\"]"),
        T("[\"x/*y*/z//w\"]"),
        T("[\"\\\\b\"]"),
        T("[\"\\\\o\"]"),
        T("[\"\\u0013\"]"),
        T("[\"\\uFFFE\"]"),
        T("[\"ghjk\"]"),
        T("[ \"ghjk\"]"),
        T("[\"\xf3\xbf\xbf\xbe\"]"),
        T("[\"new\\u00A1line\"]"),
        T("[\"\xf4\x8f\xbf\xbe\"]"),
        T("[\"\xef\xbf\xbe\"]"),
        T("[\"\\u0000\"]"),
        T("[\"\\u002c\"]"),
        T("[\"\xcf\x80\"]"),
        T("[\"\xf0\x9b\xbf\xbe\"]"),
        T("[\"pqr fgh\"]"),
        T("\" \""),
        T("[\"\\uD834\\uDd1d\"]"),
        T("[\"\\u0822\"]"),
        T("[\"\\u0124\"]"),
        T("[\"\xe2\x80\xa8\"]"),
        T("[\"\xe2\x80\xa9\"]"),
        T("[\"\\u0061\\u30ae\\u30CF\\u30d3\"]"),
        T("[\"\xe2\x8d\x83\xe3\x88\xb4\xe2\x82\xab\"]"),
        T("[\"\\uA67D\"]"),
        T("[\"\\u005D\"]"),
        T("[\"\\uDBFF\\uDFFD\"]"),
        T("[\"\\uD83F\\uDFFF\"]"),
        T("[\"\\u200C\"]"),
        T("[\"\\u2065\"]"),
        T("[\"\\uFDD1\"]"),
        T("[\"\\uFFFF\"]"),
        T("[\"\\u0023\"]"),
        T("[\"\xe2\x82\xac\xf0\x9d\x84\x9f\"]"),
        T("[\"x\x7f"
          "x\"]"),
        /* documents */
        T("true"),
        T("43"),
        T("-0.2"),
        T("null"),
        T("\"ghjk\""),
        T("false"),
        T("\"\""),
        T("[\"b\"]\n"),
        T("[false]"),
        T(" [] "),
    };
    judge(rows, COUNT_OF(rows), true);
}

TEST(json_classes_refuse)
{
    static const struct text_case rows[] = {
        /* arrays */
        T("[2 false]"),
        T("[b\xe6]"),
        T("[\"\": 2]"),
        T("[\"\"],"),
        T("[,2]"),
        T("[2,,3]"),
        T("[\"y\",,]"),
        T("[\"y\"]]"),
        T("[\"\",]"),
        T("[\"y\""),
        T("[y"),
        T("[4[5]]"),
        T("[\xfe]"),
        T("[:]"),
        T("[,]"),
        T("[-]"),
        T("[   , \"\"]"),
        T("[\"b\",\n5\n,2,"),
        T("[2,]"),
        T("[2,,]"),
        T("[\"\vb\"\\f]"),
        T("[*]"),
        T("[\"\""),
        T("[2,"),
        T("[2,\n2\n,2"),
        T("[{}"),
        /* literals */
        T("[fals]"),
        T("[nul]"),
        T("[tru]"),
        T("[fAlse]"),
        T("[NULL]"),
        T("[True]"),
        T("[truetrue]"),
        /* numbers */
        T("[++2345]"),
        T("[+2]"),
        T("[+Inf]"),
        T("[-02]"),
        T("[-2.0.]"),
        T("[-3.]"),
        T("[-NaN]"),
        T("[.-2]"),
        T("[.3e-4]"),
        T("[0.2.3]"),
        T("[0.4E+]"),
        T("[0.4E]"),
        T("[0.e2]"),
        T("[0E+]"),
        T("[0E]"),
        T("[0e+]"),
        T("[0e]"),
        T("[2.0e+]"),
        T("[2.0e-]"),
        T("[2.0e]"),
        T("[2 000.0]"),
        T("[2eE3]"),
        T("[3.e+4]"),
        T("[3.e-4]"),
        T("[3.e4]"),
        T("[9.e+]"),
        T("[Inf]"),
        T("[NaN]"),
        T("[\xef\xbc\x92]"),
        T("[2+3]"),
        T("[0x2]"),
        T("[0x53]"),
        T("[Infinity]"),
        T("[0e+-2]"),
        T("[-98.98x]"),
        T("[-Infinity]"),
        T("[-bar]"),
        T("[- 2]"),
        T("[-034]"),
        T("[-.98]"),
        T("[-2x]"),
        T("[2ea]"),
        T("[2e\xe6]"),
        T("[2.]"),
        T("[.98]"),
        T("[2.3b]"),
        T("[2.9fsdm]"),
        T("[034]"),
        T("[9 9]"),
        T("[9e\xe5]"),
        /* objects */
        T("[\"y\", truth]"),
        T("{[: \"y\"}\n"),
        T("{\"y\", null}"),
        T("{\"y\"::\"c\"}"),
        T("{\xf0\x9f\x87\xa9}"),
        T("{\"b\":\"b\" 234}"),
        T("{key: 'value'}"),
        T("{\"\xc9\":\"0\",}"),
        T("{\"b\" c}"),
        T("{:\"c\"}"),
        T("{\"b\" \"c\"}"),
        T("{\"b\":"),
        T("{\"b\""),
        T("{2:2}"),
        T("{9999E9999:2}"),
        T("{null:null,null:null}"),
        T("{\"id\":0,,,,,}"),
        T("{'b':0}"),
        T("{\"id\":0,}"),
        T("{\"b\":\"c\"}/**/"),
        T("{\"b\":\"c\"}/**//"),
        T("{\"b\":\"c\"}//"),
        T("{\"b\":\"c\"}/"),
        T("{\"b\":\"c\",,\"d\":\"e\"}"),
        T("{b: \"c\"}"),
        T("{\"b\":\"b"),
        T("{ \"zoo\" : \"bar\", \"b\" }"),
        T("{\"b\":\"c\"}#"),
        T(" "),
        T("{,\"b\":2}"),
        T("{"),
        T("{\"b\":2 \"c\":3}"),
        /* strings */
        T("[\"\\uD800\\\"]"),
        T("[\"\\uD800\\u\"]"),
        T("[\"\\uD800\\u2\"]"),
        T("[\"\\uD800\\u2x\"]"),
        T("[\xc3\xa9]"),
        T("[\"\\\x00\"]"),
        T("[\"\\x00\"]"),
        T("[\"\\\\\\\"]"),
        T("[\"\\\t\"]"),
        T("[\"\\\xf0\x9f\x8c\x80\"]"),
        T("[\"\\\"]"),
        T("[\"\\u00B\"]"),
        T("[\"\\uD834\\uDd\"]"),
        T("[\"\\uD800\\uD800\\x\"]"),
        T("[\"\\u\xe6\"]"),
        T("[\"\\b\\\xe6\"]"),
        T("[\"\\b\xe6"),
        T("[\"\\\xe6\"]"),
        T("[\"\\uqqqq\"]"),
        T("[\\u0020\"qsd\"]"),
        T("[\\n]"),
        T("\""),
        T("['single']"),
        T("abd"),
        T("[\"\\"),
        T("[\"b\x00"
          "b\"]"),
        T("[\"new\nline\"]"),
        T("[\"\t\"]"),
        T("\"\\UA67D\""),
        T("\"\"y"),
        /* documents */
        T("<.>"),
        T("[<null>]"),
        T("[2]y"),
        T("[2]]"),
        T("[\"qsd]"),
        T("bå"),
        T("[True]"),
        T("2]"),
        T("{\"y\": true,"),
        T("[][]"),
        T("]"),
        T("\xef\xbb{}"),
        T("\xe6"),
        T("["),
        T(""),
        T("2\x00"),
        T("[\x00]"),
        T("{}}"),
        T("{\"\":"),
        T("{\"b\":/*c*/\"d\"}"),
        T("{\"b\": true} \"y\""),
        T("['"),
        T("[,"),
        T("[{"),
        T("[\"b"),
        T("[\"b\""),
        T("{]"),
        T("{,"),
        T("{["),
        T("{\"b"),
        T("{'b'"),
        T("[\"\\{[\"\\{[\"\\{"),
        T("\xe9"),
        T("*"),
        T("{\"b\":\"c\"}#{}"),
        T("[\\u000A\"\"]"),
        T("[2"),
        T("[ false, nul"),
        T("[ true, fals"),
        T("[ false, tru"),
        T("{\"qsd\":\"jkl\""),
        T("\xc3\xa5"),
        T("[\xe2\x81\xa0]"),
        T("\xef\xbb\xbf"),
        T("[\f]"),
    };
    judge(rows, COUNT_OF(rows), false);
}

/* What RFC 8259 leaves open, and what we do: documented in docs/json-mapping.md. */
TEST(json_classes_decided)
{
    static const struct text_case good[] = {
        T("[234.567e-789012]"),                          /* too small is zero, correctly rounded */
        T("[234e-10000000000000]"), T("\xef\xbb\xbf{}"), /* a byte order mark is skipped */
    };
    static const struct text_case bad[] = {
        /* too large for any number we could give */
        T("[0.5e00777777777777777777777777777777777777777777]"),
        T("[-2e99999]"),
        T("[2.6e9999]"),
        T("[-234567890e45678901]"),
        T("[234567e8901]"),
        T("[-234567890123456789012]"),
        T("[100000000000000000001]"),
        T("[-347468748468461846846841684168468464]"),
        /* half a character */
        T("{\"\\uDFAB\":0}"),
        T("[\"\\uDADB\"]"),
        T("[\"\\uD889\\u1235\"]"),
        T("[\"\\uD801\\n\"]"),
        T("[\"\\uDd1d a\"]"),
        T("[\"\\uD801\\uD801\\n\"]"),
        T("[\"\\ud801\"]"),
        T("[\"\\ud801abd\"]"),
        T("[\"\\uDd1e\\uD834\"]"),
        T("[\"\\uDFAB\"]"),
        /* not UTF-8 */
        T("[\"\xe6\x97\xa5\xd1\x88\xfb\"]"),
        T("[\"\xed\xa0\x81\"]"),
        T("[\"\xfe\"]"),
        T("[\"\xe8\"]"),
        T("[\"\x82\"]"),
        T("[\"\xf4\xbf\xbf\xbe\"]"),
        T("[\"\xc0\xae\"]"),
        T("[\"\xfc\x83\xbf\xbf\xbf\xbe\"]"),
        T("[\"\xfc\x80\x80\x80\x80\x81\"]"),
        T("[\"\xe1\xff\"]"),
        /* other encodings */
        T("\xff\xfe[\x00\"\x00\xea\x00\"\x00]\x00"),
        T("\x00[\x00\"\x00\xea\x00\"\x00]"),
        T("[\x00\"\x00\xea\x00\"\x00]\x00"),
    };
    judge(good, COUNT_OF(good), true);
    judge(bad, COUNT_OF(bad), false);
}

/* 512 containers in each other by default, and no stack of ours grows with the text. */
TEST(json_classes_depth)
{
    static char text[200000];
    cinch_json_opts opts = CINCH_ZERO;
    for (size_t kind = 0; kind < 2; kind++) {
        const char *open = kind ? "{\"\":" : "[";
        size_t step = strlen(open), at = 0;
        cinch_writer w;
        cinch_diag why;
        cinch_writer_init_count(&w);
        for (size_t i = 0; i < 25000; i++, at += step) memcpy(text + at, open, step);
        test_case("an opening bracket, 25,000 times, kind %zu", kind);
        CHECK_ERR(cinch_json_read(text, at, NULL, &w, NULL, &why), CINCH_ERR_DEPTH);
        CHECK_U64(why.pos, 512 * step);
        opts.limits.depth = 30000;
        CHECK_ERR(cinch_json_read(text, at, &opts, &w, NULL, &why), CINCH_ERR_TRUNCATED);
        CHECK_U64(why.pos, at);
        test_case("512 and 513 levels, kind %zu", kind);
        for (size_t n = 512; n <= 513; n++) {
            at = n * step;
            memcpy(text + at - step, open, step);
            text[at] = '1';
            memset(text + at + 1, kind ? '}' : ']', n);
            CHECK_ERR(cinch_json_read(text, at + 1 + n, NULL, &w, NULL, &why), n == 512 ? CINCH_OK : CINCH_ERR_DEPTH);
        }
    }
}

/* SPDX-License-Identifier: MIT
 * Text token by token: the same as in one call where it can be known in flat memory, USE where it cannot, payloads in parts.
 */
#include "json_drive.h"

enum { OUT_LEVELS = 8 };

/* Feeds the tokens of a message, payloads in parts of at most `part` bytes (0: whole), into a sink's buffer of 32 bytes. */
static cinch_error out_feed(const uint8_t *msg, size_t len, const cinch_json_opts *opts, size_t part, struct json_sink *s)
{
    cinch_level levels[OUT_LEVELS];
    uint8_t buf[32];
    cinch_writer w;
    cinch_json_out j;
    cinch_reader r;
    cinch_diag why;
    cinch_writer_init_sink(&w, buf, sizeof buf, json_sink_take, s);
    cinch_json_out_init(&j, levels, OUT_LEVELS, opts, &w);
    cinch_reader_init(&r, msg, len);
    while (cinch_reader_left(&r)) {
        cinch_token t = cinch_next(&r);
        bool payload = t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT;
        struct guard g;
        if (!CHECK(t.type != CINCH_NONE)) break;
        if (!payload || !part) {
            guard_init(&g, len + 1);
            if (payload) t.as.ptr = guard_end(&g, t.as.ptr, t.len);
            cinch_json_out_put(&j, t);
            guard_free(&g);
            continue;
        }
        const uint8_t *p = t.as.ptr;
        size_t left = t.len;
        t.part = CINCH_FIRST;
        do {
            size_t n = left < part ? left : part;
            guard_init(&g, n + 1);
            t.as.ptr = guard_end(&g, p, n);
            t.len = (uint32_t)n;
            p += n;
            left -= n;
            if (!left) t.part |= CINCH_LAST;
            cinch_json_out_put(&j, t);
            t.part = 0;
            guard_free(&g);
        } while (left);
    }
    cinch_error e = cinch_json_out_finish(&j, &why);
    CHECK_ERR(why.error, e);
    CHECK_U64(why.pos, 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    return e;
}

static void out_case(const char *hex, const cinch_json_opts *opts, cinch_error error, const char *text)
{
    uint8_t msg[4096];
    size_t len = hex_bytes(hex, msg, sizeof msg);
    static const size_t parts[] = {0, 1, 2, 3, 5, 16};
    test_case("%s", text ? text : hex);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        struct json_sink s = {NULL, 0, 0, 0};
        CHECK_ERR(out_feed(msg, len, opts, parts[i], &s), error);
        if (!error) CHECK_STR((const char *)s.bytes, s.len, text);
        free(s.bytes);
    }
}

TEST(json_out_text)
{
    static const char *const rows[][2] = {
        {"c0", "null"},
        {"93c2c3a161", "[false,true,\"a\"]"},
        {"cfffffffffffffffff", "18446744073709551615"},
        {"92cb3ff8000000000000ca3dcccccd", "[1.5,0.10000000149011612]"},
        {"90", "[]"},
        {"9180", "[{}]"},
        {"82a16193010290a16281a163c0", "{\"a\":[1,2,[]],\"b\":{\"c\":null}}"},
        {"a0", "\"\""},
        {"ac 22 0a c3a9 e3818e f09f9880 7a", "\"\\\"\\n\xc3\xa9\xe3\x81\x8e\xf0\x9f\x98\x80z\""},
        {"b4 61 c3a9 62 e3818e 63 f09f9880 6465666768697071", "\"a\xc3\xa9"
                                                              "b\xe3\x81\x8e"
                                                              "c\xf0\x9f\x98\x80"
                                                              "defghipq\""},
        {"c400", "\"\""},
        {"c40501020304ff", "\"AQIDBP8=\""},
        {"c4 13 000102030405060708090a0b0c0d0e0f101112", "\"AAECAwQFBgcICQoLDA0ODxAREg==\""},
        {"c70a05 00010203040506070809", "{\"$ext\":[5,\"AAECAwQFBgcICQ==\"]}"},
        {"d6ff00000000", "\"1970-01-01T00:00:00Z\""},
        {"c70cff00000000 0000003afff44180", "{\"$ext\":[-1,\"AAAAAAAAADr/9EGA\"]}"},
        {"83 01 01 ff 02 c0 03", "{\"1\":1,\"-1\":2,\"null\":3}"},
        {"82 c404 01020304 01 d6ff00000000 02", "{\"AQIDBA==\":1,\"1970-01-01T00:00:00Z\":2}"},
        {"82 a161 01 a161 02", "{\"a\":1,\"a\":2}"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) out_case(rows[i][0], NULL, CINCH_OK, rows[i][1]);
}

TEST(json_out_options)
{
    cinch_json_opts opts = CINCH_ZERO;
    opts.bin = CINCH_BIN_HEX;
    out_case("c40301abff", &opts, CINCH_OK, "\"01abff\"");
    opts.bin = CINCH_BIN_ARRAY;
    out_case("92c40301abffc400", &opts, CINCH_OK, "[[1,171,255],[]]");
    out_case("81c4010100", &opts, CINCH_ERR_KEY, NULL);
    opts.bin = CINCH_BIN_ERROR;
    out_case("c40101", &opts, CINCH_ERR_TYPE, NULL);
    opts.bin = CINCH_BIN_BASE64;
    opts.bin_prefix = "base64:";
    opts.ext_prefix = "ext:";
    out_case("82c40401020304 01 c70305010203 02", &opts, CINCH_OK, "{\"base64:AQIDBA==\":1,\"ext:5:base64:AQID\":2}");
    opts.nan = CINCH_NAN_STRING;
    opts.utf8 = CINCH_UTF8_REPLACE;
    opts.f32_short = true;
    out_case("94ca7fc00000 a461e3817a a2f09f ca3dcccccd", &opts, CINCH_OK, "[\"NaN\",\"a\xef\xbf\xbdz\",\"\xef\xbf\xbd\",0.1]");
    out_case("a7 80c3c3a9eda0f0", &opts, CINCH_OK, "\"\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    opts.indent = 1;
    out_case("82 a161 9201 90 a162 80", &opts, CINCH_OK, "{\n \"a\": [\n  1,\n  []\n ],\n \"b\": {}\n}");
    opts.indent = 0;
    opts.string_keys_only = true;
    out_case("810101", &opts, CINCH_ERR_KEY, NULL);
}

TEST(json_out_refuses)
{
    cinch_json_opts opts = CINCH_ZERO;
    out_case("cb7ff0000000000000", NULL, CINCH_ERR_NUMBER, NULL);
    out_case("a1ff", NULL, CINCH_ERR_UTF8, NULL);
    out_case("a4616263c3", NULL, CINCH_ERR_UTF8, NULL);
    out_case("a9 616263e381 71 616263", NULL, CINCH_ERR_UTF8, NULL);
    out_case("819001", NULL, CINCH_ERR_KEY, NULL);
    out_case("81d4050101", NULL, CINCH_ERR_KEY, NULL);
    out_case("9191919191919191 91 01", NULL, CINCH_ERR_DEPTH, NULL);
    out_case("91919191919191 91 90", NULL, CINCH_OK, "[[[[[[[[[]]]]]]]]]"); /* an empty one opens nothing */
    opts.sort_keys = true;
    out_case("c0", &opts, CINCH_ERR_USE, NULL);
    opts.sort_keys = false;
    opts.tagged = true;
    out_case("c0", &opts, CINCH_ERR_USE, NULL);
    opts.tagged = false;
    opts.dup = CINCH_DUP_LAST;
    out_case("c0", &opts, CINCH_ERR_USE, NULL);
}

struct mixed {
    const char *hex, *text; /* NULL: USE */
};

/* Whole keys: forms are told apart. In parts a str key is taken for anything. */
TEST(json_out_mixed_keys)
{
    static const struct mixed rows[] = {
        {"82 01 01 a26964 02", "{\"1\":1,\"id\":2}"},
        {"82 a26964 02 01 01", "{\"id\":2,\"1\":1}"},
        {"82 01 01 a132 02", NULL},
        {"82 a12d 01 05 02", "{\"-\":1,\"5\":2}"},
        {"82 01 01 a3312e35 02", "{\"1\":1,\"1.5\":2}"},
        {"82 cb3ff8000000000000 01 a131 02", NULL},
        {"82 c0 01 a56e756c6c73 02", "{\"null\":1,\"nulls\":2}"},
        {"82 c0 01 a46e756c6c 02", NULL},
        {"82 c3 01 a474727565 02", NULL},
        {"82 c40101 01 a46e616d65 02", NULL}, /* a word may be base64 */
        {"82 c40101 01 a36e616d 02", "{\"AQ==\":1,\"nam\":2}"},
        {"82 c40101 01 a46e2d6d65 02", "{\"AQ==\":1,\"n-me\":2}"},
        {"82 c40101 01 a46e2b2f3d 02", NULL},
        {"82 c40101 01 a46e7e6d65 02", "{\"AQ==\":1,\"n~me\":2}"},
        {"82 c40101 01 a440414243 02", "{\"AQ==\":1,\"@ABC\":2}"},
        {"82 01 01 a3312b31 02", "{\"1\":1,\"1+1\":2}"},
        {"82 01 01 a3312d31 02", "{\"1\":1,\"1-1\":2}"},
        {"82 d6ff00000000 01 b4 6161616161616161616161616161616161616161 02",
         "{\"1970-01-01T00:00:00Z\":1,\"aaaaaaaaaaaaaaaaaaaa\":2}"},
        {"82 c400 01 a0 02", NULL},
        {"82 01 01 a0 02", "{\"1\":1,\"\":2}"},
        {"82 d6ff00000000 01 b4313937302d30312d30315430303a30303a30305a 02", NULL},
        {"82 d6ff00000000 01 b331393730 2d30312d30315430303a30303a3030 02",
         "{\"1970-01-01T00:00:00Z\":1,\"1970-01-01T00:00:00\":2}"},
        {"93 81 01 01 81 a131 01 82 a131 01 a132 01",
         "[{\"1\":1},{\"1\":1},{\"1\":1,\"2\":1}]"}, /* maps do not mix with each other */
        {"82 01 81 a131 00 02 00", "{\"1\":{\"1\":0},\"2\":0}"},
        {"82 ca3fc00000 01 cb3ff8000000000000 02", "{\"1.5\":1,\"1.5\":2}"},
        {"83 ca3fc00000 01 cb3ff8000000000000 02 a161 03", NULL}, /* and so these are an error in memory */
        {"83 a161 01 ca3fc00000 02 cb3ff8000000000000 03", NULL},
        {"83 01 01 c40101 02 a12d 03", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t msg[256];
        size_t len = hex_bytes(rows[i].hex, msg, sizeof msg);
        struct json_sink s = {NULL, 0, 0, 0};
        test_case("%s", rows[i].hex);
        CHECK_ERR(out_feed(msg, len, NULL, 0, &s), rows[i].text ? CINCH_OK : CINCH_ERR_USE);
        if (rows[i].text) CHECK_STR((const char *)s.bytes, s.len, rows[i].text);
        free(s.bytes);
    }
    struct json_sink s = {NULL, 0, 0, 0};
    test_case("a key in parts");
    CHECK_ERR(out_feed((const uint8_t *)"\x82\x01\x01\xa2id\x02", 7, NULL, 1, &s), CINCH_ERR_USE);
    s.len = 0;
    CHECK_ERR(out_feed((const uint8_t *)"\x82\xa2xy\x01\xa2id\x02", 9, NULL, 1, &s), CINCH_OK);
    CHECK_STR((const char *)s.bytes, s.len, "{\"xy\":1,\"id\":2}");
    free(s.bytes);
}

/* With room for so many bytes of keys. */
static cinch_error lent_feed(const char *hex, size_t lent, const char *text)
{
    static uint8_t keys[4096];
    uint8_t msg[1024];
    char out[2048];
    size_t len = hex_bytes(hex, msg, sizeof msg);
    cinch_level levels[OUT_LEVELS];
    cinch_writer w;
    cinch_json_out j;
    cinch_reader r;
    cinch_writer_init(&w, out, sizeof out);
    cinch_json_out_init(&j, levels, OUT_LEVELS, NULL, &w);
    memset(keys, 0x5a, sizeof keys);
    cinch_json_out_keys(&j, keys, lent);
    for (int round = 0; round < 2; round++) { /* a second document finds the memory as the first did */
        cinch_writer_rewind(&w, 0);
        cinch_reader_init(&r, msg, len);
        while (cinch_reader_left(&r)) cinch_json_out_put(&j, cinch_next(&r));
        if (text) CHECK_STR(out, (size_t)cinch_writer_pos(&w), text);
    }
    for (size_t i = lent; i < sizeof keys; i++)
        if (!CHECK(keys[i] == 0x5a)) break;
    return cinch_json_out_finish(&j, NULL);
}

TEST(json_out_kept_keys)
{
    static const struct {
        const char *hex;
        cinch_error error;
        const char *text;
    } rows[] = {
        {"82 01 01 a132 02", CINCH_OK, "{\"1\":1,\"2\":2}"},
        {"82 01 01 a131 02", CINCH_ERR_KEY, NULL},
        {"82 a131 01 01 02", CINCH_ERR_KEY, NULL},
        {"84 a131 01 a131 02 02 03 cc02 04", CINCH_OK, "{\"1\":1,\"1\":2,\"2\":3,\"2\":4}"}, /* equal keys are no clash */
        {"82 01 81 a131 82 01 02 a132 03 a133 04", CINCH_OK, "{\"1\":{\"1\":{\"1\":2,\"2\":3}},\"3\":4}"},
        {"83 01 82 a131 01 a132 02 a133 03 a131 04", CINCH_ERR_KEY, NULL}, /* an inner map took its own away, and no more */
        {"83 01 82 a131 01 a132 02 02 03 a132 04", CINCH_ERR_KEY, NULL},
        {"82 c0 01 a46e756c6c 02", CINCH_ERR_KEY, NULL},
        {"82 c3 01 a46e756c6c 02", CINCH_OK, "{\"true\":1,\"null\":2}"},
        {"82 d6ff00000000 01 b4313937302d30312d30315430303a30303a30305a 02", CINCH_ERR_KEY, NULL},
        {"82 ca3fc00000 01 cb3ff8000000000000 02", CINCH_OK, "{\"1.5\":1,\"1.5\":2}"},
        {"83 ca3fc00000 01 cb4000000000000000 02 a161 03", CINCH_OK, "{\"1.5\":1,\"2.0\":2,\"a\":3}"},
        {"83 ca3fc00000 01 cb3ff8000000000000 02 a161 03", CINCH_ERR_USE, NULL},
        {"83 a161 01 ca3fc00000 02 cb3ff8000000000000 03", CINCH_ERR_USE, NULL},
        {"83 01 01 c40101 02 a12d 03", CINCH_OK, "{\"1\":1,\"AQ==\":2,\"-\":3}"},
        {"82 c403d76df8 01 a46e616d65 02", CINCH_ERR_USE, NULL}, /* bin beside base64 stays open */
        {"82 a431323334 01 c403d76df8 02", CINCH_ERR_KEY, NULL}, /* but this is known */
        {"82 01 01 dc0001 01 02", CINCH_ERR_KEY, NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("%s", rows[i].hex);
        CHECK_ERR(lent_feed(rows[i].hex, 1024, rows[i].text), rows[i].error);
        if (rows[i].error != CINCH_OK) continue;
        cinch_error e = lent_feed(rows[i].hex, 0, NULL);
        CHECK(e == CINCH_OK || e == CINCH_ERR_USE);
    }
    test_case("too many");
    CHECK_ERR(lent_feed("de000c 01 00 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00 0a 00 0b 00 a3313030 00", 256, NULL),
              CINCH_ERR_USE);
    test_case("too many, and no str like them");
    CHECK_ERR(lent_feed("de000c 01 00 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00 0a 00 0b 00 a3786162 00", 256, NULL),
              CINCH_OK);
    test_case("room in an inner map is there again");
    CHECK_ERR(lent_feed("94 84 01 00 02 00 03 00 a134 00 84 01 00 02 00 03 00 a134 00 84 01 00 02 00 03 00 a134 00 84 01 00 02 "
                        "00 03 00 a134 00",
                        256, NULL),
              CINCH_OK);
}

/* Between documents finish says so, as often as asked. */
TEST(json_out_many)
{
    cinch_level levels[2];
    char out[64];
    cinch_writer w;
    cinch_json_out j;
    cinch_token t = CINCH_ZERO;
    cinch_writer_init(&w, out, sizeof out);
    cinch_json_out_init(&j, levels, 2, NULL, &w);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_OK);
    t.part = CINCH_FIRST | CINCH_LAST;
    t.type = CINCH_ARRAY;
    t.len = 1;
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_ERR_TRUNCATED);
    t.type = CINCH_NIL;
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_OK);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_OK);
    cinch_put_raw(&w, "\n", 1);
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_OK);
    CHECK_MEM(out, (size_t)cinch_writer_pos(&w), "[null]\nnull", 11);
    test_case("a part out of place");
    t.type = CINCH_STR;
    t.part = CINCH_LAST;
    t.as.str = "x";
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_ERR_USE);
    test_case("another token inside a payload");
    cinch_json_out_init(&j, levels, 2, NULL, &w);
    t.part = CINCH_FIRST;
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_ERR_TRUNCATED);
    t.type = CINCH_NIL;
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_ERR_USE);
    test_case("no token");
    cinch_json_out_init(&j, levels, 2, NULL, &w);
    t.type = CINCH_NONE;
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_ERR_USE);
    test_case("no room");
    cinch_json_out_init(&j, levels, 2, NULL, &w);
    cinch_writer_init(&w, out, 3);
    t.type = CINCH_NIL;
    cinch_json_out_put(&j, t);
    CHECK_ERR(cinch_json_out_finish(&j, NULL), CINCH_ERR_ROOM);
}

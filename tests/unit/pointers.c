/* SPDX-License-Identifier: MIT
 * Pointers and lines: cinch_locate, cinch_find, cinch_explain, cinch_unescape.
 */
#include <stdlib.h>
#include <time.h>
#include "cinch/check.h"
#include "cinch/read.h"
#include "harness.h"
#include "support.h"

static size_t bytes_of(const char *hex, uint8_t *out, size_t cap)
{
    size_t len = hex_bytes(hex, out, cap);
    return CHECK(len <= cap) ? len : 0;
}

TEST(locate_places)
{
    static const struct {
        const char *hex;
        uint64_t pos;
        const char *pointer;
    } rows[] = {
        {"", 0, ""},
        {"01", 0, ""},
        {"01", 1, ""},
        {"92 01 02", 0, ""},
        {"92 01 02", 1, "/0"},
        {"92 01 02", 2, "/1"},
        {"92 01", 2, "/1"},
        {"92 91 05 02", 2, "/0/0"},
        {"92 91 05 02", 3, "/1"},
        {"81 a1 61 07", 1, ""}, /* a key has its map's path */
        {"81 a1 61 07", 2, ""},
        {"81 a1 61 07", 3, "/a"},
        {"81 a1 61", 3, "/a"},
        {"81", 1, ""},
        {"81 a1 61 81", 4, "/a"},
        {"81 a1 61 82 a1 62 01", 7, "/a"}, /* the second key is missing */
        {"81 93 01 02 03 05", 3, ""},      /* within a key */
        {"81 93 01 02 03 91 05", 6, "/~/0"},
        {"81 91 81 a1 61 07 05", 5, ""}, /* deep within a key */
        {"81 2a 91 05", 3, "/42/0"},
        {"81 d0 85 05", 3, "/-123"},
        {"81 cf ffffffffffffffff 05", 10, "/18446744073709551615"},
        {"81 d3 8000000000000000 05", 10, "/-9223372036854775808"},
        {"81 c0 05", 2, "/~"},
        {"81 c4 01 61 05", 4, "/~"},
        {"81 ca 3f800000 05", 6, "/~"},
        {"81 d6 ff 00000000 05", 7, "/~"},
        {"81 a4 612f7e62 05", 6, "/a~1~0b"},
        {"81 a0 05", 2, "/"},
        {"81 a0 81 a0 05", 4, "//"},
        {"01 02 92 01 02", 4, "/1"}, /* third of a run */
        {"01 02", 1, ""},
        {"93 01 c1 02", 2, "/1"},
        {"93 01 c1 02", 3, "/1"}, /* bad before: as far as it goes */
        {"92 db 00000005 6162636465 02", 8, "/0"},
        {"92 db 00000005 6162636465 02", 11, "/1"},
        {"92 db 00000005 6162", 7, "/0"},
        {"91 dc 00", 2, "/0"},
        {"92 d7 ff ffffffffffffffff 01", 11, "/1"}, /* no timestamp, but framed well */
        {"de 0001 d9 02 6162 dd 00000002 01 02", 13, "/ab/1"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[64];
        char out[64];
        size_t len = bytes_of(rows[i].hex, bytes, sizeof bytes), n = strlen(rows[i].pointer);
        test_case("%s at %llu", rows[i].hex, (unsigned long long)rows[i].pos);
        CHECK_STR(out, cinch_locate(bytes, len, rows[i].pos, out, sizeof out), rows[i].pointer);
        CHECK_U64(strlen(out), n);
        CHECK_STR(out, cinch_locate(bytes, len, rows[i].pos, out, n + 1), rows[i].pointer); /* just enough */
    }
}

TEST(locate_room)
{
    static const uint8_t msg[] = "\x81\xa5users\x91\x81\xa4name\x91\xc1";
    static const char *const want[] = {
        "",     "",     "/",    "/.",         "/..",        "/...",         "/...",         "/...",
        "/...", "/...", "/...", "/users/...", "/users/...", "/users/0/...", "/users/0/...", "/users/0/..."};
    char out[32];
    for (size_t cap = 0; cap < COUNT_OF(want); cap++) {
        test_case("cap %zu", cap);
        memset(out, '#', sizeof out);
        CHECK_STR(out, cinch_locate(msg, sizeof msg - 1, 15, out, cap), want[cap]);
        CHECK(out[cap] == '#');
        if (cap) CHECK_U64(strlen(out), strlen(want[cap]));
    }
    CHECK_STR(out, cinch_locate(msg, sizeof msg - 1, 15, out, 17), "/users/0/name/0");
    CHECK_U64(cinch_locate(msg, sizeof msg - 1, 15, NULL, 0), 0);
    CHECK_U64(cinch_locate(NULL, 0, 14, out, sizeof out), 0);
}

/* Containers nested deeper than there are levels: whole pointers, in time that is not quadratic, and back. */
static void deep_pointer(size_t depth, bool siblings)
{
    size_t unit = siblings ? 4 : 1, len = depth * unit + 1, cap = 2 * depth + 1;
    uint8_t *msg = malloc(len);
    char *out = malloc(cap);
    cinch_bin item;
    bool right = true;
    test_case("%zu deep%s", depth, siblings ? " with siblings" : "");
    if (CHECK(msg && out)) {
        for (size_t i = 0; i < depth; i++)
            memcpy(msg + i * unit, siblings ? "\x93\x91\x90\x90" : "\x91", unit); /* [[[]], [], deeper] */
        msg[len - 1] = 0xc0;
        CHECK_U64(cinch_locate(msg, len, len - 1, out, cap), cap - 1);
        for (size_t i = 0; i + 1 < cap; i += 2) right &= out[i] == '/' && out[i + 1] == (siblings ? '2' : '0');
        CHECK(right);
        CHECK_ERR(cinch_find(msg, len, (cinch_str){out, cap - 1}, &item, NULL), CINCH_OK);
        CHECK(item.ptr == msg + len - 1);
        CHECK_STR(out, cinch_locate(msg, len, len - 1, out, 8), siblings ? "/2/..." : "/0/...");
    }
    free(msg);
    free(out);
}

TEST(locate_deep)
{
    static const size_t depths[] = {4, 511, 512, 513, 1023, 1024, 1025, 3000, 100000, 3000000};
    clock_t began = clock();
    for (size_t i = 0; i < COUNT_OF(depths); i++) {
        deep_pointer(depths[i], false);
        deep_pointer(depths[i], true);
    }
    test_case("in linear time");
    CHECK((clock() - began) / CLOCKS_PER_SEC < 12); /* a second, where a walk to the end for every 512 levels takes a hundred */
}

TEST(find_rows)
{
    /* {"a":[10,{"b":true}],"1":"one",1:2,-1:3,"~/":4,"a":5,"":6,[1]:7} */
    static const char hex[] = "88 a161 92 0a 81 a162 c3 a131 a3 6f6e65 01 02 ff 03 a2 7e2f 04 a161 92 05 06 a0 06 91 01 07";
    static const struct {
        const char *pointer;
        cinch_error error;
        uint64_t pos, len;
    } rows[] = {
        {"", CINCH_OK, 0, 33},
        {"/a", CINCH_OK, 25, 3},
        {"/a/0", CINCH_OK, 26, 1},
        {"/a/1", CINCH_OK, 27, 1},
        {"/1", CINCH_OK, 11, 4},
        {"/-1", CINCH_OK, 18, 1},
        {"/~0~1", CINCH_OK, 22, 1},
        {"/", CINCH_OK, 29, 1},
        {"/a/2", CINCH_ERR_ABSENT, 25, 0},
        {"/a/-", CINCH_ERR_ABSENT, 25, 0},
        {"/a/00", CINCH_ERR_ABSENT, 25, 0},
        {"/a/01", CINCH_ERR_ABSENT, 25, 0},
        {"/a/", CINCH_ERR_ABSENT, 25, 0},
        {"/a/4294967296", CINCH_ERR_ABSENT, 25, 0},
        {"/b", CINCH_ERR_ABSENT, 0, 0},
        {"/a/0/x", CINCH_ERR_ABSENT, 26, 0},
        {"a", CINCH_ERR_POINTER, 0, 0},
        {"/~", CINCH_ERR_POINTER, 1, 0},
        {"/a~2", CINCH_ERR_POINTER, 2, 0},
        {"/+1", CINCH_ERR_ABSENT, 0, 0},
        {"/18446744073709551617", CINCH_ERR_ABSENT, 0, 0},
    };
    uint8_t bytes[64];
    size_t len = bytes_of(hex, bytes, sizeof bytes);
    struct guard g;
    guard_init(&g, sizeof bytes);
    const uint8_t *msg = guard_end(&g, bytes, len);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinch_bin item = {bytes, 99};
        cinch_diag diag;
        test_case("\"%s\"", rows[i].pointer);
        CHECK_ERR(cinch_find(msg, len, cinch_cstr(rows[i].pointer), &item, &diag), rows[i].error);
        CHECK_ERR(diag.error, rows[i].error);
        if (rows[i].error) {
            CHECK_U64(diag.pos, rows[i].pos);
            CHECK(item.ptr != NULL && item.len == 0);
        } else {
            CHECK_U64((uint64_t)(item.ptr - msg), rows[i].pos);
            CHECK_U64(item.len, rows[i].len);
            CHECK_U64(diag.pos, rows[i].pos + rows[i].len);
        }
    }
    guard_free(&g);
}

/* What a bad message gives: what lies on the way is judged, what follows the item is not. */
TEST(find_bad)
{
    static const struct {
        const char *hex, *pointer;
        cinch_error error;
        uint64_t pos;
    } rows[] = {
        {"", "", CINCH_ERR_TRUNCATED, 0},
        {"92 01 c1", "/0", CINCH_OK, 2},
        {"92 01 c1", "/1", CINCH_ERR_RESERVED, 2},
        {"92 c1 01", "/1", CINCH_ERR_RESERVED, 1},
        {"82 a161 01 c1", "/a", CINCH_ERR_RESERVED, 4}, /* a later "a" would count */
        {"81 91", "/a", CINCH_ERR_TRUNCATED, 2},
        {"81 91 c1", "/a", CINCH_ERR_RESERVED, 2},
        {"81 a161", "/a", CINCH_ERR_TRUNCATED, 3},
        {"df ffffffff 01 02", "/1", CINCH_ERR_TRUNCATED, 7},
        {"91 01 c1", "", CINCH_OK, 2},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[64];
        size_t len = bytes_of(rows[i].hex, bytes, sizeof bytes);
        cinch_bin item;
        cinch_diag diag;
        test_case("%s of %s", rows[i].pointer, rows[i].hex);
        CHECK_ERR(cinch_find(bytes, len, cinch_cstr(rows[i].pointer), &item, &diag), rows[i].error);
        CHECK_U64(diag.pos, rows[i].pos);
    }
}

/* The last of duplicates counts, whatever an earlier one holds, and at every depth; an integer only where no str is. */
TEST(find_duplicates)
{
    static const struct {
        const char *hex, *pointer;
        cinch_error error;
        uint64_t pos;
    } rows[] = {
        {"82 a161 81 a162 01 a161 81 a162 02", "/a/b", CINCH_OK, 12},
        {"82 a161 81 a162 01 a161 80", "/a/b", CINCH_ERR_ABSENT, 9},
        {"82 a161 81 a162 01 a161 05", "/a/b", CINCH_ERR_ABSENT, 9},
        {"82 a161 80 a161 81 a162 02", "/a/b", CINCH_OK, 9},
        {"82 a161 82 a162 01 a162 02 a163 81 a162 03", "/a/b", CINCH_OK, 9},
        {"82 a161 82 a162 81 a163 01 a162 80 a161 82 a162 80 a162 81 a163 02", "/a/b/c", CINCH_OK, 24},
        {"82 a161 82 a162 80 a162 81 a163 02 a161 82 a162 81 a163 01 a162 80", "/a/b/c", CINCH_ERR_ABSENT, 24},
        {"82 a130 81 a161 01 00 81 a161 02", "/0/a", CINCH_OK, 6},          /* str first, integer after it */
        {"82 00 81 a161 01 a130 81 a161 02", "/0/a", CINCH_OK, 11},         /* the other way round */
        {"82 00 81 a161 01 a130 80", "/0/a", CINCH_ERR_ABSENT, 8},          /* the str wins even without an "a" */
        {"82 00 81 a161 01 00 81 a161 02", "/0/a", CINCH_OK, 10},           /* two integers */
        {"82 00 81 a161 01 cc00 80", "/0/a", CINCH_ERR_ABSENT, 8},          /* in different formats */
        {"83 a130 80 00 81 a161 01 a130 81 a161 02", "/0/a", CINCH_OK, 14}, /* str, integer, str */
        {"82 a161 92 01 02 a161 92 03 04", "/a/1", CINCH_OK, 10},
        {"82 a161 92 01 02 a161 91 03", "/a/1", CINCH_ERR_ABSENT, 8},
        {"82 a161 92 81 00 01 02 a161 92 81 00 03 04", "/a/0/0", CINCH_OK, 13},
        {"92 82 a161 01 a161 02 c1", "/0/a", CINCH_OK, 7},   /* behind the outermost map nothing is looked at */
        {"81 a161 92 01 c1", "/a/0", CINCH_ERR_RESERVED, 5}, /* in it everything is */
        {"82 a161 82 a162 01 c1 02 a161 01", "/a/b", CINCH_ERR_RESERVED, 7},
        {"82 a161 81 a162 01 a161 81", "/a/b", CINCH_ERR_TRUNCATED, 10},
        {"82 a161 81 a162 01 a162 df ffffffff 01", "/a/b", CINCH_ERR_TRUNCATED, 15},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[64];
        size_t len = bytes_of(rows[i].hex, bytes, sizeof bytes);
        cinch_bin item;
        cinch_diag diag;
        test_case("%s of %s", rows[i].pointer, rows[i].hex);
        CHECK_ERR(cinch_find(bytes, len, cinch_cstr(rows[i].pointer), &item, &diag), rows[i].error);
        if (rows[i].error)
            CHECK_U64(diag.pos, rows[i].pos);
        else
            CHECK(item.ptr == bytes + rows[i].pos);
    }
}

/* {"a":{"a":... 7}}, in each map another pair before the inner one or, to be walked over on the way back, after it. At the level
 * that is named a later duplicate, 9, takes the place of all below it. */
static void deep_members(size_t depth, size_t duplicate)
{
    uint8_t *msg = malloc(6 * depth + 1);
    char *text = malloc(2 * depth);
    size_t len = 0, seven, i;
    cinch_bin item;
    cinch_diag diag;
    test_case("%zu maps, a duplicate in %zu", depth, duplicate);
    if (CHECK(msg && text)) {
        for (i = 0; i < depth; i++) {
            memcpy(msg + len,
                   "\x82\xa1"
                   "b\x01\xa1"
                   "a",
                   6);
            if (i % 3 == 0 || i == duplicate)
                memcpy(msg + len + 1,
                       "\xa1"
                       "a",
                       2);
            len += i % 3 == 0 || i == duplicate ? 3 : 6;
            memcpy(text + 2 * i, "/a", 2);
        }
        seven = len;
        msg[len++] = 7;
        for (i = depth; i--; len += i % 3 == 0 || i == duplicate ? 3 : 0)
            if (i % 3 == 0 || i == duplicate)
                memcpy(msg + len,
                       i == duplicate ? "\xa1"
                                        "a\x09"
                                      : "\xa1"
                                        "c\x09",
                       3);
        if (duplicate == depth) {
            CHECK_ERR(cinch_find(msg, len, (cinch_str){text, 2 * depth}, &item, &diag), CINCH_OK);
            CHECK(item.ptr == msg + seven && item.len == 1);
            text[2 * depth - 1] = 'x';
        } else {
            CHECK_ERR(cinch_find(msg, len, (cinch_str){text, 2 * duplicate + 2}, &item, &diag), CINCH_OK);
            CHECK(item.len == 1 && *item.ptr == 9);
        }
        CHECK_ERR(cinch_find(msg, len, (cinch_str){text, 2 * depth}, &item, &diag),
                  duplicate + 1 == depth ? CINCH_OK : CINCH_ERR_ABSENT);
        if (duplicate + 1 < depth) CHECK_U64(msg[diag.pos], 9);
        if (duplicate == depth) CHECK_U64(msg[diag.pos], 0x82);
    }
    free(msg);
    free(text);
}

/* How long `count` walks over 100,000 maps in one another take on this machine, emulated or not. */
static clock_t deep_walks(size_t count)
{
    enum { DEPTH = 100000 };
    uint8_t *msg = malloc(3 * DEPTH + 1);
    clock_t began = clock();
    if (CHECK(msg != NULL)) {
        for (size_t i = 0; i < DEPTH; i++) memcpy(msg + 3 * i, "\x81\xa1\x61", 3);
        msg[3 * DEPTH] = 7;
        began = clock();
        while (count--) {
            cinch_reader r;
            cinch_reader_init(&r, msg, 3 * DEPTH + 1);
            cinch_skip(&r);
            CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
        }
    }
    free(msg);
    return clock() - began;
}

TEST(find_deep)
{
    static const size_t depths[] = {1, 2, 511, 512, 513, 1023, 1024, 1025, 1536, 3000};
    clock_t began, walks;
    for (size_t i = 0; i < COUNT_OF(depths); i++) {
        static const size_t places[] = {0, 1, 510, 511, 512, 513, 1023, 1024};
        for (size_t k = 0; k < COUNT_OF(places); k++)
            if (places[k] < depths[i]) deep_members(depths[i], places[k]);
        deep_members(depths[i], depths[i] - 1);
        deep_members(depths[i], depths[i]);
    }
    walks = deep_walks(200);
    began = clock();
    deep_members(100000, 100000);
    test_case("100,000 maps, in time");
    CHECK(clock() - began < 50 * (walks + 1)); /* of which two are needed; a walk for every level needs five hundred and more */
}

TEST(explain_lines)
{
    static const uint8_t msg[] = "\x81\xa5users\x94\x01\x02\x03\x81\xa2id\x05"; /* 15: the 5 */
    static const cinch_diag type = {CINCH_ERR_TYPE, CINCH_BIT(CINCH_STR), CINCH_U64, 15, 0, 0, NULL, false};
    cinch_diag d = type;
    char out[256];
    size_t len = sizeof msg - 1;
#define LINE(want) CHECK_STR(out, cinch_explain(&d, msg, len, out, sizeof out), want)
    LINE("offset 15 (0xf), at /users/3/id: expected str, got u64");
    d.expected |= CINCH_BIT(CINCH_NIL);
    LINE("offset 15 (0xf), at /users/3/id: expected nil or str, got u64");
    d.expected |= CINCH_BIT(CINCH_BOOL);
    d.got = CINCH_NONE;
    LINE("offset 15 (0xf), at /users/3/id: expected nil, bool or str");
    d.expected = 0x1fff & ~1u;
    d.got = CINCH_ARRAY;
    LINE("offset 15 (0xf), at /users/3/id: expected nil, bool, u64, i64, f32, f64, str, bin, ext, time, array or map, got "
         "array");
    d = type;
    d.expected = 0;
    LINE("offset 15 (0xf), at /users/3/id: wrong type");
    d.error = CINCH_ERR_MISSING;
    d.member = "na/me";
    d.pos = 11;
    LINE("offset 11 (0xb), at /users/3/na~1me: required member missing");
    d.member = NULL;
    d.pos = 0;
    d.error = CINCH_ERR_RESERVED;
    LINE("offset 0 (0x0): reserved byte 0xc1");
    d.error = CINCH_ERR_SYNTAX;
    d.line = 3;
    d.column = 7;
    LINE("line 3, column 7: syntax error in text");
    d.line = 0;
    d.error = CINCH_ERR_POINTER;
    d.pos = 5;
    LINE("offset 5 of the pointer: malformed JSON Pointer");
    d = type;
    CHECK_STR(out, cinch_explain(&d, NULL, 0, out, sizeof out), "offset 15 (0xf): expected str, got u64");
    d.pos = UINT64_MAX;
    CHECK_STR(out, cinch_explain(&d, NULL, 0, out, sizeof out),
              "offset 18446744073709551615 (0xffffffffffffffff): expected str, got u64");
}

TEST(explain_objects)
{
    static const uint8_t run[] = "\x01\x92\x01\x02\x81\xa1k\xc1";
    cinch_diag d = {CINCH_ERR_RESERVED, 0, 0, 7, 0, 0, NULL, false};
    char out[80];
    CHECK_STR(out, cinch_explain(&d, run, 8, out, sizeof out), "offset 7 (0x7), object 3, at /k: reserved byte 0xc1");
    d.pos = 1;
    d.error = CINCH_ERR_TRAILING;
    CHECK_STR(out, cinch_explain(&d, run, 8, out, sizeof out), "offset 1 (0x1): bytes after the end of the message");
    d.error = CINCH_ERR_TRUNCATED;
    d.pos = 70000;
    d.member = "x";
    CHECK_STR(out, cinch_explain_at(&d, cinch_cstr("/a~1b/\x1b[m"), 12, out, sizeof out),
              "offset 70000 (0x11170), object 12, at /a~1b/\\x1b[m/x: input ends inside an item");
    d.member = NULL;
    CHECK_STR(out, cinch_explain_at(&d, cinch_cstr(""), 0, out, sizeof out),
              "offset 70000 (0x11170): input ends inside an item");
}

/* The path gives way first, in whole tokens, and the reason stays as long as there is any room. */
TEST(explain_room)
{
    static const uint8_t msg[] = "\x81\xa5users\x91\x81\xa4name\xc1";
    static const char whole[] = "offset 14 (0xe), at /users/0/name: reserved byte 0xc1";
    cinch_diag d = {CINCH_ERR_RESERVED, 0, 0, 14, 0, 0, NULL, false};
    char out[80];
    for (size_t cap = 0; cap < sizeof out - 1; cap++) {
        const char *want = cap >= sizeof whole       ? whole
                           : cap >= sizeof whole - 1 ? "offset 14 (0xe), at /users/0/...: reserved byte 0xc1"
                           : cap == sizeof whole - 2 ? "offset 14 (0xe), at /users/...: reserved byte 0xc1"
                                                     : NULL;
        size_t len;
        test_case("cap %zu", cap);
        memset(out, '#', sizeof out);
        len = cinch_explain(&d, msg, sizeof msg - 1, out, cap);
        CHECK(out[cap] == '#');
        CHECK(len < cap || cap == 0);
        if (!cap) continue;
        CHECK_U64(strlen(out), len);
        if (want) CHECK_STR(out, len, want);
        if (cap > 45) CHECK(strstr(out, ": reserved byte 0xc1") != NULL);
    }
}

/* Keys that want to break the line or drive the terminal; the escapes lead back to the key. */
TEST(explain_hostile)
{
    static const struct {
        const char *key, *shown;
    } rows[] = {
        {"plain key", "plain key"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"a\nb\tc\r", "a\\x0ab\\x09c\\x0d"},
        {"\x1b]0;x\x07", "\\x1b]0;x\\x07"},
        {"\x7f", "\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m"}, /* CSI as one character */
        {"\xe2\x80\xae"
         "x",
         "\\xe2\\x80\\xaex"},                /* right-to-left override */
        {"\xe2\x80\xa8", "\\xe2\\x80\\xa8"}, /* line separator */
        {"\xef\xbb\xbf", "\\xef\\xbb\\xbf"},
        {"\xff\xfe", "\\xff\\xfe"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"}, /* surrogate */
        {"\xc0\xaf", "\\xc0\\xaf"},          /* overlong */
        {"\xe2\x82", "\\xe2\\x82"},          /* cut */
        {"\\x0a", "\\\\x0a"},
        {"\\", "\\\\"},
        {"~/\\", "~0~1\\\\"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t msg[64] = {0x81};
        char out[128], want[128];
        size_t len = strlen(rows[i].key), line, n;
        cinch_diag d = {CINCH_ERR_RESERVED, 0, 0, 0, 0, 0, NULL, false};
        cinch_bin item;
        test_case("%s", rows[i].shown);
        msg[1] = (uint8_t)(0xa0 | len);
        memcpy(msg + 2, rows[i].key, len);
        msg[2 + len] = 0xc1;
        d.pos = 2 + len;
        line = cinch_explain(&d, msg, 3 + len, out, sizeof out);
        n = (size_t)snprintf(want, sizeof want, "offset %zu (0x%zx), at /%s: reserved byte 0xc1", 2 + len, 2 + len,
                             rows[i].shown);
        CHECK_MEM(out, line, want, n);
        n = strlen(rows[i].shown) + 1;
        memcpy(out, "/", 1);
        memcpy(out + 1, rows[i].shown, n - 1);
        CHECK(cinch_unescape(out, &n));
        msg[2 + len] = 0xc0;
        CHECK_ERR(cinch_find(msg, 3 + len, (cinch_str){out, n}, &item, NULL), CINCH_OK);
        CHECK(item.ptr == msg + 2 + len);
    }
}

/* Surrogates too, which are no UTF-8 then. */
static size_t utf8_bytes(uint32_t c, char *out)
{
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const uint8_t heads[] = {0, 0xc0, 0xe0, 0xf0};
    for (size_t i = len - 1; i; i--, c >>= 6) out[i] = (char)(uint8_t)(0x80 | (c & 0x3f));
    out[0] = (char)(uint8_t)(heads[len - 1] | c);
    return len;
}

/* Every character, and every byte that is none: shown by one rule in lines of one's own and in those of errors, and led back. */
TEST(escape_every)
{
    for (uint32_t c = 0; c < 0x110000 + 0x100; c++) {
        char key[8], out[32], line[96], back[32];
        uint8_t msg[16] = {0x81};
        size_t len = 1, n, m;
        cinch_diag d = {CINCH_ERR_RESERVED, 0, 0, 0, 0, 0, NULL, false};
        if (c >= 0x110000)
            key[0] = (char)(c - 0x110000);
        else
            len = utf8_bytes(c, key);
        if (key[0] == '/' || key[0] == '~') continue;
        n = cinch_escape(key, len, out, sizeof out);
        msg[1] = (uint8_t)(0xa0 | len);
        memcpy(msg + 2, key, len);
        msg[2 + len] = 0xc1;
        d.pos = 2 + len;
        (void)cinch_explain(&d, msg, 3 + len, line, sizeof line);
        if (!CHECK(memcmp(strstr(line, "/") + 1, out, n) == 0)) return;
        memcpy(back, out, m = n);
        if (!CHECK(cinch_unescape(back, &m) && m == len && memcmp(back, key, len) == 0)) return;
    }
}

TEST(escape_shown)
{
    static const struct {
        uint32_t from, to;
        bool shown;
    } rows[] = {{0x20, 0x5b, true},       {0x00, 0x1f, false},     {0x7f, 0x9f, false},     {0xa0, 0xac, true},
                {0xad, 0xad, false},      {0xae, 0x34e, true},     {0x61c, 0x61c, false},   {0x180e, 0x180e, false},
                {0x200b, 0x200f, false},  {0x2010, 0x2027, true},  {0x2028, 0x202e, false}, {0x2060, 0x206f, false},
                {0x3164, 0x3164, false},  {0x4e00, 0x9fff, true},  {0xd800, 0xdfff, false}, {0xfe0f, 0xfe0f, false},
                {0xfeff, 0xfeff, false},  {0xffa0, 0xffa0, false}, {0xfff9, 0xfffb, false}, {0x1f600, 0x1f64f, true},
                {0xe0041, 0xe0041, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (uint32_t c = rows[i].from; c <= rows[i].to; c++) {
            char key[8], out[32];
            size_t len = utf8_bytes(c, key), n = cinch_escape(key, len, out, sizeof out);
            test_case("U+%04x", (unsigned)c);
            CHECK_U64(n, rows[i].shown ? len : 4 * len);
        }
    }
}

TEST(escape_cut)
{
    static const char text[] = "ab\x1b\xc3\xa9\\z", whole[] = "ab\\x1b\xc3\xa9\\\\z";
    for (size_t cap = 0; cap <= sizeof whole + 1; cap++) {
        char out[32];
        memset(out, '#', sizeof out);
        size_t n = cinch_escape(text, sizeof text - 1, out, cap);
        test_case("cap %zu", cap);
        CHECK(cap == 0 ? n == 0 : n < cap && out[n] == 0);
        CHECK(out[cap] == '#');
        if (cap >= sizeof whole) {
            CHECK_STR(out, n, whole);
        } else if (cap > 3) {
            CHECK_MEM(out + n - 3, (size_t)3, "...", 3);
            CHECK(memcmp(out, whole, n - 3) == 0);
            size_t left = n - 3;
            CHECK(cinch_unescape(out, &left)); /* no escape is cut */
        }
    }
}

TEST(unescape_bad)
{
    static const char *const bad[] = {"\\", "a\\", "\\x", "\\x0", "\\xg0", "\\x0g", "\\n", "\\\\\\", "\\X00", "x\\x41\\q"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        char text[16];
        size_t len = strlen(bad[i]);
        test_case("%s", bad[i]);
        memcpy(text, bad[i], len);
        CHECK(!cinch_unescape(text, &len));
        CHECK_STR(text, len, bad[i]);
    }
    char text[] = "\\x00\\xFf\\xfF\\\\x41";
    size_t len = sizeof text - 1;
    CHECK(cinch_unescape(text, &len));
    CHECK_MEM(text, len, "\0\xff\xff\\x41", 7);
}

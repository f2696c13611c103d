/* SPDX-License-Identifier: MIT
 * str to and from UTF-16.
 */
#include "cinch/read.h"
#include "harness.h"
#include "support.h"

enum { MANY = 5000 };

static uint8_t out[4 * MANY];
static uint16_t units[MANY];

static cinch_error put_units(const uint16_t *s, size_t count, bool strict, cinch_bin *msg)
{
    cinch_writer w;
    cinch_writer_init(&w, out, sizeof out);
    cinch_put_utf16(&w, s, count, strict);
    return cinch_writer_finish(&w, msg, NULL);
}

static const struct {
    const char *hex; /* the str */
    uint16_t units[4];
    size_t count;
} pairs[] = {
    {"a0", {0}, 0},
    {"a100", {0}, 1},
    {"a17f", {0x7f}, 1},
    {"a2c280", {0x80}, 1},
    {"a2dfbf", {0x7ff}, 1},
    {"a3e0a080", {0x800}, 1},
    {"a3ed9fbf", {0xd7ff}, 1},
    {"a3ee8080", {0xe000}, 1},
    {"a3efbfbf", {0xffff}, 1},
    {"a4f0908080", {0xd800, 0xdc00}, 2},
    {"a4f48fbfbf", {0xdbff, 0xdfff}, 2},
    {"a661f09f988062", {'a', 0xd83d, 0xde00, 'b'}, 4},
};

TEST(utf16_pairs_both_ways)
{
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        uint8_t in[16];
        uint16_t back[4];
        cinch_bin msg;
        cinch_reader r;
        test_case("%s", pairs[i].hex);
        for (int strict = 0; strict < 2; strict++) {
            CHECK_ERR(put_units(pairs[i].units, pairs[i].count, strict, &msg), CINCH_OK);
            CHECK_HEX(msg.ptr, msg.len, pairs[i].hex);
            cinch_reader_init(&r, in, hex_bytes(pairs[i].hex, in, sizeof in));
            CHECK_U64(cinch_get_utf16(&r, back, pairs[i].count, strict), pairs[i].count);
            CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
            CHECK(memcmp(back, pairs[i].units, 2 * pairs[i].count) == 0);
        }
        if (!pairs[i].count) continue;
        cinch_reader_init(&r, in, hex_bytes(pairs[i].hex, in, sizeof in));
        CHECK_U64(cinch_get_utf16(&r, back, pairs[i].count - 1, true), 0);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_ROOM);
        CHECK_U64(cinch_reader_pos(&r), 0);
    }
}

TEST(utf16_pairs_unpaired)
{
    static const struct {
        uint16_t units[4];
        size_t count;
        const char *hex;
    } rows[] = {
        {{0xd800}, 1, "a13f"},
        {{0xdc00}, 1, "a13f"},
        {{0xdfff, 0xd800}, 2, "a23f3f"},
        {{0xd800, 'a'}, 2, "a23f61"},
        {{0xd800, 0xd800, 0xdc00}, 3, "a53ff0908080"},
        {{'a', 0xdbff, 'b', 0xdc00}, 4, "a4613f623f"},
        {{0xd800, 0xe000}, 2, "a43fee8080"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinch_bin msg;
        test_case("%s", rows[i].hex);
        CHECK_ERR(put_units(rows[i].units, rows[i].count, false, &msg), CINCH_OK);
        CHECK_HEX(msg.ptr, msg.len, rows[i].hex);
        CHECK_ERR(put_units(rows[i].units, rows[i].count, true, &msg), CINCH_ERR_SURROGATE);
        CHECK(msg.ptr != NULL && msg.len == 0);
    }
}

/* One U+FFFD for each maximal part, as the Unicode standard's table of examples has it (section 3.9). */
TEST(utf16_pairs_bad_utf8)
{
    static const struct {
        const char *hex;
        const char *want; /* '?' for U+FFFD */
    } rows[] = {
        {"a1ff", "?"},
        {"a180", "?"},
        {"a2c041", "?A"},
        {"a1c2", "?"},
        {"a2c2c2", "??"},
        {"a2e0a0", "?"},
        {"a3e0a041", "?A"},
        {"a3e08041", "??A"},
        {"a3eda080", "???"},
        {"a3f09f98", "?"},
        {"a4f09f9841", "?A"},
        {"a4f08080af", "????"},
        {"a4f4908080", "????"},
        {"a4f5808080", "????"},
        {"a8c0aff0828241e180", "?????A?"},
        {"ad61f18080e180c262806380bf64", "a???b?c??d"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t in[16];
        uint16_t got[16];
        char text[17] = "";
        cinch_reader r;
        test_case("%s", rows[i].hex);
        size_t len = hex_bytes(rows[i].hex, in, sizeof in);
        cinch_reader_init(&r, in, len);
        size_t n = cinch_get_utf16(&r, got, 16, false);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
        for (size_t k = 0; k < n; k++) text[k] = (char)(got[k] == 0xfffd ? '?' : got[k]);
        CHECK_STR(text, n, rows[i].want);
        cinch_reader_init(&r, in, len);
        CHECK_U64(cinch_get_utf16(&r, got, 16, true), 0);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_UTF8);
        CHECK_U64(cinch_reader_pos(&r), 0);
    }
}

struct got {
    uint8_t bytes[4 * MANY];
    size_t len;
};

static cinch_error append(void *user, const void *bytes, size_t len)
{
    struct got *g = (struct got *)user;
    memcpy(g->bytes + g->len, bytes, len);
    g->len += len;
    return CINCH_OK;
}

/* Longer than a sink's buffer: converted in pieces, which must not fall between two surrogates. */
TEST(utf16_pairs_pieces)
{
    static struct got g;
    uint8_t small[32];
    for (size_t shift = 0; shift < 3; shift++) {
        cinch_writer w;
        cinch_bin msg;
        test_case("shift %zu", shift);
        for (size_t i = 0; i < MANY; i++) units[i] = (i + shift) % 2 ? 0xde00 : 0xd83d;
        for (size_t i = 0; i < shift; i++) units[i] = 'x';
        units[MANY - 1] = 'y';
        CHECK_ERR(put_units(units, MANY, false, &msg), CINCH_OK);
        g.len = 0;
        cinch_writer_init_sink(&w, small, sizeof small, append, &g);
        cinch_put_utf16(&w, units, MANY, false);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
        CHECK_MEM(g.bytes, g.len, msg.ptr, msg.len);
        cinch_writer_init_count(&w);
        cinch_put_utf16(&w, units, MANY, false);
        CHECK_U64(cinch_writer_pos(&w), msg.len);
    }
    test_case("held");
    cinch_writer w;
    cinch_writer_init_sink(&w, small, sizeof small, append, &g);
    (void)cinch_put_open_array(&w);
    cinch_put_utf16(&w, units, MANY, false);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
    CHECK_U64(cinch_writer_pos(&w), 1);
}

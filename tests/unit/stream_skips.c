/* SPDX-License-Identifier: MIT
 * Skipping in a stream: what is in the container just announced and no more, also where there is nothing in it.
 */
#include "cinch/cinch.h"
#include "harness.h"
#include "support.h"

/* Reads tokens and skips what is in every container inside the first; gives what is left, as hex of first bytes. */
static void skip_inner(const uint8_t *bytes, size_t len, size_t piece, bool path, char *left, size_t cap)
{
    cinch_level levels[16];
    char at[64];
    cinch_stream s;
    cinch_token t;
    size_t n = 0, depth = 0;
    bool skipping = false;
    cinch_stream_init(&s, levels, 16, NULL);
    if (path) cinch_stream_path(&s, at, sizeof at);
    for (size_t i = 0; i < len; i += piece) {
        cinch_input in = {bytes + i, len - i < piece ? len - i : piece, 0};
        for (;;) {
            cinch_status got = skipping ? cinch_stream_skip(&s, &in) : cinch_stream_next(&s, &in, &t);
            if (got != CINCH_GOT) break;
            if (skipping) {
                skipping = false;
                continue;
            }
            n += (size_t)snprintf(left + n, cap - n, "%02x ", t.format);
            skipping = t.type >= CINCH_ARRAY && depth++ > 0;
        }
    }
    CHECK(!skipping);
    CHECK_ERR(cinch_stream_finish(&s, NULL), CINCH_OK);
    CHECK_U64(s.messages, 1);
}

TEST(stream_skips_what_is_inside)
{
    static const struct {
        const char *hex, *left;
    } rows[] = {
        {"93 90 01 02", "93 90 01 02 "},
        {"93 80 01 02", "93 80 01 02 "},
        {"93 91 07 01 02", "93 91 01 02 "},
        {"93 92 90 90 90 80", "93 92 90 80 "},
        {"82 01 90 02 81 a1 61 80", "82 01 90 02 81 "},
        {"94 dc0000 de0000 dd00000000 05", "94 dc de dd 05 "},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t piece = 1; piece < 20; piece++)
            for (int path = 0; path < 2; path++) {
                uint8_t bytes[32];
                char left[64];
                size_t len = hex_bytes(rows[i].hex, bytes, sizeof bytes);
                test_case("%s, pieces of %zu, path %d", rows[i].hex, piece, path);
                skip_inner(bytes, len, piece, path, left, sizeof left);
                CHECK_STR(left, strlen(left), rows[i].left);
            }
}

TEST(stream_skip_goes_on_with_more_input)
{
    cinch_level levels[4];
    cinch_stream s;
    cinch_input in = {"\x91", 1, 0};
    cinch_stream_init(&s, levels, 4, NULL);
    CHECK(cinch_stream_skip(&s, &in) == CINCH_MORE);
    CHECK_U64(in.pos, 1);
    CHECK_U64(s.messages, 0);
    in = (cinch_input){"\x00", 1, 0};
    CHECK(cinch_stream_skip(&s, &in) == CINCH_GOT);
    CHECK_U64(in.pos, 1);
    CHECK_U64(s.messages, 1);
    CHECK_U64(s.depth, 0);
    CHECK_ERR(cinch_stream_finish(&s, NULL), CINCH_OK);
}

/* Good input, the end of it, and every call, after an error: the same error at the same place, and not a byte taken. Then reset. */
TEST(stream_after_an_error_only_reset_works)
{
    static const struct {
        const char *hex;
        cinch_error error;
        uint64_t pos;
        uint32_t flags;
    } rows[] = {
        {"92 01 c1", CINCH_ERR_RESERVED, 2, 0},         {"91 91 91 90", CINCH_ERR_DEPTH, 3, 0},
        {"92 a1 ff 01", CINCH_ERR_UTF8, 1, CINCH_UTF8}, {"91 c7 05 ff 0000000000", CINCH_ERR_TIME, 1, 0},
        {"92 01 cd 01", CINCH_ERR_TRUNCATED, 2, 0},     {"92 01", CINCH_ERR_TRUNCATED, 2, 0},
        {"90", CINCH_ERR_USE, 0, CINCH_CANONICAL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t piece = 1; piece < 12; piece++) {
            cinch_level levels[3];
            uint8_t bytes[16];
            cinch_stream s;
            cinch_token t;
            cinch_diag why;
            cinch_read_opts opts = {.flags = rows[i].flags};
            size_t len = hex_bytes(rows[i].hex, bytes, sizeof bytes);
            test_case("%s, pieces of %zu", rows[i].hex, piece);
            cinch_stream_init(&s, levels, 3, &opts);
            for (size_t at = 0; at < len; at += piece) {
                cinch_input in = {bytes + at, len - at < piece ? len - at : piece, 0};
                while (cinch_stream_next(&s, &in, &t) == CINCH_GOT) continue;
            }
            CHECK_ERR(cinch_stream_finish(&s, &why), rows[i].error);
            CHECK_U64(why.pos, rows[i].pos);
            cinch_input good = {"\x90\x90", 2, 0};
            CHECK(cinch_stream_next(&s, &good, &t) == CINCH_FAILED);
            CHECK(cinch_stream_skip(&s, &good) == CINCH_FAILED);
            CHECK(cinch_stream_skip_all(&s, &good) == CINCH_FAILED);
            CHECK_U64(good.pos, 0);
            CHECK_ERR(cinch_stream_finish(&s, &why), rows[i].error);
            CHECK_U64(why.pos, rows[i].pos);
            cinch_stream_reset(&s);
            if (rows[i].error == CINCH_ERR_USE) continue; /* the options are kept, and they are what is wrong */
            CHECK(cinch_stream_skip_all(&s, &good) == CINCH_MORE);
            CHECK_U64(s.messages, 2);
            CHECK_ERR(cinch_stream_finish(&s, &why), CINCH_OK);
            CHECK_U64(why.pos, 2);
        }
}

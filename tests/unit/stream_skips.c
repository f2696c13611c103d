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

/* SPDX-License-Identifier: MIT
 * A stream's path in memory of every size: never a byte beyond it, and as far as it goes what cinch_locate says.
 */
#include "cinch/cinch.h"
#include "harness.h"
#include "support.h"

static const struct {
    const char *name, *hex;
} cut_path_rows[] = {
    {"arrays", "91 91 91 91 91 91 91 92 01 91 91 91 91 02"},
    {"maps", "81 a1 61 82 a3 626364 01 a2 6566 81 a1 67 82 a1 68 91 93 01 02 03 a4 61626364 80"},
    {"keys that are no text", "82 91 01 92 01 91 02 05 81 ff 91 91 91 03"},
    {"keys within keys", "82 91 92 01 91 02 03 91 81 a1 61 92 91 04 05 06"},
    {"back to a short path", "93 92 91 91 91 91 91 01 91 91 02 91 03 81 a1 7e 91 04"},
};

/* The path is the beginning of the pointer cinch_locate gives, and "/..." if that is not all. */
static bool cut_path_check(const cinch_stream *s, const uint8_t *bytes, size_t len, size_t cap)
{
    char whole[64];
    size_t n = cinch_locate(bytes, len, s->pos, whole, sizeof whole), head = s->path_len;
    if (!CHECK(s->path_len <= cap)) return false;
    if (s->path_len == n && memcmp(s->path, whole, n) == 0) return true;
    CHECK(n > cap - (cap < 4 ? cap : 4)); /* it did not fit */
    if (cap < 4) return true;
    return CHECK(head >= 4 && memcmp(s->path + head - 4, "/...", 4) == 0) && CHECK_MEM(s->path, head - 4, whole, head - 4);
}

/* A message cut at len is skipped; what the end then says is where it was cut. */
static void cut_path_skip(const uint8_t *bytes, size_t len, char *path, size_t cap, size_t piece)
{
    cinch_level levels[16];
    cinch_stream s;
    cinch_stream_init(&s, levels, 16, NULL);
    cinch_stream_path(&s, path, cap);
    for (size_t i = 0; i < len; i += piece) {
        cinch_input in = {bytes + i, len - i < piece ? len - i : piece, 0};
        if (!CHECK(cinch_stream_skip(&s, &in) == CINCH_MORE)) return;
    }
    CHECK_ERR(cinch_stream_finish(&s, NULL), len ? CINCH_ERR_TRUNCATED : CINCH_OK);
    cut_path_check(&s, bytes, len, cap);
}

static void cut_path_walk(const uint8_t *bytes, size_t len, char *path, size_t cap, size_t piece)
{
    cinch_level levels[16];
    cinch_stream s;
    cinch_token t;
    cinch_stream_init(&s, levels, 16, NULL);
    cinch_stream_path(&s, path, cap);
    for (size_t i = 0; i < len; i += piece) {
        cinch_input in = {bytes + i, len - i < piece ? len - i : piece, 0};
        while (cinch_stream_next(&s, &in, &t) == CINCH_GOT)
            if (!cut_path_check(&s, bytes, len, cap)) return;
    }
    CHECK_ERR(cinch_stream_finish(&s, NULL), CINCH_OK);
}

TEST(stream_paths_of_every_size)
{
    uint8_t bytes[64];
    struct guard memory;
    guard_init(&memory, 64);
    for (size_t i = 0; i < COUNT_OF(cut_path_rows); i++)
        for (size_t cap = 0; cap <= 40; cap++) {
            size_t len = hex_bytes(cut_path_rows[i].hex, bytes, sizeof bytes);
            test_case("%s, %zu bytes of path", cut_path_rows[i].name, cap);
            for (size_t piece = 1; piece <= len; piece++) {
                char *path = (char *)guard_end(&memory, NULL, cap);
                cut_path_walk(bytes, len, path, cap, piece);
                for (size_t cut = 0; cut < len; cut++) cut_path_skip(bytes, cut, path, cap, piece);
            }
        }
    guard_free(&memory);
}

/* SPDX-License-Identifier: MIT
 * What generated passes lay is what a writer puts: integers around every power of two, strings of every short length, from copies that end where
 * their memory does.
 */
#include "cinch/gen.h"
#include "cinch/write.h"
#include "harness.h"

#include <stdlib.h>

static void lay_i64(int64_t v)
{
    uint8_t got[16], want[16];
    cinch_writer w;
    cinch_writer_init(&w, want, sizeof want);
    cinch_put_i64(&w, v);
    CHECK_MEM(got + 5, (size_t)(cinch_gen_lay_i64(got, 5, v) + 1 - got), want, (size_t)cinch_writer_pos(&w));
}

static void lay_u64(uint64_t v)
{
    uint8_t got[16], want[16];
    cinch_writer w;
    cinch_writer_init(&w, want, sizeof want);
    cinch_put_u64(&w, v);
    CHECK_MEM(got + 5, (size_t)(cinch_gen_lay_u64(got, 5, v) + 1 - got), want, (size_t)cinch_writer_pos(&w));
}

TEST(gen_lay_integers)
{
    for (unsigned bit = 0; bit < 64; bit++) {
        test_case("around 2^%u", bit);
        for (uint64_t near = 0; near < 7; near++) {
            uint64_t v = ((uint64_t)1 << bit) + near - 3;
            lay_u64(v);
            lay_i64((int64_t)v);
            lay_i64((int64_t)(0 - v));
        }
    }
}

/* from ends where its memory does, for the sanitizers. */
static void lay_str(const char *from, size_t len, bool any)
{
    uint8_t got[320], want[320], *end;
    cinch_writer w;
    cinch_writer_init(&w, want, sizeof want);
    cinch_put_str(&w, from, len);
    memset(got, 0xee, sizeof got);
    end = cinch_gen_lay_str(got, 5, from, len, any);
    if (end) CHECK_MEM(got + 5, (size_t)(end + 1 - got), want, (size_t)cinch_writer_pos(&w));
    if (end) CHECK(got[4] == 0xee);
    CHECK((end != NULL) == (any || len < 32 || !CINCH_GEN_FAST(1)));
}

TEST(gen_lay_strings)
{
    for (size_t len = 0; len < 300; len++) {
        char *from = len ? (char *)malloc(len) : NULL;
        test_case("%zu bytes", len);
        for (size_t i = 0; i < len; i++) from[i] = (char)('!' + i % 90);
        lay_str(from, len, true);
        lay_str(from, len, false);
        free(from);
    }
}

/* SPDX-License-Identifier: MIT
 * What generated passes lay is what a writer puts: integers around every power of two, strings of every short length.
 */
#include "cinch/gen.h"
#include "cinch/write.h"
#include "harness.h"

static void lay_i64(int64_t v)
{
    uint8_t got[16], want[16];
    cinch_writer w;
    cinch_writer_init(&w, want, sizeof want);
    cinch_put_i64(&w, v);
    CHECK_MEM(got, (size_t)(cinch_gen_lay_i64(got, v) - got), want, (size_t)cinch_writer_pos(&w));
}

static void lay_u64(uint64_t v)
{
    uint8_t got[16], want[16];
    cinch_writer w;
    cinch_writer_init(&w, want, sizeof want);
    cinch_put_u64(&w, v);
    CHECK_MEM(got, (size_t)(cinch_gen_lay_u64(got, v) - got), want, (size_t)cinch_writer_pos(&w));
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

TEST(gen_lay_strings)
{
    char text[300];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (char)('!' + i % 90);
    for (size_t len = 0; len < sizeof text; len++) {
        uint8_t got[320], want[320];
        cinch_writer w;
        test_case("%zu bytes", len);
        cinch_writer_init(&w, want, sizeof want);
        cinch_put_str(&w, len ? text : NULL, len);
        CHECK_MEM(got, (size_t)(cinch_gen_lay_str(got, len ? text : NULL, len) - got), want, (size_t)cinch_writer_pos(&w));
    }
}

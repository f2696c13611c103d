/* SPDX-License-Identifier: MIT
 * cinch_frame in pieces, and cinch_resync.
 */
#include <stdlib.h>
#include "cinch/check.h"
#include "harness.h"
#include "support.h"

/* A run in pieces of every size: each message found where it ends, each byte taken once. */
TEST(frame_run)
{
    static const char hex[] = "01 81 a161 92 c0 cb 0000000000000000 d9 03 616263 dc 0002 c4 01 00 c8 0002 05 0102 d8 05 "
                              "000102030405060708090a0b0c0d0e0f"
                              "90 df 00000001 d0 80 d3 0000000000000000";
    static const size_t lens[] = {1, 14, 5, 12, 18, 1, 16};
    uint8_t bytes[128];
    size_t len = hex_bytes(hex, bytes, sizeof bytes), total = 0;
    for (size_t i = 0; i < COUNT_OF(lens); i++) total += lens[i];
    CHECK_U64(total, len);
    for (size_t piece = 1; piece <= len; piece++) {
        cinch_frame f;
        size_t message = 0, pos = 0;
        test_case("pieces of %zu", piece);
        cinch_frame_init(&f);
        while (pos < len) {
            size_t n = piece - pos % piece, used;
            cinch_status status;
            if (n > len - pos) n = len - pos;
            status = cinch_frame_feed(&f, bytes + pos, n, &used);
            pos += used;
            if (status == CINCH_GOT) CHECK_U64(f.len, message < COUNT_OF(lens) ? lens[message] : 0);
            if (status == CINCH_GOT) message++;
            if (status == CINCH_MORE) CHECK_U64(used, n);
            if (!CHECK(status != CINCH_FAILED)) break;
        }
        CHECK_U64(message, COUNT_OF(lens));
    }
}

TEST(frame_states)
{
    cinch_frame f;
    size_t used = 9;
    cinch_frame_init(&f);
    CHECK(cinch_frame_feed(&f, NULL, 0, &used) == CINCH_MORE);
    CHECK_U64(used, 0);
    CHECK(cinch_frame_feed(&f, "\x93\x01\xcd", 3, &used) == CINCH_MORE);
    CHECK_U64(f.len, 3);
    CHECK_U64(f.item, 2);
    CHECK(cinch_frame_feed(&f, "\x01", 1, &used) == CINCH_MORE);
    CHECK_U64(f.item, 2);
    CHECK(cinch_frame_feed(&f, "\x01", 1, &used) == CINCH_MORE);
    CHECK_U64(f.item, 5);
    CHECK(cinch_frame_feed(&f, "\xc1\x01", 2, &used) == CINCH_FAILED);
    CHECK_U64(used, 0);
    CHECK_U64(f.item, 5);
    CHECK_ERR(f.error, CINCH_ERR_RESERVED);
    CHECK(cinch_frame_feed(&f, "\x01", 1, &used) == CINCH_FAILED);
    cinch_frame_init(&f);
    CHECK(cinch_frame_feed(&f, "\x01\xc1", 2, &used) == CINCH_GOT);
    CHECK_U64(used, 1);
    CHECK(cinch_frame_feed(&f, "\xc1", 1, &used) == CINCH_FAILED);
    CHECK_U64(f.item, 0);
}

/* Counts that add up to more than 64 bits: never an end, never one too early. */
TEST(frame_endless)
{
    static uint8_t maps[5 * 4096];
    cinch_frame f;
    size_t used;
    for (size_t i = 0; i < sizeof maps; i++) maps[i] = i % 5 ? 0xff : 0xdf;
    cinch_frame_init(&f);
    CHECK(cinch_frame_feed(&f, maps, 5, &used) == CINCH_MORE);
    f.items = UINT64_MAX - 10; /* as 2^31 of them would have left it */
    for (int i = 0; i < 3; i++) CHECK(cinch_frame_feed(&f, maps, sizeof maps, &used) == CINCH_MORE);
    CHECK(cinch_frame_feed(&f, "\x8f\x9f\x8f\x9f", 4, &used) == CINCH_MORE);
    CHECK(f.items > UINT64_MAX / 4);
}

TEST(frame_deep)
{
    enum { DEEP = 3000000 };
    uint8_t *p = malloc(DEEP + 1);
    if (!CHECK(p != NULL)) return;
    for (size_t piece = 1; piece <= DEEP; piece *= 1000) {
        cinch_frame f;
        size_t used = 0, pos = 0;
        cinch_status status = CINCH_MORE;
        test_case("pieces of %zu", piece);
        memset(p, 0x91, DEEP);
        p[DEEP] = 0x90;
        cinch_frame_init(&f);
        for (; pos <= DEEP && status == CINCH_MORE; pos += used)
            status = cinch_frame_feed(&f, p + pos, piece < DEEP + 1 - pos ? piece : DEEP + 1 - pos, &used);
        CHECK(status == CINCH_GOT);
        CHECK_U64(f.len, DEEP + 1);
    }
    free(p);
}

TEST(resync_rows)
{
    static const struct {
        const char *hex;
        uint32_t types;
        size_t pos;
    } rows[] = {
        {"", 0, 0},
        {"01 02 03", 0, 3},
        {"92 01 02", 0, 0},
        {"61 62 92 01 02", 0, 2},
        {"61 62 92 01 02 81 01 02", 0, 2},
        {"c1 91 c1 92 01 02", 0, 3},
        {"92 01 02 61", 0, 4}, /* what follows a message must look like one */
        {"92 01 02 61 90", 0, 4},
        {"92 01", 0, 0}, /* cut by the end of buf */
        {"91 c4 ff 00", 0, 0},
        {"dd 20202020 20 91 01", 0, 6}, /* text taken for a count */
        {"01 02", CINCH_BIT(CINCH_U64), 0},
        {"a1 c3 d0 80 01", CINCH_BIT(CINCH_I64), 2},
        {"91 01 82 01 02 03 04", CINCH_BIT(CINCH_MAP), 2},
        {"00 d6 ff 00000000", CINCH_BIT(CINCH_TIME), 1},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[64];
        size_t len = hex_bytes(rows[i].hex, bytes, sizeof bytes);
        struct guard g;
        test_case("%s", rows[i].hex);
        guard_init(&g, sizeof bytes);
        CHECK_U64(cinch_resync(guard_end(&g, bytes, len), len, rows[i].types), rows[i].pos);
        guard_free(&g);
    }
    CHECK_U64(cinch_resync(NULL, 0, 0), 0);
}

/* A worst case for trying every place: each is plausible up to a fault far behind. */
TEST(resync_linear)
{
    size_t len = 20000000;
    uint8_t *p = malloc(len);
    if (!CHECK(p != NULL)) return;
    memset(p, 0x91, len);
    p[len - 1] = 0xc1;
    CHECK_U64(cinch_resync(p, len, 0), 0);
    memset(p, 0x90, len);
    for (size_t i = 60; i < len; i += 60) p[i] = 0xc1;
    CHECK(cinch_resync(p, len, 0) > len - 61);
    free(p);
}

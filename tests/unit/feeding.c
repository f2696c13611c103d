/* SPDX-License-Identifier: MIT
 * The feed: whole messages from pieces of every size, its cap, its memory, its way back after a fault.
 */
#include "cinch/cinch.h"
#include "cinch/wire.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

/* Feeds bytes in pieces of at most `piece`; adds up the messages in out. Returns the verdict. */
static cinch_error feed_all(cinch_feed *f, const uint8_t *p, size_t len, size_t piece, uint8_t *out, size_t *out_len,
                            size_t *count, cinch_diag *why)
{
    cinch_bin msg;
    *out_len = *count = 0;
    for (size_t i = 0; i < len;) {
        size_t room, n;
        void *at = cinch_feed_room(f, &room);
        if (!at) break;
        n = room < piece ? room : piece;
        if (n > len - i) n = len - i;
        memcpy(at, p + i, n);
        cinch_feed_added(f, n);
        i += n;
        while (cinch_feed_next(f, &msg) == CINCH_GOT) {
            memcpy(out + *out_len, msg.ptr, msg.len);
            *out_len += msg.len;
            ++*count;
        }
    }
    return cinch_feed_finish(f, why);
}

static const struct {
    const char *name, *hex;
    size_t max_len, whole, count;
    cinch_error error;
    uint64_t pos;
} feed_rows[] = {
    {"nothing", "", 0, 0, 0, CINCH_OK, 0},
    {"one", "92 01 02", 0, 3, 1, CINCH_OK, 3},
    {"run", "01 a1 61 80 cd 0102 93 01 02 03", 0, 11, 5, CINCH_OK, 11},
    {"exactly the cap", "93 01 02 03 93 01 02 03", 4, 8, 2, CINCH_OK, 8},
    {"above the cap", "01 94 01 02 03 04", 4, 1, 1, CINCH_ERR_LIMIT, 5},
    {"payload above the cap", "01 c6 00000005 01", 9, 1, 1, CINCH_ERR_LIMIT, 1},
    {"payload inside above the cap", "01 93 01 92 02 c6 00000005 01", 9, 1, 1, CINCH_ERR_LIMIT, 5},
    {"number across the cap", "92 cf 0102030405060708 01", 5, 0, 0, CINCH_ERR_LIMIT, 1},
    {"header across the cap", "92 01 dc 0001 01", 4, 0, 0, CINCH_ERR_LIMIT, 2},
    {"payload to the cap", "01 c6 00000003 010203", 8, 9, 2, CINCH_OK, 9},
    {"reserved", "01 92 01 c1 02", 0, 1, 1, CINCH_ERR_RESERVED, 3},
    {"reserved before the cap", "94 c1 02 03 04", 2, 0, 0, CINCH_ERR_RESERVED, 1},
    {"reserved behind the cap", "94 01 c1 03 04", 2, 0, 0, CINCH_ERR_LIMIT, 2},
    {"cut in an item", "01 92 01 cd 01", 0, 1, 1, CINCH_ERR_TRUNCATED, 3},
    {"cut between items", "01 92 01", 0, 1, 1, CINCH_ERR_TRUNCATED, 3},
    {"a count that lies", "df 80000000 01 02 03", 0, 0, 0, CINCH_ERR_TRUNCATED, 8},
};

TEST(feed_table)
{
    uint8_t bytes[64], out[64];
    for (size_t i = 0; i < COUNT_OF(feed_rows); i++) {
        size_t len = hex_bytes(feed_rows[i].hex, bytes, sizeof bytes);
        for (size_t piece = 1; piece <= len + 1; piece++) {
            cinch_feed f;
            cinch_diag why;
            size_t whole, count;
            test_case("%s, pieces of %zu", feed_rows[i].name, piece);
            cinch_feed_init(&f, NULL, feed_rows[i].max_len);
            CHECK_ERR(feed_all(&f, bytes, len, piece, out, &whole, &count, &why), feed_rows[i].error);
            CHECK_U64(why.pos, feed_rows[i].pos);
            CHECK_U64(count, feed_rows[i].count);
            CHECK_MEM(out, whole, bytes, feed_rows[i].whole);
            cinch_feed_free(&f);
        }
    }
}

/* Messages of many lengths, some longer than the first block: nothing lost, memory bounded by twice the longest, none when warm. */
TEST(feed_memory)
{
    enum { TOTAL = 600000 };
    static uint8_t in[TOTAL], out[TOTAL];
    static const size_t pieces[] = {1, 7, 4096, 5000, TOTAL};
    size_t len = 0, longest = 0, sent = 0;
    struct rng random;
    rng_init(&random, 1);
    while (len < TOTAL - 20000) {
        cinch_writer w;
        cinch_bin msg;
        size_t n = (size_t)rng_below(&random, rng_below(&random, 100) ? 300 : 19000);
        cinch_writer_init(&w, in + len, TOTAL - len);
        cinch_put_bin(&w, out, n);
        if (!CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK)) return;
        len += msg.len;
        longest = msg.len > longest ? msg.len : longest;
        sent++;
    }
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct test_alloc memory;
        cinch_feed f;
        size_t whole, count;
        uint64_t warm;
        test_case("pieces of %zu", pieces[i]);
        test_alloc_init(&memory);
        cinch_feed_init(&f, &memory.alloc, 0);
        CHECK_ERR(feed_all(&f, in, len, pieces[i], out, &whole, &count, NULL), CINCH_OK);
        CHECK_U64(count, sent);
        CHECK_MEM(out, whole, in, len);
        CHECK(f.cap <= 2 * longest || pieces[i] > longest);
        warm = memory.calls;
        cinch_feed_reset(&f);
        CHECK_ERR(feed_all(&f, in, len, pieces[i], out, &whole, &count, NULL), CINCH_OK);
        CHECK_U64(memory.calls, warm);
        cinch_feed_free(&f);
        cinch_feed_free(&f);
        CHECK(test_alloc_done(&memory));
    }
}

/* What a server sees of its feed in a long day: messages of 2 to 256 bytes, in pieces of 1,460, as a network makes of them. */
TEST(feed_ten_million_messages)
{
    enum { MESSAGES = 10000000 };
    static uint8_t in[200000];
    struct test_alloc memory;
    struct rng random;
    cinch_feed f;
    cinch_bin msg;
    size_t len = 0, at = 0;
    uint64_t got = 0, bytes = 0, warm = 0;
    rng_init(&random, 1);
    while (len < sizeof in - 400) {
        size_t n = rng_below(&random, 50) ? (size_t)rng_below(&random, 12) : (size_t)rng_below(&random, 255);
        in[len++] = CINCH_WIRE_BIN8;
        in[len++] = (uint8_t)n;
        memset(in + len, (int)(len & 0xff), n);
        len += n;
    }
    test_alloc_init(&memory);
    cinch_feed_init(&f, &memory.alloc, 0);
    while (got < MESSAGES && !f.error) {
        size_t room, n = len - at < 1460 ? len - at : 1460;
        void *to = cinch_feed_room(&f, &room);
        if (!CHECK(to != NULL)) break;
        if (n > room) n = room;
        memcpy(to, in + at, n);
        at = at + n == len ? 0 : at + n;
        cinch_feed_added(&f, n);
        for (; cinch_feed_next(&f, &msg) == CINCH_GOT; got++) bytes += msg.len;
        if (!warm && got > 10000) warm = memory.calls;
    }
    CHECK(got >= MESSAGES && bytes >= 2 * got && warm);
    CHECK_U64(memory.calls, warm);
    CHECK(f.cap <= 8192);
    cinch_feed_free(&f);
    CHECK(test_alloc_done(&memory));
}

TEST(feed_after_an_error_only_reset_works)
{
    cinch_feed f;
    cinch_bin msg;
    cinch_diag why;
    size_t room;
    cinch_feed_init(&f, NULL, 0);
    uint8_t *at = cinch_feed_room(&f, &room);
    if (!CHECK(at != NULL)) return;
    memcpy(at, "\x92\x01\xc1\x90\x90", 5);
    cinch_feed_added(&f, 5);
    for (int i = 0; i < 3; i++) {
        CHECK(cinch_feed_next(&f, &msg) == CINCH_FAILED && msg.len == 0);
        CHECK(cinch_feed_room(&f, &room) == NULL && room == 0);
        cinch_feed_added(&f, 1);
        CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_RESERVED);
        CHECK_U64(why.pos, 2);
    }
    cinch_feed_reset(&f);
    at = cinch_feed_room(&f, &room);
    if (CHECK(at != NULL)) *at = 0x90;
    cinch_feed_added(&f, 1);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT);
    CHECK_HEX(msg.ptr, msg.len, "90");
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_OK);
    CHECK_U64(why.pos, 1);
    cinch_feed_free(&f);
}

TEST(feed_misuse)
{
    cinch_feed f;
    cinch_bin msg;
    cinch_diag why;
    size_t room, n = 0;
    uint8_t *at;
    test_case("full of messages nobody asked for");
    cinch_feed_init(&f, NULL, 8);
    for (; (at = cinch_feed_room(&f, &room)) != NULL; n++) {
        *at = 1;
        cinch_feed_added(&f, 1);
    }
    CHECK_U64(n, 8);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_USE);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_FAILED && msg.len == 0);
    CHECK_U64(cinch_feed_resync(&f, 0), 0);
    test_case("whole messages left at the end");
    cinch_feed_reset(&f);
    at = cinch_feed_room(&f, &room);
    if (CHECK(at != NULL)) at[0] = at[1] = 1;
    cinch_feed_added(&f, 2);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_USE);
    CHECK_U64(why.pos, 1);
    test_case("more added than there was room");
    cinch_feed_reset(&f);
    CHECK(cinch_feed_room(&f, &room) != NULL);
    cinch_feed_added(&f, room + 1);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_USE);
    cinch_feed_free(&f);
}

TEST(feed_back_after_a_fault)
{
    static const uint8_t bytes[] = "\x92\x01\x02\x92\xc1\xc1\xc1\x92\x03\x04\x92";
    cinch_feed f;
    cinch_bin msg;
    cinch_diag why;
    size_t room;
    void *at;
    cinch_feed_init(&f, NULL, 0);
    at = cinch_feed_room(&f, &room);
    if (!CHECK(at != NULL)) return;
    memcpy(at, bytes, sizeof bytes - 1);
    cinch_feed_added(&f, sizeof bytes - 1);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_FAILED);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_RESERVED);
    CHECK_U64(why.pos, 4);
    CHECK_U64(cinch_feed_resync(&f, CINCH_BIT(CINCH_ARRAY)), 4);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT);
    CHECK_HEX(msg.ptr, msg.len, "92 03 04");
    CHECK(cinch_feed_next(&f, &msg) == CINCH_MORE);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_TRUNCATED);
    CHECK_U64(why.pos, 11);
    cinch_feed_free(&f);
}

static void feed_build(struct test_alloc *a, void *user)
{
    static uint8_t out[30000];
    cinch_feed f;
    size_t whole, count;
    cinch_error e;
    cinch_feed_init(&f, &a->alloc, 0);
    e = feed_all(&f, user, sizeof out, 1000, out, &whole, &count, NULL);
    CHECK(e == (a->failed ? CINCH_ERR_MEMORY : CINCH_OK));
    cinch_feed_free(&f);
}

TEST(feed_without_memory)
{
    static uint8_t msg[30000] = {0xc5, (30000 - 3) >> 8, (30000 - 3) & 255};
    oom_every(feed_build, msg);
}

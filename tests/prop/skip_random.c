/* SPDX-License-Identifier: MIT
 * Long runs of items whose formats nothing foretells, where skipping goes by a table: held against the walk that judges item by item, whole, cut
 * and damaged, at the end of a page.
 */
#include "generate.h"
#include "harness.h"
#include "src/core/item.h"
#include "src/core/skip.h"
#include "support.h"

enum { MIXED_MAX = 40000, MIXED_ITEMS = 1500, MIXED_ROUNDS = 300 };

static size_t mixed_head(struct rng *g, uint8_t *p)
{
    static const uint8_t seldom[] = {0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3, 0xd9, 0xca, 0xcb, 0xc4, 0xda, 0xd4, 0xc7};
    memset(p, 0, 10);
    if (rng_chance(g, 50)) {
        *p = seldom[rng_below(g, COUNT_OF(seldom))];
        return *p == 0xc7 || *p == 0xda ? 3 : *p == 0xc4 || *p == 0xd9 || *p == 0xd4 ? 2 : 1;
    }
    *p = (uint8_t)rng_below(g, 256);
    if (*p >= 0xc4 && *p < 0xe0) *p = 0xc0;
    if (*p >= 0x80 && *p < 0xa0 && rng_chance(g, 70)) *p = 0xa5;
    if (*p == 0xc1) *p = 0xc2;
    return 1;
}

/* So many items, those that a container holds among them. Sets *count to how many are not within another. */
static size_t mixed_run(struct rng *g, uint8_t *p, size_t items, uint64_t *count)
{
    uint64_t owed = 0;
    size_t len = 0;
    *count = 0;
    for (size_t i = 0; i < items || owed; i++) {
        uint8_t *b = p + len;
        size_t n = mixed_head(g, b);
        if (i >= items && *b >= 0x80 && *b < 0xa0) *b = 0x80; /* no more than is begun */
        if (*b == 0xd9 || *b == 0xc4) b[1] = (uint8_t)rng_below(g, 48);
        if (*b == 0xda) b[2] = (uint8_t)rng_below(g, 40);
        if (*b == 0xc7) b[1] = (uint8_t)rng_below(g, 20), b[2] = 7;
        size_t payload = *b >= 0xa0 && *b < 0xc0   ? *b & 31u
                         : *b == 0xca              ? 4
                         : *b == 0xcb              ? 8
                         : *b >= 0xcc && *b < 0xd4 ? (size_t)1 << (*b & 3)
                         : *b == 0xd4              ? 1
                         : *b == 0xda              ? b[2]
                         : n > 1                   ? b[1]
                                                   : 0;
        for (size_t k = 0; k < payload; k++) b[n + k] = (uint8_t)rng_u64(g);
        len += n + payload;
        if (owed == 0)
            ++*count;
        else
            owed--;
        if (*b >= 0x80 && *b < 0xa0) owed += (*b & 15u) << (*b < 0x90);
    }
    return len;
}

static void mixed_compare(const uint8_t *p, size_t len, uint64_t count)
{
    const uint8_t *want_at = NULL, *at = NULL;
    cinch_error want = cinchi_item_run(p, p + len, count, CINCH_RAW_TIME, &want_at), got = cinchi_skip(p, p + len, count, &at);
    if (got != want || at != want_at)
        FAIL("%s at %u, expected %s at %u", cinch_error_name(got), (unsigned)(at - p), cinch_error_name(want),
             (unsigned)(want_at - p));
    cinchi_skipping s = {p, p + len, count};
    (void)cinchi_skip_mixed(&s);
    want = cinchi_item_run(s.pos, p + len, s.owed, CINCH_RAW_TIME, &at);
    if (s.pos > p + len || want != got || at != want_at)
        FAIL("from the table's end at %u: %s at %u", (unsigned)(s.pos - p), cinch_error_name(want), (unsigned)(at - p));
}

TEST(skip_random_runs)
{
    struct rng g;
    struct guard guard;
    static uint8_t bytes[4 * MIXED_MAX];
    size_t far = 0;
    rng_init(&g, 51);
    guard_init(&guard, sizeof bytes);
    for (size_t i = 0; i < test_rounds(MIXED_ROUNDS) && !test_case_failed(); i++) {
        uint64_t count;
        size_t len = mixed_run(&g, bytes, MIXED_ITEMS, &count);
        uint8_t *p = guard_end(&guard, bytes, len);
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        cinchi_skipping s = {p, p + len, count};
        far += !cinchi_skip_mixed(&s) && len - (size_t)(s.pos - p) < 34;
        mixed_compare(p, len, count);
        mixed_compare(p, len, count - 1);
        mixed_compare(p, len, 1 + rng_below(&g, count));
        mixed_compare(p, len, count + 1);
        for (int k = 0; k < 8; k++) {
            size_t cut = (size_t)rng_below(&g, len);
            mixed_compare(guard_end(&guard, bytes, cut), cut, count);
        }
        for (int k = 0; k < 8; k++) {
            uint8_t *at = bytes + rng_below(&g, len), kept = *at;
            *at = (uint8_t)(rng_chance(&g, 50) ? 0xc0 + rng_below(&g, 32) : rng_below(&g, 256));
            mixed_compare(guard_end(&guard, bytes, len), len, count);
            *at = kept;
        }
    }
    CHECK(far > 0);
    guard_free(&guard);
}

/* Formats that repeat themselves are no surprise, however seldom they are elsewhere. */
TEST(skip_random_leaves_records)
{
    uint8_t bytes[6 * 400];
    for (size_t i = 0; i < sizeof bytes; i += 6) memcpy(bytes + i, "\xcd\x12\x34\xd0\x80\xc0", 6);
    cinchi_skipping s = {bytes, bytes + sizeof bytes, 3 * 400};
    CHECK(cinchi_skip_mixed(&s));
    CHECK(s.owed > 3 * 400 - 600);
}

/* Seldom ones far apart are no reason to look, and close together behind those they are. */
TEST(skip_random_far_apart)
{
    struct rng g;
    struct guard guard;
    static uint8_t bytes[100 * 202 + 4 * MIXED_MAX];
    uint64_t count;
    size_t len = 0;
    rng_init(&g, 52);
    guard_init(&guard, sizeof bytes);
    for (int i = 0; i < 100; i++, len += 202) memcpy(bytes + len, "\xc4\xc8", 2);
    len += mixed_run(&g, bytes + len, MIXED_ITEMS, &count);
    mixed_compare(guard_end(&guard, bytes, len), len, 100 + count);
    mixed_compare(guard_end(&guard, bytes, 100 * 202), 100 * 202, 100);
    for (size_t cut = 1; cut < 100 * 202; cut += 97) mixed_compare(guard_end(&guard, bytes, cut), cut, 100);
    guard_free(&guard);
}

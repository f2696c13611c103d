/* SPDX-License-Identifier: MIT
 * cinch_check: error and offset of chosen messages, limits, canonical order, the edge of the input.
 */
#include <stdlib.h>
#include "cinch/check.h"
#include "harness.h"
#include "support.h"

/* Flags and limits as text would need a parser: the rows say them in C. */
struct check_row {
    const char *hex;
    cinch_error error;
    uint64_t pos;
    cinch_read_opts opts;
};

static void check_rows(const struct check_row *rows, size_t count)
{
    struct guard g;
    guard_init(&g, 4096);
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[4096];
        size_t len = hex_bytes(rows[i].hex, bytes, sizeof bytes);
        cinch_diag diag;
        test_case("%s", rows[i].hex[0] ? rows[i].hex : "(empty)");
        if (!CHECK(len <= sizeof bytes)) continue;
        CHECK_ERR(cinch_check(guard_end(&g, bytes, len), len, &rows[i].opts, &diag), rows[i].error);
        CHECK_ERR(diag.error, rows[i].error);
        CHECK_U64(diag.pos, rows[i].pos);
    }
    guard_free(&g);
}
#define ROWS(rows) check_rows(rows, COUNT_OF(rows))
#define FLAGS(f)                                                                                                               \
    {                                                                                                                          \
        {0, 0, 0, 0}, (f),                                                                                                     \
        {                                                                                                                      \
            0, 0, 0                                                                                                            \
        }                                                                                                                      \
    }
#define LIMITS(d, k, i, b)                                                                                                     \
    {                                                                                                                          \
        {(d), (k), (i), (b)}, 0,                                                                                               \
        {                                                                                                                      \
            0, 0, 0                                                                                                            \
        }                                                                                                                      \
    }

TEST(check_framing)
{
    static const struct check_row rows[] = {
        {"", CINCH_ERR_TRUNCATED, 0, FLAGS(0)},
        {"c0", CINCH_OK, 1, FLAGS(0)},
        {"c1", CINCH_ERR_RESERVED, 0, FLAGS(0)},
        {"80 00", CINCH_ERR_TRAILING, 1, FLAGS(0)},
        {"81 a1 61", CINCH_ERR_TRUNCATED, 3, FLAGS(0)},
        {"81 a2 61", CINCH_ERR_TRUNCATED, 1, FLAGS(0)},
        {"92 01 c1", CINCH_ERR_RESERVED, 2, FLAGS(0)},
        {"92 01 dc 00", CINCH_ERR_TRUNCATED, 2, FLAGS(0)},
        {"df 80000000 01 02 03", CINCH_ERR_TRUNCATED, 8, FLAGS(0)},
        {"92 df 40000000 01", CINCH_ERR_TRUNCATED, 7, FLAGS(0)},
        {"dd ff000000", CINCH_ERR_TRUNCATED, 5, FLAGS(0)},
        {"c9 ffffffff 01", CINCH_ERR_TRUNCATED, 0, FLAGS(0)},
        {"db ffffffff 61", CINCH_ERR_TRUNCATED, 0, FLAGS(0)},
        {"91 d4 05", CINCH_ERR_TRUNCATED, 1, FLAGS(0)},
        {"91 d4", CINCH_ERR_TRUNCATED, 1, FLAGS(0)},
        {"dd ffffffff 01 cd 00", CINCH_ERR_TRUNCATED, 6, FLAGS(0)},
        {"dd ffffffff a1 ff", CINCH_ERR_UTF8, 5, FLAGS(CINCH_UTF8)},
        {"dd ffffffff a1 ff", CINCH_ERR_TRUNCATED, 7, FLAGS(0)},
        {"90", CINCH_ERR_USE, 0, FLAGS(CINCH_UNIQUE)},
    };
    ROWS(rows);
}

TEST(check_many)
{
    static const struct check_row rows[] = {
        {"", CINCH_OK, 0, FLAGS(CINCH_MANY)},
        {"01 80 92 01 02", CINCH_OK, 5, FLAGS(CINCH_MANY)},
        {"01 80 92 01", CINCH_ERR_TRUNCATED, 4, FLAGS(CINCH_MANY)},
        {"01 80 92 c1 02", CINCH_ERR_RESERVED, 3, FLAGS(CINCH_MANY)},
    };
    ROWS(rows);
}

TEST(check_utf8)
{
    static const struct check_row rows[] = {
        {"91 a2 c3a9", CINCH_OK, 4, FLAGS(CINCH_UTF8)},        {"91 a2 c328", CINCH_ERR_UTF8, 1, FLAGS(CINCH_UTF8)},
        {"91 c4 02 c328", CINCH_OK, 5, FLAGS(CINCH_UTF8)},     {"91 a3 c328", CINCH_ERR_TRUNCATED, 1, FLAGS(CINCH_UTF8)},
        {"81 a1 ff 00", CINCH_ERR_UTF8, 1, FLAGS(CINCH_UTF8)}, {"81 a1 ff 00", CINCH_OK, 4, FLAGS(0)},
    };
    ROWS(rows);
}

TEST(check_time)
{
    static const struct check_row rows[] = {
        {"d6 ff 00000000", CINCH_OK, 6, FLAGS(0)},
        {"d7 ff ee6b27fc 00000000", CINCH_OK, 10, FLAGS(0)},      /* 999,999,999 ns */
        {"d7 ff ee6b2800 00000000", CINCH_ERR_TIME, 0, FLAGS(0)}, /* one more */
        {"d7 ff ee6b2800 00000000", CINCH_OK, 10, FLAGS(CINCH_RAW_TIME)},
        {"c7 0c ff 3b9ac9ff 8000000000000000", CINCH_OK, 15, FLAGS(0)},
        {"c7 0c ff 3b9aca00 8000000000000000", CINCH_ERR_TIME, 0, FLAGS(0)},
        {"92 c0 c7 05 ff 0102030405", CINCH_ERR_TIME, 2, FLAGS(0)},
        {"92 c0 c7 05 ff 01020304", CINCH_ERR_TRUNCATED, 2, FLAGS(0)},
        {"c7 00 ff", CINCH_ERR_TIME, 0, FLAGS(0)},
        {"c8 0004 ff 00000000", CINCH_OK, 8, FLAGS(0)},
        {"c7 00 01", CINCH_OK, 3, FLAGS(0)},
    };
    ROWS(rows);
}

TEST(check_limits)
{
    static const struct check_row rows[] = {
        {"91 91 01", CINCH_OK, 3, LIMITS(2, 0, 0, 0)},
        {"91 91 91 01", CINCH_ERR_DEPTH, 2, LIMITS(2, 0, 0, 0)},
        {"91 91 90", CINCH_ERR_DEPTH, 2, LIMITS(2, 0, 0, 0)}, /* empty, but open all the same */
        {"93 90 90 91 01", CINCH_OK, 5, LIMITS(2, 0, 0, 0)},
        {"91 91 dc 00", CINCH_ERR_TRUNCATED, 2, LIMITS(2, 0, 0, 0)},
        {"91 91 dc 0000", CINCH_ERR_DEPTH, 2, LIMITS(2, 0, 0, 0)},
        {"81 a3 616263 00", CINCH_OK, 6, LIMITS(0, 3, 0, 0)},
        {"81 a4 61626364 00", CINCH_ERR_LIMIT, 1, LIMITS(0, 3, 0, 0)},
        {"81 a4 61", CINCH_ERR_LIMIT, 1, LIMITS(0, 3, 0, 0)}, /* judged by its header, not waited for */
        {"81 d9 04 61626364 00", CINCH_ERR_LIMIT, 1, LIMITS(0, 3, 0, 0)},
        {"81 a1 61 a4 61626364", CINCH_OK, 8, LIMITS(0, 3, 0, 0)},
        {"81 c4 04 61626364 00", CINCH_ERR_LIMIT, 1, LIMITS(0, 3, 0, 0)},
        {"81 91 a4 61626364 00", CINCH_OK, 8, LIMITS(0, 3, 0, 0)}, /* within a key, not one itself */
        {"92 01 02", CINCH_OK, 3, LIMITS(0, 0, 3, 0)},
        {"92 01 02", CINCH_ERR_LIMIT, 2, LIMITS(0, 0, 2, 0)},
        {"92 01", CINCH_ERR_TRUNCATED, 2, LIMITS(0, 0, 2, 0)},
        {"92 01 c1", CINCH_ERR_RESERVED, 2, LIMITS(0, 0, 2, 0)},
        {"92 01 02", CINCH_OK, 3, LIMITS(0, 0, 0, 3)},
        {"92 01 cc 80", CINCH_ERR_LIMIT, 2, LIMITS(0, 0, 0, 3)},
        {"92 01 cc", CINCH_ERR_TRUNCATED, 2, LIMITS(0, 0, 0, 3)},
        {"92 01 db ffffffff", CINCH_ERR_LIMIT, 2, LIMITS(0, 0, 0, 100)},
        {"dd ffffffff 01 02", CINCH_ERR_LIMIT, 6, LIMITS(0, 0, 0, 6)},
        {"dd ffffffff 01", CINCH_ERR_TRUNCATED, 6, LIMITS(0, 0, 0, 6)},
        {"92 01 02 92 01 02", CINCH_OK, 6, {{0, 0, 3, 3}, CINCH_MANY, {0, 0, 0}}}, /* a limit is of one message */
        {"92 01 02 92 01 92", CINCH_ERR_DEPTH, 5, {{1, 0, 3, 9}, CINCH_MANY, {0, 0, 0}}},
    };
    ROWS(rows);
}

TEST(check_canonical_formats)
{
    static const struct check_row rows[] = {
        {"7f", CINCH_OK, 1, FLAGS(CINCH_CANONICAL)},
        {"cc 80", CINCH_OK, 2, FLAGS(CINCH_CANONICAL)},
        {"cc 7f", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"cd 0100", CINCH_OK, 3, FLAGS(CINCH_CANONICAL)},
        {"cd 00ff", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"ce 0000ffff", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"cf 00000000ffffffff", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"cf 0000000100000000", CINCH_OK, 9, FLAGS(CINCH_CANONICAL)},
        {"d0 7f", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d1 0100", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)}, /* as large as uint 16, but not the one form */
        {"d0 e0", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d0 df", CINCH_OK, 2, FLAGS(CINCH_CANONICAL)},
        {"d1 ff80", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d1 ff7f", CINCH_OK, 3, FLAGS(CINCH_CANONICAL)},
        {"d2 ffff8000", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d2 ffff7fff", CINCH_OK, 5, FLAGS(CINCH_CANONICAL)},
        {"d3 ffffffff80000000", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d3 ffffffff7fffffff", CINCH_OK, 9, FLAGS(CINCH_CANONICAL)},
        {"ca 00000000", CINCH_OK, 5, FLAGS(CINCH_CANONICAL)},
        {"cb 0000000000000000", CINCH_OK, 9, FLAGS(CINCH_CANONICAL)},
        {"d9 00", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"da 0001 61", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"c4 00", CINCH_OK, 2, FLAGS(CINCH_CANONICAL)},
        {"c5 0000", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"c7 01 05 00", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"c7 03 05 000000", CINCH_OK, 6, FLAGS(CINCH_CANONICAL)},
        {"c8 0003 05 000000", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"dc 000f", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)}, /* before anything below it */
        {"de 0000", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d6 ff 00000001", CINCH_OK, 6, FLAGS(CINCH_CANONICAL)},
        {"d7 ff 00000000 00000001", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d7 ff 00000001 00000000", CINCH_OK, 10, FLAGS(CINCH_CANONICAL)}, /* 2^32 seconds */
        {"c7 0c ff 00000000 0000000300000000", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"c7 0c ff 00000000 0000000400000000", CINCH_OK, 15, FLAGS(CINCH_CANONICAL)},
        {"c7 0c ff 00000000 ffffffffffffffff", CINCH_OK, 15, FLAGS(CINCH_CANONICAL)},
        {"c7 04 ff 00000001", CINCH_ERR_OVERLONG, 0, FLAGS(CINCH_CANONICAL)},
        {"d7 ff 00000000 00000001", CINCH_OK, 10, FLAGS(CINCH_CANONICAL | CINCH_RAW_TIME)},
    };
    ROWS(rows);
}

TEST(check_canonical_order)
{
    static const struct check_row rows[] = {
        {"82 a1 61 00 a1 62 00", CINCH_OK, 7, FLAGS(CINCH_CANONICAL)},
        {"82 a1 62 00 a1 61 00", CINCH_ERR_ORDER, 4, FLAGS(CINCH_CANONICAL)},
        {"82 a1 61 00 a1 61 00", CINCH_ERR_DUPLICATE, 4, FLAGS(CINCH_CANONICAL)},
        {"82 a2 6161 00 a1 62 00", CINCH_ERR_ORDER, 5, FLAGS(CINCH_CANONICAL)}, /* the shorter first */
        {"82 01 00 a1 61 00", CINCH_OK, 6, FLAGS(CINCH_CANONICAL)},
        {"82 91 02 00 91 01 00", CINCH_ERR_ORDER, 4, FLAGS(CINCH_CANONICAL)},
        {"82 91 02 00 91 02 00", CINCH_ERR_DUPLICATE, 4, FLAGS(CINCH_CANONICAL)},
        {"82 80 00 90 00", CINCH_OK, 5, FLAGS(CINCH_CANONICAL)},
        {"82 a1 61 82 a1 63 00 a1 62 00 a1 62 00", CINCH_ERR_ORDER, 7, FLAGS(CINCH_CANONICAL)},
        {"92 81 a1 62 00 81 a1 61 00", CINCH_OK, 9, FLAGS(CINCH_CANONICAL)},
        {"81 a1 62 00 81 a1 61 00", CINCH_OK, 8, FLAGS(CINCH_CANONICAL | CINCH_MANY)},
        {"83 a1 61 81 a1 7a 00 a1 62 00 a1 61 00", CINCH_ERR_ORDER, 10, FLAGS(CINCH_CANONICAL)},
    };
    ROWS(rows);
}

/* As deep as the stack of levels, one deeper, and three million deep: no crash, and quickly. */
TEST(check_deep)
{
    static const uint8_t lead[] = {0x91, 0x81};
    size_t len = 3000000;
    for (size_t k = 0; k < 2; k++)
        for (size_t n = 511; n <= len; n = n < 513 ? n + 1 : n * 5) {
            uint8_t *p = malloc(2 * n + 1);
            size_t i = 0, m = 0;
            cinch_diag diag;
            test_case("%zu of %02x", n, lead[k]);
            if (!CHECK(p != NULL)) return;
            for (; i < n; i++) {
                p[m++] = lead[k];
                if (k) p[m++] = 0xc0;
            }
            p[m++] = 0;
            if (n <= 512) {
                CHECK_ERR(cinch_check(p, m, NULL, &diag), CINCH_OK);
                CHECK_U64(diag.pos, m);
            } else {
                CHECK_ERR(cinch_check(p, m, NULL, &diag), CINCH_ERR_DEPTH);
                CHECK_U64(diag.pos, 512 * (1 + k));
            }
            free(p);
        }
}

TEST(check_without_diag)
{
    CHECK_ERR(cinch_check(NULL, 0, NULL, NULL), CINCH_ERR_TRUNCATED);
    CHECK_ERR(cinch_check("\xc0", 1, NULL, NULL), CINCH_OK);
}

/* SPDX-License-Identifier: MIT
 * Numbers as digits times a power of ten, and multiples of them, worked out by hand: what `multipleOf` stands on.
 */
#include "harness.h"
#include "src/base/num_decimal.h"
#include "support.h"

TEST(decimals_of_doubles)
{
    static const struct {
        double v;
        uint64_t digits;
        int exp;
    } rows[] = {
        {0, 0, 0},
        {1, 1, 0},
        {-1, 1, 0},
        {10, 1, 1},
        {120, 12, 1},
        {0.5, 5, -1},
        {12.25, 1225, -2},
        {0.001, 1, -3},
        {1e100, 1, 100},
        {1.5e300, 15, 299},
        {1e-7, 1, -7},
        {2.5e-10, 25, -11},
        {5e-324, 5, -324},
        {-1.25e-300, 125, -302},
        {0.1, 1, -1},
        {1.7976931348623157e308, UINT64_C(17976931348623157), 292},
        {9007199254740993.0, UINT64_C(9007199254740992), 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinchi_digits d = cinchi_decimal_f64(rows[i].v);
        test_case("%.17g", rows[i].v);
        CHECK_U64(d.digits, rows[i].digits);
        CHECK_I64(d.exp, rows[i].exp);
    }
}

TEST(decimals_of_integers)
{
    static const struct {
        uint64_t v, digits;
        int exp;
    } rows[] = {{0, 0, 0}, {7, 7, 0}, {1200, 12, 2}, {UINT64_C(10000000000000000000), 1, 19}, {UINT64_MAX, UINT64_MAX, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinchi_digits d = cinchi_decimal_u64(rows[i].v);
        test_case("%llu", (unsigned long long)rows[i].v);
        CHECK_U64(d.digits, rows[i].digits);
        CHECK_I64(d.exp, rows[i].exp);
    }
}

TEST(decimals_that_are_multiples)
{
    static const struct {
        double v, step;
        bool is;
    } rows[] = {
        {0, 7, true},
        {0, 1e-300, true},
        {21, 7, true},
        {22, 7, false},
        {0.3, 0.1, true},
        {0.35, 0.1, false},
        {0.35, 0.05, true},
        {-0.3, 0.1, true},
        {1, 0.3, false},
        {3, 0.3, true},
        {1e300, 7, false},
        {7e300, 7, true},
        {1e300, 1e-300, true},
        {1e-300, 1e300, false},
        {0.5, 5, false},
        {0.5, 50, false},
        {12.5, 2.5, true},
        {1.25, 0.5, false},
        {4503599627370497.5, 0.5, true},
        {1e19, 3, false},
        {1e22, 1024, true},
        {1e308, 9007199254740991.0, false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("%.17g of %.17g", rows[i].v, rows[i].step);
        CHECK(cinchi_decimal_multiple(cinchi_decimal_f64(rows[i].v), cinchi_decimal_f64(rows[i].step)) == rows[i].is);
    }
    test_case("2^64-1 of its factor 641 * 65537");
    CHECK(cinchi_decimal_multiple(cinchi_decimal_u64(UINT64_MAX), cinchi_decimal_u64(UINT64_C(641) * 65537)));
    CHECK(!cinchi_decimal_multiple(cinchi_decimal_u64(UINT64_MAX - 1), cinchi_decimal_u64(UINT64_C(641) * 65537)));
    test_case("a remainder near 2^64, ten times over");
    CHECK(!cinchi_decimal_multiple((cinchi_digits){UINT64_MAX - 1, 3}, (cinchi_digits){UINT64_MAX, 0}));
    CHECK(cinchi_decimal_multiple((cinchi_digits){UINT64_MAX / 5, 1}, (cinchi_digits){UINT64_MAX, 0}));
}

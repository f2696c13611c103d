/* SPDX-License-Identifier: MIT
 * RFC 3339: known points in time, what is refused, and every day of 10,000 years.
 */
#include "harness.h"
#include "src/base/rfc3339.h"
#include "support.h"

static const struct {
    int64_t sec;
    uint32_t nsec;
    const char *text;
} points[] = {{0, 0, "1970-01-01T00:00:00Z"},
              {-1, 999999999, "1969-12-31T23:59:59.999999999Z"},
              {1, 1, "1970-01-01T00:00:01.000000001Z"},
              {1, 500000000, "1970-01-01T00:00:01.5Z"},
              {1, 120000, "1970-01-01T00:00:01.00012Z"},
              {951782400, 0, "2000-02-29T00:00:00Z"},
              {951868800, 0, "2000-03-01T00:00:00Z"},
              {1514862245, 678901234, "2018-01-02T03:04:05.678901234Z"},
              {2147483647, 0, "2038-01-19T03:14:07Z"},
              {4107542400, 0, "2100-03-01T00:00:00Z"},
              {4107542399, 0, "2100-02-28T23:59:59Z"},
              {-2208988800, 0, "1900-01-01T00:00:00Z"},
              {-62167219200, 0, "0000-01-01T00:00:00Z"},
              {-62162035201, 0, "0000-02-29T23:59:59Z"},
              {253402300799, 999999999, "9999-12-31T23:59:59.999999999Z"}};

TEST(rfc3339_points)
{
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        char text[CINCHI_RFC3339_TEXT];
        cinch_time t = {points[i].sec, points[i].nsec}, back = {7, 7};
        test_case("%s", points[i].text);
        CHECK_STR(text, cinchi_rfc3339_put(text, t), points[i].text);
        CHECK(cinchi_rfc3339_get(points[i].text, strlen(points[i].text), &back));
        CHECK_I64(back.sec, t.sec);
        CHECK_U64(back.nsec, t.nsec);
    }
}

TEST(rfc3339_out_of_years)
{
    static const int64_t out[] = {-62167219201, 253402300800, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < COUNT_OF(out); i++) {
        char text[CINCHI_RFC3339_TEXT];
        test_case("%lld", (long long)out[i]);
        CHECK_U64(cinchi_rfc3339_put(text, (cinch_time){out[i], 0}), 0);
    }
}

TEST(rfc3339_forms)
{
    static const struct {
        const char *text;
        int64_t sec;
        uint32_t nsec;
    } rows[] = {{"1970-01-01t00:00:00z", 0, 0},
                {"1970-01-01T00:00:00+00:00", 0, 0},
                {"1970-01-01T00:00:00-00:00", 0, 0},
                {"1970-01-01T01:00:00+01:00", 0, 0},
                {"1969-12-31T16:30:00-07:30", 0, 0},
                {"1970-01-01T23:59:00+23:59", 0, 0},
                {"1970-01-01T00:00:00.0Z", 0, 0},
                {"1970-01-01T00:00:00.1200Z", 0, 120000000},
                {"1970-01-01T00:00:00.000000000-00:01", 60, 0},
                {"2024-02-29T12:00:00.123456789+05:45", 1709187300, 123456789},
                {"0000-01-01T00:00:00+00:01", -62167219260, 0},
                {"9999-12-31T23:59:59-00:01", 253402300859, 0}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinch_time t = {7, 7};
        test_case("%s", rows[i].text);
        CHECK(cinchi_rfc3339_get(rows[i].text, strlen(rows[i].text), &t));
        CHECK_I64(t.sec, rows[i].sec);
        CHECK_U64(t.nsec, rows[i].nsec);
    }
}

TEST(rfc3339_refuses)
{
    static const char *const bad[] = {"1970-01-01",
                                      "1970-01-01T00:00Z",
                                      "1970-01-01T00:00:00",
                                      "1970-01-01 00:00:00Z",
                                      "1970-01-01T00:00:00Z ",
                                      " 1970-01-01T00:00:00Z",
                                      "1970-01-01T00:00:00ZZ",
                                      "1970-00-01T00:00:00Z",
                                      "1970-13-01T00:00:00Z",
                                      "1970-01-00T00:00:00Z",
                                      "1970-01-32T00:00:00Z",
                                      "1970-02-30T00:00:00Z",
                                      "1970-02-29T00:00:00Z",
                                      "1900-02-29T00:00:00Z",
                                      "1970-04-31T00:00:00Z",
                                      "1970-06-31T00:00:00Z",
                                      "1970-09-31T00:00:00Z",
                                      "1970-11-31T00:00:00Z",
                                      "1970-01-01T24:00:00Z",
                                      "1970-01-01T00:60:00Z",
                                      "1990-12-31T23:59:60Z",
                                      "1970-01-01T00:00:00.Z",
                                      "1970-01-01T00:00:00.1234567890Z",
                                      "1970-01-01T00:00:00,5Z",
                                      "1970-01-01T00:00:00+24:00",
                                      "1970-01-01T00:00:00+00:60",
                                      "1970-01-01T00:00:00+0000",
                                      "1970-01-01T00:00:00+00",
                                      "1970-01-01T00:00:00+1:00",
                                      "1970-1-01T00:00:00Z",
                                      "970-01-01T00:00:00Z",
                                      "11970-01-01T00:00:00Z",
                                      "-197-01-01T00:00:00Z",
                                      "1970/01/01T00:00:00Z",
                                      "1970-01-01T00-00-00Z",
                                      "197a-01-01T00:00:00Z",
                                      "1970-01-01T00:0 :00Z"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        cinch_time t = {7, 7};
        test_case("%s", bad[i]);
        CHECK(!cinchi_rfc3339_get(bad[i], strlen(bad[i]), &t));
        CHECK(t.sec == 7 && t.nsec == 7);
    }
}

/* Cut anywhere, a date is none, and nothing past the cut is looked at. */
TEST(rfc3339_prefixes)
{
    static const char whole[] = "2024-02-29T12:00:00.5+05:45";
    struct guard g;
    guard_init(&g, sizeof whole);
    for (size_t len = 0; len < sizeof whole; len++) {
        cinch_time t;
        const char *text = (const char *)guard_end(&g, whole, len);
        test_case("%zu bytes", len);
        CHECK(cinchi_rfc3339_get(text, len, &t) == (len == sizeof whole - 1));
    }
    guard_free(&g);
    test_case("NULL");
    cinch_time t;
    CHECK(!cinchi_rfc3339_get(NULL, 0, &t));
}

/* A calendar that counts as people do, one day after the other. */
TEST(rfc3339_every_day)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t sec = -62167219200;
    for (int year = 0; year < 10000; year++)
        for (int month = 0; month < 12; month++) {
            int days = lengths[month] + (month == 1 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
            for (int day = 1; day <= days; day++, sec += 86400) {
                char want[CINCHI_RFC3339_TEXT + 8] = "yyyy-mm-ddT23:59:59Z", got[CINCHI_RFC3339_TEXT];
                cinch_time t = {sec + 86399, 0}, back = {0, 7};
                for (int i = 3, v = year; i >= 0; i--, v /= 10) want[i] = (char)('0' + v % 10);
                want[5] = (char)('0' + (month + 1) / 10);
                want[6] = (char)('0' + (month + 1) % 10);
                want[8] = (char)('0' + day / 10);
                want[9] = (char)('0' + day % 10);
                bool good = cinchi_rfc3339_put(got, t) == 20 && memcmp(got, want, 20) == 0;
                if (!good || !cinchi_rfc3339_get(want, 20, &back) || back.sec != t.sec || back.nsec != 0) {
                    FAIL("%.20s, second %lld", want, (long long)t.sec);
                    return;
                }
            }
        }
    CHECK_I64(sec, 253402300800);
}

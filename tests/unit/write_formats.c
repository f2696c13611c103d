/* SPDX-License-Identifier: MIT
 * Every put at every edge of its formats, byte for byte as the specification's tables have it.
 */
#include "cinch/read.h"
#include "harness.h"

static uint8_t out[1 << 18];
static char payload[1 << 17];

static cinch_writer fresh(void)
{
    cinch_writer w;
    cinch_writer_init(&w, out, sizeof out);
    return w;
}

static void expect_hex(cinch_writer *w, const char *hex)
{
    cinch_bin msg;
    CHECK_ERR(cinch_writer_finish(w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, hex);
}

/* A head, and the payload behind it whole. */
static void expect_head(cinch_writer *w, const char *hex, size_t head, size_t len)
{
    cinch_bin msg;
    CHECK_ERR(cinch_writer_finish(w, &msg, NULL), CINCH_OK);
    if (!CHECK(msg.len == head + len)) return;
    CHECK_HEX(msg.ptr, head, hex);
    CHECK(len == 0 || memcmp(msg.ptr + head, payload, len) == 0);
}

TEST(write_formats_scalars)
{
    cinch_writer w = fresh();
    cinch_put_nil(&w);
    cinch_put_bool(&w, false);
    cinch_put_bool(&w, true);
    cinch_put_f32(&w, 1.5f);
    cinch_put_f64(&w, -0.0);
    expect_hex(&w, "c0 c2 c3 ca3fc00000 cb8000000000000000");
}

TEST(write_formats_integers)
{
    static const struct {
        int64_t v;
        const char *hex;
    } rows[] = {
        {0, "00"},
        {1, "01"},
        {127, "7f"},
        {128, "cc80"},
        {255, "ccff"},
        {256, "cd0100"},
        {65535, "cdffff"},
        {65536, "ce00010000"},
        {4294967295, "ceffffffff"},
        {4294967296, "cf0000000100000000"},
        {INT64_MAX, "cf7fffffffffffffff"},
        {-1, "ff"},
        {-32, "e0"},
        {-33, "d0df"},
        {-128, "d080"},
        {-129, "d1ff7f"},
        {-32768, "d18000"},
        {-32769, "d2ffff7fff"},
        {-2147483647 - 1, "d280000000"},
        {-2147483649, "d3ffffffff7fffffff"},
        {INT64_MIN, "d38000000000000000"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("i64 %lld", (long long)rows[i].v);
        cinch_writer w = fresh();
        cinch_put_i64(&w, rows[i].v);
        expect_hex(&w, rows[i].hex);
        cinch_writer_init(&w, out, strlen(rows[i].hex) / 2); /* near the end another path writes it */
        cinch_put_i64(&w, rows[i].v);
        expect_hex(&w, rows[i].hex);
        w = fresh();
        cinch_put_i64s(&w, &rows[i].v, 1);
        out[0] = 0xc0;
        CHECK_U64(cinch_writer_pos(&w), 1 + strlen(rows[i].hex) / 2);
        CHECK_HEX(out + 1, strlen(rows[i].hex) / 2, rows[i].hex);
        if (rows[i].v < 0) continue;
        w = fresh();
        cinch_put_u64(&w, (uint64_t)rows[i].v);
        expect_hex(&w, rows[i].hex);
    }
    test_case("u64 max");
    cinch_writer w = fresh();
    cinch_put_u64(&w, UINT64_MAX);
    cinch_put_u64(&w, (uint64_t)INT64_MAX + 1);
    expect_hex(&w, "cfffffffffffffffff cf8000000000000000");
}

/* All of the small ones, against arithmetic on the table of the specification. */
TEST(write_formats_integers_all_small)
{
    for (int v = -70000; v <= 70000 && !test_case_failed(); v++) {
        uint8_t want[5];
        size_t n = 0;
        unsigned u = (unsigned)v;
        if (v >= -32 && v < 128)
            want[n++] = (uint8_t)u;
        else if (v >= 0)
            want[n++] = v < 256 ? 0xcc : v < 65536 ? 0xcd : 0xce;
        else
            want[n++] = v >= -128 ? 0xd0 : v >= -32768 ? 0xd1 : 0xd2;
        size_t bytes = v >= -32 && v < 128 ? 0 : want[0] & 1 ? 2 : want[0] & 2 ? 4 : 1;
        while (bytes--) want[n++] = (uint8_t)(u >> (8 * bytes));
        cinch_writer w = fresh();
        cinch_put_i64(&w, v);
        CHECK_MEM(out, (size_t)cinch_writer_pos(&w), want, n);
    }
}

struct head_row {
    size_t len;
    const char *hex, *old_hex;
};

TEST(write_formats_str)
{
    static const struct head_row rows[] = {
        {0, "a0", "a0"},
        {1, "a1", "a1"},
        {7, "a7", "a7"},
        {8, "a8", "a8"},
        {15, "af", "af"},
        {16, "b0", "b0"},
        {31, "bf", "bf"},
        {32, "d920", "da0020"},
        {255, "d9ff", "da00ff"},
        {256, "da0100", "da0100"},
        {65535, "daffff", "daffff"},
        {65536, "db00010000", "db00010000"},
    };
    for (size_t i = 0; i < sizeof payload; i++) payload[i] = (char)('a' + i % 23);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("str of %zu", rows[i].len);
        cinch_writer w = fresh();
        cinch_put_str(&w, payload, rows[i].len);
        expect_head(&w, rows[i].hex, strlen(rows[i].hex) / 2, rows[i].len);
        for (int bin = 0; bin < 2; bin++) {
            w = fresh();
            cinch_writer_old_spec(&w);
            if (bin)
                cinch_put_bin(&w, payload, rows[i].len);
            else
                cinch_put_str(&w, payload, rows[i].len);
            expect_head(&w, rows[i].old_hex, strlen(rows[i].old_hex) / 2, rows[i].len);
        }
    }
    test_case("cstr");
    cinch_writer w = fresh();
    cinch_put_cstr(&w, "");
    cinch_put_cstr(&w, "abc");
    expect_hex(&w, "a0 a3616263");
    test_case("every length around fixstr");
    for (size_t n = 0; n < 80; n++) {
        char hex[8];
        w = fresh();
        cinch_put_str(&w, payload, n);
        snprintf(hex, sizeof hex, n < 32 ? "%02x" : "d9%02x", (unsigned)(n < 32 ? 0xa0 | n : n));
        expect_head(&w, hex, strlen(hex) / 2, n);
    }
}

TEST(write_formats_bin_ext)
{
    static const struct head_row bins[] = {
        {0, "c400", 0}, {1, "c401", 0}, {255, "c4ff", 0}, {256, "c50100", 0}, {65535, "c5ffff", 0}, {65536, "c600010000", 0},
    };
    static const struct head_row exts[] = {
        {0, "c70005", 0},   {1, "d405", 0},       {2, "d505", 0},         {3, "c70305", 0},
        {4, "d605", 0},     {5, "c70505", 0},     {7, "c70705", 0},       {8, "d705", 0},
        {9, "c70905", 0},   {15, "c70f05", 0},    {16, "d805", 0},        {17, "c71105", 0},
        {255, "c7ff05", 0}, {256, "c8010005", 0}, {65535, "c8ffff05", 0}, {65536, "c90001000005", 0},
    };
    for (size_t i = 0; i < COUNT_OF(bins); i++) {
        test_case("bin of %zu", bins[i].len);
        cinch_writer w = fresh();
        cinch_put_bin(&w, payload, bins[i].len);
        expect_head(&w, bins[i].hex, strlen(bins[i].hex) / 2, bins[i].len);
    }
    for (size_t i = 0; i < COUNT_OF(exts); i++) {
        test_case("ext of %zu", exts[i].len);
        cinch_writer w = fresh();
        cinch_put_ext(&w, 5, payload, exts[i].len);
        expect_head(&w, exts[i].hex, strlen(exts[i].hex) / 2, exts[i].len);
    }
    test_case("types");
    cinch_writer w = fresh();
    cinch_put_ext(&w, -128, "x", 1);
    cinch_put_ext(&w, 127, "x", 1);
    expect_hex(&w, "d48078 d47f78");
}

TEST(write_formats_containers)
{
    static const struct {
        size_t count;
        const char *array, *map;
    } rows[] = {
        {0, "90", "80"},
        {15, "9f", "8f"},
        {16, "dc0010", "de0010"},
        {65535, "dcffff", "deffff"},
        {65536, "dd00010000", "df00010000"},
        {UINT32_MAX, "ddffffffff", "dfffffffff"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("count %zu", rows[i].count);
        cinch_writer w = fresh();
        cinch_put_array(&w, rows[i].count);
        expect_hex(&w, rows[i].array);
        w = fresh();
        cinch_put_map(&w, rows[i].count);
        expect_hex(&w, rows[i].map);
    }
}

TEST(write_formats_time)
{
    static const struct {
        cinch_time t;
        const char *hex;
    } rows[] = {
        {{0, 0}, "d6ff00000000"},
        {{4294967295, 0}, "d6ffffffffff"},
        {{4294967296, 0}, "d7ff0000000100000000"},
        {{0, 1}, "d7ff0000000400000000"},
        {{17179869183, 999999999}, "d7ffee6b27ffffffffff"},
        {{17179869184, 0}, "c70cff000000000000000400000000"},
        {{17179869184, 999999999}, "c70cff3b9ac9ff0000000400000000"},
        {{-1, 0}, "c70cff00000000ffffffffffffffff"},
        {{INT64_MIN, 999999999}, "c70cff3b9ac9ff8000000000000000"},
        {{INT64_MAX, 0}, "c70cff000000007fffffffffffffff"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_case("%lld s %u ns", (long long)rows[i].t.sec, (unsigned)rows[i].t.nsec);
        cinch_writer w = fresh();
        cinch_put_time(&w, rows[i].t);
        expect_hex(&w, rows[i].hex);
    }
}

TEST(write_formats_bulk)
{
    static const double f64s[] = {0, 1.5, -2};
    static const float f32s[] = {0, 1.5f, -2};
    static const int64_t i64s[] = {0, -33, 300};
    cinch_writer w = fresh();
    cinch_put_f64s(&w, f64s, 3);
    cinch_put_f32s(&w, f32s, 3);
    cinch_put_i64s(&w, i64s, 3);
    cinch_put_f64s(&w, NULL, 0);
    cinch_put_f32s(&w, NULL, 0);
    cinch_put_i64s(&w, NULL, 0);
    expect_hex(&w, "93 cb0000000000000000 cb3ff8000000000000 cbc000000000000000"
                   "93 ca00000000 ca3fc00000 cac0000000 93 00 d0df cd012c 90 90 90");
}

/* NaN payloads, signalling ones too, pass through the token and bulk paths; by value only where the machine passes floats whole. */
TEST(write_formats_nan_bits)
{
    static const uint8_t msg[] = {0xca, 0x7f, 0x80, 0, 1, 0xcb, 0xff, 0xf0, 0, 0, 0, 0, 0, 1};
    cinch_reader r;
    cinch_writer w = fresh();
    cinch_reader_init(&r, msg, sizeof msg);
    while (cinch_reader_left(&r)) {
        cinch_token t = cinch_next(&r);
        cinch_put_token(&w, t);
        t.format = 0;
        cinch_put_token(&w, t);
    }
    expect_hex(&w, "ca7f800001 ca7f800001 cbfff0000000000001 cbfff0000000000001");
}

TEST(write_formats_empty_pointers)
{
    cinch_writer w = fresh();
    cinch_put_str(&w, NULL, 0);
    cinch_put_bin(&w, NULL, 0);
    cinch_put_ext(&w, 1, NULL, 0);
    cinch_put_raw(&w, NULL, 0);
    cinch_put_utf16(&w, NULL, 0, true);
    expect_hex(&w, "a0 c400 c70001 a0");
}

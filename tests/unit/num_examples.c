/* SPDX-License-Identifier: MIT
 * Numbers and text by example: spelling, limits of integers, the grammar, and decimals that are hard to round.
 */
#include <math.h>
#include <stdio.h>

#include "harness.h"
#include "src/base/num.h"
#include "support.h"

/* Room with a mark behind it: the writers may touch so many bytes and no more. */
struct room {
    char text[CINCHI_FLOAT_TEXT];
    char mark[8];
};

static void room_init(struct room *r)
{
    memset(r, '#', sizeof *r);
}

static bool room_is_whole(const struct room *r, size_t touched)
{
    for (size_t i = touched; i < sizeof r->text; i++)
        if (r->text[i] != '#') return false;
    return memcmp(r->mark, "########", sizeof r->mark) == 0;
}

static void check_f64_text(double v, const char *want)
{
    struct room r;
    room_init(&r);
    test_case("%s", want);
    CHECK_STR(r.text, cinchi_num_put_f64(r.text, v), want);
    CHECK(room_is_whole(&r, CINCHI_FLOAT_TEXT));
}

TEST(put_u64_edges)
{
    uint64_t power = 1;
    for (int digits = 1; digits <= 20; digits++, power *= 10)
        for (int step = -1; step <= 1; step++) {
            uint64_t v = power + (uint64_t)step;
            char want[32];
            struct room r;
            room_init(&r);
            snprintf(want, sizeof want, "%llu", (unsigned long long)v);
            test_case("%s", want);
            CHECK_STR(r.text, cinchi_num_put_u64(r.text, v), want);
            CHECK(room_is_whole(&r, CINCHI_INT_TEXT));
        }
    struct room r;
    test_case("largest");
    CHECK_STR(r.text, cinchi_num_put_u64(r.text, UINT64_MAX), "18446744073709551615");
}

TEST(put_i64_edges)
{
    static const struct {
        int64_t v;
        const char *want;
    } rows[] = {{0, "0"},
                {-1, "-1"},
                {9, "9"},
                {-10, "-10"},
                {-99999999, "-99999999"},
                {-100000000, "-100000000"},
                {-9999999999999999, "-9999999999999999"},
                {-10000000000000000, "-10000000000000000"},
                {INT64_MAX, "9223372036854775807"},
                {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct room r;
        room_init(&r);
        test_case("%s", rows[i].want);
        CHECK_STR(r.text, cinchi_num_put_i64(r.text, rows[i].v), rows[i].want);
        CHECK(room_is_whole(&r, CINCHI_INT_TEXT));
    }
}

TEST(put_f64_spelling)
{
    check_f64_text(0.0, "0.0");
    check_f64_text(-0.0, "-0.0");
    check_f64_text(1.0, "1.0");
    check_f64_text(-2.0, "-2.0");
    check_f64_text(0.1, "0.1");
    check_f64_text(0.5, "0.5");
    check_f64_text(-0.3, "-0.3");
    check_f64_text(0.3333333333333333, "0.3333333333333333");
    check_f64_text(0.6666666666666666, "0.6666666666666666");
    check_f64_text(123.456, "123.456");
    check_f64_text(-65.613616999999977, "-65.61361699999998");
    check_f64_text(0.0001, "0.0001");
    check_f64_text(0.00012345678901234567, "0.00012345678901234567");
    check_f64_text(0.0009999999999999998, "0.0009999999999999998");
    check_f64_text(0.00001, "1e-05");
    check_f64_text(0.000012345, "1.2345e-05");
    check_f64_text(1e15, "1000000000000000.0");
    check_f64_text(1234567890123456.0, "1234567890123456.0");
    check_f64_text(9007199254740991.0, "9007199254740991.0");
    check_f64_text(9007199254740992.0, "9007199254740992.0");
    check_f64_text(9999999999999998.0, "9999999999999998.0");
    check_f64_text(1e16, "1e+16");
    check_f64_text(12345678901234568.0, "1.2345678901234568e+16");
    check_f64_text(1e22, "1e+22");
    check_f64_text(1e23, "1e+23");
    check_f64_text(1e100, "1e+100");
    check_f64_text(-1.5e-100, "-1.5e-100");
    check_f64_text(6.02214076e23, "6.02214076e+23");
}

TEST(put_f64_edges)
{
    check_f64_text(0x1p-1074, "5e-324");
    check_f64_text(0x2p-1074, "1e-323");
    check_f64_text(0x3p-1074, "1.5e-323");
    check_f64_text(0x0.fffffffffffffp-1022, "2.225073858507201e-308");
    check_f64_text(0x1p-1022, "2.2250738585072014e-308");
    check_f64_text(0x1.fffffffffffffp+1023, "1.7976931348623157e+308");
    check_f64_text(-0x1.fffffffffffffp+1023, "-1.7976931348623157e+308");
    check_f64_text(0x1p+1023, "8.98846567431158e+307");
    check_f64_text(0x1p-44, "5.684341886080802e-14");
    check_f64_text(9.5367431640625e-07, "9.5367431640625e-07");
    check_f64_text(0x1p+53 + 2, "9007199254740994.0");
    /* Middles: V is a whole and a half, and of two equally near the even one is taken. */
    check_f64_text(1125899906842624.25, "1125899906842624.2");
    check_f64_text(1125899906842624.75, "1125899906842624.8");
    check_f64_text(1125899906842625.25, "1125899906842625.2");
    /* A multiple of ten exactly at an end: 2^q = 4 apart, so 18014398509481990 +- 2; it counts for an even c only. */
    check_f64_text(18014398509481992.0, "1.801439850948199e+16");
    check_f64_text(18014398509481988.0, "1.8014398509481988e+16");
    check_f64_text(18014398509482012.0, "1.8014398509482012e+16");
    check_f64_text(0x1.0000000000001p-1022, "2.225073858507202e-308");
}

/* Where an end of the interval is next to a multiple of ten, and where the value is next to the middle between two integers: the
 * nearest there are, 2^-60 to 2^-63 of a unit away. */
TEST(put_f64_near_ties)
{
    check_f64_text(0x1.8823a57adbef9p-497, "3.743626360493413e-150");
    check_f64_text(0x1.8823a57adbef8p-497, "3.7436263604934127e-150");
    check_f64_text(0x1.3ae60753af6cap+758, "1.864950924021923e+228");
    check_f64_text(0x1.3ae60753af6cbp+758, "1.8649509240219232e+228");
    check_f64_text(0x1.090684f5fe998p-650, "2.215901545757777e-196");
    check_f64_text(0x1.090684f5fe997p-650, "2.2159015457577768e-196");
    check_f64_text(0x1.3de005bd620dfp+216, "1.3076622631878654e+65");
    check_f64_text(0x1.7c0747bd76fa1p-814, "1.3588129002659584e-245");
    check_f64_text(0x1.9b651584e8b20p+534, "9.03725590277404e+160");
    check_f64_text(0x1.59a2783ce70abp-329, "1.234550136632744e-99");
}

TEST(put_f32_spelling)
{
    static const struct {
        float v;
        const char *want;
    } rows[] = {{0.0f, "0.0"},
                {-0.0f, "-0.0"},
                {0.1f, "0.1"},
                {1.0f, "1.0"},
                {-3.25f, "-3.25"},
                {0.3333333333f, "0.33333334"},
                {3.14159274f, "3.1415927"},
                {16777216.0f, "16777216.0"},
                {33554432.0f, "33554432.0"},
                {1e10f, "10000000000.0"},
                {1e15f, "1000000000000000.0"},
                {1e16f, "1e+16"},
                {1.1e-5f, "1.1e-05"},
                {0x1p-149f, "1e-45"},
                {0x2p-149f, "3e-45"},
                {0x1p-126f, "1.1754944e-38"},
                {0x1.fffffep+127f, "3.4028235e+38"},
                {0x1p+127f, "1.7014118e+38"},
                {8.5e9f, "8500000000.0"},
                {0x1.5c87fap-84f, "7.038531e-26"},
                {67108872.0f, "67108870.0"}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct room r;
        room_init(&r);
        test_case("%s", rows[i].want);
        CHECK_STR(r.text, cinchi_num_put_f32(r.text, rows[i].v), rows[i].want);
        CHECK(room_is_whole(&r, CINCHI_FLOAT_TEXT));
    }
}

TEST(put_f64_powers_of_ten)
{
    for (int e = -323; e <= 308; e++) {
        char want[40], text[16];
        cinchi_num n;
        size_t len = (size_t)snprintf(text, sizeof text, "1e%d", e);
        CHECK(cinchi_num_read(text, text + len, &n) == text + len && n.kind == CINCHI_NUM_F64);
        if (e >= 0 && e < 16)
            snprintf(want, sizeof want, "1%.*s.0", e, "000000000000000");
        else if (e < 0 && e >= -4)
            snprintf(want, sizeof want, "0.%.*s1", -e - 1, "000");
        else
            snprintf(want, sizeof want, "1e%c%02d", e < 0 ? '-' : '+', e < 0 ? -e : e);
        check_f64_text(n.as.f64, want);
    }
}

/* Reads text as the end of a buffer that nobody may look past, and again as all of a longer one. */
static const char *read_at_end(struct guard *g, const char *text, cinchi_num *n)
{
    size_t len = strlen(text);
    char more[2200];
    cinchi_num other;
    memset(&other, 0xee, sizeof other);
    memset(n, 0xee, sizeof *n);
    const char *p = (const char *)guard_end(g, text, len);
    const char *end = cinchi_num_read(p, p + len, n);
    CHECK(len + 32 < sizeof more);
    memset(more, ' ', sizeof more);
    memcpy(more, text, len);
    const char *other_end = cinchi_num_read(more, more + sizeof more, &other);
    CHECK(other_end - more == end - p || n->kind == CINCHI_NUM_BAD);
    CHECK(n->kind == other.kind && (n->kind == CINCHI_NUM_BAD || memcmp(&n->as, &other.as, sizeof n->as) == 0));
    return text + (end - p);
}

TEST(read_integers)
{
    static const struct {
        const char *text;
        cinchi_num_kind kind;
        uint64_t bits;
    } rows[] = {{"0", CINCHI_NUM_U64, 0},
                {"7", CINCHI_NUM_U64, 7},
                {"12345678", CINCHI_NUM_U64, 12345678},
                {"123456789", CINCHI_NUM_U64, 123456789},
                {"1234567890123456", CINCHI_NUM_U64, UINT64_C(1234567890123456)},
                {"9223372036854775807", CINCHI_NUM_U64, INT64_MAX},
                {"9223372036854775808", CINCHI_NUM_U64, UINT64_C(1) << 63},
                {"9999999999999999999", CINCHI_NUM_U64, UINT64_C(9999999999999999999)},
                {"10000000000000000000", CINCHI_NUM_U64, UINT64_C(10000000000000000000)},
                {"18446744073709551615", CINCHI_NUM_U64, UINT64_MAX},
                {"-1", CINCHI_NUM_I64, (uint64_t)-1},
                {"-128", CINCHI_NUM_I64, (uint64_t)-128},
                {"-9223372036854775807", CINCHI_NUM_I64, (uint64_t)-INT64_MAX},
                {"-9223372036854775808", CINCHI_NUM_I64, UINT64_C(1) << 63},
                {"18446744073709551616", CINCHI_NUM_BIG, 0x43f0000000000000},
                {"18446744073709551617", CINCHI_NUM_BIG, 0x43f0000000000000},
                {"19999999999999999999", CINCHI_NUM_BIG, 0x43f158e460913d00},
                {"20000000000000000000", CINCHI_NUM_BIG, 0x43f158e460913d00},
                {"99999999999999999999", CINCHI_NUM_BIG, 0x4415af1d78b58c40},
                {"100000000000000000000", CINCHI_NUM_BIG, 0x4415af1d78b58c40},
                {"-9223372036854775809", CINCHI_NUM_BIG, 0xc3e0000000000000},
                {"-9999999999999999999", CINCHI_NUM_BIG, 0xc3e158e460913d00},
                {"-10000000000000000000", CINCHI_NUM_BIG, 0xc3e158e460913d00},
                {"-18446744073709551615", CINCHI_NUM_BIG, 0xc3f0000000000000},
                {"-18446744073709551616", CINCHI_NUM_BIG, 0xc3f0000000000000}};
    struct guard g;
    guard_init(&g, 64);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinchi_num n;
        test_case("%s", rows[i].text);
        CHECK(*read_at_end(&g, rows[i].text, &n) == '\0');
        CHECK(n.kind == rows[i].kind);
        CHECK_U64(n.as.u64, rows[i].bits);
    }
    guard_free(&g);
}

TEST(read_doubles)
{
    static const struct {
        const char *text;
        double want;
    } rows[] = {
        {"-0", -0.0},
        {"0.0", 0.0},
        {"-0.0", -0.0},
        {"-0e5", -0.0},
        {"0e99999", 0.0},
        {"0e999999999999999999999999", 0.0},
        {"0.000e-999999999999999999999999", 0.0},
        {"1e999999999999", INFINITY},
        {"-1e999999999999999999999999999999", -INFINITY},
        {"1e-999999999999999999999999999999", 0.0},
        {"-1E-9999", -0.0},
        {"1e309", INFINITY},
        {"1e308", 1e308},
        {"10e308", INFINITY},
        {"0.1e309", 1e308},
        {"1.0", 1.0},
        {"1E0", 1.0},
        {"1e+0", 1.0},
        {"1e-0", 1.0},
        {"1e00000000000000000000000000000000000000000002", 100.0},
        {"123456789012345678901234567890.0", 0x1.8ee90ff6c373ep+96},
        {"1.7976931348623157e308", 0x1.fffffffffffffp+1023},
        {"1.7976931348623158e308", 0x1.fffffffffffffp+1023},
        {"1.7976931348623159e308", INFINITY},
        /* 2^1024 - 2^970, the middle between the largest double and what would come next. */
        {"1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963302864166"
         "9288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027006985557136695962"
         "2842914819860834936475292719074168444365510704342711559699508093042880177904174497792.0",
         INFINITY},
        {"1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963302864166"
         "9288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027006985557136695962"
         "2842914819860834936475292719074168444365510704342711559699508093042880177904174497791.9",
         0x1.fffffffffffffp+1023},
        {"4.9e-324", 0x1p-1074},
        {"5e-324", 0x1p-1074},
        {"2.4703282292062327e-324", 0.0},
        {"2.4703282292062328e-324", 0x1p-1074},
        {"2.5e-324", 0x1p-1074},
        {"2.4e-324", 0.0},
        {"1.3e-324", 0.0},
        {"1e-324", 0.0},
        {"7.4e-324", 0x1p-1074},
        {"7.5e-324", 0x2p-1074},
        {"9999999999999999999e-343", 0.0},
        {"3e-324", 0x1p-1074},
        {"30000000000000000000000000e-349", 0x1p-1074},
        {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
        {"2.2250738585072012e-308", 0x1p-1022},
        {"2.2250738585072014e-308", 0x1p-1022},
        /* The middle between the largest subnormal and the smallest normal number, all 768 digits of it, and beside it. */
        {"2.22507385850720113605740979670913197593481954635164564802342610972482222202107694551652952390813508791414915891"
         "3039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222"
         "3072852551331557550159143974763979834118019993239625482890171070818506906306666559949382757725720157630626906633"
         "3264756530000924588831643303777979186961204949739037782970490505108060994073026293712895895000358379996720725430"
         "4360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368"
         "6223215037756666225039825343359745688844239002654981983854879482922068947216898310996983658468140228542433306603"
         "3985088644580400103493397042756718644338377048603786162277173854562306587467901408672332763671875e-308",
         0x1p-1022},
        {"2.22507385850720113605740979670913197593481954635164564802342610972482222202107694551652952390813508791414915891"
         "3039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222"
         "3072852551331557550159143974763979834118019993239625482890171070818506906306666559949382757725720157630626906633"
         "3264756530000924588831643303777979186961204949739037782970490505108060994073026293712895895000358379996720725430"
         "4360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368"
         "6223215037756666225039825343359745688844239002654981983854879482922068947216898310996983658468140228542433306603"
         "3985088644580400103493397042756718644338377048603786162277173854562306587467901408672332763671874e-308",
         0x0.fffffffffffffp-1022},
        {"9007199254740993.0", 9007199254740992.0},
        {"9007199254740993.00000000000000000000000000000000000000000000000000000000000000000000000000000000001",
         9007199254740994.0},
        {"9007199254740992.99999999999999999999999999999999999999999999999999999999999999999999999999999999999",
         9007199254740992.0},
        {"9007199254740995.0", 9007199254740996.0},
        {"900719925474099.3e1", 9007199254740992.0},
        {"90071992547409930000000000e-10", 9007199254740992.0},
        {"4503599627370496.5", 4503599627370496.0},
        {"4503599627370497.5", 4503599627370498.0},
        {"0.000000000000000000000000000000000000000000000000000000000000000000000000000001e78", 1.0},
        {"1000000000000000000000000000000000000000000000000000000000000000000000000000000e-78", 1.0},
        {"1e23", 1e23},
        {"8.5e22", 0x1.1ffdbf6b2b2ebp+76},
        /* Of nineteen digits and less, those that come nearest to a middle without being one (from continued fractions): the first is
         * 2^-124 of its size away. */
        {"7120190517612959703e120", 0x1.3220dcd5899fdp+461},
        {"3507665085003296281e-73", 0x1.1339818257f0fp-181},
        {"5442080830244849580e199", 0x1.3bbb4bf05f087p+723},
        {"272104041512242479e200", 0x1.3bbb4bf05f087p+722},
        {"1904728290585697353e199", 0x1.ba06371d51d8ap+721},
        {"4603490992688200642e-335", 0x0.00000008e2cc2p-1022},
        {"7275116635012355363e-339", 0x0.00000000005c1p-1022},
        {"3010355726914441610e-329", 0x0.0058aa4c250e0p-1022},
        {"2301745496344100321e-334", 0x0.0000002c6dfc8p-1022},
        {"1.00000000000000011102230246251565404236316680908203125", 1.0},
        {"1.00000000000000011102230246251565404236316680908203124", 1.0},
        {"1.00000000000000011102230246251565404236316680908203126", 0x1.0000000000001p+0},
        {"1.00000000000000033306690738754696212708950042724609375", 0x1.0000000000002p+0},
    };
    struct guard g;
    guard_init(&g, 2048);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinchi_num n;
        test_case("%.60s", rows[i].text);
        CHECK(*read_at_end(&g, rows[i].text, &n) == '\0');
        CHECK(n.kind == CINCHI_NUM_F64);
        CHECK_F64(n.as.f64, rows[i].want);
    }
    guard_free(&g);
}

/* The text up to the bar is what the number ends at, or the byte at fault. */
TEST(read_grammar)
{
    static const struct {
        const char *text;
        cinchi_num_kind kind;
    } rows[] = {
        {"|", CINCHI_NUM_BAD},
        {"-|", CINCHI_NUM_BAD},
        {"|+1", CINCHI_NUM_BAD},
        {"|.5", CINCHI_NUM_BAD},
        {"|a", CINCHI_NUM_BAD},
        {"-|a", CINCHI_NUM_BAD},
        {"-|-1", CINCHI_NUM_BAD},
        {"-|.5", CINCHI_NUM_BAD},
        {"1.|", CINCHI_NUM_BAD},
        {"1.|e5", CINCHI_NUM_BAD},
        {"1.|,", CINCHI_NUM_BAD},
        {"0.|-1", CINCHI_NUM_BAD},
        {"1e|", CINCHI_NUM_BAD},
        {"1e+|", CINCHI_NUM_BAD},
        {"1e-|", CINCHI_NUM_BAD},
        {"1E|x", CINCHI_NUM_BAD},
        {"1e+|-1", CINCHI_NUM_BAD},
        {"1.5e|.5", CINCHI_NUM_BAD},
        {"1e|e5", CINCHI_NUM_BAD},
        {"|Infinity", CINCHI_NUM_BAD},
        {"-|Infinity", CINCHI_NUM_BAD},
        {"|NaN", CINCHI_NUM_BAD},
        {"|/", CINCHI_NUM_BAD},
        {"|:", CINCHI_NUM_BAD},
        {"0|1", CINCHI_NUM_U64},
        {"0|0", CINCHI_NUM_U64},
        {"-0|1", CINCHI_NUM_F64},
        {"0|x10", CINCHI_NUM_U64},
        {"1|,2", CINCHI_NUM_U64},
        {"1| ", CINCHI_NUM_U64},
        {"1|a", CINCHI_NUM_U64},
        {"1|+1", CINCHI_NUM_U64},
        {"1.5|.5", CINCHI_NUM_F64},
        {"1e5|.5", CINCHI_NUM_F64},
        {"1e5|e5", CINCHI_NUM_F64},
        {"1.0|-", CINCHI_NUM_F64},
        {"0.0|0x", CINCHI_NUM_F64},
        {"12345678|:", CINCHI_NUM_U64},
        {"1234567|/8", CINCHI_NUM_U64},
        {"-5|]", CINCHI_NUM_I64},
        {"1|\xb1", CINCHI_NUM_U64},
        {"1.2|\x80\x80\x80\x80\x80\x80\x80\x80", CINCHI_NUM_F64},
        {"1.12345678|\xff"
         "12345678",
         CINCHI_NUM_F64},
    };
    struct guard g;
    guard_init(&g, 64);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[64];
        size_t at = strcspn(rows[i].text, "|");
        cinchi_num n;
        memcpy(text, rows[i].text, at);
        strcpy(text + at, rows[i].text + at + 1);
        if (rows[i].text[at + 1] == '0' && rows[i].kind == CINCHI_NUM_F64) at += 1; /* 0.00 ends after its zeros */
        test_case("%s", rows[i].text);
        CHECK_U64((uint64_t)(read_at_end(&g, text, &n) - text), at);
        CHECK_U64(n.kind, rows[i].kind);
    }
    guard_free(&g);
}

/* Texts without end in every place that may be long. */
TEST(read_long_texts)
{
    static const struct {
        const char *head;
        char filler;
        const char *tail;
        cinchi_num_kind kind;
        double want;
    } rows[] = {
        {"0.", '0', "1e2000", CINCHI_NUM_F64, 1.0},                          /* 1999 zeros */
        {"1", '0', "e-1999", CINCHI_NUM_F64, 1.0},                           /* the same the other way round */
        {"1.", '0', "", CINCHI_NUM_F64, 1.0},                                /* digits that say nothing */
        {"1.", '0', "1", CINCHI_NUM_F64, 1.0},                               /* ... or nearly nothing */
        {"9007199254740993.", '0', "1", CINCHI_NUM_F64, 9007199254740994.0}, /* ... or all */
        {"0.", '9', "", CINCHI_NUM_F64, 1.0},                                /* */
        {"1", '0', "", CINCHI_NUM_BIG, INFINITY},                            /* an integer beyond all doubles */
        {"0.", '0', "", CINCHI_NUM_F64, 0.0},                                /* */
        {"0.", '0', "9", CINCHI_NUM_F64, 0.0},                               /* */
        {"1e", '0', "2", CINCHI_NUM_F64, 100.0},                             /* */
        {"1e", '9', "", CINCHI_NUM_F64, INFINITY},                           /* */
        {"1e-", '9', "", CINCHI_NUM_F64, 0.0},                               /* */
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[2100];
        size_t head = strlen(rows[i].head), tail = strlen(rows[i].tail), len = head + 1999 + tail;
        cinchi_num n;
        memcpy(text, rows[i].head, head);
        memset(text + head, rows[i].filler, 1999);
        memcpy(text + head + 1999, rows[i].tail, tail);
        test_case("%s%c...%s", rows[i].head, rows[i].filler, rows[i].tail);
        CHECK(cinchi_num_read(text, text + len, &n) == text + len);
        CHECK_U64(n.kind, rows[i].kind);
        CHECK_F64(n.as.f64, rows[i].want);
    }
}

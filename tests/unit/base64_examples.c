/* SPDX-License-Identifier: MIT
 * Base64: the examples of RFC 4648, what a strict reader refuses, and every length and byte there and back.
 */
#include "harness.h"
#include "src/base/base64.h"
#include "support.h"

static const struct {
    const char *plain, *coded;
} pairs[] = {{"", ""},
             {"f", "Zg=="},
             {"fo", "Zm8="},
             {"foo", "Zm9v"},
             {"foob", "Zm9vYg=="},
             {"fooba", "Zm9vYmE="},
             {"foobar", "Zm9vYmFy"},
             {"\xfb\xef\xbe", "++++"},
             {"\xff\xff\xff", "////"},
             {"\xff", "/w=="},
             {"\xff\xfe", "//4="}};

TEST(base64_of_the_rfc)
{
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        char text[16];
        uint8_t back[16];
        size_t len = strlen(pairs[i].plain), got_len = 99;
        test_case("%s", pairs[i].coded);
        CHECK_U64(cinchi_base64_len(len), strlen(pairs[i].coded));
        CHECK_STR(text, cinchi_base64_put(text, (const uint8_t *)pairs[i].plain, len), pairs[i].coded);
        CHECK(cinchi_base64_get(back, pairs[i].coded, strlen(pairs[i].coded), &got_len));
        CHECK_MEM(back, got_len, pairs[i].plain, len);
    }
    size_t len = 99;
    test_case("NULL");
    CHECK_U64(cinchi_base64_put(NULL, NULL, 0), 0);
    CHECK(cinchi_base64_get(NULL, NULL, 0, &len) && len == 0);
}

TEST(base64_refuses)
{
    static const char *const bad[] = {
        "Z",    "Zg",   "Zg=",      "Zm9vY",    "====",     "=",       "Z===",     "=Zg=",           "Z=g=",
        "Zg=g", "Zm=v", "Zh==",     "Zn==",     "Zm9=",     "//5=",    "/x==",     "Zm 9",           "Zm9v\n",
        "Zm9-", "Zm9_", "Zg==Zg==", "Zm8=Zm9v", "Zm9vZ===", "Zm9vZm9", "Zm9v====", "Zm9v\xc3\xa9Zm", "Zm9vZg=\n",
        "Zm9,", "Zm9:",
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        uint8_t out[16];
        size_t len;
        test_case("%s", bad[i]);
        CHECK(!cinchi_base64_get(out, bad[i], strlen(bad[i]), &len));
    }
}

/* Every byte in every one of the four places, alone among good ones. */
TEST(base64_every_byte)
{
    for (unsigned place = 0; place < 8; place++)
        for (unsigned c = 0; c < 256; c++) {
            char text[] = "AAAAAAAA";
            uint8_t out[6];
            size_t len;
            bool alphabet = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
            text[place] = (char)c;
            if (cinchi_base64_get(out, text, 8, &len) != (alphabet || (c == '=' && place == 7)))
                FAIL("byte %u, place %u", c, place);
        }
}

TEST(base64_round_trip)
{
    struct guard in, text;
    uint8_t bytes[257];
    guard_init(&in, sizeof bytes);
    guard_init(&text, 400);
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 167 + 13);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        uint8_t back[260];
        size_t back_len, coded = cinchi_base64_len(len);
        char *out = (char *)guard_end(&text, NULL, coded);
        test_case("%zu bytes", len);
        CHECK_U64(cinchi_base64_put(out, guard_end(&in, bytes, len), len), coded);
        CHECK(cinchi_base64_get(back, out, coded, &back_len));
        CHECK_MEM(back, back_len, bytes, len);
    }
    guard_free(&in);
    guard_free(&text);
}

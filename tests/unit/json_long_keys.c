/* SPDX-License-Identifier: MIT
 * Keys that need more room than the quick loop asked for: the buffer moves under it, what follows may be unusual, or there is no
 * room left for the value.
 */
#include "json_drive.h"

enum { LONG_KEYS_MAX = 900 };

static char long_key[LONG_KEYS_MAX], long_text[2 * LONG_KEYS_MAX];
static uint8_t long_bytes[2 * LONG_KEYS_MAX];

/* An object of one member under a key of len bytes, in front of it some items that have been written. */
static void long_key_reads(unsigned before, size_t len, const char *rest, cinch_error error)
{
    cinch_writer w;
    size_t at = (size_t)sprintf(long_text, "[%.*s{\"%.*s\"", (int)(2 * before), "1,1,1,1,1,1,1,1,1,1,", (int)len, long_key);
    struct json_want want = {error, error ? at : 0, long_bytes, 0};
    at += (size_t)sprintf(long_text + at, "%s", rest);
    cinch_writer_init(&w, long_bytes, sizeof long_bytes);
    cinch_put_array(&w, before + 1);
    for (unsigned i = 0; i < before; i++) cinch_put_u64(&w, 1);
    cinch_put_map(&w, 1);
    cinch_put_str(&w, long_key, len);
    cinch_put_u64(&w, 7);
    want.len = (size_t)cinch_writer_pos(&w);
    json_drive(json_drive_read, long_text, at, NULL, &want);
}

TEST(json_read_long_keys)
{
    static const char *const texts[] = {"plain", "\xc3\xa9", "\xe2\x82\xac"};
    for (size_t t = 0; t < COUNT_OF(texts); t++)
        for (unsigned before = 0; before <= 10; before += 5) {
            size_t step = strlen(texts[t]);
            test_case("a key of %s..., %u items before", texts[t], before);
            for (size_t i = 0; i + step <= sizeof long_key; i += step) memcpy(long_key + i, texts[t], step);
            for (size_t len = 200 / step * step; len <= 700 && !test_case_failed(); len += step) {
                long_key_reads(before, len, ":7}]", CINCH_OK);
                long_key_reads(before, len, " \n :\t 7 } ]", CINCH_OK);
                long_key_reads(before, len, "x:7}]", CINCH_ERR_SYNTAX);
            }
        }
}

/* In a buffer that the key fills nearly: the value is not written beyond it. */
TEST(json_read_long_keys_and_room)
{
    static const char *const values[] = {"7",  "\"xyz\"", "1.5", "-70000", "\"0123456789abcdef0123456789abcdef0123\"",
                                         "[]", "{}",      "null"};
    static const cinch_json_opts none = CINCH_ZERO;
    static char spaces[300];
    memset(spaces, ' ', sizeof spaces - 1);
    for (size_t v = 0; v < COUNT_OF(values); v++)
        for (size_t len = 10; len <= 400; len += len < 80 ? 1 : 37) {
            test_case("%s under a key of %zu bytes", values[v], len);
            memset(long_key, 'k', len);
            size_t n = (size_t)sprintf(long_text, "{\"%.*s\":%s%s}", (int)len, long_key, values[v], spaces);
            cinch_writer w;
            cinch_writer_init(&w, long_bytes, sizeof long_bytes);
            CHECK_ERR(cinch_json_read(long_text, n, NULL, &w, NULL, NULL), CINCH_OK);
            struct json_want want = {CINCH_OK, 0, long_bytes, (size_t)cinch_writer_pos(&w)};
            for (size_t cap = want.len - 1; cap < want.len + 100 && !test_case_failed(); cap++)
                json_drive_fixed(json_drive_read, long_text, n, &none, &want, cap);
        }
}

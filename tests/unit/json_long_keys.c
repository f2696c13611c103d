/* SPDX-License-Identifier: MIT
 * Keys that need more room than the quick loop asked for: the buffer moves under it, and what follows may be unusual.
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

/* SPDX-License-Identifier: MIT
 * Strings of every length copied both ways, since moves depend on it: no byte missing, none beyond, a NUL found wherever it is.
 */
#include "cinch/read.h"
#include "harness.h"
#include "support.h"

enum { COPY_MAX = 300 };

static struct guard copy_guard, copy_out;

static size_t copy_message(uint8_t *msg, const char *text, size_t len)
{
    cinch_writer w;
    cinch_bin all;
    cinch_writer_init(&w, msg, COPY_MAX + 5);
    cinch_put_str(&w, text, len);
    CHECK_ERR(cinch_writer_finish(&w, &all, NULL), CINCH_OK);
    return all.len;
}

static void copy_one(const char *text, size_t len, size_t cap, cinch_error want)
{
    uint8_t msg[COPY_MAX + 5];
    size_t msg_len = copy_message(msg, text, len);
    char *out = (char *)guard_end(&copy_out, NULL, cap);
    cinch_reader r;
    cinch_reader_init(&r, guard_end(&copy_guard, msg, msg_len), msg_len);
    size_t got = cinch_get_cstr(&r, out, cap);
    CHECK_ERR(cinch_reader_finish(&r, NULL), want);
    CHECK_U64(got, want ? 0 : len);
    if (!want)
        CHECK_MEM(out, got + 1, text, len + 1);
    else if (cap)
        CHECK(out[0] == 0);
}

TEST(copy_every_length)
{
    char text[COPY_MAX + 1];
    guard_init(&copy_guard, COPY_MAX + 5);
    guard_init(&copy_out, COPY_MAX + 1);
    for (size_t len = 0; len <= COPY_MAX; len++) {
        for (size_t i = 0; i < len; i++) text[i] = (char)(1 + (i * 37 + len) % 255);
        text[len] = 0;
        test_case("length %u", (unsigned)len);
        copy_one(text, len, len + 1, CINCH_OK);
        if (len) copy_one(text, len, len, CINCH_ERR_ROOM);
        copy_one(text, len, 0, CINCH_ERR_ROOM);
        for (size_t i = 0; i < len; i++) {
            char was = text[i];
            text[i] = 0;
            copy_one(text, len, len + 1, CINCH_ERR_VALUE);
            text[i] = was;
        }
        uint8_t *cut = guard_end(&copy_guard, NULL, COPY_MAX + 5);
        cinch_reader r;
        size_t msg_len = copy_message(cut, text, len);
        cinch_reader_init(&r, guard_end(&copy_out, cut, msg_len - 1), msg_len - 1);
        (void)cinch_get_cstr(&r, text, 0);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_ERR_TRUNCATED);
    }
    guard_free(&copy_guard);
    guard_free(&copy_out);
}

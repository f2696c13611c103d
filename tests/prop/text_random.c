/* SPDX-License-Identifier: MIT
 * Any message goes through text and comes back byte for byte; mutated text is read or refused without harm, and what is read can be written.
 */
#include "cinch/check.h"
#include "cinch/text.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { ROUNDS = 20000, MAX = 3000, TEXT = 40000 };

static size_t notation_of(const uint8_t *msg, size_t len, uint8_t indent, char *text)
{
    cinch_text_opts opts = CINCH_ZERO;
    cinch_reader r;
    cinch_writer w;
    opts.indent = indent;
    cinch_reader_init(&r, msg, len);
    cinch_writer_init(&w, text, TEXT);
    if (!CHECK_ERR(cinch_text_write(&r, &opts, &w, NULL), CINCH_OK)) return 0;
    CHECK(cinch_reader_left(&r) == 0);
    return (size_t)cinch_writer_pos(&w);
}

TEST(text_round_trip)
{
    struct rng r;
    struct guard g;
    size_t rounds = test_rounds(ROUNDS);
    rng_init(&r, 0x7e41);
    guard_init(&g, TEXT);
    for (size_t i = 0; i < rounds; i++) {
        static char text[TEXT];
        static uint8_t msg[MAX], back[MAX];
        struct gen_opts opts = {GEN_ALL, (unsigned)rng_below(&r, 6), 30, 50};
        size_t len = gen_message(&r, &opts, msg, sizeof msg), n, used = 0;
        cinch_writer w;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        n = notation_of(msg, len, rng_chance(&r, 50) ? 0 : 3, text);
        cinch_writer_init(&w, back, len);
        CHECK_ERR(cinch_text_read((const char *)guard_end(&g, text, n), n, NULL, &w, &used, NULL), CINCH_OK);
        CHECK_U64(used, n);
        CHECK_MEM(back, (size_t)cinch_writer_pos(&w), msg, len);
        if (test_case_failed()) break;
    }
    guard_free(&g);
}

/* Bytes that would break a line or drive a terminal do not occur, nor do bytes that are no UTF-8. */
TEST(text_is_harmless)
{
    struct rng r;
    size_t rounds = test_rounds(ROUNDS / 4);
    rng_init(&r, 0x7e42);
    for (size_t i = 0; i < rounds; i++) {
        static char text[TEXT];
        static uint8_t msg[MAX];
        struct gen_opts opts = {GEN_ALL, 3, 20, 50};
        size_t len = gen_message(&r, &opts, msg, sizeof msg), n = notation_of(msg, len, 0, text);
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        CHECK(cinch_utf8_valid(text, n));
        for (size_t k = 0; k < n; k++)
            if (!CHECK((unsigned char)text[k] >= 0x20 && text[k] != 0x7f)) break;
        if (test_case_failed()) break;
    }
}

/* Text that was changed somewhere: what it is read as is a message, whose own text is read as the same. */
TEST(text_mutated)
{
    struct rng r;
    struct guard g;
    size_t rounds = test_rounds(ROUNDS), good = 0;
    rng_init(&r, 0x7e43);
    guard_init(&g, TEXT);
    for (size_t i = 0; i < rounds; i++) {
        static char text[TEXT];
        static uint8_t msg[MAX], back[TEXT], again[TEXT];
        struct gen_opts opts = {GEN_ALL, (unsigned)rng_below(&r, 4), 12, 20};
        size_t len = gen_message(&r, &opts, msg, sizeof msg), n = notation_of(msg, len, rng_chance(&r, 50) ? 0 : 1, text), m;
        cinch_writer w;
        cinch_diag d;
        cinch_error e;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        for (size_t k = 1 + rng_below(&r, 3); k && n; k--) {
            static const char odd[] = "\"\\[]{},:x-0189.eu()# \n\xc3\xff\x00unf";
            size_t at = rng_below(&r, n);
            if (rng_chance(&r, 20))
                n = at;
            else if (rng_chance(&r, 50))
                text[at] = odd[rng_below(&r, sizeof odd - 1)];
            else
                memmove(text + at, text + at + 1, --n - at);
        }
        cinch_writer_init(&w, back, sizeof back);
        e = cinch_text_read((const char *)guard_end(&g, text, n), n, NULL, &w, NULL, &d);
        CHECK_ERR(d.error, e);
        if (e) {
            CHECK(d.pos <= n && d.line && d.column);
            CHECK_U64(cinch_writer_pos(&w), 0);
            continue;
        }
        good++;
        m = (size_t)cinch_writer_pos(&w);
        CHECK_U64(d.pos, n);
        n = notation_of(back, m, 0, text);
        cinch_writer_init(&w, again, sizeof again);
        CHECK_ERR(cinch_text_read(text, n, NULL, &w, NULL, NULL), CINCH_OK);
        CHECK_MEM(again, (size_t)cinch_writer_pos(&w), back, m);
        if (test_case_failed()) break;
    }
    CHECK(good > rounds / 20);
    guard_free(&g);
}

/* Every prefix of a text is TRUNCATED at its end, but for those that are whole already: a number goes on, and so may what follows. */
TEST(text_prefixes)
{
    struct rng r;
    size_t rounds = test_rounds(ROUNDS / 20);
    rng_init(&r, 0x7e44);
    for (size_t i = 0; i < rounds; i++) {
        static char text[TEXT];
        static uint8_t msg[MAX], back[MAX];
        struct gen_opts opts = {GEN_ALL, 3, 12, 20};
        size_t len = gen_message(&r, &opts, msg, sizeof msg), n = notation_of(msg, len, 0, text);
        cinch_writer w;
        cinch_diag d;
        test_case("round %zu of seed %llu", i, (unsigned long long)r.seed);
        if (text[n - 1] != ']' && text[n - 1] != '}' && text[n - 1] != '"') continue;
        for (size_t k = 0; k < n; k++) {
            cinch_writer_init(&w, back, sizeof back);
            test_note("%zu bytes of %.*s", k, (int)(n < 200 ? n : 200), text);
            CHECK_ERR(cinch_text_read(text, k, NULL, &w, NULL, &d), CINCH_ERR_TRUNCATED);
            if (test_case_failed()) return;
        }
    }
}

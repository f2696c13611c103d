/* SPDX-License-Identifier: MIT
 * Properties of JSON both ways on random messages and texts.
 */
#include "cinch/check.h"
#include "json_drive.h"
#include "generate.h"

enum { MSG_CAP = 4096 };

static size_t some_message(struct rng *g, unsigned flags, uint8_t *msg)
{
    static const unsigned depths[] = {0, 1, 2, 5, 12}, items[] = {1, 5, 20, 80, 300}, payloads[] = {8, 40, 300, 3000};
    struct gen_opts o = {flags, depths[rng_below(g, COUNT_OF(depths))], items[rng_below(g, COUNT_OF(items))],
                         payloads[rng_below(g, COUNT_OF(payloads))]};
    return gen_message(g, &o, msg, MSG_CAP);
}

static void note_message(const struct rng *g, const uint8_t *msg, size_t len)
{
    char text[400];
    hex_text(text, sizeof text, msg, len);
    test_note("seed %llu, message %s", (unsigned long long)g->seed, text);
}

/* Tagged text can hold what is no timestamp under the type of timestamps. */
static const cinch_read_opts raw_time = {.flags = CINCH_RAW_TIME};

static cinch_error to_text(const uint8_t *msg, size_t len, const cinch_json_opts *opts, cinch_writer *out)
{
    cinch_reader r;
    cinch_reader_init_opts(&r, msg, len, &raw_time);
    cinch_writer_rewind(out, 0);
    return cinch_json_write(&r, opts, out, NULL);
}

/* The same values, each in its smallest format. */
static void smallest(const uint8_t *msg, size_t len, cinch_writer *w)
{
    cinch_reader r;
    cinch_reader_init_opts(&r, msg, len, &raw_time);
    cinch_writer_rewind(w, 0);
    while (cinch_reader_left(&r)) {
        cinch_token t = cinch_next(&r);
        t.format = 0;
        cinch_put_token(w, t);
    }
}

TEST(json_random_tagged)
{
    struct rng g;
    static uint8_t msg[MSG_CAP];
    cinch_json_opts opts = CINCH_ZERO;
    cinch_writer text, back, small;
    opts.tagged = true;
    rng_init(&g, 101);
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    cinch_writer_init_grow(&small, NULL, 0);
    for (size_t i = test_rounds(20000); i && !test_case_failed(); i--) {
        unsigned flags = (unsigned)rng_below(&g, GEN_ALL + 1);
        size_t len = some_message(&g, flags, msg);
        opts.indent = (uint8_t)(rng_chance(&g, 20) ? rng_below(&g, 5) : 0);
        cinch_reader r;
        cinch_reader_init_opts(&r, msg, len, i % 2 ? &raw_time : NULL); /* times as dates, or all as ext */
        cinch_writer_rewind(&text, 0);
        bool good = CHECK_ERR(cinch_json_write(&r, &opts, &text, NULL), CINCH_OK);
        cinch_writer_rewind(&back, 0);
        good = good && CHECK_ERR(cinch_json_read((char *)text.start, (size_t)cinch_writer_pos(&text), &opts, &back, NULL, NULL),
                                 CINCH_OK);
        smallest(msg, len, &small);
        if (!(flags & GEN_OVERLONG)) good = CHECK_MEM(msg, len, small.start, (size_t)cinch_writer_pos(&small)) && good;
        if (good) good = CHECK_MEM(back.start, (size_t)cinch_writer_pos(&back), small.start, (size_t)cinch_writer_pos(&small));
        if (!good) note_message(&g, msg, len);
    }
    cinch_writer_free(&text);
    cinch_writer_free(&back);
    cinch_writer_free(&small);
}

/* Plain text read back gives the same text, and with no f32 about the same bytes. */
TEST(json_random_plain)
{
    struct rng g;
    static uint8_t msg[MSG_CAP];
    cinch_writer text, back, again;
    rng_init(&g, 102);
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    cinch_writer_init_grow(&again, NULL, 0);
    for (size_t i = test_rounds(20000); i && !test_case_failed(); i--) {
        size_t len = some_message(&g, 0, msg);
        bool good = CHECK_ERR(to_text(msg, len, NULL, &text), CINCH_OK);
        size_t n = (size_t)cinch_writer_pos(&text);
        cinch_writer_rewind(&back, 0);
        good = good && CHECK_ERR(cinch_json_read((char *)text.start, n, NULL, &back, NULL, NULL), CINCH_OK);
        good = good && CHECK_ERR(to_text(back.start, (size_t)cinch_writer_pos(&back), NULL, &again), CINCH_OK);
        good = good && CHECK_MEM(again.start, (size_t)cinch_writer_pos(&again), text.start, n);
        if (!good) note_message(&g, msg, len);
    }
    cinch_writer_free(&text);
    cinch_writer_free(&back);
    cinch_writer_free(&again);
}

/* Every way a text may be written: white space anywhere, any character as an escape. */
static size_t loosen(struct rng *g, const char *text, size_t len, char *out, unsigned percent)
{
    size_t at = 0;
    bool in_string = false;
    for (size_t i = 0; i < len; i++) {
        uint8_t c = (uint8_t)text[i];
        if (!in_string) {
            bool scalar = i && strchr("0123456789+-.eEtrufalsn", text[i]) && strchr("0123456789+-.eEtrufalsn", text[i - 1]);
            while (!scalar && rng_chance(g, percent)) out[at++] = " \n\r\t"[rng_below(g, 4)];
            if (c == '"') in_string = true;
            out[at++] = (char)c;
        } else if (c == '\\') {
            out[at++] = '\\';
            out[at++] = text[++i];
        } else if (c == '"') {
            in_string = false;
            out[at++] = '"';
        } else if (c < 0x80 && rng_chance(g, percent)) {
            at += (size_t)sprintf(out + at, rng_chance(g, 50) ? "\\u%04x" : "\\u%04X", c);
        } else {
            out[at++] = (char)c;
        }
    }
    return at;
}

TEST(json_random_loose)
{
    struct rng g;
    static uint8_t msg[MSG_CAP];
    static char loose[400000];
    cinch_writer text, back, other;
    struct guard page;
    rng_init(&g, 103);
    guard_init(&page, sizeof loose);
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    cinch_writer_init_grow(&other, NULL, 0);
    for (size_t i = test_rounds(5000); i && !test_case_failed(); i--) {
        size_t len = some_message(&g, 0, msg);
        bool good = CHECK_ERR(to_text(msg, len, NULL, &text), CINCH_OK);
        size_t n = (size_t)cinch_writer_pos(&text);
        size_t m = loosen(&g, (char *)text.start, n, loose, (unsigned)rng_below(&g, 60));
        cinch_writer_rewind(&back, 0);
        cinch_writer_rewind(&other, 0);
        good = good && CHECK_ERR(cinch_json_read((char *)text.start, n, NULL, &back, NULL, NULL), CINCH_OK);
        good = good && CHECK_ERR(cinch_json_read((char *)guard_end(&page, loose, m), m, NULL, &other, NULL, NULL), CINCH_OK);
        good = good && CHECK_MEM(other.start, (size_t)cinch_writer_pos(&other), back.start, (size_t)cinch_writer_pos(&back));
        if (!good) note_message(&g, msg, len);
    }
    guard_free(&page);
    cinch_writer_free(&text);
    cinch_writer_free(&back);
    cinch_writer_free(&other);
}

/* Every prefix of a document that ends in a bracket or quote is TRUNCATED, and leaves nothing behind. */
TEST(json_random_prefixes)
{
    struct rng g;
    static uint8_t msg[MSG_CAP];
    cinch_writer text, w;
    struct guard page;
    rng_init(&g, 104);
    guard_init(&page, 200000);
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&w, NULL, 0);
    for (size_t i = test_rounds(600); i && !test_case_failed(); i--) {
        cinch_json_opts opts = CINCH_ZERO;
        size_t len = some_message(&g, GEN_EXT | GEN_BIN | GEN_ODD_KEYS, msg);
        opts.tagged = true;
        opts.indent = (uint8_t)rng_below(&g, 2);
        bool good = CHECK_ERR(to_text(msg, len, &opts, &text), CINCH_OK);
        size_t n = (size_t)cinch_writer_pos(&text), step = 1 + n / 200;
        if (!strchr("{[\"", *text.start)) continue;
        for (size_t k = 0; good && k < n; k += step) {
            cinch_diag why;
            size_t used;
            const char *p = (const char *)guard_end(&page, text.start, k);
            good = CHECK_ERR(cinch_json_read(p, k, &opts, &w, &used, &why), CINCH_ERR_TRUNCATED);
            good = good && CHECK(why.pos <= k) && CHECK_U64(cinch_writer_pos(&w), 0);
        }
        if (!good) note_message(&g, msg, len);
    }
    guard_free(&page);
    cinch_writer_free(&text);
    cinch_writer_free(&w);
}

/* Whatever text: no crash, no byte read past its end; what is taken is a message that says the same as text again. */
TEST(json_random_mutated)
{
    struct rng g;
    static uint8_t msg[MSG_CAP], mutant[40000];
    cinch_writer text, w, again;
    struct guard page;
    size_t taken = 0;
    rng_init(&g, 105);
    guard_init(&page, sizeof mutant);
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&w, NULL, 0);
    cinch_writer_init_grow(&again, NULL, 0);
    for (size_t i = test_rounds(60000); i && !test_case_failed(); i--) {
        struct gen_opts o = {GEN_EXT | GEN_BIN | GEN_ODD_KEYS | GEN_BAD_UTF8, 3, 12, 20};
        size_t len = gen_message(&g, &o, msg, 300);
        cinch_json_opts opts = CINCH_ZERO;
        cinch_diag why;
        opts.tagged = true;
        bool good = CHECK_ERR(to_text(msg, len, &opts, &text), CINCH_OK);
        size_t n = (size_t)cinch_writer_pos(&text);
        memcpy(mutant, text.start, n);
        for (uint64_t k = rng_below(&g, 4); k; k--) n = gen_mutate(&g, mutant, n, sizeof mutant);
        opts.tagged = rng_chance(&g, 60);
        opts.lax = rng_chance(&g, 30);
        opts.utf8 = (cinch_json_utf8)rng_below(&g, 2);
        opts.dup = (cinch_json_dup)rng_below(&g, 4);
        opts.big = (cinch_json_big)rng_below(&g, 3);
        cinch_writer_rewind(&w, 0);
        cinch_error e = cinch_json_read((const char *)guard_end(&page, mutant, n), n, &opts, &w, NULL, &why);
        CHECK(why.pos <= n);
        if (e) {
            CHECK_U64(cinch_writer_pos(&w), 0);
            continue;
        }
        taken++;
        size_t m = (size_t)cinch_writer_pos(&w);
        good = good && CHECK_ERR(cinch_check(w.start, m, &raw_time, NULL), CINCH_OK);
        opts.tagged = true;
        opts.dup = CINCH_DUP_PASS;
        good = good && CHECK_ERR(to_text(w.start, m, &opts, &text), CINCH_OK);
        cinch_writer_rewind(&again, 0);
        good = good &&
               CHECK_ERR(cinch_json_read((char *)text.start, (size_t)cinch_writer_pos(&text), &opts, &again, NULL, NULL),
                         CINCH_OK);
        good = good && CHECK_MEM(again.start, (size_t)cinch_writer_pos(&again), w.start, m);
        if (!good) note_message(&g, mutant, n);
    }
    CHECK(taken > 100);
    guard_free(&page);
    cinch_writer_free(&text);
    cinch_writer_free(&w);
    cinch_writer_free(&again);
}

/* Whatever bytes, whatever options: no crash; an error leaves nothing behind, and is the same in every writer. */
TEST(json_random_bytes_to_text)
{
    struct rng g;
    static uint8_t msg[MSG_CAP * 2];
    rng_init(&g, 106);
    for (size_t i = test_rounds(30000); i && !test_case_failed(); i--) {
        struct gen_opts o = {(unsigned)rng_below(&g, GEN_ALL + 1), 4, 12, 30};
        size_t len = gen_message(&g, &o, msg, 400);
        for (uint64_t k = rng_below(&g, 3); k; k--) len = gen_mutate(&g, msg, len, 800);
        cinch_json_opts opts = CINCH_ZERO;
        opts.tagged = rng_chance(&g, 30);
        opts.sort_keys = rng_chance(&g, 30);
        opts.nan = (cinch_json_nan)rng_below(&g, 3);
        opts.utf8 = (cinch_json_utf8)rng_below(&g, 2);
        opts.bin = (cinch_json_bin)rng_below(&g, 4);
        opts.dup = rng_chance(&g, 60) ? CINCH_DUP_PASS : (cinch_json_dup)rng_below(&g, 4);
        opts.indent = (uint8_t)(rng_chance(&g, 30) ? rng_below(&g, 3) : 0);
        opts.ext_prefix = rng_chance(&g, 30) ? "ext:" : NULL;
        cinch_reader r;
        cinch_writer w;
        cinch_diag why;
        cinch_reader_init(&r, msg, len);
        cinch_writer_init_grow(&w, NULL, 0);
        cinch_error e = cinch_json_write(&r, &opts, &w, &why);
        struct json_want want = {e, why.pos, w.start, (size_t)cinch_writer_pos(&w)};
        bool good = e ? CHECK_U64(want.len, 0) : true;
        good = good && (e || cinch_reader_left(&r) || json_drive(json_drive_write, msg, len, &opts, &want));
        if (e) good = json_drive(json_drive_write, msg, len, &opts, &want) && good;
        if (!good) note_message(&g, msg, len);
        cinch_writer_free(&w);
    }
}

/* Sorted text is sorted, has the same pairs, and sorting it again changes nothing. */
TEST(json_random_sorted)
{
    struct rng g;
    static uint8_t msg[MSG_CAP];
    cinch_writer text, back, again;
    cinch_json_opts sorted = CINCH_ZERO;
    sorted.sort_keys = true;
    rng_init(&g, 107);
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    cinch_writer_init_grow(&again, NULL, 0);
    for (size_t i = test_rounds(5000); i && !test_case_failed(); i--) {
        size_t len = some_message(&g, 0, msg);
        bool good = CHECK_ERR(to_text(msg, len, NULL, &text), CINCH_OK);
        size_t n = (size_t)cinch_writer_pos(&text);
        good = good && CHECK_ERR(to_text(msg, len, &sorted, &text), CINCH_OK) && CHECK_U64(cinch_writer_pos(&text), n);
        cinch_writer_rewind(&back, 0);
        good = good && CHECK_ERR(cinch_json_read((char *)text.start, n, NULL, &back, NULL, NULL), CINCH_OK);
        good = good && CHECK_ERR(to_text(back.start, (size_t)cinch_writer_pos(&back), NULL, &again), CINCH_OK) &&
               CHECK_MEM(again.start, (size_t)cinch_writer_pos(&again), text.start, n);
        good = good && CHECK_ERR(to_text(back.start, (size_t)cinch_writer_pos(&back), &sorted, &again), CINCH_OK) &&
               CHECK_MEM(again.start, (size_t)cinch_writer_pos(&again), text.start, n);
        if (!good) note_message(&g, msg, len);
    }
    cinch_writer_free(&text);
    cinch_writer_free(&back);
    cinch_writer_free(&again);
}

/* SPDX-License-Identifier: MIT
 * The quick loop that reads JSON, and its guesses at keys, against the loop that knows everything: records that nearly repeat, whole
 * and damaged, must come out the same, faults and their places included. A limit that nothing breaks keeps out of the quick loop.
 */
#include <stdlib.h>

#include "cinch/json.h"
#include "cinch/write.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { RECORD_TEXT = 60000 };

static const char *const record_keys[] = {"id",
                                          "name",
                                          "created_at",
                                          "a-key-of-thirty-one-characters",
                                          "a-key-that-is-longer-than-all-the-others",
                                          "k\\u0031",
                                          "\xc3\xa9",
                                          "",
                                          "tags",
                                          "nested"};

static size_t record_blank(struct rng *g, char *out, unsigned percent)
{
    size_t at = 0;
    while (rng_chance(g, percent)) out[at++] = "  \n\t"[rng_below(g, 4)];
    return at;
}

static size_t record_scalar(struct rng *g, char *out)
{
    static const char *const texts[] = {"null",
                                        "true",
                                        "false",
                                        "0",
                                        "-1",
                                        "12345678",
                                        "123456789012",
                                        "1.5",
                                        "-0.0",
                                        "1e300",
                                        "\"\"",
                                        "\"x\"",
                                        "\"text of more than thirty-two characters\"",
                                        "\"\\n\"",
                                        "\"\xe3\x81\x82\"",
                                        "[]",
                                        "{}"};
    return (size_t)sprintf(out, "%s", texts[rng_below(g, COUNT_OF(texts))]);
}

/* style: how white space is written, and how often a record is unlike the one before. */
static size_t record_map(struct rng *g, char *out, int depth, unsigned style)
{
    size_t at = 0, indent = style % 3 == 1 ? (size_t)(3 - depth) * 4 : 0;
    bool first = true;
    out[at++] = '{';
    for (size_t k = 0; k < COUNT_OF(record_keys); k++) {
        if (rng_chance(g, style % 7 * 5)) continue;
        if (!first) out[at++] = ',';
        first = false;
        if (indent) at += (size_t)sprintf(out + at, "\n%*s", (int)indent, "");
        if (style % 3 == 2) at += record_blank(g, out + at, 3);
        if (rng_chance(g, style % 5))
            at += (size_t)sprintf(out + at, "\"%u\"", (unsigned)rng_below(g, 1000));
        else
            at += (size_t)sprintf(out + at, "\"%s\"", record_keys[k]);
        at += (size_t)sprintf(out + at, "%s", indent ? ": " : ":");
        if (depth && k >= 8)
            at += record_map(g, out + at, depth - 1, style);
        else
            at += record_scalar(g, out + at);
    }
    if (indent) out[at++] = '\n';
    out[at++] = '}';
    return at;
}

static size_t record_text(struct rng *g, char *out)
{
    unsigned style = (unsigned)rng_below(g, 1000);
    size_t at = 0, count = 1 + rng_below(g, 12);
    out[at++] = '[';
    for (size_t i = 0; i < count; i++) {
        if (i) out[at++] = ',';
        at += record_map(g, out + at, 2, style);
    }
    out[at++] = ']';
    return at;
}

/* Both ways into a growing and into a fixed writer. */
static bool records_agree(const char *text, size_t len, cinch_writer *quick, cinch_writer *slow)
{
    cinch_json_opts opts = CINCH_ZERO;
    cinch_diag a, b;
    cinch_writer_rewind(quick, 0);
    cinch_writer_rewind(slow, 0);
    cinch_error e = cinch_json_read(text, len, NULL, quick, NULL, &a);
    opts.limits.key_len = UINT32_MAX;
    cinch_error f = cinch_json_read(text, len, &opts, slow, NULL, &b);
    return CHECK_ERR(e, f) && CHECK_U64(a.pos, b.pos) && CHECK_U64(a.line, b.line) &&
           CHECK_MEM(quick->start, (size_t)cinch_writer_pos(quick), slow->start, (size_t)cinch_writer_pos(slow));
}

TEST(json_records)
{
    static char text[RECORD_TEXT * 4];
    static uint8_t fixed[2][RECORD_TEXT];
    struct rng g;
    struct guard page;
    cinch_writer quick, slow;
    size_t good_texts = 0;
    rng_init(&g, 201);
    guard_init(&page, sizeof text);
    cinch_writer_init_grow(&quick, NULL, 0);
    cinch_writer_init_grow(&slow, NULL, 0);
    for (size_t i = test_rounds(3000); i && !test_case_failed(); i--) {
        size_t len = record_text(&g, text);
        if (!CHECK(len < RECORD_TEXT)) break;
        bool good = records_agree((const char *)guard_end(&page, text, len), len, &quick, &slow);
        good_texts += cinch_writer_pos(&quick) != 0;
        for (int k = 0; good && k < 3; k++) {
            cinch_writer w[2];
            size_t cap = rng_below(&g, cinch_writer_pos(&slow) + 50);
            if (cap > RECORD_TEXT) cap = RECORD_TEXT;
            if (k) len = gen_mutate(&g, (uint8_t *)text, len, sizeof text);
            const char *p = (const char *)guard_end(&page, text, len);
            good = records_agree(p, len, &quick, &slow);
            for (int n = 0; n < 2; n++) cinch_writer_init(&w[n], fixed[n], cap);
            good = good && records_agree(p, len, &w[0], &w[1]);
        }
        if (!good) test_note("seed %llu, text %.*s", (unsigned long long)g.seed, (int)(len < 2000 ? len : 2000), text);
    }
    CHECK(good_texts > 2000);
    guard_free(&page);
    cinch_writer_free(&quick);
    cinch_writer_free(&slow);
}

/* Many keys, all different, or in ever new orders: guessing must not matter. */
TEST(json_records_without_repeats)
{
    static char text[RECORD_TEXT * 20];
    cinch_writer quick, slow;
    struct rng g;
    rng_init(&g, 202);
    cinch_writer_init_grow(&quick, NULL, 0);
    cinch_writer_init_grow(&slow, NULL, 0);
    for (int kind = 0; kind < 3; kind++) {
        size_t at = 0;
        test_case("kind %d", kind);
        at += (size_t)sprintf(text, "{\"a\":0");
        for (unsigned i = 0; i < 30000; i++) {
            at += (size_t)sprintf(text + at, ",\"%llx\":", (unsigned long long)(kind ? rng_u64(&g) : i));
            at += (size_t)sprintf(text + at, kind == 2 ? "{\"%llx\":[{}]}" : "%llu", (unsigned long long)rng_below(&g, 1000));
        }
        text[at++] = '}';
        records_agree(text, at, &quick, &slow);
        CHECK(cinch_writer_pos(&quick) > 30000);
    }
    cinch_writer_free(&quick);
    cinch_writer_free(&slow);
}

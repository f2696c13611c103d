/* SPDX-License-Identifier: MIT
 * Decimals in JSON text against strtod: every number of digits before and behind the point, signs, exponents, whatever follows, near the end of the
 * text and far from it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cinch/json.h"
#include "cinch/read.h"
#include "cinch/write.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { DECIMALS = 40 };

static size_t decimal_digits(struct rng *g, char *p, size_t n)
{
    unsigned even = (unsigned)rng_below(g, 12); /* now and then all the same digit */
    for (size_t i = 0; i < n; i++) p[i] = (char)('0' + (even < 10 ? rng_below(g, 10) : even == 10 ? 9 : 0));
    return n;
}

static size_t decimal_text(struct rng *g, char *p)
{
    size_t n = 0, whole = rng_below(g, rng_chance(g, 80) ? 5 : 24);
    if (rng_chance(g, 40)) p[n++] = '-';
    if (whole)
        p[n++] = (char)('1' + rng_below(g, 9));
    else
        p[n++] = '0';
    if (whole > 1) n += decimal_digits(g, p + n, whole - 1);
    p[n++] = '.';
    n += decimal_digits(g, p + n, 1 + rng_below(g, rng_chance(g, 80) ? 18 : 40));
    if (rng_chance(g, 10)) n += (size_t)sprintf(p + n, "%s%d", rng_chance(g, 50) ? "e" : "E-", (int)rng_below(g, 40));
    p[n] = 0;
    return n;
}

/* As an array with white space or none behind each, and more or less text behind it. */
static void decimals_agree(struct rng *g, struct guard *page, cinch_writer *w)
{
    char text[DECIMALS * 96], number[96];
    double expected[DECIMALS], v;
    uint32_t count = 1 + (uint32_t)rng_below(g, DECIMALS), len;
    size_t at = 0, tail = rng_below(g, 300);
    cinch_reader r;
    text[at++] = '[';
    for (uint32_t i = 0; i < count; i++) {
        const char *behind = i + 1 == count ? "" : rng_chance(g, 50) ? "," : " ,\n ";
        at += (size_t)sprintf(text + at, "%.*s%s", (int)decimal_text(g, number), number, behind);
        expected[i] = strtod(number, NULL);
    }
    text[at++] = ']';
    for (; tail && at < sizeof text; tail--) text[at++] = ' ';
    cinch_writer_rewind(w, 0);
    if (!CHECK_ERR(cinch_json_read((const char *)guard_end(page, text, at), at, NULL, w, NULL, NULL), CINCH_OK)) return;
    cinch_reader_init(&r, w->start, (size_t)cinch_writer_pos(w));
    len = cinch_get_array(&r);
    CHECK_U64(len, count);
    for (uint32_t i = 0; i < count && !test_case_failed(); i++) {
        v = cinch_get_f64(&r);
        CHECK_MEM(&v, sizeof v, &expected[i], sizeof v);
    }
}

TEST(json_decimals)
{
    struct rng g;
    struct guard page;
    cinch_writer w;
    rng_init(&g, 206);
    guard_init(&page, DECIMALS * 96);
    cinch_writer_init_grow(&w, NULL, 0);
    for (size_t i = test_rounds(20000); i && !test_case_failed(); i--) {
        test_note("seed %llu, %u rounds to come", (unsigned long long)g.seed, (unsigned)i);
        decimals_agree(&g, &page, &w);
    }
    guard_free(&page);
    cinch_writer_free(&w);
}

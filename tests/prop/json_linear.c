/* SPDX-License-Identifier: MIT
 * Time grows with the length of a text or message, not with its nesting: two megabytes under 900 levels, each with more items
 * than a one-byte head counts, may take a few times as long as the same bytes side by side, where a pass over the rest for
 * each level would take hundreds of times as long.
 */
#include <stdlib.h>
#include <time.h>

#include "cinch/json.h"
#include "cinch/write.h"
#include "harness.h"

enum { LEVELS = 900, ITEMS = 20, TEXT_CAP = 8000000, ALLOWED = 25 };

static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC; /* of this process alone */
}

static size_t level_items(char *out, bool map, int level, const char *more)
{
    size_t at = 0;
    for (int i = 0; i < ITEMS; i++) {
        if (map) at += (size_t)sprintf(out + at, "\"k%d%s\":", i % (ITEMS - 2), more);
        at += (size_t)sprintf(out + at, "[%d,\"%050d\"],", level, i);
    }
    return at;
}

/* Levels within each other, or the same one after the other. */
static size_t linear_text(char *out, bool nested, bool map)
{
    size_t at = 0;
    out[at++] = '[';
    for (int level = 0; level < LEVELS; level++) {
        if (!nested && level) out[at++] = ',';
        out[at++] = map ? '{' : '[';
        at += level_items(out + at, map, level, "");
        at += (size_t)sprintf(out + at, map ? "\"next\":" : "");
        if (!nested) {
            at += (size_t)sprintf(out + at, "0,");
            at += level_items(out + at, map, level, "x");
            at += (size_t)sprintf(out + at, map ? "\"last\":0}" : "0]");
        }
    }
    if (nested) out[at++] = '0';
    for (int level = 0; nested && level < LEVELS; level++) {
        out[at++] = ',';
        at += level_items(out + at, map, level, "x");
        at += (size_t)sprintf(out + at, map ? "\"last\":0}" : "0]");
    }
    out[at++] = ']';
    return at;
}

/* The better of three. */
static double linear_time(const char *text, size_t len, const cinch_json_opts *opts, bool write)
{
    double best = 1e9;
    cinch_writer w, out;
    cinch_writer_init_grow(&w, NULL, len);
    cinch_writer_init_grow(&out, NULL, len);
    for (int i = 0; i < 3; i++) {
        double start = now();
        cinch_writer_rewind(&w, 0);
        CHECK_ERR(cinch_json_read(text, len, opts, &w, NULL, NULL), CINCH_OK);
        if (write) {
            cinch_reader r;
            cinch_reader_init(&r, w.start, (size_t)cinch_writer_pos(&w));
            cinch_writer_rewind(&out, 0);
            start = now();
            CHECK_ERR(cinch_json_write(&r, opts, &out, NULL), CINCH_OK);
        }
        if (now() - start < best) best = now() - start;
    }
    cinch_writer_free(&w);
    cinch_writer_free(&out);
    return best;
}

static void linear_case(const char *name, bool map, const cinch_json_opts *opts, bool write)
{
    static char text[TEXT_CAP];
    double flat, nested;
    test_case("%s", name);
    flat = linear_time(text, linear_text(text, false, map), opts, write);
    nested = linear_time(text, linear_text(text, true, map), opts, write);
    if (!CHECK(nested <= ALLOWED * flat)) test_note("%.6f s flat, %.6f s nested", flat, nested);
}

TEST(json_linear)
{
    cinch_json_opts opts = CINCH_ZERO;
    opts.limits.depth = LEVELS + 2;
    linear_case("arrays to messages", false, &opts, false);
    linear_case("maps to messages", true, &opts, false);
    linear_case("maps to text", true, &opts, true);
    opts.dup = CINCH_DUP_FIRST;
    linear_case("first of duplicates, reading", true, &opts, false);
    opts.dup = CINCH_DUP_LAST;
    linear_case("last of duplicates, reading", true, &opts, false);
    linear_case("last of duplicates, writing", true, &opts, true);
    opts.dup = CINCH_DUP_PASS;
    opts.sort_keys = true;
    linear_case("sorted", true, &opts, true);
    opts.sort_keys = false;
    opts.tagged = true;
    linear_case("tagged: duplicates make every map a $map", true, &opts, true);
}

/* A message is what it is, however its heads came to be. */
TEST(json_linear_bytes)
{
    static char text[TEXT_CAP];
    cinch_json_opts opts = CINCH_ZERO, deep = CINCH_ZERO;
    deep.limits.depth = opts.limits.depth = LEVELS + 2;
    for (int map = 0; map < 2; map++)
        for (int nested = 0; nested < 2; nested++) {
            size_t len = linear_text(text, nested, map);
            cinch_writer w, back;
            cinch_reader r;
            test_case("%s %s", nested ? "nested" : "flat", map ? "maps" : "arrays");
            cinch_writer_init_grow(&w, NULL, 0);
            cinch_writer_init_grow(&back, NULL, 0);
            CHECK_ERR(cinch_json_read(text, len, &opts, &w, NULL, NULL), CINCH_OK);
            cinch_reader_init(&r, w.start, (size_t)cinch_writer_pos(&w));
            CHECK_ERR(cinch_json_write(&r, &deep, &back, NULL), CINCH_OK);
            CHECK(cinch_writer_pos(&back) == len && memcmp(back.start, text, len) == 0);
            cinch_writer_free(&w);
            cinch_writer_free(&back);
        }
}

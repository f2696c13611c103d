/* SPDX-License-Identifier: MIT
 * Drives every vector through every way to read. usage: run [-v] [FILE.txt[:LINE]]...  (default: all of tests/vectors)
 */
#define _DEFAULT_SOURCE
#include <glob.h>
#include <stdlib.h>

#include "drive.h"
#include "harness.h"
#include "support.h"

static const struct driver *const drivers[] = {
    &drive_next,   &drive_get,    &drive_skip, &drive_write, &drive_check, &drive_frame,
    &drive_locate, &drive_stream, &drive_feed, &drive_tree,  &drive_json,  &drive_text,
};

/* TRUNCATED names the item that was cut, or the length when nothing of the next had come. */
static uint64_t cut_offset(const struct vector *v, size_t len)
{
    uint64_t pos = 0;
    for (size_t i = 0; i < v->count && v->items[i].pos <= len; i++) pos = v->items[i].pos;
    return pos;
}

/* All prefixes of short vectors; of long ones both ends, the far one so far that its last item is cut everywhere, and some between. */
static bool wanted_prefix(size_t len, size_t whole)
{
    return whole <= 600 || len < 80 || whole - len <= (whole > 20000 ? 16 : 80) || len % 9973 == 0;
}

static void drive_prefixes(const struct vector *v, const struct driver *d, struct guard *g)
{
    struct verdict want = {true, CINCH_ERR_TRUNCATED, 0, NULL};
    char what[64];
    if (v->len == 0 || d->judge(v->bytes, v->len).error != CINCH_OK) return;
    test_case("%s:%d every prefix, %s", v->file, v->line, d->name);
    for (size_t len = 0; len < v->len && !test_case_failed(); len++) {
        if (!wanted_prefix(len, v->len)) continue;
        struct outcome got = d->judge(guard_end(g, v->bytes, len), len);
        want.pos = v->counted ? got.pos : cut_offset(v, len);
        snprintf(what, sizeof what, "the first %zu bytes", len);
        expect_outcome(what, got, want);
    }
}

static void drive_vector(const struct vector *v, struct guard *g)
{
    char hex[64];
    hex_text(hex, sizeof hex, v->bytes, v->len);
    for (size_t i = 0; i < COUNT_OF(drivers); i++) {
        test_case("%s:%d %s: %s", v->file, v->line, drivers[i]->name, hex);
        drivers[i]->drive(v, guard_end(g, v->bytes, v->len));
        if (v->plain.error == CINCH_OK && drivers[i]->judge && !(v->counted && v->len > 1000)) drive_prefixes(v, drivers[i], g);
    }
}

static void drive_file(const char *path, int line)
{
    struct vector_file f = vector_load(path);
    for (size_t i = 0; i < f.count; i++) {
        struct vector *v = &f.vectors[i];
        struct guard g;
        if (line && v->line != line) continue;
        guard_init(&g, v->len);
        drive_vector(v, &g);
        guard_free(&g);
    }
    vector_free(&f);
}

int main(int argc, char **argv)
{
    glob_t all = {0};
    test_begin(argv[0]);
    if (argc < 2) {
        if (glob("tests/vectors/*.txt", 0, NULL, &all) != 0) fputs("no tests/vectors/*.txt here\n", stderr);
        for (size_t i = 0; i < all.gl_pathc; i++) drive_file(all.gl_pathv[i], 0);
        globfree(&all);
    }
    for (int i = 1; i < argc; i++) {
        char *colon = strrchr(argv[i], ':');
        if (colon) *colon = 0;
        drive_file(argv[i], colon ? atoi(colon + 1) : 0);
    }
    return test_end();
}

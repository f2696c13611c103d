/* SPDX-License-Identifier: MIT
 * What works on a whole message without decoding it: check, frame, locate, find.
 */
#include <stdlib.h>

#include "cinch/check.h"
#include "drive.h"
#include "harness.h"
#include "support.h"

/* ---------------------------------------------------------------- check */

static struct outcome checked(const uint8_t *bytes, size_t len, uint32_t flags)
{
    cinch_read_opts opts = CINCH_ZERO;
    cinch_diag diag;
    opts.flags = flags;
    cinch_error error = cinch_check(bytes, len, &opts, &diag);
    CHECK_ERR(diag.error, error);
    return (struct outcome){error, error ? diag.pos : 0};
}

static struct outcome judge_check(const uint8_t *bytes, size_t len)
{
    return checked(bytes, len, 0);
}

/* Canonical or not, in one case worked out here: bytes are in smallest formats if they are what the tests' own encoder makes of the log. */
static void check_canonical(const struct vector *v, const uint8_t *bytes)
{
    struct outcome got = checked(bytes, v->len, CINCH_CANONICAL);
    if (v->canonical.given) {
        expect_outcome("check with CINCH_CANONICAL", got, v->canonical);
    } else if (!v->counted && v->plain.error == CINCH_OK) {
        size_t len;
        uint8_t *small = vector_encode(v, false, &len);
        bool smallest = len == v->len && memcmp(small, v->bytes, len) == 0;
        CHECK(smallest || got.error == CINCH_ERR_OVERLONG || got.error == CINCH_ERR_ORDER || got.error == CINCH_ERR_DUPLICATE);
        CHECK(!smallest || got.error == CINCH_OK || got.error == CINCH_ERR_ORDER || got.error == CINCH_ERR_DUPLICATE);
        free(small);
    } else {
        CHECK(got.error != CINCH_OK || v->plain.error == CINCH_OK);
    }
}

/* The message twice is a run of two, and one with something after it. */
static void check_twice(const struct vector *v)
{
    struct verdict trailing = {true, CINCH_ERR_TRAILING, v->len, NULL}, good = {true, CINCH_OK, 0, NULL};
    struct guard g;
    uint8_t *two = malloc(2 * v->len);
    if (!two) abort();
    memcpy(two, v->bytes, v->len);
    memcpy(two + v->len, v->bytes, v->len);
    guard_init(&g, 2 * v->len);
    const uint8_t *p = guard_end(&g, two, 2 * v->len);
    expect_outcome("check of it twice", checked(p, 2 * v->len, 0), trailing);
    expect_outcome("check of it twice with CINCH_MANY", checked(p, 2 * v->len, CINCH_MANY), good);
    guard_free(&g);
    free(two);
}

static void drive_check_all(const struct vector *v, const uint8_t *bytes)
{
    struct verdict plain = vector_verdict(v, &v->depth);
    struct verdict utf8 = v->utf8.given ? v->utf8 : plain, raw = v->raw_time.given ? v->raw_time : plain;
    expect_outcome("check", checked(bytes, v->len, 0), plain);
    expect_outcome("check with CINCH_UTF8", checked(bytes, v->len, CINCH_UTF8), utf8);
    expect_outcome("check with CINCH_RAW_TIME", checked(bytes, v->len, CINCH_RAW_TIME), raw);
    CHECK_ERR(checked(bytes, v->len, CINCH_UNIQUE).error, CINCH_ERR_USE);
    if (v->many.given) expect_outcome("check with CINCH_MANY", checked(bytes, v->len, CINCH_MANY), v->many);
    check_canonical(v, bytes);
    if (plain.error == CINCH_OK) check_twice(v);
}

const struct driver drive_check = {"check", drive_check_all, judge_check};

/* ---------------------------------------------------------------- frame */

static struct outcome framed(const uint8_t *bytes, size_t len, size_t first, size_t step)
{
    cinch_frame f;
    size_t pos = 0;
    cinch_frame_init(&f);
    do {
        size_t used = 0, n = pos == 0 && first ? first : step;
        if (n > len - pos) n = len - pos;
        cinch_status status = cinch_frame_feed(&f, bytes + pos, n, &used);
        pos += used;
        if (status == CINCH_FAILED) return (struct outcome){f.error, f.item};
        if (status == CINCH_GOT) {
            CHECK_U64(f.len, pos);
            return (struct outcome){pos == len ? CINCH_OK : CINCH_ERR_TRAILING, pos};
        }
        CHECK_U64(used, n);
    } while (pos < len);
    return (struct outcome){CINCH_ERR_TRUNCATED, f.item};
}

static struct outcome judge_frame(const uint8_t *bytes, size_t len)
{
    return framed(bytes, len, 0, SIZE_MAX);
}

static void drive_frame_all(const struct vector *v, const uint8_t *bytes)
{
    struct verdict want = vector_verdict(v, &v->skip);
    expect_outcome("frame", judge_frame(bytes, v->len), want);
    expect_outcome("frame, byte by byte", framed(bytes, v->len, 0, 1), want);
    expect_outcome("frame, in sevens", framed(bytes, v->len, 0, 7), want);
    for (size_t cut = 1; cut < v->len && v->len <= 300; cut++)
        expect_outcome("frame, cut in two", framed(bytes, v->len, cut, SIZE_MAX), want);
}

const struct driver drive_frame = {"frame", drive_frame_all, judge_frame};

/* ---------------------------------------------------------------- locate and find */

enum { MOST_ITEMS = 600 };

static void expect_pointer(const struct vector *v, const uint8_t *bytes, uint64_t pos, const struct vector_place *place)
{
    char got[70000];
    size_t len = cinch_locate(bytes, v->len, pos, got, sizeof got);
    test_note("at %llu", (unsigned long long)pos);
    CHECK_MEM(got, len, place->pointer, place->len);
    CHECK(got[len] == 0);
}

static void expect_found(const struct vector *v, const uint8_t *bytes, size_t i, const struct vector_place *place)
{
    cinch_bin item = {NULL, 0};
    cinch_diag diag;
    cinch_str pointer = {place->pointer, place->len};
    if (!CHECK_ERR(cinch_find(bytes, v->len, pointer, &item, &diag), CINCH_OK)) return;
    CHECK_U64((uint64_t)(item.ptr - bytes), v->items[i].pos);
    CHECK_U64(item.len, place->end - v->items[i].pos);
}

static void drive_locate_all(const struct vector *v, const uint8_t *bytes)
{
    if (v->counted || v->count > MOST_ITEMS) return;
    struct vector_place *places = vector_places(v);
    for (size_t i = 0; i < v->count && !test_case_failed(); i++) {
        uint64_t next = i + 1 < v->count ? v->items[i + 1].pos : v->plain.error ? v->plain.pos : v->len;
        expect_pointer(v, bytes, v->items[i].pos, &places[i]);
        if (v->items[i].type < CINCH_ARRAY) expect_pointer(v, bytes, next - 1, &places[i]); /* any byte of it */
        if (places[i].findable && v->plain.error == CINCH_OK) expect_found(v, bytes, i, &places[i]);
    }
    if (v->plain.error && v->plain.error != CINCH_ERR_TRAILING) expect_pointer(v, bytes, v->plain.pos, &places[v->count]);
    vector_places_free(v, places);
}

const struct driver drive_locate = {"locate", drive_locate_all, NULL};

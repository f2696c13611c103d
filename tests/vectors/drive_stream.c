/* SPDX-License-Identifier: MIT
 * Input in pieces: the stream reader, cut in every way, and the feed.
 */
#include <stdlib.h>

#include "cinch/stream.h"
#include "drive.h"
#include "harness.h"
#include "support.h"

enum { LEVELS = 512, PATH_ROOM = 70000 };

struct cutting {
    size_t first, step; /* bytes of the first piece (0: as the others) and of all others */
    size_t scratch;     /* bytes; 0: none */
    bool path;
    uint32_t flags;
};

static cinch_level levels[LEVELS];
static char scratch[70000], path[PATH_ROOM];

struct pieces {
    const uint8_t *bytes;
    size_t len, given;
    cinch_input in;
};

static bool next_piece(struct pieces *p, const struct cutting *cut)
{
    size_t n = p->given == 0 && cut->first ? cut->first : cut->step;
    if (n > p->len - p->given) n = p->len - p->given;
    if (n == 0) return false;
    p->in = (cinch_input){p->bytes + p->given, n, 0};
    p->given += n;
    return true;
}

/* A part of a payload, against the log; true at the last. */
static bool expect_part(const struct vector_item *want, cinch_token t, size_t *had)
{
    if (t.part & CINCH_FIRST) *had = 0;
    CHECK(t.type == want->type && (t.type != CINCH_EXT || t.ext == want->ext));
    if (CHECK(*had + t.len <= want->len) && t.len) CHECK(memcmp(t.as.ptr, want->bytes + *had, t.len) == 0);
    *had += t.len;
    if (t.part & CINCH_LAST) CHECK_U64(*had, want->len);
    return (t.part & CINCH_LAST) != 0;
}

static bool expect_streamed(const struct vector *v, size_t i, const cinch_stream *s, cinch_token t, size_t *had)
{
    bool whole = t.part == (CINCH_FIRST | CINCH_LAST);
    if (whole) {
        expect_token(v, i, t, s->pos, "stream");
        return true;
    }
    if (i == v->count) { /* what there is of the item that is cut */
        CHECK_U64(s->pos, v->plain.pos);
        return !CHECK(!(t.part & CINCH_LAST));
    }
    CHECK_U64(s->pos, v->items[i].pos);
    return expect_part(&v->items[i], t, had);
}

/* Reads one message. places NULL: no paths are looked at; v NULL: no items either. */
static struct outcome streamed(const struct vector *v, const struct vector_place *places, const uint8_t *bytes, size_t len,
                               const struct cutting *cut)
{
    struct pieces p = {bytes, len, 0, {NULL, 0, 0}};
    cinch_read_opts opts = CINCH_ZERO;
    struct nesting n;
    cinch_stream s;
    cinch_diag diag;
    size_t i = 0, had = 0;
    opts.flags = cut->flags;
    cinch_stream_init(&s, levels, LEVELS, &opts);
    if (cut->scratch) cinch_stream_scratch(&s, scratch, cut->scratch);
    if (cut->path) cinch_stream_path(&s, path, sizeof path);
    for (nesting_begin(&n); n.owed && !test_case_failed();) {
        cinch_token t;
        memset(&t, 0xa5, sizeof t); /* what stood there before must not matter */
        cinch_status status = cinch_stream_next(&s, &p.in, &t);
        if (status == CINCH_FAILED || (status == CINCH_MORE && !next_piece(&p, cut))) break;
        if (status != CINCH_GOT) continue;
        bool complete = v ? expect_streamed(v, i, &s, t, &had) : (t.part & CINCH_LAST) != 0;
        if (places && i < v->count) CHECK_MEM(path, s.path_len, places[i].pointer, places[i].len);
        if (!complete) continue;
        nesting_item(&n, t.type, t.len);
        i++;
    }
    cinch_error error = cinch_stream_finish(&s, &diag);
    CHECK_ERR(diag.error, error);
    if (error) return (struct outcome){error, diag.pos};
    if (len == 0) return (struct outcome){CINCH_ERR_TRUNCATED, 0}; /* no message at all is a good run, but not the one wanted */
    if (v) CHECK_U64(i, v->count);
    uint64_t end = p.given - (p.in.len - p.in.pos);
    return (struct outcome){end == len ? CINCH_OK : CINCH_ERR_TRAILING, end};
}

static struct outcome judge_stream(const uint8_t *bytes, size_t len)
{
    static const struct cutting whole = {0, SIZE_MAX, 0, false, 0};
    return streamed(NULL, NULL, bytes, len, &whole);
}

static void stream_cuts(const struct vector *v, const struct vector_place *places, const uint8_t *bytes, struct verdict want)
{
    static const size_t scratches[] = {0, 16, sizeof scratch};
    for (size_t k = 0; k < COUNT_OF(scratches); k++) {
        struct cutting cut = {0, 1, scratches[k], places != NULL, 0};
        if (v->len < 20000) expect_outcome("stream, byte by byte", streamed(v, places, bytes, v->len, &cut), want);
        cut.step = SIZE_MAX;
        expect_outcome("stream, whole", streamed(v, places, bytes, v->len, &cut), want);
        for (cut.first = 1; cut.first < v->len && v->len <= 300; cut.first++) {
            test_note("cut at %zu, scratch %zu", cut.first, cut.scratch);
            expect_outcome("stream, cut in two", streamed(v, places, bytes, v->len, &cut), want);
        }
        cut.first = 0;
        cut.step = 4093;
        expect_outcome("stream, in 4093s", streamed(v, places, bytes, v->len, &cut), want);
        cut.step = 2;
        cut.flags = CINCH_UTF8;
        if (v->len < 20000)
            expect_outcome("stream with CINCH_UTF8", streamed(v, places, bytes, v->len, &cut), v->utf8.given ? v->utf8 : want);
    }
}

static void stream_raw_time(const uint8_t *bytes, size_t len, struct verdict want)
{
    struct cutting cut = {0, SIZE_MAX, 0, false, CINCH_RAW_TIME};
    expect_outcome("stream with CINCH_RAW_TIME", streamed(NULL, NULL, bytes, len, &cut), want);
}

static void drive_stream_all(const struct vector *v, const uint8_t *bytes)
{
    struct verdict want = vector_verdict(v, &v->depth);
    if (v->counted) {
        struct cutting cut = {0, 4093, 0, false, 0};
        expect_outcome("stream", streamed(NULL, NULL, bytes, v->len, &cut), want);
        return;
    }
    struct vector_place *places = v->count <= 600 ? vector_places(v) : NULL;
    stream_cuts(v, places, bytes, want);
    stream_raw_time(bytes, v->len, v->raw_time.given ? v->raw_time : want);
    if (places) vector_places_free(v, places);
}

const struct driver drive_stream = {"stream", drive_stream_all, judge_stream};

/* ---------------------------------------------------------------- feed */

static struct outcome fed(const uint8_t *bytes, size_t len, size_t step)
{
    struct outcome result = {CINCH_OK, 0};
    struct test_alloc a;
    cinch_feed f;
    cinch_bin msg = {NULL, 0};
    cinch_diag diag;
    cinch_status status = CINCH_MORE;
    size_t given = 0;
    test_alloc_init(&a);
    cinch_feed_init(&f, &a.alloc, SIZE_MAX);
    while (status == CINCH_MORE && given < len) {
        size_t room, n = step < len - given ? step : len - given;
        uint8_t *at = cinch_feed_room(&f, &room);
        if (!CHECK(at != NULL && room > 0)) break;
        if (n > room) n = room;
        memcpy(at, bytes + given, n);
        cinch_feed_added(&f, n);
        given += n;
        status = cinch_feed_next(&f, &msg);
    }
    if (status == CINCH_GOT) {
        CHECK(msg.len <= given && memcmp(msg.ptr, bytes, msg.len) == 0);
        result = (struct outcome){msg.len == len ? CINCH_OK : CINCH_ERR_TRAILING, msg.len};
    } else {
        result.error = cinch_feed_finish(&f, &diag);
        CHECK_ERR(diag.error, result.error);
        result.pos = diag.pos;
        /* A message announced to be longer than memory can be: LIMIT at 32 bits, and the item is where it would have been cut. */
        if (result.error == CINCH_ERR_LIMIT && SIZE_MAX == UINT32_MAX)
            result = (struct outcome){CINCH_ERR_TRUNCATED, f.frame.item};
        if (len == 0) result = (struct outcome){CINCH_ERR_TRUNCATED, 0}; /* a feed may be empty, a vector may not */
    }
    cinch_feed_free(&f);
    test_alloc_done(&a);
    return result;
}

static struct outcome judge_feed(const uint8_t *bytes, size_t len)
{
    return fed(bytes, len, SIZE_MAX);
}

static void drive_feed_all(const struct vector *v, const uint8_t *bytes)
{
    struct verdict want = vector_verdict(v, &v->skip);
    expect_outcome("feed", judge_feed(bytes, v->len), want);
    expect_outcome("feed, in thirteens", fed(bytes, v->len, 13), want);
    if (v->len < 5000) expect_outcome("feed, byte by byte", fed(bytes, v->len, 1), want);
}

const struct driver drive_feed = {"feed", drive_feed_all, judge_feed};

/* SPDX-License-Identifier: MIT
 * One JSON case, driven through every kind of writer, between guard pages and with an allocator that finds leaks: what comes out, or
 * what error, must be the same in all of them. For tests/unit and tests/prop; static, so that each program stays one file.
 */
#ifndef CINCH_JSON_DRIVE_H
#define CINCH_JSON_DRIVE_H

#include <stdlib.h>

#include "cinch/json.h"
#include "cinch/write.h"
#include "harness.h"
#include "support.h"

struct json_want {
    cinch_error error;
    uint64_t pos;      /* of the error */
    const void *bytes; /* what comes out */
    size_t len;
};

/* Collects what a sink gets. */
struct json_sink {
    uint8_t *bytes;
    size_t len, cap, calls;
};

static inline cinch_error json_sink_take(void *user, const void *bytes, size_t len)
{
    struct json_sink *s = (struct json_sink *)user;
    if (s->len + len > s->cap) {
        s->cap = 2 * (s->len + len);
        s->bytes = (uint8_t *)realloc(s->bytes, s->cap);
    }
    if (len) memcpy(s->bytes + s->len, bytes, len);
    s->len += len;
    s->calls++;
    return CINCH_OK;
}

typedef cinch_error (*json_drive_fn)(const void *in, size_t len, const cinch_json_opts *opts, cinch_writer *w,
                                     cinch_diag *diag);

static inline cinch_error json_drive_read(const void *in, size_t len, const cinch_json_opts *opts, cinch_writer *w,
                                          cinch_diag *diag)
{
    return cinch_json_read((const char *)in, len, opts, w, NULL, diag);
}

static inline cinch_error json_drive_write(const void *in, size_t len, const cinch_json_opts *opts, cinch_writer *w,
                                           cinch_diag *diag)
{
    cinch_reader r;
    cinch_reader_init(&r, in, len);
    cinch_error e = cinch_json_write(&r, opts, w, diag);
    CHECK_ERR(r.error, e);
    if (!e) CHECK_U64(cinch_reader_left(&r), 0);
    if (e) CHECK_U64(cinch_reader_pos(&r), diag->pos);
    return e;
}

static inline bool json_drive_verdict(const char *way, cinch_error e, const cinch_diag *diag, const struct json_want *want)
{
    bool good = CHECK_ERR(e, want->error) && CHECK_ERR(diag->error, want->error);
    if (good && e) good = CHECK_U64(diag->pos, want->pos);
    if (!good) test_note("way: %s", way);
    return good;
}

static inline bool json_drive_grow(json_drive_fn fn, const void *in, size_t len, const cinch_json_opts *opts,
                                   const struct json_want *want)
{
    struct test_alloc a;
    cinch_json_opts o = *opts;
    cinch_writer w;
    cinch_diag diag;
    test_alloc_init(&a);
    o.alloc = &a.alloc;
    cinch_writer_init_grow(&w, &a.alloc, 0);
    cinch_put_cstr(&w, "before");
    bool good = json_drive_verdict("growing", fn(in, len, &o, &w, &diag), &diag, want);
    size_t n = (size_t)cinch_writer_pos(&w);
    good = good && CHECK_ERR(w.error, CINCH_OK) &&
           CHECK_MEM(w.start, 7,
                     "\xa6"
                     "before",
                     7) &&
           CHECK_MEM(w.start + 7, n - 7, want->bytes, want->error ? 0 : want->len);
    cinch_writer_free(&w);
    return test_alloc_done(&a) && good;
}

/* cap: of the buffer; less than what comes out is ROOM. */
static inline bool json_drive_fixed(json_drive_fn fn, const void *in, size_t len, const cinch_json_opts *opts,
                                    const struct json_want *want, size_t cap)
{
    struct guard g;
    cinch_writer w;
    cinch_diag diag;
    guard_init(&g, cap + 1);
    uint8_t *buf = guard_end(&g, NULL, cap);
    cinch_writer_init(&w, buf, cap);
    cinch_error e = fn(in, len, opts, &w, &diag);
    bool good, fits = want->error || want->len <= cap;
    if (fits)
        good = json_drive_verdict("fixed", e, &diag, want) &&
               CHECK_MEM(buf, (size_t)cinch_writer_pos(&w), want->bytes, want->error ? 0 : want->len);
    else
        good = CHECK_ERR(e, CINCH_ERR_ROOM);
    if (e) good = CHECK_U64(cinch_writer_pos(&w), 0) && CHECK_ERR(w.error, CINCH_OK) && CHECK(w.end == w.start + cap) && good;
    guard_free(&g);
    return good;
}

static inline bool json_drive_count(json_drive_fn fn, const void *in, size_t len, const cinch_json_opts *opts,
                                    const struct json_want *want)
{
    cinch_writer w;
    cinch_diag diag;
    cinch_writer_init_count(&w);
    cinch_put_nil(&w);
    return json_drive_verdict("counting", fn(in, len, opts, &w, &diag), &diag, want) && CHECK_ERR(w.error, CINCH_OK) &&
           CHECK_U64(cinch_writer_pos(&w), 1 + (want->error ? 0 : want->len));
}

/* before: with something in the writer already, which a writer that starts anew at position 0 would hide. */
static inline bool json_drive_sink(json_drive_fn fn, const void *in, size_t len, const cinch_json_opts *opts,
                                   const struct json_want *want, size_t cap, const char *before)
{
    struct json_sink s = {NULL, 0, 0, 0};
    uint8_t *buf = (uint8_t *)malloc(cap);
    size_t had = strlen(before);
    cinch_writer w;
    cinch_diag diag;
    cinch_writer_init_sink(&w, buf, cap, json_sink_take, &s);
    cinch_put_raw(&w, before, had);
    bool good = json_drive_verdict("sink", fn(in, len, opts, &w, &diag), &diag, want);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    good = good && CHECK(s.len >= had) && CHECK_MEM(s.bytes, had, before, had) &&
           CHECK_MEM(s.len ? s.bytes + had : NULL, s.len - had, want->bytes, want->error ? 0 : want->len);
    free(s.bytes);
    free(buf);
    return good;
}

static inline bool json_drive_sinks(json_drive_fn fn, const void *in, size_t len, const cinch_json_opts *opts,
                                    const struct json_want *want)
{
    const size_t caps[] = {32, 100, want->len + 100};
    bool good = true;
    for (size_t i = 0; i < COUNT_OF(caps); i++)
        good = good && json_drive_sink(fn, in, len, opts, want, caps[i], "") &&
               json_drive_sink(fn, in, len, opts, want, caps[i], "before");
    return good;
}

/* All of them, the input against a guard page. */
static inline bool json_drive(json_drive_fn fn, const void *in, size_t len, const cinch_json_opts *opts,
                              const struct json_want *want)
{
    static const cinch_json_opts none = CINCH_ZERO;
    struct guard g;
    guard_init(&g, len + 1);
    if (!opts) opts = &none;
    const uint8_t *p = guard_end(&g, in, len);
    bool good = json_drive_grow(fn, p, len, opts, want);
    good = good && json_drive_fixed(fn, p, len, opts, want, want->error ? 4096 + 64 * len : want->len);
    good = good && (want->error || !want->len || json_drive_fixed(fn, p, len, opts, want, want->len - 1));
    good = good && (want->error || json_drive_fixed(fn, p, len, opts, want, want->len / 2));
    good = good && (want->error || json_drive_fixed(fn, p, len, opts, want, want->len + 47));
    good = good && json_drive_count(fn, p, len, opts, want);
    good = good && json_drive_sinks(fn, p, len, opts, want);
    p = guard_start(&g, in, len);
    good = good && json_drive_grow(fn, p, len, opts, want);
    guard_free(&g);
    return good;
}

/* Text of len bytes becomes the bytes that hex says. */
static inline void json_reads(const char *text, size_t len, const cinch_json_opts *opts, const char *hex)
{
    static uint8_t bytes[1 << 16];
    struct json_want want = {CINCH_OK, 0, bytes, hex_bytes(hex, bytes, sizeof bytes)};
    if (CHECK(want.len <= sizeof bytes)) json_drive(json_drive_read, text, len, opts, &want);
}

static inline void json_refuses(const char *text, size_t len, const cinch_json_opts *opts, cinch_error e, uint64_t pos)
{
    struct json_want want = {e, pos, NULL, 0};
    json_drive(json_drive_read, text, len, opts, &want);
}

/* A message in hex becomes text. */
static inline void json_writes(const char *hex, const cinch_json_opts *opts, const char *text)
{
    static uint8_t msg[1 << 16];
    size_t len = hex_bytes(hex, msg, sizeof msg);
    struct json_want want = {CINCH_OK, 0, text, strlen(text)};
    if (CHECK(len <= sizeof msg)) json_drive(json_drive_write, msg, len, opts, &want);
}

static inline void json_does_not_write(const char *hex, const cinch_json_opts *opts, cinch_error e, uint64_t pos)
{
    static uint8_t msg[1 << 16];
    size_t len = hex_bytes(hex, msg, sizeof msg);
    struct json_want want = {e, pos, NULL, 0};
    if (CHECK(len <= sizeof msg)) json_drive(json_drive_write, msg, len, opts, &want);
}

#endif

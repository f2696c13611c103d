/* SPDX-License-Identifier: MIT
 * Reader (tokens, typed gets, skip) and writer.
 */
#include <stdlib.h>

#include "drive.h"
#include "harness.h"
#include "support.h"

void nesting_begin(struct nesting *n)
{
    n->owed = 1;
}

void nesting_item(struct nesting *n, unsigned type, uint64_t count)
{
    n->owed--;
    if (type == CINCH_ARRAY) n->owed += count;
    if (type == CINCH_MAP) n->owed += 2 * count;
}

void expect_outcome(const char *what, struct outcome got, struct verdict want)
{
    if (got.error == want.error && (got.error == CINCH_OK || got.pos == want.pos)) return;
    FAIL("%s: %s at %llu, expected %s at %llu", what, cinch_error_name(got.error), (unsigned long long)got.pos,
         cinch_error_name(want.error), (unsigned long long)want.pos);
}

static bool same_value(const struct vector_item *want, cinch_token got)
{
    uint32_t half;
    switch (want->type) {
    case CINCH_NIL: return true;
    case CINCH_BOOL: return got.as.b == (want->num != 0);
    case CINCH_U64:
    case CINCH_F64: return got.as.u64 == want->num;
    case CINCH_I64: return got.as.i64 == (int64_t)want->num;
    case CINCH_F32: memcpy(&half, &got.as.f32, 4); return half == want->num;
    case CINCH_TIME: return got.as.sec == (int64_t)want->num && got.len == want->nsec;
    case CINCH_EXT:
        if (got.ext != want->ext) return false; /* fallthrough */
    case CINCH_STR:
    case CINCH_BIN: return got.len == want->len && (want->len == 0 || memcmp(got.as.ptr, want->bytes, want->len) == 0);
    default: return got.len == want->num;
    }
}

bool expect_token(const struct vector *v, size_t i, cinch_token got, uint64_t pos, const char *what)
{
    char text[200];
    if (i >= v->count) {
        FAIL("%s: %s at %llu after the last item of the log", what, cinch_type_name((cinch_type)got.type),
             (unsigned long long)pos);
        return false;
    }
    const struct vector_item *want = &v->items[i];
    if (got.type == want->type && pos == want->pos && same_value(want, got) && got.format == v->bytes[want->pos]) return true;
    vector_item_text(text, sizeof text, want);
    FAIL("%s: %llu %s (as u64 %llx, len %lu, format %02x), expected %s", what, (unsigned long long)pos,
         cinch_type_name((cinch_type)got.type), (unsigned long long)got.as.u64, (unsigned long)got.len, got.format, text);
    return false;
}

static struct outcome finished(cinch_reader *r)
{
    cinch_diag diag;
    cinch_error error = cinch_reader_finish(r, &diag);
    CHECK_ERR(diag.error, error);
    return (struct outcome){error, error ? diag.pos : 0};
}

/* ---------------------------------------------------------------- tokens */

static struct outcome judge_next(const uint8_t *bytes, size_t len)
{
    struct nesting n;
    cinch_reader r;
    cinch_reader_init(&r, bytes, len);
    for (nesting_begin(&n); n.owed;) {
        cinch_token t = cinch_next(&r);
        if (t.type == CINCH_NONE) break;
        nesting_item(&n, t.type, t.len);
    }
    return finished(&r);
}

static void pull_log(const struct vector *v, const uint8_t *bytes)
{
    struct nesting n;
    cinch_reader r;
    size_t i = 0;
    cinch_reader_init(&r, bytes, v->len);
    for (nesting_begin(&n); n.owed; i++) {
        uint64_t pos = cinch_reader_pos(&r);
        cinch_token seen = cinch_peek(&r), t = cinch_next(&r);
        CHECK(seen.type == t.type && (t.type == CINCH_NONE || seen.len == t.len));
        if (t.type != CINCH_NONE && t.type < CINCH_ARRAY) CHECK(expect_token(v, i, seen, pos, "peek"));
        if (t.type == CINCH_NONE) break;
        if (!expect_token(v, i, t, pos, "next")) return;
        nesting_item(&n, t.type, t.len);
    }
    expect_outcome("next", finished(&r), v->plain);
    if (v->plain.error == CINCH_OK || v->plain.error == CINCH_ERR_TRAILING) CHECK_U64(i, v->count);
    if (v->plain.error != CINCH_ERR_TRAILING) CHECK_U64(cinch_next(&r).type, CINCH_NONE);
}

static void pull_flags(const struct vector *v, const uint8_t *bytes, uint32_t flags, struct verdict want, const char *what)
{
    cinch_read_opts opts = CINCH_ZERO;
    struct nesting n;
    cinch_reader r;
    size_t i = 0;
    opts.flags = flags;
    cinch_reader_init_opts(&r, bytes, v->len, &opts);
    for (nesting_begin(&n); n.owed; i++) {
        uint64_t pos = cinch_reader_pos(&r);
        cinch_token t = cinch_next(&r);
        if (t.type == CINCH_NONE) break;
        if (i < v->count && flags & CINCH_RAW_TIME && v->items[i].type == CINCH_TIME)
            CHECK(t.type == CINCH_EXT && t.ext == -1);
        else if (i < v->count && !expect_token(v, i, t, pos, what))
            return;
        nesting_item(&n, t.type, t.len);
    }
    expect_outcome(what, finished(&r), want);
}

static void drive_next_all(const struct vector *v, const uint8_t *bytes)
{
    if (v->counted) {
        struct nesting n;
        cinch_reader r;
        size_t i = 0;
        cinch_reader_init(&r, bytes, v->len);
        for (nesting_begin(&n); n.owed; i++) {
            cinch_token t = cinch_next(&r);
            if (t.type == CINCH_NONE) break;
            nesting_item(&n, t.type, t.len);
        }
        expect_outcome("next", finished(&r), v->plain);
        CHECK(v->plain.error ? i <= v->count : i == v->count);
        return;
    }
    pull_log(v, bytes);
    pull_flags(v, bytes, CINCH_UTF8, vector_verdict(v, &v->utf8), "next with CINCH_UTF8");
    pull_flags(v, bytes, CINCH_RAW_TIME, vector_verdict(v, &v->raw_time), "next with CINCH_RAW_TIME");
}

const struct driver drive_next = {"next", drive_next_all, judge_next};

/* ---------------------------------------------------------------- typed gets */

/* Functions of 32-bit x86 return floats in an x87 register, which makes a signalling NaN quiet; nothing in C can prevent it. */
#ifdef __i386__
enum { QUIETS = 1 };
#else
enum { QUIETS = 0 };
#endif

static uint64_t returned_f32(uint64_t bits)
{
    return QUIETS && (bits & 0x7f800000) == 0x7f800000 && bits & 0x7fffff ? bits | 0x400000 : bits;
}

static uint64_t returned_f64(uint64_t bits)
{
    return QUIETS && bits << 1 > (uint64_t)0x7ff << 53 ? bits | (uint64_t)1 << 51 : bits;
}

static void get_number(cinch_reader *r, const struct vector_item *item)
{
    uint64_t bits = 0;
    uint32_t half;
    double wide;
    float narrow;
    switch (item->type) {
    case CINCH_U64: CHECK_U64(cinch_get_u64(r), item->num); break;
    case CINCH_I64: CHECK_I64(cinch_get_i64(r), (int64_t)item->num); break;
    case CINCH_F64:
        wide = cinch_get_f64(r);
        memcpy(&bits, &wide, 8);
        CHECK_U64(returned_f64(bits), returned_f64(item->num));
        break;
    default:
        narrow = cinch_get_f32(r);
        memcpy(&half, &narrow, 4);
        CHECK_U64(returned_f32(half), returned_f32(item->num));
    }
}

static void get_item(cinch_reader *r, const struct vector_item *item)
{
    cinch_str s;
    cinch_bin b;
    cinch_ext e;
    cinch_time t;
    switch (item->type) {
    case CINCH_NIL: cinch_get_nil(r); break;
    case CINCH_BOOL: CHECK_U64(cinch_get_bool(r), item->num); break;
    case CINCH_STR:
        s = cinch_get_str(r);
        CHECK_MEM(s.ptr, s.len, item->bytes, item->len);
        break;
    case CINCH_BIN:
        b = cinch_get_bin(r);
        CHECK_MEM(b.ptr, b.len, item->bytes, item->len);
        break;
    case CINCH_EXT:
        e = cinch_get_ext(r);
        CHECK_MEM(e.ptr, e.len, item->bytes, item->len);
        CHECK_I64(e.type, item->ext);
        break;
    case CINCH_TIME:
        t = cinch_get_time(r);
        CHECK_I64(t.sec, (int64_t)item->num);
        CHECK_U64(t.nsec, item->nsec);
        break;
    case CINCH_ARRAY: CHECK_U64(cinch_get_array(r), item->num); break;
    case CINCH_MAP: CHECK_U64(cinch_get_map(r), item->num); break;
    default: get_number(r, item);
    }
}

static void drive_get_all(const struct vector *v, const uint8_t *bytes)
{
    cinch_reader r;
    if (v->counted || v->plain.error != CINCH_OK) return;
    cinch_reader_init(&r, bytes, v->len);
    for (size_t i = 0; i < v->count && !test_case_failed(); i++) {
        CHECK_U64(cinch_reader_pos(&r), v->items[i].pos);
        get_item(&r, &v->items[i]);
    }
    expect_outcome("typed gets", finished(&r), v->plain);
}

const struct driver drive_get = {"get", drive_get_all, NULL};

/* ---------------------------------------------------------------- skip */

static struct outcome judge_skip(const uint8_t *bytes, size_t len)
{
    cinch_reader r;
    cinch_reader_init(&r, bytes, len);
    cinch_skip(&r);
    return finished(&r);
}

static void drive_skip_all(const struct vector *v, const uint8_t *bytes)
{
    struct verdict want = vector_verdict(v, &v->skip);
    cinch_reader r;
    expect_outcome("skip", judge_skip(bytes, v->len), want);
    cinch_reader_init(&r, bytes, v->len);
    cinch_bin raw = cinch_get_raw(&r);
    expect_outcome("get_raw", finished(&r), want);
    if (want.error == CINCH_OK) CHECK(raw.ptr == bytes && raw.len == v->len);
    if (v->counted || v->plain.error != CINCH_OK || v->count == 0 || v->items[0].type < CINCH_ARRAY) return;
    /* Into the container, and over what it holds at once. */
    cinch_reader_init(&r, bytes, v->len);
    cinch_next(&r);
    cinch_skip_many(&r, v->items[0].num * (v->items[0].type == CINCH_MAP ? 2 : 1));
    expect_outcome("skip_many", finished(&r), want);
}

const struct driver drive_skip = {"skip", drive_skip_all, judge_skip};

/* ---------------------------------------------------------------- writer */

static void put_item(cinch_writer *w, const struct vector_item *item)
{
    uint32_t half = (uint32_t)item->num;
    double wide;
    float narrow;
    switch (item->type) {
    case CINCH_NIL: cinch_put_nil(w); break;
    case CINCH_BOOL: cinch_put_bool(w, item->num != 0); break;
    case CINCH_U64: cinch_put_u64(w, item->num); break;
    case CINCH_I64: cinch_put_i64(w, (int64_t)item->num); break;
    case CINCH_F32:
        memcpy(&narrow, &half, 4);
        cinch_put_f32(w, narrow);
        break;
    case CINCH_F64:
        memcpy(&wide, &item->num, 8);
        cinch_put_f64(w, wide);
        break;
    case CINCH_STR: cinch_put_str(w, (const char *)item->bytes, item->len); break;
    case CINCH_BIN: cinch_put_bin(w, item->bytes, item->len); break;
    case CINCH_EXT: cinch_put_ext(w, item->ext, item->bytes, item->len); break;
    case CINCH_TIME: cinch_put_time(w, (cinch_time){(int64_t)item->num, item->nsec}); break;
    case CINCH_ARRAY: cinch_put_array(w, (size_t)item->num); break;
    default: cinch_put_map(w, (size_t)item->num);
    }
}

/* The values come out in the smallest formats; and exactly so many bytes of room are enough, one fewer is not. */
static void drive_put(const struct vector *v)
{
    size_t len;
    uint8_t *want = vector_encode(v, false, &len);
    struct guard g;
    cinch_writer w;
    guard_init(&g, len);
    for (size_t less = 0; less < 2 && less <= len; less++) {
        cinch_bin out = {NULL, 0};
        cinch_writer_init(&w, guard_end(&g, NULL, len - less), len - less);
        for (size_t i = 0; i < v->count; i++) put_item(&w, &v->items[i]);
        CHECK_ERR(cinch_writer_finish(&w, &out, NULL), less ? CINCH_ERR_ROOM : CINCH_OK);
        if (!less) CHECK_MEM(out.ptr, out.len, want, len);
    }
    guard_free(&g);
    free(want);
}

/* Tokens keep their formats. */
static void drive_put_token(const struct vector *v, const uint8_t *bytes)
{
    cinch_read_opts opts = CINCH_ZERO;
    struct test_alloc a;
    cinch_bin out = {NULL, 0};
    cinch_writer w;
    cinch_reader r;
    test_alloc_init(&a);
    opts.flags = CINCH_RAW_TIME;
    cinch_reader_init_opts(&r, bytes, v->len, &opts);
    cinch_writer_init_grow(&w, &a.alloc, 0);
    for (size_t i = 0; i < v->count; i++) cinch_put_token(&w, cinch_next(&r));
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_MEM(out.ptr, out.len, v->bytes, v->len);
    cinch_writer_free(&w);
    test_alloc_done(&a);
}

static void drive_write_all(const struct vector *v, const uint8_t *bytes)
{
    if (v->counted || v->plain.error != CINCH_OK) return;
    drive_put(v);
    drive_put_token(v, bytes);
}

const struct driver drive_write = {"write", drive_write_all, NULL};

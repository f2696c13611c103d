/* SPDX-License-Identifier: MIT
 * A reader driven by any sequence of calls: each does what the token that peek sees says it must, views lie inside the input, arrays
 * at once are arrays item by item, and after an error nothing moves.
 *
 * Input: flags, count of calls, the calls (used again and again), then the message.
 */
#include "fuzz.h"

enum { PULL_CAP = 40 };

struct pull {
    cinch_reader r;
    const uint8_t *p;
    size_t len;
};

static bool pull_inside(const struct pull *s, const void *ptr, size_t len)
{
    const uint8_t *at = (const uint8_t *)ptr;
    return len == 0 || (at >= s->p && at <= s->p + s->len && len <= (size_t)(s->p + s->len - at));
}

/* The verdict of a typed get on an item that is well-formed: good only with that type, else what the item is not. */
static void pull_verdict(const struct pull *s, cinch_token t, bool right, cinch_error otherwise)
{
    if (t.type == CINCH_NONE) return;
    FUZZ_CHECK(s->r.error == (right ? CINCH_OK : otherwise));
}

/* ---------------------------------------------------------------- scalars */

static void pull_ints(struct pull *s, cinch_token t, unsigned how)
{
    bool whole = t.type == CINCH_U64 || t.type == CINCH_I64;
    cinch_error otherwise = whole ? CINCH_ERR_RANGE : CINCH_ERR_TYPE;
    if (how == 0) {
        uint64_t v = cinch_get_u64(&s->r);
        pull_verdict(s, t, t.type == CINCH_U64, otherwise);
        FUZZ_CHECK(v == (s->r.error ? 0 : t.as.u64));
    } else if (how == 1) {
        int64_t v = cinch_get_i64(&s->r);
        pull_verdict(s, t, t.type == CINCH_I64 || (t.type == CINCH_U64 && t.as.u64 <= INT64_MAX), otherwise);
        FUZZ_CHECK(v == (s->r.error ? 0 : t.as.i64));
    } else if (how == 2) {
        uint64_t v = cinch_get_u64_max(&s->r, 1000);
        pull_verdict(s, t, t.type == CINCH_U64 && t.as.u64 <= 1000, otherwise);
        FUZZ_CHECK(v == (s->r.error ? 0 : t.as.u64));
    } else {
        int64_t v = cinch_get_i64_in(&s->r, -1000, 1000);
        pull_verdict(s, t, (t.type == CINCH_I64 && t.as.i64 >= -1000) || (t.type == CINCH_U64 && t.as.u64 <= 1000), otherwise);
        FUZZ_CHECK(v == (s->r.error ? 0 : t.as.i64));
    }
}

/* An integer is exact in a float of so many bits of mantissa if what is left between its first and last one fits. */
static bool pull_fits(cinch_token t, unsigned bits)
{
    uint64_t v = t.type == CINCH_I64 ? 0 - t.as.u64 : t.as.u64;
    while (v && v % 2 == 0) v /= 2;
    return v >> bits == 0;
}

static void pull_floats(struct pull *s, cinch_token t, bool narrow)
{
    bool whole = t.type == CINCH_U64 || t.type == CINCH_I64, number = whole || t.type == CINCH_F32 || t.type == CINCH_F64;
    double v = narrow ? (double)cinch_get_f32(&s->r) : cinch_get_f64(&s->r);
    if (!number) {
        pull_verdict(s, t, false, CINCH_ERR_TYPE);
    } else if (whole) {
        pull_verdict(s, t, pull_fits(t, narrow ? 24 : 53), CINCH_ERR_INEXACT);
        if (!s->r.error) FUZZ_CHECK(v == (t.type == CINCH_U64 ? (double)t.as.u64 : (double)t.as.i64));
    } else if (!narrow || t.type == CINCH_F32) {
        pull_verdict(s, t, true, CINCH_OK);
        double want = t.type == CINCH_F32 ? (double)t.as.f32 : t.as.f64;
        FUZZ_CHECK(v == want || v != v);
    } else {
        FUZZ_CHECK(s->r.error ? s->r.error == CINCH_ERR_INEXACT : v == t.as.f64 || v != v);
    }
}

static void pull_words(struct pull *s, cinch_token t, unsigned how)
{
    if (how == 0) {
        cinch_get_nil(&s->r);
        pull_verdict(s, t, t.type == CINCH_NIL, CINCH_ERR_TYPE);
    } else if (how == 1) {
        bool v = cinch_get_bool(&s->r);
        pull_verdict(s, t, t.type == CINCH_BOOL, CINCH_ERR_TYPE);
        FUZZ_CHECK(v == (!s->r.error && t.as.b));
    } else if (how == 2) {
        cinch_time v = cinch_get_time(&s->r);
        if (!(s->r.flags & CINCH_RAW_TIME)) pull_verdict(s, t, t.type == CINCH_TIME, CINCH_ERR_TYPE);
        FUZZ_CHECK(v.nsec <= 999999999);
        if (!s->r.error && t.type == CINCH_TIME) FUZZ_CHECK(v.sec == t.as.sec && v.nsec == t.len);
    } else {
        const uint8_t *before = s->r.pos;
        bool nil = cinch_skip_nil(&s->r);
        FUZZ_CHECK(nil == (t.type == CINCH_NIL) && s->r.pos == before + nil && !s->r.error);
    }
}

/* ---------------------------------------------------------------- payloads */

static void pull_bytes(struct pull *s, cinch_token t, unsigned how)
{
    if (how == 0) {
        cinch_str v = cinch_get_str(&s->r);
        pull_verdict(s, t, t.type == CINCH_STR, CINCH_ERR_TYPE);
        FUZZ_CHECK(pull_inside(s, v.ptr, v.len) && (s->r.error ? v.len == 0 : v.ptr == t.as.str && v.len == t.len));
    } else if (how == 1) {
        cinch_bin v = cinch_get_bin(&s->r);
        bool str = t.type == CINCH_STR && (s->r.flags & CINCH_BIN_FROM_STR);
        pull_verdict(s, t, t.type == CINCH_BIN || str, CINCH_ERR_TYPE);
        FUZZ_CHECK(pull_inside(s, v.ptr, v.len) && (!s->r.error || v.len == 0));
    } else {
        cinch_ext v = cinch_get_ext(&s->r);
        pull_verdict(s, t, t.type == CINCH_EXT || t.type == CINCH_TIME, CINCH_ERR_TYPE);
        FUZZ_CHECK(pull_inside(s, v.ptr, v.len) && (!s->r.error || v.len == 0));
    }
}

static void pull_cstr(struct pull *s, cinch_token t)
{
    char out[PULL_CAP];
    size_t n = cinch_get_cstr(&s->r, out, sizeof out);
    FUZZ_CHECK(n < sizeof out && out[n] == 0);
    if (s->r.error) {
        FUZZ_CHECK(n == 0);
        if (t.type == CINCH_STR) FUZZ_CHECK(s->r.error == (t.len >= sizeof out ? CINCH_ERR_ROOM : CINCH_ERR_VALUE));
    } else {
        FUZZ_CHECK(t.type == CINCH_STR && n == t.len && strlen(out) == n && memcmp(out, t.as.str, n) == 0);
    }
}

/* UTF-16 and back is the same text; without strict every str has units. */
static void pull_utf16(struct pull *s, cinch_token t, bool strict)
{
    uint16_t units[PULL_CAP];
    uint8_t back[4 * PULL_CAP + 8];
    cinch_writer w;
    cinch_bin out;
    size_t n = cinch_get_utf16(&s->r, units, PULL_CAP, strict);
    if (s->r.error) {
        FUZZ_CHECK(n == 0);
        return;
    }
    FUZZ_CHECK(t.type == CINCH_STR && n <= PULL_CAP && n <= t.len);
    bool text = cinch_utf8_valid(t.as.str, t.len);
    FUZZ_CHECK(text || !strict);
    cinch_writer_init(&w, back, sizeof back);
    cinch_put_utf16(&w, units, n, true);
    FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK);
    if (text) FUZZ_CHECK(out.len >= t.len && memcmp(out.ptr + out.len - t.len, t.as.str, t.len) == 0);
}

/* ---------------------------------------------------------------- containers */

static void pull_heads(struct pull *s, cinch_token t, unsigned how)
{
    if (how == 0) {
        uint32_t n = cinch_get_array(&s->r);
        pull_verdict(s, t, t.type == CINCH_ARRAY, CINCH_ERR_TYPE);
        FUZZ_CHECK(n == (s->r.error ? 0 : t.len) && n <= cinch_reader_left(&s->r));
    } else if (how == 1) {
        uint32_t n = cinch_get_map(&s->r);
        pull_verdict(s, t, t.type == CINCH_MAP, CINCH_ERR_TYPE);
        FUZZ_CHECK(n == (s->r.error ? 0 : t.len) && n <= cinch_reader_left(&s->r) / 2);
    } else {
        cinch_get_array_of(&s->r, 2);
        if (t.type == CINCH_ARRAY) FUZZ_CHECK(s->r.error == (t.len == 2 ? CINCH_OK : CINCH_ERR_LENGTH));
    }
}

static void pull_key(struct pull *s, cinch_token t)
{
    static const char *const names[] = {"id", "", "name", "a"};
    size_t i = cinch_get_key(&s->r, names, 4);
    FUZZ_CHECK(i <= 4);
    if (i < 4) FUZZ_CHECK(!s->r.error && t.type == CINCH_STR && cinch_str_is((cinch_str){t.as.str, t.len}, names[i]));
    if (i == 4 && !s->r.error && t.type == CINCH_STR)
        for (i = 0; i < 4; i++) FUZZ_CHECK(!cinch_str_is((cinch_str){t.as.str, t.len}, names[i]));
}

union pull_numbers {
    double f64[PULL_CAP];
    float f32[PULL_CAP];
    int64_t i64[PULL_CAP];
};

static size_t pull_array_by_items(cinch_reader *r, unsigned how, union pull_numbers *out)
{
    uint32_t n = cinch_get_array(r);
    if (n > PULL_CAP) return n;
    for (uint32_t i = 0; i < n; i++) {
        if (how == 0) out->f64[i] = cinch_get_f64(r);
        if (how == 1) out->f32[i] = cinch_get_f32(r);
        if (how == 2) out->i64[i] = cinch_get_i64(r);
    }
    return n;
}

static void pull_array(struct pull *s, unsigned how)
{
    static const size_t sizes[] = {sizeof(double), sizeof(float), sizeof(int64_t)};
    union pull_numbers all, each;
    cinch_reader twin = s->r;
    size_t want = pull_array_by_items(&twin, how, &each);
    size_t n = how == 0   ? cinch_get_f64s(&s->r, all.f64, PULL_CAP)
               : how == 1 ? cinch_get_f32s(&s->r, all.f32, PULL_CAP)
                          : cinch_get_i64s(&s->r, all.i64, PULL_CAP);
    /* A count that lies, too, is first compared with the room there is. */
    if (want > PULL_CAP || s->r.error == CINCH_ERR_ROOM) {
        FUZZ_CHECK(s->r.error == CINCH_ERR_ROOM && n == 0 && (want > PULL_CAP || twin.error));
        return;
    }
    FUZZ_CHECK(s->r.error == twin.error && s->r.pos == twin.pos && n == (twin.error ? 0 : want));
    if (n) FUZZ_CHECK(memcmp(&all, &each, n * sizes[how]) == 0);
}

static void pull_skips(struct pull *s, unsigned how)
{
    cinch_reader twin = s->r;
    const uint8_t *before = s->r.pos;
    if (how == 0) {
        cinch_bin raw = cinch_get_raw(&s->r);
        cinch_skip(&twin);
        FUZZ_CHECK((s->r.error || raw.ptr == before) && raw.len == (s->r.error ? 0 : (size_t)(s->r.pos - before)));
    } else {
        cinch_skip_many(&s->r, how);
        for (unsigned i = 0; i < how; i++) cinch_skip(&twin);
    }
    FUZZ_CHECK(s->r.error == twin.error && s->r.pos == twin.pos);
}

/* Only what the type uses of a token's value is set. */
static bool pull_same_value(cinch_token a, cinch_token b)
{
    switch (a.type) {
    case CINCH_BOOL: return a.as.b == b.as.b;
    case CINCH_F32: return memcmp(&a.as.f32, &b.as.f32, sizeof a.as.f32) == 0;
    case CINCH_STR:
    case CINCH_BIN:
    case CINCH_EXT: return a.as.ptr == b.as.ptr;
    case CINCH_U64:
    case CINCH_I64:
    case CINCH_F64:
    case CINCH_TIME: return a.as.u64 == b.as.u64;
    default: return true;
    }
}

static void pull_token(struct pull *s, cinch_token t)
{
    cinch_token got = cinch_next(&s->r);
    FUZZ_CHECK((got.type == CINCH_NONE) == (s->r.error != CINCH_OK));
    FUZZ_CHECK(got.type == t.type && got.format == t.format && got.ext == t.ext && got.len == t.len && pull_same_value(got, t));
    if (t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT) FUZZ_CHECK(pull_inside(s, got.as.ptr, got.len));
}

/* ---------------------------------------------------------------- any sequence */

static void pull_one(struct pull *s, unsigned call)
{
    cinch_token t = cinch_peek(&s->r);
    FUZZ_CHECK(!s->r.error);
    switch (call % 28) {
    case 0:
    case 1:
    case 2:
    case 3: pull_ints(s, t, call % 28); break;
    case 4:
    case 5: pull_floats(s, t, call % 2); break;
    case 6:
    case 7:
    case 8:
    case 9: pull_words(s, t, call % 28 - 6); break;
    case 10:
    case 11:
    case 12: pull_bytes(s, t, call % 28 - 10); break;
    case 13: pull_cstr(s, t); break;
    case 14:
    case 15: pull_utf16(s, t, call % 2); break;
    case 16:
    case 17:
    case 18: pull_heads(s, t, call % 28 - 16); break;
    case 19: pull_key(s, t); break;
    case 20:
    case 21:
    case 22: pull_array(s, call % 28 - 20); break;
    case 23:
    case 24:
    case 25: pull_skips(s, call % 28 - 23); break;
    default: pull_token(s, t);
    }
}

/* Once failed, a reader stands still and has nothing. */
static void pull_stuck(struct pull *s)
{
    cinch_reader r = s->r;
    cinch_diag why;
    FUZZ_CHECK(s->r.pos == s->r.end && cinch_reader_left(&s->r) == 0);
    for (unsigned call = 0; call < 28; call++) {
        if (call != 9) FUZZ_CHECK(cinch_peek(&s->r).type == CINCH_NONE);
        cinch_skip(&s->r);
        (void)cinch_next(&s->r);
        FUZZ_CHECK(cinch_get_u64(&s->r) == 0 && cinch_get_array(&s->r) == 0 && cinch_get_str(&s->r).len == 0);
        FUZZ_CHECK(!cinch_skip_nil(&s->r) && cinch_get_map(&s->r) == 0 && cinch_get_raw(&s->r).len == 0);
    }
    FUZZ_CHECK(memcmp(&r, &s->r, sizeof r) == 0);
    FUZZ_CHECK(cinch_reader_finish(&s->r, &why) == r.error && why.pos == cinch_reader_pos(&r) && why.pos <= s->len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t tokens[1] = {27}; /* next */
    struct fuzz_in in = {data, size};
    cinch_read_opts opts = fuzz_read_opts(fuzz_byte(&in) & 3, 0);
    size_t count = fuzz_byte(&in) % 64;
    const uint8_t *calls = in.ptr;
    struct pull s;
    if (count > in.len) count = in.len;
    in.ptr += count;
    in.len -= count;
    if (!count) calls = tokens, count = 1;
    if (*calls & 128) opts.flags |= CINCH_BIN_FROM_STR;
    s.p = in.ptr;
    s.len = in.len;
    cinch_reader_init_opts(&s.r, in.ptr, in.len, &opts);
    for (size_t i = 0; i < 4 * count + in.len && cinch_reader_left(&s.r); i++) pull_one(&s, calls[i % count] & 127);
    if (s.r.error) pull_stuck(&s);
    return 0;
}

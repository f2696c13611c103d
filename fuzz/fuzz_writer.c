/* SPDX-License-Identifier: MIT
 * A writer driven by any sequence of puts: every kind of writer writes the same bytes, a buffer of exactly their length is enough and one
 * byte less is not, and what was put is well-formed and reads back as the smallest there is.
 *
 * Input: size of the sink's buffer, then puts, each a byte that says which and the bytes it wants.
 */
#include "fuzz.h"

enum { PUTS_OPEN = 12, PUTS_MAX = 1 << 16 };

struct puts {
    struct fuzz_in in;
    cinch_writer *w;
    bool counting; /* no body to count items in */
    unsigned open;
    struct puts_level {
        cinch_mark mark;
        size_t items;
        bool map;
    } levels[PUTS_OPEN + 1];
};

static uint64_t puts_u64(struct puts *s)
{
    unsigned bytes = fuzz_byte(&s->in) % 9;
    uint64_t v = 0;
    while (bytes--) v = v << 8 | fuzz_byte(&s->in);
    return v;
}

static cinch_bin puts_bytes(struct puts *s)
{
    cinch_bin v;
    v.len = fuzz_byte(&s->in);
    if (v.len > s->in.len) v.len = s->in.len;
    v.ptr = s->in.ptr;
    s->in.ptr += v.len;
    s->in.len -= v.len;
    return v;
}

static void puts_float(struct puts *s, bool narrow)
{
    uint64_t bits = puts_u64(s);
    uint32_t low = (uint32_t)bits;
    double d;
    float f;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &low, sizeof f);
    if (narrow)
        cinch_put_f32(s->w, f);
    else
        cinch_put_f64(s->w, d);
}

static void puts_payload(struct puts *s, unsigned how)
{
    int8_t type = how == 2 ? (int8_t)(fuzz_byte(&s->in) & 127) : 0;
    cinch_bin v = puts_bytes(s);
    uint16_t units[128];
    if (how == 0) cinch_put_str(s->w, (const char *)v.ptr, v.len);
    if (how == 1) cinch_put_bin(s->w, v.ptr, v.len);
    if (how == 2) cinch_put_ext(s->w, type, v.ptr, v.len);
    if (how == 3) {
        if (v.len) memcpy(units, v.ptr, v.len / 2 * 2);
        cinch_put_utf16(s->w, units, v.len / 2, false);
    }
}

static void puts_array(struct puts *s, unsigned how)
{
    int64_t v[64];
    size_t count = fuzz_byte(&s->in) % 64;
    for (size_t i = 0; i < count; i++) v[i] = (int64_t)puts_u64(s);
    if (how == 0) cinch_put_i64s(s->w, v, count);
    if (how == 1) {
        double d[64];
        memcpy(d, v, count * sizeof *d);
        cinch_put_f64s(s->w, d, count);
    }
    if (how == 2) {
        float f[64];
        memcpy(f, v, count * sizeof *f);
        cinch_put_f32s(s->w, f, count);
    }
}

static void puts_time(struct puts *s)
{
    cinch_time t;
    t.sec = (int64_t)puts_u64(s);
    t.nsec = (uint32_t)(puts_u64(s) % 1000000000);
    cinch_put_time(s->w, t);
}

/* A container of small items at once, in all sizes of head. */
static void puts_many(struct puts *s, bool map)
{
    static const size_t counts[] = {0, 1, 15, 16, 17, 300};
    size_t count = counts[fuzz_byte(&s->in) % 6];
    if (map)
        cinch_put_map(s->w, count);
    else
        cinch_put_array(s->w, count);
    for (size_t i = 0; i < (map ? 2 * count : count); i++) cinch_put_u64(s->w, i);
}

static void puts_open(struct puts *s, bool map)
{
    struct puts_level *level = &s->levels[++s->open];
    level->map = map;
    level->items = 0;
    level->mark = map ? cinch_put_open_map(s->w) : cinch_put_open_array(s->w);
}

/* A map without its last value gets one. */
static void puts_close(struct puts *s, bool count)
{
    struct puts_level *level = &s->levels[s->open--];
    if (level->map && level->items % 2) {
        cinch_put_nil(s->w);
        level->items++;
    }
    size_t items = level->map ? level->items / 2 : level->items;
    cinch_put_close(s->w, level->mark, count && !s->counting ? CINCH_COUNT : items);
}

static void puts_one(struct puts *s, unsigned which)
{
    s->levels[s->open].items++;
    switch (which % 20) {
    case 0: cinch_put_nil(s->w); break;
    case 1: cinch_put_bool(s->w, which & 64); break;
    case 2: cinch_put_u64(s->w, puts_u64(s)); break;
    case 3: cinch_put_i64(s->w, (int64_t)(0 - puts_u64(s))); break;
    case 4:
    case 5: puts_float(s, which % 2); break;
    case 6: puts_time(s); break;
    case 7:
    case 8:
    case 9:
    case 10: puts_payload(s, which % 20 - 7); break;
    case 11:
    case 12:
    case 13: puts_array(s, which % 20 - 11); break;
    case 14:
    case 15: puts_many(s, which % 2); break;
    default:
        s->levels[s->open].items--;
        if (which % 2 && s->open) {
            puts_close(s, which & 64);
        } else if (s->open < PUTS_OPEN) {
            s->levels[s->open].items++;
            puts_open(s, which & 32);
        }
    }
}

static void puts_all(struct fuzz_in in, cinch_writer *w, bool counting)
{
    struct puts s;
    memset(&s, 0, sizeof s);
    s.in = in;
    s.w = w;
    s.counting = counting;
    while (s.in.len) puts_one(&s, fuzz_byte(&s.in));
    while (s.open) puts_close(&s, false);
}

/* ---------------------------------------------------------------- the same through every kind */

static uint8_t puts_taken[PUTS_MAX];
static size_t puts_taken_len;

static cinch_error puts_take(void *user, const void *bytes, size_t len)
{
    (void)user;
    FUZZ_CHECK(len && len <= sizeof puts_taken - puts_taken_len);
    memcpy(puts_taken + puts_taken_len, bytes, len);
    puts_taken_len += len;
    return CINCH_OK;
}

/* What an open container holds back must fit the sink's buffer; else it is ROOM, and what came out is the beginning. */
static void puts_through_sink(struct fuzz_in in, size_t cap, cinch_bin want)
{
    static uint8_t buf[512];
    cinch_writer w;
    cinch_error e;
    puts_taken_len = 0;
    cinch_writer_init_sink(&w, buf, cap, puts_take, NULL);
    puts_all(in, &w, false);
    e = cinch_writer_finish(&w, NULL, NULL);
    FUZZ_CHECK(e == CINCH_OK || e == CINCH_ERR_ROOM);
    FUZZ_CHECK(e ? puts_taken_len <= want.len : puts_taken_len == want.len);
    FUZZ_SAME_BYTES(puts_taken, puts_taken_len, want.ptr, puts_taken_len);
}

static void puts_through_fixed(struct fuzz_in in, cinch_bin want)
{
    static uint8_t buf[PUTS_MAX];
    cinch_writer w;
    cinch_bin out;
    memset(buf, 0xa5, want.len + 1);
    cinch_writer_init(&w, buf, want.len);
    puts_all(in, &w, false);
    FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK && buf[want.len] == 0xa5);
    FUZZ_SAME_BYTES(out.ptr, out.len, want.ptr, want.len);
    if (!want.len) return;
    cinch_writer_init(&w, buf, want.len - 1);
    puts_all(in, &w, false);
    FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_ERR_ROOM);
}

static void puts_read_back(cinch_bin want)
{
    cinch_read_opts many = CINCH_ZERO;
    cinch_writer w;
    cinch_bin out;
    many.flags = CINCH_MANY;
    FUZZ_CHECK(cinch_check(want.ptr, want.len, &many, NULL) == CINCH_OK);
    cinch_writer_init_grow(&w, NULL, 0);
    for (size_t at = 0; at < want.len;) {
        uint64_t before = cinch_writer_pos(&w);
        fuzz_smallest(want.ptr + at, want.len - at, 0, &w);
        FUZZ_CHECK(!w.error && cinch_writer_pos(&w) > before);
        at += (size_t)(cinch_writer_pos(&w) - before);
    }
    FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK);
    FUZZ_SAME_BYTES(out.ptr, out.len, want.ptr, want.len);
    cinch_writer_free(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    size_t cap = 32 + fuzz_byte(&in);
    cinch_writer grow, count;
    cinch_bin want;
    cinch_writer_init_grow(&grow, NULL, 0);
    puts_all(in, &grow, false);
    FUZZ_CHECK(cinch_writer_finish(&grow, &want, NULL) == CINCH_OK);
    if (want.len < PUTS_MAX) {
        cinch_writer_init_count(&count);
        puts_all(in, &count, true);
        FUZZ_CHECK(cinch_writer_pos(&count) == want.len && !count.error);
        puts_through_sink(in, cap, want);
        puts_through_fixed(in, want);
        puts_read_back(want);
    }
    cinch_writer_free(&grow);
    return 0;
}

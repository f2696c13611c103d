/* SPDX-License-Identifier: MIT
 * A sink writer between its puts and its sink: how often the sink is called, and what a sink that fails leaves behind.
 */
#include "cinch/tree.h"
#include "cinch/write.h"
#include "harness.h"

enum { SINK_ITEMS = 10000, SINK_BYTES = 9 * SINK_ITEMS + 64, SINK_KINDS = 8 };

struct sink_log {
    uint8_t bytes[SINK_BYTES];
    size_t len, calls, fail_at; /* the call that fails, from 1; 0: none */
};

static cinch_error sink_record(void *user, const void *bytes, size_t len)
{
    struct sink_log *s = (struct sink_log *)user;
    if (++s->calls == s->fail_at) return (cinch_error)(CINCH_ERR_USER + 3);
    if (CHECK(len && len <= SINK_BYTES - s->len)) {
        memcpy(s->bytes + s->len, bytes, len);
        s->len += len;
    }
    return CINCH_OK;
}

/* One put of n items, or of about n bytes. Of the two kinds of integers one has all widths, the other single bytes. */
static void sink_put(cinch_writer *w, int kind, size_t n)
{
    static double f64s[SINK_ITEMS];
    static float f32s[SINK_ITEMS];
    static int64_t wide[SINK_ITEMS], small[SINK_ITEMS];
    static uint16_t units[SINK_ITEMS], ascii[SINK_ITEMS];
    static char text[SINK_ITEMS];
    if (!ascii[0]) {
        for (size_t i = 0; i < SINK_ITEMS; i++) {
            f64s[i] = (double)i / 7;
            f32s[i] = (float)i / 7;
            wide[i] = (int64_t)(UINT64_C(0x9e3779b97f4a7c15) * (i + 1) >> i * 7 % 64) * (i % 3 ? 1 : -1);
            small[i] = (int64_t)(i % 128);
            units[i] = i % 7 == 3 ? 0xd83d : i % 7 == 4 ? 0xde00 : (uint16_t)(1 + i * 37 % 0xd7ff);
            ascii[i] = (uint16_t)('a' + i % 26);
            text[i] = (char)('A' + i % 26);
        }
    }
    switch (kind) {
    case 0: cinch_put_f64s(w, f64s, n); break;
    case 1: cinch_put_f32s(w, f32s, n); break;
    case 2: cinch_put_i64s(w, wide, n); break;
    case 3: cinch_put_i64s(w, small, n); break;
    case 4: cinch_put_utf16(w, units, n, false); break;
    case 5: cinch_put_utf16(w, ascii, n, true); break;
    case 6: cinch_put_str(w, text, n); break;
    default: cinch_put_ext(w, 5, text, n);
    }
}

/* A buffer is handed on when no item fits any more, and before a piece of UTF-16 of at most 96 bytes: so at least cap - 9 bytes at a
 * time, but for a few calls at both ends. */
TEST(write_sinks_calls)
{
    static const size_t caps[] = {32, 33, 47, 64, 95, 100, 191, 512, 575, 576, 577, 4096, 65536};
    static struct sink_log s;
    static uint8_t buf[65536];
    for (int kind = 0; kind < SINK_KINDS; kind++) {
        for (size_t i = 0; i < COUNT_OF(caps); i++) {
            cinch_writer w;
            cinch_bin want;
            size_t cap = caps[i];
            test_case("kind %d, buffer %zu", kind, cap);
            cinch_writer_init_grow(&w, NULL, 0);
            cinch_put_nil(&w);
            sink_put(&w, kind, SINK_ITEMS);
            CHECK_ERR(cinch_writer_finish(&w, &want, NULL), CINCH_OK);
            cinch_writer sink;
            s.len = s.calls = s.fail_at = 0;
            cinch_writer_init_sink(&sink, buf, cap, sink_record, &s);
            cinch_put_nil(&sink);
            sink_put(&sink, kind, SINK_ITEMS);
            CHECK_ERR(cinch_writer_finish(&sink, NULL, NULL), CINCH_OK);
            CHECK_MEM(s.bytes, s.len, want.ptr, want.len);
            test_note("%zu calls for %zu bytes", s.calls, want.len);
            CHECK(s.calls <= want.len / (cap - 9) + 4);
            cinch_writer_free(&w);
        }
    }
}

/* Asked for more than the buffer could ever hold, a writer says so without a call; for what it could, it makes room. */
TEST(write_sinks_room)
{
    static struct sink_log s;
    uint8_t buf[64];
    cinch_writer w;
    s.len = s.calls = s.fail_at = 0;
    cinch_writer_init_sink(&w, buf, sizeof buf, sink_record, &s);
    cinch_put_str(&w, "0123456789", 10);
    CHECK(cinchi_reserve(&w, 65) == NULL);
    CHECK_U64(s.calls, 0);
    cinch_mark m = cinch_put_open_array(&w);
    cinch_put_nil(&w);
    CHECK(cinchi_reserve(&w, 63) == NULL); /* 2 bytes are held */
    CHECK_U64(s.calls, 0);
    CHECK(cinchi_reserve(&w, 62) == buf + 2);
    CHECK_U64(s.calls, 1);
    CHECK(cinchi_reserve(&w, 63) == NULL);
    CHECK_U64(s.calls, 1);
    cinch_put_close(&w, m, 1);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    CHECK_HEX(s.bytes, s.len, "aa30313233343536373839 91c0");
}

/* What is larger than the buffer goes past it, in one piece and from where it lies: all of raw bytes, and all but a little behind a header. */
static cinch_error sink_where(void *user, const void *bytes, size_t len)
{
    cinch_bin *largest = user;
    if (len > largest->len) {
        largest->ptr = bytes;
        largest->len = len;
    }
    return CINCH_OK;
}

TEST(write_sinks_past_the_buffer)
{
    static uint8_t buf[64 << 10], body[1 << 20];
    for (int head = 0; head < 2; head++) {
        cinch_bin largest = {NULL, 0};
        cinch_writer w;
        test_case("head %d", head);
        cinch_writer_init_sink(&w, buf, sizeof buf, sink_where, &largest);
        cinch_put_nil(&w);
        if (head)
            cinch_put_bin(&w, body, sizeof body);
        else
            cinch_put_raw(&w, body, sizeof body);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
        CHECK_U64(cinch_writer_pos(&w), sizeof body + 1 + (head ? 5 : 0));
        CHECK(largest.ptr >= body && largest.ptr + largest.len == body + sizeof body);
        CHECK(largest.len >= sizeof body - (head ? 4096 : 0));
    }
}

/* Whichever call fails: the position is where the put began, or what the sink has taken of it, and all up to there is what a sink that
 * does not fail gets. */
TEST(write_sinks_failed_put)
{
    static struct sink_log all, s;
    uint8_t buf[48];
    for (int kind = 0; kind < SINK_KINDS; kind++) {
        cinch_writer w;
        all.len = all.calls = all.fail_at = 0;
        cinch_writer_init_sink(&w, buf, sizeof buf, sink_record, &all);
        cinch_put_nil(&w);
        sink_put(&w, kind, 150);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
        CHECK(all.calls >= 3);
        for (size_t fail = 1; fail <= all.calls; fail++) {
            cinch_diag diag;
            test_case("kind %d, call %zu", kind, fail);
            s.len = s.calls = 0;
            s.fail_at = fail;
            cinch_writer_init_sink(&w, buf, sizeof buf, sink_record, &s);
            cinch_put_nil(&w);
            sink_put(&w, kind, 150);
            bool in_put = w.error != CINCH_OK;
            CHECK(in_put || fail == all.calls); /* the last call is the finish's, of all that is left */
            CHECK_ERR(cinch_writer_finish(&w, NULL, &diag), CINCH_ERR_USER + 3);
            CHECK_U64(s.calls, fail);
            CHECK_U64(diag.pos, !in_put ? all.len : s.len > 1 ? s.len : 1);
            CHECK_U64(cinch_writer_pos(&w), diag.pos);
            CHECK_U64(w.flushed, s.len);
            CHECK_MEM(s.bytes, s.len, all.bytes, s.len);
            size_t kept = (size_t)(diag.pos - s.len);
            CHECK_MEM(buf, kept, all.bytes + s.len, kept);
        }
    }
}

/* A record may be dropped after the sink failed, as long as nothing of it was taken. */
TEST(write_sinks_go_on)
{
    static struct sink_log s;
    uint8_t buf[32];
    cinch_writer w;
    cinch_diag diag;
    s.len = s.calls = 0;
    s.fail_at = 2;
    cinch_writer_init_sink(&w, buf, sizeof buf, sink_record, &s);
    cinch_put_nil(&w);
    sink_put(&w, 6, 100); /* the sink takes the nil, and not the string */
    CHECK_ERR(cinch_writer_finish(&w, NULL, &diag), CINCH_ERR_USER + 3);
    CHECK_U64(diag.pos, 1);
    cinch_writer_rewind(&w, diag.pos);
    cinch_put_bool(&w, true);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    CHECK_HEX(s.bytes, s.len, "c0c3");
}

/* In a counting writer too a put of several parts that fails in the middle counts for nothing. */
TEST(write_sinks_counting)
{
    static const uint8_t msg[] = {0x93, 0xc0, 0xcd, 0x10, 0x00, 0xc7, 0x00, 0x05}; /* [nil, 4096, an ext] */
    cinch_tree t;
    cinch_writer w;
    cinch_diag diag;
    cinch_tree_init(&t, NULL);
    CHECK_ERR(cinch_tree_parse(&t, msg, sizeof msg, NULL, NULL), CINCH_OK);
    cinch_writer_init_count(&w);
    cinch_writer_old_spec(&w);
    cinch_put_nil(&w);
    cinch_node_write(t.root, &w);
    CHECK_ERR(cinch_writer_finish(&w, NULL, &diag), CINCH_ERR_OLD_SPEC);
    CHECK_U64(diag.pos, 1);
    cinch_tree_free(&t);
}

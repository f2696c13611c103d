/* SPDX-License-Identifier: MIT
 * What the writer promises besides bytes: stickiness, rewinding, open containers, kinds, limits.
 */
#include <stdlib.h>

#include "cinch/read.h"
#include "harness.h"
#include "support.h"

/* ---------------------------------------------------------------- errors */

TEST(write_rules_first_error_wins)
{
    uint8_t buf[4];
    cinch_writer w;
    cinch_bin msg = {buf, 99};
    cinch_diag diag;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_writer_fail(&w, CINCH_OK);
    cinch_put_u64(&w, 1);
    cinch_put_cstr(&w, "too long");
    cinch_put_nil(&w); /* would fit, but nothing is written after an error */
    cinch_writer_fail(&w, CINCH_ERR_USER);
    cinch_put_time(&w, (cinch_time){0, 2000000000});
    CHECK_ERR(cinch_writer_finish(&w, &msg, &diag), CINCH_ERR_ROOM);
    CHECK(msg.ptr != NULL && msg.len == 0);
    CHECK_ERR(diag.error, CINCH_ERR_ROOM);
    CHECK_U64(diag.pos, 1);
    CHECK_U64(buf[0], 1);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
}

TEST(write_rules_own_error)
{
    uint8_t buf[4];
    cinch_writer w;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_writer_fail(&w, (cinch_error)(CINCH_ERR_USER + 5));
    cinch_put_nil(&w);
    CHECK_U64(cinch_writer_pos(&w), 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USER + 5);
}

TEST(write_rules_no_buffer)
{
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init(&w, NULL, 0);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_U64(msg.len, 0);
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_ERR_ROOM);
    cinch_writer_free(&w);
}

TEST(write_rules_time_range)
{
    uint8_t buf[16];
    cinch_writer w;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_time(&w, (cinch_time){0, 1000000000});
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_RANGE);
}

/* What the default reader calls TIME the writer does not put; as a token, or raw, it passes. */
TEST(write_rules_ext_time)
{
    static const struct {
        const char *payload, *message; /* message: NULL for TIME */
    } rows[] = {
        {"", NULL},
        {"00", NULL},
        {"01020304", "d6ff 01020304"},
        {"0102030405", NULL},
        {"ee6b27fc 01020304", "d7ff ee6b27fc01020304"}, /* 999,999,999 */
        {"ee6b2800 01020304", NULL},
        {"3b9ac9ff 8000000000000000", "c70cff 3b9ac9ff8000000000000000"},
        {"3b9aca00 8000000000000000", NULL},
        {"00000000 00000000 0000000000", NULL},
        {"00000000 00000000 00000000 00000000", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t payload[16], buf[32];
        size_t len = hex_bytes(rows[i].payload, payload, sizeof payload);
        cinch_token t = {CINCH_EXT, 0, -1, 0, (uint32_t)len, {0}};
        cinch_read_opts raw = CINCH_ZERO;
        cinch_reader r;
        cinch_writer w;
        cinch_bin msg;
        test_case("payload %s", rows[i].payload);
        cinch_writer_init(&w, buf, sizeof buf);
        cinch_put_ext(&w, -1, payload, len);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), rows[i].message ? CINCH_OK : CINCH_ERR_TIME);
        CHECK_HEX(msg.ptr, msg.len, rows[i].message ? rows[i].message : "");
        cinch_writer_init(&w, buf, sizeof buf);
        t.as.ptr = payload;
        cinch_put_token(&w, t);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
        cinch_reader_init(&r, msg.ptr, msg.len);
        (void)cinch_next(&r);
        CHECK_ERR(cinch_reader_finish(&r, NULL), rows[i].message ? CINCH_OK : CINCH_ERR_TIME);
        raw.flags = CINCH_RAW_TIME;
        cinch_reader_init_opts(&r, msg.ptr, msg.len, &raw);
        CHECK_U64(cinch_next(&r).len, len);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
    }
}

TEST(write_rules_counted_too_much)
{
    cinch_writer w;
    cinch_bin msg;
    cinch_diag diag;
    cinch_writer_init_count(&w);
    for (int i = 0; i < 2; i++) cinch_put_raw(&w, "", SIZE_MAX / 2); /* never followed */
    cinch_put_raw(&w, "", 1);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), SIZE_MAX > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_OK);
    cinch_writer_init_count(&w);
    cinch_put_raw(&w, "", SIZE_MAX);
    cinch_put_raw(&w, "", SIZE_MAX);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), SIZE_MAX > UINT32_MAX ? CINCH_ERR_LENGTH : CINCH_OK);
    CHECK_ERR(cinch_writer_finish(&w, &msg, &diag), CINCH_ERR_LENGTH);
    CHECK(msg.ptr != NULL && msg.len == 0);
    CHECK_U64(diag.pos, SIZE_MAX > UINT32_MAX ? 0 : 2 * (uint64_t)SIZE_MAX);
}

#if SIZE_MAX > UINT32_MAX
/* The pointer is never followed: the length alone is refused. */
TEST(write_rules_length)
{
    uint8_t buf[16];
    for (int i = 0; i < 9; i++) {
        size_t len = i % 2 ? SIZE_MAX - 1 : (size_t)UINT32_MAX + 1;
        cinch_writer w;
        test_case("put %d", i);
        cinch_writer_init(&w, buf, sizeof buf);
        switch (i) {
        case 0: cinch_put_str(&w, "", len); break;
        case 1: cinch_put_bin(&w, "", len); break;
        case 2: cinch_put_ext(&w, 1, "", len); break;
        case 3: cinch_put_array(&w, len); break;
        case 4: cinch_put_map(&w, len); break;
        case 5: cinch_put_f64s(&w, (const double *)(const void *)buf, len); break;
        case 6: cinch_put_f32s(&w, (const float *)(const void *)buf, len); break;
        case 7: cinch_put_i64s(&w, (const int64_t *)(const void *)buf, len); break;
        default: {
            cinch_mark m = cinch_put_open_array(&w);
            cinch_put_close(&w, m, len);
        }
        }
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_LENGTH);
    }
}

/* The largest length is one, if it were there: ROOM in a buffer, a number in a counting writer. */
TEST(write_rules_largest_length)
{
    uint8_t buf[16];
    cinch_writer w;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_bin(&w, "", UINT32_MAX);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
    cinch_writer_init_count(&w);
    cinch_put_bin(&w, "", UINT32_MAX);
    cinch_put_raw(&w, "", (size_t)UINT32_MAX + 9);
    CHECK_U64(cinch_writer_pos(&w), 5 + 2 * (uint64_t)UINT32_MAX + 9);
}
#endif

TEST(write_rules_old_spec)
{
    uint8_t buf[64];
    for (int i = 0; i < 5; i++) {
        cinch_writer w;
        cinch_token t;
        test_case("put %d", i);
        cinch_writer_init(&w, buf, sizeof buf);
        cinch_writer_old_spec(&w);
        memset(&t, 0, sizeof t);
        t.type = i == 4 ? CINCH_BIN : CINCH_STR;
        t.format = i == 4 ? 0xc4 : 0xd9;
        t.as.str = "";
        switch (i) {
        case 0: cinch_put_ext(&w, 1, "x", 1); break;
        case 1: cinch_put_time(&w, (cinch_time){0, 0}); break;
        case 2:
            t.type = CINCH_EXT;
            t.format = 0xc7;
            cinch_put_token(&w, t);
            break;
        default: cinch_put_token(&w, t);
        }
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_OLD_SPEC);
        CHECK_U64(cinch_writer_pos(&w), 0);
    }
    test_case("rewind keeps it");
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_writer_old_spec(&w);
    cinch_put_ext(&w, 1, "x", 1);
    cinch_writer_rewind(&w, 0);
    cinch_put_bin(&w, "\xff", 1);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "a1ff");
}

/* ---------------------------------------------------------------- rewind */

TEST(write_rules_rewind_drops_a_record)
{
    uint8_t buf[8];
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_u64(&w, 1000);
    uint64_t checkpoint = cinch_writer_pos(&w);
    cinch_put_nil(&w);
    cinch_put_cstr(&w, "does not fit");
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
    cinch_writer_rewind(&w, checkpoint);
    cinch_put_cstr(&w, "fits"); /* to the last byte: the room is back too */
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "cd03e8 a466697473");
}

TEST(write_rules_rewind_refused)
{
    uint8_t buf[64];
    cinch_writer w;
    cinch_mark outer, inner;
    test_case("past the end");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    cinch_writer_rewind(&w, 2);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);

    test_case("before an open container");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    outer = cinch_put_open_array(&w);
    cinch_writer_rewind(&w, 1);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);

    test_case("between two");
    cinch_writer_init(&w, buf, sizeof buf);
    outer = cinch_put_open_array(&w);
    cinch_put_nil(&w);
    inner = cinch_put_open_array(&w);
    cinch_writer_rewind(&w, 2);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);

    test_case("inside both");
    cinch_bin msg;
    cinch_writer_init(&w, buf, sizeof buf);
    outer = cinch_put_open_array(&w);
    cinch_put_nil(&w);
    inner = cinch_put_open_map(&w);
    cinch_put_cstr(&w, "gone");
    cinch_writer_fail(&w, CINCH_ERR_USER);
    cinch_writer_rewind(&w, 3);
    cinch_put_close(&w, inner, 0);
    cinch_put_close(&w, outer, 2);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "92 c0 80");

    test_case("the first error stays when refused");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_writer_fail(&w, CINCH_ERR_USER);
    cinch_writer_rewind(&w, 1);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USER);
}

TEST(write_rules_rewind_to_zero)
{
    uint8_t buf[8];
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init(&w, buf, sizeof buf);
    (void)cinch_put_open_array(&w);
    (void)cinch_put_open_map(&w);
    cinch_put_cstr(&w, "does not fit");
    cinch_writer_rewind(&w, 0);
    cinch_put_bool(&w, true);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "c3");
}

static cinch_error swallow(void *user, const void *bytes, size_t len)
{
    (void)bytes;
    if (user) *(size_t *)user += len;
    return CINCH_OK;
}

TEST(write_rules_rewind_sink)
{
    uint8_t buf[32];
    cinch_writer w;
    size_t got = 0;
    cinch_writer_init_sink(&w, buf, sizeof buf, swallow, &got);
    cinch_put_nil(&w);
    cinch_writer_flush(&w);
    cinch_put_nil(&w);
    cinch_put_nil(&w);
    cinch_writer_rewind(&w, 1);
    CHECK_U64(cinch_writer_pos(&w), 1);
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    CHECK_U64(got, 2);
    cinch_writer_rewind(&w, 1);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);
    cinch_writer_rewind(&w, 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);
}

TEST(write_rules_rewind_counting)
{
    cinch_writer w;
    cinch_writer_init_count(&w);
    cinch_put_u64(&w, 1000);
    cinch_put_nil(&w);
    cinch_writer_rewind(&w, 3);
    cinch_put_cstr(&w, "abc");
    CHECK_U64(cinch_writer_pos(&w), 7);
    cinch_writer_rewind(&w, 0);
    CHECK_U64(cinch_writer_pos(&w), 0);
}

/* ---------------------------------------------------------------- open containers */

TEST(write_rules_close_out_of_order)
{
    uint8_t buf[32];
    cinch_writer w;
    cinch_diag diag;
    cinch_mark a, b;
    test_case("outer before inner");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    a = cinch_put_open_array(&w);
    b = cinch_put_open_array(&w);
    cinch_put_close(&w, a, 1);
    cinch_put_close(&w, b, 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, &diag), CINCH_ERR_OPEN);
    CHECK_U64(diag.pos, 2); /* the inner one, left open */

    test_case("twice");
    cinch_writer_init(&w, buf, sizeof buf);
    a = cinch_put_open_array(&w);
    cinch_put_close(&w, a, 0);
    cinch_put_close(&w, a, 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_OPEN);

    test_case("twice, within another");
    cinch_writer_init(&w, buf, sizeof buf);
    a = cinch_put_open_array(&w);
    b = cinch_put_open_array(&w);
    cinch_put_close(&w, b, 0);
    cinch_put_close(&w, b, 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_OPEN);

    test_case("left open");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    a = cinch_put_open_array(&w);
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, NULL, &diag), CINCH_ERR_OPEN);
    CHECK_U64(diag.pos, 1);
}

/* One of the marks an earlier container left, its place being taken by another kind, or by one less deep. */
static void close_stale(cinch_writer *w, int how)
{
    cinch_mark a = cinch_put_open_array(w), b = cinch_put_open_map(w), c;
    cinch_put_close(w, b, 0);
    switch (how) {
    case 0: /* a map where an array was */
        cinch_put_close(w, a, 1);
        cinch_writer_rewind(w, 0);
        c = cinch_put_open_map(w);
        cinch_put_close(w, a, 0);
        break;
    case 1: /* an array where a map was */
        cinch_writer_rewind(w, b.pos);
        c = cinch_put_open_array(w);
        cinch_put_close(w, b, 0);
        break;
    case 2: /* a map where a map was, in nothing and not in an array */
        cinch_put_close(w, a, 1);
        cinch_writer_rewind(w, 0);
        cinch_put_nil(w);
        c = cinch_put_open_map(w);
        cinch_put_close(w, b, 0);
        break;
    default: /* as good as its own */
        cinch_writer_rewind(w, b.pos);
        c = cinch_put_open_map(w);
        cinch_put_close(w, b, 0);
        cinch_put_close(w, a, 1);
    }
    (void)c;
}

TEST(write_rules_stale_mark)
{
    uint8_t buf[32];
    cinch_bin msg;
    for (int i = 0; i < 8; i++) {
        cinch_writer w;
        test_case("%s writer, case %d", i < 4 ? "fixed" : "counting", i % 4);
        i < 4 ? cinch_writer_init(&w, buf, sizeof buf) : cinch_writer_init_count(&w);
        close_stale(&w, i % 4);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), i % 4 == 3 ? CINCH_OK : CINCH_ERR_OPEN);
        if (i == 3) CHECK_HEX(msg.ptr, msg.len, "9180");
    }
}

TEST(write_rules_count_for_me)
{
    uint8_t buf[512];
    for (size_t n = 0; n < 40; n++) {
        cinch_writer w;
        cinch_bin msg;
        cinch_reader r;
        test_case("%zu items", n);
        cinch_writer_init(&w, buf, sizeof buf);
        cinch_mark a = cinch_put_open_array(&w);
        for (size_t i = 0; i < n; i++) {
            cinch_mark m = cinch_put_open_map(&w);
            cinch_put_cstr(&w, "k");
            cinch_put_array(&w, 2);
            cinch_put_nil(&w);
            cinch_put_u64(&w, 1000);
            cinch_put_close(&w, m, CINCH_COUNT);
        }
        cinch_put_close(&w, a, CINCH_COUNT);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
        cinch_reader_init(&r, msg.ptr, msg.len);
        CHECK_U64(cinch_get_array(&r), n);
        for (size_t i = 0; i < n; i++) {
            CHECK_U64(cinch_get_map(&r), 1);
            cinch_skip_many(&r, 2);
        }
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
    }
}

TEST(write_rules_count_wrong)
{
    uint8_t buf[64];
    cinch_writer w;
    cinch_diag diag;
    test_case("half a pair");
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_mark m = cinch_put_open_map(&w);
    cinch_put_nil(&w);
    cinch_put_close(&w, m, CINCH_COUNT);
    CHECK_ERR(cinch_writer_finish(&w, NULL, &diag), CINCH_ERR_OPEN);
    CHECK_U64(diag.pos, 0);

    test_case("half an item");
    cinch_writer_init(&w, buf, sizeof buf);
    m = cinch_put_open_array(&w);
    cinch_put_raw(&w, "\xcd\x01", 2);
    cinch_put_close(&w, m, CINCH_COUNT);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_OPEN);

    test_case("reserved byte");
    cinch_writer_init(&w, buf, sizeof buf);
    m = cinch_put_open_array(&w);
    cinch_put_raw(&w, "\xc1", 1);
    cinch_put_close(&w, m, CINCH_COUNT);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_OPEN);

    test_case("counting writer");
    cinch_writer_init_count(&w);
    m = cinch_put_open_array(&w);
    cinch_put_close(&w, m, CINCH_COUNT);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);
}

/* Heads of 3 and 5 bytes move the body; an outer container still open does not mind. */
TEST(write_rules_wide_heads)
{
    static const size_t counts[] = {0, 15, 16, 65535, 65536};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        cinch_writer w;
        cinch_bin msg;
        cinch_reader r;
        test_case("%zu", counts[i]);
        cinch_writer_init_grow(&w, NULL, 0);
        cinch_mark outer = cinch_put_open_map(&w);
        cinch_put_cstr(&w, "list");
        cinch_mark list = cinch_put_open_array(&w);
        for (size_t k = 0; k < counts[i]; k++) cinch_put_u64(&w, k);
        cinch_put_close(&w, list, counts[i]);
        cinch_put_close(&w, outer, 1);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
        cinch_reader_init(&r, msg.ptr, msg.len);
        CHECK_U64(cinch_get_map(&r), 1);
        CHECK(cinch_str_is(cinch_get_str(&r), "list"));
        CHECK_U64(cinch_get_array(&r), counts[i]);
        bool same = true;
        for (size_t k = 0; k < counts[i]; k++) same &= cinch_get_u64(&r) == k;
        CHECK(same);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
        cinch_writer_free(&w);
    }
}

/* 65,535 may be open; one more is an error and not a counter that wraps. */
TEST(write_rules_open_limit)
{
    static cinch_mark marks[65536];
    cinch_writer w;
    cinch_writer_init_grow(&w, NULL, 0);
    for (size_t i = 0; i < 65535; i++) marks[i] = cinch_put_open_array(&w);
    CHECK_ERR(w.error, CINCH_OK);
    uint64_t full = cinch_writer_pos(&w);
    marks[65535] = cinch_put_open_array(&w);
    CHECK_ERR(w.error, CINCH_ERR_DEPTH);
    CHECK_U64(cinch_writer_pos(&w), full);
    cinch_writer_rewind(&w, full);
    for (size_t i = 65535; i--;) cinch_put_close(&w, marks[i], i == 65534 ? 0 : 1);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    cinch_writer_free(&w);
}

/* ---------------------------------------------------------------- kinds */

TEST(write_rules_sink_too_small)
{
    uint8_t buf[32];
    cinch_writer w;
    for (int i = 0; i < 3; i++) {
        test_case("%d", i);
        cinch_writer_init_sink(&w, i == 1 ? NULL : buf, i == 0 ? 31 : 32, i == 2 ? NULL : swallow, NULL);
        cinch_put_nil(&w);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);
        cinch_writer_rewind(&w, 0);
        cinch_put_nil(&w);
        CHECK(cinch_writer_finish(&w, NULL, NULL) != CINCH_OK);
    }
    test_case("32 is enough");
    size_t got = 0;
    cinch_writer_init_sink(&w, buf, 32, swallow, &got);
    for (int i = 0; i < 100; i++) cinch_put_ext(&w, 1, "0123456789abcdef", 16);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    CHECK_U64(got, 1800);
    CHECK_U64(cinch_writer_pos(&w), 1800);
}

/* While a container is open, what stands before it is handed on and makes room. */
TEST(write_rules_sink_holds)
{
    uint8_t buf[32];
    size_t got = 0;
    cinch_writer w;
    cinch_writer_init_sink(&w, buf, sizeof buf, swallow, &got);
    cinch_put_str(&w, "012345678901234567890123456789", 29);
    cinch_mark m = cinch_put_open_array(&w);
    cinch_writer_flush(&w);
    CHECK_U64(got, 30);
    for (int i = 0; i < 29; i++) cinch_put_nil(&w);
    cinch_put_close(&w, m, 29); /* 3 + 29 bytes: the whole buffer */
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    CHECK_U64(got, 62);
    m = cinch_put_open_array(&w);
    for (int i = 0; i < 30; i++) cinch_put_nil(&w);
    cinch_put_close(&w, m, 30);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_ROOM);
}

TEST(write_rules_take)
{
    struct test_alloc a;
    cinch_writer w;
    size_t len = 99;
    test_alloc_init(&a);
    test_case("nothing written");
    cinch_writer_init_grow(&w, &a.alloc, 100);
    CHECK(cinch_writer_take(&w, &len) == NULL);
    CHECK_U64(len, 0);
    CHECK(test_alloc_done(&a));

    test_case("then used again");
    cinch_put_nil(&w);
    void *p = cinch_writer_take(&w, &len);
    CHECK(p && len == 1 && *(uint8_t *)p == 0xc0);
    CHECK_U64(cinch_writer_pos(&w), 0);
    cinch_put_bool(&w, true);
    cinch_bin msg;
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "c3");
    a.alloc.fn(a.alloc.user, p, len, 0);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));

    test_case("after an error");
    cinch_put_nil(&w);
    cinch_writer_fail(&w, CINCH_ERR_USER);
    CHECK(cinch_writer_take(&w, &len) == NULL && len == 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USER);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));

    test_case("open container");
    cinch_writer_init_grow(&w, &a.alloc, 0);
    (void)cinch_put_open_array(&w);
    CHECK(cinch_writer_take(&w, &len) == NULL && len == 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_OPEN);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));

    test_case("malloc's");
    cinch_writer_init_grow(&w, NULL, 0);
    cinch_put_nil(&w);
    p = cinch_writer_take(&w, &len);
    CHECK(p && len == 1);
    free(p);

    test_case("not growing");
    uint8_t buf[4];
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    CHECK(cinch_writer_take(&w, &len) == NULL && len == 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_USE);
}

TEST(write_rules_free_and_go_on)
{
    struct test_alloc a;
    cinch_writer w;
    cinch_bin msg;
    test_alloc_init(&a);
    cinch_writer_init_grow(&w, &a.alloc, 0);
    (void)cinch_put_open_array(&w);
    cinch_writer_free(&w);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "c0");
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));
}

/* What comes between two finishes belongs to both. */
TEST(write_rules_finish_twice)
{
    uint8_t buf[4];
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_U64(msg.len, 1);
    cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_U64(msg.len, 2);
}

/* Room for a run of members at once, or none and no error. */
TEST(write_rules_reserve)
{
    uint8_t buf[32];
    cinch_writer w;
    cinch_writer_init(&w, buf, sizeof buf);
    CHECK(cinchi_reserve(&w, 32) == buf);
    CHECK(cinchi_reserve(&w, 33) == NULL);
    CHECK_ERR(w.error, CINCH_OK);
    cinch_writer_init_count(&w);
    CHECK(cinchi_reserve(&w, 1) == NULL);
    CHECK_ERR(w.error, CINCH_OK);
    cinch_writer_init_sink(&w, buf, sizeof buf, swallow, NULL);
    cinch_put_nil(&w);
    CHECK(cinchi_reserve(&w, 32) == buf);
    CHECK_U64(cinch_writer_pos(&w), 1);
    CHECK(cinchi_reserve(&w, 33) == NULL);
    CHECK_ERR(w.error, CINCH_OK);
    struct test_alloc a;
    test_alloc_init(&a);
    cinch_writer_init_grow(&w, &a.alloc, 0);
    CHECK(cinchi_reserve(&w, 1000) != NULL);
    CHECK(w.end - w.pos >= 1000);
    a.fail_at = a.calls + 1;
    CHECK(cinchi_reserve(&w, 100000) == NULL);
    CHECK_ERR(w.error, CINCH_ERR_MEMORY);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));
}

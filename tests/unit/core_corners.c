/* SPDX-License-Identifier: MIT
 * What callers seldom do and the core promises all the same: each case here is a branch that nothing else took.
 */
#include "cinch/cinch.h"
#include "cinch/wire.h"
#include "harness.h"
#include "support.h"

static size_t corner_feed(cinch_feed *f, const char *hex)
{
    size_t room;
    uint8_t bytes[64];
    size_t len = hex_bytes(hex, bytes, sizeof bytes);
    void *at = cinch_feed_room(f, &room);
    if (!at) return 0;
    if (len > room) len = room;
    memcpy(at, bytes, len);
    cinch_feed_added(f, len);
    return len;
}

TEST(feed_full_of_messages_not_asked_for)
{
    cinch_feed f;
    cinch_diag why;
    cinch_bin msg;
    size_t room;
    cinch_feed_init(&f, NULL, 4);
    CHECK_U64(corner_feed(&f, "01 02 03 04"), 4);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_USE);
    CHECK_U64(why.pos, 0);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT); /* asking early changed nothing */
    CHECK_U64(corner_feed(&f, "05"), 1);
    CHECK(cinch_feed_room(&f, &room) == NULL && room == 0);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_USE);
    CHECK_U64(why.pos, 1);
    CHECK_U64(cinch_feed_resync(&f, 0), 0); /* not after this error */
    CHECK(cinch_feed_room(&f, &room) == NULL);
    cinch_feed_free(&f);
}

TEST(feed_added_more_than_room)
{
    cinch_feed f;
    cinch_bin msg;
    size_t room;
    cinch_feed_init(&f, NULL, 4);
    CHECK(cinch_feed_room(&f, &room) != NULL);
    cinch_feed_added(&f, room + 1);
    cinch_feed_added(&f, room + 1);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_FAILED);
    CHECK_ERR(cinch_feed_finish(&f, NULL), CINCH_ERR_USE);
    CHECK_U64(cinch_feed_resync(&f, 0), 0);
    cinch_feed_free(&f);
}

TEST(feed_finish_finds_what_was_not_asked_for)
{
    cinch_feed f;
    cinch_diag why;
    cinch_feed_init(&f, NULL, 3);
    test_case("a reserved byte");
    (void)corner_feed(&f, "92 c1");
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_RESERVED);
    CHECK_U64(why.pos, 1);
    test_case("a message that is too long");
    cinch_feed_reset(&f);
    (void)corner_feed(&f, "94 01 02");
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_LIMIT);
    CHECK_U64(why.pos, 3); /* the item that would be beyond */
    cinch_feed_free(&f);
}

TEST(feed_room_where_a_message_is_too_long)
{
    cinch_feed f;
    cinch_diag why;
    cinch_bin msg;
    size_t room;
    cinch_feed_init(&f, NULL, 4);
    CHECK_U64(corner_feed(&f, "94 01 02 03"), 4);
    CHECK(cinch_feed_room(&f, &room) == NULL && room == 0);
    CHECK_ERR(cinch_feed_finish(&f, &why), CINCH_ERR_LIMIT);
    CHECK_U64(why.pos, 4); /* the item that has no room, as if next had been asked */
    test_case("on behind it");
    CHECK_U64(cinch_feed_resync(&f, CINCH_BIT(CINCH_U64)), 1);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT && msg.len == 1 && *msg.ptr == 1);
    test_case("where there was no error");
    CHECK_U64(cinch_feed_resync(&f, CINCH_BIT(CINCH_U64)), 1);
    CHECK(cinch_feed_next(&f, &msg) == CINCH_GOT && *msg.ptr == 3);
    CHECK_U64(cinch_feed_resync(&f, 0), 0); /* nothing waits */
    CHECK_ERR(cinch_feed_finish(&f, NULL), CINCH_OK);
    cinch_feed_free(&f);
}

/* The buffer doubles as far as the limit and no further: 4,096 bytes, then 5,000. */
TEST(feed_grows_to_its_limit)
{
    static const uint8_t head[3] = {0xc5, 0x13, 0x85}; /* bin 16 of 4,997 bytes */
    cinch_feed f;
    cinch_bin msg;
    size_t room, sent = 0;
    cinch_feed_init(&f, NULL, 5000);
    while (sent < 5000) {
        uint8_t *at = cinch_feed_room(&f, &room);
        if (!CHECK(at != NULL) || !CHECK(room > 0 && sent + room <= 5000)) break;
        memset(at, 0, room);
        if (sent == 0) memcpy(at, head, sizeof head);
        cinch_feed_added(&f, room);
        sent += room;
        CHECK(cinch_feed_next(&f, &msg) == (sent < 5000 ? CINCH_MORE : CINCH_GOT));
    }
    CHECK_U64(msg.len, 5000);
    CHECK_U64(f.cap, 5000);
    CHECK_ERR(cinch_feed_finish(&f, NULL), CINCH_OK);
    cinch_feed_free(&f);
}

/* ---------------------------------------------------------------- canonical form */

/* What is not well-formed has the same fault, at the same byte, whether canonical form is asked for or not. */
TEST(canonical_check_of_what_is_not_well_formed)
{
    static const char *const rows[] = {"91", "92 01",    "81 a1 61", "92 01 c1",   "81 a1 61 c1",
                                       "d9", "a3 61 62", "c1",       "82 a1 61 91"};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[16];
        size_t len = hex_bytes(rows[i], bytes, sizeof bytes);
        cinch_read_opts canonical = CINCH_ZERO;
        cinch_diag plain, why;
        canonical.flags = CINCH_CANONICAL;
        test_case("%s", rows[i]);
        CHECK(cinch_check(bytes, len, NULL, &plain) != CINCH_OK);
        CHECK_ERR(cinch_check(bytes, len, &canonical, &why), plain.error);
        CHECK_U64(why.pos, plain.pos);
    }
}

/* ---------------------------------------------------------------- lines and paths */

TEST(unescape_takes_digits_of_both_cases)
{
    static const struct {
        const char *text;
        size_t len;
        const char *bytes;
        bool good;
    } rows[] = {
        {"\\xAf\\xFA\\x09", 3, "\xaf\xfa\x09", true},
        {"\\\\x41", 4, "\\x41", true},
        {"\\x4G", 0, "", false},
        {"\\x/0", 0, "", false},
        {"\\x:0", 0, "", false},
        {"\\x@0", 0, "", false},
        {"\\x`0", 0, "", false},
        {"\\x4", 0, "", false},
        {"\\y41", 0, "", false},
        {"\\", 0, "", false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[32];
        size_t len = strlen(rows[i].text);
        test_case("%s", rows[i].text);
        memcpy(text, rows[i].text, len);
        CHECK(cinch_unescape(text, &len) == rows[i].good);
        if (rows[i].good)
            CHECK_MEM(text, len, rows[i].bytes, rows[i].len);
        else
            CHECK_MEM(text, len, rows[i].text, strlen(rows[i].text));
    }
}

/* With every amount of room: never more than that, never unterminated, and a path that is cut has no member behind it. */
TEST(explain_in_little_room)
{
    static const uint8_t msg[] = {0x81, 0xa6, 'l', 'o', 'n', 'g', 'e', 'r', 0x81, 0xa4, 't', 'h', 'a', 'n', 0x01};
    cinch_diag why = CINCH_ZERO;
    char whole[200], line[200];
    why.error = CINCH_ERR_MISSING;
    why.pos = 8;
    why.member = "name";
    size_t len = cinch_explain(&why, msg, sizeof msg, whole, sizeof whole);
    CHECK(strstr(whole, "/longer/name") != NULL);
    for (size_t cap = 0; cap <= len + 1; cap++) {
        memset(line, 'x', sizeof line);
        size_t n = cinch_explain(&why, msg, sizeof msg, line, cap);
        CHECK(cap ? n < cap && line[n] == 0 : n == 0);
        CHECK(line[cap] == 'x');
        if (cap > len) CHECK(strstr(line, "/longer/name") != NULL);
        n = cinch_explain_at(&why, (cinch_str){"/longer/than", 12}, 2, line, cap);
        CHECK(cap ? n < cap && line[n] == 0 : n == 0);
    }
}

/* ---------------------------------------------------------------- writers */

static void *corner_never_shrinks(void *user, void *ptr, size_t old_len, size_t new_len)
{
    cinch_alloc *real = (cinch_alloc *)user;
    if (new_len && new_len < old_len) return NULL;
    return real->fn(real->user, ptr, old_len, new_len);
}

TEST(take_from_an_allocator_that_cannot_shrink)
{
    struct test_alloc a;
    cinch_alloc never;
    cinch_writer w;
    size_t len;
    test_alloc_init(&a);
    never.fn = corner_never_shrinks;
    never.user = &a.alloc;
    cinch_writer_init_grow(&w, &never, 100);
    cinch_put_u64(&w, 7);
    size_t cap = w.cap;
    uint8_t *bytes = (uint8_t *)cinch_writer_take(&w, &len);
    if (CHECK(bytes != NULL && len == 1)) CHECK_U64(*bytes, 7);
    (void)a.alloc.fn(a.alloc.user, bytes, cap, 0);
    test_alloc_done(&a);
}

TEST(take_where_nothing_was_written)
{
    struct test_alloc a;
    cinch_writer w;
    size_t len = 9;
    test_alloc_init(&a);
    cinch_writer_init_grow(&w, &a.alloc, 0);
    CHECK(cinch_writer_take(&w, &len) == NULL);
    CHECK_U64(len, 0);
    CHECK_ERR(w.error, CINCH_OK);
    test_alloc_done(&a);
}

TEST(take_after_an_error)
{
    cinch_writer w;
    size_t len = 9;
    cinch_writer_init_grow(&w, NULL, 100);
    cinch_put_u64(&w, 7);
    cinch_writer_fail(&w, CINCH_ERR_USER);
    CHECK(cinch_writer_take(&w, &len) == NULL);
    CHECK_U64(len, 0);
    cinch_writer_free(&w);
}

TEST(stream_scratch_of_nothing)
{
    cinch_stream s;
    cinch_token t;
    cinch_input in = {"\xa3"
                      "ab",
                      3, 0};
    cinch_stream_init(&s, NULL, 0, NULL);
    cinch_stream_scratch(&s, NULL, 100);
    CHECK(cinch_stream_next(&s, &in, &t) == CINCH_GOT && t.part == CINCH_FIRST && t.len == 2);
    CHECK(cinch_stream_next(&s, &in, &t) == CINCH_MORE);
}

TEST(close_with_nothing_open)
{
    uint8_t buf[16];
    cinch_writer w;
    cinch_diag why;
    cinch_mark m;
    memset(&m, 0, sizeof m);
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_nil(&w);
    cinch_put_close(&w, m, 0);
    CHECK_ERR(cinch_writer_finish(&w, NULL, &why), CINCH_ERR_OPEN);
    CHECK_U64(why.pos, 1);
}

static cinch_error corner_take(void *user, const void *bytes, size_t len)
{
    *(size_t *)user += len;
    return bytes ? CINCH_OK : CINCH_ERR_SINK;
}

TEST(open_container_and_a_payload_beyond_the_buffer)
{
    uint8_t buf[32];
    char text[64] = "";
    size_t taken = 0;
    cinch_writer w;
    cinch_writer_init_sink(&w, buf, sizeof buf, corner_take, &taken);
    (void)cinch_put_open_array(&w);
    cinch_put_str(&w, text, sizeof text);
    CHECK_ERR(w.error, CINCH_ERR_ROOM);
    CHECK_U64(taken, 0);
}

TEST(old_spec_by_token)
{
    static const struct {
        uint8_t type, format;
        cinch_error error;
    } rows[] = {
        {CINCH_STR, CINCH_WIRE_STR8, CINCH_ERR_OLD_SPEC},
        {CINCH_STR, 0, CINCH_OK},
        {CINCH_BIN, CINCH_WIRE_BIN8, CINCH_ERR_OLD_SPEC},
        {CINCH_BIN, 0, CINCH_OK},
        {CINCH_EXT, 0, CINCH_ERR_OLD_SPEC},
        {CINCH_TIME, 0, CINCH_ERR_OLD_SPEC},
        {CINCH_NIL, 0, CINCH_OK},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t buf[32];
        cinch_writer w;
        cinch_token t;
        memset(&t, 0, sizeof t);
        t.type = rows[i].type;
        t.format = rows[i].format;
        if (t.type != CINCH_TIME && t.type != CINCH_NIL) {
            t.as.str = "ab";
            t.len = 2;
        }
        test_case("%s, format %02x", cinch_type_name((cinch_type)t.type), t.format);
        cinch_writer_init(&w, buf, sizeof buf);
        cinch_writer_old_spec(&w);
        cinch_put_token(&w, t);
        CHECK_ERR(w.error, rows[i].error);
    }
}

/* ---------------------------------------------------------------- readers */

TEST(utf16_without_room)
{
    static const struct {
        const char *str;
        bool strict;
        cinch_error error;
    } rows[] = {{"\xa1\xff", false, CINCH_ERR_ROOM}, {"\xa1\xff", true, CINCH_ERR_UTF8}, {"\xa1z", true, CINCH_ERR_ROOM}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint16_t units[1];
        cinch_reader r;
        test_case("row %zu", i);
        cinch_reader_init(&r, rows[i].str, 2);
        CHECK_U64(cinch_get_utf16(&r, units, 0, rows[i].strict), 0);
        CHECK_ERR(r.error, rows[i].error);
    }
}

/* So many arrays of one item around one str; more than any walk has levels for. */
enum { CORNER_LEVELS = 1300 };

TEST(locate_beyond_the_levels)
{
    static uint8_t msg[2 * CORNER_LEVELS + 100];
    static char path[2 * CORNER_LEVELS + 10], want[2 * CORNER_LEVELS + 10];
    cinch_read_opts deep = CINCH_ZERO;
    size_t len = 0, n;
    for (; len < CORNER_LEVELS; len++) msg[len] = 0x91;
    memcpy(msg + len, "\xda\x00\x05hello", 8);
    len += 8;
    msg[len++] = 0x92; /* another message, whose path has nothing of the first */
    msg[len++] = 0x01;
    msg[len++] = 0x02;
    for (n = 0; n < 2 * CORNER_LEVELS; n += 2) memcpy(want + n, "/0", 3);
    for (size_t pos = CORNER_LEVELS; pos < CORNER_LEVELS + 8; pos++) {
        test_case("byte %zu of the str", pos - CORNER_LEVELS);
        CHECK_U64(cinch_locate(msg, len, pos, path, sizeof path), n);
        CHECK(strcmp(path, want) == 0);
        CHECK_U64(cinch_locate(msg, pos, pos, path, sizeof path), n); /* where it is cut */
        CHECK(strcmp(path, want) == 0);
    }
    test_case("the message after");
    CHECK_U64(cinch_locate(msg, len, len - 1, path, sizeof path), 2);
    CHECK(strcmp(path, "/1") == 0);
    test_case("a limit of depth beyond what there is");
    deep.limits.depth = 100000;
    CHECK_ERR(cinch_check(msg, CORNER_LEVELS + 8, &deep, NULL), CINCH_ERR_DEPTH);
}

/* Beyond the levels there is a byte that begins no item: the path leads to the container around it, from there on too. */
TEST(locate_beyond_a_reserved_byte)
{
    static uint8_t msg[CORNER_LEVELS + 2];
    static char path[2 * CORNER_LEVELS + 10];
    memset(msg, 0x91, CORNER_LEVELS);
    msg[CORNER_LEVELS] = 0xc1;
    msg[CORNER_LEVELS + 1] = 0x01;
    for (size_t pos = CORNER_LEVELS; pos < sizeof msg; pos++) {
        test_case("byte %zu", pos - CORNER_LEVELS);
        CHECK_U64(cinch_locate(msg, sizeof msg, pos, path, sizeof path), 2 * CORNER_LEVELS);
        CHECK(strncmp(path, "/0/0", 4) == 0);
    }
}

/* The deep part lies before what is asked for, inside the same message. */
TEST(locate_behind_the_deep_part)
{
    static uint8_t msg[CORNER_LEVELS + 10];
    char path[64];
    size_t len = 0;
    msg[len++] = 0x93;
    for (; len < CORNER_LEVELS; len++) msg[len] = 0x91;
    msg[len++] = 0xc0;
    msg[len++] = 0x07;
    msg[len++] = 0x08;
    CHECK_U64(cinch_locate(msg, len, len - 1, path, sizeof path), 2);
    CHECK(strcmp(path, "/2") == 0);
}

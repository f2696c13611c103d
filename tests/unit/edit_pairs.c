/* SPDX-License-Identifier: MIT
 * Canonical form and differences, on examples worked out by hand.
 */
#include "cinch/edit.h"
#include "harness.h"
#include "support.h"

/* ---------------------------------------------------------------- canonical form */

struct form {
    const char *msg, *bytes, *text, *none; /* by each order; NULL: the error */
    cinch_error error;
    uint64_t pos;
};

static void check_form(const struct form *f, cinch_sort sort, const char *want)
{
    uint8_t msg[128], room[128];
    size_t len = hex_bytes(f->msg, msg, sizeof msg);
    cinch_canon_opts opts = CINCH_ZERO;
    cinch_reader r;
    cinch_writer w;
    cinch_diag d;
    cinch_error e;
    test_case("%s by %d", f->msg, (int)sort);
    opts.sort = sort;
    cinch_reader_init(&r, msg, len);
    cinch_writer_init(&w, room, sizeof room);
    e = cinch_canon(&r, &opts, &w, &d);
    CHECK_ERR(e, want ? CINCH_OK : f->error);
    CHECK_ERR(d.error, e);
    CHECK_ERR(r.error, e);
    if (want) {
        CHECK_HEX(room, (size_t)cinch_writer_pos(&w), want);
        CHECK_U64(d.pos, cinch_reader_pos(&r));
    } else {
        CHECK_U64(d.pos, f->pos);
        CHECK_U64(cinch_reader_pos(&r), f->pos);
        CHECK_U64(cinch_writer_pos(&w), 0);
    }
}

TEST(canon_forms)
{
    static const struct form rows[] = {
        {"cd0001", "01", "01", "01", CINCH_OK, 0},
        {"d000", "00", "00", "00", CINCH_OK, 0},
        {"d3ffffffffffffffe0", "e0", "e0", "e0", CINCH_OK, 0},
        {"ca3f800000", "ca3f800000", "ca3f800000", "ca3f800000", CINCH_OK, 0},
        {"cb3ff0000000000000", "cb3ff0000000000000", "cb3ff0000000000000", "cb3ff0000000000000", CINCH_OK, 0},
        {"cb7ff0000000000001", "cb7ff0000000000001", "cb7ff0000000000001", "cb7ff0000000000001", CINCH_OK, 0},
        {"c70cff 00000000 0000000000000001", "d6ff00000001", "d6ff00000001", "d6ff00000001", CINCH_OK, 0},
        {"c7 04 07 01020304", "d607 01020304", "d607 01020304", "d607 01020304", CINCH_OK, 0},
        {"dc0002 db00000001 61 c6 00000000", "92 a161 c400", "92 a161 c400", "92 a161 c400", CINCH_OK, 0},
        {"82 a162 01 a161 02", "82 a161 02 a162 01", "82 a161 02 a162 01", "82 a162 01 a161 02", CINCH_OK, 0},
        {"82 a162 01 a26161 02", "82 a162 01 a26161 02", "82 a26161 02 a162 01", "82 a162 01 a26161 02", CINCH_OK, 0},
        {"83 a161 01 c0 02 05 03", "83 05 03 a161 01 c0 02", "83 05 03 c0 02 a161 01", "83 a161 01 c0 02 05 03", CINCH_OK, 0},
        {"81 82 02 00 01 00 05", "81 82 01 00 02 00 05", "81 82 01 00 02 00 05", "81 82 02 00 01 00 05", CINCH_OK, 0},
        {"91 82 a162 c0 a0 cd0005", "91 82 a0 05 a162 c0", "91 82 a0 05 a162 c0", "91 82 a162 c0 a0 05", CINCH_OK, 0},
        {"83 a161 01 a162 02 d901 61 03", NULL, NULL, "83 a161 01 a162 02 a161 03", CINCH_ERR_DUPLICATE, 7},
        {"92 01 c1", NULL, NULL, NULL, CINCH_ERR_RESERVED, 2},
        {"92 01", NULL, NULL, NULL, CINCH_ERR_TRUNCATED, 2},
        {"92 d6ff00000001 d5ff0000", NULL, NULL, NULL, CINCH_ERR_TIME, 7},
        {"92 d5ff0000 c1", NULL, NULL, NULL, CINCH_ERR_TIME, 1}, /* the first fault, though framing breaks later */
        {"", NULL, NULL, NULL, CINCH_ERR_TRUNCATED, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        check_form(&rows[i], CINCH_SORT_BYTES, rows[i].bytes);
        check_form(&rows[i], CINCH_SORT_TEXT, rows[i].text);
        check_form(&rows[i], CINCH_SORT_NONE, rows[i].none);
    }
}

TEST(canon_run_of_items)
{
    static const uint8_t msg[] = "\xcc\x01\xcc\x02\x92\x01\xc1";
    uint8_t room[20];
    cinch_reader r;
    cinch_writer w;
    cinch_diag d;
    cinch_reader_init(&r, msg, sizeof msg - 1);
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_canon(&r, NULL, &w, &d), CINCH_OK);
    CHECK_ERR(cinch_canon(&r, NULL, &w, &d), CINCH_OK);
    CHECK_U64(d.pos, 4);
    CHECK_ERR(cinch_canon(&r, NULL, &w, &d), CINCH_ERR_RESERVED);
    CHECK_U64(d.pos, 6);
    CHECK_ERR(cinch_canon(&r, NULL, &w, &d), CINCH_ERR_RESERVED);
    CHECK_U64(d.pos, 6);
    CHECK_HEX(room, (size_t)cinch_writer_pos(&w), "01 02");
}

TEST(canon_flags)
{
    uint8_t room[20];
    cinch_read_opts raw = CINCH_ZERO, utf8 = CINCH_ZERO;
    cinch_reader r;
    cinch_writer w;
    raw.flags = CINCH_RAW_TIME;
    utf8.flags = CINCH_UTF8;
    for (int sort = CINCH_SORT_BYTES; sort <= CINCH_SORT_NONE; sort++) {
        cinch_canon_opts opts = CINCH_ZERO;
        opts.sort = (cinch_sort)sort;
        test_case("order %d", sort);
        cinch_writer_init(&w, room, sizeof room);
        cinch_reader_init_opts(&r, "\xc7\x02\xff\x00\x00", 5, &raw);
        CHECK_ERR(cinch_canon(&r, &opts, &w, NULL), CINCH_OK);
        CHECK_HEX(room, (size_t)cinch_writer_pos(&w), "d5ff0000");
        cinch_reader_init_opts(&r, "\xa1\xff", 2, &utf8);
        CHECK_ERR(cinch_canon(&r, &opts, &w, NULL), CINCH_ERR_UTF8);
        opts.limits.depth = 1;
        cinch_reader_init(&r, "\x91\x91\x00", 3);
        CHECK_ERR(cinch_canon(&r, &opts, &w, NULL), CINCH_ERR_DEPTH);
        cinch_writer_init(&w, room, 2);
        cinch_put_nil(&w);
        cinch_reader_init(&r, "\x92\x01\x02", 3);
        CHECK_ERR(cinch_canon(&r, NULL, &w, NULL), CINCH_ERR_ROOM);
        CHECK_ERR(r.error, CINCH_ERR_ROOM);
        CHECK_U64(cinch_writer_pos(&w), 1);
    }
}

/* ---------------------------------------------------------------- two messages */

struct told {
    char text[300];
    size_t len;
    int stop_after; /* differences; 0: never */
};

static bool told_one(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b)
{
    struct told *t = user;
    int n = snprintf(t->text + t->len, sizeof t->text - t->len, "%c%.*s;", "+-!"[kind], (int)pointer.len, pointer.ptr);
    t->len += (size_t)n;
    CHECK((a == NULL) == (kind == CINCH_DIFF_ADDED));
    CHECK((b == NULL) == (kind == CINCH_DIFF_REMOVED));
    return t->stop_after == 0 || --t->stop_after > 0;
}

TEST(diff_lines)
{
    static const struct {
        const char *a, *b, *want;
        int order;
    } rows[] = {
        {"01", "cd0001", "", 0},
        {"01", "02", "!;", -1},
        {"01", "cb3ff0000000000000", "!;", -1},
        {"a161", "c40161", "!;", -1},
        {"90", "80", "!;", 1},
        {"92 01 02", "92 01 03", "!/1;", -1},
        {"92 01 02", "91 01", "-/1;", 1},
        {"91 01", "93 01 02 03", "+/1;+/2;", -1},
        {"82 a161 01 a162 02", "82 a162 02 a161 01", "", 0},
        {"82 a161 01 a162 02", "82 a162 03 a163 01", "-/a;!/b;+/c;", -1},
        {"81 a161 92 01 81 05 c0", "81 a161 92 01 81 05 c2", "!/a/1/5;", -1},
        {"81 a161 91 01", "81 a161 81 01 01", "!/a;", 1},
        {"81 a3 617e2f 01", "80", "-/a~0~1;", 1},
        {"81 c0 01", "81 c0 02", "!/~;", -1},
        {"81 ff 01", "81 ff 02", "!/-1;", -1},
        {"82 a161 01 a161 02", "82 a161 01 a161 02", "", 0}, /* duplicate keys pair up in order */
        {"82 a161 01 a161 02", "81 a161 01", "-/a;", 1},
        {"82 81 01 02 05 c0 01", "82 c0 01 81 cc01 02 05", "", 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t x[64], y[64];
        struct told t = {"", 0, 0};
        cinch_bin a = {x, hex_bytes(rows[i].a, x, sizeof x)}, b = {y, hex_bytes(rows[i].b, y, sizeof y)};
        cinch_diag d;
        int order = 9;
        test_case("%s against %s", rows[i].a, rows[i].b);
        CHECK_ERR(cinch_diff(a, b, NULL, told_one, &t, &d), CINCH_OK);
        CHECK_STR(t.text, t.len, rows[i].want);
        CHECK_ERR(cinch_compare(a, b, NULL, &order, &d), CINCH_OK);
        CHECK_I64(order, rows[i].order);
        CHECK_ERR(cinch_compare(b, a, NULL, &order, &d), CINCH_OK);
        CHECK_I64(order, -rows[i].order);
    }
}

TEST(diff_stops)
{
    static const cinch_bin a = {(const uint8_t *)"\x93\x01\x02\x03", 4}, b = {(const uint8_t *)"\x93\x02\x03\x04", 4};
    struct told t = {"", 0, 2};
    CHECK_ERR(cinch_diff(a, b, NULL, told_one, &t, NULL), CINCH_OK);
    CHECK_STR(t.text, t.len, "!/0;!/1;");
}

TEST(pairs_at_fault)
{
    static const cinch_bin good = {(const uint8_t *)"\x91\x01", 2}, bad = {(const uint8_t *)"\x91\xc1", 2}, none = {NULL, 0};
    struct told t = {"", 0, 0};
    cinch_diag d;
    int order = 9;
    CHECK_ERR(cinch_compare(bad, good, NULL, &order, &d), CINCH_ERR_RESERVED);
    CHECK(!d.in_b && d.pos == 1 && order == 0);
    CHECK_ERR(cinch_compare(good, bad, NULL, &order, &d), CINCH_ERR_RESERVED);
    CHECK(d.in_b && d.pos == 1);
    CHECK_ERR(cinch_diff(good, none, NULL, told_one, &t, &d), CINCH_ERR_TRUNCATED);
    CHECK(d.in_b && d.pos == 0 && t.len == 0);
}

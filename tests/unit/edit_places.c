/* SPDX-License-Identifier: MIT
 * Edits at a JSON Pointer: what comes out, byte for byte, and what is refused where. Expectations worked out by hand.
 */
#include "cinch/check.h"
#include "cinch/edit.h"
#include "harness.h"
#include "support.h"

struct place {
    const char *msg, *pointer, *value;
    const char *want; /* bytes; NULL: error */
    cinch_error error;
    uint64_t pos;
    bool in_b;
};

typedef cinch_error (*edit_verb)(const void *, size_t, cinch_str, cinch_bin, cinch_writer *, cinch_diag *);

static cinch_error place_del(const void *msg, size_t len, cinch_str pointer, cinch_bin value, cinch_writer *out, cinch_diag *d)
{
    (void)value;
    return cinch_edit_del(msg, len, pointer, out, d);
}

static void check_place(const struct place *p, const char *name, edit_verb verb)
{
    uint8_t msg[256], value[64], want[300], room[300], before[] = "kept";
    size_t len = hex_bytes(p->msg, msg, sizeof msg), value_len = hex_bytes(p->value, value, sizeof value), want_len;
    cinch_bin v = {value, value_len}, out;
    cinch_diag d;
    cinch_writer w;
    test_case("%s %s at '%s' %s", name, p->msg, p->pointer, p->value);
    cinch_writer_init(&w, room, sizeof room);
    cinch_put_raw(&w, before, 4);
    CHECK_ERR(verb(msg, len, cinch_cstr(p->pointer), v, &w, &d), p->error);
    CHECK_ERR(d.error, p->error);
    CHECK(d.in_b == p->in_b);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    if (!p->want) {
        CHECK_U64(d.pos, p->pos);
        CHECK_MEM(out.ptr, out.len, "kept", 4);
        return;
    }
    want_len = hex_bytes(p->want, want, sizeof want);
    CHECK_MEM(out.ptr + 4, out.len - 4, want, want_len);
    for (size_t cap = 0; cap < want_len; cap++) { /* too small for the result: nothing of it stays */
        cinch_writer_init(&w, room, cap);
        CHECK_ERR(verb(msg, len, cinch_cstr(p->pointer), v, &w, &d), CINCH_ERR_ROOM);
        CHECK_ERR(d.error, CINCH_ERR_ROOM);
        CHECK_U64(cinch_writer_pos(&w), 0);
    }
}

#define FIFTEEN       "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
#define FIFTEEN_PAIRS "01 00 02 00 03 00 04 00 05 00 06 00 07 00 08 00 09 00 0a 00 0b 00 0c 00 0d 00 0e 00 0f 00"

TEST(edit_set_places)
{
    static const struct place rows[] = {
        {"01", "", "c0", "c0", CINCH_OK, 0, false},
        {"92 01 02", "/0", "a1 61", "92 a1 61 02", CINCH_OK, 0, false},
        {"92 01 02", "/1", "90", "92 01 90", CINCH_OK, 0, false},
        {"92 01 02", "/-", "03", "93 01 02 03", CINCH_OK, 0, false},
        {"90", "/-", "03", "91 03", CINCH_OK, 0, false},
        {"92 01 91 cd0001", "/0", "05", "92 05 91 cd0001", CINCH_OK, 0, false}, /* overlong neighbours stay */
        {"81 a161 01", "/a", "02", "81 a161 02", CINCH_OK, 0, false},
        {"81 a161 01", "/b", "02", "82 a161 01 a162 02", CINCH_OK, 0, false},
        {"80", "/", "02", "81 a0 02", CINCH_OK, 0, false},
        {"80", "/a~1~0b", "02", "81 a4 612f7e62 02", CINCH_OK, 0, false},
        {"81 05 01", "/5", "02", "81 05 02", CINCH_OK, 0, false},                 /* an integer key is found by its text */
        {"81 05 01", "/6", "02", "82 05 01 a136 02", CINCH_OK, 0, false},         /* one to be added is a str */
        {"82 05 01 a135 02", "/5", "03", "82 05 01 a135 03", CINCH_OK, 0, false}, /* a str key goes first */
        {"82 a161 01 a161 02", "/a", "03", "82 a161 01 a161 03", CINCH_OK, 0, false},
        {"81 a161 92 80 c0", "/a/0/b", "03", "81 a161 92 81 a162 03 c0", CINCH_OK, 0, false},
        {"81 a2 2d2d 90", "/--/-", "03", "81 a2 2d2d 91 03", CINCH_OK, 0, false},
        {"9f" FIFTEEN, "/-", "01", "dc 0010" FIFTEEN "01", CINCH_OK, 0, false},
        {"8f" FIFTEEN_PAIRS, "/k", "01", "de 0010" FIFTEEN_PAIRS "a16b 01", CINCH_OK, 0, false},
        {"dc 0001 00", "/-", "01", "dc 0002 00 01", CINCH_OK, 0, false}, /* a longer head keeps its length */
        {"dd 00000001 00", "/-", "01", "dd 00000002 00 01", CINCH_OK, 0, false},
        {"df 00000001 00 00", "/a", "01", "df 00000002 00 00 a161 01", CINCH_OK, 0, false},
        {"92 01 02", "/2", "03", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "/00", "03", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "/x", "03", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "/99999999999", "03", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "/4294967296", "03", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "/1/0", "03", NULL, CINCH_ERR_TYPE, 2, false},
        {"81 a161 01", "/b/c", "03", NULL, CINCH_ERR_ABSENT, 0, false}, /* parents are not made */
        {"81 a161 01", "/a/c", "03", NULL, CINCH_ERR_TYPE, 3, false},
        {"81 a161 01", "a", "03", NULL, CINCH_ERR_POINTER, 0, false},
        {"81 a161 01", "/b~", "03", NULL, CINCH_ERR_POINTER, 2, false},
        {"81 a161 01", "/b~2/c", "03", NULL, CINCH_ERR_POINTER, 2, false},
        {"", "", "03", NULL, CINCH_ERR_TRUNCATED, 0, false},
        {"92 01", "/0", "03", NULL, CINCH_ERR_TRUNCATED, 2, false},
        {"92 01 c1", "/0", "03", NULL, CINCH_ERR_RESERVED, 2, false},
        {"91 01 02", "/0", "03", NULL, CINCH_ERR_TRAILING, 2, false},
        {"91 01", "/0", "", NULL, CINCH_ERR_TRUNCATED, 0, true},
        {"91 01", "/0", "91", NULL, CINCH_ERR_TRUNCATED, 1, true},
        {"91 01", "/0", "01 02", NULL, CINCH_ERR_TRAILING, 1, true},
        {"91 01", "/0", "91 c1", NULL, CINCH_ERR_RESERVED, 1, true},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) check_place(&rows[i], "set", cinch_edit_set);
}

TEST(edit_insert_places)
{
    static const struct place rows[] = {
        {"92 01 02", "/0", "03", "93 03 01 02", CINCH_OK, 0, false},
        {"92 01 02", "/1", "03", "93 01 03 02", CINCH_OK, 0, false},
        {"92 01 02", "/2", "03", "93 01 02 03", CINCH_OK, 0, false},
        {"92 01 02", "/-", "03", "93 01 02 03", CINCH_OK, 0, false},
        {"90", "/0", "03", "91 03", CINCH_OK, 0, false},
        {"9f" FIFTEEN, "/0", "01", "dc 0010 01" FIFTEEN, CINCH_OK, 0, false},
        {"81 a161 01", "/b", "02", "82 a161 01 a162 02", CINCH_OK, 0, false},
        {"81 a161 01", "/-", "02", "82 a161 01 a12d 02", CINCH_OK, 0, false},
        {"81 a161 01", "/a", "02", NULL, CINCH_ERR_DUPLICATE, 3, false},
        {"81 05 01", "/5", "02", NULL, CINCH_ERR_DUPLICATE, 2, false},
        {"92 01 02", "/3", "03", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "", "03", NULL, CINCH_ERR_USE, 0, false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) check_place(&rows[i], "insert", cinch_edit_insert);
}

TEST(edit_del_places)
{
    static const struct place rows[] = {
        {"92 01 02", "/0", "", "91 02", CINCH_OK, 0, false},
        {"92 01 02", "/1", "", "91 01", CINCH_OK, 0, false},
        {"91 93 01 02 03", "/0", "", "90", CINCH_OK, 0, false},
        {"dc 0010" FIFTEEN "01", "/15", "", "9f" FIFTEEN, CINCH_OK, 0, false},
        {"de 0010" FIFTEEN_PAIRS "a16b 01", "/k", "", "8f" FIFTEEN_PAIRS, CINCH_OK, 0, false},
        {"dc 0002 00 01", "/0", "", "dc 0001 01", CINCH_OK, 0, false},
        {"dd 00000002 00 01", "/0", "", "dd 00000001 01", CINCH_OK, 0, false},
        {"82 a161 01 a162 02", "/a", "", "81 a162 02", CINCH_OK, 0, false},
        {"82 a161 01 a162 02", "/b", "", "81 a161 01", CINCH_OK, 0, false},
        {"82 a161 01 a161 02", "/a", "", "81 a161 01", CINCH_OK, 0, false},
        {"82 92a161a161 01 05 91a161", "/5", "", "81 92a161a161 01", CINCH_OK, 0, false},
        {"81 a161 81 a162 81 a163 03", "/a/b/c", "", "81 a161 81 a162 80", CINCH_OK, 0, false},
        {"92 01 02", "/2", "", NULL, CINCH_ERR_ABSENT, 0, false},
        {"92 01 02", "/-", "", NULL, CINCH_ERR_ABSENT, 0, false},
        {"82 a161 01 a162 02", "/c", "", NULL, CINCH_ERR_ABSENT, 0, false},
        {"01", "", "", NULL, CINCH_ERR_USE, 0, false},
        {"01", "/a", "", NULL, CINCH_ERR_TYPE, 0, false},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) check_place(&rows[i], "del", place_del);
}

TEST(edit_type_words)
{
    static const uint8_t msg[] = "\x81\xa1\x61\x01";
    static const cinch_bin nil = {(const uint8_t *)"\xc0", 1};
    char line[100];
    uint8_t room[100];
    cinch_writer w;
    cinch_diag d;
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_edit_set(msg, 4, cinch_cstr("/a/b"), nil, &w, &d), CINCH_ERR_TYPE);
    CHECK_STR(line, cinch_explain(&d, msg, 4, line, sizeof line), "offset 3 (0x3), at /a: expected array or map, got u64");
}

TEST(edit_counts_past_65535)
{
    static uint8_t msg[70000], room[70100];
    static const cinch_bin nil = {(const uint8_t *)"\xc0", 1};
    cinch_bin out;
    cinch_writer w;
    memset(msg, 0, sizeof msg);
    memcpy(msg, "\xdc\xff\xff", 3);
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_edit_insert(msg, 3 + 65535, cinch_cstr("/65535"), nil, &w, NULL), CINCH_OK);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_U64(out.len, 5 + 65536);
    CHECK_HEX(room, 5, "dd 00010000");
    CHECK_HEX(room + out.len - 1, 1, "c0");
    cinch_writer_init(&w, msg, sizeof msg);
    CHECK_ERR(cinch_edit_del(room, out.len, cinch_cstr("/65535"), &w, NULL), CINCH_OK);
    CHECK_HEX(msg, 3, "dc ffff");
}

TEST(edit_after_writer_error)
{
    static const cinch_bin nil = {(const uint8_t *)"\xc0", 1};
    uint8_t room[10];
    cinch_writer w;
    cinch_diag d;
    cinch_writer_init(&w, room, sizeof room);
    cinch_writer_fail(&w, CINCH_ERR_USER);
    CHECK_ERR(cinch_edit_set("\x90", 1, cinch_cstr("/-"), nil, &w, &d), CINCH_ERR_USER);
    CHECK_ERR(d.error, CINCH_ERR_USER);
}

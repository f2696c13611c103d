/* SPDX-License-Identifier: MIT
 * The stream: parts, scratch, skips, paths without room, verdicts on payloads, depth, reset.
 */
#include <stdarg.h>
#include <stdlib.h>
#include "cinch/stream.h"
#include "harness.h"
#include "support.h"

/* Everything a stream says about bytes fed in pieces of `step`, as one line. */
struct talk {
    cinch_stream s;
    cinch_level levels[8];
    char scratch[64], path[64], text[1200];
    size_t len;
};

static void say(struct talk *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct talk *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->len += (size_t)vsnprintf(t->text + t->len, sizeof t->text - t->len, format, args);
    va_end(args);
}

static void say_token(struct talk *t, const cinch_token *k)
{
    say(t, "%llu:%s", (unsigned long long)t->s.pos, cinch_type_name((cinch_type)k->type));
    if (k->type == CINCH_STR || k->type == CINCH_BIN || k->type == CINCH_EXT)
        say(t, "'%.*s'%s%s", (int)k->len, k->as.str, k->part & CINCH_FIRST ? "" : "<", k->part & CINCH_LAST ? "" : ">");
    else if (k->type >= CINCH_ARRAY)
        say(t, "%u", k->len);
    else if (k->type == CINCH_U64)
        say(t, "=%llu", (unsigned long long)k->as.u64);
    if (t->s.path) say(t, "@%.*s", (int)t->s.path_len, t->path);
    say(t, " ");
}

static const char *talk(struct talk *t, const char *hex, size_t step)
{
    uint8_t bytes[256];
    size_t len = hex_bytes(hex, bytes, sizeof bytes);
    cinch_status status = CINCH_MORE;
    cinch_diag why;
    t->len = 0;
    for (size_t at = 0; at < len && status != CINCH_FAILED; at += step) {
        cinch_input in = {bytes + at, step < len - at ? step : len - at, 0};
        cinch_token token;
        while ((status = cinch_stream_next(&t->s, &in, &token)) == CINCH_GOT) say_token(t, &token);
    }
    if (cinch_stream_finish(&t->s, &why)) say(t, "%s at %llu", cinch_error_name(why.error), (unsigned long long)why.pos);
    return t->text;
}

static void talk_init(struct talk *t, size_t scratch, size_t path, uint32_t flags)
{
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = flags;
    memset(t, 0, sizeof *t);
    cinch_stream_init(&t->s, t->levels, COUNT_OF(t->levels), &opts);
    if (scratch) cinch_stream_scratch(&t->s, t->scratch, scratch);
    if (path) cinch_stream_path(&t->s, t->path, path);
}

TEST(stream_talks)
{
    static const struct {
        const char *hex;
        size_t step, scratch, path;
        uint32_t flags;
        const char *said;
    } rows[] = {
        {"", 1, 0, 0, 0, ""},
        {"01 02", 9, 0, 0, 0, "0:u64=1 1:u64=2 "},
        {"92 a3 616263 07", 9, 0, 0, 0, "0:array2 1:str'abc' 5:u64=7 "},
        {"92 a3 616263 07", 3, 0, 0, 0, "0:array2 1:str'a'> 1:str'bc'< 5:u64=7 "},
        {"92 a3 616263 07", 1, 0, 0, 0, "0:array2 1:str'a'> 1:str'b'<> 1:str'c'< 5:u64=7 "},
        {"92 a3 616263 07", 1, 3, 0, 0, "0:array2 1:str'abc' 5:u64=7 "},
        {"92 a3 616263 07", 1, 2, 0, 0, "0:array2 1:str'a'> 1:str'b'<> 1:str'c'< 5:u64=7 "},
        {"91 a0", 1, 0, 0, 0, "0:array1 1:str'' "},
        {"91 d9 00", 1, 0, 0, 0, "0:array1 1:str'' "},
        {"c4 02 6162", 2, 0, 0, 0, "0:bin'ab' "}, /* whole in its input, though its header was not */
        {"c7 03 07 616263", 4, 0, 0, 0, "0:ext'a'> 0:ext'bc'< "},
        {"c7 0c ff 00000000 0000000000000001", 1, 0, 0, 0, "0:time "},
        {"c7 0c ff ffffffff 0000000000000001 01", 1, 0, 0, 0, "TIME at 0"},
        {"01 c7 05 ff 6162636465 01", 1, 0, 0, 0, "0:u64=1 TIME at 1"},
        {"01 c7 05 ff 61626364", 1, 0, 0, 0, "0:u64=1 TRUNCATED at 1"},
        {"c7 05 ff 6162636465", 8, 0, 0, CINCH_RAW_TIME, "0:ext'abcde' "},
        {"a4 6162ff64 01", 1, 0, 0, CINCH_UTF8, "0:str'a'> 0:str'b'<> UTF8 at 0"},
        {"a4 6162ff", 1, 0, 0, CINCH_UTF8, "0:str'a'> 0:str'b'<> TRUNCATED at 0"},
        {"a4 6162ff64 01", 1, 9, 0, CINCH_UTF8, "UTF8 at 0"},
        {"a4 f09f9880 01", 1, 0, 0, CINCH_UTF8, "0:str'\xf0'> 0:str'\x9f'<> 0:str'\x98'<> 0:str'\x80'< 5:u64=1 "},
        {"a4 f09f9861 01", 3, 0, 0, CINCH_UTF8, "0:str'\xf0\x9f'> UTF8 at 0"},
        {"a4 61e08061", 4, 0, 0, CINCH_UTF8, "UTF8 at 0"}, /* no character goes on so */
        {"a3 e0a061", 2, 0, 0, CINCH_UTF8, "0:str'\xe0'> UTF8 at 0"},
        {"a3 c36161", 2, 0, 0, CINCH_UTF8, "0:str'\xc3'> UTF8 at 0"},
        {"a2 c3", 1, 0, 0, CINCH_UTF8, "0:str'\xc3'> TRUNCATED at 0"},
        {"a2 61c3", 1, 0, 0, CINCH_UTF8, "0:str'a'> UTF8 at 0"},
        {"82 a161 92 01 02 2a 81 c0 03", 1, 0, 40, 0,
         "0:map2@ 1:str'a'@ 3:array2@/a 4:u64=1@/a/0 5:u64=2@/a/1 6:u64=42@ 7:map1@/42 8:nil@/42 9:u64=3@/42/~ "},
        {"82 92 01 81 02 03 04 f4 05", 1, 0, 40, 0,
         "0:map2@ 1:array2@ 2:u64=1@ 3:map1@ 4:u64=2@ 5:u64=3@ 6:u64=4@/~ 7:i64@ 8:u64=5@/-12 "},
        {"81 a4 612f7e62 01", 1, 0, 40, 0, "0:map1@ 1:str'a'>@ 1:str'/'<>@ 1:str'~'<>@ 1:str'b'<@ 6:u64=1@/a~1~0b "},
        {"82 a5 6162636465 81 a162 01 a161 02", 20, 0, 9, 0,
         "0:map2@ 1:str'abcde'@ 7:map1@/... 8:str'b'@/... 10:u64=1@/... 11:str'a'@ 13:u64=2@/a "},
        {"82 a5 6162636465 81 a162 01 a161 02", 1, 0, 9, 0,
         "0:map2@ 1:str'a'>@ 1:str'b'<>@ 1:str'c'<>@ 1:str'd'<>@ 1:str'e'<@ 7:map1@/... 8:str'b'@/... 10:u64=1@/... 11:str'a'@ "
         "13:u64=2@/a "},
        {"91 91 91 01", 20, 0, 8, 0, "0:array1@ 1:array1@/0 2:array1@/0/0 3:u64=1@/0/0/... "},
        {"91 91 01", 20, 0, 2, 0, "0:array1@ 1:array1@/. 2:u64=1@/. "},
        {"91 91 91 91 91 91 91 91 01", 20, 0, 0, 0,
         "0:array1 1:array1 2:array1 3:array1 4:array1 5:array1 6:array1 7:array1 8:u64=1 "},
        {"91 91 91 91 91 91 91 91 90", 20, 0, 0, 0,
         "0:array1 1:array1 2:array1 3:array1 4:array1 5:array1 6:array1 7:array1 DEPTH at 8"},
        {"92 01", 1, 0, 9, 0, "0:array2@ 1:u64=1@/0 TRUNCATED at 2"},
        {"92 01 c1", 1, 0, 9, 0, "0:array2@ 1:u64=1@/0 RESERVED at 2"},
        {"90", 1, 0, 0, CINCH_CANONICAL, "USE at 0"},
        {"90", 1, 0, 0, CINCH_UNIQUE, "USE at 0"},
        {"90 80 90", 1, 0, 0, CINCH_MANY, "0:array0 1:map0 2:array0 "},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static struct talk t;
        test_case("%s in %zus, scratch %zu, path %zu", rows[i].hex, rows[i].step, rows[i].scratch, rows[i].path);
        talk_init(&t, rows[i].scratch, rows[i].path, rows[i].flags);
        talk(&t, rows[i].hex, rows[i].step);
        CHECK_STR(t.text, t.len, rows[i].said);
        cinch_stream_reset(&t.s);
        talk(&t, rows[i].hex, rows[i].step); /* the same again, from offset 0 */
        CHECK_STR(t.text, t.len, rows[i].said);
    }
}

/* What a skip steps over, from wherever it is asked, and however the rest of the input comes. */
TEST(stream_skips)
{
    static const struct {
        const char *hex;
        size_t tokens; /* taken before the skip */
        uint64_t next; /* offset after it */
        uint32_t depth;
    } rows[] = {
        {"92 01 93 02 03 04", 0, 6, 0},    /* a message */
        {"92 01 93 02 03 04", 1, 6, 0},    /* what is in the container just opened */
        {"92 01 93 02 03 04 05", 2, 6, 0}, /* the next item, and with it the container it ends */
        {"93 01 93 02 03 04 05", 2, 6, 1},
        {"93 01 93 02 03 04 05", 3, 6, 1},
        {"93 01 93 02 03 04 05", 4, 5, 2},
        {"82 a161 81 a162 03 a163 04", 2, 7, 1}, /* a value */
        {"82 a161 81 a162 03 a163 04", 1, 10, 0},
        {"82 a161 81 a162 03 a163 04", 3, 7, 1},
        {"93 a3 616263 07 08", 1, 7, 0},
        {"92 90 91 01", 2, 2, 1}, /* what is in the empty container: nothing */
        {"92 90 91 01", 3, 4, 0}, /* it is no longer the last token */
        {"92 90 91 01 c0c0c0c0c0c0c0c0c0", 3, 4, 0},
        {"92 90 91 01", 1, 4, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        for (size_t step = 1; step < 12; step++) {
            static struct talk t;
            uint8_t bytes[64];
            size_t len = hex_bytes(rows[i].hex, bytes, sizeof bytes), tokens = 0;
            cinch_status status = CINCH_MORE;
            test_case("%s after %zu, in %zus", rows[i].hex, rows[i].tokens, step);
            talk_init(&t, 16, step % 2 ? 40 : 0, 0);
            for (size_t at = 0; at < len && status == CINCH_MORE; at += step) {
                cinch_input in = {bytes + at, step < len - at ? step : len - at, 0};
                cinch_token token;
                while (tokens < rows[i].tokens && (status = cinch_stream_next(&t.s, &in, &token)) == CINCH_GOT) tokens++;
                if (tokens == rows[i].tokens) status = cinch_stream_skip(&t.s, &in);
            }
            CHECK(status == CINCH_GOT);
            CHECK_U64(t.s.next, rows[i].next);
            CHECK_U64(t.s.depth, rows[i].depth);
        }
}

/* The rest of a payload of which parts have come; another part is not an item. */
TEST(stream_skips_a_payload)
{
    static struct talk t;
    cinch_input in = {"\x92\xa5"
                      "ab",
                      4, 0},
                more = {"cde\x07", 4, 0};
    cinch_token token;
    talk_init(&t, 0, 0, 0);
    CHECK(cinch_stream_next(&t.s, &in, &token) == CINCH_GOT);
    CHECK(cinch_stream_next(&t.s, &in, &token) == CINCH_GOT);
    CHECK_STR(token.as.str, token.len, "ab");
    CHECK_U64(t.s.total, 5);
    CHECK_U64(t.s.payload, 3);
    CHECK(cinch_stream_skip(&t.s, &in) == CINCH_MORE);
    CHECK(cinch_stream_skip(&t.s, &more) == CINCH_GOT);
    CHECK(cinch_stream_next(&t.s, &more, &token) == CINCH_GOT);
    CHECK_U64(token.as.u64, 7);
    CHECK_U64(t.s.messages, 1);
}

/* A bad byte at each place of a str of each length, whole and cut at each byte. The str stands in a message long enough for the fast loop. */
TEST(stream_utf8_everywhere)
{
    static uint8_t msg[256];
    static cinch_level levels[4];
    const cinch_read_opts opts = {{0, 0, 0, 0}, CINCH_UTF8, {0, 0, 0}};
    for (size_t len = 1; len <= 50; len++) {
        size_t head = len < 32 ? 1 : 2, total = 3 + head + len + 40;
        bool good = true;
        test_case("length %zu", len);
        msg[0] = 0xdc, msg[1] = 0, msg[2] = 41;
        memset(msg + 3, 1, sizeof msg - 3);
        if (len < 32)
            msg[3] = (uint8_t)(0xa0 | len);
        else
            msg[3] = 0xd9, msg[4] = (uint8_t)len;
        memset(msg + 3 + head, 'x', len);
        good &= cinch_check(msg, total, &opts, NULL) == CINCH_OK;
        for (size_t bad = 0; bad < len; bad++) {
            cinch_diag why;
            msg[3 + head + bad] = 0x80;
            good &= cinch_check(msg, total, &opts, &why) == CINCH_ERR_UTF8 && why.pos == 3;
            for (size_t cut = 3; cut<total; cut += cut> 3 + head + len ? 51 : 1) {
                cinch_stream s;
                cinch_input in = {msg, cut, 0}, more = {msg + cut, total - cut, 0};
                cinch_stream_init(&s, levels, 4, &opts);
                if (cinch_stream_skip_all(&s, &in) == CINCH_MORE) (void)cinch_stream_skip_all(&s, &more);
                good &= cinch_stream_finish(&s, &why) == CINCH_ERR_UTF8 && why.pos == 3;
            }
            msg[3 + head + bad] = 'x';
        }
        CHECK(good);
    }
}

/* Each byte of deep input is a call; then all at once. */
TEST(stream_deep)
{
    enum { DEEP = 3000000 };
    uint8_t *p = malloc(DEEP + 1);
    cinch_level *levels = malloc(DEEP * sizeof *levels);
    if (CHECK(p && levels)) {
        memset(p, 0x91, DEEP);
        p[DEEP] = 0xc0;
        for (uint32_t cap = 511; cap <= DEEP; cap = cap < 512 ? cap + 1 : cap < DEEP ? DEEP : DEEP + 1) {
            for (int whole = 0; whole < 2; whole++) {
                cinch_stream s;
                cinch_diag why;
                cinch_status status = CINCH_MORE;
                test_case("%u levels", cap);
                cinch_stream_init(&s, levels, cap, NULL);
                for (size_t at = 0; at <= DEEP && status != CINCH_FAILED; at += whole ? DEEP + 1 : 1) {
                    cinch_input in = {p + at, whole ? DEEP + 1 : 1, 0};
                    cinch_token t;
                    if (whole)
                        status = cinch_stream_skip_all(&s, &in);
                    else
                        while ((status = cinch_stream_next(&s, &in, &t)) == CINCH_GOT) continue;
                }
                CHECK_ERR(cinch_stream_finish(&s, &why), cap < DEEP ? CINCH_ERR_DEPTH : CINCH_OK);
                CHECK_U64(why.pos, cap < DEEP ? cap : DEEP + 1);
            }
        }
    }
    free(p);
    free(levels);
}

TEST(stream_no_levels)
{
    cinch_stream s;
    cinch_input in = {"\x01\x90", 2, 0};
    cinch_token t;
    cinch_stream_init(&s, NULL, 0, NULL);
    CHECK(cinch_stream_next(&s, &in, &t) == CINCH_GOT);
    CHECK(cinch_stream_next(&s, &in, &t) == CINCH_FAILED);
    CHECK(cinch_stream_next(&s, &in, &t) == CINCH_FAILED);
    CHECK(cinch_stream_skip(&s, &in) == CINCH_FAILED);
    CHECK(cinch_stream_skip_all(&s, &in) == CINCH_FAILED);
    CHECK_ERR(cinch_stream_finish(&s, NULL), CINCH_ERR_DEPTH);
    cinch_stream_reset(&s);
    CHECK_ERR(cinch_stream_finish(&s, NULL), CINCH_OK);
    in = (cinch_input){NULL, 0, 0};
    CHECK(cinch_stream_next(&s, &in, &t) == CINCH_MORE);
    CHECK(cinch_stream_skip_all(&s, &in) == CINCH_MORE);
    CHECK_ERR(cinch_stream_finish(&s, NULL), CINCH_OK);
}

/* SPDX-License-Identifier: MIT
 * Tarantool, whose protocol is MessagePack and whose tuples are kept as the bytes that came: requests and answers in it, and any message of every
 * format stored and selected byte for byte.
 *
 * A request is a length, a header map {0: type, 1: number} and a body map; an answer the same with {0: status} and {0x30: data}, or
 * {0x31: what went wrong}.
 */
#include "cinch/cinch.h"
#include "generate.h"
#include "live_link.h"

enum { TYPE_SELECT = 1, TYPE_REPLACE = 3, TYPE_EVAL = 8 };
enum {
    KEY_TYPE = 0,
    KEY_SYNC = 1,
    KEY_SPACE = 0x10,
    KEY_LIMIT = 0x12,
    KEY_KEY = 0x20,
    KEY_TUPLE = 0x21,
    KEY_EXPR = 0x27,
    KEY_DATA = 0x30,
    KEY_ERROR = 0x31
};

static struct link_to tarantool = {.fd = -1};
static uint64_t space;
static uint8_t answer_room[1 << 20];

static bool greeted(void)
{
    char greeting[128];
    return link_open(&tarantool, "CINCH_TARANTOOL") && link_take(&tarantool, greeting, sizeof greeting) &&
           CHECK(memcmp(greeting, "Tarantool ", 10) == 0);
}

/* The body follows what is in w: a length in 5 bytes goes before it. */
static bool send_request(cinch_writer *w)
{
    cinch_bin msg;
    uint8_t head[5];
    cinch_writer size;
    if (!CHECK_ERR(cinch_writer_finish(w, &msg, NULL), CINCH_OK)) return false;
    cinch_token length = {.type = CINCH_U64, .format = 0xce};
    length.as.u64 = msg.len;
    cinch_writer_init(&size, head, sizeof head);
    cinch_put_token(&size, length);
    if (!CHECK_ERR(cinch_writer_finish(&size, NULL, NULL), CINCH_OK)) return false;
    return link_send(&tarantool, head, sizeof head) && link_send(&tarantool, msg.ptr, msg.len);
}

static void put_header(cinch_writer *w, uint64_t type)
{
    static uint64_t sync;
    cinch_put_map(w, 2);
    cinch_put_u64(w, KEY_TYPE);
    cinch_put_u64(w, type);
    cinch_put_u64(w, KEY_SYNC);
    cinch_put_u64(w, ++sync);
}

/* The first item of the array of data. */
static bool take_answer(cinch_bin *item)
{
    uint8_t head[5];
    cinch_reader r;
    uint64_t status = 0;
    if (!link_take(&tarantool, head, 5)) return false;
    cinch_reader_init(&r, head, 5);
    size_t len = (size_t)cinch_get_u64(&r);
    if (!CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK) || !CHECK(len <= sizeof answer_room)) return false;
    if (!link_take(&tarantool, answer_room, len)) return false;
    cinch_reader_init(&r, answer_room, len);
    for (uint32_t n = cinch_get_map(&r); n; n--) {
        uint64_t key = cinch_get_u64(&r), value = cinch_get_u64(&r);
        if (key == KEY_TYPE) status = value;
    }
    *item = (cinch_bin){NULL, 0};
    for (uint32_t n = cinch_get_map(&r); n; n--) {
        uint64_t key = cinch_get_u64(&r);
        if (key == KEY_ERROR) {
            cinch_str why = cinch_get_str(&r);
            FAIL("tarantool says %.*s", (int)why.len, why.ptr);
        } else if (key == KEY_DATA) {
            for (uint32_t items = cinch_get_array(&r); items; items--) {
                cinch_bin got = cinch_get_raw(&r);
                if (!item->ptr) *item = got;
            }
        } else {
            cinch_skip(&r);
        }
    }
    return CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK) && CHECK_U64(status, 0);
}

static bool eval(const char *text, cinch_bin argument, cinch_bin *item)
{
    static uint8_t room[1 << 20];
    cinch_writer w;
    if (tarantool.fd < 0 && !greeted()) return false;
    cinch_writer_init(&w, room, sizeof room);
    put_header(&w, TYPE_EVAL);
    cinch_put_map(&w, 2);
    cinch_put_u64(&w, KEY_EXPR);
    cinch_put_cstr(&w, text);
    cinch_put_u64(&w, KEY_TUPLE);
    cinch_put_array(&w, 1);
    cinch_put_raw(&w, argument.ptr, argument.len);
    return send_request(&w) && take_answer(item);
}

static bool space_made(void)
{
    cinch_bin item;
    cinch_reader r;
    if (space) return true;
    if (!eval("local s = box.schema.space.create('cinch') s:create_index('pk') return s.id",
              (cinch_bin){(const uint8_t *)"\xc0", 1}, &item))
        return false;
    cinch_reader_init(&r, item.ptr, item.len);
    space = cinch_get_u64(&r);
    return CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
}

/* Stores [1, value] and selects it again. */
static bool stored(cinch_bin value, cinch_bin *tuple)
{
    static uint8_t room[1 << 20];
    cinch_writer w;
    cinch_writer_init(&w, room, sizeof room);
    put_header(&w, TYPE_REPLACE);
    cinch_put_map(&w, 2);
    cinch_put_u64(&w, KEY_SPACE);
    cinch_put_u64(&w, space);
    cinch_put_u64(&w, KEY_TUPLE);
    cinch_put_array(&w, 2);
    cinch_put_u64(&w, 1);
    cinch_put_raw(&w, value.ptr, value.len);
    if (!send_request(&w) || !take_answer(tuple)) return false;
    cinch_writer_init(&w, room, sizeof room);
    put_header(&w, TYPE_SELECT);
    cinch_put_map(&w, 3);
    cinch_put_u64(&w, KEY_SPACE);
    cinch_put_u64(&w, space);
    cinch_put_u64(&w, KEY_LIMIT);
    cinch_put_u64(&w, 1);
    cinch_put_u64(&w, KEY_KEY);
    cinch_put_array(&w, 1);
    cinch_put_u64(&w, 1);
    return send_request(&w) && take_answer(tuple);
}

TEST(tarantool_evaluates)
{
    static const struct {
        const char *text, *json, *want;
    } rows[] = {
        {"return ...", "[1,-1,70000,true,null,\"text\"]", "[1,-1,70000,true,null,\"text\"]"},
        {"return ...", "18446744073709551615", "18446744073709551615"},
        {"return ...", "{\"a\":{\"b\":[2.5]}}", "{\"a\":{\"b\":[2.5]}}"},
        {"local t = ... return t.user.name", "{\"user\":{\"name\":\"Ada\"}}", "\"Ada\""},
        {"local t = ... return #t", "[1,2,3]", "3"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[100], text[100];
        cinch_writer w;
        cinch_reader r;
        cinch_bin msg, item, json;
        test_case("%s of %s", rows[i].text, rows[i].json);
        cinch_writer_init(&w, bytes, sizeof bytes);
        CHECK_ERR(cinch_json_read(rows[i].json, strlen(rows[i].json), NULL, &w, NULL, NULL), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
        if (!eval(rows[i].text, msg, &item)) return;
        cinch_reader_init(&r, item.ptr, item.len);
        cinch_writer_init(&w, text, sizeof text);
        CHECK_ERR(cinch_json_write(&r, NULL, &w, NULL), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&w, &json, NULL), CINCH_OK);
        CHECK_STR((const char *)json.ptr, json.len, rows[i].want);
    }
}

TEST(tarantool_keeps_every_byte)
{
    static const struct gen_opts opts = {.flags = GEN_ALL, .depth = 6, .items = 200, .payload = 5000};
    static uint8_t value[100000];
    struct rng r;
    rng_init(&r, 1);
    if (!space_made()) return;
    for (int i = 0; i < 300; i++) {
        size_t len = gen_message(&r, &opts, value, sizeof value);
        cinch_bin tuple;
        test_case("message %d, seed %llu", i, (unsigned long long)r.seed);
        if (!stored((cinch_bin){value, len}, &tuple)) return;
        if (!CHECK(tuple.len == len + 2)) continue;
        CHECK_MEM(tuple.ptr, 2, "\x92\x01", 2);
        CHECK_MEM(tuple.ptr + 2, len, value, len);
    }
}

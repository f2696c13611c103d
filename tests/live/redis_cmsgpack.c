/* SPDX-License-Identifier: MIT
 * Redis, whose Lua scripts have cmsgpack: what cinch wrote is stored, read there, written there, fetched and read back. Lua knows doubles and
 * tables only, so values are those that it can hold: integers up to 2^53, floats with a fraction, maps of str keys, nothing empty, no nil
 * inside.
 */
#include <stdlib.h>
#include "cinch/cinch.h"
#include "generate.h"
#include "live_link.h"
#include "support.h"

enum { REPLY_MOST = 4 << 20 };

static struct link_to redis = {.fd = -1};
static uint8_t reply[REPLY_MOST];

static bool send_word(const void *bytes, size_t len)
{
    char head[32];
    int n = snprintf(head, sizeof head, "$%zu\r\n", len);
    return link_send(&redis, head, (size_t)n) && link_send(&redis, bytes, len) && link_send(&redis, "\r\n", 2);
}

static bool send_command(const char *const *words, size_t count, cinch_bin last)
{
    char head[32];
    int n = snprintf(head, sizeof head, "*%zu\r\n", count + 1);
    bool sent = link_send(&redis, head, (size_t)n);
    for (size_t i = 0; sent && i < count; i++) sent = send_word(words[i], strlen(words[i]));
    return sent && send_word(last.ptr, last.len);
}

/* "+OK", "-ERR ...", ":1", or a bulk string, whose bytes are the answer. */
static bool take_reply(cinch_bin *answer)
{
    char line[1024];
    size_t n = 0;
    do {
        if (n == sizeof line - 1 || !link_take(&redis, line + n, 1)) return false;
    } while (line[n++] != '\n');
    line[n - 2] = 0;
    *answer = (cinch_bin){reply, 0};
    if (*line == '-') FAIL("redis says %s", line + 1);
    if (*line != '$') return *line != '-';
    answer->len = strtoull(line + 1, NULL, 10);
    return CHECK(answer->len < sizeof reply) && link_take(&redis, reply, answer->len) && link_take(&redis, line, 2);
}

static bool command(const char *const *words, size_t count, cinch_bin last, cinch_bin *answer)
{
    if (redis.fd < 0 && !link_open(&redis, "CINCH_REDIS")) return false;
    return send_command(words, count, last) && take_reply(answer);
}

static bool store(cinch_bin value)
{
    static const char *const words[] = {"SET", "key"};
    cinch_bin answer;
    return command(words, 2, value, &answer);
}

/* Of a script that has the stored value as KEYS[1]'s. */
static bool script(const char *text, const char *arg, cinch_bin *answer)
{
    const char *words[] = {"EVAL", text, "1", "key"};
    return command(words, 4, (cinch_bin){(const uint8_t *)arg, strlen(arg)}, answer);
}

/* ---------------------------------------------------------------- values */

static void put_lua_value(cinch_writer *w, struct rng *r, unsigned depth);

static void put_lua_chars(cinch_writer *w, struct rng *r)
{
    char text[400];
    size_t len = (size_t)rng_below(r, rng_below(r, 10) ? 20 : sizeof text);
    for (size_t i = 0; i < len; i++) text[i] = (char)rng_below(r, 256);
    cinch_put_str(w, text, len);
}

static void put_lua_pairs(cinch_writer *w, struct rng *r, unsigned depth)
{
    size_t count = 1 + (size_t)rng_below(r, rng_below(r, 10) ? 5 : 40);
    cinch_put_map(w, count);
    for (size_t i = 0; i < count; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%zu", i * 7);
        cinch_put_cstr(w, key);
        put_lua_value(w, r, depth - 1);
    }
}

static void put_lua_items(cinch_writer *w, struct rng *r, unsigned depth)
{
    size_t count = 1 + (size_t)rng_below(r, rng_below(r, 10) ? 5 : 40);
    cinch_put_array(w, count);
    while (count--) put_lua_value(w, r, depth - 1);
}

static void put_lua_number(cinch_writer *w, struct rng *r)
{
    int64_t v = (int64_t)(rng_wide(r) >> 11);
    if (rng_chance(r, 30))
        cinch_put_f64(w, (double)(v & 0xffffffffff) + 0.1);
    else
        cinch_put_i64(w, rng_chance(r, 50) ? v : -v);
}

static void put_lua_value(cinch_writer *w, struct rng *r, unsigned depth)
{
    switch (rng_below(r, depth ? 7 : 4)) {
    case 0: cinch_put_bool(w, rng_chance(r, 50)); break;
    case 1: put_lua_chars(w, r); break;
    case 2:
    case 3: put_lua_number(w, r); break;
    case 4:
    case 5: put_lua_pairs(w, r, depth); break;
    default: put_lua_items(w, r, depth); break;
    }
}

/* ---------------------------------------------------------------- tests */

TEST(redis_stores_and_gives_back)
{
    static uint8_t room[1 << 20];
    struct rng r;
    rng_init(&r, 1);
    for (int i = 0; i < 400; i++) {
        cinch_writer w;
        cinch_bin msg, back;
        cinch_diag diag;
        int order = 2;
        test_case("value %d", i);
        cinch_writer_init(&w, room, sizeof room);
        put_lua_value(&w, &r, 5);
        if (cinch_writer_finish(&w, &msg, NULL)) continue; /* larger than room */
        if (!store(msg)) return;
        if (!script("return cmsgpack.pack(cmsgpack.unpack(redis.call('GET', KEYS[1])))", "", &back)) return;
        CHECK_ERR(cinch_compare(msg, back, NULL, &order, &diag), CINCH_OK);
        if (!CHECK(order == 0)) test_note("seed %llu", (unsigned long long)r.seed);
    }
}

TEST(redis_reads_a_member)
{
    uint8_t room[100];
    cinch_writer w;
    cinch_bin msg, answer;
    const char json[] = "{\"user\":{\"name\":\"Ada\",\"tags\":[\"a\",\"b\"]},\"n\":70000}";
    cinch_writer_init(&w, room, sizeof room);
    CHECK_ERR(cinch_json_read(json, strlen(json), NULL, &w, NULL, NULL), CINCH_OK);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    if (!store(msg)) return;
    if (script("return cmsgpack.unpack(redis.call('GET', KEYS[1])).user.name", "", &answer))
        CHECK_STR((const char *)answer.ptr, answer.len, "Ada");
    if (script("return cmsgpack.unpack(redis.call('GET', KEYS[1])).user.tags[2]", "", &answer))
        CHECK_STR((const char *)answer.ptr, answer.len, "b");
    if (script("return tostring(cmsgpack.unpack(redis.call('GET', KEYS[1])).n)", "", &answer))
        CHECK_STR((const char *)answer.ptr, answer.len, "70000");
}

/* Every format that cmsgpack reads, the overlong too. */
TEST(redis_reads_our_formats)
{
    static const struct {
        const char *hex, *text;
    } rows[] = {
        {"7f", "127"},
        {"cc ff", "255"},
        {"cd ffff", "65535"},
        {"ce ffffffff", "4294967295"},
        {"e0", "-32"},
        {"d0 80", "-128"},
        {"d1 8000", "-32768"},
        {"d2 80000000", "-2147483648"},
        {"cf 0000000000000005", "5"},
        {"d3 ffffffffffffffff", "-1"},
        {"ca 3fc00000", "1.5"},
        {"cb 3fe0000000000000", "0.5"},
        {"c3", "true"},
        {"c2", "false"},
        {"c0", "nil"},
        {"a2 6869", "hi"},
        {"d9 02 6869", "hi"},
        {"da 0002 6869", "hi"},
        {"db 00000002 6869", "hi"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        uint8_t bytes[16];
        cinch_bin answer;
        test_case("%s", rows[i].hex);
        if (!store((cinch_bin){bytes, hex_bytes(rows[i].hex, bytes, sizeof bytes)})) return;
        if (!script("return tostring(cmsgpack.unpack(redis.call('GET', KEYS[1])))", "", &answer)) continue;
        CHECK_STR((const char *)answer.ptr, answer.len, rows[i].text);
    }
}

/* What Lua packs, as a run of messages through a feed. */
TEST(redis_writes_what_we_read)
{
    static const char *const want[] = {"1",        "-1",  "300",    "[1,2,3]",          "{\"a\":[true,false]}",
                                       "\"text\"", "2.5", "-70000", "9007199254740991", "[]"};
    uint8_t text[100];
    cinch_bin answer, msg;
    cinch_feed f;
    size_t count = 0, room;
    if (!script("return cmsgpack.pack(1, -1, 300, {1, 2, 3}, {a = {true, false}}, 'text', 2.5, -70000, 9007199254740991, {})",
                "", &answer))
        return;
    cinch_feed_init(&f, NULL, 0);
    void *to = cinch_feed_room(&f, &room);
    if (!CHECK(to && answer.len <= room)) return;
    memcpy(to, answer.ptr, answer.len);
    cinch_feed_added(&f, answer.len);
    for (; cinch_feed_next(&f, &msg) == CINCH_GOT && count < COUNT_OF(want); count++) {
        cinch_reader r;
        cinch_writer w;
        cinch_bin json;
        test_case("%s", want[count]);
        cinch_reader_init(&r, msg.ptr, msg.len);
        cinch_writer_init(&w, text, sizeof text);
        CHECK_ERR(cinch_json_write(&r, NULL, &w, NULL), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&w, &json, NULL), CINCH_OK);
        CHECK_STR((const char *)json.ptr, json.len, want[count]);
    }
    CHECK_U64(count, COUNT_OF(want));
    CHECK_ERR(cinch_feed_finish(&f, NULL), CINCH_OK);
    cinch_feed_free(&f);
}

TEST(redis_numbers_from_lua)
{
    static const char *const numbers[] = {
        "0",  "127", "128", "255",  "256",  "65535",  "65536",  "4294967295",  "4294967296",  "9007199254740992",
        "-1", "-32", "-33", "-128", "-129", "-32768", "-32769", "-2147483648", "-2147483649", "-9007199254740992"};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        cinch_bin answer;
        cinch_reader r;
        test_case("%s", numbers[i]);
        if (!script("return cmsgpack.pack(tonumber(ARGV[1]))", numbers[i], &answer)) return;
        cinch_reader_init(&r, answer.ptr, answer.len);
        CHECK_I64(cinch_get_i64(&r), strtoll(numbers[i], NULL, 10));
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
    }
}

TEST(redis_takes_a_megabyte)
{
    static uint8_t room[(1 << 20) + 5], text[1 << 20];
    cinch_writer w;
    cinch_bin msg, back;
    memset(text, 'x', sizeof text);
    cinch_writer_init(&w, room, sizeof room);
    cinch_put_str(&w, (const char *)text, sizeof text);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    if (store(msg) && script("return cmsgpack.pack(cmsgpack.unpack(redis.call('GET', KEYS[1])))", "", &back))
        CHECK_MEM(back.ptr, back.len, msg.ptr, msg.len);
}

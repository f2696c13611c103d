/* SPDX-License-Identifier: MIT
 * Values in memory that no decoder made: what could not be written as a message of the schema is told by check, in each storage.
 */
#include "cinch/gen.h"
#include "cinch/write.h"
#include "harness.h"
#include "support.h"

enum { MAPS = CINCH_BIT(CINCH_MAP), ROOM = 16 };

static cinch_error two_pairs(const void *v)
{
    return cinch_gen_pairs((const cinch_str *)v, 2, 2);
}

static const struct {
    const char *hex;
    uint64_t types; /* 0: any */
    bool pairs;
    cinch_error error;
} sound_rows[] = {
    {"", 0, false, CINCH_OK}, /* nothing is nil */
    {"", MAPS, false, CINCH_ERR_TYPE},
    {"", MAPS | CINCH_BIT(CINCH_NIL), false, CINCH_OK},
    {"07", 0, false, CINCH_OK},
    {"07", MAPS, false, CINCH_ERR_TYPE},
    {"80", MAPS, false, CINCH_OK},
    {"8001", MAPS, false, CINCH_ERR_TRAILING},
    {"81", MAPS, false, CINCH_ERR_TRUNCATED},
    {"c1", 0, false, CINCH_ERR_RESERVED},
    {"820102 0304", MAPS, true, CINCH_OK},
    {"810102", MAPS, true, CINCH_ERR_LENGTH},
    {"de0003 010203040506", MAPS, true, CINCH_ERR_LENGTH},
    {"9101", 0, true, CINCH_OK}, /* pairs of what has none */
};

struct in_place {
    uint32_t len;
    uint8_t bytes[ROOM];
};

static void sound_row(const uint8_t *item, size_t len, uint64_t types, bool pairs, cinch_error want)
{
    const cinch_gen_kind *kinds[] = {&cinch_gen_raw_view, &cinch_gen_raw_static, &cinch_gen_raw_owned};
    cinch_bin view = {item, len};
    struct in_place place;
    memset(&place, 0, sizeof place);
    place.len = (uint32_t)len;
    if (len) memcpy(place.bytes, item, len);
    for (size_t i = 0; i < 3; i++) {
        const cinch_gen_type t = {kinds[i], sizeof place, 0, ROOM, 0, 0, types, pairs ? two_pairs : NULL, NULL};
        CHECK_ERR(kinds[i]->check(&t, i == 1 ? (const void *)&place : (const void *)&view, NULL), want);
    }
}

TEST(gen_check_of_raw_items)
{
    for (size_t i = 0; i < COUNT_OF(sound_rows); i++) {
        uint8_t item[ROOM];
        size_t len = hex_bytes(sound_rows[i].hex, item, sizeof item);
        test_case("%s", sound_rows[i].hex);
        sound_row(item, len, sound_rows[i].types, sound_rows[i].pairs, sound_rows[i].error);
    }
}

/* A length beyond the room it has is told, and nothing of it is written. */
TEST(gen_check_of_lengths)
{
    static const cinch_gen_kind *const kinds[] = {&cinch_gen_str_static, &cinch_gen_bin_static, &cinch_gen_raw_static};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        for (uint32_t len = 1; len <= ROOM + 1; len += ROOM) {
            const cinch_gen_type t = {kinds[i], sizeof(struct in_place), 0, ROOM, 0, 0, 0, NULL, NULL};
            struct in_place place;
            uint8_t out[64];
            cinch_writer w;
            cinch_error want = len > ROOM ? CINCH_ERR_LENGTH : CINCH_OK;
            test_case("kind %zu, %u bytes", i, len);
            memset(&place, 0, sizeof place);
            place.len = len;
            CHECK_ERR(kinds[i]->check(&t, &place, NULL), want);
            cinch_writer_init(&w, out, sizeof out);
            kinds[i]->put(&w, &t, &place);
            CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), want);
        }
}

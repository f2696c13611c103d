/* SPDX-License-Identifier: MIT
 * Tokens back to bytes: in the format they came in, in the smallest, or RANGE.
 */
#include "cinch/read.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

static uint8_t out[1024];

static cinch_error put_one(cinch_token t, size_t cap, cinch_bin *msg)
{
    cinch_writer w;
    cinch_writer_init(&w, out, cap);
    cinch_put_token(&w, t);
    return cinch_writer_finish(&w, msg, NULL);
}

static cinch_token token(cinch_type type, uint8_t format)
{
    cinch_token t;
    memset(&t, 0, sizeof t);
    t.type = (uint8_t)type;
    t.format = format;
    return t;
}

/* A whole message, token by token, byte for byte; a timestamp in an odd size needs the raw form. */
TEST(token_formats_copy)
{
    static const struct gen_opts opts = {GEN_ALL, 5, 60, 300};
    struct rng g;
    uint8_t in[900];
    rng_init(&g, 21);
    for (size_t i = 0; i < test_rounds(20000) && !test_case_failed(); i++) {
        size_t len = gen_message(&g, &opts, in, sizeof in);
        char text[200];
        cinch_read_opts raw = CINCH_ZERO;
        cinch_reader r;
        cinch_writer w;
        cinch_bin msg;
        hex_text(text, sizeof text, in, len);
        test_note("seed %llu, bytes %s", (unsigned long long)g.seed, text);
        raw.flags = CINCH_RAW_TIME;
        cinch_reader_init_opts(&r, in, len, &raw);
        cinch_writer_init(&w, out, len);
        while (cinch_reader_left(&r)) cinch_put_token(&w, cinch_next(&r));
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
        CHECK_MEM(msg.ptr, msg.len, in, len);
    }
}

/* Every integer near an edge in every first byte: the reader must get it back, or the format cannot hold it and the specification's
 * table says so. */
TEST(token_formats_integers)
{
    static const int64_t edges[] = {0,     31,    32,    127,        128,        255,        256,        32767,
                                    32768, 65535, 65536, 2147483647, 2147483648, 4294967295, 4294967296, INT64_MAX};
    for (unsigned f = 1; f < 256; f++) {
        test_case("format %02x", f);
        for (size_t i = 0; i < 2 * COUNT_OF(edges); i++) {
            bool negative = i & 1;
            int64_t v = negative ? -edges[i / 2] - 1 : edges[i / 2];
            cinch_token t = token(negative ? CINCH_I64 : CINCH_U64, (uint8_t)f);
            cinch_bin msg;
            t.as.i64 = v;
            unsigned bits = f >= 0xcc && f <= 0xd3 ? 8u << (f & 3) : 0;
            bool holds = f < 0x80                ? v >= 0 && v < 128
                         : f >= 0xe0             ? v < 0 && v >= -32
                         : f >= 0xcc && f < 0xd0 ? v >= 0 && (bits == 64 || v >> bits == 0)
                         : f >= 0xd0 && f < 0xd4
                             ? bits == 64 || (v >= -(INT64_C(1) << (bits - 1)) && v < INT64_C(1) << (bits - 1))
                             : false;
            cinch_error e = put_one(t, 16, &msg);
            CHECK_ERR(e, holds ? CINCH_OK : CINCH_ERR_RANGE);
            if (e) continue;
            cinch_reader r;
            cinch_reader_init(&r, msg.ptr, msg.len);
            cinch_token back = cinch_next(&r);
            CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
            CHECK(back.type == t.type && back.as.i64 == v && (bits == 0 || back.format == f));
        }
    }
    test_case("u64 max");
    cinch_token t = token(CINCH_U64, 0xcf);
    cinch_bin msg;
    t.as.u64 = UINT64_MAX;
    CHECK_ERR(put_one(t, 9, &msg), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "cfffffffffffffffff");
    t.format = 0xd3;
    CHECK_ERR(put_one(t, 9, &msg), CINCH_ERR_RANGE);
    t.format = 0;
    CHECK_ERR(put_one(t, 9, &msg), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "cfffffffffffffffff");
}

TEST(token_formats_heads)
{
    static const struct {
        cinch_type type;
        uint8_t format;
        uint32_t len;
        const char *hex; /* NULL: RANGE */
    } rows[] = {
        {CINCH_STR, 0xa0, 31, "bf"},
        {CINCH_STR, 0xa5, 0, "a0"},
        {CINCH_STR, 0xbf, 32, NULL},
        {CINCH_STR, 0xd9, 0, "d900"},
        {CINCH_STR, 0xd9, 255, "d9ff"},
        {CINCH_STR, 0xd9, 256, NULL},
        {CINCH_STR, 0xda, 65535, "daffff"},
        {CINCH_STR, 0xda, 65536, NULL},
        {CINCH_STR, 0xdb, 1, "db00000001"},
        {CINCH_STR, 0xc4, 1, NULL},
        {CINCH_STR, 0xdc, 1, NULL},
        {CINCH_STR, 0xd8, 1, NULL},
        {CINCH_BIN, 0xc4, 255, "c4ff"},
        {CINCH_BIN, 0xc4, 256, NULL},
        {CINCH_BIN, 0xc5, 1, "c50001"},
        {CINCH_BIN, 0xc6, 65536, "c600010000"},
        {CINCH_BIN, 0xa1, 1, NULL},
        {CINCH_BIN, 0xc7, 1, NULL},
        {CINCH_EXT, 0xd4, 1, "d409"},
        {CINCH_EXT, 0xd4, 2, NULL},
        {CINCH_EXT, 0xd8, 16, "d809"},
        {CINCH_EXT, 0xc7, 1, "c70109"},
        {CINCH_EXT, 0xc7, 256, NULL},
        {CINCH_EXT, 0xc8, 1, "c8000109"},
        {CINCH_EXT, 0xc9, 1, "c90000000109"},
        {CINCH_EXT, 0xca, 1, NULL},
        {CINCH_EXT, 0xd9, 1, NULL},
        {CINCH_ARRAY, 0x90, 15, "9f"},
        {CINCH_ARRAY, 0x9f, 16, NULL},
        {CINCH_ARRAY, 0xdc, 1, "dc0001"},
        {CINCH_ARRAY, 0xdc, 65536, NULL},
        {CINCH_ARRAY, 0xdd, 1, "dd00000001"},
        {CINCH_ARRAY, 0x80, 1, NULL},
        {CINCH_ARRAY, 0xde, 1, NULL},
        {CINCH_ARRAY, 0xdb, 1, NULL},
        {CINCH_MAP, 0x80, 15, "8f"},
        {CINCH_MAP, 0x8f, 16, NULL},
        {CINCH_MAP, 0xde, 1, "de0001"},
        {CINCH_MAP, 0xdf, UINT32_MAX, "dfffffffff"},
        {CINCH_MAP, 0xdd, 1, NULL},
        {CINCH_MAP, 0xe0, 1, NULL},
        {CINCH_NIL, 0xc0, 0, "c0"},
        {CINCH_NIL, 0xc2, 0, NULL},
        {CINCH_BOOL, 0xc2, 0, "c2"},
        {CINCH_BOOL, 0xc3, 0, "c2"},
        {CINCH_BOOL, 0xc0, 0, NULL},
        {CINCH_F32, 0xca, 0, "ca00000000"},
        {CINCH_F32, 0xcb, 0, NULL},
        {CINCH_F64, 0xcb, 0, "cb0000000000000000"},
        {CINCH_F64, 0xca, 0, NULL},
        {CINCH_STR, 0, 32, "d920"},
        {CINCH_BIN, 0, 1, "c401"},
        {CINCH_EXT, 0, 1, "d409"},
        {CINCH_EXT, 0, 3, "c70309"},
        {CINCH_ARRAY, 0, 16, "dc0010"},
        {CINCH_MAP, 0, 0, "80"},
        {CINCH_NIL, 0, 0, "c0"},
        {CINCH_BOOL, 0, 0, "c2"},
        {CINCH_F32, 0, 0, "ca00000000"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinch_token t = token(rows[i].type, rows[i].format);
        cinch_bin msg;
        test_case("%s of %u in %02x", cinch_type_name(rows[i].type), (unsigned)rows[i].len, rows[i].format);
        t.len = rows[i].len; /* with a NULL pointer: the head alone */
        t.ext = 9;
        CHECK_ERR(put_one(t, sizeof out, &msg), rows[i].hex ? CINCH_OK : CINCH_ERR_RANGE);
        if (rows[i].hex) CHECK_HEX(msg.ptr, msg.len, rows[i].hex);
    }
}

TEST(token_formats_payload)
{
    cinch_token t = token(CINCH_STR, 0xd9);
    cinch_bin msg;
    t.as.str = "abc";
    t.len = 3;
    CHECK_ERR(put_one(t, 5, &msg), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "d903616263");
    CHECK_ERR(put_one(t, 4, &msg), CINCH_ERR_ROOM);
    t.type = CINCH_EXT;
    t.format = 0;
    t.ext = -1; /* an ext of type -1 is written as it is, well-formed or not */
    CHECK_ERR(put_one(t, 16, &msg), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "c703ff616263");
    test_case("head, then parts");
    cinch_writer w;
    t = token(CINCH_BIN, 0);
    t.len = 5;
    cinch_writer_init(&w, out, sizeof out);
    cinch_put_token(&w, t);
    cinch_put_raw(&w, "ab", 2);
    cinch_put_raw(&w, "cde", 3);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    CHECK_HEX(msg.ptr, msg.len, "c4056162636465");
}

TEST(token_formats_time)
{
    static const struct {
        uint8_t format;
        int64_t sec;
        uint32_t nsec;
        const char *hex;
    } rows[] = {
        {0, 1, 0, "d6ff00000001"},
        {0xd6, 1, 0, "d6ff00000001"},
        {0xd6, 4294967296, 0, NULL},
        {0xd6, 1, 1, NULL},
        {0xd6, -1, 0, NULL},
        {0xd7, 1, 0, "d7ff0000000000000001"},
        {0xd7, 17179869184, 0, NULL},
        {0xd7, -1, 0, NULL},
        {0xc7, 1, 2, "c70cff000000020000000000000001"},
        {0xc8, 1, 2, "c8000cff000000020000000000000001"},
        {0xc9, -1, 2, "c90000000cff00000002ffffffffffffffff"},
        {0xc7, 1, 1000000000, NULL},
        {0, 1, 1000000000, NULL},
        {0xd5, 1, 0, NULL},
        {0xd8, 1, 0, NULL},
        {0xca, 1, 0, NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        cinch_token t = token(CINCH_TIME, rows[i].format);
        cinch_bin msg;
        test_case("%02x of %lld %u", rows[i].format, (long long)rows[i].sec, (unsigned)rows[i].nsec);
        t.as.sec = rows[i].sec;
        t.len = rows[i].nsec;
        CHECK_ERR(put_one(t, sizeof out, &msg), rows[i].hex ? CINCH_OK : CINCH_ERR_RANGE);
        if (rows[i].hex) CHECK_HEX(msg.ptr, msg.len, rows[i].hex);
    }
}

TEST(token_formats_no_token)
{
    cinch_bin msg;
    CHECK_ERR(put_one(token(CINCH_NONE, 0), 16, &msg), CINCH_ERR_USE);
    CHECK_ERR(put_one(token((cinch_type)13, 0), 16, &msg), CINCH_ERR_USE);
}

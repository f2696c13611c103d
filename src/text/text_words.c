/* SPDX-License-Identifier: MIT
 * Words and formats. Specification: "Formats".
 */
#include "text_words.h"
#include "cinch/wire.h"
#include "../core/put.h"

static const cinchi_text_word text_words[] = {
    {"u8", CINCH_U64, CINCH_WIRE_U8, 1},
    {"u16", CINCH_U64, CINCH_WIRE_U16, 2},
    {"u32", CINCH_U64, CINCH_WIRE_U32, 4},
    {"u64", CINCH_U64, CINCH_WIRE_U64, 8},
    {"i8", CINCH_I64, CINCH_WIRE_I8, 1},
    {"i16", CINCH_I64, CINCH_WIRE_I16, 2},
    {"i32", CINCH_I64, CINCH_WIRE_I32, 4},
    {"i64", CINCH_I64, CINCH_WIRE_I64, 8},
    {"f32", CINCH_F32, CINCH_WIRE_F32, 4},
    {"f64", CINCH_F64, CINCH_WIRE_F64, 8},
    {"str8", CINCH_STR, CINCH_WIRE_STR8, 1},
    {"str16", CINCH_STR, CINCH_WIRE_STR16, 2},
    {"str32", CINCH_STR, CINCH_WIRE_STR32, 4},
    {"bin8", CINCH_BIN, CINCH_WIRE_BIN8, 1},
    {"bin16", CINCH_BIN, CINCH_WIRE_BIN16, 2},
    {"bin32", CINCH_BIN, CINCH_WIRE_BIN32, 4},
    {"ext", CINCH_EXT, 0, 0},
    {"ext8", CINCH_EXT, CINCH_WIRE_EXT8, 1},
    {"ext16", CINCH_EXT, CINCH_WIRE_EXT16, 2},
    {"ext32", CINCH_EXT, CINCH_WIRE_EXT32, 4},
    {"time", CINCH_TIME, 0, 0},
    {"time32", CINCH_TIME, 0, 4},
    {"time64", CINCH_TIME, 0, 8},
    {"time96", CINCH_TIME, 0, 12},
    {"array16", CINCH_ARRAY, CINCH_WIRE_ARRAY16, 2},
    {"array32", CINCH_ARRAY, CINCH_WIRE_ARRAY32, 4},
    {"map16", CINCH_MAP, CINCH_WIRE_MAP16, 2},
    {"map32", CINCH_MAP, CINCH_WIRE_MAP32, 4},
};

const cinchi_text_word *cinchi_text_word_find(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof text_words / sizeof *text_words; i++) {
        const char *w = text_words[i].word;
        if (strlen(w) == len && memcmp(w, word, len) == 0) return &text_words[i];
    }
    return NULL;
}

const char *cinchi_text_word_of(uint8_t format)
{
    for (size_t i = 0; i < sizeof text_words / sizeof *text_words; i++)
        if (text_words[i].format == format) return text_words[i].word;
    return "";
}

static size_t text_head_smallest(uint8_t *h, uint8_t kind, uint32_t len, int8_t type)
{
    switch (kind) {
    case CINCH_STR: return cinchi_head_str(h, len, false);
    case CINCH_BIN: return cinchi_head_bin(h, len, false);
    case CINCH_EXT: return cinchi_head_ext(h, len, type);
    case CINCH_ARRAY: return cinchi_head_count(h, len, CINCH_WIRE_FIXARRAY);
    default: return cinchi_head_count(h, len, CINCH_WIRE_FIXMAP);
    }
}

size_t cinchi_text_head(uint8_t *h, uint8_t kind, uint8_t format, uint32_t len, int8_t type)
{
    size_t size = 0;
    if (!format) return text_head_smallest(h, kind, len, type);
    for (size_t i = 0; i < sizeof text_words / sizeof *text_words; i++)
        if (text_words[i].format == format) size = text_words[i].size;
    if (size < 4 && len >> 8 * size) return 0;
    h[0] = format;
    for (size_t i = 0; i < size; i++) h[1 + i] = (uint8_t)(len >> 8 * (size - 1 - i));
    h[1 + size] = (uint8_t)type;
    return 1 + size + (kind == CINCH_EXT);
}

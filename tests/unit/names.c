/* SPDX-License-Identifier: MIT
 * Names and texts of errors, types and formats, against the lists written out once more by hand.
 */
#include "cinch/base.h"
#include "harness.h"
#include "support.h"

TEST(names_of_errors)
{
    static const struct {
        int value;
        const char *name, *text;
    } rows[] = {
        {0, "OK", "no error"},
        {1, "TRUNCATED", "input ends inside an item"},
        {2, "RESERVED", "reserved byte 0xc1"},
        {3, "TRAILING", "bytes after the end of the message"},
        {4, "TYPE", "wrong type"},
        {5, "RANGE", "value out of range"},
        {6, "INEXACT", "number not exactly representable in the type asked for"},
        {7, "UTF8", "invalid UTF-8 in a str"},
        {8, "SURROGATE", "unpaired surrogate"},
        {9, "TIME", "malformed timestamp"},
        {10, "DEPTH", "nested too deeply"},
        {11, "LIMIT", "larger than the limit set"},
        {12, "DUPLICATE", "duplicate map key"},
        {13, "ORDER", "map keys not in canonical order"},
        {14, "OVERLONG", "not the smallest format"},
        {15, "UNKNOWN_ERROR", "unknown error"},
        {29, "UNKNOWN_ERROR", "unknown error"},
        {30, "MISSING", "required member missing"},
        {31, "UNKNOWN", "unknown member"},
        {32, "LENGTH", "length or count out of range"},
        {33, "VALUE", "not one of the allowed values"},
        {34, "PATTERN", "does not match the pattern"},
        {35, "SCHEMA", "schema not understood"},
        {36, "SYNTAX", "syntax error in text"},
        {37, "NUMBER", "number cannot be represented"},
        {38, "KEY", "map key has no text of its own in JSON"},
        {39, "POINTER", "malformed JSON Pointer"},
        {40, "ABSENT", "no value at this path"},
        {50, "ROOM", "buffer full"},
        {51, "MEMORY", "out of memory"},
        {52, "SINK", "sink refused the bytes"},
        {53, "OPEN", "container left open, closed out of order, or with a wrong count"},
        {54, "OLD_SPEC", "type unknown to the old specification"},
        {55, "USE", "call not allowed in this state"},
        {999, "UNKNOWN_ERROR", "unknown error"},
        {1000, "USER", "error set by the caller"},
        {1001, "USER", "error set by the caller"},
        {1999, "USER", "error set by the caller"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *name = cinch_error_name((cinch_error)rows[i].value), *text = cinch_error_text((cinch_error)rows[i].value);
        test_case("%d", rows[i].value);
        CHECK_STR(name, strlen(name), rows[i].name);
        CHECK_STR(text, strlen(text), rows[i].text);
    }
}

TEST(names_of_types)
{
    static const char *const names[] = {"none", "nil", "bool", "u64",  "i64",   "f32", "f64",
                                        "str",  "bin", "ext",  "time", "array", "map", "none"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *name = cinch_type_name((cinch_type)i);
        CHECK_STR(name, strlen(name), names[i]);
    }
}

/* The first and the last byte of each range of the specification's table, and all that stand alone. */
TEST(names_of_formats)
{
    static const struct {
        uint8_t first, last;
        const char *name;
    } rows[] = {
        {0x00, 0x7f, "positive fixint"}, {0x80, 0x8f, "fixmap"},    {0x90, 0x9f, "fixarray"},
        {0xa0, 0xbf, "fixstr"},          {0xc0, 0xc0, "nil"},       {0xc1, 0xc1, "never used"},
        {0xc2, 0xc2, "false"},           {0xc3, 0xc3, "true"},      {0xc4, 0xc4, "bin 8"},
        {0xc5, 0xc5, "bin 16"},          {0xc6, 0xc6, "bin 32"},    {0xc7, 0xc7, "ext 8"},
        {0xc8, 0xc8, "ext 16"},          {0xc9, 0xc9, "ext 32"},    {0xca, 0xca, "float 32"},
        {0xcb, 0xcb, "float 64"},        {0xcc, 0xcc, "uint 8"},    {0xcd, 0xcd, "uint 16"},
        {0xce, 0xce, "uint 32"},         {0xcf, 0xcf, "uint 64"},   {0xd0, 0xd0, "int 8"},
        {0xd1, 0xd1, "int 16"},          {0xd2, 0xd2, "int 32"},    {0xd3, 0xd3, "int 64"},
        {0xd4, 0xd4, "fixext 1"},        {0xd5, 0xd5, "fixext 2"},  {0xd6, 0xd6, "fixext 4"},
        {0xd7, 0xd7, "fixext 8"},        {0xd8, 0xd8, "fixext 16"}, {0xd9, 0xd9, "str 8"},
        {0xda, 0xda, "str 16"},          {0xdb, 0xdb, "str 32"},    {0xdc, 0xdc, "array 16"},
        {0xdd, 0xdd, "array 32"},        {0xde, 0xde, "map 16"},    {0xdf, 0xdf, "map 32"},
        {0xe0, 0xff, "negative fixint"},
    };
    unsigned next = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        CHECK_U64(rows[i].first, next); /* the table has every byte once */
        for (unsigned b = rows[i].first; b <= rows[i].last; b++) {
            const char *name = cinch_format_name((uint8_t)b);
            test_case("%02x", b);
            CHECK_STR(name, strlen(name), rows[i].name);
        }
        next = rows[i].last + 1u;
    }
    CHECK_U64(next, 256);
}

/* SPDX-License-Identifier: MIT
 * Names and texts of errors, types and formats, all made from the lists in base.h and wire.h.
 */
#include "cinch/base.h"

uint32_t cinch_version(void)
{
    return CINCH_VERSION;
}

const char *cinch_error_name(cinch_error e)
{
    switch ((int)e) {
#define CINCH_X(name, value, text)                                                                                             \
    case value: return #name;
        CINCH_ERROR_LIST(CINCH_X)
#undef CINCH_X
    default: return e > CINCH_ERR_USER && e <= CINCH_ERR_LAST ? "USER" : "UNKNOWN_ERROR";
    }
}

const char *cinch_error_text(cinch_error e)
{
    switch ((int)e) {
#define CINCH_X(name, value, text)                                                                                             \
    case value: return text;
        CINCH_ERROR_LIST(CINCH_X)
#undef CINCH_X
    default: return e > CINCH_ERR_USER && e <= CINCH_ERR_LAST ? "error set by the caller" : "unknown error";
    }
}

const char *cinch_type_name(cinch_type t)
{
    static const char names[][6] = {"none", "nil", "bool", "u64",  "i64",   "f32", "f64",
                                    "str",  "bin", "ext",  "time", "array", "map"};
    return (unsigned)t < sizeof names / sizeof names[0] ? names[t] : "none";
}

/* From 0xc0 to 0xdf, in the specification's own words. */
static const char format_names[32][16] = {"nil",      "never used", "false",    "true",      "bin 8",    "bin 16", "bin 32",
                                          "ext 8",    "ext 16",     "ext 32",   "float 32",  "float 64", "uint 8", "uint 16",
                                          "uint 32",  "uint 64",    "int 8",    "int 16",    "int 32",   "int 64", "fixext 1",
                                          "fixext 2", "fixext 4",   "fixext 8", "fixext 16", "str 8",    "str 16", "str 32",
                                          "array 16", "array 32",   "map 16",   "map 32"};

const char *cinch_format_name(uint8_t format)
{
    if (format < 0x80) return "positive fixint";
    if (format < 0x90) return "fixmap";
    if (format < 0xa0) return "fixarray";
    if (format < 0xc0) return "fixstr";
    if (format < 0xe0) return format_names[format - 0xc0];
    return "negative fixint";
}

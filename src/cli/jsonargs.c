/* SPDX-License-Identifier: MIT
 * The options of the JSON mapping, in both directions.
 */
#include "cli.h"

static struct {
    bool pretty, sort_keys, tagged, lax, f32;
    uint64_t indent;
    int nan, utf8, bin, dup, keys, f32_text, bigint;
} json = {.indent = UINT64_MAX};

static const cli_opt out_rows[] = {
    {'p', "pretty", CLI_FLAG, &json.pretty, NULL, NULL, "indented, one member a line", NULL},
    {0, "indent", CLI_NUMBER, &json.indent, "0-16", NULL, "indent by so many spaces, which implies -p (2)", "0 is one line."},
    {0, "sort-keys", CLI_FLAG, &json.sort_keys, NULL, NULL, "members of every map in the order of their keys",
     "By their text. canon and check --canonical go by encoded bytes. Holds one object in memory."},
    {0, "tagged", CLI_FLAG, &json.tagged, NULL, NULL, "lossless: what JSON lacks becomes a one-member object",
     "$bin, $str (invalid UTF-8), $ext, $time, $f32, $f64 (NaN and infinities) and $map (keys that are not all distinct "
     "strings). from-json "
     "--tagged gives back the same bytes, up to formats larger than need be. Holds one object in memory."},
    {0, "bin", CLI_CHOICE, &json.bin, "base64|hex|array|error", NULL, "bin becomes base64 text, hex text, an array of numbers",
     NULL},
    {0, "nan", CLI_CHOICE, &json.nan, "error|null|string", NULL, "NaN and infinities are an error, null, or a string", NULL},
    {0, "utf8", CLI_CHOICE, &json.utf8, "error|replace", NULL, "invalid UTF-8 is an error, or becomes U+FFFD", NULL},
    {0, "keys", CLI_CHOICE, &json.keys, "text|error", NULL, "a map key that is no string becomes its text, or is an error",
     "A key that is a container is always an error, and so is one whose text another key of the map has too. A map that mixes "
     "strings and other keys may have to be held in memory."},
    {0, "dup", CLI_CHOICE, &json.dup, "pass|error|first|last", NULL,
     "duplicate keys pass through, are an error, or one of them stays", "All but pass hold one object in memory."},
    {0, "f32", CLI_CHOICE, &json.f32_text, "exact|short", NULL,
     "float 32 as the double it equals, or as short as a float 32 allows",
     "0.1 as float 32 is 0.10000000149011612 exactly; short writes 0.1, for people."},
    {0, "raw-time", CLI_FLAG, &cli_args.raw_time, NULL, NULL,
     "an extension of type -1 is written as any other, not as a timestamp", NULL},
};
const cli_group cli_json_out = {"JSON", out_rows, CLI_COUNT(out_rows)};

static const cli_opt in_rows[] = {
    {0, "lax", CLI_FLAG, &json.lax, NULL, NULL, "allow comments, trailing commas, NaN and Infinity", NULL},
    {0, "tagged", CLI_FLAG, &json.tagged, NULL, NULL, "read what to-json --tagged wrote",
     "An unknown $ tag is a syntax error."},
    {0, "bigint", CLI_CHOICE, &json.bigint, "error|float|string", NULL,
     "an integer beyond 64 bits is an error, a float, a string", NULL},
    {0, "f32", CLI_FLAG, &json.f32, NULL, NULL, "float 32 wherever it holds the number exactly", NULL},
    {0, "utf8", CLI_CHOICE, &json.utf8, "error|replace", NULL,
     "lone surrogates and invalid UTF-8 are an error, or become U+FFFD", NULL},
    {0, "dup", CLI_CHOICE, &json.dup, "pass|error|first|last", NULL,
     "duplicate keys pass through, are an error, or one of them stays", NULL},
};
const cli_group cli_json_in = {"JSON", in_rows, CLI_COUNT(in_rows)};

cinch_json_opts cli_json_out_opts(void)
{
    cinch_json_opts opts = CINCH_ZERO;
    opts.limits = cli_limits_given();
    opts.nan = (cinch_json_nan)json.nan;
    opts.utf8 = (cinch_json_utf8)json.utf8;
    opts.bin = (cinch_json_bin)json.bin;
    opts.dup = (cinch_json_dup)json.dup;
    opts.indent = json.indent != UINT64_MAX ? (uint8_t)json.indent : json.pretty ? 2 : 0;
    opts.tagged = json.tagged;
    opts.sort_keys = json.sort_keys;
    opts.string_keys_only = json.keys == 1;
    opts.f32_short = json.f32_text == 1;
    return opts;
}

cinch_json_opts cli_json_in_opts(void)
{
    cinch_json_opts opts = CINCH_ZERO;
    opts.limits = cli_limits_given();
    opts.utf8 = (cinch_json_utf8)json.utf8;
    opts.dup = (cinch_json_dup)json.dup;
    opts.big = (cinch_json_big)json.bigint;
    opts.tagged = json.tagged;
    opts.f32_shrink = json.f32;
    opts.lax = json.lax;
    return opts;
}

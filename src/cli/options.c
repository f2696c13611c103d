/* SPDX-License-Identifier: MIT
 * Options that more than one verb takes. What a verb alone takes stands in its own file.
 */
#include "cli.h"

cli_common cli_args = {.progress = -1};
const char cli_bare_text[] = "";

static const cli_opt general_rows[] = {
    {'h', NULL, CLI_HELP, NULL, NULL, NULL, "short help", NULL},
    {0, "help", CLI_MANUAL, NULL, NULL, NULL, "all there is to say, examples first", NULL},
    {'V', "version", CLI_VERSION, NULL, NULL, NULL, "the version", NULL},
    {0, "color", CLI_CHOICE, &cli_args.color, "auto|always|never", "always", "colour the listing",
     "auto, the default, colours on a terminal, unless NO_COLOR is set or TERM is dumb."},
    {0, "progress", CLI_ONOFF, &cli_args.progress, NULL, NULL, "show how far it is, on standard error",
     "By default where that is a terminal, until output comes to one; never within the first two seconds."},
    {0, "full-path", CLI_FLAG, &cli_args.full_path, NULL, NULL, "show the whole path in an error",
     "Else, on a terminal, one of more than 240 bytes is shown by its two ends, with /... between them."},
    {0, "unbuffered", CLI_FLAG, &cli_args.unbuffered, NULL, NULL, "hand on every object as soon as it is complete",
     "As is done anyway where the output is a terminal."},
};
const cli_group cli_general = {"General", general_rows, CLI_COUNT(general_rows)};

static const cli_opt input_rows[] = {
    {'i', "input", CLI_TEXT, &cli_args.input, "FILE", NULL, "read FILE (- is standard input)", NULL},
    {0, "hex", CLI_TEXT, &cli_args.hex, "TEXT", cli_bare_text, "the input is hexadecimal text; or TEXT itself is the input",
     "White space, commas, colons, 0x and \\x between bytes do not matter. It is bytes alone, as xxd -p prints them: no column "
     "of addresses or text."},
    {0, "base64", CLI_TEXT, &cli_args.base64, "TEXT", cli_bare_text, "likewise base64, in either alphabet, padded or not",
     NULL},
};
const cli_group cli_input = {"Input", input_rows, CLI_COUNT(input_rows)};

static const cli_opt output_rows[] = {
    {'o', "output", CLI_TEXT, &cli_args.output, "FILE", NULL, "write FILE (- is standard output)",
     "FILE appears, or changes, only when all went well: the bytes go to a temporary file beside it, which is then renamed. So "
     "FILE is a "
     "new file: other hard links keep the old contents; owner, group and permissions stay as far as the system allows, setuid, "
     "setgid and "
     "access control lists do not."},
    {'f', "force", CLI_FLAG, &cli_args.force, NULL, NULL, "write binary output to a terminal", NULL},
};
const cli_group cli_output = {"Output", output_rows, CLI_COUNT(output_rows)};

static const cli_opt limit_rows[] = {
    {0, "max-depth", CLI_LIMIT, &cli_args.max_depth, "1-16M", NULL, "containers open at once (512)", NULL},
    {0, "max-bytes", CLI_LIMIT, &cli_args.max_bytes, "N", NULL, "bytes of one object (no limit)",
     "Numbers may end in k, M or G, for powers of 1024."},
    {0, "max-items", CLI_LIMIT, &cli_args.max_items, "N", NULL, "values in one object, keys included (no limit)", NULL},
};
const cli_group cli_limits = {"Limits", limit_rows, CLI_COUNT(limit_rows)};

static const cli_opt fault_rows[] = {
    {0, "recover", CLI_FLAG, &cli_args.recover, NULL, NULL, "go on behind a fault",
     "An object that is bad, but well framed, is left out. Where the framing itself breaks, or the input ends within an "
     "object, a "
     "FILE is read again for objects in what seemed to be that one: arrays and maps that begin as those before did, or as it "
     "does. "
     "Else reading goes on behind the fault, at the next array or map that looks like the beginning of an object. Both are "
     "guesses, "
     "and damage that leaves the framing whole is not seen. How many bytes were skipped goes to standard error, and the exit "
     "status "
     "is 1 in the end."},
};
const cli_group cli_faults = {"Faults", fault_rows, CLI_COUNT(fault_rows)};

static const cli_opt speed_rows[] = {
    {'j', "jobs", CLI_LIMIT, &cli_args.jobs, "1-256", NULL, "threads for the objects of a FILE (1)",
     "The result is the same. All from the first fault on, and what comes through a pipe, is left to one thread. Where objects "
     "are held (check with "
     "--canonical or --dup, to-json, canon), one more finds where they end, which bounds the gain, and objects over 4 MiB are "
     "left to one "
     "thread, too; check with --one or --schema has no more than one."},
};
const cli_group cli_speed = {"Speed", speed_rows, CLI_COUNT(speed_rows)};

cinch_limits cli_limits_given(void)
{
    cinch_limits limits = CINCH_ZERO;
    limits.depth = (uint32_t)cli_args.max_depth; /* its range is in the table */
    limits.bytes = cli_args.max_bytes;
    limits.items = cli_args.max_items;
    return limits;
}

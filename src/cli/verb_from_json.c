/* SPDX-License-Identifier: MIT
 * cinch from-json
 */
#include "cli.h"

extern const cli_verb cli_verb_from_json;

static const cli_opt from_rows[] = {
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one document", NULL},
};
static const cli_group from_group = {"Documents", from_rows, CLI_COUNT(from_rows)};
static const cli_group *const from_groups[] = {&cli_json_in, &from_group,  &cli_input, &cli_output,
                                               &cli_limits,  &cli_general, NULL};

/* Whole documents collect in w and go out from there, uncopied. */
static int from_documents(cli_in *in, cli_out *out, cinch_writer *w)
{
    cinch_json_opts opts = cli_json_in_opts();
    cli_text t = {.in = in, .lax = opts.lax};
    int status;
    for (uint64_t count = 0;; count++) {
        if (cli_args.one && count) break;
        status = cli_text_next(&t, &opts, w);
        if (status != CLI_GOOD) break;
        if (!cli_args.unbuffered && cinch_writer_pos(w) < CLI_BLOCK) continue;
        cli_out_direct(out, w);
        if (out->w.error) return CLI_IO;
    }
    if (cli_args.one && (status == CLI_GOOD || status == CLI_TEXT_END)) status = cli_text_only(&t, status == CLI_GOOD);
    cli_out_direct(out, w);
    return status == CLI_TEXT_END ? CLI_GOOD : status;
}

static int from_run(const char *const *operands, size_t count)
{
    cli_in in;
    cli_out out;
    cinch_writer w;
    (void)operands;
    (void)count;
    int status = cli_open(&in, &out, true);
    if (status != CLI_GOOD) return status;
    cinch_writer_init_grow(&w, NULL, CLI_BLOCK * 2);
    status = from_documents(&in, &out, &w);
    cinch_writer_free(&w);
    cli_in_close(&in);
    return cli_out_close(&out, status);
}

const cli_verb cli_verb_from_json = {
    .name = "from-json",
    .operands = "[FILE]",
    .summary = "JSON to MessagePack",
    .about = "Reads JSON documents, one after the other, each on a line of its own or not, and writes each as an object "
             "in its smallest form. The text is read strictly, as RFC 8259 has it. Integers in the range of 64 bits "
             "stay integers. A number with a point or an exponent becomes a float 64, correctly rounded; beyond the "
             "largest it is an error, below the smallest it is 0.\n\n"
             "One document at a time is held in memory.",
    .examples = "cinch from-json data.json -o data.mp\tone file to another\n"
                "cinch from-json < log.ndjson > log.mp\ta document a line\n"
                "cinch from-json --lax settings.jsonc | cinch dump\tcomments and trailing commas\n"
                "cinch from-json --tagged saved.json -o data.mp\tback from to-json --tagged\n",
    .groups = from_groups,
    .most = 1,
    .reads = true,
    .json = true,
    .run = from_run,
};

/* SPDX-License-Identifier: MIT
 * json2msgpack: the options of the program of that name in msgpack-tools, for scripts that call it. Base64 must be padded here, and
 * strings in single quotes are no JSON, lax or not.
 */
#include "cli.h"

#include <math.h>

extern const cli_verb cli_link_json2msgpack;

static struct {
    bool lax, narrow, prefixes;
    const char *least;
} j2m;

static const cli_opt j2m_rows[] = {
    {'i', NULL, CLI_TEXT, &cli_args.input, "FILE", NULL, "read FILE instead of standard input", NULL},
    {'o', NULL, CLI_TEXT, &cli_args.output, "FILE", NULL, "write FILE instead of standard output", NULL},
    {'l', NULL, CLI_FLAG, &j2m.lax, NULL, NULL, "allow comments and trailing commas", NULL},
    {'f', NULL, CLI_FLAG, &j2m.narrow, NULL, NULL, "float 32 instead of float 64, whatever is lost", NULL},
    {'b', NULL, CLI_FLAG, &j2m.prefixes, NULL, NULL, "\"base64:...\" becomes bin, \"ext:TYPE:base64:...\" an extension", NULL},
    {'B', NULL, CLI_TEXT, &j2m.least, "N", NULL, "a string of at least N bytes that is base64 becomes bin, keys apart", NULL},
    {'h', NULL, CLI_HELP, NULL, NULL, NULL, "this help", NULL},
    {'?', NULL, CLI_HELP, NULL, NULL, NULL, "this help", NULL},
    {'v', NULL, CLI_VERSION, NULL, NULL, NULL, "the version", NULL},
};
static const cli_group j2m_group = {"Options", j2m_rows, CLI_COUNT(j2m_rows)};
static const cli_group *const j2m_groups[] = {&j2m_group, NULL};

/* The conversion of a double beyond the range of float is not defined by C. */
static float j2m_f32(double v)
{
    if (v > 3.5e38 || v < -3.5e38) return v > 0 ? HUGE_VALF : -HUGE_VALF;
    return (float)v;
}

/* What was read into w, with every f64 as the nearest f32. */
static void j2m_narrow(cinch_writer *w, cinch_writer *to)
{
    cinch_bin msgs;
    cinch_reader r;
    if (cinch_writer_finish(w, &msgs, NULL) != CINCH_OK) return;
    cinch_reader_init(&r, msgs.ptr, msgs.len);
    while (cinch_reader_left(&r)) {
        cinch_token t = cinch_next(&r);
        if (t.type == CINCH_F64)
            cinch_put_f32(to, j2m_f32(t.as.f64));
        else
            cinch_put_token(to, t);
    }
    cinch_writer_rewind(w, 0);
}

static int j2m_documents(cli_in *in, cli_out *out, const cinch_json_opts *opts)
{
    cli_text t = {.in = in};
    cinch_writer w, narrow;
    int status;
    cinch_writer_init_grow(&w, NULL, CLI_BLOCK * 2);
    cinch_writer_init_grow(&narrow, NULL, 0);
    do {
        status = cli_text_next(&t, opts, &w);
        if (status == CLI_GOOD && cinch_writer_pos(&w) < CLI_BLOCK) continue;
        if (j2m.narrow) j2m_narrow(&w, &narrow);
        cli_out_direct(out, j2m.narrow ? &narrow : &w);
    } while (status == CLI_GOOD && !out->w.error);
    cinch_writer_free(&w);
    cinch_writer_free(&narrow);
    return status == CLI_TEXT_END ? CLI_GOOD : status;
}

static int j2m_run(const char *const *operands, size_t count)
{
    cli_in in;
    cli_out out;
    cinch_json_opts opts = CINCH_ZERO;
    uint64_t least = 0;
    (void)operands;
    (void)count;
    if (j2m.least && (!cli_number(j2m.least, &least) || !least || least > SIZE_MAX))
        return cli_usage("-B takes a number from 1 on");
    opts.lax = j2m.lax;
    opts.big = CINCH_BIG_FLOAT;
    opts.base64_min = (size_t)least;
    opts.bin_prefix = j2m.prefixes ? "base64:" : NULL;
    opts.ext_prefix = j2m.prefixes ? "ext:" : NULL;
    int status = cli_open(&in, &out, false);
    if (status != CLI_GOOD) return status;
    status = j2m_documents(&in, &out, &opts);
    cli_in_close(&in);
    return cli_out_close(&out, status);
}

const cli_verb cli_link_json2msgpack = {
    .name = "json2msgpack",
    .operands = "",
    .summary = "JSON to MessagePack, as msgpack-tools do it",
    .about = "A link to cinch by this name takes the options of msgpack-tools' program, so that scripts keep working. Integers "
             "beyond 64 bits "
             "become floats. New scripts are better served by cinch from-json.",
    .examples = "json2msgpack -bli data.json -o data.mp\tcomments, trailing commas and base64: prefixes allowed\n",
    .groups = j2m_groups,
    .link = true,
    .run = j2m_run,
};

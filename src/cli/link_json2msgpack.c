/* SPDX-License-Identifier: MIT
 * json2msgpack: the options of the program of that name in msgpack-tools, for scripts that call it. Base64 must be padded here, and
 * strings in single quotes are no JSON, lax or not.
 */
#include "cli.h"

#include <float.h>
#include <inttypes.h>

extern const cli_verb cli_link_json2msgpack;

static struct {
    bool lax, narrow, prefixes;
    const char *least;
} j2m;

static const cli_opt j2m_rows[] = {
    {'i', NULL, CLI_TEXT, &cli_args.input, "FILE", NULL, "read FILE instead of standard input", NULL},
    {'o', NULL, CLI_TEXT, &cli_args.output, "FILE", NULL, "write FILE instead of standard output", NULL},
    {'l', NULL, CLI_FLAG, &j2m.lax, NULL, NULL, "allow comments and trailing commas", NULL},
    {'f', NULL, CLI_FLAG, &j2m.narrow, NULL, NULL, "float 32 instead of float 64, whatever is lost of the digits", NULL},
    {'b', NULL, CLI_FLAG, &j2m.prefixes, NULL, NULL, "\"base64:...\" becomes bin, \"ext:TYPE:base64:...\" an extension", NULL},
    {'B', NULL, CLI_TEXT, &j2m.least, "N", NULL, "a string of at least N bytes that is base64 becomes bin, keys apart", NULL},
    {'h', NULL, CLI_HELP, NULL, NULL, NULL, "this help", NULL},
    {'?', NULL, CLI_HELP, NULL, NULL, NULL, "this help", NULL},
    {'v', NULL, CLI_VERSION, NULL, NULL, NULL, "the version", NULL},
};
static const cli_group j2m_group = {"Options", j2m_rows, CLI_COUNT(j2m_rows)};
static const cli_group *const j2m_groups[] = {&j2m_group, NULL};

/* The nearest float; false: that would be an infinity. The conversion of a double beyond the range of float is not defined by C. */
static bool j2m_f32(double v, float *to)
{
    const double most = (double)FLT_MAX, edge = 0x1.ffffffp127; /* half way to what the next float would be */
    if (v - v == 0 && (v >= edge || v <= -edge)) return false;
    *to = v - v != 0 ? (float)v : v > most ? FLT_MAX : v < -most ? -FLT_MAX : (float)v;
    return true;
}

static int j2m_refuse(const char *name, uint64_t document, cinch_bin msg, cinch_bin item)
{
    static char path[CLI_PATH], shown[4 * CLI_PATH];
    uint8_t room[64];
    cinch_writer w;
    cinch_reader r;
    cinch_bin text = {NULL, 0};
    size_t len = cinch_locate(msg.ptr, msg.len, (uint64_t)(item.ptr - msg.ptr), path, sizeof path);
    cinch_escape(path, len, shown, sizeof shown);
    cinch_reader_init(&r, item.ptr, item.len);
    cinch_writer_init(&w, room, sizeof room);
    if (cinch_json_write(&r, NULL, &w, NULL) == CINCH_OK) (void)!cinch_writer_finish(&w, &text, NULL);
    cli_say("%s: document %" PRIu64 "%s%s: %.*s is beyond the range of float 32", name, document, len ? ", at " : "", shown,
            (int)text.len, (const char *)text.ptr);
    return CLI_BAD;
}

/* The document that was read into w, with every f64 as the nearest f32. */
static int j2m_narrow(const char *name, uint64_t document, cinch_writer *w, cinch_writer *to)
{
    cinch_bin msg;
    cinch_reader r;
    float narrow;
    uint64_t start = cinch_writer_pos(to);
    if (cinch_writer_finish(w, &msg, NULL) != CINCH_OK) return CLI_IO;
    cinch_reader_init(&r, msg.ptr, msg.len);
    while (cinch_reader_left(&r)) {
        cinch_bin item = {r.pos, 9}; /* if it is an f64 */
        cinch_token t = cinch_next(&r);
        if (t.type != CINCH_F64) {
            cinch_put_token(to, t);
        } else if (j2m_f32(t.as.f64, &narrow)) {
            cinch_put_f32(to, narrow);
        } else {
            cinch_writer_rewind(to, start);
            return j2m_refuse(name, document, msg, item);
        }
    }
    cinch_writer_rewind(w, 0);
    return CLI_GOOD;
}

static int j2m_documents(cli_in *in, cli_out *out, const cinch_json_opts *opts)
{
    cli_text t = {.in = in, .lax = opts->lax};
    cinch_writer w, narrow;
    cinch_writer *to = j2m.narrow ? &narrow : &w;
    uint64_t documents = 0;
    int status;
    cinch_writer_init_grow(&w, NULL, CLI_BLOCK * 2);
    cinch_writer_init_grow(&narrow, NULL, 0);
    do {
        status = cli_text_next(&t, opts, &w);
        if (status == CLI_GOOD && j2m.narrow) status = j2m_narrow(in->name, ++documents, &w, &narrow);
        if (status == CLI_GOOD && cinch_writer_pos(to) < CLI_BLOCK) continue;
        cli_out_direct(out, to);
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
    .about =
        "A link to cinch by this name takes the options of msgpack-tools' program, so that scripts keep working. Integers "
        "beyond "
        "64 bits become floats, and documents in a row are all converted.\n\n"
        "Other than there: base64 must be padded, without white space, its unused bits zero; text that is not UTF-8, lone "
        "surrogates and strings in single quotes are refused, with -l as well; so is with -f a number beyond the range of "
        "float "
        "32, which there became an infinity. Exit status: 1 when the data is bad, 2 when the program was used wrongly, 3 when "
        "input or output failed.\n\n"
        "New scripts are better served by cinch from-json.",
    .examples = "json2msgpack -bli data.json -o data.mp\tcomments, trailing commas and base64: prefixes allowed\n",
    .groups = j2m_groups,
    .link = true,
    .run = j2m_run,
};

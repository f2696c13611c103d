/* SPDX-License-Identifier: MIT
 * msgpack2json: the options and the output of the program of that name in msgpack-tools, for scripts that call it. Numbers are spelt as
 * cinch spells them, and text that is not UTF-8 is an error.
 */
#include "cli.h"

#include <inttypes.h>

extern const cli_verb cli_link_msgpack2json;

static struct {
    bool debug, pretty, run, commas;
    int base64; /* of -b and -B the last */
    const char *between;
} m2j;

static const cli_opt m2j_rows[] = {
    {'i', NULL, CLI_TEXT, &cli_args.input, "FILE", NULL, "read FILE instead of standard input", NULL},
    {'o', NULL, CLI_TEXT, &cli_args.output, "FILE", NULL, "write FILE instead of standard output", NULL},
    {'p', NULL, CLI_FLAG, &m2j.pretty, NULL, NULL, "indent by four spaces", NULL},
    {'b', NULL, CLI_CHOICE, &m2j.base64, "off|prefix|plain", "prefix",
     "bin becomes \"base64:...\", an extension \"ext:TYPE:base64:...\"", NULL},
    {'B', NULL, CLI_CHOICE, &m2j.base64, "off|prefix|plain", "plain",
     "bin becomes base64 without prefix, an extension as with -b", NULL},
    {'d', NULL, CLI_FLAG, &m2j.debug, NULL, NULL, "for people: what JSON lacks is shown in a way that is not JSON; implies -p",
     NULL},
    {'c', NULL, CLI_FLAG, &m2j.run, NULL, NULL, "any number of objects, not only the first", NULL},
    {'C', NULL, CLI_FLAG, &m2j.commas, NULL, NULL, "likewise, with commas between them", NULL},
    {'x', NULL, CLI_TEXT, &m2j.between, "CHAR", NULL, "likewise, with CHAR between them", NULL},
    {'h', NULL, CLI_HELP, NULL, NULL, NULL, "this help", NULL},
    {'?', NULL, CLI_HELP, NULL, NULL, NULL, "this help", NULL},
    {'v', NULL, CLI_VERSION, NULL, NULL, NULL, "the version", NULL},
};
static const cli_group m2j_group = {"Options", m2j_rows, CLI_COUNT(m2j_rows)};
static const cli_group *const m2j_groups[] = {&m2j_group, NULL};

typedef struct m2j_level {
    uint64_t left; /* items, two a pair */
    bool map;
} m2j_level;

typedef struct m2j_state {
    cli_in in;
    cli_out out;
    cinch_json_opts opts;
    uint64_t objects;
    m2j_level levels[CLI_DEPTH];
} m2j_state;

static int m2j_fault(const m2j_state *m, cinch_bin msg, const cinch_diag *diag)
{
    cli_fault at = {
        .name = m->in.name, .object = m->objects + 1, .base = cli_in_offset(&m->in), .msg = msg.ptr, .len = msg.len};
    if (m->in.status) return m->in.status;
    return cli_data_error(&at, diag);
}

/* ---------------------------------------------------------------- JSON */

static int m2j_refuse(const m2j_state *m, cinch_bin msg, uint64_t pos, const char *what)
{
    static char path[CLI_PATH], shown[4 * CLI_PATH];
    size_t len = cinch_locate(msg.ptr, msg.len, pos, path, sizeof path);
    uint64_t offset = cli_in_offset(&m->in) + pos;
    cinch_escape(path, len < sizeof path ? len : sizeof path - 1, shown, sizeof shown);
    cli_say("%s: offset %" PRIu64 " (0x%" PRIx64 ")%s%s: %s has no place in JSON; see -b, -B and -d", m->in.name, offset,
            offset, len ? ", at " : "", shown, what);
    return CLI_BAD;
}

/* Without -b or -B bin and extensions are errors. */
static int m2j_plain(const m2j_state *m, cinch_bin msg)
{
    cinch_reader r;
    cinch_read_opts raw = {.flags = CINCH_RAW_TIME};
    cinch_reader_init_opts(&r, msg.ptr, msg.len, &raw);
    while (cinch_reader_left(&r)) {
        uint64_t pos = cinch_reader_pos(&r);
        cinch_token t = cinch_next(&r);
        if (t.type == CINCH_BIN || t.type == CINCH_EXT) return m2j_refuse(m, msg, pos, cinch_type_name((cinch_type)t.type));
    }
    return CLI_GOOD;
}

static int m2j_json(m2j_state *m, cinch_bin msg)
{
    cinch_reader r;
    cinch_diag diag;
    cinch_read_opts raw = {.flags = CINCH_RAW_TIME};
    int status = m2j.base64 ? CLI_GOOD : m2j_plain(m, msg);
    if (status != CLI_GOOD) return status;
    cinch_reader_init_opts(&r, msg.ptr, msg.len, &raw);
    if (cinch_json_write(&r, &m->opts, &m->out.w, &diag) != CINCH_OK) return m2j_fault(m, msg, &diag);
    return CLI_GOOD;
}

/* ---------------------------------------------------------------- for people */

static void m2j_hidden(cli_out *o, cinch_token t)
{
    if (t.type == CINCH_BIN)
        cli_out_print(o, "<bin size:%u", (unsigned)t.len);
    else
        cli_out_print(o, "<ext type:%d size:%u", t.ext, (unsigned)t.len);
    for (uint32_t i = 0; i < t.len && i < 8; i++) cli_out_print(o, i ? "%02X" : " %02X", (unsigned)t.as.ptr[i]);
    cli_out_text(o, t.len > 8 ? "...>" : ">");
}

static void m2j_line(cli_out *o, size_t depth)
{
    cli_out_text(o, "\n");
    while (depth--) cli_out_text(o, "    ");
}

/* A scalar, as JSON where that has it. */
static cinch_error m2j_scalar(m2j_state *m, cinch_token t, cinch_bin item)
{
    cinch_reader r;
    cinch_read_opts raw = {.flags = CINCH_RAW_TIME};
    if ((t.type == CINCH_BIN || t.type == CINCH_EXT) && !m2j.base64) {
        m2j_hidden(&m->out, t);
        return CINCH_OK;
    }
    cinch_reader_init_opts(&r, item.ptr, item.len, &raw);
    return cinch_json_write(&r, &m->opts, &m->out.w, NULL);
}

/* What stands before the item that comes next. */
static void m2j_before(m2j_state *m, size_t depth)
{
    if (depth == 0) return;
    m2j_level *level = &m->levels[depth - 1];
    bool value = level->map && level->left % 2 == 1, first = level->left & (uint64_t)1 << 63;
    level->left &= ~((uint64_t)1 << 63);
    if (value) {
        cli_out_text(&m->out, ": ");
    } else {
        if (!first) cli_out_text(&m->out, ",");
        m2j_line(&m->out, depth);
    }
    level->left--;
}

static int m2j_debug(m2j_state *m, cinch_bin msg)
{
    cinch_reader r;
    cinch_diag diag;
    cinch_read_opts raw = {.flags = CINCH_RAW_TIME};
    size_t depth = 0;
    if (cinch_check(msg.ptr, msg.len, &raw, &diag) != CINCH_OK) return m2j_fault(m, msg, &diag);
    cinch_reader_init_opts(&r, msg.ptr, msg.len, &raw);
    do {
        const uint8_t *item = r.pos;
        cinch_token t = cinch_next(&r);
        bool open = t.type >= CINCH_ARRAY, map = t.type == CINCH_MAP;
        m2j_before(m, depth);
        if (open) cli_out_text(&m->out, map ? "{" : "[");
        if (open && t.len) {
            m->levels[depth].map = map;
            m->levels[depth++].left = (map ? 2 * (uint64_t)t.len : t.len) | (uint64_t)1 << 63;
            continue;
        }
        if (open)
            cli_out_text(&m->out, map ? "}" : "]");
        else if (m2j_scalar(m, t, (cinch_bin){item, (size_t)(r.pos - item)}) != CINCH_OK)
            return CLI_IO;
        for (; depth && m->levels[depth - 1].left == 0; depth--) {
            m2j_line(&m->out, depth - 1);
            cli_out_text(&m->out, m->levels[depth - 1].map ? "}" : "]");
        }
    } while (depth);
    return CLI_GOOD;
}

/* ---------------------------------------------------------------- the program */

static int m2j_objects(m2j_state *m)
{
    cli_framer framer = CINCH_ZERO;
    bool many = m2j.run || m2j.commas || m2j.between;
    char between[2] = {m2j.between ? m2j.between[0] : m2j.commas ? ',' : 0, 0};
    for (;;) {
        size_t len;
        cli_whole got = cli_whole_next(&framer, &m->in, true, &len);
        cinch_bin msg = {m->in.buf + m->in.pos, got == CLI_WHOLE_GOT ? len : m->in.len - m->in.pos};
        if (got == CLI_WHOLE_FAIL) return m->in.status;
        if (got == CLI_WHOLE_END && (m->objects || m->in.status)) return m->in.status;
        if (m->objects) {
            cli_out_text(&m->out, between);
            if (m2j.pretty) cli_out_text(&m->out, "\n");
        }
        int status = m2j.debug ? m2j_debug(m, msg) : m2j_json(m, msg);
        if (status != CLI_GOOD) return status;
        m->in.pos += len;
        m->objects++;
        cli_out_object(&m->out);
        if (!many || m->out.w.error) return CLI_GOOD;
    }
}

static int m2j_run(const char *const *operands, size_t count)
{
    static m2j_state m;
    (void)operands;
    (void)count;
    if (m2j.run && m2j.commas) return cli_usage("-c and -C: give one of them");
    if (m2j.between && strlen(m2j.between) != 1) return cli_usage("-x takes one character");
    m2j.pretty = m2j.pretty || m2j.debug;
    m.opts.indent = m2j.pretty ? 4 : 0;
    m.opts.string_keys_only = true;
    m.opts.bin_prefix = m2j.base64 == 2 ? NULL : "base64:";
    m.opts.ext_prefix = "ext:";
    if (m2j.debug) {
        m.opts.nan = CINCH_NAN_STRING;
        m.opts.utf8 = CINCH_UTF8_REPLACE;
    }
    int status = cli_open(&m.in, &m.out, false);
    if (status != CLI_GOOD) return status;
    status = m2j_objects(&m);
    if (m2j.pretty && status == CLI_GOOD) cli_out_text(&m.out, "\n");
    cli_in_close(&m.in);
    return cli_out_close(&m.out, status);
}

const cli_verb cli_link_msgpack2json = {
    .name = "msgpack2json",
    .operands = "",
    .summary = "MessagePack to JSON, as msgpack-tools do it",
    .about =
        "A link to cinch by this name takes the options of msgpack-tools' program and writes what that writes, so that scripts "
        "keep working. bin and extensions are an error without -b, -B or -d, and so is a map key that is no string; one object "
        "is "
        "converted without -c, -C or -x. There is no new line after it unless -p. Of -b and -B the last one counts.\n\n"
        "Other than there: numbers are spelt as cinch spells them, a float as the shortest text that reads back (2.0, 1e-05), "
        "and "
        "text that is not UTF-8 is refused but for -d. Exit status: 1 when the data is bad, 2 when the program was used "
        "wrongly, 3 "
        "when input or output failed.\n\n"
        "New scripts are better served by cinch to-json.",
    .examples = "msgpack2json -di data.mp\tto look at\n"
                "msgpack2json -bi data.mp -o data.json\tone file to another\n",
    .groups = m2j_groups,
    .link = true,
    .run = m2j_run,
};

/* SPDX-License-Identifier: MIT
 * cinch get: the value at a JSON Pointer in every object, or with -g at all pointers that a pattern matches.
 */
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

extern const cli_verb cli_verb_get;

static struct {
    bool raw, msgpack, escapes, glob;
} get_args;

static const cli_opt get_rows[] = {
    {0, "raw", CLI_FLAG, &get_args.raw, NULL, NULL, "a str as it is, without quotes; the bytes of a bin or an extension",
     "A new line follows, except after those bytes. Other values are JSON."},
    {0, "msgpack", CLI_FLAG, &get_args.msgpack, NULL, NULL, "the value's own bytes, one after the other", NULL},
    {'e', "escapes", CLI_FLAG, &get_args.escapes, NULL, NULL,
     "POINTER has the escapes \\xHH and \\\\ that error messages print", NULL},
    {'g', "glob", CLI_FLAG, &get_args.glob, NULL, NULL, "* in POINTER matches every element or key",
     "The whole of a token: /users/*/id. With -e, \\x2a is a star that matches itself."},
};
static const cli_group get_group = {"Values", get_rows, CLI_COUNT(get_rows)};
static const cli_group *const get_groups[] = {&get_group,  &cli_json_out, &cli_input, &cli_output,
                                              &cli_limits, &cli_general,  NULL};

/* What follows the pointer of a step: nothing; a star, for every item; ~, for the keys that are neither str nor integer. */
typedef enum get_fork { GET_END, GET_EVERY, GET_NAMELESS } get_fork;

typedef struct get_step { /* of a pattern */
    cinch_str pointer;
    get_fork fork;
    bool map;       /* from here on: the place in the container that the fork goes through */
    uint64_t left;  /* items that it takes */
    cinch_bin rest; /* where they begin, to the end of the object */
} get_step;

typedef struct getter {
    cli_in in;
    cli_out out;
    cinch_json_opts opts;
    cinch_read_opts read;
    const char *operand;
    get_step *steps;
    size_t step_count;
    bool bad_escape; /* of -e, in the operand */
    uint64_t objects, absent, first_absent, found;
} getter;

/* ---------------------------------------------------------------- the pattern */

/* A token that forks: all of it is the one character. ~ alone is no token of an RFC 6901 pointer, so nothing else can be meant. */
static get_fork get_fork_at(const char *p, size_t len)
{
    if (len < 2 || p[0] != '/' || (len > 2 && p[2] != '/')) return GET_END;
    return p[1] == '~' ? GET_NAMELESS : p[1] == '*' && get_args.glob ? GET_EVERY : GET_END;
}

static bool get_well_formed(const char *p, size_t len)
{
    if (len && p[0] != '/') return false;
    for (size_t i = 0; i < len; i++)
        if (p[i] == '~' && (i + 1 == len || (p[i + 1] != '0' && p[i + 1] != '1'))) return false;
    return true;
}

static bool get_step_add(getter *g, char *pointer, size_t len, get_fork fork)
{
    get_step *step = &g->steps[g->step_count++];
    memset(step, 0, sizeof *step);
    if (get_args.escapes && !cinch_unescape(pointer, &len)) g->bad_escape = true;
    step->pointer.ptr = pointer;
    step->pointer.len = len;
    step->fork = fork;
    return !g->bad_escape && get_well_formed(pointer, len);
}

/* Cuts the pattern at its forks, before escapes are undone. steps has room for one more than there are slashes. */
static bool get_parse(getter *g, char *pattern, size_t len)
{
    size_t from = 0;
    for (size_t i = 0; i < len; i++) {
        get_fork fork = get_fork_at(pattern + i, len - i);
        if (fork == GET_END) continue;
        if (!get_step_add(g, pattern + from, i - from, fork)) return false;
        from = i + 2;
    }
    return get_step_add(g, pattern + from, len - from, GET_END);
}

/* ---------------------------------------------------------------- output */

static int get_fault(const getter *g, cinch_bin msg, uint64_t base, const cinch_diag *diag)
{
    cli_fault at = {
        .name = g->in.name, .object = g->objects + 1, .base = cli_in_offset(&g->in), .msg = msg.ptr, .len = msg.len};
    cinch_diag whole = *diag;
    whole.pos += base;
    if (g->in.status) return g->in.status;
    return cli_data_error(&at, &whole);
}

static int get_raw(getter *g, cinch_token t)
{
    bool text = t.type == CINCH_STR;
    if (!text && g->out.terminal && !cli_args.force)
        return cli_usage("binary output to a terminal; use -o FILE, a pipe, or -f");
    cinch_put_raw(&g->out.w, text ? (const void *)t.as.str : t.as.ptr, t.len);
    if (text) cinch_put_raw(&g->out.w, "\n", 1);
    return CLI_GOOD;
}

/* A timestamp's text, without its quotes. */
static int get_raw_time(getter *g, cinch_bin item)
{
    uint8_t room[128];
    cinch_writer w;
    cinch_reader r;
    cinch_bin text;
    cinch_reader_init(&r, item.ptr, item.len);
    cinch_writer_init(&w, room, sizeof room);
    if (cinch_json_write(&r, &g->opts, &w, NULL) != CINCH_OK || cinch_writer_finish(&w, &text, NULL) != CINCH_OK)
        return CLI_BAD;
    if (text.len > 2 && text.ptr[0] == '"') {
        text.ptr++;
        text.len -= 2;
    }
    cinch_put_raw(&g->out.w, text.ptr, text.len);
    cinch_put_raw(&g->out.w, "\n", 1);
    return CLI_GOOD;
}

static int get_put(getter *g, cinch_bin msg, cinch_bin item)
{
    cinch_reader r;
    cinch_diag diag;
    int status = CLI_GOOD;
    cinch_reader_init_opts(&r, item.ptr, item.len, &g->read);
    cinch_token t = get_args.raw ? cinch_peek(&r) : (cinch_token){0};
    g->found++;
    if (get_args.msgpack) {
        cinch_put_raw(&g->out.w, item.ptr, item.len);
    } else if (t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT) {
        status = get_raw(g, t);
    } else if (t.type == CINCH_TIME) {
        status = get_raw_time(g, item);
    } else {
        if (cinch_json_write(&r, &g->opts, &g->out.w, &diag) != CINCH_OK)
            return get_fault(g, msg, (uint64_t)(item.ptr - msg.ptr), &diag);
        cinch_put_raw(&g->out.w, "\n", 1);
    }
    cli_out_object(&g->out);
    return g->out.w.error ? CLI_IO : status;
}

/* ---------------------------------------------------------------- search */

static bool get_nameless(cinch_reader *r)
{
    unsigned type = cinch_peek(r).type;
    return type != CINCH_STR && type != CINCH_U64 && type != CINCH_I64;
}

static uint64_t get_count_nameless(const get_step *step)
{
    cinch_reader r;
    uint64_t count = 0;
    cinch_reader_init(&r, step->rest.ptr, step->rest.len);
    for (uint64_t i = 0; i < step->left; i++) {
        count += get_nameless(&r);
        cinch_skip(&r);
        cinch_skip(&r);
    }
    return count;
}

/* The fork of a step begins in item, a container; in anything else it matches nothing. */
static void get_enter(get_step *step, cinch_bin item)
{
    cinch_reader r;
    cinch_reader_init(&r, item.ptr, item.len);
    cinch_token t = cinch_next(&r);
    step->map = t.type == CINCH_MAP;
    step->left = step->map || t.type == CINCH_ARRAY ? t.len : 0;
    step->rest.ptr = r.pos;
    step->rest.len = cinch_reader_left(&r);
    if (step->fork == GET_NAMELESS) step->left = step->map ? get_count_nameless(step) : 0;
}

static cinch_bin get_step_next(get_step *step)
{
    cinch_reader r;
    cinch_bin item;
    cinch_reader_init(&r, step->rest.ptr, step->rest.len);
    bool wanted;
    do {
        wanted = step->fork == GET_EVERY || get_nameless(&r);
        if (step->map) cinch_skip(&r);
        item = cinch_get_raw(&r);
    } while (!wanted);
    step->left--;
    step->rest.ptr = r.pos;
    step->rest.len = cinch_reader_left(&r);
    return item;
}

/* As it was given, harmless to a line; with -e its escapes stand already. */
static const char *get_shown(const getter *g)
{
    static char shown[4 * CLI_PATH];
    const char *p = g->operand, *end = p + strlen(p);
    size_t n = 0;
    while (get_args.escapes && p != end && n + 8 < sizeof shown) {
        size_t plain = strcspn(p, "\\");
        n += cinch_escape(p, plain, shown + n, sizeof shown - n);
        p += plain;
        for (size_t i = 0; i < 2 && p != end && n + 2 < sizeof shown; i++) shown[n++] = *p++;
    }
    cinch_escape(p, (size_t)(end - p), shown + n, sizeof shown - n);
    return shown;
}

/* More than one key is what ~ stands for, and no -g says that all are wanted. */
static int get_ambiguous(const getter *g, const get_step *step)
{
    if (get_args.glob || step->fork != GET_NAMELESS || step->left < 2) return CLI_GOOD;
    cli_say("%s: %s: ~ is one of %" PRIu64 " keys here that are neither str nor integer; -g gets all, dump shows them",
            g->in.name, get_shown(g), step->left);
    return CLI_BAD;
}

/* Goes down the pattern, every fork keeping its place, and back up to the last one that has more. */
static int get_object(getter *g, cinch_bin msg)
{
    size_t depth = 0;
    cinch_bin item = msg;
    for (;;) {
        cinch_diag diag;
        cinch_bin found;
        get_step *step = &g->steps[depth];
        cinch_error e = cinch_find(item.ptr, item.len, step->pointer, &found, &diag);
        if (e != CINCH_OK && e != CINCH_ERR_ABSENT) return get_fault(g, msg, (uint64_t)(item.ptr - msg.ptr), &diag);
        int status = CLI_GOOD;
        if (e == CINCH_OK && step->fork == GET_END) {
            status = get_put(g, msg, found);
        } else if (e == CINCH_OK) {
            get_enter(step, found);
            status = get_ambiguous(g, step);
            depth++;
        }
        if (status != CLI_GOOD) return status;
        while (depth && g->steps[depth - 1].left == 0) depth--;
        if (depth == 0) return CLI_GOOD;
        item = get_step_next(&g->steps[depth - 1]);
    }
}

/* A pattern may match nothing here or there, but not nowhere. */
static int get_absent(const getter *g)
{
    const char *shown = get_shown(g), *cut = "";
    size_t len = strlen(shown);
    if (g->absent == 0 || (get_args.glob && g->found)) return CLI_GOOD;
    if (len >= 4 && strcmp(shown + len - 4, "/...") == 0) cut = " (a path that an error ends in /... goes on, and was cut)";
    if (g->objects == 1 || get_args.glob)
        cli_say("%s: no value at %s%s", g->in.name, shown, cut);
    else
        cli_say("%s: no value at %s in %" PRIu64 " of %" PRIu64 " objects, the first being object %" PRIu64 "%s", g->in.name,
                shown, g->absent, g->objects, g->first_absent, cut);
    return CLI_BAD;
}

static int get_objects(getter *g)
{
    cli_framer framer = CINCH_ZERO;
    for (;;) {
        size_t len;
        cli_whole got = cli_whole_next(&framer, &g->in, true, &len);
        if (got == CLI_WHOLE_END || got == CLI_WHOLE_FAIL) return g->in.status;
        cinch_bin msg = {g->in.buf + g->in.pos, g->in.len - g->in.pos};
        if (got == CLI_WHOLE_GOT) msg.len = len;
        cinch_diag diag;
        cinch_error e = cli_whole_check(msg.ptr, msg.len, &g->read, &diag);
        if (e != CINCH_OK) return get_fault(g, msg, 0, &diag);
        uint64_t before = g->found;
        int status = get_object(g, msg);
        if (status != CLI_GOOD) return status;
        g->objects++;
        if (g->found == before && g->absent++ == 0) g->first_absent = g->objects;
        g->in.pos += len;
    }
}

/* What is wrong with the operand, most often that it is the FILE. */
static int get_refuse(const getter *g)
{
    char shown[256];
    cinch_escape(g->operand, strlen(g->operand), shown, sizeof shown);
    if (g->bad_escape) return cli_usage("with -e a backslash in POINTER is \\\\ or begins \\xHH");
    if (*g->operand != '/') return cli_usage("POINTER comes first, and is \"\" or begins with /: not '%s'", shown);
    return cli_usage("POINTER is \"\" or begins with /, and has ~ only as ~0, ~1 or a whole token");
}

static int get_run(const char *const *operands, size_t count)
{
    if (get_args.raw && get_args.msgpack) return cli_usage("--raw and --msgpack: give one of them");
    getter g = {.opts = cli_json_out_opts(), .operand = operands[0]};
    size_t len = strlen(operands[0]), slashes = 1;
    char *pattern = malloc(len + 1);
    (void)count;
    g.read.limits = g.opts.limits;
    g.read.flags = cli_args.raw_time ? CINCH_RAW_TIME : 0;
    for (size_t i = 0; i < len; i++) slashes += operands[0][i] == '/';
    g.steps = calloc(slashes, sizeof *g.steps);
    if (!pattern || !g.steps) {
        free(pattern);
        free(g.steps);
        return cli_io_error("POINTER", ENOMEM);
    }
    memcpy(pattern, operands[0], len + 1);
    int status = get_parse(&g, pattern, len) ? CLI_GOOD : get_refuse(&g);
    if (status == CLI_GOOD) status = cli_open(&g.in, &g.out, get_args.msgpack);
    if (status == CLI_GOOD) {
        status = get_objects(&g);
        if (status == CLI_GOOD) status = get_absent(&g);
        cli_in_close(&g.in);
        status = cli_out_close(&g.out, status);
    }
    free(pattern);
    free(g.steps);
    return status;
}

const cli_verb cli_verb_get = {
    .name = "get",
    .operands = "POINTER [FILE]",
    .summary = "the value at a JSON Pointer, in every object",
    .about = "POINTER is an RFC 6901 pointer: \"\" is the whole object, and /users/3/id is the member id of element 3 "
             "of the member users. In a key ~1 stands for / and ~0 for ~. Digits name an integer key too, but a str key "
             "of that text goes before it. Of duplicate keys the last counts. Writes a line an object. When objects "
             "have no value there, standard error says so, and the exit status is 1.\n\n"
             "The path that an error prints is such a pointer (with -e, where it has a backslash). A key that is "
             "neither str nor integer is ~ in a path. get takes ~ for the one such key of the map; if there are several "
             "it says so, and with -g gets all. A path leads to the last of duplicate keys, or to a str key before an "
             "integer of its text, even if the error was in another of them. The offset tells them apart, and cinch "
             "dump shows what is there.\n\n"
             "Holds one object in memory.",
    .examples = "cinch get /users/3/id data.mp\tone value\n"
                "cinch get --raw /name data.mp\ttext without quotes\n"
                "cinch get -g '/users/*/id' data.mp\tof all users\n"
                "cinch get --msgpack /config data.mp -o config.mp\ta part on its own\n"
                "cinch get -e '/a\\x0a/b' data.mp\ta path as error messages print it\n",
    .groups = get_groups,
    .least = 1,
    .most = 2,
    .reads = true,
    .run = get_run,
};

/* SPDX-License-Identifier: MIT
 * cinch to-json. Objects that fit the window are written from there, at the speed of memory; larger ones pass through a stream as
 * tokens, and nothing of them is kept. What needs a whole object (sorting, --dup, --tagged) makes the window grow.
 */
#include "flowing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

extern const cli_verb cli_verb_to_json;

static struct {
    bool hold;
} to_args;

static const cli_opt to_rows[] = {
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one object", NULL},
    {0, "hold", CLI_FLAG, &to_args.hold, NULL, NULL, "hold every object in memory, whatever its size",
     "Objects up to 4 MiB always are. A larger one must be in two cases. In a map strings stand among other keys that look "
     "like them, "
     "as 1 and \"2\" do, and 8 MiB do not hold their text; or strings stand among bin keys. A FILE is then read again; from a "
     "pipe it is an "
     "error, exit status 3."},
};
static const cli_group to_group = {"Objects", to_rows, CLI_COUNT(to_rows)};
static const cli_group *const to_groups[] = {&cli_json_out, &to_group,   &cli_faults,  &cli_speed, &cli_input,
                                             &cli_output,   &cli_limits, &cli_general, NULL};

enum { TO_KEYS = 8 << 20 }; /* for keys of an object that does not fit, where some may have the same text */

typedef struct to_json {
    cli_in *in;
    cli_out *out;
    cinch_json_opts opts;
    cinch_read_opts read;
    cinch_level *levels; /* the text's */
    uint32_t level_count;
    uint64_t objects; /* written */
    size_t last;      /* bytes of the object before */
    bool hold, whole; /* whole: the object at hand is known to lie in the window */
    bool bad;         /* an object was left out */
} to_json;

static int to_fault(const to_json *j, cli_fault at, const cinch_diag *diag)
{
    at.name = j->in->name;
    at.object = j->objects + 1;
    if (j->in->status) return j->in->status; /* what cut it was told */
    return cli_data_error(&at, diag);
}

/* With --one: an object too many, or none. */
static int to_only(const to_json *j)
{
    cinch_diag diag = CINCH_ZERO;
    if (j->objects && j->in->pos == j->in->len && !cli_in_more(j->in)) return j->in->status;
    diag.error = j->objects ? CINCH_ERR_TRAILING : CINCH_ERR_TRUNCATED;
    return cli_data_error(&(cli_fault){.name = j->in->name, .base = cli_in_offset(j->in)}, &diag);
}

static int to_end_object(to_json *j)
{
    j->objects++;
    cinch_put_raw(&j->out->w, "\n", 1);
    cli_out_object(j->out);
    return j->out->w.error ? CLI_IO : CLI_GOOD;
}

/* After a fault: on, when it was recovered from, or when that met the end of the input. */
static int to_left_out(to_json *j, bool recovered)
{
    j->bad = true;
    return cli_args.recover && (recovered || j->in->end) ? CLI_GOOD : CLI_BAD;
}

/* Of an object too large to be held, some text may be out when a fault is met: what follows has a line of its own. */
static void to_end_broken(to_json *j, uint64_t written)
{
    if (cli_args.recover && written) cinch_put_raw(&j->out->w, "\n", 1);
}

/* The objects in the window, up to one that goes on behind it. An object that is likely to, by the length of the one before, is not tried. */
static int to_window(to_json *j, bool *cut)
{
    int status = CLI_GOOD;
    for (*cut = false; j->in->pos != j->in->len && status == CLI_GOOD; j->whole = false) {
        cinch_reader r;
        cinch_diag diag;
        const uint8_t *msg = j->in->buf + j->in->pos;
        size_t len = j->in->len - j->in->pos;
        if (cli_args.one && j->objects) return CLI_GOOD;
        if (!j->whole && !j->in->end && len < j->last) {
            *cut = true;
            return CLI_GOOD;
        }
        cinch_reader_init_opts(&r, msg, len, &j->read);
        cinch_error e = cinch_json_write(&r, &j->opts, &j->out->w, &diag);
        if (e == CINCH_ERR_TRUNCATED && !j->in->end) {
            *cut = true;
            return CLI_GOOD;
        }
        if (e != CINCH_OK) {
            status = to_fault(j, (cli_fault){.base = cli_in_offset(j->in), .msg = msg, .len = len}, &diag);
            if (status == CLI_BAD) status = to_left_out(j, cli_whole_recover(j->in));
            continue;
        }
        j->last = (size_t)cinch_reader_pos(&r);
        j->in->pos += j->last;
        status = to_end_object(j);
    }
    return status;
}

/* ---------------------------------------------------------------- an object that does not fit */

typedef struct to_rest { /* text again from the start, of which so many bytes are out already */
    cinch_writer *out;
    uint64_t skip;
} to_rest;

static cinch_error to_rest_sink(void *user, const void *bytes, size_t len)
{
    to_rest *rest = user;
    size_t n = rest->skip < len ? (size_t)rest->skip : len;
    rest->skip -= n;
    if (n < len) cinch_put_raw(rest->out, (const char *)bytes + n, len - n);
    return rest->out->error;
}

/* A map came that can only be judged in memory: the object is read a second time, where the input can be. */
static int to_held(to_json *j, uint64_t start, uint64_t written, uint64_t pos, cinch_str path)
{
    static uint8_t room[CLI_BLOCK];
    cinch_writer w;
    cinch_reader r;
    cinch_diag diag;
    size_t len;
    cli_framer framer = CINCH_ZERO;
    to_rest rest = {&j->out->w, written};
    if (!cli_in_again(j->in, start)) {
        static char shown[4 * CLI_PATH];
        cinch_escape(path.ptr, path.len, shown, sizeof shown);
        cli_say("%s: offset %" PRIu64 " (0x%" PRIx64 ")%s%s: keys that may have the same text; give a FILE, or --hold",
                j->in->name, pos, pos, *shown ? ", at " : "", shown);
        return CLI_IO; /* the data may well be good: it is the input that cannot be read twice */
    }
    if (cli_whole_next(&framer, j->in, true, &len) == CLI_WHOLE_FAIL) return j->in->status;
    cli_fault at = {.base = start, .msg = j->in->buf + j->in->pos, .len = j->in->len - j->in->pos};
    cinch_writer_init_sink(&w, room, sizeof room, to_rest_sink, &rest);
    cinch_reader_init_opts(&r, at.msg, at.len, &j->read);
    if (cinch_json_write(&r, &j->opts, &w, &diag) != CINCH_OK) {
        int status = to_fault(j, at, &diag);
        if (status == CLI_BAD) to_end_broken(j, written);
        return status == CLI_BAD ? to_left_out(j, cli_whole_recover(j->in)) : status;
    }
    if (cinch_writer_finish(&w, NULL, &diag) != CINCH_OK) return CLI_IO;
    j->in->pos += (size_t)cinch_reader_pos(&r);
    return to_end_object(j);
}

/* What the stream or the text has against it. */
static int to_stream_fault(to_json *j, cli_flow *f, const cinch_json_out *text, uint64_t written)
{
    cinch_diag diag = {.error = text->error, .pos = cli_flow_pos(f)};
    if (!text->error && cli_flow_verdict(f, &diag) == CINCH_OK) diag.error = CINCH_ERR_TRUNCATED;
    f->before = j->objects - f->s.messages;
    int status = cli_flow_tell(f, &diag);
    if (status != CLI_BAD || !cli_args.recover) return status;
    to_end_broken(j, written);
    return to_left_out(j, cli_flow_leave(f, 0));
}

static int to_stream(to_json *j)
{
    static cli_flow f;
    static char scratch[CLI_BLOCK / 4];
    static uint8_t *keys; /* for all objects; the system's again at the end */
    cinch_json_out text;
    cinch_token t;
    cinch_diag diag;
    uint64_t start = cli_in_offset(j->in), before = cinch_writer_pos(&j->out->w);
    int status = cli_flow_open(&f, j->in, &j->read);
    if (status == CLI_GOOD && !keys && !(keys = malloc(TO_KEYS))) status = cli_io_error(j->in->name, ENOMEM);
    if (status == CLI_GOOD) {
        bool ended = false;
        cinch_stream_scratch(&f.s, scratch, sizeof scratch);
        cinch_json_out_init(&text, j->levels, j->level_count, &j->opts, &j->out->w);
        cinch_json_out_keys(&text, keys, TO_KEYS);
        while (!ended && !text.error && cli_flow_next(&f, &t)) {
            cinch_json_out_put(&text, t);
            ended = cli_stream_between(&f.s, t);
        }
        f.key = text.error == CINCH_ERR_KEY ? &t : NULL;
        uint64_t written = cinch_writer_pos(&j->out->w) - before;
        if (text.error == CINCH_ERR_USE)
            status = to_held(j, start, written, cli_flow_pos(&f), cli_flow_path(&f));
        else if (ended && cinch_json_out_finish(&text, &diag) == CINCH_OK)
            status = to_end_object(j);
        else
            status = to_stream_fault(j, &f, &text, written);
    }
    cli_flow_close(&f);
    return status;
}

/* ---------------------------------------------------------------- all of them */

static bool to_batch(void *user, cli_batch *b)
{
    const to_json *j = user;
    cinch_reader r;
    cinch_reader_init_opts(&r, b->ptr, b->len, &j->read);
    while (cinch_reader_left(&r)) {
        if (cinch_json_write(&r, &j->opts, &b->w, NULL) != CINCH_OK) return false;
        cinch_put_raw(&b->w, "\n", 1);
    }
    return !b->w.error;
}

static int to_objects(to_json *j)
{
    cli_framer framer = CINCH_ZERO;
    if (!cli_args.one) cli_crew(j->in, j->out, to_batch, j, &j->objects);
    if (j->out->w.error) return CLI_IO;
    for (;;) {
        bool cut;
        size_t len;
        int status = to_window(j, &cut);
        if (status != CLI_GOOD) return status;
        if (cli_args.one && j->objects) return to_only(j);
        if (!cut) {
            if (cli_in_more(j->in)) continue;
            return cli_args.one && !j->in->status ? to_only(j) : j->bad && !j->in->status ? CLI_BAD : j->in->status;
        }
        cli_whole got = cli_whole_next(&framer, j->in, j->hold, &len);
        if (got == CLI_WHOLE_FAIL) return j->in->status;
        if (got != CLI_WHOLE_FULL) {
            j->whole = true;
            continue;
        }
        framer.going = false;
        status = to_stream(j);
        if (status != CLI_GOOD) return status;
    }
}

static int to_file(void *user)
{
    to_json *j = user;
    j->objects = 0;
    j->last = 0;
    j->whole = j->bad = false;
    return to_objects(j);
}

static int to_run(const char *const *operands, size_t count)
{
    cli_in in;
    cli_out out;
    to_json j = {.in = &in, .out = &out, .opts = cli_json_out_opts()};
    const cli_files files = {&in, &out, to_file, &j};
    j.read.limits = j.opts.limits;
    j.read.flags = cli_args.raw_time ? CINCH_RAW_TIME : 0;
    j.hold = to_args.hold || j.opts.sort_keys || j.opts.dup || j.opts.tagged;
    j.level_count = j.opts.limits.depth ? j.opts.limits.depth : CLI_DEPTH;
    j.levels = calloc(j.level_count, sizeof *j.levels);
    int status = j.levels ? cli_files_run(&files, operands, count) : cli_io_error("to-json", ENOMEM);
    free(j.levels);
    return status;
}

const cli_verb cli_verb_to_json = {
    .name = "to-json",
    .operands = "[FILE]...",
    .summary = "MessagePack to JSON, one line an object",
    .about = "No value changes silently. Integers come in full. A float 64 is the shortest text that reads back to the "
             "same bits and is still a float (2.0). Timestamps are RFC 3339 text in UTC. Types that JSON lacks lose "
             "their type, unless --tagged: bin is base64, an extension {\"$ext\":[type,\"base64\"]}, an integer key its "
             "digits.\n\n"
             "Streams of objects, and objects of any size, pass in flat memory; options that hold an object in memory "
             "say so. Several FILEs are read one after the other; the exit status is the worst of theirs.",
    .examples = "cinch to-json data.mp\tone line an object\n"
                "cinch to-json -p data.mp | less\tto look at\n"
                "cinch to-json --tagged data.mp\tnothing lost; from-json --tagged reads it\n"
                "cinch to-json --hex='93 01 c0 a1 78'\t[1,null,\"x\"]\n",
    .groups = to_groups,
    .most = 1,
    .reads = true,
    .many = true,
    .run = to_run,
};

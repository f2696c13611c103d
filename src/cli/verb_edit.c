/* SPDX-License-Identifier: MIT
 * cinch set, cinch del: one object in memory, spliced, and out again.
 */
#include "edit_scan.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

extern const cli_verb cli_verb_set, cli_verb_del;

static struct {
    bool insert, in_place, escapes;
} edit_args;

static const cli_opt insert_row = {
    0,
    "insert",
    CLI_FLAG,
    &edit_args.insert,
    NULL,
    NULL,
    "make room for JSON instead of replacing",
    "Before an element of an array, or behind its last, which - names as well as the number of elements does. In a map the "
    "member must be new."};
static const cli_opt place_rows[] = {
    {0, "in-place", CLI_FLAG, &edit_args.in_place, NULL, NULL, "write FILE anew, as -o FILE does", NULL},
    {'e', "escapes", CLI_FLAG, &edit_args.escapes, NULL, NULL,
     "POINTER has the escapes \\xHH and \\\\ that error messages print", NULL},
};
static const cli_group insert_group = {"Change", &insert_row, 1}, place_group = {"Place", place_rows, CLI_COUNT(place_rows)};
static const cli_group *const set_groups[] = {&insert_group, &place_group, &cli_json_in, &cli_input,
                                              &cli_output,   &cli_limits,  &cli_general, NULL};
static const cli_group *const del_groups[] = {&place_group, &cli_input, &cli_output, &cli_limits, &cli_general, NULL};

typedef struct editor {
    cli_in in;
    cli_out out;
    cinch_str pointer;
    cinch_writer value; /* empty: to be deleted */
} editor;

/* A word, as the shell hands on what had quotes for the shell alone. */
static bool edit_bare(const char *text)
{
    return (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
}

/* The value, from its text on the command line. */
static int edit_value(editor *e, const char *text)
{
    cli_fault at = {.name = "JSON", .text = text, .text_len = strlen(text)};
    cinch_json_opts opts = cli_json_in_opts();
    cinch_diag diag;
    if (cinch_json_read(text, at.text_len, &opts, &e->value, NULL, &diag) == CINCH_OK) return CLI_GOOD;
    cli_data_error(&at, &diag);
    if (diag.error == CINCH_ERR_SYNTAX && edit_bare(text) && !cli_fault_hint(&at, &diag))
        cli_hint("In JSON a string has its own quotes: '\"text\"'.");
    return diag.error == CINCH_ERR_MEMORY ? CLI_IO : CLI_USAGE;
}

/* The fault of an insertion is at the value that is there already, and its path names the key. */
static int edit_there(const editor *e, cinch_bin msg, const cinch_diag *diag)
{
    static char path[CLI_PATH];
    cinch_str where = {path, cinch_locate(msg.ptr, msg.len, diag->pos, path, sizeof path)};
    return cli_data_error(&(cli_fault){.name = e->in.name, .path = where}, diag);
}

static int edit_splice(editor *e, cinch_bin msg)
{
    cinch_bin value = {NULL, 0};
    cinch_read_opts read = {.limits = cli_limits_given(), .flags = CINCH_RAW_TIME};
    bool limits = cli_args.max_depth || cli_args.max_bytes || cli_args.max_items;
    cinch_diag diag;
    cinch_error error = limits ? cli_whole_check(msg.ptr, msg.len, &read, &diag) : CINCH_OK;
    if (!error) error = cinch_writer_finish(&e->value, &value, &diag);
    if (!error && !value.len)
        error = cinch_edit_del(msg.ptr, msg.len, e->pointer, &e->out.w, &diag);
    else if (!error && edit_args.insert)
        error = cinch_edit_insert(msg.ptr, msg.len, e->pointer, value, &e->out.w, &diag);
    else if (!error)
        error = cinch_edit_set(msg.ptr, msg.len, e->pointer, value, &e->out.w, &diag);
    if (!error) return CLI_GOOD;
    if (error == CINCH_ERR_POINTER) return cli_usage("POINTER is \"\" or begins with /, and has ~ only as ~0 and ~1");
    if (error == CINCH_ERR_USE) return cli_usage("the whole object can be replaced, but not inserted or deleted");
    if (error == CINCH_ERR_DUPLICATE) return edit_there(e, msg, &diag);
    return cli_data_error(&(cli_fault){.name = e->in.name, .msg = msg.ptr, .len = msg.len}, &diag);
}

/* False: there is less, or no more can be put out. */
static bool edit_copy(editor *e, uint64_t from, uint64_t to)
{
    cli_in *in = &e->in;
    if (!cli_in_again(in, from)) return false;
    while (from < to && (in->pos != in->len || cli_in_more(in)) && !e->out.w.error) {
        size_t n = in->len - in->pos;
        if (n > to - from) n = (size_t)(to - from);
        cli_out_past(&e->out, in->buf + in->pos, n);
        in->pos += n;
        from += n;
    }
    return from == to && !e->out.w.error;
}

/* The head with one more: the smallest if the old one was, else not shorter than that. */
static void edit_head(cinch_writer *w, const cli_place *at)
{
    uint8_t room[CINCH_BOUND_HEAD];
    cinch_token t = at->container;
    cinch_writer old;
    cinch_writer_init(&old, room, sizeof room);
    t.format = 0;
    cinch_put_token(&old, t);
    bool smallest = cinch_writer_pos(&old) == at->head_len;
    t.len++;
    if (!smallest) t.format = at->container.format;
    cinch_put_token(w, t);
    if (!w->error) return;
    t.format = 0;
    cinch_writer_rewind(w, 0);
    cinch_put_token(w, t);
}

static bool edit_added(editor *e, const cli_place *at)
{
    uint8_t room[2048];
    cinch_writer w;
    cinch_writer_init(&w, room, sizeof room);
    edit_head(&w, at);
    cli_out_past(&e->out, room, (size_t)cinch_writer_pos(&w));
    if (!edit_copy(e, at->head + at->head_len, at->from)) return false;
    cinch_writer_rewind(&w, 0);
    if (at->container.type == CINCH_MAP) cinch_put_str(&w, at->key.ptr, at->key.len);
    cli_out_past(&e->out, room, (size_t)cinch_writer_pos(&w));
    return true;
}

static bool edit_same(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static bool edit_write(editor *e, const cli_place *at, cinch_bin value)
{
    if (!edit_copy(e, 0, at->head_len ? at->head : at->from)) return false;
    if (at->head_len && !edit_added(e, at)) return false;
    cli_out_past(&e->out, value.ptr, value.len);
    return edit_copy(e, at->to, e->in.total);
}

/* The value of a large file is set without the file in memory: found in one reading, copied around in a second. What others do to the file
 * meanwhile is seen by its times. False: not a case for this, and nothing has happened. */
static bool edit_around(editor *e, int *status)
{
    struct stat before, after;
    cli_place place;
    cinch_bin value;
    if (!cinch_writer_pos(&e->value) || edit_args.insert || cli_args.max_depth || cli_args.max_bytes || cli_args.max_items)
        return false;
    if (fstat(e->in.fd, &before) != 0 || !cli_edit_scan(&e->in, e->pointer, &place)) return false;
    if (cinch_writer_finish(&e->value, &value, NULL) != CINCH_OK) return false;
    bool whole = edit_write(e, &place, value);
    *status = e->in.status;
    if (*status || e->out.w.error) return true; /* that of the output is told when it is closed */
    if (whole && fstat(e->in.fd, &after) == 0 && edit_same(&before, &after)) return true;
    cli_say("%s: changed while it was read", e->in.name);
    *status = CLI_IO;
    return true;
}

static int edit_held(editor *e)
{
    cinch_bin msg;
    int status = cli_in_all(&e->in, &msg);
    return status == CLI_GOOD ? edit_splice(e, msg) : status;
}

/* A FIFO would wait for its own other end, and text would come back as bytes. */
static int edit_place(void)
{
    struct stat st;
    const char *file = cli_args.input;
    if (!edit_args.in_place) return CLI_GOOD;
    if (cli_args.output) return cli_usage("--in-place or -o, not both");
    if (!file || strcmp(file, "-") == 0) return cli_usage("--in-place needs a FILE");
    if (cli_args.hex || cli_args.base64) return cli_usage("--in-place writes bytes: not with --hex or --base64");
    if (stat(file, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return cli_usage("--in-place needs a regular file");
    cli_args.output = file;
    return CLI_GOOD;
}

static int edit_file(editor *e)
{
    int status = edit_place();
    if (status == CLI_GOOD) status = cli_open(&e->in, &e->out, true);
    if (status != CLI_GOOD) return status;
    if (!edit_around(e, &status)) status = edit_held(e);
    cli_in_close(&e->in);
    return cli_out_close(&e->out, status);
}

static int edit_run(const char *pointer, const char *json)
{
    editor e = CINCH_ZERO;
    size_t len = strlen(pointer);
    char *text = malloc(len + 1);
    if (!text) return cli_io_error("POINTER", ENOMEM);
    memcpy(text, pointer, len + 1);
    int status = edit_args.escapes && !cinch_unescape(text, &len)
                     ? cli_usage("with -e a backslash in POINTER is \\\\ or begins \\xHH")
                     : CLI_GOOD;
    e.pointer = (cinch_str){text, len};
    cinch_writer_init_grow(&e.value, NULL, 0);
    if (status == CLI_GOOD && json) status = edit_value(&e, json);
    if (status == CLI_GOOD) status = edit_file(&e);
    cinch_writer_free(&e.value);
    free(text);
    return status;
}

static int set_run(const char *const *operands, size_t count)
{
    (void)count;
    return edit_run(operands[0], operands[1]);
}

static int del_run(const char *const *operands, size_t count)
{
    (void)count;
    return edit_run(operands[0], NULL);
}

const cli_verb cli_verb_set = {
    .name = "set",
    .operands = "POINTER JSON [FILE]",
    .summary = "change or add the value at a JSON Pointer",
    .about =
        "Writes the one object of the input with JSON in place of the value at POINTER (RFC 6901, as cinch get reads it; of "
        "duplicate keys the "
        "last). A member that a map lacks is added as its last; /- appends to an array; the containers on the way must be "
        "there. \"\" "
        "is the whole object. JSON may be anything that cinch from-json --one reads, with the same options.\n\n"
        "Every other byte stays as it was, formats larger than need be included; of the container changed, its count alone is "
        "written anew.\n\n"
        "A FILE is read twice and copied around the change, and must not change meanwhile. From a pipe, with --insert and with "
        "limits the object is held in memory.",
    .examples = "cinch set /user/name '\"Ann\"' data.mp -o new.mp\tone value\n"
                "cinch set --in-place /port 8080 config.mp\tthe file itself\n"
                "cinch set /tags/- '\"new\"' < data.mp > new.mp\tat the end of an array\n"
                "cinch set --insert /tags/0 '\"new\"' data.mp -o new.mp\tat its beginning\n"
                "cinch set --tagged /raw '{\"$bin\":\"AAEC\"}' data.mp -o new.mp\twhat JSON lacks\n",
    .groups = set_groups,
    .least = 2,
    .most = 3,
    .reads = true,
    .run = set_run,
};

const cli_verb cli_verb_del = {
    .name = "del",
    .operands = "POINTER [FILE]",
    .summary = "remove the value at a JSON Pointer",
    .about = "Writes the one object of the input without the element or member at POINTER (RFC 6901, as cinch get reads it; of "
             "duplicate "
             "keys the last). Every other byte stays as it was; of the container changed, its count alone is written anew.\n\n"
             "Holds the object in memory.",
    .examples = "cinch del /user/password data.mp -o new.mp\ta member\n"
                "cinch del --in-place /tags/0 data.mp\tthe first element, in the file itself\n",
    .groups = del_groups,
    .least = 1,
    .most = 2,
    .reads = true,
    .run = del_run,
};

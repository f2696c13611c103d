/* SPDX-License-Identifier: MIT
 * cinch set, cinch del: one object, spliced, and out again. A large file is copied around the change and not held.
 */
#include "edit_pour.h"
#include "edit_scan.h"
#include "flowing.h"

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
    cinch_writer value;  /* empty: to be deleted */
    cinch_writer member; /* it again, behind the key of a new member */
    cli_pour pour;
    cli_splice splices[2];
    size_t splice_count;
    uint8_t head[CINCH_BOUND_HEAD];
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

static bool edit_limited(void)
{
    return cli_args.max_depth || cli_args.max_bytes || cli_args.max_items;
}

static int edit_splice(editor *e, cinch_bin msg)
{
    cinch_bin value = {NULL, 0};
    cinch_read_opts read = {.limits = cli_limits_given(), .flags = CINCH_RAW_TIME};
    cinch_diag diag;
    cinch_error error = edit_limited() ? cli_whole_check(msg.ptr, msg.len, &read, &diag) : CINCH_OK;
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

/* The head with another count: the smallest if the old one was, else not shorter than that. Its length. */
static size_t edit_head(editor *e, const cli_place *at, bool more)
{
    uint8_t room[CINCH_BOUND_HEAD];
    cinch_token t = at->container;
    cinch_writer w;
    cinch_writer_init(&w, room, sizeof room);
    t.format = 0;
    cinch_put_token(&w, t);
    bool smallest = cinch_writer_pos(&w) == at->head_len;
    t.len += more ? 1 : UINT32_MAX;
    if (!smallest) t.format = at->container.format;
    cinch_writer_init(&w, e->head, sizeof e->head);
    cinch_put_token(&w, t);
    if (!w.error) return (size_t)cinch_writer_pos(&w);
    t.format = 0; /* too small for the count */
    cinch_writer_init(&w, e->head, sizeof e->head);
    cinch_put_token(&w, t);
    return (size_t)cinch_writer_pos(&w);
}

/* What a place, once found, means for the bytes. False: no memory. */
static bool edit_plan(editor *e, const cli_place *at)
{
    cinch_bin fresh = {NULL, 0};
    const bool more = cinch_writer_pos(&e->value) != 0;
    e->splice_count = 0;
    if (at->head_len)
        e->splices[e->splice_count++] = (cli_splice){at->head, at->head + at->head_len, e->head, edit_head(e, at, more)};
    if (more && cinch_writer_finish(&e->value, &fresh, NULL) != CINCH_OK) return false;
    if (at->key.ptr) {
        cinch_writer_rewind(&e->member, 0);
        cinch_put_str(&e->member, at->key.ptr, at->key.len);
        cinch_put_raw(&e->member, fresh.ptr, fresh.len);
        if (cinch_writer_finish(&e->member, &fresh, NULL) != CINCH_OK) return false;
    }
    e->splices[e->splice_count++] = (cli_splice){at->from, at->to, fresh.ptr, fresh.len};
    return true;
}

static bool edit_walked(void *user, uint64_t offset)
{
    editor *e = user;
    return cli_pour_walked(&e->pour, offset);
}

/* The thread reads what a plan points to, so that only the first is handed on; nearly always it is the one. */
static void edit_found(void *user, const cli_place *place)
{
    editor *e = user;
    if (!e->splice_count && edit_plan(e, place)) cli_pour_expect(&e->pour, &e->splices[e->splice_count - 1]);
}

static bool edit_same(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* The place is known. */
static int edit_finish(editor *e, const cli_place *place, const struct stat *before)
{
    struct stat after;
    cli_pour_stop(&e->pour);
    if (!edit_plan(e, place)) return cli_io_error(e->in.name, ENOMEM);
    bool whole = cli_pour_end(&e->pour, e->splices, e->splice_count);
    if (e->out.w.error) return CLI_GOOD; /* that of the output is told when it is closed */
    if (whole && fstat(e->in.fd, &after) == 0 && edit_same(before, &after)) return CLI_GOOD;
    cli_say("%s: changed while it was read", e->in.name);
    return CLI_IO;
}

/* A reading of its own, for what framing and limits have against the object. */
static int edit_judge(editor *e)
{
    static cli_flow f;
    cinch_diag diag;
    const cinch_read_opts opts = {.limits = cli_limits_given(), .flags = CINCH_RAW_TIME};
    int status = cli_flow_open(&f, &e->in, &opts);
    if (status == CLI_GOOD) {
        cli_flow_skip(&f);
        cinch_error error = cli_flow_verdict(&f, &diag);
        if (error && (error != CINCH_ERR_DEPTH || edit_limited()))
            status = cli_flow_tell(&f, &diag); /* without limits any depth does */
    }
    cli_flow_close(&f);
    cli_in_again(&e->in, 0);
    return status;
}

/* What is in the way of an edit, in the words of cinch_edit_set. CLI_GOOD: something else. */
static int edit_obstacle(editor *e, const cli_obstacle *why)
{
    cinch_str path = {e->pointer.ptr, 0};
    if (e->in.status) return e->in.status;
    if (!why->diag.error) return edit_judge(e);
    for (size_t way = 0; path.len < e->pointer.len; path.len++)
        if (path.ptr[path.len] == '/' && way++ == why->way) break;
    return cli_data_error(&(cli_fault){.name = e->in.name, .path = path}, &why->diag);
}

/* A large file is changed without being in memory: copied around the change while that is looked for, or afterwards. What others do to the file meanwhile is
 * seen by its times. False: not a case for this, and nothing has happened. */
static bool edit_around(editor *e, int *status)
{
    struct stat before;
    cli_place place;
    cli_obstacle why;
    const cli_watch watch = {edit_walked, edit_found, e};
    const cli_edit verb = !cinch_writer_pos(&e->value) ? CLI_EDIT_DEL : edit_args.insert ? CLI_EDIT_INSERT : CLI_EDIT_SET;
    if (e->in.total < CLI_BLOCK || e->in.decoding || fstat(e->in.fd, &before) != 0) return false;
    *status = edit_limited() ? edit_judge(e) : CLI_GOOD;
    if (*status != CLI_GOOD) return true;
    if (!cli_pour_begin(&e->pour, &e->in, &e->out)) return *status = CLI_IO, true;
    bool found = cli_edit_scan(&e->in, verb, e->pointer, &watch, &place, &why);
    if (found)
        *status = edit_finish(e, &place, &before);
    else if (cli_pour_drop(&e->pour))
        *status = edit_obstacle(e, &why);
    cli_pour_close(&e->pour);
    return found || *status != CLI_GOOD || e->out.w.error;
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
    cinch_writer_init_grow(&e.member, NULL, 0);
    if (status == CLI_GOOD && json) status = edit_value(&e, json);
    if (status == CLI_GOOD) status = edit_file(&e);
    cinch_writer_free(&e.member);
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
        "A FILE is copied around the change, in flat memory, and must not change meanwhile. From a pipe the object is held in "
        "memory.",
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
    .about =
        "Writes the one object of the input without the element or member at POINTER (RFC 6901, as cinch get reads it; of "
        "duplicate "
        "keys the last). Every other byte stays as it was; of the container changed, its count alone is written anew.\n\n"
        "A FILE is copied around the change, in flat memory, and must not change meanwhile. From a pipe the object is held in "
        "memory.",
    .examples = "cinch del /user/password data.mp -o new.mp\ta member\n"
                "cinch del --in-place /tags/0 data.mp\tthe first element, in the file itself\n",
    .groups = del_groups,
    .least = 1,
    .most = 2,
    .reads = true,
    .run = del_run,
};

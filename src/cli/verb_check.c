/* SPDX-License-Identifier: MIT
 * cinch check: is it well-formed? The stream judges and keeps nothing; what compares keys (--canonical, --dup) holds one object.
 */
#include "flowing.h"

#include <errno.h>
#include <inttypes.h>

extern const cli_verb cli_verb_check;

static struct {
    bool utf8, canonical, dup;
} check_args;

static const cli_opt check_rows[] = {
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one object", NULL},
    {0, "utf8", CLI_FLAG, &check_args.utf8, NULL, NULL, "every str is UTF-8", NULL},
    {0, "canonical", CLI_FLAG, &check_args.canonical, NULL, NULL, "smallest formats, keys in ascending order of their bytes",
     "By their encoded bytes, so a shorter str comes first; to-json --sort-keys goes by text, which is another order. Hence no "
     "duplicate keys. cinch canon makes it. Holds one object in memory, at most 512 deep."},
    {0, "dup", CLI_FLAG, &check_args.dup, NULL, NULL, "no duplicate keys", "Holds one object in memory, at most 512 deep."},
    {0, "raw-time", CLI_FLAG, &cli_args.raw_time, NULL, NULL, "do not judge the payload of timestamps", NULL},
};
static const cli_group check_group = {"Check", check_rows, CLI_COUNT(check_rows)};
static const cli_group *const check_groups[] = {&check_group, &cli_schema, &cli_faults,  &cli_speed, &cli_input,
                                                &cli_output,  &cli_limits, &cli_general, NULL};

typedef struct checker {
    cli_in in;
    cinch_read_opts opts;
    uint64_t objects; /* good ones */
    cinch_schema *schema;
    int verdict; /* of the schema on all objects so far */
    cli_out out;
    bool several; /* files: each line begins with the name */
} checker;

static int check_fault(const checker *c, cli_fault at, const cinch_diag *diag)
{
    at.name = c->in.name;
    at.object = c->objects + 1;
    if (c->in.status) return c->in.status; /* what cut it was told */
    return cli_data_error(&at, diag);
}

static int check_too_many(const checker *c)
{
    return check_fault(c, (cli_fault){0}, &(cinch_diag){.error = CINCH_ERR_TRAILING, .pos = cli_in_offset(&c->in)});
}

/* ---------------------------------------------------------------- in flat memory */

/* All objects at once; with --one no more than one, and a look at what follows it. */
static int check_flow(checker *c, cli_flow *f)
{
    if (!cli_args.one)
        cli_flow_skip_all(f);
    else if (cli_flow_skip(f) && (c->in.pos != c->in.len || cli_in_more(&c->in)))
        return c->objects = 1, check_too_many(c);
    c->objects = cli_flow_objects(f);
    return cli_flow_end(f);
}

static int check_stream(checker *c)
{
    static cli_flow f;
    if (!cli_args.one) cli_spans(&c->in, &c->opts, &c->objects);
    int status = cli_flow_open(&f, &c->in, &c->opts), last;
    f.before = c->objects;
    while (status != CLI_IO && (last = check_flow(c, &f)) != CLI_GOOD) {
        status = last;
        if (!cli_flow_recover(&f)) break;
    }
    cli_flow_close(&f);
    return status;
}

/* ---------------------------------------------------------------- object by object */

typedef struct check_place {
    const checker *checker;
    const uint8_t *msg;
    size_t len;
} check_place;

/* The line of a fault, and what would have been right where the error's own text does not say. */
static bool check_told(void *user, const cinch_schema_fault *f)
{
    const check_place *p = user;
    const checker *c = p->checker;
    cli_fault at = {.base = cli_in_offset(&c->in), .path = f->pointer, .expected = f->expected, .got = f->got};
    (void)check_fault(c, at, &f->diag);
    return true;
}

static int check_schema(checker *c, const uint8_t *msg, size_t len)
{
    check_place place = {c, msg, len};
    cinch_error e = cinch_schema_check(c->schema, msg, len, &c->opts, NULL, check_told, &place);
    if (e == CINCH_ERR_MEMORY) return cli_io_error(c->in.name, ENOMEM);
    if (e) c->verdict = CLI_BAD;
    return CLI_GOOD;
}

static int check_held(checker *c, const uint8_t *msg, size_t len, cinch_tree *tree)
{
    cinch_diag diag;
    cinch_read_opts opts = c->opts;
    cinch_error e = CINCH_OK;
    if (check_args.canonical) opts.flags |= CINCH_CANONICAL;
    if (check_args.canonical || !check_args.dup) e = cinch_check(msg, len, &opts, &diag);
    if (e == CINCH_OK && check_args.dup) {
        opts.flags = c->opts.flags | CINCH_UNIQUE;
        e = cinch_tree_parse(tree, msg, len, &opts, &diag);
    }
    if (e == CINCH_OK && c->schema) return check_schema(c, msg, len);
    if (e == CINCH_OK) return CLI_GOOD;
    return check_fault(c, (cli_fault){.base = cli_in_offset(&c->in), .msg = msg, .len = len}, &diag);
}

static int check_objects(checker *c, cinch_tree *tree)
{
    cli_framer framer = CINCH_ZERO;
    int status = CLI_GOOD;
    for (;;) {
        size_t len;
        cli_whole got = cli_whole_next(&framer, &c->in, true, &len);
        if (got == CLI_WHOLE_END || got == CLI_WHOLE_FAIL) return c->in.status ? c->in.status : status;
        if (cli_args.one && c->objects) return check_too_many(c);
        const uint8_t *msg = c->in.buf + c->in.pos;
        int last = check_held(c, msg, got == CLI_WHOLE_GOT ? len : c->in.len - c->in.pos, tree);
        if (last == CLI_GOOD) {
            c->in.pos += len;
            c->objects++;
            continue;
        }
        status = last;
        if (status != CLI_BAD || !cli_whole_recover(&c->in)) return status;
    }
}

/* ---------------------------------------------------------------- the verb */

/* Where keys are compared, which takes several times as long as to find where objects end; what the rest judges takes no longer
 * than that, and is not worth a thread. */
static bool check_batch(void *user, cli_batch *b)
{
    const checker *c = user;
    cinch_read_opts opts = c->opts;
    cinch_tree tree;
    cinch_reader r;
    bool good = true;
    opts.flags |= CINCH_MANY | CINCH_CANONICAL;
    if (check_args.canonical && cinch_check(b->ptr, b->len, &opts, NULL) != CINCH_OK) return false;
    if (!check_args.dup) return true;
    opts.flags = c->opts.flags | CINCH_UNIQUE;
    cinch_tree_init(&tree, NULL);
    cinch_reader_init(&r, b->ptr, b->len);
    while (good && cinch_reader_left(&r)) {
        cinch_bin msg = cinch_get_raw(&r);
        good = cinch_tree_parse(&tree, msg.ptr, msg.len, &opts, NULL) == CINCH_OK;
    }
    cinch_tree_free(&tree);
    return good;
}

static int check_all(checker *c)
{
    int status;
    if (check_args.canonical || check_args.dup || c->schema) {
        cinch_tree tree;
        cli_args.shallow = true;
        if (!cli_args.one && !c->schema) cli_crew(&c->in, NULL, check_batch, c, &c->objects);
        cinch_tree_init(&tree, NULL);
        status = check_objects(c, &tree);
        cinch_tree_free(&tree);
    } else {
        status = check_stream(c);
    }
    if (status == CLI_GOOD && cli_args.one && !c->objects)
        return check_fault(c, (cli_fault){0}, &(cinch_diag){.error = CINCH_ERR_TRUNCATED});
    return status;
}

static void check_good(checker *c)
{
    uint64_t bytes = cli_in_offset(&c->in) - c->in.skipped;
    if (c->several) {
        cli_out_text(&c->out, c->in.name);
        cli_out_text(&c->out, ": ");
    }
    cli_out_print(&c->out, "good: %" PRIu64 " object%s, %" PRIu64 " byte%s\n", c->objects, c->objects == 1 ? "" : "s", bytes,
                  bytes == 1 ? "" : "s");
    cli_out_object(&c->out);
}

static int check_file(void *user)
{
    checker *c = user;
    c->objects = 0;
    c->verdict = CLI_GOOD;
    int status = check_all(c);
    if (status == CLI_GOOD) status = c->verdict;
    if (status == CLI_GOOD || (status == CLI_BAD && cli_args.recover && !c->in.status && !c->verdict)) check_good(c);
    return status;
}

static int check_verb(const char *const *operands, size_t count)
{
    checker c = {.opts = {.limits = cli_limits_given()}, .several = count > 1};
    const cli_files files = {&c.in, &c.out, check_file, &c};
    c.opts.flags = (check_args.utf8 ? CINCH_UTF8 : 0u) | (cli_args.raw_time ? CINCH_RAW_TIME : 0u);
    int status = cli_schema_given() ? cli_schema_load(&c.schema) : CLI_GOOD;
    if (status == CLI_GOOD) status = cli_files_run(&files, operands, count);
    cinch_schema_free(c.schema);
    return status;
}

const cli_verb cli_verb_check = {
    .name = "check",
    .operands = "[FILE]...",
    .summary = "is it well-formed?",
    .about = "Reads objects, one after the other, and says how many there are, or where the first fault is. No object "
             "at all is fine, too. It judges framing, the reserved byte, timestamps and the limits, and what the "
             "options add. Of several FILEs each has a line, which begins with its name.\n\n"
             "Objects of any size pass in flat memory; options that hold an object in memory say so. With --schema each "
             "object must be what a JSON Schema says, and every fault is told, not only the first.",
    .examples = "cinch check data.mp\tgood: 3 objects, 1024 bytes\n"
                "cinch check --one --utf8 reply.mp\tone object, all text UTF-8\n"
                "cinch check --canonical data.mp\tin the one form a value has\n"
                "cinch check --schema order.json data.mp\tand what the schema says\n"
                "cinch check --max-depth 16 --max-bytes 1M upload.mp\twithin limits\n",
    .groups = check_groups,
    .most = 1,
    .reads = true,
    .many = true,
    .run = check_verb,
};

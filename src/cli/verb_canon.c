/* SPDX-License-Identifier: MIT
 * cinch canon: object by object where keys are sorted, token by token where they are not.
 */
#include "flowing.h"

extern const cli_verb cli_verb_canon;

static struct {
    int sort; /* a cinch_sort */
    bool utf8;
} canon_args;

static const cli_opt canon_rows[] = {
    {0, "sort", CLI_CHOICE, &canon_args.sort, "bytes|text|none", NULL, "keys by their encoded bytes, as text, or left in place",
     "By bytes is the canonical order, in which a shorter str key comes before a longer one. By text puts keys that are no str "
     "first, and "
     "str keys as in a dictionary. none does not look for duplicate keys, and passes objects of any size in flat memory."},
    {0, "one", CLI_FLAG, &cli_args.one, NULL, NULL, "exactly one object", NULL},
    {0, "utf8", CLI_FLAG, &canon_args.utf8, NULL, NULL, "every str must be UTF-8", NULL},
    {0, "raw-time", CLI_FLAG, &cli_args.raw_time, NULL, NULL, "leave the payload of timestamps as it is", NULL},
};
static const cli_group canon_group = {"Form", canon_rows, CLI_COUNT(canon_rows)};
static const cli_group *const canon_groups[] = {&canon_group, &cli_speed,   &cli_input, &cli_output,
                                                &cli_limits,  &cli_general, NULL};

typedef struct canoner {
    cli_in in;
    cli_out out;
    cinch_read_opts read;
    uint64_t objects;
} canoner;

static int canon_fault(const canoner *c, cli_fault at, const cinch_diag *diag)
{
    at.name = c->in.name;
    at.object = c->objects + 1;
    if (c->in.status) return c->in.status; /* what cut it was told */
    return cli_data_error(&at, diag);
}

static int canon_none_or_more(const canoner *c, cinch_error e)
{
    return canon_fault(c, (cli_fault){0}, &(cinch_diag){.error = e, .pos = cli_in_offset(&c->in)});
}

/* ---------------------------------------------------------------- in flat memory */

/* A payload may come in parts: the head goes out with the first. */
static void canon_put(canoner *c, const cinch_stream *s, cinch_token t)
{
    const void *part = t.type == CINCH_STR ? (const void *)t.as.str : t.as.ptr;
    size_t len = t.len;
    t.format = 0;
    if (t.type != CINCH_STR && t.type != CINCH_BIN && t.type != CINCH_EXT) {
        cinch_put_token(&c->out.w, t);
        return;
    }
    if (t.part & CINCH_FIRST) {
        t.len = (uint32_t)s->total;
        t.as.ptr = NULL;
        cinch_put_token(&c->out.w, t);
    }
    cinch_put_raw(&c->out.w, part, len);
}

static int canon_flow(canoner *c, cli_flow *f)
{
    cinch_token t;
    while (cli_flow_next(f, &t)) {
        if (cli_args.one && c->objects)
            return canon_fault(c, (cli_fault){0}, &(cinch_diag){.error = CINCH_ERR_TRAILING, .pos = cli_flow_pos(f)});
        canon_put(c, &f->s, t);
        c->objects = cli_flow_objects(f);
        if (cli_stream_between(&f->s, t)) cli_out_object(&c->out);
        if (c->out.w.error) return CLI_IO;
    }
    return cli_flow_end(f);
}

static int canon_stream(canoner *c)
{
    static cli_flow f;
    int status = cli_flow_open(&f, &c->in, &c->read);
    if (status == CLI_GOOD) status = canon_flow(c, &f);
    cli_flow_close(&f);
    return status;
}

/* ---------------------------------------------------------------- object by object */

static int canon_object(canoner *c, const uint8_t *msg, size_t len)
{
    cinch_canon_opts opts = {.limits = c->read.limits, .sort = (cinch_sort)canon_args.sort};
    cinch_reader r;
    cinch_diag diag;
    cinch_reader_init_opts(&r, msg, len, &c->read);
    if (cinch_canon(&r, &opts, &c->out.w, &diag) == CINCH_OK) return CLI_GOOD;
    return canon_fault(c, (cli_fault){.base = cli_in_offset(&c->in), .msg = msg, .len = len}, &diag);
}

static bool canon_batch(void *user, cli_batch *b)
{
    const canoner *c = user;
    const cinch_canon_opts opts = {.limits = c->read.limits, .sort = (cinch_sort)canon_args.sort};
    cinch_reader r;
    bool good = true;
    cinch_reader_init_opts(&r, b->ptr, b->len, &c->read);
    while (good && cinch_reader_left(&r)) good = cinch_canon(&r, &opts, &b->w, NULL) == CINCH_OK;
    return good;
}

static int canon_objects(canoner *c)
{
    cli_framer framer = CINCH_ZERO;
    if (!cli_args.one) cli_crew(&c->in, &c->out, canon_batch, c, &c->objects);
    if (c->out.w.error) return CLI_IO;
    for (;;) {
        size_t len;
        cli_whole got = cli_whole_next(&framer, &c->in, true, &len);
        if (got == CLI_WHOLE_END || got == CLI_WHOLE_FAIL) return c->in.status;
        if (cli_args.one && c->objects) return canon_none_or_more(c, CINCH_ERR_TRAILING);
        int status = canon_object(c, c->in.buf + c->in.pos, got == CLI_WHOLE_GOT ? len : c->in.len - c->in.pos);
        if (status != CLI_GOOD) return status;
        cli_out_object(&c->out);
        if (c->out.w.error) return CLI_IO;
        c->in.pos += len;
        c->objects++;
    }
}

static int canon_verb(const char *const *operands, size_t count)
{
    canoner c = {.read = {.limits = cli_limits_given()}};
    (void)operands;
    (void)count;
    c.read.flags = (canon_args.utf8 ? CINCH_UTF8 : 0u) | (cli_args.raw_time ? CINCH_RAW_TIME : 0u);
    cli_args.shallow = canon_args.sort != CINCH_SORT_NONE;
    int status = cli_open(&c.in, &c.out, true);
    if (status != CLI_GOOD) return status;
    status = canon_args.sort == CINCH_SORT_NONE ? canon_stream(&c) : canon_objects(&c);
    if (status == CLI_GOOD && cli_args.one && !c.objects) status = canon_none_or_more(&c, CINCH_ERR_TRUNCATED);
    cli_in_close(&c.in);
    return cli_out_close(&c.out, status);
}

const cli_verb cli_verb_canon = {
    .name = "canon",
    .operands = "[FILE]",
    .summary = "the one form each value has",
    .about = "Writes every object in canonical form: each item in its smallest format, timestamps too, and the keys of each "
             "map in the order of "
             "their encoded bytes. Two objects have the same value exactly when their canonical forms are the same bytes. "
             "Integers and "
             "floats stay what they are, and a float keeps its width and all its bits. A duplicate key is an error. cinch "
             "check --canonical says "
             "whether an object is in this form.\n\n"
             "Holds one object in memory, at most 512 deep, unless --sort=none.",
    .examples = "cinch canon data.mp -o canonical.mp\tto be compared, hashed or signed\n"
                "cinch canon data.mp | sha256sum\ta hash of what it says, not of how\n"
                "cinch canon --sort=none big.mp -o small.mp\tthe smallest formats, in flat memory\n"
                "cinch canon --sort=text data.mp | cinch to-json -p\tkeys in the order of a dictionary\n",
    .groups = canon_groups,
    .most = 1,
    .reads = true,
    .run = canon_verb,
};

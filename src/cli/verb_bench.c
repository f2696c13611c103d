/* SPDX-License-Identifier: MIT
 * cinch bench: the library's paths over one file, all in memory. Each is run until its time is up, and its fastest round counts: what the machine
 * does besides can only add to it.
 */
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

extern const cli_verb cli_verb_bench;

static uint64_t bench_ms = 300;

static const cli_opt bench_rows[] = {
    {0, "time", CLI_LIMIT, &bench_ms, "MS", NULL, "milliseconds for each path (300)", NULL},
};
static const cli_group bench_group = {"Measuring", bench_rows, CLI_COUNT(bench_rows)};
static const cli_group *const bench_groups[] = {&bench_group, &cli_input, &cli_output, &cli_limits, &cli_general, NULL};

typedef struct bencher {
    cli_in in;
    cli_out out;
    cinch_bin all;
    cinch_read_opts read;
    cinch_json_opts json;
    size_t *ends; /* of the objects */
    size_t objects;
    cinch_writer text;   /* JSON, a line an object; kept from the path that writes it, */
    cinch_error no_text; /*   unless it could not */
    cinch_writer w;      /* what the others write; begun anew by each object */
    cinch_tree tree;     /* memory for one object, */
    cinch_tree whole;    /*   and all of them, in an array */
    uint8_t *array;
    void *pool; /* for canon */
    size_t pool_len;
    cinch_stream s;
    cinch_level levels[CLI_DEPTH];
    char scratch[256];
    uint64_t sum; /* of what was read, so that it must be */
} bencher;

static double bench_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---------------------------------------------------------------- the paths: one round over all objects each */

static cinch_error bench_frame(bencher *b)
{
    cinch_frame f;
    cinch_frame_init(&f);
    for (size_t at = 0, used; at < b->all.len; at += used)
        if (cinch_frame_feed(&f, b->all.ptr + at, b->all.len - at, &used) == CINCH_FAILED) return f.error;
    return CINCH_OK;
}

static cinch_error bench_check(bencher *b)
{
    cinch_read_opts opts = b->read;
    opts.flags = CINCH_MANY;
    return cinch_check(b->all.ptr, b->all.len, &opts, NULL);
}

static cinch_error bench_check_utf8(bencher *b)
{
    cinch_read_opts opts = b->read;
    opts.flags = CINCH_MANY | CINCH_UTF8;
    return cinch_check(b->all.ptr, b->all.len, &opts, NULL);
}

static cinch_error bench_skip(bencher *b)
{
    cinch_reader r;
    cinch_reader_init(&r, b->all.ptr, b->all.len);
    while (cinch_reader_left(&r)) cinch_skip(&r);
    return cinch_reader_finish(&r, NULL);
}

static cinch_error bench_read(bencher *b)
{
    cinch_reader r;
    uint64_t sum = 0;
    cinch_reader_init(&r, b->all.ptr, b->all.len);
    while (cinch_reader_left(&r)) {
        cinch_token t = cinch_next(&r);
        sum += t.type == CINCH_STR ? t.len : t.as.u64;
    }
    b->sum += sum;
    return cinch_reader_finish(&r, NULL);
}

/* As from a socket: in pieces of 16 KiB. */
static cinch_error bench_stream(bencher *b)
{
    enum { PIECE = 16 << 10 };
    cinch_token t;
    cinch_stream_init(&b->s, b->levels, CLI_DEPTH, &b->read);
    cinch_stream_scratch(&b->s, b->scratch, sizeof b->scratch);
    for (size_t at = 0; at < b->all.len && !b->s.error; at += PIECE) {
        cinch_input in = {b->all.ptr + at, b->all.len - at < PIECE ? b->all.len - at : PIECE, 0};
        while (cinch_stream_next(&b->s, &in, &t) == CINCH_GOT) b->sum += t.len;
    }
    return cinch_stream_finish(&b->s, NULL);
}

static cinch_error bench_tree(bencher *b)
{
    cinch_error e = CINCH_OK;
    for (size_t i = 0, at = 0; i < b->objects && !e; at = b->ends[i++])
        e = cinch_tree_parse(&b->tree, b->all.ptr + at, b->ends[i] - at, &b->read, NULL);
    return e;
}

static cinch_error bench_write(bencher *b)
{
    const cinch_node *root = b->whole.root;
    for (uint32_t i = 0, n = cinch_node_count(root); i < n; i++) {
        cinch_writer_rewind(&b->w, 0);
        cinch_node_write(cinch_node_at(root, i), &b->w);
    }
    return cinch_writer_finish(&b->w, NULL, NULL);
}

/* In memory that stays: what malloc gives for one large object and takes back costs more than all the rest. */
static cinch_error bench_canon(bencher *b)
{
    cinch_pool pool;
    const cinch_canon_opts opts = {.limits = b->read.limits, .alloc = &pool.alloc};
    cinch_reader r;
    cinch_error e = CINCH_OK;
    if (!b->pool) return CINCH_ERR_MEMORY;
    cinch_reader_init_opts(&r, b->all.ptr, b->all.len, &b->read);
    while (cinch_reader_left(&r) && !e) {
        cinch_writer_rewind(&b->w, 0);
        cinch_pool_init(&pool, b->pool, b->pool_len);
        e = cinch_canon(&r, &opts, &b->w, NULL);
    }
    return e ? e : cinch_writer_finish(&b->w, NULL, NULL);
}

static cinch_error bench_to_json(bencher *b)
{
    cinch_reader r;
    cinch_error e = CINCH_OK;
    cinch_reader_init_opts(&r, b->all.ptr, b->all.len, &b->read);
    cinch_writer_rewind(&b->text, 0);
    while (cinch_reader_left(&r) && !e) {
        e = cinch_json_write(&r, &b->json, &b->text, NULL);
        cinch_put_raw(&b->text, "\n", 1);
    }
    b->no_text = e ? e : cinch_writer_finish(&b->text, NULL, NULL);
    return b->no_text;
}

static cinch_error bench_from_json(bencher *b)
{
    cinch_bin text;
    cinch_error e = b->no_text ? b->no_text : cinch_writer_finish(&b->text, &text, NULL);
    for (size_t at = 0, used; !e && at < text.len; at += used) {
        cinch_writer_rewind(&b->w, 0);
        e = cinch_json_read((const char *)text.ptr + at, text.len - at, &b->json, &b->w, &used, NULL);
    }
    return e;
}

static const struct bench_path {
    const char *name, *what;
    cinch_error (*round)(bencher *b);
} bench_paths[] = {
    {"frame", "where objects end", bench_frame},
    {"skip", "over each", bench_skip},
    {"check", "are they well-formed", bench_check},
    {"check --utf8", "and their text", bench_check_utf8},
    {"read", "every token", bench_read},
    {"stream", "every token, in pieces of 16 KiB", bench_stream},
    {"tree", "random access", bench_tree},
    {"write", "from a tree", bench_write},
    {"canon", "canonical form", bench_canon},
    {"to-json", "to text", bench_to_json},
    {"from-json", "and back", bench_from_json},
};

/* ---------------------------------------------------------------- measuring */

/* Seconds of the fastest round; at least three, and as many as the time allows. */
static cinch_error bench_measure(bencher *b, const struct bench_path *path, double *best)
{
    double begin = bench_clock(), from = begin, to;
    *best = 1e300;
    for (int rounds = 0; rounds < 3 || from - begin < (double)bench_ms * 1e-3; rounds++, from = to) {
        cinch_error e = path->round(b);
        to = bench_clock();
        if (e) return e;
        if (to - from < *best) *best = to - from;
    }
    if (*best < 1e-9) *best = 1e-9;
    return CINCH_OK;
}

static int bench_line(bencher *b, const struct bench_path *path)
{
    double best;
    cinch_error e = bench_measure(b, path, &best);
    if (e == CINCH_ERR_MEMORY) return cli_io_error(b->in.name, ENOMEM);
    if (e)
        cli_out_print(&b->out, "%-14s%10s  %12s  %s\n", path->name, "-", "-", cinch_error_text(e));
    else
        cli_out_print(&b->out, "%-14s%10.1f  %12.1f  %s\n", path->name, (double)b->all.len / best * 1e-6,
                      best / (double)b->objects * 1e9, path->what);
    cinch_writer_flush(&b->out.w); /* it takes a while */
    return b->out.w.error ? CLI_IO : CLI_GOOD;
}

/* ---------------------------------------------------------------- the input */

/* Those that end up to there. */
static int bench_objects(bencher *b, size_t len)
{
    cinch_frame f;
    size_t cap = 0;
    cinch_frame_init(&f);
    for (size_t at = 0, used; at < len; at += used) {
        if (b->objects == cap) {
            cap = cap ? 2 * cap : 1024;
            size_t *ends = realloc(b->ends, cap * sizeof *ends);
            if (!ends) return cli_io_error(b->in.name, ENOMEM);
            b->ends = ends;
        }
        if (cinch_frame_feed(&f, b->all.ptr + at, len - at, &used) != CINCH_GOT) break;
        b->ends[b->objects++] = at + used;
    }
    return CLI_GOOD;
}

/* All objects as the items of one array. False: too many, or no memory: then nothing can be written from there. */
static cinch_error bench_array(bencher *b)
{
    cinch_writer head;
    cinch_bin bytes;
    b->array = b->all.len < SIZE_MAX - 8 ? malloc(b->all.len + 8) : NULL;
    if (!b->array) return CINCH_ERR_MEMORY;
    cinch_writer_init(&head, b->array, 8);
    cinch_put_array(&head, b->objects);
    cinch_error e = cinch_writer_finish(&head, &bytes, NULL);
    if (e) return e;
    memcpy(b->array + bytes.len, b->all.ptr, b->all.len);
    return cinch_tree_parse(&b->whole, b->array, bytes.len + b->all.len, &b->read, NULL);
}

static int bench_all(bencher *b)
{
    cinch_read_opts opts = b->read;
    cinch_diag diag;
    opts.flags = CINCH_MANY;
    int status = cli_in_all(&b->in, &b->all);
    if (status != CLI_GOOD) return status;
    cinch_error e = cinch_check(b->all.ptr, b->all.len, &opts, &diag);
    status = bench_objects(b, e ? (size_t)diag.pos : b->all.len);
    if (status != CLI_GOOD) return status;
    if (e)
        return cli_data_error(&(cli_fault){.name = b->in.name, .object = b->objects + 1, .msg = b->all.ptr, .len = b->all.len},
                              &diag);
    if (!b->objects) {
        cli_say("%s: no object to measure", b->in.name);
        return CLI_BAD;
    }
    size_t longest = 0;
    for (size_t i = 0, at = 0; i < b->objects; at = b->ends[i++])
        if (b->ends[i] - at > longest) longest = b->ends[i] - at;
    if (longest < SIZE_MAX / 64) b->pool_len = 48 * longest + (64 << 10); /* twice what a tree and its index take */
    b->pool = b->pool_len ? malloc(b->pool_len) : NULL;
    cinch_error array = bench_array(b);
    if (array == CINCH_ERR_MEMORY) return cli_io_error(b->in.name, ENOMEM);
    cli_out_print(&b->out, "%zu object%s, %zu bytes; the fastest round of each path\n\n%-14s%10s  %12s\n", b->objects,
                  b->objects == 1 ? "" : "s", b->all.len, "", "MB/s", "ns an object");
    for (size_t i = 0; i < CLI_COUNT(bench_paths) && status == CLI_GOOD; i++) {
        const struct bench_path *path = &bench_paths[i];
        if (path->round != bench_write || !array) status = bench_line(b, path);
    }
    return status;
}

static int bench_verb(const char *const *operands, size_t count)
{
    static bencher b;
    (void)operands;
    (void)count;
    b.read.limits = b.json.limits = cli_limits_given();
    int status = cli_open(&b.in, &b.out, false);
    if (status != CLI_GOOD) return status;
    cinch_writer_init_grow(&b.text, NULL, 0);
    cinch_writer_init_grow(&b.w, NULL, 0);
    cinch_tree_init(&b.tree, NULL);
    cinch_tree_init(&b.whole, NULL);
    status = bench_all(&b);
    cinch_writer_free(&b.text);
    cinch_writer_free(&b.w);
    cinch_tree_free(&b.tree);
    cinch_tree_free(&b.whole);
    free(b.array);
    free(b.pool);
    free(b.ends);
    cli_in_close(&b.in);
    return cli_out_close(&b.out, status);
}

const cli_verb cli_verb_bench = {
    .name = "bench",
    .operands = "[FILE]",
    .summary = "how fast the library is on it",
    .about = "Runs the paths of the library over the objects of a file, in memory, and says for each the speed of its fastest "
             "round: in megabytes "
             "(10^6 bytes) of MessagePack a second, from-json too, and in nanoseconds an object. Reading the file is not part "
             "of it. A path that cannot take "
             "the input, such as to-json for a NaN, says why.\n\n"
             "One thread, no warming up but by its own rounds. Numbers of one run compare with each other, those of two runs "
             "only where nothing else was "
             "running. Holds the input twice in memory, its JSON text, and a tree of it.",
    .examples = "cinch bench data.mp\twhat to expect for data like this\n"
                "cinch bench --time 2000 data.mp\tsteadier numbers\n",
    .groups = bench_groups,
    .most = 1,
    .reads = true,
    .run = bench_verb,
};

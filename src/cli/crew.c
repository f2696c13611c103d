/* SPDX-License-Identifier: MIT
 * -j: a file in batches of whole objects, framed and put out in order by the one thread that does all else, worked on by others.
 *
 * Only what is good passes here. At the first batch that is not, or that would be one very large object, everything from its beginning on is
 * left to the verb's usual way, which meets the fault again and tells it: so that the words, the offsets and what comes out before them are the
 * same with -j and without, and are written once.
 */
#include "cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CREW_BATCH = 1 << 20, CREW_MOST = CLI_WINDOW }; /* bytes of a batch; of one that a large object needs */

typedef struct crew_batch {
    cli_batch work;
    uint64_t start; /* offset in the input */
    void *map;
    size_t map_len;
    bool good, done;
} crew_batch;

typedef struct crew {
    const cli_in *in;
    cli_batch_fn fn;
    void *user;
    crew_batch *ring;
    size_t size;
    uint64_t put, taken, out; /* batches framed, begun, and finished with; only the first two are shared */
    bool over;
    pthread_mutex_t lock;
    pthread_cond_t ready, done;
} crew;

static void *crew_work(void *arg)
{
    crew *c = arg;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->taken == c->put && !c->over) pthread_cond_wait(&c->ready, &c->lock);
        if (c->taken == c->put) break;
        crew_batch *b = &c->ring[c->taken++ % c->size];
        pthread_mutex_unlock(&c->lock);
        b->good = c->fn(c->user, &b->work);
        pthread_mutex_lock(&c->lock);
        b->done = true;
        pthread_cond_signal(&c->done);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* ---------------------------------------------------------------- a file that goes away */

/* A file that others make shorter, or a disk that fails, is a signal in a map, where read() would have told. It becomes the line and the
 * status of any other failure of input. Only the first thread to meet it has a say. */
static struct {
    char line[CLI_PATH];
    size_t len;
    atomic_flag told;
} crew_lost = {.told = ATOMIC_FLAG_INIT};

static void crew_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == BUS_ADRALN) { /* not the file's doing */
        signal(number, SIG_DFL);
        (void)raise(number);
        return;
    }
    while (atomic_flag_test_and_set(&crew_lost.told)) pause();
    cli_temp_remove();
    cli_write_all(STDERR_FILENO, crew_lost.line, crew_lost.len);
    _exit(CLI_IO);
}

static void crew_expect_loss(const cli_in *in)
{
    struct sigaction act;
    memset(&act, 0, sizeof act);
    crew_lost.len = cli_format(crew_lost.line, sizeof crew_lost.line,
                               "cinch: %s: became shorter while it was read, or cannot be read\n", in->name);
    act.sa_sigaction = crew_bus_error;
    act.sa_flags = SA_SIGINFO;
    sigemptyset(&act.sa_mask);
    sigaction(SIGBUS, &act, NULL);
}

/* ---------------------------------------------------------------- batches */

/* len bytes of the file from offset on; a map begins at a page. */
static bool crew_map(const crew *c, crew_batch *b, size_t len)
{
    uint64_t at = (uint64_t)c->in->began + b->start, page = (uint64_t)sysconf(_SC_PAGESIZE);
    size_t before = (size_t)(at % page);
    b->map_len = before + len;
    b->map = mmap(NULL, b->map_len, PROT_READ, MAP_PRIVATE, c->in->fd, (off_t)(at - before));
    if (b->map == MAP_FAILED) b->map = NULL;
    b->work.ptr = b->map ? (const uint8_t *)b->map + before : NULL;
    return b->map != NULL;
}

static void crew_unmap(crew_batch *b)
{
    if (b->map) munmap(b->map, b->map_len);
    b->map = NULL;
}

/* The whole objects in len bytes. */
static void crew_frame(cli_batch *work, size_t len)
{
    cinch_frame frame;
    size_t used;
    work->len = work->objects = 0;
    cinch_frame_init(&frame);
    while (work->len < len && cinch_frame_feed(&frame, work->ptr + work->len, len - work->len, &used) == CINCH_GOT) {
        work->len += used;
        work->objects++;
    }
}

/* The next batch, from offset on. False: there is none, or none that is one. */
static bool crew_next(crew *c, uint64_t offset)
{
    crew_batch *b = &c->ring[c->put % c->size];
    uint64_t left = c->in->total - offset;
    b->start = offset;
    b->done = b->good = false;
    for (size_t len = CREW_BATCH; left && len <= CREW_MOST; len *= 2) {
        size_t have = left < len ? (size_t)left : len;
        if (!crew_map(c, b, have)) return false;
        crew_frame(&b->work, have);
        if (b->work.len) break;
        crew_unmap(b);
        if (have == left) return false;
    }
    if (!b->map) return false;
    pthread_mutex_lock(&c->lock);
    c->put++;
    pthread_cond_signal(&c->ready);
    pthread_mutex_unlock(&c->lock);
    return true;
}

/* Waits for the oldest batch and puts it out. False: it is not good, or the output is not. */
static bool crew_finish(crew *c, cli_in *in, cli_out *out, uint64_t *objects)
{
    crew_batch *b = &c->ring[c->out++ % c->size];
    pthread_mutex_lock(&c->lock);
    while (!b->done) pthread_cond_wait(&c->done, &c->lock);
    pthread_mutex_unlock(&c->lock);
    crew_unmap(b);
    if (!b->good) return false;
    if (out) cli_out_direct(out, &b->work.w);
    *objects += b->work.objects;
    in->base = b->start + b->work.len;
    cli_progress(in);
    return !out || !out->w.error;
}

static void crew_run(crew *c, cli_in *in, cli_out *out, uint64_t *objects)
{
    uint64_t offset = cli_in_offset(in);
    bool more = true, good = true;
    while (more || c->out < c->put) {
        if (more && c->put - c->out < c->size) {
            more = crew_next(c, offset);
            if (more) offset += c->ring[(c->put - 1) % c->size].work.len;
            continue;
        }
        good = crew_finish(c, in, out, objects);
        if (!good) break;
    }
    pthread_mutex_lock(&c->lock);
    c->taken = c->put = good ? c->put : c->taken; /* what is not begun need not be */
    c->over = true;
    pthread_cond_broadcast(&c->ready);
    pthread_mutex_unlock(&c->lock);
}

/* ---------------------------------------------------------------- all of it */

static bool crew_start(crew *c, pthread_t *threads, size_t *count)
{
    for (*count = 0; *count < cli_args.jobs; ++*count)
        if (pthread_create(&threads[*count], NULL, crew_work, c) != 0) break;
    return *count != 0;
}

void cli_crew(cli_in *in, cli_out *out, cli_batch_fn fn, void *user, uint64_t *objects)
{
    crew c = {.in = in, .fn = fn, .user = user, .size = 2 * (size_t)cli_args.jobs + 2};
    size_t count = 0;
    if (cli_args.jobs < 2 || !in->total || in->decoding || in->len) return;
    pthread_t *threads = calloc((size_t)cli_args.jobs, sizeof *threads);
    c.ring = calloc(c.size, sizeof *c.ring);
    if (threads && c.ring && pthread_mutex_init(&c.lock, NULL) == 0) {
        pthread_cond_init(&c.ready, NULL);
        pthread_cond_init(&c.done, NULL);
        for (size_t i = 0; i < c.size; i++) cinch_writer_init_grow(&c.ring[i].work.w, NULL, 0);
        crew_expect_loss(in);
        if (crew_start(&c, threads, &count)) crew_run(&c, in, out, objects);
        for (size_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
        for (size_t i = 0; i < c.size; i++) {
            crew_unmap(&c.ring[i]);
            cinch_writer_free(&c.ring[i].work.w);
        }
        cli_in_again(in, in->base);
    }
    free(c.ring);
    free(threads);
}

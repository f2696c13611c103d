/* SPDX-License-Identifier: MIT
 * A file copied around a change while its place is still being looked for: by a thread of its own, behind the walk. What was copied too early is copied
 * anew, or patched where the length is the same, so the output must be a regular file; to all others the copy begins when the place is known.
 */
#include "edit_pour.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POUR_STEP = 1 << 20 }; /* bytes of the walk between two words to the thread */

/* ---------------------------------------------------------------- bytes */

static void pour_fail(cli_pour *p, int error)
{
    p->failed = true;
    p->error = error;
}

static void pour_write(cli_pour *p, const void *bytes, size_t len, uint64_t put)
{
    const char *s = bytes;
    while (len && !p->failed) {
        ssize_t n = pwrite(p->out->fd, s, len, (off_t)(p->base + (int64_t)put));
        if (n < 0 && errno != EINTR) pour_fail(p, errno);
        if (n <= 0) continue;
        s += n;
        put += (uint64_t)n;
        len -= (size_t)n;
    }
}

static void pour_put(cli_pour *p, const void *bytes, size_t len)
{
    if (p->anywhere) {
        pour_write(p, bytes, len, p->put);
    } else {
        cli_out_past(p->out, bytes, len);
        p->failed = p->out->w.error != CINCH_OK;
    }
    p->put += len;
    if (p->most < p->put) p->most = p->put;
}

/* Up to a block of the output: a write that begins or ends within a page costs a third more. */
static void pour_copy(cli_pour *p, uint64_t to)
{
    const uint64_t left = to - p->at, most = CLI_BLOCK - p->put % CLI_BLOCK;
    ssize_t n = pread(p->in->fd, p->room, (size_t)(left < most ? left : most), (off_t)(p->in->began + (int64_t)p->at));
    if (n > 0) {
        pour_put(p, p->room, (size_t)n);
        p->at += (uint64_t)n;
    } else if (n == 0 || errno != EINTR) {
        pour_fail(p, 0); /* shorter than it was, or unreadable: the file's times, or the walk, tell more */
    }
}

/* A block, or a change. False: as far as the limit. */
static bool pour_step(cli_pour *p, uint64_t limit, size_t planned)
{
    const cli_splice *next = p->done < planned ? &p->flow[p->done] : NULL;
    if (p->failed) return false;
    if (next && p->at == next->from) {
        pour_put(p, next->ptr, next->len);
        p->at = next->to;
        p->done++;
        return true;
    }
    if (next && next->from < limit) limit = next->from;
    if (p->at >= limit) return false;
    pour_copy(p, limit);
    return true;
}

/* ---------------------------------------------------------------- the thread */

static void *pour_work(void *user)
{
    cli_pour *p = user;
    pthread_mutex_lock(&p->lock);
    while (!p->over) {
        uint64_t limit = p->limit;
        size_t planned = p->planned;
        pthread_mutex_unlock(&p->lock);
        bool more = pour_step(p, limit, planned);
        pthread_mutex_lock(&p->lock);
        p->broken = p->failed;
        if (p->broken) break;
        while (!more && !p->over && p->limit == limit) pthread_cond_wait(&p->ready, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void cli_pour_stop(cli_pour *p)
{
    if (!p->running) return;
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_signal(&p->ready);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    p->running = false;
}

/* A file in which nobody else has anything, from where it stands on: the temporary one of -o, or what the shell has made for >. */
static bool pour_anywhere(const cli_pour *p)
{
    struct stat st;
    const int flags = fcntl(p->out->fd, F_GETFL);
    return p->base >= 0 && flags >= 0 && !(flags & O_APPEND) && fstat(p->out->fd, &st) == 0 && S_ISREG(st.st_mode) &&
           st.st_size == p->base;
}

/* Signals stay with the first thread. */
static bool pour_start(cli_pour *p)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    bool made = pthread_create(&p->thread, NULL, pour_work, p) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

bool cli_pour_begin(cli_pour *p, const cli_in *in, cli_out *out)
{
    memset(p, 0, sizeof *p);
    p->in = in;
    p->out = out;
    p->room = malloc(CLI_BLOCK);
    if (!p->room) return cli_io_error(in->name, ENOMEM), false;
    p->base = lseek(out->fd, 0, SEEK_CUR);
    p->anywhere = pour_anywhere(p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->ready, NULL);
    p->running = p->anywhere && pour_start(p);
    return true;
}

bool cli_pour_walked(cli_pour *p, uint64_t offset)
{
    if (!p->running || offset < p->told + POUR_STEP) return true;
    pthread_mutex_lock(&p->lock);
    p->told = p->limit = offset;
    bool broken = p->broken;
    pthread_cond_signal(&p->ready);
    pthread_mutex_unlock(&p->lock);
    return !broken;
}

void cli_pour_expect(cli_pour *p, const cli_splice *s)
{
    if (!p->running || s->len == s->to - s->from) return; /* to be patched */
    pthread_mutex_lock(&p->lock);
    if (!p->planned) p->flow[p->planned++] = *s;
    pthread_mutex_unlock(&p->lock);
}

/* ---------------------------------------------------------------- the end */

/* At one place belongs one thing. */
static bool pour_is(const cli_splice *a, const cli_splice *b)
{
    return a->from == b->from && a->to == b->to && a->len == b->len;
}

/* What moves the bytes behind it, and everything where nothing can be patched, is done on the way. Back to before the first of these that was done otherwise. */
static void pour_plan(cli_pour *p, const cli_splice *list, size_t count)
{
    cli_splice flow[2];
    size_t planned = 0;
    for (size_t i = 0; i < count; i++)
        if (!p->anywhere || list[i].len != list[i].to - list[i].from) flow[planned++] = list[i];
    if (p->planned && planned && pour_is(&flow[0], &p->flow[0])) return;
    uint64_t keep = p->at;
    if (p->done && p->flow[0].from < keep) keep = p->flow[0].from;
    if (planned && flow[0].from < keep) keep = flow[0].from;
    p->at = p->put = keep;
    p->done = 0;
    p->planned = planned;
    memcpy(p->flow, flow, sizeof flow);
}

static void pour_patch(cli_pour *p, const cli_splice *list, size_t count)
{
    uint64_t moved = 0;
    for (size_t i = 0; i < count && p->anywhere; i++) {
        uint64_t gone = list[i].to - list[i].from;
        if (list[i].len == gone)
            pour_write(p, list[i].ptr, list[i].len, list[i].from + moved);
        else
            moved += list[i].len - gone; /* may wrap, and back */
    }
}

static void pour_size(cli_pour *p, uint64_t size)
{
    off_t end = (off_t)(p->base + (int64_t)size);
    if (!p->anywhere) return;
    if ((p->most > size && ftruncate(p->out->fd, end) != 0) || lseek(p->out->fd, end, SEEK_SET) < 0) pour_fail(p, errno);
}

static bool pour_verdict(cli_pour *p)
{
    if (p->error) {
        p->out->error = p->error;
        cinch_writer_fail(&p->out->w, CINCH_ERR_SINK);
    }
    return !p->failed;
}

bool cli_pour_end(cli_pour *p, const cli_splice *list, size_t count)
{
    cli_pour_stop(p);
    pour_plan(p, list, count);
    while (pour_step(p, p->in->total, p->planned)) continue;
    if (!p->failed) pour_patch(p, list, count);
    if (!p->failed) pour_size(p, p->put);
    return pour_verdict(p);
}

bool cli_pour_drop(cli_pour *p)
{
    cli_pour_stop(p);
    pour_size(p, 0);
    pour_verdict(p);
    return !p->error;
}

void cli_pour_close(cli_pour *p)
{
    cli_pour_stop(p);
    pthread_cond_destroy(&p->ready);
    pthread_mutex_destroy(&p->lock);
    free(p->room);
}

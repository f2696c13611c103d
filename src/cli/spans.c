/* SPDX-License-Identifier: MIT
 * -j, where objects need only be found, or judged one by one: as many parts of a file as threads, and each thread finds for itself where in its part an
 * object begins.
 *
 * That is a guess, and nothing is believed of it: the parts are put together from the first on, and what a thread has found counts from the first place
 * that the objects before it lead to. Where they lead past all that a thread began with, its part is walked over again, as without
 * threads. At the first fault everything from the last good object on is left to the verb's usual way, as cli_crew does.
 */
#include "cli.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    SPAN_LEAST = 1 << 20,  /* bytes worth a thread */
    SPAN_LOOK = 128 << 10, /* within which its first object must begin */
    SPAN_MARKS = 64
};

typedef struct span {
    cli_in *in;
    const cinch_read_opts *judge; /* NULL: by framing alone */
    uint64_t begin, end;          /* its part */
    uint64_t marks[SPAN_MARKS];   /* where its first objects begin */
    size_t marked;
    uint64_t objects, at; /* whole ones, and the end of the last */
    unsigned parts;       /* not 0: tells how far it is, for all of them */
    pthread_t thread;
    bool started;
} span;

typedef struct span_walk {
    cinch_frame frame;
    cinch_stream stream;
    cinch_level *levels;
    uint8_t *buf;
} span_walk;

static size_t span_read(const span *s, void *to, size_t cap, uint64_t offset)
{
    ssize_t n;
    do n = pread(s->in->fd, to, cap, (off_t)((uint64_t)s->in->began + offset));
    while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

static bool span_prepare(const span *s, span_walk *w)
{
    uint32_t depth = s->judge && s->judge->limits.depth ? s->judge->limits.depth : CLI_DEPTH;
    w->buf = malloc(CLI_BLOCK);
    w->levels = s->judge ? calloc(depth, sizeof *w->levels) : NULL;
    cinch_frame_init(&w->frame);
    if (w->levels) cinch_stream_init(&w->stream, w->levels, depth, s->judge);
    return w->buf && (w->levels || !s->judge);
}

/* To the end of an object. */
static cinch_status span_step(const span *s, span_walk *w, const uint8_t *p, size_t len, size_t *used)
{
    cinch_input input = {p, len, 0};
    cinch_status got;
    if (!s->judge) return cinch_frame_feed(&w->frame, p, len, used);
    do got = cinch_stream_skip(&w->stream, &input);
    while (got == CINCH_GOT &&
           w->stream.depth); /* a block ended within it, and what was done of it by then was more than an item */
    *used = input.pos;
    return got;
}

/* All of a block that lies in the part, where it need not be known where each object ends: judged in one call, which takes half the time of a call
 * an object. After a fault what is sure is what was sure before. */
static bool span_bulk(const span *s, span_walk *w, size_t have, uint64_t offset, const span *other)
{
    cinch_input input = {w->buf, have, 0};
    if (!s->judge || other || s->marked < SPAN_MARKS || offset + have >= s->end) return false;
    cinch_stream_skip_all(&w->stream, &input);
    return true;
}

static bool span_marked(const span *s, uint64_t offset, size_t *before)
{
    for (*before = 0; *before < s->marked; ++*before)
        if (s->marks[*before] == offset) return true;
    return false;
}

/* Object by object from s->at on, to the first that ends at or behind s->end, to a fault, or to where `other` has begun. */
static void span_go(span *s, span_walk *w, const span *other)
{
    uint64_t offset = s->at;
    size_t have, pos, used, before;
    while ((have = span_read(s, w->buf, CLI_BLOCK, offset)) != 0) {
        pos = span_bulk(s, w, have, offset, other) ? have : 0;
        for (; pos < have; pos += used) {
            cinch_status got = span_step(s, w, w->buf + pos, have - pos, &used);
            if (got == CINCH_FAILED) return;
            if (got == CINCH_MORE) break;
            s->objects = s->judge ? w->stream.messages : s->objects + 1;
            s->at = offset + pos + used;
            if (s->marked < SPAN_MARKS) s->marks[s->marked++] = s->at;
            if (s->at >= s->end || (other && span_marked(other, s->at, &before))) return;
        }
        offset += have;
        if (s->parts) {
            s->in->base = offset * s->parts;
            cli_progress(s->in);
        }
    }
}

/* Where the first object begins. */
static bool span_guess(span *s, uint8_t *buf)
{
    size_t have = s->begin ? span_read(s, buf, SPAN_LOOK, s->begin) : 1, n = s->begin ? cinch_resync(buf, have, 0) : 0;
    s->at = s->begin + n;
    if (n < have) s->marks[s->marked++] = s->at;
    return s->marked != 0;
}

static void *span_work(void *arg)
{
    span *s = arg;
    span_walk w;
    if (span_prepare(s, &w) && span_guess(s, w.buf)) span_go(s, &w, NULL);
    free(w.levels);
    free(w.buf);
    return NULL;
}

/* On from *at, through the part of s. False: not to its end. */
static bool span_join(const span *s, uint64_t *at, uint64_t *objects)
{
    span bridge = {.in = s->in, .judge = s->judge, .end = s->end, .at = *at};
    size_t before;
    if (!span_marked(s, *at, &before)) {
        span_walk w;
        if (span_prepare(s, &w)) span_go(&bridge, &w, s);
        free(w.levels);
        free(w.buf);
        *at = bridge.at;
        *objects += bridge.objects;
    }
    if (*at < s->end && span_marked(s, *at, &before)) {
        *objects += s->objects - before;
        *at = s->at;
    }
    return *at >= s->end;
}

static void span_all(span *spans, size_t count)
{
    for (size_t i = 1; i < count; i++) spans[i].started = pthread_create(&spans[i].thread, NULL, span_work, &spans[i]) == 0;
    spans[0].parts = (unsigned)count;
    span_work(&spans[0]);
    for (size_t i = 1; i < count; i++)
        if (spans[i].started) pthread_join(spans[i].thread, NULL);
}

void cli_spans(cli_in *in, const cinch_read_opts *judge, uint64_t *objects)
{
    uint64_t most = in->total / SPAN_LEAST, at = 0;
    size_t count = (size_t)(cli_args.jobs < most ? cli_args.jobs : most);
    if (count < 2 || in->decoding || in->len) return;
    span *spans = calloc(count, sizeof *spans);
    if (!spans) return;
    for (size_t i = 0; i < count; i++) {
        spans[i].in = in;
        spans[i].judge = judge;
        spans[i].begin = in->total / count * i;
        spans[i].end = i + 1 < count ? in->total / count * (i + 1) : in->total;
    }
    span_all(spans, count);
    for (size_t i = 0; i < count; i++)
        if (at < spans[i].end && !span_join(&spans[i], &at, objects)) break;
    free(spans);
    cli_in_again(in, at);
}

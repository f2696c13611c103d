/* SPDX-License-Identifier: MIT
 * Entrants take turns in small batches until the time is over. The minimum is what the code can do; the median beside it tells how quiet
 * the machine was. Interleaving makes a busy second hit everybody; who goes first moves on by one each round.
 */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIME_RACERS = 16, TIME_SAMPLES = 20000, TIME_ROUNDS_MIN = 5, TIME_EVERY_MAX = 16, TIME_WHOLE_MIN = 3 };
#define TIME_BATCH 150e3 /* ns: long against the clock's 300, short against a scheduler's slice */

uint64_t bench_sink;

typedef struct time_racer {
    bench_result *result;
    void *state;
    size_t loops;             /* runs a batch */
    double batch;             /* ns it takes, about */
    size_t every;             /* takes part in every so many-th round, so that a slow library does not use up the time of all */
    double *samples, *broken; /* broken: by other processes */
    size_t sample_count, broken_count;
} time_racer;

static double time_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

uint64_t bench_run(const bench_input *in, const bench_entrant *entrant, void *state)
{
    uint64_t sum = 0;
    if (!in->apart) return entrant->run(state, 0, in->count);
    for (size_t i = 0; i < in->count; i++) sum += entrant->run(state, i, 1);
    return sum;
}

static double time_batch(const bench_input *in, const time_racer *r, size_t loops)
{
    double start = time_of(CLOCK_MONOTONIC);
    for (size_t i = 0; i < loops; i++) bench_sink += bench_run(in, r->result->entrant, r->state);
    return time_of(CLOCK_MONOTONIC) - start;
}

/* A batch counts by the clock on the wall when the thread had the processor for all of it. On a busy machine long batches never do;
 * those are kept apart, by the thread's own clock, which in virtual machines is now and then far too low. */
static void time_sample(const bench_input *in, time_racer *r)
{
    double per = (double)(r->loops * in->count), own = time_of(CLOCK_THREAD_CPUTIME_ID), wall = time_batch(in, r, r->loops);
    own = time_of(CLOCK_THREAD_CPUTIME_ID) - own;
    if (own > 0.98 * wall)
        r->samples[r->sample_count++] = wall / per;
    else
        r->broken[r->broken_count++] = own / per;
}

static uint64_t time_truth(const bench_msg *m, bench_expect expect)
{
    bench_digest d = {0};
    switch (expect) {
    case BENCH_VALUES: bench_digest_node(&d, &m->root); return d.h;
    case BENCH_BYTES: return bench_digest_bytes(m->ptr, m->len);
    case BENCH_SUM: return bench_sum_node(&m->root, m->ptr, true);
    case BENCH_SUM_PTR: return bench_sum_node(&m->root, m->ptr, false);
    case BENCH_LEN: return m->len;
    }
    return 0;
}

/* Each message alone, in a scattered order, so that a result that only looks right because of the one before is found. */
static bool time_verify(const bench_input *in, const time_racer *r)
{
    const bench_entrant *e = r->result->entrant;
    for (size_t k = 0; k < in->count; k++) {
        size_t i = k * 77 % in->count;
        uint64_t got = e->run(r->state, i, 1);
        if (e->digest) got = e->digest(r->state, i);
        if (got != time_truth(in->msgs + i, e->expect)) return false;
    }
    return true;
}

static int time_order(const void *a, const void *b)
{
    const double *x = (const double *)a, *y = (const double *)b;
    return (*x > *y) - (*x < *y);
}

static void time_calibrate(const bench_input *in, time_racer *r)
{
    double best = time_batch(in, r, 1);
    for (int i = 0; i < 4; i++) {
        double t = time_batch(in, r, 1);
        if (t < best) best = t;
    }
    r->loops = best > 0 && best < TIME_BATCH ? (size_t)(TIME_BATCH / best) : 1;
    if (r->loops == 0) r->loops = 1;
    r->batch = best * (double)r->loops;
    bench_heap before = bench_heap_now();
    bench_sink += bench_run(in, r->result->entrant, r->state);
    bench_heap after = bench_heap_now();
    r->result->allocs = (double)(after.calls - before.calls) / (double)in->count;
    r->result->alloc_bytes = (double)(after.bytes - before.bytes) / (double)in->count;
}

/* Returns the rounds that give each at least TIME_ROUNDS_MIN samples, or 3 where it sits out most. */
static size_t time_share(time_racer *racers, size_t count)
{
    size_t rounds = TIME_ROUNDS_MIN;
    double least = racers[0].batch;
    for (size_t i = 1; i < count; i++) least = racers[i].batch < least ? racers[i].batch : least;
    for (size_t i = 0; i < count; i++) {
        double times = racers[i].batch / (4 * least + 1);
        racers[i].every = times < 1 ? 1 : times > TIME_EVERY_MAX ? TIME_EVERY_MAX : (size_t)times;
        if (3 * racers[i].every > rounds) rounds = 3 * racers[i].every;
    }
    return rounds;
}

static void time_rounds(const bench_input *in, time_racer *racers, size_t count, double seconds)
{
    size_t least = count ? time_share(racers, count) : 0;
    double stop = time_of(CLOCK_MONOTONIC) + seconds * 1e9;
    for (size_t round = 0; round < TIME_SAMPLES && (round < least || time_of(CLOCK_MONOTONIC) < stop); round++) {
        for (size_t k = 0; k < count; k++) {
            time_racer *r = racers + (round + k) % count;
            if (round % r->every) continue;
            time_batch(in, r, 1); /* untimed: nobody pays for the caches that the one before has filled */
            time_sample(in, r);
        }
    }
}

/* The minimum, or of broken batches the lower quartile, which a clock that errs now and then cannot reach. */
static void time_judge(time_racer *r)
{
    bool whole = r->sample_count >= TIME_WHOLE_MIN;
    double *v = whole ? r->samples : r->broken;
    size_t n = whole ? r->sample_count : r->broken_count;
    qsort(v, n, sizeof *v, time_order);
    if (n == 0) return;
    r->result->ns = v[whole ? 0 : n / 4];
    r->result->median = v[n / 2];
}

bool bench_measure(const bench_input *in, bench_result *results, size_t count, double seconds)
{
    time_racer racers[TIME_RACERS] = {{0}};
    size_t fit = 0;
    if (count > TIME_RACERS) bench_die("too many entrants");
    for (size_t i = 0; i < count; i++) {
        time_racer *r = racers + fit;
        r->result = results + i;
        r->state = results[i].entrant->open(in);
        results[i].wrong = !time_verify(in, r);
        if (results[i].wrong) {
            results[i].entrant->close(r->state);
            continue;
        }
        time_calibrate(in, r);
        r->samples = (double *)bench_alloc(2 * TIME_SAMPLES * sizeof *r->samples);
        r->broken = r->samples + TIME_SAMPLES;
        fit++;
    }
    time_rounds(in, racers, fit, seconds);
    for (size_t i = 0; i < fit; i++) {
        time_racer *r = racers + i;
        time_judge(r);
        free(r->samples);
        r->result->entrant->close(r->state);
    }
    return fit == count;
}

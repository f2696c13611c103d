/* SPDX-License-Identifier: MIT
 * The same work by 1, 2 and 4 threads at once, each with an entrant's state of its own: messages a second of all together, over those of
 * one. The library shares nothing between threads, so this grows with the processors, as far as caches and memory let it.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MOST = 4, THREADS_ROUNDS = 3 };

typedef struct threads_one {
    pthread_t thread;
    const bench_entrant *entrant;
    const bench_input *in;
    void *state;
    pthread_barrier_t *start;
    double seconds;
    double messages, took; /* messages done, and the ns they took by the clock on the wall */
    uint64_t sum;
} threads_one;

static double threads_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void *threads_turn(void *arg)
{
    threads_one *one = (threads_one *)arg;
    double begin, now;
    pthread_barrier_wait(one->start);
    begin = now = threads_now();
    for (double until = begin + one->seconds * 1e9; now < until; now = threads_now()) {
        one->sum += bench_run(one->in, one->entrant, one->state);
        one->messages += (double)one->in->count;
    }
    one->took = now - begin;
    return NULL;
}

/* Messages a nanosecond, of all threads together. */
static double threads_rate(const bench_input *in, const bench_entrant *entrant, unsigned count, double seconds)
{
    threads_one all[THREADS_MOST] = {{0}};
    pthread_barrier_t start;
    double rate = 0;
    if (pthread_barrier_init(&start, NULL, count)) bench_die("pthread_barrier_init");
    for (unsigned i = 0; i < count; i++) {
        all[i] = (threads_one){.entrant = entrant, .in = in, .state = entrant->open(in), .start = &start, .seconds = seconds};
        if (pthread_create(&all[i].thread, NULL, threads_turn, all + i)) bench_die("pthread_create");
    }
    for (unsigned i = 0; i < count; i++) {
        pthread_join(all[i].thread, NULL);
        rate += all[i].messages / all[i].took;
        bench_sink += all[i].sum;
        entrant->close(all[i].state);
    }
    pthread_barrier_destroy(&start);
    return rate;
}

void bench_threads(const bench_input *in, const bench_entrant *entrant, double seconds, double rates[3])
{
    double part = seconds / (3 * THREADS_ROUNDS);
    memset(rates, 0, 3 * sizeof *rates);
    for (int round = 0; round < THREADS_ROUNDS; round++) {
        for (unsigned i = 0; i < 3; i++) {
            double rate = threads_rate(in, entrant, 1u << i, part);
            if (rate > rates[i]) rates[i] = rate;
        }
    }
}

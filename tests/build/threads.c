/* SPDX-License-Identifier: MIT
 * Threads that meet in their very first call of the library (where kernels are chosen), then go on, each with its own writers, readers
 * and trees, on input and on one parsed tree that all of them share. Every thread must come to the same bytes as one alone. Run under the
 * thread sanitizer by the stage `threads`.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cinch/cinch.h"

enum { THREADS = 4, ROUNDS = 50, TIMES = 20, CAP = 1 << 16 };

typedef struct worker {
    pthread_t thread;
    uint8_t msg[CAP], json[CAP], text[CAP], canon[CAP];
    size_t msg_len, json_len, text_len, canon_len;
    const cinch_tree *shared;
    unsigned failed;
} worker;

/* Two that take turns: who is late in leaving one must not be taken for somebody who waited for the others' work. */
static pthread_barrier_t barriers[2];

static void check(worker *w, bool good, const char *what)
{
    if (!good && !w->failed++) fprintf(stderr, "FAIL %s\n", what);
}

static void put_record(cinch_writer *w, uint64_t seed)
{
    static const double numbers[] = {0.1, -2.5e300, 1, 3.25, 1e-9, 6, 7, 8, 9};
    cinch_put_map(w, 3);
    cinch_put_cstr(w, "name");
    cinch_put_cstr(w, "na\xc3\xafve caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80, rather long to be looked at by a kernel");
    cinch_put_cstr(w, "numbers");
    cinch_put_f64s(w, numbers, sizeof numbers / sizeof *numbers);
    cinch_put_cstr(w, "id");
    cinch_put_u64(w, seed * seed * seed * 0x9e3779b97f4a7c15u >> seed % 60);
}

/* The first call of the process is made by all at once: cinch_utf8_valid in the first round, the bulk put right after. */
static void threads_write(worker *w, int round)
{
    cinch_writer out;
    cinch_bin made = CINCH_ZERO;
    pthread_barrier_wait(&barriers[round % 2]);
    check(w, cinch_utf8_valid("\xc3\xa9 and as much text again as goes to a kernel", 46), "utf8");
    cinch_writer_init(&out, w->msg, CAP);
    cinch_put_array(&out, TIMES);
    for (uint64_t i = 0; i < TIMES; i++) put_record(&out, i);
    check(w, cinch_writer_finish(&out, &made, NULL) == CINCH_OK, "write");
    w->msg_len = made.len;
}

static void json_both_ways(worker *w)
{
    cinch_writer out;
    cinch_reader in;
    cinch_bin made = CINCH_ZERO;
    static _Thread_local uint8_t again[CAP];
    cinch_reader_init(&in, w->msg, w->msg_len);
    cinch_writer_init(&out, w->json, CAP);
    check(w, cinch_json_write(&in, NULL, &out, NULL) == CINCH_OK, "to JSON");
    check(w, cinch_writer_finish(&out, &made, NULL) == CINCH_OK, "JSON");
    w->json_len = made.len;
    cinch_writer_init(&out, again, CAP);
    check(w, cinch_json_read((const char *)w->json, w->json_len, NULL, &out, NULL, NULL) == CINCH_OK, "from JSON");
    check(w, cinch_writer_finish(&out, &made, NULL) == CINCH_OK && made.len == w->msg_len, "back");
}

static void threads_text(worker *w)
{
    cinch_writer out;
    cinch_reader in;
    cinch_bin made = CINCH_ZERO;
    cinch_reader_init(&in, w->msg, w->msg_len);
    cinch_writer_init(&out, w->text, CAP);
    check(w, cinch_text_write(&in, NULL, &out, NULL) == CINCH_OK, "to text");
    check(w, cinch_writer_finish(&out, &made, NULL) == CINCH_OK, "text");
    w->text_len = made.len;
}

static void tree_alone(worker *w)
{
    cinch_read_opts opts = CINCH_ZERO;
    cinch_tree t;
    cinch_writer out;
    cinch_bin made = CINCH_ZERO;
    opts.flags = CINCH_UTF8;
    cinch_tree_init(&t, NULL);
    check(w, cinch_check(w->msg, w->msg_len, &opts, NULL) == CINCH_OK, "check");
    check(w, cinch_tree_parse(&t, w->msg, w->msg_len, &opts, NULL) == CINCH_OK, "parse");
    if (!w->failed) {
        cinch_writer_init(&out, w->canon, CAP);
        cinch_node_write(t.root, &out);
        check(w, cinch_writer_finish(&out, &made, NULL) == CINCH_OK, "tree written");
        w->canon_len = made.len;
        check(w, cinch_node_equal(t.root, w->shared->root) && cinch_node_hash(t.root, 1) == cinch_node_hash(w->shared->root, 1),
              "equal");
    }
    cinch_tree_free(&t);
}

/* Lookups write nothing, indexed maps and all. */
static void tree_shared(worker *w)
{
    char pointer[32];
    for (int i = 0; i < TIMES; i++) {
        snprintf(pointer, sizeof pointer, "/%d/numbers/8", i);
        check(w, cinch_node_f64(cinch_node_find_path(w->shared->root, cinch_cstr(pointer)), 0) == 9, "lookup");
    }
}

static void *work(void *arg)
{
    worker *w = arg;
    for (int i = 0; i < ROUNDS && !w->failed; i++) {
        threads_write(w, i);
        json_both_ways(w);
        threads_text(w);
        if (w->shared) tree_alone(w), tree_shared(w);
    }
    return NULL;
}

/* Round one has no tree yet: the library's first call must be made by all of them. */
static void threads_run(worker *w, const cinch_tree *shared)
{
    for (int i = 0; i < THREADS; i++) {
        w[i].shared = shared;
        if (pthread_create(&w[i].thread, NULL, work, w + i)) w[i].failed++;
    }
    for (int i = 0; i < THREADS; i++) pthread_join(w[i].thread, NULL);
}

static bool threads_same(const worker *a, const worker *b)
{
    return a->msg_len == b->msg_len && memcmp(a->msg, b->msg, a->msg_len) == 0 && a->json_len == b->json_len &&
           memcmp(a->json, b->json, a->json_len) == 0 && a->text_len == b->text_len &&
           memcmp(a->text, b->text, a->text_len) == 0 && a->canon_len == a->msg_len &&
           memcmp(a->canon, b->canon, a->canon_len) == 0;
}

int main(void)
{
    static worker w[THREADS];
    static uint8_t msg[CAP];
    cinch_tree shared;
    unsigned failed = 0;
    for (int i = 0; i < 2; i++) pthread_barrier_init(&barriers[i], NULL, THREADS);
    threads_run(w, NULL);
    cinch_tree_init(&shared, NULL);
    memcpy(msg, w[0].msg, w[0].msg_len);
    if (cinch_tree_parse(&shared, msg, w[0].msg_len, NULL, NULL)) failed++;
    for (size_t i = 0; !failed && i < TIMES; i++)
        if (cinch_tree_index(&shared, cinch_node_at(shared.root, i))) failed++;
    if (!failed) threads_run(w, &shared);
    for (int i = 0; i < THREADS; i++) failed += w[i].failed || !threads_same(w, w + i);
    cinch_tree_free(&shared);
    printf("== threads: %d passed, %u failed\n", THREADS - (failed < THREADS ? (int)failed : THREADS), failed);
    return failed != 0;
}

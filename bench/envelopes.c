/* SPDX-License-Identifier: MIT
 * `./dev bench envelopes`: three event payloads beside Java's msgpack-core, in one run. Each is packed from the fields of a struct (in Java:
 * of an object) by code written for it, unpacked to a tree of values, and taken through both. Envelopes.java does the same in a process
 * of its own, which this one starts and asks for its rounds, so that the two take turns under the same conditions.
 * What to pack is said here alone: Java reads it from the messages, and packs it back to the same bytes before anything is timed.
 */
#define _GNU_SOURCE
#include "cinch/tree.h"
#include "cinch/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ENV_RECORDS = 50, ENV_TEXT = 2160, ENV_BLOB = 4096, ENV_INTS = 200, ENV_SHORTS = 20, ENV_SMALL = 395, ENV_ROUNDS = 5 };

typedef struct env_record {
    uint64_t id;
    char name[60], tag[32];
    int64_t quantity;
    double price;
    bool ok;
    int64_t size[3];
} env_record;

typedef struct env_event {
    const char *id, *type, *source, *subject, *trace;
    char note[256];
    uint64_t time, sequence, severity;
    double score;
    bool active;
    env_record records[ENV_RECORDS];
} env_event;

typedef struct env_large {
    char text[ENV_TEXT + 1];
    uint8_t blob[ENV_BLOB];
    int64_t ints[ENV_INTS];
    char names[ENV_SHORTS][12], values[ENV_SHORTS][32];
} env_large;

static env_event event;
static env_large large;
static uint8_t env_out[16384];
static cinch_tree env_tree;
static volatile uint64_t env_sink;

static _Noreturn void env_die(const char *what)
{
    fprintf(stderr, "cinch-envelopes: failed: %s\n", what);
    exit(3);
}

/* ---- what is packed: made up from a seed, the same everywhere */

static uint64_t env_random(void)
{
    static uint64_t state = 42;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 11;
}

static void env_words(char *out, size_t len)
{
    for (size_t i = 0; i < len; i++) out[i] = i % 7 == 6 ? ' ' : (char)('a' + env_random() % 26);
    out[len] = 0;
}

static void env_fill(void)
{
    event = (env_event){.id = "6f1c9d2e-58a4-4b7e-9c0d-3a1e5f7b2c48",
                        .type = "order.shipped",
                        .source = "warehouse/eu-central/17",
                        .subject = "orders/2024-118-7731",
                        .trace = "4bf92f3577b34da6a3ce929d0e0e4736",
                        .time = 1718000000123,
                        .sequence = 48213,
                        .severity = 3,
                        .score = 0.8731,
                        .active = true};
    for (unsigned i = 0; i < ENV_RECORDS; i++) {
        env_record *r = event.records + i;
        r->id = 100000 + i;
        env_words(r->name, 42 + env_random() % 15);
        env_words(r->tag, 20 + env_random() % 11);
        r->quantity = (int64_t)(env_random() % 300);
        r->price = (double)(env_random() % 100000) / 100;
        r->ok = env_random() % 4 != 0;
        for (int k = 0; k < 3; k++) r->size[k] = (int64_t)(env_random() % 1000);
    }
    env_words(large.text, ENV_TEXT);
    for (unsigned i = 0; i < ENV_BLOB; i++) large.blob[i] = (uint8_t)env_random();
    for (unsigned i = 0; i < ENV_INTS; i++) {
        large.ints[i] = (int64_t)(env_random() >> env_random() % 53);
        if (i % 4 == 3) large.ints[i] = -large.ints[i];
    }
    for (unsigned i = 0; i < ENV_SHORTS; i++) {
        snprintf(large.names[i], sizeof large.names[i], "field_%02u", i);
        env_words(large.values[i], 8 + env_random() % 20);
    }
}

/* ---- packing, as one writes it by hand */

static void env_put_head(cinch_writer *w, size_t fields)
{
    cinch_put_map(w, fields);
    cinch_put_cstr(w, "id"), cinch_put_cstr(w, event.id);
    cinch_put_cstr(w, "type"), cinch_put_cstr(w, event.type);
    cinch_put_cstr(w, "source"), cinch_put_cstr(w, event.source);
    cinch_put_cstr(w, "subject"), cinch_put_cstr(w, event.subject);
    cinch_put_cstr(w, "trace"), cinch_put_cstr(w, event.trace);
    cinch_put_cstr(w, "time"), cinch_put_u64(w, event.time);
    cinch_put_cstr(w, "sequence"), cinch_put_u64(w, event.sequence);
    cinch_put_cstr(w, "severity"), cinch_put_u64(w, event.severity);
    cinch_put_cstr(w, "score"), cinch_put_f64(w, event.score);
    cinch_put_cstr(w, "active"), cinch_put_bool(w, event.active);
    cinch_put_cstr(w, "parent"), cinch_put_nil(w);
    cinch_put_cstr(w, "note"), cinch_put_cstr(w, event.note);
}

static void env_put_small(cinch_writer *w)
{
    env_put_head(w, 12);
}

static void env_put_medium(cinch_writer *w)
{
    env_put_head(w, 13);
    cinch_put_cstr(w, "records");
    cinch_put_array(w, ENV_RECORDS);
    for (const env_record *r = event.records; r < event.records + ENV_RECORDS; r++) {
        cinch_put_map(w, 7);
        cinch_put_cstr(w, "id"), cinch_put_u64(w, r->id);
        cinch_put_cstr(w, "name"), cinch_put_cstr(w, r->name);
        cinch_put_cstr(w, "quantity"), cinch_put_i64(w, r->quantity);
        cinch_put_cstr(w, "price"), cinch_put_f64(w, r->price);
        cinch_put_cstr(w, "ok"), cinch_put_bool(w, r->ok);
        cinch_put_cstr(w, "tag"), cinch_put_cstr(w, r->tag);
        cinch_put_cstr(w, "size"), cinch_put_array(w, 3);
        for (int k = 0; k < 3; k++) cinch_put_i64(w, r->size[k]);
    }
}

static void env_put_large(cinch_writer *w)
{
    cinch_put_map(w, 3 + ENV_SHORTS);
    cinch_put_cstr(w, "text"), cinch_put_str(w, large.text, ENV_TEXT);
    cinch_put_cstr(w, "blob"), cinch_put_bin(w, large.blob, ENV_BLOB);
    cinch_put_cstr(w, "ints"), cinch_put_array(w, ENV_INTS);
    for (int i = 0; i < ENV_INTS; i++) cinch_put_i64(w, large.ints[i]);
    for (int i = 0; i < ENV_SHORTS; i++) cinch_put_cstr(w, large.names[i]), cinch_put_cstr(w, large.values[i]);
}

typedef struct env_payload {
    const char *name;
    void (*put)(cinch_writer *w);
    uint8_t *msg;
    size_t len;
} env_payload;

static env_payload env_payloads[] = {
    {"small", env_put_small, NULL, 0}, {"medium", env_put_medium, NULL, 0}, {"large", env_put_large, NULL, 0}};
enum { ENV_PAYLOADS = sizeof env_payloads / sizeof *env_payloads };

static cinch_bin env_pack(const env_payload *p)
{
    cinch_writer w;
    cinch_bin out;
    cinch_writer_init(&w, env_out, sizeof env_out);
    p->put(&w);
    if (cinch_writer_finish(&w, &out, NULL)) env_die("cinch_writer_finish");
    return out;
}

static void env_unpack(const void *msg, size_t len)
{
    if (cinch_tree_parse(&env_tree, msg, len, NULL, NULL)) env_die("cinch_tree_parse");
    env_sink += env_tree.root->type;
}

/* The messages, each written to DIR/NAME.msgpack for Java, and checked: a tree of it writes the same bytes. */
static void env_make(const char *dir)
{
    size_t missing = ENV_SMALL - 1;
    env_fill();
    cinch_tree_init(&env_tree, NULL);
    missing -= env_pack(env_payloads).len; /* 1 less: with more than 31 bytes the note's head has 2 */
    env_words(event.note, missing);
    for (env_payload *p = env_payloads; p < env_payloads + ENV_PAYLOADS; p++) {
        char path[4096];
        cinch_bin out = env_pack(p);
        p->len = out.len;
        p->msg = malloc(out.len);
        if (!p->msg) env_die("malloc");
        memcpy(p->msg, out.ptr, out.len);
        cinch_writer w;
        env_unpack(p->msg, p->len);
        cinch_writer_init(&w, env_out, sizeof env_out);
        cinch_node_write(env_tree.root, &w);
        if (cinch_writer_finish(&w, &out, NULL) || out.len != p->len || memcmp(out.ptr, p->msg, p->len) != 0) env_die(p->name);
        snprintf(path, sizeof path, "%s/%s.msgpack", dir, p->name);
        FILE *f = fopen(path, "wb");
        if (!f || fwrite(p->msg, 1, p->len, f) != p->len || fclose(f)) env_die(path);
    }
    if (env_payloads[0].len != ENV_SMALL) env_die("the small payload has not 395 bytes");
}

/* ---- time */

/* The thread's own clock, in both halves: what else the machine does is not counted, nor are the JVM's collector and compiler, which
 * have threads of their own. */
static double env_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static const char *const env_works[] = {"pack", "unpack", "both"};
enum { ENV_PACK, ENV_UNPACK, ENV_BOTH, ENV_WORKS };

/* Nanoseconds an operation, over so many milliseconds. */
static double env_round(const env_payload *p, int work, int millis)
{
    double began = env_now(), now;
    uint64_t count = 0;
    do {
        for (int i = 0; i < 64; i++) {
            cinch_bin out = {p->msg, p->len};
            if (work != ENV_UNPACK) out = env_pack(p);
            if (work != ENV_PACK) env_unpack(out.ptr, out.len);
            env_sink += out.len;
        }
        count += 64;
        now = env_now();
    } while (now - began < millis * 1e6);
    return (now - began) / (double)count;
}

static double env_java(FILE *to, FILE *from, const char *name, const char *work, int millis)
{
    double ns;
    if (fprintf(to, "%s %s %d\n", name, work, millis) < 0 || fflush(to) || fscanf(from, "%lf", &ns) != 1)
        env_die("Java's answer");
    return ns;
}

int main(int argc, char **argv)
{
    if (argc != 4) return fprintf(stderr, "usage: cinch-envelopes DIR SECONDS JAVA-COMMAND, with a fifo DIR/answers\n"), 2;
    char path[4096];
    int millis = (int)(atof(argv[2]) * 1000);
    env_make(argv[1]);
    FILE *to = popen(argv[3], "w");
    snprintf(path, sizeof path, "%s/answers", argv[1]);
    FILE *from = to ? fopen(path, "r") : NULL;
    char version[64];
    if (!from || fscanf(from, "%63s", version) != 1) env_die("Java does not answer");
    printf("cinch and msgpack-core %s, warmed up %.1f s, %d rounds of %.1f s in turns, the best:\n", version, millis * 1.5e-3,
           ENV_ROUNDS, millis * 1e-3);
    printf("%-8s %7s %-8s %12s %12s %12s\n", "payload", "bytes", "work", "cinch ns", "Java ns", "Java/cinch");
    for (const env_payload *p = env_payloads; p < env_payloads + ENV_PAYLOADS; p++) {
        for (int work = 0; work < ENV_WORKS; work++) {
            env_java(to, from, p->name, env_works[work], millis * 3 / 2);
            env_round(p, work, millis * 3 / 2);
            double ours = 1e300, theirs = 1e300;
            for (int i = 0; i < ENV_ROUNDS; i++) {
                double java = env_java(to, from, p->name, env_works[work], millis), here = env_round(p, work, millis);
                theirs = java < theirs ? java : theirs;
                ours = here < ours ? here : ours;
            }
            printf("%-8s %7zu %-8s %12.1f %12.1f %11.2fx\n", p->name, p->len, env_works[work], ours, theirs, theirs / ours);
            fflush(stdout);
        }
    }
    fclose(from);
    return pclose(to) == 0 ? 0 : 3;
}

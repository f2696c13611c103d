/* SPDX-License-Identifier: MIT
 * cinch-bench: options, choice of works, tables and JSON lines.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef __linux__
#include <sched.h>
#endif

enum { MAIN_ENTRANTS = 16 };

typedef struct main_options {
    const char *data;
    const char *who; /* comma-separated, or NULL: everybody */
    bool json, list, threads;
    double seconds; /* a work */
    int cpu;
    char **names;
    int name_count;
} main_options;

static const char main_help[] =
    "usage: cinch-bench [NAME...] [options]\n"
    "Times cinch beside other libraries. NAME chooses the works that begin with it: tree, pull/twitter, i64s.\n"
    "\n"
    "  --quick          half a second a work instead of three\n"
    "  --seconds N      so many seconds a work\n"
    "  --json           one line of JSON a measurement\n"
    "  --threads        cinch alone, by 1, 2 and 4 threads at once, not pinned\n"
    "  --list           the works and who does them\n"
    "  --who A,B        only these libraries\n"
    "  --data DIR       where twitter.json, citm_catalog.json and canada.json are [../shared/data];\n"
    "                   documents that are not there are generated\n"
    "  --cpu N          stay on this processor [the last one allowed]; -1: do not pin\n";

void bench_die(const char *what)
{
    fprintf(stderr, "cinch-bench: failed: %s\n", what);
    exit(3);
}

static int main_usage(const char *what, const char *arg)
{
    fprintf(stderr, "cinch-bench: %s: %s\nTry cinch-bench --help\n", what, arg);
    return 2;
}

static bool main_number(const char *text, double *out)
{
    char *stop;
    *out = strtod(text, &stop);
    return stop != text && *stop == 0;
}

/* 0: go on; 1: all done; 2: usage. */
static int main_parse(main_options *o, int argc, char **argv)
{
    double cpu;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *v = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            fputs(main_help, stdout);
            return 1;
        }
        if (a[0] != '-') {
            o->names[o->name_count++] = argv[i];
        } else if (strcmp(a, "--quick") == 0) {
            o->seconds = 0.5;
        } else if (strcmp(a, "--json") == 0) {
            o->json = true;
        } else if (strcmp(a, "--list") == 0) {
            o->list = true;
        } else if (strcmp(a, "--threads") == 0) {
            o->threads = true;
        } else if (!v) {
            return main_usage("unknown option, or one that wants a value", a);
        } else if (strcmp(a, "--seconds") == 0) {
            if (!main_number(argv[++i], &o->seconds)) return main_usage("not a number", v);
        } else if (strcmp(a, "--cpu") == 0) {
            if (!main_number(argv[++i], &cpu)) return main_usage("not a number", v);
            o->cpu = (int)cpu;
        } else if (strcmp(a, "--data") == 0) {
            o->data = argv[++i];
        } else if (strcmp(a, "--who") == 0) {
            o->who = argv[++i];
        } else {
            return main_usage("unknown option", a);
        }
    }
    return 0;
}

static bool main_chosen(const main_options *o, const char *work)
{
    for (int i = 0; i < o->name_count; i++) {
        if (strncmp(work, o->names[i], strlen(o->names[i])) == 0) return true;
    }
    return o->name_count == 0;
}

static bool main_wanted(const main_options *o, const char *who)
{
    size_t len = strlen(who);
    for (const char *at = o->who; at && *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        if (strcspn(at, ",") == len && memcmp(at, who, len) == 0) return true;
    }
    return o->who == NULL;
}

static size_t main_entrants(const main_options *o, const bench_work *w, bench_result *results)
{
    const bench_entrant *all[MAIN_ENTRANTS];
    size_t n = bench_entrants_of(w->task, all, MAIN_ENTRANTS), count = 0;
    memset(results, 0, MAIN_ENTRANTS * sizeof *results);
    for (size_t i = 0; i < n; i++) {
        if (main_wanted(o, all[i]->who)) results[count++].entrant = all[i];
    }
    return count;
}

/* Returns the processor, or -1. */
static int main_pin(int cpu)
{
#ifdef __linux__
    cpu_set_t set;
    if (cpu == -1 || sched_getaffinity(0, sizeof set, &set) != 0) return -1;
    if (cpu == -2) {
        for (size_t i = 0; i < CPU_SETSIZE; i++) {
            if (CPU_ISSET(i, &set)) cpu = (int)i;
        }
    }
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? cpu : -1;
#else
    (void)cpu;
    return -1;
#endif
}

static void main_average(const bench_input *in, double *bytes, double *items)
{
    *bytes = *items = 0;
    for (size_t i = 0; i < in->count; i++) {
        *bytes += (double)in->msgs[i].len / (double)in->count;
        *items += (double)in->msgs[i].items / (double)in->count;
    }
}

static void main_json(const bench_work *w, const bench_input *in, const bench_result *r)
{
    double bytes, items;
    main_average(in, &bytes, &items);
    printf("{\"work\":\"%s\",\"who\":\"%s\",\"ns\":%.1f,\"median_ns\":%.1f,\"bytes\":%.0f,\"items\":%.0f}\n", w->name,
           r->entrant->who, r->ns, r->median, bytes, items);
    fflush(stdout);
}

static const bench_result *main_best(const bench_result *results, size_t count, bench_rank rank)
{
    const bench_result *best = NULL;
    for (size_t i = 0; i < count; i++) {
        if (results[i].entrant->rank == rank && !results[i].wrong && (!best || results[i].ns < best->ns)) best = results + i;
    }
    return best;
}

static void main_time(char *out, size_t cap, double ns)
{
    if (ns < 1e4) {
        snprintf(out, cap, "%.1f ns", ns);
    } else {
        snprintf(out, cap, "%.1f us", ns / 1e3);
    }
}

static void main_table(const bench_work *w, const bench_input *in, const bench_result *results, size_t count)
{
    const bench_result *peer = main_best(results, count, BENCH_PEER);
    double bytes, items;
    main_average(in, &bytes, &items);
    printf("\n%s: %.0f bytes, %.0f items (%s)\n", w->name, bytes, items, in->origin);
    printf("  %-20s %12s %12s %8s %8s %8s %12s %9s\n", "who", "minimum", "median", "MB/s", "ns/item", "allocs", "alloc bytes",
           "peer/who");
    for (size_t i = 0; i < count; i++) {
        const bench_result *r = results + i;
        char ns[32], median[32];
        if (r->wrong) {
            printf("  %-20s WRONG RESULT, not timed\n", r->entrant->who);
            continue;
        }
        main_time(ns, sizeof ns, r->ns);
        main_time(median, sizeof median, r->median);
        printf("  %-20s %12s %12s %8.0f %8.2f %8.1f %12.0f", r->entrant->who, ns, median, bytes / r->ns * 1e3, r->ns / items,
               r->allocs, r->alloc_bytes);
        if (peer) printf(" %8.2fx", peer->ns / r->ns);
        static const char *const notes[] = {[BENCH_LIMIT] = "  (the limit)", [BENCH_YARD] = "  (does less)"};
        const char *note = notes[r->entrant->rank];
        printf("%s\n", note ? note : r == peer ? "  (best peer)" : "");
    }
    fflush(stdout);
}

static void main_threads(const main_options *o, const bench_work *w, const bench_input *in, const bench_result *results,
                         size_t count)
{
    double rates[3];
    for (size_t i = 0; i < count; i++) {
        const bench_entrant *e = results[i].entrant;
        if (strcmp(e->who, "cinch") != 0) continue;
        bench_threads(in, e, o->seconds, rates);
        for (int k = 0; o->json && k < 3; k++)
            printf("{\"work\":\"%s\",\"who\":\"cinch\",\"threads\":%d,\"ns\":%.1f}\n", w->name, 1 << k, 1 / rates[k]);
        if (!o->json)
            printf("%-30s %12.0f %12.0f %12.0f %8.2fx %8.2fx\n", w->name, rates[0] * 1e9, rates[1] * 1e9, rates[2] * 1e9,
                   rates[1] / rates[0], rates[2] / rates[0]);
        fflush(stdout);
    }
}

static void main_list(const main_options *o)
{
    bench_result results[MAIN_ENTRANTS];
    for (const bench_work *w = bench_works; w->name; w++) {
        if (!main_chosen(o, w->name)) continue;
        size_t count = main_entrants(o, w, results);
        printf("%-22s", w->name);
        for (size_t i = 0; i < count; i++) printf(" %s", results[i].entrant->who);
        printf("\n");
    }
}

static void main_intro(int cpu)
{
#ifdef __VERSION__
    printf("cinch-bench, compiled by %s", __VERSION__);
#endif
    if (cpu >= 0) printf(", on processor %d alone", cpu);
    printf(". Times are per message.\n\"peer/who\" is the best peer's minimum over this one's: above 1 is faster than every "
           "peer.\n");
}

int main(int argc, char **argv)
{
    main_options o = {.data = "../shared/data", .seconds = 3, .cpu = -2};
    bench_result results[MAIN_ENTRANTS];
    bool any = false, good = true;
    o.names = (char **)bench_alloc((size_t)argc * sizeof *o.names);
    int end = main_parse(&o, argc, argv);
    if (end == 0) {
        int cpu = o.list || o.threads ? -1 : main_pin(o.cpu);
        if (!o.json && !o.list && !o.threads) main_intro(cpu);
        if (!o.json && o.threads)
            printf("%-30s %12s %12s %12s %9s %9s\n", "messages a second by threads:", "1", "2", "4", "2 / 1", "4 / 1");
    }
    for (const bench_work *w = bench_works; end == 0 && w->name; w++) {
        if (!main_chosen(&o, w->name)) continue;
        any = true;
        size_t count = main_entrants(&o, w, results);
        if (o.list || count == 0) continue;
        const bench_input *in = bench_input_get(w->input, o.data);
        if (o.threads) {
            main_threads(&o, w, in, results, count);
            continue;
        }
        good = bench_measure(in, results, count, o.seconds) && good;
        for (size_t i = 0; i < count; i++) {
            if (results[i].wrong) {
                fprintf(stderr, "cinch-bench: %s: the result of %s is wrong\n", w->name, results[i].entrant->who);
            } else if (o.json) {
                main_json(w, in, results + i);
            }
        }
        if (!o.json) main_table(w, in, results, count);
    }
    if (end == 0 && o.list) main_list(&o);
    if (end == 0 && !any) end = main_usage("no work begins with", o.names[0]);
    free(o.names);
    return end == 2 ? 2 : end == 1 || good ? 0 : 1;
}

/* SPDX-License-Identifier: MIT
 * What the library alone takes for the work of a verb of the tool, for tools/whole_process.py: process_work VERB FILE TIMES goes over the file, which
 * lies in memory, so many times; the result goes into a buffer that is used again, and only the calls are timed. Prints seconds.
 */
#define _POSIX_C_SOURCE 200809L
#include "cinch/check.h"
#include "cinch/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void process_die(const char *what)
{
    fprintf(stderr, "process_work: failed: %s\n", what);
    exit(3);
}

static uint8_t *process_file(const char *path, size_t *len)
{
    uint8_t *p;
    long size;
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) || (size = ftell(f)) <= 0 || fseek(f, 0, SEEK_SET)) process_die(path);
    *len = (size_t)size;
    p = malloc(*len);
    if (!p || fread(p, 1, *len, f) != *len) process_die(path);
    fclose(f);
    return p;
}

/* As many messages as it likes, one document: the bytes they take. */
static size_t process_check(const uint8_t *p, size_t left, cinch_writer *w)
{
    cinch_read_opts opts = CINCH_ZERO;
    (void)w;
    opts.flags = CINCH_MANY | CINCH_UTF8;
    if (cinch_check(p, left, &opts, NULL)) process_die("cinch_check");
    return left;
}

static size_t process_to_json(const uint8_t *p, size_t left, cinch_writer *w)
{
    cinch_reader r;
    cinch_reader_init(&r, p, left);
    if (cinch_json_write(&r, NULL, w, NULL)) process_die("cinch_json_write");
    return cinch_reader_pos(&r);
}

static size_t process_from_json(const uint8_t *p, size_t left, cinch_writer *w)
{
    const uint8_t *end = memchr(p, '\n', left);
    size_t len = end ? (size_t)(end - p) : left;
    if (cinch_json_read((const char *)p, len, NULL, w, NULL, NULL)) process_die("cinch_json_read");
    return len + (end != NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        size_t (*run)(const uint8_t *, size_t, cinch_writer *);
    } works[] = {{"check", process_check}, {"to-json", process_to_json}, {"from-json", process_from_json}};
    struct timespec a, b;
    cinch_writer w;
    size_t len, k = 0;
    if (argc != 4) return 2;
    while (k < 3 && strcmp(argv[1], works[k].name) != 0) k++;
    if (k == 3) return 2;
    uint8_t *bytes = process_file(argv[2], &len);
    cinch_writer_init_grow(&w, NULL, 0);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long times = strtol(argv[3], NULL, 10); times > 0; times--) {
        for (size_t at = 0; at < len;) {
            cinch_writer_rewind(&w, 0);
            at += works[k].run(bytes + at, len - at, &w);
            if (w.error) process_die("writing");
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%.3f\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
    cinch_writer_free(&w);
    free(bytes);
    return 0;
}

/* SPDX-License-Identifier: MIT
 * Flat memory: the tool reads a long stream of small objects, one object that holds a large bin, and one that holds very many small ones, all made here
 * and passed through a pipe, and must stay below 16 MiB of resident memory. usage: flat_run CINCH FOLDER STREAM_MIB BIN_MIB [VERB...]
 *
 * Knows nothing of the library: what comes out is held against numbers worked out here.
 */
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier): wait4 */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MIB = 1 << 20, MOST_KIB = 16 << 10 };

/* {"id": u32, "name": str, "list": [1, 2, 3], "at": timestamp}: every one in its smallest format. */
static const unsigned char record[] = "\x84\xa2id\xce\x01\x02\x03\x04\xa4name\xabhello world\xa4list\x93\x01\x02\x03\xa2"
                                      "at\xd6\xff\x5f\x00\x00\x00";
enum { RECORD = sizeof record - 1, HEAD = 5 };

struct input {
    const char *name;
    uint64_t bytes, objects;
    uint64_t bin; /* bytes of the large one; 0: small objects */
    bool array;   /* which are the items of one */
};

static bool write_fully(int fd, const void *bytes, size_t len)
{
    const char *p = bytes;
    while (len) {
        ssize_t n = write(fd, p, len);
        if (n < 0) return false; /* nobody reads any more */
        p += n;
        len -= (size_t)n;
    }
    return true;
}

/* [bin, 1], or records, or an array of them. */
static void generate(const struct input *in, int fd)
{
    static unsigned char block[RECORD * 20000];
    uint64_t left = in->bin ? in->bin : in->bytes;
    if (in->bin) {
        unsigned char head[6] = {0x92, 0xc6};
        for (int i = 0; i < 4; i++) head[2 + i] = (unsigned char)(in->bin >> (24 - 8 * i));
        memset(block, 0xc1, sizeof block);
        if (!write_fully(fd, head, sizeof head)) return;
    } else {
        unsigned char head[HEAD] = {0xdd};
        left -= in->array ? HEAD : 0;
        for (int i = 0; i < 4; i++) head[1 + i] = (unsigned char)(left / RECORD >> (24 - 8 * i));
        for (size_t i = 0; i < sizeof block; i += RECORD) memcpy(block + i, record, RECORD);
        if (in->array && !write_fully(fd, head, sizeof head)) return;
    }
    for (size_t n; left; left -= n) {
        n = left < sizeof block ? (size_t)left : sizeof block;
        if (!write_fully(fd, block, n)) return;
    }
    if (in->bin) write_fully(fd, "\x01", 1);
}

static pid_t start_generator(const struct input *in, const int pipes[2])
{
    pid_t child = fork();
    if (child != 0) return child;
    close(pipes[0]);
    generate(in, pipes[1]);
    _exit(0);
}

static pid_t start_tool(const char *tool, char *const *args, int in, int out)
{
    pid_t child = fork();
    if (child != 0) return child;
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execv(tool, args);
    _exit(127);
}

struct outcome {
    uint64_t bytes;  /* that came out */
    char first[100]; /* the beginning of them */
    int status;
    long kib;
    double seconds;
};

static void drain(int fd, struct outcome *o)
{
    static char room[1 << 16];
    ssize_t n;
    while ((n = read(fd, room, sizeof room)) > 0) {
        if (o->bytes < sizeof o->first - 1) {
            size_t keep = sizeof o->first - 1 - (size_t)o->bytes;
            memcpy(o->first + o->bytes, room, (size_t)n < keep ? (size_t)n : keep);
        }
        o->bytes += (uint64_t)n;
    }
}

static double flat_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct outcome flat_run_one(const char *tool, char *const *args, const struct input *in)
{
    struct outcome o = {.status = -1};
    struct rusage usage;
    int feed[2], result[2];
    double began = flat_now();
    if (pipe(feed) != 0 || pipe(result) != 0) return o;
    for (int i = 0; i < 2; i++) { /* each side keeps its own ends alone */
        fcntl(feed[i], F_SETFD, FD_CLOEXEC);
        fcntl(result[i], F_SETFD, FD_CLOEXEC);
    }
    pid_t generator = start_generator(in, feed), child = start_tool(tool, args, feed[0], result[1]);
    close(feed[0]);
    close(feed[1]);
    close(result[1]);
    drain(result[0], &o);
    close(result[0]);
    if (wait4(child, &o.status, 0, &usage) < 0) o.status = -1;
    o.kib = usage.ru_maxrss;
    waitpid(generator, NULL, 0);
    o.seconds = flat_now() - began;
    return o;
}

/* ---------------------------------------------------------------- what is run, and what must come out */

enum wanted { ANY, COUNT, GOOD, SAME, NOTHING };
static const struct work {
    const char *args[6];
    enum wanted wanted;
} works[] = {
    {{"check"}, GOOD},
    {{"check", "--utf8"}, GOOD},
    {{"count"}, COUNT},
    {{"count", "--recover"}, COUNT},
    {{"count", "--max-depth", "9"}, COUNT},
    {{"split", "-b", "1G"}, NOTHING}, /* -p is added */
    {{"head", "-n", "9G"}, SAME},
    {{"stat"}, ANY},
    {{"dump"}, ANY},
    {{"to-json"}, ANY},
    {{"canon", "--sort=none"}, SAME},
};

static bool right(const struct work *w, const struct input *in, const struct outcome *o)
{
    char want[100] = "";
    switch (w->wanted) {
    case COUNT: snprintf(want, sizeof want, "%" PRIu64 "\n", in->objects); break;
    case GOOD:
        snprintf(want, sizeof want, "good: %" PRIu64 " object%s, %" PRIu64 " bytes\n", in->objects, in->objects == 1 ? "" : "s",
                 in->bytes);
        break;
    case SAME: return o->bytes == in->bytes;
    case NOTHING: return o->bytes == 0;
    default: return o->bytes != 0;
    }
    return strcmp(want, o->first) == 0;
}

static bool one(const char *tool, const char *prefix, const struct work *w, const struct input *in)
{
    char *args[10] = {(char *)"cinch"}, words[64] = "";
    size_t n = 1;
    for (size_t i = 0; w->args[i]; i++) {
        args[n++] = (char *)w->args[i];
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i ? " " : "", w->args[i]);
    }
    if (w->wanted == NOTHING) {
        args[n++] = (char *)"-p";
        args[n++] = (char *)prefix;
    }
    struct outcome o = flat_run_one(tool, args, in);
    bool ended = WIFEXITED(o.status) && WEXITSTATUS(o.status) == 0, good = ended && right(w, in, &o) && o.kib < MOST_KIB;
    printf("%s%-20s %s, %" PRIu64 " MiB: %ld KiB resident, %.1f s\n", good ? "> " : "FAILED ", words, in->name, in->bytes / MIB,
           o.kib, o.seconds);
    if (!ended) printf("  ended with status %d\n", o.status);
    if (!good) printf("  %" PRIu64 " bytes came out: %.60s\n", o.bytes, o.first);
    fflush(stdout);
    return good;
}

static bool flat_named(char *const *verbs, const char *verb)
{
    for (; *verbs; verbs++)
        if (strcmp(*verbs, verb) == 0) return true;
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    uint64_t records = strtoull(argv[3], NULL, 10) * MIB / RECORD, bin = strtoull(argv[4], NULL, 10) * MIB;
    const struct input inputs[] = {{"small objects", records * RECORD, records, 0, false},
                                   {"one large bin", bin + 7, 1, bin, false},
                                   {"one of small ones", records * RECORD + HEAD, 1, 0, true}};
    unsigned passed = 0, failed = 0;
    char prefix[4096];
    /* Files that split makes are links to /dev/null here: nothing is to be stored. */
    snprintf(prefix, sizeof prefix, "%s/part-", argv[2]);
    for (int i = 0; i < 10; i++) {
        char path[sizeof prefix + 16];
        snprintf(path, sizeof path, "%s%03d.mp", prefix, i);
        if (symlink("/dev/null", path) != 0 && errno != EEXIST) return 2;
    }
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        for (size_t k = 0; k < sizeof works / sizeof *works; k++) {
            if (argc > 5 && !flat_named(argv + 5, works[k].args[0])) continue;
            if (one(argv[1], prefix, &works[k], &inputs[i]))
                passed++;
            else
                failed++;
        }
    printf("== flat: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}

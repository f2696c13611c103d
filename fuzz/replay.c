/* SPDX-License-Identifier: MIT
 * Runs a fuzz target without a fuzzer, in any compiler's build and on any machine:
 *
 *     replay_NAME                    the target's seeds as a test: each one, each prefix of it, and each with a byte changed; a seed is a case
 *     replay_NAME FILE...            these inputs: what a fuzzer has found
 *     replay_NAME --unpack DIR       writes the seeds as files, one each, for a fuzzer to begin with
 *     replay_NAME --print FILE...    these inputs as lines of a seed file
 *
 * Every input ends at a page that nobody may touch, so that a read past its end crashes in every build.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"

enum { REPLAY_MAX = 1 << 16, REPLAY_LINE = 3 * REPLAY_MAX };

static uint8_t *page_end; /* one past the last byte that may be read */

static void replay_init(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (REPLAY_MAX + page - 1) / page * page;
    void *map = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect((uint8_t *)map + room, page, PROT_NONE)) exit(3);
    page_end = (uint8_t *)map + room;
}

static void replay_one(const uint8_t *bytes, size_t len)
{
    if (len) memcpy(page_end - len, bytes, len);
    LLVMFuzzerTestOneInput(page_end - len, len);
}

/* Prefixes and changes find little that a fuzzer does not, but they find it on machines that have none. */
static void replay_around(const uint8_t *bytes, size_t len)
{
    static const uint8_t changes[] = {0x00, 0x7f, 0xc1, 0xff};
    uint8_t changed[REPLAY_MAX];
    size_t most = len < 96 ? len : 96;
    replay_one(bytes, len);
    for (size_t i = 0; i < most; i++) replay_one(bytes, i);
    for (size_t i = 0; i < most; i++)
        for (size_t c = 0; c < sizeof changes; c++) {
            memcpy(changed, bytes, len);
            changed[i] = changes[c];
            replay_one(changed, len);
        }
}

/* ---------------------------------------------------------------- lines of a seed file */

static int hex_of(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A line is pairs of hex digits and "text", in which a backslash protects a quote and itself; -1: neither. */
static long bytes_of_line(const char *line, uint8_t *out)
{
    size_t n = 0;
    while (*line && n < REPLAY_MAX) {
        if (*line == ' ' || *line == '\n') {
            line++;
        } else if (*line == '"') {
            for (line++; *line != '"' && *line && n < REPLAY_MAX; line++) {
                if (*line == '\\' && line[1]) line++;
                out[n++] = (uint8_t)*line;
            }
            if (*line++ != '"') return -1;
        } else if (hex_of(line[0]) >= 0 && hex_of(line[1]) >= 0) {
            out[n++] = (uint8_t)(hex_of(line[0]) << 4 | hex_of(line[1]));
            line += 2;
        } else {
            return -1;
        }
    }
    return (long)n;
}

/* Text where four or more printable characters stand together. */
static size_t text_run(const uint8_t *p, size_t len)
{
    size_t n = 0;
    while (n < len && p[n] >= ' ' && p[n] < 0x7f) n++;
    return n >= 4 ? n : 0;
}

static void print_line(const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = text_run(p + i, len - i);
        if (i) putchar(' ');
        if (!n) {
            printf("%02x", p[i++]);
            continue;
        }
        putchar('"');
        for (; n; n--, i++) printf(p[i] == '"' || p[i] == '\\' ? "\\%c" : "%c", p[i]);
        putchar('"');
    }
    putchar('\n');
}

/* ---------------------------------------------------------------- what to do */

typedef void (*seed_fn)(const uint8_t *bytes, size_t len, unsigned line, const char *dir);

static char seed_place[4200]; /* of the seed at hand */

static void seed_crashed(int sig)
{
    (void)!write(2, seed_place, strlen(seed_place));
    signal(sig, SIG_DFL);
    raise(sig);
}

static void seed_replays(const uint8_t *bytes, size_t len, unsigned line, const char *dir)
{
    (void)dir;
    snprintf(seed_place, sizeof seed_place, "at or near the seed %s:%u\n", CINCH_SEEDS, line);
    replay_around(bytes, len);
}

static void seed_unpacks(const uint8_t *bytes, size_t len, unsigned line, const char *dir)
{
    char name[4096];
    FILE *f;
    snprintf(name, sizeof name, "%s/seed%u", dir, line);
    f = fopen(name, "wb");
    if (!f || fwrite(bytes, 1, len, f) != len || fclose(f)) {
        perror(name);
        exit(3);
    }
}

static unsigned for_seeds(seed_fn fn, const char *dir)
{
    static char line[REPLAY_LINE];
    static uint8_t bytes[REPLAY_MAX];
    unsigned number = 0, count = 0;
    FILE *f = fopen(CINCH_SEEDS, "r");
    if (!f) {
        perror(CINCH_SEEDS);
        exit(3);
    }
    while (fgets(line, sizeof line, f)) {
        long len = *line == '#' ? 0 : bytes_of_line(line, bytes);
        number++;
        if (len < 0) {
            fprintf(stderr, "%s:%u: neither hex nor \"text\"\n", CINCH_SEEDS, number);
            exit(3);
        }
        if (*line == '#' || *line == '\n') continue;
        count++;
        fn(bytes, (size_t)len, number, dir);
    }
    fclose(f);
    return count;
}

static void for_file(const char *name, bool print)
{
    static uint8_t bytes[REPLAY_MAX];
    FILE *f = fopen(name, "rb");
    size_t len = f ? fread(bytes, 1, sizeof bytes, f) : 0;
    if (!f || fclose(f)) {
        perror(name);
        exit(3);
    }
    if (print)
        print_line(bytes, len);
    else
        replay_one(bytes, len);
}

int main(int argc, char **argv)
{
    replay_init();
    if (argc == 1) {
        signal(SIGABRT, seed_crashed);
        signal(SIGSEGV, seed_crashed);
        unsigned passed = for_seeds(seed_replays, NULL);
        printf("== fuzz %s: %u passed, %d failed\n", CINCH_TARGET, passed, passed == 0);
        return passed == 0;
    }
    if (argc == 3 && strcmp(argv[1], "--unpack") == 0) return !for_seeds(seed_unpacks, argv[2]);
    bool print = strcmp(argv[1], "--print") == 0;
    for (int i = 1 + print; i < argc; i++) for_file(argv[i], print);
    return 0;
}

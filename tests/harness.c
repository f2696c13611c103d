/* SPDX-License-Identifier: MIT
 * Registers tests, runs them, prints failures and counts cases.
 */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "support.h"

enum { SHOWN = 10 }; /* failures printed of one case; the rest would bury the first */

static struct {
    struct test_entry *first, **last;
    const char *program;
    const char *test;
    char name[200];  /* of the case that runs */
    char note[2000]; /* its test_note */
    size_t passed, failed;
    size_t failures; /* in this case */
    bool in_case;
    bool verbose;
} run = {.last = &run.first, .program = "test", .test = ""};

void test_register(struct test_entry *entry)
{
    *run.last = entry;
    run.last = &entry->next;
}

static void close_case(void)
{
    if (!run.in_case) return;
    if (run.failures > SHOWN) printf("  ... %zu failures in all in this case\n", run.failures);
    if (run.failures)
        run.failed++;
    else
        run.passed++;
    if (run.verbose) printf("%s %s %s\n", run.failures ? "FAIL" : "ok  ", run.test, run.name);
    run.failures = 0;
    run.in_case = false;
    run.name[0] = run.note[0] = 0;
}

void test_case(const char *format, ...)
{
    va_list args;
    close_case();
    run.in_case = true;
    va_start(args, format);
    vsnprintf(run.name, sizeof run.name, format, args);
    va_end(args);
}

void test_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run.note, sizeof run.note, format, args);
    va_end(args);
}

void test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    run.in_case = true;
    if (++run.failures > SHOWN) return;
    printf("%s:%d: %s", file, line, run.test);
    if (run.name[0]) printf(" [%s]", run.name);
    printf(": ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    if (run.note[0]) printf("  note: %s\n", run.note);
    fflush(stdout);
}

bool test_case_failed(void)
{
    return run.failures != 0;
}

size_t test_rounds(size_t rounds)
{
    const char *s = getenv("CINCH_ROUNDS");
    size_t times = s ? (size_t)strtoull(s, NULL, 10) : 1;
    return times ? rounds * times : rounds;
}

bool test_check(bool ok, const char *file, int line, const char *what)
{
    if (!ok) test_fail(file, line, "%s does not hold", what);
    return ok;
}

bool test_check_u64(uint64_t got, uint64_t want, const char *file, int line, const char *what)
{
    if (got != want) {
        test_fail(file, line, "%s is %" PRIu64 " (0x%" PRIx64 "), expected %" PRIu64 " (0x%" PRIx64 ")", what, got, got, want,
                  want);
    }
    return got == want;
}

bool test_check_i64(int64_t got, int64_t want, const char *file, int line, const char *what)
{
    if (got != want) test_fail(file, line, "%s is %" PRId64 ", expected %" PRId64, what, got, want);
    return got == want;
}

bool test_check_f64(double got, double want, const char *file, int line, const char *what)
{
    uint64_t g, w;
    memcpy(&g, &got, 8);
    memcpy(&w, &want, 8);
    if (g != w) test_fail(file, line, "%s is %.17g (%016" PRIx64 "), expected %.17g (%016" PRIx64 ")", what, got, g, want, w);
    return g == w;
}

bool test_check_err(cinch_error got, cinch_error want, const char *file, int line, const char *what)
{
    if (got != want) test_fail(file, line, "%s is %s, expected %s", what, cinch_error_name(got), cinch_error_name(want));
    return got == want;
}

bool test_check_str(const char *ptr, size_t len, const char *want, const char *file, int line, const char *what)
{
    bool ok = len == strlen(want) && (len == 0 || memcmp(ptr, want, len) == 0);
    if (!ok) test_fail(file, line, "%s is \"%.*s\" (%zu bytes), expected \"%s\"", what, (int)len, ptr ? ptr : "", len, want);
    return ok;
}

bool test_check_mem(const void *ptr, size_t len, const void *want, size_t want_len, const char *file, int line,
                    const char *what)
{
    bool ok = len == want_len && (len == 0 || memcmp(ptr, want, len) == 0);
    if (!ok) {
        char g[160], w[160];
        hex_text(g, sizeof g, ptr, len);
        hex_text(w, sizeof w, want, want_len);
        test_fail(file, line, "%s is %s (%zu bytes), expected %s (%zu bytes)", what, g, len, w, want_len);
    }
    return ok;
}

bool test_check_hex(const void *ptr, size_t len, const char *hex, const char *file, int line, const char *what)
{
    uint8_t want[4096];
    size_t want_len = hex_bytes(hex, want, sizeof want);
    if (want_len > sizeof want) {
        test_fail(file, line, "expected value is not hex of at most %zu bytes: %s", sizeof want, hex);
        return false;
    }
    return test_check_mem(ptr, len, want, want_len, file, line, what);
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifndef SANITIZED
/* Tells where a crash happened; a guard page that was touched has no other way to say it. */
static void tell_crash(int sig)
{
    const char *parts[] = {"crashed in ", run.test, " [", run.name, "] ", run.note, "\n"};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (write(STDOUT_FILENO, parts[i], strlen(parts[i])) < 0) break;
    }
    signal(sig, SIG_DFL);
    raise(sig);
}
#endif

void test_begin(const char *program)
{
    const char *slash = strrchr(program, '/');
    run.program = slash ? slash + 1 : program;
#ifndef SANITIZED
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < COUNT_OF(signals); i++) signal(signals[i], tell_crash);
#endif
}

int test_end(void)
{
    close_case();
    printf("== %s: %zu passed, %zu failed\n", run.program, run.passed, run.failed);
    return run.failed != 0 || run.passed == 0;
}

int test_main(int argc, char **argv)
{
    const char *part = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            run.verbose = true;
        else
            part = argv[i];
    }
    test_begin(argv[0]);
    for (struct test_entry *t = run.first; t; t = t->next) {
        size_t before = run.passed + run.failed;
        if (!strstr(t->name, part)) continue;
        run.test = t->name;
        t->run();
        run.in_case |= run.passed + run.failed == before; /* no case of its own: the TEST is the case */
        close_case();
    }
    return test_end();
}

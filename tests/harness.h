/* SPDX-License-Identifier: MIT
 * A tiny test harness.
 *
 * HOW TO write a test: put a file into tests/unit (examples chosen by hand), tests/prop (random input, properties) or tests/oom
 * (every allocation fails once). Each such file is a program of its own, found by the build without being listed anywhere:
 *
 *     #include "cinch/read.h"
 *     #include "harness.h"
 *
 *     TEST(read_u8)                      // names are unique in the whole tree
 *     {
 *         cinch_reader r;
 *         cinch_reader_init(&r, "\xcc\xff", 2);
 *         CHECK_U64(cinch_get_u64(&r), 255);          // got first, expected second; a failure prints both, and goes on
 *         CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
 *     }
 *
 *     TEST(read_table)
 *     {
 *         for (size_t i = 0; i < COUNT_OF(rows); i++) {
 *             test_case("%s", rows[i].hex);           // each named case counts as one; a TEST without any counts as one itself
 *             if (!CHECK(prepare())) continue;        // every CHECK is also a bool
 *         }
 *     }
 *
 * Run one:  ./dev test unit   or   build/dev/tests/unit/NAME [-v] [part of a test's name]
 * By hand:  cc -g -Iinclude -Itests -I. tests/unit/NAME.c tests/{harness,harness_main,support,generate}.c src/all.c
 * Internal headers, when a test must: #include "src/base/num.h".
 *
 * support.h has bytes from hex, buffers that end at a page nobody may touch, and an allocator that fails and finds leaks.
 * generate.h has seeded random numbers, random messages and mutations. CINCH_SEED=N and CINCH_ROUNDS=N (a multiplier) in the
 * environment change what property tests do; a failure prints the seed.
 *
 * The last line of a program is `== NAME: P passed, F failed`; ./dev test adds these up, and counts a crash as one more failure.
 */
#ifndef CINCH_HARNESS_H
#define CINCH_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cinch/base.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

struct test_entry {
    const char *name;
    void (*run)(void);
    struct test_entry *next;
};
void test_register(struct test_entry *entry);

#define TEST(name)                                                                                                             \
    static void test_##name(void);                                                                                             \
    __attribute__((constructor)) static void register_##name(void)                                                             \
    {                                                                                                                          \
        static struct test_entry entry = {#name, test_##name, NULL};                                                           \
        test_register(&entry);                                                                                                 \
    }                                                                                                                          \
    static void test_##name(void)

/* Begins a named case within the TEST that runs; it ends where the next begins, or with the TEST. */
void test_case(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* More words for the next failure of this case, or for all of them: the seed, the bytes at hand. Cleared by the next case. */
void test_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define CHECK(cond)                         test_check((cond), __FILE__, __LINE__, #cond)
#define CHECK_U64(got, want)                test_check_u64((got), (want), __FILE__, __LINE__, #got)
#define CHECK_I64(got, want)                test_check_i64((got), (want), __FILE__, __LINE__, #got)
#define CHECK_F64(got, want)                test_check_f64((got), (want), __FILE__, __LINE__, #got) /* by bits: -0.0 and NaN payloads differ */
#define CHECK_ERR(got, want)                test_check_err((got), (want), __FILE__, __LINE__, #got)
#define CHECK_STR(ptr, len, want)           test_check_str((ptr), (len), (want), __FILE__, __LINE__, #ptr) /* want: a C string */
#define CHECK_MEM(ptr, len, want, want_len) test_check_mem((ptr), (len), (want), (want_len), __FILE__, __LINE__, #ptr)
#define CHECK_HEX(ptr, len, hex)            test_check_hex((ptr), (len), (hex), __FILE__, __LINE__, #ptr)
#define FAIL(...)                           test_fail(__FILE__, __LINE__, __VA_ARGS__)

bool test_check(bool ok, const char *file, int line, const char *what);
bool test_check_u64(uint64_t got, uint64_t want, const char *file, int line, const char *what);
bool test_check_i64(int64_t got, int64_t want, const char *file, int line, const char *what);
bool test_check_f64(double got, double want, const char *file, int line, const char *what);
bool test_check_err(cinch_error got, cinch_error want, const char *file, int line, const char *what);
bool test_check_str(const char *ptr, size_t len, const char *want, const char *file, int line, const char *what);
bool test_check_mem(const void *ptr, size_t len, const void *want, size_t want_len, const char *file, int line,
                    const char *what);
bool test_check_hex(const void *ptr, size_t len, const char *hex, const char *file, int line, const char *what);
void test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

bool test_case_failed(void);       /* so far: a loop over random input may stop at the first failure */
size_t test_rounds(size_t rounds); /* rounds times CINCH_ROUNDS */

/* For a program with a main of its own (it then need not use TEST): main does test_begin, test_case..., return test_end(). */
void test_begin(const char *program);
int test_end(void);
int test_main(int argc, char **argv); /* what a program without a main of its own runs */

#endif

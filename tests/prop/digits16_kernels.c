/* SPDX-License-Identifier: MIT
 * Sixteen digits at once, each form against printf and against digit by digit: every group of four in every place, random numbers, every count of trailing zeros, stores at every
 * alignment up to a page's end.
 */
#include <stdio.h>

#include "generate.h"
#include "harness.h"
#include "src/base/digits16.h"
#include "src/base/digits16_portable.h"
#include "support.h"

/* One function a form: whether hi and lo come to p as printf has them. */
#define DIGITS_CHECK(name, form, of, store, word, used)                                                                        \
    static bool name(uint32_t hi, uint32_t lo, char *p)                                                                        \
    {                                                                                                                          \
        form d = of(hi, lo);                                                                                                   \
        char expected[32];                                                                                                     \
        unsigned n = 16;                                                                                                       \
        (void)snprintf(expected, sizeof expected, "%08u%08u", (unsigned)hi, (unsigned)lo);                                     \
        while (n && expected[n - 1] == '0') n--;                                                                               \
        store(p, d);                                                                                                           \
        return memcmp(p, expected, 16) == 0 && word(d) == cinchi_little64((const uint8_t *)expected) && used(d) == n;          \
    }
DIGITS_CHECK(chosen_spells, cinchi_digits16, cinchi_digits16_of, cinchi_digits16_store, cinchi_digits16_word,
             cinchi_digits16_used)
DIGITS_CHECK(plain_spells, cinchi_digits16_plain, cinchi_digits16_plain_of, cinchi_digits16_plain_store,
             cinchi_digits16_plain_word, cinchi_digits16_plain_used)

static void both_spell(uint32_t hi, uint32_t lo, char *p)
{
    if (!chosen_spells(hi, lo, p) || !plain_spells(hi, lo, p)) FAIL("%u, %u", (unsigned)hi, (unsigned)lo);
}

TEST(digits16_kernels_groups)
{
    char text[16];
    for (uint32_t i = 0; i < 10000 && !test_case_failed(); i++) {
        both_spell(i * 10000, i, text);
        both_spell(i, i * 10000, text);
        both_spell(99990000 + i, i * 10000 + 9999, text);
    }
}

TEST(digits16_kernels_random)
{
    struct rng g;
    struct guard page;
    rng_init(&g, 204);
    guard_init(&page, 32);
    for (size_t i = test_rounds(200000); i && !test_case_failed(); i--) {
        uint64_t v = rng_u64(&g) % UINT64_C(10000000000000000), ten = 1;
        for (unsigned k = (unsigned)rng_below(&g, 17); k; k--) ten *= 10;
        v -= v % ten;
        test_note("seed %llu", (unsigned long long)g.seed);
        both_spell((uint32_t)(v / 100000000), (uint32_t)(v % 100000000), (char *)guard_end(&page, NULL, 16));
        both_spell((uint32_t)(v / 100000000), (uint32_t)(v % 100000000), (char *)guard_end(&page, NULL, 16 + i % 17));
    }
    guard_free(&page);
}

/* Text is digits, then a byte that is none, then anything. */
#define DIGITS_READ_CHECK(name, read)                                                                                          \
    static bool name(const char *p)                                                                                            \
    {                                                                                                                          \
        cinchi_digits16_text t = read(p);                                                                                      \
        uint64_t v = 0;                                                                                                        \
        unsigned n = 0;                                                                                                        \
        while (n < 16 && p[n] >= '0' && p[n] <= '9') n++;                                                                      \
        for (unsigned i = 0; i < 16; i++) v = v * 10 + (i < n ? (uint64_t)(p[i] - '0') : 0);                                   \
        return t.count == n && t.first == v / 100000000 && t.last == v % 100000000;                                            \
    }
DIGITS_READ_CHECK(chosen_reads, cinchi_digits16_read)
DIGITS_READ_CHECK(plain_reads, cinchi_digits16_plain_read)

TEST(digits16_kernels_read)
{
    char text[16];
    struct rng g;
    struct guard page;
    rng_init(&g, 205);
    guard_init(&page, 32);
    for (unsigned c = 0; c < 256; c++) /* every byte behind every count */
        for (size_t n = 0; n < 16; n++) {
            for (size_t i = 0; i < 16; i++) text[i] = (char)('0' + rng_below(&g, 10));
            text[n] = (char)c;
            if (!chosen_reads(text) || !plain_reads(text)) FAIL("byte %02x behind %u digits", c, (unsigned)n);
        }
    for (size_t i = test_rounds(200000); i && !test_case_failed(); i--) {
        size_t n = rng_below(&g, 17);
        for (size_t k = 0; k < 16; k++) text[k] = (char)(k < n || rng_chance(&g, 50) ? '0' + rng_below(&g, 10) : rng_u64(&g));
        test_note("seed %llu", (unsigned long long)g.seed);
        CHECK(chosen_reads((const char *)guard_end(&page, text, sizeof text)));
        CHECK(plain_reads((const char *)guard_end(&page, text, sizeof text)));
    }
    guard_free(&page);
}

/* SPDX-License-Identifier: MIT
 * The tests' own tools: hex, guard pages, the allocator, generated messages.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

#include "generate.h"
#include "harness.h"
#include "support.h"

TEST(testkit_hex)
{
    uint8_t out[4];
    char text[32];
    CHECK_U64(hex_bytes("c3 00\nFf", out, sizeof out), 3);
    CHECK(out[0] == 0xc3 && out[1] == 0 && out[2] == 0xff);
    CHECK_U64(hex_bytes("0102030405", out, sizeof out), 5);
    CHECK_U64(hex_bytes("c", out, sizeof out), SIZE_MAX);
    CHECK_U64(hex_bytes("cx", out, sizeof out), SIZE_MAX);
    hex_text(text, sizeof text, "\xc3\x00", 2);
    CHECK_STR(text, strlen(text), "c3 00");
}

static sigjmp_buf touched;

static void note_touch(int sig)
{
    (void)sig;
    siglongjmp(touched, 1);
}

static bool crashes(const uint8_t *p)
{
    void (*before)(int) = signal(SIGSEGV, note_touch);
    volatile bool crashed = false;
    if (sigsetjmp(touched, 1) == 0) /* with the mask: the signal must be able to come again */
        (void)*(const volatile uint8_t *)p;
    else
        crashed = true;
    signal(SIGSEGV, before);
    return crashed;
}

TEST(testkit_guard)
{
    struct guard g;
    const uint8_t *p;
    guard_init(&g, 5000);
    p = guard_end(&g, "abc", 3);
    CHECK(memcmp(p, "abc", 3) == 0 && !crashes(p + 2));
    CHECK(crashes(p + 3));
    p = guard_start(&g, "abc", 3);
    CHECK(memcmp(p, "abc", 3) == 0);
    CHECK(crashes(p - 1));
    guard_free(&g);
}

TEST(testkit_alloc)
{
    struct test_alloc a;
    char *p;
    test_alloc_init(&a);
    a.fail_at = 2;
    p = a.alloc.fn(a.alloc.user, NULL, 0, 10);
    if (!CHECK(p != NULL)) return;
    memcpy(p, "0123456789", 10);
    CHECK(a.alloc.fn(a.alloc.user, p, 10, 20) == NULL && a.failed);
    CHECK(memcmp(p, "0123456789", 10) == 0);
    p = a.alloc.fn(a.alloc.user, p, 10, 5);
    CHECK(p && memcmp(p, "01234", 5) == 0);
    CHECK_U64(a.live, 5);
    CHECK_U64(a.blocks, 1);
    a.alloc.fn(a.alloc.user, p, 5, 0);
    CHECK_U64(a.live, 0);
    CHECK(test_alloc_done(&a));
}

/* Bytes of the first item, containers with all they hold, by nothing but the specification's table; 0: not well-formed. */
static size_t walk_item(const uint8_t *p, size_t len, bool seen[256])
{
    size_t pos = 0;
    uint64_t items = 1;
    while (items) {
        static const uint8_t fixed[32] = {1, 0, 1, 1, 2, 3, 5, 3,  4,  6, 5, 9, 2, 3, 5, 9,
                                          2, 3, 5, 9, 3, 4, 6, 10, 18, 2, 3, 5, 3, 5, 3, 5};
        if (pos >= len) return 0;
        uint8_t b = p[pos];
        uint64_t n = 1, count = 0;
        items--;
        seen[b] = true;
        if (b >= 0xc0 && b < 0xe0) {
            n = fixed[b - 0xc0];
            if (n == 0 || n > len - pos) return 0;
            unsigned width = b >= 0xdc               ? (b & 1 ? 4 : 2)
                             : b >= 0xd9             ? 1u << (b - 0xd9)
                             : b >= 0xc7 && b < 0xca ? 1u << (b - 0xc7)
                             : b >= 0xc4 && b < 0xc7 ? 1u << (b - 0xc4)
                                                     : 0;
            for (unsigned i = 1; i <= width; i++) count = count << 8 | p[pos + i];
            if (b >= 0xdc)
                items += b >= 0xde ? 2 * count : count;
            else
                n += count;
        } else if (b >= 0xa0 && b < 0xc0) {
            n += b & 31;
        } else if (b >= 0x80 && b < 0xa0) {
            items += b < 0x90 ? 2u * (b & 15) : b & 15u;
        }
        if (n > len - pos) return 0;
        pos += n;
    }
    return pos;
}

TEST(testkit_messages)
{
    static const struct gen_opts opts[] = {{0, 3, 20, 40}, {GEN_ALL, 6, 200, 600}, {GEN_ALL & ~GEN_OVERLONG, 2, 1000, 70000}};
    uint8_t *bytes = malloc(200000);
    bool seen[256] = {false};
    struct rng r;
    rng_init(&r, 1);
    for (size_t i = 0; i < 6000; i++) {
        const struct gen_opts *o = &opts[i % COUNT_OF(opts)];
        size_t cap = 64 + rng_below(&r, i % 50 ? 2000 : 190000);
        size_t len = gen_message(&r, o, bytes, cap);
        if (!CHECK(len <= cap) || !CHECK_U64(walk_item(bytes, len, seen), len)) break;
        len = gen_mutate(&r, bytes, len, cap);
        if (!CHECK(len <= cap)) break;
    }
    for (unsigned b = 0x80; b < 256; b++) { /* 40 items at most in a container, so map 32 and array 32 come as overlong ones */
        if (b == 0xc1)
            CHECK(!seen[b]);
        else if (b >= 0xc0 && b < 0xe0 && !seen[b])
            FAIL("format %02x never came", b);
    }
    free(bytes);
}

/* SPDX-License-Identifier: MIT
 * Hex, guard pages, and the allocator of the tests.
 */
#define _DEFAULT_SOURCE
#include "support.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness.h"

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

size_t hex_bytes(const char *hex, uint8_t *out, size_t cap)
{
    size_t n = 0;
    for (const char *p = hex; *p;) {
        if (strchr(" \t\r\n", *p)) {
            p++;
            continue;
        }
        int high = hex_digit(p[0]), low = high < 0 ? -1 : hex_digit(p[1]);
        if (low < 0) return SIZE_MAX;
        if (n < cap) out[n] = (uint8_t)(high * 16 + low);
        n++;
        p += 2;
    }
    return n;
}

void hex_text(char *out, size_t cap, const void *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *p = bytes;
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (n + 8 > cap) {
            memcpy(out + n, "...", 3);
            n += 3;
            break;
        }
        if (i) out[n++] = ' ';
        out[n++] = digits[p[i] >> 4];
        out[n++] = digits[p[i] & 15];
    }
    out[n] = 0;
}

/* Maps of the smallest size that were given back: out of reach, but quicker to have again than a new one. */
static uint8_t *guard_spares[8];
static size_t guard_spare_count;

void guard_init(struct guard *g, size_t max_len)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t body = (max_len + page - 1) / page * page;
    if (body == 0) body = page;
    g->map_len = body + 2 * page;
    if (body == page && guard_spare_count)
        g->map = guard_spares[--guard_spare_count];
    else
        g->map = mmap(NULL, g->map_len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (g->map == MAP_FAILED || mprotect(g->map + page, body, PROT_READ | PROT_WRITE) != 0) abort();
    g->start = g->map + page;
    g->end = g->start + body;
}

static uint8_t *guard_fill(struct guard *g, uint8_t *at, const void *bytes, size_t len)
{
    if (len > (size_t)(g->end - g->start)) abort();
    if (len == 0) return at;
    if (bytes)
        memcpy(at, bytes, len);
    else
        memset(at, 0xa5, len);
    return at;
}

uint8_t *guard_end(struct guard *g, const void *bytes, size_t len)
{
    return guard_fill(g, g->end - len, bytes, len);
}

uint8_t *guard_start(struct guard *g, const void *bytes, size_t len)
{
    return guard_fill(g, g->start, bytes, len);
}

void guard_free(struct guard *g)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (g->map_len != 3 * page || guard_spare_count == sizeof guard_spares / sizeof *guard_spares)
        munmap(g->map, g->map_len);
    else if (mprotect(g->start, page, PROT_NONE) == 0)
        guard_spares[guard_spare_count++] = g->map;
}

/* Stands before every block; as wide as any alignment, so that blocks are aligned as malloc's are. */
union block_head {
    struct {
        size_t len;
        struct test_alloc *owner;
    } is;
    max_align_t align;
};

static bool test_alloc_refuses(struct test_alloc *a, size_t old_len, size_t new_len)
{
    a->calls++;
    bool no = a->fail_at && (a->calls == a->fail_at || (a->fail_later && a->calls > a->fail_at));
    no = no || (a->limit && a->live - old_len + new_len > a->limit);
    a->failed |= no;
    return no;
}

static void test_alloc_drop(struct test_alloc *a, union block_head *head)
{
    size_t len = head->is.len;
    a->live -= len;
    a->blocks--;
    memset(head, 0xdd, sizeof *head + len);
    free(head);
}

static void *test_alloc_fn(void *user, void *ptr, size_t old_len, size_t new_len)
{
    struct test_alloc *a = user;
    union block_head *old = ptr ? (union block_head *)ptr - 1 : NULL, *fresh;
    size_t have = old ? old->is.len : 0;
    if (old && !CHECK(old->is.owner == a)) return NULL;
    CHECK_U64(old_len, have);
    if (new_len == 0) {
        if (old) test_alloc_drop(a, old);
        return NULL;
    }
    if (new_len > have && test_alloc_refuses(a, have, new_len)) return NULL;
    fresh = malloc(sizeof *fresh + new_len);
    if (!fresh) abort();
    fresh->is.len = new_len;
    fresh->is.owner = a;
    memset(fresh + 1, 0xcd, new_len);
    if (have) memcpy(fresh + 1, ptr, have < new_len ? have : new_len);
    a->live += new_len;
    a->blocks++;
    if (old) test_alloc_drop(a, old);
    if (a->live > a->peak) a->peak = a->live;
    return fresh + 1;
}

void test_alloc_init(struct test_alloc *a)
{
    memset(a, 0, sizeof *a);
    a->alloc.fn = test_alloc_fn;
    a->alloc.user = a;
}

bool test_alloc_done(const struct test_alloc *a)
{
    if (a->blocks) FAIL("%zu blocks, %zu bytes not given back", a->blocks, a->live);
    return a->blocks == 0;
}

void oom_every(void (*build)(struct test_alloc *a, void *user), void *user)
{
    for (int later = 0; later < 2; later++) {
        bool failed = true;
        for (uint64_t n = 1; failed; n++) {
            struct test_alloc a;
            test_alloc_init(&a);
            a.fail_at = n;
            a.fail_later = later != 0;
            test_case("allocation %llu%s fails", (unsigned long long)n, later ? " and all later" : "");
            build(&a, user);
            test_alloc_done(&a);
            failed = a.failed;
        }
    }
}

/* SPDX-License-Identifier: MIT
 * What tests of bytes need: hex, buffers that end at a guard page, an allocator that fails on demand.
 */
#ifndef CINCH_SUPPORT_H
#define CINCH_SUPPORT_H

#include "cinch/base.h"

/* Bytes of hex digits, white space ignored. Returns how many; more than cap (nothing beyond cap written) or SIZE_MAX (no hex): bad. */
size_t hex_bytes(const char *hex, uint8_t *out, size_t cap);

/* "c3 01 ..." for people, cut with "..." to fit cap. */
void hex_text(char *out, size_t cap, const void *bytes, size_t len);

/* A buffer between two pages that nobody may touch: reading or writing one byte past either end of what was placed crashes.
 *
 *     struct guard g;
 *     guard_init(&g, max_len);
 *     const uint8_t *p = guard_end(&g, bytes, len);   // copy of bytes; p[len] crashes; as often as wanted
 *     const uint8_t *q = guard_start(&g, bytes, len); // the same, but q[-1] crashes
 *     guard_free(&g);
 */
struct guard {
    uint8_t *map, *start, *end;
    size_t map_len;
};
void guard_init(struct guard *g, size_t max_len);
uint8_t *guard_end(struct guard *g, const void *bytes, size_t len); /* bytes NULL: room alone, filled with 0xa5 */
uint8_t *guard_start(struct guard *g, const void *bytes, size_t len);
void guard_free(struct guard *g);

/* An allocator that counts, fails on demand, moves a block at every resize, fills what it frees, and checks old_len. Give
 * &a.alloc to what is tested.
 *
 *     static void build(cinch_alloc *alloc, void *user) { ... everything, errors checked by the one rule: MEMORY or fine ... }
 *     oom_every(build, NULL);  // runs it with each allocation failing in turn, alone and together with all later ones, until
 *                              // none fails; checks that nothing leaks; each run is one case
 */
struct test_alloc {
    cinch_alloc alloc;
    uint64_t calls;    /* allocations and growths so far */
    uint64_t fail_at;  /* the one that fails, from 1; 0: none */
    bool fail_later;   /* and all after it */
    bool failed;       /* one did */
    size_t limit;      /* fail when more than this would be live; 0: no limit */
    size_t live, peak; /* bytes */
    size_t blocks;     /* not freed */
};
void test_alloc_init(struct test_alloc *a);
bool test_alloc_done(const struct test_alloc *a); /* fails the case unless all memory came back */
void oom_every(void (*build)(struct test_alloc *a, void *user), void *user);

#endif

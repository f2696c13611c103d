/* SPDX-License-Identifier: MIT
 * Counts every allocation of each thread, the peers' shared libraries included, by standing before glibc's malloc. Elsewhere, and
 * under sanitizers (which do the same), nothing is counted.
 */
#include "bench.h"

#include <errno.h>
#include <stdlib.h>

static _Thread_local bench_heap heap_count;

bench_heap bench_heap_now(void)
{
    return heap_count;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define HEAP_FOREIGN
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEAP_FOREIGN
#endif

#if defined(__GLIBC__) && !defined(HEAP_FOREIGN)

extern void *__libc_malloc(size_t len);
extern void *__libc_calloc(size_t count, size_t len);
extern void *__libc_realloc(void *p, size_t len);
extern void *__libc_memalign(size_t align, size_t len);

void *malloc(size_t len)
{
    heap_count.calls++;
    heap_count.bytes += len;
    return __libc_malloc(len);
}

void *calloc(size_t count, size_t len)
{
    heap_count.calls++;
    heap_count.bytes += count * len;
    return __libc_calloc(count, len);
}

void *realloc(void *p, size_t len)
{
    heap_count.calls++;
    heap_count.bytes += len;
    return __libc_realloc(p, len);
}

void *aligned_alloc(size_t align, size_t len)
{
    heap_count.calls++;
    heap_count.bytes += len;
    return __libc_memalign(align, len);
}

void *memalign(size_t align, size_t len)
{
    return aligned_alloc(align, len);
}

int posix_memalign(void **out, size_t align, size_t len)
{
    void *p = aligned_alloc(align, len);
    if (!p) return ENOMEM;
    *out = p;
    return 0;
}

#endif

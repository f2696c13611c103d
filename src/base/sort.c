/* SPDX-License-Identifier: MIT
 * Quicksort that turns to heapsort where its pivots turn out badly, so that no input makes it slow, with the ranges still to do
 * on a stack of fixed size. What is sorted already, as canonical maps are, costs one pass of compares.
 */
#include "sort.h"

enum { SORT_SHORT = 12, SORT_STACK = 32 }; /* the smaller part is done first: 32 ranges suffice for 2^32 positions */

struct sort_range {
    uint32_t *v;
    size_t count;
    unsigned tries; /* bad pivots still allowed */
};

static void sort_swap(uint32_t *a, uint32_t *b)
{
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void sort_insert(uint32_t *v, size_t count, cinchi_order order, const void *ctx)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t x = v[i];
        size_t j = i;
        for (; j > 0 && order(ctx, v[j - 1], x) > 0; j--) v[j] = v[j - 1];
        v[j] = x;
    }
}

static void sort_sift(uint32_t *v, size_t at, size_t count, cinchi_order order, const void *ctx)
{
    for (size_t kid = 2 * at + 1; kid < count; kid = 2 * at + 1) {
        if (kid + 1 < count && order(ctx, v[kid], v[kid + 1]) < 0) kid++;
        if (order(ctx, v[at], v[kid]) >= 0) return;
        sort_swap(v + at, v + kid);
        at = kid;
    }
}

static void sort_heap(uint32_t *v, size_t count, cinchi_order order, const void *ctx)
{
    for (size_t i = count / 2; i-- > 0;) sort_sift(v, i, count, order, ctx);
    for (size_t n = count; n-- > 1;) {
        sort_swap(v, v + n);
        sort_sift(v, 0, n, order, ctx);
    }
}

/* Puts the middle one of three at v[0], and returns where the two parts meet after parting around it. count > 3. */
static size_t sort_part(uint32_t *v, size_t count, cinchi_order order, const void *ctx)
{
    size_t i = 0, j = count;
    uint32_t *mid = v + count / 2, *last = v + count - 1, pivot;
    if (order(ctx, *mid, *last) > 0) sort_swap(mid, last);
    if (order(ctx, *v, *last) > 0) sort_swap(v, last);
    if (order(ctx, *v, *mid) < 0) sort_swap(v, mid);
    pivot = *v;
    for (;;) {
        while (++i < j && order(ctx, v[i], pivot) < 0) {
        }
        while (--j > i && order(ctx, v[j], pivot) > 0) {
        }
        if (i >= j) break;
        sort_swap(v + i, v + j);
    }
    sort_swap(v, v + i - 1);
    return i - 1;
}

static bool sort_done(const uint32_t *v, size_t count, cinchi_order order, const void *ctx)
{
    for (size_t i = 1; i < count; i++)
        if (order(ctx, v[i - 1], v[i]) > 0) return false;
    return true;
}

void cinchi_sort(uint32_t *v, size_t count, cinchi_order order, const void *ctx)
{
    struct sort_range stack[SORT_STACK + 1], r = {v, count, 0};
    size_t depth = 0;
    if (count < 2 || sort_done(v, count, order, ctx)) return;
    for (size_t n = count; n; n >>= 1) r.tries++;
    for (;;) {
        if (r.count > SORT_SHORT && r.tries) {
            size_t at = sort_part(r.v, r.count, order, ctx), rest = r.count - at - 1;
            unsigned tries = r.tries - (at < r.count / 8 || rest < r.count / 8);
            struct sort_range low = {r.v, at, tries}, high = {r.v + at + 1, rest, tries};
            stack[depth++] = at < rest ? high : low;
            r = at < rest ? low : high;
            continue;
        }
        if (r.count > SORT_SHORT)
            sort_heap(r.v, r.count, order, ctx);
        else
            sort_insert(r.v, r.count, order, ctx);
        if (depth == 0) return;
        r = stack[--depth];
    }
}

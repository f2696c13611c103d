/* SPDX-License-Identifier: MIT
 * Kernels that store doubles against the portable one and against the item written by hand: every length to 40, every alignment of
 * both sides, bytes of every value, nothing written past a page's end.
 */
#include "cinch/base.h"
#include "generate.h"
#include "harness.h"
#include "src/kern/kern.h"
#include "support.h"

enum { F64S_MAX = 40 };

static void f64s_by_hand(uint8_t *p, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t u;
        memcpy(&u, v + i, 8);
        *p++ = 0xcb;
        for (int k = 56; k >= 0; k -= 8) *p++ = (uint8_t)(u >> k);
    }
}

TEST(f64s_kernels_every_length)
{
    struct guard g;
    struct rng r;
    guard_init(&g, 9 * F64S_MAX + 64);
    rng_init(&r, 11);
    for (size_t n = 0; n <= F64S_MAX; n++) {
        test_case("%u doubles", (unsigned)n);
        for (size_t shift = 0; shift < 32; shift++) {
            double v[F64S_MAX + 2];
            uint8_t want[9 * F64S_MAX + 1];
            for (size_t i = 0; i < COUNT_OF(v); i++) {
                uint64_t u = rng_u64(&r);
                memcpy(v + i, &u, 8);
            }
            const double *from = v + (shift & 1);
            f64s_by_hand(want, from, n);
            uint8_t *out = guard_end(&g, NULL, 9 * n + shift); /* the end at the page's, the beginning anywhere */
            cinchi_f64s_store(out + shift, from, n);
            CHECK_MEM(out + shift, 9 * n, want, 9 * n);
            memset(out, 0xa5, 9 * n + shift);
            cinchi_f64s_store_portable(out, from, n);
            CHECK_MEM(out, 9 * n, want, 9 * n);
#ifdef CINCHI_KERN_X86
            if (!__builtin_cpu_supports("ssse3")) continue;
            memset(out, 0xa5, 9 * n + shift);
            cinchi_f64s_store_ssse3(out, from, n);
            CHECK_MEM(out, 9 * n, want, 9 * n);
            for (size_t i = 0; i < shift; i++) CHECK(out[9 * n + i] == 0xa5);
#endif
        }
    }
    guard_free(&g);
}

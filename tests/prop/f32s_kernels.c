/* SPDX-License-Identifier: MIT
 * Kernels that store and load floats against items written by hand: every length to 70, another item at every place, cut at every byte of the
 * last item; nothing is read or written past a page's end.
 */
#include "cinch/base.h"
#include "generate.h"
#include "harness.h"
#include "src/kern/kern.h"
#include "support.h"

enum { F32S_MAX = 70 };

struct f32s_kernel {
    const char *name;
    void (*store)(uint8_t *p, const float *v, size_t n);
    size_t (*load)(const uint8_t *p, const uint8_t *end, float *out, size_t n);
};

/* The chosen ones first: they are all there is elsewhere. */
static size_t f32s_kernels(struct f32s_kernel *to)
{
    size_t n = 0;
    to[n++] = (struct f32s_kernel){"chosen", cinchi_f32s_store, cinchi_f32s_load};
    to[n++] = (struct f32s_kernel){"portable", cinchi_f32s_store_portable, cinchi_f32s_load_portable};
#ifdef CINCHI_KERN_X86
    if (__builtin_cpu_supports("ssse3"))
        to[n++] = (struct f32s_kernel){"ssse3", cinchi_f32s_store_ssse3, cinchi_f32s_load_ssse3};
    if (cinchi_kern_avx512()) to[n++] = (struct f32s_kernel){"avx512", cinchi_f32s_store_avx512, cinchi_f32s_load_avx512};
#endif
    return n;
}

static void f32s_by_hand(uint8_t *p, const uint32_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        *p++ = 0xca;
        for (int k = 24; k >= 0; k -= 8) *p++ = (uint8_t)(v[i] >> k);
    }
}

/* n floats, of which `bad` is another item and the last lacks `cut` bytes. */
static void f32s_back(const struct f32s_kernel *k, struct guard *in, struct guard *out, const uint8_t *items, size_t n,
                      size_t bad, size_t cut)
{
    static const uint8_t others[] = {0xcb, 0xc9, 0x4a, 0xc0, 0xce};
    size_t len = 5 * n - cut, whole = len / 5 < bad ? len / 5 : bad;
    uint8_t *from = guard_end(in, items, len);
    float *to = (float *)(void *)guard_end(out, NULL, 4 * n);
    uint8_t got[5 * F32S_MAX + 1];
    if (bad < n && 5 * bad < len) from[5 * bad] = others[bad % sizeof others];
    CHECK_U64(k->load(from, from + len, to, n), whole);
    cinchi_f32s_store_portable(got, to, whole);
    CHECK_MEM(got, 5 * whole, items, 5 * whole);
}

TEST(f32s_kernels_every_length)
{
    struct guard from, items, back;
    struct rng r;
    struct f32s_kernel kernels[4];
    size_t count = f32s_kernels(kernels);
    guard_init(&from, 4 * F32S_MAX);
    guard_init(&items, 5 * F32S_MAX + 64);
    guard_init(&back, 4 * F32S_MAX);
    rng_init(&r, 12);
    for (size_t n = 0; n <= F32S_MAX; n++) {
        uint32_t v[F32S_MAX + 1];
        uint8_t want[5 * F32S_MAX + 1];
        for (size_t i = 0; i < n; i++) v[i] = (uint32_t)rng_u64(&r);
        f32s_by_hand(want, v, n);
        const float *values = (const float *)(const void *)guard_end(&from, (const uint8_t *)v, 4 * n);
        for (size_t k = 0; k < count; k++) {
            test_case("%u floats, %s", (unsigned)n, kernels[k].name);
            uint8_t *out = guard_end(&items, NULL, 5 * n);
            kernels[k].store(out, values, n);
            CHECK_MEM(out, 5 * n, want, 5 * n);
            for (size_t bad = 0; bad <= n; bad++)
                for (size_t cut = 0; cut < 5 && cut <= 5 * n; cut++) f32s_back(&kernels[k], &items, &back, want, n, bad, cut);
        }
    }
    guard_free(&from);
    guard_free(&items);
    guard_free(&back);
}

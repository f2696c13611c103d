/* SPDX-License-Identifier: MIT
 * CINCH_KERNELS, for runs that are to try kernels which a better processor would not take (the stage `kernels`).
 */
#include <stdlib.h>
#include "cinch/base.h"
#include "harness.h"
#include "src/kern/kern.h"

TEST(kernels_forced)
{
    const char *forced = getenv("CINCH_KERNELS"), *chosen = cinchi_kern_name();
    test_case("kernels: %s", chosen);
    CHECK(cinch_utf8_valid("\xc3\xa9 and as much text again as goes to a kernel", 46));
#ifdef CINCHI_KERN_X86
    if (forced && strcmp(forced, "avx2") == 0 && !cinchi_kern_avx2()) forced = "ssse3";
    if (forced && strcmp(forced, "ssse3") == 0 && !__builtin_cpu_supports("ssse3")) forced = "portable";
    if (forced) CHECK(strcmp(chosen, forced) == 0);
    if (!forced && cinchi_kern_avx512()) CHECK(strcmp(chosen, "avx512") == 0);
    if (!forced && !cinchi_kern_avx512() && cinchi_kern_avx2()) CHECK(strcmp(chosen, "avx2") == 0);
#elif defined(CINCHI_KERN_NEON)
    (void)forced;
    CHECK(strcmp(chosen, "neon") == 0);
#else
    (void)forced;
    CHECK(strcmp(chosen, "portable") == 0);
#endif
}

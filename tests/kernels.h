/* SPDX-License-Identifier: MIT
 * Part of src/kern/kern.c in builds of the tests: CINCH_KERNELS=portable, =ssse3 or =avx2 in the environment takes no better kernels than those.
 */
#include <stdlib.h>

static bool kern_forbidden(const char *set)
{
    static const char *const order[] = {"portable", "ssse3", "avx2", "avx512"};
    const char *most = getenv("CINCH_KERNELS");
    for (size_t i = 0; most && i < sizeof order / sizeof *order && strcmp(order[i], set) != 0; i++)
        if (strcmp(order[i], most) == 0) return true;
    return false;
}

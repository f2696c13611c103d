/* SPDX-License-Identifier: MIT
 * Part of src/kern/kern.c in builds of the tests: CINCH_KERNELS=portable or =ssse3 in the environment takes no better kernels than those.
 */
#include <stdlib.h>

static bool kern_forbidden(const char *set)
{
    const char *most = getenv("CINCH_KERNELS");
    return most && strcmp(most, set) != 0 && (strcmp(most, "portable") == 0 || strcmp(set, "avx512") == 0);
}

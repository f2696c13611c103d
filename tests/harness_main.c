/* SPDX-License-Identifier: MIT
 * Alone in its object file, so that a program with a main of its own does not link it.
 */
#include "harness.h"

int main(int argc, char **argv)
{
    return test_main(argc, argv);
}

/* SPDX-License-Identifier: MIT
 * The whole library in one unit, and the list the amalgamation is made from: cc -std=c11 -Iinclude -c src/all.c
 */
#include "base/alloc.c"
#include "base/error.c"

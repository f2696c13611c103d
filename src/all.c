/* SPDX-License-Identifier: MIT
 * The whole library in one unit, and the list the amalgamation is made from: cc -std=c11 -Iinclude -c src/all.c
 */
#include "base/alloc.c"
#include "base/base64.c"
#include "base/error.c"
#include "base/num.c"
#include "base/num_exact.c"
#include "base/num_read.c"
#include "base/num_write.c"
#include "base/pow10_table.c"
#include "base/rfc3339.c"

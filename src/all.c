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

#include "kern/utf8_portable.c"

#include "core/bulk.c"
#include "core/exact.c"
#include "core/inline.c"
#include "core/item.c"
#include "core/open.c"
#include "core/read.c"
#include "core/reader.c"
#include "core/skip.c"
#include "core/text.c"
#include "core/token.c"
#include "core/utf16.c"
#include "core/write.c"
#include "core/writer.c"
#include "core/writer_kinds.c"

/* SPDX-License-Identifier: MIT
 * The first eight bytes of a node by the first byte of its item, where that byte says all: type, format and length. One load in place of six
 * instructions, and no place in the message waits for it. Little-endian alone; a build for size goes without.
 */
#ifndef CINCHI_HEAD_TABLE_H
#define CINCHI_HEAD_TABLE_H

#include "node.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !CINCHI_SMALL
#define CINCHI_HEAD_TABLE

#define HEAD(b, type, len) ((uint64_t)(type) | (uint64_t)(b) << 8 | (uint64_t)(len) << 32)
#define HEADS4(b, type, len, k)                                                                                                \
    HEAD(b, type, len), HEAD((b) + 1, type, (len) + (k)), HEAD((b) + 2, type, (len) + 2 * (k)),                                \
        HEAD((b) + 3, type, (len) + 3 * (k))
#define HEADS16(b, type, len, k)                                                                                               \
    HEADS4(b, type, len, k), HEADS4((b) + 4, type, (len) + 4 * (k), k), HEADS4((b) + 8, type, (len) + 8 * (k), k),             \
        HEADS4((b) + 12, type, (len) + 12 * (k), k)

static const uint64_t cinchi_heads[256] = {
    HEADS16(0x00, CINCH_U64, 0, 0),
    HEADS16(0x10, CINCH_U64, 0, 0),
    HEADS16(0x20, CINCH_U64, 0, 0),
    HEADS16(0x30, CINCH_U64, 0, 0),
    HEADS16(0x40, CINCH_U64, 0, 0),
    HEADS16(0x50, CINCH_U64, 0, 0),
    HEADS16(0x60, CINCH_U64, 0, 0),
    HEADS16(0x70, CINCH_U64, 0, 0),
    HEADS16(0x80, CINCH_MAP, 0, 1),
    HEADS16(0x90, CINCH_ARRAY, 0, 1),
    HEADS16(0xa0, CINCH_STR, 0, 1),
    HEADS16(0xb0, CINCH_STR, 16, 1),
    HEAD(0xc0, CINCH_NIL, 0),
    0,
    HEAD(0xc2, CINCH_BOOL, 0),
    HEAD(0xc3, CINCH_BOOL, 0),
    [0xe0] = HEADS16(0xe0, CINCH_I64, 0, 0),
    HEADS16(0xf0, CINCH_I64, 0, 0),
};

#undef HEAD
#undef HEADS4
#undef HEADS16
#endif

#endif

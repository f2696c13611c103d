/* SPDX-License-Identifier: MIT
 * Every first byte of MessagePack, once (specification: "Formats", overview table). Installed because inline.h and generated
 * code may name them; not API.
 */
#ifndef CINCH_WIRE_H
#define CINCH_WIRE_H

enum {
    CINCH_WIRE_FIXINT_MAX = 0x7f, /* positive fixint: 0x00-0x7f, the value itself */
    CINCH_WIRE_FIXMAP = 0x80,     /* 0x80-0x8f, count in the low 4 bits */
    CINCH_WIRE_FIXARRAY = 0x90,   /* 0x90-0x9f, count in the low 4 bits */
    CINCH_WIRE_FIXSTR = 0xa0,     /* 0xa0-0xbf, length in the low 5 bits */
    CINCH_WIRE_NIL = 0xc0,
    CINCH_WIRE_RESERVED = 0xc1, /* never used: RESERVED wherever it stands */
    CINCH_WIRE_FALSE = 0xc2,
    CINCH_WIRE_TRUE = 0xc3,
    CINCH_WIRE_BIN8 = 0xc4,
    CINCH_WIRE_BIN16 = 0xc5,
    CINCH_WIRE_BIN32 = 0xc6,
    CINCH_WIRE_EXT8 = 0xc7, /* length, then the type byte, then the payload */
    CINCH_WIRE_EXT16 = 0xc8,
    CINCH_WIRE_EXT32 = 0xc9,
    CINCH_WIRE_F32 = 0xca,
    CINCH_WIRE_F64 = 0xcb,
    CINCH_WIRE_U8 = 0xcc,
    CINCH_WIRE_U16 = 0xcd,
    CINCH_WIRE_U32 = 0xce,
    CINCH_WIRE_U64 = 0xcf,
    CINCH_WIRE_I8 = 0xd0,
    CINCH_WIRE_I16 = 0xd1,
    CINCH_WIRE_I32 = 0xd2,
    CINCH_WIRE_I64 = 0xd3,
    CINCH_WIRE_FIXEXT1 = 0xd4, /* type byte, then 1, 2, 4, 8 or 16 bytes */
    CINCH_WIRE_FIXEXT2 = 0xd5,
    CINCH_WIRE_FIXEXT4 = 0xd6,
    CINCH_WIRE_FIXEXT8 = 0xd7,
    CINCH_WIRE_FIXEXT16 = 0xd8,
    CINCH_WIRE_STR8 = 0xd9,
    CINCH_WIRE_STR16 = 0xda,
    CINCH_WIRE_STR32 = 0xdb,
    CINCH_WIRE_ARRAY16 = 0xdc,
    CINCH_WIRE_ARRAY32 = 0xdd,
    CINCH_WIRE_MAP16 = 0xde,
    CINCH_WIRE_MAP32 = 0xdf,
    CINCH_WIRE_NEGATIVE = 0xe0 /* negative fixint: 0xe0-0xff, the byte as int8 */
};
enum { CINCH_EXT_TIME = -1 }; /* the extension type of timestamps (specification: "Timestamp extension type") */

#endif

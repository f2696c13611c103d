/* SPDX-License-Identifier: MIT
 * A header without its payload: for whoever must judge or step over an item of which not all is at hand, as item.h cannot.
 */
#ifndef CINCHI_HEAD_H
#define CINCHI_HEAD_H

#include "cinch/base.h"
#include "cinch/wire.h"
#include "../base/bytes.h"

/* What the formats 0xc0-0xdf consist of. The one-byte ranges around them need no table. */
typedef struct cinchi_form {
    uint8_t type;     /* cinch_type; NONE: the reserved byte. Integers by format, whatever the value: U64 uint, I64 int */
    uint8_t size;     /* bytes before the payload: first byte, number or length, ext type */
    uint8_t len_size; /* bytes of length or count among them */
    uint8_t len;      /* payload bytes where the format fixes them */
} cinchi_form;
extern const cinchi_form cinchi_forms[32];

typedef struct cinchi_head {
    uint8_t type; /* as in cinchi_form */
    uint8_t size;
    int8_t ext;   /* EXT: the type */
    uint32_t len; /* STR BIN EXT: payload bytes after size; ARRAY MAP: count; else 0 */
} cinchi_head;

/* Bytes of the header that begins with this byte, numbers included; 0: the reserved byte. */
static inline size_t cinchi_head_size(uint8_t format)
{
    return (uint8_t)(format - CINCH_WIRE_NIL) < 32 ? cinchi_forms[format - CINCH_WIRE_NIL].size : 1;
}

/* The type that a first byte tells: as in cinchi_form. */
static inline uint8_t cinchi_head_type(uint8_t b)
{
    if ((uint8_t)(b - CINCH_WIRE_NIL) < 32) return cinchi_forms[b - CINCH_WIRE_NIL].type;
    if (b >= CINCH_WIRE_NEGATIVE) return CINCH_I64;
    return b <= CINCH_WIRE_FIXINT_MAX ? CINCH_U64
           : b < CINCH_WIRE_FIXARRAY  ? CINCH_MAP
           : b < CINCH_WIRE_FIXSTR    ? CINCH_ARRAY
                                      : CINCH_STR;
}

/* cinchi_head_size(*p) bytes must be there, and not be 0. */
static inline cinchi_head cinchi_head_read(const uint8_t *p)
{
    cinchi_head h = {cinchi_head_type(*p), 1, 0, 0};
    uint8_t b = *p;
    if ((uint8_t)(b - CINCH_WIRE_NIL) < 32) {
        const cinchi_form *f = &cinchi_forms[b - CINCH_WIRE_NIL];
        h.size = f->size;
        h.len = f->len_size == 0   ? f->len
                : f->len_size == 1 ? p[1]
                : f->len_size == 2 ? cinchi_load16(p + 1)
                                   : cinchi_load32(p + 1);
        if (h.type == CINCH_EXT) h.ext = (int8_t)p[h.size - 1];
    } else if (h.type == CINCH_STR) {
        h.len = b & 31u;
    } else if (h.type >= CINCH_ARRAY) {
        h.len = b & 15u;
    }
    return h;
}

/* Items that a container's header announces; 0 for all else. */
static inline uint64_t cinchi_head_items(cinchi_head h)
{
    return h.type == CINCH_MAP ? 2 * (uint64_t)h.len : h.type == CINCH_ARRAY ? h.len : 0;
}

/* Payload bytes that a header announces; 0 for containers and numbers. */
static inline uint32_t cinchi_head_payload(cinchi_head h)
{
    return h.type < CINCH_ARRAY ? h.len : 0;
}

#endif

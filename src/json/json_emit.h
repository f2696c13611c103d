/* SPDX-License-Identifier: MIT
 * Text on its way out, for json_write and json_out: room in the writer's own buffer while there is some, else in a stage that is
 * handed on as it fills, so that every kind of writer takes it and the quick paths look at one pair of pointers.
 */
#ifndef CINCHI_JSON_EMIT_H
#define CINCHI_JSON_EMIT_H

#include "cinch/json.h"

enum { CINCHI_EMIT_STAGE = 512 };

typedef struct cinchi_emit {
    uint8_t *pos, *end;
    cinch_writer *out; /* its error tells when text was lost */
    const cinch_json_opts *opts;
    bool staged;
    uint8_t stage[CINCHI_EMIT_STAGE];
} cinchi_emit;

void cinchi_emit_init(cinchi_emit *e, cinch_writer *out, const cinch_json_opts *opts);

/* All text to the writer. */
void cinchi_emit_flush(cinchi_emit *e);

/* Room for len bytes at e->pos, at most CINCHI_EMIT_STAGE. Always given; after an error of out it leads nowhere. */
void cinchi_emit_more(cinchi_emit *e, size_t len);

static inline uint8_t *cinchi_emit_room(cinchi_emit *e, size_t len)
{
    if ((size_t)(e->end - e->pos) < len) cinchi_emit_more(e, len);
    return e->pos;
}

static inline void cinchi_emit_byte(cinchi_emit *e, char c)
{
    *cinchi_emit_room(e, 1) = (uint8_t)c;
    e->pos++;
}

void cinchi_emit_raw(cinchi_emit *e, const void *p, size_t len);

/* A new line and the indentation of so many levels, or nothing when the text is on one line. */
void cinchi_emit_line(cinchi_emit *e, size_t level);

/* What is left of a payload cut by the end of a part, until the next. */
typedef struct cinchi_emit_carry {
    uint8_t have;
    uint8_t bytes[4];
} cinchi_emit_carry;

/* Bytes as base64, or as hex. */
void cinchi_emit_base64(cinchi_emit *e, const uint8_t *p, size_t len, cinchi_emit_carry *c, bool last);
void cinchi_emit_hex(cinchi_emit *e, const uint8_t *p, size_t len);

/* Bytes of an array of numbers without its brackets; first: none stands before. */
void cinchi_emit_numbers(cinchi_emit *e, const uint8_t *p, size_t len, bool first);

/* json_escape.c: characters of a string without its quotes, checked; readable: one past the bytes that may be looked at. UTF8 at
 * the first bad one, unless they are to be replaced. The second takes parts. */
cinch_error cinchi_emit_chars(cinchi_emit *e, const uint8_t *p, size_t len, const uint8_t *readable);
cinch_error cinchi_emit_chars_part(cinchi_emit *e, const uint8_t *p, size_t len, cinchi_emit_carry *c, bool last);

/* json_value.c: a whole scalar as a value, or as a key with its quotes. readable as above. KEY when a key has no text. */
cinch_error cinchi_emit_value(cinchi_emit *e, const cinch_token *t, const uint8_t *readable);
cinch_error cinchi_emit_key(cinchi_emit *e, const cinch_token *t, const uint8_t *readable);

/* Likewise under `tagged`; item is the first byte of the scalar. */
cinch_error cinchi_emit_tagged(cinchi_emit *e, const cinch_token *t, const uint8_t *item, const uint8_t *readable);

/* What stands around a payload, for those that come in parts. */
cinch_error cinchi_emit_bin_begin(cinchi_emit *e, bool key);
void cinchi_emit_bin_part(cinchi_emit *e, const uint8_t *p, size_t len, cinchi_emit_carry *c, bool first, bool last);
void cinchi_emit_bin_end(cinchi_emit *e);
cinch_error cinchi_emit_ext_begin(cinchi_emit *e, int8_t type, bool key);
void cinchi_emit_ext_end(cinchi_emit *e);

#endif

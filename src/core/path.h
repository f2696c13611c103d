/* SPDX-License-Identifier: MIT
 * Writing JSON Pointers (RFC 6901) into memory of fixed size.
 */
#ifndef CINCHI_PATH_H
#define CINCHI_PATH_H

#include "cinch/base.h"

enum { CINCHI_PATH_REST = 4 }; /* "/...", which stands for all tokens from the first that did not fit */

typedef struct cinchi_path {
    char *out;
    size_t cap;  /* bytes of text that fit */
    size_t len;  /* of the tokens written */
    size_t at;   /* end of what is written of the token in progress */
    size_t safe; /* the last len behind which there is room for the rest */
    bool full;   /* a token did not fit: no further one is taken */
    bool shown;  /* for people: what could break a line or drive a terminal goes out as \xHH */
} cinchi_path;

void cinchi_path_init(cinchi_path *p, char *out, size_t cap, bool shown);

/* A character that no line of text should hold: a control, a separator of lines, or what is invisible or turns the direction of writing. */
bool cinchi_path_odd(uint32_t c);

/* One token: of these bytes, of an array's index, of the whole key encoded at k. */
void cinchi_path_key(cinchi_path *p, const void *key, size_t len);
void cinchi_path_index(cinchi_path *p, uint64_t index);
void cinchi_path_item(cinchi_path *p, const uint8_t *k, const uint8_t *end);
void cinchi_path_none(cinchi_path *p); /* "~": a key that is no text */

/* A whole pointer, whose tokens are escaped for the RFC already. */
void cinchi_path_pointer(cinchi_path *p, cinch_str pointer);

/* A key that comes in parts: begin, more as often as there are any, end. */
void cinchi_path_begin(cinchi_path *p);
void cinchi_path_more(cinchi_path *p, const void *key, size_t len);
void cinchi_path_end(cinchi_path *p);

/* Puts the rest where a token did not fit, and gives the length. No NUL. */
size_t cinchi_path_finish(cinchi_path *p);

#endif

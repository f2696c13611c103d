/* SPDX-License-Identifier: MIT
 * The words of the notation, for both directions.
 */
#ifndef CINCHI_TEXT_WORDS_H
#define CINCHI_TEXT_WORDS_H

#include "cinch/text.h"

typedef struct cinchi_text_word {
    const char *word;
    uint8_t type;   /* cinch_type of what must follow */
    uint8_t format; /* first byte on the wire; 0: the smallest */
    uint8_t size;   /* bytes of its number, length or count; TIME: of the payload, 0: the smallest */
} cinchi_text_word;

/* Of len letters and digits; NULL: no such word. */
const cinchi_text_word *cinchi_text_word_find(const char *word, size_t len);

/* The word for a format, which has one if it is ever not the smallest. */
const char *cinchi_text_word_of(uint8_t format);

/* The header of a str, bin, ext, array or map in a format, or, when that is 0, in the smallest one. At most 6 bytes at h; 0: the format cannot hold
 * it. type: of an ext. */
size_t cinchi_text_head(uint8_t *h, uint8_t kind, uint8_t format, uint32_t len, int8_t type);

#endif

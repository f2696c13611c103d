/* SPDX-License-Identifier: MIT
 * The text at hand and the writer it goes to. Each function reads at pos; after an error nothing more need be read, and what is written
 * is taken back in the end.
 */
#ifndef CINCHI_TEXT_READER_H
#define CINCHI_TEXT_READER_H

#include "cinch/text.h"
#include "../base/num.h"

typedef struct cinchi_text_place { /* an open container */
    cinch_mark mark;
    uint64_t values; /* in it so far, keys too */
    uint8_t format;  /* of its head; 0: the smallest */
    bool map;
} cinchi_text_place;

typedef struct cinchi_text_reader {
    const char *pos, *end;
    const char *item; /* where the item at hand begins */
    const char *fault;
    cinch_error error;
    cinch_writer *w;
    cinch_limits limits;
    uint64_t start; /* of the value, in w */
    uint64_t items;
    uint32_t depth;
    cinchi_text_place places[CINCH_DEPTH];
} cinchi_text_reader;

/* ---------------------------------------------------------------- text_scan.c */

void cinchi_text_fail(cinchi_text_reader *r, cinch_error e, const char *at);
void cinchi_text_odd(cinchi_text_reader *r); /* whatever stands at pos should not, or is missing */
void cinchi_text_blank(cinchi_text_reader *r);
bool cinchi_text_char(cinchi_text_reader *r, char c);                /* after blanks */
bool cinchi_text_read_word(cinchi_text_reader *r, const char *word); /* an error if the end of the text cuts it */
bool cinchi_text_number(cinchi_text_reader *r, cinchi_num *num);     /* after blanks; false: an error */
bool cinchi_text_apart(cinchi_text_reader *r);                       /* a number or word has ended; false: an error */

/* ---------------------------------------------------------------- text_read_number.c, text_read_payload.c */

/* What may follow a word, or stand alone; format 0, size 0: the smallest. */
void cinchi_text_int(cinchi_text_reader *r, uint8_t format);
void cinchi_text_put(cinchi_text_reader *r, uint8_t type, uint8_t format, cinchi_num num);
void cinchi_text_f64(cinchi_text_reader *r);
void cinchi_text_f32(cinchi_text_reader *r);
void cinchi_text_str(cinchi_text_reader *r, uint8_t format);
void cinchi_text_bytes(cinchi_text_reader *r, uint8_t kind, uint8_t format, int8_t type);
void cinchi_text_ext(cinchi_text_reader *r, uint8_t format);
void cinchi_text_time(cinchi_text_reader *r, uint8_t size);

#endif

/* SPDX-License-Identifier: MIT
 * MessagePack as text that a person reads and types, and that loses nothing: every value and every choice of format goes through it
 * byte for byte. docs/text-notation.md has the grammar; in short:
 *
 *     {"id": 7, "ratio": 0.5, "raw": x"00ff", "at": time "2020-01-01T00:00:00Z", "old": u16 5, "list": array32 [nil, true]}
 *
 * JSON's literals mean what they mean there, an integer literal in the smallest format that holds it; nil is nil. A word before a value
 * names a format that is not the smallest one, or a type that JSON lacks.
 */
#ifndef CINCH_TEXT_H
#define CINCH_TEXT_H

#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cinch_text_opts {
    cinch_limits limits; /* depth [512, and no more]; items, key_len; bytes of the MessagePack */
    uint8_t indent;      /* writing: spaces a level, a line an item; 0: one line */
    uint8_t reserved[7]; /* zero */
} cinch_text_opts;

/* Reads one value from text into w. White space and comments (# to the end of the line) before it are skipped; `used` gets the bytes read,
 * those after it included, so that values that follow each other are read in a loop; with used NULL nothing may follow: TRAILING. A text
 * that ends inside a value, or holds none, is TRUNCATED.
 *
 * Errors carry the offset, line and column of the value or character at fault: SYNTAX; RANGE, a value that the format named cannot hold;
 * NUMBER, one that no format holds; UTF8, text that is not; LENGTH, a payload or count of 2^32; DEPTH, LIMIT, and those of w, which is left
 * as it was. Containers are written with their count to come (cinch_put_open_array), so a sink's buffer must hold the value. Nothing is
 * allocated but by w. Time is linear in the text for each container of more than 15 items that an item is in. */
CINCH_API CINCH_NODISCARD cinch_error cinch_text_read(const char *text, size_t len, const cinch_text_opts *opts,
                                                      cinch_writer *w, size_t *used, cinch_diag *diag);

/* The next item of r with all below it, as text into out, which serves as a plain byte output; no line feed after it.
 * cinch_text_read gives back the same bytes, whatever they are: malformed timestamps and text that is not UTF-8 as well. Errors are
 * those of framing, DEPTH, LIMIT, and those of out, which is left as it was, what a sink has taken apart; an error is also set in
 * r. The flags of r do not matter. Allocates nothing. */
CINCH_API CINCH_NODISCARD cinch_error cinch_text_write(cinch_reader *r, const cinch_text_opts *opts, cinch_writer *out,
                                                       cinch_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT
 * MessagePack as text that a person reads and types. It loses nothing: every value and every choice of format goes through it
 * byte for byte. docs/text-notation.md has the grammar; in short:
 *
 *     {"id": 7, "ratio": 0.5, "raw": x"00ff", "at": time "2020-01-01T00:00:00Z", "old": u16 5, "list": array32 [nil, true]}
 *
 * JSON's literals mean what they mean in JSON; an integer literal takes the smallest format that holds it. nil is nil. A word
 * before a value names a format that is not the smallest one, or a type that JSON lacks.
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

/* Reads one value from text into w. White space and comments (# to the end of the line) before it are skipped. `used` gets
 * the number of bytes read. It includes space and comments after the value, so that a loop can read value after value. With
 * used NULL nothing may follow: TRAILING. A text that ends inside a value, or holds none, is TRUNCATED.
 *
 * Errors carry the offset, line and column of the value or character at fault. SYNTAX. RANGE: the format named cannot hold
 * the value. NUMBER: no format can. UTF8: the text is not UTF-8. LENGTH: a payload or count of 2^32. DEPTH, LIMIT, and those
 * of w. On error w is left as it was, apart from what a sink has taken of a str, bin or ext. Containers are written with their
 * count to come (cinch_put_open_array), so a sink's buffer must hold the value. Only w allocates. An item costs time for each
 * container of more than 15 items that it is in; but for that, time is linear in the text. */
CINCH_API CINCH_NODISCARD cinch_error cinch_text_read(const char *text, size_t len, const cinch_text_opts *opts,
                                                      cinch_writer *w, size_t *used, cinch_diag *diag);

/* Writes the next item of r, with all below it, as text into out. out serves as a plain byte output; no line feed is put
 * after the text. cinch_text_read gives back the same bytes, whatever they are: malformed timestamps and text that is not
 * UTF-8, too. Errors are those of framing, DEPTH, LIMIT, and those of out. On error out is left as it was, apart from what a
 * sink has taken, and the error is also set in r. The flags of r do not matter. Allocates nothing. */
CINCH_API CINCH_NODISCARD cinch_error cinch_text_write(cinch_reader *r, const cinch_text_opts *opts, cinch_writer *out,
                                                       cinch_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT
 * Strings in quotes: the escapes of JSON, and \xHH for a byte that is part of no character.
 */
#ifndef CINCHI_TEXT_QUOTE_H
#define CINCHI_TEXT_QUOTE_H

#include "cinch/write.h"

/* The value of a hexadecimal digit, or -1. */
int cinchi_text_digit(char c);

/* s in quotes, on one line, with nothing in it that a terminal obeys or a person cannot see. */
void cinchi_text_quote(cinch_writer *out, const char *s, size_t len);

/* The string that begins after a quote at p: its closing quote, and the length of what it stands for. NULL: *fault is the place of an error, and
 * *error UTF8, SYNTAX or, when it does not end before end, TRUNCATED. */
const char *cinchi_text_unquote(const char *p, const char *end, uint64_t *len, const char **fault, cinch_error *error);

/* What it stands for, as bytes, once it was found good: p up to the closing quote. */
void cinchi_text_put_unquoted(cinch_writer *w, const char *p, const char *close);

#endif

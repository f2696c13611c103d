/* SPDX-License-Identifier: MIT
 * UTF-8 one character at a time, for the places that have to tell where it is bad and how much of it: slow on purpose, behind
 * a test that found the text bad.
 */
#ifndef CINCHI_JSON_UTF8_H
#define CINCHI_JSON_UTF8_H

#include "cinch/base.h"

typedef enum cinchi_json_step { CINCHI_STEP_GOOD, CINCHI_STEP_BAD, CINCHI_STEP_CUT } cinchi_json_step;

/* The character at p, of which left >= 1 bytes are there; *len gets its bytes. BAD: that many bytes are the maximal part of a bad
 * sequence, which one U+FFFD stands for (Unicode, 3.9, U+FFFD substitution). CUT: all left bytes are a good beginning. */
cinchi_json_step cinchi_json_step_utf8(const uint8_t *p, size_t left, size_t *len);

/* Writes a code point that is no surrogate as UTF-8; returns its bytes, at most 4. */
size_t cinchi_json_put_utf8(uint8_t *out, uint32_t c);

#endif

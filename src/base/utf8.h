/* SPDX-License-Identifier: MIT
 * UTF-8 one character at a time, for those who want the character, or have to tell how much of it is bad. Whether a whole string is good is
 * asked of kern.h, which has faster ways.
 */
#ifndef CINCHI_UTF8_H
#define CINCHI_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { CINCHI_UTF8_BAD = 0x110000, CINCHI_UTF8_CUT }; /* no code points */

/* The character at p, of which left >= 1 bytes are there; returns the bytes it takes (Unicode, table 3-7). BAD: so many bytes are the
 * maximal part of a bad sequence, which one U+FFFD stands for (3.9, "U+FFFD substitution of maximal subparts"). CUT: all left
 * bytes are a good beginning. */
static inline size_t cinchi_utf8_get(const uint8_t *p, size_t left, uint32_t *cp)
{
    unsigned a = p[0], low = a == 0xe0 ? 0xa0 : a == 0xf0 ? 0x90 : 0x80, high = a == 0xed ? 0x9f : a == 0xf4 ? 0x8f : 0xbf;
    size_t i, more = a < 0xe0 ? 1 : a < 0xf0 ? 2 : 3;
    uint32_t v = a & (0x3fu >> more);
    *cp = a;
    if (a < 0x80) return 1;
    *cp = CINCHI_UTF8_BAD;
    if (a < 0xc2 || a > 0xf4) return 1;
    for (i = 1; i <= more; i++) {
        if (i == left) *cp = CINCHI_UTF8_CUT;
        if (i == left || p[i] < low || p[i] > high) return i;
        v = v << 6 | (p[i] & 0x3f);
        low = 0x80;
        high = 0xbf;
    }
    *cp = v;
    return i;
}

/* Writes a code point that is no surrogate; returns one past its bytes, at most 4. */
static inline uint8_t *cinchi_utf8_put(uint8_t *p, uint32_t cp)
{
    if (cp < 0x80) {
        *p++ = (uint8_t)cp;
        return p;
    }
    if (cp < 0x800) {
        *p++ = (uint8_t)(0xc0 | cp >> 6);
    } else {
        if (cp < 0x10000) {
            *p++ = (uint8_t)(0xe0 | cp >> 12);
        } else {
            *p++ = (uint8_t)(0xf0 | cp >> 18);
            *p++ = (uint8_t)(0x80 | (cp >> 12 & 0x3f));
        }
        *p++ = (uint8_t)(0x80 | (cp >> 6 & 0x3f));
    }
    *p++ = (uint8_t)(0x80 | (cp & 0x3f));
    return p;
}

#endif

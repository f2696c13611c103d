/* SPDX-License-Identifier: MIT
 * UTF-8, checked eight bytes at a time where it is ASCII and a sequence at a time where it is not.
 */
#include "kern.h"
#include "../base/bytes.h"

#define UTF8_HIGH 0x8080808080808080u

/* Length of the well-formed sequence at p whose first byte is not ASCII, or 0. */
static size_t utf8_sequence(const uint8_t *p, size_t left)
{
    unsigned a = p[0], b;
    if (a < 0xc2 || a > 0xf4 || left < 2) return 0;
    b = p[1];
    if (a < 0xe0) return (b & 0xc0) == 0x80 ? 2 : 0;
    if (left < 3 || (p[2] & 0xc0) != 0x80) return 0;
    if (a < 0xf0) {
        unsigned low = a == 0xe0 ? 0xa0 : 0x80, high = a == 0xed ? 0x9f : 0xbf;
        return b >= low && b <= high ? 3 : 0;
    }
    if (left < 4 || (p[3] & 0xc0) != 0x80) return 0;
    return b >= (a == 0xf0 ? 0x90u : 0x80u) && b <= (a == 0xf4 ? 0x8fu : 0xbfu) ? 4 : 0;
}

size_t cinchi_utf8_good(const uint8_t *s, size_t len)
{
    size_t i = 0;
    while (i < len) {
        if (s[i] < 0x80) {
            while (len - i >= 8 && !(cinchi_word64(s + i) & UTF8_HIGH)) i += 8;
            while (i < len && s[i] < 0x80) i++;
        } else {
            size_t n = utf8_sequence(s + i, len - i);
            if (!n) return i;
            i += n;
        }
    }
    return len;
}

bool cinchi_utf8_valid_portable(const uint8_t *s, size_t len)
{
    return cinchi_utf8_good(s, len) == len;
}

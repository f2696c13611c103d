/* SPDX-License-Identifier: MIT
 * Table 3-7 of the Unicode standard, byte by byte.
 */
#include "json_utf8.h"

cinchi_json_step cinchi_json_step_utf8(const uint8_t *p, size_t left, size_t *len)
{
    uint8_t a = p[0], low = 0x80, high = 0xbf;
    size_t need = a < 0x80 ? 1 : a < 0xe0 ? 2 : a < 0xf0 ? 3 : 4, n = 1;
    *len = 1;
    if (a >= 0x80 && (a < 0xc2 || a > 0xf4)) return CINCHI_STEP_BAD;
    if (a == 0xe0) low = 0xa0;
    if (a == 0xed) high = 0x9f;
    if (a == 0xf0) low = 0x90;
    if (a == 0xf4) high = 0x8f;
    for (; n < need && n < left && p[n] >= low && p[n] <= high; n++) {
        low = 0x80;
        high = 0xbf;
    }
    *len = n;
    if (n == need) return CINCHI_STEP_GOOD;
    return n == left ? CINCHI_STEP_CUT : CINCHI_STEP_BAD;
}

size_t cinchi_json_put_utf8(uint8_t *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (uint8_t)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (uint8_t)(0xc0 | c >> 6);
        out[1] = (uint8_t)(0x80 | (c & 63));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (uint8_t)(0xe0 | c >> 12);
        out[1] = (uint8_t)(0x80 | (c >> 6 & 63));
        out[2] = (uint8_t)(0x80 | (c & 63));
        return 3;
    }
    out[0] = (uint8_t)(0xf0 | c >> 18);
    out[1] = (uint8_t)(0x80 | (c >> 12 & 63));
    out[2] = (uint8_t)(0x80 | (c >> 6 & 63));
    out[3] = (uint8_t)(0x80 | (c & 63));
    return 4;
}

/* SPDX-License-Identifier: MIT
 * Base64, three bytes to four characters and back.
 */
#include "base64.h"
#include "compiler.h"

static const char base64_alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* The inverse: 255 for what is no character of the alphabet, so that an OR of four tells whether any is not. */
/* clang-format off */
static const uint8_t base64_values[256] = {
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,  62, 255, 255, 255,  63,
     52,  53,  54,  55,  56,  57,  58,  59,  60,  61, 255, 255, 255, 255, 255, 255,
    255,   0,   1,   2,   3,   4,   5,   6,   7,   8,   9,  10,  11,  12,  13,  14,
     15,  16,  17,  18,  19,  20,  21,  22,  23,  24,  25, 255, 255, 255, 255, 255,
    255,  26,  27,  28,  29,  30,  31,  32,  33,  34,  35,  36,  37,  38,  39,  40,
     41,  42,  43,  44,  45,  46,  47,  48,  49,  50,  51, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};
/* clang-format on */

size_t cinchi_base64_put(char *out, const uint8_t *p, size_t len)
{
    const char *start = out;
    for (; len >= 3; len -= 3, p += 3, out += 4) {
        unsigned v = (unsigned)p[0] << 16 | (unsigned)p[1] << 8 | p[2];
        out[0] = base64_alphabet[v >> 18];
        out[1] = base64_alphabet[v >> 12 & 63];
        out[2] = base64_alphabet[v >> 6 & 63];
        out[3] = base64_alphabet[v & 63];
    }
    if (len != 0) {
        unsigned v = (unsigned)p[0] << 16 | (len == 2 ? (unsigned)p[1] << 8 : 0);
        out[0] = base64_alphabet[v >> 18];
        out[1] = base64_alphabet[v >> 12 & 63];
        out[2] = len == 2 ? base64_alphabet[v >> 6 & 63] : '=';
        out[3] = '=';
        out += 4;
    }
    return (size_t)(out - start);
}

/* Four characters of the alphabet as 24 bits; more than 24 when one of them is not. */
static inline uint32_t base64_quad(const uint8_t *s)
{
    uint32_t a = base64_values[s[0]], b = base64_values[s[1]], c = base64_values[s[2]], d = base64_values[s[3]];
    return (a | b | c | d) > 63 ? UINT32_MAX : a << 18 | b << 12 | c << 6 | d;
}

bool cinchi_base64_get(uint8_t *out, const char *s, size_t len, size_t *out_len)
{
    const uint8_t *p = (const uint8_t *)s;
    *out_len = 0;
    if (len == 0) return true;
    if (len % 4 != 0) return false;
    uint8_t *start = out;
    const uint8_t *last = p + len - 4;
    for (; p != last; p += 4, out += 3) {
        uint32_t v = base64_quad(p);
        if (CINCHI_UNLIKELY(v > 0xffffff)) return false;
        out[0] = (uint8_t)(v >> 16);
        out[1] = (uint8_t)(v >> 8);
        out[2] = (uint8_t)v;
    }
    unsigned padding = last[3] != '=' ? 0 : last[2] != '=' ? 1 : 2;
    uint8_t quad[4] = {last[0], last[1], padding > 1 ? 'A' : last[2], padding > 0 ? 'A' : last[3]};
    uint32_t v = base64_quad(quad);
    if (v > 0xffffff || v & ((UINT32_C(1) << 8 * padding) - 1)) return false; /* bits that nothing was made from */
    for (unsigned i = 0; i < 3 - padding; i++) *out++ = (uint8_t)(v >> (16 - 8 * i));
    *out_len = (size_t)(out - start);
    return true;
}

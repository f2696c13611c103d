/* SPDX-License-Identifier: MIT
 * Strings in quotes, both ways.
 */
#include "text_quote.h"
#include "../base/utf8.h"
#include "../core/path.h"

static const char quote_digits[] = "0123456789abcdef", quote_letters[] = "\"\\bfnrt/", quote_bytes[] = "\"\\\b\f\n\r\t/";

/* ---------------------------------------------------------------- writing */

static void quote_unit(cinch_writer *out, uint32_t unit)
{
    char text[6] = {'\\', 'u'};
    for (unsigned i = 0; i < 4; i++) text[2 + i] = quote_digits[unit >> 4 * (3 - i) & 15];
    cinch_put_raw(out, text, sizeof text);
}

static void quote_odd(cinch_writer *out, uint32_t cp)
{
    if (cp >= 0x10000) {
        quote_unit(out, 0xd7c0 + (cp >> 10));
        quote_unit(out, 0xdc00 + (cp & 0x3ff));
    } else {
        quote_unit(out, cp);
    }
}

static void quote_bad(cinch_writer *out, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[4] = {'\\', 'x', quote_digits[p[i] >> 4], quote_digits[p[i] & 15]};
        cinch_put_raw(out, text, sizeof text);
    }
}

/* An ASCII character with a letter for an escape; NULL: none. The slash needs none. */
static const char *quote_short(uint32_t cp)
{
    return cp && cp < 0x80 && cp != '/' ? memchr(quote_bytes, (int)cp, sizeof quote_bytes - 1) : NULL;
}

void cinchi_text_quote(cinch_writer *out, const char *s, size_t len)
{
    const uint8_t *p = (const uint8_t *)s, *end = p + len, *from = p;
    cinch_put_raw(out, "\"", 1);
    while (p != end) {
        uint32_t cp;
        size_t n = cinchi_utf8_get(p, (size_t)(end - p), &cp);
        const char *letter = quote_short(cp);
        if (cp < CINCHI_UTF8_BAD && !letter && !cinchi_path_odd(cp)) {
            p += n;
            continue;
        }
        cinch_put_raw(out, from, (size_t)(p - from));
        if (cp >= CINCHI_UTF8_BAD) {
            quote_bad(out, p, n);
        } else if (letter) {
            char text[2] = {'\\', quote_letters[letter - quote_bytes]};
            cinch_put_raw(out, text, sizeof text);
        } else {
            quote_odd(out, cp);
        }
        from = p += n;
    }
    cinch_put_raw(out, from, (size_t)(p - from));
    cinch_put_raw(out, "\"", 1);
}

/* ---------------------------------------------------------------- reading */

int cinchi_text_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Digits at p, before end: how many of the wanted there are; *v their value. */
static size_t quote_number(const char *p, const char *end, size_t wanted, uint32_t *v)
{
    size_t n = 0;
    *v = 0;
    for (; n < wanted && p + n != end && cinchi_text_digit(p[n]) >= 0; n++) *v = *v << 4 | (uint32_t)cinchi_text_digit(p[n]);
    return n;
}

/* The low half of a pair, whose high half is the escape at p. As quote_escape. */
static size_t quote_pair(const char *p, const char *end, uint32_t high, uint8_t *out, size_t *out_len, const char **fault)
{
    static const char must[] = "\\u";
    uint32_t low;
    size_t n = 0, digits;
    while (n < 2 && p + 6 + n != end && p[6 + n] == must[n]) n++;
    digits = n == 2 ? quote_number(p + 8, end, 4, &low) : 0;
    *fault = digits != 4 && p + 6 + n + digits == end ? end : p;
    if (digits != 4 || low - 0xdc00 >= 0x400) return 0;
    *out_len = (size_t)(cinchi_utf8_put(out, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)) - out);
    return 12;
}

/* The escape at p: its length, and the bytes it stands for at out, of which it takes up to 4. 0: *fault is what is wrong with it, end if
 * it is cut. */
static size_t quote_escape(const char *p, const char *end, uint8_t *out, size_t *out_len, const char **fault)
{
    const char *letter;
    uint32_t v;
    size_t n, wanted;
    *fault = end;
    if (end - p < 2) return 0;
    letter = memchr(quote_letters, p[1], sizeof quote_letters - 1);
    if (letter) {
        *out = (uint8_t)quote_bytes[letter - quote_letters];
        *out_len = 1;
        return 2;
    }
    wanted = p[1] == 'x' ? 2 : p[1] == 'u' ? 4 : 0;
    n = quote_number(p + 2, end, wanted, &v);
    *fault = n == wanted || p + 2 + n != end ? p : end;
    if (!wanted || n != wanted) return 0;
    if (wanted == 2) {
        *out = (uint8_t)v;
        *out_len = 1;
        return 4;
    }
    if (v - 0xd800 >= 0x800) {
        *out_len = (size_t)(cinchi_utf8_put(out, v) - out);
        return 6;
    }
    return v < 0xdc00 ? quote_pair(p, end, v, out, out_len, fault) : 0;
}

const char *cinchi_text_unquote(const char *p, const char *end, uint64_t *len, const char **fault, cinch_error *error)
{
    *len = 0;
    while (p != end && *p != '"') {
        uint8_t bytes[4];
        uint32_t cp;
        size_t stands = 0, n;
        if (*p == '\\') {
            n = quote_escape(p, end, bytes, &stands, fault);
            *error = *fault == end ? CINCH_ERR_TRUNCATED : CINCH_ERR_SYNTAX;
            if (!n) return NULL;
        } else {
            stands = n = cinchi_utf8_get((const uint8_t *)p, (size_t)(end - p), &cp);
            *fault = cp == CINCHI_UTF8_CUT ? end : p;
            *error = cp == CINCHI_UTF8_CUT ? CINCH_ERR_TRUNCATED : cp == CINCHI_UTF8_BAD ? CINCH_ERR_UTF8 : CINCH_ERR_SYNTAX;
            if (cp >= CINCHI_UTF8_BAD || cp < 0x20) return NULL;
        }
        p += n;
        *len += stands;
    }
    if (p != end) return p;
    *fault = end;
    *error = CINCH_ERR_TRUNCATED;
    return NULL;
}

void cinchi_text_put_unquoted(cinch_writer *w, const char *p, const char *close)
{
    while (p != close) {
        const char *back = memchr(p, '\\', (size_t)(close - p)), *fault;
        uint8_t bytes[4];
        size_t n = 0; /* it has been read once, so it is never a fault */
        cinch_put_raw(w, p, (size_t)((back ? back : close) - p));
        if (!back) return;
        p = back + quote_escape(back, close, bytes, &n, &fault);
        cinch_put_raw(w, bytes, n);
    }
}

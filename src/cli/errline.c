/* SPDX-License-Identifier: MIT
 * Lines on standard error: one an error, whatever bytes a file name or a key holds.
 */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* Bytes of the character at s that a terminal may show, 0 for the others: control characters (C1 among them), what is no UTF-8,
 * and the marks that turn text around or break lines (U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069). */
static size_t shown_len(const unsigned char *s, size_t left)
{
    size_t len = s[0] < 0x80 ? 1 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (len == 1) return s[0] >= 0x20 && s[0] != 0x7f && s[0] != '\\';
    if (len > left || !cinch_utf8_valid((const char *)s, len)) return 0;
    if (s[0] == 0xc2 && s[1] < 0xa0) return 0;
    if (s[0] == 0xe2 && s[1] == 0x80 && (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae))) return 0;
    if (s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9) return 0;
    return len;
}

/* As cinch_explain writes them, so that one rule undoes both. */
static size_t escape_byte(char *out, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    out[0] = '\\';
    out[1] = c == '\\' ? '\\' : 'x';
    if (c == '\\') return 2;
    out[2] = digits[c >> 4];
    out[3] = digits[c & 15];
    return 4;
}

size_t cli_escape(char *out, size_t cap, const char *s, size_t len)
{
    size_t n = 0, fits = 0; /* fits: where "..." would still find room */
    for (size_t i = 0; i < len;) {
        size_t shown = shown_len((const unsigned char *)s + i, len - i);
        char piece[4];
        size_t piece_len = shown ? shown : escape_byte(piece, (unsigned char)s[i]);
        if (shown) memcpy(piece, s + i, shown);
        if (n + piece_len + 1 > cap) {
            memcpy(out + fits, "...", 4);
            return fits + 3;
        }
        memcpy(out + n, piece, piece_len);
        n += piece_len;
        i += shown ? shown : 1;
        if (n + 4 <= cap) fits = n;
    }
    out[n] = 0;
    return n;
}

size_t cli_vformat(char *out, size_t cap, const char *format, va_list args)
{
    int len = cap ? vsnprintf(out, cap, format, args) : 0;
    return len < 0 ? 0 : (size_t)len < cap ? (size_t)len : cap - (cap != 0);
}

size_t cli_format(char *out, size_t cap, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t len = cli_vformat(out, cap, format, args);
    va_end(args);
    return len;
}

static void say_line(const char *format, va_list args)
{
    char line[8192];
    size_t len = cli_format(line, sizeof line - 1, "%s: ", cli_current && cli_current->link ? cli_current->name : "cinch");
    len += cli_vformat(line + len, sizeof line - 1 - len, format, args);
    line[len++] = '\n';
    cli_progress_end();
    cli_write_all(STDERR_FILENO, line, len);
}

void cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_line(format, args);
    va_end(args);
}

int cli_io_error(const char *name, int error)
{
    cli_say("%s: %s", name, error ? strerror(error) : "failed");
    return CLI_IO;
}

static uint32_t add_capped(uint32_t a, uint32_t b)
{
    return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

int cli_data_error(const cli_fault *at, const cinch_diag *diag)
{
    char path[2048], line[4096];
    cinch_diag d = *diag;
    cinch_str where = {path, 0};
    if (d.error == CINCH_ERR_SINK) return CLI_IO; /* the output knows better, and tells when it is closed */
    if (d.error == CINCH_ERR_MEMORY) return cli_io_error(at->name, ENOMEM);
    if (at->path)
        where = cinch_cstr(at->path);
    else if (at->msg)
        where.len = cinch_locate(at->msg, at->len, d.pos, path, sizeof path);
    if (d.line == 1) d.column = add_capped(d.column, at->column);
    if (d.line) d.line = add_capped(d.line, at->line);
    d.pos += at->base;
    cinch_explain_at(&d, where, at->object > 1 ? at->object : 0, line, sizeof line);
    cli_say("%s: %s", at->name, line);
    return CLI_BAD;
}

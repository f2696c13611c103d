/* SPDX-License-Identifier: MIT
 * Text of generated files: formatted without stdio, literals and comments made safe.
 */
#include "emit_in.h"

#include <stdarg.h>

static size_t out_number(char *to, uint64_t v, unsigned base)
{
    char digits[24];
    size_t n = 0, i;
    do {
        digits[n++] = "0123456789abcdef"[v % base];
        v /= base;
    } while (v);
    for (i = 0; i < n; i++) to[i] = digits[n - 1 - i];
    return n;
}

static void out_raw(cinch_writer *w, const char *s, size_t len)
{
    if (len) cinch_put_raw(w, s, len);
}

static void out_signed(cinch_writer *w, int64_t v)
{
    char room[24];
    if (v < 0) out_raw(w, "-", 1);
    out_raw(w, room, out_number(room, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, 10));
}

/* The constant in C, where the least one is no number with a minus in front. */
static void out_constant(cinch_writer *w, int64_t v)
{
    if (v == INT64_MIN) {
        out_raw(w, "INT64_MIN", 9);
        return;
    }
    out_raw(w, "INT64_C(", 8);
    out_signed(w, v);
    out_raw(w, ")", 1);
}

static void out_format(cinch_writer *w, const char *format, va_list args)
{
    char room[24];
    for (;;) {
        size_t plain = 0;
        while (format[plain] && format[plain] != '%') plain++;
        out_raw(w, format, plain);
        format += plain;
        if (!*format) return;
        switch (format[1]) {
        case 's': {
            const char *s = va_arg(args, const char *);
            out_raw(w, s, strlen(s));
            break;
        }
        case 'S': {
            const cinch_str *s = va_arg(args, const cinch_str *);
            out_raw(w, s->ptr, s->len);
            break;
        }
        case 'u': out_raw(w, room, out_number(room, va_arg(args, uint64_t), 10)); break;
        case 'd': out_signed(w, va_arg(args, int64_t)); break;
        case 'i': out_constant(w, va_arg(args, int64_t)); break;
        case 'x':
            out_raw(w, "0x", 2);
            out_raw(w, room, out_number(room, va_arg(args, uint64_t), 16));
            break;
        default: out_raw(w, "%", 1);
        }
        format += 2;
    }
}

void cinchi_emit_f(emit_run *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out_format(&e->out, format, args);
    va_end(args);
}

char *cinchi_emit_text(emit_run *e, const char *format, ...)
{
    cinch_writer w;
    va_list args;
    char *got;
    size_t len;
    cinch_writer_init_grow(&w, &e->alloc, 64);
    va_start(args, format);
    out_format(&w, format, args);
    va_end(args);
    len = w.error ? 0 : (size_t)cinch_writer_pos(&w);
    if (w.error) e->error = CINCH_ERR_MEMORY;
    got = (char *)cinchi_emit_take(e, len + 1);
    if (got && len) memcpy(got, w.start, len);
    cinch_writer_free(&w);
    return got ? got : (char *)(uintptr_t) "";
}

/* Octal escapes of three digits end by themselves, whatever follows. */
void cinchi_emit_literal(emit_run *e, const void *bytes, size_t len)
{
    const uint8_t *p = (const uint8_t *)bytes;
    cinchi_emit_f(e, "\"");
    for (size_t i = 0; i < len; i++) {
        char c[5] = {'\\', (char)('0' + (p[i] >> 6)), (char)('0' + (p[i] >> 3 & 7)), (char)('0' + (p[i] & 7)), 0};
        if (p[i] == '"' || p[i] == '\\' || p[i] == '?' || p[i] < 0x20 || p[i] > 0x7e)
            out_raw(&e->out, c, 4);
        else
            out_raw(&e->out, (const char *)p + i, 1);
    }
    cinchi_emit_f(e, "\"");
}

void cinchi_emit_lines(emit_run *e, const char *const *lines)
{
    for (; *lines; lines++) cinchi_emit_f(e, "%s\n", *lines);
}

/* Printable ASCII alone, nothing that ends or begins a comment, no line that a backslash would join. */
static char out_safe(cinch_str s, size_t i)
{
    char c = s.ptr[i];
    if (c == '\n' || c == '\t' || c == '\r') return ' ';
    if (c < 0x20 || c > 0x7e || c == '\\' || c == '?') return c == '?' ? '?' : '.';
    if ((c == '/' && i && s.ptr[i - 1] == '*') || (c == '*' && i && s.ptr[i - 1] == '/')) return '.';
    return c;
}

void cinchi_emit_comment(emit_run *e, cinch_str text, const char *indent)
{
    size_t i = 0, most = text.len < 2000 ? text.len : 2000;
    bool first = true;
    if (!most) return;
    while (i < most) {
        size_t end = i + 100 < most ? i + 100 : most, stop = end;
        if (end < most) {
            while (stop > i && text.ptr[stop] != ' ') stop--;
            if (stop == i) stop = end;
        }
        cinchi_emit_f(e, "%s%s", indent, first ? "/* " : " * ");
        for (; i < stop; i++) {
            char c = out_safe(text, i);
            out_raw(&e->out, &c, 1);
        }
        while (i < most && text.ptr[i] == ' ') i++;
        cinchi_emit_f(e, i < most ? "\n" : " */\n");
        first = false;
    }
}

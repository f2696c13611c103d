/* SPDX-License-Identifier: MIT
 * Values as typed text, and bytes that grow. Nothing here asks the library about MessagePack: the text of a value that came from a
 * seed is the truth that cinch and its peers are both held to.
 */
#include "diff.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("cinch-diff: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(3);
}

void bytes_add(struct bytes *b, const void *p, size_t len)
{
    if (b->cap - b->len < len) {
        b->cap = (b->len + len) * 2 + 64;
        b->ptr = realloc(b->ptr, b->cap);
        if (!b->ptr) die("out of memory");
    }
    if (len) memcpy(b->ptr + b->len, p, len);
    b->len += len;
}

void bytes_byte(struct bytes *b, unsigned v)
{
    uint8_t byte = (uint8_t)v;
    bytes_add(b, &byte, 1);
}

void bytes_u32(struct bytes *b, uint32_t v)
{
    for (int shift = 24; shift >= 0; shift -= 8) bytes_byte(b, v >> shift & 255);
}

uint32_t u32_at(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static int digit_of_hex(unsigned c)
{
    if (c >= '0' && c <= '9') return (int)c - '0';
    return c >= 'a' && c <= 'f' ? (int)c - 'a' + 10 : -1;
}

size_t bytes_hex(struct bytes *b, const char *hex)
{
    size_t n = 0;
    while (digit_of_hex((uint8_t)hex[n]) >= 0 && digit_of_hex((uint8_t)hex[n + 1]) >= 0) {
        bytes_byte(b, (unsigned)(digit_of_hex((uint8_t)hex[n]) << 4 | digit_of_hex((uint8_t)hex[n + 1])));
        n += 2;
    }
    return n;
}

void *need_memory(cinch_arena *a, size_t len)
{
    void *p = cinch_arena_get(a, len ? len : 1, 16);
    if (!p) die("out of memory");
    return p;
}

/* ---------------------------------------------------------------- to text */

static void text_print(struct bytes *out, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    bytes_add(out, text, (size_t)len);
}

static void text_payload(struct bytes *out, const struct value *v)
{
    static const char digits[] = "0123456789abcdef";
    for (uint32_t i = 0; i < v->len; i++) {
        bytes_byte(out, (uint8_t)digits[v->as.bytes[i] >> 4]);
        bytes_byte(out, (uint8_t)digits[v->as.bytes[i] & 15]);
    }
}

static void text_container(struct bytes *out, const struct value *v)
{
    bool map = v->kind == V_MAP;
    bytes_byte(out, map ? '{' : '[');
    for (uint32_t i = 0; i < v->len; i++) {
        if (i) bytes_byte(out, ',');
        value_text(v->as.kids + (map ? 2 * i : i), out);
        if (!map) continue;
        bytes_byte(out, '=');
        value_text(v->as.kids + 2 * i + 1, out);
    }
    bytes_byte(out, map ? '}' : ']');
}

void value_text(const struct value *v, struct bytes *out)
{
    static const char scalars[] = "NFT";
    double whole;
    switch (v->kind) {
    case V_NIL:
    case V_FALSE:
    case V_TRUE: bytes_byte(out, (uint8_t)scalars[v->kind]); break;
    case V_UINT: text_print(out, "i%" PRIu64, v->as.bits); break;
    case V_NEG: text_print(out, "i%" PRId64, (int64_t)v->as.bits); break;
    case V_F32: text_print(out, "f%08" PRIx64, v->as.bits); break;
    case V_F64: text_print(out, "d%016" PRIx64, v->as.bits); break;
    case V_WHOLE:
        memcpy(&whole, &v->as.bits, sizeof whole);
        text_print(out, "whole%a", whole);
        break;
    case V_STR: bytes_byte(out, 's'), text_payload(out, v); break;
    case V_BIN: bytes_byte(out, 'b'), text_payload(out, v); break;
    case V_EXT: text_print(out, "x%d:", v->ext), text_payload(out, v); break;
    default: text_container(out, v); break;
    }
}

/* ---------------------------------------------------------------- from text */

struct text {
    const char *pos, *end;
    cinch_arena *arena;
    unsigned depth;
    bool bad;
};

static bool text_eats(struct text *t, char c)
{
    if (t->pos == t->end || *t->pos != c) return false;
    t->pos++;
    return true;
}

static void text_integer(struct text *t, struct value *v)
{
    char digits[400];
    size_t n = 0;
    if (text_eats(t, '-')) digits[n++] = '-';
    while (t->pos < t->end && *t->pos >= '0' && *t->pos <= '9' && n + 1 < sizeof digits) digits[n++] = *t->pos++;
    digits[n] = 0;
    bool negative = digits[0] == '-';
    t->bad |= n == (size_t)negative;
    uint64_t u = 0;
    bool fits = true;
    for (size_t i = negative; i < n; i++) {
        unsigned d = (unsigned)(digits[i] - '0');
        fits &= u <= (UINT64_MAX - d) / 10;
        u = u * 10 + d;
    }
    fits &= !negative || u <= (uint64_t)INT64_MAX + 1;
    double whole = strtod(digits, NULL);
    v->kind = !fits ? V_WHOLE : negative && u ? V_NEG : V_UINT;
    if (fits)
        v->as.bits = negative ? 0 - u : u;
    else
        memcpy(&v->as.bits, &whole, sizeof whole);
}

static uint64_t text_bits(struct text *t, int digits)
{
    uint64_t v = 0;
    while (digits--) {
        int d = t->pos < t->end ? digit_of_hex((uint8_t)*t->pos++) : -1;
        t->bad |= d < 0;
        v = v << 4 | (unsigned)(d & 15);
    }
    return v;
}

static void text_bytes(struct text *t, struct value *v)
{
    size_t n = 0;
    while ((size_t)(t->end - t->pos) > n && digit_of_hex((uint8_t)t->pos[n]) >= 0) n++;
    uint8_t *p = need_memory(t->arena, n / 2);
    t->bad |= n % 2 != 0;
    v->as.bytes = p;
    v->len = (uint32_t)(n / 2);
    for (size_t i = 0; i < v->len; i++, t->pos += 2)
        p[i] = (uint8_t)(digit_of_hex((uint8_t)t->pos[0]) << 4 | digit_of_hex((uint8_t)t->pos[1]));
}

static void text_value(struct text *t, struct value *v);

/* Children go to memory that doubles; what it leaves behind the arena keeps until the batch is over. */
static void text_children(struct text *t, struct value *v)
{
    bool map = v->kind == V_MAP;
    size_t count = 0, cap = 0;
    v->as.kids = NULL;
    if (!text_eats(t, map ? '}' : ']')) {
        do {
            if (count + 2 > cap) {
                struct value *more = need_memory(t->arena, (cap = cap * 2 + 8) * sizeof *more);
                if (count) memcpy(more, v->as.kids, count * sizeof *more);
                v->as.kids = more;
            }
            text_value(t, v->as.kids + count++);
            if (!map) continue;
            t->bad |= !text_eats(t, '=');
            text_value(t, v->as.kids + count++);
        } while (!t->bad && text_eats(t, ','));
        t->bad |= !text_eats(t, map ? '}' : ']');
    }
    v->len = (uint32_t)(map ? count / 2 : count);
}

static void text_value(struct text *t, struct value *v)
{
    memset(v, 0, sizeof *v);
    t->bad |= t->pos == t->end || ++t->depth > 600;
    if (t->bad) return;
    switch (*t->pos++) {
    case 'N': v->kind = V_NIL; break;
    case 'T': v->kind = V_TRUE; break;
    case 'F': v->kind = V_FALSE; break;
    case 'i': text_integer(t, v); break;
    case 'f': v->kind = V_F32, v->as.bits = text_bits(t, 8); break;
    case 'd': v->kind = V_F64, v->as.bits = text_bits(t, 16); break;
    case 's': v->kind = V_STR, text_bytes(t, v); break;
    case 'b': v->kind = V_BIN, text_bytes(t, v); break;
    case 'x': {
        struct value type;
        text_integer(t, &type);
        v->kind = V_EXT, v->ext = (int8_t)type.as.bits;
        t->bad |= !text_eats(t, ':');
        text_bytes(t, v);
        break;
    }
    case '[': v->kind = V_ARRAY, text_children(t, v); break;
    case '{': v->kind = V_MAP, text_children(t, v); break;
    default: t->bad = true;
    }
    t->depth--;
}

struct value *value_parse(const uint8_t *text, size_t len, cinch_arena *a)
{
    struct text t = {(const char *)text, (const char *)text + len, a, 0, false};
    struct value *v = need_memory(a, sizeof *v);
    text_value(&t, v);
    return t.bad || t.pos != t.end ? NULL : v;
}

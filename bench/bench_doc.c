/* SPDX-License-Identifier: MIT
 * Documents and the truth about them, in plain slow code that shares nothing with what races: a JSON reader on strtod, a JSON printer,
 * a MessagePack encoder, and the inputs made from them.
 */
#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct bench_chunk {
    struct bench_chunk *next;
    size_t len, pad; /* what follows is aligned for anything */
};

/* From the beginning of a page on. Where an entrant's memory happens to lie must not decide: a store across the end of a page takes as long as
 * a whole record. */
void *bench_alloc(size_t len)
{
    size_t room = (len + 4096) / 4096 * 4096;
    void *p = aligned_alloc(4096, room);
    if (!p) bench_die("out of memory");
    memset(p, 0, room);
    return p;
}

void *bench_pool_get(bench_pool *pool, size_t len)
{
    size_t room = len ? (len + 15) / 16 * 16 : 16;
    if (room > pool->left) {
        size_t size = room > 65536 ? room : 65536;
        struct bench_chunk *c = (struct bench_chunk *)bench_alloc(sizeof *c + size);
        c->next = pool->chunks;
        c->len = size;
        pool->chunks = c;
        pool->left = size;
    }
    pool->left -= room;
    return (uint8_t *)(pool->chunks + 1) + pool->left;
}

void bench_pool_free(bench_pool *pool)
{
    while (pool->chunks) {
        struct bench_chunk *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }
    pool->left = 0;
}

/* ---- reading JSON */

typedef struct load_state {
    const char *p, *end;
    bench_pool *pool;
    bench_node *stack; /* finished children of the containers still open */
    size_t top, cap;
} load_state;

static void load_space(load_state *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\r' || *s->p == '\t')) s->p++;
}

static bool load_char(load_state *s, char c)
{
    load_space(s);
    if (s->p == s->end || *s->p != c) return false;
    s->p++;
    return true;
}

static void load_push(load_state *s, const bench_node *n)
{
    if (s->top == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 1024;
        s->stack = (bench_node *)realloc(s->stack, s->cap * sizeof *s->stack);
        if (!s->stack) bench_die("out of memory");
    }
    s->stack[s->top++] = *n;
}

static bool load_hex4(load_state *s, uint32_t *out)
{
    char digits[5] = {0}, *stop;
    if (s->end - s->p < 4) return false;
    memcpy(digits, s->p, 4);
    *out = (uint32_t)strtoul(digits, &stop, 16);
    s->p += 4;
    return stop == digits + 4;
}

static char *load_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int tail = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *out++ = (char)((0xf00u >> tail & 0xf0u) | c >> 6 * tail);
    while (tail--) *out++ = (char)(0x80 | (c >> 6 * tail & 0x3f));
    return out;
}

static bool load_escape(load_state *s, char **out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *at = s->p < s->end && *s->p ? strchr(from, *s->p) : NULL;
    uint32_t c, low;
    if (at) {
        *(*out)++ = to[at - from];
        s->p++;
        return true;
    }
    if (s->p == s->end || *s->p++ != 'u' || !load_hex4(s, &c)) return false;
    if (c >= 0xd800 && c < 0xdc00) {
        if (s->end - s->p < 6 || s->p[0] != '\\' || s->p[1] != 'u') return false;
        s->p += 2;
        if (!load_hex4(s, &low) || low < 0xdc00 || low > 0xdfff) return false;
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    *out = load_utf8(*out, c);
    return true;
}

static bool load_string(load_state *s, bench_node *n)
{
    const char *close = s->p;
    while (close < s->end && *close != '"') close += *close == '\\' ? 2 : 1;
    if (close >= s->end) return false;
    char *text = (char *)bench_pool_get(s->pool, (size_t)(close - s->p) + 1), *out = text;
    while (s->p < close) {
        if (*s->p == '\\') {
            s->p++;
            if (!load_escape(s, &out)) return false;
        } else {
            *out++ = *s->p++;
        }
    }
    s->p++;
    n->type = BENCH_STR;
    n->len = (uint32_t)(out - text);
    n->as.str = text;
    return true;
}

static bool load_number(load_state *s, bench_node *n)
{
    char text[400], *stop;
    size_t len = 0;
    bool whole = true;
    while (s->p < s->end && len < sizeof text - 1 && strchr("+-0123456789.eE", *s->p)) {
        whole = whole && *s->p != '.' && *s->p != 'e' && *s->p != 'E';
        text[len++] = *s->p++;
    }
    text[len] = 0;
    errno = 0;
    if (!whole || strcmp(text, "-0") == 0) {
        n->type = BENCH_F64;
        n->as.f64 = strtod(text, &stop);
    } else if (text[0] == '-') {
        n->type = BENCH_I64;
        n->as.i64 = strtoll(text, &stop, 10);
    } else {
        n->type = BENCH_U64;
        n->as.u64 = strtoull(text, &stop, 10);
    }
    return len && *stop == 0 && (n->type == BENCH_F64 || errno == 0);
}

static bool load_word(load_state *s, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(s->end - s->p) < len || memcmp(s->p, word, len) != 0) return false;
    s->p += len;
    return true;
}

static bool load_value(load_state *s, unsigned depth);

static bool load_container(load_state *s, unsigned depth, bool map, bench_node *n)
{
    size_t base = s->top, count;
    char close = map ? '}' : ']';
    if (depth == BENCH_DEPTH) return false;
    if (!load_char(s, close)) {
        do {
            load_space(s);
            if (map && (s->p == s->end || *s->p != '"' || !load_value(s, depth + 1) || !load_char(s, ':'))) return false;
            if (!load_value(s, depth + 1)) return false;
        } while (load_char(s, ','));
        if (!load_char(s, close)) return false;
    }
    count = s->top - base;
    bench_node *kids = (bench_node *)bench_pool_get(s->pool, count * sizeof *kids);
    if (count) memcpy(kids, s->stack + base, count * sizeof *kids);
    s->top = base;
    n->type = map ? BENCH_MAP : BENCH_ARRAY;
    n->len = (uint32_t)(map ? count / 2 : count);
    n->as.kids = kids;
    return true;
}

static bool load_value(load_state *s, unsigned depth)
{
    bench_node n = {0};
    bool good;
    load_space(s);
    if (s->p == s->end) return false;
    switch (*s->p) {
    case '{':
    case '[':
        s->p++;
        good = load_container(s, depth, s->p[-1] == '{', &n);
        break;
    case '"':
        s->p++;
        good = load_string(s, &n);
        break;
    case 'n': good = load_word(s, "null"); break;
    case 't':
    case 'f':
        n.type = BENCH_BOOL;
        n.len = *s->p == 't';
        good = load_word(s, n.len ? "true" : "false");
        break;
    default: good = load_number(s, &n); break;
    }
    if (good) load_push(s, &n);
    return good;
}

bool bench_json_load(bench_pool *pool, const char *text, size_t len, bench_node *root)
{
    load_state s = {.p = text, .end = text + len, .pool = pool};
    bool good = load_value(&s, 0);
    load_space(&s);
    good = good && s.p == s.end;
    if (good) *root = s.stack[0];
    free(s.stack);
    return good;
}

/* ---- printing JSON */

size_t bench_json_bound(const bench_node *n)
{
    size_t bound = 40 + 2 * BENCH_DEPTH;
    if (n->type == BENCH_STR) bound += 6 * (size_t)n->len;
    if (n->type >= BENCH_ARRAY) {
        for (size_t i = 0; i < (size_t)n->len << (n->type == BENCH_MAP); i++) bound += bench_json_bound(n->as.kids + i);
    }
    return bound;
}

static char *print_string(char *out, const char *s, size_t len)
{
    *out++ = '"';
    for (; len; len--, s++) {
        if (*s == '"' || *s == '\\') {
            *out++ = '\\';
            *out++ = *s;
        } else if ((uint8_t)*s < 0x20) {
            out += sprintf(out, "\\u%04x", *s);
        } else {
            *out++ = *s;
        }
    }
    *out++ = '"';
    return out;
}

static char *print_break(char *out, int indent, int level)
{
    if (indent == 0) return out;
    *out++ = '\n';
    memset(out, ' ', (size_t)(indent * level));
    return out + indent * level;
}

static char *print_node(char *out, const bench_node *n, int indent, int level)
{
    bool map = n->type == BENCH_MAP;
    switch ((bench_type)n->type) {
    case BENCH_NIL: return out + sprintf(out, "null");
    case BENCH_BOOL: return out + sprintf(out, n->len ? "true" : "false");
    case BENCH_U64: return out + sprintf(out, "%llu", (unsigned long long)n->as.u64);
    case BENCH_I64: return out + sprintf(out, "%lld", (long long)n->as.i64);
    case BENCH_F64: {
        int len = sprintf(out, "%.17g", n->as.f64);
        bool whole = strpbrk(out, ".e") == NULL;
        return out + len + (whole ? sprintf(out + len, ".0") : 0);
    }
    case BENCH_STR: return print_string(out, n->as.str, n->len);
    case BENCH_ARRAY:
    case BENCH_MAP: break;
    }
    *out++ = map ? '{' : '[';
    for (uint32_t i = 0; i < n->len; i++) {
        if (i) *out++ = ',';
        out = print_break(out, indent, level + 1);
        if (map) {
            out = print_node(out, n->as.kids + 2 * i, indent, level + 1);
            *out++ = ':';
            if (indent) *out++ = ' ';
        }
        out = print_node(out, n->as.kids + (map ? 2 * i + 1 : i), indent, level + 1);
    }
    if (n->len) out = print_break(out, indent, level);
    *out++ = map ? '}' : ']';
    return out;
}

size_t bench_json_print(const bench_node *root, int indent, char *out)
{
    return (size_t)(print_node(out, root, indent, 0) - out);
}

/* ---- encoding MessagePack */

size_t bench_items(const bench_node *n)
{
    size_t items = 1;
    if (n->type >= BENCH_ARRAY) {
        for (size_t i = 0; i < (size_t)n->len << (n->type == BENCH_MAP); i++) items += bench_items(n->as.kids + i);
    }
    return items;
}

/* Nodes at *next and on, in the order of the document as far as siblings side by side allow. */
static void relay_kids(bench_node *n, bench_node **next)
{
    size_t count = n->type >= BENCH_ARRAY ? (size_t)n->len << (n->type == BENCH_MAP) : 0;
    bench_node *kids = *next;
    if (count == 0) return;
    memcpy(kids, n->as.kids, count * sizeof *kids);
    *next += count;
    n->as.kids = kids;
    for (size_t i = 0; i < count; i++) relay_kids(kids + i, next);
}

void bench_relay(bench_pool *pool, bench_node *root)
{
    bench_node *next = (bench_node *)bench_pool_get(pool, bench_items(root) * sizeof *next);
    relay_kids(root, &next);
}

size_t bench_encode_bound(const bench_node *n)
{
    size_t bound = 9;
    if (n->type == BENCH_STR) bound += n->len;
    if (n->type >= BENCH_ARRAY) {
        for (size_t i = 0; i < (size_t)n->len << (n->type == BENCH_MAP); i++) bound += bench_encode_bound(n->as.kids + i);
    }
    return bound;
}

static uint8_t *encode_wide(uint8_t *out, unsigned lead, uint64_t v, unsigned size)
{
    *out++ = (uint8_t)lead;
    while (size--) *out++ = (uint8_t)(v >> 8 * size);
    return out;
}

static uint8_t *encode_len(uint8_t *out, uint32_t len, unsigned fix, uint32_t fix_max, unsigned lead, bool has8)
{
    if (len <= fix_max) {
        *out++ = (uint8_t)(fix | len);
        return out;
    }
    if (has8 && len < 0x100) return encode_wide(out, lead, len, 1);
    lead += has8;
    return len < 0x10000 ? encode_wide(out, lead, len, 2) : encode_wide(out, lead + 1, len, 4);
}

static uint8_t *encode_int(uint8_t *out, const bench_node *n)
{
    if (n->type == BENCH_U64) {
        uint64_t v = n->as.u64;
        if (v < 0x80) return encode_wide(out, (unsigned)v, 0, 0);
        if (v < 0x100) return encode_wide(out, 0xcc, v, 1);
        if (v < 0x10000) return encode_wide(out, 0xcd, v, 2);
        return v >> 32 ? encode_wide(out, 0xcf, v, 8) : encode_wide(out, 0xce, v, 4);
    }
    int64_t v = n->as.i64;
    if (v >= -32) return encode_wide(out, (unsigned)v & 0xff, 0, 0);
    if (v >= INT8_MIN) return encode_wide(out, 0xd0, (uint64_t)v, 1);
    if (v >= INT16_MIN) return encode_wide(out, 0xd1, (uint64_t)v, 2);
    return v >= INT32_MIN ? encode_wide(out, 0xd2, (uint64_t)v, 4) : encode_wide(out, 0xd3, (uint64_t)v, 8);
}

static uint8_t *encode_node(uint8_t *out, bench_node *n)
{
    uint64_t bits;
    bool map = n->type == BENCH_MAP;
    switch ((bench_type)n->type) {
    case BENCH_NIL: return encode_wide(out, 0xc0, 0, 0);
    case BENCH_BOOL: return encode_wide(out, 0xc2 + n->len, 0, 0);
    case BENCH_U64:
    case BENCH_I64: return encode_int(out, n);
    case BENCH_F64: memcpy(&bits, &n->as.f64, 8); return encode_wide(out, 0xcb, bits, 8);
    case BENCH_STR:
        out = encode_len(out, n->len, 0xa0, 31, 0xd9, true);
        memcpy(out, n->as.str, n->len);
        n->as.str = (const char *)out;
        return out + n->len;
    case BENCH_ARRAY: out = encode_len(out, n->len, 0x90, 15, 0xdc, false); break;
    case BENCH_MAP: out = encode_len(out, n->len, 0x80, 15, 0xde, false); break;
    }
    for (size_t i = 0; i < (size_t)n->len << map; i++) out = encode_node(out, (bench_node *)(uintptr_t)(n->as.kids + i));
    return out;
}

size_t bench_encode(bench_node *root, uint8_t *out)
{
    return (size_t)(encode_node(out, root) - out);
}

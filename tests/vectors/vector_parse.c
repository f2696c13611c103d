/* SPDX-License-Identifier: MIT
 * The notation of docs/vectors.md.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "vector.h"

struct buffer {
    uint8_t *ptr;
    size_t len, cap;
};

struct scan {
    const char *p, *end; /* of the line */
    const char *path;
    int line;
    bool bad;
};

static void scan_fail(struct scan *s, const char *format, ...)
{
    char text[200];
    va_list args;
    if (s->bad) return;
    s->bad = true;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    test_case("notation");
    test_fail(s->path, s->line, "%s, at: %.*s", text, (int)(s->end - s->p), s->p);
}

static void *grown(void *ptr, size_t count, size_t *cap, size_t size)
{
    if (count < *cap) return ptr;
    while (count >= *cap) *cap = *cap ? 2 * *cap : 16;
    ptr = realloc(ptr, *cap * size);
    if (!ptr) abort();
    return ptr;
}

static void buffer_add(struct buffer *b, const void *bytes, size_t len)
{
    if (len == 0) return;
    b->ptr = grown(b->ptr, b->len + len, &b->cap, 1);
    memcpy(b->ptr + b->len, bytes, len);
    b->len += len;
}

static void scan_space(struct scan *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t')) s->p++;
}

static bool scan_text(struct scan *s, const char *text)
{
    size_t n = strlen(text);
    scan_space(s);
    if ((size_t)(s->end - s->p) < n || memcmp(s->p, text, n) != 0) return false;
    s->p += n;
    return true;
}

static bool scan_u64(struct scan *s, uint64_t *v)
{
    char *end;
    scan_space(s);
    if (s->p == s->end || *s->p < '0' || *s->p > '9') return false;
    *v = strtoull(s->p, &end, 0);
    s->p = end;
    return true;
}

static int nibble(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

static bool scan_hex_pair(struct scan *s, uint8_t *byte)
{
    if (s->end - s->p < 2 || nibble(s->p[0]) < 0 || nibble(s->p[1]) < 0) return false;
    *byte = (uint8_t)(nibble(s->p[0]) * 16 + nibble(s->p[1]));
    s->p += 2;
    return true;
}

static void scan_quoted(struct scan *s, struct buffer *out)
{
    for (s->p++; s->p < s->end && *s->p != '"';) {
        uint8_t c = (uint8_t)*s->p++;
        if (c == '\\' && s->p < s->end) {
            c = (uint8_t)*s->p++;
            if (c == 'n')
                c = '\n';
            else if (c == 'x' && !scan_hex_pair(s, &c))
                scan_fail(s, "\\x wants two hex digits");
        }
        buffer_add(out, &c, 1);
    }
    if (s->p == s->end)
        scan_fail(s, "text without end");
    else
        s->p++;
}

static void scan_repeat(struct scan *s, struct buffer *out, size_t from)
{
    uint64_t times;
    size_t n = out->len - from;
    if (s->p == s->end || *s->p != '*') return;
    s->p++;
    if (!scan_u64(s, &times)) {
        scan_fail(s, "* wants a number");
        return;
    }
    out->ptr = grown(out->ptr, from + n * (size_t)times, &out->cap, 1);
    for (uint64_t i = 1; i < times; i++) memcpy(out->ptr + from + i * n, out->ptr + from, n);
    out->len = from + n * (size_t)times;
}

/* Hex, "text" and (groups), each with an optional *N. Stops at what is none of them. Groups do not nest. */
static void scan_bytes(struct scan *s, struct buffer *out)
{
    size_t group = SIZE_MAX;
    for (;;) {
        size_t from = out->len;
        uint8_t byte;
        scan_space(s);
        if (s->p == s->end) break;
        if (*s->p == '(' && group == SIZE_MAX) {
            group = out->len;
            s->p++;
            continue;
        }
        if (*s->p == ')' && group != SIZE_MAX) {
            s->p++;
            from = group;
            group = SIZE_MAX;
        } else if (*s->p == '"') {
            scan_quoted(s, out);
        } else if (scan_hex_pair(s, &byte)) {
            do buffer_add(out, &byte, 1);
            while (scan_hex_pair(s, &byte));
        } else {
            break;
        }
        scan_repeat(s, out, from);
    }
    if (group != SIZE_MAX) scan_fail(s, "group without end");
}

static void scan_error(struct scan *s, uint64_t pos, struct verdict *v)
{
    char name[24];
    size_t n = 0;
    v->given = true;
    v->pos = pos;
    scan_space(s);
    while (s->p < s->end && ((*s->p >= 'A' && *s->p <= 'Z') || (*s->p >= '0' && *s->p <= '9')) && n < sizeof name - 1)
        name[n++] = *s->p++;
    name[n] = 0;
#define CINCH_X(id, value, text)                                                                                               \
    if (strcmp(name, #id) == 0) {                                                                                              \
        v->error = CINCH_ERR_##id;                                                                                             \
        return;                                                                                                                \
    }
    CINCH_ERROR_LIST(CINCH_X)
#undef CINCH_X
    scan_fail(s, "no error of that name");
}

static bool scan_type(struct scan *s, cinch_type *type)
{
    for (int t = CINCH_NIL; t <= CINCH_MAP; t++) {
        const char *name = cinch_type_name((cinch_type)t);
        size_t n = strlen(name);
        if ((size_t)(s->end - s->p) < n || memcmp(s->p, name, n) != 0) continue;
        if (s->p + n < s->end && s->p[n] != ' ' && s->p[n] != ';') continue;
        s->p += n;
        *type = (cinch_type)t;
        return true;
    }
    return false;
}

static int64_t scan_i64(struct scan *s)
{
    char *end;
    scan_space(s);
    int64_t v = strtoll(s->p, &end, 0);
    if (end == s->p) scan_fail(s, "integer expected");
    s->p = end;
    return v;
}

/* A float is a decimal (glibc reads it correctly rounded), or its bits as 0x and all its digits. */
static uint64_t scan_float(struct scan *s, bool wide)
{
    char *end;
    uint64_t bits = 0;
    scan_space(s);
    if (s->end - s->p > 2 && memcmp(s->p, "0x", 2) == 0) {
        bits = strtoull(s->p, &end, 16);
        if (end - s->p != (wide ? 18 : 10)) scan_fail(s, "bits of a float want all their digits");
    } else if (wide) {
        double v = strtod(s->p, &end);
        memcpy(&bits, &v, 8);
    } else {
        float v = strtof(s->p, &end);
        uint32_t half;
        memcpy(&half, &v, 4);
        bits = half;
    }
    if (end == s->p) scan_fail(s, "float expected");
    s->p = end;
    return bits;
}

static void scan_value(struct scan *s, struct vector_item *item)
{
    struct buffer b = {NULL, 0, 0};
    switch (item->type) {
    case CINCH_BOOL:
        item->num = scan_text(s, "true");
        if (!item->num && !scan_text(s, "false")) scan_fail(s, "true or false expected");
        break;
    case CINCH_I64: item->num = (uint64_t)scan_i64(s); break;
    case CINCH_F32:
    case CINCH_F64: item->num = scan_float(s, item->type == CINCH_F64); break;
    case CINCH_TIME:
        item->num = (uint64_t)scan_i64(s);
        item->nsec = (uint32_t)scan_i64(s);
        break;
    case CINCH_EXT: item->ext = (int8_t)scan_i64(s); /* fallthrough */
    case CINCH_STR:
    case CINCH_BIN:
        scan_bytes(s, &b);
        item->bytes = b.ptr;
        item->len = b.len;
        break;
    case CINCH_NIL: break;
    default:
        if (!scan_u64(s, &item->num)) scan_fail(s, "number expected");
    }
}

/* OFFSET ! ERROR   or   OFFSET TYPE VALUE   or   items: N */
static void scan_event(struct scan *s, struct vector *v, size_t *cap)
{
    struct vector_item item = {0};
    if (scan_text(s, "items:")) {
        uint64_t n = 0;
        if (!scan_u64(s, &n)) scan_fail(s, "number expected");
        v->count = (size_t)n;
        v->counted = true;
        return;
    }
    if (!scan_u64(s, &item.pos)) {
        scan_fail(s, "offset expected");
        return;
    }
    scan_space(s);
    if (scan_text(s, "!")) {
        scan_error(s, item.pos, &v->plain);
        return;
    }
    if (!scan_type(s, &item.type)) {
        scan_fail(s, "type or ! expected");
        return;
    }
    scan_value(s, &item);
    v->items = grown(v->items, v->count, cap, sizeof item);
    v->items[v->count++] = item;
}

static bool scan_mode(struct scan *s, struct vector *v)
{
    struct {
        const char *name;
        struct verdict *verdict;
    } modes[] = {{"skip:", &v->skip},   {"utf8:", &v->utf8},           {"raw-time:", &v->raw_time},
                 {"depth:", &v->depth}, {"canonical:", &v->canonical}, {"unique:", &v->unique},
                 {"many:", &v->many},   {"json:", &v->json},           {"tagged:", &v->tagged}};
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        struct verdict *mode = modes[i].verdict;
        uint64_t pos;
        if (!scan_text(s, modes[i].name)) continue;
        if (mode->given) scan_fail(s, "said twice");
        scan_space(s);
        const char *from = s->p;
        if (scan_u64(s, &pos) && scan_text(s, "!")) {
            scan_error(s, pos, mode);
        } else if (mode == &v->json || mode == &v->tagged) {
            size_t n = (size_t)(s->end - from);
            mode->given = true;
            mode->text = calloc(1, n + 1);
            memcpy(mode->text, from, n);
            s->p = s->end;
        } else {
            s->p = from;
            mode->given = scan_text(s, "ok");
            if (!mode->given) scan_fail(s, "ok, or an offset and an error expected");
        }
        return true;
    }
    return false;
}

/* *N+STEP: what the log says from `from` on, N times, each time STEP bytes further. */
static void scan_times(struct scan *s, struct vector *v, size_t *cap, size_t from)
{
    uint64_t times, step;
    size_t n = v->count - from;
    if (!scan_text(s, "*")) return;
    if (!scan_u64(s, &times) || !scan_text(s, "+") || !scan_u64(s, &step)) {
        scan_fail(s, "*N+STEP expected");
        return;
    }
    for (uint64_t i = 1; i < times; i++) {
        for (size_t k = 0; k < n; k++) {
            struct vector_item item = v->items[from + k];
            item.pos += i * step;
            item.shared = true;
            v->items = grown(v->items, v->count, cap, sizeof item);
            v->items[v->count++] = item;
        }
    }
}

static void scan_entries(struct scan *s, struct vector *v, size_t *cap)
{
    size_t group = SIZE_MAX;
    do {
        scan_space(s);
        if (s->p == s->end || *s->p == '#') return;
        if (scan_mode(s, v)) continue;
        if (scan_text(s, "(")) group = v->count;
        size_t from = v->count;
        scan_event(s, v, cap);
        if (group != SIZE_MAX && scan_text(s, ")")) {
            from = group;
            group = SIZE_MAX;
        }
        if (group == SIZE_MAX && !v->counted) scan_times(s, v, cap, from);
    } while (!s->bad && scan_text(s, ";"));
    scan_space(s);
    if (s->p != s->end && *s->p != '#') scan_fail(s, "not understood");
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text;
    long len;
    if (!f || fseek(f, 0, SEEK_END) != 0 || (len = ftell(f)) < 0) return NULL;
    rewind(f);
    text = calloc(1, (size_t)len + 1);
    if (text && fread(text, 1, (size_t)len, f) != (size_t)len) text[0] = 0;
    fclose(f);
    return text;
}

static struct vector *add_vector(struct vector_file *f, size_t *cap, int line)
{
    f->vectors = grown(f->vectors, f->count, cap, sizeof *f->vectors);
    struct vector *v = &f->vectors[f->count++];
    memset(v, 0, sizeof *v);
    v->line = line;
    return v;
}

/* A line at the margin begins a vector: bytes, continued after a backslash, then perhaps -> and entries. Indented lines are entries. */
struct vector_file vector_load(const char *path)
{
    struct vector_file f = {read_text(path), NULL, 0};
    struct buffer bytes = {NULL, 0, 0};
    struct vector *v = NULL;
    size_t cap = 0, items_cap = 0;
    bool more_bytes = false;
    int line = 0;
    if (!f.text) {
        test_case("notation");
        test_fail(path, 0, "cannot be read");
        return f;
    }
    for (const char *p = f.text, *next; *p; p = next) {
        struct scan s = {p, strchr(p, '\n'), path, ++line, false};
        if (!s.end) s.end = p + strlen(p);
        next = *s.end ? s.end + 1 : s.end;
        scan_space(&s);
        if (s.p == s.end || *s.p == '#') continue;
        if (s.p == p) {
            v = add_vector(&f, &cap, line);
            v->file = path;
            bytes = (struct buffer){NULL, 0, 0};
            items_cap = 0;
        } else if (!v) {
            scan_fail(&s, "nothing to continue");
            break;
        }
        if (s.p == p || more_bytes) {
            if (!scan_text(&s, "empty")) scan_bytes(&s, &bytes);
            v->bytes = bytes.ptr;
            v->len = bytes.len;
            more_bytes = scan_text(&s, "\\");
            if (!more_bytes && !scan_text(&s, "->") && s.p != s.end && *s.p != '#') scan_fail(&s, "bytes, \\ or -> expected");
        }
        scan_entries(&s, v, &items_cap);
        if (s.bad) break;
    }
    return f;
}

void vector_free(struct vector_file *f)
{
    for (size_t i = 0; i < f->count; i++) {
        struct vector *v = &f->vectors[i];
        if (!v->counted)
            for (size_t k = 0; k < v->count; k++)
                if (!v->items[k].shared) free(v->items[k].bytes);
        free(v->items);
        free(v->bytes);
        free(v->json.text);
        free(v->tagged.text);
    }
    free(f->vectors);
    free(f->text);
}

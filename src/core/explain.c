/* SPDX-License-Identifier: MIT
 * The line a person reads.
 */
#include "cinch/check.h"
#include "locate.h"
#include "../base/num.h"

typedef struct explain_text {
    char *out;
    size_t cap, len;
} explain_text;

static void explain_put(explain_text *t, const char *s, size_t len)
{
    if (len > t->cap - t->len) len = t->cap - t->len;
    if (len) memcpy(t->out + t->len, s, len);
    t->len += len;
}

static void explain_word(explain_text *t, const char *s)
{
    explain_put(t, s, strlen(s));
}

static void explain_number(explain_text *t, const char *before, uint64_t v)
{
    char text[CINCHI_INT_TEXT];
    explain_word(t, before);
    explain_put(t, text, cinchi_num_put_u64(text, v));
}

static void explain_hex(explain_text *t, uint64_t v)
{
    char text[16];
    size_t i = sizeof text;
    do {
        text[--i] = "0123456789abcdef"[v & 15];
        v >>= 4;
    } while (v);
    explain_put(t, text + i, sizeof text - i);
}

/* "offset 12 (0xc), object 2", "line 3, column 7", "offset 5 of the pointer" */
static void explain_place(explain_text *t, const cinch_diag *diag, uint64_t object)
{
    if (diag->line) {
        explain_number(t, "line ", diag->line);
        explain_number(t, ", column ", diag->column);
        return;
    }
    explain_number(t, "offset ", diag->pos);
    if (diag->error == CINCH_ERR_POINTER) {
        explain_word(t, " of the pointer");
        return;
    }
    explain_word(t, " (0x");
    explain_hex(t, diag->pos);
    explain_word(t, ")");
    if (object > 1 && diag->error != CINCH_ERR_TRAILING) explain_number(t, ", object ", object);
}

/* "expected nil, bool or str, got u64", or the error's own text. */
static void explain_reason(explain_text *t, const cinch_diag *diag)
{
    uint32_t left = diag->expected;
    if (diag->error != CINCH_ERR_TYPE || !left) {
        explain_word(t, cinch_error_text(diag->error));
        return;
    }
    for (unsigned type = 0; left; type++) {
        if (!(left & CINCH_BIT(type))) continue;
        explain_word(t, left == diag->expected ? "expected " : left == CINCH_BIT(type) ? " or " : ", ");
        explain_word(t, cinch_type_name((cinch_type)type));
        left &= ~CINCH_BIT(type);
    }
    if (!diag->got) return;
    explain_word(t, ", got ");
    explain_word(t, cinch_type_name((cinch_type)diag->got));
}

/* Where the path comes from: the message, or the caller. */
typedef struct explain_source {
    const uint8_t *msg;
    size_t len;
    cinch_str path;
} explain_source;

/* The path goes straight to its place, with the room that the reason leaves. Returns the number of the object, if it is the source that
 * tells. */
static uint64_t explain_path(explain_text *t, const cinch_diag *diag, const explain_source *from, size_t tail, uint64_t object)
{
    static const char at[] = ", at ";
    size_t before = sizeof at - 1, len;
    cinchi_path path;
    if (diag->line || diag->error == CINCH_ERR_POINTER || t->cap - t->len < before + tail) return object;
    cinchi_path_init(&path, t->out + t->len + before, t->cap - t->len - before - tail, true);
    if (from->msg)
        object = cinchi_locate(from->msg, from->len, diag->pos, &path);
    else
        cinchi_path_pointer(&path, from->path);
    if (diag->member && !path.full) cinchi_path_key(&path, diag->member, strlen(diag->member));
    len = cinchi_path_finish(&path);
    if (!len) return object;
    explain_word(t, at);
    t->len += len;
    return object;
}

/* Which object it is stands before the path in the line but is known only after it: one that was not expected means once more. */
static size_t explain_line(const cinch_diag *diag, const explain_source *from, uint64_t object, char *out, size_t cap)
{
    char words[160];
    explain_text reason = {words, sizeof words, 0}, line;
    uint64_t expected;
    explain_word(&reason, ": ");
    explain_reason(&reason, diag);
    do {
        line.out = out;
        line.cap = cap ? cap - 1 : 0;
        line.len = 0;
        expected = object;
        explain_place(&line, diag, expected);
        object = explain_path(&line, diag, from, reason.len, expected);
    } while (object != expected);
    explain_put(&line, reason.out, reason.len);
    if (cap) out[line.len] = '\0';
    return line.len;
}

size_t cinch_explain(const cinch_diag *diag, const void *msg, size_t len, char *out, size_t cap)
{
    explain_source from = {msg, len, {NULL, 0}};
    cinch_diag plain = *diag;
    if (!msg) plain.member = NULL; /* a path that begins with it would be wrong */
    return explain_line(&plain, &from, 1, out, cap);
}

size_t cinch_explain_at(const cinch_diag *diag, cinch_str path, uint64_t object, char *out, size_t cap)
{
    explain_source from = {NULL, 0, path};
    return explain_line(diag, &from, object, out, cap);
}

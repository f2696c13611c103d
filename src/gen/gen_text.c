/* SPDX-License-Identifier: MIT
 * Strings as views into the input, and what all strings are held to.
 */
#include "gen_in.h"
#include "gen_text.h"

/* Characters of a text that is UTF-8: bytes that begin one. */
static uint64_t text_chars(cinch_str s)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s.len; i++) n += ((uint8_t)s.ptr[i] & 0xc0) != 0x80;
    return n;
}

/* The rule of a type takes a cinch_str, whatever the storage. */
cinch_error cinchi_gen_text_check(const cinch_gen_type *t, cinch_str s)
{
    if (t->flags & CINCH_GEN_UTF8 && !cinch_utf8_valid(s.ptr, s.len)) return CINCH_ERR_UTF8;
    if (t->flags & (CINCH_GEN_MIN | CINCH_GEN_MAX)) {
        uint64_t n = text_chars(s);
        if ((t->flags & CINCH_GEN_MIN && n < t->min) || (t->flags & CINCH_GEN_MAX && n > t->max)) return CINCH_ERR_LENGTH;
    }
    return t->rule ? t->rule(&s) : CINCH_OK;
}

static void str_view_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const uint8_t *at = r->pos;
    (void)arena;
    *(cinch_str *)v = cinch_get_str(r);
    cinchi_gen_judge(r, at, t, v);
}

static void str_view_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_str *s = (const cinch_str *)v;
    (void)t;
    cinch_put_str(w, s->ptr, s->len);
}

static bool str_view_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_str *x = (const cinch_str *)a, *y = (const cinch_str *)b;
    (void)t;
    return x->len == y->len && (x->len == 0 || memcmp(x->ptr, y->ptr, x->len) == 0);
}

static cinch_error str_view_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)member;
    return cinchi_gen_text_check(t, *(const cinch_str *)v);
}

const cinch_gen_kind cinch_gen_str_view = {str_view_get, str_view_put, str_view_equal, str_view_check, NULL};

/* SPDX-License-Identifier: MIT
 * Strings, bins and exts of the lengths that matter: the schema's bounds, and where the wire's formats begin.
 */
#include "emit_make.h"

enum { MAKE_TEXT = 320 };

static uint64_t made_length(const emit_make *m, const cinchi_shape *s, uint64_t seed)
{
    static const uint16_t edges[] = {0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 255, 256};
    const cinchi_text *t = &s->as.text;
    uint64_t most = t->max_len < MAKE_TEXT ? t->max_len : MAKE_TEXT, n;
    const emit_shape *c = emit_of(m->e, s);
    if (c->storage == CINCH_EMIT_STATIC && c->cap < most) most = c->cap;
    if (m->variant == 0) return t->min_len;
    if (m->variant == 1 && !emit_small(m)) return t->max_len <= MAKE_TEXT ? most : t->min_len > 40 ? t->min_len : 40;
    for (unsigned i = 0; i < 16; i++) {
        n = edges[cinchi_emit_mix(seed, i) % (sizeof edges / sizeof edges[0])];
        if (n >= t->min_len && n <= most && !(n > 40 && m->depth > 2)) return n;
    }
    return t->min_len < most ? t->min_len : most;
}

/* Characters of one byte, or some of two and three where so many bytes have room. */
static size_t made_letters(const emit_make *m, const cinchi_shape *s, uint64_t seed, uint64_t chars, char *out)
{
    const emit_shape *c = emit_of(m->e, s);
    bool wide = s->kind == CINCHI_IS_STR && chars < MAKE_TEXT && (seed & 3) == 0 &&
                !(c->storage == CINCH_EMIT_STATIC && c->cap < 3 * chars);
    size_t len = 0;
    for (uint64_t i = 0; i < chars; i++) {
        if (wide && i % 3 == 1) {
            memcpy(out + len, "\xc3\xa9", 2);
            len += 2;
        } else if (wide && i % 3 == 2) {
            memcpy(out + len, "\xe2\x82\xac", 3);
            len += 3;
        } else {
            out[len++] = (char)('a' + (i + seed) % 26);
        }
    }
    return len;
}

/* What all patterns match, or the nearest to it. */
static size_t made_matching(const emit_make *m, const cinchi_text *t, uint64_t seed, char *out, size_t cap)
{
    const cinch_schema_opts *o = &m->e->schema->opts;
    size_t len = 0;
    for (uint32_t i = 0; i < t->pattern_count; i++)
        for (uint32_t more = (uint32_t)(seed % 3), tries = 0; tries < 6; more++, tries++) {
            cinch_str s = {out, 0};
            bool fits = true;
            uint64_t chars = 0;
            s.len = len = cinchi_emit_make_match(t->patterns[i].text, more, out, cap);
            for (uint32_t k = 0; k < t->pattern_count; k++)
                fits = fits && o->match && o->match(o->user, t->patterns[k].compiled, s) == CINCH_OK;
            for (size_t k = 0; k < len; k++) chars += (out[k] & 0xc0) != 0x80;
            if (fits && chars >= t->min_len && chars <= t->max_len) return len;
        }
    return len;
}

void cinchi_emit_make_text(emit_make *m, const cinchi_shape *s, uint64_t seed)
{
    char room[3 * MAKE_TEXT];
    const cinchi_text *t = &s->as.text;
    uint64_t chars = made_length(m, s, seed);
    size_t len;
    if (chars > MAKE_TEXT) {
        m->failed = true;
        return;
    }
    len = t->pattern_count ? made_matching(m, t, seed, room, sizeof room) : made_letters(m, s, seed, chars, room);
    if (s->kind == CINCHI_IS_STR)
        cinch_put_str(&m->w, room, len);
    else if (s->kind == CINCHI_IS_BIN)
        cinch_put_bin(&m->w, room, len);
    else
        cinch_put_ext(&m->w, (int8_t)(seed % 100), room, len);
}

/* SPDX-License-Identifier: MIT
 * Strings, bins, exts, raw items: what is the same in every storage, and views.
 */
#include "gen_text.h"
#include "../core/item.h"
#include "cinch/wire.h"

/* A raw item has one of the types in t->max, if any are named there. */
static cinch_bin text_raw(cinch_reader *r, const cinch_gen_type *t)
{
    cinch_bin none = {NULL, 0};
    cinch_type type = cinchi_item_type(r->pos, r->end, 0);
    if (t->max && type != CINCH_NONE && !(t->max >> type & 1)) {
        if (!r->error) r->expected = (uint16_t)t->max;
        cinchi_gen_fail(r, r->pos, CINCH_ERR_TYPE, NULL);
        return none;
    }
    return cinch_get_raw(r);
}

bool cinchi_gen_piece_timely(cinchi_gen_wire wire, cinchi_gen_piece p)
{
    cinch_time time;
    return wire != CINCHI_GEN_EXT || p.type != CINCH_EXT_TIME || cinchi_item_time(p.ptr, p.len, &time);
}

static cinch_error text_sound_raw(const cinch_gen_type *t, cinchi_gen_piece p)
{
    const uint8_t *next = p.ptr;
    cinch_type type = p.len ? cinchi_item_type(p.ptr, p.ptr + p.len, 0) : CINCH_NIL; /* as which nothing is put */
    cinch_error e = p.len ? cinchi_item_run(p.ptr, p.ptr + p.len, 1, 0, &next) : CINCH_OK;
    if (e) return e;
    if (t->max && !(t->max >> type & 1)) return CINCH_ERR_TYPE;
    return p.len && next != p.ptr + p.len ? CINCH_ERR_TRAILING : CINCH_OK;
}

cinch_error cinchi_gen_piece_sound(const cinch_gen_type *t, cinchi_gen_wire wire, cinchi_gen_piece p)
{
    if (p.over) return CINCH_ERR_LENGTH;
    if (!cinchi_gen_piece_timely(wire, p)) return CINCH_ERR_TIME;
    return wire == CINCHI_GEN_RAW ? text_sound_raw(t, p) : CINCH_OK;
}

cinchi_gen_piece cinchi_gen_piece_get(cinch_reader *r, const cinch_gen_type *t, cinchi_gen_wire wire)
{
    const uint8_t *at = r->pos;
    cinchi_gen_piece p = {NULL, 0, 0, false};
    if (wire == CINCHI_GEN_STR) {
        cinch_str s = cinch_get_str(r);
        p.ptr = (const uint8_t *)s.ptr;
        p.len = s.len;
    } else if (wire == CINCHI_GEN_EXT) {
        cinch_ext x = cinch_get_ext(r);
        p.ptr = x.ptr;
        p.len = x.len;
        p.type = x.type;
        if (!(r->flags & CINCH_RAW_TIME) && !cinchi_gen_piece_timely(wire, p)) cinchi_gen_fail(r, at, CINCH_ERR_TIME, NULL);
    } else {
        cinch_bin b = wire == CINCHI_GEN_BIN ? cinch_get_bin(r) : text_raw(r, t);
        p.ptr = b.ptr;
        p.len = b.len;
    }
    return p;
}

void cinchi_gen_piece_put(cinch_writer *w, cinchi_gen_wire wire, cinchi_gen_piece p)
{
    if (p.over) {
        cinch_writer_fail(w, CINCH_ERR_LENGTH);
        return;
    }
    switch (wire) {
    case CINCHI_GEN_STR: cinch_put_str(w, (const char *)p.ptr, p.len); break;
    case CINCHI_GEN_BIN: cinch_put_bin(w, p.ptr, p.len); break;
    case CINCHI_GEN_EXT: cinch_put_ext(w, p.type, p.ptr, p.len); break;
    case CINCHI_GEN_RAW:
        if (p.len)
            cinch_put_raw(w, p.ptr, p.len);
        else
            cinch_put_nil(w); /* nothing would be no item */
    }
}

/* Characters of a text that is UTF-8: bytes that begin one. */
static uint64_t text_chars(cinchi_gen_piece p)
{
    uint64_t n = 0;
    for (size_t i = 0; i < p.len; i++) n += (p.ptr[i] & 0xc0) != 0x80;
    return n;
}

cinch_error cinchi_gen_piece_check(const cinch_gen_type *t, cinchi_gen_wire wire, cinchi_gen_piece p)
{
    cinch_str s;
    s.ptr = (const char *)p.ptr;
    s.len = p.len;
    if (t->flags & CINCH_GEN_UTF8 && !cinch_utf8_valid(s.ptr, s.len)) return CINCH_ERR_UTF8;
    if (t->flags & (CINCH_GEN_MIN | CINCH_GEN_MAX)) {
        uint64_t n = wire == CINCHI_GEN_STR ? text_chars(p) : p.len;
        if ((t->flags & CINCH_GEN_MIN && n < t->min) || (t->flags & CINCH_GEN_MAX && n > t->max)) return CINCH_ERR_LENGTH;
    }
    return t->rule ? t->rule(&s) : CINCH_OK;
}

bool cinchi_gen_piece_equal(cinchi_gen_piece a, cinchi_gen_piece b)
{
    return a.len == b.len && a.type == b.type && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* ---- views; cinch_str and cinch_bin have the same form */

cinchi_gen_piece cinchi_gen_view_load(const void *v, cinchi_gen_wire wire)
{
    cinchi_gen_piece p = {NULL, 0, 0, false};
    if (wire == CINCHI_GEN_EXT) {
        const cinch_ext *x = (const cinch_ext *)v;
        p.ptr = x->ptr;
        p.len = x->len;
        p.type = x->type;
    } else {
        cinch_bin b;
        memcpy(&b, v, sizeof b);
        p.ptr = b.ptr;
        p.len = b.len;
    }
    return p;
}

void cinchi_gen_view_store(void *v, cinchi_gen_wire wire, cinchi_gen_piece p)
{
    if (wire == CINCHI_GEN_EXT) {
        cinch_ext x;
        x.ptr = p.ptr;
        x.len = (uint32_t)p.len;
        x.type = p.type;
        *(cinch_ext *)v = x;
    } else {
        cinch_bin b;
        b.ptr = p.ptr;
        b.len = p.len;
        memcpy(v, &b, sizeof b);
    }
}

static cinchi_gen_piece view_load(const cinch_gen_type *t, const void *v, cinchi_gen_wire wire)
{
    (void)t;
    return cinchi_gen_view_load(v, wire);
}

static void view_store(cinch_reader *r, const uint8_t *at, const cinch_gen_type *t, void *v, cinchi_gen_wire wire,
                       cinchi_gen_piece p, cinch_arena *arena)
{
    (void)r, (void)at, (void)t, (void)arena;
    cinchi_gen_view_store(v, wire, p);
}

CINCHI_GEN_PIECES(str_view, view_load, view_store, NULL, CINCHI_GEN_STR);
CINCHI_GEN_PIECES(bin_view, view_load, view_store, NULL, CINCHI_GEN_BIN);
CINCHI_GEN_PIECES(ext_view, view_load, view_store, NULL, CINCHI_GEN_EXT);
CINCHI_GEN_PIECES(raw_view, view_load, view_store, NULL, CINCHI_GEN_RAW);

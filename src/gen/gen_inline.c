/* SPDX-License-Identifier: MIT
 * Strings, bins, exts and raw items kept in the struct itself: a length, then the bytes, a NUL behind a str. An ext has its type between.
 */
#include "gen_text.h"

static uint8_t *inline_bytes(void *v, cinchi_gen_wire wire)
{
    return (uint8_t *)v + (wire == CINCHI_GEN_EXT ? 5 : 4);
}

static cinchi_gen_piece inline_load(const cinch_gen_type *t, const void *v, cinchi_gen_wire wire)
{
    cinchi_gen_piece p = {NULL, 0, 0, false};
    uint32_t len;
    memcpy(&len, v, sizeof len);
    p.over = len > t->cap;
    p.len = p.over ? t->cap : len;
    p.ptr = (const uint8_t *)v + (wire == CINCHI_GEN_EXT ? 5 : 4);
    if (wire == CINCHI_GEN_EXT) p.type = ((const int8_t *)v)[4];
    return p;
}

static void inline_store(cinch_reader *r, const uint8_t *at, const cinch_gen_type *t, void *v, cinchi_gen_wire wire,
                         cinchi_gen_piece p, cinch_arena *arena)
{
    uint32_t len = (uint32_t)p.len;
    (void)arena;
    if (p.len > t->cap) {
        cinchi_gen_fail(r, at, CINCH_ERR_LENGTH, NULL);
        return;
    }
    memcpy(v, &len, sizeof len);
    if (wire == CINCHI_GEN_EXT) ((int8_t *)v)[4] = p.type;
    if (len) memcpy(inline_bytes(v, wire), p.ptr, len);
    if (wire == CINCHI_GEN_STR) inline_bytes(v, wire)[len] = 0;
}

CINCHI_GEN_PIECES(str_static, inline_load, inline_store, NULL, CINCHI_GEN_STR);
CINCHI_GEN_PIECES(bin_static, inline_load, inline_store, NULL, CINCHI_GEN_BIN);
CINCHI_GEN_PIECES(ext_static, inline_load, inline_store, NULL, CINCHI_GEN_EXT);
CINCHI_GEN_PIECES(raw_static, inline_load, inline_store, NULL, CINCHI_GEN_RAW);

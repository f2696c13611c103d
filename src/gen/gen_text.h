/* SPDX-License-Identifier: MIT
 * Strings, bins, exts and raw items: what differs between them on the wire, for the files that differ in where the bytes are kept.
 */
#ifndef CINCHI_GEN_TEXT_H
#define CINCHI_GEN_TEXT_H

#include "gen_in.h"

typedef enum cinchi_gen_wire { CINCHI_GEN_STR, CINCHI_GEN_BIN, CINCHI_GEN_EXT, CINCHI_GEN_RAW } cinchi_gen_wire;

/* Bytes of any of them; type: of an ext; over: longer than its room, of which these are what there is. */
typedef struct cinchi_gen_piece {
    const uint8_t *ptr;
    size_t len;
    int8_t type;
    bool over;
} cinchi_gen_piece;

/* Read, written, held against the constraints of t, whose rule is handed a cinch_str. */
cinchi_gen_piece cinchi_gen_piece_get(cinch_reader *r, const cinch_gen_type *t, cinchi_gen_wire wire);
void cinchi_gen_piece_put(cinch_writer *w, cinchi_gen_wire wire, cinchi_gen_piece p);
cinch_error cinchi_gen_piece_check(const cinch_gen_type *t, cinchi_gen_wire wire, cinchi_gen_piece p);
/* Whether one that was not just read can be put: an ext of type -1 is a timestamp, a raw item is one of a type that is allowed, all of it lies in its
 * room. */
cinch_error cinchi_gen_piece_sound(const cinch_gen_type *t, cinchi_gen_wire wire, cinchi_gen_piece p);
bool cinchi_gen_piece_timely(cinchi_gen_wire wire, cinchi_gen_piece p);
bool cinchi_gen_piece_equal(cinchi_gen_piece a, cinchi_gen_piece b);

/* cinch_str, cinch_bin and cinch_ext in memory. */
cinchi_gen_piece cinchi_gen_view_load(const void *v, cinchi_gen_wire wire);
void cinchi_gen_view_store(void *v, cinchi_gen_wire wire, cinchi_gen_piece p);

/* The functions of a kind NAME whose values are read by load(t, v, wire) and stored by store(r, at, t, v, wire, piece, arena). */
#define CINCHI_GEN_PIECES(name, load, store, release, wire)                                                                    \
    static void name##_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)                              \
    {                                                                                                                          \
        const uint8_t *at = r->pos;                                                                                            \
        cinchi_gen_piece p = cinchi_gen_piece_get(r, t, wire);                                                                 \
        cinch_error e = r->error ? CINCH_OK : cinchi_gen_piece_check(t, wire, p);                                              \
        if (e)                                                                                                                 \
            cinchi_gen_fail(r, at, e, NULL);                                                                                   \
        else if (!r->error)                                                                                                    \
            store(r, at, t, v, wire, p, arena);                                                                                \
    }                                                                                                                          \
    static void name##_put(cinch_writer *w, const cinch_gen_type *t, const void *v)                                            \
    {                                                                                                                          \
        cinchi_gen_piece_put(w, wire, load(t, v, wire));                                                                       \
    }                                                                                                                          \
    static bool name##_equal(const cinch_gen_type *t, const void *a, const void *b)                                            \
    {                                                                                                                          \
        return cinchi_gen_piece_equal(load(t, a, wire), load(t, b, wire));                                                     \
    }                                                                                                                          \
    static cinch_error name##_check(const cinch_gen_type *t, const void *v, const char **member)                               \
    {                                                                                                                          \
        cinchi_gen_piece p = load(t, v, wire);                                                                                 \
        cinch_error e = cinchi_gen_piece_sound(t, wire, p);                                                                    \
        (void)member;                                                                                                          \
        return e ? e : cinchi_gen_piece_check(t, wire, p);                                                                     \
    }                                                                                                                          \
    const cinch_gen_kind cinch_gen_##name = {name##_get, name##_put, name##_equal, name##_check, release}

#endif

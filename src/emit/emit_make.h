/* SPDX-License-Identifier: MIT
 * Messages made for a schema, good ones and ones with one thing wrong: what generated tests read.
 */
#ifndef CINCHI_EMIT_MAKE_H
#define CINCHI_EMIT_MAKE_H

#include "emit_in.h"

typedef enum emit_wrong {
    EMIT_GOOD,
    EMIT_LACKING, /* a required member */
    EMIT_TWICE,   /* a member */
    EMIT_STRANGE  /* a member more, which the schema does not name */
} emit_wrong;
typedef enum emit_order { EMIT_ORDER_OWN, EMIT_ORDER_BACK, EMIT_ORDER_MIXED } emit_order; /* of the members of maps */

typedef struct emit_frame { /* a container whose items are being written */
    const cinchi_shape *shape;
    uint64_t seed;
    uint32_t next, count;
    uint32_t *list; /* records: members, then members.count + k of the k-th extra one, with the bits below */
} emit_frame;
enum {
    EMIT_AGAIN = 1 << 30,  /* in a list: another value, a second one for the key follows */
    EMIT_UNKNOWN = 1 << 29 /* the strange member */
};

enum { EMIT_MAKE_DEPTH = 64, EMIT_MAKE_BYTES = 3900 /* C compilers need take no longer strings than 4095 */ };

/* One message. Values follow from seed and place alone, so that messages that differ in order or in what is wrong are otherwise the same. */
typedef struct emit_make {
    emit_run *e;
    const uint32_t *height; /* by shape: levels in its lowest value; UINT32_MAX: not known */
    uint64_t seed;
    uint32_t variant; /* 0: as little as can be, 1: as much, beyond: a mixture */
    emit_order order;
    emit_wrong wrong;
    uint32_t record, member; /* where: the records in the order in which they are met; which required member */
    cinch_writer w;
    uint32_t records; /* met */
    bool done;        /* something wrong was made */
    uint64_t pos;     /* of the key at fault */
    emit_frame frames[EMIT_MAKE_DEPTH];
    uint32_t depth;
    uint32_t levels; /* below which all is as little as can be */
    bool failed;     /* too deep, or too long */
} emit_make;

uint64_t cinchi_emit_mix(uint64_t seed, uint64_t with);
static inline bool emit_small(const emit_make *m)
{
    return m->depth >= m->levels;
}

const uint32_t *cinchi_emit_heights(emit_run *e);
bool cinchi_emit_make(emit_make *m); /* the root's, into m->w; false: too deep or long, or an error of the run */
void cinchi_emit_make_scalar(emit_make *m, const cinchi_shape *s, uint64_t seed, bool nil); /* emit_make_scalar.c */
void cinchi_emit_make_text(emit_make *m, const cinchi_shape *s, uint64_t seed);             /* emit_make_text.c */
size_t cinchi_emit_make_match(cinch_str pattern, uint32_t more, char *out, size_t cap);     /* emit_make_match.c */

#endif

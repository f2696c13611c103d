/* SPDX-License-Identifier: MIT
 * What the two loops that write a message as text share: the one that knows everything, and the quick one.
 */
#ifndef CINCHI_JSON_WRITE_H
#define CINCHI_JSON_WRITE_H

#include "json_emit.h"
#include "json_index.h"

typedef enum cinchi_write_kind { CINCHI_WRITE_DOC, CINCHI_WRITE_ARRAY, CINCHI_WRITE_MAP, CINCHI_WRITE_PAIRS } cinchi_write_kind;
typedef enum cinchi_write_step {
    CINCHI_STEP_PAIR,
    CINCHI_STEP_KEY,
    CINCHI_STEP_VALUE
} cinchi_write_step; /* what of a $map pair was begun last */

typedef struct cinchi_write_level {
    uint32_t left;  /* items or pairs to come */
    uint32_t count; /* in all */
    uint32_t after; /* with an index: number of the next map behind this one */
    uint8_t kind;   /* cinchi_write_kind */
    uint8_t step;   /* cinchi_write_step */
    bool others;    /* without an index: the keys so far are not str */
    size_t place;   /* with an index: the next pair */
    size_t end;     /* with an index: offset of what follows */
} cinchi_write_level;

typedef struct cinchi_write_job {
    cinch_reader r; /* a copy: the caller's gets the outcome */
    const cinch_json_opts *opts;
    const cinchi_json_index *index; /* or NULL */
    cinch_alloc alloc;
    cinchi_write_level *levels; /* [0] is the item itself */
    cinchi_write_level *own_levels;
    size_t level_cap, depth; /* depth: the limit */
    cinchi_write_level *top; /* of the quick loop: the last level there is memory for */
    uint64_t items, start;
    uint32_t map; /* number of the next map */
    bool limited; /* items, bytes or key_len have a limit */
    bool mixed;   /* it failed because a map mixes str and other keys, and wants an index */
    bool anyhow;  /* such maps pass: a fault is looked for, and the text is not */
    bool quick;   /* the quick loop may run */
    cinchi_emit e;
} cinchi_write_job;

/* json_write_quick.c: from the beginning of an item in lv as far as nothing is unusual, to the beginning of an item. Returns its level.
 * Only for text on one line, without an index, tags or limits. */
cinchi_write_level *cinchi_json_write_quick(cinchi_write_job *j, cinchi_write_level *lv);

#endif

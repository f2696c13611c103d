/* SPDX-License-Identifier: MIT
 * Where the pairs of every map in a message are, and which of them are written in what order: made in one pass before writing when
 * a map has to be known whole (sorting, duplicates, tags, mixed keys), so that no map is walked more than once however deep.
 */
#ifndef CINCHI_JSON_INDEX_H
#define CINCHI_JSON_INDEX_H

#include "cinch/json.h"
#include "json_vec.h"

typedef struct cinchi_json_place { /* a pair */
    size_t at;                     /* offset of its key */
    uint32_t map;                  /* number of the next map that begins there or later */
} cinchi_json_place;

typedef struct cinchi_json_map {
    size_t first;   /* of its pairs */
    size_t end;     /* offset of what follows the map */
    uint32_t count; /* pairs to be written */
    uint32_t after; /* number of the next map that begins behind it */
    bool pairs;     /* as a $map */
} cinchi_json_map;

typedef struct cinchi_json_index {
    cinch_alloc alloc;
    const cinch_json_opts *opts;
    cinchi_json_vec maps;   /* cinchi_json_map, in the order they begin */
    cinchi_json_vec places; /* cinchi_json_place, a map's together */
    cinchi_json_vec open;   /* cinchi_json_place of maps that have not ended */
    cinchi_json_vec levels; /* containers that have not ended */
    cinchi_json_vec order;  /* uint32_t: the pairs of one map, sorted */
    cinchi_json_vec texts;  /* cinch_str: the keys of one map */
    cinch_error fault;      /* of a key, or OK */
    uint64_t fault_at;
} cinchi_json_index;

/* Of the next item of r, at most depth levels deep. A fault is set in r. */
bool cinchi_json_index_make(cinchi_json_index *x, cinch_reader *r, const cinch_json_opts *opts, size_t depth);

void cinchi_json_index_free(cinchi_json_index *x);

#endif

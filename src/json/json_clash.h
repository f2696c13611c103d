/* SPDX-License-Identifier: MIT
 * The keys of open maps whose text another key may have, in memory that the caller lends.
 */
#ifndef CINCHI_JSON_CLASH_H
#define CINCHI_JSON_CLASH_H

#include "cinch/json.h"

typedef enum cinchi_clash {
    CINCHI_CLASH_NONE,
    CINCHI_CLASH_FOUND, /* a str and another key have this text */
    CINCHI_CLASH_TWIN,  /* two keys that are no str and differ in type have it */
    CINCHI_CLASH_FULL   /* not kept: from now on nothing is known of this map */
} cinchi_clash;

/* Looks a key of the innermost map up by its text, and keeps it. */
cinchi_clash cinchi_clash_note(cinch_json_out *j, unsigned type, const void *text, size_t len);

/* Forgets the keys of maps that have ended. */
void cinchi_clash_end(cinch_json_out *j);

#endif

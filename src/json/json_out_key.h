/* SPDX-License-Identifier: MIT
 * Keys of maps that come token by token: whether two of a map have the same text.
 */
#ifndef CINCHI_JSON_OUT_KEY_H
#define CINCHI_JSON_OUT_KEY_H

#include "cinch/json.h"

/* Of a level: left counts the items to come (of a map keys and values), path_len are these flags and, above, json_out_key.c's; count is json_key.c's. */
enum { CINCHI_OUT_MAP = 1, CINCHI_OUT_EMPTY = 2, CINCHI_OUT_FLAGS = 8 };

/* A key comes, whole or the first part of one. KEY: it has no text, or that of another key; USE: it may have. */
cinch_error cinchi_json_out_key(cinch_json_out *j, cinch_level *lv, const cinch_token *t);

#endif

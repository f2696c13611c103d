/* SPDX-License-Identifier: MIT
 * The most frequent keys of an input, in bounded memory.
 */
#ifndef CINCH_CLI_STAT_H
#define CINCH_CLI_STAT_H

#include "cli.h"

/* A table of so many places, three quarters of which may be taken; keys of more bytes are not told apart. */
enum { STAT_PLACES = 4096, STAT_KEYS = STAT_PLACES / 4 * 3, STAT_KEY_LEN = 64, STAT_SHOW_MOST = 1000 };

typedef struct stat_key {
    uint64_t count; /* at least; 0: the place is free */
    uint32_t hash;
    uint8_t type; /* CINCH_STR; else an integer, and its digits */
    uint8_t len;
    char text[STAT_KEY_LEN];
} stat_key;

/* When the table is full the median of the counts is taken off each, and who has nothing left goes. So a count is too small by no more than
 * what was taken off in all, and no key that came more often than that is missing. */
typedef struct stat_keys {
    stat_key places[STAT_PLACES];
    size_t taken;
    uint64_t off;   /* taken off in all */
    uint64_t total; /* keys seen, */
    uint64_t other; /*   of them neither str nor integer, or longer */
} stat_keys;

void stat_keys_add(stat_keys *keys, const cinch_token *t);
size_t stat_keys_sort(stat_keys *keys); /* the most frequent first, from places[0] on; how many. Nothing may be added then */

#endif

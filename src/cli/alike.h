/* SPDX-License-Identifier: MIT
 * Items framed alike, one after the other.
 */
#ifndef CINCH_CLI_ALIKE_H
#define CINCH_CLI_ALIKE_H

#include "cli.h"

enum { CLI_ALIKE_MOST = 256, CLI_ALIKE_LEAST = 16, CLI_ALIKE_FRAMES = 4 };

typedef struct cli_alike_frame { /* the bytes of an item that say where its parts end */
    uint64_t want[CLI_ALIKE_MOST / 8], mask[CLI_ALIKE_MOST / 8];
    size_t len;
} cli_alike_frame;

typedef struct cli_alike { /* zero: nothing is known yet */
    cli_alike_frame frames[CLI_ALIKE_FRAMES];
    unsigned count, last;  /* last: the one that fitted, and is tried first */
    unsigned tries, first; /* and how often it did, of so many times, since cli_alike_again */
} cli_alike;

/* The length of the item at p, if it is framed as one before; else 0. */
size_t cli_alike_fits(cli_alike *a, const uint8_t *p, size_t left);
/* Likewise of any item that is whole and neither short nor long, whose frame is known from now on. */
size_t cli_alike_learn(cli_alike *a, const uint8_t *p, size_t left);
/* False: items here differ too much, one from the next, for that to be worth it; until they are to be looked at again. */
static inline bool cli_alike_pays(const cli_alike *a)
{
    return a->tries < 256 || a->first >= a->tries / 4 * 3;
}

static inline void cli_alike_again(cli_alike *a)
{
    a->tries = a->first = 0;
}

#endif

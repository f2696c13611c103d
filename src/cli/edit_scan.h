/* SPDX-License-Identifier: MIT
 * A place in a file, found without holding the file.
 */
#ifndef CINCH_CLI_EDIT_SCAN_H
#define CINCH_CLI_EDIT_SCAN_H

#include "cli.h"

typedef enum cli_edit { CLI_EDIT_SET, CLI_EDIT_INSERT, CLI_EDIT_DEL } cli_edit; /* as cinch_edit_set and the others */

typedef struct cli_place { /* offsets in the input */
    uint64_t from, to;     /* the bytes that go; where a new item belongs both are the same */
    uint64_t head;         /* where the container begins whose count changes, */
    size_t head_len;       /*   the length of that head, and the head; 0: none */
    cinch_token container;
    cinch_str key; /* of the member to be added; ptr NULL: none */
} cli_place;

typedef struct cli_watch {                             /* of a walk. False of `walked`: it ends */
    bool (*walked)(void *user, uint64_t offset);       /* all before it was seen, and the place is not there unless found */
    void (*found)(void *user, const cli_place *place); /* perhaps: a duplicate key may still follow */
    void *user;
} cli_watch;

typedef struct cli_obstacle { /* why not */
    cinch_diag diag;          /* OK: not known: not framed well, most likely */
    size_t way;               /* so many tokens of the pointer lead there */
} cli_obstacle;

/* True: the input is one whole object, and this can be done to it. The input is at its beginning again, either way. */
bool cli_edit_scan(cli_in *in, cli_edit verb, cinch_str pointer, const cli_watch *watch, cli_place *place, cli_obstacle *why);

#endif

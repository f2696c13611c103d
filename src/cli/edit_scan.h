/* SPDX-License-Identifier: MIT
 * A place in a file, found without holding the file.
 */
#ifndef CINCH_CLI_EDIT_SCAN_H
#define CINCH_CLI_EDIT_SCAN_H

#include "cli.h"

typedef struct cli_place { /* offsets in the input */
    uint64_t from, to;     /* of the item; where a new one belongs both are the same, */
    uint64_t head;         /*   and this is where its container begins, */
    size_t head_len;       /*   the length of that head, and the head; 0: nothing is added */
    cinch_token container;
    cinch_str key; /* of the member to be added */
} cli_place;

/* True: the input is one whole object, and holds the item there or can be given it, as cinch_edit_set does. False: something else, or too small a file
 * to be worth it. The input is at its beginning again. */
bool cli_edit_scan(cli_in *in, cinch_str pointer, cli_place *place);

#endif

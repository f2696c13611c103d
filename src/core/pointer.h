/* SPDX-License-Identifier: MIT
 * From a JSON Pointer to an item, and how much of the message was judged on the way, so that who must judge all of it need not begin anew.
 */
#ifndef CINCHI_POINTER_H
#define CINCHI_POINTER_H

#include "cinch/base.h"

typedef struct cinchi_found {
    cinch_bin item;        /* empty when there is none */
    const uint8_t *behind; /* OK and ABSENT: everything before it is framed, */
    uint64_t owed;         /*   and so many items must follow for the message to be whole; NULL: not known */
} cinchi_found;

/* cinch_find, with the same errors. */
cinch_error cinchi_find(const uint8_t *msg, const uint8_t *end, cinch_str pointer, cinchi_found *found, cinch_diag *diag);

#endif

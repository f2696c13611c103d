/* SPDX-License-Identifier: MIT
 * Canonical form, checked in place.
 */
#ifndef CINCHI_CANON_H
#define CINCHI_CANON_H

#include "walk.h"

/* cinchi_walk_to(w, 0) at the start of a message, and besides OVERLONG, ORDER and DUPLICATE. No memory but the stack. */
cinch_error cinchi_canon_item(cinchi_walk *w);

#endif

/* SPDX-License-Identifier: MIT
 * Two messages as trees, every map in them indexed: what comparing starts from.
 */
#ifndef CINCHI_EDIT_PAIR_H
#define CINCHI_EDIT_PAIR_H

#include "cinch/tree.h"

typedef struct cinchi_pair {
    cinch_tree a, b;
} cinchi_pair;

/* On error *d tells it, and nothing is held. */
cinch_error cinchi_pair_parse(cinchi_pair *p, cinch_bin a, cinch_bin b, const cinch_alloc *alloc, cinch_diag *d);
void cinchi_pair_free(cinchi_pair *p);

#endif

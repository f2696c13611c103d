/* SPDX-License-Identifier: MIT
 * The order of two messages.
 */
#include "cinch/edit.h"
#include "edit_pair.h"
#include "../tree/node.h"

static cinch_error pair_tree(cinch_tree *t, cinch_bin msg, cinch_diag *d)
{
    cinch_error e = cinch_tree_parse(t, msg.ptr, msg.len, NULL, d);
    if (!e && !cinchi_index_below(&t->arena, t->root)) {
        e = d->error = CINCH_ERR_MEMORY;
        d->pos = 0;
    }
    return e;
}

cinch_error cinchi_pair_parse(cinchi_pair *p, cinch_bin a, cinch_bin b, const cinch_alloc *alloc, cinch_diag *d)
{
    cinch_error e;
    cinch_tree_init(&p->a, alloc);
    cinch_tree_init(&p->b, alloc);
    e = pair_tree(&p->a, a, d);
    if (!e) {
        e = pair_tree(&p->b, b, d);
        d->in_b = e != CINCH_OK;
    }
    if (e) cinchi_pair_free(p);
    return e;
}

void cinchi_pair_free(cinchi_pair *p)
{
    cinch_tree_free(&p->b);
    cinch_tree_free(&p->a);
}

cinch_error cinch_compare(cinch_bin a, cinch_bin b, const cinch_alloc *alloc, int *order, cinch_diag *diag)
{
    cinchi_pair p;
    cinch_diag d;
    cinch_error e = cinchi_pair_parse(&p, a, b, alloc, &d);
    *order = 0;
    if (!e) {
        *order = cinch_node_compare(p.a.root, p.b.root);
        cinchi_pair_free(&p);
    }
    if (diag) *diag = d;
    return e;
}

/* SPDX-License-Identifier: MIT
 * Canonical form. A message whose maps keep their order is judged and copied token by token. Else it becomes a tree whose maps are
 * all indexed, and is written in the order of the indexes; an order by text needs a sort of its own, in the memory that the index has left.
 */
#include "cinch/check.h"
#include "cinch/edit.h"
#include "../base/sort.h"
#include "../core/put.h"
#include "../core/skip.h"
#include "../tree/node.h"
#include "../tree/node_code.h"

typedef struct canon_level {
    const cinch_node *n;
    const uint32_t *order; /* of a map's pairs; NULL: that of its index */
    uint64_t at;           /* child */
} canon_level;

typedef struct canon_walk {
    cinch_tree *tree;
    cinch_writer *out;
    bool by_text;
    uint32_t depth;
    canon_level levels[CINCH_DEPTH];
} canon_walk;

/* Keys that are no str first. Equal keys do not occur. */
static int canon_order_text(const void *ctx, uint32_t a, uint32_t b)
{
    const cinch_node *kids = ctx, *x = kids + 2 * (size_t)a, *y = kids + 2 * (size_t)b;
    bool x_str = x->type == CINCH_STR, y_str = y->type == CINCH_STR;
    int order;
    if (x_str != y_str) return x_str ? 1 : -1;
    if (!x_str) return cinchi_key_order(x, y);
    order = cinchi_bytes_order(x->as.str, y->as.str, x->len < y->len ? x->len : y->len);
    return order ? order : x->len < y->len ? -1 : x->len > y->len;
}

/* Opens a container. NULL order and false: no memory for it. */
static bool canon_open(canon_walk *w, const cinch_node *n)
{
    canon_level *l = &w->levels[w->depth++];
    uint32_t *order = NULL;
    l->n = n;
    l->at = 0;
    if (w->by_text && n->type == CINCH_MAP) {
        order = cinch_arena_get(&w->tree->arena, n->len * sizeof *order, sizeof *order);
        if (!order) return false;
        for (uint32_t i = 0; i < n->len; i++) order[i] = i;
        cinchi_sort(order, n->len, canon_order_text, n->as.kids);
    }
    l->order = order;
    return true;
}

/* The next node in canonical order, or NULL when all are done. */
static const cinch_node *canon_next(canon_walk *w)
{
    for (; w->depth; w->depth--) {
        canon_level *l = &w->levels[w->depth - 1];
        uint32_t rank = (uint32_t)(l->at / 2);
        size_t at = (size_t)l->at;
        if (l->at == (l->n->type == CINCH_MAP ? 2 * (uint64_t)l->n->len : l->n->len)) continue;
        if (l->n->type == CINCH_MAP) at = 2 * (size_t)(l->order ? l->order[rank] : cinchi_map_pick(l->n, rank)) + (l->at & 1);
        l->at++;
        return l->n->as.kids + at;
    }
    return NULL;
}

/* Apart from the parsing, so that the two do not stand on the stack together. */
static CINCHI_NOINLINE cinch_error canon_write(cinch_tree *tree, bool by_text, cinch_writer *out)
{
    canon_walk w; /* its levels are written before they are read */
    const cinch_node *n = tree->root;
    w.tree = tree;
    w.out = out;
    w.by_text = by_text;
    w.depth = 0;
    for (; n && !out->error; n = canon_next(&w)) {
        cinch_token t;
        cinchi_node_token(n, &t);
        cinch_put_token(out, t);
        if (cinch_node_count(n) && !canon_open(&w, n)) return CINCH_ERR_MEMORY;
    }
    return out->error;
}

/* Duplicates are looked for with an index, and an order by text is kept in place of one, so that both have the memory of a tree. */
static cinch_error canon_sorted(const uint8_t *item, size_t len, cinch_read_opts *opts, const cinch_canon_opts *canon,
                                cinch_writer *out, cinch_diag *d)
{
    bool by_text = canon->sort == CINCH_SORT_TEXT;
    cinch_tree tree;
    cinch_error e;
    cinch_tree_init(&tree, canon->alloc);
    opts->flags |= CINCH_UNIQUE;
    e = cinch_tree_parse(&tree, item, len, opts, d);
    opts->flags &= ~(uint32_t)CINCH_UNIQUE;
    if (!e && by_text) e = cinch_tree_parse(&tree, item, len, opts, d);
    if (!e) {
        e = d->error = canon_write(&tree, by_text, out);
        d->pos = 0;
    }
    cinch_tree_free(&tree);
    return e;
}

static cinch_error canon_kept(const uint8_t *item, size_t len, const cinch_read_opts *opts, cinch_writer *out, cinch_diag *d)
{
    cinch_reader r;
    uint64_t owed = 1;
    cinch_error e = cinch_check(item, len, opts, d);
    if (e) return e;
    cinch_reader_init_opts(&r, item, len, opts);
    for (; owed && !out->error; owed--) {
        cinch_token t = cinch_next(&r);
        t.format = 0;
        if (t.type >= CINCH_ARRAY) owed += (uint64_t)t.len << (t.type == CINCH_MAP);
        cinch_put_token(out, t);
    }
    d->error = out->error;
    d->pos = 0;
    return out->error;
}

static cinch_error canon_run(cinch_reader *r, const cinch_canon_opts *canon, cinch_writer *out, cinch_diag *d)
{
    cinch_read_opts opts = CINCH_ZERO;
    uint64_t from = cinch_reader_pos(r), start = cinch_writer_pos(out);
    size_t len = cinchi_skip_extent(r);
    cinch_error e;
    opts.limits = canon->limits;
    opts.flags = r->flags & (CINCH_UTF8 | CINCH_RAW_TIME);
    e = canon->sort == CINCH_SORT_NONE ? canon_kept(r->pos, len, &opts, out, d)
                                       : canon_sorted(r->pos, len, &opts, canon, out, d);
    if (e && out->error) {
        cinchi_put_undo(out, start);
        d->pos = cinch_writer_pos(out);
        cinch_reader_fail(r, e);
    } else if (e) {
        cinch_writer_rewind(out, start);
        cinch_reader_fail_at(r, from + d->pos, e, NULL);
        d->pos += from;
    } else {
        r->pos += len;
        d->pos = cinch_reader_pos(r);
    }
    return e;
}

cinch_error cinch_canon(cinch_reader *r, const cinch_canon_opts *opts, cinch_writer *out, cinch_diag *diag)
{
    static const cinch_canon_opts defaults;
    cinch_diag d;
    cinch_error e;
    memset(&d, 0, sizeof d);
    if (r->error) {
        cinch_reader_diag(r, &d);
        e = r->error;
    } else if (out->error) {
        d.error = e = out->error;
        d.pos = cinch_writer_pos(out);
        cinch_reader_fail(r, e);
    } else {
        e = canon_run(r, opts ? opts : &defaults, out, &d);
    }
    if (diag) *diag = d;
    return e;
}

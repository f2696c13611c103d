/* SPDX-License-Identifier: MIT
 * A tree and its memory; what a fault in the bytes is called; and the unit that emits the inline functions of tree.h.
 */
#include "tree_parse.h"
#include "../core/walk.h"

CINCH_API extern inline cinch_type cinch_node_type(const cinch_node *n);
CINCH_API extern inline uint32_t cinch_node_count(const cinch_node *n);
CINCH_API extern inline const cinch_node *cinch_node_at(const cinch_node *array, size_t i);
CINCH_API extern inline const cinch_node *cinch_node_key(const cinch_node *map, size_t i);
CINCH_API extern inline const cinch_node *cinch_node_value(const cinch_node *map, size_t i);
CINCH_API extern inline const cinch_node *cinch_node_find(const cinch_node *map, const char *key);

void cinch_tree_init(cinch_tree *t, const cinch_alloc *alloc)
{
    cinch_arena_init(&t->arena, alloc);
    t->root = NULL;
    t->msg = NULL;
    t->len = 0;
}

void cinch_tree_free(cinch_tree *t)
{
    cinch_arena_free(&t->arena);
    t->root = NULL;
    t->msg = NULL;
    t->len = 0;
}

/* The loop that builds finds that something is wrong, this walk what and where: the same walk that a check makes, so that their
 * verdicts cannot differ. It needs no memory, so a count that lies costs none. */
static CINCHI_COLD cinch_error tree_fault(cinchi_parse *c, const uint8_t *end, const cinch_read_opts *opts)
{
    cinch_level levels[CINCH_DEPTH];
    cinchi_walk w;
    cinch_error e;
    cinchi_walk_init(&w, levels, c->depth, opts);
    cinchi_walk_input(&w, c->start, end, 0);
    e = cinchi_walk_to(&w, 0);
    c->pos = w.pos;
    return e;
}

static cinch_error tree_build(cinchi_parse *c, const uint8_t *end, const cinch_read_opts *opts)
{
    switch (cinchi_tree_parse(c)) {
    case CINCHI_PARSED: return CINCH_OK;
    case CINCHI_PARSE_MEMORY: return CINCH_ERR_MEMORY;
    case CINCHI_PARSE_DUPLICATE: return CINCH_ERR_DUPLICATE;
    default: return tree_fault(c, end, opts);
    }
}

cinch_error cinch_tree_parse(cinch_tree *t, const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag)
{
    static const uint8_t nothing[1];
    static const cinch_read_opts defaults = CINCH_ZERO;
    const cinch_limits *limits = opts ? &opts->limits : &defaults.limits;
    const uint8_t *start = len ? msg : nothing, *end = start + len;
    cinchi_parse c = {&t->arena, start, start, end, 0, CINCH_DEPTH, UINT32_MAX, UINT64_MAX, 0, NULL};
    cinch_error e;
    if (limits->depth && limits->depth < c.depth) c.depth = limits->depth;
    if (limits->key_len) c.key_len = limits->key_len;
    if (limits->items) c.items = limits->items;
    if (limits->bytes && limits->bytes < len) c.end = start + limits->bytes;
    if (opts) c.flags = opts->flags;
    cinch_arena_reset(&t->arena);
    e = tree_build(&c, end, opts);
    if (!e && c.pos != end) e = CINCH_ERR_TRAILING;
    t->root = e ? NULL : c.root;
    t->msg = msg;
    t->len = len;
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = e;
        diag->pos = (uint64_t)(c.pos - start);
    }
    return e;
}

const cinch_node *cinch_tree_read(cinch_tree *t, cinch_reader *r)
{
    cinchi_parse c = {&t->arena, r->pos, r->pos, r->end, r->flags, CINCH_DEPTH, UINT32_MAX, UINT64_MAX, 0, NULL};
    cinchi_arena_mark mark = cinchi_arena_mark_get(&t->arena);
    cinch_read_opts opts = CINCH_ZERO;
    cinch_error e;
    if (r->error) return NULL;
    if (r->depth < c.depth) c.depth = r->depth;
    opts.flags = r->flags;
    e = tree_build(&c, r->end, &opts);
    if (e) {
        cinchi_arena_rewind(&t->arena, mark);
        cinch_reader_fail_at(r, (uint64_t)(c.pos - r->start), e, NULL);
        return NULL;
    }
    r->pos = c.pos;
    return c.root;
}

cinch_error cinch_tree_index(cinch_tree *t, const cinch_node *map)
{
    if (cinch_node_type(map) != CINCH_MAP) return CINCH_OK;
    return cinchi_map_index(&t->arena, map) ? CINCH_OK : CINCH_ERR_MEMORY;
}

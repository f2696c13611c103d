/* SPDX-License-Identifier: MIT
 * Bytes to nodes: between the loop that builds (tree_parse.c) and what stands around it (tree.c).
 */
#ifndef CINCHI_TREE_PARSE_H
#define CINCHI_TREE_PARSE_H

#include "node.h"
#include "../base/arena.h"

typedef enum cinchi_parsed {
    CINCHI_PARSED,
    CINCHI_PARSE_FAULT,     /* the bytes are bad, or past a limit: where, a check will tell */
    CINCHI_PARSE_MEMORY,    /* at pos */
    CINCHI_PARSE_DUPLICATE, /* at pos */
} cinchi_parsed;

typedef struct cinchi_parse {
    cinch_arena *arena;
    const uint8_t *pos;   /* in: the item; out: one past it, or the fault */
    const uint8_t *start; /* the item */
    const uint8_t *end;   /* of the input, or of what limits allow */
    uint32_t flags;       /* UTF8, UNIQUE, RAW_TIME */
    uint32_t depth;       /* open containers, at most CINCH_DEPTH */
    uint32_t key_len;     /* UINT32_MAX: no limit */
    uint64_t items;       /* UINT64_MAX: no limit */
    int64_t spare;        /* private: nodes that may still be claimed */
    cinch_node *root;     /* out */
} cinchi_parse;

cinchi_parsed cinchi_tree_parse(cinchi_parse *c);

#endif

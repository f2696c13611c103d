/* SPDX-License-Identifier: MIT
 * The canonical encoding of one node, taken apart: what order, equality and hash are all made from, so that they agree.
 * Canonical is the smallest format, and in maps keys ascending by their encoded bytes.
 */
#ifndef CINCHI_NODE_CODE_H
#define CINCHI_NODE_CODE_H

#include "node.h"

/* Compares as the bytes would: lead, then num, then ext, then payload. For one lead, num stands for as many bytes in every node. */
typedef struct cinchi_code {
    int lead;           /* first byte; -1: no value */
    uint64_t num;       /* number, length or count that follows */
    uint32_t len;       /* payload bytes */
    uint8_t ext;        /* type byte */
    const uint8_t *ptr; /* payload */
    uint8_t time[12];   /* that of a timestamp */
} cinchi_code;

void cinchi_node_code(const cinch_node *n, cinchi_code *code);

/* The order of two nodes by themselves: of containers, by their headers alone. */
int cinchi_head_order(const cinch_node *a, const cinch_node *b);

/* memcmp that takes NULL with length 0. */
int cinchi_bytes_order(const void *a, const void *b, size_t len);

#endif

/* SPDX-License-Identifier: MIT
 * Values out of nodes, each with an answer for a node of another type.
 */
#include "node.h"
#include "../core/get.h"

bool cinch_node_bool(const cinch_node *n, bool otherwise)
{
    return cinch_node_type(n) == CINCH_BOOL ? n->as.b : otherwise;
}

uint64_t cinch_node_u64(const cinch_node *n, uint64_t otherwise)
{
    return cinch_node_type(n) == CINCH_U64 ? n->as.u64 : otherwise;
}

int64_t cinch_node_i64(const cinch_node *n, int64_t otherwise)
{
    if (cinch_node_type(n) == CINCH_I64) return n->as.i64;
    return cinch_node_type(n) == CINCH_U64 && n->as.u64 <= INT64_MAX ? n->as.i64 : otherwise;
}

double cinch_node_f64(const cinch_node *n, double otherwise)
{
    cinch_token t;
    double v;
    if (!n || !(CINCH_BIT(n->type) & CINCHI_NUMBERS)) return otherwise;
    cinchi_node_token(n, &t);
    return cinchi_get_f64_of(&t, &v) ? otherwise : v;
}

cinch_str cinch_node_str(const cinch_node *n, const char *otherwise)
{
    cinch_str s = {otherwise, 0};
    if (cinch_node_type(n) == CINCH_STR) {
        s.ptr = n->as.str;
        s.len = n->len;
    } else if (otherwise) {
        s.len = strlen(otherwise);
    }
    return s;
}

cinch_bin cinch_node_bin(const cinch_node *n)
{
    cinch_bin b = {NULL, 0};
    if (cinch_node_type(n) == CINCH_BIN) {
        b.ptr = n->as.ptr;
        b.len = n->len;
    }
    return b;
}

cinch_ext cinch_node_ext(const cinch_node *n)
{
    cinch_ext e = {NULL, 0, 0};
    if (cinch_node_type(n) == CINCH_EXT) {
        e.ptr = n->as.ptr;
        e.len = n->len;
        e.type = n->ext;
    }
    return e;
}

cinch_time cinch_node_time(const cinch_node *n, cinch_time otherwise)
{
    if (cinch_node_type(n) == CINCH_TIME) {
        otherwise.sec = n->as.sec;
        otherwise.nsec = n->len;
    }
    return otherwise;
}

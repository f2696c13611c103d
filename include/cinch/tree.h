/* SPDX-License-Identifier: MIT
 * Random access: a message as a tree of nodes of 16 bytes, with lookups that cannot crash.
 *
 *     cinch_tree t;
 *     cinch_tree_init(&t, NULL);
 *     if (cinch_tree_parse(&t, msg, len, NULL, &why) == CINCH_OK) {
 *         port = cinch_node_u64(cinch_node_find_path(t.root, cinch_cstr("/server/port")), 8080);
 *         for (uint32_t i = 0; i < cinch_node_count(list); i++) use(cinch_node_at(list, i));
 *     }
 *     cinch_tree_free(&t);
 *
 * Nodes are handed out as pointers to const, and NULL is a fine node: of type NONE, empty, without members, equal to NULL
 * alone. So lookups can be chained, and one default at the end stands for whatever was missing on the way. A tree does not
 * change; to change a message, write another one (edit.h).
 *
 * A default is silent: it stands for a member that is absent and for one of another type. To tell a person that the port is a
 * str, and where, look at the type, and ask cinch_find (check.h) for the same item in the message:
 *
 *     n = cinch_node_find_path(t.root, path);
 *     if (cinch_node_type(n) != CINCH_U64 && cinch_find(t.msg, t.len, path, &item, &why) == CINCH_OK) {
 *         why.error = CINCH_ERR_TYPE;
 *         why.expected = CINCH_BIT(CINCH_U64);
 *         why.got = (uint8_t)cinch_node_type(n);
 *         why.pos = (uint64_t)(item.ptr - t.msg);
 *     }
 *     cinch_explain(&why, t.msg, t.len, line, sizeof line);   // "offset 18 (0x12), at /ports/1: expected u64, got str"
 *
 * Where nothing is there, cinch_find has filled why with ABSENT and the container that lacks it.
 *
 * A tree takes 16 bytes a node, a quarter more where the last chunk has room left, 4 bytes for each pair of an indexed map,
 * and 4 KiB. In all it never takes more than 22 bytes for each byte of the message, plus 4 KiB, whatever counts the message
 * claims. Nothing here recurses. No walk needs more than 40 KiB of stack, because a tree is at most 512 containers deep.
 */
#ifndef CINCH_TREE_H
#define CINCH_TREE_H

#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- nodes and the tree */

/* One value. All fields may be read, none written. Payloads and keys are views into the message; children lie side by side. */
typedef struct cinch_node {
    uint8_t type;   /* cinch_type */
    uint8_t format; /* first byte on the wire */
    int8_t ext;     /* EXT: the type */
    uint8_t flags;  /* private */
    uint32_t len;   /* STR BIN EXT: bytes; ARRAY: items; MAP: pairs; TIME: nsec */
    union {
        bool b;
        uint64_t u64;
        int64_t i64;
        float f32;
        double f64;
        const char *str;
        const uint8_t *ptr;            /* BIN EXT */
        int64_t sec;                   /* TIME */
        const struct cinch_node *kids; /* ARRAY: items. MAP: key, value, key, value... */
    } as;
} cinch_node;

typedef struct cinch_tree {
    cinch_arena arena; /* set arena.limit, in bytes, to cap its memory: MEMORY beyond */
    const cinch_node *root;
    const uint8_t *msg;
    size_t len;
} cinch_tree;

/* alloc NULL: malloc. Allocates nothing yet. free gives all memory back and ends the life of every node. */
CINCH_API void cinch_tree_init(cinch_tree *t, const cinch_alloc *alloc);
CINCH_API void cinch_tree_free(cinch_tree *t);

/* Builds the tree of exactly one message; t->root is its value, or NULL on error. The message must stay alive and unchanged
 * as long as the nodes are used. What an earlier parse built is gone, and its memory is used again. So parsing message after
 * message allocates nothing once the largest has been seen.
 *
 * Judges what cinch_check does, with the same error at the same offset, TRAILING included. It honours all limits, CINCH_UTF8
 * and CINCH_RAW_TIME. CINCH_UNIQUE indexes every map and refuses a key that equals one before it: DUPLICATE, at that key,
 * found when the map has ended. A map inside a map's key is always indexed. MEMORY when the allocator says no, at the place
 * the parse had got to; the tree is then empty and may be used again. */
CINCH_API CINCH_NODISCARD cinch_error cinch_tree_parse(cinch_tree *t, const void *msg, size_t len, const cinch_read_opts *opts,
                                                       cinch_diag *diag);

/* Adds the next item of r, with all below it, to what t holds already. t->root is not touched. Flags and depth are the
 * reader's. NULL on error, which is then also set in r; t holds what it held before. To keep only one item of a run at a
 * time, call cinch_arena_reset(&t->arena) between them: it empties t and keeps the memory. */
CINCH_API const cinch_node *cinch_tree_read(cinch_tree *t, cinch_reader *r);

/* Sorts the keys of one map of t. After that, a lookup in it takes log2(count) compares, and compare and equal are linear.
 * Sorting takes n log n compares, whatever the keys: there is no hash that could be flooded. It does nothing for a node that
 * is no map or has an index. This is the one function that changes nodes: call it before threads share the tree. MEMORY: the
 * map stays as it was. */
CINCH_API CINCH_NODISCARD cinch_error cinch_tree_index(cinch_tree *t, const cinch_node *map);

/* ---------------------------------------------------------------- looking things up */

/* Type, and count of items or pairs (0 for all that is no container). */
CINCH_INLINE cinch_type cinch_node_type(const cinch_node *n)
{
    return n ? (cinch_type)n->type : CINCH_NONE;
}
CINCH_INLINE uint32_t cinch_node_count(const cinch_node *n)
{
    return n && n->type >= CINCH_ARRAY ? n->len : 0;
}

/* Item i of an array; key and value of pair i of a map, in the order of the message. NULL beyond the end and for other types. */
CINCH_INLINE const cinch_node *cinch_node_at(const cinch_node *array, size_t i)
{
    return array && array->type == CINCH_ARRAY && i < array->len ? array->as.kids + i : NULL;
}
CINCH_INLINE const cinch_node *cinch_node_key(const cinch_node *map, size_t i)
{
    return map && map->type == CINCH_MAP && i < map->len ? map->as.kids + 2 * i : NULL;
}
CINCH_INLINE const cinch_node *cinch_node_value(const cinch_node *map, size_t i)
{
    return map && map->type == CINCH_MAP && i < map->len ? map->as.kids + 2 * i + 1 : NULL;
}

/* The value of the member whose key is this str, byte for byte, or this integer, of whatever format. Of duplicate keys the
 * last counts. NULL if there is none or the node is no map. One pass over the keys, unless the map is indexed. */
CINCH_API const cinch_node *cinch_node_find_str(const cinch_node *map, cinch_str key);
CINCH_API const cinch_node *cinch_node_find_i64(const cinch_node *map, int64_t key);
CINCH_INLINE const cinch_node *cinch_node_find(const cinch_node *map, const char *key)
{
    return cinch_node_find_str(map, cinch_cstr(key));
}

/* The node at a JSON Pointer (RFC 6901), found as cinch_find does: a token names a str key first, then an integer key by its
 * decimal text. NULL when nothing is there, and for a malformed pointer. "" is n itself. */
CINCH_API const cinch_node *cinch_node_find_path(const cinch_node *n, cinch_str pointer);

/* ---------------------------------------------------------------- values, or what to take otherwise */

/* The value, if the node has that type and the result holds it exactly; else `otherwise`. Integers are taken as by
 * cinch_get_u64 and cinch_get_i64; f64 takes any number that a double holds exactly. Nothing is converted between str, bin
 * and numbers. */
CINCH_API bool cinch_node_bool(const cinch_node *n, bool otherwise);
CINCH_API uint64_t cinch_node_u64(const cinch_node *n, uint64_t otherwise);
CINCH_API int64_t cinch_node_i64(const cinch_node *n, int64_t otherwise);
CINCH_API double cinch_node_f64(const cinch_node *n, double otherwise);
CINCH_API cinch_time cinch_node_time(const cinch_node *n, cinch_time otherwise);

/* Views into the message. `otherwise` is NUL-terminated, or NULL for {NULL, 0}. bin and ext give {NULL, 0} for other types. A
 * timestamp is an ext only if the tree was built with CINCH_RAW_TIME. */
CINCH_API cinch_str cinch_node_str(const cinch_node *n, const char *otherwise);
CINCH_API cinch_bin cinch_node_bin(const cinch_node *n);
CINCH_API cinch_ext cinch_node_ext(const cinch_node *n);

/* ---------------------------------------------------------------- comparing */

/* Two nodes are equal when their canonical encodings are. Integers count by value, floats by width and bits: NaN equals
 * itself, and 0.0 is not -0.0. A str is not a bin, and an integer is no float. Formats and the order of pairs do not matter.
 * Of duplicate keys all pairs count, those with equal keys in the order of the message.
 *
 * compare gives -1, 0 or 1: the order of the canonical encodings as bytes. That is a total order, and 0 exactly when equal.
 * hash is equal for equal nodes, and the same on every machine. It does not withstand an adversary who knows the seed. NULL
 * comes first.
 *
 * All are linear, with one exception: two maps of n pairs take n * n steps if their keys are not in the same order and they
 * are not both indexed. compare takes n * n steps for every map that is not indexed. */
CINCH_API bool cinch_node_equal(const cinch_node *a, const cinch_node *b);
CINCH_API int cinch_node_compare(const cinch_node *a, const cinch_node *b);
CINCH_API uint64_t cinch_node_hash(const cinch_node *n, uint64_t seed);

/* ---------------------------------------------------------------- writing */

/* Puts the node and all below it, in the smallest formats. If the message it came from had those, the bytes are the same.
 * Errors are the writer's, and then nothing of the node stays in it, apart from what a sink has taken. NULL is the error USE. */
CINCH_API void cinch_node_write(const cinch_node *n, cinch_writer *w);

#ifdef __cplusplus
}
#endif
#endif

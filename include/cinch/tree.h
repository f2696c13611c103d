/* SPDX-License-Identifier: MIT
 * Random access: a message as a tree of nodes.
 *
 *     cinch_tree t;
 *     cinch_tree_init(&t, NULL);
 *     if (cinch_tree_parse(&t, msg, len, NULL, &why)) ...
 *     port = cinch_node_u64(cinch_node_find_path(t.root, cinch_cstr("/servers/0/port")), 8080);
 *     cinch_tree_free(&t);
 *
 * Nodes belong to the tree and are read through const pointers. They and what they point to live until the next parse with the
 * same tree, or free; strings, bins and exts are views into the message, which must live as long and stay unchanged. NULL is a
 * fine node: of type NONE, empty, without children. So lookups chain, and only the value at the end is tested, or has a default.
 *
 * Memory comes from the tree's allocator: 16 bytes a node, a quarter more for the ends of blocks, 4 bytes a pair for an index,
 * plus 4 KiB; in all at most 22 bytes a byte of input and 4 KiB, whatever the input claims. Set t.arena.limit to bound it further.
 * The next parse uses the same memory again and allocates nothing when it fits.
 *
 * A tree is at most 512 containers deep. No function here recurses: walks keep their place in 8 to 20 KB of stack.
 */
#ifndef CINCH_TREE_H
#define CINCH_TREE_H

#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One value, 16 bytes on 64-bit machines. Reading the members is fine, and switch over type the fast way to walk; the children of
 * a container lie side by side. Changing a node, or making one up, is not supported. */
typedef struct cinch_node {
    uint8_t type;   /* cinch_type */
    uint8_t format; /* first byte on the wire */
    int8_t ext;     /* EXT: the type */
    uint8_t flags;  /* private */
    uint32_t len;   /* STR BIN EXT: bytes; ARRAY: items; MAP: pairs; TIME: nsec; else 0 */
    union {
        bool b;
        uint64_t u64;
        int64_t i64; /* of I64, which is negative always */
        float f32;
        double f64;
        const char *str;               /* into the message, not NUL-terminated */
        const uint8_t *ptr;            /* BIN EXT: into the message */
        int64_t sec;                   /* TIME */
        const struct cinch_node *kids; /* ARRAY: items; MAP: key, value, key, value... */
    } as;
} cinch_node;

typedef struct cinch_tree {
    cinch_arena arena;
    const cinch_node *root; /* of the last parse; NULL before, and after one that failed */
    const uint8_t *msg;     /* what it parsed */
    size_t len;
} cinch_tree;

/* alloc NULL: malloc. Allocates nothing yet. free gives all memory back; the tree may be used again after it. */
CINCH_API void cinch_tree_init(cinch_tree *t, const cinch_alloc *alloc);
CINCH_API void cinch_tree_free(cinch_tree *t);

/* Parses exactly one message into t->root; what t held before is gone, also when this fails. All limits of opts count, and the flags
 * CINCH_UTF8, CINCH_RAW_TIME and CINCH_UNIQUE. Errors and offsets are those of cinch_check, and besides:
 * MEMORY, at the place the parse had got to; DUPLICATE under CINCH_UNIQUE, at the first key of a map that equals (as cinch_node_equal
 * has it) one before it, found when the map has ended. CINCH_UNIQUE leaves every map indexed. */
CINCH_API CINCH_NODISCARD cinch_error cinch_tree_parse(cinch_tree *t, const void *msg, size_t len, const cinch_read_opts *opts,
                                                       cinch_diag *diag);

/* The next item of r, with all below it, added to what t holds; t->root stays as it is. The reader's flags count (CINCH_UNIQUE too,
 * set in r->flags), and its depth. NULL: the error is in r, MEMORY among them, and t is as it was before. To empty the tree between
 * items, and keep its memory, cinch_arena_reset(&t->arena). */
CINCH_API const cinch_node *cinch_tree_read(cinch_tree *t, cinch_reader *r);

/* Sorts the keys of one map, so that find takes O(log count) from now on, and equal and compare time in proportion to the sizes. A
 * node that is no map, or indexed already, needs nothing. Order of pairs and addresses of nodes stay. Only MEMORY can go
 * wrong, and changes nothing. map is a node of t, and no other thread may be reading it. Comparing is by sorting, not by hashing:
 * no choice of keys makes it slow. */
CINCH_API CINCH_NODISCARD cinch_error cinch_tree_index(cinch_tree *t, const cinch_node *map);

/* ---------------------------------------------------------------- nodes by place and by name */

/* Type, and number of items or pairs: NONE and 0 for NULL, 0 for what is no container. */
CINCH_INLINE cinch_type cinch_node_type(const cinch_node *n)
{
    return n ? (cinch_type)n->type : CINCH_NONE;
}
CINCH_INLINE uint32_t cinch_node_count(const cinch_node *n)
{
    return n && n->type >= CINCH_ARRAY ? n->len : 0;
}

/* Item i of an array, key and value of pair i of a map, from 0, in the order of the message. NULL beyond the end or when the node is
 * of another type. */
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

/* The value of a key: a str of these bytes (no bin), or an integer of this value in any format. Of several pairs with the key, the
 * last. NULL when there is none, or map is no map. Looks at every key unless the map is indexed. */
CINCH_API const cinch_node *cinch_node_find_str(const cinch_node *map, cinch_str key);
CINCH_API const cinch_node *cinch_node_find_i64(const cinch_node *map, int64_t key);
CINCH_INLINE const cinch_node *cinch_node_find(const cinch_node *map, const char *key)
{
    return cinch_node_find_str(map, cinch_cstr(key));
}

/* The node that a JSON Pointer (RFC 6901) names below n, by the rules of cinch_find (check.h): "" is n itself. NULL when there is
 * none or the pointer is malformed. */
CINCH_API const cinch_node *cinch_node_find_path(const cinch_node *n, cinch_str pointer);

/* ---------------------------------------------------------------- values, or a default */

/* Each gives the node's value where the node is of that type and the result can hold it, else `otherwise`. u64 and i64 take integers of
 * any format; f64 any number that is exact in it; str no bin, and otherwise may be NULL for {NULL, 0}. bin and ext have {NULL, 0}
 * as their default; time is not an ext unless it was read with CINCH_RAW_TIME. */
CINCH_API bool cinch_node_bool(const cinch_node *n, bool otherwise);
CINCH_API uint64_t cinch_node_u64(const cinch_node *n, uint64_t otherwise);
CINCH_API int64_t cinch_node_i64(const cinch_node *n, int64_t otherwise);
CINCH_API double cinch_node_f64(const cinch_node *n, double otherwise);
CINCH_API cinch_str cinch_node_str(const cinch_node *n, const char *otherwise);
CINCH_API cinch_bin cinch_node_bin(const cinch_node *n);
CINCH_API cinch_ext cinch_node_ext(const cinch_node *n);
CINCH_API cinch_time cinch_node_time(const cinch_node *n, cinch_time otherwise);

/* ---------------------------------------------------------------- nodes among each other, and back to bytes */

/* Two nodes are equal when their canonical encodings are: smallest formats, pairs of maps by the encoded bytes of their keys. So integers
 * are equal by value; floats by width and bits, NaN to itself, and 0.0 is not -0.0; a str is no bin, an integer no float; a
 * timestamp equals the raw ext of its smallest form; the order of a map's pairs does not matter, except that pairs with the same key
 * keep theirs, as the last of them is the one that counts. NULL equals NULL alone. The nodes may be of different trees.
 *
 * compare orders nodes as memcmp orders those encodings, NULL first: -1, 0 or 1; a total order, 0 just where equal. hash is the same for
 * equal nodes, on every machine; it takes no notice of the order of pairs at all, and does not withstand someone who knows the
 * seed and seeks collisions.
 *
 * hash is linear. equal and compare are linear on indexed maps; equal also on maps with their keys in the same order; else quadratic in
 * a map's count, and no worse however deep maps nest, in keys too. */
CINCH_API bool cinch_node_equal(const cinch_node *a, const cinch_node *b);
CINCH_API int cinch_node_compare(const cinch_node *a, const cinch_node *b);
CINCH_API uint64_t cinch_node_hash(const cinch_node *n, uint64_t seed);

/* Puts n with all below it, in the smallest formats, pairs in the order of the message: byte for byte the message where that had the
 * smallest formats itself. On an error of the writer nothing of n is added, unless it went to a sink. NULL is USE. */
CINCH_API void cinch_node_write(const cinch_node *n, cinch_writer *w);

#ifdef __cplusplus
}
#endif
#endif

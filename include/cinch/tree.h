/* SPDX-License-Identifier: MIT
 * Random access.
 */
#ifndef CINCH_TREE_H
#define CINCH_TREE_H

#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cinch_node {
    uint8_t type;         /* cinch_type */
    uint8_t format;       /* first byte on the wire */
    int8_t ext;           /* EXT: the type */
    uint8_t flags;        /* private: indexed, ... */
    uint32_t len;         /* STR BIN EXT: bytes; ARRAY MAP: count; TIME: nsec */
    union {
        bool b;
        uint64_t u64;
        int64_t i64;
        float f32;
        double f64;
        const char *str;  /* into the input */
        const uint8_t *ptr;
        int64_t sec;
        const struct cinch_node *kids; /* ARRAY: items. MAP: key, value, key, value... */
    } as;
} cinch_node;

typedef struct cinch_tree { cinch_arena arena; const cinch_node *root; const uint8_t *msg; size_t len; } cinch_tree;

CINCH_API void       cinch_tree_init(cinch_tree *t, const cinch_alloc *alloc);
CINCH_API CINCH_NODISCARD cinch_error cinch_tree_parse(cinch_tree *t, const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag);
CINCH_API const cinch_node *cinch_tree_read(cinch_tree *t, cinch_reader *r);            /* the next item; adds to t; NULL: error in r */
CINCH_API CINCH_NODISCARD cinch_error cinch_tree_index(cinch_tree *t, const cinch_node *map); /* find in it is O(log count) from now on */
CINCH_API void       cinch_tree_free(cinch_tree *t);

/* NULL is a fine node: of type NONE, empty, equal to nothing but NULL. */
CINCH_INLINE cinch_type cinch_node_type(const cinch_node *n) { return n ? (cinch_type)n->type : CINCH_NONE; }
CINCH_INLINE uint32_t cinch_node_count(const cinch_node *n);                        /* items or pairs; 0 for all else */
CINCH_INLINE const cinch_node *cinch_node_at(const cinch_node *array, size_t i);
CINCH_INLINE const cinch_node *cinch_node_key(const cinch_node *map, size_t i);
CINCH_INLINE const cinch_node *cinch_node_value(const cinch_node *map, size_t i);
CINCH_API const cinch_node *cinch_node_find_str(const cinch_node *map, cinch_str key);  /* the last, if there are several */
CINCH_API const cinch_node *cinch_node_find_i64(const cinch_node *map, int64_t key);
CINCH_API const cinch_node *cinch_node_find_path(const cinch_node *n, cinch_str pointer);
CINCH_INLINE const cinch_node *cinch_node_find(const cinch_node *map, const char *key) { return cinch_node_find_str(map, cinch_cstr(key)); }
CINCH_API bool       cinch_node_bool(const cinch_node *n, bool otherwise);
CINCH_API uint64_t   cinch_node_u64(const cinch_node *n, uint64_t otherwise);         /* integers only; out of range: otherwise */
CINCH_API int64_t    cinch_node_i64(const cinch_node *n, int64_t otherwise);
CINCH_API double     cinch_node_f64(const cinch_node *n, double otherwise);           /* any number that is exact */
CINCH_API cinch_str   cinch_node_str(const cinch_node *n, const char *otherwise);
CINCH_API cinch_bin   cinch_node_bin(const cinch_node *n);                             /* else {NULL, 0} */
CINCH_API cinch_ext   cinch_node_ext(const cinch_node *n);
CINCH_API cinch_time  cinch_node_time(const cinch_node *n, cinch_time otherwise);
/* A tree is at most 512 deep, so these keep their place on the stack; equal and compare are linear on indexed maps, quadratic on others. */
CINCH_API bool       cinch_node_equal(const cinch_node *a, const cinch_node *b);       /* value, not format; map order ignored */
CINCH_API int        cinch_node_compare(const cinch_node *a, const cinch_node *b);     /* total order = order of canonical encodings */
CINCH_API uint64_t   cinch_node_hash(const cinch_node *n, uint64_t seed);             /* equal nodes, equal hash */
CINCH_API void       cinch_node_write(const cinch_node *n, cinch_writer *w);

CINCH_INLINE uint32_t cinch_node_count(const cinch_node *n) { return n && n->type >= CINCH_ARRAY ? n->len : 0; }
CINCH_INLINE const cinch_node *cinch_node_at(const cinch_node *a, size_t i)
{
    return a && a->type == CINCH_ARRAY && i < a->len ? a->as.kids + i : NULL;
}
CINCH_INLINE const cinch_node *cinch_node_key(const cinch_node *m, size_t i)
{
    return m && m->type == CINCH_MAP && i < m->len ? m->as.kids + 2 * i : NULL;
}
CINCH_INLINE const cinch_node *cinch_node_value(const cinch_node *m, size_t i)
{
    return m && m->type == CINCH_MAP && i < m->len ? m->as.kids + 2 * i + 1 : NULL;
}

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT
 * Messages to messages: one canonical form for each value, what differs between two messages, and changes at a JSON Pointer that leave
 * every other byte as it was.
 *
 * What is written goes to a writer that the caller has initialised, after whatever it holds already, and on error nothing of it stays
 * there (what a sink has taken apart), the writer's own errors included: those are ROOM, MEMORY and the like, with diag.pos the
 * writer's position. Nothing here recurses.
 */
#ifndef CINCH_EDIT_H
#define CINCH_EDIT_H

#include "cinch/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- canonical form */

/* The order of pairs in a map. By their encoded bytes is what CINCH_CANONICAL of cinch_check asks for: a shorter str comes before a
 * longer one. By text puts keys that are no str first, by their encoded bytes, and then str keys byte for byte, as a dictionary
 * would. NONE keeps the order of the message and does not look for duplicates. */
typedef enum cinch_sort { CINCH_SORT_BYTES, CINCH_SORT_TEXT, CINCH_SORT_NONE } cinch_sort;

typedef struct cinch_canon_opts {
    cinch_limits limits;
    const cinch_alloc *alloc; /* for sorting; NULL: malloc */
    cinch_sort sort;
    uint32_t reserved[3]; /* zero */
} cinch_canon_opts;

/* The next item of r with all below it, in canonical form: every item in its smallest format (integers from 0 up in an unsigned one,
 * timestamps in 4, 8 or 12 bytes as they need), the pairs of every map in order, a key that equals one before it refused
 * (DUPLICATE, at that key). Integers and floats stay what they are, a float keeps its width and every bit. Two messages hold the same
 * value (cinch_node_equal) exactly when their canonical forms are the same bytes, and a canonical form is its own.
 *
 * Judges what cinch_check does; CINCH_UTF8 and CINCH_RAW_TIME are the reader's. Memory for sorting is a tree's (tree.h), and none
 * is taken with CINCH_SORT_NONE. An error is also set in r; r is past the item otherwise. */
CINCH_API CINCH_NODISCARD cinch_error cinch_canon(cinch_reader *r, const cinch_canon_opts *opts, cinch_writer *out,
                                                  cinch_diag *diag);

/* ---------------------------------------------------------------- two messages */

/* *order: -1, 0 or 1, as cinch_node_compare has it for the values of two messages: the order of their canonical forms as bytes, where
 * each duplicate key counts as a pair of its own. Linear but for the sorting of keys, in the memory of two trees from alloc (NULL:
 * malloc). An error has diag.in_b when it lies in b. */
CINCH_API CINCH_NODISCARD cinch_error cinch_compare(cinch_bin a, cinch_bin b, const cinch_alloc *alloc, int *order,
                                                    cinch_diag *diag);

typedef enum cinch_diff_kind { CINCH_DIFF_ADDED, CINCH_DIFF_REMOVED, CINCH_DIFF_CHANGED } cinch_diff_kind;

/* One difference, at a JSON Pointer as cinch_locate writes it: b holds an item that a lacks (a is NULL), a one that b lacks (b is
 * NULL), or both hold one there that is not the same and not two arrays or two maps, whose differences are told one by one.
 * pointer and nodes are valid during the call. False stops the comparison. */
typedef bool (*cinch_diff_fn)(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b);

/* What differs between the values of two messages: nothing exactly when cinch_compare says 0. Array items are compared place by
 * place; members of maps by key, in the order of encoded keys; equal keys of one map in the order of the message. Costs what
 * cinch_compare does, and memory for the longest pointer. OK also when fn stopped it. */
CINCH_API CINCH_NODISCARD cinch_error cinch_diff(cinch_bin a, cinch_bin b, const cinch_alloc *alloc, cinch_diff_fn fn,
                                                 void *user, cinch_diag *diag);

/* ---------------------------------------------------------------- editing */

/* The message msg, changed at one place, with every byte untouched that the change does not concern. That is the item itself and the
 * head of the container it is in: a head that was the smallest for its count stays so, a longer one keeps its length while the
 * count fits. pointer names the place as for cinch_find, of duplicate keys the last; value is one message (an error in it
 * has diag.in_b). Containers on the way are not made.
 *
 *   set      replaces the item. A member that is missing in a map is added as its last, with a str key; "-" appends to an array. The
 *            pointer "" replaces the whole message.
 *   insert   puts value before an item of an array, or, with "-" or the array's count, behind the last. In a map it adds a member, and is
 *            DUPLICATE, at its value, if there is one already. The whole message is USE.
 *   del      removes the item, in a map with its key. The whole message is USE.
 *
 * POINTER, diag.pos then being an offset in it, for a malformed one; ABSENT, at the container that lacks the place; TYPE where the
 * place would be in something that is no container; LENGTH for a container of 2^32-1 already; else what framing gives, which alone is
 * judged: msg must be exactly one message. Allocates nothing, any depth; costs as much as cinch_find, a skip of msg, and a copy. */
CINCH_API CINCH_NODISCARD cinch_error cinch_edit_set(const void *msg, size_t len, cinch_str pointer, cinch_bin value,
                                                     cinch_writer *out, cinch_diag *diag);
CINCH_API CINCH_NODISCARD cinch_error cinch_edit_insert(const void *msg, size_t len, cinch_str pointer, cinch_bin value,
                                                        cinch_writer *out, cinch_diag *diag);
CINCH_API CINCH_NODISCARD cinch_error cinch_edit_del(const void *msg, size_t len, cinch_str pointer, cinch_writer *out,
                                                     cinch_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

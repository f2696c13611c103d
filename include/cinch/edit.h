/* SPDX-License-Identifier: MIT
 * From messages to messages: the one canonical form of each value, what differs between two messages, and changes at a JSON
 * Pointer that leave every other byte as it was.
 *
 * The caller initialises the writer; what is written goes behind what it holds already. On error nothing of it stays there,
 * apart from what a sink has taken. That includes the writer's own errors, ROOM, MEMORY and the like; for these diag.pos is
 * the writer's position. Nothing here recurses.
 */
#ifndef CINCH_EDIT_H
#define CINCH_EDIT_H

#include "cinch/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- canonical form */

/* The order of pairs in a map. BYTES is the order of the encoded bytes, which CINCH_CANONICAL of cinch_check asks for: a
 * shorter str comes before a longer one. TEXT puts keys that are no str first, by their encoded bytes; then come the str
 * keys, byte for byte, as in a dictionary. NONE keeps the order of the message and does not look for duplicates. */
typedef enum cinch_sort { CINCH_SORT_BYTES, CINCH_SORT_TEXT, CINCH_SORT_NONE } cinch_sort;

typedef struct cinch_canon_opts {
    cinch_limits limits;
    const cinch_alloc *alloc; /* for sorting; NULL: malloc */
    cinch_sort sort;
    uint32_t reserved[3]; /* zero */
} cinch_canon_opts;

/* Puts the next item of r, with all below it, in canonical form. Every item has its smallest format: integers from 0 up an
 * unsigned one, timestamps 4, 8 or 12 bytes as they need. The pairs of every map are in order. A key that equals one before
 * it is refused: DUPLICATE, at that key. Integers and floats stay what they are; a float keeps its width and every bit. Two
 * messages hold the same value (cinch_node_equal) exactly when their canonical forms are the same bytes. A canonical form is
 * its own canonical form.
 *
 * Judges what cinch_check does; CINCH_UTF8 and CINCH_RAW_TIME are the reader's. Sorting takes the memory of a tree (tree.h);
 * CINCH_SORT_NONE takes none. On success r is past the item. An error is also set in r. */
CINCH_API CINCH_NODISCARD cinch_error cinch_canon(cinch_reader *r, const cinch_canon_opts *opts, cinch_writer *out,
                                                  cinch_diag *diag);

/* ---------------------------------------------------------------- two messages */

/* Sets *order to -1, 0 or 1, as cinch_node_compare has it for the values of the two messages: the order of their canonical
 * forms as bytes, where each duplicate key counts as a pair of its own. Linear but for the sorting of keys. Takes the memory
 * of two trees from alloc (NULL: malloc). An error that lies in b has diag.in_b. */
CINCH_API CINCH_NODISCARD cinch_error cinch_compare(cinch_bin a, cinch_bin b, const cinch_alloc *alloc, int *order,
                                                    cinch_diag *diag);

typedef enum cinch_diff_kind { CINCH_DIFF_ADDED, CINCH_DIFF_REMOVED, CINCH_DIFF_CHANGED } cinch_diff_kind;

/* One difference, at a JSON Pointer as cinch_locate writes it. ADDED: b holds an item that a lacks, and a is NULL. REMOVED: a
 * holds one that b lacks, and b is NULL. CHANGED: both hold one there, and these are not the same. Of two arrays, or two
 * maps, not the whole but each difference inside is told. pointer and nodes are valid during the call. False stops the
 * comparison. */
typedef bool (*cinch_diff_fn)(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b);

/* Tells what differs between the values of two messages: nothing exactly when cinch_compare says 0. Items of arrays are
 * compared place by place, members of maps by key, in the order of encoded keys. Equal keys of one map are compared in the
 * order of the message. Costs what cinch_compare does, and memory for the longest pointer. The result is OK also when fn
 * stopped it. */
CINCH_API CINCH_NODISCARD cinch_error cinch_diff(cinch_bin a, cinch_bin b, const cinch_alloc *alloc, cinch_diff_fn fn,
                                                 void *user, cinch_diag *diag);

/* ---------------------------------------------------------------- editing */

/* Writes the message msg, changed at one place. Every byte that the change does not concern stays as it was. The change
 * concerns the item itself and the head of the container it is in. A head that was the smallest for its count is the smallest
 * again; a longer one keeps its length while the count fits. pointer names the place as for cinch_find; of duplicate keys the
 * last is meant. value is one message; an error in it has diag.in_b. Containers on the way are not made.
 *
 *   set      replaces the item. In a map a missing member is added as the last one, with a str key. In an array "-" appends.
 *            The pointer "" replaces the whole message.
 *   insert   puts value before an item of an array, or behind the last for "-" or the array's count. In a map it adds a
 *            member; if there is one already, it is DUPLICATE, at that member's value. The whole message is the error USE.
 *   del      removes the item, in a map with its key. The whole message is the error USE.
 *
 * Errors: POINTER for a malformed one; diag.pos is then an offset in it. ABSENT, at the container that lacks the place. TYPE
 * where the place would be in something that is no container. LENGTH for a container that has 2^32-1 already. Else what
 * framing gives: only that is judged, and msg must be exactly one message. Allocates nothing, and works at any depth. Costs
 * as much as cinch_find, a skip of msg and a copy. */
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

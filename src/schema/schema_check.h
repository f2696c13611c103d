/* SPDX-License-Identifier: MIT
 * A check in progress.
 */
#ifndef CINCHI_SCHEMA_CHECK_H
#define CINCHI_SCHEMA_CHECK_H

#include "model.h"

/* A container that is being walked: a RECORD, a LIST or a TUPLE. */
typedef struct cinchi_check_level {
    const cinchi_shape *shape;
    const uint8_t *start;
    const uint8_t *key, *key_end; /* of a map: the key at hand */
    uint32_t left, index;         /* pairs or items to come; those begun */
    uint32_t bits;                /* where its bits begin: members that were there */
} cinchi_check_level;

typedef struct cinchi_check {
    const cinch_schema *schema;
    cinch_reader r;
    cinch_alloc alloc;
    cinchi_check_level *levels;
    uint32_t depth, level_cap;
    uint8_t *bits;
    uint32_t bit_bytes, bit_cap;
    cinch_schema_tell tell; /* or NULL: the first fault ends it */
    void *user;
    cinch_error error; /* of the first fault */
    bool enough;
    char member[256];
} cinchi_check;

/* A fault at an item, inside the first `levels` containers. name: of a member, or {NULL, 0}. shape: what would be right; t: what is there. */
typedef struct cinchi_fault {
    cinch_error error;
    const uint8_t *at;
    uint32_t levels, expected;
    cinch_str name;
    const cinchi_use *use;
    const cinch_token *got;
    bool of_tag; /* at is the value of the member `name` of the item within those levels */
} cinchi_fault;
void cinchi_check_fault(cinchi_check *c, const cinchi_fault *f);

/* Whether a scalar is a value of a shape that is neither a union nor a container: OK, or why not. */
cinch_error cinchi_check_scalar(const cinchi_check *c, const cinchi_shape *s, const cinch_token *t);

/* The branch of a union that the item at the reader's position is of; NULL: none, told. */
const cinchi_branch *cinchi_check_branch(cinchi_check *c, const cinchi_use *use, const cinch_token *t);

/* Room in bits for so many more, cleared. False: MEMORY is set. */
bool cinchi_check_bits(cinchi_check *c, uint32_t count, uint32_t *at);

/* One well-formed item of the message, and all below it. */
void cinchi_check_item(cinchi_check *c, const cinchi_use *use);

/* The whole message, which need not be well-formed. */
cinch_error cinchi_schema_check(const cinch_schema *s, const cinchi_use *use, const void *msg, size_t len,
                                const cinch_read_opts *opts, const cinch_alloc *alloc, cinch_schema_tell told, void *user);

#endif

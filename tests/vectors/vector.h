/* SPDX-License-Identifier: MIT
 * One vector of the corpus, parsed, and what follows from it. docs/vectors.md describes the notation.
 */
#ifndef CINCH_VECTOR_H
#define CINCH_VECTOR_H

#include "cinch/base.h"

struct vector_item { /* one line of the event log */
    uint64_t pos;
    cinch_type type;
    int8_t ext;
    uint32_t nsec;
    uint64_t num;   /* bool, integer, bits of a float, seconds, count of a container */
    uint8_t *bytes; /* payload of str, bin, ext */
    size_t len;
    bool shared; /* bytes belong to an item before: this one is a repetition */
};

struct verdict {
    bool given;
    cinch_error error;
    uint64_t pos;
    char *text; /* JSON */
};

struct vector {
    const char *file;
    int line;
    uint8_t *bytes;
    size_t len;
    struct vector_item *items;
    size_t count;
    bool counted;         /* no log: items is NULL, count is all that is said of them */
    struct verdict plain; /* default options, no limit of depth */
    struct verdict skip, utf8, raw_time, depth, canonical, unique, many, json, tagged;
};

struct vector_file {
    char *text;
    struct vector *vectors;
    size_t count;
};

/* Reads a file; a line that is not understood is told as a failed case. */
struct vector_file vector_load(const char *path);
void vector_free(struct vector_file *f);

/* What a mode says, or what follows from the plain verdict when the vector is silent about it. */
struct verdict vector_verdict(const struct vector *v, const struct verdict *mode);

/* The items in their smallest formats, by an encoder of the tests' own; raw_time: timestamps keep the size of their payload.
 * Caller frees. */
uint8_t *vector_encode(const struct vector *v, bool raw_time, size_t *len);

/* Item by item: where it ends with all below it, and its pointer. One more than there are items: what would come next. */
struct vector_place {
    uint64_t end;
    char *pointer; /* RFC 6901, not NUL-terminated; of all within a key: the map's */
    size_t len;
    size_t parent; /* SIZE_MAX: none */
    bool in_key;
    bool findable; /* not a key, and every key on the way is a str or an integer of a text that no other in its map has */
};
struct vector_place *vector_places(const struct vector *v);
void vector_places_free(const struct vector *v, struct vector_place *places);

/* "12 str 61 62" */
void vector_item_text(char *out, size_t cap, const struct vector_item *item);

#endif

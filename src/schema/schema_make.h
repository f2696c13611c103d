/* SPDX-License-Identifier: MIT
 * Shapes in the making. A maker makes one shape out of all the schemas that hold at one place: a schema alone, or one with what its allOf,
 * its $ref, and the union it is a branch of add to it.
 *
 * Makers are found by the set they are made of, so that the same schemas give the same shape, and wait in a queue to be filled: what a shape
 * refers to is a maker that may still be empty. So recursion of schemas is none of the code.
 */
#ifndef CINCHI_SCHEMA_MAKE_H
#define CINCHI_SCHEMA_MAKE_H

#include "schema_source.h"
#include "../core/get.h"

enum {
    CINCHI_PARTS_MOST = 128,     /* schemas that hold at one place */
    CINCHI_BRANCHES_MOST = 1024, /* of a union */
};

enum {                          /* cinchi_part.flags */
       CINCHI_PART_DONE = 1,    /* where its $ref and allOf lead is in the set already */
       CINCHI_PART_NO_ONE = 2,  /* its oneOf is dealt with */
       CINCHI_PART_NO_ANY = 4,  /* its anyOf */
       CINCHI_PART_NO_ENUM = 8, /* its enum and const */
       CINCHI_PART_NO_WORDS = 14
};

typedef struct cinchi_part {
    cinchi_source *source;
    uint8_t flags;
    uint8_t from; /* 1 + place of the part that led here; 0: none */
} cinchi_part;

typedef struct cinchi_parts {
    cinchi_part at[CINCHI_PARTS_MOST];
    uint32_t count;
} cinchi_parts;

typedef struct cinchi_maker {
    cinchi_shape shape; /* first: a use points to it, and so to the maker, until all are made */
    const cinchi_part *set;
    uint32_t set_count;
    uint32_t only;              /* types that are asked for */
    struct cinchi_maker *alias; /* the shape is that one's */
    bool nullable;              /* and nil is a value, too */
    bool one_of;                /* an enum made of the branches of a oneOf */
    bool raw;                   /* what is left of a union of types: a view */
    struct cinchi_maker *next;  /* of the bucket */
    struct cinchi_maker *later; /* in the queue, and of all in the order they were made */
    uint32_t mark, low;         /* of the walks over finished shapes */
    bool on_way, finite;
} cinchi_maker;

/* A value that must satisfy a shape once all are finished: a default, a value of an enum. */
typedef struct cinchi_promise {
    struct cinchi_promise *next;
    cinchi_use use;
    const cinch_node *node;
    const cinchi_source *source;
    cinchi_word word;
} cinchi_promise;

typedef struct cinchi_making {
    cinchi_maker *first, *last, *todo;
    cinchi_maker **buckets;
    uint32_t bucket_count, count;
    cinchi_promise *promises, *last_promise;
    cinchi_source *any; /* the schema `true` */
    void *leaves;       /* room that unions take turns in */
} cinchi_making;

#define CINCHI_ALL_TYPES ((CINCH_BIT(CINCH_MAP) << 1) - CINCH_BIT(CINCH_NIL))
#define CINCHI_NO_WORDS                                                                                                        \
    (CINCHI_HAS(DEFS) | CINCHI_HAS(DEFINITIONS) | CINCHI_HAS(ID) | CINCHI_HAS(OLD_ID) | CINCHI_HAS(SCHEMA) |                   \
     CINCHI_HAS(COMMENT) | CINCHI_HAS(TITLE) | CINCHI_HAS(DESCRIPTION) | CINCHI_HAS(DEFAULT) | CINCHI_HAS(EXAMPLES) |          \
     CINCHI_HAS(DEPRECATED) | CINCHI_HAS(KEY) | CINCHI_HAS(C_NIL))

static inline cinchi_maker *cinchi_maker_at(const cinchi_use *use)
{
    return (cinchi_maker *)(void *)(uintptr_t)use->shape;
}

/* Words of a part that still constrain. */
uint64_t cinchi_part_has(const cinchi_part *p);
static inline const cinch_node *cinchi_part_get(const cinchi_part *p, cinchi_word word)
{
    return cinchi_part_has(p) >> word & 1 ? cinchi_source_get(p->source, word) : NULL;
}

/* One schema more, unless it is there. Once is enough, and a set that grew by what it has would never come again. */
static inline void cinchi_set_add(cinchi_part *set, uint32_t *count, cinchi_source *s)
{
    for (uint32_t i = 0; i < *count; i++)
        if (set[i].source == s) return;
    set[*count].source = s;
    set[*count].flags = set[*count].from = 0;
    ++*count;
}

/* The use of the shape that the set makes; with no shape when out of memory. The set is copied if need be. */
cinchi_use cinchi_make_use(cinchi_load *l, const cinchi_part *set, uint32_t count, uint32_t only);
cinchi_use cinchi_make_one(cinchi_load *l, cinchi_source *s);
cinchi_use cinchi_make_any(cinchi_load *l); /* of any value */

/* The next union in the set, if there is one, becomes the maker's shape. */
bool cinchi_make_union(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);
/* Everything else. */
void cinchi_make_facets(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);
void cinchi_make_choice(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p, uint32_t types, bool number);
cinchi_c_type cinchi_c_type_named(cinch_str name); /* NONE: no such type */
void cinchi_make_integer(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);
void cinchi_make_number(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);
void cinchi_make_text(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);
void cinchi_make_list(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);
void cinchi_make_record(cinchi_load *l, cinchi_maker *m, const cinchi_parts *p);

/* The largest least and the smallest most that the parts' two words of counts allow; false: none, told. */
bool cinchi_make_counts(cinchi_load *l, const cinchi_maker *m, const cinchi_parts *p, cinchi_word least, cinchi_word most,
                        uint64_t *lo, uint64_t *hi);

/* Whether a node is this value; whether two numbers are one, of whatever types. */
bool cinchi_value_is(const cinchi_value *v, const cinch_node *n);
bool cinchi_same_number(const cinch_node *a, const cinch_node *b);
static inline uint32_t cinchi_value_types(const cinchi_value *v)
{
    uint32_t bit = CINCH_BIT(v->node->type);
    return v->number ? CINCHI_NUMBERS : bit & CINCHI_INTEGERS ? CINCHI_INTEGERS : bit;
}

/* A value that both would take, as JSON, as far as one of these types; its length. */
size_t cinchi_example(const cinchi_shape *a, const cinchi_shape *b, uint32_t types, char *out, size_t cap);

/* Types that a `type` names. */
uint32_t cinchi_types_of(const cinch_node *type);

/* "no value can be ..." at the maker's place. */
void cinchi_make_fail(cinchi_load *l, const cinchi_maker *m, cinchi_word word, const char *text);
void cinchi_make_promise(cinchi_load *l, cinchi_use use, const cinch_node *node, const cinchi_source *source, cinchi_word word);

/* Fills all makers, the root's first. */
void cinchi_make_all(cinchi_load *l, cinchi_source *root);

/* The uses of a shape, whatever its kind. */
uint32_t cinchi_shape_uses(const cinchi_shape *s);
const cinchi_use *cinchi_shape_use(const cinchi_shape *s, uint32_t i);

/* Unions lose nulls, what can never be, and themselves where one branch is left; then every use leads to a shape. */
void cinchi_finish_unions(cinchi_load *l);
/* How the branches of a union are told apart. */
void cinchi_finish_branches(cinchi_load *l, cinchi_maker *m);
/* Sorts the values of enums. */
void cinchi_finish_choice(cinchi_load *l, cinchi_maker *m);
/* Cycles, and the order of shapes. */
void cinchi_finish_knots(cinchi_load *l);
/* Defaults and values of enums are what they should be. */
void cinchi_finish_promises(cinchi_load *l);

#endif

/* SPDX-License-Identifier: MIT
 * What a JSON Schema says, as the checker and the generator read it: shapes and how they hang together.
 *
 * A shape is what a value may look like: $ref, allOf, type lists, nulls and collapsing unions are gone, every constraint is in one
 * normal form. A use is a shape at a place that needs one: a member, an item, a branch, the root. Shapes may be cyclic through uses.
 * Everything lives in the schema's arena and is constant once loaded; texts are views into the documents, UTF-8, not NUL-terminated,
 * {NULL, 0} when not given, and as hostile as the schema's author: whoever prints one makes it safe first.
 */
#ifndef CINCHI_SCHEMA_MODEL_H
#define CINCHI_SCHEMA_MODEL_H

#include "cinch/schema.h"
#include "cinch/tree.h"

typedef struct cinchi_shape cinchi_shape;
typedef struct cinchi_source cinchi_source; /* a place in a schema document (source.h) */

typedef struct cinchi_use {
    const cinchi_shape *shape;
    bool nullable; /* nil is a value here, beside those of the shape */
    bool pointer;  /* the way leads back to the shape it starts from: C can hold it by pointer only */
} cinchi_use;

typedef enum cinchi_kind {
    CINCHI_IS_ANY,    /* every value of a type in `types` (nil among them if its bit is set): a raw view */
    CINCHI_IS_NEVER,  /* no value at all: a member that must be absent. Only as the use of an optional member */
    CINCHI_IS_NIL,    /* nil alone */
    CINCHI_IS_BOOL,   /* */
    CINCHI_IS_INT,    /* as.integer */
    CINCHI_IS_NUMBER, /* as.number: any number that a double holds exactly, INEXACT else */
    CINCHI_IS_STR,    /* as.text; lengths count characters */
    CINCHI_IS_BIN,    /* as.text; lengths count bytes, no patterns */
    CINCHI_IS_EXT,    /* as.text, likewise; every ext type */
    CINCHI_IS_TIME,   /* */
    CINCHI_IS_ENUM,   /* as.choice: enum, const, and unions of such */
    CINCHI_IS_LIST,   /* as.list */
    CINCHI_IS_TUPLE,  /* as.list */
    CINCHI_IS_RECORD, /* as.record */
    CINCHI_IS_UNION   /* as.choices */
} cinchi_kind;

/* ---------------------------------------------------------------- integers and numbers */

/* Any integer MessagePack can hold: negative ones as I64, all others as U64, the way tokens have them. */
typedef struct cinchi_int {
    bool negative;
    uint64_t bits; /* two's complement when negative */
} cinchi_int;

typedef enum cinchi_c_type { /* x-c-type */
                             CINCHI_C_NONE,
                             CINCHI_C_FLOAT,
                             CINCHI_C_DOUBLE,
                             CINCHI_C_INT8,
                             CINCHI_C_INT16,
                             CINCHI_C_INT32,
                             CINCHI_C_INT64,
                             CINCHI_C_UINT8,
                             CINCHI_C_UINT16,
                             CINCHI_C_UINT32,
                             CINCHI_C_UINT64
} cinchi_c_type;

typedef struct cinchi_integer { /* minimum, maximum, exclusive*, multipleOf, and the range of an x-c-type, all in one */
    cinchi_int lo, hi;          /* both inclusive, lo <= hi, all of one C type: hi is 2^63-1 at most where lo is negative */
    bool has_lo, has_hi;        /* the schema gave it, or x-c-type did */
    uint64_t step;              /* values are multiples of it; 0 and 1: any */
} cinchi_integer;

typedef struct cinchi_number {
    double lo, hi; /* -infinity and +infinity when not given */
    bool has_lo, has_hi;
    bool lo_open, hi_open; /* exclusive */
    bool has_step;
    int32_t step_exp;     /* the step is step_digits * 10^step_exp, as it was written: 0.3 is a multiple of 0.1 */
    uint64_t step_digits; /* above 0 */
} cinchi_number;

/* ---------------------------------------------------------------- text and bytes */

typedef struct cinchi_pattern {
    cinch_str text;
    void *compiled;              /* by the schema's compile hook */
    struct cinchi_pattern *next; /* of all the schema has */
    const cinchi_source *source; /* of the schema that has it */
} cinchi_pattern;

typedef struct cinchi_text {
    uint64_t min_len, max_len; /* 0 and UINT64_MAX when not given; characters of a STR, bytes of a BIN or EXT */
    const cinchi_pattern *patterns;
    uint32_t pattern_count; /* all must match */
    cinch_str format;       /* a note: "uuid" */
    bool utf8;              /* characters matter (lengths, patterns, format): a str that is not UTF-8 is UTF8 */
} cinchi_text;

/* ---------------------------------------------------------------- values */

typedef struct cinchi_value {
    const cinch_node *node; /* NIL never (see use.nullable), no container */
    bool number;            /* compared as a number: 2 and 2.0 are one value; else an integer is no float */
    bool deprecated;
    bool twice;                   /* private, while loading */
    cinch_str title, description; /* of {"const": .., "title": ..} in a union */
    const cinchi_source *source;
} cinchi_value;

typedef struct cinchi_choice {
    const cinchi_value *values; /* distinct, in the order of the schema */
    const uint32_t *by_value;   /* sorted, as cinch_node_compare has them */
    uint32_t count;             /* from 1 */
    uint32_t numbers;           /* of them `number` */
    bool tells;                 /* the tag of a union's branches */
    bool open;                  /* every value of their types is taken (opts.enum_keep) */
    bool is_const;              /* by `const`: written by itself, a decoder need not keep it. count is 1 */
} cinchi_choice;

/* ---------------------------------------------------------------- containers */

typedef struct cinchi_list {
    uint64_t min_items, max_items; /* 0 and UINT64_MAX when not given */
    const cinchi_use *first;       /* TUPLE: the items that have a place, the first min_items of them required */
    uint32_t first_count;          /* 0 in a LIST */
    bool open;                     /* more items may follow, as `item` says; always in a LIST */
    cinchi_use item;               /* LIST: each. TUPLE: those after first, if open */
} cinchi_list;

typedef struct cinchi_member {
    cinch_str name; /* the str key on the wire; where keys are integers, the name alone */
    int64_t key;    /* CINCHI_INTKEYS: the integer key */
    cinchi_use use;
    bool required; /* of the key. Absent: MISSING */
    bool keep_nil; /* x-c-nil: keep: absent and nil are told apart. Else nil for an optional member reads as absent */
    bool deprecated;
    const cinch_node *value; /* default; a value of the use; or NULL */
    cinch_str title, description;
    const cinchi_source *source;
} cinchi_member;

typedef enum cinchi_encoding { CINCHI_MAP, CINCHI_ARRAY, CINCHI_INTKEYS } cinchi_encoding; /* x-msgpack-encoding */

typedef enum cinchi_extra {                    /* members that have no name here */
                            CINCHI_EXTRA_ANY,  /* not mentioned: as --unknown says; a check lets them pass */
                            CINCHI_EXTRA_NONE, /* additionalProperties: false, UNKNOWN */
                            CINCHI_EXTRA_USE   /* additionalProperties: a schema; a list of key and value */
} cinchi_extra;

typedef struct cinchi_record {
    const cinchi_member *members; /* as they stand in the schema */
    uint32_t count;               /* may be 0 where extra is not ANY */
    const uint32_t *by_name;      /* members in the order of their names, as cinchi_name_order has it */
    const uint32_t *by_key;       /* INTKEYS: in the order of their keys */
    cinchi_encoding encoding;
    cinchi_extra extra;
    cinchi_use value;              /* EXTRA_USE: of each extra member */
    uint64_t min_pairs, max_pairs; /* minProperties, maxProperties: pairs on the wire; 0 and UINT64_MAX when not given. MAP and
                                      INTKEYS only */
} cinchi_record;

/* ---------------------------------------------------------------- unions */

/* How the branches that share a wire type are told apart. Branches that do not share one are told apart by it alone. */
typedef enum cinchi_by {
    CINCHI_BY_TYPE,  /* none share one */
    CINCHI_BY_VALUE, /* those that do are records, each with other values of the member `tag` */
    CINCHI_BY_KEYS   /* those that do are records, each requiring keys the others do not have */
} cinchi_by;

typedef struct cinchi_branch {
    cinchi_use use;             /* never nullable: a null among the branches makes the union nullable */
    uint32_t types;             /* CINCH_BIT of each type it begins with */
    bool tagged;                /* BY_VALUE, BY_KEYS: told apart by that; else by its type alone */
    bool tag_absent;            /* BY_VALUE: also the branch of a record without the tag. At most one */
    const cinchi_value *values; /* BY_VALUE: the tag's */
    uint32_t value_count;
    const cinch_str
        *keys; /* BY_KEYS: names it requires; the branch when all are there. More than one such branch: VALUE where the
                              union is a oneOf, the first of them where it is an anyOf */
    const int64_t *int_keys; /* beside them, when encoded with integer keys */
    uint32_t key_count;
    uint32_t first_own;           /* 1 + row in cinchi_choices.own of the first of its keys; 0: none */
    cinch_str title, description; /* of the branch */
    const cinchi_source *source;
} cinchi_branch;

typedef struct cinchi_tag { /* a value of the tag, and whose it is */
    const cinchi_value *value;
    uint32_t branch;
} cinchi_tag;

typedef struct cinchi_own { /* a key that tells a branch apart, and whose it is */
    cinch_str name;
    int64_t key;
    uint32_t branch;
    uint32_t next; /* 1 + row of the next key of that branch; 0: the last */
} cinchi_own;

typedef struct cinchi_choices {
    const cinchi_branch *branches;
    uint32_t count; /* from 2 */
    cinchi_by by;
    bool one_of;              /* else anyOf */
    bool untyped;             /* from a schema without `type`, or a list of types: one branch a type */
    cinch_str tag;            /* BY_VALUE: the member's name */
    int64_t tag_key;          /* its integer key */
    uint32_t tag_index;       /* its place in an array encoding */
    cinchi_encoding encoding; /* of the tagged records, all alike */
    const cinchi_tag *tags;   /* BY_VALUE: all values, as cinch_node_compare has them */
    const cinchi_own *own;    /* BY_KEYS: all keys, in the order of names, or of integer keys */
    uint32_t tag_count, own_count;
} cinchi_choices;

/* ---------------------------------------------------------------- shapes */

typedef enum cinchi_storage { CINCHI_STORE_RUN, CINCHI_STORE_VIEW, CINCHI_STORE_STATIC, CINCHI_STORE_OWNED } cinchi_storage;

struct cinchi_shape {
    cinchi_kind kind;
    uint32_t types;         /* CINCH_BIT of every wire type its values begin with */
    cinchi_storage storage; /* x-c-storage; STORE_RUN: not given */
    cinchi_c_type c_type;   /* x-c-type */
    uint64_t max_bytes;     /* x-c-max-bytes; 0: not given */
    uint32_t index;         /* in cinch_schema.shapes */
    uint32_t knot;          /* shapes of the same knot reach each other; 0: reaches itself by no way */
    bool deprecated;
    union {
        cinchi_integer integer;
        cinchi_number number;
        cinchi_text text;
        cinchi_choice choice;
        cinchi_list list;
        cinchi_record record;
        cinchi_choices choices;
        struct {
            uint64_t min_pairs, max_pairs; /* IS_ANY: of a map (minProperties, maxProperties) */
        } any;
    } as;

    /* What to call it. */
    cinch_str title, description;
    cinch_str name; /* its key under $defs or definitions; of a document's root the file's name without folder and
                                        extension; else {NULL, 0}, and where it stands says it: */
    const struct cinchi_shape *owner; /* the shape it was first met in; NULL: the root, or named */
    cinch_str owner_name;             /* by this member; {NULL, 0}: as an item, a value, a branch */
    uint32_t owner_index;             /* by this branch, or item of a tuple */
    const cinchi_source *source;
};

struct cinch_schema {
    cinch_alloc alloc;
    cinch_arena arena;
    cinchi_use root;
    const cinchi_shape *const *shapes; /* all that the root reaches, each after those that it holds by value: every use whose
                                          `pointer` is false leads to a smaller index */
    uint32_t shape_count;
    struct cinchi_document *documents;
    cinchi_pattern *patterns;
    cinch_schema_opts opts;
};

/* Order of integers: < 0, 0, > 0. */
int cinchi_int_order(cinchi_int a, cinchi_int b);

/* Order of names: by bytes, then by length. */
int cinchi_name_order(cinch_str a, cinch_str b);

/* The place of a member by name, or by integer key, and of a value of an enum; count: there is none. */
uint32_t cinchi_record_find(const cinchi_record *r, cinch_str name);
uint32_t cinchi_record_find_key(const cinchi_record *r, int64_t key);
uint32_t cinchi_choice_find(const cinchi_choice *c, const cinch_node *value);

/* The JSON Pointer of a place in its document, with a token added if that is not {NULL, 0}, cut as cinch_locate cuts; and the document's
 * name. */
size_t cinchi_source_pointer(const cinchi_source *s, cinch_str token, char *out, size_t cap);
cinch_str cinchi_source_file(const cinchi_source *s);

#endif

/* SPDX-License-Identifier: MIT
 * What code written by `cinch gen` stands on: tables that say how a C struct and a message belong together, the functions that read
 * and write by them, and the few inline pieces of which generated fast paths are made. Installed because generated files include
 * it; made for them and not for hands, though a type generated may be put into hand-written messages and read out of them.
 *
 * Every C type generated has one table, a const cinch_gen_type. Its kind is a set of functions of the library, so that a program
 * carries the kinds that it uses and no other. The functions here that take a table can do everything by it alone; what a
 * generated file adds for a struct is one pass over its members in the order of the schema, unrolled, which hands on to
 * the walkers here as soon as a message is not what it guessed: another order, an unknown key, a rare format, a fault.
 *
 * On every way the same messages are accepted, with the same values, and refused with the same error at the same offset: as if the
 * message had been read item by item, each judged before the next, members that are missing last.
 */
#ifndef CINCH_GEN_H
#define CINCH_GEN_H

#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CINCH_GEN_ABI 9 /* of this page; a generated file refuses to compile against another */

/* ---------------------------------------------------------------- tables */

typedef struct cinch_gen_type cinch_gen_type;

/* What can be done with the values of a kind; v is where the C value is. get may leave anything in v when it fails, but nothing that free
 * could not free; in storage that owns its memory v must be empty before. arena may be NULL where a kind takes no memory, and where
 * it owns it: then that comes from malloc. */
typedef struct cinch_gen_kind {
    void (*get)(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena);
    void (*put)(cinch_writer *w, const cinch_gen_type *t, const void *v);
    bool (*equal)(const cinch_gen_type *t, const void *a, const void *b);
    cinch_error (*check)(const cinch_gen_type *t, const void *v, const char **member);
    void (*free)(const cinch_gen_type *t, void *v, const cinch_alloc *alloc); /* NULL: owns nothing */
} cinch_gen_kind;

struct cinch_gen_type {
    const cinch_gen_kind *kind;
    uint32_t size;     /* of the C value */
    uint32_t blank;    /* leading bytes of it that, zero, make it empty */
    uint32_t cap;      /* static storage: bytes or items that it holds; enums and unions: bytes of the tag */
    uint32_t flags;    /* CINCH_GEN_MIN and so on */
    uint64_t min, max; /* with those flags: of an integer (two's complement), of characters, bytes, items or pairs */
    cinch_error (*rule)(const void *v); /* what numbers cannot say (patterns, multiples, ranges of floats), or NULL */
    const void *more; /* by kind: cinch_gen_object, cinch_gen_list, cinch_gen_names, cinch_gen_union, cinch_gen_type */
};
enum { CINCH_GEN_MIN = 1, CINCH_GEN_MAX = 2, CINCH_GEN_UTF8 = 4 /* a str that is not UTF-8 is an error */ };

/* A member. */
typedef struct cinch_gen_field {
    uint64_t head,
        tail; /* first and last 8 bytes of the key and its header byte; where they are fewer, they are the highest of both */
    const char *name; /* the key, NUL-terminated; also what errors call the member */
    const cinch_gen_type *type;
    const void *fill; /* the default as MessagePack, or NULL */
    uint32_t fill_len;
    uint32_t offset; /* of the value in the struct */
    uint32_t
        has; /* of its has_ flag (0 absent, 1 there, 2 nil), or CINCH_GEN_NO_HAS: always there, or a pointer, which tells it */
    uint16_t name_len;
    uint16_t
        flags; /* CINCH_GEN_REQUIRED and so on, and how walkers decode it in place, if they may: CINCH_GEN_QUICK(CINCH_GEN_I32) */
    int64_t key; /* where keys are integers */
} cinch_gen_field;
#define CINCH_GEN_NO_HAS UINT32_MAX
enum {
    CINCH_GEN_REQUIRED = 1, /* absent is MISSING */
    CINCH_GEN_NIL = 2,      /* nil is taken, as absent or as nil */
    CINCH_GEN_KEEP = 4,     /* nil and absent are told apart */
    CINCH_GEN_NEVER = 8,    /* its presence is an error */
    CINCH_GEN_JUDGE = 16,   /* its type has flags or a rule */
    CINCH_GEN_POINTER = 32  /* the member is a pointer to its value, NULL when there is none */
};
#define CINCH_GEN_QUICK(row) ((row) << 8)

/* A struct: of a map with these keys, of a map with integer keys, or of an array with the members in this order. */
typedef struct cinch_gen_object {
    const cinch_gen_field *fields;
    uint32_t count;
    uint8_t form;           /* CINCH_GEN_MAP ... */
    uint8_t unknown;        /* CINCH_GEN_SKIP ... */
    uint8_t once;           /* a second value for a key is DUPLICATE; else the last one counts */
    uint8_t slot_shift;     /* 64 less the bits of a slot's number */
    const uint16_t *sorted; /* fields by length and bytes of their key, or by integer key; or NULL: in no order */
    const uint8_t
        *slots; /* a perfect hash of up to 64 keys of 1 to 31 bytes: index of the field whose key it may be; or NULL */
    uint64_t slot_factor;
    uint64_t required;           /* bit i: fields[i] is required; of the first 64 */
    const cinch_gen_type *extra; /* CINCH_GEN_LIST: of the list of unknown members; CINCH_GEN_KEEP_RAW: of their bytes */
    uint32_t extra_offset;
    void (*get)(cinch_reader *r, void *v, cinch_arena *arena); /* generated, or NULL: by the table */
    void (*put)(cinch_writer *w, const void *v);
    /* generated, or NULL: all of a struct at b, if it is as expected, by how many levels of depth; where it ends, or NULL */
    const uint8_t *(*read)(const uint8_t *b, size_t n, void *v);
    uint32_t levels;
} cinch_gen_object;
enum { CINCH_GEN_MAP, CINCH_GEN_ARRAY, CINCH_GEN_INTKEYS };
enum { CINCH_GEN_SKIP, CINCH_GEN_REFUSE, CINCH_GEN_KEEP_RAW, CINCH_GEN_LIST };

/* A list: { uint32_t count; T *items; }, or T items[cap] in the struct itself. */
typedef struct cinch_gen_list {
    const cinch_gen_type *item;
    uint32_t offset; /* of items */
    uint32_t quick;  /* how items are decoded in place, if they may be: CINCH_GEN_I32 ..., else 0 */
} cinch_gen_list;

/* An unknown member as an item of a list: its key, then its value. */
typedef struct cinch_gen_pair {
    const cinch_gen_type *key, *value;
    uint32_t offset; /* of the value */
} cinch_gen_pair;

/* The values of an enum, in the order of their C constants, or the one of a const. */
typedef struct cinch_gen_value {
    uint8_t type;     /* cinch_type: STR, BOOL, U64, I64, or F64, which equals every number of the same value */
    uint32_t len;     /* of text */
    const char *text; /* of a STR; of all others what enum texts call it */
    int64_t num;      /* BOOL, U64, I64; F64: its bits */
} cinch_gen_value;
typedef struct cinch_gen_values {
    const cinch_gen_value *values;
    uint32_t count;
    uint32_t types; /* CINCH_BIT of what can be among them */
} cinch_gen_values;

/* Of an enum that keeps values it does not list: { enum which; T kept; } with which the count of those it does. */
typedef struct cinch_gen_other {
    const cinch_gen_values *values;
    const cinch_gen_type *raw; /* of kept */
    uint32_t offset;           /* of kept */
} cinch_gen_other;

CINCH_API const char *cinch_gen_value_text(const cinch_gen_values *c, uint32_t i);           /* NULL: no such value */
CINCH_API bool cinch_gen_value_find(const cinch_gen_values *c, cinch_str text, uint32_t *i); /* i: the first of that text */

/* A tagged union: { enum which; union { ... } as; }. The branch is the first whose types hold the item at hand and, where tagged, in whose map the
 * tag has one of its values, or all its keys are. */
typedef struct cinch_gen_branch {
    const cinch_gen_type *type;
    uint32_t types;
    uint8_t tagged;     /* by tag or keys; else by its type alone */
    uint8_t tag_absent; /* also that of a map without the tag */
    const cinch_gen_value *values;
    uint32_t value_count;
    const char *const *keys; /* NUL-terminated */
    const int64_t *int_keys; /* instead, where keys are integers */
    uint32_t key_count;
} cinch_gen_branch;
typedef struct cinch_gen_union {
    const cinch_gen_branch *branches;
    uint32_t count;
    uint32_t offset; /* of `as` */
    uint32_t types;  /* of all branches */
    uint8_t one_of;  /* a second branch by keys is VALUE */
    uint8_t form;    /* of the tagged branches: CINCH_GEN_MAP ... */
    const char *tag; /* the name of its member, or NULL: by keys */
    int64_t tag_key;
    uint32_t tag_index;
} cinch_gen_union;

/* ---------------------------------------------------------------- key orders */

/* A cache of the orders in which producers write their keys, for a reader: r.orders = &orders. Without one, or when it does not know the
 * order at hand, keys are found by hash. mem is the caller's, kept as long as the cache; its size, from CINCH_ORDERS_LEN up, decides how many
 * types it can remember, one order each. Holds no pointer into a message. One thread at a time. */
typedef struct cinch_order {
    const cinch_gen_object *object;
    uint64_t fields; /* bit i: fields[i] is among them */
    uint32_t least;  /* bytes of these pairs, each as short as the usual formats can be */
    uint8_t count, misses;
    uint8_t at[65]; /* field by place; behind the last the number of all fields */
} cinch_order;
typedef struct cinch_orders {
    cinch_order *rows;
    uint32_t count; /* a power of two, or 0 */
} cinch_orders;
#define CINCH_ORDERS_LEN sizeof(cinch_order)
CINCH_API void cinch_orders_init(cinch_orders *o, void *mem, size_t len);

/* ---------------------------------------------------------------- by table */

/* One value read, written, measured, compared, checked and freed. get counts depth: DEPTH when r->depth is used up. put follows 512 pointers of
 * a recursive type and no more: DEPTH; len gives 0 for what cannot be written. check tells the first constraint that v breaks, or
 * CINCH_OK, and in diag, which may be NULL, the innermost member where that is. free leaves v empty, and may be told NULL for malloc's. */
CINCH_API void cinch_gen_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena);
CINCH_API void cinch_gen_put(cinch_writer *w, const cinch_gen_type *t, const void *v);
CINCH_API uint64_t cinch_gen_len(const cinch_gen_type *t, const void *v);
CINCH_API bool cinch_gen_equal(const cinch_gen_type *t, const void *a, const void *b);
CINCH_API cinch_error cinch_gen_check(const cinch_gen_type *t, const void *v, cinch_diag *diag);
CINCH_API void cinch_gen_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc);

/* A whole message into cap bytes at buf; *len is how long it is, or 0 with an error. */
CINCH_API cinch_error cinch_gen_encode(const cinch_gen_type *t, const void *v, void *buf, size_t cap, size_t *len,
                                       cinch_diag *diag);

/* A struct by its table, whatever its own get and put say: where an unrolled pass leaves it before anything of it is taken or written. */
CINCH_API void cinch_gen_walk(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena);
CINCH_API void cinch_gen_members(cinch_writer *w, const cinch_gen_type *t, const void *v);

/* A whole message that is such a struct, which owns nothing; apart from x_decode, so that this needs no room on the stack. */
CINCH_API cinch_error cinch_gen_decode_walk(const cinch_gen_type *t, void *v, const void *msg, size_t len, cinch_diag *diag);

/* Where the unrolled pass over a struct stands when it hands on. */
typedef struct cinch_gen_at {
    uint64_t map;  /* offset of the struct's first byte */
    uint32_t left; /* pairs, or items, from r->pos on */
    uint64_t seen; /* bit i: fields[i] has its value */
} cinch_gen_at;

/* The rest of a struct whose head has been read and whose depth has been counted, by the walkers; then what is missing. */
CINCH_API void cinch_gen_rest(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena, cinch_gen_at at);

/* ---------------------------------------------------------------- kinds */

extern CINCH_API const cinch_gen_kind cinch_gen_bool, cinch_gen_f64, cinch_gen_f32; /* bool, double, float */
extern CINCH_API const cinch_gen_kind cinch_gen_i8, cinch_gen_i16, cinch_gen_i32, cinch_gen_i64, cinch_gen_u8, cinch_gen_u16,
    cinch_gen_u32, cinch_gen_u64;
extern CINCH_API const cinch_gen_kind cinch_gen_str_view, cinch_gen_bin_view, cinch_gen_ext_view,
    cinch_gen_raw_view; /* cinch_str ... */
extern CINCH_API const cinch_gen_kind cinch_gen_str_static, cinch_gen_bin_static, cinch_gen_ext_static, cinch_gen_raw_static;
extern CINCH_API const cinch_gen_kind cinch_gen_str_owned, cinch_gen_bin_owned, cinch_gen_ext_owned, cinch_gen_raw_owned;
extern CINCH_API const cinch_gen_kind cinch_gen_time; /* cinch_time */
extern CINCH_API const cinch_gen_kind cinch_gen_nil;  /* nothing in memory */
extern CINCH_API const cinch_gen_kind
    cinch_gen_maybe; /* { bool has; T value; }; more: cinch_gen_list, its item that of the value */
extern CINCH_API const cinch_gen_kind cinch_gen_enum;                                 /* more: cinch_gen_values */
extern CINCH_API const cinch_gen_kind cinch_gen_enum_open, cinch_gen_enum_open_owned; /* more: cinch_gen_other */
extern CINCH_API const cinch_gen_kind cinch_gen_const;                                /* likewise, of one; nothing in memory */
extern CINCH_API const cinch_gen_kind cinch_gen_struct;                               /* more: cinch_gen_object */
extern CINCH_API const cinch_gen_kind cinch_gen_choice;                               /* more: cinch_gen_union */
extern CINCH_API const cinch_gen_kind cinch_gen_list_view, cinch_gen_list_static,
    cinch_gen_list_owned; /* more: cinch_gen_list */
extern CINCH_API const cinch_gen_kind cinch_gen_more_view, cinch_gen_more_static,
    cinch_gen_more_owned;                                  /* the same, of a struct's extra */
extern CINCH_API const cinch_gen_kind cinch_gen_pair_kind; /* their item; more: cinch_gen_pair */
extern CINCH_API const cinch_gen_kind cinch_gen_strange;   /* their item as a cinch_bin of as many items as cap says */
extern CINCH_API const cinch_gen_kind cinch_gen_strange_owned;
extern CINCH_API const cinch_gen_kind
    cinch_gen_kept_static; /* all of them: { uint32_t count, len; uint8_t b[cap]; }, of max items each */
extern CINCH_API const cinch_gen_kind cinch_gen_pointer_view, cinch_gen_pointer_owned; /* more: cinch_gen_type */

#ifdef __cplusplus
}
#endif

#include "cinch/gen_pass.h"
#endif

/* SPDX-License-Identifier: MIT
 * Words every other header uses.
 *
 * CONVENTIONS, said once and true everywhere
 *   units      len = bytes, count = items (pairs for a map), cap = capacity, pos = offset (uint64), end = one past the last.
 *   order      receiver, inputs (pointer and length adjacent), options, outputs, diag last. NULL options mean defaults; so do zeros.
 *   empty      a NULL pointer with length 0 is a valid empty input everywhere.
 *   sticky     a writer or reader keeps its first error; later calls do nothing and give 0, {"", 0} or 0 items, so that loops end;
 *              check once, at finish. Values mean nothing until finish said CINCH_OK. What the writer accepts, the default reader
 *              accepts, when counts and raw bytes are true.
 *   finish     tells the verdict and frees nothing. free gives memory back, may be called twice, and on an object that only
 *              was initialised. Functions without either need no ending.
 *   views      point into the input (reader, tree), or into the object that returned them: until its next call (stream), until the next room (feed).
 *   errors     carry the offset of the item at fault; cinch_locate walks the message again and tells its JSON Pointer, so a path
 *              costs nothing until something fails. TRUNCATED points at the cut item, or at the input's length if nothing of it came.
 *   UTF-8      str is bytes unless CINCH_UTF8 is asked for; the JSON functions always check.
 *   depth      counts open containers; the limit is honoured by all that nest (check, tree, stream, JSON, text, canon, generated
 *              code). cinch_skip and cinch_frame keep one counter, need no stack, and pass any depth in constant memory.
 *   threads    no shared state: different objects may be used by different threads at once; one object by one thread at a time;
 *              a const cinch_node or cinch_schema by any number of threads.
 *   NOT        no function here reads a file, looks at the locale or errno, or calls malloc unless handed a NULL allocator.
 */
#ifndef CINCH_BASE_H
#define CINCH_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32) && defined(CINCH_SHARED)
# ifdef CINCH_BUILDING
#  define CINCH_API __declspec(dllexport)
# else
#  define CINCH_API __declspec(dllimport)
# endif
#elif defined(__GNUC__)
# define CINCH_API __attribute__((visibility("default")))
#else
# define CINCH_API
#endif
#if defined(_WIN32)
# define CINCH_INLINE inline
#else
# define CINCH_INLINE CINCH_API inline
#endif
#ifdef __GNUC__
# define CINCH_NODISCARD __attribute__((warn_unused_result))
#else
# define CINCH_NODISCARD
#endif

#ifdef __cplusplus
# define CINCH_ZERO {}  /* cinch_json_opts opts = CINCH_ZERO; no warning in either language */
#else
# define CINCH_ZERO {0}
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CINCH_VERSION 0x000100u /* major << 16 | minor << 8 | patch of this header */
#define CINCH_ABI 0             /* layout of the structs inline code touches; soname; 0 = no promise before 1.0 */

/* name, value, text. Values are never renumbered and never reused. 1-29 data, 30-49 schema and JSON, 50-69 resources and use. */
#define CINCH_ERROR_LIST(X) \
    X(OK, 0, "no error") \
    X(TRUNCATED, 1, "input ends inside an item") \
    X(RESERVED, 2, "reserved byte 0xc1") \
    X(TRAILING, 3, "bytes after the end of the message") \
    X(TYPE, 4, "wrong type") \
    X(RANGE, 5, "value out of range") \
    X(INEXACT, 6, "number not exactly representable in the type asked for") \
    X(UTF8, 7, "invalid UTF-8 in a str") \
    X(SURROGATE, 8, "unpaired surrogate") \
    X(TIME, 9, "malformed timestamp") \
    X(DEPTH, 10, "nested too deeply") \
    X(LIMIT, 11, "larger than the limit set") \
    X(DUPLICATE, 12, "duplicate map key") \
    X(ORDER, 13, "map keys not in canonical order") \
    X(OVERLONG, 14, "not the smallest format") \
    X(MISSING, 30, "required member missing") \
    X(UNKNOWN, 31, "unknown member") \
    X(LENGTH, 32, "length or count out of range") \
    X(VALUE, 33, "not one of the allowed values") \
    X(PATTERN, 34, "does not match the pattern") \
    X(SCHEMA, 35, "schema not understood") \
    X(SYNTAX, 36, "syntax error in text") \
    X(NUMBER, 37, "number cannot be represented") \
    X(KEY, 38, "map key has no place in JSON") \
    X(POINTER, 39, "malformed JSON Pointer") \
    X(ABSENT, 40, "no value at this path") \
    X(ROOM, 50, "buffer full") \
    X(MEMORY, 51, "out of memory") \
    X(SINK, 52, "sink refused the bytes") \
    X(OPEN, 53, "container left open, closed out of order, or with a wrong count") \
    X(OLD_SPEC, 54, "type unknown to the old specification") \
    X(USE, 55, "call not allowed in this state") \
    X(USER, 1000, "error set by the caller") /* 1000-1999 belong to the caller */

typedef enum cinch_error {
#define CINCH_X(name, value, text) CINCH_ERR_##name = value,
    CINCH_ERROR_LIST(CINCH_X)
#undef CINCH_X
    CINCH_ERR_LAST = 1999,
    CINCH_OK = CINCH_ERR_OK
} cinch_error;

typedef enum cinch_type { /* i64 is a negative integer: every non-negative one is u64, whatever its format */
    CINCH_NONE, CINCH_NIL, CINCH_BOOL, CINCH_U64, CINCH_I64, CINCH_F32, CINCH_F64, CINCH_STR, CINCH_BIN, CINCH_EXT, CINCH_TIME, CINCH_ARRAY, CINCH_MAP
} cinch_type;
#define CINCH_BIT(type) (1u << (type))

typedef enum cinch_status { CINCH_FAILED, CINCH_MORE, CINCH_GOT } cinch_status; /* of everything that is fed in pieces */

typedef struct cinch_str { const char *ptr; size_t len; } cinch_str;       /* not NUL-terminated */
typedef struct cinch_bin { const uint8_t *ptr; size_t len; } cinch_bin;
typedef struct cinch_ext { const uint8_t *ptr; uint32_t len; int8_t type; } cinch_ext;
typedef struct cinch_time { int64_t sec; uint32_t nsec; } cinch_time;      /* nsec <= 999,999,999 */

typedef struct cinch_diag {
    cinch_error error;
    uint16_t expected;    /* CINCH_BIT of each type that would have been right; 0: not a matter of type */
    uint8_t got;          /* cinch_type found at pos */
    uint64_t pos;         /* offset of the first byte of the item at fault; in JSON and text notation, of the character */
    uint32_t line, column;/* of text input, from 1, column in bytes; 0 for MessagePack */
    const char *member;   /* static text (of generated code, of a schema still alive): the member missing or unknown, or NULL */
    bool in_b;            /* compare, diff: the fault is in the second message */
} cinch_diag;

typedef struct cinch_limits { /* 0: the default in brackets */
    uint32_t depth;       /* open containers [512, and no more in cinch_check and the one-call text writers, which keep them on the
                             stack; a stream or json_out takes as many levels as it was given, a tree what its memory holds] */
    uint32_t key_len;     /* bytes of a map key [no limit] */
    uint64_t items;       /* values in one message, keys included [no limit beyond the bytes themselves] */
    uint64_t bytes;       /* of one message [no limit; 64 MiB in a feed] */
} cinch_limits;

enum {                    /* cinch_read_opts.flags */
    CINCH_UTF8 = 1,        /* refuse a str that is not UTF-8 */
    CINCH_MANY = 2,        /* check: a run of messages, none included, instead of exactly one */
    CINCH_CANONICAL = 4,   /* check: smallest formats, keys ascending by encoded bytes, hence no duplicates; no memory needed */
    CINCH_UNIQUE = 8,      /* tree: refuse duplicate keys (sorts them, in the tree's memory); USE elsewhere */
    CINCH_BIN_FROM_STR = 16, /* cinch_get_bin takes a str too: old-spec data */
    CINCH_RAW_TIME = 32    /* ext type -1 stays an ext, whatever its payload */
};
typedef struct cinch_read_opts { cinch_limits limits; uint32_t flags; uint32_t reserved[3]; } cinch_read_opts; /* reader, check, tree, stream */

/* Grow, shrink, allocate (ptr NULL) and free (new_len 0) in one; aligned as malloc; shrinking never fails. */
typedef struct cinch_alloc {
    void *(*fn)(void *user, void *ptr, size_t old_len, size_t new_len);
    void *user;
} cinch_alloc;

typedef struct cinch_pool { /* an allocator over the caller's memory: &pool.alloc goes wherever a cinch_alloc is asked for */
    cinch_alloc alloc;
    uint8_t *pos, *end, *last; /* the last block can grow in place */
} cinch_pool;

typedef struct cinch_arena {
    uint8_t *pos, *end;   /* free part of the current block */
    void *blocks;         /* newest first */
    cinch_alloc alloc;
    size_t total;         /* bytes taken from alloc */
    size_t limit;         /* most it may take; 0: no limit */
} cinch_arena;

CINCH_API uint32_t    cinch_version(void);                                           /* of the library linked */
CINCH_API const char *cinch_error_name(cinch_error e);                                /* "TRUNCATED" */
CINCH_API const char *cinch_error_text(cinch_error e);                                /* "input ends inside an item" */
CINCH_API const char *cinch_type_name(cinch_type t);                                  /* "str" */
CINCH_API const char *cinch_format_name(uint8_t format);                              /* "fixstr", "uint 8": the specification's names */
CINCH_API bool        cinch_utf8_valid(const char *s, size_t len);
CINCH_INLINE cinch_str cinch_cstr(const char *s) { cinch_str v; v.ptr = s; v.len = strlen(s); return v; }
CINCH_INLINE bool   cinch_str_is(cinch_str s, const char *text) { size_t n = strlen(text); return s.len == n && memcmp(s.ptr, text, n) == 0; }
CINCH_API void        cinch_pool_init(cinch_pool *p, void *mem, size_t cap);
CINCH_API void        cinch_arena_init(cinch_arena *a, const cinch_alloc *alloc);      /* NULL: malloc */
CINCH_API void       *cinch_arena_get(cinch_arena *a, size_t len, size_t align);      /* NULL when exhausted */
CINCH_API void        cinch_arena_reset(cinch_arena *a);                              /* empty, memory kept */
CINCH_API void        cinch_arena_free(cinch_arena *a);

#ifdef __cplusplus
}
#endif
#endif

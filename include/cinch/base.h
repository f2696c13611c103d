/* SPDX-License-Identifier: MIT
 * The words that every other header uses, and the conventions that hold in all of them. Read this page first: the other
 * headers do not repeat it.
 *
 * CONVENTIONS
 *   units      len is bytes, count is items (pairs for a map), cap is capacity, pos is an offset in bytes (uint64_t), end is
 *              one past the last. LEN is an exact length, BOUND the largest possible.
 *   order      arguments come in this order: receiver, inputs (pointer and length adjacent), options, outputs, diag. Where
 *              options or diag may be given, NULL is fine. In an option struct a field of zero means the default, so
 *              CINCH_ZERO is a complete set of defaults.
 *   empty      a NULL pointer with length 0 is a valid empty input everywhere.
 *   sticky     a writer or a reader keeps its first error. Later calls do nothing and give 0, {"", 0} or 0 items, so that
 *              loops end. Check once, at finish: values mean nothing until it has said CINCH_OK.
 *   agree      what the writer accepts, the default reader accepts, as long as the caller's counts and raw bytes are true.
 *              Raw bytes are also the payloads of tokens and nodes that were read with CINCH_RAW_TIME, and of an ext that
 *              JSON text spells out.
 *   finish     tells the verdict and frees nothing. free gives memory back; it may be called twice, and on an object that was
 *              only initialised. An object that has neither needs no ending.
 *   views      pointers that functions hand out point into the input (reader, tree) or into the object that gave them. The
 *              latter live until its next call (stream) or the next cinch_feed_room (feed). Nothing is copied unless the
 *              function says so. What failed gives an empty view, {"", 0}, also through a pointer. A lookup that finds
 *              nothing gives {NULL, 0}.
 *   errors     have the offset of the first byte of the item at fault. TRUNCATED has that of the item that was cut, or the
 *              input's length if nothing of the next item had come. cinch_locate (check.h) turns an offset into a JSON
 *              Pointer: it walks the message again, so that paths cost nothing until something fails.
 *   UTF-8      a str is bytes unless CINCH_UTF8 is asked for. The JSON functions always check.
 *   depth      counts open containers. Whatever nests (check, tree, stream, JSON) honours a limit, 512 unless said otherwise.
 *              cinch_skip and cinch_frame_feed keep one counter, need no stack, and pass any depth in constant memory.
 *   threads    there is no shared state. Threads may use different objects at the same time. One object is for one thread at
 *              a time, a const cinch_node for any number of threads.
 *   never      no function here reads a file, or looks at the locale or errno. None calls malloc unless it got a NULL
 *              allocator. No input, however hostile, makes one recurse, read past the input's end, or allocate by a claimed
 *              count.
 */
#ifndef CINCH_BASE_H
#define CINCH_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* clang-format off */
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

/* Hot functions are C11 inline with one unit in the library (src/core/inline.c) that also emits them, so that debuggers and
 * foreign-function interfaces find each by name. */
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

/* Initialises an option struct to all defaults, without a warning in either language: cinch_json_opts opts = CINCH_ZERO; */
#ifdef __cplusplus
# define CINCH_ZERO {}
extern "C" {
#else
# define CINCH_ZERO {0}
#endif
/* clang-format on */

/* Version of this header: major << 16 | minor << 8 | patch. CINCH_ABI numbers the layout of the structs that inline code
 * touches; 0 means no promise before 1.0, so link statically or rebuild with the library. */
#define CINCH_VERSION 0x000100u
#define CINCH_ABI     0

/* Version of the library that was linked, in the same form as CINCH_VERSION. */
CINCH_API uint32_t cinch_version(void);

/* ---------------------------------------------------------------- errors */

/* Every error: name, value, text. Values are never renumbered and never reused. 1-29 the data is bad, 30-49 schema and text,
 * 50-69 resources and wrong use; 1000-1999 belong to the caller (cinch_reader_fail, cinch_writer_fail). */
/* clang-format off */
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
    X(KEY, 38, "map key has no text of its own in JSON") \
    X(POINTER, 39, "malformed JSON Pointer") \
    X(ABSENT, 40, "no value at this path") \
    X(ROOM, 50, "buffer full") \
    X(MEMORY, 51, "out of memory") \
    X(SINK, 52, "sink refused the bytes") \
    X(OPEN, 53, "container left open, closed out of order, or with a wrong count") \
    X(OLD_SPEC, 54, "type unknown to the old specification") \
    X(USE, 55, "call not allowed in this state") \
    X(USER, 1000, "error set by the caller")

typedef enum cinch_error {
#define CINCH_X(name, value, text) CINCH_ERR_##name = value,
    CINCH_ERROR_LIST(CINCH_X)
#undef CINCH_X
    CINCH_ERR_LAST = 1999,
    CINCH_OK = CINCH_ERR_OK
} cinch_error;
/* clang-format on */

/* The name without its prefix, "TRUNCATED", and the sentence of the list, "input ends inside an item". Static strings, never
 * NULL: a value outside the list has "UNKNOWN_ERROR" and "unknown error". */
CINCH_API const char *cinch_error_name(cinch_error e);
CINCH_API const char *cinch_error_text(cinch_error e);

/* The answer of whatever is fed in pieces. MORE is no error: come back with more bytes. */
typedef enum cinch_status { CINCH_FAILED, CINCH_MORE, CINCH_GOT } cinch_status;

/* ---------------------------------------------------------------- types */

/* The types of values (specification: "Type system"). Integers have two types, by sign and not by format: every integer from
 * 0 up is U64, whatever bytes it came in, and every negative one is I64. TIME is an ext of type -1 with a well-formed payload
 * (specification: "Timestamp extension type"). NONE is the absence of a value. */
typedef enum cinch_type {
    CINCH_NONE,
    CINCH_NIL,
    CINCH_BOOL,
    CINCH_U64,
    CINCH_I64,
    CINCH_F32,
    CINCH_F64,
    CINCH_STR,
    CINCH_BIN,
    CINCH_EXT,
    CINCH_TIME,
    CINCH_ARRAY,
    CINCH_MAP
} cinch_type;

/* A set of types is an OR of these; cinch_diag.expected is one. */
#define CINCH_BIT(type) (1u << (type))

/* The name of a type, "str" for CINCH_STR; and the specification's own name for a first byte on the wire: "fixstr", "uint 8",
 * or, for 0xc1, "never used". Static strings, never NULL. */
CINCH_API const char *cinch_type_name(cinch_type t);
CINCH_API const char *cinch_format_name(uint8_t format);

/* Payloads. str: bytes, not NUL-terminated. bin: bytes. ext: bytes, and the application's type, -128..127. time: a point in
 * time as seconds since 1970-01-01T00:00:00Z, without leap seconds, and nanoseconds that count up from there, at most
 * 999,999,999. */
typedef struct cinch_str {
    const char *ptr;
    size_t len;
} cinch_str;

typedef struct cinch_bin {
    const uint8_t *ptr;
    size_t len;
} cinch_bin;

typedef struct cinch_ext {
    const uint8_t *ptr;
    uint32_t len;
    int8_t type;
} cinch_ext;

typedef struct cinch_time {
    int64_t sec;
    uint32_t nsec;
} cinch_time;

/* A view of a NUL-terminated string; and whether a str equals one. Both measure text with strlen. */
CINCH_INLINE cinch_str cinch_cstr(const char *text)
{
    cinch_str v;
    v.ptr = text;
    v.len = strlen(text);
    return v;
}

CINCH_INLINE bool cinch_str_is(cinch_str s, const char *text)
{
    size_t n = strlen(text);
    return s.len == n && (n == 0 || memcmp(s.ptr, text, n) == 0);
}

/* Whether s is UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF. A NUL byte is a character
 * like any other. It never reads past s + len. */
CINCH_API bool cinch_utf8_valid(const char *s, size_t len);

/* ---------------------------------------------------------------- diagnostics */

/* What went wrong, and where. Every function that takes one fills it in, on success too: then error is CINCH_OK, and pos is
 * one past what was read or written. cinch_explain (check.h) makes of it the line that a person reads. */
typedef struct cinch_diag {
    cinch_error error;
    uint16_t expected;     /* CINCH_BIT of each type that would have been right; 0: not a matter of type */
    uint8_t got;           /* cinch_type found at pos */
    uint64_t pos;          /* first byte of the item at fault; in JSON text, the byte at fault */
    uint32_t line, column; /* of text input, both from 1, column in bytes, at most 2^32-1; 0 for MessagePack */
    const char *member;    /* the member missing or unknown, as static text; or NULL */
    bool in_b;             /* two inputs were compared and the fault is in the second */
} cinch_diag;

/* ---------------------------------------------------------------- options of everything that reads */

/* Containers that may be open where no limit is given. */
#define CINCH_DEPTH 512

/* Bounds on what is accepted. 0 means the default, in brackets. What exceeds one is LIMIT, or DEPTH for depth, at the item
 * that does. */
typedef struct cinch_limits {
    uint32_t depth;   /* open containers [512, also the most where levels are kept on the stack: check, tree; JSON in one call
                         takes more from its allocator; a stream or a cinch_json_out has as many as it was given] */
    uint32_t key_len; /* payload bytes of a str, bin or ext used as a map key [no limit] */
    uint64_t items;   /* values in one message, keys and containers included [no limit] */
    uint64_t bytes;   /* of one message [no limit; 64 MiB in a feed] */
} cinch_limits;

/* cinch_read_opts.flags. A function ignores a flag that it does not know, unless said otherwise. */
enum {
    CINCH_UTF8 = 1,          /* a str that is not UTF-8 is an error, UTF8 */
    CINCH_MANY = 2,          /* cinch_check: a run of messages, zero included, instead of exactly one */
    CINCH_CANONICAL = 4,     /* cinch_check: smallest formats, map keys ascending by their encoded bytes, hence none twice */
    CINCH_UNIQUE = 8,        /* tree: duplicate keys are an error; sorts them, in the tree's memory. USE in cinch_check */
    CINCH_BIN_FROM_STR = 16, /* cinch_get_bin takes a str too: data of the old specification, where raw was both */
    CINCH_RAW_TIME = 32      /* ext type -1 stays an ext, whatever its payload */
};

typedef struct cinch_read_opts {
    cinch_limits limits;
    uint32_t flags;
    uint32_t reserved[3]; /* zero */
} cinch_read_opts;

/* ---------------------------------------------------------------- memory */

/* An allocator: one function that allocates (ptr NULL), grows, shrinks, and frees (new_len 0; the result is ignored). Blocks
 * are aligned as by malloc. old_len is the length last asked for. Shrinking never fails. NULL means out of memory, and the
 * old block is then as it was. An object copies the struct, so it may live on the caller's stack; what user points to must
 * outlive the object. */
typedef struct cinch_alloc {
    void *(*fn)(void *user, void *ptr, size_t old_len, size_t new_len);
    void *user;
} cinch_alloc;

/* An allocator over memory the caller owns: pass &pool.alloc wherever a cinch_alloc is asked for. The newest block grows,
 * shrinks and is freed in place. So blocks that are freed newest first give all their room back; the room of others comes
 * back when the pool is initialised anew. It says NULL when it is exhausted, and never touches a byte outside mem. The pool
 * must stay where it is while in use. */
typedef struct cinch_pool {
    cinch_alloc alloc;
    uint8_t *pos, *end; /* free room */
} cinch_pool;
CINCH_API void cinch_pool_init(cinch_pool *p, void *mem, size_t cap);

/* An arena: many small blocks that are freed together. It takes larger blocks of memory from alloc, which grow with use, and
 * never more than limit in all. Trees and generated decoders live in one. */
typedef struct cinch_arena {
    uint8_t *pos, *end;          /* free part of the current block */
    struct cinchi_block *blocks; /* all, in the order they came into use */
    struct cinchi_block *last;   /* newest in use; those after it are kept from before a reset */
    cinch_alloc alloc;
    size_t total; /* bytes taken from alloc */
    size_t lost;  /* of those in use, bytes that will not be handed out any more */
    size_t limit; /* most it may take; set it after init; 0: no limit */
} cinch_arena;

/* alloc NULL: malloc. Allocates nothing yet. */
CINCH_API void cinch_arena_init(cinch_arena *a, const cinch_alloc *alloc);

/* Gives len bytes, aligned to align (a power of two, at most 16) and not cleared. NULL when the allocator or the limit says
 * no; the arena stays usable. Valid until reset or free. */
CINCH_API void *cinch_arena_get(cinch_arena *a, size_t len, size_t align);

/* reset empties the arena and keeps its memory for the next use; free gives the memory back. Both end the life of every
 * pointer that the arena gave. */
CINCH_API void cinch_arena_reset(cinch_arena *a);
CINCH_API void cinch_arena_free(cinch_arena *a);

#ifdef __cplusplus
}
#endif
#endif

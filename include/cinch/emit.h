/* SPDX-License-Identifier: MIT
 * JSON Schema to C: the text of a header and a source for a loaded schema, structs and functions over cinch/gen.h. What `cinch gen`
 * stands on; writes no file itself.
 */
#ifndef CINCH_EMIT_H
#define CINCH_EMIT_H

#include "cinch/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where strings, bytes and lists are kept, where a field does not say itself (x-c-storage). */
typedef enum cinch_emit_storage {
    CINCH_EMIT_VIEW,   /* they point into the message; lists come from an arena */
    CINCH_EMIT_STATIC, /* in the struct: each needs a bound */
    CINCH_EMIT_OWNED   /* allocated one by one, freed by x_free */
} cinch_emit_storage;

/* Members that the schema does not name. */
typedef enum cinch_emit_unknown {
    CINCH_EMIT_SKIP,
    CINCH_EMIT_REFUSE, /* an error */
    CINCH_EMIT_KEEP    /* as their bytes, written again behind the others; static storage needs x-c-max-bytes of the object */
} cinch_emit_unknown;

/* Half of the functions alone; equal, free and texts of enums are in either. Tests and fuzz targets need both halves. */
typedef enum cinch_emit_only { CINCH_EMIT_BOTH, CINCH_EMIT_ENCODE, CINCH_EMIT_DECODE } cinch_emit_only;

typedef enum cinch_emit_files {
    CINCH_EMIT_PAIR,  /* "point.h" and "point.c" */
    CINCH_EMIT_SPLIT, /* "point.h", "point_encode.c" and "point_decode.c" */
    CINCH_EMIT_SINGLE /* "point.h", with the source in it where POINT_IMPLEMENTATION is defined */
} cinch_emit_files;

typedef struct cinch_emit_opts {
    const cinch_alloc *alloc; /* NULL: malloc */
    cinch_str name;           /* of the files, without folder and extension; {NULL, 0}: "schema" */
    cinch_str prefix;         /* of every name in C, "demo_"; {NULL, 0}: none */
    cinch_str include_prefix; /* before the header's name in the source's #include: "proto/" */
    cinch_str schema_name;    /* as the comment on top calls the schema */
    cinch_emit_storage storage;
    cinch_emit_unknown unknown;
    cinch_emit_only only;
    cinch_emit_files files;
    bool dup_error;       /* a key twice is an error; else the last one counts */
    bool no_check;        /* writing does not check constraints first */
    bool no_patterns;     /* patterns are left out; else CINCH_GEN_MATCH must be defined */
    bool tests;           /* also "point_test.c", a program that tries messages made for the schema */
    bool fuzz;            /* also "point_fuzz.c", a target for libFuzzer */
    uint32_t reserved[4]; /* zero */
} cinch_emit_opts;

/* A file, complete: "point.h", "point.c", then what else was asked for. Its error ends the run and becomes the result. */
typedef cinch_error (*cinch_emit_file)(void *user, cinch_str name, cinch_str text);

/* OK; or SCHEMA when the schema asks for what has no C (two names that become one, a bound that static storage lacks), told in the note as
 * loading tells; or MEMORY. file is called only when everything is right. note may be NULL. */
CINCH_API CINCH_NODISCARD cinch_error cinch_emit(const cinch_schema *s, const cinch_emit_opts *opts, cinch_emit_file file,
                                                 bool (*note)(void *user, const cinch_schema_note *note), void *user);

#ifdef __cplusplus
}
#endif
#endif

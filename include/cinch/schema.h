/* SPDX-License-Identifier: MIT
 * JSON Schema: one loaded from its text, and messages held against it.
 *
 *     cinch_schema_opts opts = CINCH_ZERO;
 *     cinch_schema *s = cinch_schema_new(text, len, &opts, &why);
 *     if (cinch_schema_check(s, msg, msg_len, NULL, tell, NULL) != CINCH_OK) ...    // tell was called for every fault
 *     cinch_schema_free(s);
 *
 * The words understood, and what each asks of a message, are in docs/codegen.md; any other word in a schema is an error, not a
 * shrug. A check and the code that `cinch gen` writes obey the same model. Where they differ from JSON Schema: a float on the wire is
 * never an `integer`, not even 2.0; and nil for a member that is not required reads as if the member were absent.
 *
 * A schema is as hostile as whoever wrote it. Its depth, size and number are bounded, its texts come out of here with everything
 * harmless that could break a line or drive a terminal, files and regular expressions are the caller's business: by hooks. A loaded
 * schema does not change, and any number of threads may check against it at once if the match hook can bear it.
 */
#ifndef CINCH_SCHEMA_H
#define CINCH_SCHEMA_H

#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cinch_schema cinch_schema;

/* ---------------------------------------------------------------- loading */

/* Something to say about a schema: an error, or a word that was ignored because ignore_unknown said so. Valid during the call. */
typedef struct cinch_schema_note {
    cinch_error error;     /* SCHEMA; SYNTAX and what else cinch_json_read says; LIMIT, DEPTH, MEMORY, PATTERN; OK: a warning */
    cinch_str file;        /* as it was opened; the first one by opts.name */
    cinch_str pointer;     /* where (RFC 6901), the keyword at its end; not escaped */
    uint32_t line, column; /* of an error in the JSON itself, from 1; else 0 */
    const char *text;      /* what is wrong: "unknown keyword", a phrase in ASCII, names in it escaped */
} cinch_schema_note;

/* Bounds on what a schema may ask for; 0 means the default in brackets. A breach is LIMIT. */
typedef struct cinch_schema_limits {
    uint32_t depth;  /* containers in one document [128, at most 512: DEPTH] */
    uint32_t shapes; /* places that need a type of their own [16,384] */
    uint32_t name;   /* bytes of a member's name, a title, a pattern, a $ref [4,096]; of a description 16 times that */
    uint32_t files;  /* documents, the first one included [64] */
    size_t text;     /* bytes of all documents' text [16 MiB] */
    size_t memory;   /* taken from alloc [256 MiB]: MEMORY */
} cinch_schema_limits;

/* All zeros: a schema in one document, without patterns. The struct is copied; hooks get `user` as their first argument. */
typedef struct cinch_schema_opts {
    const cinch_alloc *alloc; /* NULL: malloc */
    cinch_schema_limits limits;
    cinch_str name; /* of the first document: names it in notes, and the files it refers to stand in its folder */

    /* The text of a file that a $ref names. name is relative to the folder of the first document, written with '/', free of "." ,
     * of empty parts and of control characters, and may begin with ".." parts: what lies outside the folder is the hook's to refuse.
     * *text stays alive until release, if there is one, was called with it. NULL: a $ref to another file is an error. */
    cinch_error (*open)(void *user, cinch_str name, cinch_bin *text);
    void (*release)(void *user, cinch_bin text);

    /* A regular expression made ready: whatever match wants, or NULL where it is malformed. NULL: a schema with a pattern is an
     * error. match says OK, PATTERN where s (valid UTF-8) does not match anywhere, or why it gave up (LIMIT); drop ends what compile
     * made, and may be NULL. */
    void *(*compile)(void *user, cinch_str pattern);
    cinch_error (*match)(void *user, const void *compiled, cinch_str s);
    void (*drop)(void *user, void *compiled);

    /* Told every error that keeps a schema from being loaded, and every word ignored. False: enough. */
    bool (*note)(void *user, const cinch_schema_note *note);
    void *user;
    bool ignore_unknown;  /* unknown keywords are warnings */
    uint32_t reserved[3]; /* zero */
} cinch_schema_opts;

#ifdef __cplusplus
}
#endif
#endif

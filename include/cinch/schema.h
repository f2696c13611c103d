/* SPDX-License-Identifier: MIT
 * JSON Schema: one loaded from its text, and messages held against it.
 *
 *     cinch_schema_opts opts = CINCH_ZERO;
 *     cinch_schema *s = cinch_schema_new(text, len, &opts, &why);
 *     if (cinch_schema_check(s, msg, msg_len, NULL, NULL, tell, NULL)) ...    // tell was called for every fault
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

    /* A regular expression made ready: whatever match wants, or NULL where it is malformed. Without both hooks a schema with a
     * pattern is an error. match says OK, PATTERN where s (valid UTF-8) does not match anywhere, or why it gave up (LIMIT); drop ends what compile
     * made, and may be NULL. */
    void *(*compile)(void *user, cinch_str pattern);
    cinch_error (*match)(void *user, const void *compiled, cinch_str s);
    void (*drop)(void *user, void *compiled);

    /* Told every error that keeps a schema from being loaded, and every word ignored; the first thousand. False: enough, and the schema
     * is not loaded. */
    bool (*note)(void *user, const cinch_schema_note *note);
    void *user;
    cinch_str int_type; /* of integers not bounded on both sides, as x-c-type has it, "int32_t"; {NULL, 0}: int64_t, or uint64_t
                             from a minimum of 0 on */
    bool ignore_unknown;  /* unknown keywords are warnings */
    bool enum_keep;       /* a value that an `enum` does not list is taken if it is of a type of those it does; not one that
                             tells the branches of a union apart */
    uint32_t reserved[3]; /* zero */
} cinch_schema_opts;

/* The schema in text, which is read and not kept: NULL, and the first error in diag (line and column where the JSON is wrong), when
 * it is none that is understood, refers to what is not there, contradicts itself, or asks for more than the limits. Files that a $ref
 * names are opened before this returns. */
CINCH_API cinch_schema *cinch_schema_new(const char *text, size_t len, const cinch_schema_opts *opts, cinch_diag *diag);

/* Gives all memory back. NULL is fine. */
CINCH_API void cinch_schema_free(cinch_schema *s);

/* ---------------------------------------------------------------- checking */

/* What is wrong with a message, and where. Valid during the call. */
typedef struct cinch_schema_fault {
    cinch_diag diag;      /* member: of MISSING and UNKNOWN, the name, as far as 255 bytes and a NUL in it allow */
    cinch_str pointer;    /* the path of the item, as cinch_locate gives it for diag.pos, without the member */
    const char *expected; /* "an integer from 1 to 5", ASCII; "" where diag.expected says it, or nothing does */
    const char *got;      /* "7", ASCII; "" likewise */
} cinch_schema_fault;
typedef bool (*cinch_schema_tell)(void *user, const cinch_schema_fault *fault); /* false: enough */

/* Holds one message against the schema and tells every fault, in the order they are met: an item's own, then those of what it holds, then
 * the members it lacks. OK, or the first fault's error. What is not well-formed is told as cinch_check does, alone. Of the options the
 * limits count, and CINCH_UTF8, CINCH_CANONICAL, CINCH_RAW_TIME. tell NULL: stops at the first.
 *
 *   TYPE      another type; diag.expected has all that were right
 *   RANGE     a number out of bounds, or no multiple; INEXACT: an integer that a `number`, a double, does not hold
 *   LENGTH    of a str in characters, of a bin or ext in bytes, of an array or a map in items; at the container
 *   VALUE     not in the enum, not the const, no branch of the union
 *   PATTERN   or what the match hook said
 *   MISSING   at the map, or array, that lacks a member; UNKNOWN at the key that has no place there
 *   UTF8      where the schema speaks of characters and the str is none
 *
 * Linear in the message, but for maps that a union must look into to see what they are: once for each union around them. Memory, from alloc
 * (NULL: malloc) and given back: 48 bytes a level, one bit a member of the records open. MEMORY when there is none. */
CINCH_API CINCH_NODISCARD cinch_error cinch_schema_check(const cinch_schema *s, const void *msg, size_t len,
                                                         const cinch_read_opts *opts, const cinch_alloc *alloc,
                                                         cinch_schema_tell tell, void *user);

#ifdef __cplusplus
}
#endif
#endif

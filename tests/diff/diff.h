/* SPDX-License-Identifier: MIT
 * The differential harness: cinch held against other implementations of MessagePack, each behind a pipe. docs/conformance.md says
 * what is compared and what came of it; this header is what its files share. Public headers of cinch only.
 */
#ifndef CINCH_DIFF_H
#define CINCH_DIFF_H

#include <stdio.h>

#include "cinch/cinch.h"

#define DIFF_SEED  1     /* of the corpus, unless said otherwise */
#define DIFF_COUNT 20000 /* documents in the full corpus */

/* ---------------------------------------------------------------- values, apart from the library */

/* A value as the harness knows it: made from a seed, read from bytes by cinch, or read from a peer's text. WHOLE is an integer
 * beyond 64 bits, as a language with one kind of number prints it; bits are then those of the double. */
enum value_kind { V_NIL, V_FALSE, V_TRUE, V_UINT, V_NEG, V_F32, V_F64, V_WHOLE, V_STR, V_BIN, V_EXT, V_ARRAY, V_MAP };

struct value {
    uint8_t kind;
    int8_t ext;
    uint32_t len;   /* bytes, items or pairs */
    uint32_t units; /* of utf16 */
    union {
        uint64_t bits; /* UINT, NEG (two's complement), F32, F64, WHOLE */
        const uint8_t *bytes;
        struct value *kids; /* MAP: key, value, key, value... */
    } as;
    const uint16_t *utf16; /* STR of the corpus: what its bytes were made from, for the UTF-16 put; else NULL */
};

/* Bytes that grow. All memory of the harness that cannot be had ends it. */
struct bytes {
    uint8_t *ptr;
    size_t len, cap;
};
void bytes_add(struct bytes *b, const void *p, size_t len);
void bytes_byte(struct bytes *b, unsigned v);
void bytes_u32(struct bytes *b, uint32_t v);
uint32_t u32_at(const uint8_t *p);
size_t bytes_hex(struct bytes *b, const char *hex); /* appends; returns how many characters were hex digits */
void *need_memory(cinch_arena *a, size_t len);
_Noreturn void die(const char *format, ...);

/* The typed text of a value, one line of ASCII (tests/diff/README.md), and back; NULL if the text is not one. */
void value_text(const struct value *v, struct bytes *out);
struct value *value_parse(const uint8_t *text, size_t len, cinch_arena *a);

/* ---------------------------------------------------------------- our side, which can be sabotaged */

/* One rule of ours broken on purpose, to see that the comparison notices. */
enum sabotage_kind {
    SABOTAGE_NONE,
    SABOTAGE_BYTES,   /* integer `at` is written as `bytes` */
    SABOTAGE_LENGTH,  /* the head of a str, bin, array or map of `at` is written as `bytes` */
    SABOTAGE_WRITE,   /* others when writing, by name */
    SABOTAGE_READ,    /* when reading */
    SABOTAGE_VERDICT, /* when judging */
};
struct sabotage {
    const char *name, *about;
    enum sabotage_kind kind;
    uint8_t of; /* LENGTH: value_kind */
    int64_t at; /* BYTES, LENGTH */
    const char *bytes;
};
extern const struct sabotage sabotages[];
extern const struct sabotage *sabotage; /* in force, or NULL */
const struct sabotage *sabotage_named(const char *name);
bool sabotaged(const char *name);

/* cinch's bytes of a value; cinch's reading of bytes, or NULL; cinch's verdict on a message. */
void ours_write(const struct value *v, struct bytes *out);
struct value *ours_read(const uint8_t *p, size_t len, cinch_arena *a);
bool ours_accepts(const uint8_t *p, size_t len);

/* ---------------------------------------------------------------- the corpus */

struct corpus {
    uint64_t state;
    cinch_arena *arena; /* of the values; the caller resets it */
};
void corpus_init(struct corpus *c, uint64_t seed, cinch_arena *a);
struct value *corpus_next(struct corpus *c);

/* Of the bytes of all documents with their lengths: FNV-1a, 64 bits. 0: not written down for this seed and count. */
uint64_t corpus_digest(uint64_t digest, const void *p, size_t len);
uint64_t corpus_digest_known(uint64_t seed, uint64_t count);
#define DIGEST_START 0xcbf29ce484222325u

/* ---------------------------------------------------------------- peers behind pipes */

struct peer {
    const char *name, *command;    /* name: of the adapter's file; command: for sh -c */
    char *title, *version, *flags; /* from hello */
    int to, from, pid, status;
    unsigned starts;
    const char *errors; /* file for its standard error, or NULL */
};
struct ask {
    char op;
    const uint8_t *ptr;
    size_t len;
};
enum { ANSWER_CRASH = 'X', ANSWER_HANG = 'T' }; /* besides the peer's own '+', '-' and '?' */
struct answer {
    char status;
    size_t at, len; /* in the bytes handed to peer_ask */
};
bool peer_start(struct peer *p);
void peer_stop(struct peer *p);

/* Asks all n, which it sends ahead; survives a peer that dies or hangs, and finds the question that did it. */
void peer_ask(struct peer *p, const struct ask *asks, size_t n, struct answer *answers, struct bytes *out);

/* ---------------------------------------------------------------- known differences and hostile input */

/* One row of known.txt. */
struct row {
    char *peers, *rule, *input, *cause;
    unsigned line;
};
/* One line of hostile.txt. */
struct hostile {
    char *name, *verdict, *about;
    struct bytes bytes;
};
struct tables {
    struct row *rows;
    size_t row_count;
    struct hostile *hostile;
    size_t hostile_count;
};
void tables_read(struct tables *t, const char *folder);
bool row_is_for(const struct row *r, const char *peer);
const struct hostile *hostile_named(const struct tables *t, const char *name);
bool glob_is(const char *pattern, const char *name); /* one '*' at the end */

/* Whether a rule is a projection, and the value after a set of them (bit i: projection i), which is changed in place. */
int projection_named(const char *rule); /* -1: none */
void project(struct value *v, uint32_t set, cinch_arena *a);
const char *projection_about(int i);

/* ---------------------------------------------------------------- commands */

struct options {
    uint64_t seed, count, prefix_docs, prefix_len, giants;
    const char *out, *folder, *results;
    const char *peer, *run, *title, *errors;
    unsigned show; /* failures printed in full */
};
int compare_peer(const struct options *o, const struct tables *t);
void report_results(const struct tables *t, char **files, int count);

#endif

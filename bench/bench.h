/* SPDX-License-Identifier: MIT
 * The race. A work is one thing to do with one input ("tree/twitter"); an entrant does it with one library. bench_works.c lists the
 * works, race_*.c the entrants, bench_time.c makes them take turns and bench_main.c prints.
 *
 * What keeps it honest:
 *   - The truth about every input comes from the plain code in bench_doc.c, which shares nothing with any entrant. Before timing, each
 *     entrant's result is reduced to a digest of the values it holds and compared with the truth's; an entrant that differs does not race.
 *   - Whatever may be prepared once (buffers, parsers, pools) is prepared in open() for everybody; run() is what is timed.
 *   - run() returns a word that depends on its result, and the caller adds it to a sink.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#define BENCH_NORETURN [[noreturn]]
extern "C" {
#else
#define BENCH_NORETURN _Noreturn
#endif

/* ---- documents (bench_doc.c, bench_gen.c) */

typedef enum bench_type {
    BENCH_NIL,
    BENCH_BOOL,
    BENCH_U64, /* an integer >= 0 */
    BENCH_I64, /* an integer < 0 */
    BENCH_F64,
    BENCH_STR,
    BENCH_ARRAY,
    BENCH_MAP
} bench_type;

/* The neutral tree that write works start from and that holds the truth. Children lie side by side. */
typedef struct bench_node {
    uint32_t type; /* bench_type */
    uint32_t len;  /* bytes of a string, items of an array, pairs of a map, 0 or 1 of a bool */
    union {
        uint64_t u64;
        int64_t i64;
        double f64;
        const char *str;               /* into the message once bench_encode has run */
        const struct bench_node *kids; /* of a map: key, value, key, value... */
    } as;
} bench_node;

enum { BENCH_DEPTH = 24 }; /* containers open at once, at most: msgpack-c's parser stops at 32 */

typedef struct bench_msg {
    const uint8_t *ptr; /* MessagePack, smallest formats */
    size_t len;
    const char *json; /* the same as text, or NULL */
    size_t json_len;
    size_t items; /* values, keys included */
    bench_node root;
} bench_msg;

typedef struct bench_input {
    const char *name;
    const bench_msg *msgs; /* one document, or many messages that take turns */
    size_t count;
    bool apart; /* large messages: run() gets one at a time */
    const double
        *f64s; /* the messages as plain C arrays, one behind the other, where they are arrays of `values` numbers each */
    const int64_t *i64s;
    size_t values;
    char origin[160]; /* where it comes from, for people */
} bench_input;

const bench_input *bench_input_get(const char *name, const char *data_dir); /* built at first use, kept to the end */

typedef struct bench_pool { /* memory that is freed at once */
    struct bench_chunk *chunks;
    size_t left;
} bench_pool;
void *bench_pool_get(bench_pool *pool, size_t len); /* aligned for anything; ends the program when memory does */
void bench_pool_free(bench_pool *pool);

bool bench_json_load(bench_pool *pool, const char *text, size_t len,
                     bench_node *root); /* false: not JSON, or deeper than BENCH_DEPTH */
size_t bench_json_bound(const bench_node *root);
size_t bench_json_print(const bench_node *root, int indent,
                        char *out); /* doubles with 17 digits, as long-winded programs write them */
size_t bench_encode_bound(const bench_node *root);
size_t bench_encode(bench_node *root, uint8_t *out); /* moves the nodes' strings to where they were written */
size_t bench_items(const bench_node *root);
void bench_relay(bench_pool *pool, bench_node *root); /* lays the tree out anew, to be walked forwards through memory */

bool bench_gen_document(bench_pool *pool, const char *name, bench_node *root); /* twitter, citm, canada */
void bench_gen_random(bench_pool *pool, uint64_t seed, bench_node *root);      /* nothing to predict */
void bench_gen_envelope(bench_pool *pool, uint64_t seed, bench_node *root);    /* one event of about 316 bytes */
void bench_gen_strings(bench_pool *pool, uint64_t seed, bench_node *root);     /* 32 strings of 3-40 bytes */
/* Records for generated code: "document", "string-list" or "telemetry". */
void bench_gen_kind(bench_pool *pool, const char *input, uint64_t i, bench_node *root);
uint64_t bench_random(uint64_t *seed);

/* ---- results (bench_digest.c) */

typedef struct bench_digest {
    uint64_t h;
} bench_digest;
void bench_digest_nil(bench_digest *d);
void bench_digest_bool(bench_digest *d, bool v);
void bench_digest_u64(bench_digest *d, uint64_t v);
void bench_digest_i64(bench_digest *d, int64_t v); /* >= 0: the same as u64 */
void bench_digest_f64(bench_digest *d, double v);
void bench_digest_str(bench_digest *d, const void *s, size_t len);
void bench_digest_array(bench_digest *d, size_t count);
void bench_digest_map(bench_digest *d, size_t count);
void bench_digest_node(bench_digest *d, const bench_node *n);
uint64_t bench_digest_bytes(const void *p, size_t len);
uint64_t bench_digest_msgpack(const void *msg, size_t len); /* of the values, whatever their formats; 0: malformed */
uint64_t bench_digest_json(const char *text, size_t len);   /* of the values; 0: malformed */

/* What pulling adds up: integers and bits of doubles as they are, and for a string its length and its offset in the message, so that
 * neither a value nor a view can be wrong, and nobody has to touch the text. */
uint64_t bench_sum_node(const bench_node *n, const uint8_t *msg, bool empty_too);

/* ---- entrants */

typedef enum bench_expect {
    BENCH_VALUES,  /* digest() gives the digest of all values */
    BENCH_BYTES,   /* digest() gives bench_digest_bytes of the message */
    BENCH_SUM,     /* run() returns bench_sum_node */
    BENCH_SUM_PTR, /* the same, from a library that has no pointer for empty strings: they count nothing */
    BENCH_LEN      /* run() returns the message's length */
} bench_expect;

typedef enum bench_rank {
    BENCH_OURS,
    BENCH_PEER,  /* does the same work with the same checks, or more work */
    BENCH_LIMIT, /* the same work and checks by code made for nothing else: no library, what one can come near to */
    BENCH_YARD,  /* a yardstick that does less: memcpy, no bounds checks, only half of the work; never the "best peer" */
} bench_rank;

typedef struct bench_entrant {
    const char *task; /* "tree", "f64s-encode": see bench_works.c */
    const char *who;
    bench_rank rank;
    bench_expect expect;
    void *(*open)(const bench_input *in);
    uint64_t (*run)(void *state, size_t first, size_t count); /* messages first .. first + count - 1 */
    uint64_t (*digest)(void *state, size_t index); /* of what run left behind for message index, run alone just before */
    void (*close)(void *state);
} bench_entrant;

/* One array a file, ended by a NULL task; bench_works.c gathers those that were built in. */
extern const bench_entrant bench_cinch_core[], bench_cinch_tree[], bench_cinch_json[];
extern const bench_entrant bench_generated[], bench_generated_kinds[], bench_msgpuck_kinds[], bench_hand[],
    bench_msgpackc_record[], bench_msgpuck_record[];
extern const bench_entrant bench_msgpackc[], bench_msgpuck[], bench_memcpy[], bench_jansson[], bench_simdjson[],
    bench_rapidjson[];

/* ---- works and measuring */

typedef struct bench_work {
    const char *name, *task, *input;
} bench_work;
extern const bench_work bench_works[]; /* ended by a NULL name */
size_t bench_entrants_of(const char *task, const bench_entrant **out, size_t cap);

typedef struct bench_result {
    const bench_entrant *entrant;
    double ns, median; /* a message */
    double allocs, alloc_bytes;
    bool wrong; /* its result differs from the truth: not timed */
} bench_result;

/* Round-robin in batches until `seconds` are over. False: somebody's result was wrong. */
bool bench_measure(const bench_input *in, bench_result *results, size_t count, double seconds);

/* Each message once. */
uint64_t bench_run(const bench_input *in, const bench_entrant *entrant, void *state);

/* Messages a nanosecond of 1, 2 and 4 threads that do the same at once: the best of three turns each (bench_threads.c). */
void bench_threads(const bench_input *in, const bench_entrant *entrant, double seconds, double rates[3]);

extern uint64_t bench_sink;

/* Every allocation of the calling thread since the start (bench_heap.c); zeros where they cannot be counted. */
typedef struct bench_heap {
    uint64_t calls, bytes;
} bench_heap;
bench_heap bench_heap_now(void);

void *bench_alloc(size_t len);                   /* zeroed; ends the program when memory does */
BENCH_NORETURN void bench_die(const char *what); /* an entrant that cannot do its work ends the race */

#ifdef __cplusplus
}
#endif
#endif

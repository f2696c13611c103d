/* SPDX-License-Identifier: MIT
 * The records that generated code is raced with, as C structs of 8, 20 and 40 fields, and what their entrants share.
 *
 * The fields stand in one list a record. Entrants make straight code of it, as one would write it by hand: a struct that is X'ed once a
 * field with its place, whether it is optional, its kind and its name.
 */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include "bench.h"

#include <stddef.h>

#define RECORD_8(X)                                                                                                            \
    X(0, REQ, BOOL, f_bool)                                                                                                    \
    X(1, REQ, I32, f_int32)                                                                                                    \
    X(2, REQ, I64, f_int64)                                                                                                    \
    X(3, REQ, F64, f_float64)                                                                                                  \
    X(4, REQ, STR, f_string)                                                                                                   \
    X(5, REQ, BOOL, f_bool_2)                                                                                                  \
    X(6, REQ, I32, f_int32_2)                                                                                                  \
    X(7, REQ, STR, f_string_2)

#define RECORD_20(X)                                                                                                           \
    X(0, REQ, I64, id)                                                                                                         \
    X(1, REQ, STR, name)                                                                                                       \
    X(2, OPT, BOOL, enabled)                                                                                                   \
    X(3, REQ, I32, version)                                                                                                    \
    X(4, OPT, F64, latitude)                                                                                                   \
    X(5, OPT, F64, longitude)                                                                                                  \
    X(6, REQ, STR, type)                                                                                                       \
    X(7, OPT, I32, priority)                                                                                                   \
    X(8, REQ, I64, created_at)                                                                                                 \
    X(9, OPT, I64, updated_at)                                                                                                 \
    X(10, REQ, BOOL, active)                                                                                                   \
    X(11, OPT, STR, description)                                                                                               \
    X(12, REQ, I32, status_code)                                                                                               \
    X(13, OPT, F64, temperature)                                                                                               \
    X(14, REQ, STR, source)                                                                                                    \
    X(15, OPT, STR, region)                                                                                                    \
    X(16, REQ, F64, score)                                                                                                     \
    X(17, OPT, I32, retries)                                                                                                   \
    X(18, REQ, I64, sequence)                                                                                                  \
    X(19, OPT, BOOL, verified)

#define RECORD_40(X)                                                                                                           \
    RECORD_20(X)                                                                                                               \
    X(20, REQ, STR, host)                                                                                                      \
    X(21, OPT, I32, port)                                                                                                      \
    X(22, REQ, I64, bytes_in)                                                                                                  \
    X(23, OPT, I64, bytes_out)                                                                                                 \
    X(24, REQ, F64, duration)                                                                                                  \
    X(25, OPT, STR, user_agent)                                                                                                \
    X(26, REQ, STR, method)                                                                                                    \
    X(27, OPT, STR, path)                                                                                                      \
    X(28, REQ, I32, weight)                                                                                                    \
    X(29, OPT, BOOL, cached)                                                                                                   \
    X(30, REQ, BOOL, secure)                                                                                                   \
    X(31, OPT, F64, altitude)                                                                                                  \
    X(32, REQ, F64, speed)                                                                                                     \
    X(33, OPT, I32, heading)                                                                                                   \
    X(34, REQ, I64, account_id)                                                                                                \
    X(35, OPT, STR, currency)                                                                                                  \
    X(36, REQ, I32, quantity)                                                                                                  \
    X(37, OPT, F64, price)                                                                                                     \
    X(38, REQ, STR, locale)                                                                                                    \
    X(39, OPT, BOOL, archived)

enum {
    RECORD_FIELDS = 8,
    RECORD_FIELDS_MAX = 40,
    RECORD_ALL = (1 << RECORD_FIELDS) - 1,
    RECORD_TEXT = 40,
    RECORD_BOUND = 1536
};

typedef struct record_text {
    const char *ptr;
    uint32_t len;
} record_text;

typedef enum record_kind { RECORD_BOOL, RECORD_I32, RECORD_I64, RECORD_F64, RECORD_STR } record_kind;

#define RECORD_TYPE_BOOL                         bool
#define RECORD_TYPE_I32                          int32_t
#define RECORD_TYPE_I64                          int64_t
#define RECORD_TYPE_F64                          double
#define RECORD_TYPE_STR                          record_text
#define RECORD_MEMBER(index, need, kind, name)   RECORD_TYPE_##kind name;
#define RECORD_NEED_REQ                          1
#define RECORD_NEED_OPT                          0
#define RECORD_REQUIRED(index, need, kind, name) | (uint64_t)RECORD_NEED_##need << (index)

typedef uint32_t record_has_8, record_has_20;
typedef uint64_t record_has_40;
typedef struct record_8 { /* bit i of has: field i is there */
    record_has_8 has;
    RECORD_8(RECORD_MEMBER)
} record_8;
typedef struct record_20 {
    record_has_20 has;
    RECORD_20(RECORD_MEMBER)
} record_20;
typedef struct record_40 {
    record_has_40 has;
    RECORD_40(RECORD_MEMBER)
} record_40;
typedef record_8 bench_record;

/* The same as a table, for all that is not timed. */
typedef struct record_info {
    const char *name;
    record_kind kind;
    size_t offset;
    bool optional;
} record_info;
typedef struct record_shape {
    const record_info *fields;
    unsigned count;
    size_t size, has_size;
} record_shape;
const record_shape *bench_shape(const char *input); /* "message-many": of 8 fields; "record20" and so on */

/* Message i of one of the inputs: the truth, its known members in the order of the schema, and the pairs as they go over the wire. What stands behind the
 * first "-" of the input's name says how: "many" and "16k" as they are, in the schema's order; "other-order" in one other, "shuffled" in one of its
 * own; "optional" with a fifth of the members absent, "sparse" with half of the optional ones; "unknown" with two more pairs; "array" as an array, "intkeys" with integers for
 * keys. */
void bench_gen_record(bench_pool *pool, const char *input, uint64_t i, bench_node *truth, bench_node *wire);

/* The records of an input, what an encoder starts from: an array of its struct. */
void *bench_records(const bench_input *in);
uint64_t bench_record_digest(const bench_input *in, const void *record); /* as bench_digest_node of the truth */

/* Which field a key is, or RECORD_FIELDS: by length, then by its bytes, as one would write it. */
static inline unsigned record_field(const char *key, size_t len)
{
    switch (len) {
    case 6: return memcmp(key, "f_bool", 6) == 0 ? 0 : RECORD_FIELDS;
    case 7: return memcmp(key, "f_int32", 7) == 0 ? 1 : memcmp(key, "f_int64", 7) == 0 ? 2 : RECORD_FIELDS;
    case 8: return memcmp(key, "f_string", 8) == 0 ? 4 : memcmp(key, "f_bool_2", 8) == 0 ? 5 : RECORD_FIELDS;
    case 9: return memcmp(key, "f_float64", 9) == 0 ? 3 : memcmp(key, "f_int32_2", 9) == 0 ? 6 : RECORD_FIELDS;
    case 10: return memcmp(key, "f_string_2", 10) == 0 ? 7 : RECORD_FIELDS;
    default: return RECORD_FIELDS;
    }
}

#define RECORD_KEY(text, field)                                                                                                \
    if (memcmp(key, text, sizeof text - 1) == 0) return field
#if defined(__GNUC__)
#define RECORD_INLINE __attribute__((always_inline)) static inline
#else
#define RECORD_INLINE static inline
#endif
/* What writes or reads one record is a function that is called, for all: generated code is one in a file of its own. */
#if defined(__GNUC__)
#define RECORD_APART __attribute__((noinline)) static
#else
#define RECORD_APART static
#endif

/* The same of the larger ones, where `more` tells whether there are fields beyond the twentieth; how many there are for none. Long, as a switch
 * over the lengths is one. */
RECORD_INLINE unsigned record_field_of(const char *key, size_t len, bool more)
{
    switch (len) {
    case 2: RECORD_KEY("id", 0); break;
    case 4:
        RECORD_KEY("name", 1);
        RECORD_KEY("type", 6);
        if (!more) break;
        RECORD_KEY("host", 20);
        RECORD_KEY("port", 21);
        RECORD_KEY("path", 27);
        break;
    case 5:
        RECORD_KEY("score", 16);
        if (!more) break;
        RECORD_KEY("speed", 32);
        RECORD_KEY("price", 37);
        break;
    case 6:
        RECORD_KEY("active", 10);
        RECORD_KEY("source", 14);
        RECORD_KEY("region", 15);
        if (!more) break;
        RECORD_KEY("method", 26);
        RECORD_KEY("weight", 28);
        RECORD_KEY("cached", 29);
        RECORD_KEY("secure", 30);
        RECORD_KEY("locale", 38);
        break;
    case 7:
        RECORD_KEY("enabled", 2);
        RECORD_KEY("version", 3);
        RECORD_KEY("retries", 17);
        if (more) RECORD_KEY("heading", 33);
        break;
    case 8:
        RECORD_KEY("latitude", 4);
        RECORD_KEY("priority", 7);
        RECORD_KEY("sequence", 18);
        RECORD_KEY("verified", 19);
        if (!more) break;
        RECORD_KEY("bytes_in", 22);
        RECORD_KEY("duration", 24);
        RECORD_KEY("altitude", 31);
        RECORD_KEY("currency", 35);
        RECORD_KEY("quantity", 36);
        RECORD_KEY("archived", 39);
        break;
    case 9:
        RECORD_KEY("longitude", 5);
        if (more) RECORD_KEY("bytes_out", 23);
        break;
    case 10:
        RECORD_KEY("created_at", 8);
        RECORD_KEY("updated_at", 9);
        if (!more) break;
        RECORD_KEY("user_agent", 25);
        RECORD_KEY("account_id", 34);
        break;
    case 11:
        RECORD_KEY("description", 11);
        RECORD_KEY("status_code", 12);
        RECORD_KEY("temperature", 13);
        break;
    default: break;
    }
    return more ? 40 : 20;
}
#define record_field_8(key, len)  record_field(key, len)
#define record_field_20(key, len) record_field_of(key, len, false)
#define record_field_40(key, len) record_field_of(key, len, true)

/* What a run leaves in the sink: a word that depends on every field. */
static inline uint64_t record_word_f64(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    return bits;
}
#define RECORD_WORD_BOOL(v)                  (v)
#define RECORD_WORD_I32(v)                   (uint64_t)(v)
#define RECORD_WORD_I64(v)                   (uint64_t)(v)
#define RECORD_WORD_F64(v)                   record_word_f64(v)
#define RECORD_WORD_STR(v)                   (v).len
#define RECORD_WORD(index, need, kind, name) +RECORD_WORD_##kind(r->name)
static inline uint64_t record_word(const record_8 *r)
{
    return r->has RECORD_8(RECORD_WORD);
}
static inline uint64_t record_word_20(const record_20 *r)
{
    return r->has RECORD_20(RECORD_WORD);
}
static inline uint64_t record_word_40(const record_40 *r)
{
    return r->has RECORD_40(RECORD_WORD);
}
#define record_word_8(r) record_word(r)

#endif

/* SPDX-License-Identifier: MIT
 * The record of eight fields that generated code is raced with, as a C struct, and what its entrants share.
 */
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

#include "bench.h"

enum { RECORD_FIELDS = 8, RECORD_ALL = (1 << RECORD_FIELDS) - 1, RECORD_TEXT = 40, RECORD_BOUND = 256 };

typedef struct record_text {
    const char *ptr;
    uint32_t len;
} record_text;

typedef struct bench_record {
    uint32_t has; /* bit i: field i is there */
    bool f_bool, f_bool_2;
    int32_t f_int32, f_int32_2;
    int64_t f_int64;
    double f_float64;
    record_text f_string, f_string_2;
} bench_record;

extern const char *const record_keys[RECORD_FIELDS];

/* Message i of one of the inputs "message", "message-many", "message-16k", "message-other-order", "message-shuffled", "message-optional" and
 * "message-unknown": the truth, its known members in the order of the schema, and the pairs as they go over the wire. */
void bench_gen_record(bench_pool *pool, const char *input, uint64_t i, bench_node *truth, bench_node *wire);

void bench_record_of(const bench_node *truth, bench_record *r);
uint64_t bench_record_digest(const bench_record *r); /* as bench_digest_node of the truth */

/* The records of an input, what an encoder starts from. */
bench_record *bench_records(const bench_input *in);

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

/* What a run leaves in the sink: a word that depends on every field. */
static inline uint64_t record_word(const bench_record *r)
{
    uint64_t bits;
    memcpy(&bits, &r->f_float64, 8);
    return bits + (uint64_t)r->f_int64 + (uint64_t)r->f_int32 + (uint64_t)r->f_int32_2 + r->f_bool + r->f_bool_2 +
           r->f_string.len + r->f_string_2.len + r->has;
}

#endif

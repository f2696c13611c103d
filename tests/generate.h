/* SPDX-License-Identifier: MIT
 * Random numbers from a seed, random messages, mutations. Nothing here uses the library: it would test itself with itself.
 */
#ifndef CINCH_GENERATE_H
#define CINCH_GENERATE_H

#include "cinch/base.h"

struct rng {
    uint64_t state, seed;
};
void rng_init(struct rng *r, uint64_t seed); /* CINCH_SEED, if set, is mixed in; r->seed is what to print */
uint64_t rng_u64(struct rng *r);
uint64_t rng_below(struct rng *r, uint64_t n); /* 0 .. n - 1; n > 0 */
bool rng_chance(struct rng *r, unsigned percent);
uint64_t rng_wide(struct rng *r); /* every bit width equally likely, edges of formats often */

enum {                   /* what a generated message may hold besides the common types */
       GEN_OVERLONG = 1, /* formats larger than needed */
       GEN_BAD_UTF8 = 2, /* str of any bytes; else valid UTF-8 */
       GEN_ODD_KEYS = 4, /* keys of every type, also containers; else short str keys, distinct in their map */
       GEN_EXT = 8,      /* ext of every type but -1, and timestamps (in their smallest form unless GEN_OVERLONG) */
       GEN_BIN = 16,
       GEN_FLOAT_ODD = 32, /* NaN of any payload, infinities; else finite */
       GEN_ALL = 63
};
struct gen_opts {
    unsigned flags;
    unsigned depth;   /* containers within containers; 0: one scalar */
    unsigned items;   /* about how many at most, all told */
    unsigned payload; /* longest payload, now and then; most are short */
};

/* One well-formed message, checked against cap: returns its length. What does not fit cap is replaced by nil, so cap must only be
 * at least 64. */
size_t gen_message(struct rng *r, const struct gen_opts *opts, uint8_t *out, size_t cap);

/* Changes bytes in place in one of many ways (flips, cuts, inserts, repeats, lies in counts); returns the new length, at most cap. */
size_t gen_mutate(struct rng *r, uint8_t *bytes, size_t len, size_t cap);

#endif

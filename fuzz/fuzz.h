/* SPDX-License-Identifier: MIT
 * What fuzz targets share.
 *
 * HOW TO write a target: put fuzz/fuzz_NAME.c here. It is found without being listed anywhere, and uses public headers alone:
 *
 *     #include "fuzz.h"
 *
 *     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
 *     {
 *         struct fuzz_in in = {data, size};
 *         unsigned flags = fuzz_byte(&in);        // options first, 0 where the input is too short
 *         ... in.ptr, in.len is the rest, the last byte of which ends the memory that may be read ...
 *         FUZZ_CHECK(what must be true);          // else says so and aborts
 *         return 0;
 *     }
 *
 * and its seeds into fuzz/seeds/NAME.txt, one a line in hex and "text". Then `./dev test fuzz` replays the seeds, every prefix of each
 * and each with one byte changed, and `./dev fuzz NAME 60` looks for more.
 */
#ifndef CINCH_FUZZ_H
#define CINCH_FUZZ_H

#include "cinch/cinch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says where and what, and aborts. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_failed(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_failed(const char *file, int line, const char *what);

struct fuzz_in {
    const uint8_t *ptr;
    size_t len;
};
uint8_t fuzz_byte(struct fuzz_in *in);
uint32_t fuzz_u16(struct fuzz_in *in);

/* How an input is cut into pieces: from seed, the same every time. Seed 0 is one piece, 1 single bytes. */
struct fuzz_cuts {
    uint64_t state;
    unsigned seed;
};
void fuzz_cuts_init(struct fuzz_cuts *c, unsigned seed);
size_t fuzz_piece(struct fuzz_cuts *c, size_t left); /* 1 .. left; 0 when nothing is left */

/* An error and where. */
struct fuzz_fault {
    cinch_error error;
    uint64_t pos;
};
#define FUZZ_SAME(got, want) fuzz_same(__FILE__, __LINE__, #got, got, want)
void fuzz_same(const char *file, int line, const char *who, struct fuzz_fault got, struct fuzz_fault want);
#define FUZZ_SAME_BYTES(a, a_len, b, b_len) FUZZ_CHECK((a_len) == (b_len) && ((a_len) == 0 || memcmp(a, b, a_len) == 0))

/* Flags and limits of reading: the first byte says which, the second how much. */
enum {
    FUZZ_OPTS_UTF8 = 1,
    FUZZ_OPTS_RAW_TIME = 2,
    FUZZ_OPTS_DEPTH = 4,
    FUZZ_OPTS_ITEMS = 8,
    FUZZ_OPTS_BYTES = 16,
    FUZZ_OPTS_KEY_LEN = 32
};
cinch_read_opts fuzz_read_opts(unsigned which, unsigned much);

/* One item with all below it, token by token in the smallest formats: what a tree writes, worked out without one. */
void fuzz_smallest(const void *msg, size_t len, uint32_t flags, cinch_writer *w);

#endif

/* SPDX-License-Identifier: MIT
 * What fuzz targets share: see fuzz.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

_Noreturn void fuzz_failed(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, what);
    abort();
}

void fuzz_same(const char *file, int line, const char *who, struct fuzz_fault got, struct fuzz_fault want)
{
    if (got.error == want.error && got.pos == want.pos) return;
    fprintf(stderr, "%s at %llu, but should be %s at %llu\n", cinch_error_name(got.error), (unsigned long long)got.pos,
            cinch_error_name(want.error), (unsigned long long)want.pos);
    fuzz_failed(file, line, who);
}

uint8_t fuzz_byte(struct fuzz_in *in)
{
    if (!in->len) return 0;
    in->len--;
    return *in->ptr++;
}

uint32_t fuzz_u16(struct fuzz_in *in)
{
    uint32_t high = fuzz_byte(in);
    return high << 8 | fuzz_byte(in);
}

void fuzz_cuts_init(struct fuzz_cuts *c, unsigned seed)
{
    c->seed = seed;
    c->state = seed * 0x9e3779b97f4a7c15u + 1;
}

size_t fuzz_piece(struct fuzz_cuts *c, size_t left)
{
    size_t n;
    if (c->seed == 0) return left;
    c->state ^= c->state << 13;
    c->state ^= c->state >> 7;
    c->state ^= c->state << 17;
    n = c->seed == 1 ? 1 : 1 + (size_t)(c->state % (c->seed < 64 ? 5 : c->seed));
    return n < left ? n : left;
}

cinch_read_opts fuzz_read_opts(unsigned which, unsigned much)
{
    cinch_read_opts opts = CINCH_ZERO;
    if (which & FUZZ_OPTS_UTF8) opts.flags |= CINCH_UTF8;
    if (which & FUZZ_OPTS_RAW_TIME) opts.flags |= CINCH_RAW_TIME;
    if (which & FUZZ_OPTS_DEPTH) opts.limits.depth = 1 + much % 16;
    if (which & FUZZ_OPTS_ITEMS) opts.limits.items = 1 + much % 64;
    if (which & FUZZ_OPTS_BYTES) opts.limits.bytes = 1 + much;
    if (which & FUZZ_OPTS_KEY_LEN) opts.limits.key_len = 1 + much % 32;
    return opts;
}

void fuzz_smallest(const void *msg, size_t len, uint32_t flags, cinch_writer *w)
{
    cinch_read_opts opts = CINCH_ZERO;
    cinch_reader r;
    uint64_t owed = 1;
    opts.flags = flags;
    cinch_reader_init_opts(&r, msg, len, &opts);
    for (; owed && !r.error; owed--) {
        cinch_token t = cinch_next(&r);
        if (t.type >= CINCH_ARRAY) owed += t.type == CINCH_MAP ? 2 * (uint64_t)t.len : t.len;
        t.format = 0;
        cinch_put_token(w, t);
    }
}

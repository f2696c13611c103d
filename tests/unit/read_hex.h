/* SPDX-License-Identifier: MIT
 * A reader on bytes given in hex, and its verdict: for tests that say one such line after the other.
 */
#ifndef CINCH_READ_HEX_H
#define CINCH_READ_HEX_H

#include "cinch/read.h"
#include "harness.h"
#include "support.h"

static uint8_t read_bytes[256];
static cinch_reader reader;

static inline cinch_reader *on_flags(const char *hex, uint32_t flags)
{
    cinch_read_opts opts = CINCH_ZERO;
    size_t len = hex_bytes(hex, read_bytes, sizeof read_bytes);
    CHECK(len <= sizeof read_bytes);
    opts.flags = flags;
    cinch_reader_init_opts(&reader, read_bytes, len, &opts);
    return &reader;
}

static inline cinch_reader *on(const char *hex)
{
    return on_flags(hex, 0);
}

static inline void expect_read(cinch_error error, uint64_t pos)
{
    cinch_diag diag;
    CHECK_ERR(cinch_reader_finish(&reader, &diag), error);
    CHECK_ERR(diag.error, error);
    CHECK_U64(diag.pos, pos);
}

static inline void expect_type(uint32_t expected, cinch_type got, uint64_t pos)
{
    cinch_diag diag;
    CHECK_ERR(cinch_reader_finish(&reader, &diag), CINCH_ERR_TYPE);
    CHECK_U64(diag.expected, expected);
    CHECK_U64(diag.got, got);
    CHECK_U64(diag.pos, pos);
}

#endif

/* SPDX-License-Identifier: MIT
 * A C++ program that writes a message, reads it back, and asks what is wrong with a bad one.
 */
#include <cstdio>
#include <cstring>

#include "cinch/cinch.h"

static bool round_trip()
{
    unsigned char buf[64];
    cinch_writer w;
    cinch_bin out;
    cinch_reader r;
    cinch_writer_init(&w, buf, sizeof buf);
    cinch_put_map(&w, 1);
    cinch_put_cstr(&w, "answer");
    cinch_put_u64(&w, 42);
    if (cinch_writer_finish(&w, &out, nullptr) != CINCH_OK) return false;
    cinch_reader_init(&r, out.ptr, out.len);
    bool good = cinch_get_map(&r) == 1 && cinch_str_is(cinch_get_str(&r), "answer") && cinch_get_u64(&r) == 42;
    return cinch_reader_finish(&r, nullptr) == CINCH_OK && good;
}

static bool finds_fault()
{
    static const unsigned char bad[] = {0x92, 0x01, 0xc1};
    cinch_read_opts opts = CINCH_ZERO;
    cinch_diag diag;
    return cinch_check(bad, sizeof bad, &opts, &diag) == CINCH_ERR_RESERVED && diag.pos == 2;
}

int main()
{
    bool ok = round_trip() && finds_fault() && cinch_version() == CINCH_VERSION;
    std::puts(ok ? "good" : "bad");
    return !ok;
}

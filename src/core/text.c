/* SPDX-License-Identifier: MIT
 * Strings into the caller's memory: keys among names, C strings.
 */
#include "get.h"
#include "skip.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

static bool text_is(cinch_str s, const char *name)
{
    size_t i = 0;
    while (i < s.len && name[i] && name[i] == s.ptr[i]) i++;
    return i == s.len && !name[i];
}

size_t cinch_get_key(cinch_reader *r, const char *const *names, size_t count)
{
    cinch_str s;
    size_t i;
    if (r->pos != r->end &&
        !((*r->pos & 0xe0) == CINCH_WIRE_FIXSTR || (*r->pos >= CINCH_WIRE_STR8 && *r->pos <= CINCH_WIRE_STR32))) {
        cinch_skip(r);
        return count;
    }
    s = cinch_get_str(r);
    if (r->error) return count;
    for (i = 0; i < count; i++)
        if (text_is(s, names[i])) return i;
    return count;
}

/* Moves 8 bytes; not 0 if one of them is 0. */
static inline uint64_t text_move8(char *to, const char *from)
{
    uint64_t v = cinchi_word64(from);
    memcpy(to, &v, 8);
    return (v - UINT64_C(0x0101010101010101)) & ~v & UINT64_C(0x8080808080808080);
}

/* Copies and tells whether a NUL was among the bytes. The last 32 go in moves that overlap, without a branch from 8 bytes on:
 * see cinchi_copy_short. */
static inline bool text_copy(char *to, const char *from, size_t len)
{
    uint64_t zero = 0;
    size_t second, third;
    if (CINCHI_SMALL || len < 8) {
        for (; len; len--) zero |= (*to++ = *from++) == 0;
        return zero != 0;
    }
    for (; len > 32; len -= 8) zero |= text_move8(to, from), to += 8, from += 8;
    second = len < 16 ? len - 8 : 8;
    third = len < 16 ? 0 : len - 16;
    zero |= text_move8(to, from) | text_move8(to + second, from + second) | text_move8(to + third, from + third);
    return (zero | text_move8(to + len - 8, from + len - 8)) != 0;
}

static CINCHI_NOINLINE size_t text_cstr_miss(cinch_reader *r, char *buf, size_t cap)
{
    const uint8_t *start = r->pos;
    cinch_str s = cinch_get_str(r);
    if (r->error || s.len >= cap || text_copy(buf, s.ptr, s.len)) {
        if (cap) buf[0] = 0;
        cinchi_get_fail(r, start, s.len >= cap ? CINCH_ERR_ROOM : CINCH_ERR_VALUE);
        return 0;
    }
    buf[s.len] = 0;
    return s.len;
}

/* Strings of up to 255 bytes here, without a call, and so without saving registers. */
size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap)
{
    const uint8_t *p = r->pos;
    size_t left = (size_t)(r->end - p), head = 1, len;
    if (CINCHI_SMALL || left < 2 || r->flags & CINCH_UTF8) return text_cstr_miss(r, buf, cap);
    if ((*p & 0xe0) == CINCH_WIRE_FIXSTR) {
        len = *p & 31;
    } else {
        if (*p != CINCH_WIRE_STR8) return text_cstr_miss(r, buf, cap);
        len = p[1];
        head = 2;
    }
    if (left - head < len || cap <= len || text_copy(buf, (const char *)p + head, len)) return text_cstr_miss(r, buf, cap);
    buf[len] = 0;
    r->pos = p + head + len;
    return len;
}

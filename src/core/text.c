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

#define TEXT_TOPS UINT64_C(0x8080808080808080)

/* Top bits of v's bytes, of which the lowest that is set marks a byte that is 0; other bits mean nothing. */
static inline uint64_t text_zeros(uint64_t v)
{
    return (v - UINT64_C(0x0101010101010101)) & ~v;
}

static inline uint64_t text_move8(char *to, const char *from)
{
    uint64_t v = cinchi_word64(from);
    memcpy(to, &v, 8);
    return text_zeros(v);
}

/* Copies at most 32 bytes and tells whether a NUL was among them, in moves that overlap, without a branch from 8 bytes on: see
 * cinchi_copy_short. */
static inline bool text_copy_short(char *to, const char *from, size_t len)
{
    uint64_t zeros;
    if (len >= 8) {
        size_t second = len < 16 ? len - 8 : 8, third = len < 16 ? 0 : len - 16;
        zeros = text_move8(to, from) | text_move8(to + second, from + second);
        zeros |= text_move8(to + third, from + third) | text_move8(to + len - 8, from + len - 8);
    } else if (len >= 4) {
        uint32_t first, last;
        memcpy(&first, from, 4);
        memcpy(&last, from + len - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + len - 4, &last, 4);
        zeros = text_zeros((uint64_t)first << 32 | last);
    } else {
        if (len == 0) return false;
        char first = from[0], middle = from[len / 2], last = from[len - 1];
        to[0] = first;
        to[len / 2] = middle;
        to[len - 1] = last;
        return !first || !middle || !last;
    }
    return (zeros & TEXT_TOPS) != 0;
}

/* The same for any length. */
static bool text_copy(char *to, const char *from, size_t len)
{
    uint64_t zeros = 0;
    if (CINCHI_SMALL) {
        for (; len; len--) zeros |= (*to++ = *from++) == 0;
        return zeros != 0;
    }
    for (; len > 32; len -= 8, to += 8, from += 8) zeros |= text_move8(to, from) & TEXT_TOPS;
    return text_copy_short(to, from, len) || zeros != 0;
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

/* Short strings here, without a call and so without registers to save. */
size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap)
{
    const uint8_t *p = r->pos;
    size_t left = (size_t)(r->end - p), len;
    if (CINCHI_SMALL || left == 0 || (*p & 0xe0) != CINCH_WIRE_FIXSTR || r->flags & CINCH_UTF8)
        return text_cstr_miss(r, buf, cap);
    len = *p & 31;
    if (left <= len || cap <= len || text_copy_short(buf, (const char *)p + 1, len)) return text_cstr_miss(r, buf, cap);
    buf[len] = 0;
    r->pos = p + 1 + len;
    return len;
}

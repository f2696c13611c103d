/* SPDX-License-Identifier: MIT
 * Strings into the caller's memory: keys among names, C strings.
 */
#include "get.h"
#include "skip.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"
#include "../kern/move.h"

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

/* Copies at most 32 bytes and tells whether a NUL was among them, in moves that overlap: see cinchi_copy_short. */
static inline bool text_copy_short(char *to, const char *from, size_t len)
{
    uint32_t first, last;
    if (len >= 16) return (cinchi_move16(to, from) | cinchi_move16(to + len - 16, from + len - 16)) != 0;
    if (len >= 8) return (cinchi_move8(to, from) | cinchi_move8(to + len - 8, from + len - 8)) != 0;
    if (len >= 4) {
        memcpy(&first, from, 4);
        memcpy(&last, from + len - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + len - 4, &last, 4);
        return cinchi_nul8((uint64_t)first << 32 | last) != 0;
    }
    if (len == 0) return false;
    char one = from[0], middle = from[len / 2], end = from[len - 1];
    to[0] = one;
    to[len / 2] = middle;
    to[len - 1] = end;
    return !one || !middle || !end;
}

/* The same for any length. */
static inline bool text_copy(char *to, const char *from, size_t len)
{
    uint64_t zeros = 0;
    if (CINCHI_SMALL) {
        for (; len; len--) zeros |= (*to++ = *from++) == 0;
        return zeros != 0;
    }
    for (; len > 32; len -= 16, to += 16, from += 16) zeros |= cinchi_move16(to, from);
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

/* Strings of up to 255 bytes here, without a call and so without registers to save. */
size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap)
{
    const uint8_t *p = r->pos;
    size_t left = (size_t)(r->end - p), len, head = 1;
    if (CINCHI_SMALL || left < 2 || r->flags & CINCH_UTF8) return text_cstr_miss(r, buf, cap);
    len = *p ^ CINCH_WIRE_FIXSTR;
    if (len < 32) {
        if (left <= len || cap <= len || text_copy_short(buf, (const char *)p + 1, len)) return text_cstr_miss(r, buf, cap);
    } else {
        len = p[1];
        head = 2;
        if (*p != CINCH_WIRE_STR8 || left - 2 < len || cap <= len || text_copy(buf, (const char *)p + 2, len))
            return text_cstr_miss(r, buf, cap);
    }
    buf[len] = 0;
    r->pos = p + head + len;
    return len;
}

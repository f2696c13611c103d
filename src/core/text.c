/* SPDX-License-Identifier: MIT
 * Strings into the caller's memory: keys among names, C strings.
 */
#include "get.h"
#include "skip.h"
#include "cinch/wire.h"

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

size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap)
{
    const uint8_t *start = r->pos;
    cinch_str s = cinch_get_str(r);
    if (cap) buf[0] = 0;
    if (r->error) return 0;
    if (s.len >= cap || (s.len && memchr(s.ptr, 0, s.len))) {
        cinchi_get_fail(r, start, s.len >= cap ? CINCH_ERR_ROOM : CINCH_ERR_VALUE);
        return 0;
    }
    memcpy(buf, s.ptr, s.len);
    buf[s.len] = 0;
    return s.len;
}

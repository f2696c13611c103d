/* SPDX-License-Identifier: MIT
 * The gets: the misses of inline.h, and what is not inline at all.
 */
#include "get.h"
#include "item.h"
#include "cinch/wire.h"
#include "../base/compiler.h"

CINCHI_COLD void cinchi_get_doomed(cinch_reader *r, const uint8_t *after)
{
    const uint8_t *at;
    cinch_error e = cinchi_item_run(after, r->end, UINT64_MAX, r->flags, &at);
    cinchi_get_fail(r, at, e);
}

bool cinchi_get_item(cinch_reader *r, uint32_t expected, cinch_token *t, const uint8_t **next)
{
    cinch_error e;
    if (r->error) return false;
    e = cinchi_item(r->pos, r->end, t, next);
    if (!e && expected & CINCH_BIT(t->type)) return true;
    if (!e) r->expected = (uint16_t)expected;
    cinchi_get_fail(r, r->pos, e ? e : CINCH_ERR_TYPE);
    return false;
}

cinch_token cinchi_next(cinch_reader *r)
{
    static const cinch_token none = {CINCH_NONE, 0, 0, 0, 0, {0}};
    cinch_token t;
    const uint8_t *next;
    cinch_error e;
    if (r->error) return none;
    e = cinchi_item(r->pos, r->end, &t, &next);
    if (!e) e = cinchi_item_judge(&t, r->flags);
    if (e) {
        cinchi_get_fail(r, r->pos, e);
        return none;
    }
    if (t.type >= CINCH_ARRAY && !cinchi_get_count_fits(r, &t, next)) {
        cinchi_get_doomed(r, next);
        return none;
    }
    r->pos = next;
    return t;
}

cinch_token cinch_peek(const cinch_reader *r)
{
    cinch_reader ahead = *r;
    return cinchi_next(&ahead);
}

bool cinch_skip_nil(cinch_reader *r)
{
    if (r->pos == r->end || *r->pos != CINCH_WIRE_NIL) return false;
    r->pos++;
    return true;
}

void cinchi_get_nil(cinch_reader *r)
{
    cinch_token t;
    const uint8_t *next;
    if (cinchi_get_item(r, CINCH_BIT(CINCH_NIL), &t, &next)) r->pos = next;
}

bool cinchi_get_bool(cinch_reader *r)
{
    cinch_token t;
    const uint8_t *next;
    if (!cinchi_get_item(r, CINCH_BIT(CINCH_BOOL), &t, &next)) return false;
    r->pos = next;
    return t.as.b;
}

/* Negative is RANGE and not TYPE: an integer it is. */
uint64_t cinch_get_u64_max(cinch_reader *r, uint64_t max)
{
    cinch_token t;
    const uint8_t *next;
    if (!cinchi_get_item(r, CINCHI_INTEGERS, &t, &next)) return 0;
    if (t.type == CINCH_I64 || t.as.u64 > max) {
        cinchi_get_fail(r, r->pos, CINCH_ERR_RANGE);
        return 0;
    }
    r->pos = next;
    return t.as.u64;
}

/* Integers of 8 to 64 bits come without a token and without a branch on their width, where 9 bytes may be read. */
uint64_t cinchi_get_u64(cinch_reader *r)
{
    const uint8_t *p = r->pos;
    unsigned size = !CINCHI_SMALL && r->end - p >= 9 ? (unsigned)*p - CINCH_WIRE_U8 : 4;
    if (size < 4) {
        size = 1u << size;
        r->pos = p + 1 + size;
        return cinchi_load64(p + 1) >> (64 - 8 * size);
    }
    return cinch_get_u64_max(r, UINT64_MAX);
}

int64_t cinch_get_i64_in(cinch_reader *r, int64_t min, int64_t max)
{
    cinch_token t;
    const uint8_t *next;
    int64_t v;
    if (!cinchi_get_item(r, CINCHI_INTEGERS, &t, &next)) return 0;
    if (cinchi_get_i64_of(&t, &v) || v < min || v > max) {
        cinchi_get_fail(r, r->pos, CINCH_ERR_RANGE);
        return 0;
    }
    r->pos = next;
    return v;
}

int64_t cinchi_get_i64(cinch_reader *r)
{
    const uint8_t *p = r->pos;
    unsigned format = !CINCHI_SMALL && r->end - p >= 9 ? (unsigned)*p - CINCH_WIRE_U8 : 8;
    if (format < 8) {
        unsigned size = 1u << (format & 3), shift = 64 - 8 * size;
        uint64_t sign = (uint64_t)(format >> 2) << (63 - shift), v = cinchi_load64(p + 1) >> shift;
        if (sign || v <= INT64_MAX) {
            r->pos = p + 1 + size;
            return (int64_t)((v ^ sign) - sign);
        }
    }
    return cinch_get_i64_in(r, INT64_MIN, INT64_MAX);
}

double cinchi_get_f64(cinch_reader *r)
{
    cinch_token t;
    const uint8_t *next;
    double v = 0;
    cinch_error e;
    if (!cinchi_get_item(r, CINCHI_NUMBERS, &t, &next)) return 0;
    e = cinchi_get_f64_of(&t, &v);
    if (e) {
        cinchi_get_fail(r, r->pos, e);
        return 0;
    }
    r->pos = next;
    return v;
}

float cinch_get_f32(cinch_reader *r)
{
    cinch_token t;
    const uint8_t *next;
    float v = 0;
    cinch_error e;
    if (!cinchi_get_item(r, CINCHI_NUMBERS, &t, &next)) return 0;
    e = cinchi_get_f32_of(&t, &v);
    if (e) {
        cinchi_get_fail(r, r->pos, e);
        return 0;
    }
    r->pos = next;
    return v;
}

cinch_str cinchi_get_str(cinch_reader *r)
{
    const uint8_t *p = r->pos;
    cinch_str s = {"", 0};
    cinch_token t;
    const uint8_t *next;
    cinch_error e;
    if (!CINCHI_SMALL && r->end - p >= 2 && *p == CINCH_WIRE_STR8 && !(r->flags & CINCH_UTF8) &&
        (size_t)(r->end - p) - 2 >= p[1]) {
        s.ptr = (const char *)p + 2;
        s.len = p[1];
        r->pos = p + 2 + s.len;
        return s;
    }
    if (!cinchi_get_item(r, CINCH_BIT(CINCH_STR), &t, &next)) return s;
    e = cinchi_item_judge(&t, r->flags);
    if (e) {
        cinchi_get_fail(r, r->pos, e);
        return s;
    }
    r->pos = next;
    s.ptr = t.as.str;
    s.len = t.len;
    return s;
}

/* Old producers knew raw only, so a str asked for as bin is not judged as text. */
cinch_bin cinch_get_bin(cinch_reader *r)
{
    cinch_bin b = {(const uint8_t *)"", 0};
    cinch_token t;
    const uint8_t *next;
    uint32_t expected = CINCH_BIT(CINCH_BIN) | (r->flags & CINCH_BIN_FROM_STR ? CINCH_BIT(CINCH_STR) : 0);
    if (!cinchi_get_item(r, expected, &t, &next)) return b;
    r->pos = next;
    b.ptr = t.as.ptr;
    b.len = t.len;
    return b;
}

cinch_ext cinch_get_ext(cinch_reader *r)
{
    cinch_ext x = {(const uint8_t *)"", 0, 0};
    cinch_token t;
    const uint8_t *next;
    if (!cinchi_get_item(r, CINCH_BIT(CINCH_EXT), &t, &next)) return x;
    r->pos = next;
    x.ptr = t.as.ptr;
    x.len = t.len;
    x.type = t.ext;
    return x;
}

/* An ext of another type is TYPE. */
cinch_time cinch_get_time(cinch_reader *r)
{
    cinch_time time = {0, 0};
    cinch_token t;
    const uint8_t *next;
    if (r->error) return time;
    if (cinchi_item(r->pos, r->end, &t, &next) || t.type != CINCH_EXT || t.ext != CINCH_EXT_TIME) {
        if (cinchi_get_item(r, CINCH_BIT(CINCH_TIME), &t, &next)) r->pos = next;
        return time;
    }
    if (cinchi_item_time(t.as.ptr, t.len, &time))
        r->pos = next;
    else
        cinchi_get_fail(r, r->pos, CINCH_ERR_TIME);
    return time;
}

uint32_t cinchi_get_count(cinch_reader *r, uint8_t fix)
{
    cinch_token t;
    const uint8_t *next;
    if (!cinchi_get_item(r, fix == CINCH_WIRE_FIXMAP ? CINCH_BIT(CINCH_MAP) : CINCH_BIT(CINCH_ARRAY), &t, &next)) return 0;
    if (!cinchi_get_count_fits(r, &t, next)) {
        cinchi_get_doomed(r, next);
        return 0;
    }
    r->pos = next;
    return t.len;
}

void cinch_get_array_of(cinch_reader *r, uint32_t count)
{
    cinch_token t;
    const uint8_t *next;
    if (!cinchi_get_item(r, CINCH_BIT(CINCH_ARRAY), &t, &next)) return;
    if (t.len != count)
        cinchi_get_fail(r, r->pos, CINCH_ERR_LENGTH);
    else if (!cinchi_get_count_fits(r, &t, next))
        cinchi_get_doomed(r, next);
    else
        r->pos = next;
}

/* SPDX-License-Identifier: MIT
 * The quick way through what most messages are made of: short plain strings, integers, finite doubles, small containers. Where it
 * reads and writes is in registers, room is asked for once an item, and whatever is unusual (an escape, a key that is no str,
 * the end of input or room) it leaves as if not seen to the loop that knows everything (json_write.c).
 */
#include "json_write.h"
#include "cinch/inline.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"
#include "../base/num.h"
#include "../kern/block.h"

enum {
    QUICK_IN = 2 * CINCHI_BLOCK + 16, /* bytes that one item's quick way may look at, a key before it included: twice this */
    QUICK_OUT = 2 * (2 * CINCHI_BLOCK + 8) + CINCHI_FLOAT_TEXT /* and bytes that it may write */
};

/* len bytes of plain ASCII, at most two blocks, to o. False: they are something else. */
static CINCHI_ALWAYS_INLINE bool quick_plain(uint8_t *o, const uint8_t *p, unsigned len)
{
    cinchi_block b = cinchi_block_load(p);
    cinchi_block_mask odd = cinchi_block_odd(b);
    cinchi_block_store(o, b);
    if (len > CINCHI_BLOCK) {
        cinchi_block c = cinchi_block_load(p + CINCHI_BLOCK);
        cinchi_block_mask more = cinchi_block_odd(c);
        cinchi_block_store(o + CINCHI_BLOCK, c);
        return !odd && len <= 2 * CINCHI_BLOCK && !cinchi_block_below(more, len - CINCHI_BLOCK);
    }
    return !cinchi_block_below(odd, len);
}

/* In quotes and with a comma, of any length; both ends have a block more room than that. */
static CINCHI_NOINLINE uint8_t *quick_long(uint8_t *o, const uint8_t *p, size_t len)
{
    *o++ = '"';
    for (;;) {
        cinchi_block b = cinchi_block_load(p);
        cinchi_block_mask odd = cinchi_block_odd(b);
        size_t n = len < CINCHI_BLOCK ? len : CINCHI_BLOCK;
        cinchi_block_store(o, b);
        if (cinchi_block_below(odd, (unsigned)n)) return NULL;
        o += n;
        p += n;
        len -= n;
        if (!len) break;
    }
    memcpy(o, "\",", 2);
    return o + 2;
}

typedef struct quick_at {
    const uint8_t *p; /* NULL: unusual */
    uint8_t *o;
} quick_at;

/* A short str, and behind its quotes a comma or colon: two bytes in one store. */
static CINCHI_ALWAYS_INLINE quick_at quick_str(const uint8_t *p, uint8_t *o, const char *after)
{
    unsigned len = *p & 31u;
    if (CINCHI_UNLIKELY(!quick_plain(o + 1, p + 1, len))) return (quick_at){NULL, o};
    *o++ = '"';
    memcpy(o + len, after, 2);
    return (quick_at){p + 1 + len, o + len + 2};
}

/* uint 8 to 64. Widths by arithmetic: real data mixes them. */
static CINCHI_NOINLINE quick_at quick_unsigned(const uint8_t *p, uint8_t *o)
{
    unsigned bits = 8u << (*p & 3);
    o += cinchi_num_put_u64((char *)o, cinchi_load64(p + 1) >> (64 - bits));
    *o = ',';
    return (quick_at){p + 1 + bits / 8, o + 1};
}

/* A literal or a str 8. */
static CINCHI_NOINLINE quick_at quick_other(const uint8_t *p, uint8_t *o, const uint8_t *end, const uint8_t *room)
{
    quick_at r = {NULL, o};
    switch (*p) {
    case CINCH_WIRE_NIL: memcpy(o, "null,", 5); return (quick_at){p + 1, o + 5};
    case CINCH_WIRE_FALSE: memcpy(o, "false,", 6); return (quick_at){p + 1, o + 6};
    case CINCH_WIRE_TRUE: memcpy(o, "true,", 5); return (quick_at){p + 1, o + 5};
    case CINCH_WIRE_STR8:
        if (end - p < 2 + p[1] + CINCHI_BLOCK || room - o < 3 + p[1] + CINCHI_BLOCK) return r;
        r.o = quick_long(o, p + 2, p[1]);
        r.p = r.o ? p + 2 + p[1] : NULL;
        return r;
    default: return r;
    }
}

static CINCHI_ALWAYS_INLINE quick_at quick_double(const uint8_t *p, uint8_t *o)
{
    uint64_t bits = cinchi_load64(p + 1);
    double v;
    memcpy(&v, &bits, 8);
    if (CINCHI_UNLIKELY((bits >> 52 & 0x7ff) == 0x7ff)) return (quick_at){NULL, o};
    o += cinchi_num_put_f64((char *)o, v);
    *o = ',';
    return (quick_at){p + 9, o + 1};
}

/* A scalar from fixstr on, and a comma. */
static CINCHI_ALWAYS_INLINE quick_at quick_scalar(const uint8_t *p, uint8_t *o, const uint8_t *end, const uint8_t *room)
{
    if (*p >= CINCH_WIRE_U8 && *p <= CINCH_WIRE_U64) return quick_unsigned(p, o);
    if (*p == CINCH_WIRE_F64) return quick_double(p, o);
    return quick_other(p, o, end, room);
}

static CINCHI_ALWAYS_INLINE quick_at quick_fixint(const uint8_t *p, uint8_t *o)
{
    if (*p < 10) {
        o[0] = (uint8_t)('0' + *p);
        o[1] = ',';
        return (quick_at){p + 1, o + 2};
    }
    o += cinchi_num_put_u64((char *)o, *p);
    *o = ',';
    return (quick_at){p + 1, o + 1};
}

/* Into a container of items at p, which is inside lv with left more in it. */
static CINCHI_ALWAYS_INLINE cinchi_write_level *quick_open(cinchi_write_level *lv, uint32_t left, uint32_t items,
                                                           cinchi_write_kind kind)
{
    lv->left = left - 1;
    lv++;
    lv->count = items;
    lv->kind = (uint8_t)kind;
    lv->step = CINCHI_STEP_PAIR;
    lv->others = false;
    return lv;
}

/* The state is in registers and the labels are its states, hence one function. A comma follows every item, and the bracket that ends a
 * container takes the place of the last one. Arrays and maps have code of their own because they are predicted apart. */
cinchi_write_level *cinchi_json_write_quick(cinchi_write_job *j, cinchi_write_level *lv)
{
    const uint8_t *p = j->r.pos, *const end = j->r.end, *fence, *from;
    uint8_t *o = j->e.pos, *wall, *start;
    uint32_t left = lv->left, items;
    quick_at r;

    if (end - p < 2 * QUICK_IN || j->e.end - o < QUICK_OUT || lv->kind == CINCHI_WRITE_DOC || lv->others || !lv->count)
        return lv;
    fence = end - 2 * QUICK_IN;
    wall = j->e.end - QUICK_OUT;
    j->top = j->levels + j->level_cap - 1;
    *o = ',';
    o += left != lv->count;
    if (lv->kind == CINCHI_WRITE_MAP) goto map;

array:
    from = p;
    start = o;
    if (CINCHI_UNLIKELY(p > fence) || CINCHI_UNLIKELY(o > wall)) goto stop;
    if (left == 0) {
        o[-1] = ']';
        goto close;
    }
    if (*p == CINCH_WIRE_F64)
        r = quick_double(p, o);
    else if (*p <= CINCH_WIRE_FIXINT_MAX)
        r = quick_fixint(p, o);
    else if (*p < CINCH_WIRE_FIXARRAY)
        goto open_map;
    else if (*p < CINCH_WIRE_FIXSTR)
        goto open_array;
    else if (*p < CINCH_WIRE_NIL)
        r = quick_str(p, o, "\",");
    else
        r = quick_scalar(p, o, end, j->e.end);
    if (CINCHI_UNLIKELY(!r.p)) goto odd;
    p = r.p;
    o = r.o;
    left--;
    goto array;

map:
    from = p;
    start = o;
    if (CINCHI_UNLIKELY(p > fence) || CINCHI_UNLIKELY(o > wall)) goto stop;
    if (left == 0) {
        o[-1] = '}';
        goto close;
    }
    if (CINCHI_UNLIKELY((*p & 0xe0) != CINCH_WIRE_FIXSTR)) goto stop;
    r = quick_str(p, o, "\":");
    if (CINCHI_UNLIKELY(!r.p)) goto stop;
    p = r.p;
    o = r.o;
    if ((*p & 0xe0) == CINCH_WIRE_FIXSTR)
        r = quick_str(p, o, "\",");
    else if (*p <= CINCH_WIRE_FIXINT_MAX)
        r = quick_fixint(p, o);
    else if (*p < CINCH_WIRE_FIXARRAY)
        goto open_map;
    else if (*p < CINCH_WIRE_FIXSTR)
        goto open_array;
    else
        r = quick_scalar(p, o, end, j->e.end);
    if (CINCHI_UNLIKELY(!r.p)) goto odd;
    p = r.p;
    o = r.o;
    left--;
    goto map;

open_array:
    items = *p++ & 15u;
long_array:
    if (CINCHI_UNLIKELY(lv == j->top || items > (size_t)(end - p))) goto stop; /* it claims more than there is */
    if (CINCHI_UNLIKELY(!items)) {
        memcpy(o, "[],", 3);
        goto empty;
    }
    lv = quick_open(lv, left, items, CINCHI_WRITE_ARRAY);
    left = items;
    *o++ = '[';
    goto array;

open_map:
    items = *p++ & 15u;
long_map:
    if (CINCHI_UNLIKELY(lv == j->top || items > (size_t)(end - p) / 2)) goto stop;
    if (CINCHI_UNLIKELY(!items)) {
        memcpy(o, "{},", 3);
        goto empty;
    }
    lv = quick_open(lv, left, items, CINCHI_WRITE_MAP);
    left = items;
    *o++ = '{';
    goto map;

empty:
    o += 3;
    left--;
    if (lv->kind == CINCHI_WRITE_MAP) goto map;
    goto array;

close:
    lv--;
    left = lv->left;
    *o++ = ',';
    if (lv->kind == CINCHI_WRITE_ARRAY) goto array;
    if (CINCHI_LIKELY(lv->kind == CINCHI_WRITE_MAP && !lv->others)) goto map;
    from = p;
    start = o;
    goto stop;

odd: /* p is at a value that is none of the usual ones */
    if (*p == CINCH_WIRE_ARRAY16 || *p == CINCH_WIRE_MAP16) {
        bool array = *p == CINCH_WIRE_ARRAY16;
        items = cinchi_load16(p + 1);
        p += 3;
        if (array) goto long_array;
        goto long_map;
    }

stop:
    lv->left = left;
    j->r.pos = from;
    j->e.pos = start - (left != lv->count);
    return lv;
}

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

/* len bytes of plain ASCII in quotes, len at most two blocks. Returns the end of the text, or NULL. */
static CINCHI_ALWAYS_INLINE uint8_t *quick_plain(uint8_t *o, const uint8_t *p, unsigned len)
{
    cinchi_block b = cinchi_block_load(p);
    cinchi_block_mask odd = cinchi_block_special(b) | cinchi_block_high(b);
    cinchi_block_store(o + 1, b);
    o[0] = '"';
    if (len > CINCHI_BLOCK) {
        cinchi_block c = cinchi_block_load(p + CINCHI_BLOCK);
        cinchi_block_mask more = cinchi_block_special(c) | cinchi_block_high(c);
        cinchi_block_store(o + 1 + CINCHI_BLOCK, c);
        if (odd || cinchi_block_below(more, len - CINCHI_BLOCK)) return NULL;
    } else if (cinchi_block_below(odd, len)) {
        return NULL;
    }
    o[1 + len] = '"';
    return o + len + 2;
}

/* The same for any len; both ends have a block more room than that. */
static CINCHI_NOINLINE uint8_t *quick_long(uint8_t *o, const uint8_t *p, size_t len)
{
    *o++ = '"';
    for (;;) {
        cinchi_block b = cinchi_block_load(p);
        cinchi_block_mask odd = cinchi_block_special(b) | cinchi_block_high(b);
        size_t n = len < CINCHI_BLOCK ? len : CINCHI_BLOCK;
        cinchi_block_store(o, b);
        if (cinchi_block_below(odd, (unsigned)n)) return NULL;
        o += n;
        p += n;
        len -= n;
        if (!len) break;
    }
    *o++ = '"';
    return o;
}

typedef struct quick_at {
    const uint8_t *p; /* NULL: unusual */
    uint8_t *o;
} quick_at;

static CINCHI_ALWAYS_INLINE quick_at quick_str(const uint8_t *p, uint8_t *o)
{
    unsigned len = *p & 31u;
    quick_at r;
    r.o = CINCHI_LIKELY(len <= 2 * CINCHI_BLOCK) ? quick_plain(o, p + 1, len) : NULL;
    r.p = CINCHI_LIKELY(r.o != NULL) ? p + 1 + len : NULL;
    return r;
}

/* A number of n bytes behind the first, or a str 8. */
static CINCHI_NOINLINE quick_at quick_other(const uint8_t *p, uint8_t *o, const uint8_t *end, const uint8_t *room)
{
    quick_at r = {NULL, o};
    switch (*p) {
    case CINCH_WIRE_NIL: memcpy(o, "null", 4); return (quick_at){p + 1, o + 4};
    case CINCH_WIRE_FALSE: memcpy(o, "false", 5); return (quick_at){p + 1, o + 5};
    case CINCH_WIRE_TRUE: memcpy(o, "true", 4); return (quick_at){p + 1, o + 4};
    case CINCH_WIRE_U8: return (quick_at){p + 2, o + cinchi_num_put_u64((char *)o, p[1])};
    case CINCH_WIRE_U16: return (quick_at){p + 3, o + cinchi_num_put_u64((char *)o, cinchi_load16(p + 1))};
    case CINCH_WIRE_U32: return (quick_at){p + 5, o + cinchi_num_put_u64((char *)o, cinchi_load32(p + 1))};
    case CINCH_WIRE_U64: return (quick_at){p + 9, o + cinchi_num_put_u64((char *)o, cinchi_load64(p + 1))};
    case CINCH_WIRE_STR8:
        if (end - p < 2 + p[1] + CINCHI_BLOCK || room - o < 2 + p[1] + CINCHI_BLOCK) return r;
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
    return (quick_at){p + 9, o + cinchi_num_put_f64((char *)o, v)};
}

static CINCHI_ALWAYS_INLINE quick_at quick_scalar(const uint8_t *p, uint8_t *o, const uint8_t *end, const uint8_t *room)
{
    if ((*p & 0xe0) == CINCH_WIRE_FIXSTR) return quick_str(p, o);
    if (*p < 10) {
        *o = (uint8_t)('0' + *p);
        return (quick_at){p + 1, o + 1};
    }
    if (*p == CINCH_WIRE_F64) return quick_double(p, o);
    if (*p < 128) return (quick_at){p + 1, o + cinchi_num_put_u64((char *)o, *p)};
    return quick_other(p, o, end, room);
}

/* The head of a container at p, unless it claims more than there is: its count, and in *body where its items begin. */
static CINCHI_ALWAYS_INLINE bool quick_open(cinchi_write_level *lv, const uint8_t **p, const uint8_t *end)
{
    uint8_t b = **p;
    bool map = b < CINCH_WIRE_FIXARRAY || b == CINCH_WIRE_MAP16;
    lv->left = b < CINCH_WIRE_FIXSTR ? b & 15u : cinchi_load16(*p + 1);
    *p += b < CINCH_WIRE_FIXSTR ? 1 : 3;
    lv->count = lv->left;
    lv->kind = map ? CINCHI_WRITE_MAP : CINCHI_WRITE_ARRAY;
    lv->step = CINCHI_STEP_PAIR;
    lv->others = false;
    return lv->left <= (size_t)(end - *p) >> map;
}

static CINCHI_ALWAYS_INLINE bool is_container(uint8_t b)
{
    return (uint8_t)(b - CINCH_WIRE_FIXMAP) < 32 || b == CINCH_WIRE_ARRAY16 || b == CINCH_WIRE_MAP16;
}

cinchi_write_level *cinchi_json_write_quick(cinchi_write_job *j, cinchi_write_level *lv)
{
    const uint8_t *p = j->r.pos, *end = j->r.end, *from;
    const cinchi_write_level *top = j->levels + j->level_cap - 1;
    uint8_t *o = j->e.pos, *room = j->e.end, *start;
    uint32_t left = lv->left, count = lv->count;
    bool map = lv->kind == CINCHI_WRITE_MAP;
    quick_at r;

    while (!lv->others && lv->kind != CINCHI_WRITE_DOC && end - p >= 2 * QUICK_IN && room - o >= QUICK_OUT) {
        start = o;
        from = p;
        if (left == 0) {
            *o++ = map ? '}' : ']';
            lv--;
            left = lv->left;
            count = lv->count;
            map = lv->kind == CINCHI_WRITE_MAP;
            continue;
        }
        *o = ',';
        o += left != count;
        if (map) {
            if (CINCHI_UNLIKELY((*p & 0xe0) != CINCH_WIRE_FIXSTR)) goto unusual;
            r = quick_str(p, o);
            if (CINCHI_UNLIKELY(!r.p)) goto unusual;
            p = r.p;
            o = r.o;
            *o++ = ':';
        }
        if (is_container(*p)) {
            if (CINCHI_UNLIKELY(lv == top)) goto unusual;
            lv->left = left - 1;
            lv++;
            if (CINCHI_UNLIKELY(!quick_open(lv, &p, end))) {
                lv--;
                goto unusual;
            }
            left = count = lv->left;
            map = lv->kind == CINCHI_WRITE_MAP;
            *o++ = map ? '{' : '[';
            continue;
        }
        r = quick_scalar(p, o, end, room);
        if (CINCHI_UNLIKELY(!r.p)) goto unusual;
        p = r.p;
        o = r.o;
        left--;
    }
    start = o;
    from = p;
unusual:
    lv->left = left;
    j->r.pos = from;
    j->e.pos = start;
    return lv;
}

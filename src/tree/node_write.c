/* SPDX-License-Identifier: MIT
 * A tree back to bytes. Children lie in the order they are written in, pairs included, so that a container is a run of nodes. Where
 * the writer has room for the longest of the short items, they are stored at once; all else is a token for the writer.
 */
#include "node.h"
#include "cinch/wire.h"
#include "../core/put.h"

enum { WRITE_ROOM = 33 }; /* of the longest fixstr, and a store of eight bytes anywhere in it */

struct write_run {
    const cinch_node *next, *last;
};

/* Up to 31 bytes, by moves that overlap instead of a call. */
static CINCHI_ALWAYS_INLINE void write_short(uint8_t *out, const uint8_t *p, size_t len)
{
    uint64_t a, b;
    if (len >= 16) {
        memcpy(&a, p + len - 16, 8);
        memcpy(&b, p + len - 8, 8);
        memcpy(out, p, 16);
        memcpy(out + len - 16, &a, 8);
        memcpy(out + len - 8, &b, 8);
    } else if (len >= 8) {
        memcpy(&a, p, 8);
        memcpy(&b, p + len - 8, 8);
        memcpy(out, &a, 8);
        memcpy(out + len - 8, &b, 8);
    } else if (len >= 4) {
        uint32_t x, y;
        memcpy(&x, p, 4);
        memcpy(&y, p + len - 4, 4);
        memcpy(out, &x, 4);
        memcpy(out + len - 4, &y, 4);
    } else if (len) {
        out[0] = p[0];
        out[len / 2] = p[len / 2];
        out[len - 1] = p[len - 1];
    }
}

/* An integer that is no positive fixint. */
static CINCHI_ALWAYS_INLINE uint8_t *write_wide(uint8_t *p, uint64_t v, bool negative)
{
    uint64_t magnitude = negative ? ~v << 1 : v; /* one bit more, for the sign */
    unsigned log2 = magnitude <= UINT8_MAX ? 0 : magnitude <= UINT16_MAX ? 1 : magnitude <= UINT32_MAX ? 2 : 3;
    if (negative && v >= (uint64_t)-32) {
        *p = (uint8_t)v;
        return p + 1;
    }
    *p = (uint8_t)((negative ? CINCH_WIRE_I8 : CINCH_WIRE_U8) + log2);
    cinchi_store64(p + 1, v << (64 - (8u << log2)));
    return p + 1 + ((size_t)1 << log2);
}

/* Whatever the loop does not store itself. NONE: no value. */
static CINCHI_NOINLINE void write_token(const cinch_node *n, cinch_writer *w)
{
    cinch_token t;
    cinchi_node_token(n, &t);
    cinch_put_token(w, t);
}

/* Longer than a function should be, so that position and room stay in registers. */
static void write_run(const cinch_node *n, cinch_writer *w)
{
    struct write_run runs[CINCHI_TREE_DEPTH], *run = runs;
    const cinch_node *next = n, *last = n + 1;
    uint8_t *p = w->pos, *end = w->end;
    for (;;) {
        while (next == last) {
            if (run == runs) {
                w->pos = p;
                return;
            }
            run--;
            next = run->next;
            last = run->last;
        }
        n = next++;
        if (end - p >= WRITE_ROOM) {
            if (n->type == CINCH_STR && n->len < 32) {
                *p = (uint8_t)(CINCH_WIRE_FIXSTR | n->len);
                write_short(p + 1, n->as.ptr, n->len);
                p += 1 + n->len;
                continue;
            }
            if (n->type == CINCH_U64 && n->as.u64 <= CINCH_WIRE_FIXINT_MAX) {
                *p++ = (uint8_t)n->as.u64;
                continue;
            }
            if (n->type == CINCH_F64) {
                *p = CINCH_WIRE_F64;
                cinchi_store64(p + 1, n->as.u64);
                p += 9;
                continue;
            }
            if (n->type >= CINCH_ARRAY && n->len < 16) {
                *p++ = (uint8_t)((n->type == CINCH_MAP ? CINCH_WIRE_FIXMAP : CINCH_WIRE_FIXARRAY) | n->len);
                goto container;
            }
            if (n->type == CINCH_U64 || n->type == CINCH_I64) {
                p = write_wide(p, n->as.u64, n->type == CINCH_I64);
                continue;
            }
            if (n->type == CINCH_NIL || n->type == CINCH_BOOL) {
                *p++ = (uint8_t)(n->type == CINCH_NIL ? CINCH_WIRE_NIL : CINCH_WIRE_FALSE + n->as.b);
                continue;
            }
        }
        w->pos = p;
        write_token(n, w);
        p = w->pos;
        end = w->end;
        if (w->error) return;
        if (n->type < CINCH_ARRAY) continue;
    container:
        if (n->len == 0) continue;
        if (run == runs + CINCHI_TREE_DEPTH) {
            cinch_writer_fail(w, CINCH_ERR_DEPTH);
            return;
        }
        run->next = next;
        run->last = last;
        run++;
        next = n->as.kids;
        last = next + (n->type == CINCH_MAP ? 2 * (size_t)n->len : n->len);
    }
}

void cinch_node_write(const cinch_node *n, cinch_writer *w)
{
    uint64_t start = cinch_writer_pos(w);
    if (w->error) return;
    if (!n) {
        cinch_writer_fail(w, CINCH_ERR_USE);
        return;
    }
    write_run(n, w);
    if (w->error) cinchi_put_undo(w, start);
}

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

/* Whatever the loop does not store itself. NONE: no value. */
static CINCHI_NOINLINE void write_token(const cinch_node *n, cinch_writer *w)
{
    cinch_token t;
    if (n->type == CINCH_STR) {
        cinchi_put_str(w, n->as.str, n->len);
        return;
    }
    cinchi_node_token(n, &t);
    cinch_put_token(w, t);
}

static CINCHI_ALWAYS_INLINE uint8_t *write_short(uint8_t *p, const cinch_node *n)
{
    size_t len = n->len;
    *p = (uint8_t)(CINCH_WIRE_FIXSTR | len);
    if (len) cinchi_copy_short(p + 1, n->as.str, len);
    return p + 1 + len;
}

static CINCHI_ALWAYS_INLINE uint8_t *write_f64(uint8_t *p, const cinch_node *n)
{
    *p = CINCH_WIRE_F64;
    cinchi_store64(p + 1, n->as.u64);
    return p + 9;
}

/* Longer than a function should be, so that position and room stay in registers; likewise the run around this one, or a short
 * container's end would wait for its place to come back from memory. Doubles in a row, as in coordinates, open no run at all. */
static void write_run(const cinch_node *n, cinch_writer *w)
{
    struct write_run runs[CINCH_DEPTH], *run = runs;
    const cinch_node *next = n, *last = n + 1, *up = NULL, *up_last = NULL;
    uint8_t *p = w->pos, *end = w->end;
    for (;;) {
        size_t len; /* taken out of the node: the stores could alias it */
        const cinch_node *kid;
        bool map;
        while (next == last) {
            if (run == runs) {
                w->pos = p;
                return;
            }
            next = up;
            last = up_last;
            run--;
            up = run->next;
            up_last = run->last;
        }
        n = next++;
        if (n->type == CINCH_STR && n->len < 32 && end - p >= WRITE_ROOM) {
            p = write_short(p, n); /* a key, mostly; what follows is guessed better from a place of its own */
            if (next == last) continue;
            n = next++;
        }
        len = n->len;
        map = n->type == CINCH_MAP;
        if (CINCHI_LIKELY(end - p >= WRITE_ROOM)) {
            switch (n->type) {
            case CINCH_STR:
                if (len > 31) break;
                p = write_short(p, n);
                continue;
            case CINCH_U64: p = cinchi_store_u64(p, n->as.u64); continue;
            case CINCH_I64: p = cinchi_store_i64(p, n->as.i64); continue;
            case CINCH_F64: p = write_f64(p, n); continue;
            case CINCH_NIL: *p++ = CINCH_WIRE_NIL; continue;
            case CINCH_BOOL: *p++ = (uint8_t)(CINCH_WIRE_FALSE + n->as.b); continue;
            case CINCH_ARRAY:
            case CINCH_MAP:
                if (len > 15) break;
                *p++ = (uint8_t)((map ? CINCH_WIRE_FIXMAP : CINCH_WIRE_FIXARRAY) | len);
                kid = n->as.kids;
                len <<= map;
                for (; len && kid->type == CINCH_F64 && end - p >= 9; len--) p = write_f64(p, kid++);
                goto container;
            default: break;
            }
        }
        w->pos = p;
        write_token(n, w);
        p = w->pos;
        end = w->end;
        if (w->error) return;
        if (n->type < CINCH_ARRAY) continue;
        kid = n->as.kids;
        len <<= map;
    container: /* len nodes from kid on are left */
        if (len == 0) continue;
        if (run == runs + CINCH_DEPTH) {
            cinch_writer_fail(w, CINCH_ERR_DEPTH);
            return;
        }
        run->next = up;
        run->last = up_last;
        run++;
        up = next;
        up_last = last;
        next = kid;
        last = kid + len;
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

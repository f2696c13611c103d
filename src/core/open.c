/* SPDX-License-Identifier: MIT
 * Containers of a count not known yet: one byte is written in place of the head, and the body moves when the head turns out
 * wider. The marks form a chain through the callers' stacks; the writer knows its newest link (inner) and, for a sink, how far
 * from the start of its buffer nothing may be handed on (held).
 */
#include "put.h"
#include "skip.h"
#include "cinch/wire.h"

/* What the writer keeps of its innermost container: where it begins, and its kind, as a counting writer has no byte to look at. */
static uint64_t open_link(cinch_mark m)
{
    return (m.pos + 1) << 1 | (m.lead == CINCH_WIRE_FIXMAP);
}

static cinch_mark put_open(cinch_writer *w, uint8_t lead)
{
    cinch_mark m = {0, 0, 0, 0};
    uint64_t at = cinch_writer_pos(w);
    if (w->open == UINT16_MAX) cinch_writer_fail(w, CINCH_ERR_DEPTH);
    cinchi_put_byte(w, lead);
    if (w->error) return m;
    m.pos = at;
    m.outer = w->inner;
    m.lead = lead;
    m.depth = ++w->open;
    w->inner = open_link(m);
    if (w->sink && !w->held) w->held = 1 + (size_t)(at - w->flushed);
    return m;
}

cinch_mark cinch_put_open_array(cinch_writer *w)
{
    return put_open(w, CINCH_WIRE_FIXARRAY);
}

cinch_mark cinch_put_open_map(cinch_writer *w)
{
    return put_open(w, CINCH_WIRE_FIXMAP);
}

/* Rereads the body. A counting writer has none, and a body that is no run of items (raw bytes) or ends in half a pair has no
 * count. */
static size_t close_count(cinch_writer *w, cinch_mark m)
{
    uint64_t count;
    if (!w->cap) {
        cinch_writer_fail(w, CINCH_ERR_USE);
        return 0;
    }
    if (!cinchi_skip_count(w->start + (size_t)(m.pos - w->flushed) + 1, w->pos, &count) ||
        (m.lead == CINCH_WIRE_FIXMAP && count % 2)) {
        cinch_writer_fail(w, CINCH_ERR_OPEN);
        return 0;
    }
    return (size_t)(m.lead == CINCH_WIRE_FIXMAP ? count / 2 : count);
}

static void close_head(cinch_writer *w, cinch_mark m, const uint8_t *head, size_t head_len)
{
    uint64_t at = cinch_writer_pos(w);
    uint8_t room[4] = {0}, *p;
    if (head_len > 1) cinch_put_raw(w, room, head_len - 1);
    if (w->error || !w->cap) return;
    p = w->start + (size_t)(m.pos - w->flushed);
    if (head_len > 1) memmove(p + head_len, p + 1, (size_t)(at - m.pos) - 1);
    memcpy(p, head, head_len);
}

void cinchi_put_close_head(cinch_writer *w, cinch_mark m, const uint8_t *head, size_t head_len)
{
    close_head(w, m, head, head_len);
    if (w->error) return;
    w->inner = m.outer;
    if (--w->open == 0) w->held = 0;
}

void cinch_put_close(cinch_writer *w, cinch_mark m, size_t count)
{
    uint8_t head[5];
    if (w->error) return;
    if (m.depth != w->open || open_link(m) != w->inner) {
        cinch_writer_fail(w, CINCH_ERR_OPEN);
        return;
    }
    if (count == CINCH_COUNT) count = close_count(w, m);
    if (w->error || !cinchi_put_fits(w, count)) return;
    cinchi_put_close_head(w, m, head, cinchi_head_count(head, (uint32_t)count, m.lead));
}

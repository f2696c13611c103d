/* SPDX-License-Identifier: MIT
 * The stream's long way: one token or part of one, wherever the input was cut. A header is collected in head until it is whole; then
 * the payload comes from the input, over the scratch, or in parts.
 */
#include "flow.h"
#include "head.h"
#include "item.h"
#include "../kern/kern.h"

cinch_status cinchi_flow_fail(cinch_stream *s, cinch_error e)
{
    s->error = e;
    s->state |= CINCHI_FLOW_BUSY;
    return CINCH_FAILED;
}

void cinchi_flow_begin(cinch_stream *s)
{
    s->pos = s->next;
    s->empty = false;
    s->state &= (uint8_t)~CINCHI_FLOW_OPENED;
    if (!s->depth) {
        s->first = s->next;
        s->items = 0;
    }
    s->key = cinchi_level_at_key(s->levels, s->depth);
    s->scratch_len = 0;
    if (s->path) cinchi_flow_path_item(s);
}

/* n bytes of the input are taken. */
static void flow_take(cinch_stream *s, cinch_input *in, size_t n)
{
    in->pos += n;
    s->next += n;
}

static cinch_error flow_allows(const cinch_stream *s, uint8_t type, uint32_t len, uint64_t size)
{
    return cinchi_walk_allows(&s->limits, s->levels, s->depth, s->items, type, len, s->pos - s->first + size);
}

/* A token is whole or its last part has come: what it means for the levels. */
static cinch_status flow_done(cinch_stream *s, const cinch_token *t)
{
    s->state &= CINCHI_FLOW_ASKED | CINCHI_FLOW_SKIPS | CINCHI_FLOW_CUT | CINCHI_FLOW_KEY_CUT;
    s->items++;
    if (t->type >= CINCH_ARRAY && t->len) {
        cinchi_level_open(s->levels, &s->depth, t->type, t->len);
        if (s->path) cinchi_flow_path_open(s);
        s->state |= CINCHI_FLOW_OPENED;
        return CINCH_GOT;
    }
    s->empty = t->type >= CINCH_ARRAY;
    cinchi_level_done(s->levels, &s->depth);
    s->messages += s->depth == 0;
    return CINCH_GOT;
}

/* A whole token, its payload not judged yet. */
static cinch_status flow_whole(cinch_stream *s, cinch_token *t)
{
    cinch_error e = cinchi_item_judge(t, s->flags);
    if (e) return cinchi_flow_fail(s, e);
    s->total = t->type == CINCH_STR || t->type == CINCH_BIN || t->type == CINCH_EXT ? t->len : 0;
    if (s->path && s->key) cinchi_flow_path_key(s, t);
    return flow_done(s, t);
}

/* Length of the character that begins with this byte; 1 too for a byte that begins none. */
static size_t flow_character(uint8_t b)
{
    return b < 0xc2 || b > 0xf4 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
}

/* Whether a character may go on after these first bytes of it, of which those after the first are continuation bytes. */
static bool flow_may_go_on(const uint8_t *p, size_t have)
{
    if (have < 2) return true;
    return *p == 0xe0 ? p[1] >= 0xa0 : *p == 0xed ? p[1] < 0xa0 : *p == 0xf0 ? p[1] >= 0x90 : *p != 0xf4 || p[1] < 0x90;
}

/* UTF-8 across parts: the bytes of a character that is cut are kept in s->utf8, the number of them in its lowest byte. */
static bool flow_utf8(cinch_stream *s, const uint8_t *p, size_t len)
{
    uint8_t kept[4];
    size_t have = s->utf8 & 3, tail = 0;
    for (size_t i = 0; i < have; i++) kept[i] = (uint8_t)(s->utf8 >> (8 + 8 * i));
    if (have) {
        for (; len && have < flow_character(kept[0]) && (*p & 0xc0) == 0x80; len--) kept[have++] = *p++;
        if (have == flow_character(kept[0])) {
            if (!cinchi_utf8_valid(kept, have)) return false;
            have = 0;
        } else if (len) {
            return false; /* cut short by the byte at p */
        }
    }
    if (!have) {
        while (tail < 3 && tail < len && (p[len - 1 - tail] & 0xc0) == 0x80) tail++;
        if (tail < len && flow_character(p[len - 1 - tail]) > tail + 1)
            tail++;
        else
            tail = 0;
        if (!cinchi_utf8_valid(p, len - tail)) return false;
        memcpy(kept, p + len - tail, tail);
        have = tail;
    }
    if (!flow_may_go_on(kept, have)) return false;
    s->utf8 = (uint32_t)have;
    for (size_t i = 0; i < have; i++) s->utf8 |= (uint32_t)kept[i] << (8 + 8 * i);
    return true;
}

/* What the input has of a payload of which not all is there, as a token of its own. */
static cinch_status flow_part(cinch_stream *s, cinch_input *in, const uint8_t *p, size_t n, cinch_token *out)
{
    bool last = n == s->payload;
    if (s->token.type == CINCH_STR && s->flags & CINCH_UTF8 && (!flow_utf8(s, p, n) || (last && s->utf8))) {
        s->verdict = CINCH_ERR_UTF8;
        return CINCH_MORE;
    }
    *out = s->token;
    out->as.ptr = p;
    out->len = (uint32_t)n;
    out->part = (uint8_t)((s->state & CINCHI_FLOW_PARTS ? 0 : CINCH_FIRST) | (last ? CINCH_LAST : 0));
    flow_take(s, in, n);
    s->payload -= n;
    s->state |= CINCHI_FLOW_PARTS;
    if (s->path && s->key) cinchi_flow_path_key(s, out);
    return last ? flow_done(s, out) : CINCH_GOT;
}

/* A payload whose verdict is known: nothing of it is given out, and the verdict waits for its end. */
static cinch_status flow_swallow(cinch_stream *s, cinch_input *in)
{
    size_t n = in->len - in->pos;
    if (n > s->payload) n = (size_t)s->payload;
    flow_take(s, in, n);
    s->payload -= n;
    return s->payload ? CINCH_MORE : cinchi_flow_fail(s, s->verdict);
}

static cinch_status flow_payload(cinch_stream *s, cinch_input *in, cinch_token *out)
{
    size_t n = in->len - in->pos;
    const uint8_t *p = n ? (const uint8_t *)in->ptr + in->pos : NULL;
    cinch_status status;
    if (s->verdict) return flow_swallow(s, in);
    if (!n) return CINCH_MORE;
    if (n > s->payload) n = (size_t)s->payload;
    if (!(s->state & CINCHI_FLOW_PARTS) && ((n == s->payload && !s->scratch_len) || s->total <= s->scratch_cap)) {
        *out = s->token;
        out->as.ptr = p;
        if (n != s->payload || s->scratch_len) {
            memcpy(s->scratch + s->scratch_len, p, n);
            s->scratch_len += n;
            out->as.str = s->scratch;
        }
        flow_take(s, in, n);
        s->payload -= n;
        return s->payload ? CINCH_MORE : flow_whole(s, out);
    }
    status = flow_part(s, in, p, n, out);
    return s->verdict ? flow_swallow(s, in) : status;
}

/* Bytes that head must hold: the header, and of a timestamp, which is no use in parts, all of it. */
static size_t flow_need(const cinch_stream *s)
{
    size_t size = cinchi_head_size(s->head[0]);
    cinchi_head h;
    if (s->have < size) return size;
    h = cinchi_head_read(s->head);
    if (h.type != CINCH_EXT || h.ext != CINCH_EXT_TIME || s->flags & CINCH_RAW_TIME) return size;
    return h.len == 4 || h.len == 8 || h.len == 12 ? size + h.len : size;
}

/* On with a header that is cut. False: it still is. */
static bool flow_collect(cinch_stream *s, cinch_input *in)
{
    while (in->pos != in->len) {
        s->head[s->have++] = ((const uint8_t *)in->ptr)[in->pos];
        flow_take(s, in, 1);
        if (s->have == flow_need(s)) return true;
    }
    return false;
}

/* The header in head is whole, and nothing behind it has been looked at. */
static cinch_status flow_header(cinch_stream *s, cinch_input *in, cinch_token *out)
{
    const uint8_t *next;
    cinchi_head h = cinchi_head_read(s->head);
    size_t have = s->have;
    s->have = 0;
    if (!cinchi_item(s->head, s->head + have, out, &next)) return flow_whole(s, out);
    s->total = s->payload = h.len;
    memset(&s->token, 0, sizeof s->token);
    s->token.type = h.type;
    s->token.format = s->head[0];
    s->token.part = CINCH_FIRST | CINCH_LAST;
    s->token.ext = h.ext;
    s->token.len = h.len;
    if (h.type == CINCH_EXT && h.ext == CINCH_EXT_TIME && !(s->flags & CINCH_RAW_TIME)) s->verdict = CINCH_ERR_TIME;
    return flow_payload(s, in, out);
}

/* A header is judged as soon as it is whole: a timestamp's before the rest of it has come. */
static cinch_status flow_cut(cinch_stream *s, cinch_input *in, cinch_token *out)
{
    cinchi_head h;
    cinch_error e;
    bool whole;
    s->state |= CINCHI_FLOW_BUSY;
    whole = flow_collect(s, in);
    if (s->have < cinchi_head_size(s->head[0])) return CINCH_MORE;
    h = cinchi_head_read(s->head);
    e = flow_allows(s, h.type, h.len, h.size + (uint64_t)cinchi_head_payload(h));
    if (e) return cinchi_flow_fail(s, e);
    return whole ? flow_header(s, in, out) : CINCH_MORE;
}

cinch_status cinchi_flow_next(cinch_stream *s, cinch_input *in, cinch_token *out)
{
    const uint8_t *p, *next;
    cinch_error e;
    if (s->error) return CINCH_FAILED;
    if (s->payload) return flow_payload(s, in, out);
    if (s->have) return flow_cut(s, in, out);
    if (in->pos == in->len) return CINCH_MORE;
    cinchi_flow_begin(s);
    p = (const uint8_t *)in->ptr + in->pos;
    e = cinchi_item(p, p + (in->len - in->pos), out, &next);
    if (e == CINCH_ERR_TRUNCATED) return flow_cut(s, in, out);
    if (!e) e = flow_allows(s, out->type, out->len, (uint64_t)(next - p));
    if (e) return cinchi_flow_fail(s, e);
    flow_take(s, in, (size_t)(next - p));
    return flow_whole(s, out);
}

/* SPDX-License-Identifier: MIT
 * Where in a file the item at a JSON Pointer lies, found block by block, so that a large file need not be in memory to be copied around it. Only what
 * can be done is told: one whole object, and the item in it, or a container on which it can be put. All else is false, and cinch_edit_set then finds the
 * words for it.
 */
#include "edit_scan.h"

#include <inttypes.h>

enum { SCAN_TOKENS = 64, SCAN_TOKEN = 1024 };

typedef struct scan_level { /* a container on the way */
    uint64_t left;          /* pairs, or items, still to come */
    uint64_t head;          /* where it begins */
    size_t head_len;
    cinch_token token;
    uint8_t rank; /* how well the key fits that the way went on by, as in cinch_find */
    bool map;
} scan_level;

typedef struct scan {
    cli_in *in;
    cinch_str tokens[SCAN_TOKENS];
    scan_level levels[SCAN_TOKENS];
    size_t count, depth;
    cli_place place;
    bool found;
} scan;

static bool scan_tokens(scan *s, cinch_str pointer)
{
    const char *p = pointer.ptr, *end = p + pointer.len;
    while (p != end) {
        const char *from = ++p;
        while (p != end && *p != '/' && *p != '~') p++;
        if ((p != end && *p == '~') || p - from > SCAN_TOKEN || s->count == SCAN_TOKENS) return false;
        s->tokens[s->count++] = (cinch_str){from, (size_t)(p - from)};
    }
    return s->count != 0;
}

/* Over items, by framing: as if they were an array's. */
static bool scan_skip(cli_in *in, uint32_t items)
{
    const uint8_t head[5] = {0xdd, (uint8_t)(items >> 24), (uint8_t)(items >> 16), (uint8_t)(items >> 8), (uint8_t)items};
    cinch_frame frame;
    size_t used;
    cinch_frame_init(&frame);
    cinch_status got = cinch_frame_feed(&frame, head, sizeof head, &used);
    while (got == CINCH_MORE) {
        got = cinch_frame_feed(&frame, in->buf + in->pos, in->len - in->pos, &used);
        in->pos += used;
        if (got == CINCH_MORE && !cli_in_more(in)) return false;
    }
    return got == CINCH_GOT;
}

/* The item at in->pos, a container's head alone, and not past it. A str longer than any token may be cut. Returns its length, or 0 where there is none. */
static size_t scan_peek(cli_in *in, cinch_token *t)
{
    static const cinch_read_opts opts = {.flags = CINCH_RAW_TIME};
    cinch_level level;
    cinch_stream stream;
    while (in->len - in->pos < SCAN_TOKEN + 16 && cli_in_more(in)) continue;
    cinch_input input = {in->buf + in->pos, in->len - in->pos, 0};
    cinch_stream_init(&stream, &level, 1, &opts);
    return cinch_stream_next(&stream, &input, t) == CINCH_GOT ? input.pos : 0;
}

static bool scan_same(cinch_str token, const char *text, size_t len)
{
    return token.len == len && memcmp(token.ptr, text, len) == 0;
}

static uint8_t scan_rank(cinch_str token, const cinch_token *key)
{
    char text[24];
    if (key->type == CINCH_STR)
        return key->part == (CINCH_FIRST | CINCH_LAST) && scan_same(token, key->as.str, key->len) ? 2 : 0;
    if (key->type != CINCH_U64 && key->type != CINCH_I64) return 0;
    size_t n = key->type == CINCH_U64 ? cli_format(text, sizeof text, "%" PRIu64, key->as.u64)
                                      : cli_format(text, sizeof text, "%" PRId64, key->as.i64);
    return scan_same(token, text, n) ? 1 : 0;
}

static bool scan_index(cinch_str token, uint32_t count, uint32_t *index)
{
    uint64_t v = 0;
    if (!token.len || token.len > 10 || (token.len > 1 && *token.ptr == '0')) return false;
    for (size_t i = 0; i < token.len; i++) {
        if (token.ptr[i] < '0' || token.ptr[i] > '9') return false;
        v = 10 * v + (uint64_t)(token.ptr[i] - '0');
    }
    *index = (uint32_t)v;
    return v < count;
}

/* At the end of a container that has no such item: a new one belongs here. */
static void scan_add(scan *s, const scan_level *l)
{
    const uint64_t here = cli_in_offset(s->in);
    s->found = l->token.len != UINT32_MAX;
    s->place = (cli_place){here, here, l->head, l->head_len, l->token, s->tokens[s->count - 1]};
}

/* Into the item at in->pos, to the next map on the way, or to the way's end. False: it is not framed. */
static bool scan_enter(scan *s)
{
    for (; s->depth < s->count; s->depth++) {
        scan_level *l = &s->levels[s->depth];
        cinch_token t;
        uint32_t index = 0;
        size_t n = scan_peek(s->in, &t);
        if (!n) return false;
        *l = (scan_level){.left = t.len, .head = cli_in_offset(s->in), .head_len = n, .token = t, .map = t.type == CINCH_MAP};
        if (t.type == CINCH_ARRAY && s->depth + 1 == s->count && scan_same(s->tokens[s->depth], "-", 1)) {
            if (!scan_skip(s->in, 1)) return false;
            return scan_add(s, l), true;
        }
        if (!l->map && (t.type != CINCH_ARRAY || !scan_index(s->tokens[s->depth], t.len, &index))) return scan_skip(s->in, 1);
        s->in->pos += n;
        if (l->map) return s->depth++, true;
        if (index && !scan_skip(s->in, index)) return false;
        l->left -= index + 1;
    }
    s->place = (cli_place){.from = cli_in_offset(s->in)};
    s->found = scan_skip(s->in, 1);
    s->place.to = cli_in_offset(s->in);
    return s->found;
}

static bool scan_pair(scan *s, scan_level *l)
{
    cinch_token key;
    size_t n = scan_peek(s->in, &key);
    if (!n) return false;
    uint8_t rank = scan_rank(s->tokens[s->depth - 1], &key);
    l->left--;
    if (!rank || rank < l->rank) return scan_skip(s->in, 2);
    l->rank = rank;
    s->found = false; /* whatever an earlier key has led to */
    s->in->pos += n;
    return scan_enter(s);
}

static bool scan_object(scan *s)
{
    bool framed = scan_enter(s);
    while (framed && s->depth) {
        scan_level *l = &s->levels[s->depth - 1];
        if (l->map && l->left) {
            framed = scan_pair(s, l);
        } else {
            framed = !l->left || scan_skip(s->in, (uint32_t)l->left);
            if (l->map && s->depth == s->count && !l->rank) scan_add(s, l);
            s->depth--;
        }
    }
    return framed && s->found && s->in->pos == s->in->len && !cli_in_more(s->in) && !s->in->status;
}

bool cli_edit_scan(cli_in *in, cinch_str pointer, cli_place *place)
{
    scan s = {.in = in};
    if (in->total < CLI_BLOCK || in->decoding || in->len || !scan_tokens(&s, pointer)) return false;
    bool found = scan_object(&s);
    *place = s.place;
    return cli_in_again(in, 0) && found;
}

/* SPDX-License-Identifier: MIT
 * Where in a file the item at a JSON Pointer lies, found block by block, so that a large file need not be in memory to be copied around it. Only what
 * can be done is told: one whole object, and the item in it, or a container on which it can be put; and as far as framing is good, what is in the way.
 */
#include "edit_scan.h"
#include "alike.h"

enum { SCAN_TOKENS = 64, SCAN_TOKEN = 1024 };

typedef struct scan_level { /* a container on the way */
    uint64_t left;          /* pairs, or items, still to come */
    uint64_t head, key;     /* where it begins, and where the key on the way does */
    size_t head_len;
    cinch_token token;
    uint8_t rank; /* how well the key fits that the way went on by, as in cinch_find */
    bool map;
} scan_level;

typedef struct scan {
    cli_in *in;
    cli_edit verb;
    const cli_watch *watch;
    cinch_str tokens[SCAN_TOKENS];
    scan_level levels[SCAN_TOKENS];
    size_t count, depth;
    cli_alike alike;
    cli_place place;
    cli_obstacle why;
    bool found;
} scan;

/* The tokens, without their escapes, in room, as long as the pointer. */
static bool scan_tokens(scan *s, cinch_str pointer, char *room)
{
    const char *p = pointer.ptr, *end = p + pointer.len;
    while (p != end) {
        const char *from = room;
        for (p++; p != end && *p != '/'; p++) {
            if (*p == '~' && (++p == end || (*p != '0' && *p != '1'))) return false;
            *room++ = p[-1] != '~' ? *p : *p == '0' ? '~' : '/';
        }
        if (room - from > SCAN_TOKEN || s->count == SCAN_TOKENS) return false;
        s->tokens[s->count++] = (cinch_str){from, (size_t)(room - from)};
    }
    return true;
}

/* Over items, by framing: as if they were an array's. target: what goes may be among them. */
static bool scan_frame(scan *s, uint32_t items, bool target)
{
    const uint8_t head[5] = {0xdd, (uint8_t)(items >> 24), (uint8_t)(items >> 16), (uint8_t)(items >> 8), (uint8_t)items};
    cli_in *in = s->in;
    cinch_frame frame;
    size_t used;
    cinch_frame_init(&frame);
    cinch_status got = cinch_frame_feed(&frame, head, sizeof head, &used);
    while (got == CINCH_MORE) {
        got = cinch_frame_feed(&frame, in->buf + in->pos, in->len - in->pos, &used);
        in->pos += used;
        if (got != CINCH_MORE) break;
        if (!target && !s->watch->walked(s->watch->user, cli_in_offset(in))) return false;
        if (!cli_in_more(in)) return false;
    }
    return got == CINCH_GOT;
}

/* The head of the container at in->pos, if it is one: what is in it counts as items then. A str, of which keys are made, is passed, too. */
static bool scan_head(cli_in *in, uint64_t *items)
{
    const uint8_t *p = in->buf + in->pos;
    if (in->len - in->pos < CLI_ALIKE_MOST || *items > UINT64_MAX / 2) return false;
    if (*p >= 0xa0 && *p < 0xc0) {
        in->pos += 1 + (*p & 31u);
        --*items;
        return true;
    }
    bool wide = *p == 0xdd || *p == 0xdf, map = *p < 0x90 || *p >= 0xde;
    if (*p < 0x80 || (*p >= 0xa0 && *p < 0xdc) || *p > 0xdf) return false;
    uint64_t count = *p < 0xa0 ? *p & 15u : (uint64_t)p[1] << 8 | p[2];
    if (wide) count = count << 16 | (uint64_t)p[3] << 8 | p[4];
    in->pos += *p < 0xa0 ? 1 : wide ? 5 : 3;
    *items += (count << map) - 1;
    return true;
}

/* The same, by what items before were like as far as that goes: where it does not, more and more of them are framed at once. */
static bool scan_skip(scan *s, uint32_t count, bool target)
{
    enum { IDLE = 32, RUN = 1024, RUNS = 1 << 20 };
    cli_in *in = s->in;
    uint64_t items = count;
    uint32_t idle = 0, fits = 0, run = RUN;
    while (items) {
        const uint8_t *p = in->buf + in->pos;
        size_t left = in->len - in->pos, n = cli_alike_fits(&s->alike, p, left);
        if (n && cli_alike_pays(&s->alike)) {
            if (++fits % RUN == 0) {
                run = RUN;
                cli_alike_again(&s->alike);
            }
            idle = 0;
        } else if (!n && ++idle < IDLE && cli_alike_pays(&s->alike)) {
            n = cli_alike_learn(&s->alike, p, left);
            if (!n && scan_head(in, &items)) continue;
        } else {
            const uint32_t now = items < run ? (uint32_t)items : run;
            if (!scan_frame(s, now, target)) return false;
            items -= now;
            if (run < RUNS) run *= 2;
            idle = fits = 0;
            cli_alike_again(&s->alike);
            continue;
        }
        if (!n && !scan_frame(s, 1, target)) return false;
        in->pos += n;
        items--;
    }
    return true;
}

/* The item at in->pos, a container's head alone, and not past it. A str longer than any token may be cut. Returns its length, or 0 where there is none. */
static size_t scan_peek(cli_in *in, cinch_token *t, uint32_t flags)
{
    const cinch_read_opts opts = {.flags = flags};
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

static bool scan_integer(cinch_str token, const cinch_token *key)
{
    char text[24], *p = text + sizeof text;
    bool negative = key->type == CINCH_I64 && key->as.i64 < 0;
    uint64_t v = negative ? 0 - key->as.u64 : key->as.u64;
    do *--p = (char)('0' + v % 10);
    while (v /= 10);
    if (negative) *--p = '-';
    return scan_same(token, p, (size_t)(text + sizeof text - p));
}

static uint8_t scan_rank(cinch_str token, const cinch_token *key)
{
    if (key->type == CINCH_STR)
        return key->part == (CINCH_FIRST | CINCH_LAST) && scan_same(token, key->as.str, key->len) ? 2 : 0;
    return (key->type == CINCH_U64 || key->type == CINCH_I64) && scan_integer(token, key) ? 1 : 0;
}

/* At most `most`. */
static bool scan_index(cinch_str token, uint32_t most, uint32_t *index)
{
    uint64_t v = 0;
    if (!token.len || token.len > 10 || (token.len > 1 && *token.ptr == '0')) return false;
    for (size_t i = 0; i < token.len; i++) {
        if (token.ptr[i] < '0' || token.ptr[i] > '9') return false;
        v = 10 * v + (uint64_t)(token.ptr[i] - '0');
    }
    *index = (uint32_t)v;
    return v <= most;
}

static void scan_obstacle(scan *s, cinch_error error, uint64_t pos, size_t way)
{
    s->why = (cli_obstacle){{.error = error, .pos = pos}, way};
}

/* No container: nothing is below it, and nothing can be put there. */
static void scan_scalar(scan *s, cinch_token t)
{
    cinch_token time;
    if (s->depth + 1 < s->count) {
        scan_obstacle(s, CINCH_ERR_ABSENT, cli_in_offset(s->in), s->depth);
        return;
    }
    if (t.type == CINCH_EXT && scan_peek(s->in, &time, 0)) t = time; /* a timestamp, if it is a good one */
    scan_obstacle(s, CINCH_ERR_TYPE, cli_in_offset(s->in), s->depth);
    s->why.diag.expected = CINCH_BIT(CINCH_ARRAY) | CINCH_BIT(CINCH_MAP);
    s->why.diag.got = t.type;
}

static void scan_found(scan *s, cli_place place)
{
    s->place = place;
    s->found = true;
    s->watch->found(s->watch->user, &place);
}

/* Here an item is new. */
static void scan_add(scan *s, const scan_level *l)
{
    const uint64_t here = cli_in_offset(s->in);
    cli_place place = {here, here, l->head, l->head_len, l->token, {NULL, 0}};
    if (l->map) place.key = s->tokens[s->count - 1];
    if (l->token.len != UINT32_MAX) scan_found(s, place);
}

/* At the item that the way leads to, in the container l. */
static bool scan_target(scan *s, const scan_level *l)
{
    cli_place place = {.from = cli_in_offset(s->in)};
    if (s->verb == CLI_EDIT_DEL)
        place = (cli_place){l->map ? l->key : place.from, 0, l->head, l->head_len, l->token, {NULL, 0}};
    if (!scan_skip(s, 1, true)) return false;
    place.to = cli_in_offset(s->in);
    if (s->verb != CLI_EDIT_INSERT)
        scan_found(s, place);
    else
        scan_obstacle(s, CINCH_ERR_DUPLICATE, place.from, s->count);
    return true;
}

/* To an element of an array just entered, or behind its last where one may be new. False: it is not framed. *there: one is. */
static bool scan_element(scan *s, scan_level *l, bool *there)
{
    const cinch_str token = s->tokens[s->depth];
    const bool last = s->depth + 1 == s->count, new = last && s->verb == CLI_EDIT_INSERT;
    uint32_t index = l->token.len;
    bool behind = last && s->verb != CLI_EDIT_DEL && scan_same(token, "-", 1);
    *there = behind || (scan_index(token, l->token.len, &index) && (index < l->token.len || new));
    if (!*there) {
        index = l->token.len;
        scan_obstacle(s, CINCH_ERR_ABSENT, l->head, s->depth);
    }
    if (index && !scan_skip(s, index, false)) return false;
    l->left -= index;
    if (!*there) return true;
    *there = !behind && !new;
    if (*there)
        l->left--;
    else
        scan_add(s, l);
    return true;
}

/* Into the item at in->pos, to the next map on the way, or to the way's end. False: it is not framed. */
static bool scan_enter(scan *s)
{
    for (; s->depth < s->count;) {
        scan_level *l = &s->levels[s->depth];
        cinch_token t;
        bool there = true;
        size_t n = scan_peek(s->in, &t, CINCH_RAW_TIME);
        if (!n) return false;
        *l = (scan_level){.left = t.len, .head = cli_in_offset(s->in), .head_len = n, .token = t, .map = t.type == CINCH_MAP};
        if (!l->map && t.type != CINCH_ARRAY) {
            scan_scalar(s, t);
            return scan_skip(s, 1, false);
        }
        s->in->pos += n;
        if (!l->map && !scan_element(s, l, &there)) return false;
        s->depth++;
        if (l->map || !there) return true;
    }
    return scan_target(s, s->depth ? &s->levels[s->depth - 1] : NULL);
}

/* Over pairs that lie in the window and are not on the way. */
static void scan_pairs(scan *s, scan_level *l)
{
    static const cinch_read_opts opts = {.flags = CINCH_RAW_TIME};
    const cinch_str token = s->tokens[s->depth - 1];
    cli_in *in = s->in;
    cli_alike_again(&s->alike);
    for (; l->left; l->left--) {
        const uint8_t *p = in->buf + in->pos;
        size_t left = in->len - in->pos, n;
        cinch_reader r;
        cinch_reader_init_opts(&r, p, left, &opts);
        cinch_token key = cinch_next(&r);
        if (key.type >= CINCH_ARRAY || scan_rank(token, &key)) break;
        size_t value = (size_t)cinch_reader_pos(&r);
        const bool pays = cli_alike_pays(&s->alike);
        n = pays ? cli_alike_fits(&s->alike, p + value, left - value) : 0;
        if (!n && pays) n = cli_alike_learn(&s->alike, p + value, left - value);
        if (!n) {
            cinch_skip(&r);
            n = (size_t)cinch_reader_pos(&r) - value;
        }
        if (r.error) break;
        in->pos += value + n;
    }
}

static bool scan_pair(scan *s, scan_level *l)
{
    cinch_token key;
    scan_pairs(s, l);
    if (!l->left) return true;
    if (!s->watch->walked(s->watch->user, cli_in_offset(s->in))) return false;
    size_t n = scan_peek(s->in, &key, CINCH_RAW_TIME);
    if (!n) return false;
    uint8_t rank = scan_rank(s->tokens[s->depth - 1], &key);
    l->left--;
    if (!rank || rank < l->rank) return scan_skip(s, 2, false);
    l->rank = rank;
    l->key = cli_in_offset(s->in);
    s->found = false; /* whatever an earlier key has led to */
    s->in->pos += n;
    return scan_enter(s);
}

/* The end of a container that has no such member. */
static void scan_end(scan *s, const scan_level *l)
{
    s->depth--;
    if (!l->map || l->rank) return;
    if (s->depth + 1 == s->count && s->verb != CLI_EDIT_DEL)
        scan_add(s, l);
    else
        scan_obstacle(s, CINCH_ERR_ABSENT, l->head, s->depth);
}

static bool scan_object(scan *s)
{
    bool framed = scan_enter(s);
    while (framed && s->depth) {
        scan_level *l = &s->levels[s->depth - 1];
        if (l->map && l->left) {
            framed = scan_pair(s, l);
        } else {
            framed = !l->left || scan_skip(s, (uint32_t)l->left, false);
            scan_end(s, l);
        }
    }
    if (!framed || s->in->status) {
        s->why.diag.error = CINCH_OK;
        return false;
    }
    if (s->in->pos == s->in->len && !cli_in_more(s->in)) return s->found && !s->in->status;
    scan_obstacle(s, CINCH_ERR_TRAILING, cli_in_offset(s->in), 0);
    return false;
}

bool cli_edit_scan(cli_in *in, cli_edit verb, cinch_str pointer, const cli_watch *watch, cli_place *place, cli_obstacle *why)
{
    static char room[SCAN_TOKENS * SCAN_TOKEN]; /* the place's key is in it */
    scan s = {.in = in, .verb = verb, .watch = watch};
    bool found = pointer.len < sizeof room && scan_tokens(&s, pointer, room) && (s.count || verb == CLI_EDIT_SET) &&
                 scan_object(&s);
    *place = s.place;
    *why = s.why;
    return cli_in_again(in, 0) && found;
}

/* SPDX-License-Identifier: MIT
 * The stream's path. A level keeps how long its container's path is; behind that stands the token of the item at hand. In a map that
 * token is the key, which must be written when it comes, while the path of the item at hand, the key, still is the map's.
 */
#include "flow.h"
#include "item.h"
#include "path.h"
#include "../base/bytes.h"
#include "../base/num.h"

/* Room for the rest is kept behind every token, so that going back to a shorter path finds it as it was. */
static cinchi_path path_from(const cinch_stream *s, size_t len)
{
    cinchi_path p;
    cinchi_path_init(&p, s->path, s->path_cap > CINCHI_PATH_REST ? s->path_cap - CINCHI_PATH_REST : 0, false);
    p.len = p.at = len;
    return p;
}

/* The end of the path with the token written to p, or with the rest instead, and then cut set in the state. */
static size_t path_to(cinch_stream *s, const cinchi_path *p, size_t from, uint8_t cut)
{
    size_t room = s->path_cap - from;
    if (!p->full) return p->at;
    s->state |= cut;
    if (room > CINCHI_PATH_REST) room = CINCHI_PATH_REST;
    memcpy(s->path + from, "/...", room);
    return from + room;
}

/* The token of an array's item, at `from`, where there is room for any. 0: there is not. */
static size_t path_short_index(const cinch_stream *s, size_t from, uint64_t index)
{
    char *out = s->path + from;
    if (s->path_cap - from < 1 + CINCHI_INT_TEXT + CINCHI_PATH_REST) return 0;
    *out++ = '/';
    *out = (char)('0' + index % 10);
    return from + 1 + (index < 10 ? 1 : cinchi_num_put_u64(out, index));
}

/* Whether one of eight bytes is "~" or "/". Says so of some others, too, which then go the long way. */
static uint64_t path_special(uint64_t v)
{
    const uint64_t ones = 0x0101010101010101u, tilde = v ^ '~' * ones, slash = v ^ '/' * ones;
    return (((tilde - ones) & ~tilde) | ((slash - ones) & ~slash)) & 0x80 * ones;
}

/* Likewise that of a key of up to 32 bytes without those two. */
static size_t path_short_key(const cinch_stream *s, size_t from, const char *key, size_t len)
{
    char *out = s->path + from;
    uint64_t special = 0;
    if (len > 32 || s->path_cap - from < 1 + len + CINCHI_PATH_REST) return 0;
    *out++ = '/';
    for (size_t i = 0; len >= 8; i = i + 16 < len ? i + 8 : len - 8) {
        special |= path_special(cinchi_word64(key + i));
        memcpy(out + i, key + i, 8);
        if (i + 8 == len) return special ? 0 : from + 1 + len;
    }
    for (size_t i = 0; i < len; i++) {
        out[i] = key[i];
        special |= key[i] == '~' || key[i] == '/';
    }
    return special ? 0 : from + 1 + len;
}

void cinchi_flow_path_item(cinch_stream *s)
{
    const cinch_level *level;
    cinchi_path p;
    s->state &= (uint8_t)~CINCHI_FLOW_CUT;
    s->path_len = 0;
    if (!s->depth) return;
    level = &s->levels[s->depth - 1];
    s->path_len = level->path_len;
    if (level->left & CINCHI_LEVEL_FROZEN) {
        s->state |= CINCHI_FLOW_CUT; /* and so is all that opens in here */
        return;
    }
    if (cinchi_level_at_key(s->levels, s->depth)) {
        s->path_key = 0;
        s->state &= (uint8_t)~CINCHI_FLOW_KEY_CUT;
        return;
    }
    if (level->left & CINCHI_LEVEL_MAP && s->path_key) {
        s->path_len = s->path_key;
        if (s->state & CINCHI_FLOW_KEY_CUT) s->state |= CINCHI_FLOW_CUT;
        return;
    }
    if (!(level->left & CINCHI_LEVEL_MAP)) {
        s->path_len = path_short_index(s, level->path_len, level->count - (level->left & CINCHI_LEVEL_LEFT));
        if (s->path_len) return;
    }
    p = path_from(s, level->path_len);
    if (level->left & CINCHI_LEVEL_MAP)
        cinchi_path_none(&p);
    else
        cinchi_path_index(&p, level->count - (level->left & CINCHI_LEVEL_LEFT));
    s->path_len = path_to(s, &p, level->path_len, CINCHI_FLOW_CUT);
}

void cinchi_flow_path_key(cinch_stream *s, const cinch_token *t)
{
    const cinch_level *level = &s->levels[s->depth - 1];
    size_t from = level->path_len;
    cinchi_path p;
    if (level->left & CINCHI_LEVEL_FROZEN || s->state & CINCHI_FLOW_KEY_CUT) return;
    if (t->type == CINCH_STR && t->part == (CINCH_FIRST | CINCH_LAST)) {
        s->path_key = path_short_key(s, from, t->as.str, t->len);
        if (s->path_key) return;
    }
    p = path_from(s, from);
    if (t->type == CINCH_U64) {
        cinchi_path_index(&p, t->as.u64);
    } else if (t->type == CINCH_I64) {
        char text[CINCHI_INT_TEXT];
        cinchi_path_key(&p, text, cinchi_num_put_i64(text, t->as.i64));
    } else if (t->type == CINCH_STR) {
        if (t->part & CINCH_FIRST)
            cinchi_path_begin(&p);
        else
            p.at = s->path_key;
        cinchi_path_more(&p, t->as.str, t->len);
    } else {
        return;
    }
    s->path_key = path_to(s, &p, from, CINCHI_FLOW_KEY_CUT);
}

void cinchi_flow_path_open(cinch_stream *s)
{
    cinch_level *level = &s->levels[s->depth - 1];
    level->path_len = (uint32_t)s->path_len;
    /* In a level that is frozen every item was CUT. */
    if (s->state & CINCHI_FLOW_CUT || cinchi_level_at_key(s->levels, s->depth - 1)) level->left |= CINCHI_LEVEL_FROZEN;
}

/* The key of the value in progress in the innermost level. One that came before this input has been written; if no item has ended since an
 * item below ended there, that item is the key. */
static void path_walked_key(cinch_stream *s, const cinchi_walk *w, const uint8_t *from, uint64_t from_left)
{
    const cinch_level *level = &s->levels[s->depth - 1];
    const uint8_t *next;
    cinch_token key;
    bool none = ((from_left ^ level->left) & CINCHI_LEVEL_LEFT) == 0;
    if (!(level->left & CINCHI_LEVEL_MAP) || !(level->left & 1) || level->left & CINCHI_LEVEL_FROZEN) return;
    if (none && from == w->start) return;
    s->path_key = 0;
    s->state &= (uint8_t)~CINCHI_FLOW_KEY_CUT;
    if (none || cinchi_item(cinchi_walk_key(level, from, from_left, w->end), w->end, &key, &next)) return;
    cinchi_flow_path_key(s, &key);
}

/* From the outermost level whose item in progress may be another than before the walk, inwards. The path of that level's container stands. */
void cinchi_flow_path_walked(cinch_stream *s, const cinchi_walk *w)
{
    const uint32_t depth = w->depth;
    if (w->low) {
        s->depth = w->low;
        path_walked_key(s, w, w->low_pos, w->low_left);
    }
    for (uint32_t i = w->low; i < depth; i++) {
        const uint8_t *inside = w->start + s->levels[i].path_len;
        s->depth = i;
        cinchi_flow_path_item(s);
        s->depth = i + 1;
        cinchi_flow_path_open(s);
        path_walked_key(s, w, inside, 2 * (uint64_t)s->levels[i].count);
    }
    s->depth = depth;
}

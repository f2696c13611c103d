/* SPDX-License-Identifier: MIT
 * The loop that reads JSON: text in, MessagePack out, one pass, no recursion. Arrays and maps have code of their own because they
 * are predicted apart. What is rare (the end of a fixed buffer, comments, tags, faults) leaves the loop by a call or a label and
 * comes back.
 */
#include "json_in.h"
#include "cinch/wire.h"
#include "../base/compiler.h"
#include "../kern/block.h"

static CINCHI_NOINLINE const uint8_t *skip_more(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= CINCHI_BLOCK) {
        cinchi_block_mask solid = cinchi_block_solid(cinchi_block_load(p));
        if (CINCHI_LIKELY(solid)) return p + cinchi_block_first(solid);
        p += CINCHI_BLOCK;
    }
    while (p != end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) p++;
    return p;
}

/* Nothing, one space, or a new line and spaces: what people and printers put between tokens. */
static CINCHI_ALWAYS_INLINE const uint8_t *skip_blank(const uint8_t *p, const uint8_t *end)
{
    if (CINCHI_LIKELY(p != end && *p > ' ')) return p;
    if (CINCHI_LIKELY(end - p > 2 * CINCHI_BLOCK)) {
        cinchi_block_mask ink;
        if (*p == ' ' && p[1] > ' ') return p + 1;
        p += *p == '\n';
        ink = cinchi_block_inked(cinchi_block_load(p));
        if (!ink) {
            p += CINCHI_BLOCK;
            ink = cinchi_block_inked(cinchi_block_load(p));
        }
        if (CINCHI_LIKELY(ink)) p += cinchi_block_first(ink);
        if (CINCHI_LIKELY(*p > ' ')) return p;
    }
    return skip_more(p, end);
}

/* ASCII without escapes in at most two blocks: copied while it is searched for its end, the head being one byte. */
static CINCHI_ALWAYS_INLINE cinchi_json_at short_str(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    const uint8_t *s = p + 1;
    if (CINCHI_LIKELY(j->end - s >= 2 * CINCHI_BLOCK)) {
        cinchi_block b = cinchi_block_load(s);
        cinchi_block_mask end = cinchi_block_special(b);
        unsigned n = CINCHI_BLOCK;
        cinchi_block_store(o + 1, b);
        if (end) {
            n = cinchi_block_first(end);
            if (s[n] == '"' && !cinchi_block_below(cinchi_block_high(b), n)) goto whole;
        } else if (!cinchi_block_high(b)) {
            b = cinchi_block_load(s + CINCHI_BLOCK);
            end = cinchi_block_special(b);
            cinchi_block_store(o + 1 + CINCHI_BLOCK, b);
            if (end) {
                unsigned more = cinchi_block_first(end);
                n += more;
                if (s[n] == '"' && !cinchi_block_below(cinchi_block_high(b), more)) goto whole;
            }
        }
        return cinchi_json_string(j, p, o);
    whole:
        *o = (uint8_t)(CINCH_WIRE_FIXSTR | n);
        return (cinchi_json_at){s + n + 1, o + 1 + n};
    }
    return cinchi_json_string(j, p, o);
}

/* A value that is not a container, into room for it. r.p == p: nothing that starts a value. */
static CINCHI_ALWAYS_INLINE cinchi_json_at scalar(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    if (*p == '"') {
        if (CINCHI_UNLIKELY(j->odd_strs)) return cinchi_json_odd_str(j, p, o);
        return short_str(j, p, o);
    }
    if ((uint8_t)(*p - '0') < 10 || *p == '-') return cinchi_json_number(j, p, o);
    return cinchi_json_literal(j, p, o);
}

static CINCHI_COLD bool more_levels(cinchi_json_in *j, cinchi_json_level **lv, const uint8_t *p)
{
    size_t used = (size_t)(*lv - j->levels) + 1, cap = (size_t)j->level_cap * 2;
    cinchi_json_level *to;
    if (used > j->depth) return cinchi_json_fault(j, p, CINCH_ERR_DEPTH).p != NULL;
    if (cap > (size_t)j->depth + 1) cap = (size_t)j->depth + 1;
    to = cap > SIZE_MAX / sizeof *to
             ? NULL
             : (cinchi_json_level *)cinchi_alloc_resize(&j->alloc, j->own_levels, j->own_levels ? j->level_cap * sizeof *to : 0,
                                                        cap * sizeof *to);
    if (!to) return cinchi_json_fault(j, p, CINCH_ERR_MEMORY).p != NULL;
    if (!j->own_levels) memcpy(to, j->levels, used * sizeof *to);
    j->levels = j->own_levels = to;
    j->level_cap = (uint32_t)cap;
    *lv = to + used - 1;
    return true;
}

/* The count reached its goal; goal gets the next one. */
static CINCHI_COLD bool widen(cinchi_json_in *j, cinchi_json_level *lv, uint32_t count, uint32_t *goal, uint8_t **o,
                              const uint8_t *p)
{
    lv->goal = *goal;
    if (!cinchi_json_widen(j, lv, count, o, p)) return false;
    *goal = lv->goal;
    return true;
}

/* A scalar at p, or room for a container's head; counted if items are. r.p == p: no scalar. */
static CINCHI_NOINLINE cinchi_json_at any_item(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    bool container = *p == '{' || *p == '[';
    cinchi_json_at r = {p, o};
    if (!cinchi_json_more(j, &r.o, CINCHI_JSON_SLACK, p)) return cinchi_json_fault(j, p, j->error);
    if (container && r.o == j->room) return cinchi_json_fault(j, p, CINCH_ERR_ROOM);
    if (!container) r = cinchi_json_exact(j, p, r.o);
    if (r.p && (container || r.p != p) && !cinchi_json_item(j, p)) r.p = NULL;
    return r;
}

static const cinchi_json_at json_failed = {NULL, NULL};

/* Past a comment, where one is allowed, back to a label; else the fault. */
#define ODD(label)                                                                                                             \
    do {                                                                                                                       \
        p = cinchi_json_comment(j, p);                                                                                         \
        if (!p) return json_failed;                                                                                            \
        goto label;                                                                                                            \
    } while (0)

/* One function because its state is in registers; the labels are the states. */
cinchi_json_at cinchi_json_parse(cinchi_json_in *j, const uint8_t *p)
{
    const uint8_t *const end = j->end;
    uint8_t *o = j->base;
    cinchi_json_level *lv = j->levels;
    cinchi_json_kind kind = CINCHI_JSON_DOC;
    cinchi_json_at r;
    uint32_t count = 0, goal = 0;
    const ptrdiff_t slack = j->opts->limits.items ? PTRDIFF_MAX : CINCHI_JSON_SLACK; /* all items the long way, to be counted */

    lv->kind = CINCHI_JSON_DOC;
    goto anywhere;

array_item:
    p = skip_blank(p, end);
    if (CINCHI_UNLIKELY(p == end || j->room - o < slack)) goto anywhere;
    if (*p == '{') goto open_map;
    if (*p == '[') goto open_array;
    r = scalar(j, p, o);
    if (CINCHI_UNLIKELY(!r.p)) return r;
    if (CINCHI_UNLIKELY(r.p == p)) goto array_odd;
    p = r.p;
    o = r.o;
array_next:
    if (CINCHI_UNLIKELY(++count == goal) && !widen(j, lv, count, &goal, &o, p)) return json_failed;
array_comma:
    p = skip_blank(p, end);
    if (CINCHI_LIKELY(p != end)) {
        if (*p++ == ',') goto array_item;
        if (CINCHI_LIKELY(*--p == ']')) goto close;
    }
    ODD(array_comma);
array_odd:
    if (*p == ']' && (count == 0 || j->opts->lax)) goto close;
    ODD(array_item);

map_key:
    p = skip_blank(p, end);
    if (CINCHI_UNLIKELY(p == end || *p != '"')) goto map_odd;
    if (CINCHI_UNLIKELY(j->odd_keys || j->room - o < slack))
        r = cinchi_json_odd_key(j, lv, p, o);
    else
        r = short_str(j, p, o);
    if (CINCHI_UNLIKELY(!r.p)) return r;
    p = r.p;
    o = r.o;
map_colon:
    p = skip_blank(p, end);
    if (CINCHI_UNLIKELY(p == end || *p != ':')) ODD(map_colon);
    p++;
map_value:
    p = skip_blank(p, end);
    if (CINCHI_UNLIKELY(p == end || j->room - o < slack)) goto anywhere;
    if (*p == '{') goto open_map;
    if (*p == '[') goto open_array;
    r = scalar(j, p, o);
    if (CINCHI_UNLIKELY(!r.p)) return r;
    if (CINCHI_UNLIKELY(r.p == p)) ODD(map_value);
    p = r.p;
    o = r.o;
map_next:
    if (CINCHI_UNLIKELY(++count == goal) && !widen(j, lv, count, &goal, &o, p)) return json_failed;
map_comma:
    p = skip_blank(p, end);
    if (CINCHI_LIKELY(p != end)) {
        if (*p++ == ',') goto map_key;
        if (CINCHI_LIKELY(*--p == '}')) goto close;
    }
    ODD(map_comma);
map_odd:
    if (p != end && *p == '}' && (count == 0 || j->opts->lax)) goto close;
    ODD(map_key);

pair_next: /* in a $map, after a key, after a value, or at its start */
    p = cinchi_json_pair(j, lv, &count, p, o);
    if (!p) return json_failed;
    if (count == goal && !widen(j, lv, count, &goal, &o, p)) return json_failed;
    if (*p == ']') goto close;
anywhere: /* any value, into whatever room there is */
    p = skip_blank(p, end);
    if (p == end) ODD(anywhere);
    r = any_item(j, p, o);
    if (!r.p) return r;
    o = r.o;
    if (r.p == p) {
        if (*p == '{') goto open_map;
        if (*p == '[') goto open_array;
        if (lv->kind == CINCHI_JSON_ARRAY) goto array_odd;
        ODD(anywhere);
    }
    p = r.p;
    goto next;

open_map:
    kind = CINCHI_JSON_MAP;
    if (CINCHI_UNLIKELY(j->opts->tagged)) {
        r = cinchi_json_tag(j, p, o, (size_t)(lv - j->levels), &kind);
        if (!r.p) return r;
        if (kind == CINCHI_JSON_DOC) { /* it was a scalar, all of it */
            p = r.p;
            o = r.o;
            goto next;
        }
        if (kind == CINCHI_JSON_PAIRS) p = r.p;
    }
    goto open;
open_array:
    kind = CINCHI_JSON_ARRAY;
open:
    lv->count = count;
    lv->goal = goal;
    if (CINCHI_UNLIKELY((size_t)(lv - j->levels) + 1 == j->level_cap) && !more_levels(j, &lv, p)) return json_failed;
    p++;
    lv++;
    lv->head = (size_t)(o++ - j->base);
    lv->fix = 0;
    lv->mark = j->newest;
    lv->kind = (uint8_t)kind;
    lv->have = 1;
    lv->step = CINCHI_PAIR_START;
    count = 0;
    goal = 16;
    if (kind == CINCHI_JSON_ARRAY) goto array_item;
    if (CINCHI_LIKELY(kind == CINCHI_JSON_MAP)) goto map_key;
    goto pair_next;

close:
    if (CINCHI_UNLIKELY(j->opts->dup) && !cinchi_json_unique(j, lv, &count, o)) return json_failed;
    if (CINCHI_LIKELY(goal == 16))
        j->base[lv->head] = (uint8_t)((lv->kind == CINCHI_JSON_ARRAY ? CINCH_WIRE_FIXARRAY : CINCH_WIRE_FIXMAP) | count);
    else if (!cinchi_json_close(j, lv, count, p))
        return json_failed;
    p++;
    if (CINCHI_UNLIKELY(lv->kind == CINCHI_JSON_PAIRS)) {
        p = cinchi_json_pairs_end(j, p);
        if (!p) return json_failed;
    }
    lv--;
    count = lv->count;
    goal = lv->goal;
next:
    switch (lv->kind) {
    case CINCHI_JSON_ARRAY: goto array_next;
    case CINCHI_JSON_MAP: goto map_next;
    case CINCHI_JSON_PAIRS: goto pair_next;
    default: return (cinchi_json_at){p, o};
    }
}

/* SPDX-License-Identifier: MIT
 * The loop that reads JSON and knows everything: text in, MessagePack out, one pass, no recursion. What is usual passes in another
 * loop (json_read_quick.c), which this one enters between items and which comes back here for whatever it does not know.
 */
#include "json_in.h"
#include "cinch/wire.h"
#include "../base/compiler.h"

static CINCHI_COLD bool more_levels(cinchi_json_in *j, cinchi_json_level **lv, const uint8_t *p)
{
    size_t used = (size_t)(*lv - j->levels) + 1, cap = (size_t)j->level_cap * 2, had = j->own_levels ? j->level_cap : 0;
    cinchi_json_level *to = NULL;
    if (used > j->depth) return cinchi_json_fault(j, p, CINCH_ERR_DEPTH).p != NULL;
    if (cap - 1 > j->depth) cap = (size_t)j->depth + 1; /* a depth of 2^32 - 1 has no successor in 32 bits */
    if (cap <= SIZE_MAX / sizeof *to)
        to = (cinchi_json_level *)cinchi_alloc_resize(&j->alloc, j->own_levels, had * sizeof *to, cap * sizeof *to);
    if (!to) return cinchi_json_fault(j, p, CINCH_ERR_MEMORY).p != NULL;
    if (!j->own_levels) memcpy(to, j->levels, used * sizeof *to);
    j->levels = j->own_levels = to;
    j->level_cap = (uint32_t)cap;
    *lv = to + used - 1;
    return true;
}

/* A scalar at p, or room for a container's head; counted if items are. r.p == p: no scalar. */
static cinchi_json_at any_item(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    bool container = *p == '{' || *p == '[';
    cinchi_json_at r = {p, o};
    if (!cinchi_json_more(j, &r.o, CINCHI_JSON_SLACK, p)) return cinchi_json_fault(j, p, j->error);
    if (container && r.o == j->room) return cinchi_json_fault(j, p, CINCH_ERR_ROOM);
    if (!container) r = cinchi_json_exact(j, p, r.o);
    if (r.p && (container || r.p != p) && !cinchi_json_item(j, p)) r.p = NULL;
    return r;
}

/* A value at r.p: a scalar to its end, or into a container, which becomes *open. */
static cinchi_json_at any_value(cinchi_json_in *j, cinchi_json_level **open, cinchi_json_at r)
{
    cinchi_json_level *lv = *open;
    const uint8_t *p = r.p;
    cinchi_json_kind kind = *p == '[' ? CINCHI_JSON_ARRAY : *p == '{' ? CINCHI_JSON_MAP : CINCHI_JSON_DOC;
    r = any_item(j, p, r.o);
    if (r.p && *p == '{' && j->opts->tagged) r = cinchi_json_tag(j, p, r.o, (size_t)(lv - j->levels), &kind);
    if (!r.p) return r;
    if (kind == CINCHI_JSON_DOC) return r.p == p ? cinchi_json_fault(j, p, CINCH_ERR_SYNTAX) : r;
    if ((size_t)(lv - j->levels) + 1 == j->level_cap && !more_levels(j, &lv, p)) return (cinchi_json_at){NULL, NULL};
    *open = ++lv;
    cinchi_json_level_init(lv, kind, (size_t)(r.o - j->base), j->newest);
    return (cinchi_json_at){r.p + 1, r.o + 1};
}

/* An item of lv is complete: counts it. False: a fault. */
static bool count_item(cinchi_json_in *j, cinchi_json_level *lv, cinchi_json_at *r)
{
    return ++lv->count != lv->goal || cinchi_json_widen(j, lv, lv->count, &r->o, r->p);
}

/* The same in a $map, where punctuation and pairs are apart. */
static cinchi_json_at next_in_pairs(cinchi_json_in *j, cinchi_json_level *lv, cinchi_json_at r)
{
    uint32_t count = lv->count;
    r.p = cinchi_json_pair(j, lv, &count, r.p, r.o);
    if (r.p && count != lv->count && !count_item(j, lv, &r)) r.p = NULL;
    return r;
}

/* From between the items of lv to the next value or closing bracket; a key on the way is written. */
static cinchi_json_at next_value(cinchi_json_in *j, cinchi_json_level *lv, cinchi_json_at r)
{
    uint8_t bracket = lv->kind == CINCHI_JSON_ARRAY ? ']' : '}';
    if (lv->kind == CINCHI_JSON_PAIRS) return next_in_pairs(j, lv, r);
    r.p = cinchi_json_blank(j, r.p);
    if (!r.p) return r;
    if (lv->count && *r.p == ',') {
        r.p = cinchi_json_blank(j, r.p + 1);
        if (!r.p) return r;
        if (*r.p == bracket && !j->opts->lax) return cinchi_json_fault(j, r.p, CINCH_ERR_SYNTAX);
    } else if (lv->count && *r.p != bracket) {
        return cinchi_json_fault(j, r.p, CINCH_ERR_SYNTAX);
    }
    if (*r.p == bracket || lv->kind == CINCHI_JSON_ARRAY) return r;
    if (*r.p != '"') return cinchi_json_fault(j, r.p, CINCH_ERR_SYNTAX);
    r = cinchi_json_odd_key(j, lv, r.p, r.o);
    r.p = r.p ? cinchi_json_blank(j, r.p) : NULL;
    if (r.p && *r.p != ':') return cinchi_json_fault(j, r.p, CINCH_ERR_SYNTAX);
    r.p = r.p ? cinchi_json_blank(j, r.p + 1) : NULL;
    return r.p && *r.p == bracket ? cinchi_json_fault(j, r.p, CINCH_ERR_SYNTAX) : r;
}

/* lv ends with the bracket at p. Returns what follows it; with a $map the brace around it ends too. */
static const uint8_t *close_level(cinchi_json_in *j, cinchi_json_level *lv, const uint8_t *p, const uint8_t *o)
{
    uint32_t count = lv->count;
    if (j->opts->dup && !cinchi_json_unique(j, lv, &count, o)) return NULL;
    if (!cinchi_json_close(j, lv, count, p)) return NULL;
    return lv->kind == CINCHI_JSON_PAIRS ? cinchi_json_pairs_end(j, p + 1) : p + 1;
}

cinchi_json_at cinchi_json_parse(cinchi_json_in *j, const uint8_t *p)
{
    cinchi_json_level *lv = j->levels, *around;
    cinchi_json_at r = {p, j->base};
    bool complete;
    cinchi_json_level_init(lv, CINCHI_JSON_DOC, 0, 0);
    for (;;) {
        around = lv;
        r = any_value(j, &lv, r);
        if (!r.p) return r;
        for (complete = lv == around || lv->kind == CINCHI_JSON_DOC;; complete = true) {
            if (lv->kind == CINCHI_JSON_DOC) return r;
            if (complete && lv->kind != CINCHI_JSON_PAIRS && !count_item(j, lv, &r)) return (cinchi_json_at){NULL, NULL};
            if (j->quick) r = cinchi_json_read_quick(j, &lv, r);
            if (!r.p || lv->kind == CINCHI_JSON_DOC) return r;
            r = next_value(j, lv, r);
            if (!r.p) return r;
            if (*r.p != (lv->kind == CINCHI_JSON_MAP ? '}' : ']')) break;
            r.p = close_level(j, lv--, r.p, r.o);
            if (!r.p) return r;
        }
    }
}

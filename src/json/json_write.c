/* SPDX-License-Identifier: MIT
 * A message in memory to text. One loop, a level a container; with an index (json_index.h) it goes to the pairs in the order that
 * says, without one straight on.
 */
#include "json_write.h"
#include "cinch/inline.h"
#include "cinch/write.h"
#include "../base/compiler.h"
#include "../core/head.h"

static bool write_fail(cinchi_write_job *j, uint64_t at, cinch_error e)
{
    cinch_reader_fail_at(&j->r, at, e, NULL);
    return false;
}

static CINCHI_COLD bool write_more_levels(cinchi_write_job *j, cinchi_write_level **lv, uint64_t at)
{
    size_t used = (size_t)(*lv - j->levels) + 1, cap = j->level_cap * 2;
    cinchi_write_level *to;
    if (used > j->depth) return write_fail(j, at, CINCH_ERR_DEPTH);
    if (cap - 1 > j->depth) cap = j->depth + 1; /* a depth of 2^32 - 1 has no successor in 32 bits */
    to = cap > SIZE_MAX / sizeof *to
             ? NULL
             : (cinchi_write_level *)cinchi_alloc_resize(&j->alloc, j->own_levels,
                                                         j->own_levels ? j->level_cap * sizeof *to : 0, cap * sizeof *to);
    if (!to) return write_fail(j, at, CINCH_ERR_MEMORY);
    if (!j->own_levels) memcpy(to, j->levels, used * sizeof *to);
    j->levels = j->own_levels = to;
    j->level_cap = cap;
    *lv = to + used - 1;
    return true;
}

static CINCHI_COLD bool write_limits(cinchi_write_job *j, uint64_t at, bool key)
{
    const cinch_limits *l = &j->opts->limits;
    if ((l->items && ++j->items > l->items) || (l->bytes && cinch_reader_pos(&j->r) - j->start > l->bytes) ||
        (l->key_len && key && cinchi_head_payload(cinchi_head_read(j->r.start + (size_t)at)) > l->key_len))
        return write_fail(j, at, CINCH_ERR_LIMIT);
    return true;
}

/* A container whose count is larger than the bytes left: the reader refuses it with the fault it would come to, but a walk item by
 * item may come to one of JSON's own before. So it is opened all the same; nothing here is allocated by a count. */
static CINCHI_COLD cinch_token open_doomed(cinchi_write_job *j, uint64_t at)
{
    cinch_token t = {CINCH_NONE, 0, 0, 0, 0, {0}};
    cinchi_head h;
    if (cinch_reader_pos(&j->r) == at) return t;
    h = cinchi_head_read(j->r.start + (size_t)at);
    j->r.pos = j->r.start + (size_t)at + h.size;
    j->r.end = j->r.limit;
    j->r.error = CINCH_OK;
    t.type = h.type;
    t.len = h.len;
    return t;
}

static CINCHI_ALWAYS_INLINE void separate(cinchi_write_job *j, const cinchi_write_level *lv, const cinchi_write_level *base)
{
    if (lv->left != lv->count) cinchi_emit_byte(&j->e, ',');
    if (CINCHI_UNLIKELY(j->opts->indent)) cinchi_emit_line(&j->e, (size_t)(lv - base));
}

/* A key and its colon. */
static CINCHI_ALWAYS_INLINE bool write_key(cinchi_write_job *j, cinchi_write_level *lv, uint64_t at)
{
    cinch_token t = cinch_next(&j->r);
    cinch_error error = CINCH_OK;
    if (CINCHI_UNLIKELY(t.type == CINCH_NONE)) t = open_doomed(j, at);
    if (CINCHI_LIKELY(t.type == CINCH_STR)) {
        if (CINCHI_UNLIKELY(lv->others)) j->mixed = true;
        error = cinchi_emit_key(&j->e, &t, j->r.limit);
    } else {
        if (t.type == CINCH_NONE) return false;
        if (!j->index) {
            if (lv->left + 1 != lv->count && !lv->others) j->mixed = true;
            lv->others = true;
        }
        error = cinchi_emit_key(&j->e, &t, j->r.limit);
    }
    if (CINCHI_UNLIKELY(j->limited) && !write_limits(j, at, true)) return false;
    if (CINCHI_UNLIKELY(error)) return write_fail(j, at, error);
    if (CINCHI_UNLIKELY(j->mixed) && !j->anyhow) return false;
    cinchi_emit_byte(&j->e, ':');
    if (CINCHI_UNLIKELY(j->opts->indent)) cinchi_emit_byte(&j->e, ' ');
    return true;
}

/* With an index: to the pair whose turn it is. */
static void write_seek(cinchi_write_job *j, cinchi_write_level *lv)
{
    const cinchi_json_place *p = (const cinchi_json_place *)j->index->places.ptr + lv->place++;
    j->r.pos = j->r.start + p->at;
    j->map = p->map;
}

static CINCHI_COLD void write_pair(cinchi_write_job *j, cinchi_write_level *lv)
{
    cinchi_emit *e = &j->e;
    if (lv->step == CINCHI_STEP_KEY) {
        cinchi_emit_raw(e, ", ", j->opts->indent ? 2 : 1);
        lv->step = CINCHI_STEP_VALUE;
        return;
    }
    if (lv->step == CINCHI_STEP_VALUE) {
        cinchi_emit_byte(e, ']');
        lv->left--;
        lv->step = CINCHI_STEP_PAIR;
    }
    if (!lv->left) return;
    separate(j, lv, j->levels);
    cinchi_emit_byte(e, '[');
    if (j->index) write_seek(j, lv);
    lv->step = CINCHI_STEP_KEY;
}

/* A container's beginning. */
static bool write_open(cinchi_write_job *j, cinchi_write_level **at_level, const cinch_token *t, uint64_t at)
{
    cinchi_write_level *lv = *at_level;
    if (CINCHI_UNLIKELY((size_t)(lv - j->levels) + 1 == j->level_cap) && !write_more_levels(j, &lv, at)) return false;
    *at_level = ++lv;
    lv->kind = t->type == CINCH_MAP ? CINCHI_WRITE_MAP : CINCHI_WRITE_ARRAY;
    lv->left = lv->count = t->len;
    lv->others = false;
    lv->step = CINCHI_STEP_PAIR;
    if (t->type == CINCH_MAP && j->index) {
        const cinchi_json_map *m = (const cinchi_json_map *)j->index->maps.ptr + j->map++;
        lv->left = lv->count = m->count;
        lv->place = m->first;
        lv->end = m->end;
        lv->after = m->after;
        if (m->pairs) lv->kind = CINCHI_WRITE_PAIRS;
    } else if (t->type == CINCH_MAP && j->opts->tagged) { /* a rehearsal without an index: any keys */
        lv->kind = CINCHI_WRITE_PAIRS;
    }
    if (lv->kind == CINCHI_WRITE_PAIRS)
        cinchi_emit_raw(&j->e, j->opts->indent ? "{\"$map\": [" : "{\"$map\":[", j->opts->indent ? 10 : 9);
    else
        cinchi_emit_byte(&j->e, t->type == CINCH_MAP ? '{' : '[');
    return true;
}

static void write_close(cinchi_write_job *j, const cinchi_write_level *lv)
{
    if (j->opts->indent && lv->count) cinchi_emit_line(&j->e, (size_t)(lv - j->levels) - 1);
    if (lv->kind == CINCHI_WRITE_PAIRS)
        cinchi_emit_raw(&j->e, "]}", 2);
    else
        cinchi_emit_byte(&j->e, lv->kind == CINCHI_WRITE_MAP ? '}' : ']');
    if (j->index && lv->kind != CINCHI_WRITE_ARRAY) {
        j->r.pos = j->r.start + lv->end;
        j->map = lv->after;
    }
}

static cinch_error write_scalar(cinchi_write_job *j, const cinch_token *t, uint64_t at)
{
    if (j->opts->tagged) return cinchi_emit_tagged(&j->e, t, j->r.start + (size_t)at, j->r.limit);
    return cinchi_emit_value(&j->e, t, j->r.limit);
}

/* The item at r. False: a fault, set in r, or mixed. */
static bool write_item(cinchi_write_job *j)
{
    cinchi_write_level *lv = j->levels;
    lv->kind = CINCHI_WRITE_DOC;
    lv->left = 1;
    lv->count = 1;
    lv->others = false;
    for (;;) {
        uint64_t at;
        cinch_token t;
        cinch_error error;
        bool key = false;
        if (j->quick) lv = cinchi_json_write_quick(j, lv);
        if (CINCHI_UNLIKELY(lv->kind == CINCHI_WRITE_PAIRS)) write_pair(j, lv);
        if (lv->left == 0) {
            if (lv->kind == CINCHI_WRITE_DOC) return true;
            write_close(j, lv--);
            continue;
        }
        at = cinch_reader_pos(&j->r);
        if (CINCHI_UNLIKELY(j->e.out->error)) return write_fail(j, at, j->e.out->error);
        if (lv->kind == CINCHI_WRITE_PAIRS) {
            key = lv->step == CINCHI_STEP_KEY;
        } else if (lv->kind != CINCHI_WRITE_DOC) {
            separate(j, lv, j->levels);
            lv->left--;
            if (lv->kind == CINCHI_WRITE_MAP) {
                if (CINCHI_UNLIKELY(j->index != NULL)) write_seek(j, lv);
                if (!write_key(j, lv, cinch_reader_pos(&j->r))) return false;
                at = cinch_reader_pos(&j->r);
            }
        } else {
            lv->left--;
        }
        t = cinch_next(&j->r);
        if (CINCHI_UNLIKELY(t.type == CINCH_NONE)) {
            t = open_doomed(j, at);
            if (t.type == CINCH_NONE) return false;
        }
        if (CINCHI_UNLIKELY(key) && t.type != CINCH_STR && j->opts->string_keys_only) return write_fail(j, at, CINCH_ERR_KEY);
        if (CINCHI_UNLIKELY(j->limited) && !write_limits(j, at, key)) return false;
        if (t.type >= CINCH_ARRAY) {
            if (!write_open(j, &lv, &t, at)) return false;
            continue;
        }
        error = write_scalar(j, &t, at);
        if (CINCHI_UNLIKELY(error)) return write_fail(j, at, error);
    }
}

/* All of it into out, from the item on. */
static bool write_all(cinchi_write_job *j, const cinch_reader *r, cinch_writer *out)
{
    bool good;
    j->r = *r;
    j->items = 0;
    j->map = 0;
    j->mixed = false;
    j->quick = !j->index && !j->limited && !j->opts->tagged && !j->opts->indent && !(r->flags & CINCH_UTF8);
    cinchi_emit_init(&j->e, out, j->opts);
    good = write_item(j);
    cinchi_emit_flush(&j->e);
    if (good && out->error) good = write_fail(j, j->start, out->error);
    return good;
}

/* Makes the index. Where it meets a fault an earlier one may come to light in writing: the first in the message counts. */
static bool write_index(cinchi_write_job *j, const cinch_reader *r, cinchi_json_index *x)
{
    cinch_writer nowhere;
    cinch_reader found = *r;
    if (cinchi_json_index_make(x, &found, j->opts, j->depth)) {
        j->index = x;
        return true;
    }
    j->r = found;
    if (found.error == CINCH_ERR_MEMORY) return false;
    cinch_writer_init_count(&nowhere);
    j->anyhow = true;
    if (!write_all(j, r, &nowhere) && cinch_reader_pos(&j->r) <= cinch_reader_pos(&found))
        return false; /* a key without a text has no twin */
    j->r = found;
    return false;
}

/* Into out, by way of an index if one turns out to be needed. On failure out is as it was, if it can be. */
static bool write_into(cinchi_write_job *j, const cinch_reader *r, cinch_writer *out, cinchi_json_index *x)
{
    uint64_t pos = cinch_writer_pos(out);
    bool good = write_all(j, r, out), held = out->held != 0;
    if (!good && j->mixed) {
        cinch_writer_rewind(out, pos);
        if (held && !out->held) out->held = 1; /* position 0 is a start anew, which lets go of what a sink is to hold */
        good = write_index(j, r, x) && write_all(j, r, out);
    }
    if (!good && out->error != CINCH_ERR_SINK && pos >= out->flushed) cinch_writer_rewind(out, pos);
    if (!good && !out->sink && !out->alloc.fn && out->spill)
        cinch_writer_rewind(out, pos); /* counting: no buffer to be outside of */
    return good;
}

/* A sink keeps the text in its buffer until it is whole. What does not fit is rehearsed, and then let through. */
static bool write_sink(cinchi_write_job *j, const cinch_reader *r, cinch_writer *out, cinchi_json_index *x)
{
    bool held = out->held != 0, good;
    cinch_writer nowhere;
    if (!held) out->held = 1 + (size_t)(out->pos - out->start);
    good = write_into(j, r, out, x);
    if (!held) out->held = 0;
    if (good || held || j->r.error != CINCH_ERR_ROOM) return good;
    cinch_writer_init_count(&nowhere);
    return write_into(j, r, &nowhere, x) && write_all(j, r, out);
}

static void write_init(cinchi_write_job *j, const cinch_reader *r, const cinch_json_opts *opts, cinchi_write_level *levels)
{
    j->r = *r;
    j->opts = opts;
    j->index = NULL;
    j->alloc = cinchi_alloc_given(opts->alloc);
    j->levels = levels;
    j->own_levels = NULL;
    j->depth = opts->limits.depth ? opts->limits.depth : CINCH_DEPTH;
    j->level_cap = (j->depth < CINCH_DEPTH ? j->depth : CINCH_DEPTH) + 1;
    j->start = cinch_reader_pos(r);
    j->limited = opts->limits.items || opts->limits.bytes || opts->limits.key_len;
    j->mixed = j->anyhow = false;
}

cinch_error cinch_json_write(cinch_reader *r, const cinch_json_opts *opts, cinch_writer *out, cinch_diag *diag)
{
    static const cinch_json_opts defaults = CINCH_ZERO;
    cinchi_write_level levels[CINCH_DEPTH + 1];
    cinchi_json_index x;
    cinchi_write_job j;
    if (!opts) opts = &defaults;
    memset(&x, 0, sizeof x);
    write_init(&j, r, opts, levels);
    if (out->error) cinch_reader_fail(&j.r, out->error);
    if (!j.r.error && (!(opts->tagged || opts->sort_keys || opts->dup) || write_index(&j, r, &x)))
        (void)(out->sink ? write_sink(&j, r, out, &x) : write_into(&j, r, out, &x));
    *r = j.r;
    if (diag) cinch_reader_diag(r, diag);
    cinchi_alloc_free(&j.alloc, j.own_levels, j.level_cap * sizeof *j.own_levels);
    cinchi_json_index_free(&x);
    return r->error;
}

/* SPDX-License-Identifier: MIT
 * One document, whole: what stands around it, whose memory it goes to, and what is told when it is bad.
 */
#include "json_in.h"
#include "cinch/write.h"

enum { READ_SHORT = 512 }; /* texts that are copied */

static const cinch_json_opts json_defaults = CINCH_ZERO;

/* A number or a word that runs on is not two documents. */
static bool runs_on(const uint8_t *start, const uint8_t *p, const uint8_t *end)
{
    uint8_t c = p == end ? ' ' : *p, folded = c | 0x20;
    if (*start == '{' || *start == '[' || *start == '"') return false;
    return (uint8_t)(c - '0') < 10 || (folded >= 'a' && folded <= 'z') || c == '+' || c == '-' || c == '.' || c == '_';
}

/* From the start of text to the first byte of the document. NULL: a fault. */
static const uint8_t *document_start(cinchi_json_in *j)
{
    static const uint8_t mark[3] = {0xef, 0xbb, 0xbf};
    size_t len = (size_t)(j->end - j->text), n = len < 3 ? len : 3;
    bool marked = n && memcmp(j->text, mark, n) == 0;
    if (marked && n < 3) return cinchi_json_fault(j, j->text, CINCH_ERR_TRUNCATED).p;
    return cinchi_json_blank(j, j->text + (marked ? 3 : 0));
}

/* What follows the document: only white space if more is false. */
static const uint8_t *document_end(cinchi_json_in *j, const uint8_t *p, bool more)
{
    p = cinchi_json_skip_blank(p, j->end, j->opts->lax);
    return p == j->end || more ? p : cinchi_json_fault(j, p, CINCH_ERR_TRAILING).p;
}

/* The document to where w stands. NULL: j has the fault, and w is as it was, unless its sink failed. */
static const uint8_t *read_direct(cinchi_json_in *j, cinch_writer *w, bool more)
{
    const uint8_t *start;
    cinchi_json_at r = {NULL, NULL};
    j->w = w;
    j->doc = cinch_writer_pos(w);
    cinchi_json_set_room(j, w->pos, w->end);
    j->old_spec = w->flags & CINCH_OLD_SPEC;
    start = document_start(j);
    if (start) r = cinchi_json_parse(j, start);
    if (r.p && runs_on(start, r.p, j->end)) r = cinchi_json_fault(j, r.p, CINCH_ERR_SYNTAX);
    if (r.p) r.p = document_end(j, r.p, more);
    if (r.p && !cinchi_json_settle(j, &r.o, start)) r.p = NULL;
    if (r.p && j->opts->limits.bytes && (uint64_t)(r.o - j->base) > j->opts->limits.bytes)
        r = cinchi_json_fault(j, start, CINCH_ERR_LIMIT);
    if (r.p) {
        w->pos = r.o;
    } else {
        w->pos = w->start + (size_t)(j->doc - w->flushed);
        if (w->error != CINCH_ERR_SINK) {
            w->error = CINCH_OK;
            w->end = w->start + w->cap;
        }
    }
    return r.p;
}

static void free_all(cinchi_json_in *j)
{
    cinchi_json_vec_free(&j->fixes, &j->alloc, sizeof(cinchi_json_fix));
    cinchi_json_vec_free(&j->keys, &j->alloc, sizeof(cinchi_json_key));
    cinchi_json_vec_free(&j->cuts, &j->alloc, sizeof(cinchi_json_cut));
    cinchi_json_vec_free(&j->order, &j->alloc, sizeof(uint32_t));
    cinchi_json_vec_free(&j->temp, &j->alloc, 1);
    cinchi_json_vec_free(&j->tags, &j->alloc, 1);
    cinchi_alloc_free(&j->alloc, j->own_levels, j->level_cap * sizeof *j->own_levels);
}

static void start_anew(cinchi_json_in *j)
{
    j->newest = j->oldest = 0;
    j->moved = 0;
    j->fixes.count = j->keys.count = j->cuts.count = j->tags.count = 0;
    j->tag_next = 0;
    j->tag_seen = false;
    j->items = 0;
    j->guesses = NULL;
    j->guess_count = j->keys_seen = j->misses = 0;
    j->error = CINCH_OK;
    j->at = NULL;
}

/* Through memory of its own, for a writer that cannot hold the document. */
static const uint8_t *read_aside(cinchi_json_in *j, cinch_writer *w, bool more)
{
    cinch_writer aside;
    const uint8_t *p;
    start_anew(j);
    cinch_writer_init_grow(&aside, &j->alloc, 0);
    aside.flags = w->flags;
    p = read_direct(j, &aside, more);
    if (p) {
        cinch_put_raw(w, aside.start, (size_t)(aside.pos - aside.start));
        if (w->error) p = cinchi_json_fault(j, j->text, w->error).p;
        if (w->error == CINCH_ERR_ROOM) cinch_writer_rewind(w, cinch_writer_pos(w)); /* it was whole or nothing */
    }
    cinch_writer_free(&aside);
    return p;
}

/* In a fixed buffer, which need not hold what dup takes out again. */
static const uint8_t *read_fixed(cinchi_json_in *j, cinch_writer *w, bool more)
{
    const uint8_t *p = read_direct(j, w, more);
    bool cuts = j->opts->dup == CINCH_DUP_FIRST || j->opts->dup == CINCH_DUP_LAST;
    return p || !cuts || j->error != CINCH_ERR_ROOM ? p : read_aside(j, w, more);
}

/* In the buffer of a sink, which keeps it until it is whole. */
static const uint8_t *read_held(cinchi_json_in *j, cinch_writer *w, bool more)
{
    bool held = w->held != 0;
    const uint8_t *p;
    if (!held) w->held = 1 + (size_t)(w->pos - w->start);
    p = read_direct(j, w, more);
    if (!held) w->held = 0;
    return p || held || j->error != CINCH_ERR_ROOM ? p : read_aside(j, w, more);
}

uint32_t cinchi_json_saturated(uint64_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* Line and column cost a pass over the text, so only a fault has them. */
static void tell(const cinchi_json_in *j, const uint8_t *at, cinch_diag *diag)
{
    const uint8_t *line = j->text;
    uint64_t lines = 1;
    memset(diag, 0, sizeof *diag);
    diag->error = j->error;
    diag->pos = (uint64_t)(at - j->text);
    if (!j->error) return;
    for (const uint8_t *p = j->text; p != at; p++)
        if (*p == '\n') {
            lines++;
            line = p + 1;
        }
    diag->line = cinchi_json_saturated(lines);
    diag->column = cinchi_json_saturated((uint64_t)(at - line) + 1);
}

/* levels and guessing stay as they are: clearing them would cost more than a small document. */
static void read_init(cinchi_json_in *j, const char *text, size_t len, const cinch_json_opts *opts, cinchi_json_level *levels)
{
    memset(j, 0, sizeof *j);
    j->opts = opts;
    j->alloc = cinchi_alloc_given(opts->alloc);
    j->text = len ? (const uint8_t *)text : (const uint8_t *)"";
    j->end = j->readable = j->text + len;
    j->levels = levels;
    j->depth = opts->limits.depth ? opts->limits.depth : CINCH_DEPTH;
    j->level_cap = (j->depth < CINCH_DEPTH ? j->depth : CINCH_DEPTH) + 1;
    j->odd_strs = !opts->tagged && (opts->bin_prefix || opts->ext_prefix || opts->base64_min);
    j->odd_keys = j->odd_strs || opts->dup || opts->limits.key_len || opts->limits.items;
    j->quick = !j->odd_keys && !opts->tagged;
}

/* A short text is read from a copy with zeros behind it, which are nothing that the quick loop takes: it would keep away from all of it else. */
static void pad_text(cinchi_json_in *j, uint8_t *copy, size_t len)
{
    memcpy(copy, j->text, len);
    memset(copy + len, 0, CINCHI_JSON_AHEAD);
    j->text = copy;
    j->end = copy + len;
    j->readable = j->end + CINCHI_JSON_AHEAD;
}

cinch_error cinch_json_read(const char *text, size_t len, const cinch_json_opts *opts, cinch_writer *w, size_t *used,
                            cinch_diag *diag)
{
    cinchi_json_level levels[CINCH_DEPTH + 1];
    union { /* a short text has not the keys that guesses are worth their memory for */
        cinchi_json_guessing guessing;
        uint8_t copy[READ_SHORT + CINCHI_JSON_AHEAD];
    } room;
    cinchi_json_in j;
    const uint8_t *p;
    read_init(&j, text, len, opts ? opts : &json_defaults, levels);
    if (j.quick && len && len <= READ_SHORT)
        pad_text(&j, room.copy, len);
    else
        j.guessing = &room.guessing;
    if (w->error)
        p = cinchi_json_fault(&j, j.text, w->error).p;
    else if (w->sink)
        p = read_held(&j, w, used != NULL);
    else if (w->spill && !w->alloc.fn)
        p = read_aside(&j, w, used != NULL);
    else
        p = read_fixed(&j, w, used != NULL);
    if (used) *used = p ? (size_t)(p - j.text) : 0;
    if (diag) tell(&j, p ? p : j.at, diag);
    free_all(&j);
    return j.error;
}

/* SPDX-License-Identifier: MIT
 * Tokens to text in flat memory. A level of the caller's array says of a container how many items are to come and,
 * of a map, what its keys were like.
 */
#include "json_out_key.h"
#include "json_clash.h"
#include "json_emit.h"
#include "cinch/write.h"
#include "../base/compiler.h"

enum { OUT_KEY = 0x80, OUT_TYPE = 0x0f }; /* in state */

static cinch_level *out_level(const cinch_json_out *j)
{
    return j->depth ? &j->levels[j->depth - 1] : NULL;
}

static void out_fail(cinch_json_out *j, cinch_error e)
{
    if (!j->error) j->error = e;
}

/* Before an item. Whether it is a key. */
static bool out_begin(cinch_json_out *j, cinchi_emit *e, const cinch_token *t)
{
    cinch_level *lv = out_level(j);
    bool key = lv && lv->path_len & CINCHI_OUT_MAP && lv->left % 2 == 0;
    if (!lv) return false;
    if (lv->path_len & CINCHI_OUT_MAP && !key) {
        cinchi_emit_byte(e, ':');
        if (CINCHI_UNLIKELY(j->opts.indent)) cinchi_emit_byte(e, ' ');
        return false;
    }
    if (!(lv->path_len & CINCHI_OUT_EMPTY)) cinchi_emit_byte(e, ',');
    lv->path_len &= ~(uint32_t)CINCHI_OUT_EMPTY;
    if (CINCHI_UNLIKELY(j->opts.indent)) cinchi_emit_line(e, j->depth);
    if (key) {
        cinch_error error = cinchi_json_out_key(j, lv, t);
        if (error) out_fail(j, error);
    }
    return key;
}

/* After an item: closes what is complete. */
static void out_end(cinch_json_out *j, cinchi_emit *e)
{
    while (j->depth) {
        cinch_level *lv = out_level(j);
        if (--lv->left) return;
        j->depth--;
        if (j->key_last) cinchi_clash_end(j);
        if (CINCHI_UNLIKELY(j->opts.indent)) cinchi_emit_line(e, j->depth);
        cinchi_emit_byte(e, lv->path_len & CINCHI_OUT_MAP ? '}' : ']');
    }
}

static void out_open(cinch_json_out *j, cinchi_emit *e, const cinch_token *t)
{
    bool map = t->type == CINCH_MAP;
    cinch_level *lv;
    if (!t->len) {
        cinchi_emit_raw(e, map ? "{}" : "[]", 2);
        out_end(j, e);
        return;
    }
    if (j->depth == j->level_cap) {
        out_fail(j, CINCH_ERR_DEPTH);
        return;
    }
    lv = &j->levels[j->depth++];
    lv->left = map ? 2 * (uint64_t)t->len : t->len;
    lv->count = 0;
    lv->path_len = CINCHI_OUT_EMPTY | (map ? CINCHI_OUT_MAP : 0u);
    cinchi_emit_byte(e, map ? '{' : '[');
}

/* The next part of a payload; the first one has what stands before it. */
static void out_part(cinch_json_out *j, cinchi_emit *e, const cinch_token *t, bool key)
{
    bool first = t->part & CINCH_FIRST, last = t->part & CINCH_LAST;
    cinchi_emit_carry c;
    cinch_error error = CINCH_OK;
    c.have = j->have;
    memcpy(c.bytes, j->carry, sizeof c.bytes);
    if (first) {
        c.have = 0;
        if (t->type == CINCH_STR) cinchi_emit_byte(e, '"');
        if (t->type == CINCH_BIN) error = cinchi_emit_bin_begin(e, key);
        if (t->type == CINCH_EXT) error = cinchi_emit_ext_begin(e, t->ext, key);
        j->some = false;
    }
    if (!error && t->type == CINCH_STR) error = cinchi_emit_chars_part(e, t->as.ptr, t->len, &c, last);
    if (!error && t->type == CINCH_BIN) cinchi_emit_bin_part(e, t->as.ptr, t->len, &c, !j->some, last);
    if (!error && t->type == CINCH_EXT) cinchi_emit_base64(e, t->as.ptr, t->len, &c, last);
    if (error) out_fail(j, error);
    if (last && t->type == CINCH_STR) cinchi_emit_byte(e, '"');
    if (last && t->type == CINCH_BIN) cinchi_emit_bin_end(e);
    if (last && t->type == CINCH_EXT) cinchi_emit_ext_end(e);
    j->some |= t->len != 0;
    j->have = c.have;
    memcpy(j->carry, c.bytes, sizeof c.bytes);
    j->state = (uint8_t)(last ? 0 : t->type | (key ? OUT_KEY : 0));
}

/* A whole scalar. */
static void out_scalar(cinch_json_out *j, cinchi_emit *e, const cinch_token *t, bool key)
{
    bool payload = t->type == CINCH_STR || t->type == CINCH_BIN || t->type == CINCH_EXT;
    const uint8_t *readable = payload && t->len ? t->as.ptr + t->len : NULL;
    cinch_error error = key ? cinchi_emit_key(e, t, readable) : cinchi_emit_value(e, t, readable);
    if (error) out_fail(j, error);
}

static void out_put(cinch_json_out *j, cinchi_emit *e, const cinch_token *t)
{
    bool payload = t->type == CINCH_STR || t->type == CINCH_BIN || t->type == CINCH_EXT;
    bool whole = !payload || (t->part & (CINCH_FIRST | CINCH_LAST)) == (CINCH_FIRST | CINCH_LAST), key;
    if (t->type == CINCH_NONE || t->type > CINCH_MAP || (whole || t->part & CINCH_FIRST) != (j->state == 0) ||
        (j->state && (j->state & OUT_TYPE) != t->type)) {
        out_fail(j, CINCH_ERR_USE);
        return;
    }
    key = j->state ? j->state & OUT_KEY : out_begin(j, e, t);
    if (j->error) return;
    if (t->type >= CINCH_ARRAY) {
        out_open(j, e, t);
        return;
    }
    if (whole)
        out_scalar(j, e, t, key);
    else
        out_part(j, e, t, key);
    if (!j->error && !j->state) out_end(j, e);
}

void cinch_json_out_init(cinch_json_out *j, cinch_level *levels, uint32_t level_count, const cinch_json_opts *opts,
                         cinch_writer *out)
{
    memset(j, 0, sizeof *j);
    if (opts) j->opts = *opts;
    j->out = out;
    j->levels = levels;
    j->level_cap = level_count;
    if (j->opts.sort_keys || j->opts.dup || j->opts.tagged) j->error = CINCH_ERR_USE;
}

void cinch_json_out_put(cinch_json_out *j, cinch_token t)
{
    cinchi_emit e;
    if (j->error) return;
    cinchi_emit_init(&e, j->out, &j->opts);
    out_put(j, &e, &t);
    cinchi_emit_flush(&e);
    if (j->out->error) out_fail(j, j->out->error);
}

cinch_error cinch_json_out_finish(cinch_json_out *j, cinch_diag *diag)
{
    cinch_error e = j->error ? j->error : j->depth || j->state ? CINCH_ERR_TRUNCATED : CINCH_OK;
    if (diag) {
        memset(diag, 0, sizeof *diag);
        diag->error = e;
    }
    return e;
}

/* SPDX-License-Identifier: MIT
 * Tokens to text in flat memory. A level of the caller's array says of a container how many items are to come and, of a map, of
 * what forms its keys so far were.
 *
 * Whether two keys of a map have the same text cannot be known without keeping the keys. It can be known that they have not: the
 * text of a number is digits, of nil a word, and so on. So a str key is sorted into the forms that its text has, any other
 * key into its own, and only where both sides met in one form the answer is open: then the whole object is needed (USE).
 */
#include "json_emit.h"
#include "cinch/write.h"
#include "../base/compiler.h"

enum { /* forms of the text of keys; FORM_ALL: a str key in parts, which nobody saw whole */
       FORM_INT = 1,
       FORM_FLOAT = 2,
       FORM_WORD = 4,
       FORM_TIME = 8,
       FORM_BIN = 16,
       FORM_EXT = 32,
       FORM_ALL = 63
};

enum { OUT_MAP = 1, OUT_EMPTY = 2, OUT_KEY = 0x80, OUT_TYPE = 0x0f }; /* OUT_KEY and OUT_TYPE: in state */

/* cinch_level: left, items to come (of a map keys and values); path_len, the flags above; count, forms of str keys in the low
 * half and of other keys in the high half. */
static cinch_level *out_level(const cinch_json_out *j)
{
    return j->depth ? &j->levels[j->depth - 1] : NULL;
}

static bool all_of(const char *s, size_t len, const char *set)
{
    for (size_t i = 0; i < len; i++)
        if (!memchr(set, s[i], strlen(set))) return false;
    return len != 0;
}

static bool begins(const char *s, size_t len, const char *prefix)
{
    size_t n = strlen(prefix);
    return len >= n && memcmp(s, prefix, n) == 0;
}

static bool is_word(cinch_str s)
{
    static const char words[][10] = {"null", "true", "false", "NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (cinch_str_is(s, words[i])) return true;
    return false;
}

static bool is_base64_char(char c)
{
    return (uint8_t)(c - '0') < 10 || (uint8_t)((c | 0x20) - 'a') < 26 || c == '+' || c == '/' || c == '=';
}

static bool like_bin(const cinch_json_opts *opts, const char *s, size_t len)
{
    if (opts->bin_prefix) return begins(s, len, opts->bin_prefix);
    if (len % 2) return false;
    for (size_t i = 0; i < len; i++)
        if (!is_base64_char(s[i])) return false;
    return true;
}

/* The forms that a str key's text has. More than it has is no error, less is. */
static unsigned forms_of_str(const cinch_json_opts *opts, const char *s, size_t len)
{
    unsigned forms = 0;
    cinch_str v;
    v.ptr = s;
    v.len = len;
    if (all_of(s, len, "-0123456789")) forms |= FORM_INT;
    if (all_of(s, len, "-+.e0123456789")) forms |= FORM_FLOAT;
    if (is_word(v)) forms |= FORM_WORD;
    if (len >= 20 && s[len - 1] == 'Z') forms |= FORM_TIME;
    if (like_bin(opts, s, len)) forms |= FORM_BIN;
    if (opts->ext_prefix && begins(s, len, opts->ext_prefix)) forms |= FORM_EXT;
    return forms;
}

static unsigned form_of(const cinch_token *t)
{
    switch (t->type) {
    case CINCH_U64:
    case CINCH_I64: return FORM_INT;
    case CINCH_F32:
    case CINCH_F64: return FORM_FLOAT | FORM_WORD;
    case CINCH_TIME: return FORM_TIME | FORM_EXT;
    case CINCH_BIN: return FORM_BIN;
    case CINCH_EXT: return FORM_EXT;
    default: return FORM_WORD;
    }
}

/* Notes the form of a key. False: it may have the text of another of the other kind. */
static bool note_form(const cinch_json_out *j, cinch_level *lv, const cinch_token *t)
{
    bool str = t->type == CINCH_STR;
    unsigned forms = !str ? form_of(t) : t->part & CINCH_LAST ? forms_of_str(&j->opts, t->as.str, t->len) : FORM_ALL;
    unsigned others = str ? lv->count >> 16 : lv->count & 0xffff;
    lv->count |= str ? forms : forms << 16;
    return (forms & others) == 0;
}

static void out_fail(cinch_json_out *j, cinch_error e)
{
    if (!j->error) j->error = e;
}

/* Before an item. Whether it is a key. */
static bool out_begin(cinch_json_out *j, cinchi_emit *e, const cinch_token *t)
{
    cinch_level *lv = out_level(j);
    bool key = lv && lv->path_len & OUT_MAP && lv->left % 2 == 0;
    if (!lv) return false;
    if (lv->path_len & OUT_MAP && !key) {
        cinchi_emit_raw(e, ": ", j->opts.indent ? 2 : 1);
        return false;
    }
    if (!(lv->path_len & OUT_EMPTY)) cinchi_emit_byte(e, ',');
    lv->path_len &= ~(uint32_t)OUT_EMPTY;
    cinchi_emit_line(e, j->depth);
    if (key && t->type < CINCH_ARRAY && !note_form(j, lv, t)) out_fail(j, CINCH_ERR_USE);
    return key;
}

/* After an item: closes what is complete. */
static void out_end(cinch_json_out *j, cinchi_emit *e)
{
    while (j->depth) {
        cinch_level *lv = out_level(j);
        if (--lv->left) return;
        j->depth--;
        cinchi_emit_line(e, j->depth);
        cinchi_emit_byte(e, lv->path_len & OUT_MAP ? '}' : ']');
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
    lv->path_len = OUT_EMPTY | (map ? OUT_MAP : 0u);
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
    if (key && t->type != CINCH_STR && (j->opts.string_keys_only || t->type >= CINCH_ARRAY)) {
        out_fail(j, CINCH_ERR_KEY);
        return;
    }
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

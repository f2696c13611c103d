/* SPDX-License-Identifier: MIT
 * Whether two keys of a map have the same text cannot be known without keeping the keys. It can be known that they have not: the
 * text of a number is digits, of nil a word, and so on. So a str key is sorted into the forms that its text has, any other
 * key into its own, and only where both sides met in one form the answer is open. Where the caller lends memory the texts of
 * keys that have such a form are kept there, and the answer is exact as long as they fit; else the whole object is needed (USE).
 *
 * Bin beside str stays open where a str may be base64: every second name may, and keeping them all would make every map pay for what none
 * has.
 */
#include "json_out_key.h"
#include "json_clash.h"
#include "json_emit.h"
#include "cinch/write.h"

enum { /* forms of the text of keys; FORM_ALL: a str key in parts, which nobody saw whole */
       FORM_INT = 1,
       FORM_FLOAT = 2,
       FORM_WORD = 4,
       FORM_TIME = 8,
       FORM_BIN = 16,
       FORM_EXT = 32,
       FORM_ALL = 63
};

/* Of a level, count: forms of str keys in the low half and of other keys in the high half. path_len: whether a key that matters was not kept,
 * whether a str came, whether two other keys have the same text or may; and above these a bit for each type of the other keys. */
enum { KEY_LOST = CINCHI_OUT_FLAGS, KEY_STRS = 2 * KEY_LOST, KEY_TWINS = 4 * KEY_LOST, KEY_TYPES_SHIFT = 16 };

static bool is_key_digit(char c)
{
    return (uint8_t)(c - '0') < 10;
}

static bool begins(const char *s, size_t len, const char *prefix)
{
    size_t n = strlen(prefix);
    return len >= n && memcmp(s, prefix, n) == 0;
}

static bool is_word(cinch_str s)
{
    static const char words[][10] = {"null", "true", "false", "NaN", "Infinity", "-Infinity"};
    if (s.len < 3 || s.len > 9) return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (s.ptr[0] == words[i][0] && cinch_str_is(s, words[i])) return true; /* most keys are told by their first byte */
    return false;
}

static bool is_base64_char(char c)
{
    return is_key_digit(c) || (uint8_t)((c | 0x20) - 'a') < 26 || c == '+' || c == '/' || c == '=';
}

static bool like_bin(const cinch_json_opts *opts, const char *s, size_t len)
{
    if (opts->bin_prefix) return begins(s, len, opts->bin_prefix);
    if (len % (opts->bin == CINCH_BIN_HEX ? 2 : 4)) return false;
    for (size_t i = 0; i < len; i++)
        if (!is_base64_char(s[i])) return false;
    return true;
}

/* A number's text begins with a digit, or with a sign and a digit. Most keys do not, and are told by that. */
static unsigned forms_of_number(const char *s, size_t len)
{
    unsigned forms = FORM_INT | FORM_FLOAT;
    size_t i = len > 1 && s[0] == '-';
    if (i == len || !is_key_digit(s[i])) return 0;
    for (; i < len; i++) {
        if (is_key_digit(s[i])) continue;
        if (s[i] != '.' && s[i] != 'e' && s[i] != '-' && s[i] != '+') return 0;
        forms = FORM_FLOAT;
    }
    return forms;
}

/* The forms that a str key's text has, those known of its map left out. More than it has is no error, less is. */
static unsigned forms_of_str(const cinch_json_opts *opts, const char *s, size_t len, unsigned known)
{
    unsigned forms = forms_of_number(s, len);
    cinch_str v;
    v.ptr = s;
    v.len = len;
    if (is_word(v)) forms |= FORM_WORD;
    if (len >= 20 && s[len - 1] == 'Z') forms |= FORM_TIME;
    if (!(known & FORM_BIN) && like_bin(opts, s, len)) forms |= FORM_BIN;
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

/* NaN or an infinity. */
static bool is_special(const cinch_token *t)
{
    double v = t->type == CINCH_F32 ? (double)t->as.f32 : t->type == CINCH_F64 ? t->as.f64 : 0;
    return v - v != 0;
}

/* The types, as bits, whose keys may have the text of this one, which is no str. */
static unsigned twin_types(const cinch_json_opts *opts, const cinch_token *t)
{
    const unsigned floats = 1u << CINCH_F32 | 1u << CINCH_F64, nil = 1u << CINCH_NIL, bin = 1u << CINCH_BIN;
    switch (t->type) {
    case CINCH_NIL: return bin | (opts->nan == CINCH_NAN_NULL ? floats : 0);
    case CINCH_F32:
    case CINCH_F64: return bin | (is_special(t) ? floats | nil : floats & ~(1u << t->type));
    case CINCH_BIN: return ~bin;
    case CINCH_EXT: return 1u << CINCH_TIME | bin;
    case CINCH_TIME: return 1u << CINCH_EXT | bin;
    default: return bin;
    }
}

/* Looks a key up among those of its map by its text; one that has no text is not kept, as writing it will fail. */
static cinchi_clash key_look_up(cinch_json_out *j, const cinch_token *t)
{
    uint8_t room[256];
    cinch_writer w;
    cinchi_emit e;
    cinch_error error;
    if (t->type == CINCH_STR) return cinchi_clash_note(j, CINCH_STR, t->as.str, t->len);
    if (is_special(t))
        return j->opts.nan == CINCH_NAN_ERROR ? CINCHI_CLASH_NONE : CINCHI_CLASH_FULL; /* one text for many values */
    cinch_writer_init(&w, room, sizeof room);
    cinchi_emit_init(&e, &w, &j->opts);
    error = cinchi_emit_key(&e, t, t->type == CINCH_BIN || t->type == CINCH_EXT ? t->as.ptr + t->len : NULL);
    cinchi_emit_flush(&e);
    if (w.error) return CINCHI_CLASH_FULL;
    if (error || w.pos - room < 2) return CINCHI_CLASH_NONE;
    return cinchi_clash_note(j, t->type, room + 1, (size_t)(w.pos - room) - 2);
}

static cinchi_clash keep_key(cinch_json_out *j, const cinch_level *lv, const cinch_token *t)
{
    bool whole = (t->part & CINCH_LAST) || t->type < CINCH_STR || t->type == CINCH_TIME;
    return !j->keys || lv->path_len & KEY_LOST || !whole ? CINCHI_CLASH_FULL : key_look_up(j, t);
}

static cinch_error note_str(cinch_json_out *j, cinch_level *lv, const cinch_token *t)
{
    unsigned others = lv->count >> 16, forms = FORM_ALL;
    if (t->part & CINCH_LAST) forms = forms_of_str(&j->opts, t->as.str, t->len, lv->count);
    lv->count |= forms;
    lv->path_len |= KEY_STRS;
    if (forms & ~(unsigned)FORM_BIN) {
        cinchi_clash c = keep_key(j, lv, t);
        if (c == CINCHI_CLASH_FOUND) return CINCH_ERR_KEY;
        if (c == CINCHI_CLASH_FULL) lv->path_len |= KEY_LOST;
    }
    return forms & others & (lv->path_len & KEY_LOST ? FORM_ALL : FORM_BIN) ? CINCH_ERR_USE : CINCH_OK;
}

static cinch_error note_other(cinch_json_out *j, cinch_level *lv, const cinch_token *t)
{
    unsigned strs = lv->count & 0xffff, forms = form_of(t), types = lv->path_len >> KEY_TYPES_SHIFT;
    cinchi_clash c = keep_key(j, lv, t);
    if (c == CINCHI_CLASH_FOUND) return CINCH_ERR_KEY;
    if (c == CINCHI_CLASH_FULL) lv->path_len |= KEY_LOST;
    if (c == CINCHI_CLASH_TWIN || (c == CINCHI_CLASH_FULL && types & twin_types(&j->opts, t))) lv->path_len |= KEY_TWINS;
    lv->count |= forms << 16;
    lv->path_len |= 1u << (KEY_TYPES_SHIFT + t->type);
    return forms & strs & (lv->path_len & KEY_LOST ? FORM_ALL : FORM_BIN) ? CINCH_ERR_USE : CINCH_OK;
}

cinch_error cinchi_json_out_key(cinch_json_out *j, cinch_level *lv, const cinch_token *t)
{
    bool str = t->type == CINCH_STR;
    cinch_error e;
    if (!str && (j->opts.string_keys_only || t->type >= CINCH_ARRAY)) return CINCH_ERR_KEY;
    e = str ? note_str(j, lv, t) : note_other(j, lv, t);
    /* twins are an error only beside a str, and at the second of them, which may be long gone */
    return !e && (lv->path_len & (KEY_TWINS | KEY_STRS)) == (KEY_TWINS | KEY_STRS) ? CINCH_ERR_USE : e;
}

/* SPDX-License-Identifier: MIT
 * What is wrong with an item, in words, and its path: of the containers it lies in, so that a message full of faults costs no walk for each.
 */
#include "schema_check.h"
#include "../base/num.h"
#include "../core/path.h"

typedef struct fault_text {
    char out[400];
    size_t len;
} fault_text;

static void fault_put(fault_text *t, const char *s, size_t len)
{
    if (len > sizeof t->out - 1 - t->len) len = sizeof t->out - 1 - t->len;
    memcpy(t->out + t->len, s, len);
    t->len += len;
    t->out[t->len] = 0;
}

static void fault_word(fault_text *t, const char *s)
{
    fault_put(t, s, strlen(s));
}

static void fault_count(fault_text *t, uint64_t v)
{
    char text[CINCHI_INT_TEXT];
    fault_put(t, text, cinchi_num_put_u64(text, v));
}

static void fault_float(fault_text *t, double v)
{
    char text[CINCHI_FLOAT_TEXT];
    if (v != v)
        fault_word(t, "NaN");
    else if (v - v != 0)
        fault_word(t, v > 0 ? "Infinity" : "-Infinity");
    else
        fault_put(t, text, cinchi_num_put_f64(text, v));
}

static void fault_int(fault_text *t, cinchi_int v)
{
    if (v.negative) fault_put(t, "-", 1);
    fault_count(t, v.negative ? -v.bits : v.bits);
}

/* In quotes, what is no plain ASCII as \xHH, cut when long. */
static void fault_quoted(fault_text *t, const char *s, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    enum { SHOWN = 40 };
    fault_put(t, "\"", 1);
    for (size_t i = 0; i < len && i < SHOWN; i++) {
        uint8_t c = (uint8_t)s[i];
        char hex[4] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
        if (c < 0x20 || c > 0x7e || c == '"' || c == '\\')
            fault_put(t, hex, 4);
        else
            fault_put(t, s + i, 1);
    }
    fault_word(t, len > SHOWN ? "...\"" : "\"");
}

static void fault_token(fault_text *t, const cinch_token *v)
{
    switch (v->type) {
    case CINCH_BOOL: fault_word(t, v->as.b ? "true" : "false"); break;
    case CINCH_U64:
    case CINCH_I64: fault_int(t, (cinchi_int){v->type == CINCH_I64, v->as.u64}); break;
    case CINCH_F32: fault_float(t, (double)v->as.f32); break;
    case CINCH_F64: fault_float(t, v->as.f64); break;
    case CINCH_STR: fault_quoted(t, v->as.str, v->len); break;
    default: fault_word(t, cinch_type_name((cinch_type)v->type)); break;
    }
}

static void fault_node(fault_text *t, const cinch_node *n)
{
    cinch_token v = {.type = n->type, .len = n->len};
    memcpy(&v.as, &n->as, sizeof v.as);
    fault_token(t, &v);
}

/* ---------------------------------------------------------------- what would be right */

static void fault_between(fault_text *t, uint64_t lo, uint64_t hi)
{
    if (lo == hi) {
        fault_count(t, lo);
        return;
    }
    if (hi == UINT64_MAX) fault_word(t, "at least ");
    if (lo == 0) fault_word(t, "at most ");
    if (lo) fault_count(t, lo);
    if (lo && hi != UINT64_MAX) fault_word(t, " to ");
    if (hi != UINT64_MAX) fault_count(t, hi);
}

/* Of so many; one is no plural. */
static void fault_counted(fault_text *t, uint64_t lo, uint64_t hi, const char *what)
{
    fault_between(t, lo, hi);
    fault_word(t, what);
    if ((hi == UINT64_MAX ? lo : hi) != 1) fault_word(t, "s");
}

static void fault_integer(fault_text *t, const cinchi_integer *s)
{
    fault_word(t, s->step > 1 ? "a multiple of " : "an integer");
    if (s->step > 1) fault_count(t, s->step);
    if ((s->has_lo && s->has_hi) ||
        (s->lo.negative && !s->has_hi && s->step <= 1)) { /* what may be negative has an end in any case */
        fault_word(t, " from ");
        fault_int(t, s->lo);
        fault_word(t, " to ");
        fault_int(t, s->hi);
    } else if (s->has_lo || s->has_hi) {
        fault_word(t, s->has_lo ? " of at least " : " of at most ");
        fault_int(t, s->has_lo ? s->lo : s->hi);
    }
}

static void fault_number(fault_text *t, const cinchi_shape *shape)
{
    const cinchi_number *s = &shape->as.number;
    fault_word(t, shape->c_type == CINCHI_C_FLOAT ? "a number that float holds" : "a number");
    if (s->has_lo) {
        fault_word(t, s->lo_open ? " above " : " of at least ");
        fault_float(t, s->lo);
    }
    if (s->has_hi) {
        fault_word(t, s->has_lo ? " and" : "");
        fault_word(t, s->hi_open ? " below " : " of at most ");
        fault_float(t, s->hi);
    }
    if (!s->has_step) return;
    fault_word(t, ", a multiple of ");
    fault_count(t, s->step_digits);
    if (s->step_exp == 0) return;
    fault_word(t, s->step_exp < 0 ? "e-" : "e");
    fault_count(t, (uint64_t)(s->step_exp < 0 ? -(int64_t)s->step_exp : s->step_exp));
}

/* A list goes on as far as a line bears: what went beyond is taken back, and dots stand for it. */
static bool fault_fits(fault_text *t, size_t before)
{
    enum { LINE = 160 };
    if (before == 0 || t->len <= LINE) return true;
    t->len = before;
    t->out[t->len] = 0;
    fault_word(t, ", ...");
    return false;
}

static void fault_values(fault_text *t, const cinchi_choice *s)
{
    enum { SHOWN = 8 };
    if (s->count > 1) fault_word(t, "one of ");
    for (uint32_t i = 0; i < s->count; i++) {
        size_t before = t->len;
        if (i == SHOWN) {
            fault_word(t, ", ...");
            return;
        }
        fault_word(t, i ? ", " : "");
        fault_node(t, s->values[i].node);
        if (i && !fault_fits(t, before)) return;
    }
}

static void fault_tags(fault_text *t, const cinchi_choices *s)
{
    cinchi_choice c = {.count = 0};
    for (uint32_t i = 0; i < s->count; i++) {
        size_t before = t->len;
        c.values = s->branches[i].values;
        c.count = s->branches[i].value_count;
        if (!c.count) continue;
        fault_word(t, before ? ", or " : "");
        fault_values(t, &c);
        if (!fault_fits(t, before)) return;
    }
}

static void fault_keys(fault_text *t, const cinchi_choices *s)
{
    fault_word(t, s->one_of ? "the members of one branch: " : "the members of a branch: ");
    for (uint32_t i = 0, some = 0; i < s->count; i++) {
        size_t before = some ? t->len : 0;
        if (!s->branches[i].key_count) continue;
        fault_word(t, some++ ? ", or " : "");
        for (uint32_t k = 0; k < s->branches[i].key_count && t->len < 350; k++) {
            fault_word(t, k ? " and " : "");
            fault_quoted(t, s->branches[i].keys[k].ptr, s->branches[i].keys[k].len);
        }
        if (!fault_fits(t, before)) return;
    }
}

static void fault_lengths(fault_text *t, const cinchi_shape *s)
{
    switch (s->kind) {
    case CINCHI_IS_STR: fault_counted(t, s->as.text.min_len, s->as.text.max_len, " character"); break;
    case CINCHI_IS_BIN:
    case CINCHI_IS_EXT: fault_counted(t, s->as.text.min_len, s->as.text.max_len, " byte"); break;
    case CINCHI_IS_LIST:
    case CINCHI_IS_TUPLE: fault_counted(t, s->as.list.min_items, s->as.list.max_items, " item"); break;
    case CINCHI_IS_RECORD: fault_counted(t, s->as.record.min_pairs, s->as.record.max_pairs, " member"); break;
    default: fault_counted(t, s->as.any.min_pairs, s->as.any.max_pairs, " member"); break;
    }
}

static void fault_expected(fault_text *t, const cinchi_fault *f)
{
    const cinchi_shape *s = f->use ? f->use->shape : NULL;
    if (!s) return;
    if (f->error == CINCH_ERR_RANGE && s->kind == CINCHI_IS_INT) fault_integer(t, &s->as.integer);
    if (f->error == CINCH_ERR_RANGE && s->kind == CINCHI_IS_NUMBER) fault_number(t, s);
    if (f->error == CINCH_ERR_LENGTH) fault_lengths(t, s);
    if (f->error == CINCH_ERR_VALUE && s->kind == CINCHI_IS_ENUM) fault_values(t, &s->as.choice);
    if (f->error == CINCH_ERR_VALUE && s->kind == CINCHI_IS_UNION && f->of_tag) fault_tags(t, &s->as.choices);
    if (f->error == CINCH_ERR_VALUE && s->kind == CINCHI_IS_UNION && !f->of_tag) fault_keys(t, &s->as.choices);
    if (f->error == CINCH_ERR_PATTERN && s->kind == CINCHI_IS_STR)
        fault_quoted(t, s->as.text.patterns[0].text.ptr, s->as.text.patterns[0].text.len);
}

static void fault_got(fault_text *t, const cinchi_fault *f)
{
    if (!f->got || f->error == CINCH_ERR_TYPE) return;
    if (f->error != CINCH_ERR_LENGTH) {
        fault_token(t, f->got);
        return;
    }
    if (f->got->type == CINCH_STR) {
        fault_token(t, f->got);
    } else {
        fault_count(t, f->got->len);
    }
}

/* ---------------------------------------------------------------- where */

/* The tag of the union's item, which is no level yet. */
static void fault_path_tag(cinchi_path *p, const cinchi_fault *f)
{
    const cinchi_choices *u = &f->use->shape->as.choices;
    char text[CINCHI_INT_TEXT];
    if (u->encoding == CINCHI_ARRAY)
        cinchi_path_index(p, u->tag_index);
    else if (u->encoding == CINCHI_INTKEYS)
        cinchi_path_key(p, text, cinchi_num_put_i64(text, u->tag_key));
    else
        cinchi_path_key(p, u->tag.ptr, u->tag.len);
}

static size_t fault_path(const cinchi_check *c, const cinchi_fault *f, char *out, size_t cap)
{
    cinchi_path p;
    size_t len;
    cinchi_path_init(&p, out, cap - 1, false);
    for (uint32_t i = 0; i < f->levels; i++) {
        const cinchi_check_level *level = &c->levels[i];
        if (level->key)
            cinchi_path_item(&p, level->key, level->key_end);
        else
            cinchi_path_index(&p, level->index - 1);
    }
    if (f->of_tag) fault_path_tag(&p, f);
    len = cinchi_path_finish(&p);
    out[len] = 0;
    return len;
}

static const char *fault_member(cinchi_check *c, cinch_str name)
{
    size_t len = name.len < sizeof c->member - 1 ? name.len : sizeof c->member - 1;
    if (!name.ptr) return NULL;
    if (len) memcpy(c->member, name.ptr, len);
    c->member[len] = 0;
    return c->member;
}

void cinchi_check_fault(cinchi_check *c, const cinchi_fault *f)
{
    cinch_schema_fault told;
    fault_text expected = {.len = 0}, got = {.len = 0};
    char path[2048];
    if (c->enough) return;
    if (!c->error) c->error = f->error;
    c->enough = !c->tell;
    if (!c->tell) return;
    memset(&told, 0, sizeof told);
    told.diag.error = f->error;
    told.diag.pos = (uint64_t)(f->at - c->r.start);
    if (f->error == CINCH_ERR_TYPE) told.diag.expected = (uint16_t)f->expected;
    if (f->got) told.diag.got = f->got->type;
    if (f->error == CINCH_ERR_MISSING || f->error == CINCH_ERR_UNKNOWN) told.diag.member = fault_member(c, f->name);
    fault_expected(&expected, f);
    fault_got(&got, f);
    told.expected = expected.out;
    told.got = got.out;
    told.pointer.ptr = path;
    told.pointer.len = fault_path(c, f, path, sizeof path);
    c->enough = !c->tell(c->user, &told);
}

/* SPDX-License-Identifier: MIT
 * Scalars against their shapes, and which branch of a union an item is of.
 */
#include "schema_check.h"
#include "schema_make.h"
#include "../base/num_decimal.h"
#include "../tree/node.h"

/* ---------------------------------------------------------------- scalars */

static cinch_error scalar_int(const cinchi_integer *s, const cinch_token *t)
{
    cinchi_int v = {t->type == CINCH_I64, t->as.u64};
    uint64_t size = v.negative ? -v.bits : v.bits;
    if (cinchi_int_order(v, s->lo) < 0 || cinchi_int_order(v, s->hi) > 0) return CINCH_ERR_RANGE;
    return s->step > 1 && size % s->step ? CINCH_ERR_RANGE : CINCH_OK;
}

static bool scalar_multiple(const cinchi_number *s, const cinch_token *t, double v)
{
    cinchi_digits step = {s->step_digits, s->step_exp};
    if (t->type == CINCH_U64) return cinchi_decimal_multiple(cinchi_decimal_u64(t->as.u64), step);
    if (t->type == CINCH_I64) return cinchi_decimal_multiple(cinchi_decimal_u64(-t->as.u64), step);
    return v - v == 0 && cinchi_decimal_multiple(cinchi_decimal_f64(v), step);
}

static cinch_error scalar_number(const cinchi_shape *shape, const cinch_token *t)
{
    const cinchi_number *s = &shape->as.number;
    const double most = 3.4028235677973366e38; /* from here on rounded to infinity in a float */
    double v;
    cinch_error e = cinchi_get_f64_of(t, &v);
    if (e) return e;
    if (shape->c_type == CINCHI_C_FLOAT && v - v == 0 && (v >= most || v <= -most)) return CINCH_ERR_RANGE;
    if (s->has_lo && !(s->lo_open ? v > s->lo : v >= s->lo)) return CINCH_ERR_RANGE;
    if (s->has_hi && !(s->hi_open ? v < s->hi : v <= s->hi)) return CINCH_ERR_RANGE;
    return s->has_step && !scalar_multiple(s, t, v) ? CINCH_ERR_RANGE : CINCH_OK;
}

static uint64_t scalar_chars(const char *s, size_t len)
{
    uint64_t count = 0;
    for (size_t i = 0; i < len; i++) count += ((uint8_t)s[i] & 0xc0) != 0x80;
    return count;
}

/* Of the payload of a timestamp where it is an ext like any other. */
static uint32_t scalar_time_len(const cinchi_check *c)
{
    cinch_reader r = c->r;
    r.flags |= CINCH_RAW_TIME;
    return cinch_peek(&r).len;
}

static cinch_error scalar_text(const cinchi_check *c, const cinchi_shape *shape, const cinch_token *t)
{
    const cinchi_text *s = &shape->as.text;
    const cinch_schema_opts *o = &c->schema->opts;
    uint64_t len = t->type == CINCH_TIME ? scalar_time_len(c) : t->len;
    cinch_str text = {t->as.str, t->len};
    if (s->utf8 && !cinch_utf8_valid(text.ptr, text.len)) return CINCH_ERR_UTF8;
    if (shape->kind == CINCHI_IS_STR && (s->min_len || s->max_len != UINT64_MAX)) len = scalar_chars(text.ptr, text.len);
    if (len < s->min_len || len > s->max_len) return CINCH_ERR_LENGTH;
    for (uint32_t i = 0; i < s->pattern_count; i++) {
        cinch_error e = o->match ? o->match(o->user, s->patterns[i].compiled, text) : CINCH_OK;
        if (e) return e;
    }
    return CINCH_OK;
}

cinch_error cinchi_check_scalar(const cinchi_check *c, const cinchi_shape *s, const cinch_token *t)
{
    cinch_node n;
    switch (s->kind) {
    case CINCHI_IS_INT: return scalar_int(&s->as.integer, t);
    case CINCHI_IS_NUMBER: return scalar_number(s, t);
    case CINCHI_IS_STR:
    case CINCHI_IS_BIN:
    case CINCHI_IS_EXT: return scalar_text(c, s, t);
    case CINCHI_IS_ENUM:
        cinchi_node_from(&n, t);
        return s->as.choice.open || cinchi_choice_find(&s->as.choice, &n) < s->as.choice.count ? CINCH_OK : CINCH_ERR_VALUE;
    default: return CINCH_OK;
    }
}

/* ---------------------------------------------------------------- branches */

static const cinchi_branch *branch_fault(cinchi_check *c, const cinchi_use *use, cinchi_fault f, cinch_error e,
                                         const cinch_token *t)
{
    f.error = e;
    f.use = use;
    f.got = t;
    if (e == CINCH_ERR_TYPE) f.expected = use->shape->types | (use->nullable ? CINCH_BIT(CINCH_NIL) : 0);
    cinchi_check_fault(c, &f);
    return NULL;
}

static bool branch_key_is(const cinchi_choices *u, const cinch_token *key)
{
    if (u->encoding == CINCHI_INTKEYS)
        return (key->type == CINCH_I64 && key->as.i64 == u->tag_key) ||
               (key->type == CINCH_U64 && key->as.u64 == (uint64_t)u->tag_key && u->tag_key >= 0);
    return key->type == CINCH_STR && key->len == u->tag.len && memcmp(key->as.str, u->tag.ptr, key->len) == 0;
}

/* The tag's value, of duplicates the last; NULL where there is none, or nil. */
static const uint8_t *branch_tag_at(const cinchi_check *c, const cinchi_choices *u, cinch_token *value)
{
    cinch_reader r = c->r;
    cinch_token head = cinch_next(&r);
    const uint8_t *at = NULL;
    for (uint32_t i = 0; i < head.len; i++) {
        cinch_token key = {0};
        if (head.type == CINCH_MAP) {
            key = cinch_peek(&r);
            cinch_skip(&r);
        }
        if (head.type == CINCH_MAP ? branch_key_is(u, &key) : i == u->tag_index) {
            at = r.pos;
            *value = cinch_peek(&r);
        }
        cinch_skip(&r);
    }
    return at && value->type != CINCH_NIL ? at : NULL;
}

static const cinchi_branch *branch_of_value(cinchi_check *c, const cinchi_use *use)
{
    const cinchi_choices *u = &use->shape->as.choices;
    cinch_token t;
    cinch_node n;
    cinchi_fault f = {.levels = c->depth, .name = u->tag};
    const uint8_t *at = branch_tag_at(c, u, &t);
    uint32_t low = 0, high = u->tag_count;
    if (!at) {
        for (uint32_t i = 0; i < u->count; i++)
            if (u->branches[i].tag_absent) return &u->branches[i];
        f.at = c->r.pos;
        return branch_fault(c, use, f, CINCH_ERR_MISSING, NULL);
    }
    cinchi_node_from(&n, &t);
    while (low < high && t.type < CINCH_ARRAY) {
        uint32_t mid = low + (high - low) / 2;
        int order = cinch_node_compare(u->tags[mid].value->node, &n);
        if (order == 0) return &u->branches[u->tags[mid].branch];
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    f.at = at;
    f.of_tag = true;
    return branch_fault(c, use, f, CINCH_ERR_VALUE, &t);
}

static uint32_t branch_row(const cinchi_choices *u, const cinch_token *key)
{
    uint32_t low = 0, high = u->own_count;
    cinch_str name = {key->as.str, key->len};
    bool number = u->encoding == CINCHI_INTKEYS;
    if (number ? key->type != CINCH_I64 && (key->type != CINCH_U64 || key->as.u64 > INT64_MAX) : key->type != CINCH_STR)
        return u->own_count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        const cinchi_own *o = &u->own[mid];
        int order = number ? (o->key > key->as.i64) - (o->key < key->as.i64) : cinchi_name_order(o->name, name);
        if (order == 0) return mid;
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return u->own_count;
}

/* Marks the keys of the branches that are there. */
static bool branch_mark(cinchi_check *c, const cinchi_choices *u, uint32_t bits)
{
    cinch_reader r = c->r;
    cinch_token head = cinch_next(&r);
    for (uint32_t i = 0; i < head.len; i++) {
        cinch_token key = cinch_peek(&r);
        uint32_t row = branch_row(u, &key);
        cinch_skip(&r);
        if (row < u->own_count) c->bits[bits + row / 8] |= (uint8_t)(1u << row % 8);
        cinch_skip(&r);
    }
    return true;
}

static bool branch_whole(const cinchi_check *c, const cinchi_choices *u, uint32_t branch, uint32_t bits)
{
    uint32_t have = 0;
    if (!u->branches[branch].key_count) return false;
    for (uint32_t row = u->branches[branch].first_own; row; row = u->own[row - 1].next)
        have += c->bits[bits + (row - 1) / 8] >> (row - 1) % 8 & 1;
    return have == u->branches[branch].key_count;
}

static const cinchi_branch *branch_of_keys(cinchi_check *c, const cinchi_use *use)
{
    const cinchi_choices *u = &use->shape->as.choices;
    const cinchi_branch *found = NULL, *without = NULL;
    cinchi_fault f = {.at = c->r.pos, .levels = c->depth};
    uint32_t bits, count = 0;
    cinch_token head = cinch_peek(&c->r);
    if (!cinchi_check_bits(c, u->own_count, &bits)) return NULL;
    branch_mark(c, u, bits);
    for (uint32_t i = 0; i < u->count; i++) {
        if (u->branches[i].tagged && !u->branches[i].key_count) without = &u->branches[i];
        if (!branch_whole(c, u, i, bits)) continue;
        if (!found) found = &u->branches[i];
        count++;
    }
    c->bit_bytes = bits;
    if (!found && without) return without;
    if (found && (count == 1 || !u->one_of)) return found;
    return branch_fault(c, use, f, CINCH_ERR_VALUE, &head);
}

const cinchi_branch *cinchi_check_branch(cinchi_check *c, const cinchi_use *use, const cinch_token *t)
{
    const cinchi_choices *u = &use->shape->as.choices;
    const cinchi_branch *only = NULL;
    cinchi_fault f = {.at = c->r.pos, .levels = c->depth};
    uint32_t count = 0;
    for (uint32_t i = 0; i < u->count; i++) {
        if (!(u->branches[i].types & CINCH_BIT(t->type))) continue;
        only = &u->branches[i];
        count++;
    }
    if (count == 0) return branch_fault(c, use, f, CINCH_ERR_TYPE, t);
    if (count == 1) return only;
    return u->by == CINCHI_BY_VALUE ? branch_of_value(c, use) : branch_of_keys(c, use);
}

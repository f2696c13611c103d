/* SPDX-License-Identifier: MIT
 * Values out of a list: enums, kept as the index, and constants, which are not kept.
 */
#include "gen_in.h"
#include "gen_choice.h"
#include "../core/get.h"
#include "../core/item.h"

/* An enum is as wide as the compiler makes it. */
uint32_t cinchi_gen_tag_load(const void *v, uint32_t size)
{
    if (size == 1) return *(const uint8_t *)v;
    if (size == 2) return *(const uint16_t *)v;
    return *(const uint32_t *)v;
}

void cinchi_gen_tag_store(void *v, uint32_t size, uint32_t tag)
{
    if (size == 1)
        *(uint8_t *)v = (uint8_t)tag;
    else if (size == 2)
        *(uint16_t *)v = (uint16_t)tag;
    else
        *(uint32_t *)v = tag;
}

static bool choice_is(const cinch_gen_value *c, const cinch_token *t)
{
    double x, want;
    switch (c->type) {
    case CINCH_STR: return t->type == CINCH_STR && t->len == c->len && memcmp(t->as.str, c->text, c->len) == 0;
    case CINCH_NIL: return t->type == CINCH_NIL;
    case CINCH_BOOL: return t->type == CINCH_BOOL && t->as.b == (c->num != 0);
    case CINCH_F64:
        if (!(CINCHI_NUMBERS >> t->type & 1) || cinchi_get_f64_of(t, &x)) return false;
        memcpy(&want, &c->num, sizeof want);
        return x == want;
    default: return t->type == c->type && t->as.u64 == (uint64_t)c->num;
    }
}

uint32_t cinchi_gen_choice_find(const cinch_gen_value *values, uint32_t count, const cinch_token *t)
{
    uint32_t i = 0;
    while (i < count && !choice_is(&values[i], t)) i++;
    return i;
}

/* The index of the value at r->pos; a value of none of their types is TYPE, any other VALUE. */
static uint32_t choice_get(cinch_reader *r, const cinch_gen_values *c)
{
    cinch_token t;
    const uint8_t *next;
    uint32_t i;
    if (!cinchi_get_item(r, c->types, &t, &next)) return c->count;
    i = cinchi_gen_choice_find(c->values, c->count, &t);
    if (i < c->count)
        r->pos = next;
    else
        cinchi_gen_fail(r, r->pos, CINCH_ERR_VALUE, NULL);
    return i;
}

void cinchi_gen_choice_put(cinch_writer *w, const cinch_gen_value *c)
{
    double x;
    switch (c->type) {
    case CINCH_STR: cinch_put_str(w, c->text, c->len); break;
    case CINCH_BOOL: cinch_put_bool(w, c->num != 0); break;
    case CINCH_I64: cinch_put_i64(w, c->num); break;
    case CINCH_U64: cinch_put_u64(w, (uint64_t)c->num); break;
    default: memcpy(&x, &c->num, sizeof x); cinch_put_f64(w, x);
    }
}

static void enum_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    uint32_t i = choice_get(r, (const cinch_gen_values *)t->more);
    (void)arena;
    if (!r->error) cinchi_gen_tag_store(v, t->cap, i);
}

static void enum_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_values *c = (const cinch_gen_values *)t->more;
    uint32_t i = cinchi_gen_tag_load(v, t->cap);
    if (i < c->count)
        cinchi_gen_choice_put(w, &c->values[i]);
    else
        cinch_writer_fail(w, CINCH_ERR_VALUE);
}

static bool enum_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    return cinchi_gen_tag_load(a, t->cap) == cinchi_gen_tag_load(b, t->cap);
}

static cinch_error enum_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)member;
    return cinchi_gen_tag_load(v, t->cap) < ((const cinch_gen_values *)t->more)->count ? CINCH_OK : CINCH_ERR_VALUE;
}

const cinch_gen_kind cinch_gen_enum = {enum_get, enum_put, enum_equal, enum_check, NULL};

static void const_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    (void)v, (void)arena;
    (void)choice_get(r, (const cinch_gen_values *)t->more);
}

static void const_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    (void)v;
    cinchi_gen_choice_put(w, ((const cinch_gen_values *)t->more)->values);
}

static bool const_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    (void)t, (void)a, (void)b;
    return true;
}

static cinch_error const_check(const cinch_gen_type *t, const void *v, const char **member)
{
    (void)t, (void)v, (void)member;
    return CINCH_OK;
}

const cinch_gen_kind cinch_gen_const = {const_get, const_put, const_equal, const_check, NULL};

const char *cinch_gen_value_text(const cinch_gen_values *c, uint32_t i)
{
    return i < c->count ? c->values[i].text : NULL;
}

bool cinch_gen_value_find(const cinch_gen_values *c, cinch_str text, uint32_t *i)
{
    for (*i = 0; *i < c->count; ++*i)
        if (c->values[*i].len == text.len && memcmp(c->values[*i].text, text.ptr, text.len) == 0) return true;
    return false;
}

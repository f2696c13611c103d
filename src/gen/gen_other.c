/* SPDX-License-Identifier: MIT
 * Enums that keep values they do not list: { enum which; T kept; }, as a raw item where which is their count.
 */
#include "gen_choice.h"
#include "gen_in.h"
#include "../core/get.h"

static const cinch_gen_other *other_of(const cinch_gen_type *t)
{
    return (const cinch_gen_other *)t->more;
}

static void other_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_other *o = other_of(t);
    void *kept = cinchi_gen_in(v, o->offset);
    cinch_token item;
    const uint8_t *next;
    uint32_t i;
    if (!cinchi_get_item(r, o->values->types, &item, &next)) return;
    i = cinchi_gen_choice_find(o->values->values, o->values->count, &item);
    memset(kept, 0, o->raw->blank);
    if (i < o->values->count)
        r->pos = next;
    else
        o->raw->kind->get(r, o->raw, kept, arena);
    if (!r->error) cinchi_gen_tag_store(v, t->cap, i);
}

static void other_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    const cinch_gen_other *o = other_of(t);
    uint32_t i = cinchi_gen_tag_load(v, t->cap);
    if (i < o->values->count)
        cinchi_gen_choice_put(w, &o->values->values[i]);
    else if (i == o->values->count)
        o->raw->kind->put(w, o->raw, cinchi_gen_of(v, o->offset));
    else
        cinch_writer_fail(w, CINCH_ERR_VALUE);
}

static bool other_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    const cinch_gen_other *o = other_of(t);
    uint32_t i = cinchi_gen_tag_load(a, t->cap);
    if (i != cinchi_gen_tag_load(b, t->cap)) return false;
    return i < o->values->count || o->raw->kind->equal(o->raw, cinchi_gen_of(a, o->offset), cinchi_gen_of(b, o->offset));
}

static cinch_error other_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_other *o = other_of(t);
    uint32_t i = cinchi_gen_tag_load(v, t->cap);
    if (i < o->values->count) return CINCH_OK;
    return i == o->values->count ? o->raw->kind->check(o->raw, cinchi_gen_of(v, o->offset), member) : CINCH_ERR_VALUE;
}

static void other_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    const cinch_gen_other *o = other_of(t);
    if (o->raw->kind->free) o->raw->kind->free(o->raw, cinchi_gen_in(v, o->offset), alloc);
    cinchi_gen_tag_store(v, t->cap, 0);
}

const cinch_gen_kind cinch_gen_enum_open = {other_get, other_put, other_equal, other_check, NULL};
const cinch_gen_kind cinch_gen_enum_open_owned = {other_get, other_put, other_equal, other_check, other_free};

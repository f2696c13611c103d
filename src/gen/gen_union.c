/* SPDX-License-Identifier: MIT
 * Tagged unions: which branch the item at hand is of, told from its type and, for maps, from a look ahead.
 */
#include "gen_choice.h"
#include "gen_in.h"
#include "../core/get.h"
#include "../core/item.h"
#include "cinch/wire.h"

static bool union_key_is(const cinch_gen_union *u, const cinch_token *k, const char *name, int64_t key)
{
    if (u->form == CINCH_GEN_INTKEYS)
        return (k->type == CINCH_U64 && key >= 0 && k->as.u64 == (uint64_t)key) || (k->type == CINCH_I64 && k->as.i64 == key);
    return k->type == CINCH_STR && k->len == strlen(name) && memcmp(k->as.str, name, k->len) == 0;
}

/* Past a key that may be a container; its token if it is none. */
static cinch_token union_key(cinch_reader *r)
{
    static const cinch_token none = {CINCH_NONE, 0, 0, 0, 0, {0}};
    cinch_token k = cinch_peek(r);
    cinch_skip(r);
    return k.type < CINCH_ARRAY ? k : none;
}

/* The tag's value in the map or array at r; a copy of the reader, so nothing is lost. */
static bool union_tag(cinch_reader r, const cinch_gen_union *u, cinch_token *tag)
{
    bool found = false;
    if (u->form == CINCH_GEN_ARRAY) {
        if (cinch_get_array(&r) <= u->tag_index) return false;
        cinch_skip_many(&r, u->tag_index);
        *tag = cinch_next(&r);
        return tag->type != CINCH_NONE;
    }
    for (uint32_t n = cinch_get_map(&r); n && !r.error; n--) {
        cinch_token k = union_key(&r);
        if (!r.error && union_key_is(u, &k, u->tag, u->tag_key)) {
            *tag = cinch_peek(&r); /* the last of equal keys counts */
            found = tag->type != CINCH_NONE;
        }
        cinch_skip(&r);
    }
    return found;
}

static bool union_has(cinch_reader r, const cinch_gen_union *u, const char *name, int64_t key)
{
    for (uint32_t n = cinch_get_map(&r); n && !r.error; n--) {
        cinch_token k = union_key(&r);
        if (!r.error && union_key_is(u, &k, name, key)) return true;
        cinch_skip(&r);
    }
    return false;
}

static bool union_has_all(const cinch_reader *r, const cinch_gen_union *u, const cinch_gen_branch *b)
{
    for (uint32_t i = 0; i < b->key_count; i++)
        if (!union_has(*r, u, b->keys ? b->keys[i] : NULL, b->int_keys ? b->int_keys[i] : 0)) return false;
    return true;
}

/* The branch at r->pos, or u->count. */
static uint32_t union_pick(const cinch_reader *r, const cinch_gen_union *u, cinch_type type)
{
    cinch_token tag;
    uint32_t found = u->count;
    int known = -1;
    for (uint32_t i = 0; i < u->count; i++) {
        const cinch_gen_branch *b = &u->branches[i];
        bool is = (b->types >> type & 1) != 0;
        if (is && b->tagged && u->tag) {
            if (known < 0) known = union_tag(*r, u, &tag);
            is = known ? cinchi_gen_choice_find(b->values, b->value_count, &tag) < b->value_count : b->tag_absent;
        } else if (is && b->tagged) {
            is = union_has_all(r, u, b);
        }
        if (!is) continue;
        if (found < u->count) return u->count; /* keys of two branches, and one_of */
        found = i;
        if (!(b->tagged && !u->tag && u->one_of)) break;
    }
    return found;
}

static void union_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    const cinch_gen_union *u = (const cinch_gen_union *)t->more;
    cinch_token k;
    const uint8_t *next;
    cinch_type type;
    uint32_t i;
    if (r->error) return;
    type = cinchi_item_type(r->pos, r->end, r->flags);
    if (type == CINCH_NONE || !(u->types >> type & 1)) {
        cinch_error e = cinchi_item(r->pos, r->end, &k, &next);
        if (!e) r->expected = (uint16_t)u->types;
        cinchi_gen_fail(r, r->pos, e ? e : CINCH_ERR_TYPE, NULL);
        return;
    }
    i = union_pick(r, u, type);
    if (i == u->count) {
        cinchi_gen_fail(r, r->pos, CINCH_ERR_VALUE, NULL);
        return;
    }
    cinchi_gen_tag_store(v, t->cap, i);
    u->branches[i].type->kind->get(r, u->branches[i].type, cinchi_gen_in(v, u->offset), arena);
}

static const cinch_gen_type *union_type(const cinch_gen_type *t, const void *v, uint32_t *which)
{
    const cinch_gen_union *u = (const cinch_gen_union *)t->more;
    *which = cinchi_gen_tag_load(v, t->cap);
    return *which < u->count ? u->branches[*which].type : NULL;
}

static void union_put(cinch_writer *w, const cinch_gen_type *t, const void *v)
{
    uint32_t i;
    const cinch_gen_type *b = union_type(t, v, &i);
    if (b)
        b->kind->put(w, b, cinchi_gen_of(v, ((const cinch_gen_union *)t->more)->offset));
    else
        cinch_writer_fail(w, CINCH_ERR_VALUE);
}

static bool union_equal(const cinch_gen_type *t, const void *a, const void *b)
{
    uint32_t i, k, offset = ((const cinch_gen_union *)t->more)->offset;
    const cinch_gen_type *x = union_type(t, a, &i);
    return union_type(t, b, &k) == x && i == k && (!x || x->kind->equal(x, cinchi_gen_of(a, offset), cinchi_gen_of(b, offset)));
}

static cinch_error union_check(const cinch_gen_type *t, const void *v, const char **member)
{
    uint32_t i;
    const cinch_gen_type *b = union_type(t, v, &i);
    return b ? b->kind->check(b, cinchi_gen_of(v, ((const cinch_gen_union *)t->more)->offset), member) : CINCH_ERR_VALUE;
}

static void union_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    uint32_t i;
    const cinch_gen_type *b = union_type(t, v, &i);
    if (b && b->kind->free) b->kind->free(b, cinchi_gen_in(v, ((const cinch_gen_union *)t->more)->offset), alloc);
    memset(v, 0, t->blank);
}

const cinch_gen_kind cinch_gen_choice = {union_get, union_put, union_equal, union_check, union_free};

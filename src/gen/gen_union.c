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

/* The tag's value, of duplicates the last, and where it is; NULL when there is none, or nil. Looks ahead on a copy of the reader, whose error
 * becomes r's. */
static const uint8_t *union_tag(cinch_reader *r, const cinch_gen_union *u, cinch_token *tag)
{
    cinch_reader ahead = *r;
    const uint8_t *at = NULL;
    bool map = u->form != CINCH_GEN_ARRAY;
    uint32_t n, i;
    ahead.flags &= ~(uint32_t)CINCH_UTF8;
    n = map ? cinch_get_map(&ahead) : cinch_get_array(&ahead);
    for (i = 0; i < n && !ahead.error; i++) {
        cinch_token k = {0};
        if (map) k = union_key(&ahead);
        if (!ahead.error && (map ? union_key_is(u, &k, u->tag, u->tag_key) : i == u->tag_index)) {
            at = ahead.pos;
            *tag = cinch_peek(&ahead);
        }
        cinch_skip(&ahead);
    }
    if (ahead.error) cinchi_gen_fail(r, ahead.pos, ahead.error, NULL);
    return at && tag->type != CINCH_NIL ? at : NULL;
}

static uint32_t union_of_tag(cinch_reader *r, const cinch_gen_union *u, cinch_type type)
{
    cinch_token tag = {0};
    const uint8_t *at = union_tag(r, u, &tag);
    for (uint32_t i = 0; i < u->count && !r->error; i++) {
        const cinch_gen_branch *b = &u->branches[i];
        if (!(b->types >> type & 1)) continue;
        if (at ? tag.type < CINCH_ARRAY && cinchi_gen_choice_find(b->values, b->value_count, &tag) < b->value_count
               : b->tag_absent)
            return i;
    }
    if (at)
        cinchi_gen_fail(r, at, CINCH_ERR_VALUE, NULL);
    else
        cinchi_gen_fail(r, r->pos, CINCH_ERR_MISSING, u->tag);
    return u->count;
}

static bool union_has(cinch_reader *r, const cinch_gen_union *u, const char *name, int64_t key)
{
    cinch_reader ahead = *r;
    bool found = false;
    ahead.flags &= ~(uint32_t)CINCH_UTF8;
    for (uint32_t n = cinch_get_map(&ahead); n && !ahead.error; n--) {
        cinch_token k = union_key(&ahead);
        found = found || (!ahead.error && union_key_is(u, &k, name, key));
        cinch_skip(&ahead);
    }
    if (ahead.error) cinchi_gen_fail(r, ahead.pos, ahead.error, NULL);
    return found;
}

static bool union_has_all(cinch_reader *r, const cinch_gen_union *u, const cinch_gen_branch *b)
{
    for (uint32_t i = 0; i < b->key_count; i++)
        if (!union_has(r, u, b->keys ? b->keys[i] : NULL, b->int_keys ? b->int_keys[i] : 0)) return false;
    return b->key_count != 0;
}

static uint32_t union_of_keys(cinch_reader *r, const cinch_gen_union *u)
{
    uint32_t found = u->count, without = u->count, whole = 0;
    for (uint32_t i = 0; i < u->count && !r->error; i++) {
        const cinch_gen_branch *b = &u->branches[i];
        if (b->tagged && !b->key_count) without = i;
        if (!b->tagged || !union_has_all(r, u, b)) continue;
        if (found == u->count) found = i;
        whole++;
    }
    if (found == u->count) found = without;
    if (found == u->count || (whole > 1 && u->one_of)) {
        cinchi_gen_fail(r, r->pos, CINCH_ERR_VALUE, NULL);
        return u->count;
    }
    return found;
}

/* The branch of the item at r->pos; u->count and an error when it is of none. By its type alone where one branch has it. */
static uint32_t union_pick(cinch_reader *r, const cinch_gen_union *u, cinch_type type)
{
    uint32_t only = u->count, count = 0;
    for (uint32_t i = 0; i < u->count; i++)
        if (u->branches[i].types >> type & 1) {
            only = i;
            count++;
        }
    if (count == 1) return only;
    return u->tag ? union_of_tag(r, u, type) : union_of_keys(r, u);
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
    if (r->error) return;
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

/* Whether v, a struct, would be written with all of these keys. */
static bool union_writes(const cinch_gen_object *o, const void *v, const cinch_gen_branch *b)
{
    for (uint32_t i = 0; i < b->key_count; i++) {
        uint32_t at = b->keys ? cinchi_gen_find(o, b->keys[i], strlen(b->keys[i])) : cinchi_gen_find_int(o, b->int_keys[i]);
        if (at == o->count || !cinchi_gen_field_has(&o->fields[at], v)) return false;
    }
    return b->key_count != 0;
}

/* Told by keys: whether v of branch i, optional members and all, would be taken for another one's. */
static bool union_mistaken(const cinch_gen_union *u, uint32_t i, const cinch_gen_type *t, const void *v)
{
    const void *in = cinchi_gen_of(v, u->offset);
    if (u->tag || !u->branches[i].key_count) return false;
    while (t && t->kind == &cinch_gen_choice) {
        uint32_t offset = ((const cinch_gen_union *)t->more)->offset, which;
        t = union_type(t, in, &which);
        in = cinchi_gen_of(in, offset);
    }
    if (!t || t->kind != &cinch_gen_struct) return false;
    for (uint32_t k = 0; k < u->count; k++)
        if (k != i && (u->one_of || k < i) && union_writes(cinchi_gen_object_of(t), in, &u->branches[k])) return true;
    return false;
}

static cinch_error union_check(const cinch_gen_type *t, const void *v, const char **member)
{
    const cinch_gen_union *u = (const cinch_gen_union *)t->more;
    uint32_t i;
    const cinch_gen_type *b = union_type(t, v, &i);
    if (!b || union_mistaken(u, i, b, v)) return CINCH_ERR_VALUE;
    return b->kind->check(b, cinchi_gen_of(v, u->offset), member);
}

static void union_free(const cinch_gen_type *t, void *v, const cinch_alloc *alloc)
{
    uint32_t i;
    const cinch_gen_type *b = union_type(t, v, &i);
    if (b && b->kind->free) b->kind->free(b, cinchi_gen_in(v, ((const cinch_gen_union *)t->more)->offset), alloc);
    memset(v, 0, t->blank);
}

const cinch_gen_kind cinch_gen_choice = {union_get, union_put, union_equal, union_check, union_free};

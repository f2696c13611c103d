/* SPDX-License-Identifier: MIT
 * Members: found by their key, read, absent, missing.
 */
#include "gen_in.h"
#include "../base/compiler.h"
#include "../core/get.h"
#include "cinch/wire.h"

bool cinchi_gen_head(cinch_reader *r, const cinch_gen_type *t, uint8_t fix, uint32_t *count)
{
    cinch_token k;
    const uint8_t *next, *at = r->pos;
    uint32_t type = fix == CINCH_WIRE_FIXMAP ? CINCH_BIT(CINCH_MAP) : CINCH_BIT(CINCH_ARRAY);
    if (!cinchi_get_item(r, type, &k, &next)) return false;
    if (r->depth == 0) {
        cinchi_gen_fail(r, at, CINCH_ERR_DEPTH, NULL);
    } else if (!cinchi_get_count_fits(r, &k, next)) {
        cinchi_get_doomed(r, next);
    } else if ((t->flags & CINCH_GEN_MIN && k.len < t->min) || (t->flags & CINCH_GEN_MAX && k.len > t->max)) {
        cinchi_gen_fail(r, at, CINCH_ERR_LENGTH, NULL);
    } else {
        r->pos = next;
        *count = k.len;
        return true;
    }
    return false;
}

/* ---- keys */

static int member_order(const cinch_gen_field *f, const char *key, size_t len)
{
    if (f->name_len != len) return f->name_len < len ? -1 : 1;
    return memcmp(f->name, key, len);
}

static uint32_t member_search(const cinch_gen_object *o, const char *key, size_t len)
{
    uint32_t lo = 0, hi = o->count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        int order = member_order(&o->fields[o->sorted[mid]], key, len);
        if (order == 0) return o->sorted[mid];
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return o->count;
}

uint32_t cinchi_gen_find(const cinch_gen_object *o, const char *key, size_t len)
{
    if (o->slots && len - 1 < CINCHI_GEN_KEY) {
        uint64_t head, tail;
        uint32_t i;
        cinchi_gen_words(key, len, &head, &tail);
        i = o->slots[cinchi_gen_slot(head, tail, o->slot_factor, o->slot_shift)];
        return i < o->count && member_order(&o->fields[i], key, len) == 0 ? i : o->count;
    }
    if (o->sorted) return member_search(o, key, len);
    for (uint32_t i = 0; i < o->count; i++)
        if (member_order(&o->fields[i], key, len) == 0) return i;
    return o->count;
}

uint32_t cinchi_gen_find_int(const cinch_gen_object *o, int64_t key)
{
    uint32_t lo = 0, hi = o->count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        int64_t at = o->fields[o->sorted[mid]].key;
        if (at == key) return o->sorted[mid];
        if (at < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return o->count;
}

/* ---- values */

uint8_t cinchi_gen_field_has(const cinch_gen_field *f, const void *v)
{
    if (f->flags & CINCH_GEN_NEVER) return 0;
    if (f->has != CINCH_GEN_NO_HAS) {
        uint8_t has = *(const uint8_t *)cinchi_gen_of(v, f->has);
        return has == 0 && f->flags & CINCH_GEN_REQUIRED ? 2 : has;
    }
    if (f->flags & CINCH_GEN_POINTER) {
        const void *to;
        memcpy(&to, cinchi_gen_of(v, f->offset), sizeof to);
        return to ? 1 : f->flags & CINCH_GEN_REQUIRED ? 2 : 0;
    }
    return 1;
}

/* The default is read like any other value, and so gets the storage of its kind. */
void cinchi_gen_field_blank(cinch_reader *r, const cinch_gen_field *f, void *v, cinch_arena *arena, uint8_t has)
{
    void *at = cinchi_gen_in(v, f->offset);
    if (f->flags & CINCH_GEN_NEVER) return;
    if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(v, f->has) = has;
    memset(at, 0, f->type->blank);
    if (f->fill && !r->error) {
        cinch_reader filler;
        cinch_reader_init(&filler, f->fill, f->fill_len);
        f->type->kind->get(&filler, f->type, at, arena);
        if (filler.error) cinch_reader_fail(r, filler.error); /* out of memory: a default is a value of its type */
    }
}

void cinchi_gen_never(cinch_reader *r, const uint8_t *at, const char *name)
{
    if (r->pos == r->end)
        cinch_skip(r); /* and says so */
    else if (!cinch_skip_nil(r))
        cinchi_gen_fail(r, at, CINCH_ERR_UNKNOWN, name);
}

void cinchi_gen_field_get(cinch_reader *r, const cinch_gen_field *f, void *v, cinch_arena *arena)
{
    if (f->flags & CINCH_GEN_NEVER) {
        cinchi_gen_never(r, r->pos, NULL);
        return;
    }
    if (f->flags & CINCH_GEN_NIL && r->pos != r->end && *r->pos == CINCH_WIRE_NIL) {
        r->pos++;
        cinchi_gen_field_blank(r, f, v, arena, f->flags & CINCH_GEN_KEEP ? 2 : 0);
        return;
    }
    if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(v, f->has) = 1;
    f->type->kind->get(r, f->type, cinchi_gen_in(v, f->offset), arena);
}

static bool member_seen(const uint64_t *seen, uint32_t i)
{
    return seen[i / 64] >> (i % 64) & 1;
}

void cinchi_gen_finish(cinch_reader *r, const cinch_gen_object *o, void *v, cinch_arena *arena, const uint64_t *seen,
                       uint64_t map)
{
    if (o->count - 1 < 64 && seen[0] == UINT64_MAX >> (64 - o->count)) return;
    for (uint32_t i = 0; i < o->count && !r->error; i++)
        if (o->fields[i].flags & CINCH_GEN_REQUIRED && !member_seen(seen, i))
            cinch_reader_fail_at(r, map, CINCH_ERR_MISSING, o->fields[i].name);
    for (uint32_t i = 0; i < o->count && !r->error; i++)
        if (!member_seen(seen, i)) cinchi_gen_field_blank(r, &o->fields[i], v, arena, 0);
}

/* SPDX-License-Identifier: MIT
 * Where an unrolled pass over a struct meets another key than the one it expects, or a number in a rare format, and goes on after all.
 */
#include "gen_quick.h"
#include "../core/skip.h"

/* Past the pair at b[i] if its key is of no field; 0 if it is, or is not plain. */
static inline size_t run_stranger(const cinch_gen_object *o, const uint8_t *b, size_t n, size_t i)
{
    const uint8_t *next;
    uint64_t head, tail;
    size_t m, v, item;
    if (i >= n) return 0;
    m = (size_t)(b[i] ^ CINCH_WIRE_FIXSTR) + 1;
    v = i + m;
    if (m - 2 >= CINCHI_GEN_KEY || v >= n) return 0;
    cinchi_gen_quick_words_any(b, v, m, &head, &tail);
    if (cinchi_gen_quick_is(&o->fields[o->slots[cinchi_gen_slot(head, tail, o->slot_factor, o->slot_shift)]], b, v, m, head,
                            tail))
        return 0;
    item = cinchi_gen_tables.leads[b[v]].item;
    if (CINCHI_LIKELY(item != 0)) return item <= n - v ? v + item : 0;
    return cinchi_skip(b + v, b + n, 1, &next) ? 0 : (size_t)(next - b);
}

const uint8_t *cinch_gen_trail(const cinch_gen_object *o, const uint8_t *b, size_t n, size_t i, int32_t more)
{
    if (more < 0 || o->unknown != CINCH_GEN_SKIP || !o->slots) return NULL;
    for (; more && i; more--) i = run_stranger(o, b, n, i);
    return i ? b + i : NULL;
}

static bool run_key(const cinch_gen_field *f, const uint8_t *b, size_t n, size_t i)
{
    uint64_t head, tail;
    size_t m = f->name_len + 1u;
    if (n - i < m) return false;
    cinchi_gen_quick_words(b, i + m, m, &head, &tail);
    return cinchi_gen_quick_is(f, b, i + m, m, head, tail);
}

static CINCHI_NOINLINE size_t run_wait(const cinch_gen_object *o, uint32_t k, size_t i, size_t need, cinchi_gen_pass *s)
{
    while (!run_key(&o->fields[k], s->b, s->n, i)) {
        if (s->more-- <= 0) return 0;
        i = run_stranger(o, s->b, s->n, i);
        if (!i) return 0;
    }
    return s->n - i < need ? 0 : i; /* a key that is there may be all that is */
}

/* Whether words that end before b[v], from b[v - back] on, are the key of f, which has no more than 16 bytes. */
static inline bool run_is(const cinch_gen_field *f, const uint8_t *b, size_t v, size_t back, uint64_t mask)
{
    return (((f->head ^ cinchi_little64(b + v - back)) | (f->tail ^ cinchi_little64(b + v - 8))) & mask) == 0;
}

/* One pair and then the key, both of the usual kind, take few registers and no call; what else there may be goes the way above. */
size_t cinchi_gen_wait(const cinch_gen_object *o, uint32_t k, size_t i, size_t need, cinchi_gen_pass *s)
{
    const uint8_t *const b = s->b, *const slots = o->slots;
    const cinch_gen_field *f;
    size_t n = s->n, m, v, item;
    uint64_t head, tail, mask;
    if (o->unknown != CINCH_GEN_SKIP || !slots || i >= n) return 0;
    m = (size_t)(b[i] ^ CINCH_WIRE_FIXSTR) + 1;
    v = i + m;
    if (CINCHI_UNLIKELY(m > 16) || v < 8 || v >= n) return run_wait(o, k, i, need, s);
    mask = cinchi_gen_keys.masks[m];
    head = cinchi_little64(b + v - (m > 8 ? m : 8)) & mask;
    tail = cinchi_little64(b + v - 8) & mask;
    f = &o->fields[slots[cinchi_gen_slot(head, tail, o->slot_factor, o->slot_shift)]];
    if (((f->head ^ head) | (f->tail ^ tail)) == 0) return 0;
    item = cinchi_gen_tables.leads[b[v]].item;
    if (CINCHI_UNLIKELY(item == 0)) return run_wait(o, k, i, need, s);
    if (item > n - v || n - v - item < need) return 0;
    s->more--;
    i = v + item; /* 9 bytes at least have been seen */
    f = &o->fields[k];
    m = f->name_len + 1u;
    if (m <= 16 && run_is(f, b, i + m, m > 8 ? m : 8, cinchi_gen_keys.masks[m])) return i;
    return run_wait(o, k, i, need, s);
}

const uint8_t *cinch_gen_member(cinch_reader *r, const cinch_gen_field *f, const uint8_t *at, void *v, cinch_arena *arena)
{
    r->pos = at;
    cinchi_gen_field_get(r, f, v, arena);
    return r->error ? NULL : r->pos;
}

void cinch_gen_blank(const cinch_gen_field *f, void *v)
{
    if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(v, f->has) = 0;
    memset(cinchi_gen_in(v, f->offset), 0, f->type->blank);
}

size_t cinchi_gen_rare(const cinch_gen_object *o, uint32_t k, size_t i, size_t need, const cinchi_gen_pass *s)
{
    size_t next = i < s->n ? cinchi_gen_number(s->b, s->n, i, (double *)cinchi_gen_in(s->v, o->fields[k].offset)) : 0;
    return s->n - next >= need ? next : 0;
}

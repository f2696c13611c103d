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

static inline bool run_key(const cinch_gen_field *f, const uint8_t *b, size_t n, size_t i)
{
    uint64_t head, tail;
    size_t m = f->name_len + 1u;
    if (n - i < m) return false;
    cinchi_gen_quick_words(b, i + m, m, &head, &tail);
    return cinchi_gen_quick_is(f, b, i + m, m, head, tail);
}

size_t cinch_gen_seek(const cinch_gen_object *o, uint32_t k, const uint8_t *b, size_t n, size_t i, size_t need, int32_t *more)
{
    if (o->unknown != CINCH_GEN_SKIP || !o->slots) return 0;
    while (*more > 0) {
        i = run_stranger(o, b, n, i);
        if (!i) return 0;
        --*more;
        if (n - i >= need && run_key(&o->fields[k], b, n, i)) return i;
    }
    return 0;
}

const uint8_t *cinch_gen_trail(const cinch_gen_object *o, const uint8_t *b, size_t n, size_t i, int32_t more)
{
    if (more < 0 || o->unknown != CINCH_GEN_SKIP || !o->slots) return NULL;
    for (; more && i; more--) i = run_stranger(o, b, n, i);
    return i ? b + i : NULL;
}

static size_t run_member(const cinch_gen_field *f, const uint8_t *b, size_t n, size_t i, void *v)
{
    size_t next;
    if (i >= n) return 0;
    next = cinchi_gen_quick_value(f, b, n, i, v);
    if (next || f->flags >> 8 != CINCH_GEN_F64) return next;
    next = cinch_gen_number(b, n, i, (double *)cinchi_gen_in(v, f->offset));
    return next && cinchi_gen_quick_also(f, cinchi_gen_in(v, f->offset), v) ? next : 0;
}

bool cinch_gen_run(cinch_gen_pass *s, const cinch_gen_object *o, uint32_t first, uint32_t last, bool key, size_t need)
{
    const uint8_t *const b = s->b;
    const size_t n = s->n;
    size_t i = s->i;
    if (i == 0) {
        i = cinch_gen_map(b, n - 1, (int32_t)o->count, &s->more);
        if (i == 0 || s->more < 0) return false;
    }
    for (uint32_t k = first; k < last + key; k++) {
        const cinch_gen_field *f = &o->fields[k];
        if (i > n) return false;
        if (!run_key(f, b, n, i)) i = cinch_gen_seek(o, k, b, n, i, f->name_len + 2u, &s->more);
        if (i == 0) return false;
        i += f->name_len + 1u;
        if (k < last) i = run_member(f, b, n, i, s->v);
        if (i == 0) return false;
    }
    s->i = i;
    return i <= n && n - i >= need;
}

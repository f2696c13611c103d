/* SPDX-License-Identifier: MIT
 * Keys and plain values in a buffer, by the table of a struct: what the walkers and the runs of unrolled passes have in common. Nothing here
 * knows a reader; whatever is not plain is refused and left to those that do.
 */
#ifndef CINCHI_GEN_QUICK_H
#define CINCHI_GEN_QUICK_H

#include "gen_in.h"
#include "../base/compiler.h"
#include "cinch/wire.h"

/* Of 8 bytes that end with a key of m bytes, header included, those that belong to it; and where, from its end, its first 8 bytes
 * begin. */
typedef struct cinchi_gen_key_table {
    uint64_t masks[CINCHI_GEN_KEY + 2];
    int8_t backs[CINCHI_GEN_KEY + 2];
} cinchi_gen_key_table;
extern const cinchi_gen_key_table cinchi_gen_keys;

static CINCHI_NOINLINE uint64_t cinchi_gen_quick_near_word(const uint8_t *b, size_t from, size_t to)
{
    uint64_t word = 0;
    for (; from < to; from++) word = word >> 8 | (uint64_t)b[from] << 56;
    return word;
}

/* The words of the key of m bytes that ends before b[v]; n is not asked for, as nothing behind the key is read. A key with less than 8 bytes up to its
 * end in front of it is put together byte by byte. */
CINCHI_ALWAYS_INLINE static void cinchi_gen_quick_words(const uint8_t *b, size_t v, size_t m, uint64_t *head, uint64_t *tail)
{
    if (CINCHI_LIKELY(m >= 8)) {
        *head = cinchi_little64(b + v - m);
        *tail = cinchi_little64(b + v - 8);
    } else if (CINCHI_LIKELY(v >= 8)) {
        *head = *tail = cinchi_little64(b + v - 8) & cinchi_gen_keys.masks[m];
    } else {
        *head = *tail = cinchi_gen_quick_near_word(b, v - m, v);
    }
}

/* The same without a branch on the length, where that cannot be foreseen. */
CINCHI_ALWAYS_INLINE static void cinchi_gen_quick_words_any(const uint8_t *b, size_t v, size_t m, uint64_t *head,
                                                            uint64_t *tail)
{
    if (CINCHI_LIKELY(v >= 8)) {
        uint64_t mask = cinchi_gen_keys.masks[m];
        *head = cinchi_little64(b + v - (m > 8 ? m : 8)) & mask;
        *tail = cinchi_little64(b + v - 8) & mask;
    } else {
        *head = *tail = cinchi_gen_quick_near_word(b, v - m, v);
    }
}

/* Whether the key of m bytes before b[v], with these words, is that of f. */
static inline bool cinchi_gen_quick_is(const cinch_gen_field *f, const uint8_t *b, size_t v, size_t m, uint64_t head,
                                       uint64_t tail)
{
    return ((f->head ^ head) | (f->tail ^ tail)) == 0 && (m <= 16 || memcmp(f->name + 7, b + v - m + 8, m - 16) == 0);
}

static inline void cinchi_gen_quick_store(void *at, unsigned row, uint64_t u)
{
    switch (row & 3) {
    case CINCH_GEN_I8 & 3: *(uint8_t *)at = (uint8_t)u; break;
    case CINCH_GEN_I16 & 3: *(uint16_t *)at = (uint16_t)u; break;
    case CINCH_GEN_I32 & 3: *(uint32_t *)at = (uint32_t)u; break;
    default: *(uint64_t *)at = u;
    }
}

/* An integer of which fewer than 8 bytes of the buffer go up to its end. */
static CINCHI_NOINLINE size_t cinchi_gen_quick_near(const uint8_t *b, size_t i, unsigned type, uint64_t *out)
{
    const cinchi_gen_lead *lead = &cinchi_gen_tables.leads[b[i]];
    const uint64_t *row = &cinchi_gen_tables.rows[lead->row];
    uint64_t u = lead->adv == 1 ? b[i] : 0;
    for (size_t k = 1; k < lead->adv; k++) u = u << 8 | b[i + k];
    if (u & row[type]) return 0;
    *out = ((u & row[0]) ^ row[1]) - row[1];
    return i + lead->adv;
}

static inline size_t cinchi_gen_quick_int(const uint8_t *b, size_t n, size_t i, unsigned row, void *at)
{
    uint64_t u;
    size_t adv = cinchi_gen_tables.leads[b[i]].adv;
    if (b[i] < 0x80) {
        u = b[i++];
    } else if (n - i < adv) {
        return 0;
    } else if (CINCHI_UNLIKELY(i < 7)) {
        i = cinchi_gen_quick_near(b, i, row, &u);
        if (!i) return 0;
    } else if (!cinch_gen_int_by_table(b, &i, (int)row, &u)) {
        return 0;
    }
    cinchi_gen_quick_store(at, row, u);
    return i;
}

/* What goes with a value that was stored: its has_ flag, and the rules of its type, which it may break: false. */
static inline bool cinchi_gen_quick_also(const cinch_gen_field *f, const void *at, void *v)
{
    if (f->has != CINCH_GEN_NO_HAS) *(uint8_t *)cinchi_gen_in(v, f->has) = 1;
    return !(f->flags & CINCH_GEN_JUDGE) || f->type->kind->check(f->type, at, NULL) == CINCH_OK;
}

/* The value of f at b[i], i < n, into the struct at v, and whether it keeps the rules of its type; the offset behind it, or 0: not plain, or not
 * all there. */
CINCHI_ALWAYS_INLINE static size_t cinchi_gen_quick_value(const cinch_gen_field *f, const uint8_t *b, size_t n, size_t i,
                                                          void *v)
{
    void *at = cinchi_gen_in(v, f->offset);
    unsigned row = f->flags >> 8;
    switch (row) {
    case CINCH_GEN_STR:
        if (!cinch_gen_str(b, n, &i, (cinch_str *)at) || i > n) return 0;
        break;
    case CINCH_GEN_BOOL:
        if ((b[i] ^ CINCH_WIRE_FALSE) > 1) return 0;
        *(bool *)at = b[i++] & 1;
        break;
    case CINCH_GEN_F64:
        if (b[i] != CINCH_WIRE_F64 || n - i < 9) return 0;
        *(double *)at = cinch_gen_double(b + i + 1);
        i += 9;
        break;
    case 0: return 0;
    default:
        i = cinchi_gen_quick_int(b, n, i, row, at);
        if (!i) return 0;
    }
    return !(f->flags & (CINCH_GEN_NIL | CINCH_GEN_JUDGE)) || cinchi_gen_quick_also(f, at, v) ? i : 0;
}

/* Plain values that were found, and not yet decoded. */
typedef struct cinchi_gen_notes {
    uint64_t noted;  /* bit k: of field k */
    size_t i;        /* next pair */
    uint32_t place;  /* of it in the order expected */
    uint32_t at[64]; /* by field */
} cinchi_gen_notes;

/* From the pair at s->i on, as long as the next key of the order (NULL: the schema's) comes, with a value whose first byte tells its length. The place
 * after is s->place; what was the last of them may end behind n. */
CINCHI_ALWAYS_INLINE static void cinchi_gen_note(const cinch_gen_object *o, const uint8_t *b, size_t n, const uint8_t *order,
                                                 uint32_t places, cinchi_gen_notes *s)
{
    const cinch_gen_field *const fields = o->fields;
    uint64_t noted = s->noted;
    uint32_t place = s->place;
    size_t i = s->i;
    for (; place < places; place++) {
        unsigned k = order ? order[place] : place;
        const cinch_gen_field *f = &fields[k];
        size_t m = f->name_len + 1u, v = i + m, item = 1;
        uint64_t head, tail;
        if (v >= n) break;
        cinchi_gen_quick_words(b, v, m, &head, &tail);
        if (!cinchi_gen_quick_is(f, b, v, m, head, tail)) break;
        if (b[v] >= 0x80) {
            item = cinchi_gen_tables.leads[b[v]].item;
            CINCHI_GEN_FORESEE(item);
            if (item == 0) break;
        }
        s->at[k] = (uint32_t)v;
        noted |= (uint64_t)1 << k;
        i = v + item;
    }
    s->noted = noted;
    s->place = place;
    s->i = i;
}

#endif

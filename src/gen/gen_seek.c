/* SPDX-License-Identifier: MIT
 * Where the members of a struct are in a map whose keys come in any order: what generated code begins with when they do not come in the
 * schema's.
 *
 * The place of a pair waits for the length of the key and then of the value before it, three loads one after the other, and everything else
 * waits for that: so the way to the next pair is the shortest there is, and nothing on it, or beside it, branches on data that cannot
 * be foreseen. Which field a key names is told by a perfect hash and the last 8 bytes of the key; that the rest of it
 * is the field's, too, is seen by the code that takes the value, which has the key as a constant.
 */
#include "gen_quick.h"
#include "../core/skip.h"

/* The length of an item that takes more than its first byte to tell; 0: not to the rules, or cut. */
static CINCHI_NOINLINE size_t seek_item(const uint8_t *item, size_t n)
{
    const uint8_t *next;
    if (item[0] == CINCH_WIRE_STR8 && n >= 2) return 2u + item[1];
    return cinchi_skip(item, item + n, 1, &next) == CINCH_OK ? (size_t)(next - item) : 0;
}

typedef struct seek_state {
    const uint8_t *key; /* of the pair at hand */
    size_t room;        /* from it on */
    const uint8_t **at;
    uint32_t strange; /* pairs of no field */
} seek_state;

/* One pair whose key ends before b[8], so that words that end with it would begin before b. */
static CINCHI_NOINLINE bool seek_near(const cinch_gen_object *o, seek_state *s)
{
    size_t m = (size_t)(*s->key ^ CINCH_WIRE_FIXSTR) + 1, item;
    uint64_t word;
    unsigned k;
    if (m < 2 || m >= s->room) return false;
    word = cinchi_gen_quick_near_word(s->key, 0, m);
    k = o->slots[cinchi_gen_slot(word, word, o->slot_factor, o->slot_shift)];
    s->room -= m;
    item = cinchi_gen_tables.leads[s->key[m]].item;
    if (item == 0) item = seek_item(s->key + m, s->room);
    if (item == 0 || item > s->room) return false;
    if (o->fields[k].tail == word)
        s->at[k] = s->key;
    else
        s->strange++;
    s->room -= item;
    s->key += m + item;
    return true;
}

/* So many pairs; false: a key is no str of 1 to 31 bytes, or something is cut. */
static bool seek_pairs(const cinch_gen_object *o, seek_state *s, uint32_t left)
{
    const cinch_gen_field *const fields = o->fields;
    const uint8_t *const slots = o->slots, *key = s->key, **const at = s->at;
    const uint64_t factor = o->slot_factor;
    const unsigned shift = o->slot_shift;
    size_t room = s->room;
    for (; left; left--) {
        const uint8_t *value;
        size_t m, item, k, lead;
        uint64_t head, tail;
        if (room == 0) return false;
        m = lead = *key;
        CINCHI_GEN_FORESEE(
            lead); /* told apart from m, so that the value's first byte is loaded before there is a pointer to it */
        m -= CINCH_WIRE_FIXSTR - 1;
        if (m - 2 >= CINCHI_GEN_KEY || m >= room) return false;
        item = cinchi_gen_tables.leads[key[lead - (CINCH_WIRE_FIXSTR - 1)]].item;
        value = key + m;
        room -= m;
        tail = cinchi_little64(value - 8) & cinchi_gen_keys.masks[m];
        head = cinchi_little64(value + cinchi_gen_keys.backs[m]) & cinchi_gen_keys.masks[m];
        k = slots[cinchi_gen_slot(head, tail, factor, shift)];
        if (CINCHI_UNLIKELY(item == 0)) {
            item = seek_item(value, room);
            if (item == 0) return false;
        }
        if (item > room) return false;
        if (CINCHI_LIKELY(fields[k].tail == tail))
            at[k] = key;
        else
            s->strange++;
        room -= item;
        key = value + item;
    }
    s->key = key;
    return true;
}

const uint8_t *cinch_gen_seek(const cinch_gen_object *o, const uint8_t *b, size_t n, const uint8_t **at,
                              cinch_gen_sought *sought)
{
    int32_t pairs;
    uint32_t left;
    seek_state s = {b, n, at, 0};
    size_t head = n && o->slots ? cinch_gen_map(b, n, 0, &pairs) : 0;
    if (head == 0) return NULL;
    s.key += head;
    s.room -= head;
    for (left = (uint32_t)pairs; left && s.room && s.key - b + (uint8_t)(*s.key ^ CINCH_WIRE_FIXSTR) < 7; left--)
        if (!seek_near(o, &s)) return NULL;
    if (!seek_pairs(o, &s, left) || (s.strange && o->unknown != CINCH_GEN_SKIP)) return NULL;
    sought->known = (uint32_t)pairs - s.strange;
    sought->strange = s.strange;
    return s.key;
}

/* A value that is in none of the formats that generated code takes by itself. */
bool cinch_gen_odd(const cinch_gen_object *o, uint32_t k, const uint8_t *key, const uint8_t *end, void *v)
{
    const cinch_gen_field *f = &o->fields[k];
    cinch_reader r;
    key += f->name_len + 1;
    cinch_reader_init(&r, key, (size_t)(end - key));
    cinchi_gen_field_get(&r, f, v, NULL);
    return !r.error;
}

/* SPDX-License-Identifier: MIT
 * Which keys may have the same text: a hash table over records that lie on each other like the maps they belong to.
 *
 * A map that ends takes its records with it, the newest first. That is why places can be freed by writing 0: whatever was put in the
 * table before a record did not have to pass its place. A search gives up after so many places, and its map counts as one with too many
 * keys: keys made to collide cost no more than others.
 */
#include "json_clash.h"
#include "../base/bytes.h"

enum { CLASH_PROBES = 64, CLASH_HEAD = 16, CLASH_DEPTH_SHIFT = 4, CLASH_TYPE = 15 };

/* A record: offset of the record before it and 1, depth and type, hash, length, and the text. In the table, 1 more than a record's offset. */
typedef struct clash_record {
    uint32_t before, place, hash, len;
} clash_record;

static uint8_t *clash_base(const cinch_json_out *j)
{
    return j->keys + 4 * (size_t)j->key_slots;
}

static clash_record clash_read(const cinch_json_out *j, uint32_t at)
{
    clash_record r;
    memcpy(&r, clash_base(j) + at, CLASH_HEAD);
    return r;
}

static uint32_t clash_slot(const cinch_json_out *j, uint32_t slot)
{
    uint32_t v;
    memcpy(&v, j->keys + 4 * (size_t)slot, 4);
    return v;
}

static void clash_set(cinch_json_out *j, uint32_t slot, uint32_t v)
{
    memcpy(j->keys + 4 * (size_t)slot, &v, 4);
}

/* FNV-1a, with the depth in front: maps in each other often have the same keys. */
static uint32_t clash_hash(uint32_t depth, const uint8_t *s, size_t len)
{
    uint32_t h = (2166136261u ^ depth) * 16777619u;
    for (size_t i = 0; i < len; i++) h = (h ^ s[i]) * 16777619u;
    return h ^ h >> 15;
}

/* At the first key, so that a table nobody asks is not touched. */
static void clash_begin(cinch_json_out *j)
{
    j->key_slots = 1;
    while (j->key_slots * (uint64_t)24 <= j->key_cap) j->key_slots *= 2; /* a record takes some 20 bytes */
    j->key_cap -= 4 * j->key_slots;
    memset(j->keys, 0, 4 * (size_t)j->key_slots);
}

cinchi_clash cinchi_clash_note(cinch_json_out *j, unsigned type, const void *text, size_t len)
{
    clash_record r = {j->key_last, j->depth << CLASH_DEPTH_SHIFT | type, clash_hash(j->depth, (const uint8_t *)text, len),
                      (uint32_t)len};
    if (!j->key_slots) clash_begin(j);
    uint32_t mask = j->key_slots - 1, slot = r.hash & mask, at = j->key_used;
    for (uint32_t i = 0, v; (v = clash_slot(j, slot)) != 0; i++, slot = (slot + 1) & mask) {
        clash_record other = clash_read(j, v - 1);
        if (i == CLASH_PROBES) return CINCHI_CLASH_FULL;
        if (other.hash != r.hash || other.len != len || other.place >> CLASH_DEPTH_SHIFT != j->depth) continue;
        if (len && memcmp(clash_base(j) + (v - 1) + CLASH_HEAD, text, len) != 0) continue;
        if (other.place == r.place) return CINCHI_CLASH_NONE;
        other.place &= CLASH_TYPE;
        return type == CINCH_STR || other.place == CINCH_STR ? CINCHI_CLASH_FOUND : CINCHI_CLASH_TWIN;
    }
    if (len > j->key_cap - at || j->key_cap - at - len < CLASH_HEAD || j->depth > UINT32_MAX >> CLASH_DEPTH_SHIFT)
        return CINCHI_CLASH_FULL;
    memcpy(clash_base(j) + at, &r, CLASH_HEAD);
    if (len) memcpy(clash_base(j) + at + CLASH_HEAD, text, len);
    clash_set(j, slot, at + 1);
    j->key_last = at + 1;
    j->key_used = at + CLASH_HEAD + (uint32_t)len;
    return CINCHI_CLASH_NONE;
}

void cinchi_clash_end(cinch_json_out *j)
{
    uint32_t mask = j->key_slots - 1;
    while (j->key_last) {
        clash_record r = clash_read(j, j->key_last - 1);
        uint32_t slot = r.hash & mask;
        if (r.place >> CLASH_DEPTH_SHIFT <= j->depth) return;
        while (clash_slot(j, slot) != j->key_last) slot = (slot + 1) & mask;
        clash_set(j, slot, 0);
        j->key_used = j->key_last - 1;
        j->key_last = r.before;
    }
}

void cinch_json_out_keys(cinch_json_out *j, void *mem, size_t len)
{
    j->keys = len < 256 ? NULL : (uint8_t *)mem;
    j->key_cap = len < UINT32_MAX ? (uint32_t)len : UINT32_MAX;
    j->key_slots = j->key_last = j->key_used = 0;
}

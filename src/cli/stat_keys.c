/* SPDX-License-Identifier: MIT
 * A table of keys and counts that forgets the rare ones (Misra and Gries, in batches).
 */
#include "stat.h"

#include <inttypes.h>
#include <stdlib.h>

static uint32_t keys_hash(uint8_t type, const char *text, size_t len)
{
    uint32_t h = 2166136261u ^ type;
    for (size_t i = 0; i < len; i++) h = (h ^ (uint8_t)text[i]) * 16777619u;
    return h ^ h >> 15;
}

static stat_key *keys_place(stat_keys *keys, const stat_key *k)
{
    for (uint32_t i = k->hash;; i++) {
        stat_key *place = &keys->places[i % STAT_PLACES];
        if (!place->count) return place;
        if (place->hash == k->hash && place->type == k->type && place->len == k->len &&
            memcmp(place->text, k->text, k->len) == 0)
            return place;
    }
}

static int keys_by_count(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t keys_median(const stat_keys *keys)
{
    static uint64_t counts[STAT_PLACES];
    size_t n = 0;
    for (size_t i = 0; i < STAT_PLACES; i++)
        if (keys->places[i].count) counts[n++] = keys->places[i].count;
    qsort(counts, n, sizeof *counts, keys_by_count);
    return counts[n / 2];
}

/* Half of the places, at least, are free afterwards; so it costs little a key, however many there are. */
static void keys_thin(stat_keys *keys)
{
    static stat_key old[STAT_PLACES];
    uint64_t off = keys_median(keys);
    memcpy(old, keys->places, sizeof old);
    memset(keys->places, 0, sizeof keys->places);
    keys->taken = 0;
    keys->off += off;
    for (size_t i = 0; i < STAT_PLACES; i++) {
        if (old[i].count <= off) continue;
        stat_key *place = keys_place(keys, &old[i]);
        *place = old[i];
        place->count -= off;
        keys->taken++;
    }
}

void stat_keys_add(stat_keys *keys, const cinch_token *t)
{
    stat_key k = CINCH_ZERO;
    size_t len = t->len;
    keys->total++;
    k.type = CINCH_U64;
    if (t->type == CINCH_STR && len <= STAT_KEY_LEN) {
        k.type = CINCH_STR;
        if (len) memcpy(k.text, t->as.str, len);
    } else if (t->type == CINCH_U64) {
        len = cli_format(k.text, sizeof k.text, "%" PRIu64, t->as.u64);
    } else if (t->type == CINCH_I64) {
        len = cli_format(k.text, sizeof k.text, "%" PRId64, t->as.i64);
    } else {
        keys->other++;
        return;
    }
    k.len = (uint8_t)len;
    k.hash = keys_hash(k.type, k.text, len);
    stat_key *place = keys_place(keys, &k);
    if (!place->count) {
        if (keys->taken == STAT_KEYS) {
            keys_thin(keys);
            place = keys_place(keys, &k);
        }
        *place = k;
        keys->taken++;
    }
    place->count++;
}

/* Those of the same count by their text, so that the same input gives the same lines. */
static int keys_most_first(const void *a, const void *b)
{
    const stat_key *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    if (x->type != y->type) return x->type < y->type ? 1 : -1;
    int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

size_t stat_keys_sort(stat_keys *keys)
{
    qsort(keys->places, STAT_PLACES, sizeof keys->places[0], keys_most_first);
    return keys->taken;
}

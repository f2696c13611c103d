/* SPDX-License-Identifier: MIT
 * The quick way through what most texts are made of, for the options that most callers have. It stays QUICK_TEXT bytes away from
 * the end of what it may look at, so that it asks for the end once an item, and leaves whatever it does not know (comments, faults of
 * punctuation, the end of a fixed buffer) as if not seen to the loop that knows everything.
 *
 * Keys are guessed. Records repeat, so after a key comes what came after it the last time, white space, quotes and colon
 * included: one compare of the text with itself takes the place of finding all that. What kind of record a map is is told by the
 * keys it stands under, so the `id` of a user and the `id` of a message do not mix; but a key never seen before is expected to hold what
 * the key before it held, so records under names of their own are one kind. Guessing begins when a document turns out to have a
 * few keys, and ends when too many guesses are wrong for the text they cover.
 */
#include "json_in.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"
#include "../kern/block.h"

enum {
    QUICK_TEXT = CINCHI_JSON_AHEAD,
    GUESS_AFTER = 24,   /* keys: small documents do not pay for what they cannot use */
    GUESS_LEN = 80,     /* longest span */
    GUESS_MISSES = 600, /* keys not guessed before they are weighed */
    GUESS_WORTH = 64    /* bytes of text that make up for one */
};

/* A long run of white space. NULL: it ends too near the end of the text. */
static CINCHI_NOINLINE const uint8_t *long_blank(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= CINCHI_BLOCK) {
        cinchi_block_mask solid = cinchi_block_solid(cinchi_block_load(p));
        if (solid) return end - p >= QUICK_TEXT ? p + cinchi_block_first(solid) : NULL;
        p += CINCHI_BLOCK;
    }
    return NULL;
}

/* Nothing, one space, or a new line and spaces: what people and printers put between tokens. */
static CINCHI_ALWAYS_INLINE const uint8_t *quick_blank(const uint8_t *p, const uint8_t *end)
{
    cinchi_block_mask ink;
    if (*p == ' ' && p[1] > ' ') return p + 1;
    p += *p == '\n';
    ink = cinchi_block_inked(cinchi_block_load(p));
    if (!ink) {
        p += CINCHI_BLOCK;
        ink = cinchi_block_inked(cinchi_block_load(p));
    }
    if (CINCHI_LIKELY(ink)) p += cinchi_block_first(ink);
    return CINCHI_LIKELY(*p > ' ') ? p : long_blank(p, end);
}

#define BLANK()                                                                                                                \
    do {                                                                                                                       \
        if (*p <= ' ') {                                                                                                       \
            p = quick_blank(p, end);                                                                                           \
            if (CINCHI_UNLIKELY(!p)) goto unusual;                                                                             \
        }                                                                                                                      \
    } while (0)

/* ASCII without escapes in at most two blocks: copied while it is searched for its end, the head being one byte. */
static CINCHI_ALWAYS_INLINE cinchi_json_at quick_string(cinchi_json_in *j, const uint8_t *p, uint8_t *o)
{
    const uint8_t *s = p + 1;
    cinchi_block b = cinchi_block_load(s);
    cinchi_block_mask stop = cinchi_block_special(b);
    unsigned n = CINCHI_BLOCK;
    cinchi_block_store(o + 1, b);
    if (stop) {
        n = cinchi_block_first(stop);
        if (CINCHI_UNLIKELY(s[n] != '"' || cinchi_block_below(cinchi_block_high(b), n))) return cinchi_json_string(j, p, o);
    } else {
        unsigned more;
        if (cinchi_block_high(b)) return cinchi_json_string(j, p, o);
        b = cinchi_block_load(s + CINCHI_BLOCK);
        stop = cinchi_block_special(b);
        cinchi_block_store(o + 1 + CINCHI_BLOCK, b);
        if (!stop) return cinchi_json_string(j, p, o);
        more = cinchi_block_first(stop);
        n += more;
        if (s[n] != '"' || cinchi_block_below(cinchi_block_high(b), more)) return cinchi_json_string(j, p, o);
    }
    *o = (uint8_t)(CINCH_WIRE_FIXSTR | n);
    return (cinchi_json_at){s + n + 1, o + 1 + n};
}

/* A value that is not a container, to r. Nothing that starts one, or a word that is none: to `nothing`. */
#define SCALAR(nothing)                                                                                                        \
    do {                                                                                                                       \
        if (*p == '"') {                                                                                                       \
            r = quick_string(j, p, o);                                                                                         \
            if (CINCHI_UNLIKELY(!r.p)) return r;                                                                               \
        } else if ((uint8_t)(*p - '0') < 10 || *p == '-') {                                                                    \
            r = cinchi_json_quick_number(j, p, o);                                                                             \
            if (CINCHI_UNLIKELY(!r.p)) return r;                                                                               \
        } else {                                                                                                               \
            r = quick_word(p, o);                                                                                              \
            if (CINCHI_UNLIKELY(!r.p)) nothing;                                                                                \
        }                                                                                                                      \
        p = r.p;                                                                                                               \
        o = r.o;                                                                                                               \
    } while (0)

static CINCHI_ALWAYS_INLINE cinchi_json_at quick_word(const uint8_t *p, uint8_t *o)
{
    if (memcmp(p, "null", 4) == 0) {
        *o = CINCH_WIRE_NIL;
    } else if (memcmp(p, "true", 4) == 0) {
        *o = CINCH_WIRE_TRUE;
    } else {
        *o = CINCH_WIRE_FALSE;
        return (cinchi_json_at){memcmp(p, "false", 5) == 0 ? p + 5 : NULL, o + 1};
    }
    return (cinchi_json_at){p + 4, o + 1};
}

/* Blocks, of which the last overlaps the one before it. */
static CINCHI_ALWAYS_INLINE bool same_text(const uint8_t *p, const uint8_t *q, size_t len)
{
    size_t i = 0;
    if (CINCHI_UNLIKELY(len < CINCHI_BLOCK))
        return !cinchi_block_below(cinchi_block_differ(cinchi_block_load(p), cinchi_block_load(q)), (unsigned)len);
    for (len -= CINCHI_BLOCK; i < len; i += CINCHI_BLOCK)
        if (cinchi_block_differ(cinchi_block_load(p + i), cinchi_block_load(q + i))) return false;
    return !cinchi_block_differ(cinchi_block_load(p + len), cinchi_block_load(q + len));
}

static uint32_t key_hash(const uint8_t *p, size_t len, uint16_t begin)
{
    uint64_t first = cinchi_little64(p), last = 0;
    if (len < 8)
        first &= (UINT64_C(1) << 8 * len) - 1;
    else
        last = cinchi_little64(p + len - 8);
    first = (first ^ last * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)begin << 48 ^ len) * UINT64_C(0xff51afd7ed558ccd);
    return (uint32_t)(first >> 32) ^ (uint32_t)(first >> 20);
}

/* Forgets all. Entries that the levels still name are then empty ones: a guess is only ever a guess. */
static void begin_guessing(cinchi_json_in *j)
{
    memset(j->guessing, 0, sizeof *j->guessing);
    j->guesses = j->guessing->table;
    j->guess_count = 1;
}

/* A new entry, after `before`, and taking from it what is expected inside: keys that differ may hold maps that do not. */
static uint16_t new_guess(cinchi_json_in *j, uint32_t hash, uint16_t before)
{
    cinchi_json_guess *g = &j->guesses[j->guess_count];
    g->hash = hash;
    g->inside = j->guesses[before].inside;
    return (uint16_t)j->guess_count++;
}

/* The entry of a key in its place. Two keys of one hash share it. */
static uint16_t find_guess(cinchi_json_in *j, uint32_t hash, uint16_t before)
{
    uint16_t *b = j->guessing->buckets;
    uint32_t i = hash % CINCHI_JSON_BUCKETS;
    for (; b[i]; i = (i + 1) % CINCHI_JSON_BUCKETS)
        if (j->guesses[b[i]].hash == hash) return b[i];
    b[i] = new_guess(j, hash, before);
    return b[i];
}

/* Whether guessing goes on after a key that was not guessed. */
static bool worth_guessing(cinchi_json_in *j, const uint8_t *p)
{
    if (!j->guesses) {
        if (!j->guessing || ++j->keys_seen < GUESS_AFTER) return false;
        j->guessed_from = p;
        begin_guessing(j);
    }
    if (++j->misses > GUESS_MISSES && (size_t)(p - j->guessed_from) / GUESS_WORTH < j->misses) {
        j->guesses = NULL;
        return false;
    }
    if (j->guess_count + 2 > CINCHI_JSON_GUESSES) begin_guessing(j);
    return true;
}

/* The entry for the beginning of lv. One taken over from another key is left to it when it is wrong here. */
static uint16_t begin_guess(cinchi_json_in *j, cinchi_json_level *lv)
{
    cinchi_json_guess *g = &j->guesses[lv->begin];
    if (lv->begin == 0 || (g->len && g->hash != lv->under)) {
        lv->begin = new_guess(j, lv->under, 0);
        j->guesses[lv->under].inside = lv->begin;
    }
    return lv->begin;
}

/* A key of lv was read the long way: from `from`, behind a comma or brace, to its value at p. The guess at slot was wrong, or there was
 * none. Returns the key's entry, whose guess comes next. */
static CINCHI_NOINLINE uint16_t learn(cinchi_json_in *j, cinchi_json_level *lv, uint16_t slot, const uint8_t *from,
                                      cinch_str key, const uint8_t *p)
{
    cinchi_json_guess *g;
    if (!worth_guessing(j, p)) return 0;
    if (slot == lv->begin) slot = begin_guess(j, lv);
    g = &j->guesses[slot];
    g->next = find_guess(j, key_hash((const uint8_t *)key.ptr, key.len, lv->begin), slot);
    g->len = 0;
    if (p - from <= GUESS_LEN && key.len < 32 && key.len <= 2 * CINCHI_BLOCK && (uint64_t)(from - j->text) <= UINT32_MAX) {
        g->span = (uint32_t)(from - j->text);
        g->len = (uint8_t)(p - from);
        g->at = (uint8_t)((const uint8_t *)key.ptr - from);
        g->key = (uint8_t)key.len;
    }
    return g->next;
}

/* The key that g guesses, if it comes: to o, and p moves to its value. */
static CINCHI_ALWAYS_INLINE bool take_guess(cinchi_json_in *j, const cinchi_json_guess *g, const uint8_t **p, uint8_t **o)
{
    if (CINCHI_UNLIKELY(!g->len || !same_text(*p, j->text + g->span, g->len))) return false;
    **o = (uint8_t)(CINCH_WIRE_FIXSTR | g->key);
    cinchi_block_store(*o + 1, cinchi_block_load(*p + g->at));
    cinchi_block_store(*o + 1 + CINCHI_BLOCK, cinchi_block_load(*p + g->at + CINCHI_BLOCK));
    *o += 1 + g->key;
    *p += g->len;
    return true;
}

/* Into a container at o, with left more items in lv to come before its head must be seen to. */
static CINCHI_ALWAYS_INLINE cinchi_json_level *open_level(cinchi_json_in *j, cinchi_json_level *lv, uint32_t left,
                                                          uint16_t slot, cinchi_json_kind kind, const uint8_t *o)
{
    lv->count = lv->goal - left;
    lv->slot = slot;
    lv++;
    cinchi_json_level_init(lv, kind, (size_t)(o - j->base), j->newest);
    return lv;
}

/* One function because its state is in registers; the labels are the states. Arrays and maps have code of their own because they
 * are predicted apart. */
cinchi_json_at cinchi_json_read_quick(cinchi_json_in *j, cinchi_json_level **open, cinchi_json_at r)
{
    const uint8_t *const end = j->readable, *fence;
    const uint8_t *p = r.p, *back = p;
    uint8_t *o = r.o, *back_o = o;
    cinchi_json_level *lv = *open;
    uint32_t left = lv->goal - lv->count;
    uint16_t slot = lv->slot;
    const uint8_t *from;
    cinch_str key;
    size_t at;

    if (end - p < QUICK_TEXT || j->room - o < 2 * CINCHI_JSON_SLACK) return r;
    fence = end - QUICK_TEXT;
    j->top = j->levels + j->level_cap - 1;
    if (lv->kind == CINCHI_JSON_MAP) {
        if (lv->count) goto map_after;
        goto map_key;
    }
    if (lv->count == 0) goto array_item;

array_after:
    back = p;
    back_o = o;
    if (CINCHI_UNLIKELY(p > fence)) goto unusual;
    if (CINCHI_UNLIKELY(*p != ',')) {
        BLANK();
        if (CINCHI_LIKELY(*p == ']')) goto close_array;
        if (*p != ',') goto unusual;
    }
    p++;
array_item:
    BLANK();
    if (CINCHI_UNLIKELY(o > j->wall)) goto unusual;
    if (*p == '[') goto open_array;
    if (*p == '{') goto open_map;
    SCALAR(goto no_item);
    if (CINCHI_UNLIKELY(--left == 0)) goto widen;
    goto array_after;

map_after:
    back = p;
    back_o = o;
    if (CINCHI_UNLIKELY(p > fence)) goto unusual;
    if (CINCHI_UNLIKELY(*p != ',')) {
        BLANK();
        if (CINCHI_LIKELY(*p == '}')) goto close_map;
        if (*p != ',') goto unusual;
    }
    p++;
map_key:
    if (CINCHI_UNLIKELY(o > j->wall)) goto unusual;
    if (CINCHI_LIKELY(j->guesses != NULL) && CINCHI_LIKELY(take_guess(j, &j->guesses[slot], &p, &o))) {
        slot = j->guesses[slot].next;
        goto map_value;
    }
    from = p;
    BLANK();
    if (CINCHI_UNLIKELY(*p != '"')) {
        if (*p == '}' && left == 16 && lv->goal == 16) goto close_map;
        goto unusual;
    }
    at = (size_t)(o - j->base);
    r = quick_string(j, p, o);
    if (CINCHI_UNLIKELY(!r.p)) return r;
    back_o = j->base + at; /* a long key may have moved the buffer, or filled it */
    if (CINCHI_UNLIKELY(r.o > j->wall)) goto unusual;
    key.ptr = (const char *)p + 1;
    key.len = (size_t)(r.p - p) - 2;
    p = r.p;
    if (CINCHI_UNLIKELY(end - p < QUICK_TEXT / 2)) goto unusual;
    BLANK();
    if (CINCHI_UNLIKELY(*p != ':')) goto unusual;
    p++;
    BLANK();
    if (CINCHI_UNLIKELY(end - p < CINCHI_JSON_NUMBER)) goto unusual;
    if ((j->guesses || j->keys_seen < GUESS_AFTER) && key.len + 1 == (size_t)(r.o - o)) slot = learn(j, lv, slot, from, key, p);
    o = r.o;
map_value:
    if (*p == '{') goto open_map;
    if (*p == '[') goto open_array;
    SCALAR(goto unusual);
    if (CINCHI_UNLIKELY(--left == 0)) goto widen;
    goto map_after;

open_map:
    if (CINCHI_UNLIKELY(lv == j->top)) goto unusual;
    lv = open_level(j, lv, left, slot, CINCHI_JSON_MAP, o++);
    lv->under = slot;
    if (j->guesses) slot = lv->begin = j->guesses[slot].inside;
    left = 16;
    back = ++p;
    back_o = o;
    if (CINCHI_UNLIKELY(p > fence)) goto unusual;
    goto map_key;
open_array:
    if (CINCHI_UNLIKELY(lv == j->top)) goto unusual;
    lv = open_level(j, lv, left, slot, CINCHI_JSON_ARRAY, o++);
    left = 16;
    back = ++p;
    back_o = o;
    if (CINCHI_UNLIKELY(p > fence)) goto unusual;
    goto array_item;

no_item:
    if (*p != ']' || left != 16 || lv->goal != 16) goto unusual;
close_array:
    if (CINCHI_UNLIKELY(lv->goal != 16)) goto close_large;
    j->base[lv->head] = (uint8_t)(CINCH_WIRE_FIXARRAY + 16 - left);
    goto closed;
close_map:
    if (CINCHI_UNLIKELY(lv->goal != 16)) goto close_large;
    j->base[lv->head] = (uint8_t)(CINCH_WIRE_FIXMAP + 16 - left);
    goto closed;
close_large:
    if (!cinchi_json_close(j, lv, lv->goal - left, p)) return (cinchi_json_at){NULL, NULL};
closed:
    p++;
    lv--;
    left = lv->goal - lv->count;
    slot = lv->slot;
    if (--left == 0) goto widen;
more:
    if (lv->kind == CINCHI_JSON_ARRAY) goto array_after;
    if (CINCHI_LIKELY(lv->kind == CINCHI_JSON_MAP)) goto map_after;
    *open = lv;
    return (cinchi_json_at){p, o};

widen:
    lv->count = lv->goal;
    if (!cinchi_json_widen(j, lv, lv->count, &o, p)) return (cinchi_json_at){NULL, NULL};
    left = lv->goal - lv->count;
    goto more;

unusual:
    lv->count = lv->goal - left;
    lv->slot = slot;
    *open = lv;
    return (cinchi_json_at){back, back_o};
}

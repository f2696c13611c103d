/* SPDX-License-Identifier: MIT
 * The loop that builds a tree: most of what a tree costs is spent here.
 *
 * Each kind of place (item of an array, key, value) has code of its own, because each is predicted on its own: what real documents
 * mostly hold there is tested first. Up to the fence, PARSE_ROOM bytes before the end, an item of up to that many is known to be whole; what is
 * rare, near the end or wrong goes to the careful part, one item at a time, which takes everything.
 *
 * A count must be no larger than the bytes left, and all counts together no larger than the bytes of the whole: `spare` is what is
 * left of those. Hence never more nodes are reserved than the input has bytes, whatever it claims and however deep it nests
 * its claims.
 */
#include "tree_parse.h"
#include "head_table.h"
#include "cinch/wire.h"
#include "../core/item.h"
#include "../kern/ascii.h"
#include "../kern/kern.h"

enum {
    PARSE_ROOM = 35,    /* a header of up to three bytes, and the 32 that a look at a short str loads */
    PARSE_KEY_ROOM = 32 /* and before that a short key: room for a pair is asked for once */
};

enum parse_site { PARSE_ITEM, PARSE_VALUE, PARSE_KEY, PARSE_DONE }; /* of an array, of a map; the message */

struct parse_level { /* of a container that waits for one inside it to end */
    cinch_node *next, *last;
    uintptr_t site; /* of the one inside it */
};

/* The first eight bytes of a node for an item that is one byte, a short str or a short container. */
static CINCHI_ALWAYS_INLINE void parse_head(cinch_node *n, unsigned b)
{
#ifdef CINCHI_HEAD_TABLE
    memcpy(n, &cinchi_heads[b], sizeof cinchi_heads[b]);
#else
    unsigned type = b <= CINCH_WIRE_FIXINT_MAX ? CINCH_U64
                    : b < CINCH_WIRE_FIXARRAY  ? CINCH_MAP
                    : b < CINCH_WIRE_FIXSTR    ? CINCH_ARRAY
                    : b < CINCH_WIRE_NIL       ? CINCH_STR
                    : b == CINCH_WIRE_NIL      ? CINCH_NIL
                    : b <= CINCH_WIRE_TRUE     ? CINCH_BOOL
                                               : CINCH_I64;
    cinchi_node_head(n, type, b, type == CINCH_STR ? b & 31 : type >= CINCH_ARRAY ? b & 15 : 0);
#endif
}

/* The items that begin with p, where they are known to be whole. Each fills n and returns one past the item. */
static CINCHI_ALWAYS_INLINE const uint8_t *parse_fixint(const uint8_t *p, cinch_node *n)
{
    parse_head(n, *p);
    n->as.u64 = *p;
    return p + 1;
}

static CINCHI_ALWAYS_INLINE const uint8_t *parse_fixstr(const uint8_t *p, cinch_node *n)
{
    unsigned len = *p & 31;
    parse_head(n, *p);
    n->as.ptr = p + 1;
    return p + 1 + len;
}

static CINCHI_ALWAYS_INLINE const uint8_t *parse_empty(const uint8_t *p, cinch_node *n)
{
    parse_head(n, *p);
    n->as.kids = NULL;
    return p + 1;
}

static CINCHI_ALWAYS_INLINE const uint8_t *parse_f64(const uint8_t *p, cinch_node *n)
{
    cinchi_node_head(n, CINCH_F64, *p, 0);
    n->as.u64 = cinchi_load64(p + 1);
    return p + 9;
}

/* Formats from nil on whose items need no judgement. Returns one past the item, or NULL for what the careful part must look at.
 * Integers of all widths without a branch between them: real data mixes widths. */
static CINCHI_ALWAYS_INLINE const uint8_t *parse_other(const uint8_t *p, const uint8_t *end, cinch_node *n)
{
    const unsigned b = *p;
    if (b <= CINCH_WIRE_TRUE) {
        if (b == CINCH_WIRE_RESERVED) return NULL;
        parse_head(n, b);
        n->as.u64 = 0;
        n->as.b = b == CINCH_WIRE_TRUE;
        return p + 1;
    }
    if (b >= CINCH_WIRE_U8 && b <= CINCH_WIRE_I64) {
        unsigned bits = 8u << (b & 3);
        uint64_t v = cinchi_load64(p + 1) >> (64 - bits), sign = (uint64_t)(b >> 4 & 1) << (bits - 1);
        v = (v ^ sign) - sign;
        cinchi_node_head(n, CINCH_U64 + (unsigned)(v >> 63 & b >> 4), b, 0);
        n->as.u64 = v;
        return p + 1 + bits / 8;
    }
    if (b == CINCH_WIRE_F64) return parse_f64(p, n);
    if (b == CINCH_WIRE_STR8 || b == CINCH_WIRE_STR16) {
        size_t head = b - 0xd7u, len = b == CINCH_WIRE_STR8 ? p[1] : cinchi_load16(p + 1);
        if ((size_t)(end - p) < head + len) return NULL;
        cinchi_node_head(n, CINCH_STR, b, (uint32_t)len);
        n->as.ptr = p + head;
        return p + head + len;
    }
    if (b >= CINCH_WIRE_NEGATIVE) {
        parse_head(n, b);
        n->as.i64 = (int8_t)b;
        return p + 1;
    }
    return NULL;
}

static CINCHI_ALWAYS_INLINE bool parse_text(const uint8_t *p, size_t len, uint32_t flags)
{
    return !(flags & CINCH_UTF8) || (len < 32 && cinchi_ascii_short(p, len)) || cinchi_utf8_valid(p, len);
}

static CINCHI_NOINLINE cinchi_parsed parse_stop(cinchi_parse *c, const uint8_t *pos, cinchi_parsed why)
{
    c->pos = pos;
    return why;
}

/* One item of any kind, judged. Fills n, and returns one past the item (past the header of a container), or NULL when it is at
 * fault. */
static CINCHI_NOINLINE const uint8_t *parse_careful(const cinchi_parse *c, const uint8_t *p, cinch_node *n, bool key)
{
    const bool judged = c->flags & CINCH_UTF8 || c->key_len != UINT32_MAX;
    const uint8_t *next;
    cinch_token t;
    if (p != c->end && *p <= CINCH_WIRE_FIXINT_MAX)
        return parse_fixint(p, n); /* the ends of small messages consist of these two */
    if (p != c->end && (*p & 0xe0) == CINCH_WIRE_FIXSTR && (*p & 31) < c->end - p && !judged) return parse_fixstr(p, n);
    if (cinchi_item(p, c->end, &t, &next)) return NULL;
    if (key && t.type < CINCH_ARRAY && t.len > c->key_len) return NULL;
    if (cinchi_item_judge(&t, c->flags)) return NULL;
    cinchi_node_from(n, &t);
    return next;
}

/* The second of two equal keys of the map that has just ended, by walking there again: the child each open container is at tells
 * the way. */
static CINCHI_COLD cinchi_parsed parse_duplicate(cinchi_parse *c, const struct parse_level *levels,
                                                 const struct parse_level *level)
{
    const cinch_node *map = c->root;
    cinch_reader r;
    cinch_reader_init(&r, c->start, (size_t)(c->end - c->start));
    for (;; levels++) {
        const cinch_node *next = levels == level ? NULL : levels[1].next - 1;
        (void)cinch_next(&r);
        if (!next) break;
        cinch_skip_many(&r, (uint64_t)(next - map->as.kids));
        map = next;
    }
    cinch_skip_many(&r, 2 * (uint64_t)cinchi_map_duplicate(map));
    return parse_stop(c, r.pos, CINCHI_PARSE_DUPLICATE);
}

/* Room for a container's children where the current block has none. spare: the most nodes this input can still need after them. */
static CINCHI_NOINLINE cinch_node *parse_grow(cinch_arena *arena, uint64_t items, int64_t spare)
{
    const uint64_t most = SIZE_MAX / 4 / sizeof(cinch_node);
    size_t later = (uint64_t)spare > most ? SIZE_MAX : (size_t)spare * sizeof(cinch_node);
    return items > most ? NULL : cinchi_arena_more(arena, (size_t)items * sizeof(cinch_node), later);
}

/* Parts of the function below, whose state must stay in registers: an item by the careful part; a short key; room for the nodes of a container. */
#define CAREFUL(place)                                                                                                         \
    do {                                                                                                                       \
        site = place;                                                                                                          \
        goto careful;                                                                                                          \
    } while (0)
#define TAKE_KEY()                                                                                                             \
    do {                                                                                                                       \
        if (CINCHI_UNLIKELY((*p & 0xe0) != CINCH_WIRE_FIXSTR)) CAREFUL(PARSE_KEY);                                             \
        p = parse_fixstr(p, n);                                                                                                \
        if (full && (n->len > c->key_len || !parse_text(n->as.ptr, n->len, c->flags))) goto fault;                             \
        n++;                                                                                                                   \
    } while (0)
#define TAKE_NODES()                                                                                                           \
    do {                                                                                                                       \
        kids = (cinch_node *)(void *)arena->pos;                                                                               \
        if (CINCHI_LIKELY((uint64_t)items * sizeof *n <= (size_t)(arena->end - arena->pos))) {                                 \
            arena->pos += (size_t)items * sizeof *n;                                                                           \
        } else {                                                                                                               \
            kids = parse_grow(arena, (uint64_t)items, spare);                                                                  \
            if (!kids) return parse_stop(c, at, CINCHI_PARSE_MEMORY);                                                          \
        }                                                                                                                      \
    } while (0)

/* Longer than a function should be: the state must stay in registers. */
static CINCHI_ALWAYS_INLINE cinchi_parsed parse_run(cinchi_parse *c, const bool full)
{
    struct parse_level levels[CINCH_DEPTH + 1], *level = levels + 1, *const top = level + c->depth;
    const uint8_t *p = c->pos, *const end = c->end, *at;
    const uint8_t *const fence = end - p > PARSE_ROOM ? end - PARSE_ROOM : p;
    const uint8_t *const pair_fence = fence - p > PARSE_KEY_ROOM ? fence - PARSE_KEY_ROOM : p;
    cinch_arena *const arena = c->arena;
    cinch_node *n = c->root, *last = n + 1, *kids;
    int64_t items, spare = c->spare;
    unsigned b, keys = 0;
    uintptr_t site;
    bool map;
    levels[0] = (struct parse_level){NULL, NULL, PARSE_DONE};

array:
    for (; n != last; n++) {
        if (CINCHI_UNLIKELY(p >= fence)) CAREFUL(PARSE_ITEM);
        b = *p;
        if (b == CINCH_WIRE_F64) {
            p = parse_f64(p, n);
        } else if (b <= CINCH_WIRE_FIXINT_MAX) {
            p = parse_fixint(p, n);
        } else if (b < CINCH_WIRE_FIXSTR) {
            site = PARSE_ITEM;
            if (b & 15) goto container_short;
            if (CINCHI_UNLIKELY(level == top)) goto fault;
            p = parse_empty(p, n);
        } else {
            at = b < CINCH_WIRE_NIL ? parse_fixstr(p, n) : parse_other(p, end, n);
            site = PARSE_ITEM;
            if (CINCHI_UNLIKELY(!at)) goto container_wide;
            if (full && n->type == CINCH_STR && !parse_text(n->as.ptr, n->len, c->flags)) goto fault;
            p = at;
        }
    }
    goto close;

key:
    if (n == last) goto close;
    if (CINCHI_LIKELY(p < pair_fence)) {
        TAKE_KEY();
        goto value_inside;
    }
    if (p >= fence) CAREFUL(PARSE_KEY);
    TAKE_KEY();

value:
    if (CINCHI_UNLIKELY(p >= fence)) CAREFUL(PARSE_VALUE);
value_inside:
    b = *p;
    if ((b & 0xe0) == CINCH_WIRE_FIXSTR) {
        p = parse_fixstr(p, n);
        if (full && !parse_text(n->as.ptr, n->len, c->flags)) goto fault;
    } else if (b <= CINCH_WIRE_FIXINT_MAX) {
        p = parse_fixint(p, n);
    } else if (b < CINCH_WIRE_FIXSTR) {
        site = PARSE_VALUE;
        if (b & 15) goto container_short;
        if (CINCHI_UNLIKELY(level == top)) goto fault;
        p = parse_empty(p, n);
    } else {
        at = parse_other(p, end, n);
        site = PARSE_VALUE;
        if (CINCHI_UNLIKELY(!at)) goto container_wide;
        if (full && n->type == CINCH_STR && !parse_text(n->as.ptr, n->len, c->flags)) goto fault;
        p = at;
    }
    n++;
    goto key;

container_short: /* not empty */
    at = p++;
    parse_head(n, b);
    items = b & 15;
    map = b < CINCH_WIRE_FIXARRAY;
    if (map) items *= 2;

container: /* n has its head; p is one past the header, which began at `at` */
    spare -= items;
    if (CINCHI_UNLIKELY(level == top || spare < 0)) goto fault;
    TAKE_NODES();
    n->as.kids = kids;
    if (!map) {
        while (p < fence && *p == CINCH_WIRE_F64) {
            p = parse_f64(p, kids++);
            if (--items) continue;
            keys -= site == PARSE_KEY; /* a key that does not come by `close` */
            goto placed;
        }
    }
    level->next = n + 1;
    level->last = last;
    level->site = site;
    level++;
    n = kids;
    last = kids + items;
    if (map) goto key;
    goto array;

close:
    level--;
    n = level->next;
    last = level->last;
    site = level->site;
    if (full && c->flags & CINCH_UNIQUE && site != PARSE_DONE && n[-1].type == CINCH_MAP) {
        if (!cinchi_map_index(arena, n - 1)) return parse_stop(c, p, CINCHI_PARSE_MEMORY);
        if (cinchi_map_duplicate(n - 1) != n[-1].len) return parse_duplicate(c, levels + 1, level);
    }
    if (site == PARSE_VALUE) goto key;
    if (site == PARSE_ITEM) goto array;
    if (site == PARSE_DONE) return parse_stop(c, p, CINCHI_PARSED);
    if (--keys == 0 && !cinchi_index_below(arena, n - 1)) return parse_stop(c, p, CINCHI_PARSE_MEMORY);
    goto value;

container_wide: /* or anything else that is whole and rare */
    at = p;
    map = b == CINCH_WIRE_MAP16;
    if (!map && b != CINCH_WIRE_ARRAY16) goto careful;
    items = cinchi_load16(p + 1);
    if (!items) goto careful;
    cinchi_node_head(n, map ? CINCH_MAP : CINCH_ARRAY, b, (uint32_t)items);
    items <<= map;
    p += 3;
    if (items > end - p) goto fault;
    goto container;

careful:
    at = p;
    p = parse_careful(c, p, n, site == PARSE_KEY);
    if (!p) goto fault;
    if (n->type >= CINCH_ARRAY) {
        map = n->type == CINCH_MAP;
        items = map ? 2 * (int64_t)n->len : n->len;
        if (items > end - p) goto fault;
        keys += site == PARSE_KEY && items;
        if (items) goto container;
        if (level == top) goto fault;
        n->as.kids = NULL;
    }
placed:
    n++;
    if (site == PARSE_ITEM) goto array;
    if (site == PARSE_KEY) goto value;
    goto key;

fault:
    return CINCHI_PARSE_FAULT;
}

static CINCHI_NOINLINE cinchi_parsed parse_plain(cinchi_parse *c)
{
    return parse_run(c, false);
}

static CINCHI_NOINLINE cinchi_parsed parse_full(cinchi_parse *c)
{
    return parse_run(c, true);
}

/* The arena may have served requests of other alignment before. */
static void parse_align(cinch_arena *a)
{
    size_t pad = -(size_t)(uintptr_t)a->pos & (sizeof(uint64_t) - 1);
    if (pad) a->pos = pad <= (size_t)(a->end - a->pos) ? a->pos + pad : a->end;
}

cinchi_parsed cinchi_tree_parse(cinchi_parse *c)
{
    parse_align(c->arena);
    c->start = c->pos;
    c->spare = c->end - c->pos;
    if (c->items < (uint64_t)c->spare) c->spare = (int64_t)c->items;
    c->root = parse_grow(c->arena, 1, c->spare);
    if (!c->root) return CINCHI_PARSE_MEMORY;
    c->spare--; /* the root is one */
    return c->flags & (CINCH_UTF8 | CINCH_UNIQUE) || c->key_len != UINT32_MAX ? parse_full(c) : parse_plain(c);
}

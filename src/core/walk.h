/* SPDX-License-Identifier: MIT
 * The walk that judges: over the items of a message, one after the other, within limits, keeping a level for each open container.
 * check runs it over a buffer, the stream over each piece of input that is long enough.
 */
#ifndef CINCHI_WALK_H
#define CINCHI_WALK_H

#include "cinch/stream.h"

/* cinch_level.left: items still to end (two a pair), the one in progress among them, and above them what kind of level it is. In a map
 * an even number means that the item in progress is a key. cinch_level.path_len: in a level that the walk opened the
 * offset of its first item from walk.start; in a stream, as soon as that is known, the length of its path. */
#define CINCHI_LEVEL_MAP    ((uint64_t)1 << 63)
#define CINCHI_LEVEL_FROZEN ((uint64_t)1 << 62) /* paths end above it: a map's key, or within one, or out of room */
#define CINCHI_LEVEL_LEFT   (CINCHI_LEVEL_FROZEN - 1)

typedef struct cinchi_walk {
    const uint8_t *pos;   /* next item: where the walk begins, ended, was cut or found its fault */
    const uint8_t *start; /* of the input at hand, of which 32 bits can count the bytes */
    const uint8_t *end;
    const uint8_t *stop;  /* end, or less where limits.bytes ends before it */
    const uint8_t *fence; /* before it an item of up to 33 bytes is whole and within stop */
    cinch_level *levels;
    uint32_t depth;    /* containers open */
    uint32_t low;      /* the least that depth was with this input */
    uint64_t low_left; /* left of the innermost level when depth was there, */
    const uint8_t *
        low_pos; /*   and pos then: start, or later, but not behind a key that is not a container and whose value is in progress */
    uint32_t flags;      /* cinch_read_opts.flags */
    cinch_limits limits; /* a limit that is not set is the largest number; depth is at most how many levels there are */
    uint64_t items;      /* of this message so far; counted only by a full walk */
    uint64_t at;         /* offset of start */
    uint64_t first;      /* offset of the message's first byte */
    bool full;           /* keys, items and characters are looked at, not only framing and timestamps */
} cinchi_walk;

/* Options taken over; cap is the number of levels. No input yet. */
void cinchi_walk_init(cinchi_walk *w, cinch_level *levels, uint32_t cap, const cinch_read_opts *opts);

/* A message, or the rest of one, lies from pos on; `at` is pos's offset. Sets start and end, too. */
void cinchi_walk_input(cinchi_walk *w, const uint8_t *pos, const uint8_t *end, uint64_t at);

/* One item, containers their header alone. TRUNCATED: it is not whole; nothing has moved. */
cinch_error cinchi_walk_step(cinchi_walk *w);

/* On to where depth is base or less: with depth at base, the next item and all below it. Stops at the item that is cut (TRUNCATED) or at
 * fault, and can go on from there when more input has come. */
cinch_error cinchi_walk_to(cinchi_walk *w, uint32_t base);

/* The key of the pair whose value is in progress, in the map of this level; found by walking once more, from `from` where so much was left. end: of
 * the input, which holds the key. */
const uint8_t *cinchi_walk_key(const cinch_level *level, const uint8_t *from, uint64_t from_left, const uint8_t *end);

/* What a header says before its payload is looked for: LIMIT, DEPTH. items: of the message before this one; end: where the item will end,
 * counted from the message's first byte (a container: its header). */
cinch_error cinchi_walk_allows(const cinch_limits *limits, const cinch_level *levels, uint32_t depth, uint64_t items,
                               uint8_t type, uint32_t len, uint64_t end);

/* Whether the next item is a map's key. */
static inline bool cinchi_level_at_key(const cinch_level *levels, uint32_t depth)
{
    return depth && levels[depth - 1].left & CINCHI_LEVEL_MAP && !(levels[depth - 1].left & 1);
}

/* A container that is not empty begins; there must be a level for it. */
static inline void cinchi_level_open(cinch_level *levels, uint32_t *depth, uint8_t type, uint32_t count)
{
    cinch_level *level = &levels[*depth];
    level->left = type == CINCH_MAP ? CINCHI_LEVEL_MAP | 2 * (uint64_t)count : count;
    level->count = count;
    level->path_len = 0;
    ++*depth;
}

/* An item ended, and with it each container that it was the last item of. */
static inline void cinchi_level_done(cinch_level *levels, uint32_t *depth)
{
    while (*depth && !(--levels[*depth - 1].left & CINCHI_LEVEL_LEFT)) --*depth;
}

#endif

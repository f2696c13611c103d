/* SPDX-License-Identifier: MIT
 * What the files that read JSON share. The loop (json_parse.c) keeps where it reads and writes in registers; everything else is
 * here. Offsets into the output are from base, the first byte of the document, because the buffer may move.
 */
#ifndef CINCHI_JSON_IN_H
#define CINCHI_JSON_IN_H

#include "cinch/json.h"
#include "json_vec.h"

/* Room that the quick paths ask for before each item: any scalar, and a string of two blocks with its head. */
enum { CINCHI_JSON_SLACK = 48 };

/* Text that the quick loop looks at without asking. */
enum { CINCHI_JSON_AHEAD = 256 };

/* Text that a number's quick way may look at: a sign, 18 digits, a point, 16 more, and what follows. */
enum { CINCHI_JSON_NUMBER = 40 };

typedef enum cinchi_json_kind { CINCHI_JSON_DOC, CINCHI_JSON_ARRAY, CINCHI_JSON_MAP, CINCHI_JSON_PAIRS } cinchi_json_kind;

typedef enum cinchi_json_pair_step { CINCHI_PAIR_START, CINCHI_PAIR_KEY, CINCHI_PAIR_VALUE } cinchi_json_pair_step;

typedef struct cinchi_json_level { /* an open container */
    size_t head;                   /* offset of its head */
    uint32_t count;                /* items complete, while a container inside is open */
    uint32_t goal;                 /* the count at which the head has to be seen to: 16, 65536, 2^32 */
    uint32_t fix;                  /* 1 + index of its entry in fixes; 0: the head is in place */
    uint32_t mark;                 /* the newest entry of fixes when it was opened */
    uint8_t kind;                  /* cinchi_json_kind; PAIRS: the array of pairs under a $map */
    uint8_t have;                  /* bytes of head in place: 1 or 3 */
    uint8_t step;                  /* PAIRS: cinchi_json_pair_step */
    uint16_t slot;                 /* entry of its newest key, while a container inside is open: see json_read_quick.c */
    uint16_t begin, under;         /* entries of its beginning and of the key it stands under */
} cinchi_json_level;

typedef struct cinchi_json_fix { /* a head to be widened at the end; a list by descending offset */
    size_t head;
    uint32_t count;
    uint32_t before, after; /* 1 + index of the neighbours at higher and lower offsets */
    uint8_t kind, have;
} cinchi_json_fix;

typedef struct cinchi_json_key { /* a key of an open map, kept when duplicates matter */
    size_t at;                   /* offset from the first byte of the map's body */
    size_t text;                 /* offset in the text */
} cinchi_json_key;

typedef struct cinchi_json_cut { /* bytes to be taken out at the end */
    size_t at, len;
} cinchi_json_cut;

/* A key in some kind of map, and the guess at what follows it: text from a comma or brace to a value. 0 is none. */
typedef struct cinchi_json_guess {
    uint32_t span;   /* of the key that follows: offset in the text */
    uint16_t next;   /* that key */
    uint8_t len;     /* of the span; 0: no guess */
    uint8_t at, key; /* that key's first byte in the span, and its length */
    uint16_t inside; /* an entry for the beginning of a map under this key */
    uint32_t hash;   /* of this key and the kind of map; of a beginning, the key it was made for */
} cinchi_json_guess;

enum { CINCHI_JSON_GUESSES = 512, CINCHI_JSON_BUCKETS = 1024 };
typedef struct cinchi_json_guessing {
    cinchi_json_guess table[CINCHI_JSON_GUESSES];
    uint16_t buckets[CINCHI_JSON_BUCKETS]; /* by hash */
} cinchi_json_guessing;

typedef struct cinchi_json_in {
    const uint8_t *text, *end;
    const uint8_t *readable; /* the quick loop may look at what is before: end, or more where zeros follow */
    const cinch_json_opts *opts;
    cinch_writer *w;
    uint64_t doc;  /* position of the document in w */
    uint8_t *base; /* its first byte */
    uint8_t *room; /* one past the buffer */
    uint8_t *wall; /* the last place with 2 SLACK bytes of room; base where there is none */
    cinch_alloc alloc;
    cinchi_json_level *levels; /* [0] is the text itself */
    uint32_t level_cap, depth; /* depth: the limit */
    cinchi_json_level *top;    /* of the quick loop: the last level there is memory for */
    bool quick;                /* no option is set that the quick loop does not know */
    bool odd_keys, odd_strs;   /* keys and values that are strings need more than reading */
    bool old_spec;
    uint32_t newest, oldest;        /* ends of the list of fixes: 1 + index */
    size_t moved;                   /* bytes shifted so far to widen heads */
    cinchi_json_vec fixes;          /* cinchi_json_fix */
    cinchi_json_vec keys;           /* cinchi_json_key */
    cinchi_json_vec cuts;           /* cinchi_json_cut */
    cinchi_json_vec order;          /* uint32_t: positions in keys while a map's are sorted */
    cinchi_json_vec temp;           /* uint8_t: a string without its escapes */
    cinchi_json_vec tags;           /* uint8_t: per object whose first key starts with $, whether it has one member */
    size_t tag_next;                /* the next of them */
    size_t key_at;                  /* offset of the newest odd key in its map's body */
    bool tag_seen;                  /* tags is filled */
    uint64_t items;                 /* so far, when there is a limit */
    cinchi_json_guessing *guessing; /* memory for it; NULL: nothing is guessed */
    cinchi_json_guess *guesses;     /* its table, while keys are guessed, or NULL */
    const uint8_t *guessed_from;    /* where that began */
    uint32_t guess_count, keys_seen, misses;
    cinchi_json_level *own_levels; /* from alloc, or NULL */
    cinch_error error;
    const uint8_t *at; /* the byte at fault */
} cinchi_json_in;

/* Where the loop is: next byte of text, next byte of output. p NULL: a fault, told by error and at. */
typedef struct cinchi_json_at {
    const uint8_t *p;
    uint8_t *o;
} cinchi_json_at;

static inline void cinchi_json_level_init(cinchi_json_level *lv, cinchi_json_kind kind, size_t head, uint32_t mark)
{
    lv->head = head;
    lv->count = 0;
    lv->goal = 16;
    lv->fix = 0;
    lv->mark = mark;
    lv->kind = (uint8_t)kind;
    lv->have = 1;
    lv->step = CINCHI_PAIR_START;
    lv->slot = lv->begin = lv->under = 0;
}

/* The output from base on ends with room. */
static inline void cinchi_json_set_room(cinchi_json_in *j, uint8_t *base, uint8_t *room)
{
    j->base = base;
    j->room = room;
    j->wall = room - base < 2 * CINCHI_JSON_SLACK ? base : room - 2 * CINCHI_JSON_SLACK;
}

/* json_read.c: n, or 2^32 - 1 where it is more: of lines and columns. */
uint32_t cinchi_json_saturated(uint64_t n);

/* Sets the fault, the first one only. */
cinchi_json_at cinchi_json_fault(cinchi_json_in *j, const uint8_t *at, cinch_error e);

/* json_parse.c: one value at p, with all below it. Nothing of the text after it was looked at but the byte that ends it. */
cinchi_json_at cinchi_json_parse(cinchi_json_in *j, const uint8_t *p);

/* json_read_quick.c: from between the items of *open as far as nothing is unusual, and no further than into the text itself, whose
 * one item is then complete. *open becomes the level it stopped in, between items again. */
cinchi_json_at cinchi_json_read_quick(cinchi_json_in *j, cinchi_json_level **open, cinchi_json_at r);

/* json_room.c: tries to have len bytes of room at o, which may move. False only when the writer failed; less room than asked for
 * means that it cannot be had. */
bool cinchi_json_more(cinchi_json_in *j, uint8_t **o, size_t len, const uint8_t *p);

/* The count of lv reached its goal: makes or remembers a wider head. */
bool cinchi_json_widen(cinchi_json_in *j, cinchi_json_level *lv, uint32_t count, uint8_t **o, const uint8_t *p);

/* The head of a container that holds 16 items or more, or once did. */
bool cinchi_json_close(cinchi_json_in *j, const cinchi_json_level *lv, uint32_t count, const uint8_t *p);

/* Remembers bytes to be taken out. */
bool cinchi_json_cut_out(cinchi_json_in *j, size_t at, size_t len, const uint8_t *p);

/* The document is complete: takes out what is cut and widens what was remembered, each in one pass. */
bool cinchi_json_settle(cinchi_json_in *j, uint8_t **o, const uint8_t *p);

/* json_string.c: the string at p (a quote), any length, any room. */
cinchi_json_at cinchi_json_string(cinchi_json_in *j, const uint8_t *p, uint8_t *o);

/* The same as a view: into the text, or when it holds escapes into temp until the next view. *p moves behind it. */
bool cinchi_json_view(cinchi_json_in *j, const uint8_t **p, cinch_str *view);

/* A str of those bytes, any length, any room. */
cinchi_json_at cinchi_json_put_view(cinchi_json_in *j, const uint8_t *at, cinch_str s, const uint8_t *p, uint8_t *o);

/* json_scalar.c: numbers and literals at p into SLACK bytes of room; any scalar into any room. The first is for NUMBER bytes of text at p
 * or more. */
cinchi_json_at cinchi_json_quick_number(cinchi_json_in *j, const uint8_t *p, uint8_t *o);
cinchi_json_at cinchi_json_number(cinchi_json_in *j, const uint8_t *p, uint8_t *o);
cinchi_json_at cinchi_json_literal(cinchi_json_in *j, const uint8_t *p, uint8_t *o);
cinchi_json_at cinchi_json_exact(cinchi_json_in *j, const uint8_t *p, uint8_t *o);
uint8_t *cinchi_json_put_f64(cinchi_json_in *j, uint8_t *o, double v);
bool cinchi_json_shrink(double v, float *f); /* whether f32 holds v exactly, NaN and the infinities included */

/* len finished bytes to o, or ROOM at `at`. */
cinchi_json_at cinchi_json_put(cinchi_json_in *j, const uint8_t *at, const void *bytes, size_t len, const uint8_t *p,
                               uint8_t *o);

/* json_odd.c: a bin, str or ext out of base64 text. r.p == at: it is not base64. */
cinchi_json_at cinchi_json_put_base64(cinchi_json_in *j, const uint8_t *at, cinch_str s, cinch_type type, int8_t ext,
                                      const uint8_t *p, uint8_t *o);

/* Strings under the prefixes and base64_min; keys under those, key_len and dup, or where room is short. */
cinchi_json_at cinchi_json_odd_str(cinchi_json_in *j, const uint8_t *p, uint8_t *o);
cinchi_json_at cinchi_json_odd_key(cinchi_json_in *j, const cinchi_json_level *lv, const uint8_t *p, uint8_t *o);

/* Around whatever becomes a key at o: notes where it is, and judges its length. */
bool cinchi_json_key_begins(cinchi_json_in *j, const cinchi_json_level *lv, const uint8_t *p, const uint8_t *o);
bool cinchi_json_key_ends(cinchi_json_in *j, const cinchi_json_level *lv, const uint8_t *p);

/* The item at p is one more; false: one too many. */
bool cinchi_json_item(cinchi_json_in *j, const uint8_t *p);

/* json_unique.c: looks for duplicates in a map that is complete, cuts pairs out, and lowers *count. */
bool cinchi_json_unique(cinchi_json_in *j, const cinchi_json_level *lv, uint32_t *count, const uint8_t *o);

/* json_tag.c: the object at p under `tagged`. *kind: MAP, an ordinary object, nothing read; PAIRS, r.p is the bracket of its
 * pairs; DOC, a scalar, read to its end. open: containers around it. */
cinchi_json_at cinchi_json_tag(cinchi_json_in *j, const uint8_t *p, uint8_t *o, size_t open, cinchi_json_kind *kind);

/* In the pairs of a $map, from p to the next key or value, or to the bracket that ends the pairs. Counts pairs complete. */
const uint8_t *cinchi_json_pair(cinchi_json_in *j, cinchi_json_level *lv, uint32_t *count, const uint8_t *p, const uint8_t *o);

/* Past the brace that ends an object with $map in it. */
const uint8_t *cinchi_json_pairs_end(cinchi_json_in *j, const uint8_t *p);

/* json_blank.c: past white space, and past comments when lax, without judging: stops at a slash that begins none. */
const uint8_t *cinchi_json_skip_blank(const uint8_t *p, const uint8_t *end, bool lax);

/* The same to a byte that must be there; NULL: a fault. */
const uint8_t *cinchi_json_blank(cinchi_json_in *j, const uint8_t *p);

/* Past a comment at p, where nothing else can stand, under lax. NULL: a fault. */
const uint8_t *cinchi_json_comment(cinchi_json_in *j, const uint8_t *p);

#endif

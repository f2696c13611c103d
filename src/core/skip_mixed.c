/* SPDX-License-Identifier: MIT
 * Skipping where nothing can be foreseen: every item steps by a table, whatever it is, and no branch depends on its format but for the
 * rare ones. The price is a chain from one address to the next of some 12 cycles an item. Documents of random types, widths and lengths,
 * different ones in turn: 7.3 -> 3.7 ns an item; real documents take two to four times as long this way (twitter 38 -> 87 us, canada 110 -> 467).
 */
#include "skip.h"
#include "head.h"
#include "cinch/wire.h"

enum { SKIP_BURST = 256 };

/* By the first byte: items owed, bytes of the item, whether such formats come now and then, and in str 8, whose second byte is to be
 * added, all bits of a byte; 0: see the header. */
#define SKIP_STEP(more, len) ((uint32_t)(more) << 8 | (uint32_t)(len) << 24)
#define SKIP_ODD(len)        (SKIP_STEP(0, len) | 0x10000u)
#define SKIP_X4(m, x)        m(x), m((x) + 1), m((x) + 2), m((x) + 3)
#define SKIP_X16(m, x)       SKIP_X4(m, x), SKIP_X4(m, (x) + 4), SKIP_X4(m, (x) + 8), SKIP_X4(m, (x) + 12)
#define SKIP_ONE(x)          SKIP_STEP(0, 1)
#define SKIP_MAP(x)          SKIP_STEP(2 * (x), 1)
#define SKIP_ARRAY(x)        SKIP_STEP(x, 1)
#define SKIP_STR(x)          SKIP_STEP(0, 1 + (x))
#define SKIP_HEADED          0, 0, 0, 0, 0
#define SKIP_NUMBERS                                                                                                           \
    SKIP_STEP(0, 5), SKIP_STEP(0, 9), SKIP_ODD(2), SKIP_ODD(3), SKIP_STEP(0, 5), SKIP_ODD(9), SKIP_ODD(2), SKIP_ODD(3),        \
        SKIP_ODD(5), SKIP_ODD(9)
#define SKIP_C0                                                                                                                \
    SKIP_STEP(0, 1), 0, SKIP_STEP(0, 1), SKIP_STEP(0, 1), SKIP_HEADED, 0, SKIP_NUMBERS, SKIP_HEADED, SKIP_ODD(2) | 0xff,       \
        SKIP_HEADED, 0
static const uint32_t skip_steps[256] = {SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_MAP, 0),
                                         SKIP_X16(SKIP_ARRAY, 0),
                                         SKIP_X16(SKIP_STR, 0),
                                         SKIP_X16(SKIP_STR, 16),
                                         SKIP_C0,
                                         SKIP_X16(SKIP_ONE, 0),
                                         SKIP_X16(SKIP_ONE, 0)};

size_t cinchi_skip_headed(const uint8_t *p, size_t left, uint64_t *more)
{
    size_t n = cinchi_head_size(*p);
    cinchi_head h;
    if (n == 0 || left < n) return 0;
    h = cinchi_head_read(p);
    *more = cinchi_head_items(h);
    return cinchi_head_payload(h) <= left - n ? n + (size_t)cinchi_head_payload(h) : 0;
}

/* Formats that come now and then, foreseen by the two before: records repeat themselves. Sixteen guesses of four bits. */
typedef struct skip_guess {
    uint64_t next;
    unsigned at, wrong;
} skip_guess;

/* seldom: 1 or 0; arithmetic, because a branch on it would be the one thing that this file is without. */
static inline void skip_seen(skip_guess *g, uint8_t b, unsigned seldom)
{
    unsigned mask = 0 - seldom, off = ((unsigned)(g->next >> g->at) ^ b) & mask & 15;
    g->next ^= (uint64_t)off << g->at;
    g->wrong += (off + 15) >> 4;
    g->at ^= (g->at ^ ((g->at ^ b) << 2 & 60)) & mask;
}

/* Up to SKIP_BURST items; how many of them were seldom ones that nothing foretold. */
static unsigned skip_burst(cinchi_skipping *s, skip_guess *guess)
{
    skip_guess g = {guess->next, guess->at, 0};
    const uint8_t *p = s->pos, *end = s->end;
    uint64_t owed = s->owed;
    unsigned items = SKIP_BURST;
    for (; items && owed && end - p >= 34; items--) { /* what the table steps over but str 8 takes 32 at most */
        uint32_t step = skip_steps[*p];
        size_t n = (step >> 24) + (step & p[1]), left = (size_t)(end - p);
        uint64_t more = step >> 8 & 0x1f;
        if (!step) {
            n = cinchi_skip_headed(p, left, &more);
            if (more && owed + more > left) break;
        }
        if (n == 0 || n > left) break;
        skip_seen(&g, *p, step >> 16 & 1);
        owed += more - 1;
        p += n;
    }
    s->pos = p;
    s->owed = owed;
    *guess = g;
    return items ? 0 : g.wrong;
}

bool cinchi_skip_mixed(cinchi_skipping *s)
{
    skip_guess guess = {0, 0, 0};
    unsigned bursts = 0;
    while (skip_burst(s, &guess) >= SKIP_BURST / 16) bursts++;
    return !bursts;
}

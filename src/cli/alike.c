/* SPDX-License-Identifier: MIT
 * Items framed alike, one after the other. Records that programs write have the same formats and lengths again and again. Where all bytes that say so are those of
 * an item before, it ends where that one did: a comparison of its length in words, where framing takes a step for each of its parts.
 */
#include "alike.h"

static uint64_t alike_load(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static bool alike_is(const cli_alike_frame *f, const uint8_t *p)
{
    uint64_t other = 0;
    for (size_t i = 0; 8 * i < f->len; i++) other |= (alike_load(p + 8 * i) ^ f->want[i]) & f->mask[i];
    return !other;
}

size_t cli_alike_fits(cli_alike *a, const uint8_t *p, size_t left)
{
    if (left < CLI_ALIKE_MOST || !a->count) return 0; /* words may end behind the item */
    a->tries++;
    for (unsigned i = 0, at = a->last; i < a->count; i++, at = at ? at - 1 : a->count - 1) {
        if (!alike_is(&a->frames[at], p)) continue;
        a->first += i == 0;
        a->last = at;
        return a->frames[at].len;
    }
    return 0;
}

/* What of the first byte says how long the item is; the values of small integers and bool do not. */
static uint8_t alike_mask(uint8_t b)
{
    return b < 0x80 ? 0x80 : b >= 0xe0 ? 0xe0 : (b & 0xfe) == 0xc2 ? 0xfe : 0xff;
}

/* The mask of the item at p. Its length, or 0. */
static size_t alike_read(const uint8_t *p, size_t left, uint8_t *mask)
{
    static const cinch_read_opts opts = {.flags = CINCH_RAW_TIME};
    cinch_reader r;
    uint64_t owed = 1;
    cinch_reader_init_opts(&r, p, left, &opts);
    while (owed) {
        size_t at = (size_t)cinch_reader_pos(&r);
        cinch_token t = cinch_next(&r);
        size_t end = (size_t)cinch_reader_pos(&r);
        if (r.error || end > CLI_ALIKE_MOST) return 0;
        bool payload = t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT;
        if (payload || t.type >= CINCH_ARRAY)
            memset(mask + at, 0xff, end - at - (payload ? t.len : 0)); /* its length, or its count */
        else
            mask[at] = alike_mask(p[at]);
        owed += (t.type >= CINCH_ARRAY ? (uint64_t)t.len << (t.type == CINCH_MAP) : 0) - 1;
    }
    return (size_t)cinch_reader_pos(&r);
}

size_t cli_alike_learn(cli_alike *a, const uint8_t *p, size_t left)
{
    uint8_t mask[CLI_ALIKE_MOST] = {0};
    size_t len = left < CLI_ALIKE_MOST ? 0 : alike_read(p, left, mask);
    if (len < CLI_ALIKE_LEAST) return 0;
    unsigned at = a->count < CLI_ALIKE_FRAMES ? a->count++ : (a->last + 1) % CLI_ALIKE_FRAMES;
    cli_alike_frame *f = &a->frames[at];
    f->len = len;
    memcpy(f->mask, mask, sizeof f->mask);
    memcpy(f->want, p, sizeof f->want);
    a->last = at;
    return len;
}

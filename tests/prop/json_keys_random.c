/* SPDX-License-Identifier: MIT
 * Maps whose keys are likely to have the same text, token by token and in one call: the same text, the same errors, and USE only where memory
 * for the keys ran out or was never lent, or where the documentation says so.
 */
#include "json_drive.h"
#include "generate.h"

enum { KEYS_CAP = 1 << 14, KEYS_LEVELS = 8, KEYS_ROOM = 1 << 16 };

struct keys_case {
    struct rng g;
    uint8_t msg[KEYS_CAP];
    size_t len;
    unsigned pool; /* keys come from the first so many of each kind */
    bool bin, special;
};

static void keys_text(struct keys_case *c, const char *text)
{
    size_t n = strlen(text);
    c->msg[c->len++] = (uint8_t)(0xa0 | n);
    memcpy(c->msg + c->len, text, n);
    c->len += n;
}

static void keys_hex(struct keys_case *c, const char *hex)
{
    c->len += hex_bytes(hex, c->msg + c->len, KEYS_CAP - c->len);
}

static void keys_key(struct keys_case *c)
{
    static const char *const texts[] = {
        "1",   "-1",   "2",    "1.5", "null", "",   "name",           "12", "true", "1970-01-01T00:00:00Z", "AQID",
        "NaN", "0.10", "12.0", "1e5", "0",    "id", "x:1:base64:AQ=="};
    static const char *const others[] = {"01",           "ff",     "02",    "cb3ff8000000000000", "ca3fc00000", "c0",
                                         "c3",           "cc01",   "0c",    "cb4028000000000000", "ca3dcccccd", "c2",
                                         "d6ff00000000", "d40101", "d1ffff"};
    static const char *const bins[] = {"c403010203", "c403d76df8", "c400"};
    static const char *const specials[] = {"ca7fc00000", "cb7ff0000000000000", "cb7ff8000000000000", "cbfff0000000000000"};
    uint64_t n = c->pool, kind = rng_below(&c->g, 100);
    if (kind < 3 && c->bin)
        keys_hex(c, bins[rng_below(&c->g, COUNT_OF(bins))]);
    else if (kind < 6 && c->special)
        keys_hex(c, specials[rng_below(&c->g, COUNT_OF(specials))]);
    else if (kind < 50)
        keys_text(c, texts[rng_below(&c->g, n < COUNT_OF(texts) ? n : COUNT_OF(texts))]);
    else if (kind < 90)
        keys_hex(c, others[rng_below(&c->g, n < COUNT_OF(others) ? n : COUNT_OF(others))]);
    else {
        char text[24];
        snprintf(text, sizeof text, kind < 95 ? "cd%04x" : "%u", (unsigned)rng_below(&c->g, 1000) + 200);
        if (kind < 95)
            keys_hex(c, text);
        else
            keys_text(c, text);
    }
}

static void keys_item(struct keys_case *c, unsigned depth)
{
    uint64_t n = rng_below(&c->g, rng_chance(&c->g, 5) ? 60 : 5);
    bool map = rng_chance(&c->g, 70);
    if (!depth || c->len > KEYS_CAP - 6000 || rng_chance(&c->g, 30)) {
        c->msg[c->len++] = 1;
        return;
    }
    c->msg[c->len++] = map ? 0xde : 0xdc;
    c->msg[c->len++] = 0;
    c->msg[c->len++] = (uint8_t)n;
    for (uint64_t i = 0; i < n; i++) {
        if (map) keys_key(c);
        keys_item(c, c->len > KEYS_CAP / 2 ? 0 : depth - 1);
    }
}

static cinch_error keys_feed(const struct keys_case *c, const cinch_json_opts *opts, size_t lent, cinch_writer *w)
{
    static uint8_t room[KEYS_ROOM];
    cinch_level levels[KEYS_LEVELS];
    cinch_json_out j;
    cinch_reader r;
    struct guard page;
    cinch_writer_rewind(w, 0);
    guard_init(&page, lent + 1);
    cinch_reader_init(&r, c->msg, c->len);
    cinch_json_out_init(&j, levels, KEYS_LEVELS, opts, w);
    cinch_json_out_keys(&j, guard_end(&page, room, lent), lent);
    while (cinch_reader_left(&r)) cinch_json_out_put(&j, cinch_next(&r));
    guard_free(&page);
    return cinch_json_out_finish(&j, NULL);
}

TEST(json_keys_random)
{
    static const size_t rooms[] = {0, 255, 256, 300, 400, 700, 2000, KEYS_ROOM};
    static struct keys_case c;
    cinch_writer whole, parts;
    size_t good_maps = 0, clashes = 0, open = 0;
    rng_init(&c.g, 131);
    cinch_writer_init_grow(&whole, NULL, 0);
    cinch_writer_init_grow(&parts, NULL, 0);
    for (size_t i = test_rounds(30000); i && !test_case_failed(); i--) {
        cinch_json_opts opts = CINCH_ZERO;
        cinch_reader r;
        size_t lent = rooms[rng_below(&c.g, COUNT_OF(rooms))];
        c.pool = 1 + (unsigned)rng_below(&c.g, 18);
        c.bin = rng_chance(&c.g, 20);
        c.special = rng_chance(&c.g, 20);
        c.len = 0;
        keys_item(&c, 1 + (unsigned)rng_below(&c.g, 4));
        opts.ext_prefix = rng_chance(&c.g, 50) ? "x:" : NULL;
        opts.nan = (cinch_json_nan)rng_below(&c.g, 3);
        opts.f32_short = rng_chance(&c.g, 50);
        opts.bin = (cinch_json_bin)(rng_chance(&c.g, 20) ? rng_below(&c.g, 4) : 0);
        opts.string_keys_only = rng_chance(&c.g, 3);
        cinch_writer_rewind(&whole, 0);
        cinch_reader_init(&r, c.msg, c.len);
        cinch_error want = cinch_json_write(&r, &opts, &whole, NULL), got = keys_feed(&c, &opts, lent, &parts);
        bool good = true;
        if (got != CINCH_ERR_USE)
            good = CHECK_ERR(got, want);
        else if (lent == KEYS_ROOM && !c.bin && !c.special)
            good = CHECK_ERR(want, CINCH_ERR_KEY); /* two of other kinds beside a str */
        if (!got)
            good = good &&
                   CHECK_MEM(parts.start, (size_t)cinch_writer_pos(&parts), whole.start, (size_t)cinch_writer_pos(&whole));
        good_maps += !got;
        clashes += got == CINCH_ERR_KEY && !opts.string_keys_only;
        open += got == CINCH_ERR_USE;
        if (!good) {
            char text[2000];
            hex_text(text, sizeof text, c.msg, c.len);
            test_note("seed %llu, %zu bytes lent, message %s", (unsigned long long)c.g.seed, lent, text);
        }
    }
    CHECK(good_maps > 1000 && clashes > 1000 && open > 1000);
    cinch_writer_free(&whole);
    cinch_writer_free(&parts);
}

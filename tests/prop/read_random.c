/* SPDX-License-Identifier: MIT
 * The reader against a decoder written for this test alone, on good, cut and broken messages that end at a guard page: every way
 * of reading them must name the same fault, and read nothing past the end.
 */
#include "cinch/read.h"
#include "generate.h"
#include "harness.h"
#include "src/core/skip.h"
#include "support.h"

enum { ROUNDS = 30000, MAX = 600 };

/* ---------------------------------------------------------------- a slow decoder, straight from the specification's table */

struct ref_item {
    size_t len;     /* head and payload; of a container its head */
    uint64_t items; /* owed after a container's head */
    size_t payload; /* bytes of it, at the end of len */
    bool str, time;
};

static bool ref_utf8(const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = p[i] < 0x80 ? 1 : p[i] >> 5 == 6 ? 2 : p[i] >> 4 == 14 ? 3 : p[i] >> 3 == 30 ? 4 : 0;
        uint32_t cp = n == 1 ? p[i] : p[i] & (0x7fu >> n);
        static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (n == 0 || n > len - i) return false;
        for (size_t k = 1; k < n; k++) {
            if (p[i + k] >> 6 != 2) return false;
            cp = cp << 6 | (p[i + k] & 63);
        }
        if (cp < least[n] || cp > 0x10ffff || cp >> 11 == 27) return false;
        i += n;
    }
    return true;
}

static uint64_t ref_uint(const uint8_t *p, size_t bytes)
{
    uint64_t v = 0;
    while (bytes--) v = v * 256 + *p++;
    return v;
}

static cinch_error ref_item_at(const uint8_t *p, size_t left, struct ref_item *it)
{
    size_t size_bytes = 0, fixed = 0, type_byte = 0;
    uint64_t n = 0;
    memset(it, 0, sizeof *it);
    if (left == 0) return CINCH_ERR_TRUNCATED;
    uint8_t b = *p;
    if (b == 0xc1) return CINCH_ERR_RESERVED;
    if (b >= 0xc4 && b <= 0xc6) size_bytes = (size_t)1 << (b - 0xc4);
    if (b >= 0xc7 && b <= 0xc9) size_bytes = (size_t)1 << (b - 0xc7), type_byte = 1;
    if (b >= 0xd9 && b <= 0xdb) size_bytes = (size_t)1 << (b - 0xd9);
    if (b >= 0xdc && b <= 0xdf) size_bytes = b & 1 ? 4 : 2;
    if (b == 0xca) fixed = 4;
    if (b == 0xcb) fixed = 8;
    if (b >= 0xcc && b <= 0xd3) fixed = (size_t)1 << (b & 3);
    if (b >= 0xd4 && b <= 0xd8) fixed = (size_t)1 << (b - 0xd4), type_byte = 1;
    if (left < 1 + size_bytes + type_byte) return CINCH_ERR_TRUNCATED;
    n = size_bytes ? ref_uint(p + 1, size_bytes) : b >= 0xa0 && b < 0xc0 ? b & 31 : b >= 0x80 && b < 0xa0 ? b & 15 : 0;
    it->str = (b >= 0xa0 && b < 0xc0) || (b >= 0xd9 && b <= 0xdb);
    it->len = 1 + size_bytes + type_byte;
    if ((b >= 0x80 && b < 0x90) || b >= 0xde)
        it->items = b >= 0xe0 ? 0 : 2 * n;
    else if ((b >= 0x90 && b < 0xa0) || b == 0xdc || b == 0xdd)
        it->items = n;
    else
        it->payload = (size_t)n + fixed;
    if (left - it->len < it->payload) return CINCH_ERR_TRUNCATED;
    it->len += it->payload;
    it->time = type_byte && (int8_t)p[it->len - it->payload - 1] == -1;
    return CINCH_OK;
}

static cinch_error ref_judge(const uint8_t *p, const struct ref_item *it, uint32_t flags)
{
    const uint8_t *payload = p + it->len - it->payload;
    if (it->str && flags & CINCH_UTF8 && !ref_utf8(payload, it->payload)) return CINCH_ERR_UTF8;
    if (!it->time || flags & CINCH_RAW_TIME || it->payload == 4) return CINCH_OK;
    uint64_t nsec = it->payload == 8 ? ref_uint(payload, 8) >> 34 : it->payload == 12 ? ref_uint(payload, 4) : UINT64_MAX;
    return nsec > 999999999 ? CINCH_ERR_TIME : CINCH_OK;
}

/* One message: its fault, or OK and where it ends. */
static cinch_error ref_walk(const uint8_t *p, size_t len, uint32_t flags, bool judge, size_t *pos)
{
    struct ref_item it;
    *pos = 0;
    for (uint64_t owed = 1; owed; owed--) {
        cinch_error e = ref_item_at(p + *pos, len - *pos, &it);
        if (!e && judge) e = ref_judge(p + *pos, &it, flags);
        if (e) return e;
        *pos += it.len;
        owed += it.items;
    }
    return CINCH_OK;
}

/* ---------------------------------------------------------------- the reader, every way */

static cinch_token no_inline_next(cinch_reader *r)
{
    return cinchi_next(r);
}
static cinch_token inline_next(cinch_reader *r)
{
    return cinch_next(r);
}

static void pull_with(cinch_token (*next)(cinch_reader *), cinch_reader *r)
{
    for (uint64_t owed = 1; owed; owed--) {
        cinch_token t = next(r);
        if (t.type == CINCH_NONE) return;
        owed += t.type == CINCH_MAP ? 2 * (uint64_t)t.len : t.type == CINCH_ARRAY ? t.len : 0;
    }
}

/* By what peek says comes next, through the typed get of that type. */
static void pull_typed(cinch_reader *r)
{
    for (uint64_t owed = 1; owed; owed--) {
        switch (cinch_peek(r).type) {
        case CINCH_NIL: cinch_get_nil(r); break;
        case CINCH_BOOL: (void)cinch_get_bool(r); break;
        case CINCH_U64: (void)cinch_get_u64(r); break;
        case CINCH_I64: (void)cinch_get_i64(r); break;
        case CINCH_F32: (void)cinch_get_f32(r); break;
        case CINCH_F64: (void)cinch_get_f64(r); break;
        case CINCH_STR: (void)cinch_get_str(r); break;
        case CINCH_BIN: (void)cinch_get_bin(r); break;
        case CINCH_EXT: (void)cinch_get_ext(r); break;
        case CINCH_TIME: (void)cinch_get_time(r); break;
        case CINCH_ARRAY: owed += cinch_get_array(r); break;
        case CINCH_MAP: owed += 2 * (uint64_t)cinch_get_map(r); break;
        default: (void)cinch_next(r); return; /* the fault peek saw */
        }
        if (r->error) return;
    }
}

static void expect_fault(const char *what, cinch_error got, uint64_t at, cinch_error want, uint64_t want_at)
{
    if (got != want || at != want_at)
        FAIL("%s: %s at %u, expected %s at %u", what, cinch_error_name(got), (unsigned)at, cinch_error_name(want),
             (unsigned)want_at);
}

static void read_every_way(const uint8_t *p, size_t len)
{
    static const uint32_t flag_sets[] = {0, CINCH_UTF8, CINCH_RAW_TIME, CINCH_UTF8 | CINCH_RAW_TIME};
    cinch_reader r;
    size_t at;
    cinch_error want = ref_walk(p, len, 0, false, &at);
    cinch_reader_init(&r, p, len);
    cinch_skip(&r);
    expect_fault("skip", r.error, cinch_reader_pos(&r), want, at);
    cinch_reader_init(&r, p, len);
    cinch_bin raw = cinch_get_raw(&r);
    CHECK(want ? raw.ptr != NULL && raw.len == 0 : raw.ptr == p && raw.len == at);
    for (size_t i = 0; i < COUNT_OF(flag_sets); i++) {
        cinch_read_opts opts = CINCH_ZERO;
        opts.flags = flag_sets[i];
        want = ref_walk(p, len, opts.flags, true, &at);
        cinch_reader_init_opts(&r, p, len, &opts);
        pull_with(inline_next, &r);
        expect_fault("next", r.error, cinch_reader_pos(&r), want, at);
        cinch_reader_init_opts(&r, p, len, &opts);
        pull_with(no_inline_next, &r);
        expect_fault("next out of line", r.error, cinch_reader_pos(&r), want, at);
        cinch_reader_init_opts(&r, p, len, &opts);
        pull_typed(&r);
        expect_fault("typed", r.error, cinch_reader_pos(&r), want, at);
    }
}

static void note_bytes(const struct rng *g, const uint8_t *p, size_t len)
{
    char text[3 * 80];
    hex_text(text, sizeof text, p, len);
    test_note("seed %llu, bytes %s", (unsigned long long)g->seed, text);
}

TEST(read_random_mutated)
{
    static const struct gen_opts opts = {GEN_ALL, 6, 40, 300};
    struct rng g;
    struct guard guard;
    uint8_t bytes[MAX];
    rng_init(&g, 1);
    guard_init(&guard, MAX);
    for (size_t i = 0; i < test_rounds(ROUNDS) && !test_case_failed(); i++) {
        size_t len = gen_message(&g, &opts, bytes, MAX);
        for (uint64_t n = rng_below(&g, 3); n; n--) len = gen_mutate(&g, bytes, len, MAX);
        note_bytes(&g, bytes, len);
        read_every_way(guard_end(&guard, bytes, len), len);
    }
    guard_free(&guard);
}

/* Bytes without any structure find the rare first bytes. */
TEST(read_random_noise)
{
    struct rng g;
    struct guard guard;
    uint8_t bytes[64];
    rng_init(&g, 2);
    guard_init(&guard, sizeof bytes);
    for (size_t i = 0; i < test_rounds(ROUNDS) && !test_case_failed(); i++) {
        size_t len = (size_t)rng_below(&g, sizeof bytes + 1);
        for (size_t k = 0; k < len; k++)
            bytes[k] = (uint8_t)(rng_chance(&g, 60) ? 0x80 + rng_below(&g, 128) : rng_below(&g, 8));
        note_bytes(&g, bytes, len);
        read_every_way(guard_end(&guard, bytes, len), len);
    }
    guard_free(&guard);
}

/* Every prefix of a good message is TRUNCATED, at the item it cuts or at its own end. */
TEST(read_random_prefixes)
{
    static const struct gen_opts opts = {GEN_ALL & ~GEN_BAD_UTF8, 5, 20, 80};
    struct rng g;
    struct guard guard;
    uint8_t bytes[MAX];
    rng_init(&g, 3);
    guard_init(&guard, MAX);
    for (size_t i = 0; i < test_rounds(ROUNDS / 60) && !test_case_failed(); i++) {
        size_t len = gen_message(&g, &opts, bytes, MAX), at;
        note_bytes(&g, bytes, len);
        CHECK_ERR(ref_walk(bytes, len, CINCH_UTF8, true, &at), CINCH_OK);
        CHECK_U64(at, len);
        for (size_t cut = 0; cut < len; cut++) {
            cinch_reader r;
            cinch_reader_init(&r, guard_end(&guard, bytes, cut), cut);
            cinch_skip(&r);
            CHECK_ERR(r.error, CINCH_ERR_TRUNCATED);
            read_every_way(guard_end(&guard, bytes, cut), cut);
        }
    }
    guard_free(&guard);
}

/* A run of items as many as asked for, in one call or one by one; CINCH_COUNT's counter agrees. */
TEST(read_random_skip_many)
{
    static const struct gen_opts opts = {GEN_ALL, 3, 8, 40};
    struct rng g;
    uint8_t bytes[MAX * 8];
    rng_init(&g, 4);
    for (size_t i = 0; i < test_rounds(ROUNDS / 10) && !test_case_failed(); i++) {
        cinch_reader r;
        size_t len = 0, count = (size_t)rng_below(&g, 9);
        uint64_t counted;
        for (size_t k = 0; k < count; k++) len += gen_message(&g, &opts, bytes + len, MAX);
        note_bytes(&g, bytes, len);
        cinch_reader_init(&r, bytes, len);
        cinch_skip_many(&r, count);
        CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
        CHECK(cinchi_skip_count(bytes, bytes + len, &counted) && counted == count);
        cinch_reader_init(&r, bytes, len);
        cinch_skip_many(&r, count + 1);
        expect_fault("one too many", r.error, cinch_reader_pos(&r), CINCH_ERR_TRUNCATED, len);
        cinch_reader_init(&r, bytes, len);
        cinch_skip_many(&r, UINT64_MAX - rng_below(&g, 9));
        expect_fault("far too many", r.error, cinch_reader_pos(&r), CINCH_ERR_TRUNCATED, len);
    }
}

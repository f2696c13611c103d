/* SPDX-License-Identifier: MIT
 * Reading a struct by the unrolled pass, by a cached order, by hash and pair by pair against a plain decoder over read.h: the same
 * messages taken, with the same values, the others refused with the same error at the same place.
 */
#include "gen/golden/message.c.golden"
#include "generate.h"
#include "harness.h"
#include "support.h"

static const char *const walk_names[] = {"f_bool",   "f_int32",  "f_int64",   "f_float64",
                                         "f_string", "f_bool_2", "f_int32_2", "f_string_2"};

/* Item by item, each judged before the next; the last of equal keys counts. */
static void plain_get(cinch_reader *r, message *v)
{
    uint64_t at = cinch_reader_pos(r);
    unsigned seen = 0;
    if (r->depth == 0 && r->pos != r->end && (*r->pos & 0xf0) == 0x80) cinch_reader_fail(r, CINCH_ERR_DEPTH);
    for (uint32_t n = cinch_get_map(r); n; n--) {
        size_t key = cinch_get_key(r, walk_names, 8);
        seen |= 1u << key;
        switch (key) {
        case 0: v->f_bool = cinch_get_bool(r); break;
        case 1: v->f_int32 = (int32_t)cinch_get_i64_in(r, INT32_MIN, INT32_MAX); break;
        case 2: v->f_int64 = cinch_get_i64(r); break;
        case 3: v->f_float64 = cinch_get_f64(r); break;
        case 4: v->f_string = cinch_get_str(r); break;
        case 5: v->f_bool_2 = cinch_get_bool(r); break;
        case 6: v->f_int32_2 = (int32_t)cinch_get_i64_in(r, INT32_MIN, INT32_MAX); break;
        case 7: v->f_string_2 = cinch_get_str(r); break;
        default: cinch_skip(r);
        }
    }
    for (unsigned i = 0; i < 8; i++)
        if (!(seen >> i & 1)) cinch_reader_fail_at(r, at, CINCH_ERR_MISSING, walk_names[i]);
}

static void member_put(cinch_writer *w, const message *v, unsigned i)
{
    cinch_put_cstr(w, walk_names[i]);
    switch (i) {
    case 0: cinch_put_bool(w, v->f_bool); break;
    case 1: cinch_put_i64(w, v->f_int32); break;
    case 2: cinch_put_i64(w, v->f_int64); break;
    case 3: cinch_put_f64(w, v->f_float64); break;
    case 4: cinch_put_str(w, v->f_string.ptr, v->f_string.len); break;
    case 5: cinch_put_bool(w, v->f_bool_2); break;
    case 6: cinch_put_i64(w, v->f_int32_2); break;
    default: cinch_put_str(w, v->f_string_2.ptr, v->f_string_2.len);
    }
}

static void stranger_put(cinch_writer *w, struct rng *g)
{
    static const char *const keys[] = {"x", "f_strinh", "f_int33",           "f_bool_2_",
                                       "",  "g_bool",   "f_string_22222222", "an_unknown_key_that_is_long_so_to_say"};
    uint8_t item[512];
    struct gen_opts opts = {GEN_EXT | GEN_BIN | GEN_FLOAT_ODD, 3, 12, 40};
    if (rng_chance(g, 20)) {
        opts.depth = 0;
        cinch_put_raw(w, item, gen_message(g, &opts, item, sizeof item));
    } else {
        cinch_put_cstr(w, keys[rng_below(g, COUNT_OF(keys))]);
    }
    opts.depth = 3;
    cinch_put_raw(w, item, gen_message(g, &opts, item, sizeof item));
}

static void message_random(struct rng *g, message *v)
{
    static const char text[] = "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz";
    memset(v, 0, sizeof *v);
    v->f_bool = rng_chance(g, 50);
    v->f_bool_2 = rng_chance(g, 50);
    v->f_int32 = (int32_t)rng_wide(g);
    v->f_int64 = (int64_t)rng_wide(g);
    v->f_int32_2 = (int32_t)rng_wide(g);
    v->f_float64 = rng_chance(g, 30) ? (double)(int32_t)rng_wide(g) : (double)rng_wide(g) / 3;
    v->f_string.ptr = v->f_string_2.ptr = text;
    v->f_string.len = rng_below(g, rng_chance(g, 20) ? sizeof text : 20);
    v->f_string_2.len = rng_below(g, rng_chance(g, 20) ? sizeof text : 20);
}

/* mode 0: in order; 1: another order, the same each time; 2: any order. Now and then members missing, twice, strangers. */
static size_t walk_make(struct rng *g, const message *v, int mode, bool odd, uint8_t *out, size_t cap)
{
    static const unsigned other[8] = {5, 2, 7, 0, 4, 6, 1, 3};
    unsigned order[16], n = 0;
    cinch_writer w;
    for (unsigned i = 0; i < 8; i++) {
        if (odd && rng_chance(g, 5)) continue;
        order[n++] = mode == 1 ? other[i] : i;
        if (odd && rng_chance(g, 5)) order[n++] = (unsigned)rng_below(g, 8);
        while (odd && n < 15 && rng_chance(g, 10)) order[n++] = 99;
        if (n > 14) break;
    }
    for (unsigned i = n; mode == 2 && i > 1; i--) {
        unsigned k = (unsigned)rng_below(g, i), t = order[k];
        order[k] = order[i - 1];
        order[i - 1] = t;
    }
    cinch_writer_init(&w, out, cap);
    cinch_put_map(&w, n);
    for (unsigned i = 0; i < n; i++)
        if (order[i] < 8)
            member_put(&w, v, order[i]);
        else
            stranger_put(&w, g);
    return w.error ? 0 : (size_t)(w.pos - w.start);
}

static uint8_t walk_memory[2 * CINCH_ORDERS_LEN + 8];
static cinch_orders walk_orders;

/* The function for whole messages, against the plain one. */
static bool decode_agrees(const uint8_t *bytes, size_t len)
{
    message want = MESSAGE_INIT, got = MESSAGE_INIT;
    cinch_diag why, mine;
    cinch_reader r;
    cinch_error e;
    cinch_reader_init(&r, bytes, len);
    plain_get(&r, &want);
    e = cinch_reader_finish(&r, &why);
    return CHECK_ERR(message_decode(&got, bytes, len, NULL, &mine), e) && CHECK_U64(mine.pos, why.pos) &&
           (e || CHECK(cinch_gen_equal(&message__type, &got, &want)));
}

/* Every way to read these bytes, against the plain one. */
static bool walks_agree(const uint8_t *bytes, size_t len, uint32_t flags, uint16_t depth)
{
    message want, got;
    cinch_diag why, mine;
    bool ok = true;
    for (int way = 0; way < 4 && ok; way++) {
        cinch_reader a, b;
        cinch_read_opts opts = CINCH_ZERO;
        opts.flags = flags;
        memset(&want, 0, sizeof want);
        memset(&got, 0, sizeof got);
        cinch_reader_init_opts(&a, bytes, len, &opts);
        cinch_reader_init_opts(&b, bytes, len, &opts);
        a.depth = b.depth = depth;
        if (way & 1) b.orders = &walk_orders;
        plain_get(&a, &want);
        if (way < 2)
            message_get(&b, &got, NULL);
        else
            cinch_gen_walk(&b, &message__type, &got, NULL);
        ok = CHECK_ERR(b.error, a.error) && CHECK_U64(cinch_reader_pos(&b), cinch_reader_pos(&a));
        cinch_reader_diag(&a, &why);
        cinch_reader_diag(&b, &mine);
        ok = CHECK_U64(mine.expected, why.expected) && CHECK_U64(mine.got, why.got) && ok;
        ok = CHECK((why.member == NULL) == (mine.member == NULL) && (!why.member || strcmp(why.member, mine.member) == 0)) &&
             ok;
        if (ok && !a.error) ok = CHECK(cinch_gen_equal(&message__type, &got, &want) && b.depth == depth);
    }
    return ok;
}

TEST(gen_walks_agree)
{
    static uint8_t bytes[8192], copy[8192];
    struct rng g;
    struct guard guard;
    rng_init(&g, 71);
    guard_init(&guard, sizeof bytes);
    cinch_orders_init(&walk_orders, walk_memory, sizeof walk_memory);
    CHECK_U64(walk_orders.count, 2);
    for (size_t round = 0; round < test_rounds(30000) && !test_case_failed(); round++) {
        message v;
        size_t len, cut;
        const uint8_t *p;
        message_random(&g, &v);
        len = walk_make(&g, &v, (int)(round % 3), round % 4 != 0, bytes, sizeof bytes);
        if (!len) continue;
        test_note("seed %llu round %zu", (unsigned long long)g.seed, round);
        p = guard_end(&guard, bytes, len);
        if (!walks_agree(p, len, 0, 512) || !decode_agrees(p, len) || !walks_agree(p, len, CINCH_UTF8, 512) ||
            !walks_agree(p, len, 0, (uint16_t)(round & 1)))
            break;
        for (cut = round % 7; cut < len; cut += 7)
            if (!walks_agree(guard_end(&guard, bytes, cut), cut, 0, 512) || !decode_agrees(guard_end(&guard, bytes, cut), cut))
                break;
        for (int i = 0; i < 8; i++) {
            memcpy(copy, bytes, len);
            cut = gen_mutate(&g, copy, len, sizeof copy);
            if (!walks_agree(guard_end(&guard, copy, cut), cut, rng_chance(&g, 10) ? CINCH_UTF8 : 0, 512)) break;
        }
    }
    guard_free(&guard);
}

TEST(gen_passes_write_the_same)
{
    struct rng g;
    rng_init(&g, 72);
    for (size_t round = 0; round < test_rounds(20000) && !test_case_failed(); round++) {
        uint8_t a[1024], b[1024];
        message v;
        cinch_writer w, x;
        size_t len, cap;
        message_random(&g, &v);
        len = walk_make(&g, &v, 0, false, a, sizeof a);
        CHECK_U64(cinch_gen_len(&message__type, &v), len);
        cap = round % 3 ? sizeof b : len - round % 2;
        cinch_writer_init(&w, b, cap);
        cinch_gen_put(&w, &message__type, &v);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), cap < len ? CINCH_ERR_ROOM : CINCH_OK);
        if (cap >= len) CHECK_MEM(b, cinch_writer_pos(&w), a, len);
        cinch_writer_init_grow(&x, NULL, 0);
        message_put(&x, &v);
        CHECK_MEM(x.start, cinch_writer_pos(&x), a, len);
        cinch_writer_free(&x);
        CHECK(message_decode(&v, a, len, NULL, NULL) == CINCH_OK);
    }
}

/* SPDX-License-Identifier: MIT
 * The quick loop that writes JSON against the loop that knows everything: messages whole and damaged, near every depth, into writers that
 * grow and that end anywhere. A limit that nothing breaks keeps out of the quick loop.
 */
#include "cinch/json.h"
#include "cinch/write.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { LOOPS_CAP = 6000, LOOPS_TEXT = 60000 };

/* A short str key, a long one, one that is no str, and what may stand there. */
static void loops_key(struct rng *g, cinch_writer *w)
{
    static const char *const keys[] = {
        "id", "",     "of sixteen bytes", "seventeen bytes..", "thirty-one bytes are the longest",
        "\"", "a\\b", "\xc3\xa9",         "sixteen then one\n"};
    const char *k = keys[rng_below(g, COUNT_OF(keys))];
    size_t len = strlen(k);
    if (rng_chance(g, 2))
        cinch_put_u64(w, rng_below(g, 300));
    else
        cinch_put_str(w, k, len > 31 ? 31 : len);
}

static void loops_scalar(struct rng *g, cinch_writer *w)
{
    static char text[300];
    memset(text, 'x', sizeof text);
    switch (rng_below(g, 9)) {
    case 0: cinch_put_u64(w, rng_below(g, 130)); break;
    case 1: cinch_put_u64(w, rng_wide(g)); break;
    case 2: cinch_put_i64(w, (int64_t)rng_wide(g)); break;
    case 3: cinch_put_f64(w, (double)(int64_t)rng_u64(g) / 1048576); break;
    case 4: cinch_put_bool(w, rng_chance(g, 50)); break;
    case 5: cinch_put_nil(w); break;
    default:
        if (rng_chance(g, 10)) text[rng_below(g, 70)] = "\"\\\n\x1f"[rng_below(g, 4)];
        cinch_put_str(w, text, rng_below(g, rng_chance(g, 20) ? sizeof text : 40));
    }
}

static void loops_item(struct rng *g, cinch_writer *w, int depth, uint32_t *items)
{
    uint32_t n = (uint32_t)rng_below(g, rng_chance(g, 10) ? 40 : 6);
    if (!depth || n > *items || rng_chance(g, 40)) {
        loops_scalar(g, w);
        return;
    }
    *items -= n;
    if (rng_chance(g, 50)) {
        cinch_put_array(w, n);
        while (n--) loops_item(g, w, depth - 1, items);
    } else {
        cinch_put_map(w, n);
        for (; n; n--) {
            loops_key(g, w);
            loops_item(g, w, depth - 1, items);
        }
    }
}

/* The two loops into a and b, with the same limit of depth. Where room ends shows when what is staged goes out, so a fault that comes soon
 * after may be told instead. */
static bool loops_agree(const uint8_t *msg, size_t len, uint32_t depth, cinch_writer *a, cinch_writer *b)
{
    cinch_json_opts quick = CINCH_ZERO, slow = CINCH_ZERO;
    cinch_reader r, s;
    quick.limits.depth = slow.limits.depth = depth;
    slow.limits.key_len = UINT32_MAX;
    cinch_writer_rewind(a, 0);
    cinch_writer_rewind(b, 0);
    cinch_reader_init(&r, msg, len);
    cinch_reader_init(&s, msg, len);
    cinch_error e = cinch_json_write(&r, &quick, a, NULL), f = cinch_json_write(&s, &slow, b, NULL);
    if (e == CINCH_ERR_ROOM && f) return true;
    if (f == CINCH_ERR_ROOM && e) return true;
    return CHECK_ERR(e, f) && CHECK_U64(cinch_reader_pos(&r), cinch_reader_pos(&s)) &&
           CHECK_MEM(a->start, (size_t)cinch_writer_pos(a), b->start, (size_t)cinch_writer_pos(b));
}

TEST(json_write_loops)
{
    static uint8_t fixed[LOOPS_TEXT];
    uint8_t msg[LOOPS_CAP];
    struct rng g;
    struct guard page, out;
    cinch_writer a, b, w, x[2];
    size_t good_texts = 0;
    rng_init(&g, 203);
    guard_init(&page, sizeof msg);
    guard_init(&out, LOOPS_TEXT);
    cinch_writer_init_grow(&a, NULL, 0);
    cinch_writer_init_grow(&b, NULL, 0);
    for (size_t i = test_rounds(20000); i && !test_case_failed(); i--) {
        uint32_t items = (uint32_t)rng_below(&g, 150);
        test_note("seed %llu, %u rounds to come", (unsigned long long)g.seed, (unsigned)i);
        cinch_writer_init(&w, msg, sizeof msg);
        loops_item(&g, &w, 1 + (int)rng_below(&g, 6), &items);
        if (w.error) continue;
        size_t len = (size_t)cinch_writer_pos(&w);
        for (int k = 0; k < 3 && !test_case_failed(); k++) {
            uint32_t depth = (uint32_t)rng_below(&g, 7); /* 0: the usual limit */
            if (k) len = gen_mutate(&g, msg, len, sizeof msg);
            const uint8_t *p = guard_end(&page, msg, len);
            if (!loops_agree(p, len, depth, &a, &b)) break;
            good_texts += cinch_writer_pos(&b) != 0;
            size_t cap = rng_below(&g, cinch_writer_pos(&b) + 200);
            if (cap > LOOPS_TEXT) cap = LOOPS_TEXT;
            cinch_writer_init(&x[0], guard_end(&out, NULL, cap), cap);
            cinch_writer_init(&x[1], fixed, cap);
            (void)loops_agree(p, len, depth, &x[0], &x[1]);
        }
    }
    CHECK(good_texts > test_rounds(20000) / 2);
    guard_free(&page);
    guard_free(&out);
    cinch_writer_free(&a);
    cinch_writer_free(&b);
}

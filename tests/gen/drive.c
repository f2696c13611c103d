/* SPDX-License-Identifier: MIT
 * Runs the code generated for one schema: HEADER and TYPE are set on the command line, FREE where values own memory. The file named on the
 * command line has what Python's msgpack packed: for each value its members in any order, and in the schema's. usage: drive SCHEMA FILE
 *
 * Every message must decode and be written again as the second; every prefix must be refused; mutations must be refused, or taken, as
 * cinch_schema_check says, with the same error at the same place when they are MessagePack at all.
 */
#include HEADER

#include "cinch/check.h"
#include "cinch/schema.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

#include <stdlib.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b)  JOIN2(a, b)
#define CALL(verb)  JOIN(TYPE, verb)

static uint8_t *whole_file(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    uint8_t *all = malloc(1 << 24);
    *len = f && all ? fread(all, 1, 1 << 24, f) : 0;
    if (f) fclose(f);
    return all;
}

static cinch_schema *drive_schema;
static uint8_t drive_memory[1 << 16];

struct first_fault {
    cinch_error error;
    uint64_t pos;
};

static bool tell_first(void *user, const cinch_schema_fault *fault)
{
    struct first_fault *f = user;
    f->error = fault->diag.error;
    f->pos = fault->diag.pos;
    return false;
}

static void give_back(TYPE *v)
{
#ifdef FREE
    CALL(_free)(v, NULL);
#else
    (void)v;
#endif
}

/* As the schema says; with a cached order and without. */
static bool judged_alike(const uint8_t *msg, size_t len)
{
    struct first_fault want = {CINCH_OK, 0};
    cinch_orders orders;
    bool ok = true;
    const cinch_read_opts raw = {.flags = CINCH_RAW_TIME};
    bool formed = cinch_check(msg, len, NULL, NULL) == CINCH_OK;               /* else the schema is not asked */
    if (!formed && cinch_check(msg, len, &raw, NULL) == CINCH_OK) return true; /* a timestamp, which matters where it is read */
    cinch_error e = cinch_schema_check(drive_schema, msg, len, NULL, NULL, tell_first, &want);
    cinch_orders_init(&orders, drive_memory, sizeof drive_memory);
    for (int way = 0; way < 3 && ok; way++) {
        cinch_arena arena;
        cinch_reader r;
        cinch_diag why;
        TYPE v;
        memset(&v, 0, sizeof v);
        cinch_arena_init(&arena, NULL);
        cinch_reader_init(&r, msg, len);
        if (way) r.orders = &orders;
        CALL(_get)(&r, &v, &arena);
        cinch_error got = cinch_reader_finish(&r, &why);
        ok = formed ? CHECK_ERR(got, e) : CHECK(got != CINCH_OK);
        if (formed && e) ok = CHECK_U64(why.pos, want.pos) && ok;
        if (!ok) {
            char hex[3000];
            hex_text(hex, sizeof hex, msg, len);
            FAIL("%s", hex);
        }
        give_back(&v);
        cinch_arena_free(&arena);
    }
    return ok;
}

static cinch_error drive_sink(void *user, const void *bytes, size_t len)
{
    cinch_put_raw((cinch_writer *)user, bytes, len);
    return CINCH_OK;
}

/* Into buffers of all sizes from the message's on, which end where their memory does: passes write beyond what they have written, but not beyond the
 * buffer. Then twice through a buffer that a sink empties, wherever it ends. */
static void every_room(const TYPE *v, const uint8_t *want, size_t want_len)
{
    static uint8_t twice[1 << 16];
    struct guard guard;
    guard_init(&guard, 1 << 15);
    for (size_t cap = want_len; cap < want_len + 300; cap += cap < want_len + 40 ? 1 : 7) {
        size_t n;
        uint8_t *out = guard_end(&guard, NULL, cap);
        CHECK_ERR(CALL(_encode)(v, out, cap, &n, NULL), CINCH_OK);
        CHECK_MEM(out, n, want, want_len);
    }
    for (size_t cap = 32; cap < want_len + 300; cap += 29) {
        cinch_writer w, all;
        cinch_bin got;
        cinch_writer_init(&all, twice, sizeof twice);
        cinch_writer_init_sink(&w, guard_end(&guard, NULL, cap), cap, drive_sink, &all);
        CALL(_put)(&w, v);
        CALL(_put)(&w, v);
        CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&all, &got, NULL), CINCH_OK);
        CHECK_U64(got.len, 2 * want_len);
        CHECK(memcmp(got.ptr, want, want_len) == 0 && memcmp(got.ptr + want_len, want, want_len) == 0);
    }
    guard_free(&guard);
}

static void value_works(const uint8_t *msg, size_t len, const uint8_t *want, size_t want_len)
{
    static uint8_t out[1 << 16];
    cinch_arena arena;
    cinch_diag why;
    TYPE v, again;
    size_t n;
    memset(&v, 0, sizeof v);
    memset(&again, 0, sizeof again);
    cinch_arena_init(&arena, NULL);
    if (CHECK_ERR(CALL(_decode)(&v, msg, len, &arena, &why), CINCH_OK)) {
        CHECK_ERR(CALL(_check)(&v, &why), CINCH_OK);
        CHECK_ERR(CALL(_encode)(&v, out, sizeof out, &n, NULL), CINCH_OK);
        CHECK_MEM(out, n, want, want_len);
        CHECK_U64(CALL(_len)(&v), want_len);
        CHECK_ERR(CALL(_encode)(&v, out, want_len, &n, &why), CINCH_OK);
        CHECK_MEM(out, n, want, want_len);
        if (want_len) CHECK_ERR(CALL(_encode)(&v, out, want_len - 1, &n, NULL), CINCH_ERR_ROOM);
        every_room(&v, want, want_len);
        CHECK_ERR(CALL(_decode)(&again, want, want_len, &arena, NULL), CINCH_OK);
        CHECK(CALL(_equal)(&v, &again));
        give_back(&again);
    }
    give_back(&v);
    cinch_arena_free(&arena);
}

static void mutations(struct rng *g, const uint8_t *msg, size_t len, struct guard *guard)
{
    static uint8_t copy[1 << 14];
    for (size_t cut = 0; cut < len; cut++)
        if (!judged_alike(guard_end(guard, msg, cut), cut)) return;
    for (size_t i = 0; i < test_rounds(40) && !test_case_failed(); i++) {
        size_t n = len;
        memcpy(copy, msg, len);
        for (uint64_t k = rng_below(g, 3) + 1; k; k--) n = gen_mutate(g, copy, n, sizeof copy);
        if (!judged_alike(guard_end(guard, copy, n), n)) return;
    }
}

/* Containers that say they have one item more or less: what follows them must not be taken for theirs. */
static void other_heads(const uint8_t *msg, size_t len, struct guard *guard)
{
    static uint8_t copy[1 << 14];
    if (len > sizeof copy) return;
    memcpy(copy, msg, len);
    for (size_t i = 0; i < len && !test_case_failed(); i++) {
        const uint8_t head = copy[i];
        if ((head & 0xe0) != 0x80) continue;
        copy[i] = (uint8_t)((head & 0xf0) | ((head + 1) & 15));
        judged_alike(guard_end(guard, copy, len), len);
        for (size_t cut = 1; i == 0 && cut < len && !test_case_failed(); cut++) judged_alike(guard_end(guard, copy, cut), cut);
        copy[i] = (uint8_t)((head & 0xf0) | ((head - 1) & 15));
        judged_alike(guard_end(guard, copy, len), len);
        copy[i] = head;
    }
}

int main(int argc, char **argv)
{
    size_t text_len, len;
    cinch_diag why;
    struct rng g;
    struct guard guard;
    cinch_schema_opts opts = CINCH_ZERO;
    if (argc != 3) return 2;
    uint8_t *text = whole_file(argv[1], &text_len), *all = whole_file(argv[2], &len);
#ifdef CINCH_GEN_MATCH
    match_hooks(&opts);
#endif
#ifdef ENUM_KEEP
    opts.enum_keep = true;
#endif
    drive_schema = cinch_schema_new((const char *)text, text_len, &opts, &why);
    test_begin("gen");
    rng_init(&g, 120);
    guard_init(&guard, 1 << 14);
    if (!CHECK(drive_schema != NULL)) return test_end();
    for (size_t at = 0, n = 0; at + 8 <= len; n++) {
        uint32_t a, b;
        memcpy(&a, all + at, 4);
        memcpy(&b, all + at + 4, 4);
        test_case("%s value %zu", argv[1], n);
        value_works(guard_end(&guard, all + at + 8, a), a, all + at + 8 + a, b);
        other_heads(all + at + 8 + a, b, &guard);
        if (n % 4 == 0) mutations(&g, all + at + 8, a, &guard);
        at += 8 + a + b;
    }
    guard_free(&guard);
    cinch_schema_free(drive_schema);
    free(text);
    free(all);
    return test_end();
}

/* SPDX-License-Identifier: MIT
 * Random runs of puts through every kind of writer: all must write the same bytes; a buffer one byte too small must say ROOM at the
 * put that did not fit and leave the ones before it as they were; what was written must read back.
 */
#include "cinch/read.h"
#include "generate.h"
#include "harness.h"
#include "support.h"

enum { ROUNDS = 3000, OPS = 24, MAX = 1 << 13, NEST = 4 };

enum kind {
    PUT_NIL,
    PUT_BOOL,
    PUT_U64,
    PUT_I64,
    PUT_F32,
    PUT_F64,
    PUT_STR,
    PUT_UTF16,
    PUT_BIN,
    PUT_EXT,
    PUT_TIME,
    PUT_RAW,
    PUT_TOKEN,
    PUT_F64S,
    PUT_F32S,
    PUT_I64S,
    PUT_EMPTY_ARRAY,
    PUT_EMPTY_MAP,
    PUT_OPEN_ARRAY,
    PUT_OPEN_MAP,
    PUT_CLOSE,
    KINDS
};

struct op {
    enum kind kind;
    uint64_t v;
    size_t len; /* payload, or items of a bulk put, or of the container opened */
};

struct script {
    struct op ops[OPS];
    size_t count;
    uint8_t payload[600];
    uint16_t units[600];
    double f64s[40];
    float f32s[40];
    int64_t i64s[40];
    bool count_items;  /* close with CINCH_COUNT */
    bool counts_known; /* put heads with their counts instead of opening and closing */
    bool old_spec;
};

/* Open containers of a script that runs, each with the items it got. */
struct nest {
    cinch_mark marks[NEST];
    size_t items[NEST];
    bool maps[NEST];
    size_t depth;
};

static void item_done(struct nest *n)
{
    if (n->depth) n->items[n->depth - 1]++;
}

static cinch_token script_token(const struct script *s, const struct op *op)
{
    cinch_token t;
    memset(&t, 0, sizeof t);
    t.type = op->v & 1 ? CINCH_STR : CINCH_BIN;
    t.format = op->v & 1 ? 0xdb : 0xc6;
    t.len = (uint32_t)op->len;
    t.as.ptr = s->payload;
    return t;
}

static void close_one(cinch_writer *w, struct nest *n, bool counts_known, bool count_items)
{
    size_t items = n->items[--n->depth];
    if (n->maps[n->depth] && items % 2) { /* a key without a value: give it one */
        cinch_put_nil(w);
        items++;
    }
    if (!counts_known)
        cinch_put_close(w, n->marks[n->depth], count_items ? CINCH_COUNT : n->maps[n->depth] ? items / 2 : items);
    item_done(n);
}

static void put_scalar(cinch_writer *w, const struct script *s, const struct op *op)
{
    uint32_t half = (uint32_t)op->v;
    float f32;
    double f64;
    cinch_time t = {(int64_t)op->v, (uint32_t)(op->len * 1000003 % 1000000000)};
    memcpy(&f32, &half, 4);
    memcpy(&f64, &op->v, 8);
    switch (op->kind) {
    case PUT_NIL: cinch_put_nil(w); break;
    case PUT_BOOL: cinch_put_bool(w, op->v & 1); break;
    case PUT_U64: cinch_put_u64(w, op->v); break;
    case PUT_I64: cinch_put_i64(w, (int64_t)op->v); break;
    case PUT_F32: cinch_put_f32(w, f32); break;
    case PUT_F64: cinch_put_f64(w, f64); break;
    case PUT_STR: cinch_put_str(w, (const char *)s->payload, op->len); break;
    case PUT_UTF16: cinch_put_utf16(w, s->units, op->len, false); break;
    case PUT_BIN: cinch_put_bin(w, s->payload, op->len); break;
    case PUT_EXT: cinch_put_ext(w, (int8_t)op->v == -1 ? 1 : (int8_t)op->v, s->payload, op->len); break;
    case PUT_TIME: cinch_put_time(w, t); break;
    case PUT_RAW: cinch_put_raw(w, "\x93\x01\xa1z\xc0", 5); break;
    case PUT_TOKEN: cinch_put_token(w, script_token(s, op)); break;
    case PUT_F64S: cinch_put_f64s(w, s->f64s, op->len); break;
    case PUT_F32S: cinch_put_f32s(w, s->f32s, op->len); break;
    case PUT_I64S: cinch_put_i64s(w, s->i64s, op->len); break;
    case PUT_EMPTY_ARRAY: cinch_put_array(w, 0); break;
    default: cinch_put_map(w, 0); break;
    }
}

static void put_op(cinch_writer *w, const struct script *s, const struct op *op, struct nest *n)
{
    if (op->kind == PUT_CLOSE) {
        close_one(w, n, s->counts_known, s->count_items);
    } else if (op->kind == PUT_OPEN_ARRAY || op->kind == PUT_OPEN_MAP) {
        n->maps[n->depth] = op->kind == PUT_OPEN_MAP;
        n->items[n->depth] = 0;
        if (s->counts_known)
            n->maps[n->depth] ? cinch_put_map(w, (op->len + 1) / 2) : cinch_put_array(w, op->len);
        else
            n->marks[n->depth] = n->maps[n->depth] ? cinch_put_open_map(w) : cinch_put_open_array(w);
        n->depth++;
    } else {
        put_scalar(w, s, op);
        item_done(n);
    }
}

static void script_counts(struct script *s)
{
    size_t open[NEST], depth = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->ops[i].kind == PUT_CLOSE) depth--;
        if (s->ops[i].kind == PUT_OPEN_ARRAY || s->ops[i].kind == PUT_OPEN_MAP) {
            if (depth) s->ops[open[depth - 1]].len++;
            s->ops[i].len = 0;
            open[depth++] = i;
        } else if (depth && s->ops[i].kind != PUT_CLOSE) {
            s->ops[open[depth - 1]].len++;
        }
    }
}

/* Never closes what is not open, and closes all in the end. */
static void script_make(struct script *s, struct rng *g)
{
    size_t depth = 0;
    memset(s, 0, sizeof *s);
    s->count_items = rng_chance(g, 30);
    s->old_spec = rng_chance(g, 10);
    for (size_t i = 0; i < sizeof s->payload; i++) s->payload[i] = (uint8_t)rng_u64(g);
    for (size_t i = 0; i < COUNT_OF(s->units); i++)
        s->units[i] = (uint16_t)(rng_chance(g, 20)   ? 0xd700 + rng_below(g, 0xa00)
                                 : rng_chance(g, 50) ? rng_below(g, 128)
                                                     : rng_u64(g));
    for (size_t i = 0; i < COUNT_OF(s->i64s); i++) {
        s->i64s[i] = (int64_t)rng_wide(g);
        s->f64s[i] = (double)(int64_t)rng_wide(g) / 3;
        s->f32s[i] = (float)s->f64s[i];
    }
    size_t puts = 1 + (size_t)rng_below(g, OPS - NEST - 1);
    while (s->count < puts) {
        struct op *op = &s->ops[s->count];
        op->kind = (enum kind)rng_below(g, KINDS);
        op->v = rng_wide(g);
        op->len = (size_t)(rng_chance(g, 70) ? rng_below(g, 40) : rng_below(g, 600));
        if (op->kind >= PUT_F64S && op->kind <= PUT_I64S) op->len %= 41;
        if (op->kind == PUT_CLOSE && !depth) continue;
        if ((op->kind == PUT_OPEN_ARRAY || op->kind == PUT_OPEN_MAP) && depth == NEST) continue;
        if (s->old_spec && (op->kind == PUT_EXT || op->kind == PUT_TIME || op->kind == PUT_TOKEN)) continue;
        depth += op->kind == PUT_OPEN_ARRAY || op->kind == PUT_OPEN_MAP;
        depth -= op->kind == PUT_CLOSE;
        s->count++;
    }
    while (depth--) s->ops[s->count++].kind = PUT_CLOSE;
    script_counts(s);
}

static void run(cinch_writer *w, const struct script *s)
{
    struct nest n;
    n.depth = 0;
    if (s->old_spec) cinch_writer_old_spec(w);
    for (size_t i = 0; i < s->count; i++) put_op(w, s, &s->ops[i], &n);
}

/* What the script writes, after each put; taken from a fixed buffer with room to spare. A close of a map may be two puts, and then
 * count as one here: its nil is after. */
struct steps {
    uint8_t bytes[OPS + 1][MAX];
    size_t len[OPS + 1];
    size_t outer[OPS + 1]; /* start of the outermost container open while this step was written, or SIZE_MAX */
};

static void steps_make(struct steps *st, const struct script *s)
{
    static uint8_t buf[MAX];
    struct nest n;
    cinch_writer w;
    size_t outer = SIZE_MAX;
    cinch_writer_init(&w, buf, sizeof buf);
    if (s->old_spec) cinch_writer_old_spec(&w);
    n.depth = 0;
    st->len[0] = 0;
    for (size_t i = 0; i < s->count; i++) {
        size_t start = (size_t)cinch_writer_pos(&w);
        put_op(&w, s, &s->ops[i], &n);
        st->len[i + 1] = (size_t)cinch_writer_pos(&w);
        memcpy(st->bytes[i + 1], buf, st->len[i + 1]);
        if (n.depth && outer == SIZE_MAX) outer = start;
        st->outer[i + 1] = outer;
        if (!n.depth) outer = SIZE_MAX;
    }
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
}

/* Containers opened and closed come out as if their counts had been known. */
static void open_is_put(struct script *s, const uint8_t *want, size_t len)
{
    static uint8_t buf[MAX];
    cinch_writer w;
    cinch_bin out;
    s->counts_known = true;
    cinch_writer_init(&w, buf, sizeof buf);
    run(&w, s);
    s->counts_known = false;
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_MEM(out.ptr, out.len, want, len);
}

static void growing_writes_same(const struct script *s, const uint8_t *want, size_t len, size_t hint)
{
    struct test_alloc a;
    cinch_writer w;
    cinch_bin out;
    size_t taken;
    test_alloc_init(&a);
    cinch_writer_init_grow(&w, &a.alloc, hint);
    run(&w, s);
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    CHECK_MEM(out.ptr, out.len, want, len);
    void *p = cinch_writer_take(&w, &taken);
    CHECK(p && taken == len && memcmp(p, want, len) == 0);
    CHECK_U64(a.live, len);
    a.alloc.fn(a.alloc.user, p, taken, 0);
    cinch_writer_free(&w);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));
}

struct collector {
    uint8_t bytes[MAX];
    size_t len, calls;
};

static cinch_error collect(void *user, const void *bytes, size_t len)
{
    struct collector *c = (struct collector *)user;
    CHECK(len > 0 && len <= MAX - c->len);
    memcpy(c->bytes + c->len, bytes, len);
    c->len += len;
    c->calls++;
    return CINCH_OK;
}

/* Whether pos is where the put after `good` ones began; of the two puts of a map's close, the nil may have fitted. */
static bool stopped_at(const struct script *s, const struct steps *st, size_t good, uint64_t pos)
{
    return pos == st->len[good] || (s->ops[good].kind == PUT_CLOSE && pos == st->len[good] + 1);
}

/* Succeeds just when every open container fits the buffer. */
static void sink_writes_same(const struct script *s, const struct steps *st, struct guard *guard, size_t cap)
{
    static struct collector c;
    cinch_writer w;
    cinch_bin out;
    cinch_diag diag;
    size_t good = 0; /* puts that fit */
    while (good < s->count && (st->outer[good + 1] == SIZE_MAX || st->len[good + 1] - st->outer[good + 1] <= cap)) good++;
    bool fits = good == s->count;
    c.len = c.calls = 0;
    cinch_writer_init_sink(&w, guard_end(guard, NULL, cap), cap, collect, &c);
    run(&w, s);
    CHECK_ERR(cinch_writer_finish(&w, &out, &diag), fits ? CINCH_OK : CINCH_ERR_ROOM);
    CHECK((out.ptr == NULL) == fits && out.len == 0);
    if (fits)
        CHECK_MEM(c.bytes, c.len, st->bytes[s->count], st->len[s->count]);
    else
        CHECK(stopped_at(s, st, good, diag.pos));
}

static void counting_counts(const struct script *s, size_t len)
{
    cinch_writer w;
    cinch_bin out;
    bool closes = false;
    for (size_t i = 0; i < s->count; i++) closes |= s->ops[i].kind == PUT_CLOSE;
    cinch_writer_init_count(&w);
    run(&w, s);
    cinch_error e = cinch_writer_finish(&w, &out, NULL);
    if (s->count_items && closes) {
        CHECK_ERR(e, CINCH_ERR_USE);
        return;
    }
    CHECK_ERR(e, CINCH_OK);
    CHECK(out.ptr == NULL && out.len == len);
    CHECK_U64(cinch_writer_pos(&w), len);
}

/* Every capacity from 0 to the exact one. */
static void fixed_stops_where_it_must(const struct script *s, const struct steps *st, struct guard *guard)
{
    size_t len = st->len[s->count], step = 0;
    for (size_t cap = 0; cap <= len && !test_case_failed(); cap++) {
        uint8_t *buf = guard_end(guard, NULL, cap);
        cinch_writer w;
        cinch_bin out;
        cinch_diag diag;
        cinch_writer_init(&w, buf, cap);
        run(&w, s);
        cinch_error e = cinch_writer_finish(&w, &out, &diag);
        if (cap == len) {
            CHECK_ERR(e, CINCH_OK);
            CHECK_MEM(out.ptr, out.len, st->bytes[s->count], len);
            CHECK_U64(diag.pos, len);
            break;
        }
        CHECK_ERR(e, CINCH_ERR_ROOM);
        CHECK(out.ptr != NULL && out.len == 0);
        while (step < s->count && st->len[step + 1] <= cap) step++;
        CHECK(stopped_at(s, st, step, diag.pos));
        CHECK(memcmp(buf, st->bytes[step], st->len[step]) == 0);
        CHECK(w.end == w.pos);
    }
}

static void reads_back(const struct steps *st, size_t count, size_t items)
{
    cinch_reader r;
    size_t n = 0;
    cinch_reader_init(&r, st->bytes[count], st->len[count]);
    for (; cinch_reader_left(&r); n++) cinch_skip(&r);
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
    CHECK_U64(n, items);
}

static size_t top_items(const struct script *s)
{
    size_t depth = 0, n = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->ops[i].kind == PUT_OPEN_ARRAY || s->ops[i].kind == PUT_OPEN_MAP)
            depth++;
        else if (s->ops[i].kind == PUT_CLOSE)
            n += --depth == 0;
        else
            n += depth == 0;
    }
    return n;
}

TEST(write_random_kinds)
{
    static struct script s;
    static struct steps st;
    struct rng g;
    struct guard guard;
    rng_init(&g, 11);
    guard_init(&guard, MAX);
    for (size_t i = 0; i < test_rounds(ROUNDS) && !test_case_failed(); i++) {
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        script_make(&s, &g);
        steps_make(&st, &s);
        size_t len = st.len[s.count];
        open_is_put(&s, st.bytes[s.count], len);
        reads_back(&st, s.count, top_items(&s));
        growing_writes_same(&s, st.bytes[s.count], len, 0);
        growing_writes_same(&s, st.bytes[s.count], len, (size_t)rng_below(&g, len + 9));
        counting_counts(&s, len);
        for (size_t cap = 32; cap < 64; cap++) sink_writes_same(&s, &st, &guard, cap);
        sink_writes_same(&s, &st, &guard, 64 + (size_t)rng_below(&g, len + 1));
        sink_writes_same(&s, &st, &guard, len < 32 ? 32 : len);
        if (i % 8 == 0 || len < 200) fixed_stops_where_it_must(&s, &st, &guard);
    }
    guard_free(&guard);
}

/* A sink that fails at its nth call: its error is the writer's, and nothing is handed to it afterwards. */
static cinch_error collect_until(void *user, const void *bytes, size_t len)
{
    struct collector *c = (struct collector *)user;
    (void)bytes;
    c->len += len;
    CHECK(c->calls != 0);
    return --c->calls ? CINCH_OK : (cinch_error)(CINCH_ERR_USER + 7);
}

TEST(write_random_sink_fails)
{
    static struct script s;
    static struct collector c;
    struct rng g;
    uint8_t buf[32];
    rng_init(&g, 12);
    for (size_t i = 0; i < test_rounds(ROUNDS) && !test_case_failed(); i++) {
        cinch_writer w;
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        script_make(&s, &g);
        c.len = 0;
        c.calls = 1 + (size_t)rng_below(&g, 4);
        cinch_writer_init_sink(&w, buf, sizeof buf, collect_until, &c);
        run(&w, &s);
        cinch_error e = cinch_writer_finish(&w, NULL, NULL);
        if (c.calls == 0) CHECK_ERR(e, CINCH_ERR_USER + 7);
    }
}

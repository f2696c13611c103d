/* SPDX-License-Identifier: MIT
 * Whoever reads the bytes finds the same fault at the same offset: check, tokens, tree, skip, frame, and in pieces stream, feed and frame. A
 * stream's tokens give back the input byte for byte, and its path is what locate says.
 *
 * Input: which options, how much, cuts, sizes of scratch and path, the token to look at closely; then the messages.
 */
#include "fuzz.h"

enum { AGREE_LEVELS = 512, AGREE_PATH = 256, AGREE_SCRATCH = 64 };

struct agree {
    const uint8_t *p;
    size_t len;
    cinch_read_opts opts;
    unsigned cuts, shape;
    uint32_t look; /* number of the token whose path is compared */
};

/* ---------------------------------------------------------------- one message */

static struct fuzz_fault agree_check(const struct agree *a, uint32_t more)
{
    cinch_read_opts opts = a->opts;
    struct fuzz_fault f;
    cinch_diag why;
    opts.flags |= more;
    f.error = cinch_check(a->p, a->len, &opts, &why);
    f.pos = why.pos;
    return f;
}

static struct fuzz_fault agree_reader(cinch_reader *r)
{
    struct fuzz_fault f;
    cinch_diag why;
    f.error = cinch_reader_finish(r, &why);
    f.pos = why.pos;
    return f;
}

static struct fuzz_fault agree_tokens(const struct agree *a)
{
    cinch_reader r;
    uint64_t owed = 1;
    cinch_reader_init_opts(&r, a->p, a->len, &a->opts);
    for (; owed && !r.error; owed--) {
        cinch_token t = cinch_next(&r);
        if (t.type >= CINCH_ARRAY) owed += t.type == CINCH_MAP ? 2 * (uint64_t)t.len : t.len;
    }
    return agree_reader(&r);
}

static struct fuzz_fault agree_skip(const struct agree *a)
{
    cinch_reader r;
    cinch_reader_init(&r, a->p, a->len);
    cinch_skip(&r);
    return agree_reader(&r);
}

static struct fuzz_fault agree_tree(const struct agree *a)
{
    struct fuzz_fault f;
    cinch_diag why;
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    f.error = cinch_tree_parse(&t, a->p, a->len, &a->opts, &why);
    f.pos = why.pos;
    FUZZ_CHECK((t.root != NULL) == !f.error);
    FUZZ_CHECK(t.arena.total <= 22 * a->len + 4096);
    cinch_tree_free(&t);
    return f;
}

static struct fuzz_fault agree_frame(const struct agree *a)
{
    struct fuzz_cuts cuts;
    cinch_frame f;
    size_t pos = 0, used;
    fuzz_cuts_init(&cuts, a->cuts);
    cinch_frame_init(&f);
    for (;;) {
        cinch_status status = cinch_frame_feed(&f, a->p + pos, fuzz_piece(&cuts, a->len - pos), &used);
        pos += used;
        if (status == CINCH_FAILED) return (struct fuzz_fault){f.error, f.item};
        if (status == CINCH_GOT) return (struct fuzz_fault){pos == a->len ? CINCH_OK : CINCH_ERR_TRAILING, pos};
        if (pos == a->len) return (struct fuzz_fault){CINCH_ERR_TRUNCATED, f.item};
    }
}

static void agree_on_one(const struct agree *a)
{
    struct agree plain = *a;
    struct fuzz_fault want, framing = agree_skip(a);
    FUZZ_SAME(agree_frame(a), framing);
    FUZZ_SAME(agree_tree(a), agree_check(a, 0));
    memset(&plain.opts.limits, 0, sizeof plain.opts.limits);
    want = agree_check(&plain, 0);
    if (want.error == CINCH_ERR_DEPTH) return; /* what keeps no levels goes on */
    FUZZ_SAME(agree_tokens(&plain), want);
    if (want.error != CINCH_ERR_UTF8 && want.error != CINCH_ERR_TIME) FUZZ_SAME(framing, want);
}

/* ---------------------------------------------------------------- a run of messages, in pieces */

static struct fuzz_fault agree_feed(const struct agree *a)
{
    struct fuzz_cuts cuts;
    struct fuzz_fault f;
    cinch_diag why;
    cinch_feed feed;
    cinch_bin msg;
    size_t given = 0, taken = 0, room;
    uint8_t *at;
    fuzz_cuts_init(&cuts, a->cuts);
    cinch_feed_init(&feed, NULL, SIZE_MAX);
    while (given < a->len && (at = (uint8_t *)cinch_feed_room(&feed, &room)) != NULL) {
        size_t n = fuzz_piece(&cuts, a->len - given);
        if (n > room) n = room;
        memcpy(at, a->p + given, n);
        cinch_feed_added(&feed, n);
        given += n;
        while (cinch_feed_next(&feed, &msg) == CINCH_GOT) {
            FUZZ_CHECK(msg.len && msg.len <= given - taken && memcmp(msg.ptr, a->p + taken, msg.len) == 0);
            taken += msg.len;
        }
    }
    f.error = cinch_feed_finish(&feed, &why);
    f.pos = why.pos;
    cinch_feed_free(&feed);
    return f;
}

static struct fuzz_fault agree_skip_run(const struct agree *a)
{
    cinch_reader r;
    cinch_reader_init(&r, a->p, a->len);
    while (cinch_reader_left(&r)) cinch_skip(&r);
    return agree_reader(&r);
}

static cinch_level agree_levels[AGREE_LEVELS];
static char agree_scratch[AGREE_SCRATCH], agree_path[AGREE_PATH];

/* What the tokens of a stream were made from. A timestamp in another size than its smallest cannot be told from the token. */
static void agree_copy(const struct agree *a, const cinch_stream *s, cinch_token t, size_t end, cinch_writer *copy)
{
    bool bytes = t.type == CINCH_STR || t.type == CINCH_BIN || t.type == CINCH_EXT;
    const uint8_t *payload = t.as.ptr;
    size_t len = t.len;
    if (t.type == CINCH_TIME) {
        cinch_put_raw(copy, a->p + s->pos, end - (size_t)s->pos);
        return;
    }
    if (!bytes || t.part == (CINCH_FIRST | CINCH_LAST)) {
        cinch_put_token(copy, t);
        return;
    }
    t.as.ptr = NULL;
    t.len = (uint32_t)s->total;
    if (t.part & CINCH_FIRST) cinch_put_token(copy, t);
    cinch_put_raw(copy, payload, len);
}

/* A path with room is what locate says; one that was cut is the beginning of it. */
static void agree_look(const struct agree *a, const cinch_stream *s)
{
    static char located[1 << 16];
    size_t len, had = s->path_len;
    if (!s->path) return;
    len = cinch_locate(a->p, a->len, s->pos, located, sizeof located);
    if (len <= AGREE_PATH - 4) {
        FUZZ_SAME_BYTES(s->path, had, located, len);
    } else {
        FUZZ_CHECK(had >= 4 && memcmp(s->path + had - 4, "/...", 4) == 0);
        FUZZ_CHECK(had - 4 <= len && memcmp(s->path, located, had - 4) == 0);
    }
}

/* Tokens, skips now and then, or nothing but skips. */
enum agree_mode { AGREE_TOKENS, AGREE_SKIPS, AGREE_SKIP_ALL };

static cinch_status agree_piece(const struct agree *a, enum agree_mode mode, cinch_stream *s, cinch_input *in, size_t before,
                                uint32_t *tokens, cinch_writer *copy)
{
    static bool skipping;
    if (before == 0 && in->pos == 0) skipping = false;
    for (;;) {
        cinch_token t;
        cinch_status status;
        if (mode == AGREE_SKIP_ALL) return cinch_stream_skip_all(s, in);
        if (skipping || (mode == AGREE_SKIPS && ++*tokens % 3 == 0)) {
            status = cinch_stream_skip(s, in);
            skipping = status == CINCH_MORE;
        } else {
            status = cinch_stream_next(s, in, &t);
            if (status == CINCH_GOT && mode == AGREE_TOKENS) {
                agree_copy(a, s, t, before + in->pos, copy);
                if ((*tokens)++ == a->look) agree_look(a, s);
            }
        }
        if (status != CINCH_GOT) return status;
    }
}

static struct fuzz_fault agree_stream(const struct agree *a, enum agree_mode mode, cinch_writer *copy)
{
    struct fuzz_cuts cuts;
    struct fuzz_fault f;
    cinch_stream s;
    cinch_diag why;
    uint32_t tokens = 0;
    fuzz_cuts_init(&cuts, a->cuts);
    cinch_stream_init(&s, agree_levels, AGREE_LEVELS, &a->opts);
    cinch_stream_scratch(&s, agree_scratch, a->shape % AGREE_SCRATCH);
    if (a->shape & 64) cinch_stream_path(&s, agree_path, sizeof agree_path);
    for (size_t pos = 0; pos < a->len;) {
        cinch_input in = {a->p + pos, fuzz_piece(&cuts, a->len - pos), 0};
        cinch_status status = agree_piece(a, mode, &s, &in, pos, &tokens, copy);
        pos += in.len;
        if (status == CINCH_FAILED) break;
        FUZZ_CHECK(status == CINCH_MORE && in.pos == in.len && s.next == pos);
    }
    f.error = cinch_stream_finish(&s, &why);
    f.pos = why.pos;
    if (f.error) agree_look(a, &s);
    return f;
}

static void agree_on_run(const struct agree *a)
{
    struct fuzz_fault want = agree_check(a, CINCH_MANY);
    cinch_writer copy;
    cinch_writer_init_grow(&copy, NULL, 0);
    FUZZ_SAME(agree_stream(a, AGREE_TOKENS, &copy), want);
    if (!want.error) {
        cinch_bin all;
        FUZZ_CHECK(cinch_writer_finish(&copy, &all, NULL) == CINCH_OK);
        FUZZ_SAME_BYTES(all.ptr, all.len, a->p, a->len);
    }
    FUZZ_SAME(agree_stream(a, AGREE_SKIPS, &copy), want);
    FUZZ_SAME(agree_stream(a, AGREE_SKIP_ALL, &copy), want);
    FUZZ_SAME(agree_feed(a), agree_skip_run(a));
    cinch_writer_free(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    struct agree a;
    unsigned which = fuzz_byte(&in);
    a.opts = fuzz_read_opts(which, fuzz_byte(&in));
    a.cuts = fuzz_byte(&in);
    a.shape = fuzz_byte(&in);
    a.look = fuzz_byte(&in);
    a.p = in.ptr;
    a.len = in.len;
    agree_on_one(&a);
    agree_on_run(&a);
    return 0;
}

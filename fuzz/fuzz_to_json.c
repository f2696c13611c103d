/* SPDX-License-Identifier: MIT
 * MessagePack to JSON text and back: tagged text loses nothing, text of any options is JSON, every kind of writer gets the same,
 * and tokens in pieces give what the whole message does.
 *
 * Input: options (2 bytes), cuts, size of the sink's buffer; then the message.
 */
#include "fuzz.h"

enum { OUT_LEVELS = 512 };

static cinch_json_opts out_opts(unsigned a, unsigned b)
{
    cinch_json_opts o = CINCH_ZERO;
    o.nan = (cinch_json_nan)((a & 3) % 3);
    o.utf8 = (cinch_json_utf8)(a >> 2 & 1);
    o.bin = (cinch_json_bin)(a >> 3 & 3);
    o.dup = (cinch_json_dup)(a >> 5 & 3);
    o.f32_short = a & 128;
    o.indent = (uint8_t)(b & 3);
    o.sort_keys = b & 4;
    o.string_keys_only = b & 8;
    if (b & 16) o.bin_prefix = "base64:";
    if (b & 32) o.ext_prefix = "ext:";
    o.tagged = b & 64;
    return o;
}

/* ---------------------------------------------------------------- lossless */

static void out_tagged(const uint8_t *p, size_t len, const cinch_read_opts *opts, uint8_t indent)
{
    cinch_json_opts o = CINCH_ZERO;
    cinch_writer text, back, small;
    cinch_bin chars, out, want;
    cinch_reader r;
    o.tagged = true;
    o.indent = indent;
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    cinch_writer_init_grow(&small, NULL, len);
    cinch_reader_init_opts(&r, p, len, opts);
    FUZZ_CHECK(cinch_json_write(&r, &o, &text, NULL) == CINCH_OK);
    FUZZ_CHECK(cinch_writer_finish(&text, &chars, NULL) == CINCH_OK);
    FUZZ_CHECK(cinch_json_read((const char *)chars.ptr, chars.len, &o, &back, NULL, NULL) == CINCH_OK);
    fuzz_smallest(p, len, CINCH_RAW_TIME, &small); /* a timestamp keeps its size */
    FUZZ_CHECK(cinch_writer_finish(&back, &out, NULL) == CINCH_OK && cinch_writer_finish(&small, &want, NULL) == CINCH_OK);
    FUZZ_SAME_BYTES(out.ptr, out.len, want.ptr, want.len);
    cinch_writer_free(&text);
    cinch_writer_free(&back);
    cinch_writer_free(&small);
}

/* ---------------------------------------------------------------- every kind of writer */

struct out_sink {
    cinch_bin want;
    size_t len;
};

static cinch_error out_take(void *user, const void *bytes, size_t len)
{
    struct out_sink *s = (struct out_sink *)user;
    FUZZ_CHECK(len && len <= s->want.len - s->len && memcmp(bytes, s->want.ptr + s->len, len) == 0);
    s->len += len;
    return CINCH_OK;
}

struct out_case {
    const uint8_t *p;
    size_t len, cap;
    unsigned cuts;
    cinch_read_opts read;
    cinch_json_opts opts;
    cinch_error error;
    uint64_t pos;
    cinch_bin text;
};

static void out_verdict(const struct out_case *c, cinch_writer *w)
{
    cinch_diag why;
    cinch_reader r;
    cinch_reader_init_opts(&r, c->p, c->len, &c->read);
    FUZZ_CHECK(cinch_json_write(&r, &c->opts, w, &why) == c->error);
    FUZZ_CHECK(why.error == c->error && why.pos == c->pos && r.error == c->error && !w->error);
}

static void out_writers(const struct out_case *c)
{
    static uint8_t buf[1 << 16], small[512];
    struct out_sink sink = {c->text, 0};
    cinch_writer w;
    cinch_writer_init_count(&w);
    out_verdict(c, &w);
    FUZZ_CHECK(cinch_writer_pos(&w) == c->text.len);
    cinch_writer_init_sink(&w, small, c->cap, out_take, &sink);
    out_verdict(c, &w);
    FUZZ_CHECK(cinch_writer_finish(&w, NULL, NULL) == CINCH_OK && sink.len == c->text.len);
    if (c->error || c->text.len > sizeof buf) return;
    cinch_writer_init(&w, buf, c->text.len);
    out_verdict(c, &w);
    FUZZ_CHECK(cinch_writer_pos(&w) == c->text.len && memcmp(buf, c->text.ptr, c->text.len) == 0);
}

/* ---------------------------------------------------------------- token by token */

/* The tokens of one message, from pieces, until its end or a fault; true if it came whole. */
static bool out_tokens_of(const struct out_case *c, cinch_json_out *j)
{
    static cinch_level levels[OUT_LEVELS];
    static char scratch[32];
    struct fuzz_cuts cuts;
    cinch_stream s;
    fuzz_cuts_init(&cuts, c->cuts);
    cinch_stream_init(&s, levels, OUT_LEVELS, &c->read);
    cinch_stream_scratch(&s, scratch, c->cap % sizeof scratch);
    for (size_t pos = 0; pos < c->len && !s.messages && !s.error;) {
        cinch_input in = {c->p + pos, fuzz_piece(&cuts, c->len - pos), 0};
        cinch_token t;
        while (!s.messages && cinch_stream_next(&s, &in, &t) == CINCH_GOT) cinch_json_out_put(j, t);
        pos += in.len;
    }
    return s.messages != 0;
}

static void out_tokens(const struct out_case *c)
{
    static cinch_level levels[OUT_LEVELS];
    cinch_json_out j;
    cinch_writer w;
    cinch_bin text;
    cinch_error e;
    bool whole;
    cinch_writer_init_grow(&w, NULL, 0);
    cinch_json_out_init(&j, levels, OUT_LEVELS, &c->opts, &w);
    whole = out_tokens_of(c, &j);
    e = cinch_json_out_finish(&j, NULL);
    if (!whole) {
        FUZZ_CHECK(e || c->error);
    } else if (!e) {
        FUZZ_CHECK(c->error == CINCH_OK && cinch_writer_finish(&w, &text, NULL) == CINCH_OK);
        FUZZ_SAME_BYTES(text.ptr, text.len, c->text.ptr, c->text.len);
    } else if (!c->error) {
        FUZZ_CHECK(e == CINCH_ERR_USE);
    }
    cinch_writer_free(&w);
}

/* ---------------------------------------------------------------- the rest */

/* What comes out is JSON, said the same way again. f32_short, and all that turns bytes into other text, keep their text. */
static void out_is_json(const struct out_case *c)
{
    cinch_json_opts o = CINCH_ZERO;
    cinch_writer back;
    o.big = CINCH_BIG_STRING;
    cinch_writer_init_grow(&back, NULL, 0);
    FUZZ_CHECK(cinch_json_read((const char *)c->text.ptr, c->text.len, &o, &back, NULL, NULL) == CINCH_OK);
    cinch_writer_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    unsigned a = fuzz_byte(&in), b = fuzz_byte(&in);
    struct out_case c;
    cinch_writer w;
    cinch_diag why;
    cinch_reader r;
    c.opts = out_opts(a, b);
    c.read = fuzz_read_opts(b & 128 ? FUZZ_OPTS_RAW_TIME : 0, 0);
    c.cuts = fuzz_byte(&in);
    c.cap = 32 + fuzz_byte(&in);
    c.p = in.ptr;
    c.len = in.len;
    c.text = (cinch_bin){NULL, 0};
    cinch_writer_init_grow(&w, NULL, 0);
    cinch_reader_init_opts(&r, c.p, c.len, &c.read);
    c.error = cinch_json_write(&r, &c.opts, &w, &why);
    c.pos = why.pos;
    FUZZ_CHECK(!w.error && why.error == c.error && (!c.error || cinch_writer_pos(&w) == 0));
    FUZZ_CHECK(c.pos <= c.len);
    if (!c.error) {
        FUZZ_CHECK(cinch_writer_finish(&w, &c.text, NULL) == CINCH_OK);
        out_is_json(&c);
    }
    out_writers(&c);
    out_tokens(&c);
    if (cinch_check(c.p, c.len, &c.read, NULL) == CINCH_OK) out_tagged(c.p, c.len, &c.read, c.opts.indent);
    cinch_writer_free(&w);
    return 0;
}

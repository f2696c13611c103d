/* SPDX-License-Identifier: MIT
 * JSON text to MessagePack and back: whatever is taken is a good message, the same through every kind of writer, and as text again
 * it says the same; whatever is refused leaves nothing behind and has a place in the text.
 *
 * Input: options (2 bytes), size of the sink's buffer; then the text.
 */
#include "fuzz.h"

static const cinch_read_opts text_raw_time = {.flags = CINCH_RAW_TIME};

static cinch_json_opts text_opts(unsigned a, unsigned b)
{
    cinch_json_opts o = CINCH_ZERO;
    o.tagged = a & 1;
    o.lax = a & 2;
    o.utf8 = (cinch_json_utf8)(a >> 2 & 1);
    o.f32_shrink = a & 8;
    o.dup = (cinch_json_dup)(a >> 4 & 3);
    o.big = (cinch_json_big)((a >> 6) % 3);
    if (b & 1) o.bin_prefix = "base64:";
    if (b & 2) o.ext_prefix = "ext:";
    if (b & 4) o.base64_min = 8;
    if (b & 8) o.limits.depth = 1 + (b >> 4);
    if (b & 16) o.limits.items = 1 + (b >> 4);
    if (b & 32) o.limits.key_len = 1 + (b >> 4);
    if (b & 64) o.limits.bytes = 1 + b;
    return o;
}

static void text_to_bytes(const char *text, size_t len, cinch_writer *w, bool tagged, cinch_bin *out)
{
    cinch_json_opts o = CINCH_ZERO;
    o.tagged = tagged;
    FUZZ_CHECK(cinch_json_read(text, len, &o, w, NULL, NULL) == CINCH_OK);
    FUZZ_CHECK(cinch_writer_finish(w, out, NULL) == CINCH_OK);
}

/* The message as text is the message again. Without tags only if it holds nothing that JSON lacks. */
static void text_again(cinch_bin msg, bool tagged)
{
    cinch_json_opts o = CINCH_ZERO;
    cinch_reader r;
    cinch_writer text, back;
    cinch_bin chars, out;
    o.tagged = tagged;
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    cinch_reader_init_opts(&r, msg.ptr, msg.len, &text_raw_time);
    FUZZ_CHECK(cinch_json_write(&r, &o, &text, NULL) == CINCH_OK);
    FUZZ_CHECK(cinch_writer_finish(&text, &chars, NULL) == CINCH_OK);
    text_to_bytes((const char *)chars.ptr, chars.len, &back, tagged, &out);
    FUZZ_SAME_BYTES(out.ptr, out.len, msg.ptr, msg.len);
    cinch_writer_free(&text);
    cinch_writer_free(&back);
}

/* ---------------------------------------------------------------- every kind of writer */

struct text_sink {
    cinch_bin want;
    size_t len;
};

static cinch_error text_take(void *user, const void *bytes, size_t len)
{
    struct text_sink *s = (struct text_sink *)user;
    FUZZ_CHECK(len && len <= s->want.len - s->len && memcmp(bytes, s->want.ptr + s->len, len) == 0);
    s->len += len;
    return CINCH_OK;
}

struct text_case {
    const char *text;
    size_t len, cap, used;
    const cinch_json_opts *opts;
    cinch_error error;
    cinch_diag why;
};

static void text_verdict(const struct text_case *c, cinch_writer *w)
{
    cinch_diag why;
    size_t used = 0;
    FUZZ_CHECK(cinch_json_read(c->text, c->len, c->opts, w, &used, &why) == c->error);
    FUZZ_CHECK(used == c->used || c->error);
    FUZZ_CHECK(why.error == c->error && why.pos == c->why.pos && why.line == c->why.line && why.column == c->why.column);
    FUZZ_CHECK(!w->error);
}

static void text_writers(const struct text_case *c, cinch_bin want)
{
    static uint8_t buf[1 << 16], small[512];
    struct text_sink sink = {want, 0};
    cinch_writer w;
    cinch_writer_init_count(&w);
    text_verdict(c, &w);
    FUZZ_CHECK(cinch_writer_pos(&w) == want.len);
    cinch_writer_init_sink(&w, small, c->cap, text_take, &sink);
    text_verdict(c, &w);
    FUZZ_CHECK(cinch_writer_finish(&w, NULL, NULL) == CINCH_OK && sink.len == want.len);
    if (c->error || want.len > sizeof buf) return;
    cinch_writer_init(&w, buf, want.len);
    text_verdict(c, &w);
    FUZZ_CHECK(cinch_writer_pos(&w) == want.len && memcmp(buf, want.ptr, want.len) == 0);
    cinch_writer_init(&w, buf, want.len - 1);
    FUZZ_CHECK(cinch_json_read(c->text, c->len, c->opts, &w, NULL, NULL) != CINCH_OK && cinch_writer_pos(&w) == 0);
}

/* Line and column, counted the slow way. */
static void text_place(const struct text_case *c)
{
    uint32_t line = 1, column = 1;
    FUZZ_CHECK(c->why.pos <= c->len);
    for (size_t i = 0; i < c->why.pos; i++) {
        column++;
        if (c->text[i] == '\n') line++, column = 1;
    }
    if (c->error) FUZZ_CHECK(c->why.line == line && c->why.column == column);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    unsigned a = fuzz_byte(&in), b = fuzz_byte(&in);
    cinch_json_opts opts = text_opts(a, b);
    struct text_case c = {NULL, 0, 0, 0, NULL, CINCH_OK, CINCH_ZERO};
    cinch_writer w;
    cinch_bin msg = {NULL, 0};
    c.cap = 32 + fuzz_byte(&in);
    c.text = (const char *)in.ptr;
    c.len = in.len;
    c.opts = &opts;
    cinch_writer_init_grow(&w, NULL, 0);
    c.error = cinch_json_read(c.text, c.len, &opts, &w, &c.used, &c.why);
    FUZZ_CHECK(!w.error && c.why.error == c.error);
    text_place(&c);
    if (c.error) {
        FUZZ_CHECK(cinch_writer_pos(&w) == 0);
    } else {
        FUZZ_CHECK(c.used <= c.len && cinch_writer_finish(&w, &msg, NULL) == CINCH_OK);
        FUZZ_CHECK(cinch_check(msg.ptr, msg.len, &text_raw_time, NULL) == CINCH_OK);
        text_again(msg, true);
        if (!(a & 11) && !(b & 7)) text_again(msg, false);
    }
    text_writers(&c, msg);
    cinch_writer_free(&w);
    return 0;
}

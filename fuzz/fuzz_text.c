/* SPDX-License-Identifier: MIT
 * The text notation: every message goes through it and comes back byte for byte, and a text that is read means the same as the text
 * written of what was read.
 *
 * Input: 0 for a message, 1 for a text, + indent << 1; then that.
 */
#include "fuzz.h"

/* The text of a message that is well-formed. */
static void text_write_one(const uint8_t *p, size_t len, uint8_t indent, cinch_writer *text)
{
    cinch_text_opts opts = CINCH_ZERO;
    cinch_reader r;
    opts.indent = indent;
    cinch_reader_init(&r, p, len);
    FUZZ_CHECK(cinch_text_write(&r, &opts, text, NULL) == CINCH_OK && cinch_reader_left(&r) == 0);
}

static void text_round(const uint8_t *p, size_t len, uint8_t indent)
{
    cinch_writer text, back;
    cinch_bin chars, out;
    cinch_diag why;
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    text_write_one(p, len, indent, &text);
    FUZZ_CHECK(cinch_writer_finish(&text, &chars, NULL) == CINCH_OK && cinch_utf8_valid((const char *)chars.ptr, chars.len));
    FUZZ_CHECK(cinch_text_read((const char *)chars.ptr, chars.len, NULL, &back, NULL, &why) == CINCH_OK &&
               why.pos == chars.len);
    FUZZ_CHECK(cinch_writer_finish(&back, &out, NULL) == CINCH_OK);
    FUZZ_SAME_BYTES(out.ptr, out.len, p, len);
    cinch_writer_free(&text);
    cinch_writer_free(&back);
}

static void text_message(const uint8_t *p, size_t len, uint8_t indent)
{
    cinch_read_opts raw = CINCH_ZERO;
    cinch_writer nowhere;
    cinch_diag checked, written;
    cinch_reader r;
    raw.flags = CINCH_RAW_TIME;
    if (cinch_check(p, len, &raw, &checked) == CINCH_OK) {
        text_round(p, len, indent);
        return;
    }
    if (checked.error == CINCH_ERR_TRAILING) return;
    cinch_writer_init_count(&nowhere);
    cinch_reader_init(&r, p, len);
    FUZZ_CHECK(cinch_text_write(&r, NULL, &nowhere, &written) == checked.error && written.pos == checked.pos);
    FUZZ_CHECK(cinch_writer_pos(&nowhere) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    unsigned how = fuzz_byte(&in);
    cinch_writer w;
    cinch_bin out;
    cinch_diag why;
    if (!(how & 1)) {
        text_message(in.ptr, in.len, how >> 1 & 3);
        return 0;
    }
    cinch_writer_init_grow(&w, NULL, 0);
    if (cinch_text_read((const char *)in.ptr, in.len, NULL, &w, NULL, &why) == CINCH_OK) {
        FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK);
        text_round(out.ptr, out.len, how >> 1 & 3);
    } else {
        FUZZ_CHECK(!w.error && cinch_writer_pos(&w) == 0 && why.pos <= in.len && why.line && why.column);
    }
    cinch_writer_free(&w);
    return 0;
}

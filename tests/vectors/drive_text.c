/* SPDX-License-Identifier: MIT
 * The text notation: every message, malformed timestamps and overlong formats included, through text and back; a bad one is refused where
 * check refuses it. Canonical form along with it: check agrees that it is canonical, and it is its own.
 */
#include "cinch/check.h"
#include "cinch/edit.h"
#include "cinch/text.h"
#include "drive.h"
#include "harness.h"

/* The next message of r, there and back; false when there is none. */
static bool notation_one(cinch_reader *r, uint8_t indent)
{
    cinch_text_opts opts = {.indent = indent};
    const uint8_t *from = r->pos;
    cinch_read_opts raw = {.flags = CINCH_RAW_TIME};
    cinch_writer text, back;
    cinch_bin chars, out;
    cinch_diag diag, want;
    uint64_t base = cinch_reader_pos(r);
    cinch_error checked = cinch_check(from, cinch_reader_left(r), &raw, &want), error;
    cinch_writer_init_grow(&text, NULL, 0);
    cinch_writer_init_grow(&back, NULL, 0);
    error = cinch_text_write(r, &opts, &text, &diag);
    if (error) {
        CHECK_ERR(error, checked);
        CHECK_U64(diag.pos, base + want.pos);
    } else {
        CHECK(checked == CINCH_OK || checked == CINCH_ERR_TRAILING);
        CHECK_ERR(cinch_writer_finish(&text, &chars, NULL), CINCH_OK);
        CHECK_ERR(cinch_text_read((const char *)chars.ptr, chars.len, NULL, &back, NULL, &diag), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&back, &out, NULL), CINCH_OK);
        CHECK_MEM(out.ptr, out.len, from, (size_t)(r->pos - from));
    }
    cinch_writer_free(&text);
    cinch_writer_free(&back);
    return !error;
}

static void canon_one(cinch_bin msg)
{
    static const cinch_read_opts canonical = {.flags = CINCH_CANONICAL};
    cinch_writer once, twice;
    cinch_bin a, b;
    cinch_reader r;
    cinch_writer_init_grow(&once, NULL, 0);
    cinch_writer_init_grow(&twice, NULL, 0);
    cinch_reader_init(&r, msg.ptr, msg.len);
    if (cinch_canon(&r, NULL, &once, NULL) == CINCH_OK) {
        CHECK_ERR(cinch_writer_finish(&once, &a, NULL), CINCH_OK);
        CHECK_ERR(cinch_check(a.ptr, a.len, &canonical, NULL), CINCH_OK);
        cinch_reader_init(&r, a.ptr, a.len);
        CHECK_ERR(cinch_canon(&r, NULL, &twice, NULL), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&twice, &b, NULL), CINCH_OK);
        CHECK_MEM(b.ptr, b.len, a.ptr, a.len);
    }
    CHECK((cinch_check(msg.ptr, msg.len, &canonical, NULL) == CINCH_OK) ==
          (cinch_writer_pos(&once) == msg.len && memcmp(once.start, msg.ptr, msg.len) == 0));
    cinch_writer_free(&once);
    cinch_writer_free(&twice);
}

static void drive_notation(const struct vector *v, const uint8_t *bytes)
{
    for (uint8_t indent = 0; indent < 3; indent += 2) {
        cinch_reader r;
        cinch_reader_init(&r, bytes, v->len);
        while (cinch_reader_left(&r)) {
            const uint8_t *from = r.pos;
            if (!notation_one(&r, indent)) break;
            canon_one((cinch_bin){from, (size_t)(r.pos - from)});
        }
    }
}

const struct driver drive_text = {"text", drive_notation, NULL};

/* SPDX-License-Identifier: MIT
 * JSON to MessagePack and back: several documents in one text, an error with line and column.
 */
#include <stdio.h>
#include "cinch/cinch.h"

static const char text[] =
    "{\"id\": 7, \"tags\": [\"a\", \"b\"], \"big\": 18446744073709551615}\n[1, 2.0, -0]\n{\"x\": 1,\n \"y\": nope}";

static void from_json(cinch_writer *w)
{
    const char *at = text;
    size_t left = sizeof text - 1, used;
    cinch_diag why;
    while (left && cinch_json_read(at, left, NULL, w, &used, &why) == CINCH_OK) {
        at += used;
        left -= used;
    }
    if (left)
        printf("%s at line %u, column %u of what was left\n", cinch_error_text(why.error), (unsigned)why.line,
               (unsigned)why.column);
}

static cinch_error to_json(cinch_bin msgs, cinch_writer *out, cinch_diag *why)
{
    cinch_reader r;
    cinch_json_opts opts = CINCH_ZERO;
    opts.bin = CINCH_BIN_HEX;
    cinch_reader_init(&r, msgs.ptr, msgs.len);
    while (cinch_reader_left(&r) && cinch_json_write(&r, &opts, out, why) == CINCH_OK) cinch_put_raw(out, "\n", 1);
    return cinch_reader_finish(&r, why);
}

int main(void)
{
    cinch_writer w, out;
    cinch_bin msgs, json;
    cinch_diag why;
    cinch_writer_init_grow(&w, NULL, 0);
    cinch_writer_init_grow(&out, NULL, 256);
    from_json(&w); /* the two good documents; the third leaves nothing behind */
    int bad = 1;
    if (cinch_writer_finish(&w, &msgs, &why) == CINCH_OK && to_json(msgs, &out, &why) == CINCH_OK &&
        cinch_writer_finish(&out, &json, &why) == CINCH_OK) {
        printf("%zu bytes of MessagePack\n%.*s", msgs.len, (int)json.len, (const char *)json.ptr);
        bad = 0;
    }
    if (bad) printf("%s\n", cinch_error_text(why.error));
    cinch_writer_free(&w);
    cinch_writer_free(&out);
    return bad;
}

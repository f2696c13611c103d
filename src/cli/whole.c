/* SPDX-License-Identifier: MIT
 * Whole objects in the window, found by framing: each byte is looked at once, however the input comes in.
 */
#include "cli.h"

cli_whole cli_whole_next(cli_framer *f, cli_in *in, bool grow, size_t *len)
{
    if (!f->going) {
        cinch_frame_init(&f->frame);
        f->seen = 0;
        f->going = true;
    }
    for (;;) {
        size_t used = 0, have = in->len - in->pos - f->seen;
        cinch_status got = cinch_frame_feed(&f->frame, in->buf + in->pos + f->seen, have, &used);
        f->seen += used;
        *len = f->seen;
        if (cli_args.max_bytes && f->seen > cli_args.max_bytes) got = CINCH_FAILED; /* the reader, given the limit, tells */
        if (got != CINCH_MORE) {
            f->going = false;
            return got == CINCH_GOT ? CLI_WHOLE_GOT : CLI_WHOLE_CUT;
        }
        if (cli_in_more(in)) continue;
        if (in->end) {
            f->going = false;
            return f->seen ? CLI_WHOLE_CUT : CLI_WHOLE_END;
        }
        if (!grow) return CLI_WHOLE_FULL;
        if (!cli_in_grow(in)) return CLI_WHOLE_FAIL;
    }
}

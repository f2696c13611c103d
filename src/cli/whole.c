/* SPDX-License-Identifier: MIT
 * Whole objects in the window, found by framing: each byte is looked at once, however the input comes in.
 */
#include "cli.h"

#include <stdlib.h>

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

cinch_error cli_whole_check(const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag)
{
    cinch_input in = {msg, len, 0};
    cinch_stream s;
    if (opts->limits.depth <= CLI_DEPTH) return cinch_check(msg, len, opts, diag);
    cinch_level *levels = calloc(opts->limits.depth, sizeof *levels);
    if (!levels) return diag->error = CINCH_ERR_MEMORY;
    cinch_stream_init(&s, levels, opts->limits.depth, opts);
    cinch_stream_skip(&s, &in);
    cinch_error e = cinch_stream_finish(&s, diag);
    free(levels);
    return e;
}

/* SPDX-License-Identifier: MIT
 * The way on after a fault. One rule for all verbs, so that they agree on what the objects of a damaged input are: an object whose
 * framing is good is left out as it is; where framing itself breaks, the search begins behind the byte that broke it. Either way each byte
 * is looked at a bounded number of times, and what is found does not depend on the blocks in which the input comes.
 */
#include "flowing.h"

#include <inttypes.h>

enum {
    RECOVER_SPAN = 64 << 10
}; /* a place is looked for in so many bytes at a time, and judged by at least as many behind it */

/* From in->pos on. False: none to the end of the input. */
static bool recover_search(cli_in *in)
{
    for (;;) {
        while (in->len - in->pos < 2 * (size_t)RECOVER_SPAN && cli_in_more(in)) continue;
        size_t rest = in->len - in->pos, look = rest < 2 * (size_t)RECOVER_SPAN ? rest : 2 * (size_t)RECOVER_SPAN;
        size_t n = cinch_resync(in->buf + in->pos, look, 0);
        if (n < RECOVER_SPAN || look < 2 * (size_t)RECOVER_SPAN) {
            in->pos += n;
            return n < look;
        }
        in->pos += RECOVER_SPAN;
    }
}

/* To the end of an object, by its frame; on from a byte that breaks it. */
static bool recover_way_out(cli_in *in, cinch_frame *frame)
{
    cinch_status got;
    if (!frame) return true;
    do {
        size_t used;
        got = cinch_frame_feed(frame, in->buf + in->pos, in->len - in->pos, &used);
        in->pos += used;
    } while (got == CINCH_MORE && cli_in_more(in));
    if (got == CINCH_GOT) return true;
    if (got == CINCH_MORE) return false;
    in->pos++;
    return recover_search(in);
}

bool cli_recover(cli_in *in, cinch_frame *frame, uint64_t start)
{
    bool going = recover_way_out(in, frame);
    uint64_t now = cli_in_offset(in), skipped = now - start;
    in->skipped += skipped;
    if (skipped && !in->status)
        cli_say("%s: skipped %" PRIu64 " byte%s, to offset %" PRIu64 " (0x%" PRIx64 ")", in->name, skipped,
                skipped == 1 ? "" : "s", now, now);
    return going;
}

bool cli_whole_recover(cli_in *in)
{
    cinch_frame frame;
    cinch_frame_init(&frame);
    return cli_args.recover && !in->status && cli_recover(in, &frame, cli_in_offset(in));
}

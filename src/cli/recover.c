/* SPDX-License-Identifier: MIT
 * The way on after a fault. One rule for all verbs, so that they agree on what the objects of a damaged input are: an object whose
 * framing is good is left out as it is; where framing itself breaks, or the input ends within an object, a length or a count in it may have lied, so
 * that it has swallowed others. In a regular file it is searched for the first that looks like those before; else the search begins behind the byte that broke
 * the framing. Each byte is looked at a bounded number of times, and what is found does not depend on the blocks in which the input comes.
 */
#include "flowing.h"
#include "likeness.h"

#include <inttypes.h>

enum {
    RECOVER_SPAN = 64 << 10
}; /* a place is looked for in so many bytes at a time, and judged by at least as many behind it */

/* From in->pos on, by what lies before the offset `end`. False: none to there, or to the end of the input. */
static bool recover_search(cli_in *in, uint64_t end)
{
    for (;;) {
        while (in->len - in->pos < 2 * (size_t)RECOVER_SPAN && cli_in_more(in)) continue;
        size_t rest = in->len - in->pos, look = rest < 2 * (size_t)RECOVER_SPAN ? rest : 2 * (size_t)RECOVER_SPAN;
        if (look > end - cli_in_offset(in)) look = (size_t)(end - cli_in_offset(in));
        size_t n = cinch_resync(in->buf + in->pos, look, 0);
        if (n < RECOVER_SPAN || look < 2 * (size_t)RECOVER_SPAN) {
            in->pos += n;
            return n < look;
        }
        in->pos += RECOVER_SPAN;
    }
}

/* A file is read again for the sake of what it may have swallowed until it was read so many times over. */
static bool recover_may_reread(cli_in *in, uint64_t bytes)
{
    enum { TIMES = 4, ANYWAY = 64 << 20 };
    if (!in->total || in->decoding || in->reread + bytes > TIMES * in->total + ANYWAY) return false;
    in->reread += bytes;
    return true;
}

/* Within the object from start to the fault: the first that looks like one before, or like the object itself. Leaves in->pos there; else at the
 * fault, and is false. */
static bool recover_within(cli_in *in, uint64_t start, uint64_t fault)
{
    cli_likeness like = CINCH_ZERO;
    if (fault - start < 2 || !recover_may_reread(in, fault - start)) return false;
    cli_likeness_learn(&like, in, in->known, start);
    if (!cli_in_again(in, start) || !cli_in_more(in)) return false;
    while (in->len - in->pos < RECOVER_SPAN && cli_in_more(in)) continue;
    cli_likeness_add(&like, in->buf + in->pos, in->len - in->pos);
    for (in->pos++; recover_search(in, fault); in->pos++)
        if (cli_likeness_has(&like, in->buf + in->pos, in->len - in->pos)) return true;
    if (cli_in_again(in, fault)) cli_in_more(in);
    return false;
}

/* To the end of an object, by its frame; on from a byte that breaks it. */
static bool recover_way_out(cli_in *in, cinch_frame *frame, uint64_t start)
{
    cinch_status got;
    if (!frame) return true;
    do {
        size_t used;
        got = cinch_frame_feed(frame, in->buf + in->pos, in->len - in->pos, &used);
        in->pos += used;
    } while (got == CINCH_MORE && cli_in_more(in));
    if (got == CINCH_GOT) return true;
    if (in->status) return false;
    if (recover_within(in, start, cli_in_offset(in))) return true;
    if (got == CINCH_MORE || in->status) return false;
    in->pos++;
    return recover_search(in, UINT64_MAX);
}

bool cli_recover(cli_in *in, cinch_frame *frame, uint64_t start)
{
    bool going = recover_way_out(in, frame, start);
    uint64_t now = cli_in_offset(in), skipped = now - start;
    if (in->known == start) in->known = now; /* nothing good has come yet */
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

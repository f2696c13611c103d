/* SPDX-License-Identifier: MIT
 * cinch head: the first objects of a stream, as they are.
 */
#include "flowing.h"

extern const cli_verb cli_verb_head;

static struct {
    uint64_t count, skip;
} head_args = {10, 0};

static const cli_opt head_rows[] = {
    {'n', "count", CLI_NUMBER, &head_args.count, "N", NULL, "so many objects (10)", NULL},
    {0, "skip", CLI_NUMBER, &head_args.skip, "N", NULL, "leave out the first N", NULL},
};
static const cli_group head_group = {"Objects", head_rows, CLI_COUNT(head_rows)};
static const cli_group *const head_groups[] = {&head_group, &cli_input, &cli_output, &cli_limits, &cli_general, NULL};

static int head_copy(cli_pieces *p, cli_out *out)
{
    cinch_bin bytes;
    cli_piece got = CLI_PIECE_LAST;
    uint64_t end = head_args.skip + head_args.count < head_args.skip ? UINT64_MAX : head_args.skip + head_args.count;
    while (got == CLI_PIECE_PART || (head_args.count && p->objects < end)) {
        got = cli_pieces_next(p, &bytes);
        if (got == CLI_PIECE_END) return p->status;
        if (p->objects + (got == CLI_PIECE_PART) <= head_args.skip) continue;
        cinch_put_raw(&out->w, bytes.ptr, bytes.len);
        if (got == CLI_PIECE_LAST) cli_out_object(out);
        if (out->w.error) return CLI_IO;
    }
    return CLI_GOOD;
}

static int head_verb(const char *const *operands, size_t count)
{
    static cli_in in;
    static cli_out out;
    cli_pieces pieces;
    (void)operands;
    (void)count;
    int status = cli_open(&in, &out, true);
    if (status != CLI_GOOD) return status;
    status = cli_pieces_open(&pieces, &in);
    if (status == CLI_GOOD) status = head_copy(&pieces, &out);
    cli_pieces_close(&pieces);
    cli_in_close(&in);
    return cli_out_close(&out, status);
}

const cli_verb cli_verb_head = {
    .name = "head",
    .operands = "[FILE]",
    .summary = "the first objects of a stream",
    .about = "Writes the first objects as they are, byte for byte, and reads no further than it must. Objects are found "
             "by framing; what is in them is not judged.\n\n"
             "An object that is cut or broken is not written. But if it is longer than 4 MiB, what comes before the "
             "fault is. Objects of any size pass in flat memory.",
    .examples = "cinch head log.mp | cinch to-json\tthe first ten, to look at\n"
                "cinch head -n 1 log.mp -o first.mp\tone object\n"
                "cinch head --skip 1000 -n 5 log.mp | cinch dump\tfive out of the middle\n",
    .groups = head_groups,
    .most = 1,
    .reads = true,
    .run = head_verb,
};

/* SPDX-License-Identifier: MIT
 * Objects as runs of bytes: whole where the window holds them, else in parts.
 */
#include "flowing.h"

#include <errno.h>
#include <stdlib.h>

int cli_pieces_open(cli_pieces *p, cli_in *in)
{
    const cinch_read_opts opts = {.limits = cli_limits_given(), .flags = CINCH_RAW_TIME};
    memset(p, 0, sizeof *p);
    p->in = in;
    p->start = cli_in_offset(in);
    if (!cli_args.max_depth && !cli_args.max_bytes && !cli_args.max_items) return CLI_GOOD;
    p->judge = malloc(sizeof *p->judge);
    return p->judge ? cli_flow_open(p->judge, in, &opts) : cli_io_error(in->name, ENOMEM);
}

void cli_pieces_close(cli_pieces *p)
{
    if (p->judge) cli_flow_close(p->judge);
    free(p->judge);
    p->judge = NULL;
}

/* GOT: the object ends after p->seen bytes; MORE: the window is full of it, or the input has ended. */
static cinch_status pieces_frame(cli_pieces *p)
{
    cli_in *in = p->in;
    for (;;) {
        size_t used;
        cinch_status got = cinch_frame_feed(&p->frame, in->buf + in->pos + p->seen, in->len - in->pos - p->seen, &used);
        p->seen += used;
        if (got != CINCH_MORE) return got;
        if (!cli_in_more(in)) return CINCH_MORE;
    }
}

static int pieces_fault(const cli_pieces *p)
{
    const cinch_diag diag = {.error = p->frame.error ? p->frame.error : CINCH_ERR_TRUNCATED, .pos = p->frame.item};
    cli_fault at = {.name = p->in->name, .object = p->objects + 1, .base = p->start};
    if (p->in->status) return p->in->status; /* what cut it was told */
    if (!p->going) {
        at.msg = p->in->buf + p->in->pos;
        at.len = p->in->len - p->in->pos;
    }
    return cli_data_error(&at, &diag);
}

/* The judge's verdict on the bytes that the frame has found, and on what ended it. */
static int pieces_judge(cli_pieces *p, bool bad)
{
    cinch_input input = {p->in->buf + p->in->pos, bad ? p->in->len - p->in->pos : p->seen, 0};
    if (!p->judge) return bad ? pieces_fault(p) : CLI_GOOD;
    cinch_stream_skip_all(&p->judge->s, &input);
    return bad || p->judge->s.error ? cli_flow_end(p->judge) : CLI_GOOD;
}

/* What was given, or, after a fault, seen, is done with. */
static void pieces_step(cli_pieces *p)
{
    p->in->pos += p->seen;
    p->seen = 0;
    p->given = false;
}

static void pieces_begin(cli_pieces *p)
{
    p->start = cli_in_offset(p->in);
    p->going = p->whole = false;
    cinch_frame_init(&p->frame);
}

cli_piece cli_pieces_next(cli_pieces *p, cinch_bin *bytes)
{
    if (p->given) {
        pieces_step(p);
        p->going = true;
    }
    if (p->whole) pieces_begin(p);
    cinch_status got = pieces_frame(p);
    bool ended = got == CINCH_MORE && p->in->end;
    p->whole = got == CINCH_GOT;
    p->status = p->in->status;
    if (ended && !p->seen && !p->going) return CLI_PIECE_END;
    p->status = pieces_judge(p, ended || got == CINCH_FAILED);
    if (p->status != CLI_GOOD) return CLI_PIECE_END;
    p->objects += p->whole;
    p->given = true;
    *bytes = (cinch_bin){p->in->buf + p->in->pos, p->seen};
    return p->whole ? CLI_PIECE_LAST : CLI_PIECE_PART;
}

bool cli_pieces_recover(cli_pieces *p)
{
    if (!cli_args.recover || p->in->status || p->status != CLI_BAD) return false;
    pieces_step(p);
    if (!cli_recover(p->in, p->whole ? NULL : &p->frame, p->start)) return false;
    pieces_begin(p);
    if (!p->judge) return true;
    p->judge->base = cli_in_offset(p->in);
    p->judge->before = p->objects;
    cinch_stream_reset(&p->judge->s);
    return true;
}

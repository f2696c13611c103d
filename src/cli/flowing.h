/* SPDX-License-Identifier: MIT
 * Objects of any size in flat memory: as tokens with their paths (flowing.c), or as runs of bytes (parts.c). And the way on after
 * a fault, which both share (recover.c).
 */
#ifndef CINCH_CLI_FLOWING_H
#define CINCH_CLI_FLOWING_H

#include "cli.h"

/* ---------------------------------------------------------------- after a fault (recover.c) */

/* --recover, after a fault that was told in an object that begins at offset `start`, and of which the frame has seen all up to in->pos.
 * Moves in->pos past that object, where its framing is good; else to the next plausible one behind the fault; and tells what was
 * skipped. A NULL frame: in->pos is at its end already. False: the input ends before. */
bool cli_recover(cli_in *in, cinch_frame *frame, uint64_t start);

bool cli_whole_recover(cli_in *in); /* the same for an object whose first byte is at in->pos; false without --recover, too */

/* ---------------------------------------------------------------- tokens */

typedef struct cli_flow {
    cli_in *in;
    cinch_stream s;
    cinch_level *levels;
    uint64_t base;     /* offset in the input of the stream's first byte */
    uint64_t before;   /* objects that ended before it */
    cinch_frame frame; /* with --recover follows the stream, to know where an object ends that the stream will not go on with */
    uint64_t followed; /* offset it has come to, */
    uint64_t framed;   /*   the objects it has seen end, */
    uint64_t start;    /*   and where the first object begins that the stream has not seen end */
    char path[CLI_PATH];
    const cinch_token *key; /* the one at fault where a caller, not the stream, finds it so, or NULL */
} cli_flow;

/* CLI_GOOD, or CLI_IO when memory is short, told. To be closed either way. The caller may give the stream a scratch then. */
int cli_flow_open(cli_flow *f, cli_in *in, const cinch_read_opts *opts);
void cli_flow_close(cli_flow *f);

bool cli_flow_refill(cli_flow *f); /* more input; false: no more, or a fault */
bool cli_flow_skip(cli_flow *f);   /* cinch_stream_skip; false: the end of the input, or a fault */
void cli_flow_skip_all(cli_flow *f);

/* The next token; false: the end of the input, or a fault. */
static inline bool cli_flow_next(cli_flow *f, cinch_token *t)
{
    cinch_status got;
    do {
        cinch_input input = {f->in->buf + f->in->pos, f->in->len - f->in->pos, 0};
        got = cinch_stream_next(&f->s, &input, t);
        f->in->pos += input.pos;
    } while (got == CINCH_MORE && cli_flow_refill(f));
    return got == CINCH_GOT;
}

/* Whole objects so far, and the offset of the token's item. */
static inline uint64_t cli_flow_objects(const cli_flow *f)
{
    return f->before + f->s.messages;
}

static inline uint64_t cli_flow_pos(const cli_flow *f)
{
    return f->base + f->s.pos;
}

/* When there is no more: what was at fault, with the offset in the input, or CINCH_OK. */
cinch_error cli_flow_verdict(cli_flow *f, cinch_diag *diag);
cinch_str cli_flow_path(const cli_flow *f); /* of the last token, or of what was at fault; a view; any byte may be in it */
int cli_flow_tell(cli_flow *f,
                  const cinch_diag *diag); /* the line of it, unless the input's end was told already; the status */
int cli_flow_end(cli_flow *f);             /* both in one */
/* After a fault, with --recover: leaves the object at fault behind. False: there is nothing to go on with. The second is for a fault that the
 * stream does not know of: `good` objects were read since the last recovery, or open. */
bool cli_flow_recover(cli_flow *f);
bool cli_flow_leave(cli_flow *f, uint64_t good);

/* ---------------------------------------------------------------- runs of bytes */

typedef enum cli_piece {
    CLI_PIECE_END,  /* of the input; or, with a status that says so, of an object that is bad, which was told */
    CLI_PIECE_PART, /* of an object that goes on */
    CLI_PIECE_LAST  /* an object, or the last part of one */
} cli_piece;

typedef struct cli_pieces {
    cli_in *in;
    cinch_frame frame;
    cli_flow *judge;  /* where limits were given, which framing does not know */
    uint64_t objects; /* that have ended */
    uint64_t start;   /* offset of the object at hand */
    size_t seen;      /* bytes from in->pos on that belong to it, the frame says */
    bool given;       /* and the caller had them */
    bool going;       /* parts of it were given before */
    bool whole;       /* its end was seen */
    int status;
} cli_pieces;

int cli_pieces_open(cli_pieces *p, cli_in *in); /* likewise to be closed */
void cli_pieces_close(cli_pieces *p);
cli_piece cli_pieces_next(cli_pieces *p, cinch_bin *bytes); /* a view, until the next call */
bool cli_pieces_recover(cli_pieces *p); /* after END: true, with --recover, when there is something to go on with */

#endif

/* SPDX-License-Identifier: MIT
 * The stream reader over the tool's input: tokens, their paths, faults told, and on after a fault.
 */
#include "flowing.h"

#include <errno.h>
#include <stdlib.h>

static void flow_begin(cli_flow *f)
{
    f->base = f->followed = f->start = cli_in_offset(f->in);
    f->framed = 0;
    cinch_frame_init(&f->frame);
}

int cli_flow_open(cli_flow *f, cli_in *in, const cinch_read_opts *opts)
{
    uint32_t depth = opts->limits.depth ? opts->limits.depth : CLI_DEPTH;
    f->in = in;
    f->levels = calloc(depth, sizeof *f->levels);
    f->before = 0;
    f->key = NULL;
    flow_begin(f);
    cinch_stream_init(&f->s, f->levels, depth, opts);
    cinch_stream_path(&f->s, f->path, sizeof f->path - 1); /* as long as cinch_locate, which needs a NUL, writes it */
    return f->levels ? CLI_GOOD : cli_io_error(in->name, ENOMEM);
}

void cli_flow_close(cli_flow *f)
{
    free(f->levels);
    f->levels = NULL;
}

/* Called before bytes that were used leave the window. good: objects of this stream that are. */
static void flow_follow(cli_flow *f, uint64_t good)
{
    const cli_in *in = f->in;
    size_t at = (size_t)(f->followed - in->base), used;
    if (!cli_args.recover) return;
    while (at < in->pos) {
        cinch_status got = cinch_frame_feed(&f->frame, in->buf + at, in->pos - at, &used);
        at += used;
        if (got == CINCH_GOT && ++f->framed <= good) f->start = in->base + at;
    }
    f->followed = cli_in_offset(in);
}

bool cli_flow_refill(cli_flow *f)
{
    flow_follow(f, f->s.messages);
    return !f->s.error && cli_in_more(f->in);
}

bool cli_flow_skip(cli_flow *f)
{
    cinch_status got;
    do {
        cinch_input input = {f->in->buf + f->in->pos, f->in->len - f->in->pos, 0};
        got = cinch_stream_skip(&f->s, &input);
        f->in->pos += input.pos;
    } while (got == CINCH_MORE && cli_flow_refill(f));
    return got == CINCH_GOT;
}

void cli_flow_skip_all(cli_flow *f)
{
    do {
        cinch_input input = {f->in->buf + f->in->pos, f->in->len - f->in->pos, 0};
        cinch_stream_skip_all(&f->s, &input);
        f->in->pos += input.pos;
    } while (cli_flow_refill(f));
}

cinch_error cli_flow_verdict(cli_flow *f, cinch_diag *diag)
{
    cinch_error e = cinch_stream_finish(&f->s, diag);
    diag->pos += f->base;
    return e;
}

cinch_str cli_flow_path(const cli_flow *f)
{
    cinch_str path = {f->path, f->s.path_len};
    return path;
}

int cli_flow_tell(cli_flow *f, const cinch_diag *diag)
{
    cli_fault at = {.name = f->in->name, .object = cli_flow_objects(f) + 1, .path = cli_flow_path(f), .key = f->key};
    if (f->in->status) return f->in->status; /* what cut it was told */
    return cli_data_error(&at, diag);
}

int cli_flow_end(cli_flow *f)
{
    cinch_diag diag;
    return cli_flow_verdict(f, &diag) == CINCH_OK ? f->in->status : cli_flow_tell(f, &diag);
}

bool cli_flow_leave(cli_flow *f, uint64_t good)
{
    if (!cli_args.recover || f->in->status) return false;
    flow_follow(f, good);
    bool whole = f->framed > good; /* its last item was at fault, and framed well */
    if (!cli_recover(f->in, whole ? NULL : &f->frame, f->start)) return false;
    f->before += good;
    flow_begin(f);
    cinch_stream_reset(&f->s);
    return true;
}

bool cli_flow_recover(cli_flow *f)
{
    return f->s.error && cli_flow_leave(f, f->s.messages);
}

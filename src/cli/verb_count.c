/* SPDX-License-Identifier: MIT
 * cinch count: by framing, which is a counter and looks at no payload; by the stream where limits ask for more.
 */
#include "flowing.h"

#include <inttypes.h>
#include <stdlib.h>

extern const cli_verb cli_verb_count;

static const cli_group *const count_groups[] = {&cli_faults, &cli_speed,   &cli_input, &cli_output,
                                                &cli_limits, &cli_general, NULL};

typedef struct counter {
    cli_in in;
    cinch_frame frame;
    uint64_t objects;
    uint64_t start; /* offset of the object at hand */
} counter;

/* To the end of the input, or a fault. */
static cinch_status count_window(counter *c)
{
    const uint8_t *buf = c->in.buf;
    size_t pos = c->in.pos, used;
    cinch_status got = CINCH_MORE;
    while (pos != c->in.len && got != CINCH_FAILED) {
        got = cinch_frame_feed(&c->frame, buf + pos, c->in.len - pos, &used);
        pos += used;
        if (got != CINCH_GOT) continue;
        c->objects++;
        c->start = c->in.base + pos;
    }
    c->in.pos = pos;
    return got;
}

static int count_run(counter *c)
{
    cinch_status got;
    do got = count_window(c);
    while (got != CINCH_FAILED && cli_in_more(&c->in));
    if (c->in.status) return c->in.status;
    if (got != CINCH_FAILED && c->start == cli_in_offset(&c->in)) return CLI_GOOD;
    const cinch_diag diag = {.error = c->frame.error ? c->frame.error : CINCH_ERR_TRUNCATED, .pos = c->frame.item};
    return cli_data_error(&(cli_fault){.name = c->in.name, .object = c->objects + 1, .base = c->start}, &diag);
}

static int count_framed(counter *c)
{
    int status = CLI_GOOD, last;
    cli_spans(&c->in, NULL, &c->objects);
    c->start = cli_in_offset(&c->in);
    cinch_frame_init(&c->frame);
    while ((last = count_run(c)) != CLI_GOOD) {
        status = last;
        if (!cli_args.recover || status != CLI_BAD || c->in.status || !cli_recover(&c->in, &c->frame, c->start)) break;
        c->start = cli_in_offset(&c->in);
        cinch_frame_init(&c->frame);
    }
    return status;
}

static int count_judged(counter *c)
{
    const cinch_read_opts opts = {.limits = cli_limits_given(), .flags = CINCH_RAW_TIME};
    static cli_flow f;
    cli_spans(&c->in, &opts, &c->objects);
    int status = cli_flow_open(&f, &c->in, &opts), last = CLI_GOOD;
    f.before = c->objects;
    while (status != CLI_IO) {
        cli_flow_skip_all(&f);
        last = cli_flow_end(&f);
        if (last) status = last;
        if (!cli_flow_recover(&f)) break;
    }
    c->objects = cli_flow_objects(&f);
    cli_flow_close(&f);
    return status;
}

static int count_verb(const char *const *operands, size_t count)
{
    static counter c;
    cli_out out;
    (void)operands;
    (void)count;
    int status = cli_open(&c.in, &out, false);
    if (status != CLI_GOOD) return status;
    status = cli_args.max_depth || cli_args.max_bytes || cli_args.max_items ? count_judged(&c) : count_framed(&c);
    if (status == CLI_GOOD || (status == CLI_BAD && cli_args.recover)) cli_out_print(&out, "%" PRIu64 "\n", c.objects);
    cli_in_close(&c.in);
    return cli_out_close(&out, status);
}

const cli_verb cli_verb_count = {
    .name = "count",
    .operands = "[FILE]",
    .summary = "how many objects",
    .about = "Counts the objects of a stream by their framing: where one ends and the next begins. What is in them is not "
             "judged (cinch "
             "check does that), but for the reserved byte 0xc1 and the limits.\n\n"
             "Objects of any size and depth pass in flat memory.",
    .examples = "cinch count log.mp\thow many records there are\n"
                "cinch count -j 4 huge.mp\twith four threads\n"
                "cinch count --recover damaged.mp\thow many can be saved\n"
                "cinch head -n 100 log.mp | cinch count\t100, or fewer\n",
    .groups = count_groups,
    .most = 1,
    .reads = true,
    .run = count_verb,
};

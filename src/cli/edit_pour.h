/* SPDX-License-Identifier: MIT
 * A file copied around a change while its place is still being looked for.
 */
#ifndef CINCH_CLI_EDIT_POUR_H
#define CINCH_CLI_EDIT_POUR_H

#include "cli.h"

#include <pthread.h>

typedef struct cli_splice { /* bytes that go, at offsets in the input, and what comes in their place */
    uint64_t from, to;
    const void *ptr;
    size_t len;
} cli_splice;

typedef struct cli_pour {
    const cli_in *in;
    cli_out *out;
    uint8_t *room;
    int64_t base;           /* where the output stood */
    uint64_t at, put, most; /* copied of the input; put out; and ever put out */
    cli_splice flow[2];     /* what is done on the way, */
    size_t planned, done;
    uint64_t limit, told; /* the copy goes so far; and did so when the thread was last told */
    int error;            /* of the output; an errno */
    bool anywhere;        /* the output is a regular file, ours from `base` on */
    bool failed;
    bool broken, over, running; /* broken: failed, as the walk is told */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ready;
} cli_pour;

/* False: no memory, told. Where the output allows it a thread begins to copy. */
bool cli_pour_begin(cli_pour *p, const cli_in *in, cli_out *out);
/* The change does not begin before this offset, or lies before it and was told. False: the copy failed, to walk on is in vain. */
bool cli_pour_walked(cli_pour *p, uint64_t offset);
void cli_pour_expect(cli_pour *p, const cli_splice *s); /* probably this one; its bytes stay until the thread is stopped */
void cli_pour_stop(cli_pour *p);
/* What is to be done: at most two changes, in order. All is copied then. False: the input has become shorter, or cannot be read, or the output failed, as
 * out->w says. */
bool cli_pour_end(cli_pour *p, const cli_splice *list, size_t count);
bool cli_pour_drop(cli_pour *p); /* nothing of it: the output is as it was. False: it has failed, as out->w says */
void cli_pour_close(cli_pour *p);

#endif

/* SPDX-License-Identifier: MIT
 * What the files of the stream share.
 */
#ifndef CINCHI_FLOW_H
#define CINCHI_FLOW_H

#include "walk.h"

/* cinch_stream.state */
enum {
    CINCHI_FLOW_FULL = 1,     /* UTF-8 or a limit that looks at each item is asked for */
    CINCHI_FLOW_BYTES = 2,    /* limits.bytes is; with either of them no token takes the short way */
    CINCHI_FLOW_BUSY = 4,     /* within an item, or failed */
    CINCHI_FLOW_SKIPS = 8,    /* within a skip */
    CINCHI_FLOW_OPENED = 16,  /* the last token was the header of a container that is not empty */
    CINCHI_FLOW_PARTS = 32,   /* a part of the payload has been handed out */
    CINCHI_FLOW_CUT = 64,     /* the path of the item at hand had no room: it and all below it stand at "/..." */
    CINCHI_FLOW_KEY_CUT = 128 /* likewise for the value of the last key */
};
#define CINCHI_FLOW_ASKED (CINCHI_FLOW_FULL | CINCHI_FLOW_BYTES)

/* The next token or part, at any point and with all checks. */
cinch_status cinchi_flow_next(cinch_stream *s, cinch_input *in, cinch_token *out);

/* An item begins at s->next. */
void cinchi_flow_begin(cinch_stream *s);

cinch_status cinchi_flow_fail(cinch_stream *s, cinch_error e);

/* Paths; only where s->path is set. The path of the item that begins; a key came, or a part of one; a container was opened; input was walked
 * over by w, and of what is open there paths are needed. */
void cinchi_flow_path_item(cinch_stream *s);
void cinchi_flow_path_key(cinch_stream *s, const cinch_token *t);
void cinchi_flow_path_open(cinch_stream *s);
void cinchi_flow_path_walked(cinch_stream *s, const cinchi_walk *w);

#endif

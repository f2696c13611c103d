/* SPDX-License-Identifier: MIT
 * The ways a vector is driven through the library. Each way is one case a vector.
 */
#ifndef CINCH_DRIVE_H
#define CINCH_DRIVE_H

#include "cinch/read.h"
#include "vector.h"

struct outcome {
    cinch_error error;
    uint64_t pos;
};

struct driver {
    const char *name;
    /* Does all a vector asks of it. bytes: v->bytes, copied so that one past the last crashes. */
    void (*drive)(const struct vector *v, const uint8_t *bytes);
    /* What it says of the first len bytes, default options; NULL: nothing by itself. May be asked of any bytes. */
    struct outcome (*judge)(const uint8_t *bytes, size_t len);
};

extern const struct driver drive_next, drive_get, drive_skip, drive_write, drive_check, drive_frame, drive_locate, drive_stream,
    drive_feed, drive_tree, drive_json, drive_text;

/* Fails the case when what came is not what was due. */
void expect_outcome(const char *what, struct outcome got, struct verdict want);
bool expect_token(const struct vector *v, size_t i, cinch_token got, uint64_t pos, const char *what); /* is it item i? */

/* Containers within containers of what a log or a reader yields; more than any limit the drivers set. */
struct nesting {
    uint64_t owed; /* items to the end of the message */
};
void nesting_begin(struct nesting *n);
void nesting_item(struct nesting *n, unsigned type, uint64_t count);

#endif

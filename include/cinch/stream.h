/* SPDX-License-Identifier: MIT
 * Input in pieces.
 */
#ifndef CINCH_STREAM_H
#define CINCH_STREAM_H

#include "cinch/check.h"
#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cinch_level {
    uint64_t left;
    uint32_t count;
    uint32_t path_len;
} cinch_level; /* one open container */
typedef struct cinch_input {
    const void *ptr;
    size_t len;
    size_t pos;
} cinch_input; /* pos moves; the caller owns the bytes */

typedef struct cinch_stream {
    cinch_level *levels; /* the caller's memory: its count is the depth limit */
    uint32_t level_cap, depth;
    char *scratch; /* the caller's, or NULL: payloads up to scratch_cap arrive whole, longer ones in parts */
    size_t scratch_cap, scratch_len;
    char *path; /* the caller's, or NULL: JSON Pointer of the current item */
    size_t path_cap, path_len;
    uint64_t pos;     /* offset of the current item, from the first byte ever fed */
    uint64_t next;    /* offset of the next byte to be fed */
    uint64_t payload; /* bytes of the current payload still to come */
    uint64_t total;   /* its whole length */
    uint64_t items;   /* in this message so far */
    cinch_limits limits;
    cinch_token token; /* in the making */
    uint32_t utf8;     /* state across parts */
    cinch_error error;
    uint16_t flags;
    uint8_t need, have; /* header bytes */
    uint8_t head[20];
} cinch_stream;

CINCH_API void cinch_stream_init(cinch_stream *s, cinch_level *levels, uint32_t level_count, const cinch_read_opts *opts);
CINCH_API void cinch_stream_scratch(cinch_stream *s, void *mem, size_t cap);
CINCH_API void cinch_stream_path(cinch_stream *s, char *mem, size_t cap); /* keep the path of the current item there */
CINCH_API cinch_status cinch_stream_next(cinch_stream *s, cinch_input *in, cinch_token *out);
CINCH_API cinch_status cinch_stream_skip(cinch_stream *s,
                                         cinch_input *in); /* the next item, or what is left of the container last opened */
CINCH_API CINCH_NODISCARD cinch_error cinch_stream_finish(cinch_stream *s,
                                                          cinch_diag *diag); /* end of input: TRUNCATED inside a message */
CINCH_API void cinch_stream_reset(cinch_stream *s);                          /* same memory, offset 0 */

/* ---------------------------------------------------------------- whole messages from pieces */

/* A bounded buffer between a source of bytes (a socket, a pipe) and code that wants whole messages:
 *
 *     while ((at = cinch_feed_room(&f, &room)) && (n = read(fd, at, room)) > 0) {
 *         cinch_feed_added(&f, (size_t)n);
 *         while (cinch_feed_next(&f, &msg) == CINCH_GOT) handle(msg);
 *     }
 *     error = cinch_feed_finish(&f, &why);
 *
 * Looks at each byte once, at framing and 0xc1 alone: judging a message is the handler's. Memory is one block that doubles as far
 * as the longest message so far needs, max_len at most; once warm it allocates nothing. */
typedef struct cinch_feed {
    uint8_t *buf; /* 0..pos handed out, pos..end waiting */
    size_t cap, pos, end;
    uint64_t before; /* stream offset of buf[0]; private from here */
    cinch_frame frame;
    cinch_alloc alloc;
    size_t max_len;
    uint64_t fault; /* stream offset that goes with error */
    cinch_error error;
    bool whole; /* the frame has found the end of the message at pos */
} cinch_feed;

/* max_len is the longest message accepted, in bytes [0: 64 MiB]. alloc NULL: malloc. Allocates nothing yet. */
CINCH_API void cinch_feed_init(cinch_feed *f, const cinch_alloc *alloc, size_t max_len);

/* Where to put the next bytes, at least one, and how many fit; then added says how many came (0 is fine). Ends the life of the
 * messages handed out. NULL after an error: MEMORY, LIMIT, or USE when the buffer is full of messages nobody has asked for.
 * More added than there was room is USE. */
CINCH_API void *cinch_feed_room(cinch_feed *f, size_t *len);
CINCH_API void cinch_feed_added(cinch_feed *f, size_t len);

/* The next whole message: a view that lives until the next room, reset or free. MORE when none is complete: ask until then before
 * asking for room. FAILED on RESERVED, at the byte, or LIMIT, at the first byte of a message longer than max_len, refused as soon as
 * its length is known; the error stays. Which of them a stream meets does not depend on its pieces. */
CINCH_API cinch_status cinch_feed_next(cinch_feed *f, cinch_bin *msg);

/* The end of the input: the error if there was one, TRUNCATED inside a message, USE if whole messages were not asked for.
 * diag->pos counts from the first byte ever added. */
CINCH_API CINCH_NODISCARD cinch_error cinch_feed_finish(cinch_feed *f, cinch_diag *diag);

/* After RESERVED or LIMIT: drops bytes, one at least, up to the next plausible message in the buffer (cinch_resync) or all of them,
 * clears the error and returns how many went. 0, and nothing changed, after any other error or when nothing waits. */
CINCH_API size_t cinch_feed_resync(cinch_feed *f, uint32_t top_types);

/* reset empties the feed for another stream, offset 0, and keeps its memory; free gives that back, and leaves the feed as after
 * init. */
CINCH_API void cinch_feed_reset(cinch_feed *f);
CINCH_API void cinch_feed_free(cinch_feed *f);

#ifdef __cplusplus
}
#endif
#endif

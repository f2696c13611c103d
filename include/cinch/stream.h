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

typedef struct cinch_feed {
    uint8_t *buf; /* start..pos handed out, pos..end waiting */
    size_t cap, pos, end;
    uint64_t before; /* stream offset of buf[0] */
    cinch_frame frame;
    cinch_alloc alloc;
    size_t max_len; /* of one message */
    cinch_error error;
} cinch_feed;
CINCH_API void cinch_feed_init(cinch_feed *f, const cinch_alloc *alloc, size_t max_len); /* grows to max_len, then LIMIT */
CINCH_API void *cinch_feed_room(cinch_feed *f, size_t *len);           /* where to read() the next bytes; NULL: error */
CINCH_API void cinch_feed_added(cinch_feed *f, size_t len);            /* so many came */
CINCH_API cinch_status cinch_feed_next(cinch_feed *f, cinch_bin *msg); /* a whole message, valid until the next call of room */
CINCH_API CINCH_NODISCARD cinch_error cinch_feed_finish(cinch_feed *f, cinch_diag *diag);
CINCH_API size_t cinch_feed_resync(cinch_feed *f,
                                   uint32_t top_types); /* after a fault: bytes dropped to the next plausible message */
CINCH_API void cinch_feed_reset(cinch_feed *f);         /* empty, memory kept */
CINCH_API void cinch_feed_free(cinch_feed *f);

#ifdef __cplusplus
}
#endif
#endif

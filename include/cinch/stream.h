/* SPDX-License-Identifier: MIT
 * Input in pieces of any size: token by token through a cinch_stream, in flat memory, or message by message through a cinch_feed,
 * which owns a buffer. Both read a run of messages, back to back, for as long as there is input.
 */
#ifndef CINCH_STREAM_H
#define CINCH_STREAM_H

#include "cinch/check.h"
#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- stream: tokens */

/* One open container. The caller gives memory for as many as may be open; what is in it is private. */
typedef struct cinch_level {
    uint64_t left;
    uint32_t count;
    uint32_t path_len;
} cinch_level;

/* A piece of input: bytes from pos to len are waiting, and pos moves as they are taken. The bytes stay the caller's. */
typedef struct cinch_input {
    const void *ptr;
    size_t len;
    size_t pos;
} cinch_input;

/* The fields above the line may be read between calls, none may be written. */
typedef struct cinch_stream {
    uint64_t pos;  /* offset of the item of the last token, from the first byte ever fed; once failed, of the item at fault */
    uint64_t next; /* offset of the next byte to be fed */
    uint64_t messages; /* that have ended so far */
    uint64_t total;    /* payload bytes of the last token's item, all parts together */
    uint64_t payload;  /* of them still to come */
    uint32_t depth;    /* containers open: 0 between messages, hence when a token has ended one */
    bool key;          /* the last token is a map's key, or a part of one */
    cinch_error error; /* why FAILED */
    char *path;        /* the caller's, or NULL: JSON Pointer of the last token's item, or of the item at fault */
    size_t path_len;   /* its length; not NUL-terminated */
    /* -------- */
    cinch_level *levels;
    char *scratch;
    size_t scratch_cap, scratch_len;
    size_t path_cap;
    size_t path_key; /* end of the path that a map's value will have, once its key has come; 0: the key is no text */
    uint64_t items;  /* in this message so far, where limits.items asks for it */
    uint64_t first;  /* offset of this message's first byte */
    cinch_limits limits;
    cinch_token token;   /* whose payload is coming */
    cinch_error verdict; /* what it will be when that is whole */
    uint32_t utf8;       /* bytes of a character that a part has cut */
    uint32_t flags;
    uint32_t skip; /* depth at which the skip going on ends */
    uint8_t state;
    bool empty;   /* the last token was the header of a container without items: a skip has nothing to do */
    uint8_t have; /* bytes in head */
    uint8_t head[18];
} cinch_stream;

/* Up to level_count containers may be open, and no more than limits.depth if that is set; one more is DEPTH. levels must live as long
 * as the stream is used and may be NULL for 0. CINCH_UTF8 and CINCH_RAW_TIME work as elsewhere; CINCH_CANONICAL and CINCH_UNIQUE, which
 * need whole messages, make the first call fail with USE. No ending needed. */
CINCH_API void cinch_stream_init(cinch_stream *s, cinch_level *levels, uint32_t level_count, const cinch_read_opts *opts);

/* Payloads of up to cap bytes will arrive whole even if the input does not hold them at once. Without it they come in parts, and so do
 * longer ones. mem stays the caller's and in use; set it before the first byte or after reset. */
CINCH_API void cinch_stream_scratch(cinch_stream *s, void *mem, size_t cap);

/* From now on the path of each token's item is kept in mem, as cinch_locate would write it but not NUL-terminated: a container's own
 * path, a key's map's path. It is what remains to tell where a fault is when the bytes are gone. One longer than cap - 4 ends in "/...". To
 * be set before the first byte or after reset, too. */
CINCH_API void cinch_stream_path(cinch_stream *s, char *mem, size_t cap);

/* The next token. GOT: a scalar, or a container's header, as cinch_next gives it. MORE: in is used up and the token goes on behind it;
 * come back with more bytes. FAILED: s->error, at s->pos, the same that cinch_check finds in the bytes fed so far; stays so until reset.
 *
 * The payload of a str, bin or ext is whole if it is whole in this input or fits the scratch. Else it comes in parts as the input does:
 * tokens of the same type, each with the bytes of one part, the first marked CINCH_FIRST in t.part and the last CINCH_LAST; characters may be
 * cut. A verdict on a payload (UTF8, TIME) comes when its last byte does; no byte of a part that is bad is given out.
 * out->as.ptr points into the input, the scratch or the stream and is valid until the next call. */
CINCH_API cinch_status cinch_stream_next(cinch_stream *s, cinch_input *in, cinch_token *out);

/* Steps over what is not wanted, judging it as next would, several times as fast: the rest of a payload of which a part has come; what is in
 * the container whose header was the last token; else the next item with all below it, a whole message between messages. MORE means that
 * it goes on: call skip again with more input (next would give tokens from the middle). s->pos and path are those of the last item
 * looked at. */
CINCH_API cinch_status cinch_stream_skip(cinch_stream *s, cinch_input *in);

/* Steps over all of the input: what is left of a message begun, any number of whole ones, and the beginning of another. MORE when it is used
 * up, FAILED as above; s->messages tells how many have ended. */
CINCH_API cinch_status cinch_stream_skip_all(cinch_stream *s, cinch_input *in);

/* The input has ended. TRUNCATED inside a message, at the item that was cut, or at s->next if nothing of the next item came; else the first
 * error, if there was one. Between messages, also before the first, all is well. */
CINCH_API CINCH_NODISCARD cinch_error cinch_stream_finish(cinch_stream *s, cinch_diag *diag);

/* As after init, at offset 0: options and memory are kept. */
CINCH_API void cinch_stream_reset(cinch_stream *s);

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
 * asking for room. FAILED on RESERVED, or LIMIT at the item that makes a message longer than max_len (as cinch_check has it for
 * limits.bytes), refused as soon as the header of that item has come; the error stays. Which of them a stream meets does not depend on its pieces. */
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

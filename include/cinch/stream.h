/* SPDX-License-Identifier: MIT
 * Input in pieces of any size. A cinch_stream gives token by token, in flat memory. A cinch_feed owns a buffer and gives
 * message by message. Both read a run of messages, back to back, for as long as there is input.
 */
#ifndef CINCH_STREAM_H
#define CINCH_STREAM_H

#include "cinch/check.h"
#include "cinch/read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- stream: tokens */

/* One open container. The caller gives memory for as many as may be open. What is in it is private. */
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

/* The fields above the line may be read between calls. None may be written. */
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

/* At most level_count containers may be open, and at most limits.depth if that is set; one more is DEPTH. levels must live as
 * long as the stream is used; for 0 it may be NULL. CINCH_UTF8 and CINCH_RAW_TIME work as elsewhere. CINCH_CANONICAL and
 * CINCH_UNIQUE need whole messages: with them the first call fails with USE. A stream needs no ending. */
CINCH_API void cinch_stream_init(cinch_stream *s, cinch_level *levels, uint32_t level_count, const cinch_read_opts *opts);

/* With it, payloads of up to cap bytes arrive whole even if the input does not hold them at once. Longer ones come in parts;
 * without a scratch all that are cut do. mem stays the caller's and in use. Set it before the first byte or after reset. */
CINCH_API void cinch_stream_scratch(cinch_stream *s, void *mem, size_t cap);

/* From now on mem holds the path of each token's item, as cinch_locate would write it but not NUL-terminated. A container has
 * its own path, a key that of its map. When the bytes are gone, this is what can still tell where a fault is. A path longer
 * than cap - 4 ends in "/...". This, too, is set before the first byte or after reset. */
CINCH_API void cinch_stream_path(cinch_stream *s, char *mem, size_t cap);

/* The next token. GOT: a scalar, or a container's header, as cinch_next gives it. MORE: the input is used up, and the token
 * goes on behind it; come back with more bytes. FAILED: s->error, at s->pos, the same that cinch_check finds in the bytes fed
 * so far; it stays so until reset.
 *
 * The payload of a str, bin or ext is whole if this input holds all of it or if it fits the scratch. Else it comes in parts,
 * as the input does: tokens of the same type, each with the bytes of one part. In t.part the first is marked CINCH_FIRST and
 * the last CINCH_LAST. Parts may cut characters. A verdict on a payload (UTF8, TIME) comes with its last byte; no byte of a
 * part that is bad is given out. out->as.ptr points into the input, the scratch or the stream, and is valid until the next
 * call. */
CINCH_API cinch_status cinch_stream_next(cinch_stream *s, cinch_input *in, cinch_token *out);

/* Steps over what is not wanted, and judges it as next would, several times as fast. It steps over the rest of a payload of
 * which a part has come; else over what is in the container whose header was the last token; else over the next item with all
 * below it, which between messages is a whole message. MORE means that it goes on: call skip again with more input (next
 * would give tokens from the middle). s->pos and path are those of the last item looked at. */
CINCH_API cinch_status cinch_stream_skip(cinch_stream *s, cinch_input *in);

/* Steps over all of the input: the rest of a message begun, any number of whole ones, and the beginning of another. MORE when
 * it is used up, FAILED as above. s->messages tells how many have ended. */
CINCH_API cinch_status cinch_stream_skip_all(cinch_stream *s, cinch_input *in);

/* To be called when the input has ended. Gives the first error, if there was one. Else it is TRUNCATED inside a message, at
 * the item that was cut, or at s->next if nothing of the next item came. Between messages, also before the first, all is
 * well. */
CINCH_API CINCH_NODISCARD cinch_error cinch_stream_finish(cinch_stream *s, cinch_diag *diag);

/* The stream is as after init, at offset 0; it keeps options and memory. */
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
 * It looks at each byte once, and judges only framing and 0xc1; to judge a message further is the handler's. Memory is one
 * block. It doubles as far as the longest message so far needs, up to max_len. Once warm, a feed allocates nothing. */
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

/* room gives the place for the next bytes and how many fit, at least one. Then added says how many came; 0 is fine. room ends
 * the life of the messages handed out. NULL after an error: MEMORY, LIMIT, or USE when the buffer is full of messages nobody
 * has asked for. To add more than there was room is USE. */
CINCH_API void *cinch_feed_room(cinch_feed *f, size_t *len);
CINCH_API void cinch_feed_added(cinch_feed *f, size_t len);

/* The next whole message: a view that lives until the next room, reset or free. MORE when none is complete; ask until then
 * before asking for room. FAILED for RESERVED, and for LIMIT: at the item that makes a message longer than max_len (as
 * cinch_check has it for limits.bytes), as soon as the header of that item has come. The error stays. Which of the two a
 * stream meets does not depend on its pieces. */
CINCH_API cinch_status cinch_feed_next(cinch_feed *f, cinch_bin *msg);

/* To be called at the end of the input. Gives the error if there was one, TRUNCATED inside a message, and USE if whole
 * messages were not asked for. diag->pos counts from the first byte ever added. */
CINCH_API CINCH_NODISCARD cinch_error cinch_feed_finish(cinch_feed *f, cinch_diag *diag);

/* After RESERVED or LIMIT: drops bytes, at least one, up to the next plausible message in the buffer (cinch_resync), or all
 * of them. Clears the error and returns how many bytes went. After any other error, or when nothing waits, it returns 0 and
 * changes nothing. */
CINCH_API size_t cinch_feed_resync(cinch_feed *f, uint32_t top_types);

/* reset empties the feed for another stream, at offset 0, and keeps its memory. free gives the memory back and leaves the
 * feed as after init. */
CINCH_API void cinch_feed_reset(cinch_feed *f);
CINCH_API void cinch_feed_free(cinch_feed *f);

#ifdef __cplusplus
}
#endif
#endif

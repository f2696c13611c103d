/* SPDX-License-Identifier: MIT
 * Values to bytes, the smallest format always.
 *
 * A writer is initialised with a place to write to, fed with puts, and asked for its verdict by finish:
 *
 *     cinch_writer w;
 *     cinch_writer_init(&w, buf, sizeof buf);
 *     cinch_put_map(&w, 1);
 *     cinch_put_cstr(&w, "id");
 *     cinch_put_u64(&w, 70000);
 *     if (cinch_writer_finish(&w, &msg, NULL)) ...
 *
 * Puts need no check of their own: after the first error they do nothing. A put that fails writes nothing, and what was in
 * the buffer before it stays. Only a sink may by then have got a part of a payload that the buffer could not hold. The writer
 * does not count: that a map of 3 gets 3 keys and 3 values is the caller's promise.
 */
#ifndef CINCH_WRITE_H
#define CINCH_WRITE_H

#include "cinch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- the writer */

/* Where a sink writer hands its bytes. A sink takes all of them and returns CINCH_OK; or it fails, and its error becomes the
 * writer's (CINCH_ERR_SINK, or one of the caller's own). It is never called with len 0. After it failed it is not called
 * again until a rewind. */
typedef cinch_error (*cinch_sink)(void *user, const void *bytes, size_t len);

/* One struct for all kinds of writers. A kind is its spill function, so that a program carries only the kinds it uses. The
 * fields are for inline.h and generated code: callers go through the functions. */
typedef struct cinch_writer {
    uint8_t *pos;     /* next byte to write */
    uint8_t *end;     /* one past the room; equals pos once an error is set. Bytes from pos to end are scratch */
    uint8_t *start;   /* first byte of the buffer at hand, never NULL */
    size_t cap;       /* its capacity; 0 in a counting writer */
    uint64_t flushed; /* bytes handed on before start */
    cinch_error (*spill)(struct cinch_writer *w, const uint8_t *head, size_t head_len, const void *body, size_t len);
    /* takes a put that does not fit; head_len 0 and body NULL: make room for len. NULL: fixed buffer */
    cinch_sink sink;
    void *user; /* of sink */
    cinch_alloc alloc;
    size_t held;       /* sink: 1 + offset in the buffer of the outermost open container; 0: none */
    uint64_t inner;    /* the innermost open container: 2 * (1 + position), and 1 more for a map; 0: none */
    cinch_error error; /* the first one */
    uint16_t open;     /* containers opened and not closed */
    uint16_t flags;    /* CINCH_OLD_SPEC */
} cinch_writer;
enum { CINCH_OLD_SPEC = 1 };

/* Writes into buf, which stays the caller's. When it is full: ROOM. A buffer of exactly the message's length is enough. */
CINCH_API void cinch_writer_init(cinch_writer *w, void *buf, size_t cap);

/* Writes into memory from alloc (NULL: malloc), which is doubled as needed. When alloc says no: MEMORY. hint is the length
 * expected, or 0; that much is taken at once. End with take or free. */
CINCH_API void cinch_writer_init_grow(cinch_writer *w, const cinch_alloc *alloc, size_t hint);

/* Hands bytes to sink whenever buf is full. buf has at least 32 bytes, else USE. The part of a payload that does not fit buf
 * goes to sink directly. While a container opened by cinch_put_open_array or _map is open, all from its first byte must fit
 * into buf, else ROOM. */
CINCH_API void cinch_writer_init_sink(cinch_writer *w, void *buf, size_t cap, cinch_sink sink, void *user);

/* Writes nowhere and only counts, to learn a length in advance: ask cinch_writer_pos. Beyond 2^63-1: LENGTH. */
CINCH_API void cinch_writer_init_count(cinch_writer *w);

/* From now on writes what readers of the old specification understand (2013, before str 8, bin and ext). A bin goes out as
 * raw, which is a str without str 8. ext and time are the error OLD_SPEC. */
CINCH_API void cinch_writer_old_spec(cinch_writer *w);

/* Bytes written so far, those handed to a sink included. The offset of the next put, and what rewind takes. */
CINCH_INLINE uint64_t cinch_writer_pos(const cinch_writer *w)
{
    return w->flushed + (uint64_t)(w->pos - w->start);
}

/* Forgets all that was written from pos on, and the error. So a batch can drop the record that did not fit. pos is what
 * cinch_writer_pos gave between two items. USE if there is nothing at pos, if bytes from pos on went to a sink already, or if
 * a container opened at or after pos is still open. Position 0 starts anew in the same memory and forgets open containers
 * too.
 *
 * The writer does not count. If pos lies in a container that has been closed since, or whose count was put first, that is not
 * refused, and the head then announces more than comes. Closing may also have moved such a place. */
CINCH_API void cinch_writer_rewind(cinch_writer *w, uint64_t pos);

/* Sink only: hands on all bytes, but for those from the first open container on. Does nothing for the other kinds. */
CINCH_API void cinch_writer_flush(cinch_writer *w);

/* Sets the writer's error as if a put had failed here, so that the caller's own checks join the verdict. CINCH_OK is a no-op. */
CINCH_API void cinch_writer_fail(cinch_writer *w, cinch_error e);

/* The verdict: the first error, OPEN if a container was left open, or CINCH_OK. On success a sink's buffer has been flushed,
 * and *out is all that was written: a view of the buffer, valid until the next put; {NULL, 0} for a sink; {NULL, length} in a
 * counting writer. (Where a size_t is too small for that length, asking for out is LENGTH.) Writing may go on after CINCH_OK.
 * out and diag may be NULL.
 *
 * diag.pos is where the put that failed would have begun; if a sink took a part of that put, it is the number of bytes the
 * sink took. For OPEN it is the innermost open container. */
CINCH_API CINCH_NODISCARD cinch_error cinch_writer_finish(cinch_writer *w, cinch_bin *out, cinch_diag *diag);

/* Growing only: gives the buffer to the caller, shrunk to *len bytes, and leaves the writer empty. The caller frees it with
 * the writer's allocator, or with free() if that was NULL. The result is NULL, and *len 0, if nothing was written, after an
 * error, or with a container open. */
CINCH_API void *cinch_writer_take(cinch_writer *w, size_t *len);

/* Gives a growing writer's memory back and leaves it empty and usable. Does nothing for the other kinds. */
CINCH_API void cinch_writer_free(cinch_writer *w);

/* ---------------------------------------------------------------- scalars */

/* Specification: "nil format", "bool format family". One byte. */
CINCH_INLINE void cinch_put_nil(cinch_writer *w);
CINCH_INLINE void cinch_put_bool(cinch_writer *w, bool v);

/* Specification: "int format family". 1, 2, 3, 5 or 9 bytes. Both write the same bytes for an integer that is not negative. */
CINCH_INLINE void cinch_put_u64(cinch_writer *w, uint64_t v);
CINCH_INLINE void cinch_put_i64(cinch_writer *w, int64_t v);

/* Specification: "float format family". 5 and 9 bytes. The bits stay as they are, payloads of NaN too, and a double is never
 * shrunk. */
CINCH_INLINE void cinch_put_f32(cinch_writer *w, float v);
CINCH_INLINE void cinch_put_f64(cinch_writer *w, double v);

/* Specification: "Timestamp extension type". 6, 10 or 15 bytes, whichever is the smallest that holds t; nsec above 999,999,999
 * is RANGE. */
CINCH_API void cinch_put_time(cinch_writer *w, cinch_time t);

/* ---------------------------------------------------------------- bytes */

/* Specification: "str format family". Puts the bytes as given and does not check that they are UTF-8 (cinch_utf8_valid does).
 * The second takes a NUL-terminated string. A length above 2^32-1 is LENGTH, as is every such length and count of the writer. */
CINCH_INLINE void cinch_put_str(cinch_writer *w, const char *s, size_t len);
CINCH_INLINE void cinch_put_cstr(cinch_writer *w, const char *s);

/* A str from UTF-16 in the machine's byte order. An unpaired surrogate becomes '?', as Java writes it; when strict, it is the
 * error SURROGATE. Reads s twice. */
CINCH_API void cinch_put_utf16(cinch_writer *w, const uint16_t *s, size_t units, bool strict);

/* Specification: "bin format family", "ext format family". type is the application's, 0 to 127; negative ones are the
 * specification's. Of these, -1 is the timestamp: its payload must have 4, 8 or 12 bytes and at most 999,999,999 nanoseconds,
 * else TIME. The other negative ones are not refused, and cinch_put_token puts -1 with any payload. */
CINCH_API void cinch_put_bin(cinch_writer *w, const void *p, size_t len);
CINCH_API void cinch_put_ext(cinch_writer *w, int8_t type, const void *p, size_t len);

/* Bytes as they are, of any length: finished items, or the next part of a payload whose head alone was put (cinch_put_token). */
CINCH_API void cinch_put_raw(cinch_writer *w, const void *p, size_t len);

/* ---------------------------------------------------------------- containers */

/* Specification: "array format family", "map format family". Puts the head. Then count items must come, or count times a key
 * and its value. */
CINCH_INLINE void cinch_put_array(cinch_writer *w, size_t count);
CINCH_INLINE void cinch_put_map(cinch_writer *w, size_t count);

/* An open container: what its opening returned, kept on the caller's stack until the container is closed. Treat it as opaque.
 * It is good for one close. To close with the mark of a container that is closed already, or was forgotten by a rewind, is
 * OPEN. One case cannot be told: the innermost open container is of the same kind, at the same position and as deep. Either
 * mark closes that. */
typedef struct cinch_mark {
    uint64_t pos;   /* of the container's first byte */
    uint64_t outer; /* the writer's inner before */
    uint8_t lead;   /* the head of an empty one */
    uint16_t depth; /* containers open, this one included; 0: the opening failed */
} cinch_mark;

/* A container whose count is not known yet and is given when it is closed. Containers are closed innermost first, each with
 * its own mark, else OPEN. At most 65,535 may be open at a time, else DEPTH. The body moves by 2 or 4 bytes when there are
 * more than 15 or 65,535 items, so cinch_put_array is cheaper where the count is known in advance. Until it is closed, all of
 * the container stays in the buffer: see cinch_writer_init_sink. */
CINCH_API cinch_mark cinch_put_open_array(cinch_writer *w);
CINCH_API cinch_mark cinch_put_open_map(cinch_writer *w);

/* count is as for cinch_put_array and cinch_put_map, or CINCH_COUNT. With CINCH_COUNT the body is read again and its items
 * are counted, in time linear in its bytes; give the count where containers nest. CINCH_COUNT is OPEN if the body is no whole
 * number of items or pairs, and USE in a counting writer, which has no body. */
CINCH_API void cinch_put_close(cinch_writer *w, cinch_mark m, size_t count);
#define CINCH_COUNT SIZE_MAX

/* A whole array of numbers at once, each as the put of that type writes it. */
CINCH_API void cinch_put_f64s(cinch_writer *w, const double *v, size_t count);
CINCH_API void cinch_put_f32s(cinch_writer *w, const float *v, size_t count);
CINCH_API void cinch_put_i64s(cinch_writer *w, const int64_t *v, size_t count);

/* ---------------------------------------------------------------- lengths, for sizing buffers */

#define CINCH_LEN_NIL    1
#define CINCH_LEN_BOOL   1
#define CINCH_LEN_F32    5
#define CINCH_LEN_F64    9
#define CINCH_BOUND_INT  9
#define CINCH_BOUND_TIME 15
#define CINCH_BOUND_HEAD 6 /* of str, bin, ext, array, map, without payload */

#ifdef __cplusplus
}
#endif

#define CINCH_WRITE_DECLARED /* inline.h defines what stands above, once it is all declared */
#include "cinch/inline.h"
#endif

/* SPDX-License-Identifier: MIT
 * Bytes to values, from one buffer.
 *
 * A reader walks over a message, or a run of them, item by item: by typed gets where the shape is known, by tokens where it is
 * not, and past what does not matter by skip. Each needs no check of its own: after the first error they all give 0, "" or 0
 * items, and finish tells what it was.
 *
 *     cinch_reader r;
 *     cinch_reader_init(&r, msg, len);
 *     for (uint32_t n = cinch_get_map(&r); n; n--)
 *         switch (cinch_get_key(&r, keys, 2)) {
 *         case 0: id = cinch_get_u64(&r); break;
 *         case 1: name = cinch_get_str(&r); break;      // a view into msg
 *         default: cinch_skip(&r);
 *         }
 *     if (cinch_reader_finish(&r, &why)) ...
 *
 * Every get, next, skip and raw of an item that is no item says so before anything else: 0xc1 is RESERVED, an item that is cut is
 * TRUNCATED, both whatever type was asked for. A type that was not asked for is TYPE, and diag.expected and diag.got tell which.
 * No get converts so that anything is lost: integers of every format are integers, a float is never one, str and bin are not
 * each other. Overlong formats are read like any other.
 */
#ifndef CINCH_READ_H
#define CINCH_READ_H

#include "cinch/write.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- the reader */

typedef struct cinch_reader {
    const uint8_t *pos;          /* next item; the item at fault once an error is set */
    const uint8_t *end;          /* one past the input; equals pos once an error is set */
    const uint8_t *start;        /* first byte of the input: offset 0. Never NULL */
    const uint8_t *limit;        /* one past the input, whatever happens */
    cinch_error error;           /* the first one */
    uint16_t expected;           /* for cinch_diag, with error */
    uint16_t depth;              /* levels generated code may still open */
    uint32_t flags;              /* CINCH_UTF8, CINCH_BIN_FROM_STR, CINCH_RAW_TIME */
    const char *member;          /* for cinch_diag */
    struct cinch_orders *orders; /* the caller's cache of key orders for generated decoders, or NULL; kept by reset */
} cinch_reader;

/* Reads buf, which the caller keeps alive and unchanged as long as the reader and its views are used. The second takes options:
 * of the flags those named above; of the limits depth alone, for generated code, as plain pulling keeps no stack. */
CINCH_INLINE void cinch_reader_init(cinch_reader *r, const void *buf, size_t len);
CINCH_API void cinch_reader_init_opts(cinch_reader *r, const void *buf, size_t len, const cinch_read_opts *opts);

/* Another input for the same reader: error and position start anew, options and order cache are kept. */
CINCH_INLINE void cinch_reader_reset(cinch_reader *r, const void *buf, size_t len);

/* Sets the reader's error, so that the caller's own checks join the verdict: at the next item, or at an item that began at pos (an
 * offset got earlier from cinch_reader_pos). member, static text or NULL, is the name of what is missing or unknown there. The
 * first error wins; CINCH_OK is a no-op. */
CINCH_API void cinch_reader_fail(cinch_reader *r, cinch_error e);
CINCH_API void cinch_reader_fail_at(cinch_reader *r, uint64_t pos, cinch_error e, const char *member);

/* The verdict: the first error, or TRAILING if input is left. Changes nothing, so it may be asked early, and diag alone tells the
 * state so far without minding what is left. diag may be NULL in finish. */
CINCH_API CINCH_NODISCARD cinch_error cinch_reader_finish(cinch_reader *r, cinch_diag *diag);
CINCH_API void cinch_reader_diag(const cinch_reader *r, cinch_diag *diag);

/* Offset of the next item, or of the item at fault; bytes from there to the end of the input, 0 after an error: the condition of a
 * loop over a run of messages. */
CINCH_INLINE uint64_t cinch_reader_pos(const cinch_reader *r)
{
    return (uint64_t)(r->pos - r->start);
}
CINCH_INLINE size_t cinch_reader_left(const cinch_reader *r)
{
    return (size_t)(r->end - r->pos);
}

/* ---------------------------------------------------------------- typed gets: one item of that type, or TYPE */

CINCH_INLINE void cinch_get_nil(cinch_reader *r);
CINCH_INLINE bool cinch_get_bool(cinch_reader *r);

/* Integers of any format: what the result cannot hold, or lies outside the bounds given, is RANGE. For a field of n bits use
 * the bounded ones: cinch_get_u64_max(r, UINT16_MAX). */
CINCH_INLINE uint64_t cinch_get_u64(cinch_reader *r);
CINCH_INLINE int64_t cinch_get_i64(cinch_reader *r);
CINCH_API uint64_t cinch_get_u64_max(cinch_reader *r, uint64_t max);
CINCH_API int64_t cinch_get_i64_in(cinch_reader *r, int64_t min, int64_t max);

/* Any number, integer or float, that the result holds exactly; else INEXACT. Every f32 fits in a double and every f64 is taken as
 * it is; of integers beyond 2^53 (2^24 for f32) those with enough zeros at the end. A NaN is narrowed only if its payload fits. */
CINCH_INLINE double cinch_get_f64(cinch_reader *r);
CINCH_API float cinch_get_f32(cinch_reader *r);

/* Views into the input. A str is not NUL-terminated, and not checked to be UTF-8 unless the reader has CINCH_UTF8 (UTF8 then). bin
 * takes a str too under CINCH_BIN_FROM_STR, and does not judge it as text. ext takes every type, -1 included, its payload
 * unjudged. time takes ext type -1 alone: a payload that is not 4, 8 or 12 bytes, or nanoseconds past 999,999,999, are TIME. */
CINCH_INLINE cinch_str cinch_get_str(cinch_reader *r);
CINCH_API cinch_bin cinch_get_bin(cinch_reader *r);
CINCH_API cinch_ext cinch_get_ext(cinch_reader *r);
CINCH_API cinch_time cinch_get_time(cinch_reader *r);

/* Strings into the caller's memory; both leave values there that mean nothing when they fail. cstr copies with a NUL behind and
 * gives the length without it: ROOM unless cap is larger, VALUE if a NUL is inside; buf holds "" on error. utf16 gives units in the
 * machine's byte order, without a NUL: ROOM if there are more than cap; where the str is not UTF-8, one U+FFFD for each
 * maximal part of a sequence, or UTF8 when strict. */
CINCH_API size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap);
CINCH_API size_t cinch_get_utf16(cinch_reader *r, uint16_t *buf, size_t cap, bool strict);

/* ---------------------------------------------------------------- containers */

/* The head of a container: its count of items, or pairs, which come next. A count that the bytes left cannot hold (one byte an
 * item) fails at once, so a loop, or an allocation, by the count is bounded by the input. The error then is the one that reading
 * on would have met: TRUNCATED where the input ends, or what is wrong before that. */
CINCH_INLINE uint32_t cinch_get_array(cinch_reader *r);
CINCH_INLINE uint32_t cinch_get_map(cinch_reader *r);

/* The head of a tuple: LENGTH unless it has exactly count items. */
CINCH_API void cinch_get_array_of(cinch_reader *r, uint32_t count);

/* A map's key: the index of the name it equals, byte for byte, of count NUL-terminated names. count for any other key, of
 * whatever type, which is then skipped (its value is still to come), and count on error. Compares with one name after the
 * other. */
CINCH_API size_t cinch_get_key(cinch_reader *r, const char *const *names, size_t count);

/* A whole array of numbers at once, each converted as the get of that type does; gives their count. ROOM if there are more than
 * cap; on error gives 0, and out holds values that mean nothing. */
CINCH_API size_t cinch_get_f64s(cinch_reader *r, double *out, size_t cap);
CINCH_API size_t cinch_get_f32s(cinch_reader *r, float *out, size_t cap);
CINCH_API size_t cinch_get_i64s(cinch_reader *r, int64_t *out, size_t cap);

/* ---------------------------------------------------------------- skipping */

/* True, and past it, if the next item is nil: for optional values. No error otherwise, at the end of the input included. */
CINCH_API bool cinch_skip_nil(cinch_reader *r);

/* Past one item with all below it, or past count of them (pairs are two): what is left of a container. Any depth in constant
 * memory and linear time. Framing is checked and 0xc1 found; text and timestamps are not judged. */
CINCH_API void cinch_skip(cinch_reader *r);
CINCH_API void cinch_skip_many(cinch_reader *r, uint64_t count);

/* Skips, and gives the bytes skipped: a view of one item, to be read later or put by cinch_put_raw. */
CINCH_API cinch_bin cinch_get_raw(cinch_reader *r);

/* ---------------------------------------------------------------- tokens: whatever comes next */

/* One item. Containers yield their head; their items are the next tokens. */
typedef struct cinch_token {
    uint8_t type;   /* cinch_type; CINCH_NONE: error */
    uint8_t format; /* first byte on the wire, for those who preserve or show it; 0 when made by hand: smallest */
    int8_t ext;     /* EXT: the type */
    uint8_t part;   /* stream only: CINCH_FIRST, CINCH_LAST of a payload that arrives in parts; else both */
    uint32_t len;   /* STR BIN EXT: bytes at ptr; ARRAY MAP: count; TIME: nsec */
    union {
        bool b;
        uint64_t u64;
        int64_t i64;
        float f32;
        double f64;
        const char *str;
        const uint8_t *ptr; /* BIN EXT */
        int64_t sec;        /* TIME */
    } as;
} cinch_token;
enum { CINCH_FIRST = 1, CINCH_LAST = 2 };

/* The next item by value; NONE on error, the end of the input included (ask cinch_reader_left first). Judges what the flags
 * say: UTF8, and TIME for a malformed ext of type -1 unless CINCH_RAW_TIME. A count that the bytes left cannot hold fails as in
 * cinch_get_array. peek gives the same without moving, and sets no error. */
CINCH_INLINE cinch_token cinch_next(cinch_reader *r);
CINCH_API cinch_token cinch_peek(const cinch_reader *r);

/* A token to bytes, in t.format if that is not 0: RANGE if the format cannot hold the value or is of another type. So a message
 * copied token by token comes out byte for byte (timestamps in a size other than their format's usual one need
 * CINCH_RAW_TIME). STR, BIN and EXT with a NULL pointer put the head alone, and t.len bytes of payload are to follow by
 * cinch_put_raw. A payload is not judged, of ext type -1 neither. part is not looked at. NONE is USE. */
CINCH_API void cinch_put_token(cinch_writer *w, cinch_token t);

#ifdef __cplusplus
}
#endif

#define CINCH_READ_DECLARED /* inline.h defines what stands above, once it is all declared */
#include "cinch/inline.h"
#endif

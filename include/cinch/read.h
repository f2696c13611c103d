/* SPDX-License-Identifier: MIT
 * Bytes to values, from one buffer.
 *
 * A reader walks over a message, or a run of them, item by item. Where the shape is known, use typed gets; where it is not,
 * tokens; and skip passes over what does not matter. None of them needs a check of its own: after the first error they all
 * give 0, "" or 0 items, and finish tells what the error was.
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
 * What is no item is told before anything else, whatever type was asked for: 0xc1 is RESERVED, and an item that is cut is
 * TRUNCATED. A type that was not asked for is TYPE; diag.expected and diag.got tell which. No get converts so that anything
 * is lost: integers of every format are integers, a float is never an integer, and neither of str and bin is the other.
 * Overlong formats are read like any other.
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

/* Reads buf. The caller keeps it alive and unchanged as long as the reader and its views are used. The second takes options:
 * of the flags those that cinch_reader.flags names; of the limits only depth, for generated code, because gets and tokens
 * keep no stack. */
CINCH_INLINE void cinch_reader_init(cinch_reader *r, const void *buf, size_t len);
CINCH_API void cinch_reader_init_opts(cinch_reader *r, const void *buf, size_t len, const cinch_read_opts *opts);

/* Gives the reader another input. Error and position start anew; options and order cache are kept. */
CINCH_INLINE void cinch_reader_reset(cinch_reader *r, const void *buf, size_t len);

/* Sets the reader's error, so that the caller's own checks join the verdict. The first sets it at the next item, the second
 * at an item that began at pos, an offset got earlier from cinch_reader_pos. member is the name of what is missing or unknown
 * there: static text, or NULL. The first error wins. CINCH_OK does nothing. */
CINCH_API void cinch_reader_fail(cinch_reader *r, cinch_error e);
CINCH_API void cinch_reader_fail_at(cinch_reader *r, uint64_t pos, cinch_error e, const char *member);

/* The verdict: the first error, or TRAILING if input is left. It changes nothing and may be asked early. cinch_reader_diag
 * tells the state so far and does not mind what is left. diag may be NULL in finish. */
CINCH_API CINCH_NODISCARD cinch_error cinch_reader_finish(cinch_reader *r, cinch_diag *diag);
CINCH_API void cinch_reader_diag(const cinch_reader *r, cinch_diag *diag);

/* Pos: the offset of the next item, or of the item at fault. Left: the bytes from the next item to the end of the input, 0
 * after an error; it is the condition of a loop over a run of messages. */
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

/* Integers of any format. What the result cannot hold, or what lies outside the bounds given, is RANGE. For a field of n bits
 * use the bounded ones: cinch_get_u64_max(r, UINT16_MAX). */
CINCH_INLINE uint64_t cinch_get_u64(cinch_reader *r);
CINCH_INLINE int64_t cinch_get_i64(cinch_reader *r);
CINCH_API uint64_t cinch_get_u64_max(cinch_reader *r, uint64_t max);
CINCH_API int64_t cinch_get_i64_in(cinch_reader *r, int64_t min, int64_t max);

/* Any number, integer or float, that the result holds exactly; else INEXACT. A double holds every f32 and f64. Of integers
 * beyond 2^53 (2^24 for f32) it holds those with enough zeros at the end. A NaN is narrowed only if its payload fits. */
CINCH_INLINE double cinch_get_f64(cinch_reader *r);
CINCH_API float cinch_get_f32(cinch_reader *r);

/* Views into the input. A str is not NUL-terminated. It is checked to be UTF-8 only if the reader has CINCH_UTF8; then bad
 * text is the error UTF8. Under CINCH_BIN_FROM_STR bin takes a str too, and does not judge it as text. ext takes every type,
 * -1 included, and does not judge the payload. time takes only ext type -1; TIME is a payload that is not 4, 8 or 12 bytes or
 * has nanoseconds past 999,999,999. */
CINCH_INLINE cinch_str cinch_get_str(cinch_reader *r);
CINCH_API cinch_bin cinch_get_bin(cinch_reader *r);
CINCH_API cinch_ext cinch_get_ext(cinch_reader *r);
CINCH_API cinch_time cinch_get_time(cinch_reader *r);

/* Copy a str into the caller's memory; on error what is there means nothing, but for cstr, which then leaves "". cstr puts a
 * NUL behind the bytes and gives the length without it. ROOM unless cap is larger than that; VALUE if a NUL is inside. utf16
 * gives units in the machine's byte order, without a NUL. ROOM if there are more than cap. Where the str is not UTF-8, each
 * maximal part of a bad sequence becomes U+FFFD, or, when strict, it is the error UTF8. */
CINCH_API size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap);
CINCH_API size_t cinch_get_utf16(cinch_reader *r, uint16_t *buf, size_t cap, bool strict);

/* ---------------------------------------------------------------- containers */

/* The head of a container. Gives its count of items, or pairs, which come next. An item takes at least a byte, and a count
 * that the bytes left cannot hold fails at once. So a loop, or an allocation, by the count is bounded by the input. The error
 * is the one that reading on would have met: TRUNCATED where the input ends, or what is wrong before that. */
CINCH_INLINE uint32_t cinch_get_array(cinch_reader *r);
CINCH_INLINE uint32_t cinch_get_map(cinch_reader *r);

/* The head of a tuple: LENGTH unless it has exactly count items. */
CINCH_API void cinch_get_array_of(cinch_reader *r, uint32_t count);

/* Reads a map's key and gives the index of the name that equals it, byte for byte. names are count NUL-terminated strings.
 * Any other key, of whatever type, gives count and is skipped; its value is still to come. An error gives count, too.
 * Compares with one name after the other. */
CINCH_API size_t cinch_get_key(cinch_reader *r, const char *const *names, size_t count);

/* A whole array of numbers at once; each is converted as the get of that type does. Gives their count. More than cap of them
 * are ROOM. On error it gives 0, and what out holds means nothing. */
CINCH_API size_t cinch_get_f64s(cinch_reader *r, double *out, size_t cap);
CINCH_API size_t cinch_get_f32s(cinch_reader *r, float *out, size_t cap);
CINCH_API size_t cinch_get_i64s(cinch_reader *r, int64_t *out, size_t cap);

/* ---------------------------------------------------------------- skipping */

/* If the next item is nil: passes it and gives true. For optional values. Else false and no error, also at the end of the
 * input. */
CINCH_API bool cinch_skip_nil(cinch_reader *r);

/* Passes one item with all below it, or count of them (a pair counts two): what is left of a container. Any depth, in
 * constant memory and linear time. Framing is checked and 0xc1 found. Text and timestamps are not judged. */
CINCH_API void cinch_skip(cinch_reader *r);
CINCH_API void cinch_skip_many(cinch_reader *r, uint64_t count);

/* Skips one item and gives its bytes: a view, to be read later or put by cinch_put_raw. */
CINCH_API cinch_bin cinch_get_raw(cinch_reader *r);

/* ---------------------------------------------------------------- tokens: whatever comes next */

/* One item. Of a container it is the head; its items are the next tokens. */
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

/* The next item, by value. NONE on error, and at the end of the input, which is one too (ask cinch_reader_left first). It
 * judges what the flags say: UTF8, and, unless CINCH_RAW_TIME, a malformed ext of type -1 is TIME. A count that the bytes
 * left cannot hold fails as in cinch_get_array. peek gives the same without moving, and sets no error. */
CINCH_INLINE cinch_token cinch_next(cinch_reader *r);
CINCH_API cinch_token cinch_peek(const cinch_reader *r);

/* Puts a token in t.format, or, if that is 0, in the smallest format. RANGE if the format cannot hold the value or is of
 * another type. So a message copied token by token comes out byte for byte; timestamps in a size other than their format's
 * usual one need CINCH_RAW_TIME for that. STR, BIN and EXT with a NULL pointer put the head alone, and t.len bytes of payload
 * must follow by cinch_put_raw. A payload is not judged, not that of ext type -1 either. part is not looked at. NONE is USE. */
CINCH_API void cinch_put_token(cinch_writer *w, cinch_token t);

#ifdef __cplusplus
}
#endif

#define CINCH_READ_DECLARED /* inline.h defines what stands above, once it is all declared */
#include "cinch/inline.h"
#endif

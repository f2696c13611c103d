/* SPDX-License-Identifier: MIT
 * Bytes to values, from one buffer.
 */
#ifndef CINCH_READ_H
#define CINCH_READ_H

#include "cinch/write.h"

#ifdef __cplusplus
extern "C" {
#endif

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

typedef struct cinch_reader {
    const uint8_t *pos;          /* next item; the item at fault once an error is set */
    const uint8_t *end;          /* one past the input; equals pos once an error is set */
    const uint8_t *start;        /* first byte of the input: offset 0 */
    const uint8_t *limit;        /* one past the input, whatever happens */
    cinch_error error;           /* the first one */
    uint16_t expected;           /* for cinch_diag, with error */
    uint16_t depth;              /* levels generated code may still open */
    uint32_t flags;              /* CINCH_UTF8, CINCH_BIN_FROM_STR, CINCH_RAW_TIME */
    const char *member;          /* for cinch_diag */
    struct cinch_orders *orders; /* the caller's cache of key orders for generated decoders, or NULL; kept by reset */
} cinch_reader;

CINCH_INLINE void cinch_reader_init(cinch_reader *r, const void *buf, size_t len);
CINCH_API void cinch_reader_init_opts(cinch_reader *r, const void *buf, size_t len, const cinch_read_opts *opts);
CINCH_INLINE void cinch_reader_reset(cinch_reader *r, const void *buf,
                                     size_t len);                 /* another input; options and order cache kept */
CINCH_API void cinch_reader_fail(cinch_reader *r, cinch_error e); /* at the next item; the first error wins */
CINCH_API void cinch_reader_fail_at(cinch_reader *r, uint64_t pos, cinch_error e,
                                    const char *member);                   /* member: static or NULL */
CINCH_API void cinch_reader_diag(const cinch_reader *r, cinch_diag *diag); /* the state so far, trailing bytes allowed */
CINCH_API CINCH_NODISCARD cinch_error cinch_reader_finish(cinch_reader *r, cinch_diag *diag); /* also TRAILING */
CINCH_INLINE uint64_t cinch_reader_pos(const cinch_reader *r)
{
    return (uint64_t)(r->pos - r->start);
}
CINCH_INLINE size_t cinch_reader_left(const cinch_reader *r)
{
    return (size_t)(r->end - r->pos);
} /* 0 after an error */

CINCH_INLINE void cinch_get_nil(cinch_reader *r);
CINCH_INLINE bool cinch_get_bool(cinch_reader *r);
CINCH_INLINE uint64_t cinch_get_u64(cinch_reader *r); /* any integer format; negative: RANGE */
CINCH_INLINE int64_t cinch_get_i64(cinch_reader *r);
CINCH_API uint64_t cinch_get_u64_max(cinch_reader *r, uint64_t max); /* RANGE above */
CINCH_API int64_t cinch_get_i64_in(cinch_reader *r, int64_t min, int64_t max);
CINCH_INLINE double cinch_get_f64(cinch_reader *r);                 /* any number; INEXACT beyond 2^53 unless exact */
CINCH_API float cinch_get_f32(cinch_reader *r);                     /* f32, or any number exact in it; else INEXACT */
CINCH_INLINE cinch_str cinch_get_str(cinch_reader *r);              /* str only, never bin */
CINCH_API cinch_bin cinch_get_bin(cinch_reader *r);                 /* bin only; str too under CINCH_BIN_FROM_STR */
CINCH_API cinch_ext cinch_get_ext(cinch_reader *r);                 /* any type, -1 included, payload unjudged */
CINCH_API cinch_time cinch_get_time(cinch_reader *r);               /* 4, 8 and 12 byte forms; else TIME */
CINCH_INLINE uint32_t cinch_get_array(cinch_reader *r);             /* refuses more items than bytes are left, */
CINCH_INLINE uint32_t cinch_get_map(cinch_reader *r);               /*   more pairs than half of them */
CINCH_API void cinch_get_array_of(cinch_reader *r, uint32_t count); /* a tuple: LENGTH unless exactly count */
CINCH_API size_t cinch_get_key(cinch_reader *r, const char *const *names,
                               size_t count);                            /* index; count: another key, skipped */
CINCH_API size_t cinch_get_cstr(cinch_reader *r, char *buf, size_t cap); /* copy and NUL; ROOM; VALUE on a NUL inside */
CINCH_API size_t cinch_get_utf16(cinch_reader *r, uint16_t *buf, size_t cap,
                                 bool strict);                             /* units; bad UTF-8: U+FFFD, or UTF8 when strict */
CINCH_API size_t cinch_get_f64s(cinch_reader *r, double *out, size_t cap); /* a whole array; ROOM if longer; gives its count */
CINCH_API size_t cinch_get_f32s(cinch_reader *r, float *out, size_t cap);
CINCH_API size_t cinch_get_i64s(cinch_reader *r, int64_t *out, size_t cap);
CINCH_INLINE cinch_token cinch_next(cinch_reader *r);            /* one item; containers yield their header */
CINCH_API cinch_token cinch_peek(const cinch_reader *r);         /* the same, without moving; NONE at the end */
CINCH_API bool cinch_skip_nil(cinch_reader *r);                  /* true and past it, if the next item is nil */
CINCH_API void cinch_skip(cinch_reader *r);                      /* one item with all below it; constant memory */
CINCH_API void cinch_skip_many(cinch_reader *r, uint64_t count); /* what is left of a container */
CINCH_API cinch_bin cinch_get_raw(cinch_reader *r);              /* skip, and the bytes skipped */
CINCH_API void cinch_put_token(cinch_writer *w, cinch_token t);  /* in t.format if not 0 (RANGE if it cannot hold the
                                                                                      value); STR BIN EXT with a NULL pointer: the
                                                                                      header alone, the payload follows by put_raw */

#ifdef __cplusplus
}
#endif

#define CINCH_READ_DECLARED /* inline.h defines what stands above, once it is all declared */
#include "cinch/inline.h"
#endif

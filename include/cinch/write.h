/* SPDX-License-Identifier: MIT
 * Values to bytes, the smallest format always.
 */
#ifndef CINCH_WRITE_H
#define CINCH_WRITE_H

#include "cinch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef cinch_error (*cinch_sink)(void *user, const void *bytes,
                                  size_t len); /* takes all or fails; its error becomes the writer's */

typedef struct cinch_writer {
    uint8_t *pos;     /* next byte to write */
    uint8_t *end;     /* one past the room; equals pos once an error is set. Bytes between pos and end are scratch */
    uint8_t *start;   /* first byte of the buffer at hand */
    size_t cap;       /* its capacity */
    uint64_t flushed; /* bytes handed on before start */
    cinch_error (*spill)(struct cinch_writer *w, const void *bytes, size_t len); /* takes what does not fit: the writer's kind.
                             NULL: fixed buffer. bytes NULL: make room for len. Keeps unused kinds out of the binary */
    cinch_sink sink;
    void *user; /* of sink */
    cinch_alloc alloc;
    size_t held;       /* 1 + offset in buffer of the outermost open container, which may not be flushed; 0: none */
    cinch_error error; /* the first one */
    uint64_t inner;    /* 1 + position of the innermost open container; 0: none */
    uint16_t open;     /* containers opened and not closed */
    uint16_t flags;    /* CINCH_OLD_SPEC */
} cinch_writer;

typedef struct cinch_mark {
    uint64_t pos, outer;
    uint8_t lead;
} cinch_mark;                /* an open container, on the caller's stack */
enum { CINCH_OLD_SPEC = 1 }; /* no str8, bin as raw, ext and time an error */
#define CINCH_COUNT                                                                                                            \
    SIZE_MAX /* cinch_put_close: count the items for me. Rereads the body, so give the count in nested containers; USE in a counting writer */

CINCH_API void cinch_writer_init(cinch_writer *w, void *buf, size_t cap);
CINCH_API void cinch_writer_init_grow(cinch_writer *w, const cinch_alloc *alloc, size_t hint); /* hint: expected length or 0 */
CINCH_API void cinch_writer_init_sink(cinch_writer *w, void *buf, size_t cap, cinch_sink sink, void *user); /* cap >= 32 */
CINCH_API void cinch_writer_init_count(cinch_writer *w);           /* only counts: cinch_writer_pos */
CINCH_API void cinch_writer_old_spec(cinch_writer *w);             /* from now on: no str8, bin as raw, ext and time an error */
CINCH_API void cinch_writer_rewind(cinch_writer *w, uint64_t pos); /* forget all after pos, error too (0: start anew in the same
                                                                                      memory); USE if flushed, or inside a container opened after pos */
CINCH_API void cinch_writer_flush(cinch_writer *w);                /* sink only: hand on what is not held */
CINCH_API void cinch_writer_fail(cinch_writer *w, cinch_error e);  /* the caller's own check joins the sticky error */
CINCH_API CINCH_NODISCARD cinch_error cinch_writer_finish(
    cinch_writer *w, cinch_bin *out, cinch_diag *diag); /* out: all bytes (sink: none; counting: NULL and the length) */
CINCH_API void *cinch_writer_take(cinch_writer *w, size_t *len); /* growing: the caller owns the buffer now */
CINCH_API void cinch_writer_free(cinch_writer *w);
CINCH_INLINE uint64_t cinch_writer_pos(const cinch_writer *w)
{
    return w->flushed + (uint64_t)(w->pos - w->start);
}

CINCH_INLINE void cinch_put_nil(cinch_writer *w);
CINCH_INLINE void cinch_put_bool(cinch_writer *w, bool v);
CINCH_INLINE void cinch_put_u64(cinch_writer *w, uint64_t v);
CINCH_INLINE void cinch_put_i64(cinch_writer *w, int64_t v);
CINCH_INLINE void cinch_put_f32(cinch_writer *w, float v);  /* bits untouched, NaN payload too */
CINCH_INLINE void cinch_put_f64(cinch_writer *w, double v); /* never shrunk to f32 */
CINCH_INLINE void cinch_put_str(cinch_writer *w, const char *s, size_t len);
CINCH_INLINE void cinch_put_cstr(cinch_writer *w, const char *s);
CINCH_API void cinch_put_utf16(cinch_writer *w, const uint16_t *s, size_t units, bool strict); /* unpaired: '?' or SURROGATE */
CINCH_API void cinch_put_bin(cinch_writer *w, const void *p, size_t len);
CINCH_API void cinch_put_ext(cinch_writer *w, int8_t type, const void *p, size_t len);
CINCH_API void cinch_put_time(cinch_writer *w, cinch_time t);     /* 4, 8 or 12 bytes; nsec too large: RANGE */
CINCH_INLINE void cinch_put_array(cinch_writer *w, size_t count); /* beyond 2^32-1, as any length: LENGTH */
CINCH_INLINE void cinch_put_map(cinch_writer *w, size_t count);
CINCH_API void cinch_put_raw(cinch_writer *w, const void *p, size_t len); /* a finished item, or the next part of a payload */
CINCH_API cinch_mark cinch_put_open_array(cinch_writer *w);               /* count not known yet: bytes stay in the buffer */
CINCH_API cinch_mark cinch_put_open_map(cinch_writer *w);                 /*   until closed, so a sink needs room for them */
CINCH_API void cinch_put_close(cinch_writer *w, cinch_mark m, size_t count);   /* count, or CINCH_COUNT */
CINCH_API void cinch_put_f64s(cinch_writer *w, const double *v, size_t count); /* a whole array, vector kernels */
CINCH_API void cinch_put_f32s(cinch_writer *w, const float *v, size_t count);
CINCH_API void cinch_put_i64s(cinch_writer *w, const int64_t *v, size_t count);

#define CINCH_LEN_NIL    1 /* LEN is exact, BOUND the largest possible */
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

/* SPDX-License-Identifier: MIT
 * JSON text both ways.
 */
#ifndef CINCH_JSON_H
#define CINCH_JSON_H

#include "cinch/read.h"
#include "cinch/stream.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cinch_json_nan { CINCH_NAN_ERROR, CINCH_NAN_NULL, CINCH_NAN_STRING } cinch_json_nan;
typedef enum cinch_json_utf8 { CINCH_UTF8_ERROR, CINCH_UTF8_REPLACE } cinch_json_utf8;
typedef enum cinch_json_bin { CINCH_BIN_BASE64, CINCH_BIN_HEX, CINCH_BIN_ARRAY, CINCH_BIN_ERROR } cinch_json_bin;
typedef enum cinch_json_dup { CINCH_DUP_PASS, CINCH_DUP_ERROR, CINCH_DUP_FIRST, CINCH_DUP_LAST } cinch_json_dup;
typedef enum cinch_json_big { CINCH_BIG_ERROR, CINCH_BIG_FLOAT, CINCH_BIG_STRING } cinch_json_big;
typedef struct cinch_json_opts {
    cinch_limits limits;
    const cinch_alloc *alloc;     /* for counts, sorting and duplicates */
    cinch_json_nan nan;
    cinch_json_utf8 utf8;
    cinch_json_bin bin;
    cinch_json_dup dup;
    cinch_json_big big;
    uint8_t indent;              /* spaces a level; 0: one line */
    bool tagged;                 /* both ways: lossless */
    bool sort_keys;
    bool string_keys_only;       /* a key that is not a str is an error, not its text */
    bool f32_short;              /* shortest text for f32, though it reads back as another f64 */
    bool f32_shrink;             /* reading: f32 where exact */
    bool lax;                    /* reading: comments, trailing commas, NaN, Infinity */
    const char *bin_prefix;      /* "base64:" before bin text both ways (msgpack-tools), or NULL; likewise */
    const char *ext_prefix;      /*   "ext:" N ":base64:" */
    size_t base64_min;           /* reading: text of at least so many characters that is base64 becomes bin; 0: never */
    uint32_t reserved[4];
} cinch_json_opts;

/* One document from text into w; `used` gets the bytes read, white space after the document included; NULL: nothing may follow. On
 * error w is as it was before. A document cut off by the end of text is TRUNCATED, so a caller that reads in blocks can come back with more. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_read(const char *text, size_t len, const cinch_json_opts *opts, cinch_writer *w, size_t *used, cinch_diag *diag);
/* The next item of r as text into out, which serves as a plain byte output. An error is also set in r. */
CINCH_API CINCH_NODISCARD cinch_error cinch_json_write(cinch_reader *r, const cinch_json_opts *opts, cinch_writer *out, cinch_diag *diag);

/* The same, fed token by token: from a stream, in flat memory, payloads in parts. */
typedef struct cinch_json_out { cinch_writer *out; cinch_level *levels; uint32_t level_cap, depth; cinch_json_opts opts; cinch_diag diag; uint8_t carry[4]; uint8_t have; } cinch_json_out;
CINCH_API void       cinch_json_out_init(cinch_json_out *j, cinch_level *levels, uint32_t level_count, const cinch_json_opts *opts, cinch_writer *out);
CINCH_API void       cinch_json_out_put(cinch_json_out *j, cinch_token t);
CINCH_API CINCH_NODISCARD cinch_error cinch_json_out_finish(cinch_json_out *j, cinch_diag *diag); /* between documents too */

#ifdef __cplusplus
}
#endif
#endif

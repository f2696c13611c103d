/* SPDX-License-Identifier: MIT
 * Whole messages, without decoding.
 */
#ifndef CINCH_CHECK_H
#define CINCH_CHECK_H

#include "cinch/base.h"

#ifdef __cplusplus
extern "C" {
#endif

CINCH_API CINCH_NODISCARD cinch_error cinch_check(const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag); /* one; or CINCH_MANY */
CINCH_API CINCH_NODISCARD cinch_error cinch_find(const void *msg, size_t len, cinch_str pointer, cinch_bin *item, cinch_diag *diag); /* its bytes */
CINCH_API size_t     cinch_locate(const void *msg, size_t len, uint64_t pos, char *out, size_t cap); /* JSON Pointer of the item there; its
                                                                                      length; ends in "/..." when it did not fit */
CINCH_API size_t     cinch_explain(const cinch_diag *diag, const void *msg, size_t len, char *out, size_t cap); /* "offset 12 (0xc), at
                                                                                      /users/3/id: expected str, got u64"; length */
typedef struct cinch_frame { uint64_t items, payload, len; uint8_t need, have, head[6]; cinch_error error; } cinch_frame;
CINCH_API void       cinch_frame_init(cinch_frame *f);
CINCH_API cinch_status cinch_frame_feed(cinch_frame *f, const void *bytes, size_t len, size_t *used); /* GOT: message ends after used */
CINCH_API size_t     cinch_resync(const void *buf, size_t len, uint32_t top_types);  /* offset of the next plausible message, or len */

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT
 * Base64 with the standard alphabet and padding (RFC 4648, section 4).
 */
#ifndef CINCHI_BASE64_H
#define CINCHI_BASE64_H

#include "cinch/base.h"

static inline size_t cinchi_base64_len(size_t bytes)
{
    return bytes / 3 * 4 + (bytes % 3 != 0) * 4u;
}

size_t cinchi_base64_put(char *out, const uint8_t *p, size_t len); /* writes and returns cinchi_base64_len(len), no NUL */

/* Strict: padding required, no white space, unused bits zero. out needs len / 4 * 3 bytes and may not overlap s. */
bool cinchi_base64_get(uint8_t *out, const char *s, size_t len, size_t *out_len);

#endif

/* SPDX-License-Identifier: MIT
 * Timestamps as text in UTC (RFC 3339), proleptic Gregorian, years 0000 to 9999, no locale and no libc time functions.
 */
#ifndef CINCHI_RFC3339_H
#define CINCHI_RFC3339_H

#include "cinch/base.h"

enum { CINCHI_RFC3339_TEXT = 30 }; /* longest: 2018-01-02T03:04:05.123456789Z */

/* "1970-01-01T00:00:00Z", the fraction as many digits as it needs. Returns the length, or 0 outside years 0000-9999. */
size_t cinchi_rfc3339_put(char *out, cinch_time t);

/* Takes what put writes and every RFC 3339 date-time up to nine digits of fraction: offsets, lower-case t and z. A leap second is refused:
 * a timestamp cannot hold it. False leaves *t as it was. */
bool cinchi_rfc3339_get(const char *text, size_t len, cinch_time *t);

#endif

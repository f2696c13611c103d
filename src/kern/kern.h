/* SPDX-License-Identifier: MIT
 * Loops over bytes that a processor may do better: one signature each, a portable form always.
 */
#ifndef CINCHI_KERN_H
#define CINCHI_KERN_H

#include "cinch/base.h"

/* The offset of the first byte that cannot continue well-formed UTF-8 (the first byte of the bad or cut sequence), or len.
 * Refuses overlong forms, surrogates and all above U+10FFFF (Unicode, table 3-7). */
size_t cinchi_utf8_good(const uint8_t *s, size_t len);

bool cinchi_utf8_valid(const uint8_t *s, size_t len);

#endif

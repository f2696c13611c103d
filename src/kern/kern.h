/* SPDX-License-Identifier: MIT
 * Loops over bytes that a processor may do better: one signature each, a portable form always.
 */
#ifndef CINCHI_KERN_H
#define CINCHI_KERN_H

#include "cinch/base.h"
#include "../base/compiler.h"

/* The offset of the first byte that cannot continue well-formed UTF-8 (the first byte of the bad or cut sequence), or len.
 * Refuses overlong forms, surrogates and all above U+10FFFF (Unicode, table 3-7). */
size_t cinchi_utf8_good(const uint8_t *s, size_t len);

/* Whether all of it is. Short ASCII is seen before any kernel is asked. */
bool cinchi_utf8_valid(const uint8_t *s, size_t len);

/* The forms of cinchi_utf8_valid behind that first look: any length, any bytes. */
bool cinchi_utf8_valid_portable(const uint8_t *s, size_t len);

/* n doubles as items at p, 9 n bytes. */
void cinchi_f64s_store(uint8_t *p, const double *v, size_t n);
void cinchi_f64s_store_portable(uint8_t *p, const double *v, size_t n);

#if !CINCHI_SMALL && defined(__GNUC__) && defined(__x86_64__) && !defined(CINCH_NO_SIMD) && !defined(__STDC_NO_ATOMICS__)
#define CINCHI_KERN_X86
bool cinchi_utf8_valid_ssse3(const uint8_t *s, size_t len);
void cinchi_f64s_store_ssse3(uint8_t *p, const double *v, size_t n);
#endif

#endif

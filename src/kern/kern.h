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

/* Reads items at p that are doubles, at most n and as long as there are such: how many, 9 bytes each. */
size_t cinchi_f64s_load(const uint8_t *p, const uint8_t *end, double *out, size_t n);
size_t cinchi_f64s_load_portable(const uint8_t *p, const uint8_t *end, double *out, size_t n);

/* The same for floats, 5 bytes each. */
void cinchi_f32s_store(uint8_t *p, const float *v, size_t n);
void cinchi_f32s_store_portable(uint8_t *p, const float *v, size_t n);
size_t cinchi_f32s_load(const uint8_t *p, const uint8_t *end, float *out, size_t n);
size_t cinchi_f32s_load_portable(const uint8_t *p, const uint8_t *end, float *out, size_t n);

/* n integers as items of the smallest format at p, where 9 n bytes may be touched: one past the last. */
uint8_t *cinchi_i64s_store(uint8_t *p, const int64_t *v, size_t n);
uint8_t *cinchi_i64s_store_portable(uint8_t *p, const int64_t *v, size_t n);

/* Reads items at *p that are integers within int64, in blocks: how many, at most n. It may stop before one that it could read, and near
 * either end of the message it does; bytes from start to end may be read, and *p is moved past what was. */
size_t cinchi_i64s_load(const uint8_t **p, const uint8_t *start, const uint8_t *end, int64_t *out, size_t n);
size_t cinchi_i64s_load_portable(const uint8_t **p, const uint8_t *start, const uint8_t *end, int64_t *out, size_t n);

/* "portable", or the instructions that the best of the kernels chosen use. */
const char *cinchi_kern_name(void);

#if !CINCHI_SMALL && defined(__GNUC__) && defined(__x86_64__) && !defined(CINCH_NO_SIMD) && !defined(__STDC_NO_ATOMICS__)
#define CINCHI_KERN_X86
bool cinchi_utf8_valid_ssse3(const uint8_t *s, size_t len);
void cinchi_f64s_store_ssse3(uint8_t *p, const double *v, size_t n);
void cinchi_f32s_store_ssse3(uint8_t *p, const float *v, size_t n);
size_t cinchi_f32s_load_ssse3(const uint8_t *p, const uint8_t *end, float *out, size_t n);
bool cinchi_utf8_valid_avx2(const uint8_t *s, size_t len);
bool cinchi_kern_avx2(void); /* whether the processor has it and the system keeps its registers */
/* The last ones ask for AVX-512 with BW, VL, DQ, CD, VBMI and VBMI2. */
bool cinchi_kern_avx512(void); /* whether the processor has all that and the system keeps its registers */
bool cinchi_utf8_valid_avx512(const uint8_t *s, size_t len);
void cinchi_f64s_store_avx512(uint8_t *p, const double *v, size_t n);
size_t cinchi_f64s_load_avx512(const uint8_t *p, const uint8_t *end, double *out, size_t n);
void cinchi_f32s_store_avx512(uint8_t *p, const float *v, size_t n);
size_t cinchi_f32s_load_avx512(const uint8_t *p, const uint8_t *end, float *out, size_t n);
uint8_t *cinchi_i64s_store_avx512(uint8_t *p, const int64_t *v, size_t n);
size_t cinchi_i64s_load_avx512(const uint8_t **p, const uint8_t *start, const uint8_t *end, int64_t *out, size_t n);
#endif

/* Which every 64-bit ARM has, so nothing is chosen at run time. */
#if !CINCHI_SMALL && defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__) &&            \
    !defined(CINCH_NO_SIMD)
#define CINCHI_KERN_NEON
bool cinchi_utf8_valid_neon(const uint8_t *s, size_t len);
void cinchi_f64s_store_neon(uint8_t *p, const double *v, size_t n);
void cinchi_f32s_store_neon(uint8_t *p, const float *v, size_t n);
size_t cinchi_f32s_load_neon(const uint8_t *p, const uint8_t *end, float *out, size_t n);
#endif

#endif

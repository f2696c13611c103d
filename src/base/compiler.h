/* SPDX-License-Identifier: MIT
 * What compilers differ in, each with a plain C meaning when unknown.
 */
#ifndef CINCHI_COMPILER_H
#define CINCHI_COMPILER_H

#if defined(__GNUC__)
#define CINCHI_LIKELY(x)     __builtin_expect(!!(x), 1)
#define CINCHI_UNLIKELY(x)   __builtin_expect(!!(x), 0)
#define CINCHI_NOINLINE      __attribute__((noinline))
#define CINCHI_COLD          __attribute__((noinline, cold))
#define CINCHI_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define CINCHI_LIKELY(x)   (x)
#define CINCHI_UNLIKELY(x) (x)
#define CINCHI_NOINLINE
#define CINCHI_COLD
#define CINCHI_ALWAYS_INLINE inline
#endif

/* Built for size: what is there for speed alone is left out, by `if`, so that both forms always compile. */
#if defined(__OPTIMIZE_SIZE__) || defined(CINCH_SMALL)
#define CINCHI_SMALL 1
#else
#define CINCHI_SMALL 0
#endif

#endif

/* SPDX-License-Identifier: MIT
 * Unaligned big-endian and native loads and stores: the one place (with inline.h) that touches memory wider than a byte.
 * gcc and clang fold each to one load or store and a byte swap; outside of loops that they vectorise, so the wide ones say it.
 */
#ifndef CINCHI_BYTES_H
#define CINCHI_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t cinchi_load16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t cinchi_load32(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t v;
    memcpy(&v, p, 4);
    return __builtin_bswap32(v);
#else
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
#endif
}

static inline void cinchi_store16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

static inline void cinchi_store32(uint8_t *p, uint32_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap32(v);
    memcpy(p, &v, 4);
#else
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
#endif
}

/* What cinchi_load64 and cinchi_store64 of inline.h do, for those below it. */
static inline uint64_t cinchi_load_big64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, p, 8);
    return __builtin_bswap64(v);
#else
    return (uint64_t)cinchi_load32(p) << 32 | cinchi_load32(p + 4);
#endif
}

static inline void cinchi_store_big64(uint8_t *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap64(v);
    memcpy(p, &v, 8);
#else
    cinchi_store32(p, (uint32_t)(v >> 32));
    cinchi_store32(p + 4, (uint32_t)v);
#endif
}

/* Eight bytes as they lie in memory, for compares and copies where the order does not matter. */
static inline uint64_t cinchi_word64(const void *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

/* Eight bytes, first byte lowest: for digits and masks that name a byte's position. Not as byte shifts where the order is known: gcc -O3
 * takes two of these side by side for one vector and makes it byte by byte. */
static inline uint64_t cinchi_little64(const uint8_t *p)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
#else
    return (uint64_t)p[7] << 56 | (uint64_t)p[6] << 48 | (uint64_t)p[5] << 40 | (uint64_t)p[4] << 32 | (uint64_t)p[3] << 24 |
           (uint64_t)p[2] << 16 | (uint64_t)p[1] << 8 | (uint64_t)p[0];
#endif
}

/* Its inverse, likewise. */
static inline void cinchi_store_little64(uint8_t *p, uint64_t v)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(p, &v, 8);
#else
    for (int i = 0; i < 8; i++) p[i] = (uint8_t)(v >> (8 * i));
#endif
}

#endif

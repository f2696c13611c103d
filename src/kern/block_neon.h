/* SPDX-License-Identifier: MIT
 * 16 bytes in a NEON register, which every 64-bit ARM has. NEON has no instruction that gathers a bit of every byte: a mask has four bits a
 * byte, which one narrowing shift makes of bytes that are all ones or all zeros. Tested on an emulator, not timed.
 */
#ifndef CINCHI_BLOCK_NEON_H
#define CINCHI_BLOCK_NEON_H

#include <arm_neon.h>
#include <stdbool.h>
#include <stdint.h>

enum { CINCHI_BLOCKNEON = 16 };
typedef uint8x16_t cinchi_blockneon;
typedef uint64_t cinchi_blockneon_mask;

static inline cinchi_blockneon cinchi_blockneon_load(const uint8_t *p)
{
    return vld1q_u8(p);
}

static inline void cinchi_blockneon_store(uint8_t *p, cinchi_blockneon b)
{
    vst1q_u8(p, b);
}

static inline cinchi_blockneon_mask cinchi_blockneon_of(uint8x16_t bytes)
{
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(bytes), 4)), 0);
}

static inline cinchi_blockneon_mask cinchi_blockneon_special(cinchi_blockneon b)
{
    uint8x16_t quote = vceqq_u8(b, vdupq_n_u8('"')), slash = vceqq_u8(b, vdupq_n_u8('\\'));
    return cinchi_blockneon_of(vorrq_u8(vorrq_u8(quote, slash), vcltq_u8(b, vdupq_n_u8(0x20))));
}

static inline cinchi_blockneon_mask cinchi_blockneon_high(cinchi_blockneon b)
{
    return cinchi_blockneon_of(vcgeq_u8(b, vdupq_n_u8(0x80)));
}

static inline cinchi_blockneon_mask cinchi_blockneon_odd(cinchi_blockneon b)
{
    uint8x16_t quote = vceqq_u8(b, vdupq_n_u8('"')), slash = vceqq_u8(b, vdupq_n_u8('\\'));
    uint8x16_t control = vcltq_s8(vreinterpretq_s8_u8(b), vdupq_n_s8(0x20));
    return cinchi_blockneon_of(vorrq_u8(vorrq_u8(quote, slash), control)); /* negative: from 0x80 up */
}

static inline cinchi_blockneon_mask cinchi_blockneon_solid(cinchi_blockneon b)
{
    uint8x16_t blank = vorrq_u8(vceqq_u8(b, vdupq_n_u8(' ')), vceqq_u8(b, vdupq_n_u8('\n')));
    uint8x16_t other = vorrq_u8(vceqq_u8(b, vdupq_n_u8('\r')), vceqq_u8(b, vdupq_n_u8('\t')));
    return ~cinchi_blockneon_of(vorrq_u8(blank, other));
}

static inline cinchi_blockneon_mask cinchi_blockneon_inked(cinchi_blockneon b)
{
    return ~cinchi_blockneon_of(vceqq_u8(b, vdupq_n_u8(' ')));
}

static inline cinchi_blockneon_mask cinchi_blockneon_differ(cinchi_blockneon a, cinchi_blockneon b)
{
    return ~cinchi_blockneon_of(vceqq_u8(a, b));
}

static inline unsigned cinchi_blockneon_first(cinchi_blockneon_mask mask)
{
    return (unsigned)__builtin_ctzll(mask) / 4;
}

static inline bool cinchi_blockneon_below(cinchi_blockneon_mask mask, unsigned n)
{
    return n && mask << (64 - 4 * n);
}

#endif

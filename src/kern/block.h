/* SPDX-License-Identifier: MIT
 * JSON text a block of bytes at a time: where the first byte is that ends a run. One file an ISA has each of these with
 * its block's size in the name, so that a test can hold one against the other. A mask has its first byte lowest.
 *
 *   CINCHI_BLOCK                bytes a block
 *   cinchi_block                a block in registers, by load and store
 *   cinchi_block_special(b)     mask of the bytes that end plain text inside a JSON string: `"`, `\`, below 0x20
 *   cinchi_block_high(b)        mask of the bytes from 0x80 up
 *   cinchi_block_odd(b)         mask of both: what is not plain ASCII
 *   cinchi_block_solid(b)       mask of the bytes that are not JSON white space
 *   cinchi_block_inked(b)       mask of the bytes that are not spaces
 *   cinchi_block_differ(a, b)   mask of the bytes in which two blocks differ
 *   cinchi_block_first(mask)    index of the first byte in a mask that is not 0
 *   cinchi_block_below(mask, n) whether a byte before index n is in the mask; n <= CINCHI_BLOCK
 */
#ifndef CINCHI_BLOCK_H
#define CINCHI_BLOCK_H

#if defined(__SSE2__) && defined(__GNUC__) && !defined(CINCH_NO_SIMD)
#include "block_x86.h"
#define CINCHI_BLOCK         CINCHI_BLOCK16
#define cinchi_block         cinchi_block16
#define cinchi_block_mask    cinchi_block16_mask
#define cinchi_block_load    cinchi_block16_load
#define cinchi_block_store   cinchi_block16_store
#define cinchi_block_special cinchi_block16_special
#define cinchi_block_high    cinchi_block16_high
#define cinchi_block_odd     cinchi_block16_odd
#define cinchi_block_solid   cinchi_block16_solid
#define cinchi_block_inked   cinchi_block16_inked
#define cinchi_block_differ  cinchi_block16_differ
#define cinchi_block_first   cinchi_block16_first
#define cinchi_block_below   cinchi_block16_below
#elif defined(__aarch64__) && defined(__ARM_NEON) && defined(__GNUC__) && !defined(__AARCH64EB__) && !defined(CINCH_NO_SIMD)
#include "block_neon.h"
#define CINCHI_BLOCK         CINCHI_BLOCKNEON
#define cinchi_block         cinchi_blockneon
#define cinchi_block_mask    cinchi_blockneon_mask
#define cinchi_block_load    cinchi_blockneon_load
#define cinchi_block_store   cinchi_blockneon_store
#define cinchi_block_special cinchi_blockneon_special
#define cinchi_block_high    cinchi_blockneon_high
#define cinchi_block_odd     cinchi_blockneon_odd
#define cinchi_block_solid   cinchi_blockneon_solid
#define cinchi_block_inked   cinchi_blockneon_inked
#define cinchi_block_differ  cinchi_blockneon_differ
#define cinchi_block_first   cinchi_blockneon_first
#define cinchi_block_below   cinchi_blockneon_below
#else
#include "block_portable.h"
#define CINCHI_BLOCK         CINCHI_BLOCK8
#define cinchi_block         cinchi_block8
#define cinchi_block_mask    cinchi_block8_mask
#define cinchi_block_load    cinchi_block8_load
#define cinchi_block_store   cinchi_block8_store
#define cinchi_block_special cinchi_block8_special
#define cinchi_block_high    cinchi_block8_high
#define cinchi_block_odd     cinchi_block8_odd
#define cinchi_block_solid   cinchi_block8_solid
#define cinchi_block_inked   cinchi_block8_inked
#define cinchi_block_differ  cinchi_block8_differ
#define cinchi_block_first   cinchi_block8_first
#define cinchi_block_below   cinchi_block8_below
#endif

#endif

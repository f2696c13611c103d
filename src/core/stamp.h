/* SPDX-License-Identifier: MIT
 * A timestamp's payload, in each of its three lengths (specification: "Timestamp extension type"). item.h reads them.
 */
#ifndef CINCHI_STAMP_H
#define CINCHI_STAMP_H

#include "cinch/base.h"
#include "../base/bytes.h"

#define CINCHI_NSEC_MAX 999999999u

/* Bytes of the smallest payload that holds these: 4, 8 or 12. */
static inline uint32_t cinchi_stamp_len(int64_t sec, uint32_t nsec)
{
    if ((uint64_t)sec >> 34) return 12;
    return nsec || (uint64_t)sec >> 32 ? 8 : 4;
}

/* A payload of len bytes, no less than cinchi_stamp_len. */
static inline void cinchi_stamp_store(uint8_t *p, uint32_t len, int64_t sec, uint32_t nsec)
{
    if (len == 4) {
        cinchi_store32(p, (uint32_t)sec);
    } else if (len == 8) {
        cinchi_store64(p, (uint64_t)nsec << 34 | (uint64_t)sec);
    } else {
        cinchi_store32(p, nsec);
        cinchi_store64(p + 4, (uint64_t)sec);
    }
}

#endif

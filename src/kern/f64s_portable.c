/* SPDX-License-Identifier: MIT
 * Doubles as items and back, one at a time.
 */
#include "kern.h"
#include "cinch/wire.h"
#include "../base/bytes.h"

void cinchi_f64s_store_portable(uint8_t *p, const double *v, size_t n)
{
    for (; n; n--, v++, p += 9) {
        uint64_t u;
        memcpy(&u, v, 8);
        *p = CINCH_WIRE_F64;
        cinchi_store_big64(p + 1, u);
    }
}

size_t cinchi_f64s_load_portable(const uint8_t *p, const uint8_t *end, double *out, size_t n)
{
    size_t i = 0, whole = (size_t)(end - p) / 9;
    if (n > whole) n = whole;
    for (; i < n && *p == CINCH_WIRE_F64; i++, p += 9) {
        uint64_t v = cinchi_load_big64(p + 1);
        memcpy(out + i, &v, 8);
    }
    return i;
}

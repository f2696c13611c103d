/* SPDX-License-Identifier: MIT
 * Doubles as items, one at a time.
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

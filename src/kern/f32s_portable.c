/* SPDX-License-Identifier: MIT
 * Floats as items and back, one at a time.
 */
#include "kern.h"
#include "cinch/wire.h"
#include "../base/bytes.h"

void cinchi_f32s_store_portable(uint8_t *p, const float *v, size_t n)
{
    for (; n; n--, v++, p += 5) {
        uint32_t u;
        memcpy(&u, v, 4);
        *p = CINCH_WIRE_F32;
        cinchi_store32(p + 1, u);
    }
}

size_t cinchi_f32s_load_portable(const uint8_t *p, const uint8_t *end, float *out, size_t n)
{
    size_t i = 0, whole = (size_t)(end - p) / 5;
    if (n > whole) n = whole;
    for (; i < n && *p == CINCH_WIRE_F32; i++, p += 5) {
        uint32_t u = cinchi_load32(p + 1);
        memcpy(out + i, &u, 4);
    }
    return i;
}

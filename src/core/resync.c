/* SPDX-License-Identifier: MIT
 * Finding the way back into damaged input. A guess, but one whose cost is bounded: 64 headers a place.
 */
#include "cinch/check.h"
#include "head.h"

enum { RESYNC_ITEMS = 64 };

static bool resync_plausible(const uint8_t *p, const uint8_t *end, uint32_t types)
{
    uint64_t owed = 0;
    for (int n = 0; n < RESYNC_ITEMS && p != end; n++) {
        size_t left = (size_t)(end - p), size = cinchi_head_size(*p);
        cinchi_head h;
        if (!size) return false;
        if (!owed && !(types & CINCH_BIT(cinchi_head_type(*p)))) return false;
        if (left < size) return true;
        h = cinchi_head_read(p);
        left -= size;
        if (cinchi_head_payload(h) > left) return true;
        if (size > 1 && cinchi_head_items(h) > left) return false; /* bytes of a payload taken for a large count, most likely */
        owed += cinchi_head_items(h) - (owed != 0);
        p += size + cinchi_head_payload(h);
    }
    return true;
}

size_t cinch_resync(const void *buf, size_t len, uint32_t top_types)
{
    const uint32_t integers = CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64);
    const uint8_t *p = buf;
    if (top_types & integers) top_types |= integers; /* a first byte does not tell the sign */
    if (top_types & CINCH_BIT(CINCH_TIME)) top_types |= CINCH_BIT(CINCH_EXT);
    if (!top_types) top_types = CINCH_BIT(CINCH_ARRAY) | CINCH_BIT(CINCH_MAP);
    for (size_t i = 0; i < len; i++)
        if (top_types & CINCH_BIT(cinchi_head_type(p[i])) && resync_plausible(p + i, p + len, top_types)) return i;
    return len;
}

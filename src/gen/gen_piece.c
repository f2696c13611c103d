/* SPDX-License-Identifier: MIT
 * What unrolled passes call out of line.
 */
#include "gen_in.h"
#include "../core/get.h"
#include "../core/item.h"
#include "../core/put.h"
#include "../core/skip.h"

uint8_t *cinchi_gen_lay_u64(uint8_t *p, uint64_t v)
{
    return cinchi_store_u64(p, v);
}

uint8_t *cinchi_gen_lay_i64(uint8_t *p, int64_t v)
{
    return cinchi_store_i64(p, v);
}

uint8_t *cinchi_gen_lay_str(uint8_t *p, const char *s, size_t len)
{
    p += cinchi_head_str(p, (uint32_t)len, false);
    if (len) memcpy(p, s, len);
    return p + len;
}

bool cinch_gen_number(const uint8_t *b, size_t n, size_t *i, double *out)
{
    cinch_token t;
    const uint8_t *next;
    if (cinchi_item(b + *i, b + n, &t, &next) || !(CINCHI_NUMBERS >> t.type & 1) || cinchi_get_f64_of(&t, out)) return false;
    *i = (size_t)(next - b);
    return true;
}

size_t cinch_gen_unknown(const cinch_gen_object *o, const uint8_t *b, size_t n, size_t i)
{
    const uint8_t *next;
    size_t len;
    if (o->unknown != CINCH_GEN_SKIP || i >= n) return 0;
    len = b[i] ^ 0xa0u;
    if (len >= 32 || n - i < len + 2 || cinchi_gen_find(o, (const char *)b + i + 1, len) != o->count) return 0;
    if (cinchi_skip(b + i + 1 + len, b + n, 1, &next)) return 0;
    return (size_t)(next - b);
}

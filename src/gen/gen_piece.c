/* SPDX-License-Identifier: MIT
 * What unrolled passes call out of line.
 */
#include "gen_in.h"
#include "../base/num_decimal.h"
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

size_t cinch_gen_number(const uint8_t *b, size_t n, size_t i, double *out)
{
    cinch_token t;
    const uint8_t *next;
    if (cinchi_item(b + i, b + n, &t, &next) || !(CINCHI_NUMBERS >> t.type & 1) || cinchi_get_f64_of(&t, out)) return 0;
    return (size_t)(next - b);
}

/* Past the pair at b[i] if its key is of no field; 0 if it is, or is not plain. */
static size_t piece_stranger(const cinch_gen_object *o, const uint8_t *b, size_t n, size_t i)
{
    const uint8_t *next;
    size_t len;
    if (i >= n) return 0;
    len = b[i] ^ 0xa0u;
    if (len >= 32 || n - i < len + 2 || cinchi_gen_find(o, (const char *)b + i + 1, len) != o->count) return 0;
    if (cinchi_skip(b + i + 1 + len, b + n, 1, &next)) return 0;
    return (size_t)(next - b);
}

size_t cinch_gen_seek(const cinch_gen_object *o, uint32_t k, const uint8_t *b, size_t n, size_t i, size_t need, int32_t *more)
{
    const cinch_gen_field *f = &o->fields[k];
    if (o->unknown != CINCH_GEN_SKIP) return 0;
    while (*more > 0) {
        i = piece_stranger(o, b, n, i);
        if (!i) return 0;
        --*more;
        if (k == o->count) continue;
        if (n - i >= need && n - i > f->name_len && b[i] == (0xa0 | f->name_len) &&
            memcmp(b + i + 1, f->name, f->name_len) == 0)
            return i;
    }
    return k == o->count ? i : 0;
}

void cinch_gen_fill(const cinch_gen_field *f, void *v)
{
    cinch_reader r;
    cinch_reader_init(&r, f->fill, f->fill_len);
    f->type->kind->get(&r, f->type, cinchi_gen_in(v, f->offset), NULL);
}

uint8_t *cinch_gen_lay_map(uint8_t *p, uint32_t count)
{
    return p + cinchi_head_count(p, count, 0x80);
}

bool cinch_gen_multiple(double v, uint64_t digits, int32_t exp)
{
    cinchi_digits step = {digits, exp};
    if (v - v != 0) return false;
    return v == 0 || cinchi_decimal_multiple(cinchi_decimal_f64(v), step);
}

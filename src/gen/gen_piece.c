/* SPDX-License-Identifier: MIT
 * What unrolled passes call out of line.
 */
#include "gen_in.h"
#include "../base/num_decimal.h"
#include "../core/get.h"
#include "../core/item.h"
#include "../core/put.h"

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

size_t cinchi_gen_number(const uint8_t *b, size_t n, size_t i, double *out)
{
    cinch_token t;
    const uint8_t *next;
    if (cinchi_item(b + i, b + n, &t, &next) || !(CINCHI_NUMBERS >> t.type & 1) || cinchi_get_f64_of(&t, out)) return 0;
    return (size_t)(next - b);
}

void cinch_gen_fill(const cinch_gen_field *f, void *v)
{
    cinch_reader r;
    cinch_reader_init(&r, f->fill, f->fill_len);
    f->type->kind->get(&r, f->type, cinchi_gen_in(v, f->offset), NULL);
}

bool cinchi_gen_text(const cinch_gen_type *t, const uint8_t *b, size_t n, size_t *i, void *v)
{
    cinch_reader r;
    cinch_reader_init(&r, b + *i, n - *i);
    t->kind->get(&r, t, v, NULL);
    if (r.error) return false;
    *i += (size_t)(r.pos - r.start);
    return true;
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

cinch_error cinch_gen_pairs(const cinch_str *item, uint64_t least, uint64_t most)
{
    const uint8_t *b = (const uint8_t *)item->ptr, *next;
    cinch_token t;
    if (item->len == 0 || cinchi_item(b, b + item->len, &t, &next) || t.type != CINCH_MAP) return CINCH_OK;
    return t.len < least || t.len > most ? CINCH_ERR_LENGTH : CINCH_OK;
}

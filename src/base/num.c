/* SPDX-License-Identifier: MIT
 * Integers as text. Eight digits are made at a time and leading zeros shifted out of the word, so the length is counted and not
 * searched for: the only branches are on 8 and 16 digits, which real data predicts well.
 */
#include "num.h"
#include "compiler.h"
#include "num_digits.h"

/* v < 100,000,000. Touches eight bytes; the text is what the returned length says. */
static size_t put_first_digits(char *out, uint32_t v)
{
    uint64_t digits = cinchi_digits8(v);
    unsigned zeros = cinchi_ctz64(digits | UINT64_C(1) << 56) / 8; /* zero itself has one digit */
    cinchi_store_little64((uint8_t *)out, (digits | CINCHI_ASCII_ZEROS) >> (8 * zeros));
    return 8 - zeros;
}

static void put_eight_digits(char *out, uint32_t v)
{
    cinchi_store_little64((uint8_t *)out, cinchi_digits8(v) | CINCHI_ASCII_ZEROS);
}

size_t cinchi_num_put_u64(char *out, uint64_t v)
{
    enum { EIGHT = 100000000 };
    if (CINCHI_LIKELY(v < EIGHT)) return put_first_digits(out, (uint32_t)v);
    uint64_t high = v / EIGHT;
    uint32_t low = (uint32_t)(v % EIGHT);
    size_t n = 0;
    if (high >= EIGHT) { /* at most 1844 then: four digits, twenty in all, and never more than CINCHI_INT_TEXT bytes touched */
        n = put_first_digits(out, (uint32_t)(high / EIGHT));
        put_eight_digits(out + n, (uint32_t)(high % EIGHT));
        n += 8;
    } else if (high < 10) { /* nine digits: many ids, and the spare one is cheap to make */
        *out = (char)('0' + high);
        n = 1;
    } else {
        n = put_first_digits(out, (uint32_t)high);
    }
    put_eight_digits(out + n, low);
    return n + 8;
}

size_t cinchi_num_put_i64(char *out, int64_t v)
{
    uint64_t magnitude = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    size_t sign = v < 0;
    *out = '-';
    return sign + cinchi_num_put_u64(out + sign, magnitude);
}

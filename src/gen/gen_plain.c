/* SPDX-License-Identifier: MIT
 * Items of lists that are scalars or views, one after the other without a call: what comes in its usual format and keeps to the rules of its
 * type. Where one does not, its kind reads it, and says what is wrong with it.
 */
#include "gen_list.h"
#include "gen_quick.h"
#include "../kern/kern.h"

/* Held against the rules of their type where it has some. A loop for strings alone was slower (32 of them 191 ns against 181). */
static size_t plain_any(const cinch_gen_field *f, const uint8_t *b, size_t n, size_t i, uint8_t *out, uint32_t most,
                        uint32_t *count)
{
    uint32_t k = 0;
    for (; k < most && i < n; k++, out += f->type->size) {
        size_t next = cinchi_gen_quick_value(f, b, n, i, out);
        if (!next) break;
        i = next;
    }
    *count = k;
    return i;
}

uint32_t cinchi_gen_list_plain(cinch_reader *r, const cinch_gen_list *l, void *items, uint32_t most)
{
    const bool judge = l->item->flags || l->item->rule;
    cinch_gen_field f;
    uint32_t first = 0, count;
    if (l->quick == CINCH_GEN_STR && r->flags & CINCH_UTF8) return 0;
    if (!judge && l->quick == CINCH_GEN_F64) {
        first = (uint32_t)cinchi_f64s_load(r->pos, r->end, (double *)items, most);
        r->pos += 9 * (size_t)first;
        return first;
    }
    if (!judge && l->quick == CINCH_GEN_I64) /* what it leaves near either end of the message is for the loop */
        first = (uint32_t)cinchi_i64s_load(&r->pos, r->start, r->end, (int64_t *)items, most);
    memset(&f, 0, sizeof f);
    f.type = l->item;
    f.has = CINCH_GEN_NO_HAS;
    f.flags = (uint16_t)(CINCH_GEN_QUICK(l->quick) | (judge ? CINCH_GEN_JUDGE : 0));
    r->pos = r->start + plain_any(&f, r->start, (size_t)(r->end - r->start), (size_t)(r->pos - r->start),
                                  (uint8_t *)items + (size_t)first * l->item->size, most - first, &count);
    return first + count;
}

/* SPDX-License-Identifier: MIT
 * Items of lists that are scalars or views, one after the other without a call: what comes in its usual format and keeps to the rules of its
 * type. Where one does not, its kind reads it, and says what is wrong with it. Written they are by the calls for arrays of numbers, and strings here.
 */
#include "gen_list.h"
#include "gen_quick.h"
#include "cinch/wire.h"
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

/* Up to 31 bytes, from 8 on without a branch on how many: the lengths in a list are less often foreseen than those of members. */
static inline void plain_move(uint8_t *to, const char *from, size_t len)
{
    const size_t more = len >> 1 & 8; /* from 16 on there are two words at either end, below there is one, twice */
    if (len < 8) {
        cinchi_copy_short(to, from, len);
        return;
    }
    memcpy(to, from, 8);
    memcpy(to + more, from + more, 8);
    memcpy(to + len - more - 8, from + len - more - 8, 8);
    memcpy(to + len - 8, from + len - 8, 8);
}

/* Strings of up to 31 bytes where there is room, with the position in a register; each other one by a put of its own. */
static void plain_strs(cinch_writer *w, const cinch_str *s, uint32_t count)
{
    uint8_t *p;
    cinch_put_array(w, count);
    p = w->pos;
    for (uint32_t i = 0; i < count; i++) {
        size_t len = s[i].len;
        if (len < 32 && (size_t)(w->end - p) > len) {
            *p = (uint8_t)(CINCH_WIRE_FIXSTR | len);
            plain_move(p + 1, s[i].ptr, len);
            p += 1 + len;
            continue;
        }
        w->pos = p;
        cinch_put_str(w, s[i].ptr, len);
        p = w->pos;
    }
    w->pos = p;
}

bool cinchi_gen_list_plain_put(cinch_writer *w, const cinch_gen_list *l, const void *items, uint32_t count)
{
    switch (l->quick) {
    case CINCH_GEN_F64: cinch_put_f64s(w, (const double *)items, count); return true;
    case CINCH_GEN_I64: cinch_put_i64s(w, (const int64_t *)items, count); return true;
    case CINCH_GEN_STR: plain_strs(w, (const cinch_str *)items, count); return true;
    default: return false;
    }
}

/* SPDX-License-Identifier: MIT
 * Skipping: one counter of items owed, no stack.
 */
#include "skip.h"
#include "head.h"
#include "item.h"
#include "cinch/wire.h"
#include "../base/bytes.h"
#include "../base/compiler.h"

/* As soon as so many items of formats that come now and then lie within so many bytes, cinchi_skip_mixed has a look at what follows; when
 * that was for nothing, not again within SKIP_CALM bytes. */
enum { SKIP_MANY = 32, SKIP_WITHIN = 2000, SKIP_CALM = 65536 };

/* Range tests on the first byte, not a table of lengths: with a table every address waits for two loads, where a predicted branch
 * lets the processor run ahead (twitter 47 against 80 us, citm 79 against 142, canada 156 against 347). Widths of integers are computed, the
 * common 32 bits apart, as a mispredicted width costs more. The counter cannot overflow: counts of 16 and 32 bits are held against the
 * bytes left, and smaller ones add 30 a byte. */
cinch_error cinchi_skip(const uint8_t *p, const uint8_t *end, uint64_t count, const uint8_t **next)
{
    uint64_t owed = count;
    size_t mark = (size_t)(end - p); /* bytes left where the count of seldom ones began, or is to begin again */
    unsigned seldom = 0;
    if (CINCHI_SMALL || count > (size_t)(end - p)) return cinchi_item_run(p, end, count, CINCH_RAW_TIME, next);
    for (; owed; owed--) {
        size_t left = (size_t)(end - p), n = 1;
        unsigned b;
        if (!left) break;
        b = *p;
        if (b - CINCH_WIRE_FIXSTR < 32) {
            n = b - CINCH_WIRE_FIXSTR + 1;
            if (n > left) break;
            p += n;
        } else if (b <= CINCH_WIRE_FIXINT_MAX) {
            p++;
        } else if (b == CINCH_WIRE_F64) {
            n = 9;
            if (n > left) break;
            p += n;
        } else if (b < CINCH_WIRE_FIXSTR) {
            owed += (b & 15) << (b < CINCH_WIRE_FIXARRAY);
            p++;
        } else if (b >= CINCH_WIRE_NEGATIVE || b == CINCH_WIRE_NIL || (b & 0xfe) == CINCH_WIRE_FALSE) {
            p++;
        } else if (b == CINCH_WIRE_U32) {
            n = 5;
            if (n > left) break;
            p += n;
        } else {
            if (b - CINCH_WIRE_U8 < 8) {
                n = 1 + ((size_t)1 << (b & 3));
                if (n > left) break;
                p += n;
            } else if (b == CINCH_WIRE_STR8 && left >= 2) {
                n = 2 + (size_t)p[1];
                if (n > left) break;
                p += n;
            } else {
                uint64_t more = 0;
                n = cinchi_skip_headed(p, left, &more);
                if (!n || (more && owed + more > left)) break;
                owed += more;
                p += n;
            }
            if (++seldom == SKIP_MANY) {
                if (mark - left < SKIP_WITHIN) { /* not when more is left than at mark */
                    cinchi_skipping s = {p, end, owed - 1};
                    bool calm = cinchi_skip_mixed(&s);
                    p = s.pos;
                    owed = s.owed + 1;
                    left = (size_t)(end - p);
                    mark = calm ? left - (left < SKIP_CALM ? left : SKIP_CALM) : left;
                }
                if (left < mark) mark = left;
                seldom = 0;
            }
        }
    }
    if (owed) return cinchi_item_run(p, end, owed, CINCH_RAW_TIME, next); /* from the item at fault: it says which */
    *next = p;
    return CINCH_OK;
}

size_t cinchi_skip_extent(const cinch_reader *r)
{
    const uint8_t *next;
    return (size_t)((cinchi_skip(r->pos, r->end, 1, &next) ? r->end : next) - r->pos);
}

bool cinchi_skip_count(const uint8_t *p, const uint8_t *end, uint64_t *count)
{
    uint64_t n = 0;
    for (; p != end; n++)
        if (cinchi_skip(p, end, 1, &p)) return false;
    *count = n;
    return true;
}

void cinch_skip_many(cinch_reader *r, uint64_t count)
{
    const uint8_t *next;
    cinch_error e;
    if (r->error) return;
    e = cinchi_skip(r->pos, r->end, count, &next);
    r->pos = next;
    if (e) cinch_reader_fail(r, e);
}

void cinch_skip(cinch_reader *r)
{
    cinch_skip_many(r, 1);
}

cinch_bin cinch_get_raw(cinch_reader *r)
{
    cinch_bin raw = {(const uint8_t *)"", 0};
    const uint8_t *start = r->pos;
    cinch_skip_many(r, 1);
    if (r->error) return raw;
    raw.ptr = start;
    raw.len = (size_t)(r->pos - start);
    return raw;
}

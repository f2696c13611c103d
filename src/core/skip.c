/* SPDX-License-Identifier: MIT
 * Skipping: one counter of items owed, no stack.
 */
#include "skip.h"
#include "item.h"
#include "../base/compiler.h"

/* Owing more items than bytes are left ends the loop for good (docs/decisions/0010), so the counter cannot overflow. */
cinch_error cinchi_skip(const uint8_t *p, const uint8_t *end, uint64_t count, const uint8_t **next)
{
    cinch_token t;
    while (count) {
        cinch_error e;
        if (count > (size_t)(end - p)) return cinchi_item_doomed(p, end, CINCH_RAW_TIME, next);
        e = cinchi_item(p, end, &t, next);
        if (e) {
            *next = p;
            return e;
        }
        p = *next;
        count--;
        if (t.type >= CINCH_ARRAY) count += t.type == CINCH_MAP ? 2 * (uint64_t)t.len : t.len;
    }
    *next = p;
    return CINCH_OK;
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
    cinch_bin raw = {NULL, 0};
    const uint8_t *start = r->pos;
    cinch_skip_many(r, 1);
    if (r->error) return raw;
    raw.ptr = start;
    raw.len = (size_t)(r->pos - start);
    return raw;
}

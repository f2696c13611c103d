/* SPDX-License-Identifier: MIT
 * Duplicate keys in a map just read. Its keys stand in the output in their smallest formats, so keys equal in type and value are
 * equal in bytes; they are sorted by them, which finds the equal ones whatever their number, without a hash to flood.
 */
#include "json_in.h"
#include "../base/sort.h"
#include "../core/head.h"

typedef struct unique_map {
    const uint8_t *body;
    const cinchi_json_key *keys;
} unique_map;

static size_t key_bytes(const uint8_t *p)
{
    cinchi_head h = cinchi_head_read(p);
    return h.size + cinchi_head_payload(h);
}

static int key_compare(const unique_map *m, uint32_t a, uint32_t b)
{
    const uint8_t *p = m->body + m->keys[a].at, *q = m->body + m->keys[b].at;
    size_t n = key_bytes(p), k = key_bytes(q);
    if (n != k) return n < k ? -1 : 1;
    return memcmp(p, q, n);
}

static int unique_order(const void *ctx, uint32_t a, uint32_t b)
{
    int c = key_compare((const unique_map *)ctx, a, b);
    return c ? c : a < b ? -1 : a > b;
}

/* Of the first duplicate in the order of the text, the offset. */
static const uint8_t *first_repeat(const cinchi_json_in *j, const unique_map *m, const uint32_t *order, size_t n)
{
    uint32_t at = UINT32_MAX;
    for (size_t i = 1; i < n; i++)
        if (order[i] < at && key_compare(m, order[i - 1], order[i]) == 0) at = order[i];
    return at == UINT32_MAX ? NULL : j->text + m->keys[at].text;
}

/* Of each run of equal keys one stays. */
static bool cut_repeats(cinchi_json_in *j, const unique_map *m, const uint32_t *order, size_t n, uint32_t *count,
                        size_t body_end)
{
    size_t all = *count, body = (size_t)(m->body - j->base);
    for (size_t i = 1; i < n; i++) {
        uint32_t k;
        size_t next;
        if (key_compare(m, order[i - 1], order[i]) != 0) continue;
        k = order[j->opts->dup == CINCH_DUP_FIRST ? i : i - 1];
        next = (size_t)k + 1 < all ? body + m->keys[k + 1].at : body_end;
        if (!cinchi_json_cut_out(j, body + m->keys[k].at, next - body - m->keys[k].at, j->text + m->keys[k].text)) return false;
        --*count;
    }
    return true;
}

bool cinchi_json_unique(cinchi_json_in *j, const cinchi_json_level *lv, uint32_t *count, const uint8_t *o)
{
    unique_map m = {j->base + lv->head + lv->have, NULL};
    uint32_t *order;
    size_t n = 0;
    const uint8_t *repeat;
    if (lv->kind == CINCHI_JSON_ARRAY) return true;
    j->keys.count -= *count;
    if (*count < 2) return true;
    m.keys = (const cinchi_json_key *)j->keys.ptr + j->keys.count;
    j->order.count = 0;
    order = (uint32_t *)cinchi_json_vec_more(&j->order, &j->alloc, *count, sizeof *order);
    if (!order) return cinchi_json_fault(j, j->text + m.keys[0].text, CINCH_ERR_MEMORY).p != NULL;
    for (uint32_t i = 0; i < *count; i++)
        if (cinchi_head_read(m.body + m.keys[i].at).type < CINCH_ARRAY) order[n++] = i;
    cinchi_sort(order, n, unique_order, &m);
    if (j->opts->dup != CINCH_DUP_ERROR) return cut_repeats(j, &m, order, n, count, (size_t)(o - j->base));
    repeat = first_repeat(j, &m, order, n);
    return !repeat || cinchi_json_fault(j, repeat, CINCH_ERR_DUPLICATE).p != NULL;
}

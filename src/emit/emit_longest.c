/* SPDX-License-Identifier: MIT
 * The longest message of a struct.
 */
#include "emit_len.h"

/* Of a member with its key. */
static uint64_t longest_member(const emit_run *e, const cinchi_record *r, const cinchi_member *m)
{
    uint64_t key = r->encoding == CINCHI_MAP       ? m->name.len + emit_head_len(m->name.len, 32, true)
                   : r->encoding == CINCHI_INTKEYS ? emit_int_len((uint64_t)m->key, m->key < 0)
                                                   : 0;
    return m->use.pointer ? UINT64_MAX : emit_add(emit_of(e, m->use.shape)->most, key);
}

/* The longest members that there can be at once, those that must be there among them, and how many: as many as there are, or as
 * maxProperties says; extra: of a pair of another name, of which there may be as many, or 0. */
static uint64_t longest_members(const emit_run *e, const cinchi_record *r, uint64_t extra, uint64_t *pairs)
{
    uint64_t lens[EMIT_MEMBERS], sum = 0, left = r->max_pairs;
    uint32_t n = 0, taken = 0;
    *pairs = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        uint64_t len = longest_member(e, r, &r->members[i]);
        uint32_t k = n;
        if (r->members[i].use.shape->kind == CINCHI_IS_NEVER && r->encoding != CINCHI_ARRAY) continue;
        if (r->members[i].required) {
            sum = emit_add(sum, len);
            ++*pairs, --left;
            continue;
        }
        for (; k && lens[k - 1] < len; k--) lens[k] = lens[k - 1];
        lens[k] = len;
        n++;
    }
    for (; taken < n && taken < left && lens[taken] >= extra; taken++) sum = emit_add(sum, lens[taken]);
    *pairs += extra ? left : taken;
    return emit_add(sum, extra ? emit_times(extra, left - taken) : 0);
}

uint64_t cinchi_emit_record_most(const emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    bool fixed = c->storage == CINCH_EMIT_STATIC, kept = cinchi_emit_keeps(e, c);
    uint64_t key = c->shape->max_bytes, pairs, extra = 0, sum;
    if ((kept || r->extra == CINCHI_EXTRA_USE) && !fixed) return UINT64_MAX;
    if (r->extra == CINCHI_EXTRA_USE)
        extra = r->value.pointer ? UINT64_MAX : emit_add(emit_of(e, r->value.shape)->most, key + emit_head_len(key, 32, true));
    sum = longest_members(e, r, extra, &pairs);
    if (kept) { /* the shortest take two bytes each, in an array one */
        sum = emit_add(sum, c->cap);
        pairs += c->cap / (r->encoding == CINCHI_ARRAY ? 1 : 2);
    }
    return emit_add(sum, emit_head_len(pairs, 16, false));
}

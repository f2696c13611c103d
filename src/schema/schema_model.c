/* SPDX-License-Identifier: MIT
 * Looking things up in a model.
 */
#include "schema_make.h"
#include "../base/sort.h"

int cinchi_name_order(cinch_str a, cinch_str b)
{
    size_t least = a.len < b.len ? a.len : b.len;
    int c = least ? memcmp(a.ptr, b.ptr, least) : 0;
    if (c) return c;
    return (a.len > b.len) - (a.len < b.len);
}

uint32_t cinchi_record_find(const cinchi_record *r, cinch_str name)
{
    uint32_t low = 0, high = r->count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        int order = cinchi_name_order(r->members[r->by_name[mid]].name, name);
        if (order == 0) return r->by_name[mid];
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return r->count;
}

uint32_t cinchi_record_find_key(const cinchi_record *r, int64_t key)
{
    uint32_t low = 0, high = r->count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        int64_t at = r->members[r->by_key[mid]].key;
        if (at == key) return r->by_key[mid];
        if (at < key)
            low = mid + 1;
        else
            high = mid;
    }
    return r->count;
}

uint32_t cinchi_choice_find(const cinchi_choice *c, const cinch_node *value)
{
    uint32_t low = 0, high = value->type < CINCH_ARRAY ? c->count : 0;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        int order = cinch_node_compare(c->values[c->by_value[mid]].node, value);
        if (order == 0) return c->by_value[mid];
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    if (!c->numbers) return c->count;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->values[i].number && cinchi_same_number(c->values[i].node, value)) return i;
    return c->count;
}

/* ---------------------------------------------------------------- sorting the values of an enum */

enum { CHOICE_NUMBERS = 4096 }; /* values that are looked for one by one */

static int choice_order(const void *ctx, uint32_t a, uint32_t b)
{
    const cinchi_value *v = ctx;
    int c = cinch_node_compare(v[a].node, v[b].node);
    return c ? c : (a > b) - (a < b);
}

/* A value that stands twice in `enum` is one; in two branches of a oneOf it is none that either could take. */
void cinchi_finish_choice(cinchi_load *l, cinchi_maker *m)
{
    cinchi_choice *c = &m->shape.as.choice;
    cinchi_value *values = (cinchi_value *)(uintptr_t)c->values;
    uint32_t *v = cinchi_load_get(l, sizeof *v, c->count), kept = 0, twice = 0;
    if (!v) return;
    for (uint32_t i = 0; i < c->count; i++) v[i] = i;
    cinchi_sort(v, c->count, choice_order, values);
    for (uint32_t i = 1; i < c->count; i++) {
        if (!cinch_node_equal(values[v[i - 1]].node, values[v[i]].node)) continue;
        if (m->one_of) {
            cinchi_make_fail(l, m, CINCHI_WORD_ONE_OF, "ambiguous: two branches take the same value");
            return;
        }
        values[v[i]].node = values[v[i - 1]].node;
        values[v[i]].twice = true;
        twice++;
    }
    for (uint32_t i = 0; i < c->count && twice; i++)
        if (!values[i].twice) values[kept++] = values[i];
    if (twice) c->count = kept;
    for (uint32_t i = 0; i < c->count; i++) {
        if (twice) v[i] = i;
        c->numbers += values[i].number;
    }
    if (twice) cinchi_sort(v, c->count, choice_order, values);
    c->by_value = v;
    if (c->numbers > CHOICE_NUMBERS)
        cinchi_load_fail(l, CINCH_ERR_LIMIT, m->shape.source, cinchi_word_name(CINCHI_WORD_ENUM), "too many numbers",
                         (cinch_str){NULL, 0}, "");
}

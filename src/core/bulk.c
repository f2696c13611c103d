/* SPDX-License-Identifier: MIT
 * Whole arrays of numbers, both ways.
 */
#include "get.h"
#include "item.h"
#include "put.h"
#include "cinch/wire.h"

/* The header of an array the caller's memory holds. */
static size_t bulk_count(cinch_reader *r, size_t cap)
{
    cinch_token t;
    const uint8_t *next;
    if (!cinchi_get_item(r, CINCH_BIT(CINCH_ARRAY), &t, &next)) return 0;
    if (t.len > cap)
        cinchi_get_fail(r, r->pos, CINCH_ERR_ROOM);
    else if (!cinchi_get_count_fits(r, &t, next))
        cinchi_get_doomed(r, next);
    else
        r->pos = next;
    return r->error ? 0 : t.len;
}

size_t cinch_get_f64s(cinch_reader *r, double *out, size_t cap)
{
    size_t i, n = bulk_count(r, cap);
    for (i = 0; i < n; i++) out[i] = cinch_get_f64(r);
    return r->error ? 0 : n;
}

size_t cinch_get_f32s(cinch_reader *r, float *out, size_t cap)
{
    size_t i, n = bulk_count(r, cap);
    for (i = 0; i < n; i++) out[i] = cinch_get_f32(r);
    return r->error ? 0 : n;
}

size_t cinch_get_i64s(cinch_reader *r, int64_t *out, size_t cap)
{
    size_t i, n = bulk_count(r, cap);
    for (i = 0; i < n; i++) out[i] = cinch_get_i64(r);
    return r->error ? 0 : n;
}

void cinch_put_f64s(cinch_writer *w, const double *v, size_t count)
{
    uint64_t start = cinch_writer_pos(w);
    size_t i;
    cinch_put_array(w, count);
    for (i = 0; i < count && !w->error; i++) cinch_put_f64(w, v[i]);
    if (w->error) cinchi_put_undo(w, start);
}

void cinch_put_f32s(cinch_writer *w, const float *v, size_t count)
{
    uint64_t start = cinch_writer_pos(w);
    size_t i;
    cinch_put_array(w, count);
    for (i = 0; i < count && !w->error; i++) cinch_put_f32(w, v[i]);
    if (w->error) cinchi_put_undo(w, start);
}

void cinch_put_i64s(cinch_writer *w, const int64_t *v, size_t count)
{
    uint64_t start = cinch_writer_pos(w);
    size_t i;
    cinch_put_array(w, count);
    for (i = 0; i < count && !w->error; i++) cinch_put_i64(w, v[i]);
    if (w->error) cinchi_put_undo(w, start);
}

/* SPDX-License-Identifier: MIT
 * Whole arrays of numbers, both ways: runs with one check of room each, by kernels (../kern), and item by item where the room ends or
 * what comes is something else.
 */
#include "get.h"
#include "item.h"
#include "put.h"
#include "../kern/kern.h"

enum { BULK_BLOCK = 64 }; /* integers for which room is asked at once: they seldom need all of it */

/* ---- reading */

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
    size_t i = 0, n = bulk_count(r, cap);
    while (i < n && !r->error) {
        size_t run = cinchi_f64s_load(r->pos, r->end, out + i, n - i);
        r->pos += 9 * run;
        i += run;
        if (i < n) out[i++] = cinch_get_f64(r);
    }
    return r->error ? 0 : n;
}

size_t cinch_get_f32s(cinch_reader *r, float *out, size_t cap)
{
    size_t i = 0, n = bulk_count(r, cap);
    while (i < n && !r->error) {
        size_t run = cinchi_f32s_load(r->pos, r->end, out + i, n - i);
        r->pos += 5 * run;
        i += run;
        if (i < n) out[i++] = cinch_get_f32(r);
    }
    return r->error ? 0 : n;
}

size_t cinch_get_i64s(cinch_reader *r, int64_t *out, size_t cap)
{
    size_t i = 0, n = bulk_count(r, cap);
    while (i < n && !r->error) {
        i += cinchi_i64s_load(&r->pos, r->start, r->end, out + i, n - i);
        if (i < n) out[i++] = cinch_get_i64(r);
    }
    return r->error ? 0 : n;
}

/* ---- writing */

/* Of count items of size bytes, how many there is room for: as many as the buffer at hand takes, and only when it takes none, all or
 * none (0: put one by one, which makes a sink take what the buffer holds). */
static inline size_t bulk_reserve(cinch_writer *w, size_t count, size_t size)
{
    size_t fit = (size_t)(w->end - w->pos) / size;
    if (fit) return fit < count ? fit : count;
    return count <= SIZE_MAX / size && cinchi_reserve(w, count * size) ? count : 0;
}

void cinch_put_f64s(cinch_writer *w, const double *v, size_t count)
{
    uint64_t start = cinch_writer_pos(w);
    size_t i = 0;
    cinch_put_array(w, count);
    while (i < count && !w->error) {
        size_t n = bulk_reserve(w, count - i, 9);
        uint8_t *p = w->pos;
        if (!n) {
            cinch_put_f64(w, v[i++]);
            continue;
        }
        cinchi_f64s_store(p, v + i, n);
        w->pos = p + 9 * n;
        i += n;
    }
    if (w->error) cinchi_put_undo(w, start);
}

void cinch_put_f32s(cinch_writer *w, const float *v, size_t count)
{
    uint64_t start = cinch_writer_pos(w);
    size_t i = 0;
    cinch_put_array(w, count);
    while (i < count && !w->error) {
        size_t n = bulk_reserve(w, count - i, 5);
        uint8_t *p = w->pos;
        if (!n) {
            cinch_put_f32(w, v[i++]);
            continue;
        }
        cinchi_f32s_store(p, v + i, n);
        w->pos = p + 5 * n;
        i += n;
    }
    if (w->error) cinchi_put_undo(w, start);
}

void cinch_put_i64s(cinch_writer *w, const int64_t *v, size_t count)
{
    uint64_t start = cinch_writer_pos(w);
    size_t i = 0;
    cinch_put_array(w, count);
    while (i < count && !w->error) {
        size_t n = bulk_reserve(w, count - i < BULK_BLOCK ? count - i : BULK_BLOCK, 9);
        uint8_t *p = w->pos;
        if (!n) {
            cinch_put_i64(w, v[i++]);
            continue;
        }
        w->pos = cinchi_i64s_store(p, v + i, n);
        i += n;
    }
    if (w->error) cinchi_put_undo(w, start);
}

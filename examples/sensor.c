/* SPDX-License-Identifier: MIT
 * A record written and read by hand: an optional member, a nested array, unknown members skipped, one check at the end.
 */
#include <inttypes.h>
#include <stdio.h>
#include "cinch/cinch.h"

typedef struct sensor {
    uint32_t id;
    char name[16];
    bool has_volts;
    double volts;
    size_t count;
    int64_t samples[8];
} sensor;

static void sensor_put(cinch_writer *w, const sensor *s)
{
    cinch_put_map(w, s->has_volts ? 4 : 3);
    cinch_put_cstr(w, "id");
    cinch_put_u64(w, s->id);
    cinch_put_cstr(w, "name");
    cinch_put_cstr(w, s->name);
    if (s->has_volts) {
        cinch_put_cstr(w, "volts");
        cinch_put_f64(w, s->volts);
    }
    cinch_put_cstr(w, "samples");
    cinch_put_i64s(w, s->samples, s->count);
}

static void sensor_get(cinch_reader *r, sensor *s)
{
    static const char *const keys[] = {"id", "name", "volts", "samples"};
    uint64_t start = cinch_reader_pos(r);
    bool has_id = false;
    memset(s, 0, sizeof *s);
    for (uint32_t n = cinch_get_map(r); n; n--) {
        switch (cinch_get_key(r, keys, 4)) {
        case 0:
            s->id = (uint32_t)cinch_get_u64_max(r, UINT32_MAX);
            has_id = true;
            break;
        case 1: cinch_get_cstr(r, s->name, sizeof s->name); break;
        case 2:
            s->has_volts = !cinch_skip_nil(r);
            if (s->has_volts) s->volts = cinch_get_f64(r);
            break;
        case 3: s->count = cinch_get_i64s(r, s->samples, 8); break;
        default: cinch_skip(r);
        }
    }
    if (!has_id) cinch_reader_fail_at(r, start, CINCH_ERR_MISSING, "id");
}

/* The same put function, four kinds of writer: what fits, what does not, and how long it would be. */
static int sensor_rooms(const sensor *s)
{
    uint8_t small[20];
    cinch_writer w;
    cinch_bin msg;
    cinch_diag why;
    cinch_writer_init(&w, small, sizeof small);
    sensor_put(&w, s);
    cinch_error e = cinch_writer_finish(&w, &msg, &why);
    printf("20 bytes of room: %s after %" PRIu64 " bytes\n", cinch_error_text(e), why.pos);

    cinch_writer_init_count(&w);
    sensor_put(&w, s);
    printf("it needs %" PRIu64 "\n", cinch_writer_pos(&w));

    cinch_writer_init_grow(&w, NULL, 0);
    cinch_mark list = cinch_put_open_array(&w); /* how many is not known yet */
    size_t count = 0;
    for (int64_t v = 1; v < 2000000; v *= 2, count++) cinch_put_i64(&w, -v);
    cinch_put_close(&w, list, count);
    e = cinch_writer_finish(&w, &msg, NULL);
    if (e == CINCH_OK)
        printf("open array: %zu items, %zu bytes, first %02x %02x %02x\n", count, msg.len, msg.ptr[0], msg.ptr[1], msg.ptr[2]);
    cinch_writer_free(&w);
    return e != CINCH_OK;
}

int main(void)
{
    uint8_t buf[128];
    sensor a = {70000, "boiler", true, 3.25, 3, {1, -2, 300}}, b;
    cinch_writer w;
    cinch_bin msg;
    cinch_writer_init(&w, buf, sizeof buf);
    sensor_put(&w, &a);
    if (cinch_writer_finish(&w, &msg, NULL)) return 1;

    cinch_reader r;
    cinch_diag why;
    cinch_reader_init(&r, msg.ptr, msg.len);
    sensor_get(&r, &b);
    if (cinch_reader_finish(&r, &why)) {
        printf("%s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
        return 1;
    }
    printf("%zu bytes: %" PRIu32 " %s %g, %zu samples, last %" PRId64 "\n", msg.len, b.id, b.name, b.volts, b.count,
           b.samples[2]);
    return sensor_rooms(&a);
}

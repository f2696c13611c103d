/* SPDX-License-Identifier: MIT
 * A program for a machine without an operating system: writes a record, reads one, or both (-DBARE_WRITE, -DBARE_READ). The linker keeps what
 * it needs of the library, and the stage `bare` holds the size of that against a ceiling.
 */
#include "cinch/read.h"
#include "cinch/write.h"

struct reading {
    uint32_t id, uptime;
    int32_t temperature; /* in 1/100 degree */
    bool fault;
    char name[16];
};

void *memcpy(void *to, const void *from, size_t len)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    while (len--) *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t len)
{
    uint8_t *t = to;
    const uint8_t *f = from;
    if (t < f) return memcpy(to, from, len);
    while (len--) t[len] = f[len];
    return to;
}

void *memset(void *to, int c, size_t len)
{
    uint8_t *t = to;
    while (len--) *t++ = (uint8_t)c;
    return to;
}

int memcmp(const void *a, const void *b, size_t len)
{
    const uint8_t *x = a, *y = b;
    for (; len; len--, x++, y++)
        if (*x != *y) return *x < *y ? -1 : 1;
    return 0;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

#ifdef BARE_WRITE
static size_t reading_write(const struct reading *v, uint8_t *buf, size_t cap)
{
    cinch_writer w;
    cinch_bin out;
    cinch_writer_init(&w, buf, cap);
    cinch_put_map(&w, 5);
    cinch_put_cstr(&w, "id");
    cinch_put_u64(&w, v->id);
    cinch_put_cstr(&w, "uptime");
    cinch_put_u64(&w, v->uptime);
    cinch_put_cstr(&w, "temperature");
    cinch_put_i64(&w, v->temperature);
    cinch_put_cstr(&w, "fault");
    cinch_put_bool(&w, v->fault);
    cinch_put_cstr(&w, "name");
    cinch_put_cstr(&w, v->name);
    return cinch_writer_finish(&w, &out, NULL) == CINCH_OK ? out.len : 0;
}
#endif

#ifdef BARE_READ
static bool reading_read(struct reading *v, const uint8_t *msg, size_t len)
{
    static const char *const keys[] = {"id", "uptime", "temperature", "fault", "name"};
    cinch_reader r;
    cinch_reader_init(&r, msg, len);
    for (uint32_t n = cinch_get_map(&r); n; n--) switch (cinch_get_key(&r, keys, 5)) {
        case 0: v->id = (uint32_t)cinch_get_u64_max(&r, UINT32_MAX); break;
        case 1: v->uptime = (uint32_t)cinch_get_u64_max(&r, UINT32_MAX); break;
        case 2: v->temperature = (int32_t)cinch_get_i64_in(&r, INT32_MIN, INT32_MAX); break;
        case 3: v->fault = cinch_get_bool(&r); break;
        case 4: (void)cinch_get_cstr(&r, v->name, sizeof v->name); break;
        default: cinch_skip(&r);
        }
    return cinch_reader_finish(&r, NULL) == CINCH_OK;
}
#endif

volatile uint8_t port[128]; /* stands for the world */

void _start(void)
{
    static struct reading v;
    static uint8_t msg[128];
    size_t len = port[0];
    for (size_t i = 0; i < sizeof msg; i++) msg[i] = port[i];
    v.id = port[1];
#ifdef BARE_WRITE
    len = reading_write(&v, msg, sizeof msg);
#endif
#ifdef BARE_READ
    port[0] = reading_read(&v, msg, len);
#endif
    for (size_t i = 0; i < sizeof msg; i++) port[i] = msg[i];
    for (;;) port[1] = (uint8_t)v.id;
}

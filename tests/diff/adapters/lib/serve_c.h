/* SPDX-License-Identifier: MIT
 * What the C adapters share: the requests and answers of tests/diff, and typed text. The peer itself is in the adapter, which
 * includes this and calls serve_peer() from main.
 */
#ifndef CINCH_SERVE_C_H
#define CINCH_SERVE_C_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reply {
    uint8_t *ptr;
    size_t len, cap;
};

static inline uint8_t *reply_room(struct reply *r, size_t len)
{
    if (r->cap - r->len < len) {
        r->cap = (r->len + len) * 2;
        r->ptr = (uint8_t *)realloc(r->ptr, r->cap);
        if (!r->ptr) exit(3);
    }
    r->len += len;
    return r->ptr + r->len - len;
}

static inline void reply_print(struct reply *r, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    memcpy(reply_room(r, (size_t)len), text, (size_t)len);
}

static inline void reply_hex(struct reply *r, const void *bytes, size_t len)
{
    uint8_t *out = reply_room(r, 2 * len);
    for (size_t i = 0; i < len; i++) {
        unsigned byte = ((const uint8_t *)bytes)[i];
        out[2 * i] = (uint8_t) "0123456789abcdef"[byte >> 4];
        out[2 * i + 1] = (uint8_t) "0123456789abcdef"[byte & 15];
    }
}

static inline void reply_f32(struct reply *r, float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    reply_print(r, "f%08" PRIx32, bits);
}

static inline void reply_f64(struct reply *r, double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    reply_print(r, "d%016" PRIx64, bits);
}

/* The adapter's: '+' with the answer in out, or '-' with the reason, or '?'. */
typedef char (*peer_answer)(char op, const uint8_t *p, size_t len, struct reply *out);

static inline bool serve_read(uint8_t *p, size_t len)
{
    return fread(p, 1, len, stdin) == len;
}

static inline int serve_peer(peer_answer answer, const char *name, const char *version, const char *express)
{
    struct reply in = {0}, out = {0};
    uint8_t head[5];
    while (serve_read(head, 5)) {
        uint32_t len = (uint32_t)head[1] << 24 | (uint32_t)head[2] << 16 | (uint32_t)head[3] << 8 | head[4];
        in.len = out.len = 0;
        if (!serve_read(reply_room(&in, len), len)) return 1;
        char status = '+';
        if (head[0] == 'h')
            reply_print(&out, "name %s\nversion %s\nexpress %s\n", name, version, express);
        else
            status = answer((char)head[0], in.ptr, len, &out);
        head[0] = (uint8_t)status;
        for (int i = 0; i < 4; i++) head[1 + i] = (uint8_t)(out.len >> (24 - 8 * i));
        fwrite(head, 1, 5, stdout);
        fwrite(out.ptr, 1, out.len, stdout);
        if (fflush(stdout)) return 1;
    }
    return 0;
}

#endif

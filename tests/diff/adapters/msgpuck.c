/* SPDX-License-Identifier: MIT
 * peer: msgpuck
 * needs: gcc libc6-dev libmsgpuck-dev
 * build: cc -O2 tests/diff/adapters/msgpuck.c -lmsgpuck -o $OUT/msgpuck
 * run: $OUT/msgpuck
 * quick: yes
 *
 * mp_check judges; then each item is decoded by the function of its type and encoded again by its counterpart. This version has no
 * functions for ext, but to check and to skip it.
 */
#include <msgpuck.h>

#include "lib/serve_c.h"

/* Of one item: its text, or its bytes if op is 'e'. Deeper than any document of the corpus nothing is asked. */
static void puck_item(const char **p, char op, struct reply *out);

static void puck_container(const char **p, char op, struct reply *out)
{
    bool map = mp_typeof(**p) == MP_MAP;
    uint32_t count = map ? mp_decode_map(p) : mp_decode_array(p);
    char head[5];
    if (op == 'e') {
        size_t len = (size_t)((map ? mp_encode_map(head, count) : mp_encode_array(head, count)) - head);
        memcpy(reply_room(out, len), head, len);
    }
    if (op == 'v') reply_print(out, map ? "{" : "[");
    for (uint32_t i = 0; i < count; i++) {
        if (i && op == 'v') reply_print(out, ",");
        puck_item(p, op, out);
        if (map && op == 'v') reply_print(out, "=");
        if (map) puck_item(p, op, out);
    }
    if (op == 'v') reply_print(out, map ? "}" : "]");
}

static void puck_text(const char **p, struct reply *out)
{
    uint32_t len;
    const char *bytes;
    switch (mp_typeof(**p)) {
    case MP_NIL: mp_decode_nil(p), reply_print(out, "N"); break;
    case MP_BOOL: reply_print(out, mp_decode_bool(p) ? "T" : "F"); break;
    case MP_UINT: reply_print(out, "i%" PRIu64, mp_decode_uint(p)); break;
    case MP_INT: reply_print(out, "i%" PRId64, mp_decode_int(p)); break;
    case MP_FLOAT: reply_f32(out, mp_decode_float(p)); break;
    case MP_DOUBLE: reply_f64(out, mp_decode_double(p)); break;
    case MP_STR: bytes = mp_decode_str(p, &len), reply_print(out, "s"), reply_hex(out, bytes, len); break;
    case MP_BIN: bytes = mp_decode_bin(p, &len), reply_print(out, "b"), reply_hex(out, bytes, len); break;
    default: mp_next(p), reply_print(out, "x");
    }
}

static void puck_bytes(const char **p, struct reply *out)
{
    uint32_t len;
    const char *bytes;
    char *start = (char *)reply_room(out, 9), *end;
    size_t at = (size_t)(start - (char *)out->ptr);
    enum mp_type kind = mp_typeof(**p);
    switch (kind) {
    case MP_NIL: mp_decode_nil(p), end = mp_encode_nil(start); break;
    case MP_BOOL: end = mp_encode_bool(start, mp_decode_bool(p)); break;
    case MP_UINT: end = mp_encode_uint(start, mp_decode_uint(p)); break;
    case MP_INT: end = mp_encode_int(start, mp_decode_int(p)); break;
    case MP_FLOAT: end = mp_encode_float(start, mp_decode_float(p)); break;
    case MP_DOUBLE: end = mp_encode_double(start, mp_decode_double(p)); break;
    case MP_STR:
    case MP_BIN:
        bytes = kind == MP_STR ? mp_decode_str(p, &len) : mp_decode_bin(p, &len);
        start = (char *)reply_room(out, len) - 9;
        end = kind == MP_STR ? mp_encode_str(start, bytes, len) : mp_encode_bin(start, bytes, len);
        break;
    default: mp_next(p), end = mp_encode_nil(start);
    }
    out->len = at + (size_t)(end - start);
}

static void puck_item(const char **p, char op, struct reply *out)
{
    enum mp_type kind = mp_typeof(**p);
    if (kind == MP_ARRAY || kind == MP_MAP)
        puck_container(p, op, out);
    else if (op == 'v')
        puck_text(p, out);
    else
        puck_bytes(p, out);
}

static char puck_answer(char op, const uint8_t *p, size_t len, struct reply *out)
{
    const char *at = (const char *)p, *end = at + len;
    if (!strchr("eva", op)) return '?';
    if (len == 0 || mp_check(&at, end) != 0 || at != end) {
        reply_print(out, "mp_check");
        return '-';
    }
    at = (const char *)p;
    if (op != 'a') puck_item(&at, op, out);
    return '+';
}

int main(void)
{
    return serve_peer(puck_answer, "msgpuck", "1.0.3", "u64 i64 f32 f64 bits int-float bin dup order utf8-raw nil-key any-key");
}

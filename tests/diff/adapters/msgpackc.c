/* SPDX-License-Identifier: MIT
 * peer: msgpack-c
 * needs: gcc libc6-dev libmsgpack-dev
 * build: cc -O2 tests/diff/adapters/msgpackc.c -lmsgpackc -o $OUT/msgpackc
 * run: $OUT/msgpackc
 * quick: yes
 *
 * A message becomes a msgpack_object and is packed from it. Every float is a double in there, with a type that remembers float 32.
 */
#include <msgpack.h>

#include "lib/serve_c.h"

static void object_text(const msgpack_object *o, struct reply *out);

static void object_array(const msgpack_object *o, struct reply *out)
{
    reply_print(out, "[");
    for (uint32_t i = 0; i < o->via.array.size; i++) {
        if (i) reply_print(out, ",");
        object_text(&o->via.array.ptr[i], out);
    }
    reply_print(out, "]");
}

static void object_map(const msgpack_object *o, struct reply *out)
{
    reply_print(out, "{");
    for (uint32_t i = 0; i < o->via.map.size; i++) {
        if (i) reply_print(out, ",");
        object_text(&o->via.map.ptr[i].key, out);
        reply_print(out, "=");
        object_text(&o->via.map.ptr[i].val, out);
    }
    reply_print(out, "}");
}

static void object_text(const msgpack_object *o, struct reply *out)
{
    switch (o->type) {
    case MSGPACK_OBJECT_NIL: reply_print(out, "N"); break;
    case MSGPACK_OBJECT_BOOLEAN: reply_print(out, o->via.boolean ? "T" : "F"); break;
    case MSGPACK_OBJECT_POSITIVE_INTEGER: reply_print(out, "i%" PRIu64, o->via.u64); break;
    case MSGPACK_OBJECT_NEGATIVE_INTEGER: reply_print(out, "i%" PRId64, o->via.i64); break;
    case MSGPACK_OBJECT_FLOAT32: reply_f32(out, (float)o->via.f64); break;
    case MSGPACK_OBJECT_FLOAT64: reply_f64(out, o->via.f64); break;
    case MSGPACK_OBJECT_STR: reply_print(out, "s"), reply_hex(out, o->via.str.ptr, o->via.str.size); break;
    case MSGPACK_OBJECT_BIN: reply_print(out, "b"), reply_hex(out, o->via.bin.ptr, o->via.bin.size); break;
    case MSGPACK_OBJECT_EXT: reply_print(out, "x%d:", o->via.ext.type), reply_hex(out, o->via.ext.ptr, o->via.ext.size); break;
    case MSGPACK_OBJECT_ARRAY: object_array(o, out); break;
    case MSGPACK_OBJECT_MAP: object_map(o, out); break;
    default: reply_print(out, "?");
    }
}

static int object_write(void *out, const char *p, size_t len)
{
    memcpy(reply_room((struct reply *)out, len), p, len);
    return 0;
}

static char object_answer(char op, const uint8_t *p, size_t len, struct reply *out)
{
    msgpack_unpacked unpacked;
    msgpack_packer packer;
    size_t used = 0;
    if (!strchr("eva", op)) return '?';
    msgpack_unpacked_init(&unpacked);
    msgpack_unpack_return got = msgpack_unpack_next(&unpacked, (const char *)p, len, &used);
    bool fine = got == MSGPACK_UNPACK_SUCCESS && used == len;
    if (!fine) reply_print(out, "msgpack_unpack_next gives %d after %zu bytes", (int)got, used);
    if (fine && op == 'v') object_text(&unpacked.data, out);
    if (fine && op == 'e') {
        msgpack_packer_init(&packer, out, object_write);
        fine = msgpack_pack_object(&packer, unpacked.data) == 0;
    }
    msgpack_unpacked_destroy(&unpacked);
    return fine ? '+' : '-';
}

int main(void)
{
    return serve_peer(object_answer, "msgpack-c", msgpack_version(),
                      "u64 i64 f32 f64 bits int-float bin ext time dup order utf8-raw nil-key any-key");
}

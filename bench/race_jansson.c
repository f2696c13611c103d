/* SPDX-License-Identifier: MIT
 * jansson, the C library people reach for: JSON into its tree and that into msgpack-c's packer; back by msgpack-c's tree into its tree
 * and that into text. Its trees cannot be reused. It knows no unsigned 64-bit integers; the documents have none.
 */
#include "bench.h"

#include <jansson.h>
#include <msgpack.h>
#include <stdlib.h>

typedef struct jans_state {
    const bench_input *in;
    msgpack_sbuffer out;
    msgpack_packer packer;
    msgpack_zone zone;
    char *text;
    size_t text_cap, text_len;
} jans_state;

static void *jans_open(const bench_input *in)
{
    jans_state *s = (jans_state *)bench_alloc(sizeof *s);
    s->in = in;
    msgpack_sbuffer_init(&s->out);
    msgpack_packer_init(&s->packer, &s->out, msgpack_sbuffer_write);
    if (!msgpack_zone_init(&s->zone, in->msgs[0].items * sizeof(msgpack_object) + 4096)) bench_die("msgpack_zone_init");
    s->text_cap = 2 * in->msgs[0].json_len + 64;
    s->text = (char *)bench_alloc(s->text_cap);
    return s;
}

static void jans_close(void *state)
{
    jans_state *s = (jans_state *)state;
    msgpack_sbuffer_destroy(&s->out);
    msgpack_zone_destroy(&s->zone);
    free(s->text);
    free(s);
}

static void jans_pack(msgpack_packer *pk, json_t *v)
{
    const char *key;
    json_t *item;
    size_t i;
    switch (json_typeof(v)) {
    case JSON_NULL: msgpack_pack_nil(pk); break;
    case JSON_TRUE: msgpack_pack_true(pk); break;
    case JSON_FALSE: msgpack_pack_false(pk); break;
    case JSON_INTEGER: msgpack_pack_int64(pk, json_integer_value(v)); break;
    case JSON_REAL: msgpack_pack_double(pk, json_real_value(v)); break;
    case JSON_STRING: msgpack_pack_str_with_body(pk, json_string_value(v), json_string_length(v)); break;
    case JSON_ARRAY:
        msgpack_pack_array(pk, json_array_size(v));
        json_array_foreach(v, i, item) jans_pack(pk, item);
        break;
    case JSON_OBJECT:
        msgpack_pack_map(pk, json_object_size(v));
        json_object_foreach(v, key, item)
        {
            msgpack_pack_str_with_body(pk, key, strlen(key));
            jans_pack(pk, item);
        }
        break;
    }
}

static uint64_t jans_from_json(void *state, size_t first, size_t count)
{
    jans_state *s = (jans_state *)state;
    const bench_msg *m = s->in->msgs + first;
    json_error_t error;
    json_t *root = json_loadb(m->json, m->json_len, 0, &error);
    (void)count;
    if (!root) bench_die(error.text);
    msgpack_sbuffer_clear(&s->out);
    jans_pack(&s->packer, root);
    json_decref(root);
    return s->out.size;
}

static uint64_t jans_packed(void *state, size_t index)
{
    jans_state *s = (jans_state *)state;
    (void)index;
    return bench_digest_bytes(s->out.data, s->out.size);
}

static json_t *jans_value(const msgpack_object *o)
{
    json_t *v;
    switch (o->type) {
    case MSGPACK_OBJECT_NIL: return json_null();
    case MSGPACK_OBJECT_BOOLEAN: return json_boolean(o->via.boolean);
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
    case MSGPACK_OBJECT_NEGATIVE_INTEGER: return json_integer(o->via.i64);
    case MSGPACK_OBJECT_FLOAT64: return json_real(o->via.f64);
    case MSGPACK_OBJECT_STR: return json_stringn(o->via.str.ptr ? o->via.str.ptr : "", o->via.str.size);
    case MSGPACK_OBJECT_ARRAY:
        v = json_array();
        for (uint32_t i = 0; i < o->via.array.size; i++) json_array_append_new(v, jans_value(o->via.array.ptr + i));
        return v;
    case MSGPACK_OBJECT_MAP:
        v = json_object();
        for (uint32_t i = 0; i < o->via.map.size; i++) {
            const msgpack_object_kv *kv = o->via.map.ptr + i;
            char key[1024]; /* this version wants keys that end in NUL */
            if (kv->key.type != MSGPACK_OBJECT_STR || kv->key.via.str.size >= sizeof key) bench_die("jansson: key");
            memcpy(key, kv->key.via.str.ptr, kv->key.via.str.size);
            key[kv->key.via.str.size] = 0;
            json_object_set_new(v, key, jans_value(&kv->val));
        }
        return v;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_BIN:
    case MSGPACK_OBJECT_EXT: break;
    }
    bench_die("jansson: unexpected type");
}

static uint64_t jans_to_json(void *state, size_t first, size_t count)
{
    jans_state *s = (jans_state *)state;
    const bench_msg *m = s->in->msgs + first;
    msgpack_object tree;
    size_t end = 0;
    (void)count;
    msgpack_zone_clear(&s->zone);
    if (msgpack_unpack((const char *)m->ptr, m->len, &end, &s->zone, &tree) != MSGPACK_UNPACK_SUCCESS)
        bench_die("msgpack_unpack");
    json_t *root = jans_value(&tree);
    s->text_len = json_dumpb(root, s->text, s->text_cap, JSON_COMPACT);
    json_decref(root);
    if (s->text_len == 0 || s->text_len > s->text_cap) bench_die("json_dumpb");
    return s->text_len;
}

static uint64_t jans_text(void *state, size_t index)
{
    jans_state *s = (jans_state *)state;
    (void)index;
    return bench_digest_json(s->text, s->text_len);
}

const bench_entrant bench_jansson[] = {
    {"from-json", "jansson", BENCH_PEER, BENCH_BYTES, jans_open, jans_from_json, jans_packed, jans_close},
    {"to-json", "jansson", BENCH_PEER, BENCH_VALUES, jans_open, jans_to_json, jans_text, jans_close},
    {NULL, NULL, BENCH_PEER, BENCH_SUM, NULL, NULL, NULL, NULL},
};

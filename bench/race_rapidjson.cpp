/* SPDX-License-Identifier: MIT
 * RapidJSON's event reader feeding a MessagePack writer, and a MessagePack reader feeding RapidJSON's writer: the fastest such pairs that
 * can be had. Numbers are read in full precision and UTF-8 is validated, both ways, as cinch does. SAX tells a container's count at its
 * end only, so containers get the widest header and it is filled in afterwards: not the smallest format, which is to these pairs' good.
 * "rapidjson" writes by msgpack-c's packer and reads by its tree; "rapidjson-msgpuck" by msgpuck, into a buffer known to be large enough.
 */
#include "bench.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include <msgpack.h>
#ifdef BENCH_HAVE_MSGPUCK
#include <msgpuck.h>
#endif
#include <rapidjson/encodings.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace
{

const unsigned rapid_read_flags = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;
using rapid_writer = rapidjson::Writer<rapidjson::StringBuffer, rapidjson::UTF8<>, rapidjson::UTF8<>, rapidjson::CrtAllocator,
                                       rapidjson::kWriteValidateEncodingFlag>;

struct rapid_state {
    const bench_input *in;
    rapidjson::Reader reader;
    std::vector<size_t> open; /* where each open container's header is */
    msgpack_sbuffer out;
    msgpack_packer packer;
    std::vector<char> room; /* msgpuck's */
    size_t len;
    msgpack_zone zone;
    rapidjson::StringBuffer text;
    rapid_writer writer;
};

void *rapid_open(const bench_input *in)
{
    rapid_state *s = new rapid_state;
    s->in = in;
    msgpack_sbuffer_init(&s->out);
    msgpack_packer_init(&s->packer, &s->out, msgpack_sbuffer_write);
    if (!msgpack_zone_init(&s->zone, in->msgs[0].items * sizeof(msgpack_object) + 4096)) bench_die("msgpack_zone_init");
    s->room.resize(in->msgs[0].len + 5 * in->msgs[0].items);
    return s;
}

void rapid_close(void *state)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    msgpack_sbuffer_destroy(&s->out);
    msgpack_zone_destroy(&s->zone);
    delete s;
}

void rapid_fill(char *header, unsigned lead, uint32_t count)
{
    header[0] = static_cast<char>(lead);
    for (int i = 0; i < 4; i++) header[1 + i] = static_cast<char>(count >> (24 - 8 * i));
}

/* ---- text to msgpack-c */

struct rapid_to_packer {
    rapid_state *s;
    bool Null()
    {
        return msgpack_pack_nil(&s->packer) == 0;
    }
    bool Bool(bool v)
    {
        return (v ? msgpack_pack_true(&s->packer) : msgpack_pack_false(&s->packer)) == 0;
    }
    bool Int(int v)
    {
        return msgpack_pack_int64(&s->packer, v) == 0;
    }
    bool Uint(unsigned v)
    {
        return msgpack_pack_uint64(&s->packer, v) == 0;
    }
    bool Int64(int64_t v)
    {
        return msgpack_pack_int64(&s->packer, v) == 0;
    }
    bool Uint64(uint64_t v)
    {
        return msgpack_pack_uint64(&s->packer, v) == 0;
    }
    bool Double(double v)
    {
        return msgpack_pack_double(&s->packer, v) == 0;
    }
    bool RawNumber(const char *, rapidjson::SizeType, bool)
    {
        return false;
    }
    bool String(const char *p, rapidjson::SizeType len, bool)
    {
        return msgpack_pack_str_with_body(&s->packer, p, len) == 0;
    }
    bool Key(const char *p, rapidjson::SizeType len, bool)
    {
        return msgpack_pack_str_with_body(&s->packer, p, len) == 0;
    }
    bool StartArray()
    {
        return Open();
    }
    bool StartObject()
    {
        return Open();
    }
    bool EndArray(rapidjson::SizeType count)
    {
        return Close(0xdd, count);
    }
    bool EndObject(rapidjson::SizeType count)
    {
        return Close(0xdf, count);
    }
    bool Open()
    {
        s->open.push_back(s->out.size);
        return msgpack_sbuffer_write(&s->out, "\0\0\0\0", 5) == 0;
    }
    bool Close(unsigned lead, uint32_t count)
    {
        rapid_fill(s->out.data + s->open.back(), lead, count);
        s->open.pop_back();
        return true;
    }
};

uint64_t rapid_from_json(void *state, size_t first, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    rapidjson::MemoryStream bytes(s->in->msgs[first].json, s->in->msgs[first].json_len);
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> text(bytes);
    rapid_to_packer handler = {s};
    msgpack_sbuffer_clear(&s->out);
    if (!s->reader.Parse<rapid_read_flags>(text, handler)) bench_die("rapidjson");
    return s->out.size;
}

uint64_t rapid_packed(void *state, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    return bench_digest_msgpack(s->out.data, s->out.size);
}

/* ---- msgpack-c to text */

void rapid_put(rapid_writer &w, const msgpack_object *o)
{
    switch (o->type) {
    case MSGPACK_OBJECT_NIL: w.Null(); return;
    case MSGPACK_OBJECT_BOOLEAN: w.Bool(o->via.boolean); return;
    case MSGPACK_OBJECT_POSITIVE_INTEGER: w.Uint64(o->via.u64); return;
    case MSGPACK_OBJECT_NEGATIVE_INTEGER: w.Int64(o->via.i64); return;
    case MSGPACK_OBJECT_FLOAT64: w.Double(o->via.f64); return;
    case MSGPACK_OBJECT_STR: w.String(o->via.str.ptr ? o->via.str.ptr : "", o->via.str.size); return;
    case MSGPACK_OBJECT_ARRAY:
        w.StartArray();
        for (uint32_t i = 0; i < o->via.array.size; i++) rapid_put(w, o->via.array.ptr + i);
        w.EndArray();
        return;
    case MSGPACK_OBJECT_MAP:
        w.StartObject();
        for (uint32_t i = 0; i < o->via.map.size; i++) {
            const msgpack_object_kv *kv = o->via.map.ptr + i;
            if (kv->key.type != MSGPACK_OBJECT_STR) bench_die("rapidjson: key");
            w.Key(kv->key.via.str.ptr, kv->key.via.str.size);
            rapid_put(w, &kv->val);
        }
        w.EndObject();
        return;
    default: bench_die("rapidjson: unexpected type");
    }
}

uint64_t rapid_to_json(void *state, size_t first, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    const bench_msg *m = s->in->msgs + first;
    msgpack_object root;
    size_t end = 0;
    msgpack_zone_clear(&s->zone);
    if (msgpack_unpack(reinterpret_cast<const char *>(m->ptr), m->len, &end, &s->zone, &root) != MSGPACK_UNPACK_SUCCESS)
        bench_die("msgpack_unpack");
    s->text.Clear();
    s->writer.Reset(s->text);
    rapid_put(s->writer, &root);
    if (!s->writer.IsComplete()) bench_die("rapidjson: incomplete");
    return s->text.GetSize();
}

uint64_t rapid_text(void *state, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    return bench_digest_json(s->text.GetString(), s->text.GetSize());
}

#ifdef BENCH_HAVE_MSGPUCK

/* ---- text to msgpuck */

struct rapid_to_puck {
    char *out;
    std::vector<size_t> &open;
    char *start;
    bool Null()
    {
        return Put(mp_encode_nil(out));
    }
    bool Bool(bool v)
    {
        return Put(mp_encode_bool(out, v));
    }
    bool Int(int v)
    {
        return Int64(v);
    }
    bool Uint(unsigned v)
    {
        return Put(mp_encode_uint(out, v));
    }
    bool Int64(int64_t v)
    {
        return Put(v < 0 ? mp_encode_int(out, v) : mp_encode_uint(out, static_cast<uint64_t>(v)));
    }
    bool Uint64(uint64_t v)
    {
        return Put(mp_encode_uint(out, v));
    }
    bool Double(double v)
    {
        return Put(mp_encode_double(out, v));
    }
    bool RawNumber(const char *, rapidjson::SizeType, bool)
    {
        return false;
    }
    bool String(const char *p, rapidjson::SizeType len, bool)
    {
        return Put(mp_encode_str(out, p, len));
    }
    bool Key(const char *p, rapidjson::SizeType len, bool)
    {
        return Put(mp_encode_str(out, p, len));
    }
    bool StartArray()
    {
        return Open();
    }
    bool StartObject()
    {
        return Open();
    }
    bool EndArray(rapidjson::SizeType count)
    {
        return Close(0xdd, count);
    }
    bool EndObject(rapidjson::SizeType count)
    {
        return Close(0xdf, count);
    }
    bool Put(char *next)
    {
        out = next;
        return true;
    }
    bool Open()
    {
        open.push_back(static_cast<size_t>(out - start));
        return Put(out + 5);
    }
    bool Close(unsigned lead, uint32_t count)
    {
        rapid_fill(start + open.back(), lead, count);
        open.pop_back();
        return true;
    }
};

uint64_t rapid_puck_from_json(void *state, size_t first, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    rapidjson::MemoryStream bytes(s->in->msgs[first].json, s->in->msgs[first].json_len);
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> text(bytes);
    rapid_to_puck handler = {s->room.data(), s->open, s->room.data()};
    if (!s->reader.Parse<rapid_read_flags>(text, handler)) bench_die("rapidjson");
    s->len = static_cast<size_t>(handler.out - handler.start);
    return s->len;
}

uint64_t rapid_puck_packed(void *state, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    return bench_digest_msgpack(s->room.data(), s->len);
}

/* ---- msgpuck to text */

void rapid_puck_put(rapid_writer &w, const char **p)
{
    uint32_t count, len;
    const char *text;
    switch (mp_typeof(**p)) {
    case MP_NIL:
        mp_decode_nil(p);
        w.Null();
        return;
    case MP_BOOL: w.Bool(mp_decode_bool(p)); return;
    case MP_UINT: w.Uint64(mp_decode_uint(p)); return;
    case MP_INT: w.Int64(mp_decode_int(p)); return;
    case MP_DOUBLE: w.Double(mp_decode_double(p)); return;
    case MP_STR:
        text = mp_decode_str(p, &len);
        w.String(text, len);
        return;
    case MP_ARRAY:
        w.StartArray();
        for (count = mp_decode_array(p); count; count--) rapid_puck_put(w, p);
        w.EndArray();
        return;
    case MP_MAP:
        w.StartObject();
        for (count = mp_decode_map(p); count; count--) {
            if (mp_typeof(**p) != MP_STR) bench_die("rapidjson: key");
            text = mp_decode_str(p, &len);
            w.Key(text, len);
            rapid_puck_put(w, p);
        }
        w.EndObject();
        return;
    default: bench_die("rapidjson: unexpected type");
    }
}

uint64_t rapid_puck_to_json(void *state, size_t first, size_t)
{
    rapid_state *s = static_cast<rapid_state *>(state);
    const bench_msg *m = s->in->msgs + first;
    const char *p = reinterpret_cast<const char *>(m->ptr);
    if (mp_check(&p, p + m->len) != 0) bench_die("mp_check");
    p = reinterpret_cast<const char *>(m->ptr);
    s->text.Clear();
    s->writer.Reset(s->text);
    rapid_puck_put(s->writer, &p);
    if (!s->writer.IsComplete()) bench_die("rapidjson: incomplete");
    return s->text.GetSize();
}

#endif

} // namespace

extern "C" const bench_entrant bench_rapidjson[] = {
    {"from-json", "rapidjson", BENCH_PEER, BENCH_VALUES, rapid_open, rapid_from_json, rapid_packed, rapid_close},
    {"to-json", "rapidjson", BENCH_PEER, BENCH_VALUES, rapid_open, rapid_to_json, rapid_text, rapid_close},
#ifdef BENCH_HAVE_MSGPUCK
    {"from-json", "rapidjson-msgpuck", BENCH_PEER, BENCH_VALUES, rapid_open, rapid_puck_from_json, rapid_puck_packed,
     rapid_close},
    {"to-json", "rapidjson-msgpuck", BENCH_PEER, BENCH_VALUES, rapid_open, rapid_puck_to_json, rapid_text, rapid_close},
#endif
    {nullptr, nullptr, BENCH_PEER, BENCH_SUM, nullptr, nullptr, nullptr, nullptr},
};

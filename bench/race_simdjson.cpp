/* SPDX-License-Identifier: MIT
 * simdjson (Debian's build), whose DOM parse is half of from-json: it reads and validates the text and writes nothing. A yardstick.
 * The parser's memory is reused and the text padded beforehand.
 */
#include "bench.h"

#include <simdjson.h>
#include <vector>

namespace
{

struct simd_state {
    const bench_input *in;
    simdjson::dom::parser parser;
    std::vector<simdjson::padded_string> texts;
    simdjson::dom::element root;
};

void *simd_open(const bench_input *in)
{
    simd_state *s = new simd_state;
    s->in = in;
    for (size_t i = 0; i < in->count; i++) s->texts.emplace_back(in->msgs[i].json, in->msgs[i].json_len);
    return s;
}

uint64_t simd_parse(void *state, size_t first, size_t)
{
    simd_state *s = static_cast<simd_state *>(state);
    if (s->parser.parse(s->texts[first]).get(s->root) != simdjson::SUCCESS) bench_die("simdjson");
    return static_cast<uint64_t>(s->root.type());
}

void simd_digest_element(bench_digest *d, simdjson::dom::element v)
{
    using simdjson::dom::element_type;
    switch (v.type()) {
    case element_type::NULL_VALUE: bench_digest_nil(d); break;
    case element_type::BOOL: bench_digest_bool(d, bool(v)); break;
    case element_type::UINT64: bench_digest_u64(d, uint64_t(v)); break;
    case element_type::INT64: bench_digest_i64(d, int64_t(v)); break;
    case element_type::DOUBLE: bench_digest_f64(d, double(v)); break;
    case element_type::STRING: {
        std::string_view s = v;
        bench_digest_str(d, s.data(), s.size());
        break;
    }
    case element_type::ARRAY: {
        simdjson::dom::array a = v;
        bench_digest_array(d, a.size());
        for (simdjson::dom::element item : a) simd_digest_element(d, item);
        break;
    }
    case element_type::OBJECT: {
        simdjson::dom::object o = v;
        bench_digest_map(d, o.size());
        for (simdjson::dom::key_value_pair kv : o) {
            bench_digest_str(d, kv.key.data(), kv.key.size());
            simd_digest_element(d, kv.value);
        }
        break;
    }
    }
}

uint64_t simd_digest(void *state, size_t)
{
    bench_digest d = {0};
    simd_digest_element(&d, static_cast<simd_state *>(state)->root);
    return d.h;
}

void simd_close(void *state)
{
    delete static_cast<simd_state *>(state);
}

} // namespace

extern "C" const bench_entrant bench_simdjson[] = {
    {"from-json", "simdjson", BENCH_YARD, BENCH_VALUES, simd_open, simd_parse, simd_digest, simd_close},
    {nullptr, nullptr, BENCH_YARD, BENCH_SUM, nullptr, nullptr, nullptr, nullptr},
};

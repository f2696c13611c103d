/* SPDX-License-Identifier: MIT
 * The works by name, and who of the libraries at hand can do them.
 */
#include "bench.h"

#define DOCUMENTS(task)                                                                                                        \
    {task "/twitter", task, "twitter"}, {task "/citm", task, "citm"}, {task "/canada", task, "canada"},                        \
    {                                                                                                                          \
        task "/random", task, "random"                                                                                         \
    }
#define BOTH(input, kind)                                                                                                      \
    {input "/encode", kind "-encode", input},                                                                                  \
    {                                                                                                                          \
        input "/decode", kind "-decode", input                                                                                 \
    }
#define STRINGS(input)                                                                                                         \
    {input "/encode", "strings-encode", input}, {input "/views", "strings-views", input},                                      \
    {                                                                                                                          \
        input "/copies", "strings-copies", input                                                                               \
    }
#define RECORD(n)                                                                                                              \
    {"gen-encode/record" n, "gen-encode-" n, "record" n}, {"gen-decode/record" n, "gen-decode-" n, "record" n},                \
        {"gen-decode/record" n "-shuffled", "gen-decode-" n, "record" n "-shuffled"},                                          \
    {                                                                                                                          \
        "gen-decode/record" n "-sparse", "gen-decode-" n, "record" n "-sparse"                                                 \
    }
#define KIND(input, task)                                                                                                      \
    {"gen-encode/" input, "gen-encode-" task, input},                                                                          \
    {                                                                                                                          \
        "gen-decode/" input, "gen-decode-" task, input                                                                         \
    }

const bench_work bench_works[] = {
    DOCUMENTS("tree"),
    DOCUMENTS("tree-utf8"),
    DOCUMENTS("pull"),
    DOCUMENTS("skip"),
    DOCUMENTS("write"),
    DOCUMENTS("from-json"),
    DOCUMENTS("to-json"),
    {"envelope-many/write", "write", "envelope-many"},
    {"envelope-many/tree", "tree", "envelope-many"},
    {"envelope-many/pull", "pull", "envelope-many"},
    BOTH("f64s", "f64s"),
    BOTH("i64s-random", "i64s"),
    BOTH("i64s-small", "i64s"),
    STRINGS("strings"),
    STRINGS("strings-many"),
    {"gen-encode/message", "gen-encode", "message"},
    {"gen-encode/message-many", "gen-encode", "message-many"},
    {"gen-encode/message-16k", "gen-encode", "message-16k"},
    {"gen-decode/message", "gen-decode", "message"},
    {"gen-decode/message-many", "gen-decode", "message-many"},
    {"gen-decode/message-16k", "gen-decode", "message-16k"},
    {"gen-decode/message-other-order", "gen-decode", "message-other-order"},
    {"gen-decode/message-shuffled", "gen-decode", "message-shuffled"},
    {"gen-decode/message-optional", "gen-optional", "message-optional"},
    {"gen-decode/message-unknown", "gen-decode", "message-unknown"},
    RECORD("20"),
    RECORD("40"),
    KIND("document", "document"),
    KIND("string-list", "string-list"),
    KIND("telemetry", "telemetry"),
    KIND("record20-array", "20-array"),
    KIND("record20-intkeys", "20-intkeys"),
    {"gen-encode/message-static", "gen-encode-static", "message-many"},
    {"gen-decode/message-static", "gen-decode-static", "message-many"},
    {NULL, NULL, NULL},
};

static const bench_entrant *const works_libraries[] = {
#ifdef BENCH_HAVE_CINCH_CORE
    bench_cinch_core,
#endif
#ifdef BENCH_HAVE_CINCH_TREE
    bench_cinch_tree,
#endif
#ifdef BENCH_HAVE_CINCH_JSON
    bench_cinch_json,
#endif
#ifdef BENCH_HAVE_CINCH_GEN
    bench_generated,     bench_generated_kinds,
#ifdef BENCH_HAVE_MSGPUCK
    bench_msgpuck_kinds,
#endif
#endif
    bench_hand,
#ifdef BENCH_HAVE_MSGPACKC
    bench_msgpackc,      bench_msgpackc_record,
#endif
#ifdef BENCH_HAVE_MSGPUCK
    bench_msgpuck,       bench_msgpuck_record,
#endif
#ifdef BENCH_HAVE_SIMDJSON
    bench_simdjson,
#endif
#ifdef BENCH_HAVE_RAPIDJSON
    bench_rapidjson,
#endif
#ifdef BENCH_HAVE_JANSSON
    bench_jansson,
#endif
    bench_memcpy,
};

size_t bench_entrants_of(const char *task, const bench_entrant **out, size_t cap)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof works_libraries / sizeof *works_libraries; i++) {
        for (const bench_entrant *e = works_libraries[i]; e->task; e++) {
            if (strcmp(e->task, task) == 0 && count < cap) out[count++] = e;
        }
    }
    return count;
}

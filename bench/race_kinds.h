/* SPDX-License-Identifier: MIT
 * The race of generated code over records of more than scalars and strings, for cinch and for code by hand over msgpuck, which fills the same
 * structs: a document, lists, the record of 20 fields as an array and with integer keys, the one of 8 with its strings in the struct.
 */
#ifndef RACE_KINDS_H
#define RACE_KINDS_H

#include "document.h"
#include "message_static.h"
#include "record.h"
#include "record20_array.h"
#include "record20_intkeys.h"
#include "string_list.h"
#include "telemetry.h"

enum { KINDS_ITEMS = 64 };

typedef gen_document kinds_document;
typedef gen_string_list kinds_strings;
typedef gen_telemetry kinds_telemetry;
typedef gen_record20_array kinds_array;
typedef gen_record20_intkeys kinds_intkeys;
typedef gen_message_static kinds_static;

typedef struct kinds_state {
    const bench_input *in;
    void *records; /* of the input's struct */
    union {
        kinds_document document;
        kinds_strings strings;
        kinds_telemetry telemetry;
        kinds_array array;
        kinds_intkeys intkeys;
        kinds_static fixed;
    } last;
    cinch_arena arena, kept;
    gen_document_items_item items[KINDS_ITEMS]; /* room for one who has no arena */
    cinch_str texts[KINDS_ITEMS];
    double numbers[KINDS_ITEMS];
    _Alignas(4096) uint8_t out[4096];
    size_t len;
} kinds_state;

/* The name of each kind in the union, its task, and a word of what was read. */
#define KINDS(X)                                                                                                               \
    X(document, "document", v->items.count + v->tags.count + (uint64_t)v->meta.id)                                             \
    X(strings, "string-list", v->values.count + (v->values.count ? v->values.items[0].len : 0))                                \
    X(telemetry, "telemetry", v->values.count)                                                                                 \
    X(array, "20-array", (uint64_t)v->id + v->region.len)                                                                      \
    X(intkeys, "20-intkeys", (uint64_t)v->id + v->region.len)                                                                  \
    X(fixed, "static", (uint64_t)v->f_int64 + v->f_string_2.len)
typedef kinds_static kinds_fixed;

void *kinds_open(const bench_input *in); /* nothing to write */
void kinds_close(void *state);
uint64_t kinds_written(void *state, size_t index);
#define KINDS_SHARED(kind, task, word)                                                                                         \
    void *kinds_open_##kind(const bench_input *in); /* with the records to write */                                            \
    uint64_t kinds_digest_##kind(void *state, size_t index);
KINDS(KINDS_SHARED)

/* Runs for an entrant who has
 *     bool prefix_decode_kind(kinds_state *, const bench_msg *, kinds_kind *)
 *     size_t prefix_encode_kind(kinds_state *, const kinds_kind *) */
#define KINDS_RUNS(kind, task, word)                                                                                           \
    static uint64_t KINDS_NAME(decode_run_##kind)(void *state, size_t first, size_t count)                                     \
    {                                                                                                                          \
        kinds_state *s = (kinds_state *)state;                                                                                 \
        kinds_##kind *v = &s->last.kind;                                                                                       \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            if (!KINDS_NAME(decode_##kind)(s, s->in->msgs + i, v)) bench_die("refused: " task);                                \
            sum += word;                                                                                                       \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }                                                                                                                          \
    static uint64_t KINDS_NAME(encode_run_##kind)(void *state, size_t first, size_t count)                                     \
    {                                                                                                                          \
        kinds_state *s = (kinds_state *)state;                                                                                 \
        const kinds_##kind *all = (const kinds_##kind *)s->records;                                                            \
        uint64_t sum = 0;                                                                                                      \
        for (size_t i = first; i < first + count; i++) {                                                                       \
            s->len = KINDS_NAME(encode_##kind)(s, all + i);                                                                    \
            if (!s->len) bench_die("no room: " task);                                                                          \
            sum += s->len;                                                                                                     \
        }                                                                                                                      \
        return sum;                                                                                                            \
    }
#define KINDS_ROWS(kind, task, word)                                                                                           \
    {"gen-decode-" task,  KINDS_WHO,  KINDS_RANK, BENCH_VALUES, kinds_open, KINDS_NAME(decode_run_##kind),                     \
     kinds_digest_##kind, kinds_close},                                                                                        \
        {"gen-encode-" task, KINDS_WHO,  KINDS_RANK, BENCH_BYTES, kinds_open_##kind, KINDS_NAME(encode_run_##kind),            \
         kinds_written,      kinds_close},

#endif

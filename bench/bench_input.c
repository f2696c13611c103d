/* SPDX-License-Identifier: MIT
 * The inputs by name, each built at first use and kept to the end.
 */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    INPUT_MAX = 32,
    INPUT_ENVELOPES = 512,
    INPUT_STRING_SETS = 256,
    INPUT_NUMBERS = 10000,
    INPUT_ARRAYS = 16,
    INPUT_RANDOM = 16,
    INPUT_RECORDS = 1024,
    INPUT_SAME_RECORDS = 64, /* so many are one run: of a run a record, the call would be a third of what is measured */
    INPUT_MANY_RECORDS = 16384
};

static bench_input inputs[INPUT_MAX];
static bench_pool input_pool;

static char *input_file(const char *dir, const char *name, size_t *len)
{
    char path[4096];
    char *text = NULL;
    long size;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", dir, name) >= sizeof path) return NULL;
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    if (fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) > 0 && fseek(f, 0, SEEK_SET) == 0) {
        text = (char *)bench_pool_get(&input_pool, (size_t)size);
        *len = (size_t)size;
        if (fread(text, 1, *len, f) != *len) text = NULL;
    }
    fclose(f);
    return text;
}

static void input_encode(bench_msg *m)
{
    uint8_t *out = (uint8_t *)bench_pool_get(&input_pool, bench_encode_bound(&m->root));
    bench_relay(&input_pool, &m->root);
    m->len = bench_encode(&m->root, out);
    m->ptr = out;
    m->items = bench_items(&m->root);
}

static bench_msg *input_messages(bench_input *in, size_t count)
{
    bench_msg *msgs = (bench_msg *)bench_pool_get(&input_pool, count * sizeof *msgs);
    memset(msgs, 0, count * sizeof *msgs);
    in->msgs = msgs;
    in->count = count;
    return msgs;
}

static void input_many(bench_input *in, size_t count, void (*gen)(bench_pool *, uint64_t, bench_node *), const char *what)
{
    bench_msg *m = input_messages(in, count);
    for (size_t i = 0; i < count; i++) {
        gen(&input_pool, i + 1, &m[i].root);
        input_encode(m + i);
    }
    snprintf(in->origin, sizeof in->origin, "%zu %s, generated", count, what);
}

static void input_print(bench_msg *m, int indent)
{
    char *text = (char *)bench_pool_get(&input_pool, bench_json_bound(&m->root));
    m->json_len = bench_json_print(&m->root, indent, text);
    m->json = text;
}

static void input_document(bench_input *in, const char *dir)
{
    static const struct {
        const char *name, *file;
        int indent;
    } known[] = {{"twitter", "twitter.json", 2}, {"citm", "citm_catalog.json", 4}, {"canada", "canada.json", 0}};
    bench_msg *m = input_messages(in, 1);
    size_t k = 0;
    while (strcmp(known[k].name, in->name) != 0) k++;
    m->json = input_file(dir, known[k].file, &m->json_len);
    if (m->json) {
        if (!bench_json_load(&input_pool, m->json, m->json_len, &m->root)) bench_die(known[k].file);
        snprintf(in->origin, sizeof in->origin, "the file %s", known[k].file);
    } else {
        if (!bench_gen_document(&input_pool, in->name, &m->root)) bench_die(in->name);
        input_print(m, known[k].indent);
        snprintf(in->origin, sizeof in->origin, "generated, in place of the file %s", known[k].file);
    }
    input_encode(m);
}

static void input_random(bench_input *in)
{
    input_many(in, INPUT_RANDOM, bench_gen_random, "documents");
    in->apart = true;
    for (size_t i = 0; i < in->count; i++) input_print((bench_msg *)(uintptr_t)&in->msgs[i], 0);
}

/* The truth is what is known of a record, in order; the message has it in another, or with more. */
static void input_records(bench_input *in)
{
    bool same = strcmp(in->name, "message") == 0;
    size_t count = same ? INPUT_SAME_RECORDS : strcmp(in->name, "message-16k") == 0 ? INPUT_MANY_RECORDS : INPUT_RECORDS;
    bench_msg *m = input_messages(in, count);
    for (size_t i = 0; i < count; i++) {
        bench_node truth;
        bench_gen_record(&input_pool, in->name, i, &truth, &m[i].root);
        input_encode(m + i);
        m[i].root = truth;
    }
    snprintf(in->origin, sizeof in->origin, "%zu record%s of %u fields, generated", same ? 1 : count,
             same ? ", again and again," : "s", bench_shape(in->name)->count);
}

static void input_kinds(bench_input *in)
{
    bench_msg *m = input_messages(in, INPUT_RECORDS);
    for (size_t i = 0; i < in->count; i++) {
        bench_gen_kind(&input_pool, in->name, i, &m[i].root);
        input_encode(m + i);
    }
    snprintf(in->origin, sizeof in->origin, "%zu records, generated", in->count);
}

static uint64_t input_f64(uint64_t *seed)
{
    /* Finite, of either sign, magnitudes 1e-4 to 1e6, all bits of the mantissa in use. */
    double v = (double)(bench_random(seed) >> 11) / 9007199254740992.0 - 0.5;
    static const double scale[] = {1e-4, 1, 180, 1e6};
    uint64_t bits;
    v *= scale[bench_random(seed) % 4];
    memcpy(&bits, &v, 8);
    return bits;
}

static int64_t input_i64(uint64_t *seed, bool small)
{
    uint64_t v = bench_random(seed);
    if (small) return (int64_t)(v % 128); /* one byte each */
    v >>= bench_random(seed) % 64;        /* any width, either sign */
    return bench_random(seed) & 1 ? (int64_t)(v >> 1) : -(int64_t)(v >> 1) - 1;
}

/* One array. */
static void input_array(bench_msg *m, uint64_t *seed, bool small, double *f64s, int64_t *i64s)
{
    bench_node *kids = (bench_node *)bench_pool_get(&input_pool, INPUT_NUMBERS * sizeof *kids);
    memset(kids, 0, INPUT_NUMBERS * sizeof *kids);
    for (size_t i = 0; i < INPUT_NUMBERS; i++) {
        if (f64s) {
            uint64_t bits = input_f64(seed);
            kids[i].type = BENCH_F64;
            memcpy(&f64s[i], &bits, 8);
            kids[i].as.f64 = f64s[i];
        } else {
            i64s[i] = input_i64(seed, small);
            kids[i].type = i64s[i] < 0 ? BENCH_I64 : BENCH_U64;
            kids[i].as.i64 = i64s[i];
        }
    }
    m->root.type = BENCH_ARRAY;
    m->root.len = INPUT_NUMBERS;
    m->root.as.kids = kids;
    input_encode(m);
}

/* Widths that one array has are learnt by a processor that reads it again and again; where all are the same there is nothing to learn. */
static void input_numbers(bench_input *in)
{
    bool floats = strcmp(in->name, "f64s") == 0, small = strcmp(in->name, "i64s-small") == 0;
    size_t count = floats || small ? 1 : INPUT_ARRAYS;
    bench_msg *m = input_messages(in, count);
    double *f64s = (double *)bench_pool_get(&input_pool, count * INPUT_NUMBERS * sizeof *f64s);
    int64_t *i64s = (int64_t *)bench_pool_get(&input_pool, count * INPUT_NUMBERS * sizeof *i64s);
    uint64_t seed = 7;
    for (size_t i = 0; i < count; i++)
        input_array(m + i, &seed, small, floats ? f64s + i * INPUT_NUMBERS : NULL, i64s + i * INPUT_NUMBERS);
    in->apart = true;
    in->f64s = floats ? f64s : NULL;
    in->i64s = floats ? NULL : i64s;
    in->values = INPUT_NUMBERS;
    snprintf(in->origin, sizeof in->origin, "%zu of %d %s, generated", count, INPUT_NUMBERS,
             floats  ? "doubles"
             : small ? "integers from 0 to 127"
                     : "integers of 1 to 63 bits");
}

const bench_input *bench_input_get(const char *name, const char *data_dir)
{
    size_t i = 0;
    while (i < INPUT_MAX && inputs[i].name && strcmp(inputs[i].name, name) != 0) i++;
    if (i == INPUT_MAX) bench_die("too many inputs");
    if (inputs[i].name) return &inputs[i];
    inputs[i].name = name;
    if (strcmp(name, "envelope-many") == 0) {
        input_many(&inputs[i], INPUT_ENVELOPES, bench_gen_envelope, "event envelopes");
    } else if (strcmp(name, "random") == 0) {
        input_random(&inputs[i]);
    } else if (strcmp(name, "strings") == 0) {
        input_many(&inputs[i], 1, bench_gen_strings, "array of 32 strings, again and again");
    } else if (strcmp(name, "strings-many") == 0) {
        input_many(&inputs[i], INPUT_STRING_SETS, bench_gen_strings, "arrays of 32 strings");
    } else if (strncmp(name, "message", 7) == 0 || strncmp(name, "record", 6) == 0) {
        input_records(&inputs[i]);
    } else if (strcmp(name, "document") == 0 || strcmp(name, "string-list") == 0 || strcmp(name, "telemetry") == 0) {
        input_kinds(&inputs[i]);
    } else if (strcmp(name, "f64s") == 0 || strncmp(name, "i64s", 4) == 0) {
        input_numbers(&inputs[i]);
    } else {
        input_document(&inputs[i], data_dir);
    }
    return &inputs[i];
}

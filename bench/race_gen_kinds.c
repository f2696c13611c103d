/* SPDX-License-Identifier: MIT
 * What `cinch gen` makes of the schemas behind race_kinds.h.
 */
#include "race_kinds.h"

#include <stdlib.h>

#define KINDS_NAME(name) genkinds_##name
#define KINDS_WHO        "cinch"
#define KINDS_RANK       BENCH_OURS

/* ---------------------------------------------------------------- what entrants share */

void *kinds_open(const bench_input *in)
{
    kinds_state *s = (kinds_state *)bench_alloc(sizeof *s);
    s->in = in;
    cinch_arena_init(&s->arena, NULL);
    cinch_arena_init(&s->kept, NULL);
    return s;
}

void kinds_close(void *state)
{
    kinds_state *s = (kinds_state *)state;
    cinch_arena_free(&s->arena);
    cinch_arena_free(&s->kept);
    free(s->records);
    free(s);
}

uint64_t kinds_written(void *state, size_t index)
{
    kinds_state *s = (kinds_state *)state;
    (void)index;
    return bench_digest_bytes(s->out, s->len);
}

static void digest_key(bench_digest *d, const char *key)
{
    bench_digest_str(d, key, strlen(key));
}

static void digest_text(bench_digest *d, const char *key, cinch_str text)
{
    digest_key(d, key);
    bench_digest_str(d, text.ptr, text.len);
}

static void digest_number(bench_digest *d, const char *key, double v)
{
    digest_key(d, key);
    bench_digest_f64(d, v);
}

static void digest_integer(bench_digest *d, const char *key, int64_t v)
{
    digest_key(d, key);
    bench_digest_i64(d, v);
}

static void digest_texts(bench_digest *d, const char *key, const cinch_str *texts, uint32_t count)
{
    digest_key(d, key);
    bench_digest_array(d, count);
    for (uint32_t i = 0; i < count; i++) bench_digest_str(d, texts[i].ptr, texts[i].len);
}

static void digest_meta(bench_digest *d, const gen_document_meta *m)
{
    bench_digest_map(d, 3);
    digest_integer(d, "id", m->id);
    digest_text(d, "title", m->title);
    digest_key(d, "author");
    bench_digest_map(d, 2 + m->author.has_karma);
    digest_text(d, "name", m->author.name);
    digest_text(d, "mail", m->author.mail);
    if (m->author.has_karma) digest_integer(d, "karma", m->author.karma);
}

static void digest_entry(bench_digest *d, const gen_document_items_item *item)
{
    bench_digest_map(d, 4);
    digest_text(d, "sku", item->sku);
    digest_integer(d, "count", item->count);
    digest_number(d, "price", item->price);
    digest_key(d, "size");
    bench_digest_map(d, 2);
    digest_number(d, "w", item->size.w);
    digest_number(d, "h", item->size.h);
}

uint64_t kinds_digest_document(void *state, size_t index)
{
    const kinds_document *v = &((kinds_state *)state)->last.document;
    bench_digest d = {0};
    (void)index;
    bench_digest_map(&d, 3);
    digest_key(&d, "meta");
    digest_meta(&d, &v->meta);
    digest_key(&d, "items");
    bench_digest_array(&d, v->items.count);
    for (uint32_t i = 0; i < v->items.count; i++) digest_entry(&d, v->items.items + i);
    digest_texts(&d, "tags", v->tags.items, v->tags.count);
    return d.h;
}

uint64_t kinds_digest_strings(void *state, size_t index)
{
    const kinds_strings *v = &((kinds_state *)state)->last.strings;
    bench_digest d = {0};
    (void)index;
    bench_digest_map(&d, 1);
    digest_texts(&d, "values", v->values.items, v->values.count);
    return d.h;
}

uint64_t kinds_digest_telemetry(void *state, size_t index)
{
    const kinds_telemetry *v = &((kinds_state *)state)->last.telemetry;
    bench_digest d = {0};
    (void)index;
    bench_digest_map(&d, 1);
    digest_key(&d, "values");
    bench_digest_array(&d, v->values.count);
    for (uint32_t i = 0; i < v->values.count; i++) bench_digest_f64(&d, v->values.items[i]);
    return d.h;
}

/* As the struct of record.h. */
#define TO_SAME(v)       (v)
#define TO_VIEW(v)       ((record_text){(v).ptr, (uint32_t)(v).len})
#define TO_BOOL          TO_SAME
#define TO_I32           TO_SAME
#define TO_I64           TO_SAME
#define TO_F64           TO_SAME
#define TO_STR           TO_VIEW
#define TO_HAS_REQ(name) 1u
#define TO_HAS_OPT(name) (unsigned)v->has_##name
#define TO_RECORD(index, need, kind, name)                                                                                     \
    r.has |= TO_HAS_##need(name) << (index);                                                                                   \
    r.name = TO_##kind(v->name);
#define TO_FIXED_BOOL                     TO_SAME
#define TO_FIXED_I32                      TO_SAME
#define TO_FIXED_I64                      TO_SAME
#define TO_FIXED_F64                      TO_SAME
#define TO_FIXED_STR(v)                   ((record_text){(v).s, (v).len})
#define TO_FIXED(index, need, kind, name) r.name = TO_FIXED_##kind(v->name);

#define DIGEST_20(kind)                                                                                                        \
    uint64_t kinds_digest_##kind(void *state, size_t index)                                                                    \
    {                                                                                                                          \
        const kinds_##kind *v = &((kinds_state *)state)->last.kind;                                                            \
        record_20 r = {0};                                                                                                     \
        (void)index;                                                                                                           \
        RECORD_20(TO_RECORD)                                                                                                   \
        return bench_record_digest(((kinds_state *)state)->in, &r);                                                            \
    }
DIGEST_20(array)
DIGEST_20(intkeys)

uint64_t kinds_digest_fixed(void *state, size_t index)
{
    const kinds_fixed *v = &((kinds_state *)state)->last.fixed;
    record_8 r = {0};
    (void)index;
    RECORD_8(TO_FIXED)
    r.has = RECORD_ALL;
    return bench_record_digest(((kinds_state *)state)->in, &r);
}

/* ---------------------------------------------------------------- the race */

#define GENKINDS(kind, type)                                                                                                   \
    static inline bool genkinds_decode_##kind(kinds_state *s, const bench_msg *m, kinds_##kind *v)                             \
    {                                                                                                                          \
        cinch_arena_reset(&s->arena);                                                                                          \
        return type##_decode(v, m->ptr, m->len, &s->arena, NULL) == CINCH_OK;                                                  \
    }                                                                                                                          \
    static inline size_t genkinds_encode_##kind(kinds_state *s, const kinds_##kind *v)                                         \
    {                                                                                                                          \
        return type##_encode(v, s->out, sizeof s->out, &s->len, NULL) == CINCH_OK ? s->len : 0;                                \
    }                                                                                                                          \
    void *kinds_open_##kind(const bench_input *in)                                                                             \
    {                                                                                                                          \
        kinds_state *s = (kinds_state *)kinds_open(in);                                                                        \
        kinds_##kind *all = (kinds_##kind *)bench_alloc(in->count * sizeof *all);                                              \
        for (size_t i = 0; i < in->count; i++)                                                                                 \
            if (type##_decode(all + i, in->msgs[i].ptr, in->msgs[i].len, &s->kept, NULL)) bench_die(#kind);                    \
        s->records = all;                                                                                                      \
        return s;                                                                                                              \
    }
GENKINDS(document, gen_document)
GENKINDS(strings, gen_string_list)
GENKINDS(telemetry, gen_telemetry)
GENKINDS(array, gen_record20_array)
GENKINDS(intkeys, gen_record20_intkeys)
GENKINDS(fixed, gen_message_static)
KINDS(KINDS_RUNS)

const bench_entrant bench_generated_kinds[] = {
    KINDS(KINDS_ROWS){NULL, NULL, BENCH_OURS, BENCH_SUM, NULL, NULL, NULL, NULL},
};

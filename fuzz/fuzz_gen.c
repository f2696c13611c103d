/* SPDX-License-Identifier: MIT
 * Generated decoders of one schema (tests/gen/schemas/document.json) in four kinds: views, static, owned, and views that keep unknown members.
 * All take and refuse what cinch_schema_check does, with its error and its place; there and back is the same value and the same bytes, of
 * the length told before; whatever fails, memory of no more than it needs is all given back.
 *
 * Input: options; which allocation fails (modulo 16); then the message.
 */
#include "cinch/schema.h"
#include "fuzz.h"
#include "keep/document.h"
#include "owned/document.h"
#include "static/document.h"
#include "view/document.h"

#include <stdio.h>
#include <stdlib.h>

enum { GEN_UTF8 = 1, GEN_ORDERS = 2 };

typedef union gen_any {
    view_document view;
    static_document fixed;
    owned_document owned;
    keep_document keep;
} gen_any;

typedef struct gen_way {
    void (*get)(cinch_reader *r, gen_any *v, cinch_arena *arena);
    void (*put)(cinch_writer *w, const gen_any *v);
    uint64_t (*len)(const gen_any *v);
    bool (*equal)(const gen_any *a, const gen_any *b);
    cinch_error (*check)(const gen_any *v);
    cinch_error (*encode)(const gen_any *v, void *buf, size_t cap, size_t *len);
    void (*free)(gen_any *v, const cinch_alloc *alloc);
} gen_way;

/* The functions of a kind, by one type for all. */
#define GEN_WAY(kind, part)                                                                                                    \
    static void kind##_get(cinch_reader *r, gen_any *v, cinch_arena *arena)                                                    \
    {                                                                                                                          \
        kind##_document_get(r, &v->part, arena);                                                                               \
    }                                                                                                                          \
    static void kind##_put(cinch_writer *w, const gen_any *v)                                                                  \
    {                                                                                                                          \
        kind##_document_put(w, &v->part);                                                                                      \
    }                                                                                                                          \
    static uint64_t kind##_len(const gen_any *v)                                                                               \
    {                                                                                                                          \
        return kind##_document_len(&v->part);                                                                                  \
    }                                                                                                                          \
    static bool kind##_equal(const gen_any *a, const gen_any *b)                                                               \
    {                                                                                                                          \
        return kind##_document_equal(&a->part, &b->part);                                                                      \
    }                                                                                                                          \
    static cinch_error kind##_check(const gen_any *v)                                                                          \
    {                                                                                                                          \
        return kind##_document_check(&v->part, NULL);                                                                          \
    }                                                                                                                          \
    static cinch_error kind##_encode(const gen_any *v, void *buf, size_t cap, size_t *len)                                     \
    {                                                                                                                          \
        return kind##_document_encode(&v->part, buf, cap, len, NULL);                                                          \
    }
GEN_WAY(view, view)
GEN_WAY(static, fixed)
GEN_WAY(owned, owned)
GEN_WAY(keep, keep)

static void owned_free(gen_any *v, const cinch_alloc *alloc)
{
    owned_document_free(&v->owned, alloc);
}

enum { GEN_VIEW, GEN_STATIC, GEN_OWNED, GEN_KEEP, GEN_WAYS };
static const gen_way gen_ways[GEN_WAYS] = {
    {view_get, view_put, view_len, view_equal, view_check, view_encode, NULL},
    {static_get, static_put, static_len, static_equal, static_check, static_encode, NULL},
    {owned_get, owned_put, owned_len, owned_equal, owned_check, owned_encode, owned_free},
    {keep_get, keep_put, keep_len, keep_equal, keep_check, keep_encode, NULL},
};

/* ---------------------------------------------------------------- memory */

struct gen_heap {
    size_t live;   /* bytes */
    unsigned left; /* allocations until one fails; 0: none does */
    bool failed;
};

static void *gen_alloc(void *user, void *ptr, size_t old_len, size_t new_len)
{
    struct gen_heap *h = user;
    void *got = NULL;
    FUZZ_CHECK(old_len <= h->live && (ptr != NULL || old_len == 0));
    if (new_len > old_len && h->left && --h->left == 0) {
        h->failed = true;
        return NULL;
    }
    if (new_len) {
        got = realloc(ptr, new_len);
        FUZZ_CHECK(got != NULL);
    } else {
        free(ptr);
    }
    h->live = h->live - old_len + new_len;
    return got;
}

/* ---------------------------------------------------------------- reading */

struct gen_run {
    const gen_way *way;
    struct gen_heap heap;
    cinch_alloc alloc;
    cinch_arena arena;
    gen_any v;
};

static cinch_order gen_rows[16];
static cinch_orders gen_orders;

static struct fuzz_fault gen_read(struct gen_run *run, const gen_way *way, struct fuzz_in in, unsigned flags, unsigned fails)
{
    cinch_reader r;
    struct fuzz_fault fault;
    cinch_diag why;
    memset(run, 0, sizeof *run);
    run->way = way;
    run->heap.left = fails;
    run->alloc = (cinch_alloc){gen_alloc, &run->heap};
    cinch_arena_init(&run->arena, &run->alloc);
    cinch_reader_init(&r, in.ptr, in.len);
    if (flags & GEN_UTF8) r.flags |= CINCH_UTF8;
    if (flags & GEN_ORDERS) r.orders = &gen_orders;
    way->get(&r, &run->v, &run->arena);
    fault.error = cinch_reader_finish(&r, &why);
    fault.pos = why.pos;
    return fault;
}

static void gen_drop(struct gen_run *run)
{
    if (run->way->free) run->way->free(&run->v, &run->alloc);
    cinch_arena_free(&run->arena);
    FUZZ_CHECK(run->heap.live == 0);
}

/* One allocation fails: the same verdict as without, or MEMORY. */
static void gen_starves(const gen_way *way, struct fuzz_in in, unsigned flags, unsigned fails, struct fuzz_fault want)
{
    static struct gen_run run;
    struct fuzz_fault got = gen_read(&run, way, in, flags, fails);
    if (got.error != CINCH_ERR_MEMORY || !run.heap.failed) FUZZ_SAME(got, want);
    gen_drop(&run);
}

/* ---------------------------------------------------------------- writing */

/* What was read is written again, in new memory of exactly its length. */
static cinch_bin gen_put_again(const struct gen_run *run)
{
    const gen_way *way = run->way;
    size_t len = (size_t)way->len(&run->v), n = 0;
    uint8_t *buf = malloc(len);
    cinch_bin other = {NULL, 0};
    cinch_writer w;
    FUZZ_CHECK(buf && len && way->check(&run->v) == CINCH_OK);
    FUZZ_CHECK(way->encode(&run->v, buf, len - 1, &n) == CINCH_ERR_ROOM);
    FUZZ_CHECK(way->encode(&run->v, buf, len, &n) == CINCH_OK && n == len);
    cinch_writer_init_grow(&w, NULL, 0);
    way->put(&w, &run->v);
    FUZZ_CHECK(cinch_writer_finish(&w, &other, NULL) == CINCH_OK);
    FUZZ_SAME_BYTES(other.ptr, other.len, buf, len);
    cinch_writer_free(&w);
    return (cinch_bin){buf, len};
}

/* And read again: the same value, the same bytes; but not without the byte at the end, or with one more. */
static void gen_comes_back(const struct gen_run *run, cinch_bin out, unsigned flags)
{
    static struct gen_run back;
    struct fuzz_in in = {out.ptr, out.len};
    cinch_bin again;
    FUZZ_CHECK(gen_read(&back, run->way, in, flags, 0).error == CINCH_OK);
    FUZZ_CHECK(run->way->equal(&run->v, &back.v) && run->way->equal(&back.v, &run->v));
    again = gen_put_again(&back);
    FUZZ_SAME_BYTES(again.ptr, again.len, out.ptr, out.len);
    free((void *)(uintptr_t)again.ptr);
    gen_drop(&back);
    in.len--;
    FUZZ_CHECK(gen_read(&back, run->way, in, flags, 0).error == CINCH_ERR_TRUNCATED);
    gen_drop(&back);
}

/* All kinds have written the same, but that one has unknown members behind the others, which another skips. */
static void gen_agree(struct gen_run *runs, const cinch_bin *outs, unsigned flags)
{
    static struct gen_run plain;
    struct fuzz_in in = {outs[GEN_KEEP].ptr, outs[GEN_KEEP].len};
    for (int i = GEN_STATIC; i <= GEN_OWNED; i++)
        FUZZ_SAME_BYTES(outs[i].ptr, outs[i].len, outs[GEN_VIEW].ptr, outs[GEN_VIEW].len);
    FUZZ_CHECK(outs[GEN_KEEP].len >= outs[GEN_VIEW].len);
    FUZZ_CHECK(gen_read(&plain, &gen_ways[GEN_VIEW], in, flags, 0).error == CINCH_OK);
    FUZZ_CHECK(view_equal(&runs[GEN_VIEW].v, &plain.v));
    gen_drop(&plain);
}

/* ---------------------------------------------------------------- against the schema */

static cinch_schema *gen_load(void)
{
    static char text[1 << 14];
    cinch_diag why;
    FILE *f = fopen(FUZZ_GEN_SCHEMA, "rb");
    size_t len = f ? fread(text, 1, sizeof text, f) : 0;
    cinch_schema *s = cinch_schema_new(text, len, NULL, &why);
    if (f) fclose(f);
    FUZZ_CHECK(s != NULL);
    return s;
}

static bool gen_first(void *user, const cinch_schema_fault *f)
{
    *(struct fuzz_fault *)user = (struct fuzz_fault){f->diag.error, f->diag.pos};
    return false;
}

static bool gen_formed(struct fuzz_in in, uint32_t flags)
{
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = flags;
    return cinch_check(in.ptr, in.len, &opts, NULL) == CINCH_OK;
}

/* What is not well-formed the schema does not judge, and no kind takes: but that text and timestamps that are skipped are not read. */
static void gen_judged(struct fuzz_in in, unsigned flags, struct fuzz_fault got)
{
    static cinch_schema *schema;
    struct fuzz_fault want = {CINCH_OK, 0};
    if (!schema) schema = gen_load();
    if (!gen_formed(in, 0)) {
        FUZZ_CHECK(got.error || gen_formed(in, CINCH_RAW_TIME));
        return;
    }
    FUZZ_CHECK(cinch_schema_check(schema, in.ptr, in.len, NULL, NULL, gen_first, &want) == want.error);
    if (got.error == CINCH_ERR_UTF8 && flags & GEN_UTF8 && !gen_formed(in, CINCH_UTF8)) return;
    FUZZ_CHECK(got.error == want.error && (!got.error || got.pos == want.pos));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct gen_run runs[GEN_WAYS];
    cinch_bin outs[GEN_WAYS];
    struct fuzz_in in = {data, size};
    struct fuzz_fault got[GEN_WAYS];
    unsigned flags = fuzz_byte(&in), fails = fuzz_byte(&in);
    cinch_orders_init(&gen_orders, gen_rows, sizeof gen_rows); /* anew, so that an input alone shows what it has found */
    for (int i = 0; i < GEN_WAYS; i++) {
        got[i] = gen_read(&runs[i], &gen_ways[i], in, flags, 0);
        FUZZ_SAME(got[i], got[0]);
        gen_starves(&gen_ways[i], in, flags, 1 + fails % 16, got[0]);
    }
    gen_judged(in, flags, got[0]);
    for (int i = 0; i < GEN_WAYS && !got[0].error; i++) {
        outs[i] = gen_put_again(&runs[i]);
        gen_comes_back(&runs[i], outs[i], flags);
        gen_judged((struct fuzz_in){outs[i].ptr, outs[i].len}, flags, (struct fuzz_fault){CINCH_OK, 0});
    }
    if (!got[0].error) gen_agree(runs, outs, flags);
    for (int i = 0; i < GEN_WAYS; i++) {
        if (!got[0].error) free((void *)(uintptr_t)outs[i].ptr);
        gen_drop(&runs[i]);
    }
    return 0;
}

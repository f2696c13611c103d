/* SPDX-License-Identifier: MIT
 * JSON: the text of a message, tagged text there and back, and text made token by token.
 */
#include <stdlib.h>

#include "cinch/json.h"
#include "drive.h"
#include "harness.h"
#include "support.h"

struct text {
    struct test_alloc a;
    cinch_writer w;
    cinch_bin out;
};

static void text_begin(struct text *t)
{
    test_alloc_init(&t->a);
    cinch_writer_init_grow(&t->w, &t->a.alloc, 0);
    t->out = (cinch_bin){NULL, 0};
}

static void text_end(struct text *t)
{
    cinch_writer_free(&t->w);
    test_alloc_done(&t->a);
}

static struct outcome text_of(struct text *t, const uint8_t *bytes, size_t len, const cinch_json_opts *given)
{
    cinch_json_opts opts = *given;
    cinch_reader r;
    cinch_diag diag, late;
    opts.alloc = &t->a.alloc;
    cinch_reader_init(&r, bytes, len);
    cinch_error error = cinch_json_write(&r, &opts, &t->w, &diag);
    CHECK_ERR(diag.error, error);
    cinch_error finished = cinch_reader_finish(&r, &late);
    if (error) CHECK(finished == error && late.pos == diag.pos);
    CHECK_ERR(cinch_writer_finish(&t->w, &t->out, NULL), CINCH_OK); /* a failure leaves the output as it was */
    if (error)
        CHECK_U64(t->out.len, 0);
    else if (finished)
        return (struct outcome){finished, late.pos};
    return (struct outcome){error, error ? diag.pos : 0};
}

/* Nothing of what JSON can be lenient about stops it. */
static const cinch_json_opts lenient = {.nan = CINCH_NAN_NULL, .utf8 = CINCH_UTF8_REPLACE};

static struct outcome judge_json(const uint8_t *bytes, size_t len)
{
    struct text t;
    text_begin(&t);
    struct outcome result = text_of(&t, bytes, len, &lenient);
    text_end(&t);
    return result;
}

static void expect_json(const struct vector *v, const uint8_t *bytes, const struct verdict *want, const cinch_json_opts *opts)
{
    struct text t;
    text_begin(&t);
    struct outcome got = text_of(&t, bytes, v->len, opts);
    if (!want->text)
        expect_outcome("json", got, *want);
    else if (CHECK_ERR(got.error, CINCH_OK))
        CHECK_STR((const char *)t.out.ptr, t.out.len, want->text);
    text_end(&t);
}

/* The verdict where the vector says nothing: that of all others, unless JSON has no place for the value. */
static void expect_some_json(const struct vector *v, const uint8_t *bytes)
{
    static const cinch_json_opts strict = {0};
    struct verdict want = vector_verdict(v, &v->depth);
    struct text t;
    text_begin(&t);
    struct outcome got = text_of(&t, bytes, v->len, &strict);
    bool no_place = got.error == CINCH_ERR_KEY || got.error == CINCH_ERR_NUMBER || got.error == CINCH_ERR_UTF8;
    if (want.error || !no_place) expect_outcome("json", got, want);
    text_end(&t);
}

/* Tagged text holds everything but the size of formats. */
static void there_and_back(const struct vector *v, const uint8_t *bytes)
{
    static const cinch_json_opts tagged = {.tagged = true};
    size_t len;
    uint8_t *want = vector_encode(v, true, &len);
    struct text there, back;
    text_begin(&there);
    text_begin(&back);
    if (CHECK_ERR(text_of(&there, bytes, v->len, &tagged).error, CINCH_OK)) {
        cinch_json_opts opts = tagged;
        cinch_diag diag;
        opts.alloc = &back.a.alloc;
        test_note("%.*s", (int)(there.out.len < 500 ? there.out.len : 500), (const char *)there.out.ptr);
        CHECK_ERR(cinch_json_read((const char *)there.out.ptr, there.out.len, &opts, &back.w, NULL, &diag), CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&back.w, &back.out, NULL), CINCH_OK);
        CHECK_MEM(back.out.ptr, back.out.len, want, len);
        test_note("%s", "");
    }
    text_end(&there);
    text_end(&back);
    free(want);
}

/* Token by token the same text comes out, except where it takes a whole object. */
static void token_by_token(const struct vector *v, const uint8_t *bytes)
{
    static cinch_level levels[512];
    static const cinch_json_opts strict = {0};
    struct text all, one;
    cinch_json_out j;
    cinch_reader r;
    cinch_diag diag;
    text_begin(&all);
    text_begin(&one);
    struct outcome want = text_of(&all, bytes, v->len, &strict);
    cinch_json_out_init(&j, levels, COUNT_OF(levels), &strict, &one.w);
    cinch_reader_init(&r, bytes, v->len);
    for (size_t i = 0; i < v->count; i++) cinch_json_out_put(&j, cinch_next(&r));
    cinch_error error = cinch_json_out_finish(&j, &diag);
    if (error == CINCH_OK) {
        CHECK_ERR(want.error, CINCH_OK);
        CHECK_ERR(cinch_writer_finish(&one.w, &one.out, NULL), CINCH_OK);
        CHECK_MEM(one.out.ptr, one.out.len, all.out.ptr, all.out.len);
    } else if (error != CINCH_ERR_USE) {
        CHECK_ERR(error, want.error);
    }
    text_end(&all);
    text_end(&one);
}

static void drive_json_all(const struct vector *v, const uint8_t *bytes)
{
    static const cinch_json_opts strict = {0}, tagged = {.tagged = true};
    bool good = vector_verdict(v, &v->depth).error == CINCH_OK;
    if (v->json.given)
        expect_json(v, bytes, &v->json, &strict);
    else
        expect_some_json(v, bytes);
    if (v->tagged.given) expect_json(v, bytes, &v->tagged, &tagged);
    if (good && !v->counted && v->plain.error == CINCH_OK) {
        there_and_back(v, bytes);
        token_by_token(v, bytes);
    }
}

const struct driver drive_json = {"json", drive_json_all, judge_json};

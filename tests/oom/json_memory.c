/* SPDX-License-Identifier: MIT
 * Every allocation of JSON fails once: MEMORY, nothing lost, nothing left behind.
 */
#include <stdlib.h>

#include "cinch/json.h"
#include "cinch/write.h"
#include "harness.h"
#include "support.h"

#define TEXT(text) (text), strlen(text)

static cinch_error memory_sink(void *user, const void *bytes, size_t len)
{
    (void)bytes;
    *(size_t *)user += len;
    return CINCH_OK;
}

struct memory_case {
    const char *in;
    size_t len;
    cinch_json_opts opts;
    bool writes; /* in is a message */
};

/* Once into a growing writer, once into a sink that has to have the document put together elsewhere. */
static void memory_run(struct test_alloc *a, void *user)
{
    const struct memory_case *c = (const struct memory_case *)user;
    cinch_json_opts opts = c->opts;
    opts.alloc = &a->alloc;
    for (int sink = 0; sink < 2; sink++) {
        cinch_writer w;
        uint8_t buf[32];
        size_t taken = 0;
        cinch_diag why;
        cinch_error e;
        if (sink)
            cinch_writer_init_sink(&w, buf, sizeof buf, memory_sink, &taken);
        else
            cinch_writer_init_grow(&w, &a->alloc, 0);
        cinch_put_nil(&w);
        if (w.error) {
            cinch_writer_free(&w);
            continue;
        }
        if (c->writes) {
            cinch_reader r;
            cinch_reader_init(&r, c->in, c->len);
            e = cinch_json_write(&r, &opts, &w, &why);
        } else {
            e = cinch_json_read(c->in, c->len, &opts, &w, NULL, &why);
        }
        CHECK(e == CINCH_OK || (e == CINCH_ERR_MEMORY && a->failed));
        CHECK_ERR(why.error, e);
        if (e) {
            CHECK_U64(cinch_writer_pos(&w), 1);
            CHECK_ERR(w.error, CINCH_OK);
        }
        cinch_writer_free(&w);
    }
}

static void memory_every(const char *in, size_t len, const cinch_json_opts *opts, bool writes)
{
    static const cinch_json_opts none = CINCH_ZERO;
    struct memory_case c = {in, len, opts ? *opts : none, writes};
    oom_every(memory_run, &c);
}

/* Text of arrays too large for their heads, within each other. */
static size_t big_text(char *text)
{
    size_t at = 0;
    for (int level = 0; level < 8; level++) {
        text[at++] = '[';
        for (int i = 0; i < 20; i++) at += (size_t)sprintf(text + at, "\"%0500d\",", i);
    }
    at += (size_t)sprintf(text + at, "0");
    for (int level = 0; level < 8; level++) text[at++] = ']';
    return at;
}

TEST(json_memory_read)
{
    static char text[200000];
    cinch_json_opts opts = CINCH_ZERO;
    size_t len = big_text(text);
    memory_every(text, len, NULL, false);
    memory_every(TEXT("[1,\"abc\",{\"a\":null}]"), NULL, false);
    opts.bin_prefix = "base64:";
    opts.base64_min = 4;
    memory_every(TEXT("[\"base64:AQI\\u0044\",\"a\\nb\",{\"k\":\"\\u0041QID\"}]"), &opts, false);
    len = 0;
    for (int i = 0; i < 600; i++) text[len++] = '[';
    for (int i = 0; i < 600; i++) text[len++] = ']';
    opts.limits.depth = 2000;
    memory_every(text, len, &opts, false);
}

TEST(json_memory_read_dup_and_tags)
{
    static const char text[] = "{\"a\":[1,{\"b\":1,\"b\":2}],\"c\":{\"$map\":[[1,2],[{\"$bin\":\"\"},\"\\u0024\"],[1,3]]},"
                               "\"a\":{\"\\u0024x\":1,\"y\":{\"z\":0,\"z\":1}}}";
    cinch_json_opts opts = CINCH_ZERO;
    opts.tagged = true;
    memory_every(text, sizeof text - 1, &opts, false);
    opts.dup = CINCH_DUP_LAST;
    memory_every(text, sizeof text - 1, &opts, false);
    opts.dup = CINCH_DUP_FIRST;
    memory_every(text, sizeof text - 1, &opts, false);
}

TEST(json_memory_write)
{
    static const char mixed[] = "\x92\x83\x01\x02\xa1"
                                "a\x92\x01\x02\xc0\x80\x82\xa1"
                                "b\x01\xa1"
                                "a\x82\xc4\x01\x01\x01\x02\x03";
    static char deep[2001];
    cinch_json_opts opts = CINCH_ZERO;
    memory_every(mixed, sizeof mixed - 1, &opts, true);
    opts.sort_keys = true;
    memory_every(mixed, sizeof mixed - 1, &opts, true);
    opts.dup = CINCH_DUP_FIRST;
    memory_every(mixed, sizeof mixed - 1, &opts, true);
    opts.tagged = true;
    memory_every(mixed, sizeof mixed - 1, &opts, true);
    memset(deep, '\x91', 2000);
    opts.limits.depth = 2000;
    memory_every(deep, sizeof deep, &opts, true);
    opts.tagged = opts.sort_keys = false;
    opts.dup = CINCH_DUP_PASS;
    memory_every(deep, sizeof deep, &opts, true);
}

/* What reading asks for is bounded by the text, whatever is in it. */
TEST(json_memory_bounded)
{
    static char text[400000];
    static const char *const units[] = {"[", "{\"a\":", "{\"$map\":[[1,", "[0,", "{\"$x\":"};
    for (size_t k = 0; k < COUNT_OF(units); k++) {
        struct test_alloc a;
        cinch_json_opts opts = CINCH_ZERO;
        cinch_writer w;
        size_t at = 0, step = strlen(units[k]);
        test_case("%s again and again", units[k]);
        while (at + step < sizeof text) at += (size_t)sprintf(text + at, "%s", units[k]);
        test_alloc_init(&a);
        opts.alloc = &a.alloc;
        opts.tagged = true;
        opts.dup = CINCH_DUP_ERROR;
        opts.limits.depth = UINT32_MAX;
        cinch_writer_init_grow(&w, &a.alloc, 0);
        CHECK_ERR(cinch_json_read(text, at, &opts, &w, NULL, NULL), CINCH_ERR_TRUNCATED);
        cinch_writer_free(&w);
        CHECK(a.peak <= 100 * at);
        test_alloc_done(&a);
    }
}

/* SPDX-License-Identifier: MIT
 * Code generated with each allocation failing: MEMORY or everything, no file handed over by halves, and nothing left behind.
 */
#include "cinch/emit.h"
#include "cinch/schema.h"
#include "harness.h"
#include "support.h"

/* A little of what takes memory of its own: members, a list, names, an enum, a union, a map of one type, something of any type. */
static const char schema_text[] =
    "{\"title\": \"Order\", \"type\": \"object\", \"required\": [\"id\", \"lines\"], \"properties\": {"
    "\"id\": {\"type\": \"integer\"}, \"state\": {\"enum\": [\"open\", \"paid\"], \"default\": \"open\"},"
    "\"lines\": {\"type\": \"array\", \"maxItems\": 4, \"items\": {\"type\": \"object\", \"required\": [\"sku\"], "
    "\"properties\": "
    "{\"sku\": {\"type\": \"string\", \"maxLength\": 8}, \"price\": {\"type\": \"number\"}}}},"
    "\"by\": {\"oneOf\": [{\"type\": \"null\"}, {\"$ref\": \"#/$defs/card\"}, {\"$ref\": \"#/$defs/bank\"}]},"
    "\"tags\": {\"type\": \"object\", \"maxProperties\": 3, \"x-c-max-bytes\": 8, \"additionalProperties\": "
    "{\"type\": \"boolean\"}}, \"more\": {\"x-c-max-bytes\": 16}}, \"$defs\": {"
    "\"card\": {\"type\": \"object\", \"required\": [\"kind\"], \"properties\": {\"kind\": {\"const\": \"card\"}}},"
    "\"bank\": {\"type\": \"object\", \"required\": [\"kind\"], \"properties\": {\"kind\": {\"const\": \"bank\"}}}}}";

struct emitting {
    const cinch_schema *schema;
    cinch_emit_opts opts;
    unsigned files;
};

static cinch_error count_file(void *user, cinch_str name, cinch_str text)
{
    struct emitting *m = (struct emitting *)user;
    CHECK(name.len > 0 && text.len > 0 && text.ptr[text.len - 1] == '\n');
    m->files++;
    return CINCH_OK;
}

static void emit_short_of_memory(struct test_alloc *a, void *user)
{
    struct emitting *m = (struct emitting *)user;
    cinch_error error;
    m->files = 0;
    m->opts.alloc = &a->alloc;
    error = cinch_emit(m->schema, &m->opts, count_file, NULL, m);
    CHECK_ERR(error, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK_U64(m->files, error ? 0 : 4);
}

TEST(emit_oom_storages)
{
    static const cinch_emit_storage storages[] = {CINCH_EMIT_VIEW, CINCH_EMIT_STATIC, CINCH_EMIT_OWNED};
    cinch_diag why;
    cinch_schema *s = cinch_schema_new(schema_text, sizeof schema_text - 1, NULL, &why);
    CHECK_ERR(why.error, CINCH_OK);
    for (size_t i = 0; s && i < COUNT_OF(storages); i++) {
        struct emitting m = {s, CINCH_ZERO, 0};
        m.opts.storage = storages[i];
        m.opts.tests = m.opts.fuzz = true;
        test_case("storage %u", (unsigned)storages[i]);
        oom_every(emit_short_of_memory, &m);
    }
    cinch_schema_free(s);
}

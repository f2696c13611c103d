/* SPDX-License-Identifier: MIT
 * A schema loaded, and a message checked, with each allocation failing: MEMORY or everything, and nothing left behind.
 */
#include "cinch/json.h"
#include "cinch/schema.h"
#include "harness.h"
#include "support.h"

/* Something of everything that takes memory: files, names, unions of each kind, cycles, defaults, enums, patterns, many members. */
static const char main_text[] =
    "{\"$id\": \"http://x/main\", \"type\": \"object\", \"required\": [\"a\", \"later\"], \"properties\": {"
    "\"a\": {\"$ref\": \"more.json#/$defs/n\"}, \"next\": {\"$ref\": \"#\"}, \"list\": {\"type\": \"array\", \"items\": "
    "{\"$ref\": \"#\"}},"
    "\"u\": {\"oneOf\": [{\"type\": \"null\"}, {\"$ref\": \"#/$defs/x\"}, {\"$ref\": \"#/$defs/y\"}, {\"const\": 1}, "
    "{\"const\": 2}]},"
    "\"k\": {\"oneOf\": [{\"type\": \"object\", \"required\": [\"p\"]}, {\"type\": \"object\", \"required\": [\"q\"]}]},"
    "\"t\": {\"type\": [\"string\", \"integer\", \"null\"], \"default\": \"d\", \"pattern\": \"x\", \"minLength\": 1},"
    "\"e\": {\"enum\": [\"a\", \"b\", 3, \"a\"]}, \"any\": {\"maximum\": 5}, \"tu\": {\"type\": \"array\", \"prefixItems\": "
    "[{}, {\"type\": \"integer\"}]},"
    "\"m1\": {}, \"m2\": {}, \"m3\": {}, \"m4\": {}, \"m%41\": {\"$ref\": \"#named\"}},"
    "\"allOf\": [{\"properties\": {\"a\": {\"maximum\": 9}}, \"additionalProperties\": {\"type\": [\"integer\", \"array\", "
    "\"string\", \"object\", \"null\", \"boolean\"]}}],"
    "\"$defs\": {\"x\": {\"type\": \"object\", \"properties\": {\"kind\": {\"const\": \"x\"}}, \"required\": [\"kind\"]},"
    "\"y\": {\"type\": \"object\", \"properties\": {\"kind\": {\"const\": \"y\"}, \"z\": {\"$ref\": \"#\"}}, \"required\": "
    "[\"kind\"]},"
    "\"n\": {\"$id\": \"#named\", \"type\": \"boolean\"}}}";
static const char more_text[] = "{\"$defs\": {\"n\": {\"type\": \"integer\", \"minimum\": 1}}}";
static const char document[] = "{\"a\": 10, \"later\": 1.5, \"next\": {\"a\": 1, \"later\": [1]}, \"u\": {\"z\": {}, \"kind\": "
                               "\"y\"}, \"k\": {\"q\": 1}, \"t\": \"y\", \"e\": \"c\"}";

static unsigned made;

static cinch_error open_more(void *user, cinch_str name, cinch_bin *text)
{
    (void)user;
    text->ptr = (const uint8_t *)more_text;
    text->len = sizeof more_text - 1;
    return cinch_str_is(name, "more.json") ? CINCH_OK : CINCH_ERR_ABSENT;
}

static void *compile_count(void *user, cinch_str pattern)
{
    made++;
    (void)user;
    return (void *)(uintptr_t)pattern.ptr;
}

static cinch_error match_any(void *user, const void *compiled, cinch_str s)
{
    (void)user;
    (void)compiled;
    (void)s;
    return CINCH_OK;
}

static void drop_count(void *user, void *compiled)
{
    made--;
    (void)user;
    (void)compiled;
}

static cinch_schema *load_counted(struct test_alloc *a, cinch_diag *why)
{
    cinch_schema_opts opts = CINCH_ZERO;
    opts.alloc = &a->alloc;
    opts.open = open_more;
    opts.compile = compile_count;
    opts.match = match_any;
    opts.drop = drop_count;
    return cinch_schema_new(main_text, sizeof main_text - 1, &opts, why);
}

static void load_short_of_memory(struct test_alloc *a, void *user)
{
    cinch_diag why;
    cinch_schema *s = load_counted(a, &why);
    (void)user;
    CHECK_ERR(why.error, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK((s == NULL) == (why.error != CINCH_OK));
    cinch_schema_free(s);
    CHECK(made == 0);
}

TEST(schema_oom_load)
{
    oom_every(load_short_of_memory, NULL);
}

struct checking {
    const cinch_schema *schema;
    cinch_bin msg;
};

static bool count_fault(void *user, const cinch_schema_fault *f)
{
    (void)f;
    ++*(unsigned *)user;
    return true;
}

static void check_short_of_memory(struct test_alloc *a, void *user)
{
    const struct checking *c = user;
    unsigned faults = 0;
    cinch_error e = cinch_schema_check(c->schema, c->msg.ptr, c->msg.len, NULL, &a->alloc, count_fault, &faults);
    if (a->failed)
        CHECK_ERR(e, CINCH_ERR_MEMORY);
    else
        CHECK_U64(faults, 5);
}

TEST(schema_oom_check)
{
    struct test_alloc plain;
    struct checking c;
    cinch_writer w;
    cinch_schema *s;
    test_alloc_init(&plain);
    s = load_counted(&plain, NULL);
    cinch_writer_init_grow(&w, NULL, 0);
    CHECK_ERR(cinch_json_read(document, sizeof document - 1, NULL, &w, NULL, NULL), CINCH_OK);
    CHECK_ERR(cinch_writer_finish(&w, &c.msg, NULL), CINCH_OK);
    c.schema = s;
    if (CHECK(s != NULL)) oom_every(check_short_of_memory, &c);
    cinch_schema_free(s);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&plain));
}

/* SPDX-License-Identifier: MIT
 * Random schemas and documents, against a validator that knows nothing of the model: it walks the schema's own JSON, tries every branch of a
 * union, and recurses. What the loader takes, both must judge alike; and every fault told must be where cinch_locate says.
 */
#include <stdarg.h>

#include "cinch/check.h"
#include "cinch/json.h"
#include "cinch/schema.h"
#include "cinch/tree.h"
#include "generate.h"
#include "harness.h"

enum { TEXT = 1 << 16, DEFS = 3, DEEP = 4 };

/* ---------------------------------------------------------------- random schemas, as text */

static struct text {
    char s[TEXT];
    size_t len;
} schema_text, document_text;

static __attribute__((format(printf, 2, 3))) void say(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (t->len < TEXT - 1) t->len += (size_t)vsnprintf(t->s + t->len, TEXT - t->len, format, args);
    va_end(args);
    if (t->len > TEXT - 1) t->len = TEXT - 1;
}

static int small(struct rng *r)
{
    return (int)rng_below(r, 9) - 4;
}

static void make_schema(struct rng *r, struct text *t, int depth);

static void make_integer(struct rng *r, struct text *t)
{
    static const char *const words[] = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};
    int a = small(r);
    say(t, "{\"type\": \"%s\"", rng_chance(r, 70) ? "integer" : "number");
    if (rng_chance(r, 50)) say(t, ", \"%s\": %d%s", words[rng_below(r, 2) * 2], a, rng_chance(r, 30) ? ".5" : "");
    if (rng_chance(r, 50)) say(t, ", \"%s\": %d", words[rng_below(r, 2) * 2 + 1], a + 1 + (int)rng_below(r, 5));
    if (rng_chance(r, 20)) say(t, ", \"multipleOf\": %d", 1 + (int)rng_below(r, 3));
    say(t, "}");
}

static void make_string(struct rng *r, struct text *t)
{
    say(t, "{\"type\": \"string\"");
    if (rng_chance(r, 50)) say(t, ", \"minLength\": %d", (int)rng_below(r, 3));
    if (rng_chance(r, 50)) say(t, ", \"maxLength\": %d", 2 + (int)rng_below(r, 2));
    say(t, "}");
}

static void make_enum(struct rng *r, struct text *t)
{
    static const char *const values[] = {"\"a\"", "\"b\"", "\"kind\"", "0", "1", "-1", "true", "false", "null"};
    size_t from = rng_below(r, 6), count = 1 + rng_below(r, 3);
    say(t, "{\"enum\": [%s", values[from]);
    for (size_t i = 1; i < count; i++) say(t, ", %s", values[from + i]);
    say(t, "]}");
}

static void make_object_words(struct rng *r, struct text *t, int depth)
{
    static const char *const names[] = {"a", "b", "c", "kind", "\\u00e4"};
    bool some = false;
    say(t, "\"properties\": {");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (rng_chance(r, 50)) continue;
        say(t, "%s\"%s\": ", some ? ", " : "", names[i]);
        make_schema(r, t, depth - 1);
        some = true;
    }
    say(t, "}");
    if (rng_chance(r, 50)) say(t, ", \"required\": [\"%s\", \"%s\"]", names[rng_below(r, 5)], names[rng_below(r, 5)]);
    if (rng_chance(r, 20))
        say(t, ", \"additionalProperties\": false");
    else if (rng_chance(r, 20)) {
        say(t, ", \"additionalProperties\": ");
        make_schema(r, t, depth - 1);
    }
    if (rng_chance(r, 15)) say(t, ", \"minProperties\": %d", (int)rng_below(r, 3));
    if (rng_chance(r, 15)) say(t, ", \"maxProperties\": %d", 2 + (int)rng_below(r, 3));
}

static void make_array(struct rng *r, struct text *t, int depth)
{
    bool tuple = rng_chance(r, 40);
    say(t, "{\"type\": \"array\"");
    if (tuple) {
        say(t, ", \"prefixItems\": [");
        make_schema(r, t, depth - 1);
        say(t, ", ");
        make_schema(r, t, depth - 1);
        say(t, "]");
    }
    if (rng_chance(r, 60)) {
        say(t, ", \"items\": ");
        if (tuple && rng_chance(r, 40))
            say(t, "false");
        else
            make_schema(r, t, depth - 1);
    }
    if (rng_chance(r, 30)) say(t, ", \"minItems\": %d", (int)rng_below(r, 3));
    if (rng_chance(r, 30)) say(t, ", \"maxItems\": %d", 2 + (int)rng_below(r, 2));
    say(t, "}");
}

/* Objects with a tag, told apart by it; or things of different types. */
static void make_union(struct rng *r, struct text *t, int depth)
{
    say(t, "{");
    if (rng_chance(r, 30)) {
        say(t, "\"type\": \"object\", ");
        make_object_words(r, t, depth);
        say(t, ", ");
    }
    say(t, "\"%s\": [", rng_chance(r, 60) ? "oneOf" : "anyOf");
    for (int i = 0; i < 2 + (int)rng_below(r, 2); i++) {
        say(t, "%s{\"type\": \"object\", \"properties\": {\"tag\": {\"const\": %d}, \"v\": ", i ? ", " : "", i);
        make_schema(r, t, depth - 1);
        say(t, "}, \"required\": [\"tag\"%s]}", rng_chance(r, 30) ? ", \"v\"" : "");
    }
    if (rng_chance(r, 40)) {
        say(t, ", ");
        make_schema(r, t, depth - 1);
    }
    say(t, "]}");
}

static void make_all(struct rng *r, struct text *t, int depth)
{
    say(t, "{\"type\": \"object\", ");
    make_object_words(r, t, depth);
    say(t, ", \"allOf\": [{");
    make_object_words(r, t, depth - 1);
    say(t, "}, {\"required\": [\"b\"]}]}");
}

static void make_schema(struct rng *r, struct text *t, int depth)
{
    static const char *const flat[] = {
        "{\"type\": \"boolean\"}",
        "true",
        "{}",
        "{\"type\": [\"integer\", \"null\"], \"maximum\": 2}",
        "{\"type\": [\"string\", \"boolean\"]}",
        "{\"minimum\": 1, \"maxLength\": 1}",
        "{\"type\": \"null\"}",
        "{\"type\": \"object\"}",
        "{\"type\": [\"array\", \"object\"]}",
        "{\"type\": \"number\", \"multipleOf\": 0.5}",
        "{\"const\": \"kind\"}",
        "{\"required\": [\"a\"]}",
        "{\"type\": \"array\"}",
        "false",
    };
    size_t pick = rng_below(r, depth > 0 ? 14 : 5);
    if (pick == 0)
        make_integer(r, t);
    else if (pick == 1)
        make_string(r, t);
    else if (pick == 2)
        make_enum(r, t);
    else if (pick == 3)
        say(t, "%s", flat[rng_below(r, COUNT_OF(flat))]);
    else if (pick == 4)
        say(t, "{\"$ref\": \"#/$defs/%d\"}", (int)rng_below(r, DEFS));
    else if (pick == 5)
        say(t, "{\"$ref\": \"#/$defs/%d\", \"title\": \"t\"}", (int)rng_below(r, DEFS));
    else if (pick <= 7)
        make_array(r, t, depth);
    else if (pick <= 10) {
        say(t, "{\"type\": \"object\", ");
        make_object_words(r, t, depth);
        say(t, "}");
    } else if (pick <= 12)
        make_union(r, t, depth);
    else
        make_all(r, t, depth);
}

static void make_document_schema(struct rng *r)
{
    struct text *t = &schema_text;
    t->len = 0;
    say(t, "{\"$ref\": \"#/$defs/0\", \"$defs\": {");
    for (int i = 0; i < DEFS; i++) {
        say(t, "%s\"%d\": ", i ? ", " : "", i);
        make_schema(r, t, DEEP - i);
    }
    say(t, "}}");
}

/* ---------------------------------------------------------------- the naive validator */

static const cinch_node *schema_root;

static const cinch_node *word(const cinch_node *s, const char *name)
{
    return cinch_node_find(s, name);
}

static bool is_a(const cinch_node *v, cinch_str type)
{
    cinch_type t = cinch_node_type(v);
    if (cinch_str_is(type, "integer")) return t == CINCH_U64 || t == CINCH_I64;
    if (cinch_str_is(type, "number")) return t >= CINCH_U64 && t <= CINCH_F64;
    if (cinch_str_is(type, "string")) return t == CINCH_STR;
    if (cinch_str_is(type, "boolean")) return t == CINCH_BOOL;
    if (cinch_str_is(type, "null")) return t == CINCH_NIL;
    return t == (cinch_str_is(type, "array") ? CINCH_ARRAY : CINCH_MAP);
}

static bool type_holds(const cinch_node *type, const cinch_node *v)
{
    if (!type) return true;
    if (cinch_node_type(type) == CINCH_STR) return is_a(v, cinch_node_str(type, NULL));
    for (uint32_t i = 0; i < cinch_node_count(type); i++)
        if (is_a(v, cinch_node_str(cinch_node_at(type, i), NULL))) return true;
    return false;
}

/* Small numbers alone are made here, so doubles do. */
static bool number_holds(const cinch_node *s, const cinch_node *v)
{
    double x = cinch_node_f64(v, 0), step = cinch_node_f64(word(s, "multipleOf"), 0);
    if (!(cinch_node_type(v) >= CINCH_U64 && cinch_node_type(v) <= CINCH_F64)) return true;
    if (word(s, "minimum") && x < cinch_node_f64(word(s, "minimum"), 0)) return false;
    if (word(s, "maximum") && x > cinch_node_f64(word(s, "maximum"), 0)) return false;
    if (word(s, "exclusiveMinimum") && x <= cinch_node_f64(word(s, "exclusiveMinimum"), 0)) return false;
    if (word(s, "exclusiveMaximum") && x >= cinch_node_f64(word(s, "exclusiveMaximum"), 0)) return false;
    return step == 0 || (double)(int64_t)(x / step) == x / step;
}

static bool count_holds(const cinch_node *s, const char *least, const char *most, uint64_t count)
{
    return count >= cinch_node_u64(word(s, least), 0) && count <= cinch_node_u64(word(s, most), UINT64_MAX);
}

static bool text_holds(const cinch_node *s, const cinch_node *v)
{
    uint64_t chars = 0;
    if (cinch_node_type(v) != CINCH_STR) return true;
    for (uint32_t i = 0; i < v->len; i++) chars += ((uint8_t)v->as.str[i] & 0xc0) != 0x80;
    return count_holds(s, "minLength", "maxLength", chars);
}

static bool values_hold(const cinch_node *s, const cinch_node *v)
{
    const cinch_node *list = word(s, "enum"), *one = word(s, "const");
    bool found = !list;
    for (uint32_t i = 0; i < cinch_node_count(list); i++) found = found || cinch_node_equal(cinch_node_at(list, i), v);
    return found && (!one || cinch_node_equal(one, v));
}

static bool valid(const cinch_node *s, const cinch_node *v);

static bool required_of(const cinch_node *s, const cinch_node *name)
{
    const cinch_node *list = word(s, "required");
    for (uint32_t i = 0; i < cinch_node_count(list); i++)
        if (cinch_node_equal(cinch_node_at(list, i), name)) return true;
    return false;
}

static bool object_holds(const cinch_node *s, const cinch_node *v)
{
    const cinch_node *props = word(s, "properties"), *extra = word(s, "additionalProperties"), *list = word(s, "required");
    if (cinch_node_type(v) != CINCH_MAP) return true;
    for (uint32_t i = 0; i < cinch_node_count(list); i++)
        if (!cinch_node_find_str(v, cinch_node_str(cinch_node_at(list, i), NULL))) return false;
    for (uint32_t i = 0; i < cinch_node_count(v); i++) {
        const cinch_node *name = cinch_node_key(v, i), *value = cinch_node_value(v, i),
                         *as = cinch_node_find_str(props, cinch_node_str(name, NULL));
        if (as && cinch_node_type(value) == CINCH_NIL && !required_of(s, name)) continue;
        if (!as) as = extra;
        if (as && !valid(as, value)) return false;
    }
    return count_holds(s, "minProperties", "maxProperties", cinch_node_count(v));
}

static bool array_holds(const cinch_node *s, const cinch_node *v)
{
    const cinch_node *first = word(s, "prefixItems"), *items = word(s, "items");
    if (cinch_node_type(v) != CINCH_ARRAY) return true;
    for (uint32_t i = 0; i < cinch_node_count(v); i++) {
        const cinch_node *as = i < cinch_node_count(first) ? cinch_node_at(first, i) : items;
        if (as && !valid(as, cinch_node_at(v, i))) return false;
    }
    return count_holds(s, "minItems", "maxItems", cinch_node_count(v));
}

static uint32_t branches_valid(const cinch_node *list, const cinch_node *v)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < cinch_node_count(list); i++) count += valid(cinch_node_at(list, i), v);
    return count;
}

static bool valid(const cinch_node *s, const cinch_node *v)
{
    const cinch_node *all = word(s, "allOf"), *any = word(s, "anyOf"), *one = word(s, "oneOf"), *ref = word(s, "$ref");
    if (cinch_node_type(s) == CINCH_BOOL) return cinch_node_bool(s, false);
    if (ref) {
        cinch_str pointer = cinch_node_str(ref, NULL);
        pointer.ptr++;
        pointer.len--;
        if (!valid(cinch_node_find_path(schema_root, pointer), v)) return false;
    }
    if (all && branches_valid(all, v) != cinch_node_count(all)) return false;
    if (any && branches_valid(any, v) == 0) return false;
    if (one && branches_valid(one, v) != 1) return false;
    return type_holds(word(s, "type"), v) && number_holds(s, v) && text_holds(s, v) && values_hold(s, v) &&
           object_holds(s, v) && array_holds(s, v);
}

/* ---------------------------------------------------------------- random documents, mostly near the schema */

static void make_value(struct rng *r, struct text *t, const cinch_node *s, int depth, bool nils);

static void make_any(struct rng *r, struct text *t, bool nils)
{
    static const char *const flat[] = {
        "0",     "1",  "-1", "2",   "0.5",        "1.0",          "\"\"", "\"a\"", "\"b\"",         "\"kind\"", "true",
        "false", "[]", "{}", "[1]", "{\"a\": 1}", "{\"tag\": 1}", "3",    "4",     "\"\\u00e4bc\"", "null"};
    say(t, "%s", flat[rng_below(r, COUNT_OF(flat) - !nils)]);
}

/* Of this schema and of those it is made with. */
static void make_members(struct rng *r, struct text *t, const cinch_node *s, int depth, bool nils, bool *some,
                         const cinch_node *outer)
{
    const cinch_node *props = word(s, "properties"), *all = word(s, "allOf"),
                     *one = word(s, "oneOf") ? word(s, "oneOf") : word(s, "anyOf");
    for (uint32_t i = 0; i < cinch_node_count(props); i++) {
        cinch_str name = cinch_node_str(cinch_node_key(props, i), NULL);
        if (rng_chance(r, required_of(s, cinch_node_key(props, i)) ? 5 : 50)) continue;
        if (outer && cinch_node_find_str(word(outer, "properties"), name)) continue;
        say(t, "%s\"%.*s\": ", *some ? ", " : "", (int)name.len, name.ptr);
        *some = true;
        if (nils && rng_chance(r, 10))
            say(t, "null");
        else
            make_value(r, t, cinch_node_value(props, i), depth - 1, nils);
    }
    if (outer) return;
    for (uint32_t i = 0; i < cinch_node_count(all); i++) make_members(r, t, cinch_node_at(all, i), depth, nils, some, s);
    if (one) make_members(r, t, cinch_node_at(one, rng_below(r, cinch_node_count(one))), depth, nils, some, s);
}

static void make_map(struct rng *r, struct text *t, const cinch_node *s, int depth, bool nils)
{
    bool some = false;
    say(t, "{");
    make_members(r, t, s, depth, nils, &some, NULL);
    if (rng_chance(r, 15)) {
        say(t, "%s\"extra\": ", some ? ", " : "");
        make_any(r, t, nils);
    }
    say(t, "}");
}

static void make_list(struct rng *r, struct text *t, const cinch_node *s, int depth, bool nils)
{
    const cinch_node *first = word(s, "prefixItems"), *items = word(s, "items");
    size_t count = rng_below(r, 4);
    say(t, "[");
    for (uint32_t i = 0; i < count; i++) {
        const cinch_node *as = i < cinch_node_count(first) ? cinch_node_at(first, i) : items;
        say(t, "%s", i ? ", " : "");
        if (as)
            make_value(r, t, as, depth - 1, nils);
        else
            make_any(r, t, nils);
    }
    say(t, "]");
}

static void make_value(struct rng *r, struct text *t, const cinch_node *s, int depth, bool nils)
{
    const cinch_node *ref = word(s, "$ref"), *list = word(s, "enum"), *type = word(s, "type"),
                     *one = word(s, "oneOf") ? word(s, "oneOf") : word(s, "anyOf");
    cinch_str pointer = cinch_node_str(ref, "");
    if (depth < -6 || rng_chance(r, 8))
        make_any(r, t, nils);
    else if (ref)
        make_value(r, t, cinch_node_find_path(schema_root, (cinch_str){pointer.ptr + 1, pointer.len - 1}), depth - 1, nils);
    else if (list || word(s, "const")) {
        const cinch_node *v = list ? cinch_node_at(list, rng_below(r, cinch_node_count(list))) : word(s, "const");
        if (cinch_node_type(v) == CINCH_STR)
            say(t, "\"%.*s\"", (int)v->len, v->as.str);
        else if (cinch_node_type(v) == CINCH_U64 || cinch_node_type(v) == CINCH_I64)
            say(t, "%lld", (long long)v->as.i64);
        else
            make_any(r, t, nils);
    } else if (word(s, "properties") || cinch_str_is(cinch_node_str(type, ""), "object"))
        make_map(r, t, s, depth, nils);
    else if (one)
        make_value(r, t, cinch_node_at(one, rng_below(r, cinch_node_count(one))), depth - 1, nils);
    else if (cinch_str_is(cinch_node_str(type, ""), "array"))
        make_list(r, t, s, depth, nils);
    else if (cinch_str_is(cinch_node_str(type, ""), "integer"))
        say(t, "%d", small(r));
    else if (cinch_str_is(cinch_node_str(type, ""), "string"))
        say(t, "\"%.*s\"", (int)rng_below(r, 4), "abc");
    else
        make_any(r, t, nils);
}

/* ---------------------------------------------------------------- together */

struct heard {
    const uint8_t *msg;
    size_t len;
    unsigned count;
    cinch_error first;
};

static bool hear_random_fault(void *user, const cinch_schema_fault *f)
{
    struct heard *h = user;
    char path[512];
    size_t len = cinch_locate(h->msg, h->len, f->diag.pos, path, sizeof path);
    CHECK_STR(f->pointer.ptr, f->pointer.len, path);
    CHECK_U64(f->pointer.len, len);
    CHECK(f->diag.error != CINCH_OK);
    if (!h->count++) h->first = f->diag.error;
    return true;
}

static bool pack(const struct text *t, cinch_writer *w, cinch_tree *tree)
{
    cinch_bin msg;
    cinch_writer_init_grow(w, NULL, 0);
    cinch_tree_init(tree, NULL);
    if (!CHECK_ERR(cinch_json_read(t->s, t->len, NULL, w, NULL, NULL), CINCH_OK)) return false;
    if (!CHECK_ERR(cinch_writer_finish(w, &msg, NULL), CINCH_OK)) return false;
    return CHECK_ERR(cinch_tree_parse(tree, msg.ptr, msg.len, NULL, NULL), CINCH_OK);
}

static void judge_document(struct rng *r, const cinch_schema *s, bool nils, uint64_t *good)
{
    cinch_writer w;
    cinch_tree tree;
    document_text.len = 0;
    make_value(r, &document_text, schema_root, DEEP, nils);
    if (pack(&document_text, &w, &tree)) {
        struct heard h = {tree.msg, tree.len, 0, CINCH_OK};
        bool want = valid(schema_root, tree.root);
        cinch_error e = cinch_schema_check(s, tree.msg, tree.len, NULL, NULL, hear_random_fault, &h);
        test_note("seed %llu, document %.400s", (unsigned long long)r->seed, document_text.s);
        CHECK((e == CINCH_OK) == want);
        CHECK_ERR(e, h.first);
        CHECK((h.count == 0) == want);
        CHECK_ERR(cinch_schema_check(s, tree.msg, tree.len, NULL, NULL, NULL, NULL), e);
        *good += want;
    }
    cinch_tree_free(&tree);
    cinch_writer_free(&w);
}

TEST(schema_random_agrees)
{
    struct rng r;
    uint64_t loaded = 0, schemas = 0, good = 0, documents = 0;
    rng_init(&r, 20110);
    test_case("random schemas");
    for (size_t i = 0; i < test_rounds(4000) && !test_case_failed(); i++) {
        cinch_writer w;
        cinch_tree tree;
        cinch_schema *s;
        cinch_diag why;
        make_document_schema(&r);
        schemas++;
        s = cinch_schema_new(schema_text.s, schema_text.len, NULL, &why);
        if (!s) CHECK_ERR(why.error, CINCH_ERR_SCHEMA);
        if (s && pack(&schema_text, &w, &tree)) {
            bool nils = !strstr(schema_text.s, "allOf") && !strstr(schema_text.s, "oneOf") && !strstr(schema_text.s, "anyOf");
            schema_root = tree.root;
            loaded++;
            for (int k = 0; k < 20 && !test_case_failed(); k++, documents++) judge_document(&r, s, nils, &good);
            if (test_case_failed()) printf("schema: %s\n", schema_text.s);
            cinch_tree_free(&tree);
            cinch_writer_free(&w);
        }
        cinch_schema_free(s);
    }
    test_case("enough of each kind");
    CHECK(loaded * 4 > schemas && good * 10 > documents && good * 10 < documents * 9);
    if (test_case_failed())
        printf("%llu of %llu schemas loaded, %llu of %llu documents good\n", (unsigned long long)loaded,
               (unsigned long long)schemas, (unsigned long long)good, (unsigned long long)documents);
}

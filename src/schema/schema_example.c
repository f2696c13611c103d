/* SPDX-License-Identifier: MIT
 * A value that two branches would take, as JSON, for the message that says so. Shallow: what it holds is as short as may be.
 */
#include "schema_make.h"
#include "../base/num.h"

typedef struct example_text {
    char *out;
    size_t cap, len;
} example_text;

static void example_put(example_text *t, const char *s, size_t len)
{
    if (len > t->cap - t->len) len = t->cap - t->len;
    if (len) memcpy(t->out + t->len, s, len);
    t->len += len;
}

static void example_word(example_text *t, const char *s)
{
    example_put(t, s, strlen(s));
}

static void example_name(example_text *t, cinch_str s)
{
    example_put(t, "\"", 1);
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] == '"' || s.ptr[i] == '\\') example_put(t, "\\", 1);
        example_put(t, s.ptr + i, 1);
    }
    example_put(t, "\"", 1);
}

static void example_number(example_text *t, double v)
{
    char text[CINCHI_FLOAT_TEXT];
    example_put(t, text, cinchi_num_put_f64(text, v));
}

static void example_int(example_text *t, cinchi_int v)
{
    char text[CINCHI_INT_TEXT];
    size_t len = v.negative ? cinchi_num_put_i64(text, (int64_t)v.bits) : cinchi_num_put_u64(text, v.bits);
    example_put(t, text, len);
}

static void example_node(example_text *t, const cinch_node *n)
{
    cinchi_int v = {n->type == CINCH_I64, n->as.u64};
    switch (n->type) {
    case CINCH_STR: example_name(t, cinch_node_str(n, NULL)); break;
    case CINCH_BOOL: example_word(t, n->as.b ? "true" : "false"); break;
    case CINCH_U64:
    case CINCH_I64: example_int(t, v); break;
    case CINCH_F64: example_number(t, n->as.f64); break;
    default: example_word(t, "null"); break;
    }
}

static void example_integer(example_text *t, const cinchi_integer *a, const cinchi_integer *b)
{
    cinchi_int zero = {false, 0}, lo = cinchi_int_order(a->lo, b->lo) > 0 ? a->lo : b->lo,
               hi = cinchi_int_order(a->hi, b->hi) < 0 ? a->hi : b->hi;
    example_int(t, cinchi_int_order(lo, zero) > 0 ? lo : cinchi_int_order(hi, zero) < 0 ? hi : zero);
}

static void example_text_of(example_text *t, const cinchi_shape *a, const cinchi_shape *b)
{
    static const char letters[] = "aaaaaaaaaaaaaaaaaaaaaaaa";
    uint64_t len = a->kind == CINCHI_IS_STR ? a->as.text.min_len : 0;
    if (b->kind == CINCHI_IS_STR && b->as.text.min_len > len) len = b->as.text.min_len;
    if (len > sizeof letters - 1) len = sizeof letters - 1;
    example_name(t, (cinch_str){letters, (size_t)len});
}

/* The first value that both have. */
static const cinch_node *example_value(const cinchi_shape *a, const cinchi_shape *b)
{
    const cinchi_choice *x = &a->as.choice, *y = &b->as.choice;
    if (a->kind != CINCHI_IS_ENUM) return b->kind == CINCHI_IS_ENUM ? y->values[0].node : NULL;
    for (uint32_t i = 0; b->kind == CINCHI_IS_ENUM && i < x->count; i++)
        for (uint32_t k = 0; k < y->count && k < 256; k++)
            if (cinchi_value_is(&y->values[k], x->values[i].node)) return x->values[i].node;
    return x->values[0].node;
}

/* One value that both take, as far as that is easily told; containers are empty. */
static void example_flat(example_text *t, const cinchi_shape *a, const cinchi_shape *b, uint32_t types)
{
    const cinch_node *n = example_value(a, b);
    types &= a->types & b->types;
    if (n)
        example_node(t, n);
    else if (types & CINCHI_INTEGERS && a->kind == CINCHI_IS_INT && b->kind == CINCHI_IS_INT)
        example_integer(t, &a->as.integer, &b->as.integer);
    else if (types & CINCHI_INTEGERS && (a->kind == CINCHI_IS_INT || b->kind == CINCHI_IS_INT))
        example_integer(t, a->kind == CINCHI_IS_INT ? &a->as.integer : &b->as.integer,
                        a->kind == CINCHI_IS_INT ? &a->as.integer : &b->as.integer);
    else if (types & CINCHI_NUMBERS)
        example_number(t, a->kind == CINCHI_IS_NUMBER && a->as.number.has_lo ? a->as.number.lo : 0.5);
    else if (types & CINCH_BIT(CINCH_BOOL))
        example_word(t, "true");
    else if (types & CINCH_BIT(CINCH_STR))
        example_text_of(t, a, b);
    else if (types & CINCH_BIT(CINCH_ARRAY))
        example_word(t, "[]");
    else if (types & CINCH_BIT(CINCH_MAP))
        example_word(t, "{}");
    else
        example_word(t, types & CINCH_BIT(CINCH_BIN) ? "any bytes" : "any extension");
}

static void example_members(example_text *t, const cinchi_record *of, const cinchi_record *other, bool second, bool *some)
{
    for (uint32_t i = 0; i < of->count; i++) {
        const cinchi_member *m = &of->members[i], *o = NULL;
        uint32_t at = other ? cinchi_record_find(other, m->name) : UINT32_MAX;
        if (!m->required || t->len > 160) continue;
        if (other && at < other->count) o = &other->members[at];
        if (second && o && o->required) continue;
        example_word(t, *some ? ", " : "");
        example_name(t, m->name);
        example_word(t, ": ");
        example_flat(t, m->use.shape, o ? o->use.shape : m->use.shape, CINCHI_ALL_TYPES);
        *some = true;
    }
}

size_t cinchi_example(const cinchi_shape *a, const cinchi_shape *b, uint32_t types, char *out, size_t cap)
{
    example_text t = {out, cap, 0};
    bool some = false;
    bool records = a->kind == CINCHI_IS_RECORD || b->kind == CINCHI_IS_RECORD;
    if (!records || (a->types & b->types & types) == CINCH_BIT(CINCH_ARRAY)) {
        example_flat(&t, a, b, types);
        return t.len;
    }
    example_word(&t, "{");
    if (a->kind == CINCHI_IS_RECORD)
        example_members(&t, &a->as.record, b->kind == CINCHI_IS_RECORD ? &b->as.record : NULL, false, &some);
    if (b->kind == CINCHI_IS_RECORD)
        example_members(&t, &b->as.record, a->kind == CINCHI_IS_RECORD ? &a->as.record : NULL, true, &some);
    example_word(&t, "}");
    return t.len;
}

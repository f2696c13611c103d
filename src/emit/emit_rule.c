/* SPDX-License-Identifier: MIT
 * Rules: the constraints that tables cannot say, as functions of the generated file.
 */
#include "emit_in.h"

bool cinchi_emit_has_rule(const emit_run *e, const cinchi_shape *s)
{
    switch (s->kind) {
    case CINCHI_IS_INT: return s->as.integer.step > 1;
    case CINCHI_IS_NUMBER: return s->as.number.has_lo || s->as.number.has_hi || s->as.number.has_step;
    case CINCHI_IS_STR: return s->as.text.pattern_count && !e->opts->no_patterns;
    case CINCHI_IS_ANY: return s->as.any.min_pairs || s->as.any.max_pairs != UINT64_MAX;
    default: return false;
    }
}

/* By its bits: no text that might be rounded. */
static void rule_double(emit_run *e, double v)
{
    uint64_t u;
    memcpy(&u, &v, 8);
    cinchi_emit_f(e, "cinch_gen_bits(UINT64_C(%x))", u);
}

static void rule_number(emit_run *e, const emit_shape *c)
{
    const cinchi_number *n = &c->shape->as.number;
    const char *type = c->shape->c_type == CINCHI_C_FLOAT ? "float" : "double";
    cinchi_emit_f(e, "    double x = (double)*(const %s *)v;\n", type);
    if (n->has_lo) {
        cinchi_emit_f(e, "    if (!(x %s ", n->lo_open ? ">" : ">=");
        rule_double(e, n->lo);
        cinchi_emit_f(e, ")) return CINCH_ERR_RANGE;\n");
    }
    if (n->has_hi) {
        cinchi_emit_f(e, "    if (!(x %s ", n->hi_open ? "<" : "<=");
        rule_double(e, n->hi);
        cinchi_emit_f(e, ")) return CINCH_ERR_RANGE;\n");
    }
    if (n->has_step)
        cinchi_emit_f(e, "    if (!cinch_gen_multiple(x, UINT64_C(%u), %d)) return CINCH_ERR_RANGE;\n", n->step_digits,
                      (int64_t)n->step_exp);
    cinchi_emit_f(e, "    return CINCH_OK;\n");
}

static void rule_text(emit_run *e, const emit_shape *c)
{
    const cinchi_text *t = &c->shape->as.text;
    cinchi_emit_f(e, "    const cinch_str s = *(const cinch_str *)v;\n    (void)s;\n");
    for (uint32_t i = 0; i < t->pattern_count; i++) {
        cinchi_emit_f(e, "    if (!CINCH_GEN_MATCH(");
        cinchi_emit_literal(e, t->patterns[i].text.ptr, t->patterns[i].text.len);
        cinchi_emit_f(e, ", s)) return CINCH_ERR_PATTERN;\n");
    }
    cinchi_emit_f(e, "    return CINCH_OK;\n");
}

void cinchi_emit_rules(emit_run *e)
{
    bool patterns = false;
    for (uint32_t i = 0; i < e->schema->shape_count; i++) {
        const cinchi_shape *s = e->shapes[i].shape;
        patterns = patterns || (s->kind == CINCHI_IS_STR && cinchi_emit_has_rule(e, s));
    }
    if (patterns)
        cinchi_emit_f(
            e, "#ifndef CINCH_GEN_MATCH\n"
               "#error \"the schema has patterns: define CINCH_GEN_MATCH(pattern, str), or generate with --no-patterns\"\n"
               "#endif\n\n");
    for (uint32_t i = 0; i < e->schema->shape_count; i++) {
        const emit_shape *c = &e->shapes[i];
        if (!cinchi_emit_has_rule(e, c->shape)) continue;
        cinchi_emit_f(e, "static cinch_error %s__rule(const void *v)\n{\n", c->name);
        if (c->shape->kind == CINCHI_IS_INT)
            cinchi_emit_f(e, "    return *(const %s *)v %% %s(%u) ? CINCH_ERR_RANGE : CINCH_OK;\n",
                          cinchi_emit_int_type(c->shape), cinchi_emit_signed(c->shape) ? "INT64_C" : "UINT64_C",
                          c->shape->as.integer.step);
        else if (c->shape->kind == CINCHI_IS_NUMBER)
            rule_number(e, c);
        else if (c->shape->kind == CINCHI_IS_ANY)
            cinchi_emit_f(e, "    return cinch_gen_pairs((const cinch_str *)v, UINT64_C(%x), UINT64_C(%x));\n",
                          c->shape->as.any.min_pairs, c->shape->as.any.max_pairs);
        else
            rule_text(e, c);
        cinchi_emit_f(e, "}\n\n");
    }
}

/* SPDX-License-Identifier: MIT
 * Tables: one cinch_gen_type a shape, in the order of the shapes, so that each stands after those it holds by value.
 */
#include "emit_in.h"
#include "../gen/gen_hash.h"

static const char *const table_forms[] = {"CINCH_GEN_MAP", "CINCH_GEN_ARRAY", "CINCH_GEN_INTKEYS"};

/* kind, size, blank, cap, flags, min, max, rule, more */
static void table_head(emit_run *e, const char *name, const char *kind, const char *size, const char *blank)
{
    cinchi_emit_f(e, "static const cinch_gen_type %s__type = {&cinch_gen_%s, %s, %s, ", name, kind, size, blank);
}

static void table_bounds(emit_run *e, uint64_t cap, bool min, bool max, bool utf8, uint64_t lo, uint64_t hi)
{
    cinchi_emit_f(e, "%u, %s%s%s%s%s%s, UINT64_C(%x), UINT64_C(%x), ", cap, min ? "CINCH_GEN_MIN" : "",
                  min && (max || utf8) ? " | " : "", max ? "CINCH_GEN_MAX" : "", max && utf8 ? " | " : "",
                  utf8 ? "CINCH_GEN_UTF8" : "", min || max || utf8 ? "" : "0", min ? lo : 0, max ? hi : 0);
}

static void table_tail(emit_run *e, const emit_shape *c, const char *more)
{
    if (cinchi_emit_has_rule(e, c->shape))
        cinchi_emit_f(e, "%s__rule, ", c->name);
    else
        cinchi_emit_f(e, "NULL, ");
    cinchi_emit_f(e, more ? "&%s__%s};\n" : "NULL};\n", c->name, more);
}

static void table_integer(emit_run *e, const emit_shape *c)
{
    const cinchi_integer *i = &c->shape->as.integer;
    const char *type = cinchi_emit_int_type(c->shape);
    table_head(e, c->name, cinchi_emit_int_kind(c->shape), cinchi_emit_text(e, "sizeof(%s)", type),
               cinchi_emit_text(e, "sizeof(%s)", type));
    table_bounds(e, 0, cinchi_emit_int_min(c->shape), cinchi_emit_int_max(c->shape), false, i->lo.bits, i->hi.bits);
    table_tail(e, c, NULL);
}

static void table_plain(emit_run *e, const emit_shape *c, const char *kind, const char *type)
{
    table_head(e, c->name, kind, cinchi_emit_text(e, "sizeof(%s)", type), cinchi_emit_text(e, "sizeof(%s)", type));
    table_bounds(e, 0, false, false, false, 0, 0);
    table_tail(e, c, NULL);
}

static void table_bytes(emit_run *e, const emit_shape *c)
{
    const cinchi_shape *s = c->shape;
    bool any = s->kind == CINCHI_IS_ANY, fixed = c->storage == CINCH_EMIT_STATIC;
    const char *wire = any ? "raw" : s->kind == CINCHI_IS_STR ? "str" : s->kind == CINCHI_IS_BIN ? "bin" : "ext";
    const char *type = fixed ? c->name : cinchi_emit_text(e, "cinch_%s", any ? "bin" : wire);
    table_head(e, c->name, cinchi_emit_text(e, "%s_%s", wire, cinchi_emit_storage_name(c)),
               cinchi_emit_text(e, "sizeof(%s)", type),
               fixed ? (s->kind == CINCHI_IS_EXT ? "5" : "4") : cinchi_emit_text(e, "sizeof(%s)", type));
    if (any)
        cinchi_emit_f(e, "%u, 0, 0, UINT64_C(%x), ", c->cap, (uint64_t)s->types);
    else
        table_bounds(e, c->cap, s->as.text.min_len != 0, s->as.text.max_len != UINT64_MAX, s->as.text.utf8, s->as.text.min_len,
                     s->as.text.max_len);
    table_tail(e, c, NULL);
}

/* ---- values */

static void table_value(emit_run *e, const cinchi_value *v)
{
    const cinch_node *n = v->node;
    double x;
    int64_t bits = 0;
    cinch_str s = {NULL, 0};
    const char *type = "CINCH_U64", *text = NULL;
    if (n->type == CINCH_STR) {
        s = cinch_node_str(n, "");
        type = "CINCH_STR";
    } else if (n->type == CINCH_BOOL) {
        type = "CINCH_BOOL";
        bits = cinch_node_bool(n, false);
        text = bits ? "true" : "false";
    } else if (v->number || n->type == CINCH_F64 || n->type == CINCH_F32) {
        type = "CINCH_F64";
        x = cinch_node_f64(n, 0);
        memcpy(&bits, &x, 8);
    } else if (n->type == CINCH_I64) {
        type = "CINCH_I64";
        bits = cinch_node_i64(n, 0);
    } else {
        bits = (int64_t)cinch_node_u64(n, 0);
    }
    if (!text && n->type != CINCH_STR)
        text = n->type == CINCH_U64   ? cinchi_emit_text(e, "%u", cinch_node_u64(n, 0))
               : n->type == CINCH_I64 ? cinchi_emit_text(e, "%d", cinch_node_i64(n, 0))
                                      : "number";
    if (text) s = cinch_cstr(text);
    cinchi_emit_f(e, "    {%s, %u, ", type, (uint64_t)s.len);
    cinchi_emit_literal(e, s.ptr, s.len);
    cinchi_emit_f(e, ", (int64_t)UINT64_C(%x)},\n", (uint64_t)bits);
}

static void table_values(emit_run *e, const char *name, const cinchi_value *values, uint32_t count, bool wide)
{
    uint32_t types = 0;
    cinchi_emit_f(e, "static const cinch_gen_value %s__list[] = {\n", name);
    for (uint32_t i = 0; i < count; i++) {
        bool number = values[i].number || values[i].node->type == CINCH_F64 || values[i].node->type == CINCH_F32;
        table_value(e, &values[i]);
        types |= number ? CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64) | CINCH_BIT(CINCH_F32) | CINCH_BIT(CINCH_F64)
                 : values[i].node->type == CINCH_U64 || values[i].node->type == CINCH_I64
                     ? CINCH_BIT(CINCH_U64) | CINCH_BIT(CINCH_I64)
                     : CINCH_BIT(values[i].node->type);
    }
    cinchi_emit_f(e, "};\n");
    if (wide)
        cinchi_emit_f(e, "static const cinch_gen_values %s__values = {%s__list, %u, %x};\n", name, name, (uint64_t)count,
                      (uint64_t)types);
}

/* kept is a raw item of one of the types there are. */
static void table_other(emit_run *e, const emit_shape *c)
{
    const char *n = c->name, *blank = c->storage == CINCH_EMIT_STATIC ? "4" : "sizeof(cinch_bin)";
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__kept = {&cinch_gen_raw_%s, sizeof(((%s *)0)->kept), %s, %u, 0, 0, UINT64_C(%x), NULL, "
        "NULL};\n",
        n, cinchi_emit_storage_name(c), n, blank, c->cap, (uint64_t)c->shape->types);
    cinchi_emit_f(e, "static const cinch_gen_other %s__other = {&%s__values, &%s__kept, offsetof(%s, kept)};\n", n, n, n, n);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__type = {&cinch_gen_enum_open%s, sizeof(%s), offsetof(%s, kept) + %s, sizeof(%s_kind), "
        "0, 0, 0, NULL, &%s__other};\n",
        n, c->owns ? "_owned" : "", n, n, blank, n, n);
}

static void table_choice(emit_run *e, const emit_shape *c)
{
    const cinchi_choice *o = &c->shape->as.choice;
    table_values(e, c->name, o->values, o->count, true);
    if (o->open)
        table_other(e, c);
    else if (o->is_const)
        cinchi_emit_f(e, "static const cinch_gen_type %s__type = {&cinch_gen_const, 0, 0, 0, 0, 0, 0, NULL, &%s__values};\n",
                      c->name, c->name);
    else
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__type = {&cinch_gen_enum, sizeof(%s), sizeof(%s), sizeof(%s), 0, 0, 0, NULL, "
            "&%s__values};\n",
            c->name, c->name, c->name, c->name, c->name);
}

/* ---- uses */

void cinchi_emit_type_ref(emit_run *e, const cinchi_use *use)
{
    cinchi_emit_f(e, "&%s__%s", emit_of(e, use->shape)->name, use->pointer ? "pointer" : "type");
}

/* The table of an item, a struct of its own around it where it may be nil: its name with an &. */
static void table_item(emit_run *e, const emit_shape *c, const cinchi_use *use)
{
    if (!use->nullable || use->pointer) return;
    cinchi_emit_f(e, "static const cinch_gen_list %s__entry_more = {", c->name);
    cinchi_emit_type_ref(e, use);
    cinchi_emit_f(e, ", offsetof(%s_entry, value)};\n", c->name);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__entry_type = {&cinch_gen_maybe, sizeof(%s_entry), sizeof(%s_entry), 0, 0, 0, 0, "
        "NULL, &%s__entry_more};\n",
        c->name, c->name, c->name, c->name);
}

static void table_item_ref(emit_run *e, const emit_shape *c, const cinchi_use *use)
{
    if (use->nullable && !use->pointer)
        cinchi_emit_f(e, "&%s__entry_type", c->name);
    else
        cinchi_emit_type_ref(e, use);
}

static void table_list(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    bool fixed = c->storage == CINCH_EMIT_STATIC;
    table_item(e, c, &l->item);
    cinchi_emit_f(e, "static const cinch_gen_list %s__more = {", c->name);
    table_item_ref(e, c, &l->item);
    cinchi_emit_f(e, ", offsetof(%s, items)};\n", c->name);
    table_head(e, c->name, cinchi_emit_text(e, "list_%s", cinchi_emit_storage_name(c)),
               cinchi_emit_text(e, "sizeof(%s)", c->name), fixed ? "4" : cinchi_emit_text(e, "sizeof(%s)", c->name));
    table_bounds(e, fixed ? c->cap : 0, l->min_items != 0, l->max_items != UINT64_MAX, false, l->min_items, l->max_items);
    table_tail(e, c, "more");
}

/* ---- structs */

static const char *table_quick(const emit_run *e, const cinchi_member *m)
{
    return m->keep_nil ? NULL : cinchi_emit_quick(e, m);
}

/* A slot for each key, found by trying factors in a fixed sequence; false where there is none. */
static bool table_slots(emit_run *e, const emit_shape *c, uint64_t *factor, unsigned *shift)
{
    const cinchi_record *r = &c->shape->as.record;
    uint8_t slots[256];
    uint64_t f = UINT64_C(0x9e3779b97f4a7c15);
    if (r->encoding != CINCHI_MAP || r->count == 0 || r->count > CINCHI_GEN_HASHED) return false;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].name.len - 1 >= CINCHI_GEN_KEY) return false;
    for (unsigned bits = 1; bits <= 8; bits++) {
        if ((1u << bits) < r->count) continue;
        for (unsigned tries = 0; tries < 3000; tries++) {
            uint64_t used[4] = {0, 0, 0, 0};
            uint32_t i = 0;
            f = (f * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407)) | 1;
            memset(slots, 0, sizeof slots);
            for (; i < r->count; i++) {
                uint64_t head, tail;
                size_t at;
                cinchi_gen_words(r->members[i].name.ptr, r->members[i].name.len, &head, &tail);
                at = cinchi_gen_slot(head, tail, f, 64 - bits);
                if (used[at / 64] >> (at % 64) & 1) break;
                used[at / 64] |= (uint64_t)1 << (at % 64);
                slots[at] = (uint8_t)i;
            }
            if (i < r->count) continue;
            cinchi_emit_f(e, "static const uint8_t %s__slots[%u] = {", c->name, (uint64_t)1 << bits);
            for (i = 0; i < 1u << bits; i++) cinchi_emit_f(e, i ? ", %u" : "%u", (uint64_t)slots[i]);
            cinchi_emit_f(e, "};\n");
            *factor = f;
            *shift = 64 - bits;
            return true;
        }
    }
    return false;
}

static int table_order(const cinchi_record *r, uint32_t a, uint32_t b)
{
    const cinchi_member *x = &r->members[a], *y = &r->members[b];
    if (r->encoding == CINCHI_INTKEYS) return x->key < y->key ? -1 : x->key > y->key;
    if (x->name.len != y->name.len) return x->name.len < y->name.len ? -1 : 1;
    return memcmp(x->name.ptr, y->name.ptr, x->name.len);
}

static void table_sorted(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    uint16_t *order = (uint16_t *)cinchi_emit_take(e, (r->count + 1) * sizeof *order);
    if (!order) return;
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t k = i;
        for (; k && table_order(r, order[k - 1], i) > 0; k--) order[k] = order[k - 1];
        order[k] = (uint16_t)i;
    }
    cinchi_emit_f(e, "static const uint16_t %s__sorted[] = {", c->name);
    for (uint32_t i = 0; i < r->count; i++) cinchi_emit_f(e, i ? ", %u" : "%u", (uint64_t)order[i]);
    cinchi_emit_f(e, "};\n");
}

static void table_fill(emit_run *e, const cinchi_member *m)
{
    cinch_writer w;
    if (!m->value) {
        cinchi_emit_f(e, "NULL, 0, ");
        return;
    }
    cinch_writer_init_grow(&w, &e->alloc, 64);
    cinch_node_write(m->value, &w);
    if (w.error) e->error = CINCH_ERR_MEMORY;
    cinchi_emit_literal(e, w.start, (size_t)cinch_writer_pos(&w));
    cinchi_emit_f(e, ", %u, ", cinch_writer_pos(&w));
    cinch_writer_free(&w);
}

static void table_flags(emit_run *e, const cinchi_member *m)
{
    const emit_shape *s = emit_of(e, m->use.shape);
    const char *quick = table_quick(e, m);
    if (m->use.shape->kind == CINCHI_IS_NEVER) {
        cinchi_emit_f(e, "CINCH_GEN_NEVER");
        return;
    }
    cinchi_emit_f(e, "%s", m->required ? "CINCH_GEN_REQUIRED" : "0");
    if (m->use.nullable || !m->required) cinchi_emit_f(e, " | CINCH_GEN_NIL");
    if (m->keep_nil) cinchi_emit_f(e, " | CINCH_GEN_KEEP");
    if (m->use.pointer) cinchi_emit_f(e, " | CINCH_GEN_POINTER");
    if (quick && s->rules) cinchi_emit_f(e, " | CINCH_GEN_JUDGE");
    if (quick) cinchi_emit_f(e, " | CINCH_GEN_QUICK(CINCH_GEN_%s)", quick);
}

static void table_field(emit_run *e, const emit_shape *c, const cinchi_member *m)
{
    uint64_t head, tail;
    const char *name = cinchi_emit_member_name(e, m->name);
    bool never = m->use.shape->kind == CINCHI_IS_NEVER;
    cinchi_gen_words(m->name.ptr, m->name.len, &head, &tail);
    cinchi_emit_f(e, "    {UINT64_C(%x), UINT64_C(%x), ", head, tail);
    cinchi_emit_literal(e, m->name.ptr, m->name.len);
    cinchi_emit_f(e, ", ");
    if (never)
        cinchi_emit_f(e, "NULL");
    else
        cinchi_emit_type_ref(e, &m->use);
    cinchi_emit_f(e, ", ");
    table_fill(e, m);
    if (cinchi_emit_stored(e, m))
        cinchi_emit_f(e, "offsetof(%s, %s), ", c->name, name);
    else
        cinchi_emit_f(e, "0, ");
    if (cinchi_emit_has(m))
        cinchi_emit_f(e, "offsetof(%s, has_%s), ", c->name, name);
    else
        cinchi_emit_f(e, "CINCH_GEN_NO_HAS, ");
    cinchi_emit_f(e, "%u, ", (uint64_t)m->name.len);
    table_flags(e, m);
    cinchi_emit_f(e, ", INT64_C(%d)},\n", m->key == INT64_MIN ? m->key + 1 : m->key);
}

static const char *table_extra(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *store = cinchi_emit_storage_name(c), *n = c->name;
    if (r->extra == CINCHI_EXTRA_USE) {
        table_item(e, c, &r->value);
        if (c->storage == CINCH_EMIT_STATIC)
            cinchi_emit_f(e,
                          "static const cinch_gen_type %s__key_type = {&cinch_gen_str_static, sizeof(((%s_extra *)0)->key), 4, "
                          "%u, 0, 0, 0, NULL, NULL};\n",
                          n, n, c->shape->max_bytes);
        else
            cinchi_emit_f(
                e,
                "static const cinch_gen_type %s__key_type = {&cinch_gen_str_%s, sizeof(cinch_str), sizeof(cinch_str), "
                "0, 0, 0, 0, NULL, NULL};\n",
                n, store);
        cinchi_emit_f(e, "static const cinch_gen_pair %s__pair = {&%s__key_type, ", n, n);
        table_item_ref(e, c, &r->value);
        cinchi_emit_f(e, ", offsetof(%s_extra, value)};\n", n);
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__pair_type = {&cinch_gen_pair_kind, sizeof(%s_extra), sizeof(%s_extra), 0, 0, 0, "
            "0, NULL, &%s__pair};\n",
            n, n, n, n);
        cinchi_emit_f(
            e,
            "static const cinch_gen_list %s__extra_more = {&%s__pair_type, offsetof(%s, extra.items) - offsetof(%s, extra)};\n",
            n, n, n, n);
    } else if (cinchi_emit_keeps(e, c) && c->storage == CINCH_EMIT_STATIC) {
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__extra_type = {&cinch_gen_kept_static, sizeof(((%s *)0)->extra), 8, %u, 0, 0, %u, "
            "NULL, NULL};\n",
            n, n, c->cap, (uint64_t)(r->encoding == CINCHI_ARRAY ? 1 : 2));
        return cinchi_emit_text(e, "&%s__extra_type, offsetof(%s, extra)", n, n);
    } else if (cinchi_emit_keeps(e, c)) {
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__pair_type = {&cinch_gen_strange%s, sizeof(cinch_bin), sizeof(cinch_bin), %u, 0, "
            "0, 0, NULL, NULL};\n",
            n, c->storage == CINCH_EMIT_OWNED ? "_owned" : "", (uint64_t)(r->encoding == CINCHI_ARRAY ? 1 : 2));
        cinchi_emit_f(
            e,
            "static const cinch_gen_list %s__extra_more = {&%s__pair_type, offsetof(%s, extra.items) - offsetof(%s, extra)};\n",
            n, n, n, n);
    } else {
        return "NULL, 0";
    }
    cinchi_emit_f(e,
                  "static const cinch_gen_type %s__extra_type = {&cinch_gen_more_%s, sizeof(((%s *)0)->extra), sizeof(((%s "
                  "*)0)->extra), %u, 0, 0, 0, NULL, &%s__extra_more};\n",
                  n, store, n, n, c->storage == CINCH_EMIT_STATIC ? c->cap : 0, n);
    return cinchi_emit_text(e, "&%s__extra_type, offsetof(%s, extra)", n, n);
}

static void table_record(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *n = c->name, *extra;
    uint64_t factor = 0, required = 0;
    unsigned shift = 0;
    bool slots, sorted;
    if (r->count) cinchi_emit_f(e, "static const cinch_gen_field %s__fields[] = {\n", n);
    for (uint32_t i = 0; i < r->count; i++) {
        table_field(e, c, &r->members[i]);
        if (i < 64 && r->members[i].required) required |= (uint64_t)1 << i;
    }
    if (r->count) cinchi_emit_f(e, "};\n");
    slots = table_slots(e, c, &factor, &shift);
    sorted = !slots && r->count && r->encoding != CINCHI_ARRAY;
    if (sorted) table_sorted(e, c);
    extra = table_extra(e, c);
    if (c->flat && e->parts & EMIT_DECODE)
        cinchi_emit_f(e,
                      "static void %s__any_get(cinch_reader *r, void *v, cinch_arena *arena);\n"
                      "static uint32_t %s__take(const uint8_t *b, const uint32_t *at, uint64_t noted, void *to);\n"
                      "#if CINCH_GEN_FOLLOW\nstatic size_t %s__follow(const uint8_t *b, size_t n, size_t i, const uint8_t "
                      "*order, cinch_gen_followed *s, void *to);\n#endif\n",
                      n, n, n);
    if (c->flat && e->parts & EMIT_ENCODE) cinchi_emit_f(e, "static void %s__any_put(cinch_writer *w, const void *v);\n", n);
    cinchi_emit_f(
        e, "static const cinch_gen_object %s__object = {%s%s, %u, %s, %s, %u, %u, %s%s, %s%s, UINT64_C(%x), UINT64_C(%x), %s, ",
        n, r->count ? n : "NULL", r->count ? "__fields" : "", (uint64_t)r->count, table_forms[r->encoding],
        r->extra == CINCHI_EXTRA_USE            ? "CINCH_GEN_LIST"
        : r->extra == CINCHI_EXTRA_NONE         ? "CINCH_GEN_REFUSE"
        : cinchi_emit_keeps(e, c)               ? "CINCH_GEN_KEEP_RAW"
        : e->opts->unknown == CINCH_EMIT_REFUSE ? "CINCH_GEN_REFUSE"
                                                : "CINCH_GEN_SKIP",
        (uint64_t)e->opts->dup_error, (uint64_t)shift, sorted ? n : "NULL", sorted ? "__sorted" : "", slots ? n : "NULL",
        slots ? "__slots" : "", factor, required, extra);
    cinchi_emit_f(e, c->flat && e->parts & EMIT_DECODE ? "%s__any_get, " : "NULL, ", n);
    cinchi_emit_f(e, c->flat && e->parts & EMIT_ENCODE ? "%s__any_put, " : "NULL, ", n);
    cinchi_emit_f(e, c->flat && e->parts & EMIT_DECODE ? "%s__take, CINCH_GEN_FOLLOWED(%s__follow)};\n" : "NULL, NULL};\n", n,
                  n);
    table_head(e, n, "struct", cinchi_emit_text(e, "sizeof(%s)", n), cinchi_emit_text(e, "sizeof(%s)", n));
    table_bounds(e, 0, r->min_pairs != 0, r->max_pairs != UINT64_MAX, false, r->min_pairs, r->max_pairs);
    table_tail(e, c, "object");
}

static void table_tuple(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    const char *n = c->name, *extra = "NULL, 0", *store = cinchi_emit_storage_name(c);
    bool more = l->open && l->item.shape;
    cinchi_emit_f(e, "static const cinch_gen_field %s__fields[] = {\n", n);
    for (uint32_t i = 0; i < l->first_count; i++) {
        cinchi_member m;
        memset(&m, 0, sizeof m);
        m.use = l->first[i];
        m.required = i < l->min_items;
        m.name = cinch_cstr(cinchi_emit_text(e, "item%u", (uint64_t)i));
        table_field(e, c, &m);
    }
    cinchi_emit_f(e, "};\n");
    if (more) {
        table_item(e, c, &l->item);
        cinchi_emit_f(e, "static const cinch_gen_list %s__extra_more = {", n);
        table_item_ref(e, c, &l->item);
        cinchi_emit_f(e, ", offsetof(%s, more.items) - offsetof(%s, more)};\n", n, n);
        cinchi_emit_f(e,
                      "static const cinch_gen_type %s__extra_type = {&cinch_gen_more_%s, sizeof(((%s *)0)->more), sizeof(((%s "
                      "*)0)->more), %u, 0, 0, 0, NULL, &%s__extra_more};\n",
                      n, store, n, n, c->storage == CINCH_EMIT_STATIC ? c->cap : 0, n);
        extra = cinchi_emit_text(e, "&%s__extra_type, offsetof(%s, more)", n, n);
    }
    cinchi_emit_f(
        e,
        "static const cinch_gen_object %s__object = {%s__fields, %u, CINCH_GEN_ARRAY, %s, 0, 0, NULL, NULL, 0, 0, %s, NULL, "
        "NULL, NULL, NULL};\n",
        n, n, (uint64_t)l->first_count,
        more      ? "CINCH_GEN_LIST"
        : l->open ? "CINCH_GEN_SKIP"
                  : "CINCH_GEN_REFUSE",
        extra);
    table_head(e, n, "struct", cinchi_emit_text(e, "sizeof(%s)", n), cinchi_emit_text(e, "sizeof(%s)", n));
    table_bounds(e, 0, l->min_items != 0, l->max_items != UINT64_MAX, false, l->min_items, l->max_items);
    table_tail(e, c, "object");
}

/* ---- unions */

static void table_branch(emit_run *e, const emit_shape *c, uint32_t i)
{
    const cinchi_choices *u = &c->shape->as.choices;
    const cinchi_branch *b = &u->branches[i];
    cinchi_emit_f(e, "    {");
    cinchi_emit_type_ref(e, &b->use);
    cinchi_emit_f(e, ", %x, %u, %u, ", (uint64_t)b->types, (uint64_t)b->tagged, (uint64_t)b->tag_absent);
    if (b->value_count)
        cinchi_emit_f(e, "%s_%u__list, %u, ", c->name, (uint64_t)i, (uint64_t)b->value_count);
    else
        cinchi_emit_f(e, "NULL, 0, ");
    if (b->key_count && u->encoding == CINCHI_INTKEYS)
        cinchi_emit_f(e, "NULL, %s_%u__keys, %u},\n", c->name, (uint64_t)i, (uint64_t)b->key_count);
    else if (b->key_count)
        cinchi_emit_f(e, "%s_%u__keys, NULL, %u},\n", c->name, (uint64_t)i, (uint64_t)b->key_count);
    else
        cinchi_emit_f(e, "NULL, NULL, 0},\n");
}

static void table_branch_keys(emit_run *e, const emit_shape *c, uint32_t i)
{
    const cinchi_branch *b = &c->shape->as.choices.branches[i];
    bool numbers = c->shape->as.choices.encoding == CINCHI_INTKEYS;
    if (b->value_count) table_values(e, cinchi_emit_text(e, "%s_%u", c->name, (uint64_t)i), b->values, b->value_count, false);
    if (!b->key_count) return;
    cinchi_emit_f(e, numbers ? "static const int64_t %s_%u__keys[] = {" : "static const char *const %s_%u__keys[] = {", c->name,
                  (uint64_t)i);
    for (uint32_t k = 0; k < b->key_count; k++) {
        if (k) cinchi_emit_f(e, ", ");
        if (numbers)
            cinchi_emit_f(e, "INT64_C(%d)", b->int_keys[k]);
        else
            cinchi_emit_literal(e, b->keys[k].ptr, b->keys[k].len);
    }
    cinchi_emit_f(e, "};\n");
}

static void table_union(emit_run *e, const emit_shape *c)
{
    const cinchi_choices *u = &c->shape->as.choices;
    const char *n = c->name;
    for (uint32_t i = 0; i < u->count; i++) table_branch_keys(e, c, i);
    cinchi_emit_f(e, "static const cinch_gen_branch %s__branches[] = {\n", n);
    for (uint32_t i = 0; i < u->count; i++) table_branch(e, c, i);
    cinchi_emit_f(e, "};\nstatic const cinch_gen_union %s__union = {%s__branches, %u, offsetof(%s, as), %x, %u, %s, ", n, n,
                  (uint64_t)u->count, n, (uint64_t)c->shape->types, (uint64_t)u->one_of, table_forms[u->encoding]);
    if (u->by == CINCHI_BY_VALUE)
        cinchi_emit_literal(e, u->tag.ptr, u->tag.len);
    else
        cinchi_emit_f(e, "NULL");
    cinchi_emit_f(e, ", INT64_C(%d), %u};\n", u->tag_key, (uint64_t)u->tag_index);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__type = {&cinch_gen_choice, sizeof(%s), sizeof(%s), sizeof(%s_kind), 0, 0, 0, NULL, "
        "&%s__union};\n",
        n, n, n, n, n);
}

/* ---- all */

static void table_shape(emit_run *e, const emit_shape *c)
{
    switch (c->shape->kind) {
    case CINCHI_IS_NEVER: return;
    case CINCHI_IS_NIL:
        cinchi_emit_f(e, "static const cinch_gen_type %s__type = {&cinch_gen_nil, 0, 0, 0, 0, 0, 0, NULL, NULL};\n", c->name);
        break;
    case CINCHI_IS_BOOL: table_plain(e, c, "bool", "bool"); break;
    case CINCHI_IS_INT: table_integer(e, c); break;
    case CINCHI_IS_NUMBER:
        table_plain(e, c, c->shape->c_type == CINCHI_C_FLOAT ? "f32" : "f64",
                    c->shape->c_type == CINCHI_C_FLOAT ? "float" : "double");
        break;
    case CINCHI_IS_TIME: table_plain(e, c, "time", "cinch_time"); break;
    case CINCHI_IS_ENUM: table_choice(e, c); break;
    case CINCHI_IS_LIST: table_list(e, c); break;
    case CINCHI_IS_TUPLE: table_tuple(e, c); break;
    case CINCHI_IS_RECORD: table_record(e, c); break;
    case CINCHI_IS_UNION: table_union(e, c); break;
    default: table_bytes(e, c);
    }
}

static void table_mark(emit_run *e, uint8_t *pointed, const cinchi_use *use)
{
    (void)e;
    if (use->shape && use->pointer) pointed[use->shape->index] = 1;
}

/* Which shapes are held by pointer. */
static uint8_t *table_pointed(emit_run *e)
{
    uint8_t *pointed = (uint8_t *)cinchi_emit_take(e, e->schema->shape_count + 1);
    for (uint32_t i = 0; pointed && i < e->schema->shape_count; i++) {
        const cinchi_shape *s = e->shapes[i].shape;
        if (s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE) {
            table_mark(e, pointed, &s->as.list.item);
            for (uint32_t k = 0; k < s->as.list.first_count; k++) table_mark(e, pointed, &s->as.list.first[k]);
        } else if (s->kind == CINCHI_IS_RECORD) {
            for (uint32_t k = 0; k < s->as.record.count; k++) table_mark(e, pointed, &s->as.record.members[k].use);
            if (s->as.record.extra == CINCHI_EXTRA_USE) table_mark(e, pointed, &s->as.record.value);
        } else if (s->kind == CINCHI_IS_UNION) {
            for (uint32_t k = 0; k < s->as.choices.count; k++) table_mark(e, pointed, &s->as.choices.branches[k].use);
        }
    }
    return pointed;
}

void cinchi_emit_tables(emit_run *e)
{
    const uint8_t *pointed = table_pointed(e);
    for (uint32_t i = 0; pointed && i < e->schema->shape_count; i++) {
        const char *n = e->shapes[i].name;
        if (!pointed[i]) continue;
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__type;\nstatic const cinch_gen_type %s__pointer = {&cinch_gen_pointer_%s, "
            "sizeof(void *), sizeof(void *), 0, 0, 0, 0, NULL, &%s__type};\n",
            n, n, e->opts->storage == CINCH_EMIT_OWNED ? "owned" : "view", n);
    }
    for (uint32_t i = 0; i < e->schema->shape_count && !e->error; i++) {
        table_shape(e, &e->shapes[i]);
        cinchi_emit_f(e, "\n");
    }
}

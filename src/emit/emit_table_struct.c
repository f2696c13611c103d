/* SPDX-License-Identifier: MIT
 * Tables of structs, records and tuples alike: their fields, how a key finds its field, and where what has no field goes.
 */
#include "emit_table.h"
#include "../gen/gen_hash.h"

/* ---- keys */

typedef struct table_keys { /* how a field is found by its key */
    uint64_t factor;
    unsigned shift;
    bool slots, sorted; /* which table there is; neither: by place, or there are no keys */
} table_keys;

static bool table_may_hash(const cinchi_record *r)
{
    if (r->encoding != CINCHI_MAP || r->count == 0 || r->count > CINCHI_GEN_HASHED) return false;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->members[i].name.len - 1 >= CINCHI_GEN_KEY) return false;
    return true;
}

/* Whether each key has a slot of its own. */
static bool table_apart(const cinchi_record *r, uint64_t factor, unsigned shift, uint8_t slots[256])
{
    uint64_t used[4] = {0, 0, 0, 0};
    memset(slots, 0, 256);
    for (uint32_t i = 0; i < r->count; i++) {
        uint64_t head, tail;
        size_t at;
        cinchi_gen_words(r->members[i].name.ptr, r->members[i].name.len, &head, &tail);
        at = cinchi_gen_slot(head, tail, factor, shift);
        if (used[at / 64] >> (at % 64) & 1) return false;
        used[at / 64] |= (uint64_t)1 << (at % 64);
        slots[at] = (uint8_t)i;
    }
    return true;
}

/* A slot for each key, in the smallest table, found by trying factors in a fixed sequence; returns its bits, 0 where there is none. */
static unsigned table_factor(const cinchi_record *r, uint64_t *factor, uint8_t slots[256])
{
    uint64_t f = UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned bits = 1; bits <= 8; bits++) {
        if ((1u << bits) < r->count) continue;
        for (unsigned tries = 0; tries < 3000; tries++) {
            f = (f * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407)) | 1;
            *factor = f;
            if (table_apart(r, f, 64 - bits, slots)) return bits;
        }
    }
    return 0;
}

static bool table_slots(emit_run *e, const emit_shape *c, table_keys *k)
{
    uint8_t slots[256];
    uint64_t factor = 0;
    unsigned bits = table_may_hash(&c->shape->as.record) ? table_factor(&c->shape->as.record, &factor, slots) : 0;
    if (!bits) return false;
    cinchi_emit_f(e, "static const uint8_t %s__slots[%u] = {", c->name, (uint64_t)1 << bits);
    for (uint32_t i = 0; i < 1u << bits; i++) cinchi_emit_f(e, i ? ", %u" : "%u", (uint64_t)slots[i]);
    cinchi_emit_f(e, "};\n");
    k->factor = factor;
    k->shift = 64 - bits;
    return true;
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

static table_keys table_find(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    table_keys k = {0, 0, false, false};
    k.slots = table_slots(e, c, &k);
    k.sorted = !k.slots && r->count && r->encoding != CINCHI_ARRAY;
    if (k.sorted) table_sorted(e, c);
    return k;
}

/* ---- fields */

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

static const char *table_quick(const emit_run *e, const cinchi_member *m)
{
    return m->keep_nil ? NULL : cinchi_emit_quick(e, &m->use);
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

/* Where a field and its has_ flag are in the struct. */
static void table_place(emit_run *e, const emit_shape *c, const cinchi_member *m)
{
    const char *name = cinchi_emit_member_name(e, m->name);
    if (cinchi_emit_stored(e, m))
        cinchi_emit_f(e, "offsetof(%s, %s), ", c->name, name);
    else
        cinchi_emit_f(e, "0, ");
    if (cinchi_emit_has(m))
        cinchi_emit_f(e, "offsetof(%s, has_%s), ", c->name, name);
    else
        cinchi_emit_f(e, "CINCH_GEN_NO_HAS, ");
}

static void table_field(emit_run *e, const emit_shape *c, const cinchi_member *m)
{
    uint64_t head, tail;
    cinchi_gen_words(m->name.ptr, m->name.len, &head, &tail);
    cinchi_emit_f(e, "    {UINT64_C(%x), UINT64_C(%x), ", head, tail);
    cinchi_emit_literal(e, m->name.ptr, m->name.len);
    cinchi_emit_f(e, ", ");
    if (m->use.shape->kind == CINCHI_IS_NEVER)
        cinchi_emit_f(e, "NULL");
    else
        cinchi_emit_type_ref(e, &m->use);
    cinchi_emit_f(e, ", ");
    table_fill(e, m);
    table_place(e, c, m);
    cinchi_emit_f(e, "%u, ", (uint64_t)m->name.len);
    table_flags(e, m);
    cinchi_emit_f(e, ", %i},\n", m->key);
}

/* ---- what has no field */

/* The list in member: extra or more. Returns what an object says of it. */
static const char *table_rest(emit_run *e, const emit_shape *c, const char *member)
{
    const char *n = c->name;
    cinchi_emit_f(e,
                  "static const cinch_gen_type %s__extra_type = {&cinch_gen_more_%s, sizeof(((%s *)0)->%s), sizeof(((%s "
                  "*)0)->%s), %u, 0, 0, 0, NULL, &%s__extra_more};\n",
                  n, cinchi_emit_storage_name(c), n, member, n, member, c->storage == CINCH_EMIT_STATIC ? c->cap : 0, n);
    return cinchi_emit_text(e, "&%s__extra_type, offsetof(%s, %s)", n, n, member);
}

/* Pairs of any key and a value of one type. */
static void table_pair(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *n = c->name;
    cinchi_emit_table_item(e, c, &r->value);
    if (c->storage == CINCH_EMIT_STATIC)
        cinchi_emit_f(e,
                      "static const cinch_gen_type %s__key_type = {&cinch_gen_str_static, sizeof(((%s_extra *)0)->key), 4, "
                      "%u, 0, 0, 0, NULL, NULL};\n",
                      n, n, c->shape->max_bytes);
    else
        cinchi_emit_f(e,
                      "static const cinch_gen_type %s__key_type = {&cinch_gen_str_%s, sizeof(cinch_str), sizeof(cinch_str), "
                      "0, 0, 0, 0, NULL, NULL};\n",
                      n, cinchi_emit_storage_name(c));
    cinchi_emit_f(e, "static const cinch_gen_pair %s__pair = {&%s__key_type, ", n, n);
    cinchi_emit_table_item_ref(e, c, &r->value);
    cinchi_emit_f(e, ", offsetof(%s_extra, value)};\n", n);
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__pair_type = {&cinch_gen_pair_kind, sizeof(%s_extra), sizeof(%s_extra), 0, 0, "
        "0, 0, NULL, &%s__pair};\n",
        n, n, n, n);
}

/* What the schema does not name, as bytes. */
static void table_strange(emit_run *e, const emit_shape *c, uint64_t items)
{
    cinchi_emit_f(
        e,
        "static const cinch_gen_type %s__pair_type = {&cinch_gen_strange%s, sizeof(cinch_bin), sizeof(cinch_bin), %u, "
        "0, 0, 0, NULL, NULL};\n",
        c->name, c->storage == CINCH_EMIT_OWNED ? "_owned" : "", items);
}

static const char *table_extra(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *n = c->name;
    uint64_t items = r->encoding == CINCHI_ARRAY ? 1 : 2;
    bool pairs = r->extra == CINCHI_EXTRA_USE;
    if (!pairs && !cinchi_emit_keeps(e, c)) return "NULL, 0";
    if (!pairs && c->storage == CINCH_EMIT_STATIC) {
        cinchi_emit_f(
            e,
            "static const cinch_gen_type %s__extra_type = {&cinch_gen_kept_static, sizeof(((%s *)0)->extra), 8, %u, 0, "
            "0, %u, NULL, NULL};\n",
            n, n, c->cap, items);
        return cinchi_emit_text(e, "&%s__extra_type, offsetof(%s, extra)", n, n);
    }
    if (pairs)
        table_pair(e, c);
    else
        table_strange(e, c, items);
    cinchi_emit_f(e,
                  "static const cinch_gen_list %s__extra_more = {&%s__pair_type, offsetof(%s, extra.items) - offsetof(%s, "
                  "extra), 0};\n",
                  n, n, n, n);
    return table_rest(e, c, "extra");
}

/* ---- records */

/* The passes of a flat record, which stand behind the tables. */
static void table_passes(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    if (c->flat && e->parts & EMIT_DECODE)
        cinchi_emit_f(e,
                      "static const uint8_t *%s__read(const uint8_t *b, size_t n, void *to);\n"
                      "static void %s__any_get(cinch_reader *r, void *v, cinch_arena *arena);\n",
                      n, n);
    else if (c->reads && e->parts & EMIT_DECODE)
        cinchi_emit_f(e,
                      "#if CINCH_GEN_ORDERS\nstatic const uint8_t *%s__read(const uint8_t *b, size_t n, void *to);\n"
                      "static void %s__any_get(cinch_reader *r, void *v, cinch_arena *arena);\n#endif\n",
                      n, n);
    else if (c->walks && e->parts & EMIT_DECODE)
        cinchi_emit_f(
            e, "#if CINCH_GEN_ORDERS\nstatic void %s__any_get(cinch_reader *r, void *v, cinch_arena *arena);\n#endif\n", n);
    if (c->flat && e->parts & EMIT_ENCODE) cinchi_emit_f(e, "static void %s__any_put(cinch_writer *w, const void *v);\n", n);
}

static void table_pass_refs(emit_run *e, const emit_shape *c)
{
    const char *n = c->name;
    bool get = c->flat && e->parts & EMIT_DECODE, put = c->flat && e->parts & EMIT_ENCODE;
    if (!get && (c->reads || c->walks) && e->parts & EMIT_DECODE)
        cinchi_emit_f(e, "CINCH_GEN_LARGE(%s__any_get), ", n);
    else
        cinchi_emit_f(e, get ? "%s__any_get, " : "NULL, ", n);
    cinchi_emit_f(e, put ? "%s__any_put, " : "NULL, ", n);
    if (c->reads && e->parts & EMIT_DECODE)
        cinchi_emit_f(e, c->flat ? "%s__read, %u};\n" : "CINCH_GEN_LARGE(%s__read), %u};\n", n, (uint64_t)c->levels);
    else
        cinchi_emit_f(e, "NULL, 0};\n");
}

/* Returns which of the first 64 are required, by bits. */
static uint64_t table_fields(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    uint64_t required = 0;
    if (!r->count) return 0;
    cinchi_emit_f(e, "static const cinch_gen_field %s__fields[] = {\n", c->name);
    for (uint32_t i = 0; i < r->count; i++) {
        table_field(e, c, &r->members[i]);
        if (i < 64 && r->members[i].required) required |= (uint64_t)1 << i;
    }
    cinchi_emit_f(e, "};\n");
    return required;
}

static const char *table_unknown(const emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    if (r->extra == CINCHI_EXTRA_USE) return "CINCH_GEN_LIST";
    if (r->extra == CINCHI_EXTRA_NONE) return "CINCH_GEN_REFUSE";
    if (cinchi_emit_keeps(e, c)) return "CINCH_GEN_KEEP_RAW";
    return e->opts->unknown == CINCH_EMIT_REFUSE ? "CINCH_GEN_REFUSE" : "CINCH_GEN_SKIP";
}

static void table_struct(emit_run *e, const emit_shape *c, uint64_t min, uint64_t max)
{
    const char *size = cinchi_emit_text(e, "sizeof(%s)", c->name);
    cinchi_emit_table_head(e, c->name, "struct", size, size);
    cinchi_emit_table_bounds(e, 0, min != 0, max != UINT64_MAX, false, min, max);
    cinchi_emit_table_tail(e, c, "object");
}

void cinchi_emit_table_record(emit_run *e, const emit_shape *c)
{
    const cinchi_record *r = &c->shape->as.record;
    const char *n = c->name, *extra;
    uint64_t required = table_fields(e, c);
    table_keys k = table_find(e, c);
    extra = table_extra(e, c);
    table_passes(e, c);
    cinchi_emit_f(
        e, "static const cinch_gen_object %s__object = {%s%s, %u, %s, %s, %u, %u, %s%s, %s%s, UINT64_C(%x), UINT64_C(%x), %s, ",
        n, r->count ? n : "NULL", r->count ? "__fields" : "", (uint64_t)r->count, cinchi_emit_table_form(r->encoding),
        table_unknown(e, c), (uint64_t)e->opts->dup_error, (uint64_t)k.shift, k.sorted ? n : "NULL", k.sorted ? "__sorted" : "",
        k.slots ? n : "NULL", k.slots ? "__slots" : "", k.factor, required, extra);
    table_pass_refs(e, c);
    table_struct(e, c, r->min_pairs, r->max_pairs);
}

/* ---- tuples */

static void table_places(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    cinchi_emit_f(e, "static const cinch_gen_field %s__fields[] = {\n", c->name);
    for (uint32_t i = 0; i < l->first_count; i++) {
        cinchi_member m = cinchi_emit_place(e, l, i);
        table_field(e, c, &m);
    }
    cinchi_emit_f(e, "};\n");
}

static const char *table_more(emit_run *e, const emit_shape *c)
{
    const cinchi_use *item = &c->shape->as.list.item;
    const char *n = c->name;
    cinchi_emit_table_item(e, c, item);
    cinchi_emit_f(e, "static const cinch_gen_list %s__extra_more = {", n);
    cinchi_emit_table_item_ref(e, c, item);
    cinchi_emit_f(e, ", offsetof(%s, more.items) - offsetof(%s, more), 0};\n", n, n);
    return table_rest(e, c, "more");
}

void cinchi_emit_table_tuple(emit_run *e, const emit_shape *c)
{
    const cinchi_list *l = &c->shape->as.list;
    const char *n = c->name, *extra = "NULL, 0", *beyond = l->open ? "CINCH_GEN_SKIP" : "CINCH_GEN_REFUSE";
    table_places(e, c);
    if (l->open && l->item.shape) {
        extra = table_more(e, c);
        beyond = "CINCH_GEN_LIST";
    }
    cinchi_emit_f(
        e,
        "static const cinch_gen_object %s__object = {%s__fields, %u, CINCH_GEN_ARRAY, %s, 0, 0, NULL, NULL, 0, 0, %s, "
        "NULL, NULL, NULL, 0};\n",
        n, n, (uint64_t)l->first_count, beyond, extra);
    table_struct(e, c, l->min_items, l->max_items);
}

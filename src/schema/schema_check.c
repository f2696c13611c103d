/* SPDX-License-Identifier: MIT
 * A message against a schema. Two passes: the message is well-formed, then it is what the schema says. The second keeps one level a container that has
 * a shape; what is a view to the schema it skips.
 */
#include "schema_check.h"
#include "../base/alloc.h"
#include "cinch/check.h"

static const cinch_str hold_none = {NULL, 0};

/* ---------------------------------------------------------------- memory */

static bool hold_grow(cinchi_check *c, void **block, uint32_t *cap, uint32_t need, size_t size)
{
    uint32_t more = *cap ? *cap : 16;
    void *got;
    if (need <= *cap) return true;
    while (more < need) more *= 2;
    got = cinchi_alloc_resize(&c->alloc, *block, *cap * size, more * size);
    if (!got) {
        c->error = CINCH_ERR_MEMORY;
        c->enough = true;
        return false;
    }
    *block = got;
    *cap = more;
    return true;
}

bool cinchi_check_bits(cinchi_check *c, uint32_t count, uint32_t *at)
{
    uint32_t bytes = count / 8 + 1;
    void *block = c->bits;
    if (bytes > UINT32_MAX / 4 - c->bit_bytes || !hold_grow(c, &block, &c->bit_cap, c->bit_bytes + bytes, 1)) return false;
    c->bits = block;
    memset(c->bits + c->bit_bytes, 0, bytes);
    *at = c->bit_bytes;
    c->bit_bytes += bytes;
    return true;
}

/* ---------------------------------------------------------------- containers begin */

static bool hold_within(uint64_t count, uint64_t least, uint64_t most)
{
    return count >= least && count <= most;
}

static bool hold_count(const cinchi_shape *s, uint32_t count)
{
    if (s->kind == CINCHI_IS_LIST || s->kind == CINCHI_IS_TUPLE)
        return hold_within(count, s->as.list.min_items, s->as.list.max_items);
    if (s->kind == CINCHI_IS_RECORD && s->as.record.encoding != CINCHI_ARRAY)
        return hold_within(count, s->as.record.min_pairs, s->as.record.max_pairs);
    return true;
}

static void hold_open(cinchi_check *c, const cinchi_use *use, const cinch_token *t)
{
    cinchi_check_level *level;
    void *block = c->levels;
    cinchi_fault f = {.error = CINCH_ERR_LENGTH, .at = c->r.pos, .levels = c->depth, .use = use, .got = t};
    uint32_t bits = 0;
    if (!hold_count(use->shape, t->len)) cinchi_check_fault(c, &f);
    if (c->enough || !hold_grow(c, &block, &c->level_cap, c->depth + 1, sizeof *level)) return;
    c->levels = block;
    if (use->shape->kind == CINCHI_IS_RECORD && !cinchi_check_bits(c, use->shape->as.record.count, &bits)) return;
    level = &c->levels[c->depth++];
    memset(level, 0, sizeof *level);
    level->shape = use->shape;
    level->start = c->r.pos;
    level->left = t->len;
    level->bits = bits;
    (void)cinch_next(&c->r);
}

/* ---------------------------------------------------------------- one item */

static void hold_wrong(cinchi_check *c, cinch_error e, const cinchi_use *use, const cinch_token *t)
{
    cinchi_fault f = {.error = e, .at = c->r.pos, .levels = c->depth, .use = use, .got = t};
    if (e == CINCH_ERR_TYPE) f.expected = use->shape->types | (use->nullable ? CINCH_BIT(CINCH_NIL) : 0);
    cinchi_check_fault(c, &f);
}

static bool hold_any(const cinchi_shape *s, const cinch_token *t)
{
    return t->type != CINCH_MAP || hold_within(t->len, s->as.any.min_pairs, s->as.any.max_pairs);
}

/* A union gives way to a branch of it, which may be one too; then a container opens, or a scalar is judged and passed. */
static void hold_value(cinchi_check *c, const cinchi_use *given)
{
    cinch_token t = cinch_peek(&c->r);
    cinchi_use use = *given;
    cinch_error e = CINCH_OK;
    bool nil = t.type == CINCH_NIL && use.nullable;
    while (!nil && use.shape->kind == CINCHI_IS_UNION) {
        const cinchi_branch *b = cinchi_check_branch(c, &use, &t);
        if (!b) {
            cinch_skip(&c->r);
            return;
        }
        use = b->use;
        use.nullable = given->nullable;
    }
    if (!nil && !(use.shape->types & CINCH_BIT(t.type))) {
        e = CINCH_ERR_TYPE;
    } else if (!nil && use.shape->kind >= CINCHI_IS_LIST) {
        hold_open(c, &use, &t);
        return;
    } else if (!nil) {
        if (use.shape->kind == CINCHI_IS_ANY)
            e = hold_any(use.shape, &t) ? CINCH_OK : CINCH_ERR_LENGTH;
        else
            e = cinchi_check_scalar(c, use.shape, &t);
    }
    if (e) hold_wrong(c, e, &use, &t);
    cinch_skip(&c->r);
}

/* ---------------------------------------------------------------- members */

/* nil for a member that is not required is no value at all. */
static void hold_member(cinchi_check *c, const cinchi_record *r, uint32_t i)
{
    cinchi_check_level *level = &c->levels[c->depth - 1];
    const cinchi_member *m = &r->members[i];
    cinch_token t = cinch_peek(&c->r);
    if (t.type == CINCH_NIL && !m->required) {
        cinch_skip(&c->r);
        return;
    }
    c->bits[level->bits + i / 8] |= (uint8_t)(1u << i % 8);
    if (m->use.shape->kind == CINCHI_IS_NEVER) {
        cinchi_fault f = {.error = CINCH_ERR_UNKNOWN,
                          .at = level->key ? level->key : c->r.pos,
                          .levels = c->depth - (level->key != NULL),
                          .name = level->key ? m->name : hold_none};
        cinchi_check_fault(c, &f);
        cinch_skip(&c->r);
    } else {
        hold_value(c, &m->use);
    }
}

static void hold_extra(cinchi_check *c, const cinchi_record *r, const cinch_token *key)
{
    const cinchi_check_level *level = &c->levels[c->depth - 1];
    cinchi_fault f = {.error = CINCH_ERR_UNKNOWN,
                      .at = level->key ? level->key : c->r.pos,
                      .levels = c->depth - (level->key != NULL),
                      .name = hold_none};
    if (key && key->type == CINCH_STR) f.name = (cinch_str){key->as.str, key->len};
    if (r->extra == CINCHI_EXTRA_USE && (!key || key->type == CINCH_STR)) {
        hold_value(c, &r->value);
        return;
    }
    if (r->extra == CINCHI_EXTRA_USE) {
        f.error = CINCH_ERR_TYPE;
        f.expected = CINCH_BIT(CINCH_STR);
        f.got = key;
    }
    if (r->extra != CINCHI_EXTRA_ANY) cinchi_check_fault(c, &f);
    cinch_skip(&c->r);
}

static uint32_t hold_key(const cinchi_record *r, const cinch_token *key)
{
    if (r->encoding == CINCHI_INTKEYS) {
        bool fits = key->type == CINCH_I64 || (key->type == CINCH_U64 && key->as.u64 <= INT64_MAX);
        return fits ? cinchi_record_find_key(r, key->as.i64) : r->count;
    }
    return key->type == CINCH_STR ? cinchi_record_find(r, (cinch_str){key->as.str, key->len}) : r->count;
}

static void hold_pair(cinchi_check *c, const cinchi_record *r)
{
    cinchi_check_level *level = &c->levels[c->depth - 1];
    cinch_token key = cinch_peek(&c->r);
    uint32_t i = hold_key(r, &key);
    level->key = c->r.pos;
    cinch_skip(&c->r);
    level->key_end = c->r.pos;
    if (i < r->count)
        hold_member(c, r, i);
    else
        hold_extra(c, r, &key);
}

/* ---------------------------------------------------------------- levels */

static void hold_missing(cinchi_check *c)
{
    const cinchi_check_level *level = &c->levels[c->depth - 1];
    const cinchi_record *r = &level->shape->as.record;
    cinchi_fault f = {.error = CINCH_ERR_MISSING, .at = level->start, .levels = c->depth - 1};
    for (uint32_t i = 0; i < r->count && !c->enough; i++) {
        if (!r->members[i].required || c->bits[level->bits + i / 8] >> i % 8 & 1) continue;
        f.name = r->members[i].name;
        cinchi_check_fault(c, &f);
    }
}

static void hold_close(cinchi_check *c)
{
    const cinchi_check_level *level = &c->levels[c->depth - 1];
    if (level->shape->kind == CINCHI_IS_RECORD) {
        hold_missing(c);
        c->bit_bytes = level->bits;
    }
    c->depth--;
}

static void hold_step(cinchi_check *c)
{
    cinchi_check_level *level = &c->levels[c->depth - 1];
    const cinchi_shape *s = level->shape;
    uint32_t i = level->index;
    if (level->left == 0) {
        hold_close(c);
        return;
    }
    level->left--;
    level->index++;
    if (s->kind == CINCHI_IS_LIST) {
        hold_value(c, &s->as.list.item);
    } else if (s->kind == CINCHI_IS_TUPLE) {
        if (i < s->as.list.first_count)
            hold_value(c, &s->as.list.first[i]);
        else if (s->as.list.open)
            hold_value(c, &s->as.list.item);
        else
            cinch_skip(&c->r); /* the count was told already */
    } else if (s->as.record.encoding != CINCHI_ARRAY) {
        hold_pair(c, &s->as.record);
    } else if (i < s->as.record.count) {
        hold_member(c, &s->as.record, i);
    } else {
        hold_extra(c, &s->as.record, NULL);
    }
}

void cinchi_check_item(cinchi_check *c, const cinchi_use *use)
{
    hold_value(c, use);
    while (c->depth && !c->enough) hold_step(c);
}

/* ---------------------------------------------------------------- the message */

static cinch_error hold_malformed(cinchi_check *c, const cinch_diag *diag)
{
    cinch_schema_fault fault = {.diag = *diag, .expected = "", .got = ""};
    char path[2048];
    c->error = diag->error;
    if (!c->tell) return c->error;
    fault.pointer.ptr = path;
    fault.pointer.len = cinch_locate(c->r.start, (size_t)(c->r.limit - c->r.start), diag->pos, path, sizeof path);
    (void)c->tell(c->user, &fault);
    return c->error;
}

cinch_error cinchi_schema_check(const cinch_schema *s, const cinchi_use *use, const void *msg, size_t len,
                                const cinch_read_opts *opts, const cinch_alloc *alloc, cinch_schema_tell told, void *user)
{
    cinch_read_opts plain = CINCH_ZERO;
    cinchi_check c;
    cinch_diag diag;
    if (opts) plain = *opts;
    plain.flags &= CINCH_UTF8 | CINCH_CANONICAL | CINCH_RAW_TIME;
    memset(&c, 0, sizeof c);
    c.schema = s;
    c.alloc = cinchi_alloc_given(alloc);
    c.tell = told;
    c.user = user;
    cinch_reader_init_opts(&c.r, msg, len, &plain);
    if (cinch_check(msg, len, &plain, &diag) != CINCH_OK) return hold_malformed(&c, &diag);
    cinchi_check_item(&c, use);
    cinchi_alloc_free(&c.alloc, c.levels, c.level_cap * sizeof *c.levels);
    cinchi_alloc_free(&c.alloc, c.bits, c.bit_cap);
    return c.error;
}

cinch_error cinch_schema_check(const cinch_schema *s, const void *msg, size_t len, const cinch_read_opts *opts,
                               const cinch_alloc *alloc, cinch_schema_tell told, void *user)
{
    return cinchi_schema_check(s, &s->root, msg, len, opts, alloc, told, user);
}

/* SPDX-License-Identifier: MIT
 * From text to a loaded schema: read, look at every word, make shapes, finish them.
 */
#include "schema_make.h"
#include "schema_check.h"
#include "../base/alloc.h"

/* ---------------------------------------------------------------- promises */

/* Written as a message, a default is checked like one. */
static void load_promise(cinchi_load *l, const cinchi_promise *p)
{
    cinch_writer w;
    cinch_bin msg;
    cinch_error e;
    cinch_writer_init_grow(&w, &l->schema->alloc, 0);
    cinch_node_write(p->node, &w);
    e = cinch_writer_finish(&w, &msg, NULL);
    if (!e) e = cinchi_schema_check(l->schema, &p->use, msg.ptr, msg.len, NULL, &l->schema->alloc, NULL, NULL);
    cinch_writer_free(&w);
    if (e == CINCH_ERR_MEMORY)
        cinchi_load_memory(l);
    else if (e)
        cinchi_fault_at(l, p->source, p->word,
                        p->word == CINCHI_WORD_DEFAULT ? "the default is no value of this schema"
                                                       : "a value that what stands beside it does not allow");
}

void cinchi_finish_promises(cinchi_load *l)
{
    for (const cinchi_promise *p = l->making->promises; p && !l->error; p = p->next) load_promise(l, p);
}

/* ---------------------------------------------------------------- never */

/* What can never be may only be a member that need not be there. */
static void load_nevers(cinchi_load *l)
{
    if (l->schema->root.shape->kind == CINCHI_IS_NEVER)
        cinchi_make_fail(l, cinchi_maker_at(&l->schema->root), CINCHI_WORD_COUNT, "no value is allowed");
    for (cinchi_maker *m = l->making->first; m && !l->error; m = m->later) {
        const cinchi_shape *s = &m->shape;
        for (uint32_t i = 0; i < cinchi_shape_uses(s) && !m->alias; i++) {
            const cinchi_use *use = cinchi_shape_use(s, i);
            if (use->shape->kind != CINCHI_IS_NEVER) continue;
            if (s->kind == CINCHI_IS_RECORD && i < s->as.record.count && !s->as.record.members[i].required) continue;
            cinchi_make_fail(l, cinchi_maker_at(use), CINCHI_WORD_COUNT, "no value is allowed where one must be");
        }
    }
}

/* Last: what the schema itself gives as a value is one that it lists. */
static void load_open(cinchi_load *l)
{
    for (cinchi_maker *m = l->making->first; m; m = m->later) {
        cinchi_choice *c = &m->shape.as.choice;
        if (!m->alias && m->shape.kind == CINCHI_IS_ENUM) c->open = !c->is_const && !c->tells;
    }
}

static void load_finish(cinchi_load *l)
{
    cinchi_finish_unions(l);
    if (!l->error) load_nevers(l);
    for (cinchi_maker *m = l->making->first; m && !l->error; m = m->later) {
        if (m->alias) continue;
        if (m->shape.kind == CINCHI_IS_ENUM) cinchi_finish_choice(l, m);
    }
    for (cinchi_maker *m = l->making->first; m && !l->error; m = m->later)
        if (m->shape.kind == CINCHI_IS_UNION && !m->alias) cinchi_finish_branches(l, m);
    if (!l->error) cinchi_finish_knots(l);
    if (!l->error) cinchi_finish_promises(l);
    if (!l->error && l->schema->opts.enum_keep) load_open(l);
}

/* ---------------------------------------------------------------- the schema */

static cinch_schema_limits load_limits(const cinch_schema_limits *given)
{
    cinch_schema_limits m = *given;
    if (!m.depth) m.depth = 128;
    if (m.depth > 512) m.depth = 512;
    if (!m.shapes) m.shapes = 16384;
    if (!m.name) m.name = 4096;
    if (!m.files) m.files = 64;
    if (!m.text) m.text = (size_t)16 << 20;
    if (!m.memory) m.memory = (size_t)256 << 20;
    return m;
}

static cinch_schema *load_new(const cinch_schema_opts *given)
{
    cinch_alloc alloc = cinchi_alloc_given(given->alloc);
    cinch_schema *s = cinchi_alloc_resize(&alloc, NULL, 0, sizeof *s);
    if (!s) return NULL;
    memset(s, 0, sizeof *s);
    s->alloc = alloc;
    s->opts = *given;
    s->opts.alloc = NULL;
    cinch_arena_init(&s->arena, &alloc);
    return s;
}

/* The name outlives the call, as notes of the generator want it. */
static bool load_name(cinchi_load *l)
{
    cinch_str *name = &l->schema->opts.name;
    char *copy = cinchi_load_get(l, 1, name->len + 1);
    if (!copy) return false;
    if (name->len) memcpy(copy, name->ptr, name->len);
    name->ptr = copy;
    return true;
}

static void load_all(cinchi_load *l, cinch_str text)
{
    cinchi_document *d;
    l->making = cinchi_load_get(l, sizeof *l->making, 1);
    if (!l->making || !load_name(l)) return;
    d = cinchi_document_first(l, text);
    if (d) cinchi_scan(l);
    if (d && !l->error) cinchi_make_all(l, d->root);
    if (d && !l->error) load_finish(l);
}

cinch_schema *cinch_schema_new(const char *text, size_t len, const cinch_schema_opts *opts, cinch_diag *diag)
{
    static const cinch_schema_opts defaults = CINCH_ZERO;
    cinch_schema *s = load_new(opts ? opts : &defaults);
    cinchi_load l;
    memset(&l, 0, sizeof l);
    l.schema = s;
    l.diag.error = CINCH_ERR_MEMORY;
    if (s) {
        l.limits = load_limits(&s->opts.limits);
        s->arena.limit = l.limits.memory;
        l.diag.error = CINCH_OK;
        load_all(&l, (cinch_str){text, len});
    }
    if (diag) *diag = l.diag;
    if (!s || !l.error) return s;
    cinch_schema_free(s);
    return NULL;
}

void cinch_schema_free(cinch_schema *s)
{
    cinch_alloc alloc;
    if (!s) return;
    for (cinchi_pattern *p = s->patterns; p && s->opts.drop; p = p->next) s->opts.drop(s->opts.user, p->compiled);
    for (cinchi_document *d = s->documents; d; d = d->next) cinch_tree_free(&d->tree);
    alloc = s->alloc;
    cinch_arena_free(&s->arena);
    cinchi_alloc_free(&alloc, s, sizeof *s);
}

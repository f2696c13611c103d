/* SPDX-License-Identifier: MIT
 * A document: JSON text to MessagePack to a tree, so that there is one parser of JSON and one kind of tree in the library.
 */
#include "schema_source.h"
#include "../base/alloc.h"
#include "cinch/json.h"

/* What the arena may still take. The trees of documents share the limit. */
static size_t document_memory(const cinchi_load *l)
{
    size_t used = l->schema->arena.total;
    for (const cinchi_document *d = l->schema->documents; d; d = d->next) used += d->tree.arena.total;
    return used < l->limits.memory ? l->limits.memory - used : 1;
}

static void document_fail(cinchi_load *l, cinchi_document *d, const cinch_diag *why)
{
    cinch_schema_note n = {.error = why->error, .file = d->shown, .line = why->line, .column = why->column};
    n.text = cinch_error_text(why->error);
    if (why->error == CINCH_ERR_MEMORY) {
        cinchi_load_memory(l);
        return;
    }
    cinchi_load_tell(l, &n);
}

/* The message stays in the schema's arena, the tree's views point into it. */
static const uint8_t *document_pack(cinchi_load *l, cinchi_document *d, cinch_str text, size_t *len)
{
    cinch_json_opts opts = {.dup = CINCH_DUP_ERROR, .big = CINCH_BIG_FLOAT, .alloc = &l->schema->alloc};
    cinch_writer w;
    cinch_bin msg = {NULL, 0};
    cinch_diag why = CINCH_ZERO;
    uint8_t *kept = NULL;
    opts.limits.depth = l->limits.depth;
    cinch_writer_init_grow(&w, &l->schema->alloc, 0);
    if (cinch_json_read(text.ptr, text.len, &opts, &w, NULL, &why) != CINCH_OK) {
        document_fail(l, d, &why);
    } else if (cinch_writer_finish(&w, &msg, NULL) == CINCH_OK) {
        kept = cinchi_load_get(l, 1, msg.len);
        if (kept) memcpy(kept, msg.ptr, msg.len);
    }
    cinch_writer_free(&w);
    *len = msg.len;
    return kept;
}

static bool document_old(const cinchi_document *d)
{
    static const char *const drafts[] = {"draft-03", "draft-04", "draft-05", "draft-06", "draft-07"};
    cinch_str uri = cinch_node_str(cinch_node_find(d->tree.root, "$schema"), "");
    for (size_t k = 0; k < sizeof drafts / sizeof drafts[0]; k++)
        for (size_t i = 0; i + 8 <= uri.len; i++)
            if (memcmp(uri.ptr + i, drafts[k], 8) == 0) return true;
    return false;
}

static bool document_parse(cinchi_load *l, cinchi_document *d, cinch_str text)
{
    cinchi_source like = {.document = d, .step = CINCHI_STEP_ROOT, .base = d->name};
    size_t len;
    const uint8_t *msg;
    cinch_diag why;
    if (text.len > l->limits.text - l->text || l->files >= l->limits.files) {
        cinch_schema_note n = {.error = CINCH_ERR_LIMIT, .file = d->shown, .text = "too much text, or too many files"};
        cinchi_load_tell(l, &n);
        return false;
    }
    l->text += text.len;
    l->files++;
    msg = document_pack(l, d, text, &len);
    if (!msg) return false;
    d->tree.arena.limit = document_memory(l);
    if (cinch_tree_parse(&d->tree, msg, len, NULL, &why) != CINCH_OK) {
        document_fail(l, d, &why);
        return false;
    }
    d->old_refs = document_old(d);
    if (d->tree.root->type != CINCH_MAP && d->tree.root->type != CINCH_BOOL) {
        cinch_schema_note n = {
            .error = CINCH_ERR_SCHEMA, .file = d->shown, .text = "expected a schema, an object or a boolean"};
        cinchi_load_tell(l, &n);
        return false;
    }
    d->root = cinchi_source_of(l, d->tree.root, &like);
    if (d->root) d->root->resource = d->root;
    return d->root != NULL;
}

static cinchi_document *document_new(cinchi_load *l, cinch_str name, cinch_str shown)
{
    cinchi_document *d = cinchi_load_get(l, sizeof *d, 1);
    if (!d) return NULL;
    d->name = name;
    d->shown = shown;
    cinch_tree_init(&d->tree, &l->schema->alloc);
    d->next = l->schema->documents;
    l->schema->documents = d;
    return d;
}

cinchi_document *cinchi_document_first(cinchi_load *l, cinch_str text)
{
    cinch_str shown = l->schema->opts.name, name = shown;
    cinchi_document *d;
    size_t folder = shown.len;
    while (folder && shown.ptr[folder - 1] != '/') folder--;
    name.ptr += folder; /* never NULL: the schema's own copy */
    name.len -= folder;
    d = document_new(l, name, shown);
    return d && document_parse(l, d, text) ? d : NULL;
}

static bool document_name_fits(cinch_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if ((uint8_t)name.ptr[i] < 0x20 || name.ptr[i] == 0x7f || name.ptr[i] == '\\') return false;
    return name.len && name.ptr[0] != '/' && name.ptr[name.len - 1] != '/' && cinch_utf8_valid(name.ptr, name.len);
}

static cinchi_document *document_refused(cinchi_load *l, const cinchi_source *from, cinch_error e, const char *text,
                                         cinch_str name, const char *more)
{
    cinchi_load_fail(l, e, from, cinch_cstr("$ref"), text, name, more);
    return NULL;
}

cinchi_document *cinchi_document_open(cinchi_load *l, cinch_str name, const cinchi_source *from)
{
    const cinch_schema_opts *o = &l->schema->opts;
    cinchi_document *d = l->schema->documents;
    cinch_bin text = {NULL, 0};
    cinch_str view;
    cinch_error e;
    bool good;
    while (d && (d->name.len != name.len || memcmp(d->name.ptr, name.ptr, name.len) != 0)) d = d->next;
    if (d) return d->root ? d : NULL;
    if (!document_name_fits(name))
        return document_refused(l, from, CINCH_ERR_SCHEMA, "not the name of a file here: ", name, "");
    if (!o->open) return document_refused(l, from, CINCH_ERR_SCHEMA, "no files can be opened here: ", name, "");
    e = o->open(o->user, name, &text);
    if (e == CINCH_ERR_MEMORY) cinchi_load_memory(l);
    if (e) return document_refused(l, from, e, "cannot open ", name, "");
    view.ptr = (const char *)text.ptr;
    view.len = text.len;
    d = document_new(l, name, name);
    good = d && document_parse(l, d, view);
    if (o->release) o->release(o->user, text);
    return good ? d : NULL;
}

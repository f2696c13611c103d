/* SPDX-License-Identifier: MIT
 * Documents and places; and the words about them that go to the note hook.
 */
#include "schema_source.h"
#include "../base/alloc.h"
#include "../base/arena.h"
#include "../core/path.h"
#include "cinch/json.h"

/* ---------------------------------------------------------------- memory */

void *cinchi_load_get(cinchi_load *l, size_t size, size_t count)
{
    void *got = count > SIZE_MAX / 2 / size ? NULL : cinch_arena_get(&l->schema->arena, size * count, 8);
    if (got)
        memset(got, 0, size * count);
    else
        cinchi_load_memory(l);
    return got;
}

bool cinchi_load_grow(cinchi_load *l, void *vector, size_t *cap, size_t count, size_t size)
{
    size_t more = *cap ? 2 * *cap : 8;
    void *old, *got;
    if (count < *cap) return true;
    got = cinchi_load_get(l, size, more);
    if (!got) return false;
    memcpy(&old, vector, sizeof old);
    if (count) memcpy(got, old, count * size);
    memcpy(vector, &got, sizeof got);
    *cap = more;
    return true;
}

/* ---------------------------------------------------------------- words about it */

typedef struct note_text {
    char out[512];
    size_t len;
} note_text;

static void note_put(note_text *t, const char *s, size_t len)
{
    if (len > sizeof t->out - 1 - t->len) len = sizeof t->out - 1 - t->len;
    memcpy(t->out + t->len, s, len);
    t->len += len;
    t->out[t->len] = 0;
}

enum { NOTES_MOST = 1000 }; /* told; a schema may have millions of faults */

/* A name in quotes, at most so much of it that the words around it have room. */
static void note_name(note_text *t, cinch_str name)
{
    static const char digits[] = "0123456789abcdef";
    size_t most = t->len + 200;
    note_put(t, "'", 1);
    for (size_t i = 0; i < name.len; i++) {
        uint8_t c = (uint8_t)name.ptr[i];
        char hex[4] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
        if (t->len > most) {
            note_put(t, "...", 3);
            break;
        }
        if (c < 0x20 || c > 0x7e || c == '\\' || c == '\'')
            note_put(t, hex, 4);
        else
            note_put(t, name.ptr + i, 1);
    }
    note_put(t, "'", 1);
}

static void note_tell(cinchi_load *l, cinch_schema_note *n, const cinchi_source *at, cinch_str token)
{
    const cinch_schema_opts *o = &l->schema->opts;
    char pointer[2048];
    if (!o->note || l->enough || l->notes++ >= NOTES_MOST) return;
    n->pointer.ptr = pointer;
    if (at) n->pointer.len = cinchi_source_pointer(at, token, pointer, sizeof pointer);
    if (at) n->file = cinchi_source_file(at);
    l->enough = !o->note(o->user, n);
    if (!l->enough || l->error) return;
    l->error = l->diag.error = CINCH_ERR_USER; /* a schema half looked at is none */
}

static void load_error(cinchi_load *l, const cinch_schema_note *n)
{
    if (l->error) return;
    l->error = n->error;
    l->diag.error = n->error;
    l->diag.line = n->line;
    l->diag.column = n->column;
}

void cinchi_load_fail(cinchi_load *l, cinch_error e, const cinchi_source *at, cinch_str token, const char *text, cinch_str name,
                      const char *more)
{
    note_text words = {.len = 0};
    cinch_schema_note n = {.error = e, .text = words.out};
    if (l->error == CINCH_ERR_MEMORY) return;
    note_put(&words, text, strlen(text));
    if (name.ptr) note_name(&words, name);
    note_put(&words, more, strlen(more));
    load_error(l, &n);
    note_tell(l, &n, at, token);
}

void cinchi_load_tell(cinchi_load *l, const cinch_schema_note *n)
{
    cinch_schema_note copy = *n;
    load_error(l, &copy);
    note_tell(l, &copy, NULL, copy.pointer);
}

void cinchi_load_warn(cinchi_load *l, const cinchi_source *at, cinch_str token, const char *text)
{
    cinch_schema_note n = {.error = CINCH_OK, .text = text};
    note_tell(l, &n, at, token);
}

void cinchi_load_memory(cinchi_load *l)
{
    cinch_schema_note n = {.error = CINCH_ERR_MEMORY, .text = "out of memory"};
    if (l->error == CINCH_ERR_MEMORY) return;
    l->error = CINCH_OK; /* what was found wrong before matters less */
    load_error(l, &n);
    note_tell(l, &n, NULL, cinch_cstr(""));
}

void cinchi_fault_at(cinchi_load *l, const cinchi_source *at, cinchi_word word, const char *text)
{
    cinch_str none = {NULL, 0};
    cinchi_load_fail(l, CINCH_ERR_SCHEMA, at, word < CINCHI_WORD_COUNT ? cinchi_word_name(word) : none, text, none, "");
}

/* ---------------------------------------------------------------- places */

static void source_step(cinchi_path *p, const cinchi_source *s)
{
    if (s->step == CINCHI_STEP_ROOT) return;
    if (s->step == CINCHI_STEP_POINTER) {
        cinchi_path_pointer(p, s->name);
        return;
    }
    cinchi_path_key(p, cinchi_word_rows[s->word].name, strlen(cinchi_word_rows[s->word].name));
    if (s->step == CINCHI_STEP_NAME && s->folder.ptr) cinchi_path_key(p, s->folder.ptr, s->folder.len);
    if (s->step == CINCHI_STEP_NAME) cinchi_path_key(p, s->name.ptr, s->name.len);
    if (s->step == CINCHI_STEP_INDEX) cinchi_path_index(p, s->index);
}

size_t cinchi_source_pointer(const cinchi_source *s, cinch_str token, char *out, size_t cap)
{
    enum { MOST = 512 }; /* as deep as a tree can be */
    const cinchi_source *way[MOST];
    size_t count = 0;
    cinchi_path p;
    for (; s && count < MOST; s = s->parent) way[count++] = s;
    cinchi_path_init(&p, out, cap ? cap - 1 : 0, false);
    while (count) source_step(&p, way[--count]);
    if (token.ptr) cinchi_path_key(&p, token.ptr, token.len);
    count = cinchi_path_finish(&p);
    if (cap) out[count] = 0;
    return count;
}

cinch_str cinchi_source_file(const cinchi_source *s)
{
    return s->document->shown;
}

const cinch_node *cinchi_source_get(const cinchi_source *s, cinchi_word word)
{
    return s->has >> word & 1 ? cinch_node_find(s->node, cinchi_word_rows[word].name) : NULL;
}

static uint32_t source_bucket(const cinchi_load *l, const cinch_node *node)
{
    return (uint32_t)((uint64_t)(uintptr_t)node / 16 * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (l->bucket_count - 1);
}

static bool source_rehash(cinchi_load *l)
{
    cinchi_source **old = l->buckets;
    uint32_t count = l->bucket_count;
    cinchi_source **buckets = cinchi_load_get(l, sizeof(cinchi_source *), count ? 4 * (size_t)count : 64);
    if (!buckets) return false;
    l->buckets = buckets;
    l->bucket_count = count ? 4 * count : 64;
    for (uint32_t i = 0; i < count; i++) {
        while (old[i]) {
            cinchi_source *s = old[i];
            cinchi_source **to = &buckets[source_bucket(l, s->node)];
            old[i] = s->next;
            s->next = *to;
            *to = s;
        }
    }
    return true;
}

cinchi_source *cinchi_source_find(const cinchi_load *l, const cinch_node *node)
{
    cinchi_source *s = l->bucket_count ? l->buckets[source_bucket(l, node)] : NULL;
    while (s && s->node != node) s = s->next;
    return s;
}

cinchi_source *cinchi_source_of(cinchi_load *l, const cinch_node *node, const cinchi_source *like)
{
    cinchi_source *s = cinchi_source_find(l, node), **to;
    if (s) return s;
    if (l->source_count >= 2 * (uint64_t)l->bucket_count && !source_rehash(l)) return NULL;
    s = cinchi_load_get(l, sizeof *s, 1);
    if (!s) return NULL;
    *s = *like;
    s->node = node;
    s->later = NULL;
    to = &l->buckets[source_bucket(l, node)];
    s->next = *to;
    *to = s;
    l->source_count++;
    *(l->queue ? &l->queue_end->later : &l->queue) = s;
    l->queue_end = s;
    return s;
}

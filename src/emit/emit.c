/* SPDX-License-Identifier: MIT
 * A run of the emitter: plan, names, header, source; files go out when all is well.
 */
#include "emit_in.h"
#include "../base/alloc.h"

#include <stdarg.h>

void *cinchi_emit_take(emit_run *e, size_t len)
{
    void *got = cinch_arena_get(&e->arena, len, 8);
    if (got)
        memset(got, 0, len);
    else
        e->error = CINCH_ERR_MEMORY;
    return got;
}

/* format: %s alone, one after the other. */
static void fail_text(char *to, size_t cap, const char *format, va_list args)
{
    size_t n = 0;
    for (; *format && n + 1 < cap; format++) {
        if (format[0] == '%' && format[1] == 's') {
            const char *s = va_arg(args, const char *);
            while (*s && n + 1 < cap) to[n++] = *s++;
            format++;
        } else {
            to[n++] = *format;
        }
    }
    to[n] = 0;
}

void cinchi_emit_fail(emit_run *e, const cinchi_source *at, const char *keyword, const char *format, ...)
{
    char text[600], pointer[1024];
    cinch_schema_note note;
    cinch_str token = {NULL, 0};
    va_list args;
    if (e->error) return;
    e->error = CINCH_ERR_SCHEMA;
    va_start(args, format);
    fail_text(text, sizeof text, format, args);
    va_end(args);
    memset(&note, 0, sizeof note);
    note.error = CINCH_ERR_SCHEMA;
    note.text = text;
    if (keyword) token = cinch_cstr(keyword);
    if (at) {
        size_t len = cinchi_source_pointer(at, token, pointer, sizeof pointer);
        note.file = cinchi_source_file(at);
        note.pointer.ptr = pointer;
        note.pointer.len = len < sizeof pointer ? len : sizeof pointer - 1;
    }
    if (e->note) (void)e->note(e->user, &note);
}

static void run_root(emit_run *e)
{
    const cinchi_use *root = &e->schema->root;
    const emit_shape *c;
    if (e->error) return;
    c = emit_of(e, root->shape);
    if (!c->functions || root->nullable)
        cinchi_emit_fail(e, root->shape->source, NULL,
                         "a type in C takes an object that names its members, an array or a union at the root");
}

/* A header of the same name as one of C's would be taken for it by whoever has its folder among the includes. */
static void run_name(emit_run *e)
{
    if (cinchi_emit_is_header(e->opts->name))
        cinchi_emit_fail(e, e->schema->root.shape->source, NULL,
                         "the header would be taken for one of C's or POSIX' with the same name: name the file otherwise");
}

typedef struct run_file {
    cinch_str name, text;
} run_file;

static void run_print(emit_run *e, void (*print)(emit_run *), const char *ending, run_file *f)
{
    cinch_writer lines;
    if (e->error) return;
    cinch_writer_init_grow(&e->out, &e->alloc, 16384);
    cinch_writer_init_grow(&lines, &e->alloc, 16384);
    print(e);
    if (!e->out.error) cinchi_emit_wrap(&lines, (cinch_str){(const char *)e->out.start, (size_t)cinch_writer_pos(&e->out)});
    if (e->out.error || lines.error) e->error = CINCH_ERR_MEMORY;
    cinch_writer_free(&e->out);
    f->text.len = (size_t)cinch_writer_pos(&lines);
    f->text.ptr = (const char *)cinch_writer_take(&lines, &f->text.len);
    cinch_writer_free(&lines); /* what take leaves behind after an error */
    f->name = cinch_cstr(cinchi_emit_text(e, "%S%s", &e->opts->name, ending));
}

static cinch_error run_all(emit_run *e, cinch_emit_file file)
{
    run_file files[5] = {{{NULL, 0}, {NULL, 0}}};
    uint32_t count = 0;
    run_name(e);
    cinchi_emit_plan(e);
    run_root(e);
    if (!e->error) cinchi_emit_name_shapes(e);
    e->parts = e->opts->only == CINCH_EMIT_ENCODE   ? EMIT_ENCODE | EMIT_COMMON
               : e->opts->only == CINCH_EMIT_DECODE ? EMIT_DECODE | EMIT_COMMON
                                                    : EMIT_ALL;
    run_print(e, e->opts->files == CINCH_EMIT_SINGLE ? cinchi_emit_single : cinchi_emit_header, ".h", &files[count++]);
    if (e->opts->files == CINCH_EMIT_PAIR) run_print(e, cinchi_emit_source, ".c", &files[count++]);
    if (e->opts->files == CINCH_EMIT_SPLIT && e->parts & EMIT_ENCODE)
        run_print(e, cinchi_emit_source_encode, "_encode.c", &files[count++]);
    if (e->opts->files == CINCH_EMIT_SPLIT && e->parts & EMIT_DECODE)
        run_print(e, cinchi_emit_source_decode, "_decode.c", &files[count++]);
    if (e->opts->tests) run_print(e, cinchi_emit_tests, "_test.c", &files[count++]);
    if (e->opts->fuzz) run_print(e, cinchi_emit_fuzz, "_fuzz.c", &files[count++]);
    for (uint32_t i = 0; i < count && !e->error; i++) e->error = file(e->user, files[i].name, files[i].text);
    for (uint32_t i = 0; i < count; i++) cinchi_alloc_free(&e->alloc, (void *)(uintptr_t)files[i].text.ptr, files[i].text.len);
    return e->error;
}

cinch_error cinch_emit(const cinch_schema *s, const cinch_emit_opts *opts, cinch_emit_file file,
                       bool (*note)(void *user, const cinch_schema_note *note), void *user)
{
    cinch_emit_opts mine = CINCH_ZERO;
    emit_run e;
    cinch_error error;
    if (opts) mine = *opts;
    if (!mine.name.len) mine.name = cinch_cstr("schema");
    memset(&e, 0, sizeof e);
    e.schema = s;
    e.opts = &mine;
    e.note = note;
    e.user = user;
    e.alloc = cinchi_alloc_given(mine.alloc);
    cinch_arena_init(&e.arena, &e.alloc);
    e.shapes = (emit_shape *)cinchi_emit_take(&e, (s->shape_count + 1) * sizeof *e.shapes);
    error = e.shapes ? run_all(&e, file) : CINCH_ERR_MEMORY;
    cinch_arena_free(&e.arena);
    return error;
}

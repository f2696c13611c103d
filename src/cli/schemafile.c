/* SPDX-License-Identifier: MIT
 * Schemas from files: the first one as named, what it refers to from under its folder, and what is wrong with them as lines.
 */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    const char *file, *ref_root;
    bool ignore_unknown;
    int int_type, enum_unknown;
} schema_args;

static const cli_opt schema_rows[] = {
    {0, "schema", CLI_TEXT, &schema_args.file, "FILE", NULL, "hold each object against this JSON Schema",
     "Every fault is told, with its path. Holds one object in memory, at most 512 deep. The keywords understood are listed in "
     "docs/codegen.md; "
     "any other is an error of the schema."},
    {0, "ref-root", CLI_TEXT, &schema_args.ref_root, "DIR", NULL, "files that the schema refers to lie in DIR (its own folder)",
     "What lies outside is not read, whatever a $ref says; nothing is ever fetched."},
    {0, "int", CLI_CHOICE, &schema_args.int_type, "wide|int8_t|int16_t|int32_t|int64_t|uint8_t|uint16_t|uint32_t|uint64_t",
     NULL, "type of integers that the schema does not bound on both sides", "wide: int64_t, or uint64_t from 0 on."},
    {0, "enum-unknown", CLI_CHOICE, &schema_args.enum_unknown, "error|keep", NULL, "values that an enum does not list (error)",
     "keep: taken where their type is that of one it lists; in C as they are, and written again."},
    {0, "ignore-unknown", CLI_FLAG, &schema_args.ignore_unknown, NULL, NULL, "unknown keywords in the schema are warnings",
     NULL},
};
const cli_group cli_schema = {"Schema", schema_rows, CLI_COUNT(schema_rows)};
const cli_group cli_schema_refs = {"Schema", schema_rows + 1, CLI_COUNT(schema_rows) - 1};

typedef struct schema_files {
    char root[PATH_MAX];   /* resolved; what is read lies below */
    char folder[PATH_MAX]; /* of the first one, with a / at its end, or empty */
    const char *why;       /* the last file could not be opened; NULL: nothing to add */
} schema_files;

/* Those read so far, the first one first: what a build must look at again. */
static struct {
    char *at[64]; /* the library opens no more */
    size_t count;
} schema_seen;

static bool schema_see(const char *path)
{
    char *copy = strdup(path);
    if (!copy || schema_seen.count == CLI_COUNT(schema_seen.at)) {
        free(copy);
        return false;
    }
    schema_seen.at[schema_seen.count++] = copy;
    return true;
}

const char *cli_schema_seen(size_t i)
{
    return i < schema_seen.count ? schema_seen.at[i] : NULL;
}

const char *cli_schema_given(void)
{
    return schema_args.file;
}

/* ---------------------------------------------------------------- files */

enum { SCHEMA_MOST = 16 << 20 }; /* bytes: the library takes no more either */

static bool schema_fill(int fd, char **text, size_t *len)
{
    size_t cap = 64 << 10;
    *len = 0;
    *text = malloc(cap);
    while (*text) {
        ssize_t got = read(fd, *text + *len, cap - *len);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) break;
        if (got == 0) return true;
        *len += (size_t)got;
        if (*len < cap) continue;
        if (cap > SCHEMA_MOST) {
            errno = EFBIG;
            break;
        }
        char *more = realloc(*text, 2 * cap);
        if (!more) break;
        *text = more;
        cap *= 2;
    }
    free(*text);
    *text = NULL;
    return false;
}

/* All of a file that is no directory; errno says why not. */
static bool schema_read(const char *path, char **text, size_t *len)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC), error = EISDIR;
    bool good = false;
    if (fd < 0) return false;
    if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode)) {
        good = schema_fill(fd, text, len);
        error = errno;
    }
    close(fd);
    errno = error;
    return good;
}

/* Below the root, links and ".." followed. */
static bool schema_below(const schema_files *f, const char *path)
{
    size_t len = strlen(f->root);
    if (strncmp(path, f->root, len) != 0) return false;
    return path[len] == '/' || f->root[len - 1] == '/';
}

static cinch_error schema_open(void *user, cinch_str name, cinch_bin *text)
{
    schema_files *f = user;
    char path[PATH_MAX], real[PATH_MAX];
    char *bytes;
    size_t len;
    f->why = NULL;
    if (strlen(f->folder) + name.len >= sizeof path) {
        f->why = "the name is too long";
        return CINCH_ERR_ABSENT;
    }
    cli_format(path, sizeof path, "%s%.*s", f->folder, (int)name.len, name.ptr);
    if (realpath(path, real) && !schema_below(f, real)) {
        f->why = "it lies outside the folder of the schema (--ref-root)";
        return CINCH_ERR_ABSENT;
    }
    if (!realpath(path, real) || !schema_read(real, &bytes, &len)) {
        f->why = strerror(errno);
        return CINCH_ERR_ABSENT;
    }
    if (!schema_see(path)) {
        free(bytes);
        return CINCH_ERR_MEMORY;
    }
    text->ptr = (const uint8_t *)bytes;
    text->len = len;
    return CINCH_OK;
}

static void schema_release(void *user, cinch_bin text)
{
    (void)user;
    free((void *)(uintptr_t)text.ptr);
}

/* The folder of the first one, and the root. */
static bool schema_roots(schema_files *f, const char *file)
{
    const char *slash = strrchr(file, '/');
    size_t len = slash ? (size_t)(slash - file) + 1 : 0;
    const char *root = schema_args.ref_root;
    memset(f, 0, sizeof *f);
    if (len >= sizeof f->folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(f->folder, file, len);
    if (!root) root = len ? f->folder : ".";
    return realpath(root, f->root) != NULL;
}

/* ---------------------------------------------------------------- what is wrong with a schema */

bool cli_schema_note(void *user, const cinch_schema_note *n)
{
    schema_files *f = user;
    char file[1024], pointer[2048], where[64] = "";
    cinch_escape(n->file.ptr ? n->file.ptr : "", n->file.len, file, sizeof file);
    cinch_escape(n->pointer.ptr ? n->pointer.ptr : "", n->pointer.len, pointer, sizeof pointer);
    if (n->line) cli_format(where, sizeof where, "line %u, column %u: ", (unsigned)n->line, (unsigned)n->column);
    const char *way = n->error && strcmp(n->text, "unknown keyword") == 0 ? " (--ignore-unknown makes it a warning)" : "";
    cli_say("%s: %s%s%s%s%s%s%s%s%s", file, n->error ? "" : "warning: ", where, *pointer ? "at " : "", pointer,
            *pointer ? ": " : "", n->text, way, f && f->why ? ": " : "", f && f->why ? f->why : "");
    if (f) f->why = NULL;
    return true;
}

int cli_schema_load(cinch_schema **out)
{
    return cli_schema_load_from(schema_args.file, out);
}

int cli_schema_load_from(const char *file, cinch_schema **out)
{
    static const char *const types[] = {"",        "int8_t",   "int16_t",  "int32_t", "int64_t",
                                        "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    schema_files files;
    cinch_schema_opts opts = CINCH_ZERO;
    cinch_diag why;
    char shown[1024];
    char *text;
    size_t len;
    *out = NULL;
    cli_file_name(shown, sizeof shown, file);
    if (!schema_read(file, &text, &len)) return cli_io_error(shown, errno);
    if (!schema_roots(&files, file)) {
        free(text);
        return cli_io_error(schema_args.ref_root ? "--ref-root" : shown, errno);
    }
    if (!schema_see(file)) {
        free(text);
        return cli_io_error(shown, ENOMEM);
    }
    opts.name = cinch_cstr(file);
    opts.open = schema_open;
    opts.release = schema_release;
    opts.note = cli_schema_note;
    opts.user = &files;
    opts.ignore_unknown = schema_args.ignore_unknown;
    opts.enum_keep = schema_args.enum_unknown == 1;
    if (schema_args.int_type) opts.int_type = cinch_cstr(types[schema_args.int_type]);
    cli_pattern_hooks(&opts);
    *out = cinch_schema_new(text, len, &opts, &why);
    free(text);
    if (*out) return CLI_GOOD;
    return why.error == CINCH_ERR_MEMORY ? CLI_IO : CLI_BAD;
}

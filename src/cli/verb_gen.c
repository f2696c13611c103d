/* SPDX-License-Identifier: MIT
 * cinch gen: C from a JSON Schema.
 */
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    const char *dir, *prefix, *include_prefix, *depfile;
    int storage, unknown, dup, only;
    bool no_check, no_patterns, tests, fuzz, split, single;
} gen_args = {.dir = "."};

static const cli_opt gen_rows[] = {
    {'o', "output", CLI_TEXT, &gen_args.dir, "DIR", NULL, "where the files go (.)", "Made when missing."},
    {0, "prefix", CLI_TEXT, &gen_args.prefix, "TEXT", NULL, "before every name in C",
     "demo_ makes demo_message_get of a Message."},
    {0, "storage", CLI_CHOICE, &gen_args.storage, "view|static|owned", NULL, "where strings, bytes and lists are kept (view)",
     "view: strings point into the message, lists lie in an arena. static: all in the struct, no allocation; each needs a "
     "bound. "
     "owned: each allocated, freed by x_free. A field says otherwise by x-c-storage."},
    {0, "unknown", CLI_CHOICE, &gen_args.unknown, "skip|error|keep", NULL, "members the schema does not name (skip)",
     "keep: as they are, and written again behind the others."},
    {0, "dup", CLI_CHOICE, &gen_args.dup, "last|error", NULL, "a key twice: the last one counts, or an error (last)", NULL},
    {0, "only", CLI_CHOICE, &gen_args.only, "both|encode|decode", NULL, "functions of one direction alone (both)", NULL},
    {0, "split", CLI_FLAG, &gen_args.split, NULL, NULL, "encode and decode in sources of their own",
     "NAME_encode.c and NAME_decode.c: a program links what it uses."},
    {0, "single", CLI_FLAG, &gen_args.single, NULL, NULL, "all in the header",
     "One C file defines NAME_IMPLEMENTATION before it includes it."},
    {0, "include-prefix", CLI_TEXT, &gen_args.include_prefix, "TEXT", NULL, "before the header's name in #include", NULL},
    {0, "depfile", CLI_TEXT, &gen_args.depfile, "FILE", NULL, "also a rule for make and ninja: what was made of which files",
     NULL},
    {0, "no-check", CLI_FLAG, &gen_args.no_check, NULL, NULL, "write without checking constraints first", NULL},
    {0, "no-patterns", CLI_FLAG, &gen_args.no_patterns, NULL, NULL, "leave `pattern` out of the code",
     "Else the code asks for a macro CINCH_GEN_MATCH(pattern, str)."},
    {0, "tests", CLI_FLAG, &gen_args.tests, NULL, NULL, "also a program that tests what was generated: NAME_test.c",
     "Messages made for the schema, their members in other orders, missing, doubled and more, cut and mutated; written into "
     "every size "
     "of room."},
    {0, "fuzz", CLI_FLAG, &gen_args.fuzz, NULL, NULL, "also a target for libFuzzer: NAME_fuzz.c",
     "With -DREPLAY a program that tries files."},
};
static const cli_group gen_group = {"Code", gen_rows, CLI_COUNT(gen_rows)};
static const cli_group *const gen_groups[] = {&gen_group, &cli_schema_refs, &cli_general, NULL};

typedef struct gen_files { /* complete beside their places until all are */
    char temp[7][PATH_MAX], target[7][PATH_MAX];
    size_t count;
    int error;
} gen_files;

/* The folder and those above it. */
static bool gen_folder(const char *dir)
{
    char path[PATH_MAX];
    size_t len = cli_format(path, sizeof path, "%s", dir);
    for (size_t i = 1; i <= len; i++) {
        if (path[i] && path[i] != '/') continue;
        char c = path[i];
        path[i] = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
        path[i] = c;
    }
    return true;
}

/* One more, complete, beside the place in files->target that it will have. */
static bool gen_beside(gen_files *f, const void *bytes, size_t len)
{
    char *temp = f->temp[f->count];
    mode_t mask = umask(0);
    umask(mask);
    if (strlen(f->target[f->count]) + sizeof ".cinch-XXXXXX" > PATH_MAX - 1) {
        f->error = ENAMETOOLONG;
        return false;
    }
    (void)cli_format(temp, PATH_MAX, "%s.cinch-XXXXXX", f->target[f->count]);
    int fd = cli_temp_make(temp, 0666u & ~mask);
    if (fd < 0 || !cli_write_all(fd, bytes, len) || close(fd) != 0) {
        f->error = errno;
        return false;
    }
    f->count++;
    return true;
}

static cinch_error gen_file(void *user, cinch_str name, cinch_str text)
{
    gen_files *f = user;
    (void)cli_format(f->target[f->count], PATH_MAX, "%s/%.*s", gen_args.dir, (int)name.len, name.ptr);
    if (!gen_folder(gen_args.dir)) {
        f->error = errno;
        return CINCH_ERR_SINK;
    }
    return gen_beside(f, text.ptr, text.len) ? CINCH_OK : CINCH_ERR_SINK;
}

/* A name as make reads it. */
static void gen_rule_name(cinch_writer *w, const char *name)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '#' || *name == '\\' || *name == ':') cinch_put_raw(w, "\\", 1);
        if (*name == '$') cinch_put_raw(w, "$", 1);
        cinch_put_raw(w, name, 1);
    }
}

static bool gen_depfile(gen_files *f)
{
    cinch_writer w;
    const char *name;
    size_t made = f->count;
    if (!gen_args.depfile) return true;
    cinch_writer_init_grow(&w, NULL, 0);
    for (size_t i = 0; i < made; i++) {
        if (i) cinch_put_raw(&w, " ", 1);
        gen_rule_name(&w, f->target[i]);
    }
    cinch_put_raw(&w, ":", 1);
    for (size_t i = 0; (name = cli_schema_seen(i)); i++) {
        cinch_put_raw(&w, " ", 1);
        gen_rule_name(&w, name);
    }
    cinch_put_raw(&w, "\n", 1);
    for (size_t i = 1; (name = cli_schema_seen(i)); i++) { /* one that is gone is no error of make's */
        gen_rule_name(&w, name);
        cinch_put_raw(&w, ":\n", 2);
    }
    (void)cli_format(f->target[f->count], PATH_MAX, "%s", gen_args.depfile);
    bool done = !w.error && gen_beside(f, w.start, (size_t)cinch_writer_pos(&w));
    if (w.error) f->error = ENOMEM;
    cinch_writer_free(&w);
    return done;
}

static bool gen_note(void *user, const cinch_schema_note *n)
{
    (void)user;
    return cli_schema_note(NULL, n);
}

static cinch_str gen_name(const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file, *dot = strrchr(base, '.');
    cinch_str name = cinch_cstr(base);
    if (dot && dot != base) name.len = (size_t)(dot - base);
    return name;
}

/* Letters, digits, - and _ alone: what may be a name in an #include and a file in the folder, whatever the schema is called. */
static bool gen_name_fine(cinch_str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.", name.ptr[i])) return false;
    return name.len && name.len < 200 && name.ptr[0] != '.';
}

static bool gen_prefix_fine(const char *prefix)
{
    for (size_t i = 0; prefix[i]; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz_0123456789", prefix[i]) || (i == 0 && prefix[0] >= '0' && prefix[0] <= '9'))
            return false;
    return strlen(prefix) < 64;
}

static int gen_write(const cinch_schema *s, const char *file)
{
    static gen_files files;
    cinch_emit_opts opts = CINCH_ZERO;
    opts.name = gen_name(file);
    opts.schema_name = cinch_cstr(strrchr(file, '/') ? strrchr(file, '/') + 1 : file);
    if (gen_args.prefix) opts.prefix = cinch_cstr(gen_args.prefix);
    if (gen_args.include_prefix) opts.include_prefix = cinch_cstr(gen_args.include_prefix);
    opts.storage = (cinch_emit_storage)gen_args.storage;
    opts.unknown = (cinch_emit_unknown)gen_args.unknown;
    opts.only = (cinch_emit_only)gen_args.only;
    opts.files = gen_args.split ? CINCH_EMIT_SPLIT : gen_args.single ? CINCH_EMIT_SINGLE : CINCH_EMIT_PAIR;
    opts.dup_error = gen_args.dup == 1;
    opts.no_check = gen_args.no_check;
    opts.no_patterns = gen_args.no_patterns;
    opts.tests = gen_args.tests;
    opts.fuzz = gen_args.fuzz;
    cinch_error e = cinch_emit(s, &opts, gen_file, gen_note, &files);
    const char *where = gen_args.dir;
    if (!e && !gen_depfile(&files)) {
        e = CINCH_ERR_SINK;
        where = gen_args.depfile;
    }
    if (e == CINCH_ERR_SCHEMA) return CLI_BAD;
    if (e) {
        if (e == CINCH_ERR_MEMORY) cli_say("out of memory");
        cli_temp_remove();
        return e == CINCH_ERR_SINK ? cli_io_error(where, files.error) : CLI_IO;
    }
    for (size_t i = 0; i < files.count; i++)
        if (!cli_temp_keep(files.target[i])) {
            int error = errno;
            cli_temp_remove();
            return cli_io_error(files.target[i], error);
        }
    return CLI_GOOD;
}

static int gen_verb(const char *const *operands, size_t count)
{
    cinch_schema *s;
    (void)count;
    if (!gen_name_fine(gen_name(operands[0])))
        return cli_usage("a schema's file is named in letters, digits, - and _, as the files made from it will be");
    if (gen_args.prefix && !gen_prefix_fine(gen_args.prefix)) return cli_usage("--prefix takes small letters, digits and _");
    if (gen_args.split && gen_args.single) return cli_usage("--split and --single exclude each other");
    if (gen_args.only && (gen_args.tests || gen_args.fuzz)) return cli_usage("--tests and --fuzz need both directions");
    int status = cli_schema_load_from(operands[0], &s);
    if (status != CLI_GOOD) return status;
    status = gen_write(s, operands[0]);
    cinch_schema_free(s);
    return status;
}

const cli_verb cli_verb_gen = {
    .name = "gen",
    .operands = "SCHEMA.json",
    .summary = "C from a JSON Schema: structs, and functions to read and write them",
    .about = "Writes a header and a source, named after the schema's file. They need the cinch library; the header is fine in "
             "C++, too.\n\n"
             "Nothing is written when anything in the schema is wrong. The same schema and options give the same bytes.",
    .examples = "cinch gen point.json -o src/gen\tsrc/gen/point.h and point.c\n"
                "cinch gen point.json -o src/gen --storage=static --prefix=geo_\tfor firmware\n",
    .groups = gen_groups,
    .least = 1,
    .most = 1,
    .run = gen_verb,
};

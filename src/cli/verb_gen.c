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
    const char *dir, *prefix, *include_prefix;
    int storage, unknown, dup;
    bool no_check, no_patterns, tests, fuzz;
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
    {0, "include-prefix", CLI_TEXT, &gen_args.include_prefix, "TEXT", NULL, "before the header's name in #include", NULL},
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
    char temp[4][PATH_MAX], target[4][PATH_MAX];
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

static cinch_error gen_file(void *user, cinch_str name, cinch_str text)
{
    gen_files *f = user;
    char *temp = f->temp[f->count], *target = f->target[f->count];
    size_t len = cli_format(target, PATH_MAX, "%s/%.*s", gen_args.dir, (int)name.len, name.ptr);
    mode_t mask = umask(0);
    umask(mask);
    if (len + sizeof ".cinch-XXXXXX" > PATH_MAX - 1) errno = ENAMETOOLONG;
    (void)cli_format(temp, PATH_MAX, "%s.cinch-XXXXXX", target);
    int fd = len + sizeof ".cinch-XXXXXX" > PATH_MAX - 1 || !gen_folder(gen_args.dir) ? -1 : cli_temp_make(temp, 0666u & ~mask);
    if (fd < 0 || !cli_write_all(fd, text.ptr, text.len) || close(fd) != 0) {
        f->error = errno;
        return CINCH_ERR_SINK;
    }
    f->count++;
    return CINCH_OK;
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
    opts.dup_error = gen_args.dup == 1;
    opts.no_check = gen_args.no_check;
    opts.no_patterns = gen_args.no_patterns;
    opts.tests = gen_args.tests;
    opts.fuzz = gen_args.fuzz;
    cinch_error e = cinch_emit(s, &opts, gen_file, gen_note, &files);
    if (e == CINCH_ERR_SCHEMA) return CLI_BAD;
    if (e) {
        if (e == CINCH_ERR_MEMORY) cli_say("out of memory");
        cli_temp_remove();
        return e == CINCH_ERR_SINK ? cli_io_error(gen_args.dir, files.error) : CLI_IO;
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

/* SPDX-License-Identifier: MIT
 * Schemas, documents, and what must be said of them. usage: run [-v] [FILE.txt]...  (default: all of tests/schema)
 *
 *     schema {"type": "integer", "maximum": 5}    a schema; lines that begin with white space and a brace, bracket, quote or comma go on
 *     file defs.json {"...": ...}                  another document, for $ref; before the schema
 *     opts ignore-unknown                          before the schema; also: enum-keep, no-patterns, no-files, depth N, shapes N, name N, files N,
 *                                                  text N, memory N
 *     good 5                                       a document as JSON, or hex and its bytes: no fault
 *     bad 6                                        faults follow, all of them, in the order they are told:
 *       RANGE 0 .                                  error, offset, path ("." is the whole; +NAME is the member missing or unknown), and then,
 *       VALUE 3 /a expected 1 or 2, got 3          if given, what the fault says was expected and found
 *     refused SCHEMA /a/type  words                the schema is not loaded: error, pointer, and words that its message holds
 *     warns /foo  words                            it is, and this is said
 *
 * A pattern is a literal here, with ^ and $ for the ends; "(" is malformed, "!" takes too long. What is done with each document besides: it
 * lies before a page that nobody may touch, each path is what cinch_locate says, and without a callback the first fault comes back alone.
 */
#define _DEFAULT_SOURCE
#include <glob.h>
#include <stdlib.h>

#include "cinch/check.h"
#include "cinch/json.h"
#include "cinch/schema.h"
#include "harness.h"
#include "support.h"

enum { MOST_FILES = 16, MOST_NOTES = 32, MOST_FAULTS = 32, LINE = 64 << 10 };

struct note {
    cinch_error error;
    char pointer[600], text[600];
};

struct fault {
    cinch_error error;
    uint64_t pos;
    char path[600], text[400];
};

static struct {
    const char *path;
    int line;
    struct {
        char name[64], *text;
    } files[MOST_FILES];
    size_t file_count;
    cinch_schema_opts opts;
    bool no_patterns, no_files, loaded;
    cinch_schema *schema;
    char *text;
    cinch_diag diag;
    struct note notes[MOST_NOTES];
    size_t note_count, note_next;
    struct fault faults[MOST_FAULTS];
    size_t fault_count, fault_next;
    uint8_t *msg;
    size_t msg_len;
    int compiled;
} at;

/* ---------------------------------------------------------------- hooks */

static cinch_error open_file(void *user, cinch_str name, cinch_bin *text)
{
    (void)user;
    for (size_t i = 0; i < at.file_count; i++) {
        if (!cinch_str_is(name, at.files[i].name)) continue;
        text->ptr = (const uint8_t *)at.files[i].text;
        text->len = strlen(at.files[i].text);
        return CINCH_OK;
    }
    return CINCH_ERR_ABSENT;
}

static void *compile_literal(void *user, cinch_str pattern)
{
    char *copy = malloc(pattern.len + 1);
    (void)user;
    if (copy == NULL || (pattern.len && pattern.ptr[0] == '(')) {
        free(copy);
        return NULL;
    }
    memcpy(copy, pattern.ptr, pattern.len);
    copy[pattern.len] = 0;
    at.compiled++;
    return copy;
}

static cinch_error match_literal(void *user, const void *compiled, cinch_str s)
{
    const char *p = compiled;
    size_t len = strlen(p);
    bool start = *p == '^', end = len && p[len - 1] == '$';
    (void)user;
    if (*p == '!') return CINCH_ERR_LIMIT;
    p += start;
    len -= (size_t)start + (size_t)end;
    for (size_t i = 0; i + len <= s.len; i++) {
        if ((start && i) || (end && i + len != s.len)) continue;
        if (len == 0 || memcmp(s.ptr + i, p, len) == 0) return CINCH_OK;
    }
    return CINCH_ERR_PATTERN;
}

static void drop_literal(void *user, void *compiled)
{
    (void)user;
    at.compiled--;
    free(compiled);
}

static bool hear_note(void *user, const cinch_schema_note *n)
{
    struct note *to = &at.notes[at.note_count];
    (void)user;
    if (at.note_count == MOST_NOTES) return false;
    at.note_count++;
    to->error = n->error;
    snprintf(to->pointer, sizeof to->pointer, "%.*s", (int)n->pointer.len, n->pointer.ptr ? n->pointer.ptr : "");
    snprintf(to->text, sizeof to->text, "%s", n->text);
    for (const char *p = n->text; *p; p++) CHECK(*p >= 0x20 && *p < 0x7f);
    return true;
}

static bool hear_fault(void *user, const cinch_schema_fault *f)
{
    struct fault *to = &at.faults[at.fault_count];
    char path[600];
    size_t len = cinch_locate(at.msg, at.msg_len, f->diag.pos, path, sizeof path);
    (void)user;
    CHECK_STR(f->pointer.ptr, f->pointer.len, path);
    CHECK_U64(f->pointer.len, len);
    if (at.fault_count == MOST_FAULTS) return false;
    at.fault_count++;
    to->error = f->diag.error;
    to->pos = f->diag.pos;
    snprintf(to->path, sizeof to->path, "%s%s%s", f->pointer.len || f->diag.member ? f->pointer.ptr : ".",
             f->diag.member ? "+" : "", f->diag.member ? f->diag.member : "");
    if (*f->expected) {
        snprintf(to->text, sizeof to->text, "expected %s, got %s", f->expected, f->got);
    } else {
        cinch_explain_at(&f->diag, (cinch_str){"", 0}, 0, path, sizeof path);
        snprintf(to->text, sizeof to->text, "%s", f->diag.expected ? strstr(path, "expected") : "");
    }
    for (const char *p = f->expected; *p; p++) CHECK(*p >= 0x20 && *p < 0x7f);
    for (const char *p = f->got; *p; p++) CHECK(*p >= 0x20 && *p < 0x7f);
    return true;
}

/* ---------------------------------------------------------------- the schema at hand */

static void case_here(const char *what)
{
    test_case("%s:%d %.60s", at.path, at.line, what);
}

/* What was told and not expected is a failure. */
static void end_document(void)
{
    if (at.fault_next < at.fault_count)
        FAIL("not expected: %s %u %s", cinch_error_name(at.faults[at.fault_next].error), (unsigned)at.faults[at.fault_next].pos,
             at.faults[at.fault_next].path);
    at.fault_count = at.fault_next = 0;
    free(at.msg);
    at.msg = NULL;
}

static void load_schema(void)
{
    if (at.loaded || !at.text) return;
    at.loaded = true;
    at.opts.open = at.no_files ? NULL : open_file;
    at.opts.compile = at.no_patterns ? NULL : compile_literal;
    at.opts.match = match_literal;
    at.opts.drop = drop_literal;
    at.opts.note = hear_note;
    at.opts.name = cinch_cstr("folder/main.json");
    at.schema = cinch_schema_new(at.text, strlen(at.text), &at.opts, &at.diag);
    if (at.schema) CHECK_ERR(at.diag.error, CINCH_OK);
}

static void end_schema(void)
{
    end_document();
    load_schema();
    if (at.text && at.note_next < at.note_count)
        FAIL("not expected: %s at '%s'", at.notes[at.note_next].text, at.notes[at.note_next].pointer);
    cinch_schema_free(at.schema);
    CHECK(at.compiled == 0);
    free(at.text);
    at.schema = NULL;
    at.text = NULL;
    at.loaded = false;
    at.note_count = at.note_next = 0;
}

static void forget_files(void)
{
    for (size_t i = 0; i < at.file_count; i++) free(at.files[i].text);
    at.file_count = 0;
    at.no_files = at.no_patterns = false;
    memset(&at.opts, 0, sizeof at.opts);
}

/* ---------------------------------------------------------------- lines */

static void make_document(const char *text)
{
    cinch_writer w;
    cinch_bin msg;
    cinch_diag why;
    if (strncmp(text, "hex ", 4) == 0) {
        size_t len = strlen(text);
        at.msg = malloc(len);
        at.msg_len = hex_bytes(text + 4, at.msg, len);
        if (!CHECK(at.msg_len < len)) at.msg_len = 0;
        return;
    }
    cinch_writer_init_grow(&w, NULL, 0);
    CHECK_ERR(cinch_json_read(text, strlen(text), NULL, &w, NULL, &why), CINCH_OK);
    CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
    at.msg = malloc(msg.len + 1);
    at.msg_len = msg.len;
    if (msg.len) memcpy(at.msg, msg.ptr, msg.len);
    cinch_writer_free(&w);
}

static void check_document(const char *text, bool good)
{
    struct guard g;
    cinch_error e;
    load_schema();
    case_here(text);
    make_document(text);
    if (!CHECK(at.schema != NULL)) return;
    guard_init(&g, at.msg_len);
    const uint8_t *bytes = guard_end(&g, at.msg, at.msg_len);
    e = cinch_schema_check(at.schema, bytes, at.msg_len, NULL, NULL, hear_fault, NULL);
    CHECK_ERR(e, at.fault_count ? at.faults[0].error : CINCH_OK);
    CHECK_ERR(cinch_schema_check(at.schema, bytes, at.msg_len, NULL, NULL, NULL, NULL), e);
    CHECK(good == (e == CINCH_OK));
    guard_free(&g);
}

static void want_fault(const char *text)
{
    char name[32], path[512];
    unsigned long long pos;
    int used = 0;
    const struct fault *f = &at.faults[at.fault_next];
    if (!CHECK(sscanf(text, "%31s %llu %511s %n", name, &pos, path, &used) == 3)) return;
    if (at.fault_next == at.fault_count) {
        FAIL("no such fault: %s", text);
        return;
    }
    at.fault_next++;
    CHECK_STR(cinch_error_name(f->error), strlen(cinch_error_name(f->error)), name);
    CHECK_U64(f->pos, pos);
    CHECK_STR(f->path, strlen(f->path), path);
    if (text[used]) CHECK_STR(f->text, strlen(f->text), text + used);
}

static void want_note(const char *text, bool refused)
{
    char name[32] = "OK", path[512];
    int used = 0;
    const struct note *n = &at.notes[at.note_next];
    load_schema();
    case_here(text);
    if (refused && !CHECK(sscanf(text, "%31s %511s %n", name, path, &used) == 2)) return;
    if (!refused && !CHECK(sscanf(text, "%511s %n", path, &used) == 1)) return;
    CHECK((at.schema == NULL) == refused);
    if (at.note_next == at.note_count) {
        FAIL("nothing more was said");
        return;
    }
    at.note_next++;
    CHECK_STR(cinch_error_name(n->error), strlen(cinch_error_name(n->error)), name);
    CHECK_STR(*n->pointer ? n->pointer : ".", strlen(*n->pointer ? n->pointer : "."), path);
    if (!strstr(n->text, text + used)) FAIL("'%s' has not the words '%s'", n->text, text + used);
    if (refused && at.note_next == 1) CHECK_ERR(at.diag.error, n->error);
}

static void set_option(const char *text)
{
    char name[32];
    unsigned long long v = 0;
    cinch_schema_limits *m = &at.opts.limits;
    if (!CHECK(sscanf(text, "%31s %llu", name, &v) >= 1)) return;
    if (!strcmp(name, "ignore-unknown"))
        at.opts.ignore_unknown = true;
    else if (!strcmp(name, "enum-keep"))
        at.opts.enum_keep = true;
    else if (!strcmp(name, "no-patterns"))
        at.no_patterns = true;
    else if (!strcmp(name, "no-files"))
        at.no_files = true;
    else if (!strcmp(name, "depth"))
        m->depth = (uint32_t)v;
    else if (!strcmp(name, "shapes"))
        m->shapes = (uint32_t)v;
    else if (!strcmp(name, "name"))
        m->name = (uint32_t)v;
    else if (!strcmp(name, "files"))
        m->files = (uint32_t)v;
    else if (!strcmp(name, "text"))
        m->text = (size_t)v;
    else if (!strcmp(name, "memory"))
        m->memory = (size_t)v;
    else
        FAIL("no option %s", name);
}

static void add_text(char **text, const char *more)
{
    size_t len = *text ? strlen(*text) : 0;
    *text = realloc(*text, len + strlen(more) + 2);
    memcpy(*text + len, more, strlen(more) + 1);
}

static void take_file(const char *text)
{
    size_t n = strcspn(text, " ");
    if (!CHECK(at.file_count < MOST_FILES && n < sizeof at.files[0].name && text[n])) return;
    snprintf(at.files[at.file_count].name, sizeof at.files[0].name, "%.*s", (int)n, text);
    at.files[at.file_count].text = NULL;
    add_text(&at.files[at.file_count++].text, text + n + 1);
}

static bool line_word(const char *line, const char *word, const char **rest)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] && line[n] != ' ')) return false;
    *rest = line[n] ? line + n + 1 : line + n;
    return true;
}

/* files: of a block, are forgotten when the next block's first file, option or schema comes after a document. */
static void take_line(const char *line)
{
    static bool in_file, used;
    const char *rest;
    if (line[0] == ' ' && strchr("{}[]\",", line[strspn(line, " ")])) {
        if (in_file && at.file_count)
            add_text(&at.files[at.file_count - 1].text, line);
        else
            add_text(&at.text, line);
    } else if (line[0] == ' ') {
        want_fault(line + strspn(line, " "));
    } else if (line_word(line, "file", &rest) || line_word(line, "opts", &rest)) {
        if (used) {
            end_schema();
            forget_files();
        }
        used = false;
        in_file = line[0] == 'f';
        if (in_file)
            take_file(rest);
        else
            set_option(rest);
    } else if (line_word(line, "schema", &rest)) {
        end_schema();
        if (used) forget_files();
        used = true;
        in_file = false;
        case_here(rest);
        add_text(&at.text, rest);
    } else if (line_word(line, "good", &rest) || line_word(line, "bad", &rest)) {
        end_document();
        check_document(rest, line[0] == 'g');
    } else if (line_word(line, "refused", &rest) || line_word(line, "warns", &rest)) {
        want_note(rest, line[0] == 'r');
    } else {
        FAIL("%s:%d: not understood: %s", at.path, at.line, line);
    }
}

static void drive_schema_file(const char *path)
{
    static char line[LINE];
    FILE *f = fopen(path, "r");
    if (!f) {
        test_case("%s", path);
        FAIL("cannot be opened");
        return;
    }
    at.path = path;
    at.line = 0;
    while (fgets(line, sizeof line, f)) {
        at.line++;
        line[strcspn(line, "\n")] = 0;
        if (*line && *line != '#') take_line(line);
    }
    end_schema();
    forget_files();
    fclose(f);
}

int main(int argc, char **argv)
{
    glob_t all = {0};
    bool some = false;
    test_begin(argv[0]);
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') continue;
        drive_schema_file(argv[i]);
        some = true;
    }
    if (some) return test_end();
    if (glob("tests/schema/*.txt", 0, NULL, &all) != 0) fputs("no tests/schema/*.txt here\n", stderr);
    for (size_t i = 0; i < all.gl_pathc; i++) drive_schema_file(all.gl_pathv[i]);
    globfree(&all);
    return test_end();
}

/* SPDX-License-Identifier: MIT
 * Lines on standard error: one an error, whatever bytes a file name or a key holds.
 */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

enum { PATH_SHOWN = 240 }; /* bytes of a path shown without --full-path */

/* An empty name is shown as a shell would write it, not as nothing. */
void cli_file_name(char *out, size_t cap, const char *file)
{
    if (!*file) file = "''";
    cinch_escape(file, strlen(file), out, cap);
}

size_t cli_vformat(char *out, size_t cap, const char *format, va_list args)
{
    int len = cap ? vsnprintf(out, cap, format, args) : 0;
    return len < 0 ? 0 : (size_t)len < cap ? (size_t)len : cap - (cap != 0);
}

size_t cli_format(char *out, size_t cap, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t len = cli_vformat(out, cap, format, args);
    va_end(args);
    return len;
}

static void say_line(const char *format, va_list args)
{
    static char line[4 * CLI_PATH + 4096]; /* each byte of a path may be an escape */
    size_t len = cli_format(line, sizeof line - 1, "%s: ", cli_current && cli_current->link ? cli_current->name : "cinch");
    len += cli_vformat(line + len, sizeof line - 1 - len, format, args);
    line[len++] = '\n';
    cli_progress_end();
    cli_write_all(STDERR_FILENO, line, len);
}

void cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_line(format, args);
    va_end(args);
}

int cli_io_error(const char *name, int error)
{
    cli_say("%s: %s", name, error ? strerror(error) : "failed");
    return CLI_IO;
}

static uint32_t add_capped(uint32_t a, uint32_t b)
{
    return a < UINT32_MAX - b ? a + b : UINT32_MAX;
}

/* A long path is shown by its ends, whole tokens of each, with /... between: the reason after it is what is read first. The programs of
 * other names show it whole: they have no --full-path. */
static bool path_shorten(cinch_str *path, char *room)
{
    const char *p = path->ptr;
    size_t head = 0, tail = path->len;
    if (cli_args.full_path || cli_current->link || path->len <= PATH_SHOWN) return false;
    for (size_t i = 1; i <= PATH_SHOWN / 2; i++)
        if (p[i] == '/') head = i;
    for (size_t i = path->len - 1; i > path->len - PATH_SHOWN / 2; i--)
        if (p[i] == '/') tail = i;
    memcpy(room, p, head);
    memcpy(room + head, "/...", 4);
    memcpy(room + head + 4, p + tail, path->len - tail);
    path->ptr = room;
    path->len = head + 4 + path->len - tail;
    return true;
}

int cli_data_error(const cli_fault *at, const cinch_diag *diag)
{
    static char path[CLI_PATH], line[4 * CLI_PATH + 1024];
    char shown[PATH_SHOWN + 8], more[512];
    cinch_diag d = *diag;
    cinch_str where = {path, 0};
    if (d.error == CINCH_ERR_SINK) return CLI_IO; /* the output knows better, and tells when it is closed */
    if (d.error == CINCH_ERR_MEMORY) return cli_io_error(at->name, ENOMEM);
    if (at->path.ptr)
        where = at->path;
    else if (at->msg)
        where.len = cinch_locate(at->msg, at->len, d.pos, path, sizeof path);
    bool cut = isatty(STDERR_FILENO) && path_shorten(&where, shown);
    if (d.line == 1) d.column = add_capped(d.column, at->column);
    if (d.line) d.line = add_capped(d.line, at->line);
    d.pos += at->base;
    cinch_explain_at(&d, where, at->object > 1 ? at->object : 0, line, sizeof line);
    cli_fault_detail(at, diag, more, sizeof more);
    cli_say("%s: %s%s", at->name, line, more);
    const char *hint = cut ? "Try --full-path, for a path that get takes." : cli_fault_hint(at, diag);
    if (hint && !cli_current->link) cli_hint(hint);
    return CLI_BAD;
}

/* For people: what scripts read is one line an error. */
void cli_hint(const char *line)
{
    char text[256];
    if (!isatty(STDERR_FILENO)) return;
    size_t len = cli_format(text, sizeof text, "%s\n", line);
    cli_write_all(STDERR_FILENO, text, len);
}

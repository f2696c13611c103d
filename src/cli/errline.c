/* SPDX-License-Identifier: MIT
 * Lines on standard error: one an error, whatever bytes a file name or a key holds.
 */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

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

int cli_data_error(const cli_fault *at, const cinch_diag *diag)
{
    static char path[CLI_PATH], line[4 * CLI_PATH + 1024];
    cinch_diag d = *diag;
    cinch_str where = {path, 0};
    if (d.error == CINCH_ERR_SINK) return CLI_IO; /* the output knows better, and tells when it is closed */
    if (d.error == CINCH_ERR_MEMORY) return cli_io_error(at->name, ENOMEM);
    if (at->path)
        where = cinch_cstr(at->path);
    else if (at->msg)
        where.len = cinch_locate(at->msg, at->len, d.pos, path, sizeof path);
    if (d.line == 1) d.column = add_capped(d.column, at->column);
    if (d.line) d.line = add_capped(d.line, at->line);
    d.pos += at->base;
    cinch_explain_at(&d, where, at->object > 1 ? at->object : 0, line, sizeof line);
    cli_say("%s: %s", at->name, line);
    return CLI_BAD;
}

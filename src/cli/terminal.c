/* SPDX-License-Identifier: MIT
 * What depends on a terminal: colour, and a line of progress.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

bool cli_color(int fd)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (cli_args.color) return cli_args.color == 1;
    if (no && *no) return false;
    if (term && strcmp(term, "dumb") == 0) return false;
    return isatty(fd);
}

static struct {
    int wanted; /* -1: not decided yet */
    bool shown;
    double began, last;
} progress = {-1, false, 0, 0};

static double progress_now(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0) return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void cli_progress_quiet(void)
{
    cli_progress_end();
    if (cli_args.progress <= 0) progress.wanted = 0;
}

static size_t progress_bytes(char *out, size_t cap, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < CLI_COUNT(units); unit++) bytes /= 1024;
    return cli_format(out, cap, unit && bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

void cli_progress(const cli_in *in)
{
    if (progress.wanted == 0) return;
    if (progress.wanted < 0) {
        progress.wanted = cli_args.progress < 0 ? isatty(STDERR_FILENO) : cli_args.progress;
        progress.began = progress_now();
    }
    double now = progress_now(), done = (double)(in->base + in->len);
    if (now - progress.began < 2 || now - progress.last < 0.2) return;
    char line[160] = "\rcinch: ";
    size_t n = 8;
    progress.last = now;
    progress.shown = true;
    n += progress_bytes(line + n, sizeof line - n, done);
    if (in->total && !in->decoding) {
        n += cli_format(line + n, sizeof line - n, " of ");
        n += progress_bytes(line + n, sizeof line - n, (double)in->total);
        n += cli_format(line + n, sizeof line - n, " (%.0f%%)", 100 * done / (double)in->total);
    }
    n += cli_format(line + n, sizeof line - n, ", ");
    n += progress_bytes(line + n, sizeof line - n, done / (now - progress.began));
    n += cli_format(line + n, sizeof line - n, "/s   ");
    cli_write_all(STDERR_FILENO, line, n);
}

void cli_progress_end(void)
{
    static const char blank[] = "\r                                                            \r";
    if (progress.shown) cli_write_all(STDERR_FILENO, blank, sizeof blank - 1);
    progress.shown = false;
}

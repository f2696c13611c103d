/* SPDX-License-Identifier: MIT
 * Several FILEs, each in its turn, as cat has it: what is wrong with one does not keep the others from being read.
 */
#include "cli.h"

/* The output is opened after the first input that can be: names that are all wrong leave it alone. */
static int files_next(const cli_files *f, const char *file, bool *open)
{
    int status = cli_in_open(f->in, file);
    if (status == CLI_GOOD && !*open) {
        status = cli_out_open(f->out, false);
        *open = status == CLI_GOOD;
        if (!*open) f->out->fd = -1;
    }
    if (status == CLI_GOOD) status = cli_out_apart(f->out, f->in);
    if (status == CLI_GOOD) status = f->one(f->user);
    cli_in_close(f->in);
    return status;
}

int cli_files_run(const cli_files *f, const char *const *names, size_t count)
{
    int worst = CLI_GOOD;
    bool open = false;
    f->out->fd = 0;
    for (size_t i = 0; i < count || i == 0; i++) {
        int status = files_next(f, count ? names[i] : cli_args.input, &open);
        if (status > worst) worst = status;
        if (status == CLI_USAGE || f->out->fd < 0 || (open && f->out->w.error)) break;
    }
    return open ? cli_out_close(f->out, worst) : worst;
}

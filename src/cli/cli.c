/* SPDX-License-Identifier: MIT
 * Where the tool begins: descriptors and signals in order, then the verb, or the program whose name a link bears.
 */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* A file opened later must not take the place of a closed standard descriptor and be written by an error message. Each gets a
 * descriptor that fails when it is used the usual way, so that using it is told like any other I/O error. */
static void open_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(CLI_IO);
}

int main(int argc, char **argv)
{
    open_standard();
    cli_cleanup_signals();
    const char *program = argc > 0 ? argv[0] : "cinch", *slash = strrchr(program, '/');
    return cli_run(cli_link_find(slash ? slash + 1 : program), (const char *const *)argv + 1, argc > 0 ? (size_t)argc - 1 : 0);
}

/* SPDX-License-Identifier: MIT
 * The temporary file, and the signals that must not leave it behind.
 */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static char temp_path[PATH_MAX];
static volatile sig_atomic_t temp_there;
static const int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU};

static void fatal_signal(int number)
{
    if (temp_there) unlink(temp_path);
    temp_there = 0;
    (void)raise(number); /* SA_RESETHAND: now it ends the process as the sender meant */
}

/* A signal ignored from the start (nohup) stays ignored. A file too large is an error of write(), which is told. */
void cli_cleanup_signals(void)
{
    struct sigaction act, old;
    memset(&act, 0, sizeof act);
    act.sa_handler = fatal_signal;
    act.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < CLI_COUNT(fatal_signals); i++)
        if (sigaction(fatal_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(fatal_signals[i], &act, NULL);
    act.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &act, NULL);
}

static void signals_wait(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < CLI_COUNT(fatal_signals); i++) sigaddset(&set, fatal_signals[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

int cli_temp_make(char *path, unsigned mode)
{
    sigset_t before;
    size_t len = strlen(path);
    if (len >= sizeof temp_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    signals_wait(&before);
    int fd = mkstemp(path);
    if (fd >= 0) {
        memcpy(temp_path, path, len + 1);
        temp_there = 1;
        fchmod(fd, (mode_t)mode);
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

bool cli_temp_keep(const char *target)
{
    sigset_t before;
    signals_wait(&before);
    bool done = rename(temp_path, target) == 0;
    int error = errno;
    if (done) temp_there = 0;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return done;
}

void cli_temp_remove(void)
{
    if (temp_there) unlink(temp_path);
    temp_there = 0;
}

/* As the signal would have done it, also where whoever started the tool had it ignored: 128 + 13 to a shell. */
void cli_die_of_pipe(void)
{
    sigset_t set;
    struct sigaction act;
    cli_temp_remove();
    memset(&act, 0, sizeof act);
    act.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &act, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    (void)raise(SIGPIPE);
    _exit(CLI_IO);
}

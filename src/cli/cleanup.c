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

/* What goes over from one file to the next needs two; `gen` has all its files before it keeps one. */
enum { TEMPS = 8 };
static struct {
    char path[PATH_MAX];
    volatile sig_atomic_t there;
} temps[TEMPS];
static int temp_oldest, temp_next; /* a ring */

static void fatal_signal(int number)
{
    cli_temp_remove();
    (void)raise(number); /* SA_RESETHAND: now it ends the process as the sender meant */
}

/* A file too large is an error of write(), which is told. */
void cli_cleanup_signals(void)
{
    struct sigaction act;
    memset(&act, 0, sizeof act);
    act.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &act, NULL);
}

/* Does it end a process that does nothing about it? All do but these; of KILL and STOP nobody is asked. */
static bool signal_ends(int number)
{
    static const int others[] = {SIGCHLD,  SIGCONT, SIGURG, SIGTSTP, SIGTTIN, SIGTTOU, SIGKILL, SIGSTOP,
#ifdef SIGWINCH
                                 SIGWINCH,
#endif
#ifdef SIGINFO
                                 SIGINFO,
#endif
                                 0};
    for (size_t i = 0; others[i]; i++)
        if (others[i] == number) return false;
    return true;
}

/* From here on there is something to remove. A signal ignored from the start (nohup) stays ignored, one that somebody handles (a
 * sanitizer) stays theirs. */
static void signals_catch(void)
{
#ifdef SIGRTMAX
    const int last = SIGRTMAX;
#else
    const int last = 31;
#endif
    struct sigaction act, old;
    memset(&act, 0, sizeof act);
    act.sa_handler = fatal_signal;
    act.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&act.sa_mask);
    for (int i = 1; i <= last; i++)
        if (signal_ends(i) && sigaction(i, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
            sigaction(i, &act, NULL);
}

static void signals_wait(sigset_t *before)
{
    sigset_t set;
    sigfillset(&set);
    sigprocmask(SIG_BLOCK, &set, before);
}

int cli_temp_make(char *path, unsigned mode)
{
    sigset_t before;
    size_t len = strlen(path);
    int place = temp_next;
    if (len >= sizeof temps[0].path || temps[place].there) {
        errno = temps[place].there ? EBUSY : ENAMETOOLONG;
        return -1;
    }
    signals_wait(&before);
    int fd = mkstemp(path);
    if (fd >= 0) {
        signals_catch();
        memcpy(temps[place].path, path, len + 1);
        temps[place].there = 1;
        temp_next = (place + 1) % TEMPS;
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
    bool done = rename(temps[temp_oldest].path, target) == 0;
    int error = errno;
    if (done) {
        temps[temp_oldest].there = 0;
        temp_oldest = (temp_oldest + 1) % TEMPS;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return done;
}

void cli_temp_remove(void)
{
    for (int i = 0; i < TEMPS; i++) {
        if (temps[i].there) unlink(temps[i].path);
        temps[i].there = 0;
    }
    temp_oldest = temp_next;
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

/* SPDX-License-Identifier: MIT
 * A peer is a child process that answers over a pipe. It may crash or hang on any question: that is then the answer, and the
 * next question goes to a new process.
 */
#define _POSIX_C_SOURCE 200809L
#include "diff.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE    120000    /* milliseconds without a byte either way */
#define ANSWER_MOST (1 << 28) /* longer is no answer but noise */

_Noreturn static void peer_become(const struct peer *p, const int in[2], const int out[2])
{
    int errors = open(p->errors ? p->errors : "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0666);
    struct rlimit none = {0, 0};
    setpgid(0, 0); /* so that what sh started ends with it */
    setrlimit(RLIMIT_CORE, &none);
    dup2(in[0], 0);
    dup2(out[1], 1);
    if (errors >= 0) dup2(errors, 2);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execl("/bin/sh", "sh", "-c", p->command, (char *)NULL);
    _exit(127);
}

static void peer_spawn(struct peer *p)
{
    int in[2], out[2];
    if (p->starts++ > 500) die("%s: started 500 times; something is wrong", p->name);
    if (pipe(in) || pipe(out)) die("pipe: %s", strerror(errno));
    fflush(NULL);
    p->pid = fork();
    if (p->pid < 0) die("fork: %s", strerror(errno));
    if (p->pid == 0) peer_become(p, in, out);
    close(in[0]), close(out[1]);
    p->to = in[1], p->from = out[0];
    fcntl(p->to, F_SETFD, FD_CLOEXEC), fcntl(p->from, F_SETFD, FD_CLOEXEC);
    fcntl(p->to, F_SETFL, O_NONBLOCK);
}

void peer_stop(struct peer *p)
{
    if (!p->pid) return;
    close(p->to);
    int ended = 0;
    for (int i = 0; i < 200 && !ended; i++) {
        ended = waitpid(p->pid, &p->status, WNOHANG);
        if (!ended) poll(NULL, 0, 10);
    }
    if (!ended) {
        kill(-p->pid, SIGKILL);
        waitpid(p->pid, &p->status, 0);
    }
    close(p->from);
    p->pid = 0;
}

/* ---------------------------------------------------------------- asking */

struct talk {
    struct peer *peer;
    struct bytes send, *out;
    size_t sent, parsed; /* in send, in out */
    size_t have, want;   /* answers */
    struct answer *answers;
    bool hung, nonsense;
};

static void talk_send(struct talk *t)
{
    ssize_t n = write(t->peer->to, t->send.ptr + t->sent, t->send.len - t->sent);
    if (n > 0) t->sent += (size_t)n;
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        t->sent = t->send.len; /* it died: what it still says is read, then the end */
}

static bool talk_receive(struct talk *t)
{
    uint8_t block[65536];
    ssize_t n = read(t->peer->from, block, sizeof block);
    if (n <= 0) return n < 0 && errno == EINTR;
    bytes_add(t->out, block, (size_t)n);
    while (t->have < t->want && t->out->len - t->parsed >= 5) {
        const uint8_t *head = t->out->ptr + t->parsed;
        uint32_t len = u32_at(head + 1);
        t->nonsense = !strchr("+-?", head[0]) || !head[0] || len > ANSWER_MOST;
        if (t->nonsense) return false;
        if (t->out->len - t->parsed - 5 < len) break;
        t->answers[t->have++] = (struct answer){(char)head[0], t->parsed + 5, len};
        t->parsed += 5 + (size_t)len;
    }
    return true;
}

/* Asks `want` questions ahead and gives how many were answered before the peer died, hung, or all were. */
static size_t talk_ahead(struct talk *t, const struct ask *asks)
{
    t->send.len = t->sent = t->have = 0;
    t->hung = t->nonsense = false;
    t->parsed = t->out->len;
    for (size_t i = 0; i < t->want; i++) {
        bytes_byte(&t->send, (uint8_t)asks[i].op);
        bytes_u32(&t->send, (uint32_t)asks[i].len);
        bytes_add(&t->send, asks[i].ptr, asks[i].len);
    }
    while (t->have < t->want) {
        struct pollfd fds[2] = {{t->peer->from, POLLIN, 0}, {t->peer->to, POLLOUT, 0}};
        int ready = poll(fds, t->sent < t->send.len ? 2 : 1, PATIENCE);
        if (ready < 0 && errno == EINTR) continue;
        t->hung = ready == 0;
        if (ready <= 0) break;
        if (t->sent < t->send.len && fds[1].revents) talk_send(t);
        if (fds[0].revents && !talk_receive(t)) break;
    }
    t->out->len = t->parsed;
    return t->have;
}

/* The first question without an answer need not be the one that killed: a peer may keep answers back. So from the first death on
 * questions go one by one. */
void peer_ask(struct peer *p, const struct ask *asks, size_t n, struct answer *answers, struct bytes *out)
{
    struct talk t = {.peer = p, .out = out};
    size_t i = 0;
    bool careful = false;
    out->len = 0;
    while (i < n) {
        if (!p->pid) peer_spawn(p);
        t.answers = answers + i;
        t.want = careful ? 1 : n - i;
        i += talk_ahead(&t, asks + i);
        if (t.have == t.want) continue;
        if (t.hung || t.nonsense) kill(-p->pid, SIGKILL);
        peer_stop(p);
        if (careful || t.want == 1) answers[i++] = (struct answer){t.hung ? ANSWER_HANG : ANSWER_CRASH, 0, 0};
        careful = true;
    }
    free(t.send.ptr);
}

/* ---------------------------------------------------------------- hello */

static char *hello_line(const struct bytes *out, const struct answer *a, const char *word)
{
    const char *at = (const char *)out->ptr + a->at, *end = at + a->len;
    size_t n = strlen(word);
    while (at < end) {
        size_t line = 0;
        while (at + line < end && at[line] != '\n') line++;
        if (line > n && strncmp(at, word, n) == 0 && at[n] == ' ') {
            char *copy = malloc(line - n);
            if (!copy) die("out of memory");
            memcpy(copy, at + n + 1, line - n - 1);
            copy[line - n - 1] = 0;
            return copy;
        }
        at += line + 1;
    }
    return NULL;
}

bool peer_start(struct peer *p)
{
    struct ask hello = {'h', NULL, 0};
    struct answer answer;
    struct bytes out = {0};
    signal(SIGPIPE, SIG_IGN);
    peer_ask(p, &hello, 1, &answer, &out);
    if (answer.status == '+') {
        p->title = hello_line(&out, &answer, "name");
        p->version = hello_line(&out, &answer, "version");
        p->flags = hello_line(&out, &answer, "express");
    }
    free(out.ptr);
    return p->title && p->version;
}

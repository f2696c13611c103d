/* SPDX-License-Identifier: MIT
 * Input in large blocks, into a window that whoever reads moves along. --hex and --base64 are decoded on the way in.
 */
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier): madvise */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IN_SLACK = 4 }; /* decoded text comes in threes and may end past cap */
static char in_name[1024];

static bool in_regular(cli_in *in)
{
    struct stat st;
    if (in->fd < 0 || fstat(in->fd, &st) != 0) return true; /* read() will tell */
    if (S_ISDIR(st.st_mode)) {
        in->status = cli_io_error(in->name, EISDIR);
        return false;
    }
    off_t at = S_ISREG(st.st_mode) ? lseek(in->fd, 0, SEEK_CUR) : -1;
    if (at < 0 || st.st_size <= at) return true;
    in->total = (uint64_t)(st.st_size - at);
    in->began = at;
    return true;
}

int cli_in_open(cli_in *in, const char *file)
{
    memset(in, 0, sizeof *in);
    in->fd = STDIN_FILENO;
    in->name = "<stdin>";
    in->decoding = cli_decode_begin(&in->decode);
    if (in->decoding && in->decode.text) {
        if (file) return cli_usage("the input is given as text: no FILE as well");
        in->fd = -1;
        in->name = "<text>";
    } else if (file && strcmp(file, "-") != 0) {
        cli_file_name(in_name, sizeof in_name, file);
        in->name = in_name;
        in->fd = open(file, O_RDONLY | O_NOCTTY | O_CLOEXEC);
        if (in->fd < 0) return cli_io_error(in->name, errno);
    }
    if (!in_regular(in)) return in->status;
    in->cap = CLI_WINDOW;
    in->buf = malloc(in->cap + IN_SLACK);
    return in->buf ? CLI_GOOD : cli_io_error(in->name, ENOMEM);
}

void cli_in_close(cli_in *in)
{
    free(in->buf);
    in->buf = NULL;
    if (in->fd > STDERR_FILENO) close(in->fd);
    cli_progress_end();
}

uint64_t cli_in_offset(const cli_in *in)
{
    return in->base + in->pos;
}

/* 0 at the end of the input, and after an error, which is told. */
static size_t in_read(cli_in *in, void *to, size_t cap)
{
    while (!in->end) {
        ssize_t n = read(in->fd, to, cap);
        if (n > 0) return (size_t)n;
        if (n == 0) {
            in->end = true;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {in->fd, POLLIN, 0};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            in->status = cli_io_error(in->name, errno);
            in->end = true;
        }
    }
    return 0;
}

/* The next piece of text: the argument, or a part of the file. */
static size_t in_text(cli_in *in, const char **text, char *room, size_t cap)
{
    *text = room;
    if (!in->decode.text) return in_read(in, room, cap);
    size_t len = strlen(in->decode.text);
    *text = in->decode.text;
    if (len > cap) len = cap;
    in->decode.text += len;
    if (len == 0) in->end = true;
    return len;
}

/* A line of text, if it is one, before any of it is decoded: what begins like a listing is refused whole. */
static size_t in_first_text(cli_in *in, const char **text, char *room, size_t cap)
{
    enum { LINE = 128 };
    size_t len = in_text(in, text, room, cap), got = len;
    if (in->decode.text) return len;
    while (got && len < LINE && !memchr(room, '\n', len)) len += got = in_read(in, room + len, cap - len);
    return len;
}

static size_t in_decode(cli_in *in, uint8_t *to, size_t cap)
{
    char room[8192];
    size_t got = 0;
    while (got == 0 && !in->end) {
        const char *text, *wrong = NULL;
        bool first = !in->decode.line && !in->decode.column;
        size_t most = cap < sizeof room ? cap : sizeof room;
        size_t len = first ? in_first_text(in, &text, room, most) : in_text(in, &text, room, most);
        if (first && !in->decode.base64 && cli_decode_listing(text, len))
            wrong = "a listing with a column of addresses; --hex reads bytes alone, as xxd -p prints them";
        if (!wrong) wrong = cli_decode_step(&in->decode, text, len, to, &got);
        if (wrong && !in->status) {
            cli_say("%s: line %" PRIu64 ", column %" PRIu64 ": %s", in->name, in->decode.line + 1, in->decode.column + 1,
                    wrong);
            in->status = CLI_BAD;
            in->end = true;
        }
    }
    return got;
}

static bool in_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* { and [ begin JSON, and are the numbers 123 and 91 here: well-formed, and hardly what was meant. */
static void in_look(const cli_in *in)
{
    size_t n = 0;
    if (in->decoding || !cli_current->reads || cli_current->link || cli_current->json || !isatty(STDERR_FILENO)) return;
    while (n < in->len && in_blank(in->buf[n])) n++;
    if (n == in->len || (in->buf[n] != '{' && in->buf[n] != '[')) return;
    for (n++; n < in->len && in_blank(in->buf[n]); n++) continue;
    if (n == in->len || !in->buf[n] || !strchr("\"{}[]-0123456789tfn", in->buf[n])) return;
    for (n = 0; n < in->len && n < 64; n++)
        if (in->buf[n] >= 0x7f || (in->buf[n] < 0x20 && !in_blank(in->buf[n]))) return;
    cli_say("%s: this looks like JSON text; 'cinch from-json' reads that", in->name);
}

bool cli_in_more(cli_in *in)
{
    bool first = in->base == 0 && in->len == 0;
    size_t rest = in->len - in->pos;
    if (in->pos && (rest <= CLI_BLOCK / 8 || in->cap < in->len + CLI_BLOCK)) {
        memmove(in->buf, in->buf + in->pos, rest);
        in->base += in->pos;
        in->pos = 0;
        in->len = rest;
    }
    if (in->len >= in->cap || in->end) return false;
    size_t room = in->cap - in->len;
    if (room > CLI_BLOCK) room = CLI_BLOCK;
    size_t got = in->decoding ? in_decode(in, in->buf + in->len, room) : in_read(in, in->buf + in->len, room);
    in->len += got;
    if (first && got) in_look(in);
    cli_progress(in);
    return got != 0;
}

bool cli_in_again(cli_in *in, uint64_t offset)
{
    if (!in->total || in->decoding || lseek(in->fd, (off_t)(in->began + (int64_t)offset), SEEK_SET) < 0) return false;
    in->base = offset;
    in->pos = in->len = 0;
    in->end = false;
    return true;
}

/* Whoever needs so much will look at all of it, several times: in large pages, where the system has them, that costs a fraction. */
static void in_large_pages(const cli_in *in)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t large = 2 << 20;
    uintptr_t from = ((uintptr_t)in->buf + large - 1) & ~(large - 1), to = ((uintptr_t)in->buf + in->cap) & ~(large - 1);
    if (from < to) madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
    (void)in;
#endif
}

static bool in_resize(cli_in *in, size_t cap)
{
    uint8_t *buf = cap ? realloc(in->buf, cap + IN_SLACK) : NULL;
    if (!buf) return false;
    in->buf = buf;
    in->cap = cap;
    in_large_pages(in);
    return true;
}

bool cli_in_grow(cli_in *in)
{
    if (in_resize(in, in->cap <= SIZE_MAX / 4 ? in->cap * 2 : 0)) return true;
    in->status = cli_io_error(in->name, ENOMEM);
    return false;
}

/* A file is read, not mapped: a page fault costs more than to copy the page, and a file that shrinks meanwhile would end the tool. */
int cli_in_all(cli_in *in, cinch_bin *all)
{
    if (in->total >= in->cap && in->total < SIZE_MAX / 4 && !in->decoding) in_resize(in, (size_t)in->total + CLI_BLOCK);
    do {
        while (cli_in_more(in)) continue;
    } while (!in->end && cli_in_grow(in));
    all->ptr = in->buf + in->pos;
    all->len = in->len - in->pos;
    return in->status;
}

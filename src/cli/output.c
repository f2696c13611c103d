/* SPDX-License-Identifier: MIT
 * Output through one writer. A file named by -o is made under another name and renamed when all is well.
 */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Written in blocks, between objects. The text of an object that fits the window of the input fits the rest, nearly always. */
enum { OUT_BLOCK = 256 << 10, OUT_ROOM = 8 << 20 };
static char out_name[1024];

/* The one room of all outputs, taken when the first is opened: as a static array it would be asked of the system before main, which where
 * memory is limited kills the tool without a word. Where there is less of it, half of that does, down to a block. NULL: not that either. */
static uint8_t *out_room(size_t *size)
{
    static uint8_t *room;
    static size_t cap = OUT_ROOM;
    for (; !room && cap >= OUT_BLOCK; cap /= 2) {
        uint8_t *both = malloc(2 * cap);
        room = both ? realloc(both, cap) : NULL;
        if (room) break;
        free(both);
    }
    *size = cap;
    return room;
}

bool cli_write_all(int fd, const void *bytes, size_t len)
{
    const char *p = bytes;
    while (len) {
        ssize_t n = write(fd, p, len);
        if (n >= 0) {
            p += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd wait = {fd, POLLOUT, 0};
            poll(&wait, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static cinch_error out_sink(void *user, const void *bytes, size_t len)
{
    cli_out *o = user;
    if (o->terminal) cli_progress_quiet();
    if (cli_write_all(o->fd, bytes, len)) return CINCH_OK;
    o->error = errno;
    if (o->error == EPIPE) cli_die_of_pipe();
    return CINCH_ERR_SINK;
}

/* A descriptor by its name is that descriptor, whatever is behind it: replacing the file there would take it away from others. */
static int out_descriptor(const char *path)
{
    if (strcmp(path, "/dev/stdout") == 0) return dup(STDOUT_FILENO);
    if (strcmp(path, "/dev/stderr") == 0) return dup(STDERR_FILENO);
    int fd = 0;
    const char *p = strncmp(path, "/dev/fd/", 8) == 0 ? path + 8 : "";
    if (!*p) return -1;
    for (; *p >= '0' && *p <= '9' && fd < 10000000; p++) fd = fd * 10 + *p - '0';
    return *p ? -1 : dup(fd);
}

/* The new file belongs to whom the old one did, where that is allowed. What setuid, setgid and sticky say of the old contents is not said of
 * new ones: a file that runs as its owner must not come out of data. Where the group could not be kept, another may do no more than all may. */
static void out_like(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777u;
    bool kept = fchown(fd, old->st_uid, old->st_gid) == 0 || fchown(fd, (uid_t)-1, old->st_gid) == 0;
    fchmod(fd, kept ? mode : mode & (0707u | (mode & 07u) << 3));
}

/* Beside the target, and named after it: not after all of a long name, which with more to it would be longer than names may be. */
static char *out_temp_name(const char *target)
{
    enum { NAME_KEPT = 100 };
    const char *slash = strrchr(target, '/'), *name = slash ? slash + 1 : target;
    size_t len = strlen(name);
    if (len > NAME_KEPT)
        for (len = NAME_KEPT; len && ((unsigned char)name[len] & 0xc0) == 0x80;) len--; /* no half a character */
    size_t size = (size_t)(name - target) + len;
    char *temp = malloc(size + sizeof ".cinch-XXXXXX");
    if (!temp) return NULL;
    memcpy(temp, target, size);
    memcpy(temp + size, ".cinch-XXXXXX", sizeof ".cinch-XXXXXX");
    return temp;
}

/* A regular file, or none yet, is written beside itself; a device or a FIFO directly. A link is followed: its target is replaced. */
static int out_file(cli_out *o, const char *path)
{
    struct stat st;
    int fd = out_descriptor(path);
    if (fd >= 0) return fd;
    bool there = stat(path, &st) == 0;
    int why = there ? 0 : errno;
    if (!there && (why != ENOENT || lstat(path, &st) == 0)) { /* a link that leads nowhere is not replaced by a file */
        errno = why;
        return -1;
    }
    if (there && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (there && !S_ISREG(st.st_mode)) return open(path, O_WRONLY | O_NOCTTY);
    if (there && access(path, W_OK) != 0) return -1; /* renaming over it would not ask */
    o->target = there ? realpath(path, NULL) : strdup(path);
    char *temp = o->target ? out_temp_name(o->target) : NULL;
    if (!temp) return -1;
    mode_t mask = umask(0);
    umask(mask);
    fd = cli_temp_make(temp, there ? 0600u : 0666u & ~mask);
    if (fd >= 0 && there) out_like(fd, &st);
    free(temp);
    return fd;
}

int cli_out_open(cli_out *o, bool binary)
{
    const char *path = cli_args.output && strcmp(cli_args.output, "-") != 0 ? cli_args.output : NULL;
    cli_out_standard(o, STDOUT_FILENO);
    if (o->w.error) return cli_io_error(o->name, ENOMEM);
    if (path) {
        cli_file_name(out_name, sizeof out_name, path);
        o->name = out_name;
        o->fd = out_file(o, path);
        if (o->fd < 0) {
            free(o->target);
            return cli_io_error(o->name, errno);
        }
    }
    o->terminal = isatty(o->fd);
    if (binary && o->terminal && !cli_args.force) return cli_usage("binary output to a terminal; use -o FILE, a pipe, or -f");
    return CLI_GOOD;
}

void cli_out_standard(cli_out *o, int fd)
{
    size_t size;
    uint8_t *room = out_room(&size);
    memset(o, 0, sizeof *o);
    o->fd = fd;
    o->name = fd == STDERR_FILENO ? "<stderr>" : "<stdout>";
    o->terminal = isatty(fd);
    cinch_writer_init_sink(&o->w, room, room ? size : 0, out_sink, o);
    if (!room) cinch_writer_fail(&o->w, CINCH_ERR_MEMORY);
}

int cli_out_apart(const cli_out *o, const cli_in *in)
{
    struct stat from, to;
    if (o->target || in->fd < 0 || fstat(in->fd, &from) != 0 || fstat(o->fd, &to) != 0) return CLI_GOOD;
    if (!S_ISREG(to.st_mode) || from.st_dev != to.st_dev || from.st_ino != to.st_ino) return CLI_GOOD;
    cli_say("%s: is read and written at once; -o replaces a file when all is well", in->name);
    return CLI_IO;
}

int cli_open(cli_in *in, cli_out *o, bool binary)
{
    int status = cli_in_open(in, cli_args.input);
    if (status == CLI_GOOD) status = cli_out_open(o, binary);
    if (status == CLI_GOOD) status = cli_out_apart(o, in);
    if (status != CLI_GOOD) cli_in_close(in);
    return status;
}

void cli_out_text(cli_out *o, const char *text)
{
    cinch_put_raw(&o->w, text, strlen(text));
}

void cli_out_print(cli_out *o, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    size_t len = cli_vformat(text, sizeof text, format, args);
    va_end(args);
    cinch_put_raw(&o->w, text, len);
}

void cli_out_past(cli_out *o, const void *bytes, size_t len)
{
    cinch_writer_flush(&o->w);
    if (!len || o->w.error) return;
    cinch_error e = out_sink(o, bytes, len);
    if (e) cinch_writer_fail(&o->w, e);
}

void cli_out_direct(cli_out *o, cinch_writer *w)
{
    cinch_bin bytes;
    cinch_error e = cinch_writer_finish(w, &bytes, NULL);
    if (e)
        cinch_writer_fail(&o->w, e);
    else
        cli_out_past(o, bytes.ptr, bytes.len);
    cinch_writer_rewind(w, 0);
}

void cli_out_object(cli_out *o)
{
    if (cli_args.unbuffered || o->terminal || (size_t)(o->w.pos - o->w.start) >= OUT_BLOCK) cinch_writer_flush(&o->w);
}

int cli_out_close(cli_out *o, int status)
{
    cinch_diag diag;
    cinch_error e = cinch_writer_finish(&o->w, NULL, &diag);
    if (e == CINCH_OK && close(o->fd) != 0 && errno != EINTR) o->error = errno;
    if (e == CINCH_OK && !o->error && status == CLI_GOOD && o->target && !cli_temp_keep(o->target)) o->error = errno;
    if (o->error) {
        cli_temp_remove();
        status = cli_io_error(o->name, o->error);
    } else if (e != CINCH_OK && status == CLI_GOOD) {
        cli_say("%s: %s", o->name, cinch_error_text(e));
        status = CLI_IO;
    }
    if (status != CLI_GOOD) cli_temp_remove();
    free(o->target);
    o->target = NULL;
    return status;
}

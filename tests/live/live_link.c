/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier) */

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include "live_link.h"

bool link_open(struct link_to *l, const char *variable)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const char *path = getenv(variable);
    l->pos = l->len = 0;
    l->fd = -1;
    if (!CHECK(path && strlen(path) < sizeof to.sun_path)) return false;
    memcpy(to.sun_path, path, strlen(path) + 1);
    l->fd = socket(AF_UNIX, SOCK_STREAM, 0);
    return CHECK(l->fd >= 0 && connect(l->fd, (struct sockaddr *)&to, sizeof to) == 0);
}

void link_close(struct link_to *l)
{
    if (l->fd >= 0) close(l->fd);
    l->fd = -1;
}

bool link_send(struct link_to *l, const void *bytes, size_t len)
{
    const char *p = bytes;
    while (len) {
        ssize_t n = write(l->fd, p, len);
        if (n <= 0) return CHECK(n > 0);
        p += n;
        len -= (size_t)n;
    }
    return true;
}

bool link_take(struct link_to *l, void *bytes, size_t len)
{
    uint8_t *to = bytes;
    while (len) {
        size_t n = l->len - l->pos;
        if (!n) {
            ssize_t got = read(l->fd, l->buf, sizeof l->buf);
            if (got <= 0) return CHECK(got > 0);
            l->pos = 0;
            l->len = (size_t)got;
            continue;
        }
        if (n > len) n = len;
        memcpy(to, l->buf + l->pos, n);
        l->pos += n;
        to += n;
        len -= n;
    }
    return true;
}

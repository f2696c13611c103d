/* SPDX-License-Identifier: MIT
 * A connection to a server's socket in the file system, for tests that talk to it. What goes wrong fails the test at hand.
 */
#ifndef CINCH_LIVE_LINK_H
#define CINCH_LIVE_LINK_H

#include "harness.h"

struct link_to {
    int fd; /* -1: not connected */
    size_t pos, len;
    uint8_t buf[4096];
};
bool link_open(struct link_to *l, const char *variable); /* an environment variable that names the socket */
void link_close(struct link_to *l);
bool link_send(struct link_to *l, const void *bytes, size_t len);
bool link_take(struct link_to *l, void *bytes, size_t len); /* exactly */

#endif

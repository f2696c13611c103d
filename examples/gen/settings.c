/* SPDX-License-Identifier: MIT
 * A server's settings: cinch gen config.json --storage=owned. The values outlive the message they came from; what the message does not say
 * has its default; a listener is one of two things.
 */
#include <inttypes.h>
#include <stdio.h>
#include "cinch/check.h"
#include "config.h"

/* {"name": "web", "listen": [{"kind": "tcp", "port": 8080}, {"kind": "unix", "path": "/run/web"}], "log": "debug"} */
static const uint8_t settings_in[] =
    "\x83\xa4name\xa3web\xa6listen\x92\x82\xa4kind\xa3tcp\xa4port\xcd\x1f\x90\x82\xa4kind\xa4unix\xa4path\xa8"
    "/run/web\xa3log\xa5"
    "debug";

static void settings_print(const config *c)
{
    printf("%.*s: %u workers, %.1f s, %s\n", (int)c->name.len, c->name.ptr, c->workers, c->timeout,
           config_log_to_string(c->log));
    for (uint32_t i = 0; i < c->listen.count; i++) {
        const config_listen_item *l = c->listen.items + i;
        switch (l->which) {
        case CONFIG_LISTEN_ITEM_IS_TCP:
            printf("  %.*s:%u\n", (int)l->as.tcp.host.len, l->as.tcp.host.ptr, l->as.tcp.port);
            break;
        case CONFIG_LISTEN_ITEM_IS_LOCAL: printf("  %.*s\n", (int)l->as.local.path.len, l->as.local.path.ptr); break;
        }
    }
}

int main(void)
{
    uint8_t msg[sizeof settings_in - 1];
    char text[128];
    config c = {0};
    cinch_diag why;
    memcpy(msg, settings_in, sizeof msg);
    if (config_decode(&c, msg, sizeof msg, NULL, &why)) {
        printf("%s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
        return 1;
    }
    memset(msg, 0, sizeof msg); /* the values are ours */
    settings_print(&c);
    config_free(&c, NULL);

    /* A fault has an offset; a path is made of it when somebody asks. */
    memcpy(msg, settings_in, sizeof msg);
    msg[sizeof msg - 1] = '!';
    if (config_decode(&c, msg, sizeof msg, NULL, &why) == CINCH_OK) return 1;
    cinch_locate(msg, sizeof msg, why.pos, text, sizeof text);
    printf("at %s: %s\n", text, cinch_error_text(why.error));
    config_free(&c, NULL);
    return 0;
}

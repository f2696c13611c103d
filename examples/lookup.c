/* SPDX-License-Identifier: MIT
 * A tree: lookups that cannot crash, defaults at hand, iteration, a pointer; and a value that must be there, or an error that says where.
 */
#include <inttypes.h>
#include <stdio.h>
#include "cinch/cinch.h"

static void show(const cinch_node *root)
{
    cinch_str name = cinch_node_str(cinch_node_find(root, "name"), "unnamed");
    printf("%.*s", (int)name.len, name.ptr);
    const cinch_node *ports = cinch_node_find(root, "ports");
    for (uint32_t i = 0; i < cinch_node_count(ports); i++) printf(" %" PRIu64, cinch_node_u64(cinch_node_at(ports, i), 0));
    printf(" tls=%d", cinch_node_bool(cinch_node_find_path(root, cinch_cstr("/tls/on")), false));
    /* no such member, no such member of it: NULL goes in, the default comes out */
    printf(" retries=%" PRId64, cinch_node_i64(cinch_node_find(cinch_node_find(root, "no"), "retries"), 3));
    const cinch_node *env = cinch_node_find(root, "env");
    for (uint32_t i = 0; i < cinch_node_count(env); i++) {
        cinch_str k = cinch_node_str(cinch_node_key(env, i), ""), v = cinch_node_str(cinch_node_value(env, i), "");
        printf(" %.*s=%.*s", (int)k.len, k.ptr, (int)v.len, v.ptr);
    }
    puts("");
}

/* Defaults are silent: they stand for a member that is absent, and for one of another type. Where that matters, look at the type. A node does
 * not know its offset; cinch_find walks the message to the same item, and that is a pointer into it. */
static bool port_get(const cinch_tree *t, uint64_t *port)
{
    cinch_str where = cinch_cstr("/ports/1");
    const cinch_node *n = cinch_node_find_path(t->root, where);
    cinch_diag why = CINCH_ZERO;
    cinch_bin item;
    char line[128];
    *port = cinch_node_u64(n, 0);
    if (cinch_node_type(n) == CINCH_U64) return true;
    if (cinch_find(t->msg, t->len, where, &item, &why) == CINCH_OK) {
        why.error = CINCH_ERR_TYPE;
        why.expected = CINCH_BIT(CINCH_U64);
        why.got = (uint8_t)cinch_node_type(n);
        why.pos = (uint64_t)(item.ptr - t->msg);
    }
    cinch_explain(&why, t->msg, t->len, line, sizeof line);
    printf("%s\n", line);
    return false;
}

static int look(const void *msg, size_t len)
{
    cinch_tree t;
    cinch_diag why;
    uint64_t port;
    char line[128];
    cinch_tree_init(&t, NULL);
    cinch_error e = cinch_tree_parse(&t, msg, len, NULL, &why);
    if (e) {
        cinch_explain(&why, msg, len, line, sizeof line);
        printf("%s\n", line);
    } else {
        show(t.root);
        if (port_get(&t, &port)) printf("second port %" PRIu64 "\n", port);
    }
    cinch_tree_free(&t);
    return e != CINCH_OK;
}

#define LOOK(s) look(s, sizeof(s) - 1)

int main(void)
{
    /* clang-format off */
    /* {"name":"web","ports":[80,443],"tls":{"on":true},"env":{"A":"1","B":"2"}} */
    int bad = LOOK("\x84\xa4name\xa3web\xa5ports\x92\x50\xcd\x01\xbb\xa3tls\x81\xa2on\xc3\xa3" "env\x82\xa1" "A\xa1" "1\xa1" "B\xa1" "2");
    bad |= LOOK("\x82\xa4name\xa3" "api\xa5ports\x92\x50\xa3" "443"); /* the second port is a str */
    bad |= LOOK("\x82\xa4name\xa3" "api\xa5ports\x91\x50");            /* there is none */
    /* clang-format on */
    return bad;
}

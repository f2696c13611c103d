/* SPDX-License-Identifier: MIT
 * A tree: lookups that cannot crash, defaults at hand, iteration, a pointer.
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

int main(void)
{
    /* {"name":"web","ports":[80,443],"tls":{"on":true},"env":{"A":"1","B":"2"}} */
    static const uint8_t msg[] = "\x84\xa4name\xa3web\xa5ports\x92\x50\xcd\x01\xbb\xa3tls\x81\xa2on\xc3\xa3"
                                 "env\x82\xa1"
                                 "A\xa1"
                                 "1\xa1"
                                 "B\xa1"
                                 "2";
    cinch_tree t;
    cinch_diag why;
    cinch_tree_init(&t, NULL);
    cinch_error e = cinch_tree_parse(&t, msg, sizeof msg - 1, NULL, &why);
    if (e)
        printf("%s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
    else
        show(t.root);
    cinch_tree_free(&t);
    return e != CINCH_OK;
}

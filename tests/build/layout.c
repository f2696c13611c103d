/* SPDX-License-Identifier: MIT
 * Prints the layout of every struct that inline code of the headers touches: what a program compiled against one version takes for granted.
 */
#include <stdio.h>

#include "cinch/cinch.h"

#define SIZE(type)          printf("%s: %zu bytes\n", #type, sizeof(type))
#define FIELD(type, member) printf("  %3zu %s\n", offsetof(type, member), #member)

static void show_writer(void)
{
    SIZE(cinch_writer);
    FIELD(cinch_writer, pos);
    FIELD(cinch_writer, end);
    FIELD(cinch_writer, start);
    FIELD(cinch_writer, cap);
    FIELD(cinch_writer, flushed);
    FIELD(cinch_writer, spill);
    FIELD(cinch_writer, sink);
    FIELD(cinch_writer, user);
    FIELD(cinch_writer, alloc);
    FIELD(cinch_writer, held);
    FIELD(cinch_writer, error);
    FIELD(cinch_writer, open);
    FIELD(cinch_writer, flags);
    SIZE(cinch_mark);
}

static void show_reader(void)
{
    SIZE(cinch_reader);
    FIELD(cinch_reader, pos);
    FIELD(cinch_reader, end);
    FIELD(cinch_reader, start);
    FIELD(cinch_reader, limit);
    FIELD(cinch_reader, error);
    FIELD(cinch_reader, expected);
    FIELD(cinch_reader, depth);
    FIELD(cinch_reader, flags);
    FIELD(cinch_reader, member);
    FIELD(cinch_reader, orders);
    SIZE(cinch_token);
    FIELD(cinch_token, type);
    FIELD(cinch_token, format);
    FIELD(cinch_token, ext);
    FIELD(cinch_token, part);
    FIELD(cinch_token, len);
    FIELD(cinch_token, as);
}

static void show_tree(void)
{
    SIZE(cinch_node);
    FIELD(cinch_node, type);
    FIELD(cinch_node, format);
    FIELD(cinch_node, ext);
    FIELD(cinch_node, flags);
    FIELD(cinch_node, len);
    FIELD(cinch_node, as);
}

int main(void)
{
    printf("CINCH_ABI %d, pointers of %zu bytes\n", CINCH_ABI, sizeof(void *));
    SIZE(cinch_str);
    SIZE(cinch_bin);
    SIZE(cinch_ext);
    SIZE(cinch_time);
    show_writer();
    show_reader();
    show_tree();
    return 0;
}

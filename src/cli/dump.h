/* SPDX-License-Identifier: MIT
 * One line of the listing.
 */
#ifndef CINCH_CLI_DUMP_H
#define CINCH_CLI_DUMP_H

#include "cli.h"

enum { DUMP_SHOW = 10, DUMP_SHOW_MOST = 4096, DUMP_TEXT = 64, DUMP_HEAD = 9 };

typedef enum dump_role { DUMP_VALUE, DUMP_ELEMENT, DUMP_KEY } dump_role;

typedef struct dump_item {
    uint64_t pos;
    cinch_token t;          /* of a payload: len is the whole length, ptr not used */
    const uint8_t *payload; /* the beginning of it */
    size_t payload_len;
    uint64_t inside; /* bytes of what a container holds, when it is not listed; UINT64_MAX: listed */
    uint64_t index;  /* DUMP_ELEMENT */
    uint32_t indent;
    dump_role role;
    const char *fault; /* shown in place of the value; NULL: none */
} dump_item;

typedef struct dump_style {
    size_t show; /* bytes of an item listed */
    bool color, raw_time;
} dump_style;

void dump_title(cli_out *o, const dump_style *style);
void dump_line(cli_out *o, const dump_style *style, const dump_item *item);
void dump_part(cli_out *o, const dump_style *style, const char *name); /* what follows: an object, a file */
void dump_fault(cli_out *o, const dump_style *style, uint64_t pos, const uint8_t *bytes, size_t len, const char *why);

#endif

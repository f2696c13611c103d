/* SPDX-License-Identifier: MIT
 * What went wrong, and where: the offset from the reader, the path afterwards.
 */
#include <stdio.h>
#include <stdlib.h>
#include "cinch/cinch.h"

static uint64_t item_get(cinch_reader *r) /* {"sku":str,"n":u64} */
{
    static const char *const keys[] = {"sku", "n"};
    uint64_t start = cinch_reader_pos(r), n = 0;
    bool has_sku = false;
    for (uint32_t k = cinch_get_map(r); k; k--) switch (cinch_get_key(r, keys, 2)) {
        case 0: has_sku = cinch_get_str(r).len > 0; break;
        case 1: n = cinch_get_u64_max(r, 1000); break;
        default: cinch_skip(r);
        }
    if (!has_sku) cinch_reader_fail_at(r, start, CINCH_ERR_MISSING, "sku");
    return n;
}

static uint64_t order_get(cinch_reader *r) /* {"items":[item...]} */
{
    static const char *const keys[] = {"items"};
    uint64_t total = 0;
    for (uint32_t n = cinch_get_map(r); n; n--) {
        if (cinch_get_key(r, keys, 1) == 0)
            for (uint32_t m = cinch_get_array(r); m; m--) total += item_get(r);
        else
            cinch_skip(r);
    }
    return total;
}

static void try_order(const void *msg, size_t len)
{
    cinch_reader r;
    cinch_diag why;
    char line[256];
    cinch_reader_init(&r, msg, len);
    uint64_t total = order_get(&r);
    if (cinch_reader_finish(&r, &why) == CINCH_OK) {
        printf("total %u\n", (unsigned)total);
        return;
    }
    cinch_explain(&why, msg, len, line, sizeof line);
    printf("%s\n", line);
}

/* Three million arrays, each in the one before: refused by what counts levels, passed by what needs no stack. Where the line has little
 * room, cinch_explain shortens the path and keeps the reason. */
static void try_deep(void)
{
    size_t len = 3000001;
    uint8_t *deep = malloc(len);
    char line[80];
    cinch_diag why;
    if (!deep) return;
    memset(deep, 0x91, len - 1);
    deep[len - 1] = 0xc0;
    if (cinch_check(deep, len, NULL, &why)) {
        cinch_explain(&why, deep, len, line, sizeof line);
        printf("check: %s\n", line);
    }
    cinch_reader r;
    cinch_reader_init(&r, deep, len);
    cinch_skip(&r);
    printf("skip: %s\n", cinch_error_text(cinch_reader_finish(&r, NULL)));
    free(deep);
}

#define TRY(s) try_order(s, sizeof(s) - 1)

int main(void)
{
    /* clang-format off */
    TRY("\x81\xa5items\x92\x82\xa3sku\xa1" "a\xa1n\x02\x82\xa3sku\xa1" "b\xa1n\x03");
    TRY("\x81\xa5items\x92\x82\xa3sku\xa1" "a\xa1n\x02\x82\xa3sku\x05\xa1n\x03"); /* sku is a number */
    TRY("\x81\xa5items\x92\x82\xa3sku\xa1" "a\xa1n\x02\x81\xa1n\x03");            /* sku is missing */
    TRY("\x81\xa5items\x91\x82\xa3sku\xa1" "a\xa1n\xcd\x10\x00");                 /* n is too large */
    TRY("\x81\xa5items\x92\x82\xa3sku\xa1" "a\xa1n\x02\x82\xa3sku\xa1");          /* cut */
    TRY("\x82\xa3" "a/b\x91\xc1\xa1z\x01");                                       /* reserved byte, a key with a slash */
    TRY("\x81\xa5items\xdd\xff\xff\xff\xff\x81");                                 /* a count that lies */
    TRY("\x80\x00");                                                              /* trailing */
    /* clang-format on */
    try_deep();
    return 0;
}

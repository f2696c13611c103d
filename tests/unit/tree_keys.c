/* SPDX-License-Identifier: MIT
 * Maps inside keys: two keys are the same whatever the order of the pairs in them, whatever keys came before and in whatever they lie.
 */
#include "cinch/tree.h"
#include "harness.h"
#include "support.h"

enum { KEYS_MAX = 600 };

/* What stands before the key at hand: pairs, or the key's own first items. F64 fills arrays in a way of its own. */
static const char *const before_keys[] = {
    "91 cb 3ff0000000000000",                     /* floats alone */
    "92 cb 3ff0000000000000 cb 4000000000000000", /* two */
    "92 cb 3ff0000000000000 01",                  /* floats, then others */
    "91 01",                                      /* */
    "90",                                         /* empty */
    "80",                                         /* */
    "81 91 cb 3ff0000000000000 01",               /* a map with a key of floats */
    "91 91 cb 3ff0000000000000",                  /* floats deeper */
    "81 01 91 cb 3ff0000000000000",               /* floats as a value */
    "dc 0001 cb 3ff0000000000000",                /* a longer header */
    "dd 00000001 cb 3ff0000000000000",            /* */
    "91 ca 3f800000",                             /* f32 */
};

static void keys_parse(cinch_tree *t, uint8_t *bytes, const char *format, const char *before, const char *pairs)
{
    char hex[400];
    size_t len;
    snprintf(hex, sizeof hex, format, before, pairs);
    bytes[0] = 0x92; /* with a long str behind, as the end of a message is read in another way */
    len = 1 + hex_bytes(hex, bytes + 1, KEYS_MAX / 2);
    bytes[len] = 0xd9;
    bytes[len + 1] = 200;
    memset(bytes + len + 2, 'x', 200);
    cinch_tree_init(t, NULL);
    CHECK_ERR(cinch_tree_parse(t, bytes, len + 202, NULL, NULL), CINCH_OK);
}

TEST(tree_keys_are_ordered)
{
    static const char *const formats[] = {
        "82 %s 00 82 %s 01",                /* a key of its own */
        "82 %s 00 91 82 %s 01",             /* in an array */
        "81 92 %s 82 %s 01",                /* behind it in the same array */
        "91 82 %s 00 92 c0 81 82 %s 02 01", /* in a map's key, again */
    };
    for (size_t f = 0; f < COUNT_OF(formats); f++)
        for (size_t i = 0; i < COUNT_OF(before_keys); i++) {
            uint8_t x[KEYS_MAX], y[KEYS_MAX];
            cinch_tree a, b;
            test_case("%s with %s", formats[f], before_keys[i]);
            keys_parse(&a, x, formats[f], before_keys[i], "05 c0 06 c0");
            keys_parse(&b, y, formats[f], before_keys[i], "06 c0 05 c0");
            CHECK(cinch_node_equal(a.root, b.root) && cinch_node_equal(b.root, a.root));
            CHECK(cinch_node_compare(a.root, b.root) == 0);
            CHECK_U64(cinch_node_hash(a.root, 1), cinch_node_hash(b.root, 1));
            cinch_tree_free(&a);
            cinch_tree_free(&b);
        }
}

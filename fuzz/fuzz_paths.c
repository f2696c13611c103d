/* SPDX-License-Identifier: MIT
 * Pointers: find and locate undo each other, a tree finds what find does, and an error's line can be unescaped, whatever the bytes.
 *
 * Input: an offset (2 bytes), room, length of a pointer; the pointer; then a message.
 */
#include "fuzz.h"

enum { PATHS_ROOM = 2048 };

/* The token "~" alone stands for a key without text. */
static bool paths_findable(const char *path, size_t len)
{
    if (len >= 4 && memcmp(path + len - 4, "/...", 4) == 0) return false;
    for (size_t i = 0; i < len; i++)
        if (path[i] == '~' && (i + 1 == len || path[i + 1] == '/')) return false;
    return true;
}

/* No map has a key twice, nor one that is not a str: what might have the same text as another. */
static bool paths_distinct(const cinch_node *n)
{
    for (uint32_t i = 0; i < cinch_node_count(n); i++) {
        const cinch_node *key = cinch_node_key(n, i);
        if (key && (key->type != CINCH_STR || cinch_node_find_str(n, (cinch_str){key->as.str, key->len}) != key + 1))
            return false;
        if (!paths_distinct(cinch_node_at(n, i)) || !paths_distinct(cinch_node_value(n, i))) return false;
    }
    return true;
}

/* The item found at the pointer of the item that holds the byte at pos, or why not. */
static void paths_found(const uint8_t *p, size_t len, uint64_t pos, cinch_error e, cinch_bin item)
{
    cinch_tree t;
    cinch_tree_init(&t, NULL);
    FUZZ_CHECK(cinch_tree_parse(&t, p, len, NULL, NULL) == CINCH_OK);
    if (e) {
        FUZZ_CHECK(e == CINCH_ERR_ABSENT && (pos >= len || !paths_distinct(t.root)));
    } else if (pos < len && paths_distinct(t.root)) {
        FUZZ_CHECK(pos >= (uint64_t)(item.ptr - p) && pos - (uint64_t)(item.ptr - p) < item.len);
    }
    cinch_tree_free(&t);
}

/* What is at an item's own pointer is that item, or the last of those whose pointer is the same. */
static void paths_there_and_back(const uint8_t *p, size_t len, uint64_t pos)
{
    char path[PATHS_ROOM], again[PATHS_ROOM];
    cinch_diag why;
    cinch_bin item;
    size_t n = cinch_locate(p, len, pos, path, sizeof path);
    FUZZ_CHECK(n < sizeof path && path[n] == 0);
    if (cinch_check(p, len, NULL, &why) != CINCH_OK || !paths_findable(path, n)) return;
    cinch_error e = cinch_find(p, len, (cinch_str){path, n}, &item, &why);
    paths_found(p, len, pos, e, item);
    if (e) return;
    FUZZ_CHECK(item.ptr >= p && item.len && item.ptr + item.len <= p + len);
    FUZZ_SAME_BYTES(again, cinch_locate(p, len, (uint64_t)(item.ptr - p), again, sizeof again), path, n);
}

/* One that is cut for want of room is the beginning of the whole, token by token. */
static void paths_cut(const uint8_t *p, size_t len, uint64_t pos, size_t cap)
{
    char path[PATHS_ROOM], cut[PATHS_ROOM];
    size_t n = cinch_locate(p, len, pos, path, sizeof path), m = cinch_locate(p, len, pos, cut, cap);
    FUZZ_CHECK(m < cap || (cap == 0 && m == 0));
    if (cap) FUZZ_CHECK(cut[m] == 0);
    if (m == n && memcmp(cut, path, m) == 0) return;
    if (m < 4) return;
    FUZZ_CHECK(memcmp(cut + m - 4, "/...", 4) == 0 && m - 4 <= n && memcmp(cut, path, m - 4) == 0);
    FUZZ_CHECK(m - 4 == n || path[m - 4] == '/' || n >= sizeof path - 4);
}

/* Any pointer, well-formed or not: bytes and nodes agree. */
static void paths_find(const uint8_t *p, size_t len, cinch_str pointer)
{
    const cinch_node *node;
    cinch_diag why;
    cinch_bin item, small, want;
    cinch_writer a, b;
    cinch_tree t;
    cinch_error e = cinch_find(p, len, pointer, &item, &why);
    cinch_tree_init(&t, NULL);
    if (cinch_tree_parse(&t, p, len, NULL, NULL) != CINCH_OK) {
        cinch_tree_free(&t);
        return;
    }
    node = cinch_node_find_path(t.root, pointer);
    FUZZ_CHECK((node != NULL) == (e == CINCH_OK));
    if (node) {
        cinch_writer_init_grow(&a, NULL, 0);
        cinch_writer_init_grow(&b, NULL, 0);
        cinch_node_write(node, &a);
        fuzz_smallest(item.ptr, item.len, 0, &b);
        FUZZ_CHECK(cinch_writer_finish(&a, &small, NULL) == CINCH_OK && cinch_writer_finish(&b, &want, NULL) == CINCH_OK);
        FUZZ_SAME_BYTES(small.ptr, small.len, want.ptr, want.len);
        cinch_writer_free(&a);
        cinch_writer_free(&b);
    } else {
        FUZZ_CHECK(e == CINCH_ERR_ABSENT || e == CINCH_ERR_POINTER);
    }
    cinch_tree_free(&t);
}

/* No byte of a key breaks the line, and the escapes can be undone. */
static void paths_explain(const uint8_t *p, size_t len, size_t cap)
{
    char line[PATHS_ROOM];
    cinch_diag why;
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = CINCH_UTF8;
    if (cinch_check(p, len, &opts, &why) == CINCH_OK) return;
    size_t n = cinch_explain(&why, p, len, line, cap);
    FUZZ_CHECK(n < cap || (cap == 0 && n == 0));
    n = cinch_explain(&why, p, len, line, sizeof line);
    FUZZ_CHECK(line[n] == 0 && cinch_utf8_valid(line, n));
    for (size_t i = 0; i < n; i++) FUZZ_CHECK((uint8_t)line[i] >= ' ' && line[i] != 0x7f);
    FUZZ_CHECK(cinch_unescape(line, &n));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    uint64_t pos = fuzz_u16(&in);
    size_t cap = fuzz_byte(&in), pointer_len = fuzz_byte(&in);
    cinch_str pointer;
    if (pointer_len > in.len) pointer_len = in.len;
    pointer.ptr = (const char *)in.ptr;
    pointer.len = pointer_len;
    in.ptr += pointer_len;
    in.len -= pointer_len;
    paths_there_and_back(in.ptr, in.len, pos);
    paths_cut(in.ptr, in.len, pos, cap);
    paths_find(in.ptr, in.len, pointer);
    paths_explain(in.ptr, in.len, cap);
    (void)cinch_resync(in.ptr, in.len, 0);
    return 0;
}

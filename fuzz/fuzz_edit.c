/* SPDX-License-Identifier: MIT
 * Canonical form is its own and what check calls canonical; the order of two messages is that of their canonical forms, and a difference
 * is told exactly when there is one; an edit gives a message in which the rest is as it was.
 *
 * Input: length of the first message (2 bytes), which, length of a pointer; the first message, the pointer, the second message.
 */
#include "fuzz.h"

static bool edit_canon(cinch_bin msg, cinch_sort sort, cinch_writer *w, cinch_bin *out)
{
    cinch_canon_opts opts = CINCH_ZERO;
    cinch_reader r;
    cinch_error e;
    opts.sort = sort;
    cinch_writer_init_grow(w, NULL, 0);
    cinch_reader_init(&r, msg.ptr, msg.len);
    e = cinch_canon(&r, &opts, w, NULL);
    FUZZ_CHECK(e == CINCH_OK || cinch_writer_pos(w) == 0);
    return !e && cinch_reader_left(&r) == 0 && cinch_writer_finish(w, out, NULL) == CINCH_OK;
}

static bool edit_told(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b)
{
    FUZZ_CHECK((kind == CINCH_DIFF_ADDED) == !a && (kind == CINCH_DIFF_REMOVED) == !b && pointer.ptr);
    ++*(uint64_t *)user;
    return true;
}

static void edit_pair(cinch_bin a, cinch_bin b)
{
    cinch_writer x, y;
    cinch_bin one, other;
    uint64_t told = 0;
    int order, back, want;
    bool both;
    FUZZ_CHECK(cinch_compare(a, b, NULL, &order, NULL) == CINCH_OK && cinch_compare(b, a, NULL, &back, NULL) == CINCH_OK);
    FUZZ_CHECK(order == -back);
    FUZZ_CHECK(cinch_diff(a, b, NULL, edit_told, &told, NULL) == CINCH_OK && !told == !order);
    both = edit_canon(a, CINCH_SORT_BYTES, &x, &one);
    both = edit_canon(b, CINCH_SORT_BYTES, &y, &other) && both;
    if (both) {
        want = memcmp(one.ptr, other.ptr, one.len < other.len ? one.len : other.len);
        FUZZ_CHECK(order == (want < 0 ? -1 : want > 0));
        FUZZ_CHECK(order || one.len == other.len);
    }
    cinch_writer_free(&x);
    cinch_writer_free(&y);
}

static void edit_forms(cinch_bin msg)
{
    static const cinch_read_opts canonical = {{0, 0, 0, 0}, CINCH_CANONICAL, {0, 0, 0}};
    for (int sort = CINCH_SORT_BYTES; sort <= CINCH_SORT_NONE; sort++) {
        cinch_writer x, y;
        cinch_bin once, twice;
        int order;
        if (edit_canon(msg, (cinch_sort)sort, &x, &once)) {
            FUZZ_CHECK(edit_canon(once, (cinch_sort)sort, &y, &twice));
            FUZZ_SAME_BYTES(once.ptr, once.len, twice.ptr, twice.len);
            FUZZ_CHECK(cinch_compare(msg, once, NULL, &order, NULL) == CINCH_OK && order == 0);
            if (sort == CINCH_SORT_BYTES) FUZZ_CHECK(cinch_check(once.ptr, once.len, &canonical, NULL) == CINCH_OK);
            cinch_writer_free(&y);
        } else {
            FUZZ_CHECK(sort != CINCH_SORT_NONE);
        }
        cinch_writer_free(&x);
    }
}

static void edit_at(cinch_bin msg, cinch_str pointer, cinch_bin value)
{
    cinch_writer w;
    cinch_bin out, found;
    cinch_diag why;
    cinch_writer_init_grow(&w, NULL, 0);
    if (cinch_edit_set(msg.ptr, msg.len, pointer, value, &w, &why) == CINCH_OK) {
        FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK && cinch_check(out.ptr, out.len, NULL, NULL) == CINCH_OK);
        if (pointer.len == 0 || pointer.ptr[pointer.len - 1] != '-') {
            FUZZ_CHECK(cinch_find(out.ptr, out.len, pointer, &found, NULL) == CINCH_OK);
            FUZZ_SAME_BYTES(found.ptr, found.len, value.ptr, value.len);
        }
    } else {
        FUZZ_CHECK(cinch_writer_pos(&w) == 0 && !w.error);
    }
    cinch_writer_rewind(&w, 0);
    if (cinch_edit_del(msg.ptr, msg.len, pointer, &w, &why) == CINCH_OK)
        FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK && cinch_check(out.ptr, out.len, NULL, NULL) == CINCH_OK);
    cinch_writer_rewind(&w, 0);
    if (cinch_edit_insert(msg.ptr, msg.len, pointer, value, &w, &why) == CINCH_OK)
        FUZZ_CHECK(cinch_writer_finish(&w, &out, NULL) == CINCH_OK && cinch_check(out.ptr, out.len, NULL, NULL) == CINCH_OK);
    cinch_writer_free(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    size_t len = fuzz_u16(&in), pointer_len = fuzz_byte(&in);
    cinch_bin a, b;
    cinch_str pointer;
    a.ptr = in.ptr;
    a.len = len < in.len ? len : in.len;
    pointer.ptr = (const char *)a.ptr + a.len;
    pointer.len = pointer_len < in.len - a.len ? pointer_len : in.len - a.len;
    b.ptr = a.ptr + a.len + pointer.len;
    b.len = in.len - a.len - pointer.len;
    if (cinch_check(a.ptr, a.len, NULL, NULL) || cinch_check(b.ptr, b.len, NULL, NULL)) {
        cinch_writer w;
        cinch_writer_init_count(&w);
        (void)!cinch_edit_set(a.ptr, a.len, pointer, b, &w, NULL);
        (void)!cinch_edit_del(a.ptr, a.len, pointer, &w, NULL);
        return 0;
    }
    edit_forms(a);
    edit_pair(a, b);
    edit_at(a, pointer, b);
    return 0;
}

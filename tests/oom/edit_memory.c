/* SPDX-License-Identifier: MIT
 * Every allocation of sorting and comparing fails once: a clean MEMORY, nothing written, nothing lost.
 */
#include "cinch/edit.h"
#include "harness.h"
#include "support.h"

static uint8_t msg[4000];
static size_t msg_len;

/* Maps with keys in falling order, and long ones for the pointers. */
static void make_memory_message(void)
{
    char key[200];
    cinch_writer w;
    cinch_bin out;
    cinch_writer_init(&w, msg, sizeof msg);
    cinch_put_array(&w, 3);
    for (unsigned i = 0; i < 3; i++) {
        cinch_put_map(&w, 20);
        for (unsigned k = 20; k; k--) {
            cinch_put_u64(&w, k);
            cinch_put_map(&w, k == 7);
            memset(key, 'a' + (int)i, sizeof key);
            if (k == 7) cinch_put_str(&w, key, sizeof key);
            if (k == 7) cinch_put_u64(&w, i);
        }
    }
    CHECK_ERR(cinch_writer_finish(&w, &out, NULL), CINCH_OK);
    msg_len = out.len;
}

static void canon_short_of_memory(struct test_alloc *a, void *user)
{
    uint8_t room[4000];
    cinch_canon_opts opts = CINCH_ZERO;
    cinch_reader r;
    cinch_writer w;
    cinch_error e;
    opts.alloc = &a->alloc;
    opts.sort = *(cinch_sort *)user;
    cinch_reader_init(&r, msg, msg_len);
    cinch_writer_init(&w, room, sizeof room);
    e = cinch_canon(&r, &opts, &w, NULL);
    CHECK_ERR(e, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK_ERR(r.error, e);
    CHECK_U64(cinch_writer_pos(&w), e ? 0 : msg_len);
    CHECK_ERR(w.error, CINCH_OK);
}

static bool ignore(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b)
{
    (void)kind, (void)pointer, (void)a, (void)b;
    ++*(unsigned *)user;
    return true;
}

static void pair_short_of_memory(struct test_alloc *a, void *user)
{
    static const uint8_t other[] = {0x93, 0x80, 0x81, 0x07, 0x81, 0xa1, 'z', 0x01, 0x05};
    cinch_bin x = {msg, msg_len}, y = {other, sizeof other};
    cinch_diag d;
    int order;
    cinch_error e = cinch_compare(x, y, &a->alloc, &order, &d);
    (void)user;
    CHECK_ERR(e, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK_ERR(d.error, e);
}

static void diff_short_of_memory(struct test_alloc *a, void *user)
{
    static const uint8_t other[] = {0x93, 0x80, 0x81, 0x07, 0x81, 0xa1, 'z', 0x01, 0x05};
    cinch_bin x = {msg, msg_len}, y = {other, sizeof other};
    unsigned told = 0;
    cinch_diag d;
    cinch_error e = cinch_diff(x, y, &a->alloc, ignore, &told, &d);
    (void)user;
    CHECK_ERR(e, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK_ERR(d.error, e);
    if (!e) CHECK(told == 20 + 19 + 2 + 1);
}

TEST(edit_oom)
{
    cinch_sort sort = CINCH_SORT_BYTES;
    make_memory_message();
    oom_every(canon_short_of_memory, &sort);
    sort = CINCH_SORT_TEXT;
    oom_every(canon_short_of_memory, &sort);
    oom_every(pair_short_of_memory, NULL);
    oom_every(diff_short_of_memory, NULL);
}

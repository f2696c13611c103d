/* SPDX-License-Identifier: MIT
 * The growing writer with each allocation failing: MEMORY or everything, what stood before stands, nothing leaks.
 */
#include "cinch/write.h"
#include "harness.h"
#include "support.h"

static void build_growing(struct test_alloc *a, void *user)
{
    size_t hint = *(const size_t *)user;
    cinch_writer w;
    cinch_bin msg;
    cinch_diag diag;
    char text[300];
    memset(text, 'x', sizeof text);
    cinch_writer_init_grow(&w, &a->alloc, hint);
    cinch_mark m = cinch_put_open_array(&w);
    for (int i = 0; i < 40; i++) cinch_put_str(&w, text, sizeof text);
    uint16_t units[] = {'a', 0xd83d, 0xde00};
    cinch_put_utf16(&w, units, 3, true);
    cinch_put_close(&w, m, CINCH_COUNT);
    cinch_error e = cinch_writer_finish(&w, &msg, &diag);
    CHECK_ERR(e, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK(diag.pos == cinch_writer_pos(&w));
    if (e) {
        for (uint64_t i = 4; i < diag.pos; i++) CHECK(w.start[i] == 'x' || w.start[i] >= 0x80 || w.start[i] < 0x30);
        cinch_writer_rewind(&w, 0); /* the memory there is can be used again */
        if (diag.pos) {
            cinch_put_nil(&w);
            CHECK_ERR(cinch_writer_finish(&w, &msg, NULL), CINCH_OK);
        }
    } else if (hint == 0) {
        size_t len;
        void *p = cinch_writer_take(&w, &len);
        CHECK(p != NULL && len == msg.len);
        (void)a->alloc.fn(a->alloc.user, p, len, 0);
    }
    cinch_writer_free(&w);
}

TEST(write_oom_growing)
{
    size_t hints[] = {0, 1, 5000, 100000};
    for (size_t i = 0; i < COUNT_OF(hints); i++) oom_every(build_growing, &hints[i]);
}

/* A length no memory has: refused before the allocator is asked. */
TEST(write_oom_overflow)
{
    struct test_alloc a;
    cinch_writer w;
    test_alloc_init(&a);
    cinch_writer_init_grow(&w, &a.alloc, 0);
    cinch_put_nil(&w);
    uint64_t calls = a.calls;
    cinch_put_raw(&w, "", SIZE_MAX);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_MEMORY);
    CHECK_U64(a.calls, calls);
    cinch_writer_rewind(&w, 1);
    cinch_put_raw(&w, "", SIZE_MAX / 2);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_ERR_MEMORY);
    CHECK_U64(a.calls, calls);
    cinch_writer_free(&w);
    CHECK(test_alloc_done(&a));
}

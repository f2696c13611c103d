/* SPDX-License-Identifier: MIT
 * The feed with each allocation failing: MEMORY at the message that had no room, all whole messages before it handed out, the bytes that
 * came still there, nothing lost, and the feed goes on after a reset.
 */
#include "cinch/cinch.h"
#include "harness.h"
#include "support.h"

enum { FEED_LONGEST = 40000, FEED_INPUT = 120000 };
static uint8_t input[FEED_INPUT];
static size_t input_len;
static uint64_t starts[64]; /* of the messages, and the end */
static size_t messages;

/* Ever longer messages, so that the buffer grows several times, with short ones between them. */
static void make_input(void)
{
    static uint8_t payload[FEED_LONGEST];
    cinch_writer w;
    cinch_bin all;
    messages = 0;
    cinch_writer_init(&w, input, sizeof input);
    for (size_t n = 1; n + 5 <= FEED_LONGEST; n *= 3) {
        starts[messages++] = cinch_writer_pos(&w);
        cinch_put_bin(&w, payload, n);
        starts[messages++] = cinch_writer_pos(&w);
        cinch_put_array(&w, 2);
        cinch_put_u64(&w, n);
        cinch_put_cstr(&w, "short");
    }
    starts[messages] = cinch_writer_pos(&w);
    if (!CHECK_ERR(cinch_writer_finish(&w, &all, NULL), CINCH_OK)) return;
    input_len = all.len;
}

/* Fetches what is whole; every message must be the next of the input. */
static void take_messages(cinch_feed *f, size_t *taken)
{
    cinch_bin msg;
    while (cinch_feed_next(f, &msg) == CINCH_GOT && CHECK(*taken < messages)) {
        CHECK_MEM(msg.ptr, msg.len, input + starts[*taken], (size_t)(starts[*taken + 1] - starts[*taken]));
        ++*taken;
    }
    CHECK(msg.ptr != NULL && msg.len == 0);
}

/* Feeds all of the input, as far as memory lets it. Returns how many bytes went in. */
static size_t feed_input(cinch_feed *f, size_t piece, size_t *taken)
{
    size_t fed = 0;
    *taken = 0;
    while (fed < input_len) {
        size_t room, n;
        void *at = cinch_feed_room(f, &room);
        if (!at) {
            CHECK_U64(room, 0);
            break;
        }
        n = room < piece ? room : piece;
        if (n > input_len - fed) n = input_len - fed;
        memcpy(at, input + fed, n);
        cinch_feed_added(f, n);
        fed += n;
        take_messages(f, taken);
    }
    return fed;
}

static void feed_short_of_memory(struct test_alloc *a, void *user)
{
    size_t piece = *(const size_t *)user, taken, fed, room;
    cinch_feed f;
    cinch_diag why;
    cinch_bin msg;
    cinch_feed_init(&f, &a->alloc, FEED_LONGEST);
    fed = feed_input(&f, piece, &taken);
    CHECK_ERR(cinch_feed_finish(&f, &why), a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK_ERR(why.error, a->failed ? CINCH_ERR_MEMORY : CINCH_OK);
    CHECK_U64(why.pos, starts[taken]); /* the message that had no room, or the end */
    CHECK(a->failed ? fed < input_len : taken == messages);
    if (a->failed) {
        CHECK(fed == f.before + f.end); /* what came is still there, and the error stays */
        CHECK(cinch_feed_room(&f, &room) == NULL && room == 0);
        cinch_feed_added(&f, 1);
        CHECK(cinch_feed_next(&f, &msg) == CINCH_FAILED);
        CHECK_U64(cinch_feed_resync(&f, 0), 0);
        CHECK_ERR(cinch_feed_finish(&f, NULL), CINCH_ERR_MEMORY);
    }
    cinch_feed_reset(&f);
    if (!a->fail_later || !a->failed) {
        CHECK_U64(feed_input(&f, piece, &taken), input_len);
        CHECK_U64(taken, messages);
        CHECK_ERR(cinch_feed_finish(&f, NULL), CINCH_OK);
    }
    cinch_feed_free(&f);
    cinch_feed_free(&f);
    CHECK(f.buf == NULL);
}

TEST(feed_oom_every)
{
    static size_t pieces[] = {1, 1000, FEED_INPUT};
    make_input();
    for (size_t i = 0; i < COUNT_OF(pieces); i++) oom_every(feed_short_of_memory, &pieces[i]);
}

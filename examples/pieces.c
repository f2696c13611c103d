/* SPDX-License-Identifier: MIT
 * Messages that come in pieces, one byte at a time: whole messages through a feed, and tokens through a stream.
 */
#include <inttypes.h>
#include <stdio.h>
#include "cinch/cinch.h"

static bool handle(cinch_bin msg) /* [method, argument] */
{
    cinch_reader r;
    cinch_reader_init(&r, msg.ptr, msg.len);
    cinch_get_array_of(&r, 2);
    cinch_str method = cinch_get_str(&r);
    int64_t arg = cinch_get_i64(&r);
    if (cinch_reader_finish(&r, NULL)) return false;
    printf("call %.*s(%" PRId64 ")\n", (int)method.len, method.ptr, arg);
    return true;
}

static void by_message(const uint8_t *wire, size_t len)
{
    cinch_feed f;
    cinch_bin msg;
    bool good = true;
    cinch_feed_init(&f, NULL, 1 << 20);
    for (size_t i = 0; i < len && good; i++) {
        size_t room;
        uint8_t *at = (uint8_t *)cinch_feed_room(&f, &room); /* where a program would read(fd, at, room) */
        if (!at) break;
        *at = wire[i];
        cinch_feed_added(&f, 1);
        while (good && cinch_feed_next(&f, &msg) == CINCH_GOT) good = handle(msg);
    }
    cinch_diag why;
    if (cinch_feed_finish(&f, &why)) printf("feed: %s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
    cinch_feed_free(&f);
}

static void show_token(const cinch_stream *s, const cinch_token *t, const char *path)
{
    printf("%2" PRIu64 " %-5s at '%.*s'", s->pos, cinch_type_name((cinch_type)t->type), (int)s->path_len, path);
    if (t->type == CINCH_STR)
        printf(" \"%.*s\"%s", (int)t->len, t->as.str, t->part & CINCH_LAST ? "" : "...");
    else if (t->type >= CINCH_ARRAY)
        printf(" of %" PRIu32, t->len);
    else if (t->type == CINCH_U64)
        printf(" %" PRIu64, t->as.u64);
    puts("");
}

static void by_token(const uint8_t *wire, size_t len)
{
    cinch_level levels[16]; /* deeper is an error */
    char scratch[64], path[64];
    cinch_stream s;
    cinch_token t;
    cinch_diag why;
    cinch_status got = CINCH_MORE;
    cinch_stream_init(&s, levels, 16, NULL);
    cinch_stream_scratch(&s, scratch, sizeof scratch); /* payloads up to 64 bytes arrive whole */
    cinch_stream_path(&s, path, sizeof path);
    for (size_t i = 0; i < len && got != CINCH_FAILED; i++) {
        cinch_input in = {wire + i, 1, 0};
        while ((got = cinch_stream_next(&s, &in, &t)) == CINCH_GOT) show_token(&s, &t, path);
    }
    if (cinch_stream_finish(&s, &why)) printf("stream: %s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
}

int main(void)
{
    static const uint8_t calls[] = "\x92\xa3"
                                   "add\x07\x92\xa3neg\xd1\xff\x00";
    static const uint8_t bad[] = "\x82\xa1"
                                 "a\x92\x01\xcd\x01\x00\xa4long\xd9\x04text\x91\xc1";
    by_message(calls, sizeof calls - 1);
    by_message(bad, sizeof bad - 1);
    by_token(bad, sizeof bad - 1);
    return 0;
}

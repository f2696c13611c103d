/* SPDX-License-Identifier: MIT
 * Which objects look like those that came before. The objects of one stream mostly are of a few kinds, and the kind shows in the first bytes: an array or a map
 * of so many items, and the first key, or the type of the first item. What is nested in them begins otherwise, as a rule.
 */
#include "likeness.h"

#include <stdlib.h>
#include <unistd.h>

/* False: no array or map, or too little of it. */
static bool look_of(const uint8_t *object, size_t len, uint8_t *look)
{
    static const cinch_read_opts opts = {.flags = CINCH_RAW_TIME};
    cinch_level levels[2];
    cinch_stream s;
    cinch_token t, first;
    cinch_input input = {object, len, 0};
    memset(look, 0, CLI_LOOK);
    cinch_stream_init(&s, levels, CLI_COUNT(levels), &opts);
    if (cinch_stream_next(&s, &input, &t) != CINCH_GOT || t.type < CINCH_ARRAY) return false;
    look[0] = *object; /* the format, and a small count */
    if (!t.len) return true;
    if (cinch_stream_next(&s, &input, &first) != CINCH_GOT) return false;
    look[1] = first.type;
    if (t.type == CINCH_ARRAY) return true;
    size_t room = CLI_LOOK - 2;
    if (first.type == CINCH_STR)
        memcpy(look + 2, first.as.str, first.len < room ? first.len : room);
    else if (first.type == CINCH_U64 || first.type == CINCH_I64)
        memcpy(look + 2, &first.as.u64, sizeof first.as.u64);
    return true;
}

static bool look_known(const cli_likeness *l, const uint8_t *look)
{
    for (size_t i = 0; i < l->count; i++)
        if (memcmp(l->looks[i], look, CLI_LOOK) == 0) return true;
    return false;
}

void cli_likeness_add(cli_likeness *l, const uint8_t *object, size_t len)
{
    uint8_t look[CLI_LOOK];
    if (l->count == CLI_LOOKS || !look_of(object, len, look) || look_known(l, look)) return;
    memcpy(l->looks[l->count++], look, CLI_LOOK);
}

bool cli_likeness_has(const cli_likeness *l, const uint8_t *object, size_t len)
{
    uint8_t look[CLI_LOOK];
    return look_of(object, len, look) && look_known(l, look);
}

void cli_likeness_learn(cli_likeness *l, const cli_in *in, uint64_t from, uint64_t to)
{
    uint8_t *room = malloc(CLI_BLOCK);
    size_t cap = to - from < CLI_BLOCK ? (size_t)(to - from) : CLI_BLOCK, used;
    ssize_t got = room ? pread(in->fd, room, cap, (off_t)(in->began + (int64_t)from)) : 0;
    cinch_frame frame;
    cinch_frame_init(&frame);
    for (size_t at = 0, len = got > 0 ? (size_t)got : 0; at < len; at += used) {
        cli_likeness_add(l, room + at, len - at);
        if (cinch_frame_feed(&frame, room + at, len - at, &used) != CINCH_GOT) break;
    }
    free(room);
}

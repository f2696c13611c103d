/* SPDX-License-Identifier: MIT
 * Works of a fixed size whose instructions the stage `budget` counts: budget NAME does that one in the function work(), on a document
 * that is made from a seed before.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cinch/cinch.h"

enum { BUDGET_RECORDS = 400, BUDGET_PIECE = 1000 };

struct budget {
    cinch_bin msg, json;
    cinch_writer out;
    cinch_tree tree;
};

static uint64_t budget_state = 1;

static uint64_t budget_next(void)
{
    budget_state ^= budget_state << 13;
    budget_state ^= budget_state >> 7;
    budget_state ^= budget_state << 17;
    return budget_state;
}

/* What documents are made of: short keys, integers of all widths, doubles, strings of 0 to 80 bytes, some of them not ASCII. */
static void budget_record(cinch_writer *w)
{
    static const char text[] =
        "The quick brown fox jumps over the lazy dog, 0123456789 times \xe2\x82\xac and \xc3\xa9 more or less";
    cinch_put_map(w, 7);
    cinch_put_cstr(w, "id");
    cinch_put_u64(w, budget_next() >> budget_next() % 64);
    cinch_put_cstr(w, "name");
    cinch_put_str(w, text, (size_t)(budget_next() % 62));
    cinch_put_cstr(w, "active");
    cinch_put_bool(w, budget_next() % 2);
    cinch_put_cstr(w, "balance");
    cinch_put_f64(w, (double)(int64_t)(budget_next() >> 40) / 100);
    cinch_put_cstr(w, "position");
    cinch_put_array(w, 3);
    for (int i = 0; i < 3; i++) cinch_put_f64(w, (double)(budget_next() >> 11) * 0x1p-53);
    cinch_put_cstr(w, "tags");
    cinch_put_array(w, 2);
    cinch_put_str(w, text, sizeof text - 1);
    cinch_put_nil(w);
    cinch_put_cstr(w, "delta");
    cinch_put_i64(w, -(int64_t)(budget_next() % 100000));
}

static bool budget_make(struct budget *b)
{
    static cinch_writer msg, json;
    cinch_reader r;
    cinch_writer_init_grow(&msg, NULL, 1 << 20);
    cinch_writer_init_grow(&json, NULL, 1 << 20);
    cinch_writer_init_grow(&b->out, NULL, 1 << 20);
    cinch_put_array(&msg, BUDGET_RECORDS);
    for (int i = 0; i < BUDGET_RECORDS; i++) budget_record(&msg);
    if (cinch_writer_finish(&msg, &b->msg, NULL)) return false;
    cinch_reader_init(&r, b->msg.ptr, b->msg.len);
    if (cinch_json_write(&r, NULL, &json, NULL) || cinch_writer_finish(&json, &b->json, NULL)) return false;
    cinch_tree_init(&b->tree, NULL);
    return cinch_tree_parse(&b->tree, b->msg.ptr, b->msg.len, NULL, NULL) == CINCH_OK;
}

/* ---------------------------------------------------------------- the works */

static bool budget_check(struct budget *b)
{
    cinch_read_opts opts = CINCH_ZERO;
    opts.flags = CINCH_UTF8;
    return cinch_check(b->msg.ptr, b->msg.len, &opts, NULL) == CINCH_OK;
}

static bool budget_skip(struct budget *b)
{
    cinch_reader r;
    cinch_reader_init(&r, b->msg.ptr, b->msg.len);
    cinch_skip(&r);
    return cinch_reader_finish(&r, NULL) == CINCH_OK;
}

static bool budget_copy(struct budget *b)
{
    cinch_reader r;
    cinch_reader_init(&r, b->msg.ptr, b->msg.len);
    while (cinch_reader_left(&r)) cinch_put_token(&b->out, cinch_next(&r));
    return cinch_reader_finish(&r, NULL) == CINCH_OK && cinch_writer_pos(&b->out) == b->msg.len;
}

static bool budget_record_writes(struct budget *b)
{
    for (int i = 0; i < BUDGET_RECORDS; i++) budget_record(&b->out);
    return !b->out.error;
}

static bool budget_tree(struct budget *b)
{
    return cinch_tree_parse(&b->tree, b->msg.ptr, b->msg.len, NULL, NULL) == CINCH_OK;
}

static bool budget_tree_writes(struct budget *b)
{
    cinch_node_write(b->tree.root, &b->out);
    return cinch_writer_pos(&b->out) == b->msg.len;
}

static bool budget_stream(struct budget *b)
{
    static cinch_level levels[8];
    cinch_stream s;
    cinch_stream_init(&s, levels, 8, NULL);
    for (size_t pos = 0; pos < b->msg.len; pos += BUDGET_PIECE) {
        cinch_input in = {b->msg.ptr + pos, b->msg.len - pos < BUDGET_PIECE ? b->msg.len - pos : BUDGET_PIECE, 0};
        cinch_token t;
        while (cinch_stream_next(&s, &in, &t) == CINCH_GOT) {
        }
    }
    return cinch_stream_finish(&s, NULL) == CINCH_OK && s.messages == 1;
}

static bool budget_from_json(struct budget *b)
{
    return cinch_json_read((const char *)b->json.ptr, b->json.len, NULL, &b->out, NULL, NULL) == CINCH_OK;
}

static bool budget_to_json(struct budget *b)
{
    cinch_reader r;
    cinch_reader_init(&r, b->msg.ptr, b->msg.len);
    return cinch_json_write(&r, NULL, &b->out, NULL) == CINCH_OK;
}

static const struct {
    const char *name;
    bool (*fn)(struct budget *b);
} budget_works[] = {
    {"check", budget_check},         {"skip", budget_skip},           {"copy", budget_copy},
    {"write", budget_record_writes}, {"tree", budget_tree},           {"tree-write", budget_tree_writes},
    {"stream", budget_stream},       {"from-json", budget_from_json}, {"to-json", budget_to_json},
};

/* What is counted. */
__attribute__((noinline)) bool work(bool (*fn)(struct budget *b), struct budget *b)
{
    return fn(b);
}

int main(int argc, char **argv)
{
    static struct budget b;
    if (argc != 2 || !budget_make(&b)) return 2;
    for (size_t i = 0; i < sizeof budget_works / sizeof *budget_works; i++)
        if (strcmp(argv[1], budget_works[i].name) == 0) return !work(budget_works[i].fn, &b);
    return 2;
}

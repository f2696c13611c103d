/* SPDX-License-Identifier: MIT
 * Memory of generated decoders: whatever a message claims, at most four times the items that are there, and one block of an arena.
 */
#include <stdlib.h>

#include "cinch/gen.h"
#include "cinch/write.h"
#include "harness.h"
#include "support.h"

enum { BLOCK = 4096, MOST = 200003 };

struct counted {
    size_t live, peak;
};

static void *counted_resize(void *user, void *ptr, size_t old_len, size_t new_len)
{
    struct counted *c = user;
    c->live += new_len - old_len;
    if (c->live > c->peak) c->peak = c->live;
    if (new_len) return realloc(ptr, new_len);
    free(ptr);
    return NULL;
}

/* Lists of integers, and lists of those, whose inner ones lie between the growths of the outer. */
struct ints {
    uint32_t count;
    int64_t *items;
};
struct outer {
    uint32_t count;
    struct ints *items;
};

#define MEMORY_TYPES(name)                                                                                                     \
    static const cinch_gen_type name##_int = {&cinch_gen_i64, 8, 8, 0, 0, 0, 0, NULL, NULL};                                   \
    static const cinch_gen_list name##_ints_more = {&name##_int, offsetof(struct ints, items), 0};                             \
    static const cinch_gen_type name##_ints = {                                                                                \
        &cinch_gen_list_##name, sizeof(struct ints), sizeof(struct ints), 0, 0, 0, 0, NULL, &name##_ints_more};                \
    static const cinch_gen_list name##_outer_more = {&name##_ints, offsetof(struct outer, items), 0};                          \
    static const cinch_gen_type name##_outer = {                                                                               \
        &cinch_gen_list_##name, sizeof(struct outer), sizeof(struct outer), 0, 0, 0, 0, NULL, &name##_outer_more}

MEMORY_TYPES(view);
MEMORY_TYPES(owned);

static size_t memory_held(const struct outer *v)
{
    size_t n = v->count * sizeof *v->items;
    for (uint32_t i = 0; i < v->count; i++) n += v->items[i].count * sizeof(int64_t);
    return n;
}

static void memory_of(const cinch_gen_type *t, const uint8_t *msg, size_t len)
{
    struct counted c = {0, 0};
    cinch_alloc alloc = {counted_resize, &c};
    cinch_arena arena;
    cinch_reader r;
    struct outer v;
    memset(&v, 0, sizeof v);
    cinch_arena_init(&arena, &alloc);
    cinch_reader_init(&r, msg, len);
    cinch_gen_get(&r, t, &v, &arena);
    CHECK(c.peak <= 4 * memory_held(&v) + BLOCK);
    if (t == &owned_outer) cinch_gen_free(t, &v, &alloc);
    cinch_arena_free(&arena);
    CHECK_U64(c.live, 0);
}

/* n lists of `each` integers; the outer head claims `claim`, so many bytes follow, and an item that is no list ends it. */
static size_t memory_message(uint8_t *msg, size_t cap, uint32_t n, uint32_t each, uint32_t claim)
{
    cinch_writer w;
    cinch_writer_init(&w, msg, cap);
    cinch_put_array(&w, claim);
    for (uint32_t i = 0; i < n; i++) {
        cinch_put_array(&w, each);
        for (uint32_t k = 0; k < each; k++) cinch_put_u64(&w, 1);
    }
    for (uint32_t i = n; i < claim; i++) cinch_put_nil(&w);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), CINCH_OK);
    return (size_t)cinch_writer_pos(&w);
}

TEST(gen_memory_follows_items)
{
    static const uint32_t each[] = {0, 1, 3, 5, 17, 33},
                          more[] = {0, 1, 3, 20, 500000}; /* so many times as are there; beyond 99, so many hundreds */
    size_t cap = (size_t)MOST * 40;
    uint8_t *msg = malloc(cap);
    for (uint32_t n = 1; n < MOST; n += n < 40 ? 1 : n)
        for (size_t i = 0; i < COUNT_OF(each); i++)
            for (uint32_t k = 0; k < COUNT_OF(more) && n * each[i] < MOST; k++) {
                uint32_t claim = n + n * (more[k] % 100) + more[k] / 100;
                size_t len = memory_message(msg, cap, n, each[i], claim);
                test_case("%u lists of %u, %u claimed", n, each[i], claim);
                memory_of(&view_outer, msg, len);
                memory_of(&owned_outer, msg, len);
            }
    free(msg);
}

/* One flat list of 100,001 integers, where three times as many are claimed. */
TEST(gen_memory_of_a_claim)
{
    size_t cap = (size_t)MOST * 40;
    uint8_t *msg = malloc(cap);
    cinch_writer w;
    cinch_writer_init(&w, msg, cap);
    cinch_put_array(&w, 1);
    cinch_put_array(&w, 300003);
    for (uint32_t i = 0; i < 100001; i++) cinch_put_u64(&w, 1);
    for (uint32_t i = 0; i < 200002; i++) cinch_put_nil(&w);
    memory_of(&view_outer, msg, (size_t)cinch_writer_pos(&w));
    memory_of(&owned_outer, msg, (size_t)cinch_writer_pos(&w));
    free(msg);
}

/* SPDX-License-Identifier: MIT
 * Blocks of JSON text, each form against the definition byte by byte: every byte at every place, random blocks, loads and stores at every
 * alignment up to a page's end.
 */
#include "generate.h"
#include "harness.h"
#include "src/kern/block.h"
#include "src/kern/block_portable.h"
#include "support.h"

enum { SPECIAL, HIGH, ODD, SOLID, INKED, DIFFER, KINDS };

static bool is_in(int kind, uint8_t c, uint8_t other)
{
    bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    return kind == SPECIAL ? c == '"' || c == '\\' || c < 0x20
           : kind == HIGH  ? c >= 0x80
           : kind == ODD   ? c < 0x20 || c >= 0x80 || c == '"' || c == '\\'
           : kind == SOLID ? !blank
           : kind == INKED ? c != ' '
                           : c != other;
}

/* One function a form: whether its masks of these bytes say what is_in says, by first and by below. */
#define BLOCK_CHECK(name, size, load, mask_of, special, high, odd, solid, inked, differ, first, below)                         \
    static bool name(const uint8_t *p, const uint8_t *q)                                                                       \
    {                                                                                                                          \
        mask_of masks[KINDS] = {special(load(p)), high(load(p)),  odd(load(p)),                                                \
                                solid(load(p)),   inked(load(p)), differ(load(p), load(q))};                                   \
        for (int kind = 0; kind < KINDS; kind++) {                                                                             \
            unsigned at = 0;                                                                                                   \
            while (at < (size) && !is_in(kind, p[at], q[at])) at++;                                                            \
            if (!masks[kind] != (at == (size)) || (masks[kind] && first(masks[kind]) != at)) return false;                     \
            for (unsigned n = 0; n <= (size); n++)                                                                             \
                if (below(masks[kind], n) != (at < n)) return false;                                                           \
        }                                                                                                                      \
        return true;                                                                                                           \
    }
BLOCK_CHECK(chosen_agrees, (unsigned)CINCHI_BLOCK, cinchi_block_load, cinchi_block_mask, cinchi_block_special,
            cinchi_block_high, cinchi_block_odd, cinchi_block_solid, cinchi_block_inked, cinchi_block_differ,
            cinchi_block_first, cinchi_block_below)
BLOCK_CHECK(portable_agrees, (unsigned)CINCHI_BLOCK8, cinchi_block8_load, cinchi_block8_mask, cinchi_block8_special,
            cinchi_block8_high, cinchi_block8_odd, cinchi_block8_solid, cinchi_block8_inked, cinchi_block8_differ,
            cinchi_block8_first, cinchi_block8_below)

TEST(block_kernels_every_byte)
{
    uint8_t p[16], q[16];
    for (unsigned base = 0; base < 2; base++)
        for (unsigned at = 0; at < 16; at++)
            for (unsigned c = 0; c < 256; c++) {
                memset(p, base ? 'a' : ' ', sizeof p);
                memcpy(q, p, sizeof q);
                p[at] = (uint8_t)c;
                if (!chosen_agrees(p, q) || !portable_agrees(p + at % 9, q + at % 9)) FAIL("byte %02x at %u", c, at);
            }
}

TEST(block_kernels_random)
{
    static const uint8_t often[] = {'"', '\\', ' ', '\n', '\r', '\t', 0x1f, 0x20, 0x21, 0x7f, 0x80, 0xff, 'a', 'b'};
    struct rng g;
    struct guard guard;
    uint8_t p[16], q[16];
    rng_init(&g, 61);
    guard_init(&guard, sizeof p);
    for (size_t i = 0; i < test_rounds(100000) && !test_case_failed(); i++) {
        for (size_t k = 0; k < sizeof p; k++) {
            p[k] = rng_chance(&g, 70) ? often[rng_below(&g, COUNT_OF(often))] : (uint8_t)rng_u64(&g);
            q[k] = rng_chance(&g, 90) ? p[k] : (uint8_t)rng_u64(&g);
        }
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        CHECK(chosen_agrees(guard_end(&guard, p, CINCHI_BLOCK), q));
        CHECK(portable_agrees(guard_start(&guard, p, CINCHI_BLOCK8), q));
    }
    guard_free(&guard);
}

TEST(block_kernels_store)
{
    uint8_t from[16 + 16], to[16 + 16];
    for (size_t i = 0; i < sizeof from; i++) from[i] = (uint8_t)(i * 7 + 1);
    for (size_t at = 0; at < 16; at++) {
        memset(to, 0, sizeof to);
        cinchi_block_store(to + at, cinchi_block_load(from + 16 - at));
        CHECK(memcmp(to + at, from + 16 - at, CINCHI_BLOCK) == 0);
        for (size_t i = 0; i < sizeof to; i++) CHECK((i >= at && i < at + CINCHI_BLOCK) || to[i] == 0);
    }
}

/* SPDX-License-Identifier: MIT
 * UTF-8 kernels against a decoder written from RFC 3629's table: every sequence of up to three bytes, all of four whose parts matter, every
 * position within longer ASCII, at the end of a page.
 */
#include "generate.h"
#include "harness.h"
#include "src/kern/kern.h"
#include "support.h"

/* Length of the good character at p, or 0: by value, where the library goes by ranges of bytes. */
static size_t ref_char(const uint8_t *p, size_t left)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = *p < 0x80 ? 1 : *p >> 5 == 6 ? 2 : *p >> 4 == 14 ? 3 : *p >> 3 == 30 ? 4 : 0;
    uint32_t cp = n == 1 ? *p : *p & (0x7fu >> n);
    if (n == 0 || n > left) return 0;
    for (size_t i = 1; i < n; i++) {
        if (p[i] >> 6 != 2) return 0;
        cp = cp << 6 | (p[i] & 63);
    }
    return cp < least[n] || cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000) ? 0 : n;
}

static size_t ref_good(const uint8_t *p, size_t len)
{
    size_t i = 0, n;
    while (i < len && (n = ref_char(p + i, len - i)) != 0) i += n;
    return i;
}

#ifdef CINCHI_KERN_X86
/* Asked once: asking the processor is a call of the hypervisor in a virtual machine. */
static bool has_avx512, has_avx2, has_ssse3;

static void ask_once(void)
{
    static bool asked;
    if (asked) return;
    has_avx512 = cinchi_kern_avx512();
    has_avx2 = cinchi_kern_avx2();
    has_ssse3 = __builtin_cpu_supports("ssse3");
    asked = true;
}
#endif

static bool agrees(const uint8_t *p, size_t len)
{
    size_t good = ref_good(p, len);
    bool valid = good == len;
#ifdef CINCHI_KERN_X86
    ask_once();
    if (has_avx512 && cinchi_utf8_valid_avx512(p, len) != valid) return false;
    if (has_avx2 && cinchi_utf8_valid_avx2(p, len) != valid) return false;
    if (has_ssse3 && cinchi_utf8_valid_ssse3(p, len) != valid) return false;
#endif
#ifdef CINCHI_KERN_NEON
    if (cinchi_utf8_valid_neon(p, len) != valid) return false;
#endif
    return cinchi_utf8_good(p, len) == good && cinchi_utf8_valid(p, len) == valid &&
           cinchi_utf8_valid_portable(p, len) == valid && cinch_utf8_valid((const char *)p, len) == valid;
}

TEST(utf8_kernels_every_three)
{
    struct guard g;
    guard_init(&g, 64);
    uint8_t *end = guard_end(&g, NULL, 3) + 3;
    for (unsigned v = 0; v < 1u << 24 && !test_case_failed(); v++) {
        end[-3] = (uint8_t)(v >> 16), end[-2] = (uint8_t)(v >> 8), end[-1] = (uint8_t)v;
        if (v < 256) CHECK(agrees(end - 1, 1));
        if (v < 65536) CHECK(agrees(end - 2, 2));
        if ((v & 0xff) == 0x80 || (v & 0xff) == 0xbf || (v & 0x3f) == 0 || v >> 16 >= 0xf0) CHECK(agrees(end - 3, 3));
    }
    guard_free(&g);
}

TEST(utf8_kernels_every_four)
{
    static const uint8_t tails[] = {0, 0x7f, 0x80, 0xbf, 0xc0, 0xff};
    uint8_t p[4];
    for (unsigned a = 0xc0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++)
            for (size_t c = 0; c < 36; c++) {
                p[0] = (uint8_t)a, p[1] = (uint8_t)b, p[2] = tails[c / 6], p[3] = tails[c % 6];
                if (!agrees(p, 4)) FAIL("%02x %02x %02x %02x", p[0], p[1], p[2], p[3]);
            }
}

/* One odd sequence at every place of ASCII of every length. */
TEST(utf8_kernels_positions)
{
    static const char *const odd[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xc3",
                                      "\x80",     "\xed\xa0\x80", "\xf0\x9f\x98"};
    struct guard g;
    guard_init(&g, 256);
    for (size_t len = 0; len <= 100; len++) {
        uint8_t *p = guard_end(&g, NULL, len);
        memset(p, 'a', len);
        CHECK(agrees(p, len));
        for (size_t k = 0; k < COUNT_OF(odd); k++) {
            size_t n = strlen(odd[k]);
            for (size_t at = 0; at + n <= len; at++) {
                memset(p, 'a', len);
                memcpy(p + at, odd[k], n);
                if (!agrees(p, len)) FAIL("length %zu, sequence %zu at %zu", len, k, at);
            }
        }
    }
    guard_free(&g);
}

TEST(utf8_kernels_random)
{
    static const char *const parts[] = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "ascii text of some length"};
    struct rng g;
    struct guard guard;
    uint8_t text[400];
    rng_init(&g, 31);
    guard_init(&guard, sizeof text);
    for (size_t i = 0; i < test_rounds(30000) && !test_case_failed(); i++) {
        size_t len = 0, want = (size_t)rng_below(&g, 360);
        while (len < want) {
            const char *part = parts[rng_below(&g, COUNT_OF(parts))];
            memcpy(text + len, part, strlen(part));
            len += strlen(part);
        }
        if (len && rng_chance(&g, 50)) text[rng_below(&g, len)] = (uint8_t)rng_u64(&g);
        if (len && rng_chance(&g, 30)) len -= (size_t)rng_below(&g, len);
        test_note("seed %llu, round %u", (unsigned long long)g.seed, (unsigned)i);
        CHECK(agrees(guard_end(&guard, text, len), len));
        CHECK(agrees(guard_start(&guard, text, len), len));
    }
    guard_free(&guard);
}

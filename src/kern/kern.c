/* SPDX-License-Identifier: MIT
 * Chooses kernels: at the first call, by what the processor can do. The pointer to the choice is the library's one variable; threads
 * that meet here at once store the same.
 */
#include "kern.h"
#include "../base/bytes.h"

#ifdef CINCHI_KERN_X86

#include <cpuid.h>
#include <stdatomic.h>

typedef struct cinchi_kern {
    const char *name;
    bool (*utf8_valid)(const uint8_t *s, size_t len);
    void (*f64s_store)(uint8_t *p, const double *v, size_t n);
    size_t (*f64s_load)(const uint8_t *p, const uint8_t *end, double *out, size_t n);
    void (*f32s_store)(uint8_t *p, const float *v, size_t n);
    size_t (*f32s_load)(const uint8_t *p, const uint8_t *end, float *out, size_t n);
    uint8_t *(*i64s_store)(uint8_t *p, const int64_t *v, size_t n);
    size_t (*i64s_load)(const uint8_t **p, const uint8_t *start, const uint8_t *end, int64_t *out, size_t n);
} cinchi_kern;

static const cinchi_kern kern_portable = {"portable",
                                          cinchi_utf8_valid_portable,
                                          cinchi_f64s_store_portable,
                                          cinchi_f64s_load_portable,
                                          cinchi_f32s_store_portable,
                                          cinchi_f32s_load_portable,
                                          cinchi_i64s_store_portable,
                                          cinchi_i64s_load_portable};
static const cinchi_kern kern_ssse3 = {"ssse3",
                                       cinchi_utf8_valid_ssse3,
                                       cinchi_f64s_store_ssse3,
                                       cinchi_f64s_load_portable,
                                       cinchi_f32s_store_ssse3,
                                       cinchi_f32s_load_ssse3,
                                       cinchi_i64s_store_portable,
                                       cinchi_i64s_load_portable};
static const cinchi_kern kern_avx2 = {"avx2",
                                      cinchi_utf8_valid_avx2,
                                      cinchi_f64s_store_ssse3,
                                      cinchi_f64s_load_portable,
                                      cinchi_f32s_store_ssse3,
                                      cinchi_f32s_load_ssse3,
                                      cinchi_i64s_store_portable,
                                      cinchi_i64s_load_portable};
static const cinchi_kern kern_avx512 = {"avx512",
                                        cinchi_utf8_valid_avx512,
                                        cinchi_f64s_store_avx512,
                                        cinchi_f64s_load_avx512,
                                        cinchi_f32s_store_avx512,
                                        cinchi_f32s_load_avx512,
                                        cinchi_i64s_store_avx512,
                                        cinchi_i64s_load_avx512};

static const cinchi_kern *_Atomic cinchi_kern_chosen;

/* Intel's manual, volume 1, 15.2: the system must keep the wide registers (XCR0), and the processor must have every part. Not on Windows,
 * where gcc puts them on a stack that is aligned to 16 bytes and believes in 32 and 64. */
static bool kern_has(unsigned kept, unsigned parts, unsigned more)
{
#ifdef _WIN32
    (void)kept, (void)parts, (void)more;
    return false;
#else
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & kept) != kept || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
    return (b & parts) == parts && (c & more) == more;
#endif
}

bool cinchi_kern_avx2(void)
{
    return kern_has(0x06, bit_AVX2, 0); /* SSE, AVX */
}

bool cinchi_kern_avx512(void)
{
    return kern_has(0xe6, /* and mask registers, upper halves, upper sixteen */
                    bit_BMI2 | bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512DQ | bit_AVX512CD,
                    bit_AVX512VBMI | bit_AVX512VBMI2);
}

#ifdef CINCH_TEST_KERNELS
#include CINCH_TEST_KERNELS /* builds of the tests: kern_forbidden by the environment */
#else
#define kern_forbidden(set) false
#endif

static const cinchi_kern *kern_choose(void)
{
    unsigned a, b, c, d;
    if (!kern_forbidden("avx512") && cinchi_kern_avx512()) return &kern_avx512;
    if (!kern_forbidden("avx2") && cinchi_kern_avx2()) return &kern_avx2;
    if (!kern_forbidden("ssse3") && __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSSE3) return &kern_ssse3;
    return &kern_portable;
}

static inline const cinchi_kern *kern_chosen(void)
{
    const cinchi_kern *k = atomic_load_explicit(&cinchi_kern_chosen, memory_order_relaxed);
    if (!k) {
        k = kern_choose();
        atomic_store_explicit(&cinchi_kern_chosen, k, memory_order_relaxed);
    }
    return k;
}

#define KERN(call) kern_chosen()->call
#elif defined(CINCHI_KERN_NEON)
#define KERN(call)      KERN_##call
#define KERN_utf8_valid cinchi_utf8_valid_neon
#define KERN_f64s_store cinchi_f64s_store_neon
#define KERN_f64s_load  cinchi_f64s_load_portable
#define KERN_f32s_store cinchi_f32s_store_neon
#define KERN_f32s_load  cinchi_f32s_load_neon
#define KERN_i64s_store cinchi_i64s_store_portable
#define KERN_i64s_load  cinchi_i64s_load_portable
#else
#define KERN(call) cinchi_##call##_portable
#endif

const char *cinchi_kern_name(void)
{
#ifdef CINCHI_KERN_X86
    return kern_chosen()->name;
#elif defined(CINCHI_KERN_NEON)
    return "neon";
#else
    return "portable";
#endif
}

/* Words that overlap: most strings are short and ASCII, and a kernel costs more than looking at them. */
bool cinchi_utf8_valid(const uint8_t *s, size_t len)
{
    uint64_t any = UINT64_MAX;
    if (CINCHI_SMALL) return KERN(utf8_valid)(s, len);
    if (len - 8 <= 24) {
        size_t second = len < 16 ? len - 8 : 8, third = len < 16 ? 0 : len - 16;
        any = cinchi_word64(s) | cinchi_word64(s + second) | cinchi_word64(s + third) | cinchi_word64(s + len - 8);
    } else if (len < 8) {
        any = 0;
        for (size_t i = 0; i < len; i++) any |= s[i];
    }
    return !(any & UINT64_C(0x8080808080808080)) || KERN(utf8_valid)(s, len);
}

bool cinch_utf8_valid(const char *s, size_t len)
{
    return cinchi_utf8_valid((const uint8_t *)s, len);
}

void cinchi_f64s_store(uint8_t *p, const double *v, size_t n)
{
    KERN(f64s_store)(p, v, n);
}

size_t cinchi_f64s_load(const uint8_t *p, const uint8_t *end, double *out, size_t n)
{
    return KERN(f64s_load)(p, end, out, n);
}

void cinchi_f32s_store(uint8_t *p, const float *v, size_t n)
{
    KERN(f32s_store)(p, v, n);
}

size_t cinchi_f32s_load(const uint8_t *p, const uint8_t *end, float *out, size_t n)
{
    return KERN(f32s_load)(p, end, out, n);
}

uint8_t *cinchi_i64s_store(uint8_t *p, const int64_t *v, size_t n)
{
    return KERN(i64s_store)(p, v, n);
}

size_t cinchi_i64s_load(const uint8_t **p, const uint8_t *start, const uint8_t *end, int64_t *out, size_t n)
{
    return KERN(i64s_load)(p, start, end, out, n);
}

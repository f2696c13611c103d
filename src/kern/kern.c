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
    bool (*utf8_valid)(const uint8_t *s, size_t len);
    void (*f64s_store)(uint8_t *p, const double *v, size_t n);
} cinchi_kern;

static const cinchi_kern kern_portable = {cinchi_utf8_valid_portable, cinchi_f64s_store_portable};
static const cinchi_kern kern_ssse3 = {cinchi_utf8_valid_ssse3, cinchi_f64s_store_ssse3};

static const cinchi_kern *_Atomic cinchi_kern_chosen;

static const cinchi_kern *kern_choose(void)
{
    unsigned a, b, c, d;
    bool ssse3 = __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSSE3;
    return ssse3 ? &kern_ssse3 : &kern_portable;
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

#define KERN(name) kern_chosen()->name
#else
#define KERN(name) cinchi_##name##_portable
#endif

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

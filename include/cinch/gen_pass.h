/* SPDX-License-Identifier: MIT
 * The pieces of which generated passes that read a struct are made, inline, and what they call. gen.h ends with it.
 */
#ifndef CINCH_GEN_PASS_H
#define CINCH_GEN_PASS_H

#include "cinch/gen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a first byte tells: the length of an integer, its row in the table below, the length of the whole item (0: it takes more than the
 * first byte to tell). What is no integer has a row that refuses every value. */
typedef struct cinchi_gen_lead {
    uint8_t adv, row, item, zero;
} cinchi_gen_lead;
/* Rows of ten: which bits are the value, which of them is a sign; then for each C type which bits must not be set, or, where
 * that depends on more than bits, all of them: such a format is left to the walkers. */
typedef struct cinchi_gen_ints {
    cinchi_gen_lead leads[256]; /* first: its address then needs no addition on the way to the next item */
    uint64_t rows[100];
} cinchi_gen_ints;
extern CINCH_API const cinchi_gen_ints cinchi_gen_tables;
enum {
    CINCH_GEN_I8 = 2,
    CINCH_GEN_I16,
    CINCH_GEN_I32,
    CINCH_GEN_I64,
    CINCH_GEN_U8,
    CINCH_GEN_U16,
    CINCH_GEN_U32,
    CINCH_GEN_U64,
    CINCH_GEN_BOOL,
    CINCH_GEN_F64,
    CINCH_GEN_STR,
    CINCH_GEN_RECORD /* of a list alone */
};

#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define CINCHI_GEN_INLINE __attribute__((always_inline)) static inline /* keys and types must become constants */
#else
#define CINCHI_GEN_INLINE static inline
#endif

#define CINCH_GEN_PART CINCHI_GEN_INLINE /* a function that is part of another one */
#define CINCH_GEN_FAST CINCHI_HIT        /* a condition of what is there for speed alone */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define CINCH_GEN_APART                                                                                                        \
    __attribute__((noinline)) static /* what must not become part of another: its calls would cost that registers */
#else
#define CINCH_GEN_APART static
#endif

/* Code for other orders than the schema's, and passes for what tables can do as well, are not for code that is to be small. */
#define CINCH_GEN_ORDERS CINCHI_HIT(1)
#if CINCH_GEN_ORDERS
#define CINCH_GEN_LARGE(function) function
#else
#define CINCH_GEN_LARGE(function) NULL
#endif
#if defined(__GNUC__)
#define CINCH_GEN_NO_FIELD __builtin_unreachable() /* an order that is remembered is of fields */
#else
#define CINCH_GEN_NO_FIELD return NULL
#endif

/* The usual case. */
#if defined(__GNUC__)
#define CINCH_GEN_USUAL(x) __builtin_expect(!!(x), 1)
#else
#define CINCH_GEN_USUAL(x) (x)
#endif

/* What is assigned in a branch stays assigned in a branch, for the processor to foresee: compilers would rather select. */
#if defined(__GNUC__)
#define CINCHI_GEN_FORESEE(x) __asm__ volatile("" : "+r"(x))
#else
#define CINCHI_GEN_FORESEE(x) (void)(x)
#endif

/* Whether n bytes at p, n a constant, are these: as few compares of words as there can be, the last of which may overlap. */
CINCHI_GEN_INLINE bool cinch_gen_is(const uint8_t *p, const char *key, size_t n)
{
    uint64_t a, b;
    uint32_t c, d;
    size_t k = 0, left = n & 7;
    for (; k + 8 <= n; k += 8) {
        memcpy(&a, p + k, 8);
        memcpy(&b, key + k, 8);
        if (a != b) return false;
    }
    if (left == 0) return true;
    if (left == 1) return p[k] == (uint8_t)key[k];
    if (n < 4) return p[k] == (uint8_t)key[k] && p[k + 1] == (uint8_t)key[k + 1] && p[n - 1] == (uint8_t)key[n - 1];
    if (left > 4 && n > 8) {
        memcpy(&a, p + n - 8, 8);
        memcpy(&b, key + n - 8, 8);
        return a == b;
    }
    if (left > 4) {
        memcpy(&c, p, 4);
        memcpy(&d, key, 4);
        if (c != d) return false;
    }
    memcpy(&c, p + n - 4, 4);
    memcpy(&d, key + n - 4, 4);
    return c == d;
}

/* The integer that the last bytes of u are, by its row. Everything in rows is indexed from their first, or compilers compute more addresses than
 * they need. */
CINCHI_GEN_INLINE uint64_t cinchi_gen_signed(uint64_t u, size_t row)
{
    const uint64_t sign = cinchi_gen_tables.rows[row + 1];
    return ((u & cinchi_gen_tables.rows[row]) ^ sign) - sign;
}

/* An integer at b[*i], of which at least one byte is there, into *out; type is one of the eight above. On true *i is one past it, and the
 * caller must yet see that this is not past the end: at most 8 bytes ending at the value's last one are read, so (*i + value's length - 8)
 * must not be before b. False: nothing has moved. */
CINCHI_GEN_INLINE bool cinch_gen_int_by_table(const uint8_t *b, size_t *i, int type, uint64_t *out)
{
    const cinchi_gen_lead *lead = &cinchi_gen_tables.leads[b[*i]];
    const size_t row = lead->row;
    size_t next = *i + lead->adv;
    uint64_t u = cinchi_load64(b + next - 8);
    if (u & cinchi_gen_tables.rows[row + (size_t)type]) return false;
    *out = cinchi_gen_signed(u, row);
    *i = next;
    return true;
}

/* The same, but a value of one byte is foreseen, so that the place of the next item need not wait for a table (8 fields: 9.6 ns against
 * 13.6; 1,024 records of random widths 13.2 against 12.9, 16,384 of them 25.8 against 24.7). */
CINCHI_GEN_INLINE bool cinch_gen_int(const uint8_t *b, size_t *i, int type, uint64_t *out)
{
    const cinchi_gen_lead *lead = &cinchi_gen_tables.leads[b[*i]];
    const size_t row = lead->row;
    size_t adv = 1;
    uint64_t u;
    if (b[*i] >= 0x80) {
        adv = lead->adv;
        CINCHI_GEN_FORESEE(adv);
    }
    u = cinchi_load64(b + *i + adv - 8);
    if (u & cinchi_gen_tables.rows[row + (size_t)type]) return false;
    *out = cinchi_gen_signed(u, row);
    *i += adv;
    return true;
}

/* The same where fewer than 7 bytes may be before the value: one byte, or 9 that are there from its first byte on. */
CINCHI_GEN_INLINE bool cinch_gen_int_first(const uint8_t *b, size_t n, size_t *i, int type, uint64_t *out)
{
    const cinchi_gen_lead *lead = &cinchi_gen_tables.leads[b[*i]];
    const size_t row = lead->row;
    uint64_t u;
    if (b[*i] < 0x80) {
        *out = b[(*i)++];
        return true;
    }
    if (n - *i < 9) return false;
    u = lead->adv == 1 ? b[*i] : cinchi_load64(b + *i + 1) >> (72 - 8 * lead->adv);
    if (u & cinchi_gen_tables.rows[row + (size_t)type]) return false;
    *out = cinchi_gen_signed(u, row);
    *i += lead->adv;
    return true;
}

/* A str of up to 255 bytes at b[*i], of n bytes in all; leaves to the caller to see that it ends within them. */
CINCHI_GEN_INLINE bool cinch_gen_str(const uint8_t *b, size_t n, size_t *i, cinch_str *out)
{
    size_t len = b[*i], at = *i + 1;
    if ((len ^ 0xa0) < 32) {
        out->ptr = (const char *)b + at;
        out->len = len - 0xa0;
        *i = *i + len - 0x9f;
        return true;
    }
    if (len != 0xd9 || n == at) return false;
    len = b[at++];
    out->ptr = (const char *)b + at;
    out->len = len;
    *i = at + len;
    return true;
}

/* The same at b, all of which is there. */
CINCHI_GEN_INLINE bool cinch_gen_str_whole(const uint8_t *b, cinch_str *out)
{
    size_t len = b[0], head = 1;
    if ((len ^ 0xa0) < 32) {
        len -= 0xa0;
    } else {
        if (len != 0xd9) return false;
        len = b[1];
        head = 2;
    }
    out->ptr = (const char *)b + head;
    out->len = len;
    return true;
}

/* Whether fewer than 32 bytes are ASCII. */
CINCHI_GEN_INLINE bool cinchi_gen_ascii(const char *p, size_t len)
{
    uint64_t a, b, c, d;
    uint8_t bits = 0;
    if (len >= 8) {
        size_t second = len < 16 ? len - 8 : 8, third = len < 16 ? 0 : len - 16;
        memcpy(&a, p, 8);
        memcpy(&b, p + second, 8);
        memcpy(&c, p + third, 8);
        memcpy(&d, p + len - 8, 8);
        return ((a | b | c | d) & UINT64_C(0x8080808080808080)) == 0;
    }
    for (size_t k = 0; k < len; k++) bits |= (uint8_t)p[k];
    return bits < 0x80;
}

/* Whether a str is short, ASCII, and of min to max characters, of which max is less than 32. False: perhaps so, but it takes longer to tell. */
CINCHI_GEN_INLINE bool cinch_gen_brief(const char *p, size_t len, size_t min, size_t max)
{
    return CINCHI_HIT(true) && len >= min && len <= max && cinchi_gen_ascii(p, len);
}

/* By its kind, one that owns nothing. */
CINCH_API bool cinchi_gen_text(const cinch_gen_type *t, const uint8_t *b, size_t n, size_t *i, void *v);

/* A str at b[*i] into a struct that holds its bytes, { uint32_t len; char s[]; } with room for max of them, and held against what t says of it. False:
 * it does not keep to that, or is not all there. */
CINCHI_GEN_INLINE bool cinch_gen_text(const cinch_gen_type *t, const uint8_t *b, size_t n, size_t *i, void *v, size_t min,
                                      size_t max)
{
    const size_t at = *i + 1, len = b[*i] ^ 0xa0u;
    const uint32_t count = (uint32_t)len;
    char *s = (char *)v + sizeof count;
    if (!CINCHI_HIT(true) || len > max || len < min || n - at < len || !cinchi_gen_ascii((const char *)b + at, len))
        return cinchi_gen_text(t, b, n, i, v);
    memcpy(v, &count, sizeof count);
    cinchi_copy_short((uint8_t *)s, (const char *)b + at, len);
    s[len] = 0;
    *i = at + len;
    return true;
}

/* A double at b[*i] where 9 bytes are there. */
CINCHI_GEN_INLINE double cinch_gen_double(const uint8_t *b)
{
    uint64_t u = cinchi_load64(b);
    double v;
    memcpy(&v, &u, 8);
    return v;
}

/* The integer read, with the check that it ends within n bytes. */
CINCHI_GEN_INLINE bool cinch_gen_int_within(const uint8_t *b, size_t n, size_t *i, int type, uint64_t *out)
{
    return n - *i >= cinchi_gen_tables.leads[b[*i]].adv && cinch_gen_int(b, i, type, out);
}

/* The same where *spare bytes are there beyond those that must still come, of the integer its first. */
CINCHI_GEN_INLINE bool cinch_gen_int_spare(const uint8_t *b, size_t *i, size_t *spare, int type, uint64_t *out)
{
    size_t from = *i + 1;
    if (!cinch_gen_int_within(b, from + *spare, i, type, out)) return false;
    *spare -= *i - from;
    return true;
}

/* The same where fewer than 7 bytes may be before it. */
CINCHI_GEN_INLINE bool cinch_gen_int_spare_first(const uint8_t *b, size_t *i, size_t *spare, int type, uint64_t *out)
{
    size_t from = *i + 1;
    if (from > 7) return cinch_gen_int_spare(b, i, spare, type, out);
    if (!cinch_gen_int_first(b, from + *spare, i, type, out)) return false;
    *spare -= *i - from;
    return true;
}

/* A str likewise. */
CINCHI_GEN_INLINE bool cinch_gen_str_spare(const uint8_t *b, size_t *i, size_t *spare, cinch_str *out)
{
    size_t from = *i + 1;
    if (!cinch_gen_str(b, from + *spare, i, out) || *i - from > *spare) return false;
    *spare -= *i - from;
    return true;
}

/* Past the head of a map that has room bytes at b for it and what is not sure to come: the offset behind it, and how many pairs more than
 * `count` it has; 0 when it is no map, or its head is not all there. */
CINCHI_GEN_INLINE size_t cinch_gen_map(const uint8_t *b, size_t room, int32_t count, int32_t *more)
{
    if ((b[0] & 0xf0) == 0x80) {
        *more = (b[0] & 15) - count;
        return 1;
    }
    if (b[0] != 0xde || room < 3) return 0;
    *more = (b[1] << 8 | b[2]) - count;
    return 3;
}

/* The same of an array of `least` to `count` items. */
CINCHI_GEN_INLINE size_t cinch_gen_row(const uint8_t *b, size_t room, uint32_t least, uint32_t count, uint32_t *items)
{
    size_t i = 1;
    *items = b[0] & 15u;
    if ((b[0] & 0xf0) != 0x90) {
        if (b[0] != 0xdc || room < 3) return 0;
        *items = (uint32_t)b[1] << 8 | b[2];
        i = 3;
    }
    return *items - least <= count - least ? i : 0;
}

/* Past the head of a map at r->pos, of a struct with `count` members that take `rest` bytes at least; how many pairs more it has, which all must have
 * room; 0 when the walkers are to read it, as when levels of structs inside are too many. */
CINCHI_GEN_INLINE size_t cinch_gen_open(const cinch_reader *r, size_t rest, int32_t count, uint32_t levels, int32_t *more)
{
    const size_t n = (size_t)(r->end - r->pos);
    size_t i;
    if (n <= rest || r->depth < levels || r->flags & CINCH_UTF8) return 0;
    i = cinch_gen_map(r->pos, n - rest, count, more);
    return i && (size_t)(count + *more) <= (n - i) / 2 ? i : 0;
}

/* The value of a member at `at`, nil among them, by its kind: where it ends; NULL: the reader's error. */
CINCH_API const uint8_t *cinch_gen_member(cinch_reader *r, const cinch_gen_field *f, const uint8_t *at, void *v,
                                          cinch_arena *arena);

/* A member that is absent and has no default. */
CINCH_API void cinch_gen_blank(const cinch_gen_field *f, void *v);

/* Past so many pairs of no field at the end of a map; NULL: not so many, or something is not plain. */
CINCH_API const uint8_t *cinch_gen_trail(const cinch_gen_object *o, const uint8_t *b, size_t n, size_t i, int32_t more);

/* What an unrolled pass holds, handed over in memory and taken back from there: so it needs no register that outlasts a call. Only the
 * place of the next item, for which everything after has to wait, goes by register both ways. */
typedef struct cinchi_gen_pass {
    const uint8_t *b;
    size_t n;
    void *v;
    int32_t more; /* pairs of no field yet to come */
} cinchi_gen_pass;
CINCH_API size_t cinchi_gen_wait(const cinch_gen_object *o, uint32_t k, size_t i, size_t need, cinchi_gen_pass *s);
CINCH_API size_t cinchi_gen_rare(const cinch_gen_object *o, uint32_t k, size_t i, size_t need, const cinchi_gen_pass *s);

/* The key of field k is not at b[*i + at]: past pairs of no field until it is, by moving *i, with at least need bytes left. Returns v; NULL:
 * it does not come next, or something is not plain, or the object does not skip such pairs. */
CINCHI_GEN_INLINE void *cinch_gen_wait(const cinch_gen_object *o, uint32_t k, size_t at, size_t need, const uint8_t **b,
                                       size_t *n, size_t *i, int32_t *more, void *v)
{
    cinchi_gen_pass s;
    size_t next = *i; /* told apart from *i, or compilers compute the sum with `at` on the usual way, too */
    if (!CINCHI_HIT(*more > 0)) return NULL; /* -Os: the walkers read the rest */
    s.b = *b, s.n = *n, s.v = v, s.more = *more;
    CINCHI_GEN_FORESEE(next);
    next = cinchi_gen_wait(o, k, next + at, need, &s);
    if (!next) return NULL;
    *b = s.b, *n = s.n, *i = next - at, *more = s.more;
    return s.v;
}

/* The number of field k at b[*i + at], for a double, whatever its format. *i moves so that 9 bytes further on is behind it (it may fall below 0, and
 * wrap, until they are added), with at least need bytes left. Returns v; NULL: no number, or not all there. */
CINCHI_GEN_INLINE void *cinch_gen_rare(const cinch_gen_object *o, uint32_t k, size_t at, size_t need, const uint8_t **b,
                                       size_t *n, size_t *i, int32_t *more, void *v)
{
    cinchi_gen_pass s;
    size_t next = *i;
    if (!CINCHI_HIT(true)) return NULL;
    s.b = *b, s.n = *n, s.v = v, s.more = *more;
    CINCHI_GEN_FORESEE(next);
    next = cinchi_gen_rare(o, k, next + at, need, &s);
    if (!next) return NULL;
    *b = s.b, *n = s.n, *i = next - at - 9, *more = s.more;
    return s.v;
}

/* ---- keys in another order */

typedef struct cinch_gen_sought { /* how many pairs are of fields, and how many of none */
    uint32_t known, strange;
} cinch_gen_sought;

/* Where the keys of the map at b are: at[k], NULL before, becomes the first byte of what seems to be the key of field k, to be confirmed by
 * cinch_gen_here. Returns one past the map, all of which is there; NULL: something is not plain. A key that comes twice is known twice. */
CINCH_API const uint8_t *cinch_gen_seek(const cinch_gen_object *o, const uint8_t *b, size_t n, const uint8_t **at,
                                        cinch_gen_sought *sought);

/* Whether the key of n bytes, header included, that was found at p is this one: of the last 8 bytes that is known. */
CINCHI_GEN_INLINE bool cinch_gen_here(const uint8_t *p, const char *key, size_t n)
{
    if (n <= 8) return *p == (uint8_t)*key; /* which tells how many of the 8 bytes are of the key */
    return cinch_gen_is(p, key, n < 16 ? 8 : n - 8);
}

/* The value of field k, whose key was found at p, whatever its format and with nil where that is taken; false: not to its rules. */
CINCH_API bool cinch_gen_odd(const cinch_gen_object *o, uint32_t k, const uint8_t *p, const uint8_t *end, void *v);

/* Where the order of keys of an object is remembered, or NULL. */
CINCHI_GEN_INLINE cinch_order *cinch_gen_order(const cinch_orders *all, const cinch_gen_object *o)
{
    uint64_t key = (uint64_t)(uintptr_t)o;
    return all && all->count ? &all->rows[key * UINT64_C(0x9e3779b97f4a7c15) >> 40 & (all->count - 1)] : NULL;
}

/* Whether that is worth a try: where no order ever comes twice, looking becomes rare. */
CINCHI_GEN_INLINE bool cinch_gen_order_known(const cinch_order *row, const cinch_gen_object *o)
{
    return row->object == o && (row->misses <= 8 || (row->misses & 15) == 0);
}

/* Takes note of another order than the one remembered, as seek found it. */
CINCH_API void cinch_gen_order_met(cinch_order *row, const cinch_gen_object *o, const uint8_t *const *at,
                                   const cinch_gen_sought *sought);

/* What stands for members that are not among the fields of a row. */
CINCH_API void cinch_gen_order_rest(const cinch_order *row, void *v);

/* The default of a member that owns nothing. */
CINCH_API void cinch_gen_fill(const cinch_gen_field *f, void *v);

/* ---------------------------------------------------------------- pieces of rules */

CINCHI_GEN_INLINE double cinch_gen_bits(uint64_t u)
{
    double v;
    memcpy(&v, &u, 8);
    return v;
}

/* Whether v is a whole multiple of digits * 10^exp, as a decimal; 0 is, what is not finite is not. */
CINCH_API bool cinch_gen_multiple(double v, uint64_t digits, int32_t exp);

/* LENGTH where an item, as its bytes, is a map of fewer pairs or of more. */
CINCH_API cinch_error cinch_gen_pairs(const cinch_str *item, uint64_t least, uint64_t most);

#ifdef __cplusplus
}
#endif

#include "cinch/gen_lay.h"
#endif
